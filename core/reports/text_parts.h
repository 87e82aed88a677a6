// SPDX-License-Identifier: GPL-3.0-or-later
// What reports in plain text and CSV are put together from: text from files made fit for a terminal, aligned tables, CSV
// lines, and output in pieces. Nothing in a model's name may move the cursor, change colours or turn the direction of
// writing, and no name may be longer than a line.
//
//   printableText(name)      // an escape byte becomes the four characters \x1b, and colours nothing
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// printableText writes characters that are not printable, and bytes that are not UTF-8, as \n, \t, \xNN, \uNNNN, \UNNNNNNNN.
std::string printableText(std::string_view utf8);

/// labelledLine is a line of a list of facts: the label, filled up to 13 characters, and the printable text.
std::string labelledLine(std::string label, std::string_view utf8);

/// elidedText keeps at most `width` characters, with "..." in the middle where some were left out.
std::string elidedText(const std::string& shown, std::size_t width);

/// wrappedText breaks a sentence into lines of at most `width` characters, each after the first indented; 0: one line.
std::string wrappedText(std::string_view sentence, std::size_t width, std::size_t indent);

/// An aligned table for a terminal. Every column has two parts, so that "7 -> 9" and "12 -> 3" line up at the arrow; the
/// second part may be empty. Widths are counted in characters.
///
///   TextTable table({{.title = "STATUS"}, {.title = "graph_breaks", .firstToTheRight = true}});
///   out += table.written(rows);               // or measure() for every row first, then header() and line()
struct TableColumn {
  std::string title;
  bool firstToTheRight = false;  ///< align the first part to the right, as numbers are
};

struct TableCell {
  std::string first;
  std::string second = {};
  std::string firstStyle = {};   ///< ANSI codes put before the part, reset after it; "" for none
  std::string secondStyle = {};
};

class TextTable {
 public:
  explicit TextTable(std::vector<TableColumn> columns);

  /// measure widens the columns to hold a row.
  void measure(std::span<const TableCell> cells);
  /// widen makes the columns as wide as those of another table of the same columns.
  void widen(const TextTable& other);
  /// hide leaves a column out of header() and line().
  void hide(std::size_t column) { m_layout[column].hidden = true; }
  /// width is what a whole line takes; columnWidth what one column takes of it.
  std::size_t width() const;
  std::size_t columnWidth(std::size_t column) const;

  std::string header(const std::string& style) const;
  std::string line(std::span<const TableCell> cells) const;
  /// written measures the rows and writes them below the header, each line behind `indent`.
  std::string written(const std::vector<std::vector<TableCell>>& rows, const std::string& indent = {});

 private:
  struct Layout {
    TableColumn column;
    std::size_t first = 0;
    std::size_t second = 0;
    bool hidden = false;
  };
  std::size_t titledWidth(const Layout& layout) const;

  std::vector<Layout> m_layout;
};

/// PackedRows keeps rows of cells in one text, a byte for an empty part where a TableCell takes 128. No part may hold a NUL.
///
///   PackedRows rows;
///   rows.add(cells);                                                          // once per row
///   rows.forEach([&](std::span<TableCell> cells) { out += table.line(cells); });
class PackedRows {
 public:
  void add(std::span<const TableCell> cells);
  /// forEach calls use(cells) for each row in order; the cells last until the next call.
  template <typename Use>
  void forEach(Use use) const {
    std::vector<TableCell> cells(m_columns);
    for (std::string_view left = m_text; !left.empty();) {
      for (TableCell& cell : cells) readCell(left, cell);
      use(std::span(cells));
    }
  }

 private:
  static void readCell(std::string_view& left, TableCell& cell);

  std::size_t m_columns = 0;
  std::string m_text;
};

/// The one writer of CSV and of TSV: quoted by RFC 4180, and no cell that a spreadsheet would run as a formula. With tabs only a cell
/// that begins with a quote is quoted.
///
///   CsvLine line(out);                       // out: a std::string
///   line.cell(model).number(0.5).cell("worse").end();
class CsvLine {
 public:
  explicit CsvLine(std::string& out, char separator = ',') : m_out(out), m_separator(separator) {}
  /// cell writes formulas and workflow commands with a leading apostrophe, and control characters as escapes. A formula
  /// begins with = + - @, also after blanks or in full width, and is not a plain number.
  CsvLine& cell(std::string_view text);
  CsvLine& yesNo(bool isYes) { return cell(isYes ? "yes" : "no"); }
  /// number writes the shortest digits that give the number again; nothing for NaN and infinities.
  CsvLine& number(double value);
  void end();

 private:
  std::string& m_out;
  char m_separator;
  bool m_isFirst = true;
};

// Collects output into large pieces, so that a report on a million rows is never in memory as a whole.
//
//   ChunkedText out([&](std::string_view piece) { stream << piece; });
//   out << "model " << name << '\n';                 // the destructor flushes the rest

using TextSink = std::function<void(std::string_view)>;

class ChunkedText {
 public:
  explicit ChunkedText(TextSink sink) : m_sink(std::move(sink)) {}
  ChunkedText(const ChunkedText&) = delete;
  ChunkedText& operator=(const ChunkedText&) = delete;
  ~ChunkedText() { flush(); }

  ChunkedText& operator<<(std::string_view text) {
    m_text += text;
    if (m_text.size() >= kPieceBytes) flush();
    return *this;
  }
  ChunkedText& operator<<(char c) { return *this << std::string_view(&c, 1); }
  void flush() {
    if (!m_text.empty()) m_sink(m_text);
    m_text.clear();
  }

 private:
  static constexpr std::size_t kPieceBytes = 1U << 16U;
  TextSink m_sink;
  std::string m_text;
};

/// tenDigits has ten significant digits, for JSON of computed numbers: those behind differ from one compiler and library to the next.
double tenDigits(double value);

}  // namespace plumbline::reports
