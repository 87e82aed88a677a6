// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/field.h"

#include <cmath>
#include <compare>

#include "core/python/repr.h"

namespace plumbline::verdicts {
namespace {

using tables::Value;
using tables::ValueKind;

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

void appendStr(std::string& out, const Value& value) {
  switch (value.kind) {
    case ValueKind::NaN:
      out += "nan";
      return;
    case ValueKind::Integer:
      out += std::to_string(value.integer);
      return;
    case ValueKind::Unsigned:
      out += std::to_string(value.unsignedInteger);
      return;
    case ValueKind::Real:
      python::appendReal(out, value.real);
      return;
    case ValueKind::Boolean:
      out += value.boolean ? "True" : "False";
      return;
    case ValueKind::Text:
      out += value.text;
      return;
  }
}

void appendStr(std::string& out, const Field& field) {
  if (field) {
    appendStr(out, *field);
  } else {
    out += "None";
  }
}

std::string strText(const Value& value) {
  std::string out;
  appendStr(out, value);
  return out;
}

void appendRepr(std::string& out, const Field& field) {
  if (field && field->kind == ValueKind::Text) {
    python::appendRepr(out, field->text);
  } else {
    appendStr(out, field);
  }
}

void appendPadded(std::string& out, const Value& value, std::size_t width) {
  if (value.kind == ValueKind::Text) {
    python::appendPadded(out, value.text, width);
    return;
  }
  std::string digits;
  if (value.kind == ValueKind::Boolean) {
    digits = value.boolean ? "1" : "0";
  } else {
    appendStr(digits, value);
  }
  if (digits.size() < width) out.append(width - digits.size(), ' ');
  out += digits;
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
