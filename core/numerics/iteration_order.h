// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which torch lays out the result of x - y, which is the order it then sums it in: for plain row-major
// tensors that of their elements, for transposed ones that of memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/numerics/tensor.h"

namespace plumbline::numerics {

/// LaidOut is a tensor broadcast to a shape with its axes in another order; the memory stays where it is.
struct LaidOut {
  std::vector<std::int64_t> shape;
  Tensor first, second;
};

/// layOut two tensors for an operation on both. A tensor that torch converts before (`isConverted`) keeps its strides
/// only if it has no gaps and nothing twice; else it is row-major by then. Left out: torch makes a four-dimensional
/// tensor with gaps channels-last if its strides look so.
struct OrderedOperand {
  const Tensor& tensor;
  bool isConverted = false;
};
LaidOut layOut(const OrderedOperand& first, const OrderedOperand& second, std::span<const std::int64_t> shape);

}  // namespace plumbline::numerics
