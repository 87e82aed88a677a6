// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/python_csv.h"

#include <utility>

#include "core/text/utf8.h"

namespace plumbline::verdicts {

namespace {

constexpr std::size_t kMaxCellCharacters = 131072;

enum class State { StartRecord, StartField, InField, InQuotes, QuoteInQuotes };

class Reader {
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

void Reader::endField() {
  if (m_field.size() > kMaxCellCharacters && text::codePoints(m_field) > kMaxCellCharacters) m_tooLong = true;
  m_row.cells.push_back(std::exchange(m_field, {}));
}

void Reader::endRow() {
  m_rows.push_back(std::exchange(m_row, {}));
  m_state = State::StartRecord;
}

/// endLine ends the row, unless the line end stands within quotes.
void Reader::endLine() {
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

void Reader::take(char c) {
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

base::Result<std::vector<PythonCsvRow>> Reader::read(std::string_view bytes, const std::string& fileName) {
  const auto crash = [&](const char* text, std::size_t line) {
    return base::fail({base::ErrorCode::ScriptCrash, text, "The script stops here in a traceback.", fileName, line});
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

}  // namespace

base::Result<std::vector<PythonCsvRow>> readPythonCsv(std::string_view bytes, const std::string& fileName) {
  return Reader().read(bytes, fileName);
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

}  // namespace plumbline::verdicts
