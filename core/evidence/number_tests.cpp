// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/number_tests.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/evidence/number_evidence.h"
#include "core/evidence/row_strips.h"
#include "core/history/run_intake.h"
#include "core/overview/group_decision.h"
#include "core/statistics/false_discovery.h"

namespace plumbline::evidence {
namespace {

constexpr std::size_t kMaxMoves = 5000;   ///< to test: each takes up to a millisecond
constexpr std::size_t kRowsOfPool = 60;   ///< of each metric, that are read beside what is tested: enough to know its tails
constexpr std::size_t kMostMoreRuns = 400;  ///< a number of runs that one could wait for

/// NumberTest is a number to hold against the runs of its row.
struct NumberTest {
  history::RowKey key;
  double value = 0;
  bool isDifference = false;          ///< of two runs; otherwise a value that is held against the newest level
  std::string commit = {};            ///< of the run that has the value: all its runs are left out
  std::optional<double> own = {};     ///< of a run without a commit: the newest run that has this very value is left out
  statistics::DeltaJudgement judged = {};
  std::size_t earlier = 0;            ///< values that it was held against
};

/// PoolRows holds rows of each metric, for its pool.
class PoolRows {
 public:
  void add(const history::RowKey& row) {
    std::set<std::pair<std::string, std::string>>& rows = m_rows[row.metric];
    if (rows.size() < kRowsOfPool) rows.emplace(row.config, row.model);
  }
  /// The rows of metrics that some test is about.
  std::vector<history::RowKey> rowsFor(const std::vector<NumberTest>& tests) const {
    std::vector<history::RowKey> out;
    for (const auto& [metric, rows] : m_rows) {
      if (std::ranges::find(tests, metric, [](const NumberTest& test) -> const std::string& { return test.key.metric; }) == tests.end()) continue;
      for (const auto& [config, model] : rows) out.push_back({config, model, metric, {}});
    }
    return out;
  }

 private:
  std::map<std::string, std::set<std::pair<std::string, std::string>>> m_rows;  ///< of each metric: config and model
};

/// withoutOwn drops what the run in question has in the history.
void withoutOwn(history::RowStrip& strip, std::span<const history::RunInfo> runs, const NumberTest& test) {
  if (!test.commit.empty()) {
    std::erase_if(strip.points, [&](const history::RowPoint& point) { return runs[point.run].commit == test.commit; });
  } else if (test.own) {
    const auto isOwn = [&](const history::RowPoint& point) { return point.number == *test.own; };
    const auto newest = std::find_if(strip.points.rbegin(), strip.points.rend(), isOwn);
    if (newest != strip.points.rend()) strip.points.erase(std::next(newest).base());
  }
}

/// withoutNewestReds: a value is compared with the level from before the row was red, not with the one that it has since.
void withoutNewestReds(history::RowStrip& strip, const history::RowKey& row) {
  const auto limit = limitOf(row.metric, {});
  const auto isRed = [&](const history::RowPoint& point) {
    const auto expected = history::finiteNumber(point.expected.value_or(""));
    return point.isRed || (point.number && limit && expected && isBeyond(*limit, *point.number, *expected));
  };
  while (!strip.points.empty() && isRed(strip.points.back())) strip.points.pop_back();
}

/// judgeAll reads the rows of the tests and of the pools, and judges each test with the tails of its metric. False when stopped.
base::Result<bool> judgeAll(history::Store& store, std::vector<NumberTest>& tests, const PoolRows& others, const history::RowOptions& options,
                            const base::Progress& progress) {
  std::vector<history::RowKey> keys;
  for (const NumberTest& test : tests) keys.push_back(test.key);
  std::ranges::copy(others.rowsFor(tests), std::back_inserter(keys));
  std::vector<statistics::NoiseFloor> floors(tests.size());
  std::map<std::string, statistics::NoisePool> pools;
  auto read = eachStrip(store, keys, kRunsOfRow, options, progress, [&](std::size_t i, history::RowStrip& strip, std::span<const history::RunInfo> runs) {
    if (i < tests.size()) {
      withoutOwn(strip, runs, tests[i]);
      if (!tests[i].isDifference) withoutNewestReds(strip, keys[i]);
    }
    RunNoise noise = runNoise(strip, runs);
    pools[keys[i].metric].add(noise.groups, noise.floor);
    if (i >= tests.size()) return;
    tests[i].earlier = noise.values;
    floors[i] = std::move(noise.floor);
  });
  if (!read || !*read) return read;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    NumberTest& test = tests[i];
    const statistics::NoiseFloor& floor = floors[i];
    statistics::NoisePool& pool = pools[test.key.metric];
    test.judged = test.isDifference ? pool.judge(floor, test.value) : pool.judge(floor, test.value - floor.level, {.before = floor.levelValues});
    if (test.judged.noiseClass == statistics::NoiseClass::Unknown) test.judged.p = std::numeric_limits<double>::quiet_NaN();
  }
  return true;
}

std::optional<double> redNumber(const verdicts::MetricCell& cell) {
  return cell.numeric && cell.changed && !cell.notMeasured ? history::finiteNumber(cell.actualText) : std::nullopt;
}

/// CommitTests are the numbers of red groups, each with its row of the past.
struct CommitTests {
  std::vector<overview::RowPast*> rows;
  std::vector<NumberTest> tests;
  PoolRows others;
};

/// addOthers takes rows of a config that are not tested into the pools.
void addOthers(const overview::ConfigResult& config, const std::vector<std::string>& metrics, PoolRows& others) {
  std::string scratch;
  const verdicts::Comparison& comparison = *config.comparison;
  const std::string name = configs::configName(config.config);
  for (std::size_t column = 0; column < comparison.metrics().size(); ++column) {
    const std::string& metric = comparison.metrics()[column].info.name;
    if (std::ranges::find(metrics, metric) == metrics.end()) continue;
    for (std::size_t row = 0; row < std::min(comparison.rowCount(), kRowsOfPool); ++row) {
      const verdicts::MetricCell cell = comparison.cell(row, column);
      if (cell.numeric && !cell.changed) others.add({name, std::string(comparison.modelName(row, scratch)), metric, {}});
    }
  }
}

CommitTests testsOf(const overview::CommitView& view, std::span<const overview::Group> groups, overview::CommitPast& past) {
  CommitTests all;
  std::string scratch;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<std::string> metrics = overview::groupMetrics(groups[g]);
    std::size_t lastConfig = view.configs().size();
    for (std::size_t m = 0; m < past.groups[g].rows.size(); ++m) {
      const overview::RowRef member = groups[g].members[m];
      const overview::ConfigResult& config = view.configs()[member.config];
      if (std::exchange(lastConfig, member.config) != member.config) addOthers(config, metrics, all.others);
      for (std::size_t column = 0; column < config.comparison->metrics().size(); ++column) {
        const std::string& metric = config.comparison->metrics()[column].info.name;
        if (std::ranges::find(metrics, metric) == metrics.end()) continue;
        const verdicts::MetricCell cell = config.comparison->cell(member.row, column);
        const auto value = redNumber(cell);
        if (!value) continue;
        all.rows.push_back(&past.groups[g].rows[m]);
        all.tests.push_back({.key = {configs::configName(config.config), std::string(config.comparison->modelName(member.row, scratch)), metric,
                                     cell.expected ? std::optional(cell.expectedText) : std::nullopt},
                             .value = *value,
                             .commit = view.commit()});
      }
    }
  }
  return all;
}

/// MoveTest is a number that moved: its cell in one of several comparisons.
struct MoveTest {
  std::size_t comparison = 0;
  diff::CellShift cell;
  double size = 0;  ///< relative
  NumberTest test;
};

/// configOf is the config that both sides have, or the one that has any.
std::string configOf(const Moved& moved) {
  const auto& before = moved.diff->runs()[moved.sides.before].config;
  const auto& after = moved.diff->runs()[moved.sides.after].config;
  if (before && after && *before != *after) return {};
  return before || after ? configs::configName(after ? *after : *before) : std::string();
}

/// MoveTests gathers what moved in some comparisons, and counts all numbers that could have.
class MoveTests {
 public:
  explicit MoveTests(const diff::Thresholds& thresholds) : m_thresholds(thresholds) {}

  void add(const Moved& moved, std::size_t comparison) {
    const auto [before, after] = moved.sides;
    const std::string config = configOf(moved);
    if (config.empty() || before == after) return;
    const diff::RunDiff& diff = *moved.diff;
    for (std::size_t row = 0; row < diff.rowCount(); ++row) {
      for (std::size_t metric = 0; metric < diff.metrics().size(); ++metric) {
        const diff::Delta delta = diff::deltaOf(diff, before, after, row, metric);
        if (!delta.isNumeric || !diff.isComparable(before, after, metric)) continue;
        ++numbers;
        history::RowKey key{config, diff.model(row), diff.metrics()[metric].name, {}};
        const diff::Move move = diff::moveOf(diff, before, after, row, metric, m_thresholds);
        if (move != diff::Move::Worse && move != diff::Move::Better && move != diff::Move::Changed) {
          others.add(key);
          continue;
        }
        const double from = diff.reading(before, row, metric).number, to = diff.reading(after, row, metric).number;
        MoveTest test{.comparison = comparison,
                      .cell = {.row = static_cast<std::uint32_t>(row), .metric = static_cast<std::uint16_t>(metric), .shift = {}, .medianBefore = from, .medianAfter = to},
                      .size = std::isfinite(delta.relative) ? std::abs(delta.relative) : std::numeric_limits<double>::max(),
                      .test = {.key = std::move(key), .value = delta.absolute, .isDifference = true, .commit = diff.runs()[after].commit, .own = to}};
        test.cell.shift.before = test.cell.shift.after = 1;
        test.cell.shift.value = delta.absolute;
        moves.push_back(std::move(test));
      }
    }
  }

  /// keepLargest drops the smaller ones of thousands.
  void keepLargest() {
    if (moves.size() <= kMaxMoves) return;
    std::ranges::nth_element(moves, moves.begin() + kMaxMoves, std::ranges::greater(), &MoveTest::size);
    moves.erase(moves.begin() + kMaxMoves, moves.end());
  }

  std::vector<MoveTest> moves;
  std::size_t numbers = 0;
  PoolRows others;

 private:
  const diff::Thresholds& m_thresholds;
};

/// addMoreRuns: counts of n values have a p of at least 1 / (n + 1), which may be too much among so many numbers.
void addMoreRuns(diff::CellShift& cell, const statistics::DeltaJudgement& judged, std::span<const double> p) {
  if (judged.noiseClass == statistics::NoiseClass::Unknown) {
    cell.moreRepeats = std::max<std::size_t>(1, judged.moreRuns);
    return;
  }
  if (!judged.isCounted || cell.q <= diff::Repeats::kMaxQ || cell.shift.p > diff::Repeats::kMaxQ) return;
  const auto rank = static_cast<double>(std::ranges::count_if(p, [&](double other) { return other <= cell.shift.p; }));
  const double needed = std::ceil(static_cast<double>(p.size()) / (diff::Repeats::kMaxQ * rank)) - 1 - static_cast<double>(cell.earlier);
  if (needed >= 1 && needed <= kMostMoreRuns) cell.moreRepeats = static_cast<std::size_t>(needed);
}

void setShift(diff::CellShift& cell, const NumberTest& test, double q) {
  cell.earlier = test.earlier;
  cell.isCounted = test.judged.isCounted;
  cell.q = std::isnan(q) ? 1 : q;
  if (test.judged.noiseClass == statistics::NoiseClass::Unknown) return;
  cell.shift.p = test.judged.p;
  cell.shift.low = cell.shift.value - test.judged.band;
  cell.shift.high = cell.shift.value + test.judged.band;
}

}  // namespace

base::Result<void> addNoise(history::Store& store, const overview::CommitView& view, std::span<const overview::Group> groups,
                            overview::CommitPast& past) {
  CommitTests all = testsOf(view, groups, past);
  if (const auto judged = judgeAll(store, all.tests, all.others, {.until = past.until}, {}); !judged) return base::fail(judged.error());
  std::vector<double> p;
  for (const NumberTest& test : all.tests) p.push_back(test.judged.p);
  const std::vector<double> q = statistics::falseDiscoveryRates(p);
  using Noise = overview::RowPast::Noise;
  for (std::size_t i = 0; i < q.size(); ++i) {
    overview::RowPast& row = *all.rows[i];
    if (row.noise == Noise::NotTested) row.noise = Noise::CannotTell;
    const bool isUnsure = p[i] <= kMaxQ && q[i] > kMaxQ;  // alone it would be surprising, among so many it is not
    if (std::isnan(q[i]) || isUnsure || row.q <= q[i]) continue;
    row.q = q[i];
    row.noise = q[i] <= kMaxQ ? Noise::Beyond : Noise::Within;
  }
  return {};
}

base::Result<std::vector<std::shared_ptr<const diff::Repeats>>> testMoves(history::Store& store, std::span<const Moved> all,
                                                                          const diff::Thresholds& thresholds,
                                                                          const base::Progress& progress) {
  std::vector<std::shared_ptr<const diff::Repeats>> made;
  MoveTests moved(thresholds);
  for (std::size_t i = 0; i < all.size(); ++i) moved.add(all[i], i);
  moved.keepLargest();
  std::vector<NumberTest> tests;
  for (MoveTest& move : moved.moves) tests.push_back(std::move(move.test));
  const auto judged = judgeAll(store, tests, moved.others, {}, progress);
  if (!judged) return base::fail(judged.error());
  if (!*judged) return made;
  // What did not move beyond its threshold counts as a test that finds nothing.
  std::vector<double> p(std::max(moved.numbers, tests.size()), 1);
  for (std::size_t i = 0; i < tests.size(); ++i) p[i] = tests[i].judged.p;
  const std::vector<double> q = statistics::falseDiscoveryRates(p);
  std::vector<std::vector<diff::CellShift>> cells(all.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (tests[i].earlier == 0) continue;
    diff::CellShift& cell = moved.moves[i].cell;
    setShift(cell, tests[i], q[i]);
    addMoreRuns(cell, tests[i].judged, p);
    cells[moved.moves[i].comparison].push_back(cell);
  }
  made.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ranges::sort(cells[i], {}, [](const diff::CellShift& cell) { return std::tuple(cell.row, cell.metric); });
    if (!cells[i].empty()) made[i] = std::make_shared<const diff::Repeats>(std::move(cells[i]));
  }
  return made;
}

}  // namespace plumbline::evidence
