// SPDX-License-Identifier: GPL-3.0-or-later
// Reads selected members of a zip into memory. libarchive decodes the format; limits, names and other properties that a
// hostile zip may abuse are checked here.
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
#include "core/sources/open.h"

namespace plumbline::sources {

struct ZipMember {
  std::string name;  ///< as in the zip, '/' between folders
  std::string bytes;
};

struct ZipContent {
  std::vector<ZipMember> members;  ///< the selected ones, in the zip's order
  std::vector<base::Error> problems;  ///< one per refused member: "..", absolute, link, encrypted, CRC, too large
  files::FileStamp stamp;
};

/// checkMemberName accepts names of files below a folder. Errors: BadFormat for absolute names, "..", NUL and control
/// characters, drive letters, backslashes, invalid UTF-8 and names too long for a file system.
base::Result<void> checkMemberName(std::string_view name);

/// printableName is a name for an error message: at most 200 bytes, control characters replaced by '?'.
std::string printableName(std::string_view name);

/// webPageKind recognizes a web server's answer saved in place of a file: "a web page", "an error answer of a web
/// server"; "" for anything else.
std::string_view webPageKind(std::string_view bytes);

/// SelectMember chooses a member by its name.
using SelectMember = std::function<bool(std::string_view name)>;
/// SeeNames gets the names of all members that can be unpacked, before any of them is selected.
using SeeNames = std::function<void(const std::vector<std::string>& names)>;

/// readZip. Errors: NotFound, NotReadable; BadFormat for a file that is no zip ("This is a web page" for HTML) or is
/// incomplete; TooLarge for a zip bomb; Changed when the file was replaced while it was read.
base::Outcome<ZipContent> readZip(const std::string& path, const Limits& limits, const SelectMember& select,
                                  const base::Progress& progress = {}, const SeeNames& see = {});

/// readZipBytes is readZip for a zip in memory; `name` is for errors, the stamp stays empty.
base::Outcome<ZipContent> readZipBytes(std::string_view bytes, const std::string& name, const Limits& limits,
                                       const SelectMember& select, const base::Progress& progress = {},
                                       const SeeNames& see = {});

}  // namespace plumbline::sources
