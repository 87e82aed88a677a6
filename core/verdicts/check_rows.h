// SPDX-License-Identifier: GPL-3.0-or-later
// What every rule needs to look at a row as its script does: the model, fields through get_field, lists of names, and a
// way to say that the script dies here.
//
//   CheckRows rows(input, words);
//   FieldPair accuracy(input, "accuracy");
//   Field actual = accuracy.actual(rows.join(), row);         // nullopt is Python's None
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdicts/check.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/python_text.h"
#include "core/verdicts/row_join.h"

namespace plumbline::verdicts {

/// kModelWidth is the width of the model's column in the scripts' lines.
inline constexpr std::size_t kModelWidth = 34;
/// kAccuracyMetric is the catalogue's first entry, so that the accuracy check need not read the catalogue.
inline constexpr std::uint8_t kAccuracyMetric = 0;

/// FieldPair reads one column of both files. A field's text lives until the same side is read again.
class FieldPair {
 public:
  FieldPair(const CheckInput& input, std::string name, std::uint8_t metric);
  const std::string& name() const { return m_name; }
  std::uint8_t metric() const { return m_metric; }  ///< catalogue index
  Field actual(const RowJoin& join, std::uint32_t row) { return at(m_actual, join.actualRow(row), m_actualScratch); }
  Field expected(const RowJoin& join, std::uint32_t row) {
    return at(m_expected, join.expectedRow(row), m_expectedScratch);
  }

 private:
  static Field at(const tables::TypedColumn* column, std::uint32_t row, std::string& scratch) {
    if (column == nullptr || row == kNoJoinRow) return std::nullopt;
    return column->at(row, scratch);
  }
  std::string m_name;
  std::uint8_t m_metric;
  const tables::TypedColumn* m_actual;
  const tables::TypedColumn* m_expected;
  std::string m_actualScratch;
  std::string m_expectedScratch;
};

/// CheckRows is the pair as a rule walks it. `input` and `words` must outlive it.
class CheckRows {
 public:
  CheckRows(const CheckInput& input, const CheckWords& words);

  const CheckInput& input() const { return m_input; }
  const CheckWords& words() const { return m_words; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(m_input.actual->rowCount()); }
  /// prepare joins the rows unless the input brought the join; false when `progress` asked to stop.
  bool prepare(const base::Progress& progress);
  const RowJoin& join() const { return *m_join; }

  /// hasNames tells whether the actual file has a `name` column.
  bool hasNames() const { return m_names != nullptr; }
  /// model is the name of an actual row; its text lives until the next call.
  tables::Value model(std::uint32_t row) { return m_names->at(row, m_scratch); }
  bool isModelIn(std::uint32_t row, const flaky::NameSet& names);
  /// modelText is the model for sentences: "alexnet", 123, nan.
  std::string modelText(std::uint32_t row);

  /// crash describes the script's end at a row: "check x ends with a TypeError at "alexnet" (data row 3): <why>".
  base::Error crash(std::uint32_t row, std::string_view exception, std::string_view why, std::string hint);

 private:
  const CheckInput& m_input;
  const CheckWords& m_words;
  const tables::TypedColumn* m_names;
  std::shared_ptr<const RowJoin> m_join;
  std::string m_scratch;
};

/// NameList is one of a script's lists of models, kept as rows.
class NameList {
 public:
  void add(std::uint32_t row) { m_rows.push_back(row); }
  bool isEmpty() const { return m_rows.empty(); }
  std::string count() const { return std::to_string(m_rows.size()); }
  /// join gives the names with a blank between them. Error ScriptCrash: Python joins texts only, and a name is a number
  /// or missing.
  base::Result<std::string> join(CheckRows& rows) const;

 private:
  std::vector<std::uint32_t> m_rows;
};

}  // namespace plumbline::verdicts
