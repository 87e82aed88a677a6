// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/number_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace plumbline::diff {
namespace {

std::string withDecimals(double value, int decimals) {
  char buffer[std::numeric_limits<double>::max_exponent10 + 32];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::fixed, decimals).ptr;
  return {buffer, end};
}

}  // namespace

std::string shortNumber(double value) {
  if (value == 0 || !std::isfinite(value)) return value == 0 ? "0" : withDecimals(value, 0);
  constexpr int kDigits = 3;
  constexpr int kMostDecimals = 9;
  const int beforePoint = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::string out = withDecimals(value, std::clamp(kDigits - beforePoint, 0, kMostDecimals));
  if (out.find('.') == std::string::npos) return out;
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out.pop_back();
  return out;
}

std::pair<std::string, std::string> apart(double one, double other) {
  constexpr int kFewest = 2;
  constexpr int kMost = 6;
  for (int decimals = kFewest;; ++decimals) {
    std::pair<std::string, std::string> out{withDecimals(one, decimals), withDecimals(other, decimals)};
    if (out.first != out.second || decimals == kMost) return out;
  }
}

}  // namespace plumbline::diff
