// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns over names as people write them in a flaky list: * for any text, ? for one character, the rest as it stands.
//
//   matchesGlob("resnet*", "resnet152")   // true; upper and lower case differ, as model names do
#pragma once

#include <string_view>

namespace plumbline::flaky {

/// matchesGlob takes time of at most pattern x text.
bool matchesGlob(std::string_view pattern, std::string_view text);

}  // namespace plumbline::flaky
