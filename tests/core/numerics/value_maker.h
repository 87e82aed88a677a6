// SPDX-License-Identifier: GPL-3.0-or-later
// Python's values made by hand for tests.
//
//   ValuePtr ref = list({floats({1, 2}), integer(3), text("a")});
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/numerics/tensors/value.h"
#include "tests/core/numerics/pair_maker.h"

namespace plumbline::testing {

using numerics::Dtype;
using numerics::Value;
using numerics::ValueKind;
using numerics::ValuePtr;

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline ValuePtr made(Value value) { return std::make_shared<const Value>(std::move(value)); }
inline ValuePtr none() { return made({}); }
inline ValuePtr boolean(bool value) { return made({.kind = ValueKind::Bool, .boolean = value}); }
inline ValuePtr integer(std::int64_t value) { return made({.kind = ValueKind::Integer, .integer = value}); }
inline ValuePtr real(double value) { return made({.kind = ValueKind::Float, .real = value}); }
inline ValuePtr text(std::string value) { return made({.kind = ValueKind::String, .text = std::move(value)}); }
inline ValuePtr device(std::string value) { return made({.kind = ValueKind::Device, .text = std::move(value)}); }
inline ValuePtr sequence(ValueKind kind, std::vector<ValuePtr> items) {
  return made({.kind = kind, .items = std::move(items)});
}
inline ValuePtr list(std::vector<ValuePtr> items) { return sequence(ValueKind::List, std::move(items)); }
inline ValuePtr dict(const std::vector<std::pair<ValuePtr, ValuePtr>>& members) {
  Value value{.kind = ValueKind::Dict};
  for (const auto& [key, item] : members) {
    value.keys.push_back(key);
    value.items.push_back(item);
  }
  return made(std::move(value));
}
inline ValuePtr numbers(Dtype dtype, const std::vector<double>& values, std::vector<std::int64_t> sizes,
                        ValueKind kind = ValueKind::Tensor) {
  return made({.kind = kind, .tensor = tensorOf(dtype, values, std::move(sizes))});
}
/// row is a tensor with one axis.
inline ValuePtr row(Dtype dtype, const std::vector<double>& values) {
  return numbers(dtype, values, {static_cast<std::int64_t>(values.size())});
}
inline ValuePtr floats(const std::vector<double>& values) { return row(Dtype::Float32, values); }
inline ValuePtr doubles(const std::vector<double>& values) { return row(Dtype::Float64, values); }

}  // namespace plumbline::testing
