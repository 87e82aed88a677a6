// SPDX-License-Identifier: GPL-3.0-or-later
// What an `if` in a check script asks of the expected path, as far as flaky sets depend on it (SPEC 3.3).
//
//   if "rocm" not in path and os.path.basename(path) == "inductor_timm_training.csv":  ->  {Rocm::No, {that name}}
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/flaky/python_tokens.h"

namespace plumbline::flaky {

enum class Rocm : std::uint8_t { Any, Yes, No };

/// PathCondition is a conjunction: every part holds. `unknown` when the script asks something else.
struct PathCondition {
  Rocm rocm = Rocm::Any;
  std::vector<std::string> files;  ///< base name is one of these; empty: any file
  bool unknown = false;
  bool always() const { return rocm == Rocm::Any && files.empty() && !unknown; }
  bool operator==(const PathCondition&) const = default;
};

/// both gives the condition that a and b hold together.
PathCondition both(const PathCondition& a, const PathCondition& b);
/// negated gives the condition of the else branch; unknown where that cannot be said.
PathCondition negated(const PathCondition& condition);

/// Variables a script gave names to before it used them: conditions and texts.
struct ConditionNames {
  std::map<std::string, PathCondition, std::less<>> conditions;
  std::map<std::string, std::string, std::less<>> texts;
};

/// readCondition understands `"rocm" in x`, `"rocm" not in x`, `x == "a.csv"`, `x in {"a.csv", ...}`, `not`, `and`, and
/// the names in `names`.
PathCondition readCondition(std::span<const Token> tokens, const ConditionNames& names);

}  // namespace plumbline::flaky
