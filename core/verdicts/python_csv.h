// SPDX-License-Identifier: GPL-3.0-or-later
// csv.reader of Python over an opened text file: unlike pandas it has no header, keeps blank lines as empty rows, and
// reads every cell as text. The instruction-count check reads its files this way (SPEC 10).
//
//   auto rows = readPythonCsv(bytes, "expected_results.csv");
//   for (const PythonCsvRow& row : *rows) use(row.cells, row.line);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::verdicts {

struct PythonCsvRow {
  std::vector<std::string> cells;  ///< empty for a blank line
  std::size_t line = 0;            ///< 1-based line on which the row begins
};

/// readPythonCsv reads the whole file; every line end counts as "\n", within quotes too. Errors (all ScriptCrash):
/// bytes that are not UTF-8, a cell longer than 131,072 characters.
base::Result<std::vector<PythonCsvRow>> readPythonCsv(std::string_view bytes, const std::string& fileName);

/// appendPythonCsvCell writes a text as csv.writer does: quoted only where a comma, a quote or a line end makes it needed.
void appendPythonCsvCell(std::string& out, std::string_view text);

}  // namespace plumbline::verdicts
