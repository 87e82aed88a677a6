// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

/// PlainArguments spell out what argparse allows and CLI11 does not: {"run.csv", "--thr=-5"} becomes the options
/// {"--threshold", "-5"} and the positional {"run.csv"}.
struct PlainArguments {
  std::vector<std::string>
      options;  ///< a name of an option in full, then its value if it takes one; --help is the last
  std::vector<std::string> positionals;
  std::size_t behindDashes = 0;      ///< how many of these, the last ones, stood behind "--"
  std::vector<std::string> unknown;  ///< words that look like an option and are none
};

const OptionSpec& helpOption() {
  static const OptionSpec kHelp{.name = "--help", .letter = 'h', .value = "", .help = ""};
  return kHelp;
}

/// looksNegative is argparse's own idea of a negative number: -5, -0.5, -.5, but not -1e5 and not -inf.
bool looksNegative(std::string_view word) {
  if (word.size() < 2 || word.front() != '-') return false;
  const std::string_view body = word.substr(1);
  const auto digits = [](std::string_view text) { return std::all_of(text.begin(), text.end(), [](char c) { return text::isDigit(c); }); };
  const std::size_t dot = body.find('.');
  if (dot == std::string_view::npos) return digits(body);
  return dot + 1 < body.size() && digits(body.substr(0, dot)) && digits(body.substr(dot + 1));
}

/// Name is one way to call an option: its long name, its letter, its second long name.
struct Name {
  std::string text;
  const OptionSpec* option;
};

/// Met is what a word that begins with a dash turned out to be.
struct Met {
  const Name* name = nullptr;           ///< null: no option of this command
  std::optional<std::string> attached;  ///< the value written in the same word
};

class Sorter {
 public:
  Sorter(const CommandSpec& spec, std::span<const std::string> words) : m_words(words) {
    for (const OptionSpec& option : spec.options) addNames(option);
    addNames(helpOption());
  }

  base::Result<PlainArguments> sorted();

 private:
  void addNames(const OptionSpec& option) {
    m_names.push_back({option.name, &option});
    if (!option.alsoNamed.empty()) m_names.push_back({option.alsoNamed, &option});
    if (option.letter != 0) m_names.push_back({std::string{'-', option.letter}, &option});
  }
  const Name* named(std::string_view text) const {
    const auto it = std::find_if(m_names.begin(), m_names.end(), [&](const Name& n) { return n.text == text; });
    return it == m_names.end() ? nullptr : &*it;
  }
  bool isPositional(const std::string& word) const;
  base::Result<Met> meet(const std::string& word) const;
  base::Result<Met> byPrefix(std::string_view prefix, const std::optional<std::string>& attached,
                             const std::string& word) const;
  std::optional<base::Error> take(const Met& met, PlainArguments& plain);

  std::span<const std::string> m_words;
  std::vector<Name> m_names;
  std::size_t m_next = 0;
};

bool Sorter::isPositional(const std::string& word) const {
  if (word.size() < 2 || word.front() != '-') return true;
  if (named(word) != nullptr) return false;
  // A word with a blank in it, or a negative number, is a value unless it begins with a known option.
  if (word.find(' ') == std::string::npos && !looksNegative(word)) return false;
  const auto met = meet(word);
  return met.has_value() && met->name == nullptr;
}

base::Result<Met> Sorter::byPrefix(std::string_view prefix, const std::optional<std::string>& attached,
                                   const std::string& word) const {
  std::vector<const Name*> fits;
  for (const Name& name : m_names)
    if (name.text.starts_with("--") && name.text.starts_with(prefix)) fits.push_back(&name);
  if (fits.size() == 1) return Met{fits.front(), attached};
  if (fits.empty()) return Met{};
  std::string list;
  for (const Name* fit : fits) list += (list.empty() ? "" : ", ") + fit->text;
  return base::fail(badArgument("ambiguous option: " + word + " could match " + list));
}

base::Result<Met> Sorter::meet(const std::string& word) const {
  if (const Name* name = named(word)) return Met{name, std::nullopt};
  std::string_view begin = word;
  std::optional<std::string> attached;
  if (const std::size_t equals = word.find('='); equals != std::string::npos) {
    begin = begin.substr(0, equals);
    attached = word.substr(equals + 1);
    if (const Name* name = named(begin)) return Met{name, attached};
  }
  if (word.starts_with("--")) return byPrefix(begin, attached, word);
  if (const Name* name = named(std::string_view(word).substr(0, 2))) return Met{name, word.substr(2)};
  return Met{};
}

/// take writes an option, and its value where it takes one, as words of their own.
std::optional<base::Error> Sorter::take(const Met& met, PlainArguments& plain) {
  const OptionSpec& option = *met.name->option;
  plain.options.push_back(met.name->text);
  if (option.value.empty()) {
    if (met.attached) return badArgument("argument " + option.name + ": ignored explicit argument '" + *met.attached + "'");
    return std::nullopt;
  }
  if (met.attached) {
    plain.options.push_back(*met.attached);
    return std::nullopt;
  }
  if (m_next < m_words.size() && m_words[m_next] == "--") ++m_next;
  if (m_next >= m_words.size() || !isPositional(m_words[m_next]))
    return badArgument("argument " + option.name + ": expected one argument");
  plain.options.push_back(m_words[m_next++]);
  return std::nullopt;
}

base::Result<PlainArguments> Sorter::sorted() {
  PlainArguments plain;
  while (m_next < m_words.size()) {
    const std::string& word = m_words[m_next++];
    if (word == "--") {
      plain.positionals.insert(plain.positionals.end(), m_words.begin() + static_cast<std::ptrdiff_t>(m_next),
                               m_words.end());
      plain.behindDashes = m_words.size() - m_next;
      break;
    }
    if (isPositional(word)) {
      plain.positionals.push_back(word);
      continue;
    }
    const auto met = meet(word);
    if (!met) return base::fail(met.error());
    if (met->name == nullptr) {
      plain.unknown.push_back(word);
      continue;
    }
    if (auto error = take(*met, plain)) return base::fail(std::move(*error));
    if (met->name->option == &helpOption()) break;  // nothing after it counts
  }
  return plain;
}

base::Result<PlainArguments> plainArguments(const CommandSpec& spec, std::span<const std::string> words) {
  return Sorter(spec, words).sorted();
}


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
    return "invalid choice: '" + value + "' (choose from " + text::joined(words, ", ") + ")";
  });
}

/// missing names everything that is required and was not given; CLI11 itself stops at the first.
base::Error missing(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (option->get_required() && option->empty()) names.push_back(option->get_name());
  return badArgument("the following arguments are required: " + text::joined(names, ", "));
}

/// takesAll returns whether the command accepts any number of positionals. They are hidden from CLI11, which would split
/// "[a,b]" and drop a second "--".
bool takesAll(const CommandSpec& spec) { return !spec.positionals.empty() && spec.positionals.back().many; }

ParsedArguments collected(const CLI::App& app, const CommandSpec& spec, const PlainArguments& plain) {
  ParsedArguments parsed;
  parsed.behindDashes = plain.behindDashes;
  for (const OptionSpec& option : spec.options) {
    const CLI::Option* met = app.get_option(option.name);
    if (met->empty()) continue;
    if (option.repeatable) parsed.lists[option.name] = met->results();
    parsed.values[option.name] = option.value.empty()  ? ""
                                 : option.repeatable ? text::joined(met->results(), ",")
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
  auto plain = plainArguments(spec, words);
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
    return base::fail(badArgument(std::string("argument ") + error.what()));
  }
  std::vector<std::string> extras = std::move(plain->unknown);
  const std::vector<std::string> surplus = app.remaining();  // the "--" above is its first
  extras.insert(extras.end(), surplus.begin() + 1, surplus.end());
  if (!extras.empty()) return base::fail(badArgument("unrecognized arguments: " + text::joined(extras, " ")));
  return collected(app, spec, *plain);
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
