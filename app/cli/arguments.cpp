// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include <charconv>

#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

const OptionSpec& helpOption() {
  static const OptionSpec kHelp = option("-h, --help", "");
  return kHelp;
}

/// looksNegative is argparse's own idea of a negative number: -5, -0.5, -.5, but not -1e5 and not -inf.
bool looksNegative(std::string_view word) {
  if (word.size() < 2 || word.front() != '-') return false;
  const std::string_view body = word.substr(1);
  const auto digits = [](std::string_view text) { return std::ranges::all_of(text, [](char c) { return text::isDigit(c); }); };
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

class Parser {
 public:
  Parser(const CommandSpec& spec, std::span<const std::string> words) : m_spec(spec), m_words(words) {
    for (const OptionSpec& option : spec.options) addNames(option);
    addNames(helpOption());
  }

  base::Result<ParsedArguments> parse();

 private:
  void addNames(const OptionSpec& option) {
    m_names.push_back({option.name, &option});
    if (!option.alsoNamed.empty()) m_names.push_back({option.alsoNamed, &option});
    if (option.letter != 0) m_names.push_back({std::string{'-', option.letter}, &option});
  }
  const Name* named(std::string_view text) const {
    const auto it = std::ranges::find(m_names, text, &Name::text);
    return it == m_names.end() ? nullptr : &*it;
  }
  bool isPositional(const std::string& word) const;
  base::Result<Met> meet(const std::string& word) const;
  base::Result<Met> byPrefix(std::string_view prefix, const std::optional<std::string>& attached,
                             const std::string& word) const;
  std::optional<base::Error> readValue(const OptionSpec& option, const std::optional<std::string>& attached);
  bool skipDashes();
  std::optional<base::Error> whatIsMissing() const;

  const CommandSpec& m_spec;
  std::span<const std::string> m_words;
  std::vector<Name> m_names;
  std::size_t m_next = 0;
  std::size_t m_dashes = std::string::npos;  ///< position of the "--" behind which no word is an option
  ParsedArguments m_parsed;
};

bool Parser::isPositional(const std::string& word) const {
  if (m_next > m_dashes || word.size() < 2 || word.front() != '-') return true;
  if (named(word) != nullptr) return false;
  // A word with a blank in it, or a negative number, is a value unless it begins with a known option.
  if (word.find(' ') == std::string::npos && !looksNegative(word)) return false;
  const auto met = meet(word);
  return met.has_value() && met->name == nullptr;
}

base::Result<Met> Parser::byPrefix(std::string_view prefix, const std::optional<std::string>& attached,
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

base::Result<Met> Parser::meet(const std::string& word) const {
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

/// skipDashes steps over the first "--".
bool Parser::skipDashes() {
  if (m_dashes != std::string::npos || m_next >= m_words.size() || m_words[m_next] != "--") return false;
  m_dashes = m_next++;
  return true;
}

std::optional<base::Error> Parser::readValue(const OptionSpec& option, const std::optional<std::string>& attached) {
  std::string& last = m_parsed.values[option.name];
  if (option.value.empty()) {
    if (attached) return badArgument("argument " + option.name + ": ignored explicit argument '" + *attached + "'");
    return std::nullopt;
  }
  if (!attached) skipDashes();
  if (!attached && (m_next >= m_words.size() || !isPositional(m_words[m_next])))
    return badArgument("argument " + option.name + ": expected one argument");
  const std::string value = attached ? *attached : m_words[m_next++];
  if (!option.choices.empty() && std::ranges::find(option.choices, value) == option.choices.end()) {
    std::vector<std::string> shown = option.choices;
    std::erase(shown, "");  // allowed, and nothing to read
    return badArgument("argument " + option.name + ": invalid choice: '" + value + "' (choose from " +
                       text::joined(shown, ", ") + ")");
  }
  std::vector<std::string>& list = m_parsed.lists[option.name];
  list.push_back(value);
  last = option.repeatable ? text::joined(list, ",") : value;
  return std::nullopt;
}

/// whatIsMissing names everything that is required and was not given.
std::optional<base::Error> Parser::whatIsMissing() const {
  std::vector<std::string> names;
  for (const OptionSpec& option : m_spec.options)
    if (option.required && !m_parsed.has(option.name)) names.push_back(option.name);
  for (std::size_t i = m_parsed.positionals.size(); i < m_spec.positionals.size(); ++i)
    if (m_spec.positionals[i].required) names.push_back(m_spec.positionals[i].name);
  if (names.empty()) return std::nullopt;
  return badArgument("the following arguments are required: " + text::joined(names, ", "));
}

base::Result<ParsedArguments> Parser::parse() {
  const bool takesAll = !m_spec.positionals.empty() && m_spec.positionals.back().many;
  std::vector<std::string> unknown, surplus;
  while (m_next < m_words.size()) {
    if (skipDashes()) continue;
    const std::string& word = m_words[m_next];
    const bool isValue = isPositional(word);
    const std::size_t at = m_next++;
    if (isValue) {
      const bool isWanted = takesAll || m_parsed.positionals.size() < m_spec.positionals.size();
      (isWanted ? m_parsed.positionals : surplus).push_back(word);
      if (isWanted && at > m_dashes) ++m_parsed.behindDashes;
      continue;
    }
    const auto met = meet(word);
    if (!met) return base::fail(met.error());
    if (met->name == nullptr) {
      unknown.push_back(word);
    } else if (met->name->option == &helpOption() && !met->attached) {
      m_parsed.help = true;
      return m_parsed;
    } else if (auto error = readValue(*met->name->option, met->attached)) {
      return base::fail(*std::move(error));
    }
  }
  if (auto error = whatIsMissing()) return base::fail(*std::move(error));
  unknown.insert(unknown.end(), surplus.begin(), surplus.end());
  if (!unknown.empty()) return base::fail(badArgument("unrecognized arguments: " + text::joined(unknown, " ")));
  return m_parsed;
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
  return Parser(spec, words).parse();
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
