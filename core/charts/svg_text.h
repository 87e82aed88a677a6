// SPDX-License-Identifier: GPL-3.0-or-later
// Text and numbers for SVG: escaped, measured, elided in the middle.
//
//   out += "<text x=\"" + svgNumber(x) + "\">" + svgEscaped(elided(name, 80, 11)) + "</text>";
#pragma once

#include <string>
#include <string_view>

namespace plumbline::charts {

/// svgEscaped makes a text fit for elements and attributes. What XML cannot hold (control characters, broken UTF-8),
/// and what turns the direction of writing, becomes U+FFFD; line breaks and tabs become spaces.
std::string svgEscaped(std::string_view text);
/// svgNumber has at most one decimal: pixels.
std::string svgNumber(double value);
/// textWidth estimates how wide a text is at most, in px, in any usual font without serifs.
double textWidth(std::string_view text, double fontSize);
/// elided takes characters out of the middle until the text fits; "" where not even three fit.
std::string elided(std::string_view text, double width, double fontSize);

}  // namespace plumbline::charts
