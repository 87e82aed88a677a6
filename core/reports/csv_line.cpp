// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/csv_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/reports/printable_text.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::reports {

namespace {

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

CsvLine& CsvLine::cell(std::string_view text) {
  std::string shown = printableText(text);
  const std::size_t start = shown.find_first_not_of(' ');  // some programs skip blanks before they look for a formula
  const std::string_view inked = start == std::string::npos ? std::string_view() : std::string_view(shown).substr(start);
  // A line that begins with two colons is a command to GitHub's runner, in whose log this may be printed.
  if (isFormula(inked) || inked.starts_with("::")) shown.insert(0, 1, '\'');
  if (!m_isFirst) m_out += ',';
  m_isFirst = false;
  const bool isQuoted = shown.find_first_of(",\"") != std::string::npos;
  if (isQuoted) m_out += '"';
  for (const char c : shown) m_out.append(c == '"' ? 2 : 1, c);
  if (isQuoted) m_out += '"';
  return *this;
}

CsvLine& CsvLine::number(double value) { return cell(std::isfinite(value) ? text::shortestText(value) : ""); }

void CsvLine::end() {
  m_out += '\n';
  m_isFirst = true;
}

}  // namespace plumbline::reports
