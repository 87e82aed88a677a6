// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/change_marks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/charts/number_text.h"
#include "core/statistics/series_changes.h"
#include "core/text/quantities.h"

namespace plumbline::charts {
namespace {

constexpr int kLevelDigits = 6;
constexpr std::size_t kMinRuns = 8;  // fewer have no change points: statistics::changePoints

/// sizeText is "+1.4 %" of the level before; of a level of 0 the difference itself, "+2".
std::string sizeText(double difference, double before) {
  const double size = before == 0 ? difference : 100 * difference / std::abs(before);
  return (size < 0 ? "" : "+") + text::shortNumber(size, 3) + (before == 0 ? "" : " %");
}

std::string directionText(const statistics::Change& change, verdicts::Better better) {
  if (better == verdicts::Better::Neither || change.after == change.before) return {};
  return (change.after < change.before) == (better == verdicts::Better::Lower) ? ", better" : ", worse";
}

class ChangeMarks {
 public:
  explicit ChangeMarks(ChartData& chart) : m_chart(chart) {}

  void add(const Series& line, const statistics::SeriesChanges& found, verdicts::Better better) {
    double from = line.marks.front().x;
    for (std::size_t i = 0; i < found.changes.size(); ++i) {
      const statistics::Change& change = found.changes[i];
      const Mark& first = line.marks[change.index];
      const double x = first.x - 0.5;
      addLevel(from, change.before, x, change.before);
      addLevel(x, change.before, x, change.after);
      from = x;
      const auto run = static_cast<std::size_t>(first.x);
      const Item& place = m_chart.items[run];
      Item item;
      item.label = line.title + (change.isDrift ? ": drift around " : ": step at ") +
                   (place.name.empty() ? place.label : place.name);
      item.numbers = changeText(change, found.q[i]) + directionText(change, better) + ", default method";
      m_chart.items.push_back(std::move(item));
      m_marks.marks.push_back({.x = x, .y = change.after, .low = change.before + change.low,
                               .high = change.before + change.high,
                               .item = static_cast<std::uint32_t>(m_chart.items.size() - 1)});
      m_runs.push_back(run);
    }
    if (!found.changes.empty()) addLevel(from, found.changes.back().after, line.marks.back().x, found.changes.back().after);
  }

  std::vector<std::size_t> finish(std::size_t longest, double alarmRate) {
    const std::size_t count = m_marks.marks.size();
    m_marks.title = countOf(count, "change point", "change points");
    m_chart.notes.push_back(longest < kMinRuns ? "Change points need 8 values or more; there are at most " + countText(longest) + '.'
                                               : (count == 0 ? "No change point" : m_marks.title) + ", " + alarmText(alarmRate) + '.');
    if (count == 0) return {};
    std::ranges::stable_sort(m_levels.marks, {}, &Mark::x);
    std::ranges::stable_sort(m_marks.marks, {}, &Mark::x);
    m_chart.series.push_back(std::move(m_levels));
    m_chart.series.push_back(std::move(m_marks));
    return std::move(m_runs);
  }

 private:
  void addLevel(double x, double y, double x2, double y2) {
    m_levels.marks.push_back({.x = x, .y = y, .low = y, .high = y, .x2 = x2, .y2 = y2});
  }

  ChartData& m_chart;
  Series m_levels{.title = "levels", .shape = Shape::Segments, .role = Role::Change};
  Series m_marks{.shape = Shape::Points, .role = Role::Change};
  std::vector<std::size_t> m_runs;
};

}  // namespace

std::string alarmText(double alarmRate) {
  return "about 1 false alarm in " + countText(static_cast<std::size_t>(std::lround(1 / alarmRate))) + " series";
}

std::string pText(double p) {
  if (p == 0) return "under 1e-300";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), p, std::chars_format::general, 2);
  return {text.data(), end.ptr};
}

std::string changeText(const statistics::Change& change, double q) {
  const std::string before = text::shortNumber(change.before, kLevelDigits), after = text::shortNumber(change.after, kLevelDigits);
  std::string out = change.isDrift ? "drifted from " + before + " to " + after : before + " -> " + after;
  out += ", " + sizeText(change.after - change.before, change.before);
  if (std::isfinite(change.low)) out += " (95 %: " + sizeText(change.low, change.before) + " to " + sizeText(change.high, change.before) + ')';
  if (!std::isnan(change.p)) out += ", p " + pText(change.p) + (std::isnan(q) ? std::string() : ", q " + pText(q));
  return out;
}

std::vector<std::size_t> addChanges(ChartData& chart, std::size_t count, double alarmRate, verdicts::Better better) {
  std::vector<std::size_t> lines;
  std::vector<std::vector<double>> values;
  std::size_t longest = 0;
  for (std::size_t s = 0; s < count; ++s) {
    if (chart.series[s].shape != Shape::Line || chart.series[s].marks.empty()) continue;
    lines.push_back(s);
    values.emplace_back();
    for (const Mark& mark : chart.series[s].marks) values.back().push_back(mark.y);
    longest = std::max(longest, values.back().size());
  }
  if (lines.empty()) return {};
  const auto found = statistics::seriesChanges(values, {.maxP = alarmRate});
  if (!found.isValue()) return {};
  ChangeMarks marks(chart);
  for (std::size_t i = 0; i < lines.size(); ++i) marks.add(chart.series[lines[i]], found.value()[i], better);
  return marks.finish(longest, alarmRate);
}

}  // namespace plumbline::charts
