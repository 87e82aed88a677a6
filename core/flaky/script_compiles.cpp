// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/script_compiles.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "core/files/child_process.h"

namespace plumbline::flaky {

namespace {

constexpr std::chrono::milliseconds kPatience{5000};
constexpr std::size_t kMaxWords = 65536;
constexpr int kDoesNotCompile = 9;  // an exit code that Python itself does not use

/// compile() reads the source as the interpreter would, coding line included, and runs nothing of it.
constexpr const char* kAsk =
    "import sys\n"
    "try:\n"
    "    compile(sys.stdin.buffer.read(), 'script', 'exec')\n"
    "except (SyntaxError, ValueError) as problem:\n"
    "    print('%d %s' % (getattr(problem, 'lineno', 0) or 0, getattr(problem, 'msg', problem)))\n"
    "    sys.exit(9)\n";

/// complaint returns Python's words about a script ("12 invalid syntax"); nullopt when it compiles or Python cannot be
/// run.
std::optional<std::string> complaint(const std::string& bytes, const std::string& program, const std::stop_token& stop) {
  const auto answer = files::runChild({.program = program,
                                       .arguments = {"-I", "-S", "-c", kAsk},
                                       .input = bytes,
                                       .maxOutput = kMaxWords,
                                       .patience = kPatience},
                                      stop);
  if (!answer.isValue() || answer.value().exitCode != kDoesNotCompile) return std::nullopt;
  return answer.value().out;
}

}  // namespace

std::optional<CompileProblem> compileProblem(const std::string& saved, const std::string& pending,
                                             const std::string& program, const std::stop_token& stop) {
  const auto words = complaint(pending, program, stop);
  // A script that this Python does not understand anyway (newer or older words) is not ours to judge.
  if (!words || stop.stop_requested() || complaint(saved, program, stop)) return std::nullopt;
  const std::size_t blank = std::min(words->find(' '), words->size());
  const std::size_t begin = std::min(blank + 1, words->size());
  return CompileProblem{static_cast<std::size_t>(std::max(0, std::atoi(words->c_str()))),
                        words->substr(begin, words->find('\n', begin) - begin)};
}

}  // namespace plumbline::flaky
