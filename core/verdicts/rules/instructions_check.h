// SPDX-License-Identifier: GPL-3.0-or-later
// check_results of the pr_time benchmarks: instruction counts against expected ones, each with its own margin, and the
// new file of expected results (SPEC 10).
//
//   InstructionsRun run = checkInstructions({expectedBytes, "expected.csv"}, {resultBytes, "result.csv"}, "out.csv");
//   print(run.check.output);
//   if (run.newExpected) {
//     save("out.csv", *run.newExpected);
//     print(instructionsClosing(*run.newExpected, run.check.exitCode != 0, "out.csv"));
//   }
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/verdicts/check.h"

namespace plumbline::verdicts {

/// PythonCsvRow is a row of Python's csv.reader over a text file: no header, blank lines kept as empty rows, every cell
/// a text. The instruction-count check reads its files this way (SPEC 10).
struct PythonCsvRow {
  std::vector<std::string> cells;  ///< empty for a blank line
  std::size_t line = 0;            ///< 1-based line on which the row begins
};

/// readPythonCsv reads the whole file; every line end counts as "\n", within quotes too. Errors (all ScriptCrash):
/// bytes that are not UTF-8, a cell longer than 131,072 characters.
base::Result<std::vector<PythonCsvRow>> readPythonCsv(std::string_view bytes, const std::string& fileName);

/// appendPythonCsvCell writes a text as csv.writer does: quoted only where a comma, a quote or a line end requires it.
void appendPythonCsvCell(std::string& out, std::string_view text);

struct InstructionsFile {
  std::string_view bytes;
  std::string path;  ///< as typed, for messages
};

struct InstructionsRun {
  CheckRun check;                          ///< output is what is printed before the new file is written
  std::optional<std::string> newExpected;  ///< content of the new file; none where the script ends before it
};

/// checkInstructions judges every expected entry in order. Verdict::row counts the expected entries; a result without
/// an expected entry counts on from there. Counts of up to 36 digits; longer ones end the run with a message.
InstructionsRun checkInstructions(const InstructionsFile& expected, const InstructionsFile& result);

/// InstructionDrift is one expected entry held against its result, or a result without an expected entry.
struct InstructionDrift {
  std::string name, metric;
  std::string expected;     ///< the count in the baseline; "" where it has no entry
  std::string result;       ///< the measured count; "" where the result file has none
  std::string newExpected;  ///< what the script would write now: `expected` unless it drifted beyond a fifth of the margin
  VerdictClass cls = VerdictClass::Pass;  ///< Fail over the margin, Improved under it, Missing where one side has no entry
};

/// instructionDrifts looks at every entry, also where the script stops at the first one that is missing. Expected
/// entries in order, then results without one. Errors: what makes the script crash on reading either file.
base::Result<std::vector<InstructionDrift>> instructionDrifts(const InstructionsFile& expected,
                                                              const InstructionsFile& result);

/// instructionsClosing is what is printed once the new file is written: its content as read back, and what to do.
std::string instructionsClosing(std::string_view content, bool failed, const std::string& outPath);

}  // namespace plumbline::verdicts
