// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/value.h"

#include <cmath>
#include <limits>

namespace plumbline::tables {

namespace {

/// Whole is an integer of any kind: Python's int as far as pandas can make one.
struct Whole {
  bool negative = false;
  std::uint64_t magnitude = 0;
  bool operator==(const Whole&) const = default;
};

bool asWhole(const Value& value, Whole& out) {
  switch (value.kind) {
    case ValueKind::Integer:
      out = {value.integer < 0, value.integer < 0 ? 0 - static_cast<std::uint64_t>(value.integer)
                                                  : static_cast<std::uint64_t>(value.integer)};
      return true;
    case ValueKind::Unsigned:
      out = {false, value.unsignedInteger};
      return true;
    case ValueKind::Boolean:
      out = {false, value.boolean ? 1U : 0U};
      return true;
    case ValueKind::Real: {
      constexpr double kTwoTo64 = 18446744073709551616.0;
      const double size = std::fabs(value.real);
      if (!(size < kTwoTo64) || std::trunc(size) != size) return false;
      out = {value.real < 0, static_cast<std::uint64_t>(size)};
      return true;
    }
    case ValueKind::NaN:
    case ValueKind::Text: return false;
  }
  return false;
}

}  // namespace

double Value::asDouble() const {
  switch (kind) {
    case ValueKind::Integer: return static_cast<double>(integer);
    case ValueKind::Unsigned: return static_cast<double>(unsignedInteger);
    case ValueKind::Real: return real;
    case ValueKind::Boolean: return boolean ? 1.0 : 0.0;
    case ValueKind::NaN:
    case ValueKind::Text: break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

bool pythonEquals(const Value& a, const Value& b) {
  if (a.kind == ValueKind::NaN || b.kind == ValueKind::NaN) return false;
  if (a.kind == ValueKind::Text || b.kind == ValueKind::Text) return a.kind == b.kind && a.text == b.text;
  if (a.kind == ValueKind::Real && b.kind == ValueKind::Real) return a.real == b.real;
  // Python compares int and float exactly: 2**53 + 1 is not 9007199254740992.0, though the doubles are the same.
  Whole left;
  Whole right;
  return asWhole(a, left) && asWhole(b, right) && left == right;
}

}  // namespace plumbline::tables
