// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors in memory for tests: of any dtype, strided and byte-swapped where that is asked for.
//
//   Tensor t = tensorOf(Dtype::BFloat16, {1, 2, 3, 4}, {2, 2}, {.isTransposed = true});
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "core/numerics/tensors/tensor.h"

namespace plumbline::testing {

struct Layout {
  bool isTransposed = false;  ///< the last axis varies slowest
  bool isSwapped = false;     ///< the other byte order
  std::int64_t offset = 0;    ///< elements before the first one
};

/// tensorOf holds the numbers, given in row-major order, rounded to the dtype.
inline numerics::Tensor tensorOf(numerics::Dtype dtype, const std::vector<double>& numbers,
                                 std::vector<std::int64_t> sizes, Layout layout = {}) {
  const std::size_t item = numerics::itemSize(dtype);
  auto memory =
      std::make_shared<std::vector<std::byte>>((numbers.size() + static_cast<std::size_t>(layout.offset)) * item);
  numerics::Tensor tensor{.dtype = dtype, .sizes = std::move(sizes), .offset = layout.offset};
  tensor.strides = numerics::contiguousStrides(tensor.sizes);
  if (layout.isTransposed) {
    std::int64_t step = 1;
    for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis) {
      tensor.strides[axis] = step;
      step *= tensor.sizes[axis];
    }
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const numerics::Tensor one = numerics::scalarTensor(numbers[i], dtype);
    const std::vector<std::int64_t> index = numerics::indexOf(static_cast<std::int64_t>(i), tensor.sizes);
    std::int64_t place = tensor.offset;
    for (std::size_t axis = 0; axis < index.size(); ++axis) place += index[axis] * tensor.strides[axis];
    std::byte* target = memory->data() + static_cast<std::size_t>(place) * item;
    std::memcpy(target, one.storage.bytes.data(), item);
    if (layout.isSwapped) std::reverse(target, target + item);
  }
  tensor.storage = {.owner = memory, .bytes = *memory, .isSwapped = layout.isSwapped};
  return tensor;
}

}  // namespace plumbline::testing
