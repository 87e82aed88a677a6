// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers inside sentences: no more digits than a reader needs to tell them apart.
//
//   shortNumber(9.9)                  // "9.9"; 14.04 is "14", 1234.5 is "1234"
//   apart(1.4231, 1.4218)             // {"1.423", "1.422"}
#pragma once

#include <string>
#include <utility>

namespace plumbline::diff {

/// shortNumber has at most three significant digits, but all of those before the point, and no zeros at its end.
std::string shortNumber(double value);
/// apart writes two numbers with as many decimals as it takes to see that they differ: at least two, at most six.
std::pair<std::string, std::string> apart(double one, double other);

}  // namespace plumbline::diff
