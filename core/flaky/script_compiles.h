// SPDX-License-Identifier: GPL-3.0-or-later
// Would an edited Python script still compile? Asks python3 to compile it, never to run it, without a shell. Window and
// command line ask the same way before a script is written.
//
//   if (auto problem = compileProblem(savedBytes, pendingBytes)) refuse(problem->line, problem->words);
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace plumbline::flaky {

struct CompileProblem {
  std::size_t line = 0;  ///< 1-based; 0 when Python names none
  std::string words;     ///< Python's own, without a full stop: "invalid syntax"
};

/// compileProblem returns why the pending script does not compile although the saved one does. nullopt also when there
/// is no `program`, when it takes more than five seconds, or when a stop is requested. Blocks: call it off the GUI
/// thread.
std::optional<CompileProblem> compileProblem(const std::string& saved, const std::string& pending,
                                             const std::string& program = "python3", const std::stop_token& stop = {});

}  // namespace plumbline::flaky
