// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/escapes.h"

#include <algorithm>
#include <string_view>

#include "core/text/ascii.h"

namespace plumbline::text {
namespace {

constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=+:,@%";

std::string shellQuoted(const std::string& word, bool isFirst) {
  // "A=b" in the first place would set a variable.
  const bool isPlain = !word.empty() && word.find_first_not_of(kPlain) == std::string::npos &&
                       !(isFirst && word.find('=') != std::string::npos);
  if (isPlain) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

bool isTokenByte(char c) { return isAlphanumeric(c) || c == '_'; }

/// TokenForm is how a token begins and how many bytes of its alphabet follow at least.
struct TokenForm {
  std::string_view begin;
  std::size_t minLength;
  std::string_view alphabet;  ///< besides letters and digits
};
// "hf_" also begins names of models, which are shorter and have further underscores.
constexpr TokenForm kTokenForms[] = {
    {"ghp_", 20, ""},  {"gho_", 20, ""},  {"ghu_", 20, ""},   {"ghs_", 20, "._-"},      {"ghr_", 20, ""}, {"github_pat_", 20, "_"},
    {"hf_", 30, ""},   {"glpat-", 20, "_-"}, {"xoxb-", 20, "-"}, {"xoxp-", 20, "-"}, {"Bearer ", 16, "-._~+/="}};

}  // namespace

std::string shellLine(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : " ") + shellQuoted(words[i], i == 0);
  return text;
}

std::string withoutCommands(std::string text) {
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t start = text.find_first_not_of(" \t\r\v\f", line);
    if (start != std::string::npos && text.compare(start, 2, "::") == 0) text.replace(start, 1, "\\x3a");
    const std::size_t end = text.find('\n', line);
    if (end == std::string::npos) break;
    line = end + 1;
  }
  constexpr std::string_view kAnywhere = "##[", kBroken = "##\\x5b";
  for (std::size_t at = 0; (at = text.find(kAnywhere, at)) != std::string::npos; at += kBroken.size())
    text.replace(at, kAnywhere.size(), kBroken);
  return text;
}

void maskSecrets(std::string& text) {
  for (const TokenForm& form : kTokenForms) {
    for (std::size_t at = 0; (at = text.find(form.begin, at)) != std::string::npos;) {
      const bool isWordStart = at == 0 || !isTokenByte(text[at - 1]);
      const std::size_t begin = at += form.begin.size();
      while (at < text.size() && (isAlphanumeric(text[at]) || form.alphabet.find(text[at]) != std::string_view::npos)) ++at;
      if (isWordStart && at - begin >= form.minLength) std::fill(text.begin() + begin, text.begin() + at, '*');
    }
  }
}

}  // namespace plumbline::text
