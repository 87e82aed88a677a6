// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/ascii.h"

#include <algorithm>

namespace plumbline::text {

std::string toLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return toLower(c); });
  return lower;
}

bool hasOnlyDigits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isDigit); }

std::string_view trimmed(std::string_view text, std::string_view characters) {
  const std::size_t begin = text.find_first_not_of(characters);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(characters) + 1 - begin);
}

}  // namespace plumbline::text
