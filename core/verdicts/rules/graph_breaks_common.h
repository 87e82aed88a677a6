// SPDX-License-Identifier: GPL-3.0-or-later
// The tracked metrics of graph-breaks 2026-07 and 2026-08 (SPEC 4.4, 4.5): their columns, and what a change of one
// means.
//
//   for (TrackedField& t : tracked.all()) verdicts.push_back(tally.change(row, t, actualIsGreater, flaky));
//   if (tally.failed()) failed.add(row);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/verdicts/field.h"
#include "core/verdicts/rules/row_rule.h"

namespace plumbline::verdicts {

inline constexpr std::string_view kGraphBreaks = "graph_breaks";
inline constexpr std::string_view kUniqueGraphs = "unique_graphs";
inline constexpr std::string_view kCallsCaptured = "calls_captured";
/// kGraphBreaksStatusWidth is the width of the status column.
inline constexpr std::size_t kGraphBreaksStatusWidth = 19;

/// appendComparison ends a line with " metric=actual, expected=expected".
void appendComparison(std::string& out, std::string_view metric, const Field& actual, const Field& expected);

/// orderCrash is the TypeError of comparing two fields that Python cannot order.
base::Error orderCrash(CheckRows& rows, std::uint32_t row, std::string_view metric, const Field& actual,
                       const Field& expected);

struct TrackedField {
  FieldPair fields;
  Compare compare;
};

class TrackedFields {
 public:
  TrackedFields(const CheckInput& input, const std::vector<TrackedMetric>& metrics);
  std::vector<TrackedField>& all() { return m_fields; }
  /// find returns the tracked metric with a catalogue index; the first one when there is none.
  TrackedField& find(std::uint8_t metric);

 private:
  std::vector<TrackedField> m_fields;
};

/// RowTally remembers which lines the script has printed for a row: a model with both kinds counts as failed.
class RowTally {
 public:
  /// change is the verdict of a metric that moved up (`greater`) or down beyond what its rule allows.
  Verdict change(std::uint32_t row, const TrackedField& tracked, bool greater, bool flaky);
  bool printed() const { return m_printed; }
  bool failed() const { return m_failed; }
  bool improved() const { return m_improved; }

 private:
  bool m_printed = false;
  bool m_failed = false;
  bool m_improved = false;
};

/// passVerdict is the verdict of a row for which no line about a metric was printed.
Verdict passVerdict(std::uint32_t row, bool flaky, Reason reason, std::uint8_t metric = kNoMetric);

/// trackedMessage is the text after the rows; empty when both lists are.
base::Result<std::string> trackedMessage(CheckRows& rows, const NameList& failed, const NameList& improved);

}  // namespace plumbline::verdicts
