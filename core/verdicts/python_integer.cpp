// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/python_integer.h"

#include <algorithm>
#include <cmath>

#include "core/verdicts/unicode_classes.h"

namespace plumbline::verdicts {

namespace {
constexpr std::size_t kMaxDigits = 36;
constexpr std::size_t kPythonMaxDigits = 4300;  // Python refuses longer texts with a ValueError
constexpr double kBeyond = 1e37;                // greater than any value of kMaxDigits digits
}  // namespace

ParsedInteger parseInteger(std::string_view utf8) {
  using State = ParsedInteger::State;
  std::string_view rest = stripSpace(utf8);
  bool negative = false;
  if (!rest.empty() && (rest.front() == '+' || rest.front() == '-')) {
    negative = rest.front() == '-';
    rest.remove_prefix(1);
  }
  ParsedInteger result;
  std::size_t digits = 0;
  std::size_t significant = 0;
  bool afterDigit = false;
  while (!rest.empty()) {
    const CodePoint point = firstCodePoint(rest);
    rest.remove_prefix(point.bytes);
    if (point.code == U'_' && afterDigit) {
      afterDigit = false;
      continue;
    }
    const int digit = decimalDigit(point.code);
    if (digit < 0) return {};
    afterDigit = true;
    ++digits;
    if (significant != 0 || digit != 0) ++significant;
    if (significant <= kMaxDigits) result.value = result.value * 10 + digit;
  }
  if (!afterDigit || digits > kPythonMaxDigits) return {};
  result.state = significant > kMaxDigits ? State::TooLong : State::Number;
  if (negative) result.value = -result.value;
  return result;
}

std::string integerText(Integer128 value) {
  if (value == 0) return "0";
  std::string text;
  const bool negative = value < 0;
  for (; value != 0; value /= 10) {
    const int digit = static_cast<int>(value % 10);
    text += static_cast<char>('0' + (negative ? -digit : digit));
  }
  if (negative) text += '-';
  std::reverse(text.begin(), text.end());
  return text;
}

bool isGreater(Integer128 whole, double real) {
  if (std::isnan(real)) return false;
  if (real >= kBeyond) return false;
  if (real <= -kBeyond) return true;
  return whole > static_cast<Integer128>(std::floor(real));
}

bool isLess(Integer128 whole, double real) {
  if (std::isnan(real)) return false;
  if (real >= kBeyond) return true;
  if (real <= -kBeyond) return false;
  return whole < static_cast<Integer128>(std::ceil(real));
}

}  // namespace plumbline::verdicts
