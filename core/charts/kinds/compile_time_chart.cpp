// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/charts/axis_range.h"
#include "core/charts/make_chart.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"
#include "core/statistics/statistics.h"

namespace plumbline::charts {
namespace {

using sources::CacheModel;
using sources::CacheRun;

constexpr double kRoomForText = 0.2, kSamePercent = 0.05;

struct Row {
  const CacheModel* model = nullptr;
  std::string config, difference;
  std::optional<double> percent;
};

std::string wordsOf(const CacheRun& run, std::uint32_t which) {
  const std::array<std::string, 5> words = {run.suite, run.mode, run.device, run.isDynamic ? "dynamic" : "static",
                                            run.commit.substr(0, 7)};
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    if ((which >> i & 1U) != 0 && !words[i].empty()) out += (out.empty() ? "" : " ") + words[i];
  return out;
}

/// differences has a bit for each word in which the runs differ.
std::uint32_t differences(std::span<const CacheRun> runs) {
  std::uint32_t which = 0;
  for (std::uint32_t bit = 0; bit < 5; ++bit)
    for (const CacheRun& run : runs)
      if (wordsOf(run, 1U << bit) != wordsOf(runs.front(), 1U << bit)) which |= 1U << bit;
  return which;
}

std::vector<Row> rowsOf(std::span<const CacheRun> runs, Order order) {
  std::vector<Row> rows;
  const std::uint32_t which = differences(runs);
  for (const CacheRun& run : runs)
    for (const CacheModel& model : run.models)
      if (!model.cold.empty() || !model.warm.empty())
        rows.push_back({&model, wordsOf(run, 0xff), wordsOf(run, which), sources::cacheSpeedup(model)});
  const auto byName = [](const Row& a, const Row& b) { return a.model->name < b.model->name; };
  // Those without a speedup come last, whatever is asked for.
  const auto bySpeedup = [](const Row& a, const Row& b, bool isAscending) {
    if (!a.percent || !b.percent) return a.percent.has_value() && !b.percent.has_value();
    return isAscending ? *a.percent < *b.percent : *b.percent < *a.percent;
  };
  if (order == Order::Name) {
    std::ranges::stable_sort(rows, byName);
  } else if (order != Order::File) {
    std::ranges::stable_sort(rows,
                             [&](const Row& a, const Row& b) { return bySpeedup(a, b, order == Order::WorstFirst); });
  }
  return rows;
}

std::string secondsText(double value) { return fixedText(value, std::abs(value) < 10 ? 2 : 1) + " s"; }

std::string timesText(const char* what, const std::vector<double>& times) {
  if (times.empty()) return std::string("no ") + what + " time";
  std::string out = std::string(what) + " " + secondsText(statistics::arithmeticMean(times).value);
  const auto [low, high] = std::minmax_element(times.begin(), times.end());
  if (times.size() > 1)
    out += " (" + countText(times.size()) + " repeats, " + secondsText(*low) + " to " + secondsText(*high) + ")";
  return out;
}

Item itemOf(const Row& row) {
  Item item;
  item.name = row.model->name;
  item.label = row.difference.empty() ? row.model->name : row.model->name + ", " + row.difference;
  item.config = row.config;
  item.numbers = timesText("cold", row.model->cold) + ", " + timesText("warm", row.model->warm);
  if (row.percent && *row.percent == 0) item.numbers += ", as fast";
  if (row.percent && *row.percent != 0)
    item.numbers += ", " + percentText(std::abs(*row.percent) / 100) + (*row.percent < 0 ? " slower" : " faster");
  item.isMarked = row.percent && *row.percent < 0;
  item.cls = item.isMarked ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass;
  return item;
}

void addMark(Series& series, AxisRange& range, double x, std::uint32_t item, const std::vector<double>& times) {
  const statistics::Mean mean = statistics::arithmeticMean(times);
  if (mean.count == 0 || !std::isfinite(mean.value)) return;
  const auto [low, high] = std::minmax_element(times.begin(), times.end());
  series.marks.push_back({.x = x, .y = mean.value, .low = *low, .high = *high, .item = item});
  range.add(*low);
  range.add(*high);
}

std::string repeats(const std::vector<double>& times) {
  std::string out;
  for (const double time : times) out += (out.empty() ? "" : " ") + exactText(time);
  return out;
}

void addTable(ChartData& chart, const std::vector<Row>& rows) {
  chart.columns = {
      "model",           "config", "cold (s)", "warm (s)", "speedup (%)", "speedup in the file (%)", "cold repeats (s)",
      "warm repeats (s)"};
  const auto mean = [](const std::vector<double>& times) {
    return times.empty() ? std::string() : exactText(statistics::arithmeticMean(times).value);
  };
  const auto optional = [](const std::optional<double>& value) { return value ? exactText(*value) : std::string(); };
  for (const Row& row : rows)
    chart.rows.push_back({row.model->name, row.config, mean(row.model->cold), mean(row.model->warm),
                          optional(row.percent), optional(row.model->written), repeats(row.model->cold),
                          repeats(row.model->warm)});
}

void addNotes(ChartData& chart, const std::vector<Row>& rows) {
  std::size_t without = 0, other = 0;
  std::string first;
  for (const Row& row : rows) {
    without += row.percent ? 0 : 1;
    if (!row.percent || !row.model->written || std::abs(*row.percent - *row.model->written) <= kSamePercent) continue;
    if (other++ == 0) first = row.model->name;
  }
  if (without != 0)
    chart.notes.push_back(countOf(without, "model has", "models have") +
                          " no speedup: the cold and the warm times do not pair up, or the cold ones add up to 0.");
  if (other != 0)
    chart.notes.push_back("The speedup written in the file is not that of its times for " +
                          countOf(other, "model", "models") + ", first " + first + "; the times count.");
}

}  // namespace

ChartData compileTimeChart(std::span<const CacheRun> runs, const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::CompileTime, .title = "Compile time, cold and warm cache"};
  const std::vector<Row> rows = rowsOf(runs, options.order);
  if (rows.empty()) {
    chart.emptyText = "Nothing to draw: no file holds compile times with a cold and a warm cache.";
    return chart;
  }
  const Page page = pageOf(rows.size(), options);
  const std::string config = differences(runs) == 0 ? rows.front().config : std::string();
  chart.subtitle = (config.empty() ? "" : config + ", ") + pageText(page, options.order);
  chart.subtitle += ", above the bars the change in time";
  chart.shown = page.count;
  chart.total = page.total;
  chart.categories = page.count;
  Series cold{.title = "cold", .shape = Shape::Bars, .role = Role::Before};
  Series warm{.title = "warm", .shape = Shape::Bars, .role = Role::After};
  AxisRange range;
  range.add(0);
  for (std::size_t i = 0; i < page.count; ++i) {
    const Row& row = rows[page.first + i];
    const auto item = static_cast<std::uint32_t>(i);
    chart.items.push_back(itemOf(row));
    addMark(cold, range, static_cast<double>(i), item, row.model->cold);
    addMark(warm, range, static_cast<double>(i), item, row.model->warm);
    if (row.percent && !warm.marks.empty() && warm.marks.back().item == item)
      warm.marks.back().text = signedPercentText(-*row.percent / 100);
  }
  chart.x = categoryAxis("model", page.count);
  chart.y = range.axis("compile time (s)", kRoomForText);
  chart.markedTitle = "warm slower than cold";
  chart.series = {std::move(cold), std::move(warm)};
  addTable(chart, rows);
  addNotes(chart, rows);
  return chart;
}

ChartData compileTimeChart(const diff::RunDiff& diff, std::size_t before, std::size_t after,
                           const ChartOptions& options) {
  ChartData chart{.kind = ChartKind::CompileTime, .title = "Compile time"};
  const PairRows pairs = startPairChart(chart, diff, before, after, "compilation_latency", options);
  if (chart.isEmpty()) return chart;
  const Page page = startPage(chart, diff, after, pairs, options);
  if (!pairs.isAlone) chart.subtitle += ", above the bars the change in time";
  if (!pairs.isAlone) chart.markedTitle = "slower beyond the threshold";
  Series beforeSeries{.title = diff.runs()[before].label, .shape = Shape::Bars, .role = Role::Before};
  Series afterSeries{.title = diff.runs()[after].label, .shape = Shape::Bars, .role = Role::After};
  AxisRange range;
  range.add(0);
  for (std::size_t i = 0; i < page.count; ++i) {
    const PairRow& row = pairs.rows[page.first + i];
    Item item = itemOf(diff, before, after, pairs, row);
    Mark mark = markAt(static_cast<double>(i), row.after, i);
    range.add(row.after);
    if (!pairs.isAlone) {
      beforeSeries.marks.push_back(markAt(mark.x, row.before, i));
      range.add(row.before);
      if (row.before > 0 && std::isfinite(row.relative)) mark.text = signedPercentText(row.after / row.before - 1);
    }
    afterSeries.marks.push_back(std::move(mark));
    chart.items.push_back(std::move(item));
  }
  if (!pairs.isAlone) chart.series.push_back(std::move(beforeSeries));
  chart.series.push_back(std::move(afterSeries));
  chart.x = categoryAxis("model", page.count);
  chart.y = range.axis(axisTitle(pairs.metric), pairs.isAlone ? 0.08 : kRoomForText);
  fillTable(chart, diff, before, after, pairs, options);
  return chart;
}

}  // namespace plumbline::charts
