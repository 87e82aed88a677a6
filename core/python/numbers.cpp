// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/python/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/python/unicode_classes.h"
#include "core/text/ascii.h"

namespace plumbline::python {
namespace {

constexpr std::string_view kAsciiSpace = " \t\n\v\f\r";
// sys.get_int_max_str_digits(): longer numbers raise ValueError.
constexpr std::size_t kMaxIntDigits = 4300;
constexpr std::size_t kMaxInteger128Digits = 36;
constexpr double kBeyondInteger128 = 1e37;  // greater than any value of that many digits
// Exponents are only compared with the number of digits; beyond this every double is 0 or infinite anyway.
constexpr long kMaxExponent = 1'000'000'000;

using text::isDigit;

/// toAscii is what Python does to a text before it reads a number from it: digits of any script become 0-9, white space
/// becomes a blank, and anything else that is not ASCII makes the text unreadable.
std::string toAscii(std::string_view utf8) {
  std::string ascii;
  ascii.reserve(utf8.size());
  while (!utf8.empty()) {
    const CodePoint next = firstCodePoint(utf8);
    if (next.code < 0x80) {
      ascii += static_cast<char>(next.code);
    } else if (isSpace(next.code)) {
      ascii += ' ';
    } else {
      const int digit = decimalDigit(next.code);
      ascii += digit >= 0 ? static_cast<char>('0' + digit) : '?';
    }
    utf8.remove_prefix(next.bytes);
  }
  return ascii;
}

/// dropUnderscores removes single underscores that stand between digits; false when one stands anywhere else.
bool dropUnderscores(std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') continue;
    if (i == 0 || i + 1 == text.size() || !isDigit(text[i - 1]) || !isDigit(text[i + 1])) return false;
  }
  std::erase(text, '_');
  return true;
}

/// Decimal says of a number's text how large it is: the power of ten of its first digit that is not zero.
struct Decimal {
  bool isZero = true;
  long leadingExponent = 0;
};

/// readDecimal accepts `digits [. digits] [e sign digits]` with at least one digit before the exponent.
std::optional<Decimal> readDecimal(std::string_view text) {
  Decimal decimal;
  long digits = 0;
  long wholeDigits = -1;  // until the point is found
  long leadingZeros = 0;
  std::size_t i = 0;
  for (; i < text.size() && (isDigit(text[i]) || (text[i] == '.' && wholeDigits < 0)); ++i) {
    if (text[i] == '.') {
      wholeDigits = digits;
      continue;
    }
    ++digits;
    if (text[i] != '0') decimal.isZero = false;
    if (decimal.isZero) ++leadingZeros;
  }
  if (digits == 0) return std::nullopt;
  long exponent = 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    const bool negative = i < text.size() && text[i] == '-';
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    const std::size_t first = i;
    for (; i < text.size() && isDigit(text[i]); ++i) exponent = std::min(exponent * 10 + (text[i] - '0'), kMaxExponent);
    if (i == first) return std::nullopt;
    if (negative) exponent = -exponent;
  }
  if (i != text.size()) return std::nullopt;
  decimal.leadingExponent = (wholeDigits < 0 ? digits : wholeDigits) - 1 - leadingZeros + exponent;
  return decimal;
}

}  // namespace

std::optional<double> parseFloat(std::string_view utf8) {
  std::string ascii = toAscii(utf8);
  ascii = std::string(text::trimmed(ascii, kAsciiSpace));
  if (!dropUnderscores(ascii)) return std::nullopt;
  std::string_view text = ascii;
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text::equalsIgnoringCase(text, "inf") || text::equalsIgnoringCase(text, "infinity")) return negative ? -kInfinity : kInfinity;
  if (text::equalsIgnoringCase(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  const auto decimal = readDecimal(text);
  if (!decimal) return std::nullopt;
  double magnitude = 0;
  if (!decimal->isZero) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), magnitude);
    // Python reads a number beyond the range of a double as infinity or as zero.
    if (read.ec == std::errc::result_out_of_range) magnitude = decimal->leadingExponent > 0 ? kInfinity : 0.0;
  }
  return negative ? -magnitude : magnitude;
}

std::optional<int> parseIntSign(std::string_view utf8) {
  std::string ascii = toAscii(utf8);
  ascii = std::string(text::trimmed(ascii, kAsciiSpace));
  if (!dropUnderscores(ascii)) return std::nullopt;
  std::string_view text = ascii;
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.size() > kMaxIntDigits || !text::hasOnlyDigits(text)) return std::nullopt;
  if (std::ranges::all_of(text, [](char c) { return c == '0'; })) return 0;
  return negative ? -1 : 1;
}

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
    if (significant <= kMaxInteger128Digits) result.value = result.value * 10 + digit;
  }
  if (!afterDigit || digits > kMaxIntDigits) return {};
  result.state = significant > kMaxInteger128Digits ? State::TooLong : State::Number;
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
  if (real >= kBeyondInteger128) return false;
  if (real <= -kBeyondInteger128) return true;
  return whole > static_cast<Integer128>(std::floor(real));
}

bool isLess(Integer128 whole, double real) {
  if (std::isnan(real)) return false;
  if (real >= kBeyondInteger128) return true;
  if (real <= -kBeyondInteger128) return false;
  return whole < static_cast<Integer128>(std::ceil(real));
}

}  // namespace plumbline::python
