// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a log as text that can be shown and searched.
#pragma once

#include <string>
#include <string_view>

namespace plumbline::runs {

/// shownText is valid UTF-8: a stray byte becomes U+FFFD, and so does what would turn the direction of writing or break
/// the line; control bytes become their symbols, except those that readAnsi takes.
std::string shownText(std::string_view bytes);

/// withoutSequences leaves out control sequences; line feeds all stay. `room` holds the text when there were any.
std::string_view withoutSequences(std::string_view bytes, std::string& room);

}  // namespace plumbline::runs
