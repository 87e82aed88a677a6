// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a chart: title, legend, plot, ticks, labels, notes. Text widths are upper bounds, so that nothing overlaps
// or leaves the picture.
//
//   const SvgLayout layout = layoutOf(chart, 960, 480);
//   const double x = layout.x.at(mark.x);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/charts/axis_range.h"

namespace plumbline::charts {

// Text and numbers for SVG: escaped, measured, elided in the middle.
//
//   out += "<text x=\"" + svgNumber(x) + "\">" + svgEscaped(elided(name, 80, 11)) + "</text>";

/// svgEscaped makes a text fit for elements and attributes. What XML cannot hold (control characters, broken UTF-8),
/// and what turns the direction of writing, becomes U+FFFD; line breaks and tabs become spaces.
std::string svgEscaped(std::string_view text);
/// svgNumber has at most one decimal: pixels.
std::string svgNumber(double value);
/// textWidth estimates how wide a text is at most, in px, in any usual font without serifs.
double textWidth(std::string_view text, double fontSize);
/// elided takes characters out of the middle until the text fits; "" where not even three fit.
std::string elided(std::string_view text, double width, double fontSize);

inline constexpr double kTitleSize = 16, kTextSize = 12, kSmallSize = 11;  // px, as in the style

/// Scale turns values into pixels; far outside of the plot all is one place.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool isLog = false;
  double at(double value) const;
};

struct PlacedText {
  double x = 0, y = 0;
  std::string text;  ///< fits
};

/// LegendEntry is one line of the legend: a series, a class of marks, a guide.
struct LegendEntry {
  enum class Sample : unsigned char { Bars, Line, Point, Steps, Segment, Guide, BandGuide };
  Sample sample = Sample::Point;
  Role role = Role::After;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  bool isClass = false;
  PlacedText text;
};

struct SvgLayout {
  double width = 0, height = 0;
  double left = 0, top = 0, right = 0, bottom = 0;  ///< of the plot
  Scale x, y;
  double place = 0;  ///< px of one category
  PlacedText title, subtitle, xTitle, yTitle;
  std::vector<LegendEntry> legend;
  std::vector<Tick> yTicks, xTicks;  ///< xTicks: of an axis with numbers
  std::vector<PlacedText> labels;    ///< of categories
  bool areLabelsSlanted = false;     ///< 45 degrees, ending at their place
  std::vector<PlacedText> notes;
};
SvgLayout layoutOf(const ChartData& chart, double width, double height);

}  // namespace plumbline::charts
