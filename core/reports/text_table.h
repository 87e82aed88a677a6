// SPDX-License-Identifier: GPL-3.0-or-later
// An aligned table for a terminal. Every column has two parts, so that "7 -> 9" and "12 -> 3" line up at the arrow; the
// second part may be empty. Widths are counted in characters.
//
//   TextTable table({{.title = "STATUS"}, {.title = "graph_breaks", .firstToTheRight = true}});
//   out += table.written(rows);               // or measure() for every row first, then header() and line()
#pragma once

#include <span>
#include <string>
#include <vector>

namespace plumbline::reports {

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

}  // namespace plumbline::reports
