// SPDX-License-Identifier: GPL-3.0-or-later
// A second, slow account of what editing a CSV means, on rows of cells and counted blank lines instead of bytes. The
// property test makes files out of it, does the same edits on both, and compares.
//
//   EditorModel model = ...; std::string bytes = model.bytes();
//   model.apply(edits);   // and the editor's bytes must now be those that model.agreesWith accepts
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/tables/csv_editor.h"

namespace plumbline::tests {

struct ModelCell {
  std::string text;
  std::string raw;      ///< as it stands in the file
  bool isNew = false;   ///< then only its text counts: how it is spelled is the editor's choice
};

struct ModelRow {
  std::vector<ModelCell> cells;
  std::size_t gap = 0;  ///< blank lines behind it; unused for the last row
  bool isComment() const { return cells[0].raw.starts_with('#'); }
};

class EditorModel {
 public:
  std::string lineEnd = "\n";
  std::string prefix;  ///< byte order mark, blank lines
  std::string tail;    ///< behind the last row
  bool hasHeader = true;
  std::vector<ModelRow> rows;

  std::string bytes() const {
    std::string out = prefix;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t f = 0; f < rows[i].cells.size(); ++f) out += (f == 0 ? "" : ",") + rows[i].cells[f].raw;
      out += i + 1 < rows.size() ? gapText(rows[i].gap) : tail;
    }
    return out;
  }

  std::size_t width() const {
    return std::max(rows[0].cells.size(), rows.size() > 1 ? rows[1].cells.size() : 0);
  }

  void apply(const std::vector<tables::TableEdit>& edits) {
    const std::size_t usual = usualGap();
    const bool sorted = isSorted();
    const std::size_t rowWidth = width();
    const std::size_t headerWidth = rows[0].cells.size();
    std::vector<bool> gone(rows.size());
    std::vector<const tables::AddColumn*> columns;
    std::vector<std::pair<std::size_t, const tables::AddRecord*>> added;
    for (const auto& edit : edits) {
      if (const auto* out = std::get_if<tables::RemoveRecord>(&edit)) gone[out->record] = true;
      if (const auto* column = std::get_if<tables::AddColumn>(&edit)) columns.push_back(column);
      if (const auto* row = std::get_if<tables::AddRecord>(&edit)) added.emplace_back(0, row);
    }
    if (sorted)
      std::stable_sort(added.begin(), added.end(),
                       [](const auto& a, const auto& b) { return a.second->cells[0] < b.second->cells[0]; });
    for (auto& [before, row] : added) before = sorted ? placeFor(row->cells[0]) : rows.size();
    for (const auto& edit : edits)
      if (const auto* set = std::get_if<tables::SetCell>(&edit)) setCell(*set);
    if (!columns.empty()) addColumns(columns, headerWidth, rowWidth);

    std::vector<ModelRow> now;
    std::size_t kept = rows.size();
    while (kept > 0 && gone[kept - 1]) --kept;
    auto next = added.begin();
    for (std::size_t i = 0; i < kept; ++i) {
      bool mayFill = usual > 0 && lineEnd != "\r" && i > 0 && !gone[i - 1];
      for (; next != added.end() && next->first == i; ++next) {
        ModelRow row = newRow(*next->second, rowWidth + columns.size());
        mayFill = mayFill && now.back().gap >= 2 * usual;
        row.gap = mayFill ? now.back().gap - usual : usual;
        if (mayFill) now.back().gap = usual;
        now.push_back(std::move(row));
      }
      if (!gone[i]) now.push_back(rows[i]);
    }
    for (; next != added.end(); ++next) {
      if (!now.empty()) now.back().gap = usual;
      now.push_back(newRow(*next->second, rowWidth + columns.size()));
    }
    if (now.empty()) tail.clear();
    rows = std::move(now);
  }

  /// agreesWith compares a file read back with the rows; says what differs, "" when nothing does.
  std::string agreesWith(const tables::CsvTable& table) const {
    if (table.recordCount() != rows.size()) return "number of rows";
    const std::string_view all = table.bytes();
    std::size_t end = 0;
    std::string scratch;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto whole = table.wholeRecord(r);
      const std::string between = r == 0 ? prefix : gapText(rows[r - 1].gap);
      if (all.substr(end, whole.begin - end) != between) return "blank lines before row " + std::to_string(r);
      end = whole.end;
      if (table.recordFieldCount(r) != rows[r].cells.size()) return "number of cells in row " + std::to_string(r);
      for (std::size_t f = 0; f < rows[r].cells.size(); ++f) {
        const auto span = *table.recordField(r, f);
        const std::string_view raw = all.substr(span.begin, span.end - span.begin);
        const ModelCell& cell = rows[r].cells[f];
        const bool same = cell.isNew ? table.textOf(raw, scratch) == cell.text : raw == cell.raw;
        if (!same) return "cell " + std::to_string(f) + " of row " + std::to_string(r);
      }
    }
    return all.substr(end) == (rows.empty() ? prefix : tail) ? "" : "the end";
  }

 private:
  std::string gapText(std::size_t blank) const {
    std::string out;
    for (std::size_t i = 0; i <= blank; ++i) out += lineEnd;
    return out;
  }

  std::size_t usualGap() const {
    std::map<std::size_t, int> counts;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) ++counts[rows[i].gap];
    std::size_t best = rows.size() < 2 && !tail.empty() ? tail.size() / lineEnd.size() - 1 : 0;
    int most = 0;
    for (const auto& [gap, count] : counts)
      if (count > most) best = gap, most = count;
    return best;
  }

  bool isSorted() const {
    std::vector<std::string> names;
    for (std::size_t i = hasHeader ? 1 : 0; i < rows.size(); ++i)
      if (!rows[i].isComment()) names.push_back(rows[i].cells[0].text);
    return names.size() >= 2 && std::is_sorted(names.begin(), names.end());
  }

  std::size_t placeFor(const std::string& name) const {
    for (std::size_t i = hasHeader ? 1 : 0; i < rows.size(); ++i) {
      if (rows[i].isComment() || rows[i].cells[0].text <= name) continue;
      while (i > (hasHeader ? 1U : 0U) && rows[i - 1].isComment()) --i;
      return i;
    }
    return rows.size();
  }

  void setCell(const tables::SetCell& set) {
    auto& cells = rows[set.record].cells;
    const bool isBeyond = set.field >= cells.size();
    while (cells.size() <= set.field) cells.push_back({"", "", false});
    if (isBeyond || cells[set.field].text != set.text) cells[set.field] = {set.text, set.text, true};
  }

  void addColumns(const std::vector<const tables::AddColumn*>& columns, std::size_t headerWidth, std::size_t rowWidth) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const bool isHeader = hasHeader && r == 0;
      const std::size_t width = isHeader ? headerWidth : rowWidth;
      const std::size_t at = r - (hasHeader ? 1 : 0);
      const bool said = std::any_of(columns.begin(), columns.end(),
                                    [&](const auto* c) { return at < c->cells.size() && !c->cells[at].empty(); });
      auto& cells = rows[r].cells;
      if (!isHeader && rows[r].isComment() && cells.size() < width && !said) continue;
      while (cells.size() < width) cells.push_back({"", "", false});
      for (const auto* column : columns) {
        const std::string text = isHeader ? column->name : at < column->cells.size() ? column->cells[at] : std::string();
        cells.push_back({text, text, true});
      }
    }
  }

  static ModelRow newRow(const tables::AddRecord& added, std::size_t width) {
    ModelRow row;
    for (const std::string& text : added.cells) row.cells.push_back({text, text, true});
    while (row.cells.size() < width) row.cells.push_back({"", "", true});
    return row;
  }
};

}  // namespace plumbline::tests
