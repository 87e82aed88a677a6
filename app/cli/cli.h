// SPDX-License-Identifier: GPL-3.0-or-later
// The whole command-line program as one call, so that tests run it with buffers in place of a terminal.
//
//   std::ostringstream out, err;
//   const int exit = runCli({"check", "accuracy", "--actual", "a.csv", "--expected", "e.csv"}, out, err, {});
#pragma once

#include <chrono>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace plumbline::cli {

/// Environment is what the program may know of the world around it; nothing else is looked up.
struct Environment {
  std::optional<std::string> sha;  ///< SHA1, printed by the check scripts in their advice
  bool colour = false;             ///< a terminal reads standard output, and NO_COLOR is not set
  bool terminal = false;           ///< a terminal reads standard output
  std::size_t columns = 0;         ///< its width, 0 when unknown
  bool errorTerminal = false;      ///< a terminal reads standard error: progress may be shown
  std::optional<std::chrono::year_month_day> today;  ///< the day by which flaky entries expire; the machine's when unset
  std::istream* answers = nullptr;  ///< where a person answers questions; nullptr: standard input is no terminal
  std::string flakyList = {};  ///< of the settings: read where no list counts for a baseline; "" for none
  std::string history = {};    ///< of the settings: the store that results and decisions are added to; "" for none
  bool logsDecisions = true;     ///< of the settings: decisions are written beside the baselines; always so without a history
};

/// Exit statuses, documented in the help of each command.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFails = 1;
inline constexpr int kExitUsage = 2;

/// runCli runs the words after the program's name. Never throws for bad input.
int runCli(const std::vector<std::string>& words, std::ostream& out, std::ostream& err, const Environment& environment);

}  // namespace plumbline::cli
