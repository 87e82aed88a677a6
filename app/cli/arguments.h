// SPDX-License-Identifier: GPL-3.0-or-later
// Parses command lines like Python's argparse, so that plumbline-cli can replace a check script: unambiguous prefixes
// (--act), --opt=value, -fVALUE, the last of repeated options, negative numbers as values. Behind the first "--" no word
// is an option. CLI11 parses; a pass before it spells out the words that argparse, which check scripts use (SPEC 1), reads
// in another way than CLI11.
//
//   const CommandSpec spec{.name = "check status", .options = {option("-f, --file FILE", "CSV to check")}};
//   auto parsed = parseArguments(spec, words);       // BadArgument
//   if (parsed) use(parsed->value("--file"));
#pragma once

#include <algorithm>
#include <array>
#include <limits>
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
  std::string value;  ///< name of its value in the help; empty for a flag
  std::string help;
  bool required = false;
  std::vector<std::string> choices = {};  ///< the only values allowed; empty: any
  std::string alsoNamed = {};             ///< a second long name, "" for none
  bool repeatable = false;                ///< given more than once: ParsedArguments::list has each, value() joins them by commas
};

/// option makes an OptionSpec of its form: "-o, --output FILE", "--metrics, --metric LIST", or "--all" for a flag.
///
///   .options = {option("--format F", "text (default) or json", {"text", "json"}), option("--all", "also list ...")}
OptionSpec option(std::string_view form, std::string help, std::vector<std::string> choices = {});
OptionSpec listOption(std::string_view form, std::string help);  ///< repeatable
OptionSpec requiredOption(std::string_view form, std::string help, std::vector<std::string> choices = {});

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
  std::string details = {};  ///< the end of the help, after resources/cli/NAME.txt
};

struct ParsedArguments {
  std::map<std::string, std::string, std::less<>> values;  ///< by OptionSpec::name; switches have an empty value
  std::map<std::string, std::vector<std::string>, std::less<>> lists;  ///< all values of an option, one by one
  std::vector<std::string> positionals;                    ///< in order, those of a `many` one by one
  std::size_t behindDashes = 0;  ///< how many of them, the last ones, stood behind "--"
  bool help = false;  ///< -h or --help was met; nothing after it was looked at

  bool has(std::string_view option) const { return values.find(option) != values.end(); }
  std::optional<std::string> value(std::string_view option) const;
  std::string valueOr(std::string_view option, std::string_view fallback) const;
  std::vector<std::string> list(std::string_view option) const;
};

/// valuesOf returns the values of a repeatable option, and those with commas between them.
std::vector<std::string> valuesOf(const ParsedArguments& arguments, std::string_view option);

/// isStandardOutput tests the name of an output file: "-", or the device that other tools take for it. Opening the device
/// would go through a link, and past what keeps control characters off a terminal.
bool isStandardOutput(std::string_view file);

base::Error badArgument(std::string text, std::string hint = "");

/// wholeNumber reads the value of an argument; wholeNumberOf that of an option, `otherwise` when it is not given. Errors:
/// BadArgument for anything but a number from min to max.
inline constexpr int kNoMaximum = std::numeric_limits<int>::max();
base::Result<int> wholeNumber(const std::string& argument, const std::string& text,
                              int min = std::numeric_limits<int>::min(), int max = kNoMaximum);
base::Result<int> wholeNumberOf(const ParsedArguments& arguments, const std::string& option, int otherwise,
                                int min = std::numeric_limits<int>::min(), int max = kNoMaximum);

/// numberOf reads all of an option's value as a number, in no locale; `otherwise` without the option. Errors: BadArgument.
base::Result<double> numberOf(const ParsedArguments& arguments, const std::string& option, double otherwise);

/// parseArguments reads the words after the command's own name. Errors: BadArgument.
base::Result<ParsedArguments> parseArguments(const CommandSpec& spec, std::span<const std::string> words);

/// assign moves a value to its place, or returns the error that came instead:
///
///   if (auto error = assign(request.file, outputFile(arguments))) return base::fail(*std::move(error));
template <typename T, typename From>
std::optional<base::Error> assign(T& target, base::Result<From> from) {
  if (!from) return std::move(from.error());
  target = static_cast<T>(*std::move(from));
  return std::nullopt;
}

/// splitAtCommas splits at commas; an empty list is one empty word.
std::vector<std::string> splitAtCommas(const std::string& list);

/// unknownValue is the error for a value that an option does not know.
base::Error unknownValue(const std::string& option, const std::string& word, const std::string& known);

/// namedValues reads a comma-separated list of names of elements of `all`, each once; empty without the option.
template <typename T, std::size_t N>
base::Result<std::vector<T>> namedValues(const ParsedArguments& arguments, const std::string& option,
                                        const std::array<T, N>& all, std::string_view (*name)(T)) {
  std::vector<T> chosen;
  const auto list = arguments.value(option);
  if (!list) return chosen;
  for (const std::string& word : splitAtCommas(*list)) {
    const auto it = std::ranges::find_if(all, [&](T t) { return name(t) == word; });
    if (it == all.end()) {
      std::string known;
      for (const T t : all) known += (known.empty() ? "" : ", ") + std::string(name(t));
      return base::fail(unknownValue(option, word, known));
    }
    if (std::ranges::find(chosen, *it) == chosen.end()) chosen.push_back(*it);
  }
  return chosen;
}

}  // namespace plumbline::cli
