// SPDX-License-Identifier: GPL-3.0-or-later
// One call per check script: the same verdicts, the same text on standard output, the same exit status (SPEC 3-6, 10).
//
//   CheckRun run = checkPair(Check::Accuracy, {actual, expected}, {.expectedPath = "rocm/x.csv"}, *rules, Want::Output);
//   fwrite(run.output);
//   return run.exitCode;     // run.crash: the script ends here in a traceback
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/sides.h"
#include "core/tables/frame.h"
#include "core/verdicts/row_join.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

/// Want selects between the script's text and the verdicts alone (a window over a million rows needs no text).
enum class Want { VerdictsOnly, Output };

struct CheckInput {
  base::Actual<tables::Frame> actual;
  base::Expected<tables::Frame> expected;
  /// rows joins the two frames; made when it is null. Give it when several checks look at one pair.
  std::shared_ptr<const RowJoin> rows = nullptr;
};

/// CheckArguments are the words of the command line that the scripts use: paths as typed, the SHA1 environment
/// variable.
struct CheckArguments {
  std::string actualPath;
  std::string expectedPath;
  std::optional<std::string> sha;  ///< SHA1 from the environment; the scripts print a placeholder without it
};

struct CheckRun {
  Check check = Check::Accuracy;
  /// In the order of the actual rows. graph-breaks 2026-07 and 2026-08 may give several per row, and then name the
  /// metric only where a single one decided; a word about the row as a whole has kNoMetric.
  std::vector<Verdict> verdicts;
  std::string output;                ///< standard output, byte for byte; empty with Want::VerdictsOnly
  int exitCode = 0;                  ///< as the script exits: 0, 1, or 2 where 2026-08 cannot read a file
  std::optional<base::Error> crash;  ///< the script ends in a traceback (exit 1); output is what it printed before
  /// graph-breaks 2026-08 turns the pair down: exit 1 with this one sentence as output, or exit 2 and no output (it
  /// writes to standard error) where pandas cannot read a file.
  std::optional<base::Error> refused;
  bool cancelled = false;
};

/// OutputSink takes the script's text piece by piece, about a megabyte at a time, so that millions of rows need no room
/// for it. With one, Want::Output leaves CheckRun::output and CheckRun::verdicts empty.
using OutputSink = std::function<void(std::string_view piece)>;

/// checkPair runs accuracy, graph-breaks or memory: it walks the actual rows in file order. Cost is linear in rows; neither
/// the environment nor the disk is read. graph-breaks 2026-08 (G3) reads names as text; frames opened otherwise are opened
/// again where that matters.
CheckRun checkPair(Check check, const CheckInput& input, const CheckArguments& words, const RuleSet& rules, Want want,
                   const base::Progress& progress = {}, const OutputSink& sink = {});

/// ScriptLines prints the line of a check script for a verdict of an earlier run, without running the check again.
class ScriptLines {
 public:
  /// of prepares the lines of a check. `input`, `words` and `rules` are copied or read at once, and need not stay. Give
  /// the join in `input`, or it is made here. Null for checks that do not compare two files.
  static std::unique_ptr<ScriptLines> of(Check check, const CheckInput& input, const CheckArguments& words,
                                         const RuleSet& rules);
  ~ScriptLines();

  /// append writes the line, or lines, of a verdict with the last line feed; nothing where the script crashes.
  void append(std::string& out, const Verdict& verdict);

 private:
  struct Impl;
  explicit ScriptLines(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace plumbline::verdicts
