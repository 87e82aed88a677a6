// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "core/numerics/python_rules.h"

namespace plumbline::numerics {
namespace {

bool isNumber(const Value& value) {
  return value.kind == ValueKind::Bool || value.kind == ValueKind::Integer || value.kind == ValueKind::Float;
}

double realOf(const Value& value) {
  if (value.kind == ValueKind::Bool) return value.boolean ? 1 : 0;
  return value.kind == ValueKind::Float ? value.real : static_cast<double>(value.integer);
}

bool isLess(const std::string& digits, const std::string& others) {
  const bool isNegative = digits.starts_with('-');
  if (isNegative != others.starts_with('-')) return isNegative;
  if (digits.size() != others.size()) return (digits.size() < others.size()) != isNegative;
  return isNegative ? others < digits : digits < others;
}

PythonResult<bool> isLess(const Value& a, const Value& b) {
  const auto noOrder = [&] {
    return raise("TypeError", "'<' not supported between instances of '" + std::string(typeName(a)) + "' and '" +
                                  std::string(typeName(b)) + "'");
  };
  if (a.kind == ValueKind::Integer && b.kind == ValueKind::Integer) {
    if (a.text.empty() && b.text.empty()) return a.integer < b.integer;
    return isLess(reprText(a), reprText(b));
  }
  if (isNumber(a) && isNumber(b)) return realOf(a) < realOf(b);
  if (a.kind != b.kind) return noOrder();
  // UTF-8 keeps the order of the code points.
  if (a.kind == ValueKind::String || (a.kind == ValueKind::Bytes && !a.boolean)) return a.text < b.text;
  if (a.kind != ValueKind::Tuple && a.kind != ValueKind::Size) return noOrder();
  for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i)
    if (keyText(*a.items[i]) != keyText(*b.items[i])) return isLess(*a.items[i], *b.items[i]);
  return a.items.size() < b.items.size();
}

/// failingComparison is what Python's sort meets first: it looks for a run, then puts what follows into it by halves.
PythonError failingComparison(const std::vector<ValuePtr>& keys) {
  constexpr std::size_t kFirstRun = 64;
  const auto less = [&](std::size_t a, std::size_t b) { return isLess(*keys[a], *keys[b]); };
  const auto first = less(1, 0);
  if (!first) return first.error();
  std::size_t run = 2;
  for (; run < keys.size(); ++run) {
    const auto next = less(run, run - 1);
    if (!next) return next.error();
    if (*next != *first) break;
  }
  std::vector<std::size_t> sorted(run);
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  if (*first) std::ranges::reverse(sorted);
  for (std::size_t i = run; i < std::min(keys.size(), kFirstRun); ++i) {
    std::size_t low = 0, high = sorted.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const auto before = less(i, sorted[middle]);
      if (!before) return before.error();
      (*before ? high : low) = *before ? middle : middle + 1;
    }
    sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(low), i);
  }
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (const auto next = less(i, i - 1); !next) return next.error();
  return {"TypeError", "'<' not supported between these keys"};
}

}  // namespace

PythonResult<std::vector<std::size_t>> sortingOrder(const std::vector<ValuePtr>& keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Whether they can be ordered is asked of neighbours and of the first: equal kinds all along answer for every pair but
  // those of tuples, which are asked again while sorting.
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (!isLess(*keys[i], *keys[i - 1]) || !isLess(*keys[i], *keys[0]))
      return tl::unexpected<PythonError>(failingComparison(keys));
  bool isOrdered = true;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto less = isLess(*keys[a], *keys[b]);
    isOrdered = isOrdered && less.has_value();
    return less.value_or(false);
  });
  if (!isOrdered) return tl::unexpected<PythonError>(failingComparison(keys));
  return order;
}

}  // namespace plumbline::numerics
