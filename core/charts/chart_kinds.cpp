// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/charts/chart_data.h"

namespace plumbline::charts {
namespace {

struct KindWords {
  std::string_view name, title;
};
constexpr std::array<KindWords, static_cast<std::size_t>(ChartKind::Count)> kKinds = {{
    {"compile-time", "Compile time"},
    {"memory", "Memory"},
    {"speedup", "Speedup"},
    {"deltas", "Deltas"},
    {"scatter", "Before against after"},
    {"distribution", "Distribution"},
    {"trend", "Trend"},
}};

}  // namespace

std::string_view kindName(ChartKind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }
std::string_view kindTitle(ChartKind kind) { return kKinds[static_cast<std::size_t>(kind)].title; }

std::optional<ChartKind> kindOfName(std::string_view name) {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].name == name) return static_cast<ChartKind>(i);
  return std::nullopt;
}

}  // namespace plumbline::charts
