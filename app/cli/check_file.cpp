// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_file.h"

#include "app/cli/load.h"

namespace plumbline::cli {

OptionSpec fileOption() {
  return {.name = "--file", .letter = 'f', .value = "FILE", .help = "CSV to check; the same as naming it alone"};
}

PositionalSpec filePositional() { return {.name = "FILE", .help = "CSV to check", .required = false}; }

base::Result<std::optional<std::string>> namedFile(const ParsedArguments& arguments) {
  auto option = arguments.value("--file");
  if (arguments.positionals.empty()) return option;
  if (option) return base::fail({base::ErrorCode::BadArgument, "two files are named; one is checked", "", ""});
  return std::optional(arguments.positionals.front());
}

base::Result<tables::Frame> loadFrame(const std::optional<std::string>& path) {
  if (!path)
    return base::fail({base::ErrorCode::ScriptCrash, "No file is named.", "Name one with -f FILE.", ""});
  auto table = loadTable(*path);
  if (!table) return base::fail(table.error());
  if (const auto& error = (*table)->pandasError()) return base::fail(*error);
  return tables::Frame::of(*table);
}

}  // namespace plumbline::cli
