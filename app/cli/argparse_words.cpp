// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/argparse_words.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace plumbline::cli {

namespace {

const OptionSpec& helpOption() {
  static const OptionSpec kHelp{.name = "--help", .letter = 'h', .value = "", .help = ""};
  return kHelp;
}

/// looksNegative is argparse's own idea of a negative number: -5, -0.5, -.5, but not -1e5 and not -inf.
bool looksNegative(std::string_view word) {
  if (word.size() < 2 || word.front() != '-') return false;
  const std::string_view body = word.substr(1);
  const auto digits = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
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

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", ""}; }

class Sorter {
 public:
  Sorter(const CommandSpec& spec, std::span<const std::string> words) : m_words(words) {
    for (const OptionSpec& option : spec.options) addNames(option);
    addNames(helpOption());
  }

  base::Result<PlainWords> sorted();

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
  std::optional<base::Error> take(const Met& met, PlainWords& plain);

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
  return base::fail(bad("ambiguous option: " + word + " could match " + list));
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
std::optional<base::Error> Sorter::take(const Met& met, PlainWords& plain) {
  const OptionSpec& option = *met.name->option;
  plain.options.push_back(met.name->text);
  if (option.value.empty()) {
    if (met.attached) return bad("argument " + option.name + ": ignored explicit argument '" + *met.attached + "'");
    return std::nullopt;
  }
  if (met.attached) {
    plain.options.push_back(*met.attached);
    return std::nullopt;
  }
  if (m_next < m_words.size() && m_words[m_next] == "--") ++m_next;
  if (m_next >= m_words.size() || !isPositional(m_words[m_next]))
    return bad("argument " + option.name + ": expected one argument");
  plain.options.push_back(m_words[m_next++]);
  return std::nullopt;
}

base::Result<PlainWords> Sorter::sorted() {
  PlainWords plain;
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

}  // namespace

base::Result<PlainWords> plainWords(const CommandSpec& spec, std::span<const std::string> words) {
  return Sorter(spec, words).sorted();
}

}  // namespace plumbline::cli
