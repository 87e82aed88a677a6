// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a CSV report: quoted by RFC 4180, and nothing from a file that a spreadsheet would run as a formula.
//
//   CsvLine line(out);                       // out: a std::string
//   line.text(model).number(0.5).word("worse").end();
#pragma once

#include <string>
#include <string_view>

namespace plumbline::reports {

/// isFormula returns whether a spreadsheet would evaluate a cell: it starts with = + - @ and is not a plain number.
bool isFormula(std::string_view cell);

class CsvLine {
 public:
  explicit CsvLine(std::string& out) : m_out(out) {}
  /// word writes a trusted cell.
  CsvLine& word(std::string_view cell);
  /// text writes a cell from a file: formulas and workflow commands get a leading apostrophe, control characters are shown
  /// as escapes.
  CsvLine& text(std::string_view cell);
  CsvLine& yesNo(bool isYes) { return word(isYes ? "yes" : "no"); }
  /// number writes the shortest digits that give the number again; nothing for NaN and infinities.
  CsvLine& number(double value);
  void end();

 private:
  std::string& m_out;
  bool m_isFirst = true;
};

}  // namespace plumbline::reports
