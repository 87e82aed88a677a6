// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/view/row_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace plumbline::verdicts {
namespace {

using SortKeys = RowKeys::SortKeys;
constexpr std::size_t kRadixFrom = 4096;  // below, std::stable_sort is quicker

struct Keyed {
  std::uint64_t key;
  std::uint32_t row;
};

/// Stable, byte by byte from the least; bytes that are equal in all keys cost nothing but a count.
void radixSort(std::vector<Keyed>& items) {
  std::vector<std::array<std::uint32_t, 256>> counts(8);
  for (const Keyed& item : items)
    for (std::size_t b = 0; b < 8; ++b) ++counts[b][(item.key >> (8 * b)) & 0xffU];
  std::vector<Keyed> other(items.size());
  for (std::size_t b = 0; b < 8; ++b) {
    auto& count = counts[b];
    if (count[(items.front().key >> (8 * b)) & 0xffU] == items.size()) continue;
    std::uint32_t next = 0;
    for (std::uint32_t& c : count) next += std::exchange(c, next);
    for (const Keyed& item : items) other[count[(item.key >> (8 * b)) & 0xffU]++] = item;
    items.swap(other);
  }
}

void sortByKeys(std::vector<std::uint32_t>& rows, bool descending, const std::function<std::uint64_t(std::uint32_t)>& keyOf) {
  std::vector<Keyed> items(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t key = keyOf(rows[i]);
    items[i] = {descending && key != kLastKey ? kLastKey - 1 - key : key, rows[i]};
  }
  if (items.size() >= kRadixFrom) radixSort(items);
  else
    std::ranges::stable_sort(items, {}, &Keyed::key);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = items[i].row;
}

std::vector<std::uint32_t> candidates(const Comparison& comparison, const RowFilter& filter) {
  std::array<bool, kAllClasses.size()> picked{};
  std::array<bool, kAllClasses.size()> needsChange{};
  for (VerdictClass cls : kAllClasses) {
    const auto c = static_cast<std::size_t>(cls);
    picked[c] = filter.classes == 0 || (filter.classes & classBit(cls)) != 0;
    needsChange[c] = filter.changedOnly && filter.classes == 0 &&
                     (cls == VerdictClass::Pass || cls == VerdictClass::ExpectedFail);
  }
  std::vector<std::uint32_t> rows;
  const std::size_t count = comparison.rowCount();
  for (std::size_t i = 0; i < count; ++i) {
    const ComparedRow& row = comparison.row(i);
    const auto c = static_cast<std::size_t>(row.cls);
    const bool hidden = needsChange[c] && !row.changed && (row.findings & filter.findingsShown) == 0;
    if (picked[c] && !hidden) rows.push_back(static_cast<std::uint32_t>(i));
  }
  return rows;
}

bool sortRows(const RowKeys& keys, const RowOrder& order, const RowFilter& filter,
              std::vector<std::uint32_t>& rows, const base::Progress& progress) {
  const Comparison& comparison = keys.comparison();
  const std::vector<bool>* decided = filter.decided.get();
  const auto by = [&](const SortKeys* made) {
    if (made) sortByKeys(rows, order.descending, [made](std::uint32_t r) { return (*made)[r]; });
    return made != nullptr;
  };
  switch (order.by) {
    case OrderBy::Verdict:
      sortByKeys(rows, order.descending, [&](std::uint32_t r) { return static_cast<std::uint64_t>(comparison.row(r).cls); });
      return true;
    case OrderBy::Decision:
      // Open decisions first, then answered ones, then rows that need none.
      sortByKeys(rows, order.descending, [&](std::uint32_t r) -> std::uint64_t {
        if (decided && r < decided->size() && (*decided)[r]) return 1;
        return needsDecision(comparison.row(r)) ? 0 : kLastKey;
      });
      return true;
    case OrderBy::Flaky:
      sortByKeys(rows, order.descending, [&](std::uint32_t r) { return comparison.row(r).flaky || comparison.row(r).excused ? 0U : 1U; });
      return true;
    case OrderBy::Findings:
      sortByKeys(rows, order.descending, [&](std::uint32_t r) {
        const std::uint16_t findings = comparison.row(r).findings;
        return findings == 0 ? kLastKey : static_cast<std::uint64_t>(std::countr_zero(findings));
      });
      return true;
    case OrderBy::RedSince:
      sortByKeys(rows, order.descending, [since = filter.redSince.get()](std::uint32_t r) {
        return since == nullptr || r >= since->size() || (*since)[r] == 0 ? kLastKey : static_cast<std::uint64_t>((*since)[r]);
      });
      return true;
    case OrderBy::Name: return by(keys.nameOrder(progress));
    case OrderBy::Reason: return by(keys.reasonOrder(progress));
    case OrderBy::Metric:
      if (order.metric >= comparison.metrics().size()) return true;
      return by(keys.metricOrder(order.metric, order.side, progress));
  }
  return true;
}

}  // namespace

std::uint16_t noteworthyFindings() {
  unsigned bits = 0;
  for (std::size_t f = 0; f < kFindingCount; ++f) {
    const auto finding = static_cast<Finding>(f);
    const bool isQuiet = finding == Finding::StaleFlaky || finding == Finding::New || finding == Finding::NotMeasured;
    if (!isQuiet) bits |= 1U << f;
  }
  return static_cast<std::uint16_t>(bits);
}

std::optional<std::vector<std::uint32_t>> viewRows(const RowKeys& keys, const RowFilter& filter, const RowOrder& order,
                                                   const base::Progress& progress) {
  std::vector<std::uint32_t> rows = candidates(keys.comparison(), filter);
  if (!filter.query.narrow(keys, rows, progress, filter.decided.get())) return {};
  if (!sortRows(keys, order, filter, rows, progress) || progress.stopRequested()) return {};
  return rows;
}

}  // namespace plumbline::verdicts
