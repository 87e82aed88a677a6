// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the members of a zip that are wanted, into memory, and refuses what a hostile zip may hold (libarchive does the
// format; the limits, names and checks are ours).
//
//   auto zip = readZip("reports.zip", {}, [](std::string_view name) { return name.ends_with(".csv"); });
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/files/file_bytes.h"
#include "core/sources/sources.h"

namespace plumbline::sources {

struct ZipMember {
  std::string name;  ///< as in the zip, '/' between folders
  std::string bytes;
};

struct ZipContent {
  std::vector<ZipMember> members;  ///< wanted ones, in the zip's order
  std::vector<base::Error>
      problems;  ///< one per member that was refused: "..", absolute, link, encrypted, CRC, too large
  files::FileStamp stamp;
};

/// safeMemberName tells whether a name may stand for a file below a folder: relative, no "..", no NUL, no drive letter
/// or backslash tricks, valid length. The reason is in the error.
base::Result<void> safeMemberName(std::string_view name);

/// webPageWords tells what bytes are that should be a zip or a table and are an answer of a web server: "a web page",
/// "an error answer of a web server"; "" for anything else.
std::string_view webPageWords(std::string_view bytes);

/// readZip. Errors: NotFound, NotReadable; BadFormat for a file that is no zip ("this is a web page" when it is HTML)
/// or cannot be read to its end; TooLarge for a bomb; Changed when the file was replaced while it was read.
base::Outcome<ZipContent> readZip(const std::string& path, const Limits& limits,
                                  const std::function<bool(std::string_view name)>& wanted,
                                  const base::Progress& progress = {});

/// readZipBytes is readZip for a zip that is in memory already; `name` stands in errors, the stamp stays empty.
base::Outcome<ZipContent> readZipBytes(std::string_view bytes, const std::string& name, const Limits& limits,
                                       const std::function<bool(std::string_view name)>& wanted,
                                       const base::Progress& progress = {});

}  // namespace plumbline::sources
