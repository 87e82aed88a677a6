// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as SVG: for reports, for the command line, and for Save as SVG. Colours are CSS classes; the style that a file
// of its own carries comes from the theme.
//
//   files::saveFile(path, svgFile(chart, {.width = 960, .height = 540, .css = themeCss(...)}));
#pragma once

#include <string>

#include "core/charts/chart_data.h"

namespace plumbline::charts {

struct SvgOptions {
  int width = 960, height = 480;  ///< px
  std::string css = {};           ///< style for a file of its own; "" inside HTML that has it already
  bool hasTooltips = true;        ///< a <title> per mark: name and numbers
  std::size_t maxMarks = 4000;   ///< over it marks are thinned out where they lie on each other
};

/// svgElement is "<svg ...>...</svg>" with role="img", a title and a description (chartSummary). Anything from a file is
/// escaped. The same chart gives the same bytes. Labels never overlap: those that would are left out.
std::string svgElement(const ChartData& chart, const SvgOptions& options = {});
/// svgFile is svgElement as a file of its own, with an XML head and its style.
std::string svgFile(const ChartData& chart, const SvgOptions& options = {});

/// chartCss gives the style of the classes svgElement uses, for one theme of resources/themes ("light", "dark").
std::string chartCss(std::string_view theme);

}  // namespace plumbline::charts
