// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a command with named fields: "{python}", "{output}", "{model}", "{repeat}", "{checkout}", "{device}",
// "{mode}", "{suite}", "{cache}", "{folder}". A value may hold anything: words are never split and no shell sees them.
// "{{" is a brace.
//
//   auto words = splitCommand("{python} 'my bench.py' --out={output}");      // quotes as in a shell
//   auto step = fillTemplate(*words, fields);                                // Word{before "--out=", file
//   "result.csv"}
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/escapes.h"

namespace plumbline::runs {

/// Word is one argument of a program. A file's whole path is known only where the program runs, so it stays apart:
/// the argument is before + folder of the task + "/" + file + after; with no file it is before + after.
struct Word {
  std::string before = {};
  std::string file = {};   ///< below the task's folder: "cold.csv"; "cache" the cache folder; "." the folder itself
  std::string after = {};
  bool operator==(const Word&) const = default;
};

/// fieldNames lists the fields, with a line of help each.
std::vector<std::pair<std::string, std::string>> fieldNames();

/// fillTemplate. `fields` holds every field but output, cache and folder, which become files. Errors: BadArgument
/// naming the word and the field that does not exist, a brace without its partner, two files in one word.
base::Result<std::vector<Word>> fillTemplate(const std::vector<std::string>& words,
                                             const std::map<std::string, std::string, std::less<>>& fields,
                                             const std::string& outputFile);

/// literalWord writes a word so that fillTemplate gives it as it is.
std::string literalWord(std::string_view word);

/// splitCommand splits a line as a POSIX shell does, with quotes and backslashes; nothing is expanded, and what
/// only a shell could do (;, |, &, >, <, `, $ outside quotes) is refused. Errors: BadArgument with the column.
/// text::shellLine is the way back.
base::Result<std::vector<std::string>> splitCommand(std::string_view line);

}  // namespace plumbline::runs
