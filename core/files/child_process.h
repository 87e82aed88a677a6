// SPDX-License-Identifier: GPL-3.0-or-later
// Runs another program and waits for it: arguments as a list, no shell, all input at once, output, time and memory
// limited, no secrets in its environment. It is killed when a stop is requested and, without `outlives`, when this process
// ends, however that comes about; what it started itself is killed with it. Blocks: call it off the GUI thread.
//
//   auto answer = runChild({.program = "git", .arguments = {"--version"}}, stop);
//   if (answer.isValue() && answer.value().exitCode == 0) use(answer.value().out);
#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::files {

struct ChildRequest {
  std::string program;                          ///< as findProgram
  std::vector<std::string> arguments = {};
  std::string input = {};                       ///< its standard input
  std::size_t maxOutput = std::size_t{64} << 20;  ///< more on standard output is TooLarge
  std::chrono::milliseconds patience{0};        ///< 0: no time limit
  bool isOutputPassed = false;                  ///< its output is this process's own; ChildAnswer has none
  std::size_t maxMemory = 0;                    ///< bytes of address space; 0: no limit
  std::string untrusted = {};                   ///< folder whose programs are not started
  std::vector<std::string> environmentWithout = {};  ///< prefixes of variables that it does not inherit: "GIT_"
  std::vector<std::string> environmentWith = {};     ///< set for it: "LC_ALL=C"
  std::chrono::milliseconds grace{0};  ///< a requested stop sends SIGTERM first, and kills after this long
  bool outlives = false;               ///< the end of this process does not end it: git in the middle of a checkout
};

struct ChildAnswer {
  int exitCode = 0;  ///< 128 + the signal for a program that was killed by one
  std::string out;
  std::string err;   ///< its first few thousand bytes
};

/// runChild. Errors: NotFound and BadArgument as findProgram; TooLarge, or NotReadable after `patience`, with the child
/// and everything it started killed; NotReadable when the system has no process or memory to give.
base::Outcome<ChildAnswer> runChild(const ChildRequest& request, const std::stop_token& stop = {});

// Which program a name means and which variables it inherits: for everything that starts a program.
//
//   auto git = findProgram("git", checkout);            // "/usr/bin/git", never one inside the checkout
//   if (!isSecret("GITHUB_TOKEN", Secrets::All)) inherit(...);

/// findProgram searches the absolute folders of PATH; an empty or relative entry would name a program of the current
/// folder. Programs below `untrusted` (links resolved) are passed over. A name with '/' must be absolute. Errors:
/// NotFound, BadArgument.
base::Result<std::string> findProgram(const std::string& name, const std::string& untrusted = {});

/// dropRelativePath takes the empty and relative entries out of this process's PATH, for libraries that search it themselves (Qt for
/// xdg-open) and for what they start. Call it before the first thread.
void dropRelativePath();

enum class Secrets {
  Ours,  ///< tokens for GitHub and for CI jobs
  All,   ///< also what is named like a secret (HF_TOKEN, PGPASSWORD): a benchmark may need it, our own helpers do not
};

/// isSecret tests the name of an environment variable that a child must not inherit.
bool isSecret(std::string_view name, Secrets which);

}  // namespace plumbline::files
