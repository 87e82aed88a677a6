// SPDX-License-Identifier: GPL-3.0-or-later
// The models that a run was asked for: those of --model, or those that the options of the suite's script select (-k, -x,
// --only, SPEC 11). A baseline has many others, which such a run does not lose.
//
//   const RequestedModels requested(run.spec);
//   if (isLost && !requested.contains(model)) skip(model);
#pragma once

#include <string>
#include <vector>

#include "core/runs/spec/run_spec.h"
#include "core/verdicts/view/name_pattern.h"

namespace plumbline::runs {

class RequestedModels {
 public:
  explicit RequestedModels(const RunSpec& spec);
  bool contains(const std::string& model) const;
  /// query is the same as a text filter (verdicts/view/query.h): "/^(llama|moco)$/"; "" for all models, and where such a
  /// filter cannot say it.
  const std::string& query() const { return m_query; }

 private:
  std::vector<std::string> m_names;                ///< exact; empty: any
  std::vector<verdicts::NamePattern> m_patterns;   ///< one of them matches; empty: any
  std::vector<verdicts::NamePattern> m_excluded;   ///< none of them matches
  std::vector<std::string> m_excludedNames;
  std::string m_query;
};

}  // namespace plumbline::runs
