// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/text_table.h"

#include <algorithm>
#include <utility>

#include "core/text/utf8.h"

namespace plumbline::reports {

namespace {

constexpr std::size_t kColumnGap = 2;  // blanks between columns

std::string blanks(std::size_t requested, std::size_t used) { return std::string(requested > used ? requested - used : 0, ' '); }

std::string styled(const std::string& text, const std::string& style) {
  return style.empty() || text.empty() ? text : style + text + "\x1b[0m";
}

void endLine(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
}

}  // namespace

TextTable::TextTable(std::vector<TableColumn> columns) {
  for (TableColumn& column : columns) m_layout.push_back({std::move(column)});
}

void TextTable::measure(std::span<const TableCell> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    m_layout[i].first = std::max(m_layout[i].first, text::codePoints(cells[i].first));
    m_layout[i].second = std::max(m_layout[i].second, text::codePoints(cells[i].second));
  }
}

std::size_t TextTable::titledWidth(const Layout& layout) const {
  return std::max(layout.first + layout.second, text::codePoints(layout.column.title));
}

std::size_t TextTable::columnWidth(std::size_t column) const { return titledWidth(m_layout[column]) + kColumnGap; }

std::size_t TextTable::width() const {
  std::size_t width = 0;
  for (const Layout& layout : m_layout)
    if (!layout.hidden) width += titledWidth(layout) + kColumnGap;
  return width == 0 ? 0 : width - kColumnGap;
}

std::string TextTable::header(const std::string& style) const {
  std::string out;
  for (const Layout& layout : m_layout) {
    if (layout.hidden) continue;
    out += layout.column.title + blanks(titledWidth(layout) + kColumnGap, text::codePoints(layout.column.title));
  }
  endLine(out);
  out.pop_back();
  return styled(out, style) + '\n';
}

std::string TextTable::line(std::span<const TableCell> cells) const {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Layout& layout = m_layout[i];
    if (layout.hidden) continue;
    const TableCell& cell = cells[i];
    const std::string pad = blanks(layout.first, text::codePoints(cell.first));
    const std::string first = styled(cell.first, cell.firstStyle);
    out += layout.column.firstToTheRight ? pad + first : first + pad;
    out += styled(cell.second, cell.secondStyle);
    out += blanks(titledWidth(layout) - layout.first + kColumnGap, text::codePoints(cell.second));
  }
  endLine(out);
  return out;
}

std::string TextTable::written(const std::vector<std::vector<TableCell>>& rows, const std::string& indent) {
  for (const auto& cells : rows) measure(cells);
  std::string out = indent + header("");
  for (const auto& cells : rows) out += indent + line(cells);
  return out;
}

}  // namespace plumbline::reports
