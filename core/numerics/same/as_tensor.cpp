// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same/as_tensor.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "core/numerics/readers/load_value.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kMaxListAxes = 128;  // torch's own limit for nested lists

bool isNested(const Value& value) { return isSequence(value) || value.kind == ValueKind::Array; }

PythonResult<std::size_t> lengthOf(const Value& value) {
  if (isSequence(value)) return value.items.size();
  if (value.tensor.sizes.empty()) return raise("TypeError", "len() of unsized object");
  return static_cast<std::size_t>(value.tensor.sizes[0]);
}

ValuePtr memberOf(const Value& value, std::size_t i) {
  return isSequence(value) ? value.items[i] : rowOf(value, static_cast<std::int64_t>(i));
}

/// sizesOf follows the first members, as torch does.
PythonResult<std::vector<std::int64_t>> sizesOf(const Value& value) {
  std::vector<std::int64_t> sizes;
  ValuePtr held;
  const Value* at = &value;
  while (isNested(*at)) {
    const auto length = lengthOf(*at);
    if (!length) return tl::unexpected<PythonError>(length.error());
    sizes.push_back(static_cast<std::int64_t>(*length));
    if (*length == 0) break;
    held = memberOf(*at, 0);
    at = held.get();
  }
  // A string is an endless nesting of strings.
  if (at->kind == ValueKind::String || sizes.size() > kMaxListAxes)
    return raise("ValueError", "too many dimensions '" + std::string(typeName(*at)) + "'");
  return sizes;
}

PythonResult<Dtype> scalarDtype(const Value& value) {
  switch (value.kind) {
    case ValueKind::Bool: return Dtype::Bool;
    case ValueKind::Integer: return Dtype::Int64;
    case ValueKind::Float: return Dtype::Float32;
    case ValueKind::Complex: return Dtype::Complex64;
    case ValueKind::NumpyScalar:
    case ValueKind::Tensor:
    case ValueKind::Parameter: return value.tensor.dtype;
    case ValueKind::String:
    case ValueKind::Bytes: return raise("TypeError", "new(): invalid data type '" + std::string(typeName(value)) + "'");
    default: break;
  }
  const bool isTorch = value.kind == ValueKind::Device || value.kind == ValueKind::Dtype;
  return raise("RuntimeError", "Could not infer dtype of " + (isTorch ? std::string("torch.") : std::string()) +
                                   std::string(typeName(value)));
}

/// promoted is torch.promote_types(a, b).
Dtype promoted(Dtype a, Dtype b) {
  if (a == b) return a;
  const auto rank = [](Dtype dtype) {
    return dtype == Dtype::Bool ? 0 : isComplex(dtype) ? 3 : isFloating(dtype) ? 2 : 1;
  };
  if (rank(a) != rank(b)) {
    const Dtype high = rank(a) > rank(b) ? a : b;
    const Dtype low = rank(a) > rank(b) ? b : a;
    return isComplex(high) && low == Dtype::Float64 ? Dtype::Complex128 : high;
  }
  if (itemSize(a) == itemSize(b)) {
    if (isFloating(a)) return Dtype::Float32;                                    // float16 and bfloat16
    return itemSize(a) == 1 ? Dtype::Int16 : itemSize(a) == 2 ? Dtype::Int32 : Dtype::Int64;  // signed and unsigned
  }
  const Dtype wide = itemSize(a) > itemSize(b) ? a : b;
  return wide;
}

PythonResult<Dtype> dtypeOf(const Value& value) {
  if (value.kind == ValueKind::Array) return value.tensor.dtype;
  if (!isSequence(value)) return scalarDtype(value);
  std::optional<Dtype> dtype;
  for (const ValuePtr& item : value.items) {
    auto own = dtypeOf(*item);
    if (!own) return own;
    dtype = dtype ? promoted(*dtype, *own) : *own;
  }
  return dtype.value_or(Dtype::Float32);
}

class TensorFiller {
 public:
  TensorFiller(std::vector<std::int64_t> sizes, Dtype dtype) : m_sizes(std::move(sizes)), m_dtype(dtype) {}

  PythonResult<bool> fill(const Value& value, std::size_t axis) {
    if (axis == m_sizes.size()) return appendValue(value);
    if (!isNested(value)) return raise("TypeError", "not a sequence");
    const auto length = lengthOf(value);
    if (!length) return tl::unexpected<PythonError>(length.error());
    if (static_cast<std::int64_t>(*length) != m_sizes[axis])
      return raise("ValueError", "expected sequence of length " + std::to_string(m_sizes[axis]) + " at dim " +
                                     std::to_string(axis) + " (got " + std::to_string(*length) + ")");
    for (std::size_t i = 0; i < *length; ++i)
      if (auto filled = fill(*memberOf(value, i), axis + 1); !filled) return filled;
    return true;
  }

  Tensor takeTensor() {
    Tensor tensor{.dtype = m_dtype, .sizes = m_sizes, .strides = contiguousStrides(m_sizes)};
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(m_bytes));
    tensor.storage = {.owner = owner, .bytes = *owner};
    return tensor;
  }

 private:
  PythonResult<bool> appendValue(const Value& value) {
    if (isTensorLike(value) || value.kind == ValueKind::NumpyScalar) {
      if (elementCount(value.tensor) != 1)
        return raise("ValueError", "only one element tensors can be converted to Python scalars");
      if (value.tensor.dtype == m_dtype && !value.tensor.storage.isSwapped && !value.tensor.isNegated &&
          !value.tensor.isConjugated && isContiguous(value.tensor)) {
        append(elementBytes(value.tensor));
        return true;
      }
      appendNumber(elementAt(value.tensor, 0));
      return true;
    }
    if (isNested(value))
      return raise("TypeError", isFloating(m_dtype) ? "must be real number, not " + std::string(typeName(value))
                                                    : "'" + std::string(typeName(value)) +
                                                          "' object cannot be interpreted as an integer");
    if (value.kind == ValueKind::Integer && !value.text.empty() && !isFloating(m_dtype))
      return raise("RuntimeError", "Overflow when unpacking long");
    if (value.kind == ValueKind::Integer && m_dtype == Dtype::Int64) {
      append(std::as_bytes(std::span(&value.integer, 1)));
    } else if (value.kind == ValueKind::Complex || isComplex(m_dtype)) {
      appendComplex(value);
    } else {
      appendNumber(toReal(value));
    }
    return true;
  }

  void appendComplex(const Value& value) {
    const double real = isRealNumber(value) ? toReal(value) : value.real;
    m_dtype == Dtype::Complex128 ? appendPair<double>(real, value.imaginary) : appendPair<float>(real, value.imaginary);
  }

  template <typename T>
  void appendPair(double real, double imaginary) {
    const std::array<T, 2> pair{static_cast<T>(real), static_cast<T>(imaginary)};
    append(std::as_bytes(std::span(pair)));
  }

  void appendNumber(double number) { append(elementBytes(scalarTensor(number, m_dtype))); }
  void append(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

  std::vector<std::int64_t> m_sizes;
  Dtype m_dtype;
  std::vector<std::byte> m_bytes;
};

}  // namespace

PythonResult<Tensor> asTensor(const Value& value) {
  if (isTensorLike(value) || value.kind == ValueKind::NumpyScalar) return value.tensor;
  // torch checks the whole before its parts.
  if (!isSequence(value))
    if (const auto dtype = scalarDtype(value); !dtype) return tl::unexpected<PythonError>(dtype.error());
  auto sizes = sizesOf(value);
  if (!sizes) return tl::unexpected<PythonError>(sizes.error());
  const auto dtype = dtypeOf(value);
  if (!dtype) return tl::unexpected<PythonError>(dtype.error());
  // A file can refer to one large array many times: the size is limited before anything is allocated.
  const auto count = checkedElementCount(*sizes);
  if (!count || *count > static_cast<std::int64_t>(kMaxNodes))
    return raise("RuntimeError",
                 "a list of more than " + std::to_string(kMaxNodes) + " numbers is not made a tensor here");
  TensorFiller filler(std::move(*sizes), *dtype);
  if (const auto filled = filler.fill(value, 0); !filled) return tl::unexpected<PythonError>(filled.error());
  return filler.takeTensor();
}

}  // namespace plumbline::numerics
