// SPDX-License-Identifier: GPL-3.0-or-later
// tensor.flatten() of one of two tensors that are to be compared flattened.
#pragma once

#include "core/base/result.h"
#include "core/numerics/tensor.h"

namespace plumbline::numerics {

/// flatTensor is a view where there can be one, and the tensor itself where `other` has the same shape: element by element
/// it makes no difference then. Otherwise the numbers are copied. Errors: TooLarge for strides that repeat so often that
/// the copy would be larger than the storage and than 32 MiB; Changed.
base::Outcome<Tensor> flatTensor(const Tensor& tensor, const Tensor& other);

}  // namespace plumbline::numerics
