// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/natural_key.h"

#include <algorithm>

namespace plumbline::verdicts {
namespace {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr std::size_t kLongestRun = 255;  // longer numbers compare as if they had 255 digits, then digit by digit

}  // namespace

void appendNaturalKey(std::string_view name, std::string& out) {
  for (std::size_t i = 0; i < name.size();) {
    if (!isDigit(name[i])) {
      out.push_back(lowerAscii(name[i++]));
      continue;
    }
    while (i + 1 < name.size() && name[i] == '0' && isDigit(name[i + 1])) ++i;
    std::size_t end = i;
    while (end < name.size() && isDigit(name[end])) ++end;
    out.push_back('0');
    out.push_back(static_cast<char>(std::min(end - i, kLongestRun)));
    out.append(name.substr(i, end - i));
    i = end;
  }
}

std::string lowerAscii(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return lowerAscii(c); });
  return lower;
}

}  // namespace plumbline::verdicts
