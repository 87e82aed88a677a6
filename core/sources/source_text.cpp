// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_text.h"

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

}  // namespace plumbline::sources
