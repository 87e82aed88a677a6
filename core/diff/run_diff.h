// SPDX-License-Identifier: GPL-3.0-or-later
// Two to six runs side by side: joined by model over all metrics. Immutable; shared between threads.
//
//   auto diff = RunDiff::make({before, after});
//   for (std::size_t row = 0; row < diff.value()->rowCount(); ++row)
//     show(diff.value()->model(row), deltaOf(*diff.value(), 0, 1, row, metric));
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/configs/config.h"
#include "core/sources/run_notes.h"
#include "core/tables/csv_table.h"
#include "core/tables/frame.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::diff {

/// The columns that every benchmark CSV may have.
inline constexpr std::string_view kNameColumn = "name", kAccuracyColumn = "accuracy", kSpeedupColumn = "speedup";
inline constexpr std::string_view kLatencyColumn = "abs_latency", kCompileColumn = sources::kCompileTimeColumn;

/// kMaxRuns is the limit of a comparison side by side, kMaxTrendRuns that of a trend with one run per commit.
inline constexpr std::size_t kMaxRuns = 6;
inline constexpr std::size_t kMaxTrendRuns = 1000;
/// kMaxRepeatRuns is that of a comparison of repeats, whose values are tested and not all shown.
inline constexpr std::size_t kMaxRepeatRuns = 200;

/// ShardGap is a table that lacks shards: CI splits the models into shards, one job each, and some are missing.
struct ShardGap {
  std::shared_ptr<const tables::CsvTable> table;
  int wanted = 0;
  std::set<int> here;
  std::vector<int> ofRow;  ///< the shard that wrote each row
};

/// Run is one config's tables under one label. CI writes accuracy and performance to separate tables; a model's metric
/// comes from the first table that has it measured.
struct Run {
  std::string label;   ///< short, for column headers and legends: "before", "0123456", "dynamic inductor"
  std::string origin;  ///< for users: path, or config and commit
  std::vector<std::shared_ptr<const tables::CsvTable>> tables;  ///< those with a speedup first, as HUD reads them
  std::optional<configs::Config> config;
  std::string commit;  ///< 40 hex digits; "" when not known
  bool isBaseline = false;
  sources::RunNotes notes = {};     ///< of all tables
  std::vector<ShardGap> gaps = {};  ///< empty if no shard is missing, or the number of shards is unknown
};

/// ReadingState of one metric of one model. Only Number is used in means and charts.
enum class ReadingState : std::uint8_t {
  NoRow,     ///< the run does not have the model
  NoColumn,  ///< none of the run's tables has the metric
  Empty,     ///< an empty or NA cell
  Padded,    ///< 0 in the row of a failed run, where 0 means "not measured" (SPEC 11.2)
  Number,    ///< finite
  NotFinite, ///< inf or -inf, as Python writes them
  Word,      ///< a text: accuracy, or a cell that is no number
};

struct Reading {
  ReadingState state = ReadingState::NoRow;
  double number = 0;      ///< when state is Number
  std::string_view text;  ///< as the file has it; lives as long as the RunDiff
};

class RunDiff {
 public:
  /// make joins by model name as pandas reads it. Of a name that occurs twice in a run, the first row counts; see
  /// doubled(). Errors: BadArgument for fewer than one or more than `maxRuns` runs; BadFormat for a table without
  /// "name"; TooLarge.
  static base::Outcome<std::shared_ptr<const RunDiff>> make(std::vector<Run> runs, const base::Progress& progress = {},
                                                            std::size_t maxRuns = kMaxRuns);

  const std::vector<Run>& runs() const { return m_runs; }
  /// Rows: the first run's models in its order, then those of each further run.
  std::size_t rowCount() const { return m_models.size(); }
  const std::string& model(std::size_t row) const { return m_models[row]; }
  std::optional<std::size_t> rowOf(std::string_view model) const;
  bool hasModel(std::size_t run, std::size_t row) const;
  /// isOfMissingShard: the run lacks the model because a shard is missing. True if that is unknown.
  bool isOfMissingShard(std::size_t run, std::size_t row) const;
  /// metrics that any run has, catalogue order first, then unknown numeric columns; "name", "dev", "batch_size", "tag"
  /// are none. accuracy is a metric whose readings are words.
  const std::vector<verdicts::MetricInfo>& metrics() const { return m_metrics; }
  std::optional<std::size_t> metricOf(std::string_view column) const;
  Reading reading(std::size_t run, std::size_t row, std::size_t metric) const;
  /// isComparable is false for compile times of which one is cold, the other one warm, or that is not known.
  bool isComparable(std::size_t before, std::size_t after, std::size_t metric) const;
  /// cacheSentence says why not, as sources::cacheSentence.
  std::string cacheSentence(std::size_t before, std::size_t after) const;
  /// numbers is one metric of one run over all rows, NaN where the state is not Number.
  std::span<const double> numbers(std::size_t run, std::size_t metric) const;
  /// repeats are the finite numbers of further rows of the model in the same run.
  std::span<const double> repeats(std::size_t run, std::size_t row, std::size_t metric) const;
  /// doubled are models that a run has more than once: {run, row}.
  const std::vector<std::pair<std::size_t, std::size_t>>& doubled() const { return m_doubled; }

 private:
  RunDiff() = default;
  friend class RunDiffMaker;
  struct Column {
    std::vector<double> numbers;
    std::vector<ReadingState> states;
    std::vector<std::string_view> texts;  ///< of a run of several tables; of a single one they are read from the file
    std::optional<std::size_t> field;     ///< of the single table
    std::unordered_map<std::uint32_t, std::string_view> unquoted;  ///< texts of it that are no view into the file, by row
    std::unordered_map<std::uint32_t, std::vector<double>> repeats;  ///< by row
  };
  std::string_view textOf(std::size_t run, std::size_t row, const Column& column) const;
  std::vector<Run> m_runs;
  std::vector<std::string> m_models;
  std::vector<std::uint32_t> m_byName;          ///< rows sorted by model
  std::vector<verdicts::MetricInfo> m_metrics;
  std::vector<std::vector<std::uint8_t>> m_has; ///< [run][row]
  std::vector<std::vector<std::uint8_t>> m_unrun;  ///< [run][row]: of a missing shard; empty for a run with all of them
  std::vector<std::vector<Column>> m_columns;   ///< [run][metric]
  std::vector<const tables::CsvTable*> m_singles;   ///< [run]: the single table, held by the run; null where there are several
  std::vector<std::vector<std::uint32_t>> m_rowIn;  ///< [run][row]: row of the run's single table; else empty
  std::vector<std::pair<std::size_t, std::size_t>> m_doubled;
  std::vector<std::unique_ptr<std::string>> m_kept;  ///< texts that are no view into a file
};
using RunDiffPtr = std::shared_ptr<const RunDiff>;

/// Delta is how a metric moved from one run to another.
struct Delta {
  bool isNumeric = false;  ///< both sides are Number; then the numbers below hold
  double absolute = 0;     ///< after - before
  double relative = 0;     ///< absolute / |before|; NaN when before is 0
  bool isWordChange = false;  ///< both are words and differ
};
Delta deltaOf(const RunDiff& diff, std::size_t before, std::size_t after, std::size_t row, std::size_t metric);

// One table of a run: its models by name as pandas reads them, padded rows, and the reading of a cell.
//
//   auto table = RunTable::of(csv);
//   for (std::size_t row = 0; row < table->rowCount(); ++row)
//     if (auto model = table->modelName(row)) use(*model, table->reading(column, row));

/// Kept owns texts that are no view into a file.
using Kept = std::vector<std::unique_ptr<std::string>>;

class RunTable {
 public:
  /// MetricCells is one metric of this table.
  struct MetricCells {
    const tables::TypedColumn* column = nullptr;
    bool isAccuracy = false;
    bool zeroMayBePadding = false;  ///< resources/rules/metrics.toml
    bool isPerformance = false;     ///< a time, a ratio or an amount of memory: never 0 if measured
  };

  /// of. Errors: BadFormat for a table without a column "name".
  static base::Result<RunTable> of(const std::shared_ptr<const tables::CsvTable>& table);

  std::size_t rowCount() const { return m_frame.rowCount(); }
  /// modelName is nullopt for a row without a name, a comment and a conflict marker of git. Whole numbers are written
  /// without a point, whatever the type of the column, so that 123 and 123.0 are one model.
  std::optional<std::string> modelName(std::size_t row) const;
  const tables::Frame& frame() const { return m_frame; }
  /// cells finds a metric; nullopt if the table lacks it.
  std::optional<MetricCells> cells(const verdicts::MetricInfo& metric) const;
  /// reading is never NoRow or NoColumn.
  Reading reading(const MetricCells& cells, std::size_t row, Kept& kept) const;

 private:
  enum class Padding : std::uint8_t {
    None,
    Performance,  ///< the speedup is 0: times and ratios of the row are no measurements
    All,          ///< the run failed: no zero of the row is a measurement
  };
  explicit RunTable(tables::Frame frame);
  void findPadding();
  Padding paddingByWord(std::size_t row, std::string_view word) const;
  Padding paddingByNumbers(std::size_t row) const;

  tables::Frame m_frame;
  const tables::TypedColumn* m_names = nullptr;
  const tables::TypedColumn* m_accuracy = nullptr;
  const tables::TypedColumn* m_speedup = nullptr;
  std::vector<const tables::TypedColumn*> m_counters;  ///< those whose zeros may be padding
  std::vector<const tables::TypedColumn*> m_performance;
  std::vector<Padding> m_padding;  ///< by row
};

}  // namespace plumbline::diff
