// SPDX-License-Identifier: GPL-3.0-or-later
// The marks of a chart as SVG elements: bars with their spread, points, lines, steps, segments.
//
//   SvgMarks marks(chart, layout, options);
//   out += marks.inside();    // goes into the clipped plot
//   out += marks.above();     // texts, and areas with tooltips
#pragma once

#include <string>
#include <vector>

#include "core/charts/chart_data.h"
#include "core/charts/svg.h"
#include "core/charts/svg_layout.h"

namespace plumbline::charts {

// Shapes of marks as path data, and their CSS classes. Classes and runs differ in shape as well as in colour.
//
//   out += "<path class=\"" + classCss(item.cls) + "\" d=\"" + pathOf(shapeOf(item), x, y, 4) + "\"/>";

enum class Glyph : unsigned char { Disc, Ring, Square, Diamond, Triangle, TriangleDown, Cross };

Glyph glyphOf(verdicts::VerdictClass cls);
Glyph glyphOf(Role role);
/// isOutline: drawn as a line, not filled.
bool isOutline(Glyph glyph);
std::string pathOf(Glyph glyph, double x, double y, double radius);

/// "pc-before", "pc-fail": give a colour to fill and stroke.
std::string roleCss(Role role);
std::string classCss(verdicts::VerdictClass cls);

class SvgMarks {
 public:
  SvgMarks(const ChartData& chart, const SvgLayout& layout, const SvgOptions& options);
  const std::string& inside() const { return m_inside; }
  const std::string& above() const { return m_above; }

 private:
  void addBars(const Series& series, std::size_t which, std::size_t count);
  void addPoints(const Series& series);
  void addLine(const Series& series);
  void addSteps(const Series& series);
  void addSegments(const Series& series);
  void addTexts();
  void addPlaces();
  const Item* itemOf(const Mark& mark) const;
  std::string tooltip(const Mark& mark);
  bool hasPlaces() const { return m_chart.x.isCategory && m_options.hasTooltips; }

  const ChartData& m_chart;
  const SvgLayout& m_layout;
  const SvgOptions& m_options;
  std::size_t m_tooltipBytes = 0;  ///< left for tooltips
  std::string m_inside, m_above;
};

/// thinned leaves at most `most` of a series' marks: of those that lie on each other in the picture one stays, marked
/// ones before others. The order stays.
std::vector<const Mark*> thinned(const ChartData& chart, const Series& series, const SvgLayout& layout,
                                 std::size_t most);

}  // namespace plumbline::charts
