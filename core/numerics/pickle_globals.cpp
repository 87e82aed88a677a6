// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/pickle_globals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace plumbline::numerics {
namespace {

struct Known {
  std::string_view module, name;
  Global global;
};

// Python 2's name of the module of builtins is what protocols up to 2 write. NumPy 2 calls its core _core.
constexpr std::array kKnown{
    Known{"collections", "OrderedDict", Global::OrderedDict},
    Known{"collections", "deque", Global::Deque},
    Known{"builtins", "set", Global::Set},
    Known{"builtins", "frozenset", Global::Frozenset},
    Known{"builtins", "complex", Global::Complex},
    Known{"builtins", "bytearray", Global::Bytearray},
    Known{"builtins", "bytes", Global::Bytes},
    Known{"_codecs", "encode", Global::Encode},
    Known{"torch", "Size", Global::Size},
    Known{"torch", "device", Global::Device},
    Known{"torch", "Tensor", Global::TensorClass},
    Known{"torch", "UntypedStorage", Global::UntypedStorage},
    Known{"torch.storage", "UntypedStorage", Global::UntypedStorage},
    Known{"torch.storage", "_UntypedStorage", Global::UntypedStorage},
    Known{"torch._utils", "_rebuild_tensor", Global::RebuildTensor},
    Known{"torch._utils", "_rebuild_tensor_v2", Global::RebuildTensorV2},
    Known{"torch._utils", "_rebuild_tensor_v3", Global::RebuildTensorV3},
    Known{"torch._utils", "_rebuild_parameter", Global::RebuildParameter},
    Known{"torch._utils", "_rebuild_parameter_with_state", Global::RebuildParameterWithState},
    Known{"torch._tensor", "_rebuild_from_type_v2", Global::RebuildFromType},
    Known{"torch.nn.parameter", "Parameter", Global::ParameterClass},
    Known{"torch.nn", "Parameter", Global::ParameterClass},
    Known{"numpy.core.multiarray", "scalar", Global::NumpyScalar},
    Known{"numpy._core.multiarray", "scalar", Global::NumpyScalar},
    Known{"numpy.core.multiarray", "_reconstruct", Global::NumpyReconstruct},
    Known{"numpy._core.multiarray", "_reconstruct", Global::NumpyReconstruct},
    Known{"numpy.core.numeric", "_frombuffer", Global::NumpyFromBuffer},
    Known{"numpy._core.numeric", "_frombuffer", Global::NumpyFromBuffer},
    Known{"numpy", "ndarray", Global::NumpyArray},
    Known{"numpy", "dtype", Global::NumpyDtype},
};

struct StorageClass {
  std::string_view name;
  Dtype dtype;
};

constexpr std::array kStorageClasses{
    StorageClass{"DoubleStorage", Dtype::Float64},     StorageClass{"FloatStorage", Dtype::Float32},
    StorageClass{"HalfStorage", Dtype::Float16},       StorageClass{"BFloat16Storage", Dtype::BFloat16},
    StorageClass{"LongStorage", Dtype::Int64},         StorageClass{"IntStorage", Dtype::Int32},
    StorageClass{"ShortStorage", Dtype::Int16},        StorageClass{"CharStorage", Dtype::Int8},
    StorageClass{"ByteStorage", Dtype::UInt8},         StorageClass{"BoolStorage", Dtype::Bool},
    StorageClass{"ComplexFloatStorage", Dtype::Complex64}, StorageClass{"ComplexDoubleStorage", Dtype::Complex128},
};

/// Refused are parts of torch that make tensors we have no numbers of, each with the way out.
struct Refused {
  std::string_view name, what, hint;
};
constexpr std::array kRefused{
    Refused{"torch._utils._rebuild_sparse_tensor", "a sparse tensor", "Save tensor.to_dense() instead."},
    Refused{"torch._utils._rebuild_sparse_csr_tensor", "a sparse tensor", "Save tensor.to_dense() instead."},
    Refused{"torch._utils._rebuild_nested_tensor", "a nested tensor", "Save its parts as a list instead."},
    Refused{"torch._utils._rebuild_qtensor", "a quantized tensor", "Save tensor.dequantize() instead."},
    Refused{"torch._utils._rebuild_meta_tensor_no_storage", "a tensor on the meta device, which has no numbers",
            "Save tensors of a real device."},
    Refused{"torch._utils._rebuild_device_tensor_from_numpy", "a tensor of a device kept by way of numpy",
            "Save tensor.cpu() instead."},
    Refused{"torch._utils._rebuild_wrapper_subclass", "a tensor of a class of its own", "Save plain tensors instead."},
    Refused{"torch.storage._load_from_bytes", "a second pickle inside of this one",
            "Save the tensors themselves with torch.save."},
};

std::string printable(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, 200)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return out;
}

base::Error refusal(std::string_view module, std::string_view name) {
  const std::string whole = std::string(module) + "." + std::string(name);
  const auto refused = std::ranges::find(kRefused, whole, &Refused::name);
  if (refused != kRefused.end())
    return {.code = base::ErrorCode::BadFormat,
            .text = "The pickle holds " + std::string(refused->what) + " (" + whole + "), which is not read",
            .hint = std::string(refused->hint)};
  return {.code = base::ErrorCode::BadFormat,
          .text = "The pickle asks for " + printable(whole) + ", which no tensor needs",
          .hint = "Nothing of it was run. Save only tensors, lists, tuples, dicts, numbers and strings; make a plain dict "
                  "of an object first."};
}

}  // namespace

base::Result<KnownGlobal> globalNamed(std::string_view module, std::string_view name) {
  if (module == "__builtin__") module = "builtins";
  const auto known = std::ranges::find_if(
      kKnown, [&](const Known& each) { return each.module == module && each.name == name; });
  if (known != kKnown.end()) return KnownGlobal{known->global};
  if (module == "torch") {
    const auto storage = std::ranges::find(kStorageClasses, name, &StorageClass::name);
    if (storage != kStorageClasses.end()) return KnownGlobal{Global::TypedStorage, storage->dtype};
    if (const std::optional<Dtype> dtype = name.starts_with("torch.") ? std::nullopt : dtypeNamed(name))
      return KnownGlobal{Global::Dtype, *dtype};
  }
  return base::fail(refusal(module, name));
}

}  // namespace plumbline::numerics
