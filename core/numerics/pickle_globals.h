// SPDX-License-Identifier: GPL-3.0-or-later
// The names a pickle of tensors may ask for. Each stands for something we do ourselves; nothing is ever imported.
//
//   auto known = globalNamed("torch._utils", "_rebuild_tensor_v2");   // Global::RebuildTensorV2
//   auto other = globalNamed("os", "system");                         // an error that names os.system
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.h"
#include "core/numerics/dtype.h"

namespace plumbline::numerics {

enum class Global : std::uint8_t {
  None,
  OrderedDict, Deque, Set, Frozenset, Complex, Bytearray, Bytes, Encode,
  Size, Device, Dtype, TypedStorage, UntypedStorage,
  RebuildTensor, RebuildTensorV2, RebuildTensorV3, RebuildParameter, RebuildParameterWithState, RebuildFromType,
  TensorClass, ParameterClass,
  NumpyScalar, NumpyReconstruct, NumpyFromBuffer, NumpyArray, NumpyDtype,
};

struct KnownGlobal {
  Global global = Global::None;
  Dtype dtype = Dtype::Float32;  ///< of Global::Dtype and Global::TypedStorage
};

/// globalNamed. Errors: BadFormat with the name, and what to save instead.
base::Result<KnownGlobal> globalNamed(std::string_view module, std::string_view name);

}  // namespace plumbline::numerics
