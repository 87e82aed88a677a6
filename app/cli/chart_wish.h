// SPDX-License-Identifier: GPL-3.0-or-later
// What a command line of `chart` asks for: the kind, the sides, what is shown of them, the form.
//
//   auto wish = chartWish(arguments);        // BadArgument says what is wrong with the words
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/charts/make_chart.h"
#include "core/charts/svg.h"
#include "core/diff/choose_runs.h"

namespace plumbline::cli {

enum class ChartFormat : unsigned char { Text, Svg, Csv };

struct ChartWish {
  charts::ChartKind kind = charts::ChartKind::Speedup;
  std::vector<std::string> sources;
  std::vector<diff::SideWish> sides;  ///< one alone: what it holds decides
  std::string config;
  charts::ChartOptions options;
  charts::SvgOptions svg;
  ChartFormat format = ChartFormat::Text;
  std::string file;  ///< where it goes; "": standard output
};

CommandSpec chartSpec();
base::Result<ChartWish> chartWish(const ParsedArguments& arguments);

}  // namespace plumbline::cli
