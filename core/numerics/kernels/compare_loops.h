// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loops of compare_kernels, over blocks in native byte order. They are compiled twice, for any machine
// and for x86 with AVX2. Both return the same bits: only IEEE 754 operations, none contracted.
#pragma once

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

/// CompareLoops: pointers are aligned for their dtype; `rows` are those of CascadeState.
struct CompareLoops {
  /// allClose: every pair of `count` elements of the dtype is close.
  bool (*allClose)(Dtype dtype, const void* ref, const void* res, std::size_t count, const CloseBounds& bounds);
  bool (*hasNan)(Dtype dtype, const void* values, std::size_t count);
  /// addSquaredDifferences (x - y)^2 in float64; y is float64, float32, float16 or bfloat16.
  void (*addSquaredDifferences)(CascadeState<double>& state, const double* x, Dtype dtype, const void* y,
                                std::size_t rows);
  void (*addNumbers)(CascadeState<float>& state, const float* values, std::size_t rows);
};

const CompareLoops& portableLoops();
/// fastestLoops this machine can run.
const CompareLoops& fastestLoops();

}  // namespace plumbline::numerics
