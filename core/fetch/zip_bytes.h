// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what was received can be a zip at all, told from its first and its last bytes.
//
//   if (auto problem = startProblem(first)) refuse(*problem);        // "a web page (HTML) came instead of a zip"
//   if (!endsAsZip(path)) again();                                   // cut off somewhere on the way
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::fetch {

/// kStartBytes is how many bytes startProblem looks at.
inline constexpr std::size_t kStartBytes = 4;

/// startProblem says what the bytes are when they do not begin a zip.
std::optional<std::string> startProblem(std::string_view first);

/// endsAsZip looks for the zip's directory end at the end of the file. False when it cannot be read.
bool endsAsZip(const std::string& path);

}  // namespace plumbline::fetch
