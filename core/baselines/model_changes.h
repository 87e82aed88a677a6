// SPDX-License-Identifier: GPL-3.0-or-later
// What the pending bytes of one baseline say that the saved ones do not, model by model, in words.
//
//   for (const ModelChange& c : *modelChanges(file)) list(c.model, c.words);   // llama, "graph_breaks 7 -> 9"
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/drafts.h"

namespace plumbline::baselines {

struct ModelChange {
  std::string model;  ///< as the file spells it
  std::string words;  ///< "accuracy pass -> OOM, graph_breaks 7 -> 9", "new row (...)", "row removed"
};

/// modelChanges reads both versions. Errors: those of BaselineTable::of for a file that is no baseline.
base::Result<std::vector<ModelChange>> modelChanges(const Drafts::File& file);

}  // namespace plumbline::baselines
