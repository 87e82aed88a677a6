// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/csv_line.h"

#include <charconv>
#include <cmath>

#include "core/reports/printable_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {

bool isFormula(std::string_view cell) {
  if (cell.empty() || std::string_view("=+-@").find(cell.front()) == std::string_view::npos) return false;
  if (cell.front() == '+' || cell.front() == '-') cell.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  // from_chars takes a sign of its own: "--5" is no number.
  const bool isNumber = error == std::errc() && end == cell.data() + cell.size() && cell.front() != '-';
  return !isNumber;
}

CsvLine& CsvLine::word(std::string_view cell) {
  if (!m_isFirst) m_out += ',';
  m_isFirst = false;
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    m_out += cell;
    return *this;
  }
  m_out += '"';
  for (const char c : cell) {
    if (c == '"') m_out += '"';
    m_out += c;
  }
  m_out += '"';
  return *this;
}

CsvLine& CsvLine::text(std::string_view cell) {
  const std::string shown = printableText(cell);
  // Some programs skip blanks before they look for a formula.
  const std::size_t start = shown.find_first_not_of(' ');
  if (start == std::string::npos) return word(shown);
  const std::string_view inked = std::string_view(shown).substr(start);
  // A line that begins with two colons is a command to GitHub's runner, in whose log this may be printed.
  return word(isFormula(inked) || inked.starts_with("::") ? "'" + shown : shown);
}

CsvLine& CsvLine::number(double value) {
  if (!std::isfinite(value)) return word("");
  return word(text::shortestText(value));
}

void CsvLine::end() {
  m_out += '\n';
  m_isFirst = true;
}

}  // namespace plumbline::reports
