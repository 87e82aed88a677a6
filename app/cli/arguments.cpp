// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "app/cli/argparse_words.h"

namespace plumbline::cli {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", ""}; }

std::string namesOf(const OptionSpec& option) {
  std::string names = option.name;
  if (option.letter != 0) names += std::string(",-") + option.letter;
  if (!option.alsoNamed.empty()) names += ',' + option.alsoNamed;
  return names;
}

void declare(CLI::App& app, const OptionSpec& option) {
  CLI::Option* made = option.value.empty() ? app.add_flag(namesOf(option)) : app.add_option(namesOf(option));
  made->required(option.required);
  made->multi_option_policy(option.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast);
  if (option.choices.empty()) return;
  made->check([&choices = option.choices](const std::string& value) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::string();
    std::vector<std::string> words = choices;
    std::erase(words, "");  // allowed, and nothing to read
    return "invalid choice: '" + value + "' (choose from " + joined(words, ", ") + ")";
  });
}

/// missing names everything that is required and was not given; CLI11 itself stops at the first.
base::Error missing(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (option->get_required() && option->empty()) names.push_back(option->get_name());
  return bad("the following arguments are required: " + joined(names, ", "));
}

/// takesAll tells whether every word that is no option is wanted. CLI11 must not see such words then: it would take
/// "[a,b]" apart and drop a second "--".
bool takesAll(const CommandSpec& spec) { return !spec.positionals.empty() && spec.positionals.back().many; }

ParsedArguments collected(const CLI::App& app, const CommandSpec& spec, const PlainWords& plain) {
  ParsedArguments parsed;
  parsed.behindDashes = plain.behindDashes;
  for (const OptionSpec& option : spec.options) {
    const CLI::Option* met = app.get_option(option.name);
    if (met->empty()) continue;
    if (option.repeatable) parsed.lists[option.name] = met->results();
    parsed.values[option.name] = option.value.empty()  ? ""
                                 : option.repeatable ? joined(met->results(), ",")
                                                     : met->as<std::string>();
  }
  if (takesAll(spec)) {
    parsed.positionals = plain.positionals;
    return parsed;
  }
  for (const PositionalSpec& positional : spec.positionals) {
    const CLI::Option* met = app.get_option(positional.name);
    if (met->empty()) continue;
    const auto words = met->as<std::vector<std::string>>();
    parsed.positionals.insert(parsed.positionals.end(), words.begin(), words.end());
  }
  return parsed;
}

}  // namespace

std::optional<std::string> ParsedArguments::value(std::string_view option) const {
  const auto it = values.find(option);
  if (it == values.end()) return std::nullopt;
  return it->second;
}

std::string ParsedArguments::valueOr(std::string_view option, std::string_view fallback) const {
  return value(option).value_or(std::string(fallback));
}

std::vector<std::string> ParsedArguments::list(std::string_view option) const {
  const auto it = lists.find(option);
  return it == lists.end() ? std::vector<std::string>() : it->second;
}

base::Result<ParsedArguments> parseArguments(const CommandSpec& spec, std::span<const std::string> words) {
  auto plain = plainWords(spec, words);
  if (!plain) return base::fail(plain.error());
  CLI::App app;  // brings -h and --help
  app.allow_extras();
  for (const OptionSpec& option : spec.options) declare(app, option);
  for (const PositionalSpec& positional : spec.positionals) {
    CLI::Option* made = app.add_option(positional.name)->required(positional.required);
    if (positional.many) made->expected(1, std::numeric_limits<int>::max())->allow_extra_args();
  }

  std::vector<std::string> all = std::move(plain->options);
  all.emplace_back("--");
  if (takesAll(spec)) {
    all.insert(all.end(), plain->positionals.size(), "word");
  } else {
    all.insert(all.end(), plain->positionals.begin(), plain->positionals.end());
  }
  std::reverse(all.begin(), all.end());  // CLI11 takes words from the back
  try {
    app.parse(std::move(all));
  } catch (const CLI::CallForHelp&) {
    ParsedArguments help;
    help.help = true;
    return help;
  } catch (const CLI::RequiredError&) {
    return base::fail(missing(app));
  } catch (const CLI::ParseError& error) {
    return base::fail(bad(std::string("argument ") + error.what()));
  }
  std::vector<std::string> extras = std::move(plain->unknown);
  const std::vector<std::string> surplus = app.remaining();  // the "--" above is its first
  extras.insert(extras.end(), surplus.begin() + 1, surplus.end());
  if (!extras.empty()) return base::fail(bad("unrecognized arguments: " + joined(extras, " ")));
  return collected(app, spec, *plain);
}

}  // namespace plumbline::cli
