// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/run_diff.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/overview/commit_view.h"
#include "core/tables/pandas_number.h"
#include "core/text/name_index.h"
#include "core/verdicts/field.h"
#include "core/verdicts/findings.h"

namespace plumbline::diff {
namespace {

/// inMissingShard decides for each of `models`, in the order of another run, whether a missing shard should have run
/// it. A model that ran is of no missing shard; one that did not run is, if its shard is unknown.
///
///   inMissingShard(gap, {{"a", 1}, {"b", 0}});   // {false, true} if shard 2 is missing
std::vector<bool> inMissingShard(const ShardGap& gap, const std::vector<overview::ListedModel>& models) {
  const auto known = overview::absentAmong(models, gap.wanted, gap.here);
  std::vector<bool> out(models.size());
  for (std::size_t i = 0; i < models.size(); ++i)
    out[i] = models[i].shard == 0 && (!known || (*known)[i] == overview::Absent::MissingShard);
  return out;
}

/// hasShardsOf: the run has every shard that the other one has.
bool hasShardsOf(const Run& run, const Run& other) {
  if (other.gaps.empty() || other.gaps.size() < other.tables.size()) return false;
  return std::ranges::all_of(other.gaps, [&run](const ShardGap& theirs) {
    return std::ranges::any_of(run.gaps, [&theirs](const ShardGap& own) {
      return own.wanted == theirs.wanted && std::ranges::includes(own.here, theirs.here);
    });
  });
}

constexpr std::size_t kReportMask = 0x3fff;  // report progress every 16,384 rows
// Limits far above what a benchmark writes: unknown columns, and cells of all runs together.
constexpr std::size_t kMaxUnknownMetrics = 64;
constexpr std::size_t kMaxCells = 64'000'000;

/// rank: of two tables, the reading with the higher rank is used.
int rank(ReadingState state) {
  switch (state) {
    case ReadingState::NoRow: return 0;
    case ReadingState::NoColumn: return 1;
    case ReadingState::Empty: return 2;
    case ReadingState::Padded: return 3;
    case ReadingState::NotFinite:
    case ReadingState::Word: return 4;
    case ReadingState::Number: return 5;
  }
  return 0;
}

bool isNumeric(const tables::TypedColumn& column) {
  const tables::ColumnType type = column.type();
  return type == tables::ColumnType::Integer || type == tables::ColumnType::Unsigned ||
         type == tables::ColumnType::Real;
}

using tables::Value;
using tables::ValueKind;

constexpr std::uint32_t kNoRow = 0xffffffffU;

/// isPerformance: a metric with a unit is measured with a clock or a memory counter.
bool isPerformance(const verdicts::MetricInfo& metric) { return !metric.unit.empty(); }

/// numberOf a cell, also in a column that another cell makes a text column. True and False are no numbers.
std::optional<double> numberOf(const Value& value) {
  if (value.kind == ValueKind::Text) {
    double number = 0;
    return tables::parsePandasReal(value.text, number) ? std::optional(number) : std::nullopt;
  }
  if (!value.isNumber() || value.kind == ValueKind::Boolean) return std::nullopt;
  return value.asDouble();
}

bool isZero(const tables::TypedColumn& column, std::size_t row) {
  std::string scratch;
  return numberOf(column.at(row, scratch)) == 0.0;
}

bool areZero(const std::vector<const tables::TypedColumn*>& columns, std::size_t row) {
  return !columns.empty() &&
         std::ranges::all_of(columns, [row](const tables::TypedColumn* column) { return isZero(*column, row); });
}

}  // namespace

std::optional<std::size_t> RunDiff::rowOf(std::string_view model) const {
  const auto name = [this](std::uint32_t row) -> std::string_view { return m_models[row]; };
  const auto at = std::ranges::lower_bound(m_byName, model, {}, name);
  if (at == m_byName.end() || name(*at) != model) return std::nullopt;
  return *at;
}

bool RunDiff::hasModel(std::size_t run, std::size_t row) const { return m_has[run][row] != 0; }

bool RunDiff::isOfMissingShard(std::size_t run, std::size_t row) const {
  return !m_unrun[run].empty() && m_unrun[run][row] != 0;
}

std::optional<std::size_t> RunDiff::metricOf(std::string_view column) const {
  const auto at = std::ranges::find(m_metrics, column, &verdicts::MetricInfo::name);
  if (at == m_metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(at - m_metrics.begin());
}

Reading RunDiff::reading(std::size_t run, std::size_t row, std::size_t metric) const {
  const Column& column = m_columns[run][metric];
  const ReadingState state = column.states[row];
  return {state, state == ReadingState::Number ? column.numbers[row] : 0, textOf(run, row, column)};
}

std::string_view RunDiff::textOf(std::size_t run, std::size_t row, const Column& column) const {
  if (!column.texts.empty()) return column.texts[row];
  const std::uint32_t place = column.field ? m_rowIn[run][row] : kNoRow;
  if (place == kNoRow) return {};
  if (const auto kept = column.unquoted.find(static_cast<std::uint32_t>(row)); kept != column.unquoted.end())
    return kept->second;
  std::string scratch;  // stays empty: what is not in the file as it is was kept
  return m_singles[run]->cell(place, *column.field, scratch);
}

bool RunDiff::isComparable(std::size_t before, std::size_t after, std::size_t metric) const {
  return m_metrics[metric].name != kCompileColumn ||
         sources::comparesCompileTimes(m_runs[before].notes.cache, m_runs[after].notes.cache);
}

std::string RunDiff::cacheSentence(std::size_t before, std::size_t after) const {
  return sources::cacheSentence(m_runs[before].label, m_runs[before].notes.cache, m_runs[after].label, m_runs[after].notes.cache);
}

std::span<const double> RunDiff::repeats(std::size_t run, std::size_t row, std::size_t metric) const {
  const auto& all = m_columns[run][metric].repeats;
  const auto found = all.find(static_cast<std::uint32_t>(row));
  return found == all.end() ? std::span<const double>() : std::span<const double>(found->second);
}

std::span<const double> RunDiff::numbers(std::size_t run, std::size_t metric) const {
  return m_columns[run][metric].numbers;
}

Delta deltaOf(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, std::size_t metric) {
  const Reading was = diff.reading(before, row, metric);
  const Reading is = diff.reading(after, row, metric);
  Delta delta;
  delta.isNumeric = was.state == ReadingState::Number && is.state == ReadingState::Number;
  delta.isWordChange = was.state == ReadingState::Word && is.state == ReadingState::Word && was.text != is.text;
  if (!delta.isNumeric) return delta;
  delta.absolute = is.number - was.number;
  delta.relative = was.number == 0 ? std::numeric_limits<double>::quiet_NaN() : delta.absolute / std::abs(was.number);
  return delta;
}

class RunDiffMaker {
 public:
  RunDiffMaker(std::vector<Run> runs, const base::Progress& progress, std::size_t maxRuns)
      : m_progress(progress), m_maxRuns(maxRuns) {
    m_diff->m_runs = std::move(runs);
  }
  base::Outcome<RunDiffPtr> make();

 private:
  struct Table {
    RunTable table;
    std::vector<std::uint32_t> rows;  ///< row of the diff by row of the table; kNoRow: none
    std::vector<std::pair<std::uint32_t, std::uint32_t>> repeats = {};  ///< rows of a model seen before, with its row of the diff
  };

  std::optional<base::Error> openTables();
  bool join();
  bool joinTable(std::size_t run, Table& table);
  void findUnrun();
  std::vector<int> shardsOf(std::size_t run, const ShardGap& gap) const;
  void findMetrics();
  bool read();
  void readColumn(std::size_t run, std::size_t metric);
  void sortNames();

  std::shared_ptr<RunDiff> m_diff{new RunDiff};
  const base::Progress& m_progress;
  std::size_t m_maxRuns;
  std::vector<std::vector<Table>> m_tables;  ///< by run
  text::NameIndex m_rowOf{0};                ///< rows of the diff by model
};

base::Outcome<RunDiffPtr> RunDiffMaker::make() {
  const std::size_t count = m_diff->m_runs.size();
  if (count < 1 || count > m_maxRuns) {
    return base::fail(base::ErrorCode::BadArgument,
                      count < 1 ? "There is no run."
                                : "There are " + std::to_string(count) + " runs; at most " + std::to_string(m_maxRuns) +
                                      " can be compared.",
                      count < 1 ? "Choose at least one." : "Choose fewer.");
  }
  if (auto error = openTables()) return *std::move(error);
  if (!join()) return base::Cancelled{};
  findUnrun();
  findMetrics();
  const std::size_t cells = m_diff->m_models.size() * m_diff->m_metrics.size() * count;
  if (cells > kMaxCells) {
    return base::fail(base::ErrorCode::TooLarge,
                      "These runs have " + std::to_string(m_diff->m_models.size()) + " models and " +
                          std::to_string(m_diff->m_metrics.size()) + " metrics: too many to compare.",
                      "Choose fewer runs.");
  }
  if (!read()) return base::Cancelled{};
  sortNames();
  return RunDiffPtr(m_diff);
}

std::optional<base::Error> RunDiffMaker::openTables() {
  for (const Run& run : m_diff->m_runs) {
    std::vector<Table>& tables = m_tables.emplace_back();
    for (const auto& csv : run.tables) {
      if (csv == nullptr) continue;
      auto table = RunTable::of(csv);
      if (!table) return table.error();
      tables.push_back({*std::move(table), {}, {}});
    }
  }
  return std::nullopt;
}

bool RunDiffMaker::join() {
  std::size_t rows = 0;
  for (const auto& tables : m_tables)
    for (const Table& table : tables) rows += table.table.rowCount();
  m_rowOf = text::NameIndex(rows);
  for (std::size_t run = 0; run < m_tables.size(); ++run) {
    m_diff->m_has.emplace_back();
    for (Table& table : m_tables[run])
      if (!joinTable(run, table)) return false;
  }
  for (auto& has : m_diff->m_has) has.resize(m_diff->m_models.size());
  auto& doubled = m_diff->m_doubled;
  std::ranges::sort(doubled);
  doubled.erase(std::unique(doubled.begin(), doubled.end()), doubled.end());
  return true;
}

bool RunDiffMaker::joinTable(std::size_t run, Table& table) {
  std::vector<std::uint8_t>& has = m_diff->m_has[run];
  std::vector<std::uint8_t> seen(m_diff->m_models.size());  // in this table
  table.rows.assign(table.table.rowCount(), kNoRow);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if ((row & kReportMask) == 0 && !m_progress.report(row, table.rows.size())) return false;
    auto name = table.table.modelName(row);
    if (!name) continue;
    const std::uint64_t hash = text::hashName(*name);
    auto& slot = m_rowOf.find(hash, [&](std::uint32_t other) { return m_diff->m_models[other] == *name; });
    if (slot.isFree()) {
      text::NameIndex::insert(slot, hash, static_cast<std::uint32_t>(m_diff->m_models.size()));
      m_diff->m_models.push_back(*std::move(name));
    }
    const std::uint32_t place = slot.group;
    seen.resize(m_diff->m_models.size());
    has.resize(m_diff->m_models.size());
    if (seen[place] != 0) {
      m_diff->m_doubled.emplace_back(run, place);
      table.repeats.emplace_back(static_cast<std::uint32_t>(row), place);
      continue;
    }
    seen[place] = has[place] = 1;
    table.rows[row] = place;
  }
  return true;
}

/// shardsOf is the shard that ran each row of the diff; 0: none.
std::vector<int> RunDiffMaker::shardsOf(std::size_t run, const ShardGap& gap) const {
  std::vector<int> out(m_diff->m_models.size());
  for (const Table& table : m_tables[run]) {
    if (&table.table.frame().table() != gap.table.get()) continue;
    for (std::size_t row = 0; row < table.rows.size() && row < gap.ofRow.size(); ++row)
      if (table.rows[row] != kNoRow) out[table.rows[row]] = gap.ofRow[row];
  }
  return out;
}

/// findUnrun: a model can belong to a missing shard only if each of a run's tables lacks shards.
void RunDiffMaker::findUnrun() {
  m_diff->m_unrun.resize(m_tables.size());
  for (std::size_t run = 0; run < m_tables.size(); ++run) {
    const std::vector<ShardGap>& gaps = m_diff->m_runs[run].gaps;
    if (gaps.empty() || gaps.size() < m_tables[run].size()) continue;
    // The first run's rows are in its own order. There is none for its own gaps and for models that only others have.
    std::vector<std::uint32_t> listed;
    for (std::uint32_t row = 0; run > 0 && row < m_diff->m_models.size(); ++row)
      if (m_diff->m_has[0][row] != 0) listed.push_back(row);
    // A run is complete if the others have no shard that it lacks.
    const bool isWhole = std::ranges::all_of(m_diff->m_runs, [&](const Run& other) {
      return &other == &m_diff->m_runs[run] || hasShardsOf(m_diff->m_runs[run], other);
    });
    if (isWhole) continue;
    std::vector<std::uint8_t>& unrun = m_diff->m_unrun[run];
    for (const std::uint8_t has : m_diff->m_has[run]) unrun.push_back(has == 0 ? 1 : 0);
    for (const ShardGap& gap : gaps) {
      const std::vector<int> shards = shardsOf(run, gap);
      std::vector<overview::ListedModel> models;
      for (const std::uint32_t row : listed) models.push_back({m_diff->m_models[row], shards[row]});
      const std::vector<bool> isUnrun = inMissingShard(gap, models);
      for (std::size_t i = 0; i < listed.size(); ++i)
        if (!isUnrun[i]) unrun[listed[i]] = 0;
    }
  }
}

void RunDiffMaker::findMetrics() {
  const auto isAnywhere = [this](const std::string& name) {
    return std::ranges::any_of(m_tables, [&](const auto& tables) {
      return std::ranges::any_of(tables, [&](const Table& t) { return t.table.frame().hasColumn(name); });
    });
  };
  for (const verdicts::MetricInfo& metric : verdicts::metricCatalogue())
    if (!verdicts::identifiesARow(metric.name) && isAnywhere(metric.name)) m_diff->m_metrics.push_back(metric);
  std::size_t unknown = 0;
  for (const auto& tables : m_tables) {
    for (const Table& table : tables) {
      for (const std::string& name : table.table.frame().columnNames()) {
        if (unknown == kMaxUnknownMetrics) return;
        const bool isKnown = verdicts::metricIndex(name) != verdicts::kNoMetric || verdicts::identifiesARow(name) ||
                             m_diff->metricOf(name);
        const tables::TypedColumn* column = isKnown ? nullptr : table.table.frame().column(name);
        if (column == nullptr || !isNumeric(*column)) continue;
        m_diff->m_metrics.push_back(verdicts::unknownMetric(name));
        ++unknown;
      }
    }
  }
}

bool RunDiffMaker::read() {
  const std::size_t columns = m_tables.size() * m_diff->m_metrics.size();
  std::size_t done = 0;
  const std::size_t models = m_diff->m_models.size();
  for (std::size_t run = 0; run < m_tables.size(); ++run) {
    const bool isSingle = m_tables[run].size() == 1;
    auto& rowIn = m_diff->m_rowIn.emplace_back(isSingle ? models : 0, kNoRow);
    m_diff->m_singles.push_back(isSingle ? &m_tables[run].front().table.frame().table() : nullptr);
    for (std::uint32_t row = 0; isSingle && row < m_tables[run].front().rows.size(); ++row)
      if (const std::uint32_t place = m_tables[run].front().rows[row]; place != kNoRow) rowIn[place] = row;
    m_diff->m_columns.emplace_back(m_diff->m_metrics.size());
    for (std::size_t metric = 0; metric < m_diff->m_metrics.size(); ++metric) {
      if (!m_progress.report(done++, columns)) return false;
      readColumn(run, metric);
    }
  }
  return true;
}

void RunDiffMaker::readColumn(std::size_t run, std::size_t metric) {
  RunDiff::Column& column = m_diff->m_columns[run][metric];
  const std::size_t rows = m_diff->m_models.size();
  const std::vector<std::uint8_t>& has = m_diff->m_has[run];
  const verdicts::MetricInfo& info = m_diff->m_metrics[metric];
  const bool isThere =
      std::ranges::any_of(m_tables[run], [&](const Table& t) { return t.table.cells(info).has_value(); });
  column.numbers.assign(rows, std::numeric_limits<double>::quiet_NaN());
  const bool isSingle = m_tables[run].size() == 1;
  if (!isSingle) column.texts.resize(rows);
  column.states.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    column.states[row] = has[row] == 0 ? ReadingState::NoRow : isThere ? ReadingState::Empty : ReadingState::NoColumn;
  }
  for (const Table& table : m_tables[run]) {
    const auto cells = table.table.cells(info);
    if (isSingle && cells) column.field = cells->column->index();
    for (std::size_t row = 0; cells && row < table.rows.size(); ++row) {
      const std::uint32_t place = table.rows[row];
      if (place == kNoRow) continue;
      const std::size_t kept = m_diff->m_kept.size();
      const Reading reading = table.table.reading(*cells, row, m_diff->m_kept);
      const bool isBetter = isSingle || rank(reading.state) > rank(column.states[place]) ||
                            (rank(reading.state) == rank(column.states[place]) && column.texts[place].empty());
      if (!isBetter) continue;
      column.states[place] = reading.state;
      if (!isSingle) column.texts[place] = reading.text;
      else if (m_diff->m_kept.size() != kept) column.unquoted.emplace(place, reading.text);
      column.numbers[place] =
          reading.state == ReadingState::Number ? reading.number : std::numeric_limits<double>::quiet_NaN();
    }
    for (const auto& [row, place] : table.repeats) {
      if (!cells) break;
      Kept unused;
      const Reading reading = table.table.reading(*cells, row, unused);
      if (reading.state == ReadingState::Number) column.repeats[place].push_back(reading.number);
    }
  }
}

void RunDiffMaker::sortNames() {
  m_diff->m_byName.resize(m_diff->m_models.size());
  std::iota(m_diff->m_byName.begin(), m_diff->m_byName.end(), 0U);
  std::ranges::sort(m_diff->m_byName, {},
                    [this](std::uint32_t row) -> const std::string& { return m_diff->m_models[row]; });
}

base::Outcome<RunDiffPtr> RunDiff::make(std::vector<Run> runs, const base::Progress& progress, std::size_t maxRuns) {
  return RunDiffMaker(std::move(runs), progress, maxRuns).make();
}

RunTable::RunTable(tables::Frame frame) : m_frame(std::move(frame)) {
  m_names = m_frame.column(kNameColumn);
  m_accuracy = m_frame.column(kAccuracyColumn);
  m_speedup = m_frame.column(kSpeedupColumn);
  for (const verdicts::MetricInfo& metric : verdicts::metricCatalogue()) {
    const tables::TypedColumn* column = metric.zeroMeansNotMeasured ? m_frame.column(metric.name) : nullptr;
    if (column == nullptr) continue;
    m_counters.push_back(column);
    if (isPerformance(metric)) m_performance.push_back(column);
  }
}

base::Result<RunTable> RunTable::of(const std::shared_ptr<const tables::CsvTable>& table) {
  RunTable out(tables::Frame::of(table));
  if (out.m_names == nullptr) {
    return base::fail(base::ErrorCode::BadFormat, "This table has no column \"name\", so its models are unknown.",
                      "Choose the CSV that the benchmark wrote.", table->fileName());
  }
  out.findPadding();
  return out;
}

std::optional<std::string> RunTable::modelName(std::size_t row) const {
  if (m_frame.table().isComment(row) || m_frame.table().isConflictMarker(row)) return std::nullopt;
  std::string scratch;
  const Value name = m_names->at(row, scratch);
  if (name.kind == ValueKind::NaN) return std::nullopt;
  if (name.kind == ValueKind::Text) return std::string(name.text);
  std::string out;
  constexpr double kWholeUpTo = 9007199254740992.0;  // 2^53
  if (name.kind == ValueKind::Real && std::abs(name.real) < kWholeUpTo && std::trunc(name.real) == name.real)
    verdicts::appendStr(out, Value::ofInteger(static_cast<std::int64_t>(name.real)));
  else
    verdicts::appendStr(out, name);
  return out;
}

/// paddingByWord follows the finding "not measured" of core/verdicts: the status of a failed run, and only zeros.
RunTable::Padding RunTable::paddingByWord(std::size_t row, std::string_view word) const {
  if (!tables::isNaWord(word) && !verdicts::ranToCompletion(word) && areZero(m_counters, row)) return Padding::All;
  // Accurate, but the timed run crashed: its zeros must not enter a mean.
  return m_speedup != nullptr && isZero(*m_speedup, row) ? Padding::Performance : Padding::None;
}

/// paddingByNumbers is for tables without a status.
RunTable::Padding RunTable::paddingByNumbers(std::size_t row) const {
  const bool failed = m_speedup != nullptr ? isZero(*m_speedup, row) : areZero(m_performance, row);
  return failed ? Padding::All : Padding::None;
}

void RunTable::findPadding() {
  m_padding.resize(rowCount(), Padding::None);
  if (m_counters.empty()) return;
  std::string scratch;
  for (std::size_t row = 0; row < rowCount(); ++row) {
    m_padding[row] = m_accuracy == nullptr
                         ? paddingByNumbers(row)
                         : paddingByWord(row, m_frame.table().cell(row, m_accuracy->index(), scratch));
  }
}

std::optional<RunTable::MetricCells> RunTable::cells(const verdicts::MetricInfo& metric) const {
  const tables::TypedColumn* column = m_frame.column(metric.name);
  if (column == nullptr) return std::nullopt;
  return MetricCells{.column = column,
                     .isAccuracy = metric.name == kAccuracyColumn,
                     .zeroMayBePadding = metric.zeroMeansNotMeasured,
                     .isPerformance = isPerformance(metric)};
}

Reading RunTable::reading(const MetricCells& cells, std::size_t row, Kept& kept) const {
  Reading out;
  std::string scratch;
  out.text = m_frame.table().cell(row, cells.column->index(), scratch);
  if (out.text.data() == scratch.data() && !out.text.empty()) {
    kept.push_back(std::make_unique<std::string>(out.text));
    out.text = *kept.back();
  }
  if (out.text.empty() || tables::isNaWord(out.text)) {
    out.state = ReadingState::Empty;
    return out;
  }
  // A status is a word even if pandas makes numbers of the column ("0.0000" is a status).
  out.state = ReadingState::Word;
  if (cells.isAccuracy) return out;
  std::string typedScratch;
  const std::optional<double> number = numberOf(cells.column->at(row, typedScratch));
  if (!number) return out;
  if (!std::isfinite(*number)) {
    out.state = ReadingState::NotFinite;
    return out;
  }
  const bool isPadded =
      *number == 0 && cells.zeroMayBePadding &&
      (m_padding[row] == Padding::All || (m_padding[row] == Padding::Performance && cells.isPerformance));
  out.state = isPadded ? ReadingState::Padded : ReadingState::Number;
  out.number = *number;
  return out;
}

}  // namespace plumbline::diff
