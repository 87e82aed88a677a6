// SPDX-License-Identifier: GPL-3.0-or-later
// One change to a baseline in the words of its users: a model's cell, a model's row, a column. Survives a change of the
// file's bytes, because it names models and columns, not places.
//
//   BaselineEdit edit = SetValue{.model = "llama", .column = "graph_breaks", .text = "9"};
//   auto bytes = bytesFor(*BaselineTable::of(bytes, path), {edit});
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/tables/csv_editor.h"
#include "core/tables/csv_table.h"
#include "core/text/byte_edits.h"

namespace plumbline::baselines {

struct SetValue {
  std::string model, column, text;
  bool operator==(const SetValue&) const = default;
};
struct AddModel {
  std::vector<std::pair<std::string, std::string>> cells;  ///< column -> text; columns left out become empty cells
  bool operator==(const AddModel&) const = default;
};
struct RemoveModel {
  std::string model;
  bool operator==(const RemoveModel&) const = default;
};
struct AddMetric {
  std::string column;
  bool operator==(const AddMetric&) const = default;
};
using BaselineEdit = std::variant<SetValue, AddModel, RemoveModel, AddMetric>;

/// shownCell is a cell in a sentence: "empty" for an empty one.
inline std::string shownCell(const std::string& text) { return text.empty() ? "empty" : text; }

/// kPrTimeColumns name the fields of pr_time_benchmarks/expected_results.csv, which has no header (SPEC 10). Its model
/// is "name,metric" as two fields; SetValue::model holds them joined by a comma.
inline constexpr std::string_view kPrTimeColumns[] = {"name", "metric", "value", "margin"};

/// BaselineTable is a scanned baseline together with how its rows are named.
class BaselineTable {
 public:
  /// of scans the bytes. A first record of three or four fields whose third is an integer is a pr_time file. Errors:
  /// BadFormat for a file without a name column, TooLarge.
  static base::Result<BaselineTable> of(std::string bytes, std::string path);
  /// of a table that was scanned already shares it.
  static base::Result<BaselineTable> of(std::shared_ptr<const tables::CsvTable> table);

  const tables::CsvTable& csv() const { return *m_table; }
  const std::shared_ptr<const tables::CsvTable>& table() const { return m_table; }
  const tables::Key& key() const { return m_key; }
  bool isPrTime() const { return !m_key.hasHeader; }
  const std::vector<std::string>& columns() const { return m_columns; }
  std::size_t modelCount() const;
  std::string modelName(std::size_t row) const;
  /// recordOf returns the one record of a model. Errors: NotFound; BadFormat when several rows have that name (with the
  /// line of the second).
  base::Result<std::size_t> recordOf(std::string_view model) const;
  /// value returns an unquoted cell, "" where the record is shorter; NotFound for an unknown model or column.
  base::Result<std::string> value(std::string_view model, std::string_view column) const;
  /// cellAt is a cell by record (0 only in a file without a header) and column; lineOf the line of a record, from 1.
  std::string cellAt(std::size_t record, std::size_t column) const;
  /// cellText is cellAt without a copy; it lives as long as the table and `scratch`.
  std::string_view cellText(std::size_t record, std::size_t column, std::string& scratch) const;
  std::size_t lineOf(std::size_t record) const;
  /// columnIndex returns the place of a column in columns(). Errors: NotFound.
  base::Result<std::size_t> columnIndex(std::string_view column) const;

 private:
  struct Index;
  std::string_view nameAt(std::size_t row, std::string& scratch) const;
  std::shared_ptr<const Index> m_index;  ///< records by model
  std::shared_ptr<const tables::CsvTable> m_table;
  tables::Key m_key;
  std::vector<std::string> m_columns;
};

/// bytesFor turns edits into byte edits. Errors: those of recordOf and tables::editsFor, naming file, line and model.
base::Result<text::ByteEdits> bytesFor(const BaselineTable& table, const std::vector<BaselineEdit>& edits);

/// editsBetween returns the edits that lead from one version to another, in file order: what re-applying on a third
/// version needs, and what the commit message and a screen list. Rows are matched by name.
std::vector<BaselineEdit> editsBetween(const BaselineTable& before, const BaselineTable& after);

/// withoutRowEdits returns the bytes of `pending` with the rows of these models as `saved` has them: changed cells get
/// their old text, added rows go, removed rows come back between their old neighbours with their old blank lines.
/// Models that neither side has, or that a side has twice, are left alone. Errors: those of bytesFor.
base::Result<std::string> withoutRowEdits(const BaselineTable& saved, const BaselineTable& pending,
                                          const std::vector<std::string>& models);

/// How a column of a baseline writes its numbers, so that a value taken over from a run looks like its neighbours.
///
///   ColumnStyle style = styleOf(baseline, "compression_ratio");   // four decimals in every row
///   styled(style, "1.196512")                                      // "1.1965"
struct ColumnStyle {
  enum class Kind : std::uint8_t {
    AsWritten,  ///< words, or numbers of several forms: the run's own text
    Whole,      ///< whole numbers
    Decimals,   ///< the same number of decimals in every row
  };
  Kind kind = Kind::AsWritten;
  int decimals = 0;
};

/// styleOf looks at all cells of a column; empty ones and comment rows say nothing. A column that says nothing, or not
/// always the same, is Whole where the catalogue knows the metric as a count.
ColumnStyle styleOf(const BaselineTable& table, std::string_view column);

/// styled writes a run's text in a column's style. A number that does not fit (2.5 where whole numbers stand) and every
/// word stay as the run wrote them.
std::string styled(const ColumnStyle& style, std::string_view text);

/// sameValue returns whether two texts are the same value: equal numbers, or else equal texts. Accuracy words are
/// always texts, as in a column that holds words.
bool sameValue(std::string_view column, std::string_view a, std::string_view b);

/// isZero returns whether a cell is a number equal to zero.
bool isZero(std::string_view text);

/// isUnmeasuredZero returns whether a cell may be padding instead of a count: a zero in a column where the runner
/// writes zeros for what it did not measure (SPEC 11.2).
bool isUnmeasuredZero(std::string_view column, std::string_view text);

/// numberIn reads a cell as pandas reads it in a column of numbers; nullopt for words and missing values.
std::optional<double> numberIn(std::string_view text);

}  // namespace plumbline::baselines
