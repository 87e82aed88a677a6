// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/pandas_number.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>

#include "core/text/ascii.h"

namespace plumbline::tables {

namespace {

using text::isDigit;

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
unsigned digitOf(char c) { return static_cast<unsigned>(c - '0'); }

const char* skipSpace(const char* p, const char* end) {
  while (p != end && isSpace(*p)) ++p;
  return p;
}

/// parseMagnitude reads digits up to `limit` and then blanks to the end.
IntegerWord parseMagnitude(const char* p, const char* end, std::uint64_t limit, std::uint64_t& out) {
  if (p == end || !isDigit(*p)) return IntegerWord::Invalid;
  std::uint64_t value = 0;
  for (; p != end && isDigit(*p); ++p) {
    const unsigned digit = digitOf(*p);
    if (value > limit / 10 || (value == limit / 10 && digit > limit % 10)) return IntegerWord::Overflow;
    value = value * 10 + digit;
  }
  out = value;
  return skipSpace(p, end) == end ? IntegerWord::Ok : IntegerWord::Invalid;
}

constexpr int kLargestPower = 308;

/// powersOfTen holds the doubles nearest to 1e0 ... 1e308.
const std::array<double, kLargestPower + 1>& powersOfTen() {
  static const std::array<double, kLargestPower + 1> table = [] {
    std::array<double, kLargestPower + 1> powers{};
    for (int i = 0; i <= kLargestPower; ++i) {
      // strtod rounds correctly; repeated multiplication would not.
      powers[static_cast<std::size_t>(i)] = std::strtod(("1e" + std::to_string(i)).c_str(), nullptr);
    }
    return powers;
  }();
  return table;
}

double powerOfTen(std::int64_t exponent) { return powersOfTen()[static_cast<std::size_t>(exponent)]; }

/// parseInfinity knows the spellings that pandas takes when the digits failed: no blanks around them.
bool parseInfinity(std::string_view text, double& out) {
  if (text.size() < 3 || text.size() > 9) return false;
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  if (!text::equalsIgnoringCase(text, "inf") && !text::equalsIgnoringCase(text, "infinity")) return false;
  out = negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  return true;
}

/// parseExponent reads what follows an 'e': at most 17 digits count, in 32 bits. Null when the word ends too early.
const char* parseExponent(const char* p, const char* end, std::int64_t& exponent) {
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  std::uint32_t value = 0;
  int digits = 0;
  for (; p != end && isDigit(*p) && digits < 17; ++p, ++digits) value = value * 10 + digitOf(*p);
  if (digits == 0) return nullptr;
  const auto wrapped = static_cast<std::int32_t>(value);
  exponent += negative ? -std::int64_t{wrapped} : std::int64_t{wrapped};
  return p;
}

/// parseDigits is the float parser proper, without the infinities.
bool parseDigits(std::string_view text, double& out) {
  constexpr int kMaxDigits = 17;
  const char* end = text.data() + text.size();
  const char* p = skipSpace(text.data(), end);
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;

  // Up to 15 digits every step of pandas' number * 10 + digit is exact, so an integer gives the same double faster.
  constexpr int kExactDigits = 15;
  std::uint64_t exact = 0;
  double number = 0;
  int digits = 0;
  std::int64_t exponent = 0;
  const auto take = [&](char c) {
    if (digits < kExactDigits) {
      exact = exact * 10 + digitOf(c);
    } else {
      number = (digits == kExactDigits ? static_cast<double>(exact) : number) * 10.0 + digitOf(c);
    }
    ++digits;
  };
  for (; p != end && isDigit(*p); ++p) {
    if (digits < kMaxDigits) {
      take(*p);
    } else {
      ++exponent;
    }
  }
  if (p != end && *p == '.') {
    for (++p; p != end && isDigit(*p); ++p) {
      if (digits >= kMaxDigits) continue;
      take(*p);
      --exponent;
    }
  }
  if (digits <= kExactDigits) number = static_cast<double>(exact);
  if (digits == 0) return false;
  if (negative) number = -number;
  if (p != end && (*p == 'e' || *p == 'E')) {
    p = parseExponent(p + 1, end, exponent);
    if (p == nullptr) return false;
  }
  if (exponent > kLargestPower) return false;
  if (exponent > 0) {
    number *= powerOfTen(exponent);
  } else if (exponent < -kLargestPower) {
    if (exponent < -2 * kLargestPower) {
      number = 0;
    } else {
      number /= powerOfTen(-kLargestPower - exponent);
      number /= powerOfTen(kLargestPower);
    }
  } else if (exponent < 0) {
    number /= powerOfTen(-exponent);
  }
  if (std::isinf(number)) return false;
  out = number;
  return skipSpace(p, end) == end;
}

}  // namespace

IntegerWord parseInt64(std::string_view text, std::int64_t& out) {
  const char* end = text.data() + text.size();
  const char* p = skipSpace(text.data(), end);
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::uint64_t magnitude = 0;
  const IntegerWord result = parseMagnitude(p, end, kLargest + (negative ? 1U : 0U), magnitude);
  if (result == IntegerWord::Ok) out = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
  return result;
}

IntegerWord parseUint64(std::string_view text, std::uint64_t& out, UnsignedState& state) {
  const char* end = text.data() + text.size();
  const char* p = skipSpace(text.data(), end);
  if (p != end && *p == '-') {
    state.sawNegative = true;
    out = 0;
    return IntegerWord::Ok;
  }
  if (p != end && *p == '+') ++p;
  const IntegerWord result = parseMagnitude(p, end, std::numeric_limits<std::uint64_t>::max(), out);
  if (result == IntegerWord::Ok && out > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    state.sawLarge = true;
  return result;
}

bool parseBoolean(std::string_view text, bool& out) {
  if (text.size() == 4 && text::equalsIgnoringCase(text, "true")) {
    out = true;
    return true;
  }
  if (text.size() == 5 && text::equalsIgnoringCase(text, "false")) {
    out = false;
    return true;
  }
  return false;
}

bool parsePandasReal(std::string_view text, double& out) { return parseDigits(text, out) || parseInfinity(text, out); }

}  // namespace plumbline::tables
