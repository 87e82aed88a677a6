// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a CSV report: quoted by RFC 4180, and nothing from a file that a spreadsheet would run as a formula.
//
//   CsvLine line(out);                       // out: a std::string
//   line.text(model).number(0.5).word("worse").end();
#pragma once

#include <string>
#include <string_view>

namespace plumbline::reports {

/// isFormula tells what a spreadsheet would take for one: it begins with = + - @ and is no plain number.
bool isFormula(std::string_view cell);

class CsvLine {
 public:
  explicit CsvLine(std::string& out) : m_out(out) {}
  /// word is a cell of our own words.
  CsvLine& word(std::string_view cell);
  /// text is a cell from a file: formulas, and what GitHub's runner would take for a command, get an apostrophe
  /// in front; control characters are shown as escapes.
  CsvLine& text(std::string_view cell);
  /// number writes the shortest digits that give the number again; nothing for NaN and infinities.
  CsvLine& number(double value);
  void end();

 private:
  std::string& m_out;
  bool m_isFirst = true;
};

}  // namespace plumbline::reports
