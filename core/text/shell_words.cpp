// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/shell_words.h"

#include <string_view>

namespace plumbline::text {
namespace {

constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=+:,@%";

std::string quoted(const std::string& word, bool isFirst) {
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

}  // namespace

std::string shellLine(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : " ") + quoted(words[i], i == 0);
  return text;
}

}  // namespace plumbline::text
