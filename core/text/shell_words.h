// SPDX-License-Identifier: GPL-3.0-or-later
// Words as one line for a POSIX shell, quoted where they must be, for people to copy.
//
//   shellLine({"echo", "it's $(rm)"})      // echo 'it'\''s $(rm)'
#pragma once

#include <string>
#include <vector>

namespace plumbline::text {

/// shellLine. A NUL byte cannot be said to a shell; whoever has one must refuse it before.
std::string shellLine(const std::vector<std::string>& words);

}  // namespace plumbline::text
