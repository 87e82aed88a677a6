// SPDX-License-Identifier: GPL-3.0-or-later
// torch.tensor(x) for the values of files: numbers become scalars (a float a float32 one, an int an int64 one), lists of
// numbers become tensors with the dtype that fits all of them.
//
//   auto tensor = asTensor(*value);      // TypeError "new(): invalid data type 'str'"
#pragma once

#include "core/numerics/python_rules.h"
#include "core/numerics/tensor.h"

namespace plumbline::numerics {

/// asTensor gives tensors and arrays as they are. Errors: what torch.tensor() raises.
PythonResult<Tensor> asTensor(const Value& value);

/// promoted is torch.promote_types(a, b).
Dtype promoted(Dtype a, Dtype b);

}  // namespace plumbline::numerics
