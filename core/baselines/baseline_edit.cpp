// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/baseline_edit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/tables/frame.h"
#include "core/tables/pandas_number.h"
#include "core/text/ascii.h"
#include "core/text/line_index.h"
#include "core/text/name_index.h"
#include "core/verdicts/metric_catalogue.h"
#include "core/verdicts/verdict.h"

namespace plumbline::baselines {
namespace {

using tables::TableEdit;

base::Error bad(const BaselineTable& table, base::ErrorCode code, std::string text, std::string hint,
                std::size_t line = 0) {
  return {code, std::move(text), std::move(hint), table.csv().fileName(), line, 0};
}

std::string quotedName(std::string_view model) { return '"' + std::string(model) + '"'; }

/// modelOf returns the name of the row that an AddModel would make.
std::string modelOf(const BaselineTable& table, const AddModel& added) {
  const auto cell = [&](std::string_view column) {
    const auto found = std::ranges::find_if(added.cells, [&](const auto& pair) { return pair.first == column; });
    return found == added.cells.end() ? std::string() : found->second;
  };
  return table.isPrTime() ? cell(kPrTimeColumns[0]) + ',' + cell(kPrTimeColumns[1]) : cell("name");
}

/// Converter turns edits in the words of models into edits of records of one table.
class Converter {
 public:
  explicit Converter(const BaselineTable& table) : m_table(table) {}

  base::Result<TableEdit> operator()(const SetValue& edit) const {
    const auto record = m_table.recordOf(edit.model);
    if (!record) return base::fail(record.error());
    const auto column = m_table.columnIndex(edit.column);
    if (!column) return base::fail(column.error());
    return tables::SetCell{.record = *record, .field = *column, .text = edit.text};
  }

  base::Result<TableEdit> operator()(const RemoveModel& edit) const {
    const auto record = m_table.recordOf(edit.model);
    if (!record) return base::fail(record.error());
    return tables::RemoveRecord{.record = *record};
  }

  base::Result<TableEdit> operator()(const AddModel& edit) {
    const std::string model = modelOf(m_table, edit);
    if (model.empty() || model == ",")
      return base::fail(
          bad(m_table, base::ErrorCode::BadArgument, "A new row needs a model's name.", "Give its name."));
    if (const auto there = m_table.recordOf(model); there || there.error().code != base::ErrorCode::NotFound)
      return base::fail(bad(m_table, base::ErrorCode::BadArgument,
                            "The baseline already has a row for " + quotedName(model) + '.', "Change that row instead.",
                            there ? m_table.lineOf(*there) : there.error().line));
    if (!m_added.insert(model).second)
      return base::fail(
          bad(m_table, base::ErrorCode::BadArgument, quotedName(model) + " would be added twice.", "Add it once."));
    tables::AddRecord record{std::vector<std::string>(m_table.columns().size())};
    for (const auto& [column, text] : edit.cells) {
      const auto at = m_table.columnIndex(column);
      if (!at) return base::fail(at.error());
      record.cells[*at] = text;
    }
    return record;
  }

  base::Result<TableEdit> operator()(const AddMetric& edit) const {
    return tables::AddColumn{.name = edit.column, .cells = {}};
  }

 private:
  const BaselineTable& m_table;
  std::unordered_set<std::string> m_added;
};

/// whyShifted: pandas takes the first fields of such a file as an index, so a column is not where its name stands.
std::optional<base::Error> whyShifted(const BaselineTable& table) {
  if (table.csv().leadingColumns() == 0) return std::nullopt;
  return bad(table, base::ErrorCode::BadFormat,
             "The first row is longer than the header, so pandas reads every column one place off.",
             "Give the header the missing names first.", table.csv().rowCount() > 0 ? table.csv().lineOf(0) : 0);
}

base::Result<text::ByteEdits> plainBytesFor(const BaselineTable& table, const std::vector<BaselineEdit>& edits) {
  Converter convert(table);
  std::vector<TableEdit> out;
  out.reserve(edits.size());
  for (const BaselineEdit& edit : edits) {
    auto converted = std::visit(convert, edit);
    if (!converted) return base::fail(converted.error());
    out.push_back(std::move(*converted));
  }
  auto bytes = tables::editsFor(table.csv(), table.key(), out);
  if (!bytes && bytes.error().file.empty()) {
    base::Error error = bytes.error();
    error.file = table.csv().fileName();
    return base::fail(std::move(error));
  }
  return bytes;
}

/// withColumns adds the new columns first, so that the other edits may name them. Every line changes anyway.
base::Result<text::ByteEdits> withColumns(const BaselineTable& table, const std::vector<BaselineEdit>& edits) {
  std::vector<BaselineEdit> others;
  BaselineTable grown = table;
  for (const BaselineEdit& edit : edits) {
    const auto* column = std::get_if<AddMetric>(&edit);
    if (column == nullptr) {
      others.push_back(edit);
      continue;
    }
    if (grown.isPrTime())
      return base::fail(bad(table, base::ErrorCode::BadArgument, "This file has no header, so it takes no new column.",
                            "Its rows are name,metric,value,margin."));
    if (grown.columnIndex(column->column))
      return base::fail(bad(table, base::ErrorCode::BadArgument,
                            "The baseline already has a column " + quotedName(column->column) + '.', "", 1));
    const auto bytes = plainBytesFor(grown, {edit});
    if (!bytes) return base::fail(bytes.error());
    auto after = text::applied(grown.csv().bytes(), *bytes);
    if (!after) return base::fail(after.error());
    auto next = BaselineTable::of(std::move(*after), table.csv().fileName());
    if (!next) return base::fail(next.error());
    grown = std::move(*next);
  }
  const auto bytes = plainBytesFor(grown, others);
  if (!bytes) return base::fail(bytes.error());
  const auto after = text::applied(grown.csv().bytes(), *bytes);
  if (!after) return base::fail(after.error());
  return text::between(table.csv().bytes(), *after);
}

/// Rows of a table by name and, where a name occurs again, by how often it came before.
std::unordered_map<std::string, std::size_t> rowsByName(const BaselineTable& table, std::vector<std::string>& keys) {
  std::unordered_map<std::string, std::size_t> seen;
  std::unordered_map<std::string, std::size_t> rows;
  for (std::size_t row = 0; row < table.modelCount(); ++row) {
    std::string key = table.modelName(row);
    const std::size_t before = seen[key]++;
    if (before > 0) key += '\n' + std::to_string(before);
    rows.emplace(key, row);
    keys.push_back(std::move(key));
  }
  return rows;
}

using tables::CsvTable;
using TablePtr = std::shared_ptr<const CsvTable>;

base::Result<TablePtr> scan(std::string bytes, std::string path) {
  auto scanned = CsvTable::scan(std::move(bytes), std::move(path));
  if (!scanned.isValue()) return base::fail(scanned.error());
  return std::move(scanned.value());
}

/// firstRecord returns the cells of record 0 as they are written; CsvTable knows them only as names of columns.
base::Result<std::vector<std::string>> firstRecord(const CsvTable& table) {
  const tables::CellSpan span = table.headerSpan();
  const std::string line(table.bytes().substr(span.begin, span.end - span.begin));
  const auto twice = scan(line + '\n' + line + '\n', table.fileName());
  if (!twice) return base::fail(twice.error());
  std::vector<std::string> cells;
  std::string scratch;
  if ((*twice)->rowCount() == 0) return cells;
  for (std::size_t field = 0; field < (*twice)->headerWidth(); ++field)
    cells.emplace_back((*twice)->cell(0, field, scratch));
  return cells;
}

bool isInteger(std::string_view text) {
  const std::size_t digits = text.find_first_not_of(" +-");
  return digits != std::string_view::npos && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(digits), text.end(),
                                                         [](char c) { return (c >= '0' && c <= '9') || c == ' '; });
}

/// looksLikePrTime: name,metric,integer[,margin], and nothing called name.
bool looksLikePrTime(const std::vector<std::string>& cells) {
  return (cells.size() == 3 || cells.size() == 4) && isInteger(cells[2]) && !isInteger(cells[0]);
}

std::string stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

base::Error noNames(const CsvTable& table) {
  base::Error error{base::ErrorCode::BadFormat,
                    "This file has no column \"name\", so its rows have no names.",
                    "Its first line has to name the columns, one of them \"name\".",
                    table.fileName(),
                    1,
                    0};
  if (table.headerWidth() == 0) {
    error.text = "This file is empty.";
    error.hint = "A baseline begins with a line such as: name,accuracy,graph_breaks";
    error.line = 0;
  }
  return error;
}

using tables::CellSpan;

std::string_view bytesOf(const BaselineTable& table, std::size_t record) {
  const CellSpan span = table.csv().wholeRecord(record);
  return table.csv().bytes().substr(span.begin, span.end - span.begin);
}

std::size_t firstRecord(const BaselineTable& table) { return table.key().hasHeader ? 1 : 0; }
std::string nameOf(const BaselineTable& table, std::size_t record) { return table.modelName(record - firstRecord(table)); }

/// between returns the bytes after a record and before another one, or up to the end of the file.
CellSpan gapAfter(const BaselineTable& table, std::size_t record, std::size_t next) {
  const std::size_t begin = table.csv().wholeRecord(record).end;
  const bool atEnd = next >= table.csv().recordCount();
  return {begin, atEnd ? table.csv().bytes().size() : table.csv().wholeRecord(next).begin};
}

/// restoredRow returns the edit that brings a record of `saved` back into `now`, behind the nearest neighbour above
/// that is still there; absent where nothing stands above it.
std::optional<text::ByteEdit> restoredRow(const BaselineTable& saved, std::size_t record, const BaselineTable& now) {
  std::size_t above = record;
  std::optional<std::size_t> place;
  while (!place && above > firstRecord(saved)) {
    const auto found = now.recordOf(nameOf(saved, --above));
    if (found) place = *found;
  }
  if (!place && saved.key().hasHeader && now.key().hasHeader) {
    above = 0;
    place = 0;
  }
  if (!place) return {};
  const std::size_t savedCount = saved.csv().recordCount();
  const std::size_t nowCount = now.csv().recordCount();
  const bool savedLast = record + 1 >= savedCount;
  const bool nowLast = *place + 1 >= nowCount;
  const bool sameBelow = savedLast ? nowLast : !nowLast && nameOf(now, *place + 1) == nameOf(saved, record + 1);
  if (above + 1 == record && sameBelow) {
    // Both neighbours are there: everything between them is as it was, odd blank lines too.
    const CellSpan gap = gapAfter(now, *place, *place + 1);
    const std::size_t begin = saved.csv().wholeRecord(above).end;
    const std::size_t end = gapAfter(saved, record, record + 1).end;
    return text::ByteEdit{gap.begin, gap.end, std::string(saved.csv().bytes().substr(begin, end - begin))};
  }
  const CellSpan before = gapAfter(saved, record - 1, record);
  std::string with(saved.csv().bytes().substr(before.begin, before.end - before.begin));
  with += bytesOf(saved, record);
  const std::size_t at = now.csv().wholeRecord(*place).end;
  return text::ByteEdit{at, at, std::move(with)};
}

AddModel asNewRow(const BaselineTable& saved, std::size_t record) {
  AddModel row;
  for (std::size_t c = 0; c < saved.columns().size(); ++c) row.cells.emplace_back(saved.columns()[c], saved.cellAt(record, c));
  return row;
}

/// oldValues sets the cells of a row back one by one, for a file that got a column meanwhile.
void oldValues(const BaselineTable& saved, const BaselineTable& pending, const std::string& model,
               std::vector<BaselineEdit>& edits) {
  for (const std::string& column : pending.columns()) {
    const auto now = pending.value(model, column);
    const std::string before = saved.value(model, column).value_or("");
    if (now && *now != before) edits.emplace_back(SetValue{model, column, before});
  }
}

constexpr double kExactWhole = 9007199254740992.0;  // 2^53: every whole number up to here is a double

/// decimalsOf counts the digits after the point of -12.3400; 0 for -12; none for anything else.
std::optional<int> decimalsOf(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  const auto digits = [](std::string_view s) { return std::ranges::all_of(s, text::isDigit); };
  if (whole.empty() || !digits(whole) || !digits(part)) return std::nullopt;
  if (point != std::string_view::npos && part.empty()) return std::nullopt;
  return static_cast<int>(part.size());
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> buffer{};
  const auto made =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), made.ptr);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

}  // namespace

base::Result<text::ByteEdits> bytesFor(const BaselineTable& table, const std::vector<BaselineEdit>& edits) {
  if (edits.empty()) return text::ByteEdits{};
  if (auto shifted = whyShifted(table)) return base::fail(*std::move(shifted));
  const bool grows =
      std::ranges::any_of(edits, [](const BaselineEdit& edit) { return std::holds_alternative<AddMetric>(edit); });
  return grows ? withColumns(table, edits) : plainBytesFor(table, edits);
}

std::vector<BaselineEdit> editsBetween(const BaselineTable& before, const BaselineTable& after) {
  std::vector<BaselineEdit> edits;
  for (const std::string& column : after.columns())
    if (!before.columnIndex(column)) edits.emplace_back(AddMetric{column});

  std::vector<std::string> oldKeys;
  std::vector<std::string> newKeys;
  const auto oldRows = rowsByName(before, oldKeys);
  const auto newRows = rowsByName(after, newKeys);
  const std::size_t oldShift = before.isPrTime() ? 0 : 1;
  const std::size_t newShift = after.isPrTime() ? 0 : 1;

  std::size_t oldRow = 0;
  const auto removeUpTo = [&](std::size_t end) {
    for (; oldRow < end; ++oldRow)
      if (newRows.count(oldKeys[oldRow]) == 0) edits.emplace_back(RemoveModel{before.modelName(oldRow)});
  };
  for (std::size_t row = 0; row < newKeys.size(); ++row) {
    const auto match = oldRows.find(newKeys[row]);
    if (match == oldRows.end()) {
      AddModel added;
      for (std::size_t c = 0; c < after.columns().size(); ++c)
        added.cells.emplace_back(after.columns()[c], after.cellAt(row + newShift, c));
      edits.emplace_back(std::move(added));
      continue;
    }
    removeUpTo(match->second);
    for (std::size_t c = 0; c < after.columns().size(); ++c) {
      const auto oldColumn = before.columnIndex(after.columns()[c]);
      const std::string old = oldColumn ? before.cellAt(match->second + oldShift, *oldColumn) : std::string();
      std::string now = after.cellAt(row + newShift, c);
      if (old != now) edits.emplace_back(SetValue{after.modelName(row), after.columns()[c], std::move(now)});
    }
  }
  removeUpTo(oldKeys.size());
  return edits;
}

struct BaselineTable::Index {
  explicit Index(std::size_t models) : rows(models) {}
  std::vector<std::string> firstCells;                     ///< of a file without a header
  text::NameIndex rows;                                    ///< first row of each name
  std::unordered_map<std::uint32_t, std::uint32_t> again;  ///< of names that occur twice: second row by first row
};

base::Result<BaselineTable> BaselineTable::of(std::string bytes, std::string path) {
  auto table = scan(std::move(bytes), std::move(path));
  if (!table) return base::fail(table.error());
  return of(*std::move(table));
}

base::Result<BaselineTable> BaselineTable::of(std::shared_ptr<const CsvTable> table) {
  BaselineTable out;
  out.m_table = std::move(table);
  std::vector<std::string> firstCells;
  if (const auto name = out.m_table->columnOf("name")) {
    out.m_key.field = *name;
    out.m_columns = out.m_table->columnNames();
  } else {
    auto cells = out.m_table->headerWidth() <= std::size(kPrTimeColumns) ? firstRecord(*out.m_table)
                                                                         : base::Result<std::vector<std::string>>();
    if (!cells) return base::fail(cells.error());
    if (!looksLikePrTime(*cells)) return base::fail(noNames(*out.m_table));
    out.m_key.hasHeader = false;
    out.m_columns.assign(std::begin(kPrTimeColumns), std::end(kPrTimeColumns));
    firstCells = std::move(*cells);
  }
  auto index = std::make_shared<Index>(out.modelCount());
  index->firstCells = std::move(firstCells);
  out.m_index = index;
  std::string scratch, known;
  for (std::uint32_t row = 0; row < out.modelCount(); ++row) {
    const std::string_view name = out.nameAt(row, scratch);
    const std::uint64_t hash = text::hashName(name);
    auto& slot = index->rows.find(hash, [&](std::uint32_t other) { return out.nameAt(other, known) == name; });
    if (slot.isFree()) text::NameIndex::insert(slot, hash, row);
    else
      index->again.try_emplace(slot.group, row);
  }
  return out;
}

std::size_t BaselineTable::modelCount() const { return m_table->rowCount() + (m_key.hasHeader ? 0 : 1); }

std::string_view BaselineTable::cellText(std::size_t record, std::size_t column, std::string& scratch) const {
  if (record > 0) return m_table->cell(record - 1, column, scratch);
  return column < m_index->firstCells.size() ? std::string_view(m_index->firstCells[column]) : std::string_view();
}

std::string BaselineTable::cellAt(std::size_t record, std::size_t column) const {
  std::string scratch;
  return std::string(cellText(record, column, scratch));
}

/// nameAt is modelName without a copy where the name stands in the file as it is.
std::string_view BaselineTable::nameAt(std::size_t row, std::string& scratch) const {
  if (m_key.hasHeader) return cellText(row + 1, m_key.field, scratch);
  scratch = modelName(row);
  return scratch;
}

std::string BaselineTable::modelName(std::size_t row) const {
  if (m_key.hasHeader) return cellAt(row + 1, m_key.field);
  return stripped(cellAt(row, 0)) + ',' + stripped(cellAt(row, 1));
}

std::size_t BaselineTable::lineOf(std::size_t record) const {
  if (record > 0) return m_table->lineOf(record - 1);
  return text::countLineEnds(m_table->bytes(), 0, m_table->headerSpan().begin) + 1;
}

base::Result<std::size_t> BaselineTable::recordOf(std::string_view model) const {
  std::string scratch;
  const auto isSame = [&](std::uint32_t row) { return nameAt(row, scratch) == model; };
  const text::NameIndex::Slot& slot = std::as_const(m_index->rows).find(text::hashName(model), isSame);
  const std::string& file = m_table->fileName();
  if (slot.isFree())
    return base::fail(base::ErrorCode::NotFound, "The baseline has no row for \"" + std::string(model) + "\".",
                      "Add the model, or look whether its name is spelt as in the file.", file);
  const std::size_t shift = m_key.hasHeader ? 1 : 0;
  const std::size_t first = slot.group + shift;
  if (const auto again = m_index->again.find(slot.group); again != m_index->again.end()) {
    const std::size_t second = again->second + shift;
    return base::fail(base::ErrorCode::BadFormat,
                      "\"" + std::string(model) + "\" stands in line " + std::to_string(lineOf(first)) +
                          " and again in line " + std::to_string(lineOf(second)) + ".",
                      "Keep one of the rows; until then it is unclear which one is meant.", file, lineOf(second));
  }
  return first;
}

base::Result<std::size_t> BaselineTable::columnIndex(std::string_view column) const {
  if (!isPrTime()) {
    if (const auto found = m_table->columnOf(column)) return *found;
  } else if (const auto found = std::ranges::find(m_columns, column); found != m_columns.end()) {
    return static_cast<std::size_t>(found - m_columns.begin());
  }
  return base::fail(base::ErrorCode::NotFound, "The baseline has no column \"" + std::string(column) + "\".",
                    "Add the column first, or leave it out.", m_table->fileName(), 1);
}

base::Result<std::string> BaselineTable::value(std::string_view model, std::string_view column) const {
  const auto record = recordOf(model);
  if (!record) return base::fail(record.error());
  const auto field = columnIndex(column);
  if (!field) return base::fail(field.error());
  return cellAt(*record, *field);
}

base::Result<std::string> withoutRowEdits(const BaselineTable& saved, const BaselineTable& pending,
                                          const std::vector<std::string>& models) {
  const bool sameColumns = saved.columns() == pending.columns();
  std::vector<BaselineEdit> edits;
  text::ByteEdits all;
  std::vector<std::size_t> gone;
  for (const std::string& model : models) {
    const auto before = saved.recordOf(model);
    const auto now = pending.recordOf(model);
    if (before && now) {
      if (!sameColumns) {
        oldValues(saved, pending, model, edits);
      } else if (bytesOf(saved, *before) != bytesOf(pending, *now)) {
        const CellSpan span = pending.csv().wholeRecord(*now);
        all.push_back({span.begin, span.end, std::string(bytesOf(saved, *before))});
      }
    } else if (now && before.error().code == base::ErrorCode::NotFound) {
      edits.emplace_back(RemoveModel{model});
    } else if (before && now.error().code == base::ErrorCode::NotFound) {
      gone.push_back(*before);
    }
  }
  const auto cells = bytesFor(pending, edits);
  if (!cells) return base::fail(cells.error());
  all.insert(all.end(), cells->begin(), cells->end());
  const auto sorted = text::sortEdits(std::move(all));
  if (!sorted) return base::fail(sorted.error());
  auto bytes = text::applied(pending.csv().bytes(), *sorted);
  std::ranges::sort(gone);
  for (const std::size_t record : gone) {
    if (!bytes) break;
    const auto now = BaselineTable::of(*bytes, pending.csv().fileName());
    if (!now) return base::fail(now.error());
    const auto place = sameColumns ? restoredRow(saved, record, *now) : std::nullopt;
    if (place) {
      bytes = text::applied(*bytes, {*place});
      continue;
    }
    const auto row = bytesFor(*now, {asNewRow(saved, record)});
    if (!row) return base::fail(row.error());
    bytes = text::applied(*bytes, *row);
  }
  return bytes;
}

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  if (tables::isNaWord(text) || !tables::parsePandasReal(text, value)) return std::nullopt;
  return value;
}

ColumnStyle styleOf(const BaselineTable& table, std::string_view column) {
  const auto index = table.columnIndex(column);
  if (!index) return {};
  const std::uint8_t metric = verdicts::metricIndex(column);
  const bool count =
      metric != verdicts::kNoMetric && column != "accuracy" && verdicts::metricCatalogue()[metric].decimals == 0;
  const ColumnStyle unclear{count ? ColumnStyle::Kind::Whole : ColumnStyle::Kind::AsWritten, 0};

  std::optional<int> common;
  std::string scratch;
  const std::size_t shift = table.isPrTime() ? 0 : 1;
  for (std::size_t record = shift; record < table.modelCount() + shift; ++record) {
    if (record > 0 && table.csv().isComment(record - 1)) continue;
    const std::string_view cell = table.cellText(record, *index, scratch);
    if (cell.empty()) continue;
    const auto decimals = decimalsOf(cell);
    if (!decimals || (common && *common != *decimals)) return unclear;
    common = decimals;
  }
  if (!common) return unclear;
  return {*common == 0 ? ColumnStyle::Kind::Whole : ColumnStyle::Kind::Decimals, *common};
}

std::string styled(const ColumnStyle& style, std::string_view text) {
  const auto value = numberIn(text);
  if (style.kind == ColumnStyle::Kind::AsWritten || !value || !std::isfinite(*value)) return std::string(text);
  const std::string_view digits = text::trimmed(text, text::kBlanks);
  if (style.kind == ColumnStyle::Kind::Decimals) {
    // What already has that form keeps its digits: a double holds no more than 17 of them.
    return decimalsOf(digits) == style.decimals ? std::string(digits) : fixed(*value, style.decimals);
  }
  if (decimalsOf(digits) == 0) return std::string(digits);
  const bool whole = std::trunc(*value) == *value && std::abs(*value) < kExactWhole;
  return whole ? fixed(*value, 0) : std::string(digits);
}

bool sameValue(std::string_view column, std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (column == "accuracy") return false;
  const auto left = numberIn(a);
  return left && left == numberIn(b);
}

bool isZero(std::string_view text) { return numberIn(text) == 0.0; }

bool isUnmeasuredZero(std::string_view column, std::string_view text) {
  const std::uint8_t metric = verdicts::metricIndex(column);
  return metric != verdicts::kNoMetric && verdicts::metricCatalogue()[metric].zeroMeansNotMeasured && isZero(text);
}

}  // namespace plumbline::baselines
