// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loops of compare_kernels, over blocks in native byte order. They are compiled twice, for any machine
// and for x86 with AVX2. Both return the same bits: only IEEE 754 operations, none contracted.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {

/// CascadeState is the state of torch's sum of contiguous numbers. torch adds rows of four vectors of 32 bytes, each
/// column on its own, in four levels: a level is added to the next one after 2^power rows of it. The last bit depends
/// on this order.
template <typename T>
struct CascadeState {
  static constexpr std::size_t kLanes = 32 / sizeof(T);
  static constexpr std::size_t kVectors = 4;
  static constexpr std::size_t kRow = kLanes * kVectors;
  static constexpr std::size_t kLevels = 4;
  T sums[kLevels][kRow] = {};
  std::int64_t row = 0;
  int power = 4;
};

/// CloseBounds are the bounds of allclose, rounded to the dtype. If only equality counts, atol is -1 and rtol 0.
struct CloseBounds {
  double rtol = 0, atol = 0;
  bool equalNan = false;
};

/// Range of numbers that are no NaN: infinity to -infinity without any. The sign of a zero is that of any of the zeros.
struct Range {
  double min = 0, max = 0;
  bool areFinite = true;  ///< none is infinite or NaN
};
struct Moments {
  Range range;
  long double sum = 0, squares = 0;
};
struct Products {
  long double sum = 0, size = 0;
};

/// CompareLoops: pointers are aligned for their dtype; `rows` are those of CascadeState.
struct CompareLoops {
  /// allClose: every pair of `count` elements of the dtype is close.
  bool (*allClose)(Dtype dtype, const void* ref, const void* res, std::size_t count, const CloseBounds& bounds);
  bool (*hasNan)(Dtype dtype, const void* values, std::size_t count);
  /// closeMask writes 1 for each close pair and 0 for the others. Not for Bool.
  void (*closeMask)(Dtype dtype, const void* ref, const void* res, std::size_t count, const CloseBounds& bounds,
                    std::uint8_t* close);
  /// addSquaredDifferences (x - y)^2 in float64; y is float64, float32, float16 or bfloat16.
  void (*addSquaredDifferences)(CascadeState<double>& state, const double* x, Dtype dtype, const void* y,
                                std::size_t rows);
  void (*addNumbers)(CascadeState<float>& state, const float* values, std::size_t rows);
  /// widen numbers of a floating dtype to float64.
  void (*widen)(Dtype dtype, const void* values, std::size_t count, double* wide);
  // Figures of errors. Sums are taken in eight lanes, and go on in a wider type after every 256 elements.
  /// absoluteErrors |x - y|; false if one is not finite.
  bool (*absoluteErrors)(const double* x, const double* y, std::size_t count, double* errors);
  /// relativeErrors error / |x|, and their range.
  Range (*relativeErrors)(const double* x, const double* errors, std::size_t count, double* relative);
  Moments (*moments)(const double* values, std::size_t count);
  /// products sums x * y, and |x * y|.
  Products (*products)(const double* x, const double* y, std::size_t count);
  /// countAtLeast: values of `limit` or more.
  std::size_t (*countAtLeast)(const double* values, std::size_t count, double limit);
  /// areWithinUlps: no pair of a floating dtype has a NaN or lies more than `limit` numbers apart.
  bool (*areWithinUlps)(Dtype dtype, const void* x, const void* y, std::size_t count, std::uint64_t limit);
};

const CompareLoops& portableLoops();
/// fastestLoops this machine can run.
const CompareLoops& fastestLoops();

/// CascadeSum is torch's sum of contiguous numbers on one CPU thread with vectors of 32 bytes (AVX2), to the last bit.
///
///   CascadeSum<float> sum(count);
///   sum.addBlock(values, n, loops);
///   float total = sum.finish();
template <typename T>
class CascadeSum {
 public:
  explicit CascadeSum(std::int64_t count) : m_count(count) {
    const auto rows = static_cast<std::uint64_t>(count) / kRow;
    const int log = rows <= 2 ? 1 : static_cast<int>(std::bit_width(rows - 1));
    const int power = log / static_cast<int>(State::kLevels);
    if (power > m_state.power) m_state.power = power;
  }

  /// addBlock of `count` elements, a multiple of kRow in all blocks but the last. `addRows(state, rows)` adds whole
  /// rows, `term(i)` is one element of the rest.
  template <typename AddRows, typename Term>
  void addBlock(std::size_t count, const AddRows& addRows, const Term& term) {
    const std::size_t rows = count / kRow;
    if (rows > 0) addRows(m_state, rows);
    for (std::size_t i = rows * kRow; i < count; ++i) m_rest[m_restCount++] = term(i);
  }

  /// addBlock of numbers as they are.
  void addBlock(const float* values, std::size_t count, const CompareLoops& loops) {
    addBlock(
        count, [&](State& state, std::size_t rows) { loops.addNumbers(state, values, rows); },
        [values](std::size_t i) { return values[i]; });
  }

  T finish() {
    auto& sums = m_state.sums;
    for (std::size_t level = 1; level < State::kLevels; ++level)
      for (std::size_t lane = 0; lane < kRow; ++lane) sums[0][lane] += sums[level][lane];
    if (m_count < static_cast<std::int64_t>(kLanes)) return finishFew();
    std::size_t at = 0;
    for (; at + kLanes <= m_restCount; at += kLanes)
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[0][lane] += m_rest[at + lane];
    for (std::size_t vector = 1; vector < State::kVectors; ++vector)
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[0][lane] += sums[0][vector * kLanes + lane];
    T total = 0;
    for (; at < m_restCount; ++at) total += m_rest[at];
    for (std::size_t lane = 0; lane < kLanes; ++lane) total += sums[0][lane];
    return total;
  }

 private:
  using State = CascadeState<T>;
  static constexpr std::size_t kRow = State::kRow, kLanes = State::kLanes;

  /// finishFew: less than one vector is summed number by number, four at a time.
  T finishFew() const {
    std::array<T, State::kVectors> partial{};
    const std::size_t whole = m_restCount / partial.size() * partial.size();
    for (std::size_t i = 0; i < whole; ++i) partial[i % partial.size()] += m_rest[i];
    for (std::size_t i = whole; i < m_restCount; ++i) partial[0] += m_rest[i];
    return ((partial[0] + partial[1]) + partial[2]) + partial[3];
  }

  std::int64_t m_count;
  State m_state;
  std::array<T, kRow> m_rest{};
  std::size_t m_restCount = 0;
};

}  // namespace plumbline::numerics
