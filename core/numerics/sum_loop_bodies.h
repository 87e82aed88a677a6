// SPDX-License-Identifier: GPL-3.0-or-later
// The part of compare_loop_bodies.h that sums, under the same rules.
#pragma once

#include "core/numerics/compare_loops.h"
#include "core/numerics/loop_formats.h"

namespace plumbline::numerics {
namespace {

/// addRows adds term(i) of the following rows * kRow elements, and carries from level to level where a step is full.
template <typename T, typename Term>
inline void addRows(CascadeState<T>& state, std::size_t rows, const Term& term) {
  constexpr std::size_t kRow = CascadeState<T>::kRow;
  const std::int64_t step = std::int64_t{1} << state.power, mask = step - 1;
  std::size_t at = 0;
  for (std::size_t left = rows; left > 0;) {
    const auto upToCarry = static_cast<std::size_t>(step - (state.row & mask));
    const std::size_t run = left < upToCarry ? left : upToCarry;
    T sums[kRow];
    for (std::size_t lane = 0; lane < kRow; ++lane) sums[lane] = state.sums[0][lane];
    for (std::size_t row = 0; row < run; ++row, at += kRow)
      for (std::size_t lane = 0; lane < kRow; ++lane) sums[lane] += term(at + lane);
    for (std::size_t lane = 0; lane < kRow; ++lane) state.sums[0][lane] = sums[lane];
    left -= run;
    state.row += static_cast<std::int64_t>(run);
    if ((state.row & mask) != 0) continue;
    for (std::size_t level = 1; level < CascadeState<T>::kLevels; ++level) {
      for (std::size_t lane = 0; lane < kRow; ++lane) {
        state.sums[level][lane] += state.sums[level - 1][lane];
        state.sums[level - 1][lane] = 0;
      }
      if ((state.row & (mask << (static_cast<int>(level) * state.power))) != 0) break;
    }
  }
}

template <typename Format>
void squaredDifferences(CascadeState<double>& state, const double* x, const void* stored, std::size_t rows) {
  const auto* y = static_cast<const typename Format::Stored*>(stored);
  addRows(
      state, rows, [ x, y ](std::size_t i) __attribute__((always_inline)) {
        const double difference = x[i] - static_cast<double>(Format::widen(y[i]));
        return difference * difference;
      });
}

void addSquaredDifferencesOf(CascadeState<double>& state, const double* x, Dtype dtype, const void* y,
                             std::size_t rows) {
  switch (dtype) {
    case Dtype::Float32:
      return squaredDifferences<WholeFloat<float>>(state, x, y, rows);
    case Dtype::Float16:
      return squaredDifferences<HalfFloat>(state, x, y, rows);
    case Dtype::BFloat16:
      return squaredDifferences<BrainFloat>(state, x, y, rows);
    default:
      return squaredDifferences<WholeFloat<double>>(state, x, y, rows);
  }
}

void addNumbersOf(CascadeState<float>& state, const float* values, std::size_t rows) {
  addRows(
      state, rows, [values](std::size_t i) __attribute__((always_inline)) { return values[i]; });
}

}  // namespace
}  // namespace plumbline::numerics
