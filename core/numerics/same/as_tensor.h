// SPDX-License-Identifier: GPL-3.0-or-later
// torch.tensor(x) for values of files: a float becomes a float32 scalar, an int an int64 one, a list of numbers a
// tensor of the common dtype.
//
//   auto tensor = asTensor(*value);      // TypeError "new(): invalid data type 'str'"
#pragma once

#include "core/numerics/same/python_rules.h"
#include "core/numerics/tensors/tensor.h"

namespace plumbline::numerics {

/// asTensor returns tensors and arrays as they are. Errors: what torch.tensor() raises.
PythonResult<Tensor> asTensor(const Value& value);

}  // namespace plumbline::numerics
