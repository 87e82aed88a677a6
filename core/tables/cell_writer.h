// SPDX-License-Identifier: GPL-3.0-or-later
// Spells new cells as the file spells its own: which columns are quoted, whether numbers and empty cells are.
//
//   const CellWriter writer(table, key);
//   bytes += writer.cell(0, "llama");     // llama, or "llama" in a file whose names stand in quotes
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/csv_editor.h"

namespace plumbline::tables {

/// needsQuotes tells whether a text cannot stand in a field without them.
bool needsQuotes(std::string_view text, bool firstField);
/// quoted puts the text in quotes, doubling those inside.
std::string quoted(std::string_view text);
/// isBlank tells whether a record of this one field would be no record: a line of blanks is skipped.
bool isBlank(std::string_view text);
/// hasLoneCr tells whether some line of the file ends in CR alone. After a blank line that does, pandas swallows a comma.
bool hasLoneCr(std::string_view bytes);

class CellWriter {
 public:
  /// Looks through the cells only when there is a quote in the file.
  CellWriter(const CsvTable& table, const Key& key);

  /// cell spells a new text for a field of the file; header cells are spelled by headerCell.
  std::string cell(std::size_t field, std::string_view text) const;
  std::string headerCell(std::size_t field, std::string_view name) const;
  /// quotesAllTexts is CsvShape::quotesAll: the header counts as text.
  bool quotesAllTexts() const { return m_header.quoted + m_texts.quoted != 0 && m_header.plain + m_texts.plain == 0; }

 private:
  struct Spelling {
    std::size_t quoted = 0, plain = 0;
    bool isKnown() const { return quoted + plain != 0; }
    bool isAlways() const { return quoted != 0 && plain == 0; }
    void count(bool isQuoted) { ++(isQuoted ? quoted : plain); }
  };
  struct Column {
    Spelling filled, empty;
  };

  /// spelled adds quotes where asked for, or where the text would be read as something else without them.
  std::string spelled(std::size_t field, std::string_view text, bool wantsQuotes) const;

  std::vector<Column> m_columns;
  Spelling m_header, m_texts, m_numbers, m_empty;
  bool m_hasLoneCr = false;
};

}  // namespace plumbline::tables
