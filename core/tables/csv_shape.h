// SPDX-License-Identifier: GPL-3.0-or-later
// How a CSV file is laid out, and new cells written the same way: line ends, blank lines, which columns are quoted.
//
//   const CsvShape shape = shapeOf(table, key);
//   const CellWriter writer(table, key);
//   bytes += writer.cell(0, "llama");     // llama, or "llama" in a file whose names stand in quotes
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/csv_table.h"

namespace plumbline::tables {

/// CsvShape is the layout of a file; a new row follows it.
struct CsvShape {
  std::string lineEnd = "\n";       ///< "\n", "\r\n" or "\r": the most frequent one
  std::size_t blankLines = 0;       ///< empty lines between two records: the most frequent number
  bool endsWithLineEnd = true;      ///< the last record has a line end
  std::size_t blankLinesAtEnd = 0;  ///< empty lines after the last record
  bool hasHeader = true;            ///< record 0 is a header
  bool sorted = false;              ///< at least two data rows, key column in code-point order
  bool quotesAll = false;           ///< every non-empty text cell is quoted
};

/// Key says in which field rows are named, and whether record 0 is a header.
struct Key {
  std::size_t field = 0;
  bool hasHeader = true;
};

/// shapeOf looks at the whole file once; comment records (#) do not count for the order.
CsvShape shapeOf(const CsvTable& table, const Key& key);

/// needsQuotes returns whether a text cannot stand in a field without them.
bool needsQuotes(std::string_view text, bool firstField);
/// csvQuoted encloses the text in quotes, doubling those inside.
std::string csvQuoted(std::string_view text);
/// isBlank returns whether a record of this one field would be no record: a line of blanks is skipped.
bool isBlank(std::string_view text);
/// hasLoneCr returns whether some line of the file ends in CR alone. After a blank line that does, pandas swallows a
/// comma.
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

  /// spelled adds quotes where requested, or where the text would be read as something else without them.
  std::string spelled(std::size_t field, std::string_view text, bool wantsQuotes) const;

  std::vector<Column> m_columns;
  Spelling m_header, m_texts, m_numbers, m_empty;
  bool m_hasLoneCr = false;
};

}  // namespace plumbline::tables
