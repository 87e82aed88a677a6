// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/pair_rows.h"

#include <algorithm>
#include <cmath>

#include "core/charts/number_text.h"

namespace plumbline::charts {
namespace {

using diff::Move;
using diff::ReadingState;
using diff::RunDiff;

bool hasNumbers(std::span<const double> numbers) {
  return std::ranges::any_of(numbers, [](double value) { return std::isfinite(value); });
}

/// Why models have no place in a chart, counted.
struct LeftOut {
  std::size_t onlyBefore = 0, onlyAfter = 0, notMeasured = 0, noNumber = 0;

  void count(const RunDiff& diff, std::size_t row, std::size_t metric, std::initializer_list<std::size_t> runs) {
    bool isMissing = false, isOdd = false;
    for (const std::size_t run : runs) {
      const ReadingState state = diff.reading(run, row, metric).state;
      isMissing |= state == ReadingState::Empty || state == ReadingState::Padded || state == ReadingState::NoColumn;
      isOdd |= state == ReadingState::NotFinite || state == ReadingState::Word;
    }
    ++(isOdd ? noNumber : isMissing ? notMeasured : noNumber);
  }

  std::string note(const std::string& before, const std::string& after) const {
    const std::size_t all = onlyBefore + onlyAfter + notMeasured + noNumber;
    if (all == 0) return {};
    std::string out;
    const auto add = [&](std::size_t count, const std::string& why) {
      if (count != 0) out += (out.empty() ? "" : ", ") + (count == all ? "" : countText(count) + " ") + why;
    };
    add(notMeasured, "not measured");
    add(noNumber, "without a number");
    add(onlyBefore, "only in " + before);
    add(onlyAfter, "only in " + after);
    return countOf(all, "model is", "models are") + " left out: " + out + ".";
  }
};

/// Bigger is worse.
double badness(const PairRows& pairs, const PairRow& row) {
  const double moved = pairs.isAlone ? row.after : row.relative;
  if (pairs.metric.better == verdicts::Better::Higher) return -moved;
  return pairs.metric.better == verdicts::Better::Lower || pairs.isAlone ? moved : std::abs(moved);
}

void sortRows(const RunDiff& diff, PairRows& pairs, Order order) {
  const auto byBadness = [&](const PairRow& a, const PairRow& b) { return badness(pairs, a) > badness(pairs, b); };
  std::vector<PairRow>& rows = pairs.rows;
  switch (order) {
    case Order::WorstFirst: std::ranges::stable_sort(rows, byBadness); break;
    case Order::BestFirst:
      std::ranges::stable_sort(rows, [&](const auto& a, const auto& b) { return byBadness(b, a); });
      break;
    case Order::Name:
      std::ranges::stable_sort(
          rows, [&](const PairRow& a, const PairRow& b) { return diff.model(a.row) < diff.model(b.row); });
      break;
    case Order::File: break;
  }
}

std::string numbersOf(const std::string& before, const std::string& after, const PairRows& pairs, const PairRow& row) {
  std::string numbers = after + " " + valueText(pairs.metric, row.after);
  if (pairs.isAlone) return numbers;
  numbers = before + " " + valueText(pairs.metric, row.before) + ", " + numbers;
  if (std::isfinite(row.relative)) numbers += ", " + signedPercentText(row.relative);
  return numbers;
}

Item plainItem(const RunDiff& diff, const PairRow& row) {
  return {.name = diff.model(row.row), .cls = classOf(row.move), .isMarked = hasMoved(row.move)};
}

double relativeOf(double before, double after) {
  if (before != 0) return (after - before) / std::abs(before);
  return after == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), after);
}

}  // namespace

PairRows pairRows(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t metric,
                  const ChartOptions& options) {
  PairRows pairs;
  pairs.metric = diff.metrics()[metric];
  const std::span<const double> beforeSeries = diff.numbers(before, metric), afterSeries = diff.numbers(after, metric);
  const std::string& beforeLabel = diff.runs()[before].label;
  const std::string& afterLabel = diff.runs()[after].label;
  const std::string title = pairs.metric.title;
  if (!hasNumbers(afterSeries)) {
    pairs.emptyText = "Nothing to draw: " + afterLabel + " has no number for " + title + ".";
    return pairs;
  }
  pairs.isAlone = !hasNumbers(beforeSeries);
  const bool isComparable = pairs.isAlone || diff.isComparable(before, after, metric);
  if (!isComparable) pairs.notes.push_back(diff.cacheSentence(before, after));
  LeftOut leftOut;
  for (std::size_t row = 0; row < diff.rowCount(); ++row) {
    const bool isPair = std::isfinite(afterSeries[row]) && (pairs.isAlone || std::isfinite(beforeSeries[row]));
    if (isPair && pairs.isAlone) {
      pairs.rows.push_back({.row = static_cast<std::uint32_t>(row),
                            .after = afterSeries[row],
                            .relative = std::numeric_limits<double>::quiet_NaN()});
    } else if (isPair) {
      pairs.rows.push_back({static_cast<std::uint32_t>(row), beforeSeries[row], afterSeries[row],
                            isComparable ? relativeOf(beforeSeries[row], afterSeries[row]) : std::numeric_limits<double>::quiet_NaN(),
                            diff::moveOf(diff, before, after, row, metric, options.thresholds)});
    } else if (!diff.hasModel(after, row)) {
      leftOut.onlyBefore += diff.hasModel(before, row) ? 1 : 0;
    } else if (pairs.isAlone) {
      leftOut.count(diff, row, metric, {after});
    } else if (!diff.hasModel(before, row)) {
      ++leftOut.onlyAfter;
    } else {
      leftOut.count(diff, row, metric, {before, after});
    }
  }
  if (pairs.isAlone && before != after)
    pairs.notes.push_back(beforeLabel + " has no number for " + title + ", so " + afterLabel + " is shown alone.");
  if (std::string note = leftOut.note(beforeLabel, afterLabel); !note.empty()) pairs.notes.push_back(std::move(note));
  if (pairs.rows.empty())
    pairs.emptyText =
        "Nothing to draw: no model has a number for " + title + " in both " + beforeLabel + " and " + afterLabel + ".";
  sortRows(diff, pairs, options.order);
  return pairs;
}

std::optional<std::size_t> metricFor(const RunDiff& diff, const std::string& requested, std::string& emptyText) {
  std::string names;
  std::optional<std::size_t> first;
  for (std::size_t metric = 0; metric < diff.metrics().size(); ++metric) {
    bool has = false;
    for (std::size_t run = 0; run < diff.runs().size() && !has; ++run) has = hasNumbers(diff.numbers(run, metric));
    if (!has) continue;
    const std::string& name = diff.metrics()[metric].name;
    if (name == (requested.empty() ? "speedup" : requested)) return metric;
    if (!first) first = metric;
    names += (names.empty() ? "" : ", ") + name;
  }
  if (requested.empty() && first) return first;
  const std::uint8_t known = verdicts::metricIndex(requested);
  const std::string title = known == verdicts::kNoMetric
                                ? "\"" + requested + "\""
                                : verdicts::metricCatalogue()[known].title + " (" + requested + ")";
  emptyText = requested.empty() ? "Nothing to draw: none of the runs holds a number."
                             : "Nothing to draw: no run has numbers for " + title +
                                   (names.empty() ? "." : "; they have " + names + ".");
  return std::nullopt;
}

Page pageOf(std::size_t total, const ChartOptions& options) {
  const std::size_t most = options.limit == 0 ? total : options.limit;
  if (total == 0) return {};
  const std::size_t first = options.first < total ? options.first : (total - 1) / most * most;
  return {first, std::min(most, total - first), total};
}

std::string pageText(const Page& page, Order order) {
  if (page.count == page.total) return countOf(page.total, "model", "models");
  static constexpr const char* kWords[] = {"worst first", "best first", "by name", "in the file's order"};
  const std::string words = std::string(", ") + kWords[static_cast<std::size_t>(order)];
  if (page.first == 0) return countText(page.count) + " of " + countText(page.total) + " models" + words;
  if (page.count == 1) return "model " + countText(page.first + 1) + " of " + countText(page.total) + words;
  return "models " + countText(page.first + 1) + " to " + countText(page.first + page.count) + " of " +
         countText(page.total) + words;
}

PairRows startPairChart(ChartData& chart, const RunDiff& diff, std::size_t before, std::size_t after,
                        const std::string& metric, const ChartOptions& options) {
  chart.subtitle = diff.runs()[before].label + " against " + diff.runs()[after].label;
  const auto column = metricFor(diff, metric, chart.emptyText);
  if (!column) return {};
  PairRows pairs = pairRows(diff, before, after, *column, options);
  chart.notes = pairs.notes;
  chart.emptyText = pairs.emptyText;
  return pairs;
}

void requireBothRuns(ChartData& chart, const RunDiff& diff, std::size_t before, const PairRows& pairs) {
  if (pairs.isAlone)
    chart.emptyText =
        "Nothing to draw: " + diff.runs()[before].label + " has no number for " + pairs.metric.title + ".";
  if (chart.isEmpty()) chart.notes.clear();
}

Page startPage(ChartData& chart, const RunDiff& diff, std::size_t after, const PairRows& pairs,
               const ChartOptions& options) {
  const Page page = pageOf(pairs.rows.size(), options);
  chart.subtitle = (pairs.isAlone ? diff.runs()[after].label : chart.subtitle) + ", " + pageText(page, options.order);
  chart.shown = chart.categories = page.count;
  chart.total = page.total;
  return page;
}

verdicts::VerdictClass classOf(Move move) {
  if (move == Move::Better || move == Move::Healed) return verdicts::VerdictClass::Improved;
  return diff::isBad(move) ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass;
}

bool hasMoved(Move move) {
  return move == Move::Better || move == Move::Worse || move == Move::Changed || move == Move::Broke ||
         move == Move::Healed;
}

Item itemOf(const RunDiff& diff, std::size_t before, std::size_t after, const PairRows& pairs, const PairRow& row) {
  Item item = plainItem(diff, row);
  item.label = item.name;
  item.numbers = numbersOf(diff.runs()[before].label, diff.runs()[after].label, pairs, row);
  return item;
}

void addItems(ChartData& chart, const RunDiff& diff, std::size_t before, std::size_t after,
              const std::shared_ptr<const PairRows>& pairs) {
  chart.items.reserve(pairs->rows.size());
  const bool isLate = pairs->rows.size() > kManyItems;
  for (const PairRow& row : pairs->rows)
    chart.items.push_back(isLate ? plainItem(diff, row) : itemOf(diff, before, after, *pairs, row));
  if (isLate)
    chart.makeNumbers = [pairs, was = diff.runs()[before].label, is = diff.runs()[after].label](std::size_t item) {
      return numbersOf(was, is, *pairs, pairs->rows[item]);
    };
}

void fillTable(ChartData& chart, const RunDiff& diff, std::size_t before, std::size_t after, const PairRows& pairs,
               const ChartOptions& options) {
  if (!options.hasTable) return;
  const std::string name = pairs.metric.name;
  const std::string unit = pairs.metric.unit.empty() ? "" : " (" + pairs.metric.unit + ")";
  chart.columns = {"model"};
  if (!pairs.isAlone) chart.columns.push_back(diff.runs()[before].label + " " + name + unit);
  chart.columns.push_back(diff.runs()[after].label + " " + name + unit);
  if (!pairs.isAlone) chart.columns.insert(chart.columns.end(), {"delta", "delta (%)", "move"});
  chart.rows.reserve(pairs.rows.size());
  for (const PairRow& row : pairs.rows) {
    std::vector<std::string> cells{diff.model(row.row)};
    if (!pairs.isAlone) cells.push_back(exactText(row.before));
    cells.push_back(exactText(row.after));
    if (!pairs.isAlone) {
      cells.push_back(exactText(row.after - row.before));
      cells.push_back(std::isfinite(row.relative) ? exactText(row.relative * 100) : "");
      cells.emplace_back(diff::moveName(row.move));
    }
    chart.rows.push_back(std::move(cells));
  }
}

}  // namespace plumbline::charts
