// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/diagnose.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/tables/cell_text.h"
#include "core/tables/lexer.h"
#include "core/text/utf8.h"

namespace plumbline::tables {

namespace {

using Kind = DiagnosticKind;

constexpr std::size_t kQuotedCharacters = 60;

/// shown makes a text from the file fit for one line: cut, and without line breaks or other control characters.
std::string shown(std::string_view text) {
  const std::string_view head = text::prefixOf(text, kQuotedCharacters);
  std::string out(head);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7F) c = ' ';
  if (head.size() < text.size()) out += "...";
  return out;
}

std::string plural(std::size_t count, const char* noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

bool looksLikeUtf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  // Without a mark: Latin text in UTF-16 or UTF-32 has a NUL in every other byte at least.
  const std::string_view head = bytes.substr(0, 64);
  if (head.size() < 8) return false;
  const auto nuls = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\0'));
  return nuls * 5 >= head.size() * 2 && nuls * 5 <= head.size() * 4;
}

bool looksBinary(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 4096);
  const auto controls = std::count_if(head.begin(), head.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20U && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1B;
  });
  return static_cast<std::size_t>(controls) * 20 > head.size();
}

class Writer {
 public:
  Writer(const CsvTable& table, const Findings& findings)
      : m_table(table), m_bytes(table.bytes()), m_findings(findings), m_log(findings.log) {}

  Diagnosis write() {
    encoding();
    header();
    records();
    duplicates();
    truncation();
    auto& all = m_out.diagnostics;
    std::stable_sort(all.begin(), all.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.byteOffset < b.byteOffset; });
    return std::move(m_out);
  }

 private:
  void add(Kind kind, Severity severity, std::size_t offset, std::string text, std::string hint) {
    if (m_counts[static_cast<std::size_t>(kind)]++ >= kMostOfAKind) {
      ++m_out.dropped;
      return;
    }
    const text::LineColumn place = m_findings.lines.at(m_bytes, offset);
    m_out.diagnostics.push_back({kind, severity, place.line, place.column, offset, std::move(text), std::move(hint)});
  }

  void encoding() {
    const bool utf16 = looksLikeUtf16(m_bytes);
    const bool binary = !utf16 && looksBinary(m_bytes);
    if (utf16)
      add(Kind::Utf16, Severity::Error, 0, "This file looks like UTF-16 or UTF-32.",
          "Save it as UTF-8; pandas and Plumbline read nothing else.");
    if (binary)
      add(Kind::Binary, Severity::Error, 0, "This file is not text.", "Is it a zip or another file by mistake?");
    if (m_findings.badUtf8 && !utf16) {
      std::array<char, 8> hex{};
      std::snprintf(hex.data(), hex.size(), "0x%02x", static_cast<unsigned char>(m_bytes[*m_findings.badUtf8]));
      add(Kind::NotUtf8, Severity::Error, *m_findings.badUtf8, std::string("Byte ") + hex.data() + " is not UTF-8.",
          "pandas refuses the whole file: save it as UTF-8.");
    }
    if (m_findings.hasNul && !utf16 && !binary) nulBytes();
  }

  void nulBytes() {
    for (std::size_t at = m_bytes.find('\0'); at != std::string_view::npos; at = m_bytes.find('\0', at)) {
      const std::size_t end = std::min(m_bytes.find_first_not_of('\0', at), m_bytes.size());
      add(Kind::NulByte, Severity::Warning, at, plural(end - at, "NUL byte") + " inside the text.",
          "pandas drops the rest of the cell.");
      at = end;
    }
  }

  void header() {
    if (m_log.records == 0) {
      const bool empty = m_bytes.size() == bomLength(m_bytes);
      add(Kind::EmptyFile, Severity::Error, 0, empty ? "The file is empty." : "The file has blank lines only.",
          "Did the run write anything? pandas refuses the file.");
      return;
    }
    const std::size_t offset = m_table.headerSpan().begin;
    if (!m_table.columnOf("name"))
      add(Kind::MissingName, Severity::Error, offset, "No column is called \"name\"" + nearMiss() + ".",
          "The check scripts need it. Is the header line missing?");
    if (m_log.records == 1)
      add(Kind::HeaderOnly, Severity::Warning, offset, "There is a header, but no row below it.",
          "Did the run end before the first model?");
    if (m_table.leadingColumns() != 0)
      add(Kind::ShiftedColumns, Severity::Error, m_table.recordSpan(0).begin,
          "The first row has " + plural(m_log.expectedWidth, "field") + ", the header " +
              std::to_string(m_log.headerWidth) + ".",
          "pandas takes what is too much as an index, so that every column holds its right neighbour's values.");
    renamedColumns(offset);
  }

  /// nearMiss names a column that was probably meant.
  std::string nearMiss() const {
    for (const std::string& column : m_table.columnNames()) {
      std::string plain;
      for (const char c : column)
        if (c != ' ' && c != '\t') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
      if (plain == "name") return ", but one is \"" + shown(column) + '"';
    }
    return {};
  }

  void renamedColumns(std::size_t at) {
    std::string scratch;
    for (std::size_t i = 0; i < m_log.headerWidth; ++i) {
      const CellEnd end = lexCell(m_bytes, at);
      const std::string_view written = cellText(m_bytes.substr(at, end.offset - at), scratch);
      const std::string& name = m_table.columnNames()[i];
      if (!written.empty() && written != name)
        add(Kind::DuplicateHeader, Severity::Warning, at, "Column \"" + shown(written) + "\" occurs again.",
            "pandas calls this one \"" + shown(name) + "\".");
      at = end.offset + 1;
    }
  }

  void records() {
    for (const RecordNote& note : m_log.conflicts.kept)
      add(Kind::ConflictMarker, Severity::Error, note.offset,
          "A line that git left behind: " + shown(lineAt(note.offset)) + ".",
          "Resolve the merge conflict in this file; the checks take the line for a model.");
    for (const RecordNote& note : m_log.longRows.kept)
      add(Kind::RaggedRow, Severity::Error, note.offset,
          "This row has " + plural(note.fields, "field") + "; " + std::to_string(m_log.expectedWidth) +
              " are expected.",
          "pandas refuses the whole file. Put text that holds a comma in quotes.");
    for (const RecordNote& note : m_log.shortRows.kept)
      add(Kind::RaggedRow, Severity::Note, note.offset,
          "This row has " + plural(note.fields, "field") + " of " + std::to_string(m_log.expectedWidth) + ".",
          "pandas reads the rest as missing.");
    for (const RecordNote& note : m_log.comments.kept)
      add(Kind::CommentRow, Severity::Note, note.offset, "A comment: " + shown(lineAt(note.offset)),
          "pandas knows no comments: the checks take it for a model.");
    for (const NoteList* list : {&m_log.conflicts, &m_log.longRows, &m_log.shortRows, &m_log.comments})
      m_out.dropped += list->total - list->kept.size();
  }

  void duplicates() {
    const auto column = m_table.columnOf("name");
    if (!column) return;
    std::string scratch;
    for (const DuplicateName& same : m_findings.duplicates.kept) {
      const auto span = m_table.cellSpan(same.row, *column + m_table.leadingColumns());
      if (!span) continue;
      add(Kind::DuplicateModel, Severity::Warning, span->begin,
          shown(m_table.cell(same.row, *column, scratch)) + " occurs again; first in line " +
              std::to_string(m_table.lineOf(same.firstRow)) + '.',
          "The checks find none of these rows. Keep one.");
    }
    m_out.dropped += m_findings.duplicates.total - m_findings.duplicates.kept.size();
  }

  void truncation() {
    if (m_log.openQuote) {
      add(Kind::Truncated, Severity::Error, *m_log.openQuote, "The quotes opened here are never closed.",
          "Was the file cut off while it was written? pandas refuses it.");
      return;
    }
    if (!m_log.endsInLine || m_table.rowCount() == 0) return;
    const std::size_t last = m_table.rowCount() - 1;
    const std::size_t fields = m_table.fieldCount(last);
    const std::size_t begin = m_table.recordSpan(last).begin;
    if (fields < m_log.headerWidth && !isCommentAt(m_bytes, begin) && !isConflictMarkerAt(m_bytes, begin))
      add(Kind::Truncated, Severity::Warning, begin,
          "The last line has " + plural(fields, "field") + " of " + std::to_string(m_log.headerWidth) +
              " and no line end.",
          "Was the file cut off while it was written?");
  }

  std::string_view lineAt(std::size_t offset) const {
    return m_bytes.substr(offset, m_bytes.substr(offset, 4 * kQuotedCharacters + 4).find_first_of("\r\n"));
  }

  const CsvTable& m_table;
  std::string_view m_bytes;
  const Findings& m_findings;
  const RecordLog& m_log;
  std::array<std::size_t, 16> m_counts{};
  Diagnosis m_out;
};

}  // namespace

Diagnosis diagnose(const CsvTable& table, const Findings& findings) { return Writer(table, findings).write(); }

}  // namespace plumbline::tables
