// SPDX-License-Identifier: GPL-3.0-or-later
// What filtering and sorting a comparison need, made once per comparison and only when requested: lower-case names in
// one arena, numbers and texts of a metric as plain vectors, sort keys. Thread-safe; made on whichever thread asks.
//
//   RowKeys keys(comparison);
//   const RowKeys::Names* names = keys.names(progress);      // null: the caller was stopped
//   if (names->at(row).find("res") != npos) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/verdicts/comparison.h"

namespace plumbline::verdicts {

/// MetricSide is which of a metric's numbers is meant.
enum class MetricSide : std::uint8_t { Actual, Expected, Delta };

/// kLastKey is the sort key of rows without a value: they come last in both directions.
inline constexpr std::uint64_t kLastKey = ~std::uint64_t{0};

class RowKeys {
 public:
  /// Names are lower-case, each ended by a NUL, in row order.
  struct Names {
    std::string arena;
    std::vector<std::size_t> begins;  ///< one more than rows
    std::string_view at(std::size_t row) const {
      return std::string_view(arena).substr(begins[row], begins[row + 1] - begins[row] - 1);
    }
  };
  /// Texts are words by number; kNoWord where the cell has no text.
  struct Texts {
    std::vector<std::string> words;  ///< lower-case
    std::vector<std::uint32_t> codes;
  };
  static constexpr std::uint32_t kNoWord = 0xffffffffU;
  using Numbers = std::vector<double>;          ///< NaN where there is none
  using SortKeys = std::vector<std::uint64_t>;  ///< smaller comes first

  explicit RowKeys(std::shared_ptr<const Comparison> comparison);
  ~RowKeys();
  RowKeys(const RowKeys&) = delete;
  RowKeys& operator=(const RowKeys&) = delete;

  const Comparison& comparison() const { return *m_comparison; }
  std::size_t size() const { return m_comparison->rowCount(); }

  /// Each returns null only when `progress` requests a stop; what was begun is then begun again later.
  const Names* names(const base::Progress& progress = {}) const;
  const Numbers* numbers(std::size_t metric, MetricSide side, const base::Progress& progress = {}) const;
  const Texts* texts(std::size_t metric, MetricSide side, const base::Progress& progress = {}) const;
  /// nameOrder is natural order (x2 before x10). Equal names have equal keys.
  const SortKeys* nameOrder(const base::Progress& progress = {}) const;
  /// metricOrder is by value for numbers, in natural order for texts; kLastKey where there is no value.
  const SortKeys* metricOrder(std::size_t metric, MetricSide side, const base::Progress& progress = {}) const;
  /// reasonOrder puts rows that the same rule decided together, worst first.
  const SortKeys* reasonOrder(const base::Progress& progress = {}) const;

 private:
  struct Store;
  std::shared_ptr<const Comparison> m_comparison;
  std::unique_ptr<Store> m_store;
};

// Natural order for names as bytes that compare with memcmp: x2 before x10, letters without regard to case.
//
//   std::string a, b; appendNaturalKey("resnet18", a); appendNaturalKey("ResNet152", b);   // a < b

/// appendNaturalKey appends the key of a name. A run of digits becomes '0', its length without leading zeros, its
/// digits: so numbers compare by value and keep the place of digits among other characters.
void appendNaturalKey(std::string_view name, std::string& out);

/// naturalRanks sets ranks[i] so that comparing ranks is comparing names; equal names get equal ranks. False when
/// stopped.
bool naturalRanks(std::size_t count, const std::function<std::string_view(std::size_t)>& nameAt,
                  std::vector<std::uint64_t>& ranks, const base::Progress& progress);

}  // namespace plumbline::verdicts
