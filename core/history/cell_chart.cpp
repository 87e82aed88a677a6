// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/cell_chart.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "core/charts/axis_range.h"
#include "core/charts/change_marks.h"
#include "core/charts/number_text.h"
#include "core/history/report_parts.h"
#include "core/history/run_intake.h"
#include "core/history/show_report.h"

namespace plumbline::history {
namespace {

using charts::Item;
using charts::Mark;
using verdicts::VerdictClass;

constexpr std::size_t kLengthOfYear = 5;  // of "2026-": the names of the runs have it

class CellChartMaker {
 public:
  explicit CellChartMaker(const CellHistory& cell)
      : m_cell(cell), m_points(cell.list.series.empty() ? nullptr : &cell.list.series.front().points) {}

  CellChart make(std::optional<double> alarmRate) {
    charts::ChartData& chart = m_made.data;
    chart.kind = charts::ChartKind::Trend;
    chart.title = m_cell.metric;
    if (runs() == 0 && m_cell.blamed.empty()) {
      chart.emptyText = "Nothing is remembered of " + m_cell.metric + '.';
      return std::move(m_made);
    }
    chart.categories = runs() > 0 ? runs() : m_cell.blamed.size();
    chart.subtitle = charts::countOf(runs(), "run", "runs") + ", " +
                     charts::countOf(m_cell.blamed.size(), "move", "moves") + " of the baseline";
    rankWords();
    addRuns();
    addMoves();
    addDecisions();
    addEpisodes();
    chart.x = charts::categoryAxis("run, old to new", chart.categories);
    chart.y = m_range.axis(m_cell.metric, 0.08);
    if (!m_ranks.empty()) showWords();
    if (alarmRate && m_ranks.empty() && m_hasRuns) addSteps(*alarmRate);
    return std::move(m_made);
  }

 private:
  std::size_t runs() const { return m_points == nullptr ? 0 : m_points->size(); }
  std::int64_t timeAt(std::size_t point) const { return timeOfRun(m_cell.list.runs[(*m_points)[point].run]); }

  /// rankWords gives each word a height where the metric has words: those that pass on top.
  void rankWords() {
    const bool isStatus = m_cell.metric == kStatusMetric;
    bool hasNumber = false;
    std::map<std::pair<bool, std::string>, double> words;
    const auto see = [&](const std::string& word) { words.emplace(std::pair(word.starts_with("pass"), word), 0); };
    for (std::size_t i = 0; i < runs(); ++i) {
      hasNumber = hasNumber || (*m_points)[i].number;
      if (!(*m_points)[i].number) see((*m_points)[i].word);
    }
    for (const BlamedCell& one : m_cell.blamed)
      for (const auto& value : {m_cell.moves.changes[one.change].before, m_cell.moves.changes[one.change].after})
        if (value) {
          hasNumber = hasNumber || finiteNumber(*value);
          see(*value);
        }
    if (hasNumber && !isStatus) return;
    double rank = 0;
    for (const auto& [word, unused] : words) m_ranks.emplace(word.second, rank++);
  }

  std::optional<double> heightOf(const std::string& text) const {
    if (m_ranks.empty()) return finiteNumber(text);
    const auto found = m_ranks.find(text);
    return found == m_ranks.end() ? std::nullopt : std::optional(found->second);
  }

  std::uint32_t addItem(Item item, CellEvent event) {
    m_made.data.items.push_back(std::move(item));
    m_made.events.push_back(event);
    return static_cast<std::uint32_t>(m_made.data.items.size() - 1);
  }

  Mark markFor(double x, double y, std::uint32_t item) {
    m_range.add(y);
    return {.x = x, .y = y, .low = y, .high = y, .item = item};
  }

  void addRuns() {
    m_made.data.hasVerdicts = true;
    charts::Series series{.title = "runs",
                          .shape = m_ranks.empty() ? charts::Shape::Line : charts::Shape::Points,
                          .role = m_ranks.empty() ? charts::Role::After : charts::Role::ByClass};
    for (std::size_t i = 0; i < runs(); ++i) {
      const SeriesPoint& point = (*m_points)[i];
      const std::string text = pointText(point);
      const RunInfo& run = m_cell.list.runs[point.run];
      const bool isBad = m_cell.metric == kStatusMetric && !point.number && !point.word.starts_with("pass");
      const std::uint32_t item =
          addItem({.name = runText(run) + (run.commit.empty() ? ' ' + std::to_string(i + 1) : ""),
                   .label = dayText(timeOfRun(run)).substr(kLengthOfYear),
                   .numbers = text.empty() ? "no value" : text,
                   .cls = isBad ? VerdictClass::Fail : VerdictClass::Pass,
                   .isMarked = isBad},
                  {CellEvent::Kind::Run, i});
      const auto height = point.number ? point.number : heightOf(text);
      if (height) series.marks.push_back(markFor(static_cast<double>(i), *height, item));
    }
    m_hasRuns = !series.marks.empty();
    if (m_hasRuns) m_made.data.series.push_back(std::move(series));
  }

  void addSteps(double alarmRate) {
    const std::uint8_t metric = verdicts::metricIndex(m_cell.metric);
    const auto better = metric == verdicts::kNoMetric ? verdicts::Better::Neither : verdicts::metricCatalogue()[metric].better;
    for (const std::size_t run : charts::addChanges(m_made.data, 1, alarmRate, better)) {
      Item& item = m_made.data.items[m_made.events.size()];
      item.name = item.label;  // chosen by name
      m_made.events.push_back({CellEvent::Kind::Change, run});
    }
  }

  /// placeOf is where a time lies between the runs; without runs each move has a place of its own.
  double placeOf(std::int64_t time, std::size_t position) const {
    if (runs() == 0) return static_cast<double>(position);
    std::size_t later = 0;
    while (later < runs() && timeAt(later) < time) ++later;
    return static_cast<double>(later) - 0.5;
  }

  void addMoves() {
    charts::Series steps{.title = "baseline", .shape = charts::Shape::Line, .role = charts::Role::Before};
    const double end = static_cast<double>(m_made.data.categories) - 0.5;
    std::optional<double> now;
    std::uint32_t item = 0;
    for (std::size_t i = 0; i < m_cell.blamed.size(); ++i) {
      const BaselineChange& change = m_cell.moves.changes[m_cell.blamed[i].change];
      const BaselineCommit& commit = m_cell.moves.commits[m_cell.blamed[i].commit];
      item = addItem({.name = "baseline " + dayText(commit.time) + ' ' + shortName(commit),
                      .label = dayText(commit.time).substr(kLengthOfYear),
                      .numbers = change.before.value_or("no row") + " \u2192 " + change.after.value_or("no row") +
                                 ", " + std::string(kindName(commit.kind)) + ": " + commit.subject,
                      .cls = VerdictClass::Pass},
                     {CellEvent::Kind::Move, i});
      const double x = placeOf(commit.time, i);
      if (i == 0) now = change.before ? heightOf(*change.before) : std::nullopt;
      if (now && i == 0) steps.marks.push_back(markFor(-0.5, *now, item));
      if (now) steps.marks.push_back(markFor(x, *now, item));
      now = change.after ? heightOf(*change.after) : std::nullopt;
      if (now)
        steps.marks.push_back(markFor(x, *now, item));
      else
        closeSteps(steps);
    }
    if (now) steps.marks.push_back(markFor(end, *now, item));
    closeSteps(steps);
  }

  /// closeSteps ends a piece of the baseline: the row was removed, or there is no more.
  void closeSteps(charts::Series& steps) {
    if (!steps.marks.empty()) m_made.data.series.push_back(steps);
    steps.marks.clear();
  }

  void addDecisions() {
    if (m_cell.decisions.empty()) return;
    charts::Series series{.title = "decisions", .shape = charts::Shape::Points, .role = charts::Role::Third};
    for (std::size_t i = 0; i < m_cell.decisions.size(); ++i) {
      const CellDecision& decision = m_cell.decisions[i];
      const std::uint32_t item = addItem({.name = decision.action + ' ' + dayText(decision.time),
                                          .label = decision.action,
                                          .numbers = reasonText(decision)},
                                         {CellEvent::Kind::Decision, i});
      series.marks.push_back(markFor(placeOf(decision.time, i), m_range.isEmpty() ? 0 : m_range.high(), item));
    }
    m_made.data.series.push_back(std::move(series));
  }

  /// addEpisodes draws the time on a flaky list as a line on top, from the commit that put the entry there to the one that took it off.
  void addEpisodes() {
    const double top = m_range.isEmpty() ? 0 : m_range.high();
    const double y = m_range.isEmpty() ? top : top + (m_ranks.empty() ? 0.06 * (top - m_range.low()) : 0.3);
    for (std::size_t i = 0; i < m_cell.episodes.size(); ++i) {
      const FlakyEpisode& one = m_cell.episodes[i];
      charts::Series series{.title = "flaky list", .shape = charts::Shape::Line, .role = charts::Role::Fourth};
      const auto addEnd = [&](const std::optional<BaselineCommit>& commit, double otherwise, const char* what, CellEvent::Kind kind) {
        const std::uint32_t item = addItem({.name = std::string(what) + ' ' + (commit ? dayText(commit->time) + ' ' + shortName(*commit) : scopeText(one)),
                                            .label = what,
                                            .numbers = scopeText(one) + (commit ? ", by " + commit->author + ": " + commit->subject : "")},
                                           {kind, i});
        series.marks.push_back(markFor(commit ? placeOf(commit->time, i) : otherwise, y, item));
      };
      addEnd(one.began, -0.5, one.began ? "put on a flaky list" : "on a flaky list before", CellEvent::Kind::Listed);
      addEnd(one.ended, static_cast<double>(m_made.data.categories) - 0.5, one.ended ? "taken off the list" : "still on the list", CellEvent::Kind::Unlisted);
      m_made.data.series.push_back(std::move(series));
    }
  }

  /// showWords names the heights of words at the axis.
  void showWords() {
    charts::Axis& axis = m_made.data.y;
    axis.words.resize(m_ranks.size());
    for (const auto& [word, rank] : m_ranks)
      axis.words[static_cast<std::size_t>(rank)] = word.empty() ? "(empty)" : word;
    axis.low = -0.5;
    axis.high = static_cast<double>(m_ranks.size()) - 0.5;
    axis.title.clear();
  }

  const CellHistory& m_cell;
  const std::vector<SeriesPoint>* m_points;
  bool m_hasRuns = false;                   ///< the first series is that of the runs
  std::map<std::string, double> m_ranks;  ///< words, where the metric has words
  charts::AxisRange m_range;
  CellChart m_made;
};

}  // namespace

std::string runText(const RunInfo& run) {
  std::string text = dayText(timeOfRun(run));
  if (!run.commit.empty()) text += ' ' + run.commit.substr(0, kShortHash);
  const std::string shard = shardText(run);
  return shard.empty() ? text : text + ", " + shard;
}

CellChart cellChart(const CellHistory& cell, std::optional<double> alarmRate) { return CellChartMaker(cell).make(alarmRate); }

}  // namespace plumbline::history
