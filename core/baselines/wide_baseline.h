// SPDX-License-Identifier: GPL-3.0-or-later
// A baseline with one column per dtype, edited as if each column were a baseline of its own.
//
//   auto narrow = narrowTable(wide, "amp_bf16");            // name,accuracy
//   Plan plan = toWideColumns(planAcceptance(comparison, *narrow, request), wide, "amp_bf16");
//   auto bytes = bytesFor(wide, wideEdits(wide, editsOfAllColumns));
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/acceptance.h"

namespace plumbline::baselines {

/// narrowTable returns the names with one column as "accuracy". Errors: NotFound without that column.
base::Result<BaselineTable> narrowTable(const BaselineTable& wide, const std::string& valueColumn);

/// toWideColumns turns a plan for the narrow table into one for the wide file: SetValue names its column, a new row
/// fills only that column, and a model that leaves takes its word along (its row too, once no column has one: see
/// wideBytes).
Plan toWideColumns(Plan plan, const BaselineTable& wide, const std::string& valueColumn);

/// wideEdits brings the edits of several columns together: a model added by two of them is one row, and a row without
/// any word left goes.
std::vector<BaselineEdit> wideEdits(const BaselineTable& wide, const std::vector<BaselineEdit>& edits);

/// keptColumn returns the bytes of a wide file with the cells of these models in one column as `saved` has them.
base::Result<std::string> keptColumn(const BaselineTable& saved, const BaselineTable& pending,
                                     const std::vector<std::string>& models, const std::string& valueColumn);

}  // namespace plumbline::baselines
