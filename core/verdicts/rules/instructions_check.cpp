// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/rules/instructions_check.h"

#include <cmath>
#include <map>

#include "core/python/numbers.h"
#include "core/python/repr.h"
#include "core/python/unicode_classes.h"
#include "core/text/utf8.h"

namespace plumbline::verdicts {
namespace {

constexpr std::size_t kMaxCellCharacters = 131072;

enum class State { StartRecord, StartField, InField, InQuotes, QuoteInQuotes };

class PythonCsvReader {
 public:
  base::Result<std::vector<PythonCsvRow>> read(std::string_view bytes, const std::string& fileName);

 private:
  void take(char c);
  void endLine();
  void endField();
  void endRow();

  State m_state = State::StartRecord;
  std::string m_field;
  PythonCsvRow m_row;
  std::vector<PythonCsvRow> m_rows;
  std::size_t m_line = 1;
  bool m_tooLong = false;
};

void PythonCsvReader::endField() {
  if (m_field.size() > kMaxCellCharacters && text::codePoints(m_field) > kMaxCellCharacters) m_tooLong = true;
  m_row.cells.push_back(std::exchange(m_field, {}));
}

void PythonCsvReader::endRow() {
  m_rows.push_back(std::exchange(m_row, {}));
  m_state = State::StartRecord;
}

/// endLine ends the row, unless the line end stands within quotes.
void PythonCsvReader::endLine() {
  if (m_state == State::InQuotes) {
    m_field += '\n';
  } else {
    if (m_state == State::StartRecord) {
      m_row.line = m_line;
    } else {
      endField();
    }
    endRow();
  }
  ++m_line;
}

void PythonCsvReader::take(char c) {
  switch (m_state) {
    case State::StartRecord:
      m_row.line = m_line;
      [[fallthrough]];
    case State::StartField:
      if (c == ',') {
        endField();
        m_state = State::StartField;
      } else if (c == '"') {
        m_state = State::InQuotes;
      } else {
        m_field += c;
        m_state = State::InField;
      }
      break;
    case State::InQuotes:
      if (c == '"') {
        m_state = State::QuoteInQuotes;
      } else {
        m_field += c;
      }
      break;
    case State::QuoteInQuotes:
      if (c == '"') {
        m_field += c;
        m_state = State::InQuotes;
        break;
      }
      [[fallthrough]];
    case State::InField:
      if (c == ',') {
        endField();
        m_state = State::StartField;
      } else {
        m_field += c;
        m_state = State::InField;
      }
      break;
  }
}

base::Result<std::vector<PythonCsvRow>> PythonCsvReader::read(std::string_view bytes, const std::string& fileName) {
  const auto crash = [&](const char* text, std::size_t line) {
    return base::fail(base::ErrorCode::ScriptCrash, text, "The script stops here in a traceback.", fileName, line);
  };
  if (text::firstInvalidUtf8(bytes)) return crash("The file is not UTF-8 text.", 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\r') {
      if (i + 1 < bytes.size() && bytes[i + 1] == '\n') ++i;
      endLine();
    } else if (bytes[i] == '\n') {
      endLine();
    } else {
      take(bytes[i]);
    }
    if (m_tooLong) break;
  }
  if (m_state != State::StartRecord) {  // the last line has no line end, or a quote was never closed
    endField();
    endRow();
  }
  if (m_tooLong) return crash("A cell is longer than 131,072 characters.", m_rows.empty() ? 1 : m_rows.back().line);
  return std::move(m_rows);
}

using Key = std::pair<std::string, std::string>;  // benchmark, metric

struct Entry {
  Key key;
  python::Integer128 value = 0;
  double margin = 0;
};

struct Entries {
  std::vector<Entry> list;
  std::map<Key, std::size_t> places;
};

std::string keyText(const Key& key) {
  std::string out = "(";
  python::appendRepr(out, key.first);
  out += ", ";
  python::appendRepr(out, key.second);
  return out + ')';
}

std::string fixed2(double value) {
  std::string out;
  python::appendFixed(out, value, 2);
  return out;
}

/// signed2 is f"{value:+.2f}".
std::string signed2(double value) {
  const std::string out = fixed2(value);
  return out.front() == '-' ? out : '+' + out;
}

/// fourDigits keeps the first four digits of a count and rounds the rest down to zeros; negative counts go down too.
python::Integer128 fourDigits(python::Integer128 count) {
  constexpr std::size_t kKept = 4;
  const std::size_t digits = python::integerText(count < 0 ? -count : count).size();
  python::Integer128 power = 1;
  for (std::size_t i = kKept; i < digits; ++i) power *= 10;
  python::Integer128 whole = count / power;
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
      return base::fail(base::ErrorCode::ScriptCrash, std::move(text), hint, file.path, row.line);
    };
    if (row.cells.empty() && columns == Columns::Expected) continue;
    if (row.cells.size() < static_cast<std::size_t>(columns))
      return crash(row.cells.empty() ? "A blank line is not allowed in this file." : "This row has too few cells.",
                   "The script stops here with an IndexError.");
    Entry entry;
    entry.key = {std::string(python::stripSpace(row.cells[0])), std::string(python::stripSpace(row.cells[1]))};
    const python::ParsedInteger value = python::parseInteger(row.cells[2]);
    if (value.state == python::ParsedInteger::State::NotANumber)
      return crash("The third cell is not a whole number.", "The script stops here with a ValueError.");
    if (value.state == python::ParsedInteger::State::TooLong)
      return crash("The third cell has more than 36 digits.", "Plumbline does not compare counts of that size.");
    entry.value = value.value;
    if (columns == Columns::Expected) {
      const auto margin = python::parseFloat(row.cells[3]);
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
Verdict judge(const Entry& entry, python::Integer128 result, double ratio, std::string& out) {
  const double expected = static_cast<double>(entry.value);
  const double span = expected * entry.margin;
  const double percent = entry.margin * 100;
  const std::string what = "benchmark " + keyText(entry.key);
  const std::string actual = ", actual result " + python::integerText(result) + ' ';
  const std::string held = "expected " + python::integerText(entry.value) + " ±";
  if (python::isGreater(result, expected + span)) {
    out += "REGRESSION: " + what + " failed" + actual + "is " + fixed2(ratio) + "% higher than " + held + signed2(percent) +
           "% if this is an expected regression, please update the expected results.\n\n";
    out += kUpdateAll;
    return {.status = StatusWord::Regression, .cls = VerdictClass::Fail, .reason = Reason::OverMargin};
  }
  if (python::isLess(result, expected - span)) {
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
double ratioOf(const Entry& entry, python::Integer128 count) {
  return static_cast<double>(count - entry.value) * 100 / static_cast<double>(entry.value);
}

/// newCount is the next expected count: a new one only where the drift is more than a fifth of the margin.
python::Integer128 newCount(const Entry& entry, python::Integer128 count, double ratio) {
  return std::fabs(ratio) > entry.margin * 100 / 5 ? fourDigits(count) : entry.value;
}

void appendNewEntry(std::string& file, const Entry& entry, python::Integer128 value) {
  appendPythonCsvCell(file, entry.key.first);
  file += ',';
  appendPythonCsvCell(file, entry.key.second);
  file += ',' + python::integerText(value) + ',';
  python::appendReal(file, entry.margin);
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

base::Result<std::vector<PythonCsvRow>> readPythonCsv(std::string_view bytes, const std::string& fileName) {
  return PythonCsvReader().read(bytes, fileName);
}

void appendPythonCsvCell(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

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
    const python::Integer128 count = measured->list[place->second].value;
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
    InstructionDrift drift{entry.key.first,      entry.key.second, python::integerText(entry.value), {}, {},
                           VerdictClass::Missing};
    drift.newExpected = drift.expected;
    if (const auto place = measured->places.find(entry.key); place != measured->places.end()) {
      const python::Integer128 count = measured->list[place->second].value;
      drift.result = python::integerText(count);
      if (entry.value == 0) {  // the script divides by it and dies; any other count drifted without end
        drift.cls = count == 0 ? VerdictClass::Pass : VerdictClass::Invalid;
        drift.newExpected = python::integerText(fourDigits(count));
      } else {
        const double ratio = ratioOf(entry, count);
        drift.cls = judge(entry, count, ratio, unused).cls;
        drift.newExpected = python::integerText(newCount(entry, count, ratio));
      }
    }
    drifts.push_back(std::move(drift));
  }
  for (const Entry& entry : measured->list)
    if (!baseline->places.contains(entry.key))
      drifts.push_back(
          {entry.key.first, entry.key.second, {}, python::integerText(entry.value), {}, VerdictClass::Missing});
  return drifts;
}

}  // namespace plumbline::verdicts
