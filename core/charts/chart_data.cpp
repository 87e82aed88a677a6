// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_data.h"

#include <array>

namespace plumbline::charts {
namespace {

struct KindNames {
  std::string_view name, title;
};
constexpr std::array<KindNames, static_cast<std::size_t>(ChartKind::Count)> kKinds = {{
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

std::string_view roleName(Role role) {
  switch (role) {
    case Role::Before: return "before";
    case Role::After: return "after";
    case Role::Third: return "third";
    case Role::Fourth: return "fourth";
    case Role::Fifth: return "fifth";
    case Role::Sixth: return "sixth";
    case Role::ByClass: return "by-class";
    case Role::Parity: return "parity";
    case Role::Band: return "band";
    case Role::Limit: return "limit";
    case Role::Mean: return "mean";
  }
  return "";
}

}  // namespace plumbline::charts
