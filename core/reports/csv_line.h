// SPDX-License-Identifier: GPL-3.0-or-later
// The one writer of CSV: quoted by RFC 4180, and no cell that a spreadsheet would run as a formula.
//
//   CsvLine line(out);                       // out: a std::string
//   line.cell(model).number(0.5).cell("worse").end();
#pragma once

#include <string>
#include <string_view>

namespace plumbline::reports {

class CsvLine {
 public:
  explicit CsvLine(std::string& out) : m_out(out) {}
  /// cell writes formulas and workflow commands with a leading apostrophe, and control characters as escapes. A formula
  /// begins with = + - @, also after blanks or in full width, and is not a plain number.
  CsvLine& cell(std::string_view text);
  CsvLine& yesNo(bool isYes) { return cell(isYes ? "yes" : "no"); }
  /// number writes the shortest digits that give the number again; nothing for NaN and infinities.
  CsvLine& number(double value);
  void end();

 private:
  std::string& m_out;
  bool m_isFirst = true;
};

}  // namespace plumbline::reports
