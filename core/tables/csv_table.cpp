// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/csv_table.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/tables/block_masks.h"
#include "core/tables/diagnose.h"
#include "core/tables/lexer.h"
#include "core/tables/scanner.h"
#include "core/text/line_index.h"
#include "core/text/utf8.h"

namespace plumbline::tables {
namespace {

/// HeaderNames are the column names as pandas 1.5 mangles them, and a search by such a name.
class HeaderNames {
 public:
  HeaderNames() = default;
  /// Takes the names as written: "" becomes "Unnamed: i"; the second x becomes "x.1", skipping names that are taken.
  explicit HeaderNames(std::vector<std::string> written);

  const std::vector<std::string>& names() const { return m_names; }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  void sortByName();

  std::vector<std::string> m_names;
  std::vector<std::uint32_t> m_byName;  ///< positions, sorted by name
};

/// Mangler renames repeated columns in the order pandas looks at them.
class Mangler {
 public:
  explicit Mangler(const std::vector<std::string>& names) : m_taken(names.begin(), names.end()) {}

  std::string unique(const std::string& name) {
    std::size_t count = m_seen[name];
    std::string candidate = name;
    while (count > 0) {
      m_seen[name] = count + 1;
      candidate = name + '.' + std::to_string(count);
      if (m_taken.contains(candidate)) {
        ++count;
      } else {
        const auto found = m_seen.find(candidate);
        count = found == m_seen.end() ? 0 : found->second;
      }
    }
    m_seen[candidate] = count + 1;
    m_taken.insert(candidate);
    return candidate;
  }

 private:
  std::unordered_set<std::string> m_taken;
  std::unordered_map<std::string, std::size_t> m_seen;
};

HeaderNames::HeaderNames(std::vector<std::string> written) : m_names(std::move(written)) {
  std::vector<std::size_t> unnamed;
  for (std::size_t i = 0; i < m_names.size(); ++i)
    if (m_names[i].empty()) {
      m_names[i] = "Unnamed: " + std::to_string(i);
      unnamed.push_back(i);
    }
  m_byName.resize(m_names.size());
  std::iota(m_byName.begin(), m_byName.end(), 0U);
  sortByName();
  const auto same = [this](std::uint32_t a, std::uint32_t b) { return m_names[a] == m_names[b]; };
  if (std::adjacent_find(m_byName.begin(), m_byName.end(), same) == m_byName.end()) return;

  Mangler mangler(m_names);
  // Names from the file come first and keep their spelling; generated ones are renamed.
  std::size_t next = 0;
  for (std::size_t i = 0; i < m_names.size(); ++i) {
    if (next < unnamed.size() && unnamed[next] == i) {
      ++next;
    } else {
      m_names[i] = mangler.unique(m_names[i]);
    }
  }
  for (const std::size_t i : unnamed) m_names[i] = mangler.unique(m_names[i]);
  sortByName();
}

void HeaderNames::sortByName() {
  std::ranges::sort(m_byName, [this](std::uint32_t a, std::uint32_t b) { return m_names[a] < m_names[b]; });
}

std::optional<std::size_t> HeaderNames::find(std::string_view name) const {
  const auto at = std::lower_bound(m_byName.begin(), m_byName.end(), name,
                                   [this](std::uint32_t i, std::string_view n) { return m_names[i] < n; });
  if (at == m_byName.end() || m_names[*at] != name) return std::nullopt;
  return *at;
}

}  // namespace

const char* kindName(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::EmptyFile: return "empty-file";
    case DiagnosticKind::HeaderOnly: return "header-only";
    case DiagnosticKind::MissingName: return "missing-name";
    case DiagnosticKind::DuplicateHeader: return "duplicate-header";
    case DiagnosticKind::DuplicateModel: return "duplicate-model";
    case DiagnosticKind::ConflictMarker: return "conflict-marker";
    case DiagnosticKind::RaggedRow: return "ragged-row";
    case DiagnosticKind::ShiftedColumns: return "shifted-columns";
    case DiagnosticKind::NotUtf8: return "not-utf8";
    case DiagnosticKind::Utf16: return "utf16";
    case DiagnosticKind::NulByte: return "nul-byte";
    case DiagnosticKind::Truncated: return "truncated";
    case DiagnosticKind::Binary: return "binary";
    case DiagnosticKind::CommentRow: return "comment-row";
  }
  return "unknown";
}

const char* severityName(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: break;
  }
  return "error";
}

struct CsvTable::Impl {
  std::string bytes;
  std::string fileName;
  CellStore cells;
  HeaderNames header;
  text::LineIndex lines;
  std::size_t rows = 0;
  std::size_t headerWidth = 0;
  std::size_t leading = 0;
  bool hasNul = false;
  Diagnosis diagnosis;
  std::optional<base::Error> pandasError;

  std::string_view raw(CellSpan span) const { return std::string_view(bytes).substr(span.begin, span.end - span.begin); }
};

namespace {

constexpr std::size_t kMaxAbsentCells = 10'000'000;

base::Error tooLarge(const std::string& file, std::size_t has, const char* unit, std::size_t limit) {
  return {base::ErrorCode::TooLarge,
          "This file has " + std::to_string(has) + ' ' + unit + "; the limit is " + std::to_string(limit) + '.',
          "Is this a results file?", file};
}

/// findBadUtf8 checks piece by piece, so that it can stop; false when it shall.
bool findBadUtf8(std::string_view bytes, const base::Progress& progress, std::optional<std::size_t>& bad) {
  for (std::size_t at = 0; at < bytes.size() && !bad;) {
    if (progress.stopRequested()) return false;
    std::size_t end = std::min(at + kPollBytes, bytes.size());
    // A piece ends before a character, not in it; behind four such bytes no character begins.
    std::size_t back = 0;
    while (back < 4 && end < bytes.size() && text::isContinuation(static_cast<unsigned char>(bytes[end - back]))) ++back;
    if (back < 4) end -= back;
    bad = text::firstInvalidUtf8(bytes.substr(at, end - at));
    if (bad) *bad += at;
    at = end;
  }
  return true;
}

std::vector<std::string> writtenNames(std::string_view bytes, const CellStore& cells, std::size_t width) {
  std::vector<std::string> names;
  names.reserve(width);
  std::string scratch;
  for (std::size_t at = width == 0 ? 0 : cells.recordBegin(bytes, 0); names.size() < width;) {
    const CellEnd end = lexCell(bytes, at);
    names.emplace_back(cellText(bytes.substr(at, end.offset - at), scratch));
    at = end.offset + 1;
  }
  return names;
}

}  // namespace

base::Outcome<std::shared_ptr<const CsvTable>> CsvTable::scan(std::string bytes, std::string fileName,
                                                              const base::Progress& progress) {
  if (bytes.size() > files::kMaxFileBytes) return tooLarge(fileName, bytes.size(), "bytes", files::kMaxFileBytes);
  auto owned = std::make_unique<Impl>();
  owned->bytes = std::move(bytes);
  owned->fileName = std::move(fileName);
  const std::shared_ptr<CsvTable> table(new CsvTable(std::move(owned)));
  Impl& impl = *table->m_impl;
  const std::string_view all = impl.bytes;

  Census census;
  const Instructions instructions = bestInstructions();
  if (!readCensus(all, instructions, progress, census)) return base::Cancelled{};
  impl.hasNul = census.hasNul;
  std::optional<std::size_t> badUtf8;
  if (census.hasNonAscii && !findBadUtf8(all, progress, badUtf8)) return base::Cancelled{};

  auto scanned = scanRecords(all, census, instructions, Layout::Fitting, progress);
  if (!scanned) return base::Cancelled{};
  const RecordLog log = std::move(scanned->log);
  if (log.headerWidth > kMaxColumns) return tooLarge(impl.fileName, log.headerWidth, "columns", kMaxColumns);
  // A filled row has a byte for each of its cells; what short rows leave out is work that the file's size does not limit.
  impl.rows = log.records == 0 ? 0 : log.records - 1;
  const std::size_t filled = log.headerWidth * impl.rows;
  if (filled > all.size() + kMaxAbsentCells)
    return tooLarge(impl.fileName, filled - all.size(), "cells that its rows leave out", kMaxAbsentCells);
  impl.cells = std::move(scanned->cells);
  impl.lines = text::LineIndex(std::move(census.blockLineEnds));
  impl.headerWidth = log.headerWidth;
  impl.leading = log.expectedWidth - log.headerWidth;
  impl.header = HeaderNames(writtenNames(all, impl.cells, log.headerWidth));

  Findings findings{log, impl.lines, badUtf8, census.hasNul, {}};
  if (const auto name = table->columnOf("name")) {
    const std::size_t most = 3 * all.size();
    const std::size_t held = table->memoryBytes();
    auto duplicates = findDuplicateNames(*table, *name, most - std::min(most, held), progress);
    if (!duplicates) return base::Cancelled{};
    findings.duplicates = std::move(*duplicates);
  }
  impl.diagnosis = diagnose(*table, findings);
  impl.pandasError = whatPandasRaises(*table, findings);
  if (!progress.report(all.size(), all.size())) return base::Cancelled{};
  return std::shared_ptr<const CsvTable>(table);
}

CsvTable::CsvTable(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
CsvTable::~CsvTable() = default;

const std::string& CsvTable::fileName() const { return m_impl->fileName; }
std::string_view CsvTable::bytes() const { return m_impl->bytes; }
std::size_t CsvTable::rowCount() const { return m_impl->rows; }
std::size_t CsvTable::headerWidth() const { return m_impl->headerWidth; }
const std::vector<std::string>& CsvTable::columnNames() const { return m_impl->header.names(); }
std::optional<std::size_t> CsvTable::columnOf(std::string_view name) const { return m_impl->header.find(name); }
std::size_t CsvTable::leadingColumns() const { return m_impl->leading; }

std::size_t CsvTable::fieldCount(std::size_t row) const {
  return row < m_impl->rows ? m_impl->cells.fieldCount(m_impl->bytes, row + 1) : 0;
}

std::optional<CellSpan> CsvTable::cellSpan(std::size_t row, std::size_t field) const {
  return row < m_impl->rows ? m_impl->cells.span(m_impl->bytes, row + 1, field) : std::nullopt;
}

std::string_view CsvTable::cell(std::size_t row, std::size_t column, std::string& scratch) const {
  const auto span = cellSpan(row, column + m_impl->leading);
  return span ? textOf(m_impl->raw(*span), scratch) : std::string_view();
}

void CsvTable::rawCells(std::size_t firstRow, std::size_t column, std::span<std::string_view> out) const {
  const std::size_t there = firstRow < m_impl->rows ? std::min(out.size(), m_impl->rows - firstRow) : 0;
  m_impl->cells.rawColumn(m_impl->bytes, firstRow + 1, column + m_impl->leading, out.first(there));
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(there), out.end(), std::string_view());
}

std::string_view CsvTable::textOf(std::string_view rawCell, std::string& scratch) const {
  if (m_impl->hasNul) return cellText(rawCell, scratch);
  return rawCell.starts_with('"') ? unquoted(rawCell, scratch) : rawCell;
}

bool CsvTable::isQuoted(std::size_t row, std::size_t column) const {
  const auto span = cellSpan(row, column + m_impl->leading);
  return span && m_impl->raw(*span).starts_with('"');
}

CellSpan CsvTable::recordSpan(std::size_t row) const {
  return row < m_impl->rows ? m_impl->cells.recordSpan(m_impl->bytes, row + 1) : CellSpan{};
}
CellSpan CsvTable::headerSpan() const {
  return m_impl->headerWidth == 0 ? CellSpan{} : m_impl->cells.recordSpan(m_impl->bytes, 0);
}
std::size_t CsvTable::recordCount() const { return m_impl->headerWidth == 0 ? 0 : m_impl->rows + 1; }
std::size_t CsvTable::recordFieldCount(std::size_t record) const {
  return record < recordCount() ? m_impl->cells.fieldCount(m_impl->bytes, record) : 0;
}
std::optional<CellSpan> CsvTable::recordField(std::size_t record, std::size_t field) const {
  return record < recordCount() ? m_impl->cells.span(m_impl->bytes, record, field) : std::nullopt;
}
CellSpan CsvTable::wholeRecord(std::size_t record) const {
  return record < recordCount() ? m_impl->cells.recordSpan(m_impl->bytes, record) : CellSpan{};
}
std::size_t CsvTable::lineOfRecord(std::size_t record) const {
  return record < recordCount() ? m_impl->lines.lineOf(m_impl->bytes, m_impl->cells.recordBegin(m_impl->bytes, record))
                                : 0;
}
std::size_t CsvTable::lineOf(std::size_t row) const {
  return row < m_impl->rows ? m_impl->lines.lineOf(m_impl->bytes, m_impl->cells.recordBegin(m_impl->bytes, row + 1)) : 0;
}
bool CsvTable::isComment(std::size_t row) const {
  return row < m_impl->rows && isCommentAt(m_impl->bytes, m_impl->cells.recordBegin(m_impl->bytes, row + 1));
}
bool CsvTable::isConflictMarker(std::size_t row) const {
  return row < m_impl->rows && isConflictMarkerAt(m_impl->bytes, m_impl->cells.recordBegin(m_impl->bytes, row + 1));
}

std::optional<std::uint32_t> CsvTable::rowNamed(std::string_view name) const {
  const auto column = columnOf("name");
  std::string scratch;
  for (std::uint32_t row = 0; column && row < rowCount(); ++row)
    if (cell(row, *column, scratch) == name && !isComment(row)) return row;
  return std::nullopt;
}

const std::vector<Diagnostic>& CsvTable::diagnostics() const { return m_impl->diagnosis.diagnostics; }
std::size_t CsvTable::diagnosticsDropped() const { return m_impl->diagnosis.dropped; }
const std::optional<base::Error>& CsvTable::pandasError() const { return m_impl->pandasError; }
std::size_t CsvTable::memoryBytes() const {
  return m_impl->bytes.capacity() + m_impl->cells.memoryBytes() + m_impl->lines.memoryBytes();
}

}  // namespace plumbline::tables
