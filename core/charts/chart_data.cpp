// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_data.h"

#include <algorithm>
#include <unordered_set>

#include "core/charts/number_text.h"

namespace plumbline::charts {
namespace {

constexpr std::size_t kMaxNamed = 5, kMaxSeries = 2;

std::string labelOf(const ChartData& chart, const Mark& mark) {
  if (mark.item >= chart.items.size()) return {};
  if (chart.x.isCategory && mark.item >= chart.categories && mark.x >= 0 &&
      mark.x < static_cast<double>(chart.categories))
    return chart.items[static_cast<std::size_t>(mark.x)].label;  // the run, where the series is the model
  const Item& item = chart.items[mark.item];
  return item.name.empty() ? item.label : item.name;
}

/// "after goes from 0.8 (b) to 2.1 (a)"
std::string extremes(const ChartData& chart) {
  std::string out;
  std::size_t listed = 0;
  for (const Series& series : chart.series) {
    if (series.marks.empty() || series.shape == Shape::Segments || listed == kMaxSeries) continue;
    const auto valueOf = [&](const Mark& mark) { return series.isStacked ? mark.y - mark.y2 : mark.y; };
    const auto [low, high] = std::minmax_element(series.marks.begin(), series.marks.end(),
                                                 [&](const Mark& a, const Mark& b) { return valueOf(a) < valueOf(b); });
    out += (out.empty() ? "" : "; ") + series.title;
    if (series.shape == Shape::Steps) {
      out += " has most, " + briefText(valueOf(*high)) + ", at " + labelOf(chart, *high);
    } else if (valueOf(*low) == valueOf(*high)) {
      out +=
          " is " + briefText(valueOf(*low)) + (series.marks.size() == 1 ? " (" + labelOf(chart, *low) + ")" : " everywhere");
    } else {
      out += " goes from " + briefText(valueOf(*low)) + " (" + labelOf(chart, *low) + ") to " + briefText(valueOf(*high)) + " (" +
             labelOf(chart, *high) + ")";
    }
    ++listed;
  }
  return out.empty() ? out : chart.y.title + ": " + out + ".";
}

std::string marked(const ChartData& chart) {
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> seen;
  const bool areModels = static_cast<bool>(chart.makeNumbers);  // one item each
  for (const Item& item : chart.items)
    if (item.isMarked && (areModels || seen.insert(item.name).second)) names.push_back(item.name);
  if (names.empty())
    return chart.kind == ChartKind::Distribution || chart.kind == ChartKind::Trend ? "" : "No model is marked.";
  std::string out = countOf(names.size(), "model is marked: ", "models are marked: ");
  for (std::size_t i = 0; i < std::min(names.size(), kMaxNamed); ++i) out += (i == 0 ? "" : ", ") + std::string(names[i]);
  if (names.size() > kMaxNamed) out += " and " + countText(names.size() - kMaxNamed) + " more";
  return out + ".";
}

std::string guides(const ChartData& chart) {
  std::string out;
  for (const Guide& guide : chart.guides)
    if (!guide.title.empty()) out += (out.empty() ? "Lines: " : "; ") + guide.title;
  return out.empty() ? out : out + ".";
}

}  // namespace

std::string ChartData::numbersOf(std::size_t item) const {
  return items[item].numbers.empty() && makeNumbers ? makeNumbers(item) : items[item].numbers;
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
    case Role::Change: return "change";
  }
  return "";
}

std::string chartSummary(const ChartData& chart) {
  std::string out = chart.title + (chart.subtitle.empty() ? "" : ": " + chart.subtitle) + ".";
  const auto add = [&out](const std::string& sentence) { out += sentence.empty() ? "" : " " + sentence; };
  if (chart.isEmpty()) {
    add(chart.emptyText);
  } else {
    add(extremes(chart));
    add(marked(chart));
    add(guides(chart));
  }
  for (const std::string& note : chart.notes) add(note);
  return out;
}

}  // namespace plumbline::charts
