// SPDX-License-Identifier: GPL-3.0-or-later
// GitHub's runner obeys what a job prints: "::error::" at the start of a line, blanks in front or not, and "##[error]"
// anywhere in one. Names from files must not be commands in its log.
//
//   out << withoutCommands(report);      // "\x3a:error::x", "##\x5berror]"
#pragma once

#include <string>

namespace plumbline::text {

/// withoutCommands breaks each of them by writing one of its characters as \xNN.
std::string withoutCommands(std::string text);

}  // namespace plumbline::text
