// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong, where, and what to do about it: the one error type of Plumbline.
//
//   return base::fail(base::ErrorCode::NotFound, "There is no file here.", "Check the path.").in(path);
#pragma once

#include <cstddef>
#include <string>

namespace plumbline::base {

enum class ErrorCode {
  NotFound,      ///< a file or directory does not exist
  NotReadable,   ///< it exists, but cannot be read (permission, directory, pipe, I/O error)
  TooLarge,      ///< over a limit that the text names
  BadFormat,     ///< the bytes are not what they should be (encoding, CSV, TOML ...)
  BadArgument,   ///< the caller asked for something that does not exist
  ScriptCrash,   ///< PyTorch's own script would die here in a traceback
  Changed,       ///< the file on disk is no longer the one that was read
  NotWritable,   ///< a file cannot be written
  Internal,
};

struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string text = {};   ///< one sentence: what is wrong
  std::string hint = {};   ///< one sentence: what to do now; may be empty
  std::string file = {};   ///< path as the user typed it; may be empty
  std::size_t line = 0;    ///< 1-based line in the file, 0 when it has no place
  std::size_t column = 0;  ///< 1-based byte column in that line, 0 when unknown
};

/// describe gives "file:line:column: text hint", leaving out what is unknown.
std::string describe(const Error& error);

}  // namespace plumbline::base
