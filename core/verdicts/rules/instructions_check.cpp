// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/instructions_check.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/verdicts/python_csv.h"
#include "core/verdicts/python_integer.h"
#include "core/verdicts/python_number.h"
#include "core/verdicts/python_text.h"
#include "core/verdicts/unicode_classes.h"

namespace plumbline::verdicts {

namespace {

using Key = std::pair<std::string, std::string>;  // benchmark, metric

struct Entry {
  Key key;
  Integer128 value = 0;
  double margin = 0;
};

struct Entries {
  std::vector<Entry> list;
  std::map<Key, std::size_t> places;
};

std::string keyText(const Key& key) {
  std::string out = "(";
  appendTextRepr(out, key.first);
  out += ", ";
  appendTextRepr(out, key.second);
  return out + ')';
}

std::string fixed2(double value) {
  std::string out;
  appendFixed(out, value, 2);
  return out;
}

/// signed2 is f"{value:+.2f}".
std::string signed2(double value) {
  const std::string out = fixed2(value);
  return out.front() == '-' ? out : '+' + out;
}

/// fourDigits keeps the first four digits of a count and rounds the rest down to zeros; negative counts go down too.
Integer128 fourDigits(Integer128 count) {
  constexpr std::size_t kKept = 4;
  const std::size_t digits = integerText(count < 0 ? -count : count).size();
  Integer128 power = 1;
  for (std::size_t i = kKept; i < digits; ++i) power *= 10;
  Integer128 whole = count / power;
  if (whole * power > count) --whole;
  return whole * power;
}

enum class Columns : std::size_t { Result = 3, Expected = 4 };

/// readEntries reads one of the two files. Blank lines are skipped in the expected file only.
base::Result<Entries> readEntries(const InstructionsFile& file, Columns columns) {
  auto rows = readPythonCsv(file.bytes, file.path);
  if (!rows) return base::fail(rows.error());
  Entries entries;
  for (const PythonCsvRow& row : *rows) {
    const auto crash = [&](std::string text, const char* hint) {
      return base::fail({base::ErrorCode::ScriptCrash, std::move(text), hint, file.path, row.line});
    };
    if (row.cells.empty() && columns == Columns::Expected) continue;
    if (row.cells.size() < static_cast<std::size_t>(columns))
      return crash(row.cells.empty() ? "A blank line is not allowed in this file." : "This row has too few cells.",
                   "The script stops here with an IndexError.");
    Entry entry;
    entry.key = {std::string(stripSpace(row.cells[0])), std::string(stripSpace(row.cells[1]))};
    const ParsedInteger value = parseInteger(row.cells[2]);
    if (value.state == ParsedInteger::State::NotANumber)
      return crash("The third cell is not a whole number.", "The script stops here with a ValueError.");
    if (value.state == ParsedInteger::State::TooLong)
      return crash("The third cell has more than 36 digits.", "Plumbline does not compare counts of that size.");
    entry.value = value.value;
    if (columns == Columns::Expected) {
      const auto margin = parseFloat(row.cells[3]);
      if (!margin) return crash("The margin is not a number.", "The script stops here with a ValueError.");
      entry.margin = *margin;
    }
    if (!entries.places.emplace(entry.key, entries.list.size()).second)
      return crash("Duplicate entry for " + keyText(entry.key) + '.', "The script stops here with an AssertionError.");
    entries.list.push_back(std::move(entry));
  }
  return entries;
}

constexpr std::string_view kUpdateAll =
    "please update all results that changed significantly, and not only the failed ones\n";

/// judge prints the line of one entry and says what became of it.
Verdict judge(const Entry& entry, Integer128 result, double ratio, std::string& out) {
  const double expected = static_cast<double>(entry.value);
  const double span = expected * entry.margin;
  const double percent = entry.margin * 100;
  const std::string what = "benchmark " + keyText(entry.key);
  const std::string actual = ", actual result " + integerText(result) + ' ';
  const std::string held = "expected " + integerText(entry.value) + " ±";
  if (isGreater(result, expected + span)) {
    out += "REGRESSION: " + what + " failed" + actual + "is " + fixed2(ratio) + "% higher than " + held + signed2(percent) +
           "% if this is an expected regression, please update the expected results.\n\n";
    out += kUpdateAll;
    return {.status = StatusWord::Regression, .cls = VerdictClass::Fail, .reason = Reason::OverMargin};
  }
  if (isLess(result, expected - span)) {
    out += "WIN: " + what + " failed" + actual + "is " + signed2(ratio) + "% lower than " + held + fixed2(percent) +
           "% please OPEN THE TEST RESULTS update ALL BENCHMARKS RESULT with the new printed expected results. "
           "ALL ALL ALL\n\n";
    out += kUpdateAll;
    return {.status = StatusWord::Win, .cls = VerdictClass::Improved, .reason = Reason::UnderMargin};
  }
  out += "PASS: " + what + " pass" + actual + signed2(ratio) + "% is within " + held + fixed2(percent) + "%\n\n";
  return {.status = StatusWord::Pass, .cls = VerdictClass::Pass, .reason = Reason::WithinMargin};
}

/// ratioOf is the drift in percent of the expected count, which is not 0.
double ratioOf(const Entry& entry, Integer128 count) {
  return static_cast<double>(count - entry.value) * 100 / static_cast<double>(entry.value);
}

/// newCount is the next expected count: a new one only where the drift is more than a fifth of the margin.
Integer128 newCount(const Entry& entry, Integer128 count, double ratio) {
  return std::fabs(ratio) > entry.margin * 100 / 5 ? fourDigits(count) : entry.value;
}

void appendNewEntry(std::string& file, const Entry& entry, Integer128 value) {
  appendPythonCsvCell(file, entry.key.first);
  file += ',';
  appendPythonCsvCell(file, entry.key.second);
  file += ',' + integerText(value) + ',';
  appendReal(file, entry.margin);
  file += "\r\n\r\n\r\n\r\n";  // three empty rows keep git from merging neighbours
}

/// readBack is the new file as the script prints it: line ends as "\n", nothing at the end.
std::string readBack(std::string_view file) {
  std::string out;
  for (const char c : file)
    if (c != '\r') out += c;
  out.erase(out.find_last_not_of('\n') + 1);
  return out;
}

}  // namespace

std::string instructionsClosing(std::string_view content, bool failed, const std::string& outPath) {
  std::string rule;
  for (int i = 0; i < 3; ++i) rule += std::string(80, '=') + '\n';
  std::string out = rule + "To update expected results, run the following command:\n\n" +
                    "cat > benchmarks/dynamo/pr_time_benchmarks/expected_results.csv << EOF\n" + readBack(content) +
                    "\nEOF\n\n" + rule;
  if (!failed) return out + "All benchmarks passed\n";
  out += "There was some failures you can use the new reference expected result stored at path:" + outPath +
         " and printed above\n\n";
  out += "To reproduce locally follow the following instructions, note that absolute instructions count are going "
         "to be different than on the CI, hence you might want to run locally with and without your change:\n"
         "cd benchmarks/dynamo/pr_time_benchmarks/ \n"
         "python benchmarks/BENCHMARK.py result.csv \n"
         "note that BENCHMARK.py is the name of the file containing the failing benchmark.\n";
  return out;
}

InstructionsRun checkInstructions(const InstructionsFile& expected, const InstructionsFile& result) {
  InstructionsRun run;
  CheckRun& check = run.check;
  check.check = Check::Instructions;
  const auto crash = [&](const base::Error& error) {
    check.exitCode = 1;
    check.crash = error;
    return std::move(run);
  };
  const auto baseline = readEntries(expected, Columns::Expected);
  if (!baseline) return crash(baseline.error());
  const auto measured = readEntries(result, Columns::Result);
  if (!measured) return crash(measured.error());

  std::string file;
  std::uint32_t row = 0;
  for (const Entry& entry : baseline->list) {
    const auto place = measured->places.find(entry.key);
    if (place == measured->places.end()) {
      check.output += "Missing entry for " + keyText(entry.key) + " in result file\n";
      check.verdicts.push_back({row, StatusWord::None, VerdictClass::Missing, Reason::NotInResult, kNoMetric});
      check.exitCode = 1;
      return run;
    }
    if (entry.value == 0)
      return crash({base::ErrorCode::ScriptCrash, "The expected count of " + keyText(entry.key) + " is 0.",
                    "The script stops here with a ZeroDivisionError.", expected.path});
    const Integer128 count = measured->list[place->second].value;
    const double ratio = ratioOf(entry, count);
    Verdict verdict = judge(entry, count, ratio, check.output);
    verdict.row = row++;
    if (verdict.status != StatusWord::Pass) check.exitCode = 1;
    check.verdicts.push_back(verdict);
    appendNewEntry(file, entry, newCount(entry, count, ratio));
  }
  for (const Entry& entry : measured->list) {
    if (baseline->places.contains(entry.key)) continue;
    check.output += "MISSING REGRESSION TEST: benchmark " + keyText(entry.key) +
                    " does not have a regression test enabled for it.\n\n";
    check.verdicts.push_back({row++, StatusWord::MissingRegressionTest, VerdictClass::Missing, Reason::NoBaseline, kNoMetric});
  }
  run.newExpected = std::move(file);
  return run;
}

base::Result<std::vector<InstructionDrift>> instructionDrifts(const InstructionsFile& expected,
                                                              const InstructionsFile& result) {
  const auto baseline = readEntries(expected, Columns::Expected);
  if (!baseline) return base::fail(baseline.error());
  const auto measured = readEntries(result, Columns::Result);
  if (!measured) return base::fail(measured.error());
  std::vector<InstructionDrift> drifts;
  std::string unused;
  for (const Entry& entry : baseline->list) {
    InstructionDrift drift{entry.key.first, entry.key.second, integerText(entry.value), {}, {}, VerdictClass::Missing};
    drift.newExpected = drift.expected;
    if (const auto place = measured->places.find(entry.key); place != measured->places.end()) {
      const Integer128 count = measured->list[place->second].value;
      drift.result = integerText(count);
      if (entry.value == 0) {  // the script divides by it and dies; any other count drifted without end
        drift.cls = count == 0 ? VerdictClass::Pass : VerdictClass::Invalid;
        drift.newExpected = integerText(fourDigits(count));
      } else {
        const double ratio = ratioOf(entry, count);
        drift.cls = judge(entry, count, ratio, unused).cls;
        drift.newExpected = integerText(newCount(entry, count, ratio));
      }
    }
    drifts.push_back(std::move(drift));
  }
  for (const Entry& entry : measured->list)
    if (!baseline->places.contains(entry.key))
      drifts.push_back({entry.key.first, entry.key.second, {}, integerText(entry.value), {}, VerdictClass::Missing});
  return drifts;
}

}  // namespace plumbline::verdicts
