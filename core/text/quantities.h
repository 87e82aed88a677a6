// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, counts, sizes and durations as people read them, the same in every output and in no locale.
//
//   counted(1, "row")               // "1 row"; counted(3, "row") is "3 rows"
//   counted(2, "entry", "entries")  // "2 entries"
//   shortNumber(14.04)              // "14"
//   sizeText(8'400'000)             // "8.4 MB"
//   durationText(125)               // "2 min 5 s"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::text {

/// groupedText writes a count with a comma between groups of three digits: "1,000,003".
std::string groupedText(std::uint64_t count);

/// counted writes such a count with its noun; without `many` the plural is `one` with an s.
std::string counted(std::size_t count, std::string_view one, std::string_view many = {});

/// joined writes the items with a separator between them.
std::string joined(const std::vector<std::string>& items, std::string_view separator = ", ");

/// fixedText has exactly `decimals` digits after the point; "nan", "inf" and "-inf" for what is no number.
std::string fixedText(double value, int decimals);

/// shortestText is the shortest text that reads back as the same number.
std::string shortestText(double value);

/// shortNumber has at most `digits` significant digits, all of those before the point, and no trailing zeros. Numbers of 16
/// digits before the point, and those below 1e-10, are written as 1e+300.
std::string shortNumber(double value, int digits = 3);

/// toDistinctTexts writes two numbers with as many decimals (2 to 6) as it takes to see that they differ.
std::pair<std::string, std::string> toDistinctTexts(double one, double other);

/// sizeText writes bytes in decimal units: "999 bytes", "12 kB", "8.4 MB", "1.2 GB".
std::string sizeText(std::uint64_t bytes);

/// durationText writes seconds: "350 ms", "1.2 s", "2 min 5 s", "3 h 4 min".
std::string durationText(double seconds);

/// clockText writes whole seconds as a clock that runs does: "12 s", "3:05", "2:03:04".
std::string clockText(std::int64_t seconds);

}  // namespace plumbline::text
