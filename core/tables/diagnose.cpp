// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/diagnose.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/tables/frame.h"
#include "core/tables/lexer.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::tables {
namespace {

constexpr std::size_t kBatch = 512;
constexpr std::size_t kSmallestTable = 4 * kBatch;  // slots; a batch fits into the quarter that is kept free

/// hashOf mixes eight bytes at a time; good enough to spread names, and fast for short ones.
std::uint64_t hashOf(std::string_view text) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;
  std::uint64_t hash = text.size() * kMultiplier;
  const char* p = text.data();
  std::size_t left = text.size();
  for (; left >= 8; left -= 8, p += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    hash = std::rotl((hash ^ word) * kMultiplier, 29);
  }
  std::uint64_t word = 0;
  if (left != 0) std::memcpy(&word, p, left);
  hash = (hash ^ word) * kMultiplier;
  return hash ^ hash >> 32U;
}

/// NameTable maps names to the row that had them first. A slot holds 32 bits of the hash beside the row, so that a name
/// is read again only when it is almost certainly the same.
class NameTable {
 public:
  explicit NameTable(std::size_t slots) : m_slots(slots, kEmpty), m_mask(slots - 1) {}

  void clear() {
    std::fill(m_slots.begin(), m_slots.end(), kEmpty);
    m_used = 0;
  }
  bool isFull() const { return m_used > m_mask - m_mask / 4; }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&m_slots[hash & m_mask]); }

  /// firstRowOf returns the row that has the name already, or enters `row` and returns it.
  template <typename SameName>
  std::size_t firstRowOf(std::uint64_t hash, std::size_t row, SameName sameName) {
    const std::uint64_t tag = hash >> 32U << 32U;
    for (std::size_t at = hash & m_mask;; at = (at + 1) & m_mask) {
      if (m_slots[at] == kEmpty) {
        m_slots[at] = tag | row;
        ++m_used;
        return row;
      }
      const auto other = static_cast<std::size_t>(static_cast<std::uint32_t>(m_slots[at]));
      if (m_slots[at] >> 32U << 32U == tag && sameName(other)) return other;
    }
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};  // no table has that many rows
  std::vector<std::uint64_t> m_slots;
  std::size_t m_mask;
  std::size_t m_used = 0;
};

class Finder {
 public:
  Finder(const CsvTable& table, std::size_t column, std::size_t slots)
      : m_table(table), m_column(column), m_names(slots) {}

  bool run(const base::Progress& progress) {
    // A table that is too small for all names takes a half, a quarter ... of them at a time. Tiny rows that would need
    // a huge table have few different names, so that one pass nearly always does.
    for (std::size_t part = 0; part < m_parts; ++part) {
      switch (runPart(part, progress)) {
        case Part::Cancelled: return false;
        case Part::Full:
          m_parts *= 2;
          m_found = {};
          part = static_cast<std::size_t>(-1);  // from the start again
          break;
        case Part::Done: break;
      }
    }
    // Each part found its own first ones; the first of all are among them.
    std::ranges::sort(m_found.kept, {}, &DuplicateName::row);
    if (m_found.kept.size() > kMaxPerKind) m_found.kept.resize(kMaxPerKind);
    return true;
  }
  DuplicateNames take() { return std::move(m_found); }

 private:
  /// partOf uses high bits: the low ones find the slot and must stay spread within a part.
  std::size_t partOf(std::uint64_t hash) const { return (hash >> 40U) & (m_parts - 1); }

  enum class Part { Done, Full, Cancelled };

  Part runPart(std::size_t part, const base::Progress& progress) {
    m_names.clear();
    m_foundInPart = 0;
    for (std::size_t row = 0; row < m_table.rowCount(); row += kBatch) {
      if (row % (kBatch * 128) == 0 && progress.stopRequested()) return Part::Cancelled;
      batch(row, std::min(kBatch, m_table.rowCount() - row), part);
      if (m_names.isFull()) return Part::Full;
    }
    return Part::Done;
  }

  void batch(std::size_t firstRow, std::size_t count, std::size_t part) {
    m_table.rawCells(firstRow, m_column, std::span(m_cells).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view name = m_table.textOf(m_cells[i], m_scratch);
      m_missing[i] = isNaWord(name);
      m_hashes[i] = hashOf(name);
      m_names.prefetch(m_hashes[i]);
    }
    for (std::size_t i = 0; i < count; ++i)
      if (!m_missing[i] && partOf(m_hashes[i]) == part) look(firstRow + i, i);
  }

  void look(std::size_t row, std::size_t i) {
    std::string_view name;
    const std::size_t first = m_names.firstRowOf(m_hashes[i], row, [&](std::size_t other) {
      name = m_table.textOf(m_cells[i], m_scratch);
      return m_table.cell(other, m_column, m_otherScratch) == name;
    });
    if (first == row) return;
    ++m_found.total;
    if (m_foundInPart++ < kMaxPerKind) m_found.kept.push_back({row, first});
  }

  const CsvTable& m_table;
  std::size_t m_column;
  NameTable m_names;
  std::size_t m_parts = 1;
  std::size_t m_foundInPart = 0;
  std::array<std::string_view, kBatch> m_cells;
  std::array<std::uint64_t, kBatch> m_hashes{};
  std::array<bool, kBatch> m_missing{};
  std::string m_scratch;
  std::string m_otherScratch;
  DuplicateNames m_found;
};

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

bool looksBinary(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 4096);
  const auto controls = std::ranges::count_if(head, [](char c) {
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
    std::ranges::stable_sort(all, {}, &Diagnostic::byteOffset);
    return std::move(m_out);
  }

 private:
  void add(Kind kind, Severity severity, std::size_t offset, std::string text, std::string hint) {
    if (m_counts[static_cast<std::size_t>(kind)]++ >= kMaxPerKind) {
      ++m_out.dropped;
      return;
    }
    const text::LineColumn place = m_findings.lines.at(m_bytes, offset);
    m_out.diagnostics.push_back({kind, severity, place.line, place.column, offset, std::move(text), std::move(hint)});
  }

  void encoding() {
    const bool utf16 = text::looksLikeUtf16(m_bytes);
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
      add(Kind::NulByte, Severity::Warning, at, text::counted(end - at, "NUL byte") + " inside the text.",
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
          "The first row has " + text::counted(m_log.expectedWidth, "field") + ", the header " +
              std::to_string(m_log.headerWidth) + ".",
          "pandas takes what is too much as an index, so that every column holds its right neighbour's values.");
    renamedColumns(offset);
  }

  /// nearMiss names a column that was probably meant.
  std::string nearMiss() const {
    for (const std::string& column : m_table.columnNames()) {
      std::string plain;
      for (const char c : column)
        if (c != ' ' && c != '\t') plain += text::toLower(c);
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
          "This row has " + text::counted(note.fields, "field") + "; " + std::to_string(m_log.expectedWidth) +
              " are expected.",
          "pandas refuses the whole file. Put text that holds a comma in quotes.");
    for (const RecordNote& note : m_log.shortRows.kept)
      add(Kind::RaggedRow, Severity::Note, note.offset,
          "This row has " + text::counted(note.fields, "field") + " of " + std::to_string(m_log.expectedWidth) + ".",
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
          "The last line has " + text::counted(fields, "field") + " of " + std::to_string(m_log.headerWidth) +
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

/// pandas reads this much at a time: a bad byte in the same piece is found before the piece is split into cells.
constexpr std::size_t kPandasChunk = 262'144;

/// pandasLineOf counts as pandas does in its messages: blank lines and records up to and including this one. A line
/// break inside quotes does not count, so this is not always the line in the file.
std::size_t pandasLineOf(std::string_view bytes, std::size_t recordOffset) {
  std::size_t line = 0;
  std::size_t at = bomLength(bytes);
  for (;;) {
    const RecordStart start = nextRecord(bytes, at);
    line += start.blankLines + 1;
    if (start.offset >= recordOffset) return line;
    CellEnd end;
    for (at = start.offset;; at = end.offset + 1) {
      end = lexCell(bytes, at);
      if (end.by != Stop::Comma) break;
    }
    if (end.by != Stop::LineEnd) return line;
    at = afterLineEnd(bytes, end.offset);
  }
}

base::Error raises(const CsvTable& table, const Findings& findings, std::size_t offset, const std::string& what) {
  const text::LineColumn place = findings.lines.at(table.bytes(), offset);
  return {base::ErrorCode::ScriptCrash, "pandas cannot read this file. " + what + ".",
          "The check script ends here in a traceback.", table.fileName(), place.line, place.column};
}

base::Error badEncoding(const CsvTable& table, const Findings& findings) {
  std::array<char, 8> hex{};
  std::snprintf(hex.data(), hex.size(), "0x%02x", static_cast<unsigned char>(table.bytes()[*findings.badUtf8]));
  return raises(table, findings, *findings.badUtf8,
                std::string("UnicodeDecodeError: byte ") + hex.data() + " in position " +
                    std::to_string(*findings.badUtf8) + " is not UTF-8");
}

}  // namespace

std::optional<DuplicateNames> findDuplicateNames(const CsvTable& table, std::size_t column, std::size_t budgetBytes,
                                                 const base::Progress& progress) {
  const std::size_t fitting = std::bit_floor(budgetBytes / sizeof(std::uint64_t));
  const std::size_t wanted = std::bit_ceil(table.rowCount() + table.rowCount() / 2);
  Finder finder(table, column, std::max(kSmallestTable, std::min(fitting, wanted)));
  if (!finder.run(progress)) return std::nullopt;
  return finder.take();
}

Diagnosis diagnose(const CsvTable& table, const Findings& findings) { return Writer(table, findings).write(); }

std::optional<base::Error> whatPandasRaises(const CsvTable& table, const Findings& findings) {
  const RecordLog& log = findings.log;
  std::optional<base::Error> parser;
  std::size_t parserOffset = table.bytes().size();
  if (!log.longRows.kept.empty()) {
    const RecordNote& row = log.longRows.kept.front();
    parserOffset = row.offset;
    parser = raises(table, findings, row.offset,
                    "ParserError: Expected " + std::to_string(log.expectedWidth) + " fields in line " +
                        std::to_string(pandasLineOf(table.bytes(), row.offset)) + ", saw " +
                        std::to_string(row.fields));
  } else if (log.openQuote) {
    parserOffset = *log.openQuote;
    const std::size_t record = table.rowCount() == 0 ? table.headerSpan().begin
                                                     : table.recordSpan(table.rowCount() - 1).begin;
    parser = raises(table, findings, parserOffset,
                    "ParserError: EOF inside string starting at row " +
                        std::to_string(pandasLineOf(table.bytes(), record) - 1));
  } else if (log.records == 0) {
    parser = raises(table, findings, 0, "EmptyDataError: No columns to parse from file");
  }
  if (findings.badUtf8 && (!parser || *findings.badUtf8 / kPandasChunk <= parserOffset / kPandasChunk))
    return badEncoding(table, findings);
  return parser;
}

}  // namespace plumbline::tables
