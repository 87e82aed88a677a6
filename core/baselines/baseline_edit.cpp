// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/baseline_edit.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace plumbline::baselines {
namespace {

using tables::TableEdit;

base::Error bad(const BaselineTable& table, base::ErrorCode code, std::string text, std::string hint,
                std::size_t line = 0) {
  return {code, std::move(text), std::move(hint), table.csv().fileName(), line, 0};
}

std::string quotedName(std::string_view model) { return '"' + std::string(model) + '"'; }

/// modelOf gives the name of the row that an AddModel would make.
std::string modelOf(const BaselineTable& table, const AddModel& added) {
  const auto cell = [&](std::string_view column) {
    const auto found =
        std::find_if(added.cells.begin(), added.cells.end(), [&](const auto& pair) { return pair.first == column; });
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

}  // namespace

base::Result<text::ByteEdits> bytesFor(const BaselineTable& table, const std::vector<BaselineEdit>& edits) {
  if (edits.empty()) return text::ByteEdits{};
  if (auto shifted = whyShifted(table)) return base::fail(*std::move(shifted));
  const bool grows = std::any_of(edits.begin(), edits.end(),
                                 [](const BaselineEdit& edit) { return std::holds_alternative<AddMetric>(edit); });
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

}  // namespace plumbline::baselines
