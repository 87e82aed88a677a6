// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of one file or zip member, and where they came from: what the readers of the single formats get, and what
// they give back.
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/files/file_bytes.h"
#include "core/sources/folder_walk.h"

namespace plumbline::sources {

struct SourceText {
  std::string origin;  ///< "reports.zip!test-reports/x.csv"
  std::string path;    ///< the file on disk whose bytes these are; "" for a member of a zip
  std::string bytes = {};
  files::FileStamp stamp = {};
  std::size_t source = 0;
  Role role = Role::Auto;
  bool isBaseline = false;
  FileKind kind = FileKind::Csv;
  bool isGiven = false;
};

/// FormatPieces is what a reader made of a text.
struct FormatPieces {
  bool isKnown = false;  ///< false: the text is of another kind; nothing else is set then
  std::vector<Piece> pieces;
  std::vector<base::Error> problems;
};

/// pieceOf is a piece of this text without its table: origin, path, stamp, role.
Piece pieceOf(const SourceText& text);
/// partOf is a piece that was made out of a text: "#part" in its origin, no path of its own.
Piece partOf(const SourceText& text, std::string_view part);

/// nameByOrigin gives a piece the identity that its file's name tells, or the reason why there is none. `name` is an
/// origin without "#part".
void nameByOrigin(Piece& piece, std::string_view name);

}  // namespace plumbline::sources
