// SPDX-License-Identifier: GPL-3.0-or-later
// One table of a run: its models by name as pandas reads them, padded rows, and the reading of a cell.
//
//   auto table = RunTable::of(csv);
//   for (std::size_t row = 0; row < table->rowCount(); ++row)
//     if (auto model = table->modelName(row)) use(*model, table->reading(column, row));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/diff/run_diff.h"
#include "core/tables/frame.h"

namespace plumbline::diff {

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
