// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/strip_store.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "core/configs/config.h"
#include "core/history/row_history.h"
#include "core/history/rows/baseline_cells.h"
#include "core/history/run_store.h"
#include "core/history/show_report.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

StripMark markOf(const SeriesPoint& point, bool isStatus, const SeriesPoint* before) {
  if (point.number) return before != nullptr && before->number != point.number ? StripMark::Moved : StripMark::Number;
  if (point.word.empty()) return StripMark::Missing;
  if (!isStatus) return StripMark::Moved;
  return point.word.starts_with("pass") ? StripMark::Pass : StripMark::Fail;
}

}  // namespace

base::Result<std::vector<StripRow>> StripStore::rowsWhere(const char* condition, const QVariantList& values) {
  auto found = m_connection.query("SELECT suite, config, model, metric, id FROM series " + std::string(condition) +
                                      " ORDER BY model, config, suite, id",
                                  values);
  if (!found) return base::fail(std::move(found.error()));
  std::vector<StripRow> rows;
  while (found->next()) {
    StripRow row{textAt(*found, 0), textAt(*found, 1), textAt(*found, 2), textAt(*found, 3),
                 found->value(4).toLongLong()};
    const bool isNew = rows.empty() || std::tie(rows.back().model, rows.back().config, rows.back().suite) !=
                                           std::tie(row.model, row.config, row.suite);
    if (isNew)
      rows.push_back(std::move(row));
    else if (row.metric == kStatusMetric)
      rows.back() = std::move(row);
  }
  return rows;
}

/// addBaselines adds the cells that moved and have no run: a history that was filled from git alone.
base::Result<void> StripStore::addBaselines(std::vector<StripRow>& rows) {
  auto found = m_connection.query(
      "SELECT DISTINCT f.path, c.model, c.col FROM baseline_change c JOIN baseline_file f ON f.id = c.file ORDER BY f.path");
  if (!found) return base::fail(std::move(found.error()));
  std::set<std::pair<std::string, std::string>> known;
  for (const StripRow& row : rows) known.emplace(row.config, row.model);
  std::string path, config;
  StripRow row{.suite = {}, .config = {}, .model = {}, .metric = std::string(kStatusMetric)};
  while (found->next()) {
    if (std::string next = textAt(*found, 0); next != path) {
      const auto read = configs::configOfBaseline(next);
      config = read ? configs::configName(*read) : std::string();
      row.suite = read ? read->suite : std::string();
      path = std::move(next);
    }
    if (config.empty()) continue;
    row.model = textAt(*found, 1);
    row.config = rowOfCell(config, textAt(*found, 2)).config;
    if (known.emplace(row.config, row.model).second) rows.push_back(row);
  }
  std::ranges::stable_sort(rows, {}, [](const StripRow& one) { return std::tie(one.model, one.config, one.suite); });
  return {};
}

base::Result<std::vector<StripRow>> StripStore::rows() {
  auto rows = rowsWhere("", {});
  if (!rows) return rows;
  if (auto added = addBaselines(*rows); !added) return base::fail(std::move(added.error()));
  return rows;
}

base::Result<std::vector<StripRow>> StripStore::rowsOf(const std::string& config) {
  return rowsWhere("WHERE config = ?", {toSql(config)});
}

base::Result<Strip> StripStore::strip(std::int64_t series, std::size_t limit) {
  auto found = m_connection.query(
      "SELECT v.run, v.number, w.text, s.metric, " + std::string(kRunTime) +
          " FROM sample v JOIN series s ON s.id = v.series JOIN run r ON r.id = v.run LEFT JOIN word w ON w.id = v.word"
          " WHERE v.series = ? AND r.pruned = 0 ORDER BY " +
          std::string(kRunOrder),
      {QVariant::fromValue<qlonglong>(series)});
  if (!found) return base::fail(std::move(found.error()));
  Series points;
  Strip strip;
  while (found->next()) {
    points.key.metric = textAt(*found, 3);
    SeriesPoint point{0, found->isNull(1) ? std::nullopt : std::optional<double>(found->value(1).toDouble()),
                      textAt(*found, 2)};
    const bool isStatus = points.key.metric == kStatusMetric;
    const StripMark mark = markOf(point, isStatus, points.points.empty() ? nullptr : &points.points.back());
    strip.cells.push_back({found->value(0).toLongLong(), found->value(4).toLongLong(), mark, pointText(point)});
    points.points.push_back(std::move(point));
  }
  if (strip.cells.size() > limit)
    strip.cells.erase(strip.cells.begin(), strip.cells.end() - static_cast<std::ptrdiff_t>(limit));
  return strip;
}

base::Result<std::vector<Strip>> StripStore::strips(std::span<const StripRow> rows, std::size_t limit,
                                                    const ExpectedOf& expectedOf) {
  const auto since = redSince(rows, expectedOf);
  if (!since) return base::fail(since.error());
  std::vector<Strip> strips;
  for (const StripRow& row : rows) {
    auto one = strip(row.series, limit);
    if (!one) return base::fail(std::move(one.error()));
    if (const auto red = since->find(row.series); red != since->end()) one->redSince = red->second;
    strips.push_back(*std::move(one));
  }
  return strips;
}

base::Result<std::vector<std::pair<std::string, Strip>>> StripStore::stripsOf(const std::string& config,
                                                                              std::size_t limit,
                                                                              const ExpectedOf& expectedOf) {
  const auto rows = rowsOf(config);
  if (!rows) return base::fail(rows.error());
  auto read = strips(*rows, limit, expectedOf);
  if (!read) return base::fail(std::move(read.error()));
  std::vector<std::pair<std::string, Strip>> strips;
  for (std::size_t i = 0; i < rows->size(); ++i) strips.emplace_back((*rows)[i].model, std::move((*read)[i]));
  return strips;
}

base::Result<std::unordered_map<std::int64_t, std::int64_t>> StripStore::redSince(std::span<const StripRow> rows,
                                                                                  const ExpectedOf& expectedOf) {
  // A row is red by its status, or by more graph breaks than its baseline has.
  std::vector<RowKey> keys;
  std::vector<std::int64_t> series;
  for (const StripRow& row : rows) {
    for (const std::string_view metric : {std::string_view(row.metric), kGraphBreaks}) {
      keys.push_back({row.config, row.model, std::string(metric), expectedOf ? expectedOf(row.model, metric) : std::nullopt});
      series.push_back(row.series);
      if (row.metric != kStatusMetric) break;
    }
  }
  const auto red = RowHistory(m_connection).redSince(keys);
  if (!red) return base::fail(red.error());
  std::unordered_map<std::int64_t, std::int64_t> since;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const RowStreak& streak = red->rows[i];
    if (!streak.first) continue;
    const auto [known, isNew] = since.emplace(series[i], timeOfRun(red->runs[*streak.first]));
    if (!isNew) known->second = std::min(known->second, timeOfRun(red->runs[*streak.first]));
  }
  return since;
}

}  // namespace plumbline::history
