// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two tensors and the reference as same() does: step 5 of SPEC 14.
//
//   const TensorAnswer answer = compareTensors({ref, res, ref}, options, Detail::Verdict, progress, decision);
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/same/python_rules.h"
#include "core/numerics/same/same.h"
#include "core/numerics/tensors/tensor.h"

namespace plumbline::numerics {

struct TensorInput {
  const Tensor& ref;
  const Tensor& res;
  const Tensor& fp64;
};

/// differentDevices is what torch raises for an operation on tensors of two devices.
PythonError differentDevices(std::string_view one, std::string_view other);

/// End is why the work ended early: a truncated file, or cancellation.
using End = std::variant<base::Error, base::Cancelled>;

struct TensorAnswer {
  std::vector<LogLine> log = {};  ///< what torch would have logged
  std::optional<PythonError> raised = {};
  std::optional<End> end = {};
};

/// compareTensors sets step, passed, raised, text and the numbers of the decision.
TensorAnswer compareTensors(const TensorInput& input, const SameOptions& options, Detail detail,
                            const base::Progress& progress, Decision& decision);

/// addTensorMargin computes the numbers of the RMSE test where allclose decided.
TensorAnswer addTensorMargin(const TensorInput& input, const SameOptions& options, const base::Progress& progress, Decision& decision);

// torch.tensor(x) for values of files: a float becomes a float32 scalar, an int an int64 one, a list of numbers a
// tensor of the common dtype.
//
//   auto tensor = asTensor(*value);      // TypeError "new(): invalid data type 'str'"

/// asTensor returns tensors and arrays as they are. Errors: what torch.tensor() raises.
PythonResult<Tensor> asTensor(const Value& value);

}  // namespace plumbline::numerics
