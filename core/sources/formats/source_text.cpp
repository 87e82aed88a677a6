// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/source_text.h"

#include <algorithm>
#include <utility>

#include "core/tables/csv_shape.h"

namespace plumbline::sources {

Piece pieceOf(const SourceText& text) {
  Piece piece;
  piece.origin = text.origin;
  piece.source = text.source;
  piece.isBaseline = text.isBaseline;
  piece.path = text.path;
  piece.stamp = text.stamp;
  return piece;
}

Piece partOf(const SourceText& text, std::string_view part) {
  Piece piece = pieceOf(text);
  piece.origin += "#";
  piece.origin += part;
  piece.path.clear();
  return piece;
}

void nameByOrigin(Piece& piece, std::string_view name) {
  if (piece.isBaseline) {
    const std::size_t member = name.rfind('!');
    const auto config = configs::configOfBaseline(member == name.npos ? name : name.substr(member + 1));
    if (config) {
      piece.identity.emplace();
      piece.identity->config = *config;
      return;
    }
    piece.unnamedReason = config.error().text;
  }
  // Copies of baselines, with "__note" behind the name, are known by the names of results.
  auto identity = configs::identityOf(name);
  if (const std::size_t member = name.rfind('!'); !identity && member != name.npos) {
    // A zip need not be called one.
    std::string path(name);
    path[member] = '/';
    identity = configs::identityOf(path);
  }
  if (identity) {
    piece.identity = *identity;
    piece.unnamedReason.clear();
  } else if (piece.unnamedReason.empty()) {
    piece.unnamedReason = identity.error().text;
  }
}

std::string_view withoutByteOrderMark(std::string_view bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  return bytes;
}

const configs::Suite* suiteOf(std::string_view spelling) {
  for (const configs::Suite& suite : configs::catalogue().suites)
    if (suite.name == spelling || std::ranges::find(suite.words, spelling) != suite.words.end()) return &suite;
  return nullptr;
}

std::string csvCell(std::string_view text, bool isFirst) {
  return tables::needsQuotes(text, isFirst) ? tables::csvQuoted(text) : std::string(text);
}

void DerivedCsv::add(const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) m_bytes += ',';
    m_bytes += csvCell(cells[i], i == 0);
  }
  m_bytes += '\n';
}

std::shared_ptr<const tables::CsvTable> DerivedCsv::table(const std::string& name) {
  auto table = tables::CsvTable::scan(std::move(m_bytes), name);
  return table.isValue() ? table.value() : nullptr;
}

}  // namespace plumbline::sources
