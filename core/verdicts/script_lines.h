// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the line of a check script for a verdict of an earlier run, without running the check again.
//
//   auto lines = ScriptLines::of(Check::Accuracy, input, words, *rules);
//   lines->append(text, verdict);
#pragma once

#include <memory>
#include <string>

#include "core/verdicts/check.h"

namespace plumbline::verdicts {

class ScriptLines {
 public:
  /// of prepares the lines of a check. `input`, `words` and `rules` are copied or read at once, and need not stay. Give
  /// the join in `input`, or it is made here. Null for checks that do not compare two files.
  static std::unique_ptr<ScriptLines> of(Check check, const CheckInput& input, const CheckWords& words,
                                         const RuleSet& rules);
  ~ScriptLines();

  /// append writes the line, or lines, of a verdict with the last line feed; nothing where the script dies.
  void append(std::string& out, const Verdict& verdict);

 private:
  struct Impl;
  explicit ScriptLines(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace plumbline::verdicts
