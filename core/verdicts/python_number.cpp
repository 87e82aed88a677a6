// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/python_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <limits>
#include <string>

#include "core/verdicts/unicode_classes.h"

namespace plumbline::verdicts {
namespace {

using tables::Value;
using tables::ValueKind;

// sys.get_int_max_str_digits(): longer numbers raise ValueError.
constexpr std::size_t kMaxIntDigits = 4300;
// Exponents are only compared with the number of digits; beyond this every double is 0 or infinite anyway.
constexpr long kExponentLimit = 1'000'000'000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

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

std::string_view stripAsciiSpace(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\v\f\r";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
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

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower,
                            [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
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
    for (; i < text.size() && isDigit(text[i]); ++i)
      exponent = std::min(exponent * 10 + (text[i] - '0'), kExponentLimit);
    if (i == first) return std::nullopt;
    if (negative) exponent = -exponent;
  }
  if (i != text.size()) return std::nullopt;
  decimal.leadingExponent = (wholeDigits < 0 ? digits : wholeDigits) - 1 - leadingZeros + exponent;
  return decimal;
}

std::strong_ordering compareWhole(const Value& a, const Value& b) {
  const auto asSigned = [](const Value& v) {
    return v.kind == ValueKind::Boolean ? std::int64_t{v.boolean ? 1 : 0} : v.integer;
  };
  const bool aUnsigned = a.kind == ValueKind::Unsigned;
  const bool bUnsigned = b.kind == ValueKind::Unsigned;
  if (aUnsigned && bUnsigned) return a.unsignedInteger <=> b.unsignedInteger;
  if (!aUnsigned && !bUnsigned) return asSigned(a) <=> asSigned(b);
  const std::int64_t whole = asSigned(aUnsigned ? b : a);
  const std::uint64_t big = aUnsigned ? a.unsignedInteger : b.unsignedInteger;
  const auto wholeToBig = whole < 0 ? std::strong_ordering::less : static_cast<std::uint64_t>(whole) <=> big;
  return aUnsigned ? 0 <=> wholeToBig : wholeToBig;
}

/// compareWholeToReal compares without rounding the whole number to a double. `real` is not NaN.
std::strong_ordering compareWholeToReal(const Value& whole, double real) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  constexpr double kTwoTo64 = 18446744073709551616.0;
  if (real >= kTwoTo64) return std::strong_ordering::less;
  if (real < -kTwoTo63) return std::strong_ordering::greater;
  const double floor = std::floor(real);
  const Value lower = [&] {
    Value v;
    if (floor >= kTwoTo63) {
      v.kind = ValueKind::Unsigned;
      v.unsignedInteger = static_cast<std::uint64_t>(floor);
    } else {
      v = Value::ofInteger(static_cast<std::int64_t>(floor));
    }
    return v;
  }();
  const auto order = compareWhole(whole, lower);
  return order == 0 && floor < real ? std::strong_ordering::less : order;
}

Order toOrder(std::partial_ordering order) {
  if (order == std::partial_ordering::unordered) return Order::Unordered;
  return order < 0 ? Order::Less : order > 0 ? Order::Greater : Order::Equal;
}

}  // namespace

std::optional<double> parseFloat(std::string_view utf8) {
  std::string ascii = toAscii(utf8);
  ascii = std::string(stripAsciiSpace(ascii));
  if (!dropUnderscores(ascii)) return std::nullopt;
  std::string_view text = ascii;
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity")) return negative ? -kInfinity : kInfinity;
  if (equalsIgnoringCase(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
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
  ascii = std::string(stripAsciiSpace(ascii));
  if (!dropUnderscores(ascii)) return std::nullopt;
  std::string_view text = ascii;
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty() || text.size() > kMaxIntDigits || !std::ranges::all_of(text, isDigit)) return std::nullopt;
  if (std::ranges::all_of(text, [](char c) { return c == '0'; })) return 0;
  return negative ? -1 : 1;
}

Order pythonOrder(const Field& a, const Field& b) {
  if (!a || !b) return Order::TypeError;
  if (isText(a) != isText(b)) return Order::TypeError;
  if (isText(a)) return toOrder(a->text <=> b->text);
  if (a->kind == ValueKind::NaN || b->kind == ValueKind::NaN) return Order::Unordered;
  const bool aReal = a->kind == ValueKind::Real;
  const bool bReal = b->kind == ValueKind::Real;
  if (aReal && bReal) return toOrder(a->real <=> b->real);
  if (aReal) return toOrder(0 <=> compareWholeToReal(*b, a->real));
  if (bReal) return toOrder(compareWholeToReal(*a, b->real));
  return toOrder(compareWhole(*a, *b));
}

}  // namespace plumbline::verdicts
