// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>

#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

/// looksNegative is argparse's own idea of a negative number: -5, -0.5, -.5, but not -1e5 and not -inf.
bool looksNegative(std::string_view word) {
  return std::ranges::count(word, '.') <= 1 && !word.ends_with('.') &&
         std::ranges::all_of(word.substr(1), [](char c) { return c == '.' || text::isDigit(c); });
}

/// PlainWords mean the same to CLI11 as to argparse: {"run.csv", "--thr=-5"} becomes the options {"--threshold", "-5"} and
/// the positional {"run.csv"}.
struct PlainWords {
  std::vector<std::string> options;  ///< a name in full, then its value if it takes one; --help is the last
  std::vector<std::string> positionals;
  std::size_t behindDashes = 0;      ///< how many of these, the last ones, stood behind "--"
  std::vector<std::string> unknown;  ///< words that look like an option and are none
};

/// Met is what a word that begins with a dash turned out to be.
struct Met {
  const CLI::Option* option = nullptr;  ///< null: no option of this command
  std::optional<std::string> value;     ///< what is written in the same word
};

class Speller {
 public:
  Speller(const CLI::App& app, std::span<const std::string> words) : m_app(app), m_words(words) {}

  base::Result<PlainWords> spelled();

 private:
  bool isPositional(const std::string& word) const;
  base::Result<Met> meet(const std::string& word) const;
  base::Result<Met> byPrefix(const std::string& prefix, Met met, const std::string& word) const;
  std::optional<base::Error> take(const Met& met);
  bool skipDashes();

  const CLI::App& m_app;
  std::span<const std::string> m_words;
  std::size_t m_next = 0;
  bool m_isBehindDashes = false;  ///< of the first "--"
  PlainWords m_plain;
};

bool Speller::isPositional(const std::string& word) const {
  if (m_isBehindDashes || word.size() < 2 || word.front() != '-') return true;
  // A word with a blank in it, or a negative number, is a value unless it begins with a known option.
  if (word.find(' ') == std::string::npos && !looksNegative(word)) return false;
  const auto met = meet(word);
  return met.has_value() && met->option == nullptr;
}

base::Result<Met> Speller::byPrefix(const std::string& prefix, Met met, const std::string& word) const {
  std::vector<std::string> fits;
  for (const CLI::Option* option : m_app.get_options())
    for (const std::string& name : option->get_lnames())
      if (("--" + name).starts_with(prefix)) {
        fits.push_back("--" + name);
        met.option = option;
      }
  if (fits.size() < 2) return met;
  return base::fail(badArgument("ambiguous option: " + word + " could match " + text::joined(fits, ", ")));
}

base::Result<Met> Speller::meet(const std::string& word) const {
  if (const CLI::Option* option = m_app.get_option_no_throw(word)) return Met{option, std::nullopt};
  Met met;
  const std::string begin = word.substr(0, word.find('='));
  if (begin != word) met.value = word.substr(begin.size() + 1);
  met.option = m_app.get_option_no_throw(begin);
  if (met.option != nullptr) return met;
  if (word.starts_with("--")) return byPrefix(begin, met, word);
  return Met{m_app.get_option_no_throw(word.substr(0, 2)), word.substr(2)};
}

/// skipDashes steps over the first "--".
bool Speller::skipDashes() {
  if (m_isBehindDashes || m_next >= m_words.size() || m_words[m_next] != "--") return false;
  ++m_next;
  m_isBehindDashes = true;
  return true;
}

/// take writes an option, and its value where it takes one, as words of their own.
std::optional<base::Error> Speller::take(const Met& met) {
  const std::string name = met.option->get_name();
  m_plain.options.push_back(name);
  if (met.option->get_items_expected_max() == 0) {
    if (met.value) return badArgument("argument " + name + ": ignored explicit argument '" + *met.value + "'");
    return std::nullopt;
  }
  if (!met.value) skipDashes();
  if (!met.value && (m_next >= m_words.size() || !isPositional(m_words[m_next])))
    return badArgument("argument " + name + ": expected one argument");
  m_plain.options.push_back(met.value ? *met.value : m_words[m_next++]);
  return std::nullopt;
}

base::Result<PlainWords> Speller::spelled() {
  while (m_next < m_words.size()) {
    if (skipDashes()) continue;
    const std::string& word = m_words[m_next++];
    if (isPositional(word)) {
      m_plain.positionals.push_back(word);
      if (m_isBehindDashes) ++m_plain.behindDashes;
      continue;
    }
    const auto met = meet(word);
    if (!met) return base::fail(met.error());
    if (met->option == nullptr) {
      m_plain.unknown.push_back(word);
    } else if (auto error = take(*met)) {
      return base::fail(*std::move(error));
    } else if (met->option == m_app.get_help_ptr()) {
      break;  // nothing after it counts
    }
  }
  return std::move(m_plain);
}

void declare(CLI::App& app, const OptionSpec& option) {
  std::string names = option.name;
  if (option.letter != 0) names += std::string(",-") + option.letter;
  if (!option.alsoNamed.empty()) names += ',' + option.alsoNamed;
  CLI::Option* made = option.value.empty() ? app.add_flag(names) : app.add_option(names);
  made->required(option.required);
  made->multi_option_policy(option.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast);
  if (option.choices.empty()) return;
  made->check([&choices = option.choices](const std::string& value) {
    if (std::ranges::find(choices, value) != choices.end()) return std::string();
    std::vector<std::string> shown = choices;
    std::erase(shown, "");  // allowed, and nothing to read
    return "invalid choice: '" + value + "' (choose from " + text::joined(shown, ", ") + ")";
  });
}

/// missing names everything that is required and was not given; CLI11 itself stops at the first.
base::Error missing(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (option->get_required() && option->empty()) names.push_back(option->get_name());
  return badArgument("the following arguments are required: " + text::joined(names, ", "));
}

ParsedArguments collected(const CLI::App& app, const CommandSpec& spec, PlainWords plain) {
  ParsedArguments parsed;
  parsed.positionals = std::move(plain.positionals);
  parsed.behindDashes = plain.behindDashes;
  for (const OptionSpec& option : spec.options) {
    const std::vector<std::string>& given = app.get_option(option.name)->results();
    if (given.empty()) continue;
    if (!option.value.empty()) parsed.lists[option.name] = given;
    parsed.values[option.name] = option.value.empty() ? "" : option.repeatable ? text::joined(given, ",") : given.back();
  }
  return parsed;
}

}  // namespace

OptionSpec option(std::string_view form, std::string help, std::vector<std::string> choices) {
  OptionSpec spec;
  while (!form.empty()) {
    const std::string_view word = form.substr(0, form.find(' '));
    form.remove_prefix(std::min(word.size() + 1, form.size()));
    const std::string name(word.substr(0, word.find(',')));
    if (!name.starts_with('-')) {
      spec.value = name;
    } else if (!name.starts_with("--")) {
      spec.letter = name[1];
    } else {
      (spec.name.empty() ? spec.name : spec.alsoNamed) = name;
    }
  }
  spec.help = std::move(help);
  spec.choices = std::move(choices);
  return spec;
}

OptionSpec listOption(std::string_view form, std::string help) {
  OptionSpec spec = option(form, std::move(help));
  spec.repeatable = true;
  return spec;
}

OptionSpec requiredOption(std::string_view form, std::string help, std::vector<std::string> choices) {
  OptionSpec spec = option(form, std::move(help), std::move(choices));
  spec.required = true;
  return spec;
}

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

std::vector<std::string> valuesOf(const ParsedArguments& arguments, std::string_view option) {
  const auto list = arguments.value(option);
  return list ? splitAtCommas(*list) : std::vector<std::string>();
}

bool isStandardOutput(std::string_view file) {
  return file == "-" || file == "/dev/stdout" || file == "/dev/fd/1" || file == "/proc/self/fd/1";
}

base::Error badArgument(std::string text, std::string hint) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

base::Result<int> wholeNumber(const std::string& argument, const std::string& text, int min, int max) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  if (status != std::errc{} || stop != end)
    return base::fail(badArgument("argument " + argument + ": \"" + text + "\" is not a whole number"));
  if (number >= min && number <= max) return number;
  const std::string range = max == kNoMaximum ? "at least " + std::to_string(min)
                                              : "from " + std::to_string(min) + " to " + std::to_string(max);
  return base::fail(badArgument("argument " + argument + ": must be " + range + ", not " + text));
}

base::Result<int> wholeNumberOf(const ParsedArguments& arguments, const std::string& option, int otherwise, int min,
                                int max) {
  const auto text = arguments.value(option);
  return text ? wholeNumber(option, *text, min, max) : otherwise;
}

base::Result<double> numberOf(const ParsedArguments& arguments, const std::string& option, double otherwise) {
  const auto text = arguments.value(option);
  if (!text) return otherwise;
  double number = 0;
  const char* const last = text->data() + text->size();
  const auto [end, status] = std::from_chars(text->data(), last, number);
  if (status != std::errc{} || end != last) return base::fail(badArgument("argument " + option + ": \"" + *text + "\" is not a number"));
  return number;
}

base::Result<ParsedArguments> parseArguments(const CommandSpec& spec, std::span<const std::string> words) {
  CLI::App app;  // brings -h and --help
  app.allow_extras();
  for (const OptionSpec& option : spec.options) declare(app, option);
  for (const PositionalSpec& positional : spec.positionals) app.add_option(positional.name)->required(positional.required);
  auto plain = Speller(app, words).spelled();
  if (!plain) return base::fail(plain.error());
  std::vector<std::string> all = plain->options;
  all.emplace_back("--");
  all.insert(all.end(), plain->positionals.begin(), plain->positionals.end());
  std::ranges::reverse(all);  // CLI11 takes words from the back
  try {
    app.parse(std::move(all));
  } catch (const CLI::CallForHelp&) {
    ParsedArguments help;
    help.help = true;
    return help;
  } catch (const CLI::RequiredError&) {
    return base::fail(missing(app));
  } catch (const CLI::ParseError& error) {
    return base::fail(badArgument(std::string("argument ") + error.what()));
  }
  std::vector<std::string> extras = std::move(plain->unknown);
  // Words that no positional took come behind the "--". A positional of many takes its first from CLI11 and these too.
  const std::vector<std::string> surplus = app.remaining();
  if (spec.positionals.empty() || !spec.positionals.back().many) extras.insert(extras.end(), surplus.begin() + 1, surplus.end());
  if (!extras.empty()) return base::fail(badArgument("unrecognized arguments: " + text::joined(extras, " ")));
  return collected(app, spec, *std::move(plain));
}

std::vector<std::string> splitAtCommas(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t begin = 0;;) {
    const std::size_t end = list.find(',', begin);
    words.push_back(list.substr(begin, end - begin));
    if (end == std::string::npos) return words;
    begin = end + 1;
  }
}

base::Error unknownValue(const std::string& option, const std::string& word, const std::string& known) {
  return badArgument("argument " + option + ": there is no \"" + word + "\" (choose from " + known + ")");
}

}  // namespace plumbline::cli
