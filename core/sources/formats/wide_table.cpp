// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <utility>

#include "core/configs/catalogue.h"
#include "core/sources/formats/source_text.h"

namespace plumbline::sources {
namespace {

constexpr std::string_view kSuiteColumn = "suite";
constexpr std::size_t kMinColumns = 2;  // a table with one column named like a dtype could be anything

struct WideColumn {
  std::size_t column = 0;
  std::string title, dtype;
  std::optional<configs::Mode> mode;
};

bool isDtype(std::string_view spelling) {
  const auto& dtypes = configs::catalogue().dtypes;
  return std::ranges::any_of(dtypes, [&](const configs::Dtype& dtype) { return dtype.name == spelling; });
}

std::optional<WideColumn> wideColumn(std::size_t column, const std::string& title) {
  if (isDtype(title)) return WideColumn{column, title, title, std::nullopt};
  for (const configs::Mode mode : {configs::Mode::Training, configs::Mode::Inference}) {
    const std::string front = std::string(configs::modeName(mode)) + "_";
    if (title.starts_with(front) && isDtype(std::string_view(title).substr(front.size())))
      return WideColumn{column, title, title.substr(front.size()), mode};
  }
  return std::nullopt;
}

/// WideHeader has no columns if the table is not a wide one.
struct WideHeader {
  std::size_t name = 0;
  std::optional<std::size_t> suite;
  std::vector<WideColumn> columns;
};

WideHeader headerOf(const tables::CsvTable& table) {
  WideHeader header;
  const auto name = table.columnOf(kNameColumn);
  if (!name || table.headerWidth() > 64) return header;
  header.name = *name;
  header.suite = table.columnOf(kSuiteColumn);
  for (std::size_t c = 0; c < table.headerWidth(); ++c) {
    if (c == header.name || c == header.suite) continue;
    auto column = wideColumn(c, table.columnNames()[c]);
    // With a suite column every title has a mode, without one none has.
    if (!column || column->mode.has_value() != header.suite.has_value()) return {};
    header.columns.push_back(std::move(*column));
  }
  if (header.columns.size() < kMinColumns) return {};
  return header;
}

const configs::Platform* widePlatform() {
  for (const configs::Platform& platform : configs::catalogue().platforms)
    if (platform.suiteNames) return &platform;
  return nullptr;
}

class WideReader {
 public:
  WideReader(const SourceText& text, const tables::CsvTable& table, WideHeader header)
      : m_text(text), m_table(table), m_header(std::move(header)) {}

  FormatPieces read() {
    m_out.isKnown = true;
    if (const auto& wrong = m_table.pandasError()) {
      m_out.problems.push_back(*wrong);
      m_out.problems.back().file = m_text.origin;
    }
    if (!m_header.suite) {
      for (const WideColumn& column : m_header.columns) take(column, {});
      return std::move(m_out);
    }
    for (const std::string& suite : suites())
      for (const WideColumn& column : m_header.columns) take(column, suite);
    return std::move(m_out);
  }

 private:
  std::vector<std::string> suites() const {
    std::vector<std::string> found;
    std::string scratch;
    for (std::size_t row = 0; row < m_table.rowCount() && found.size() < 64; ++row) {
      const std::string_view suite = m_table.cell(row, *m_header.suite, scratch);
      if (isRow(row) && std::ranges::find(found, suite) == found.end()) found.emplace_back(suite);
    }
    return found;
  }

  bool isRow(std::size_t row) const {
    std::string scratch;
    return !m_table.isComment(row) && !m_table.isConflictMarker(row) &&
           !m_table.cell(row, m_header.name, scratch).empty();
  }

  void take(const WideColumn& column, const std::string& suite) {
    Piece piece = partOf(m_text, suite.empty() ? column.title : suite + "." + column.title);
    piece.form = Form::WideCsv;
    piece.path = m_text.path;
    piece.valueColumn = column.title;
    if (m_text.role == Role::Auto) piece.isBaseline = true;
    auto made = tables::CsvTable::scan(bytesOf(column, suite), m_text.path.empty() ? piece.origin : m_text.path);
    if (!made.isValue()) return;
    piece.table = made.value();
    setIdentity(piece, column, suite);
    m_out.pieces.push_back(std::move(piece));
  }

  /// The bytes of "name,accuracy" with every row on its own line of the wide file.
  std::string bytesOf(const WideColumn& column, const std::string& suite) const {
    std::string bytes;
    std::size_t line = 1;
    const auto advanceTo = [&](std::size_t target) {
      for (; line < target; ++line) bytes += '\n';
    };
    const auto appendCell = [&](std::string_view cell, bool isFirst) {
      bytes += csvCell(cell, isFirst);
      line += static_cast<std::size_t>(std::ranges::count(cell, '\n'));
    };
    advanceTo(m_table.lineOfRecord(0));
    appendCell(kNameColumn, true);
    bytes += ',';
    appendCell(kAccuracyColumn, false);
    std::string scratch;
    for (std::size_t row = 0; row < m_table.rowCount(); ++row) {
      const bool isMarker = m_table.isConflictMarker(row);
      if (!isMarker && !isRow(row)) continue;
      if (!isMarker && m_header.suite && m_table.cell(row, *m_header.suite, scratch) != suite) continue;
      advanceTo(m_table.lineOf(row));
      if (isMarker) {
        const tables::CellSpan span = m_table.recordSpan(row);
        bytes += m_table.bytes().substr(span.begin, span.end - span.begin);
        continue;
      }
      appendCell(m_table.cell(row, m_header.name, scratch), true);
      bytes += ',';
      appendCell(m_table.cell(row, column.column, scratch), false);
    }
    bytes += '\n';
    return bytes;
  }

  void setIdentity(Piece& piece, const WideColumn& column, const std::string& suite) const {
    nameByOrigin(piece, m_text.origin);
    const configs::Platform* platform = widePlatform();
    if (!suite.empty()) {
      const configs::Suite* known = suiteOf(suite);
      if (known == nullptr || configs::catalogue().backends.empty()) {
        piece.identity.reset();
        piece.unnamedReason = "The suite \"" + suite + "\" is not known.";
        return;
      }
      if (!piece.identity) piece.identity.emplace();
      configs::Config& config = piece.identity->config;
      if (config.test.empty()) config.test = configs::catalogue().backends.front().name;
      config.suite = known->name;
      config.mode = *column.mode;
      piece.unnamedReason.clear();
    }
    if (!piece.identity) return;
    piece.identity->config.dtype = column.dtype;
    if (piece.identity->config.platform.empty() && platform != nullptr)
      piece.identity->config.platform = platform->name;
  }

  const SourceText& m_text;
  const tables::CsvTable& m_table;
  WideHeader m_header;
  FormatPieces m_out;
};

}  // namespace

FormatPieces readWide(const SourceText& text, const tables::CsvTable& table) {
  WideHeader header = headerOf(table);
  if (header.columns.empty()) return {};
  return WideReader(text, table, std::move(header)).read();
}

}  // namespace plumbline::sources
