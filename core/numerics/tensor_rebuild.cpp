// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors, parameters and numpy's arrays: the part of TorchRebuild that deals with numbers.
#include <algorithm>
#include <string>
#include <utility>

#include "core/numerics/torch_rebuild.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kDamaged = "The file is damaged, or torch did not write it.";

tl::unexpected<Error> bad(std::string text, std::string hint = std::string(kDamaged)) {
  return base::fail({.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint)});
}

tl::unexpected<Error> badCall(std::string_view what) {
  return bad("The pickle calls " + std::string(what) + " with arguments it does not take");
}

std::string_view nameOf(Global form) {
  switch (form) {
    case Global::RebuildTensor: return "torch._utils._rebuild_tensor";
    case Global::RebuildTensorV2: return "torch._utils._rebuild_tensor_v2";
    case Global::RebuildTensorV3: return "torch._utils._rebuild_tensor_v3";
    case Global::RebuildParameter: return "torch._utils._rebuild_parameter";
    default: return "torch._utils._rebuild_parameter_with_state";
  }
}

struct NumpyType {
  std::string_view name;
  Dtype dtype;
};
constexpr std::array kNumpyTypes{
    NumpyType{"b1", Dtype::Bool},      NumpyType{"i1", Dtype::Int8},       NumpyType{"i2", Dtype::Int16},
    NumpyType{"i4", Dtype::Int32},     NumpyType{"i8", Dtype::Int64},      NumpyType{"u1", Dtype::UInt8},
    NumpyType{"u2", Dtype::UInt16},    NumpyType{"u4", Dtype::UInt32},     NumpyType{"u8", Dtype::UInt64},
    NumpyType{"f2", Dtype::Float16},   NumpyType{"f4", Dtype::Float32},    NumpyType{"f8", Dtype::Float64},
    NumpyType{"c8", Dtype::Complex64}, NumpyType{"c16", Dtype::Complex128},
};

}  // namespace

base::Result<Tensor> checkedTensor(Dtype dtype, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides,
                                   std::int64_t offset, Storage storage) {
  const auto isNegative = [](std::int64_t number) { return number < 0; };
  if (sizes.size() != strides.size() || std::ranges::any_of(sizes, isNegative) ||
      std::ranges::any_of(strides, isNegative) || offset < 0)
    return bad("The pickle describes a tensor with sizes, strides or an offset that no tensor has");
  std::int64_t count = 1;
  for (const std::int64_t size : sizes)
    if (size > 0 && __builtin_mul_overflow(count, size, &count))
      return bad("The pickle describes a tensor of more elements than can be counted");
  const auto elements = static_cast<std::int64_t>(storage.bytes.size() / itemSize(dtype));
  if (std::ranges::find(sizes, 0) != sizes.end()) {
    // Nothing is ever looked at; what its strides say need not mean anything.
    strides.assign(sizes.size(), 1);
    offset = std::min(offset, elements);
  } else {
    std::int64_t last = offset;
    bool isInside = offset < elements;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      std::int64_t reach = 0;
      isInside = isInside && !__builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) &&
                 !__builtin_add_overflow(last, reach, &last) && last < elements;
      if (sizes[i] == 1) strides[i] = std::min(strides[i], elements);
    }
    if (!isInside)
      return bad("The pickle describes a tensor of size " + shapeText(sizes) + " that reaches beyond its storage " +
                 storage.name + " of " + std::to_string(elements) + " elements");
  }
  Tensor tensor;
  tensor.dtype = dtype;
  tensor.sizes = std::move(sizes);
  tensor.strides = std::move(strides);
  tensor.offset = offset;
  tensor.storage = std::move(storage);
  return tensor;
}

base::Result<ObjectId> TorchRebuild::tensor(const Items& items, Global form) {
  const std::string_view name = nameOf(form);
  const bool hasGrad = form != Global::RebuildTensor;
  const bool hasDtype = form == Global::RebuildTensorV3;
  const std::size_t fewest = hasDtype ? 7 : hasGrad ? 6 : 4;
  if (items.size() < fewest || items.size() > fewest + (hasGrad ? 1 : 0)) return badCall(name);
  auto sizes = integersOf(items[2]);
  auto strides = integersOf(items[3]);
  if (!is(items[0], ObjectKind::Storage) || !is(items[1], ObjectKind::Integer) || !sizes || !strides ||
      (hasGrad && !is(items[4], ObjectKind::Bool)) || (hasDtype && !is(items[6], ObjectKind::Dtype)))
    return badCall(name);
  if (items.size() > fewest) {
    // Bits that say "conjugated" or "negated, later": the numbers in the file are not yet the tensor's.
    const PickleObject& later = m_objects.at(items.back());
    if (later.kind != ObjectKind::Dict && later.kind != ObjectKind::None) return badCall(name);
    if (!later.items.empty())
      return bad("The pickle holds a tensor that is to be conjugated or negated when it is read",
                 "Save tensor.resolve_conj().resolve_neg() instead.");
  }
  const MadeStorage& storage = m_objects.storageOf(items[0]);
  const std::optional<Dtype> dtype = hasDtype ? m_objects.at(items[6]).dtype : storage.dtype;
  if (!dtype) return bad("The pickle makes a tensor without a dtype");
  auto made =
      checkedTensor(*dtype, *std::move(sizes), *std::move(strides), m_objects.at(items[1]).integer, storage.storage);
  if (!made) return base::fail(made.error());
  made->requiresGrad = hasGrad && m_objects.at(items[4]).flag;
  return m_objects.add(MadeTensor{ValueKind::Tensor, *std::move(made)});
}

base::Result<ObjectId> TorchRebuild::parameter(const Items& items, Global form) {
  if (items.size() != (form == Global::RebuildParameter ? 3U : 4U) || !is(items[0], ObjectKind::Tensor) ||
      !is(items[1], ObjectKind::Bool))
    return badCall(nameOf(form));
  MadeTensor made = m_objects.tensorOf(items[0]);
  if (made.kind != ValueKind::Tensor && made.kind != ValueKind::Parameter) return badCall(nameOf(form));
  made.kind = ValueKind::Parameter;
  made.tensor.requiresGrad = m_objects.at(items[1]).flag;
  return m_objects.add(std::move(made));
}

/// fromType: a tensor that had attributes of its own; they are no numbers.
base::Result<ObjectId> TorchRebuild::fromType(const Items& items) {
  constexpr std::string_view kName = "torch._tensor._rebuild_from_type_v2";
  if (items.size() != 4 || !is(items[0], ObjectKind::Global) || !is(items[1], ObjectKind::Global)) return badCall(kName);
  const Global form = m_objects.at(items[0]).global;
  const Global type = m_objects.at(items[1]).global;
  const bool isTensor =
      form == Global::RebuildTensor || form == Global::RebuildTensorV2 || form == Global::RebuildTensorV3;
  if (!isTensor || (type != Global::TensorClass && type != Global::ParameterClass)) return badCall(kName);
  auto inner = call(items[0], items[2]);
  if (!inner || type == Global::TensorClass) return inner;
  MadeTensor made = m_objects.tensorOf(*inner);
  made.kind = ValueKind::Parameter;
  return m_objects.add(std::move(made));
}

base::Result<ObjectId> TorchRebuild::numpyDtype(const Items& items) {
  auto name = items.empty() ? std::nullopt : textOf(items[0]);
  if (!name || items.size() > 3) return badCall("numpy.dtype");
  PickleObject made{.kind = ObjectKind::NumpyDtype, .flag = name->starts_with('>')};
  if (!name->empty() && std::string_view("<>=|").find(name->front()) != std::string_view::npos) name->remove_prefix(1);
  const auto found = std::ranges::find(kNumpyTypes, *name, &NumpyType::name);
  if (found == kNumpyTypes.end())
    return bad("The pickle holds a numpy array of dtype '" + std::string(name->substr(0, 50)) + "', which is not read",
               "Save it as an array of numbers or bools.");
  made.dtype = found->dtype;
  return m_objects.add(std::move(made));
}

/// buildNumpyDtype: (version, byte order, and what structured types have).
base::Result<void> TorchRebuild::buildNumpyDtype(ObjectId object, ObjectId state) {
  constexpr std::size_t kFewest = 5, kMost = 9;
  const PickleObject& given = m_objects.at(state);
  if (given.kind != ObjectKind::Tuple || given.items.size() < kFewest || given.items.size() > kMost)
    return badCall("numpy.dtype");
  const auto order = textOf(given.items[1]);
  if (!order || order->size() != 1 || std::string_view("<>=|").find(*order) == std::string_view::npos)
    return badCall("numpy.dtype");
  for (std::size_t i = 2; i < kFewest; ++i)
    if (!is(given.items[i], ObjectKind::None)) return badCall("numpy.dtype");
  m_objects.at(object).flag = *order == ">";
  return {};
}

base::Result<MadeTensor> TorchRebuild::numpyTensor(ObjectId bytes, ObjectId dtype, std::vector<std::int64_t> sizes,
                                                   bool isFortran) {
  const PickleObject& type = m_objects.at(dtype);
  const PickleObject& numbers = m_objects.at(bytes);
  Storage storage;
  storage.bytes = std::as_bytes(std::span(numbers.text));
  storage.owner = m_objects.ownerOf(bytes);
  if (storage.owner == nullptr) {
    storage.owner = m_pickle.owner;
    storage.isWhole = m_pickle.isWhole;
  }
  storage.isSwapped = type.flag && itemSize(type.dtype) > 1;
  storage.name = "numpy array";
  std::int64_t count = static_cast<std::int64_t>(itemSize(type.dtype));
  for (const std::int64_t size : sizes)
    if (size < 0 || __builtin_mul_overflow(count, size, &count))
      return bad("The pickle describes a numpy array of a size that no array has");
  if (static_cast<std::uint64_t>(count) != storage.bytes.size())
    return bad("The pickle describes a numpy array of " + std::to_string(count) + " bytes with " +
               std::to_string(storage.bytes.size()) + " bytes");
  std::vector<std::int64_t> strides(sizes.size(), 1);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < sizes.size() && count > 0; ++i) {
    const std::size_t axis = isFortran ? i : sizes.size() - 1 - i;
    strides[axis] = stride;
    stride *= sizes[axis];
  }
  auto made = checkedTensor(type.dtype, std::move(sizes), std::move(strides), 0, std::move(storage));
  if (!made) return base::fail(made.error());
  return MadeTensor{ValueKind::Array, *std::move(made)};
}

base::Result<ObjectId> TorchRebuild::numpyScalar(const Items& items) {
  if (items.size() != 2 || !is(items[0], ObjectKind::NumpyDtype) || !is(items[1], ObjectKind::Bytes))
    return badCall("numpy's scalar");
  auto made = numpyTensor(items[1], items[0], {}, false);
  if (!made) return base::fail(made.error());
  made->kind = ValueKind::NumpyScalar;
  return m_objects.add(*std::move(made));
}

base::Result<ObjectId> TorchRebuild::numpyFromBuffer(const Items& items) {
  auto sizes = items.size() == 4 ? integersOf(items[2]) : std::nullopt;
  const auto order = sizes ? textOf(items[3]) : std::nullopt;
  if (!order || (*order != "C" && *order != "F") || !is(items[0], ObjectKind::Bytes) ||
      !is(items[1], ObjectKind::NumpyDtype))
    return badCall("numpy's _frombuffer");
  auto made = numpyTensor(items[0], items[1], *std::move(sizes), *order == "F");
  if (!made) return base::fail(made.error());
  return m_objects.add(*std::move(made));
}

/// buildArray: (version, shape, dtype, is it Fortran's order, bytes).
base::Result<void> TorchRebuild::buildArray(ObjectId object, ObjectId state) {
  const PickleObject& given = m_objects.at(state);
  if (given.kind != ObjectKind::Tuple || given.items.size() != 5) return badCall("numpy.ndarray");
  const Items items = given.items;
  auto sizes = integersOf(items[1]);
  if (!sizes || !is(items[2], ObjectKind::NumpyDtype) || !is(items[3], ObjectKind::Bool) ||
      !is(items[4], ObjectKind::Bytes))
    return badCall("numpy.ndarray");
  auto made = numpyTensor(items[4], items[2], *std::move(sizes), m_objects.at(items[3]).flag);
  if (!made) return base::fail(made.error());
  const ObjectId tensor = m_objects.add(*std::move(made));
  m_objects.at(object) = m_objects.at(tensor);
  return {};
}

}  // namespace plumbline::numerics
