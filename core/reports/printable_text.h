// SPDX-License-Identifier: GPL-3.0-or-later
// Text from files made fit for a terminal: nothing in a model's name may move the cursor, change colours or turn the
// direction of writing, and no name may be longer than a line.
//
//   printableText(name)      // an escape byte becomes the four characters \x1b, and colours nothing
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::reports {

/// printableText writes characters that are not printable, and bytes that are not UTF-8, as \n, \t, \xNN, \uNNNN, \UNNNNNNNN.
std::string printableText(std::string_view utf8);

/// elidedText keeps at most `width` characters, with "..." in the middle where some were left out.
std::string elidedText(const std::string& shown, std::size_t width);

/// wrappedText breaks a sentence into lines of at most `width` characters, each after the first indented; 0: one line.
std::string wrappedText(std::string_view sentence, std::size_t width, std::size_t indent);

}  // namespace plumbline::reports
