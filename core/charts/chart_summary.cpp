// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <utility>

#include "core/charts/chart_text.h"
#include "core/charts/number_text.h"
#include "core/text/runner_commands.h"

namespace plumbline::charts {
namespace {

constexpr std::size_t kMostNamed = 5, kMostSeries = 2;

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
  std::size_t said = 0;
  for (const Series& series : chart.series) {
    if (series.marks.empty() || series.shape == Shape::Segments || said == kMostSeries) continue;
    const auto [low, high] = std::minmax_element(series.marks.begin(), series.marks.end(),
                                                 [](const Mark& a, const Mark& b) { return a.y < b.y; });
    out += (out.empty() ? "" : "; ") + series.title;
    if (series.shape == Shape::Steps) {
      out += " has most, " + briefText(high->y) + ", at " + labelOf(chart, *high);
    } else if (low->y == high->y) {
      out +=
          " is " + briefText(low->y) + (series.marks.size() == 1 ? " (" + labelOf(chart, *low) + ")" : " everywhere");
    } else {
      out += " goes from " + briefText(low->y) + " (" + labelOf(chart, *low) + ") to " + briefText(high->y) + " (" +
             labelOf(chart, *high) + ")";
    }
    ++said;
  }
  return out.empty() ? out : chart.y.title + ": " + out + ".";
}

std::string marked(const ChartData& chart) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Item& item : chart.items)
    if (item.isMarked && seen.insert(item.name).second) names.push_back(item.name);
  if (names.empty())
    return chart.kind == ChartKind::Distribution || chart.kind == ChartKind::Trend ? "" : "No model is marked.";
  std::string out = countOf(names.size(), "model is marked: ", "models are marked: ");
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMostNamed) out += " and " + countText(names.size() - kMostNamed) + " more";
  return out + ".";
}

std::string guides(const ChartData& chart) {
  std::string out;
  for (const Guide& guide : chart.guides)
    if (!guide.title.empty()) out += (out.empty() ? "Lines: " : "; ") + guide.title;
  return out.empty() ? out : out + ".";
}

/// A name from a file can hold anything; what would move the cursor of a terminal becomes a space.
std::string plain(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool isSecondSet = c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (isSecondSet) text[i + 1] = ' ';
    if (isSecondSet || c < 0x20 || c == 0x7F) text[i] = ' ';
  }
  return text;
}

}  // namespace

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

std::string chartList(const ChartData& chart) {
  std::string out = plain(chartSummary(chart)) + "\n";
  if (!chart.isEmpty()) out += "\n";
  for (const Item& item : chart.items) {
    if (chart.isEmpty() || item.numbers.empty()) continue;
    out += item.isMarked ? std::string(verdicts::classGlyph(item.cls)) : " ";
    out += " " + plain(item.label) + ": " + plain(item.numbers) + "\n";
  }
  return text::withoutCommands(std::move(out));
}

}  // namespace plumbline::charts
