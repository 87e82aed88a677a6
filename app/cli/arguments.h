// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines as Python's argparse reads them, so that plumbline-cli can stand where a check script stood:
// unambiguous prefixes (--act), --opt=value, -fVALUE, a last option that wins, negative numbers as values (SPEC 1).
// CLI11 reads them, after app/cli/argparse_words.h has written out what it does not know.
//
//   const CommandSpec spec{.name = "check status", .options = {{.name = "--file", .letter = 'f', .value = "FILE"}}};
//   auto parsed = parseArguments(spec, words);       // BadArgument says what is wrong with the words
//   if (parsed) use(parsed->value("--file"));
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::cli {

struct OptionSpec {
  std::string name;   ///< with its dashes: "--actual"
  char letter = 0;    ///< 'f' for -f, 0 for none
  std::string value;  ///< what its value is called in the help; empty for a switch
  std::string help;
  bool required = false;
  std::vector<std::string> choices = {};  ///< the only values allowed; empty: any
  std::string alsoNamed = {};             ///< a second long name, "" for none
  bool repeatable = false;                ///< given more than once: ParsedArguments::list has each, value() joins them by commas
};

struct PositionalSpec {
  std::string name;  ///< "ACTUAL"
  std::string help;
  bool required = true;
  bool many = false;  ///< takes every word that is left; the last one of a command
};

struct CommandSpec {
  std::string name;     ///< words after plumbline-cli: "check accuracy"
  std::string summary;  ///< one line for lists of commands
  std::vector<PositionalSpec> positionals = {};
  std::vector<OptionSpec> options = {};
  std::string details = {};  ///< free text for the end of the help: examples, exit status
};

struct ParsedArguments {
  std::map<std::string, std::string, std::less<>> values;  ///< by OptionSpec::name; switches have an empty value
  std::map<std::string, std::vector<std::string>, std::less<>> lists;  ///< what a repeatable option was given, one by one
  std::vector<std::string> positionals;                    ///< in order, those of a `many` one by one
  std::size_t behindDashes = 0;  ///< how many of them, the last ones, stood behind "--"
  bool help = false;  ///< -h or --help was met; nothing after it was looked at

  bool has(std::string_view option) const { return values.find(option) != values.end(); }
  std::optional<std::string> value(std::string_view option) const;
  std::string valueOr(std::string_view option, std::string_view fallback) const;
  std::vector<std::string> list(std::string_view option) const;
};

/// parseArguments reads the words after the command's own name. Errors: BadArgument.
base::Result<ParsedArguments> parseArguments(const CommandSpec& spec, std::span<const std::string> words);

}  // namespace plumbline::cli
