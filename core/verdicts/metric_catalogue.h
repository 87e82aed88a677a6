// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about each metric column: its title, unit and better direction (resources/rules/metrics.toml); and the
// columns that a pair of files has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/frame.h"
#include "core/verdicts/verdict.h"

namespace plumbline::verdicts {

enum class Better : std::uint8_t { Neither, Lower, Higher };

struct MetricInfo {
  std::string name;   ///< the CSV column, e.g. "compilation_latency"
  std::string title;  ///< header text, e.g. "compile time"
  std::string unit;   ///< "s", "ms", "GB", "x" or ""
  Better better = Better::Neither;
  int decimals = 0;   ///< for display of reals
  bool zeroMeansNotMeasured = false;  ///< 0 in a failed run is padding (SPEC 11.2)
};

/// metricCatalogue is the list in display order; its positions are Verdict::metric.
const std::vector<MetricInfo>& metricCatalogue();
/// metricIndex returns the position of a column name, kNoMetric (0xff) when unknown.
std::uint8_t metricIndex(std::string_view name);

/// StatusLists classifies accuracy words (resources/rules/statuses.toml).
struct StatusLists {
  std::vector<std::string> passing;          ///< counted as a pass (SPEC 16)
  std::vector<std::string> withoutCounters;  ///< a pass, but nothing was compiled: its zeros are no counts
};

/// isPassing returns whether a status is a pass; exact words only.
bool isPassing(std::string_view accuracyWord);

/// hasCounters returns whether the counters beside this word can be counts: the run came to its end and compiled
/// something. Zeros beside any other word are padding (SPEC 11.2).
bool hasCounters(std::string_view accuracyWord);

// The metric columns that both files have, and whether a row differs in any of them.
//
//   MetricChanges changes(metricColumns(actual, expected), actual.table(), expected.table());
//   changes.anyDiffers(actualRow, expectedRow)

/// MetricColumn is a metric that both files have.
struct MetricColumn {
  MetricInfo info;
  std::uint8_t metric = kNoMetric;  ///< catalogue index, kNoMetric for a column the catalogue does not know
  const tables::TypedColumn* actual = nullptr;
  const tables::TypedColumn* expected = nullptr;
};

/// identifiesARow recognises the columns that say which row it is: name, dev, batch_size, tag, pandas' "Unnamed: 0".
/// unknownMetric is the description of a metric that the catalogue does not have.
bool identifiesARow(std::string_view column);
MetricInfo unknownMetric(const std::string& name);

/// metricColumns lists the columns of both files that are metrics: those of the catalogue in its order, then unknown
/// ones in the order of the actual file. What identifies a row (name, dev, batch_size, tag) is no metric.
std::vector<MetricColumn> metricColumns(const tables::Frame& actual, const tables::Frame& expected);

/// sameMetric is Python's ==, but two missing cells are no change.
bool sameMetric(const tables::Value& a, const tables::Value& b);

class MetricChanges {
 public:
  MetricChanges(const std::vector<MetricColumn>& metrics, const tables::CsvTable& actual,
                const tables::CsvTable& expected);
  /// anyDiffers compares bytes first: the same bytes in columns of one kind are the same value. Not thread-safe.
  bool anyDiffers(std::uint32_t actualRow, std::uint32_t expectedRow);

 private:
  struct Pair {
    const tables::TypedColumn* actual;
    const tables::TypedColumn* expected;
    bool bytesDecide;  ///< equal bytes are equal values in these two columns
  };
  bool recordsEqual(std::uint32_t actualRow, std::uint32_t expectedRow) const;

  std::vector<Pair> m_pairs;
  const tables::CsvTable* m_actual;
  const tables::CsvTable* m_expected;
  bool m_sameShape = false;  ///< both headers are equal and every metric is decided by its bytes
  std::string m_actualScratch;
  std::string m_expectedScratch;
};

}  // namespace plumbline::verdicts
