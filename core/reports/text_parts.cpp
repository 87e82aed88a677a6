// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/text_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/python/unicode_classes.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kColumnGap = 2;  // blanks between columns

std::size_t blanks(std::size_t requested, std::size_t used) { return requested > used ? requested - used : 0; }

void appendStyled(std::string& out, const std::string& text, const std::string& style) {
  const bool isStyled = !style.empty() && !text.empty();
  if (isStyled) out += style;
  out += text;
  if (isStyled) out += "\x1b[0m";
}

void endLine(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
}

/// isFormula: East Asian spreadsheets also evaluate the signs in full width.
bool isFormula(std::string_view cell) {
  constexpr std::string_view kSigns[] = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  if (std::ranges::none_of(kSigns, [&](std::string_view sign) { return cell.starts_with(sign); })) return false;
  if (cell.front() == '+' || cell.front() == '-') cell.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  // from_chars takes a sign of its own, and words: "--5" and "-inf" are no numbers to a spreadsheet.
  return error != std::errc() || end != cell.data() + cell.size() || !(text::isDigit(cell.front()) || cell.front() == '.');
}

}  // namespace

std::string printableText(std::string_view utf8) {
  const auto isPlain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::ranges::all_of(utf8, isPlain)) return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const python::CodePoint point = python::firstCodePoint(utf8);
    const bool strayByte = point.bytes == 1 && point.code >= 0x80;
    if (!strayByte && python::isPrintable(point.code)) {
      out += utf8.substr(0, point.bytes);
    } else if (point.code == U'\n') {
      out += "\\n";
    } else if (point.code == U'\t') {
      out += "\\t";
    } else {
      const bool isByte = point.code < 0x100, isShort = point.code < 0x10000;
      out += isByte ? "\\x" : isShort ? "\\u" : "\\U";
      text::appendHex(out, point.code, isByte ? 2 : isShort ? 4 : 8);
    }
    utf8.remove_prefix(point.bytes);
  }
  return out;
}

std::string labelledLine(std::string label, std::string_view utf8) {
  constexpr std::size_t kWidth = 13;
  label.resize(std::max(kWidth, label.size() + 1), ' ');
  return label + printableText(utf8) + '\n';
}

std::string elidedText(const std::string& shown, std::size_t width) {
  constexpr std::string_view kGap = "...";
  if (shown.size() <= width) return shown;  // no more characters than bytes
  const std::size_t length = text::codePoints(shown);
  if (length <= width || width <= kGap.size()) return shown;
  const std::size_t tail = (width - kGap.size()) / 2;
  const std::string_view head = text::prefixOf(shown, width - kGap.size() - tail);
  return std::string(head) + std::string(kGap) + shown.substr(text::prefixOf(shown, length - tail).size());
}

std::string wrappedText(std::string_view sentence, std::size_t width, std::size_t indent) {
  if (width == 0) return std::string(sentence);
  std::string out;
  std::size_t column = indent;
  while (!sentence.empty()) {
    std::size_t end = sentence.find(' ');
    if (end < sentence.size() && sentence.substr(end + 1).starts_with('%')) end = sentence.find(' ', end + 1);  // of a number
    const std::string_view word = sentence.substr(0, end);
    const std::size_t length = text::codePoints(word);
    if (column != indent && column + 1 + length > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column != indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
    sentence.remove_prefix(end == std::string_view::npos ? sentence.size() : end + 1);
  }
  return out;
}

TextTable::TextTable(std::vector<TableColumn> columns) {
  for (TableColumn& column : columns) m_layout.push_back({std::move(column)});
}

void TextTable::measure(std::span<const TableCell> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    m_layout[i].first = std::max(m_layout[i].first, text::codePoints(cells[i].first));
    m_layout[i].second = std::max(m_layout[i].second, text::codePoints(cells[i].second));
  }
}

void TextTable::widen(const TextTable& other) {
  for (std::size_t i = 0; i < m_layout.size(); ++i) {
    m_layout[i].first = std::max(m_layout[i].first, other.m_layout[i].first);
    m_layout[i].second = std::max(m_layout[i].second, other.m_layout[i].second);
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
    out += layout.column.title;
    out.append(blanks(titledWidth(layout) + kColumnGap, text::codePoints(layout.column.title)), ' ');
  }
  endLine(out);
  out.pop_back();
  std::string line;
  appendStyled(line, out, style);
  return line + '\n';
}

std::string TextTable::line(std::span<const TableCell> cells) const {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Layout& layout = m_layout[i];
    if (layout.hidden) continue;
    const TableCell& cell = cells[i];
    const std::size_t pad = blanks(layout.first, text::codePoints(cell.first));
    if (layout.column.firstToTheRight) out.append(pad, ' ');
    appendStyled(out, cell.first, cell.firstStyle);
    if (!layout.column.firstToTheRight) out.append(pad, ' ');
    appendStyled(out, cell.second, cell.secondStyle);
    out.append(blanks(titledWidth(layout) - layout.first + kColumnGap, text::codePoints(cell.second)), ' ');
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

void PackedRows::add(std::span<const TableCell> cells) {
  m_columns = cells.size();
  for (const TableCell& cell : cells)
    for (const std::string* part : {&cell.first, &cell.second, &cell.firstStyle, &cell.secondStyle})
      m_text.append(*part) += '\0';
}

void PackedRows::readCell(std::string_view& left, TableCell& cell) {
  for (std::string* part : {&cell.first, &cell.second, &cell.firstStyle, &cell.secondStyle}) {
    const std::size_t end = left.find('\0');
    part->assign(left.substr(0, end));
    left.remove_prefix(end + 1);
  }
}

CsvLine& CsvLine::cell(std::string_view text) {
  std::string shown = printableText(text);
  const std::size_t start = shown.find_first_not_of(' ');  // some programs skip blanks before they look for a formula
  const std::string_view inked = start == std::string::npos ? std::string_view() : std::string_view(shown).substr(start);
  // A line that begins with two colons is a command to GitHub's runner, in whose log this may be printed.
  if (isFormula(inked) || inked.starts_with("::")) shown.insert(0, 1, '\'');
  if (!m_isFirst) m_out += m_separator;
  m_isFirst = false;
  const bool isQuoted = m_separator == ',' ? shown.find_first_of(",\"") != std::string::npos : shown.starts_with('"');
  if (isQuoted) m_out += '"';
  for (const char c : shown) m_out.append(isQuoted && c == '"' ? 2 : 1, c);
  if (isQuoted) m_out += '"';
  return *this;
}

CsvLine& CsvLine::number(double value) { return cell(std::isfinite(value) ? text::shortestText(value) : ""); }

void CsvLine::end() {
  m_out += '\n';
  m_isFirst = true;
}

double tenDigits(double value) {
  if (!std::isfinite(value)) return value;
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 10);
  std::from_chars(text.data(), end.ptr, value);
  return value;
}

}  // namespace plumbline::reports
