// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of one file or zip member, and where they came from: what the readers of the single formats get.
#pragma once

#include <string>

#include "core/base/progress.h"
#include "core/files/file_bytes.h"
#include "core/sources/folder_walk.h"

namespace plumbline::sources {

struct SourceText {
  std::string origin;      ///< "reports.zip!test-reports/x.csv"
  std::string path;        ///< the file on disk whose bytes these are; "" for a member of a zip
  std::string bytes = {};
  files::FileStamp stamp = {};
  std::size_t source = 0;
  Role role = Role::Auto;
  bool isBaseline = false;
  FileKind kind = FileKind::Csv;
  bool isGiven = false;
};

/// pieceOf is a piece of this text without its table.
Piece pieceOf(const SourceText& text);

}  // namespace plumbline::sources
