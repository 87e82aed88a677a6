// SPDX-License-Identifier: GPL-3.0-or-later
// A baseline with one column per dtype, edited as if each column were a baseline of its own.
//
//   auto narrow = narrowTable(wide, "amp_bf16");            // name,accuracy
//   Plan plan = wideWords(planAcceptance(comparison, *narrow, wish), wide, "amp_bf16");
//   auto bytes = bytesFor(wide, wideEdits(wide, editsOfAllColumns));
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/acceptance.h"

namespace plumbline::overview {

/// narrowTable gives the names with one column as "accuracy". Errors: NotFound without that column.
base::Result<baselines::BaselineTable> narrowTable(const baselines::BaselineTable& wide, const std::string& valueColumn);

/// wideWords turns a plan for the narrow table into one for the wide file: SetValue names its column, a new row fills only
/// that column, and a model that leaves takes its word along (its row too, once no column has one: see wideBytes).
baselines::Plan wideWords(baselines::Plan plan, const baselines::BaselineTable& wide, const std::string& valueColumn);

/// wideEdits brings the edits of several columns together: a model added by two of them is one row, and a row without
/// any word left goes.
std::vector<baselines::BaselineEdit> wideEdits(const baselines::BaselineTable& wide,
                                               const std::vector<baselines::BaselineEdit>& edits);

/// keptColumn gives the bytes of a wide file with the cells of these models in one column as `saved` has them.
base::Result<std::string> keptColumn(const baselines::BaselineTable& saved, const baselines::BaselineTable& pending,
                                     const std::vector<std::string>& models, const std::string& valueColumn);

}  // namespace plumbline::overview
