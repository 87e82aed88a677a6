// SPDX-License-Identifier: GPL-3.0-or-later
// Input and output of the format readers: the bytes of one file or zip member with their origin, and the pieces made of
// them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/configs/catalogue.h"
#include "core/files/file_bytes.h"
#include "core/sources/folder_walk.h"
#include "core/tables/csv_table.h"

namespace plumbline::sources {

/// The columns of a table of results that its readers write.
inline constexpr std::string_view kNameColumn = "name", kAccuracyColumn = "accuracy";

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

/// FormatPieces is the result of a reader.
struct FormatPieces {
  bool isKnown = false;  ///< false: the text has another format; nothing else is set
  std::vector<Piece> pieces;
  std::vector<base::Error> problems;
};

/// pieceOf is a piece of this text without its table: origin, path, stamp, role.
Piece pieceOf(const SourceText& text);
/// partOf is a piece made of a part of this text: "#part" in its origin, no path.
Piece partOf(const SourceText& text, std::string_view part);

/// nameByOrigin sets a piece's identity from its file name, or the reason why there is none. `name` is an origin
/// without "#part".
void nameByOrigin(Piece& piece, std::string_view name);

/// csvCell quotes a text where a CSV cell needs it.
std::string csvCell(std::string_view text, bool isFirst);

/// withoutByteOrderMark removes that of UTF-8 from the front.
std::string_view withoutByteOrderMark(std::string_view bytes);

/// suiteOf finds a suite by its name or one of its other spellings; nullptr if there is none.
const configs::Suite* suiteOf(std::string_view spelling);

/// DerivedCsv is a table made of records of a JSON or lines of a log.
///
///   DerivedCsv csv({"name", "accuracy"});
///   csv.add({"llama", "pass"});
///   piece.table = csv.table("log.txt#run1");
class DerivedCsv {
 public:
  explicit DerivedCsv(const std::vector<std::string>& header) { add(header); }
  void add(const std::vector<std::string>& cells);
  /// table is null when the bytes exceed the limit of a table.
  std::shared_ptr<const tables::CsvTable> table(const std::string& name);

 private:
  std::string m_bytes;
};

}  // namespace plumbline::sources
