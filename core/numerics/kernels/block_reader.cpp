// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/kernels/block_reader.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kBytesPerFileCheck = std::size_t{1} << 20;

/// copyStrided moves `count` elements of `Bytes` bytes that lie `step` bytes apart.
template <std::size_t Bytes>
void copyStrided(const std::byte* source, std::ptrdiff_t step, std::byte* target, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, source += step, target += Bytes) std::memcpy(target, source, Bytes);
}

void copyElements(const std::byte* source, std::ptrdiff_t step, std::byte* target, std::size_t count,
                  std::size_t bytes) {
  if (step == static_cast<std::ptrdiff_t>(bytes)) {
    std::memcpy(target, source, count * bytes);
    return;
  }
  switch (bytes) {
    case 1: return copyStrided<1>(source, step, target, count);
    case 2: return copyStrided<2>(source, step, target, count);
    case 4: return copyStrided<4>(source, step, target, count);
    case 8: return copyStrided<8>(source, step, target, count);
    default: return copyStrided<16>(source, step, target, count);
  }
}

void swapBytes(std::byte* bytes, std::size_t size, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::reverse(bytes + i * size, bytes + (i + 1) * size);
}

/// Each format has the type it is stored in, and widens to and narrows from plain numbers.
template <typename T>
struct Plain {
  using Stored = T;
  static T widen(T stored) { return stored; }
};
struct Half {
  using Stored = std::uint16_t;
  static float widen(Stored stored) { return halfToFloat(stored); }
};
struct Brain {
  using Stored = std::uint16_t;
  static float widen(Stored stored) { return bfloat16ToFloat(stored); }
};
struct Truth {
  using Stored = std::uint8_t;
  static std::uint8_t widen(Stored stored) { return stored != 0 ? 1 : 0; }
};
template <Dtype dtype>
struct Narrow {
  using Stored = std::uint8_t;
  static float widen(Stored stored) { return float8ToFloat(stored, dtype); }
};

/// RealPart: torch discards the imaginary part.
template <typename T>
struct RealPart {
  using Stored = std::array<T, 2>;
  static T widen(const Stored& stored) { return stored[0]; }
};

/// truncated is the conversion of x86: the smallest number for NaN and out-of-range values.
template <typename Integer, typename Real>
Integer truncated(Real value) {
  constexpr Real kEnd = -static_cast<Real>(std::numeric_limits<Integer>::min());
  return value >= -kEnd && value < kEnd ? static_cast<Integer>(value) : std::numeric_limits<Integer>::min();
}

template <typename To, typename Number>
typename To::Stored narrowed(Number value) {
  using Stored = typename To::Stored;
  if constexpr (std::is_same_v<To, Truth>) {
    return value != 0 ? 1 : 0;
  } else if constexpr (std::is_same_v<To, Half>) {
    return floatToHalf(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, Brain>) {
    return floatToBFloat16(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<Stored> || !std::is_floating_point_v<Number>) {
    return static_cast<Stored>(value);
  } else if constexpr (std::is_signed_v<Stored> && sizeof(Stored) <= sizeof(std::int32_t)) {
    return static_cast<Stored>(truncated<std::int32_t>(value));
  } else {
    return static_cast<Stored>(truncated<std::int64_t>(value));
  }
}

template <typename From, typename To>
void convertAs(const std::byte* source, std::byte* target, std::size_t count) {
  typename From::Stored stored;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&stored, source + i * sizeof stored, sizeof stored);
    const auto made = narrowed<To>(From::widen(stored));
    std::memcpy(target + i * sizeof made, &made, sizeof made);
  }
}

/// convertToPairs makes complex numbers; only complex ones have an imaginary part.
template <typename From, typename Real>
void convertToPairs(const std::byte* source, std::byte* target, std::size_t count) {
  typename From::Stored stored;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&stored, source + i * sizeof stored, sizeof stored);
    std::array<Real, 2> pair{static_cast<Real>(From::widen(stored)), 0};
    if constexpr (requires { stored[1]; }) pair[1] = static_cast<Real>(stored[1]);
    std::memcpy(target + i * sizeof pair, &pair, sizeof pair);
  }
}

template <typename From>
void convertFrom(const std::byte* source, Dtype to, std::byte* target, std::size_t count) {
  switch (to) {
    case Dtype::Bool: return convertAs<From, Truth>(source, target, count);
    case Dtype::UInt8: return convertAs<From, Plain<std::uint8_t>>(source, target, count);
    case Dtype::Int8: return convertAs<From, Plain<std::int8_t>>(source, target, count);
    case Dtype::Int16: return convertAs<From, Plain<std::int16_t>>(source, target, count);
    case Dtype::Int32: return convertAs<From, Plain<std::int32_t>>(source, target, count);
    case Dtype::Int64: return convertAs<From, Plain<std::int64_t>>(source, target, count);
    case Dtype::UInt16: return convertAs<From, Plain<std::uint16_t>>(source, target, count);
    case Dtype::UInt32: return convertAs<From, Plain<std::uint32_t>>(source, target, count);
    case Dtype::UInt64: return convertAs<From, Plain<std::uint64_t>>(source, target, count);
    case Dtype::Float16: return convertAs<From, Half>(source, target, count);
    case Dtype::BFloat16: return convertAs<From, Brain>(source, target, count);
    case Dtype::Float32: return convertAs<From, Plain<float>>(source, target, count);
    case Dtype::Float64: return convertAs<From, Plain<double>>(source, target, count);
    case Dtype::Complex64: return convertToPairs<From, float>(source, target, count);
    case Dtype::Complex128: return convertToPairs<From, double>(source, target, count);
    default: assert(false && "no target of this dtype"); std::memset(target, 0, count * itemSize(to));
  }
}

}  // namespace

base::Result<std::vector<std::int64_t>> broadcastShape(std::span<const std::int64_t> a,
                                                       std::span<const std::int64_t> b) {
  std::vector<std::int64_t> shape(std::max(a.size(), b.size()));
  // From the last axis on, as torch does: the error names the first mismatch in that order.
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const std::size_t behind = shape.size() - axis;
    const std::int64_t left = behind <= a.size() ? a[a.size() - behind] : 1;
    const std::int64_t right = behind <= b.size() ? b[b.size() - behind] : 1;
    if (left != right && left != 1 && right != 1)
      return base::fail(base::ErrorCode::BadArgument,
                        "The size of tensor a (" + std::to_string(left) + ") must match the size of tensor b (" +
                            std::to_string(right) + ") at non-singleton dimension " + std::to_string(axis));
    shape[axis] = left == 1 ? right : left;
  }
  return shape;
}

BlockReader::BlockReader(const Operand& operand, std::span<const std::int64_t> shape)
    : m_operand(operand), m_count(elementCount(shape)), m_itemBytes(itemSize(operand.tensor.dtype)) {
  const Tensor& tensor = operand.tensor;
  assert(tensor.sizes.size() <= shape.size());
  const std::size_t lead = shape.size() - std::min(shape.size(), tensor.sizes.size());
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    const bool isRepeated = axis < lead || tensor.sizes[axis - lead] == 1;
    assert(isRepeated || tensor.sizes[axis - lead] == shape[axis]);
    const std::int64_t stride = isRepeated ? 0 : tensor.strides[axis - lead];
    if (!m_shape.empty() && m_count > 0 && m_strides.back() == stride * shape[axis]) {
      m_shape.back() *= shape[axis];
      m_strides.back() = stride;
    } else {
      m_shape.push_back(shape[axis]);
      m_strides.push_back(stride);
    }
  }
  if (m_shape.empty()) {
    m_shape.push_back(1);
    m_strides.push_back(1);
  }
  m_index.resize(m_shape.size());
  m_isRow = m_shape.size() == 1 && m_strides[0] == 1;
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.storage.bytes.data());
  m_isPlain = !tensor.storage.isSwapped && !tensor.isConjugated && !tensor.isNegated;
  m_isDirect = m_isRow && m_isPlain && operand.as == tensor.dtype && address % m_itemBytes == 0;
}

const std::byte* BlockReader::address() const {
  std::int64_t at = m_operand.tensor.offset;
  for (std::size_t axis = 0; axis < m_index.size(); ++axis) at += m_index[axis] * m_strides[axis];
  return m_operand.tensor.storage.bytes.data() + at * static_cast<std::int64_t>(m_itemBytes);
}

void BlockReader::skipTo(std::int64_t flat) {
  m_at = std::clamp<std::int64_t>(flat, 0, m_count);
  if (m_count == 0) return;
  std::int64_t rest = m_at;
  for (std::size_t axis = m_shape.size(); axis-- > 1;) {
    m_index[axis] = rest % m_shape[axis];
    rest /= m_shape[axis];
  }
  m_index[0] = rest;
}

bool BlockReader::isWhole() const {
  const Storage& storage = m_operand.tensor.storage;
  return !m_isCut && (!storage.isWhole || storage.isWhole());
}

bool BlockReader::checkFile(std::size_t count) {
  m_uncheckedBytes += count * m_itemBytes;
  if (!m_wasChecked || m_uncheckedBytes >= kBytesPerFileCheck) {
    m_isCut = !isWhole();
    m_wasChecked = true;
    m_uncheckedBytes = 0;
  }
  return !m_isCut;
}

void BlockReader::gather(std::size_t count) {
  m_gathered.resize(count * m_itemBytes);
  std::byte* target = m_gathered.data();
  const std::size_t last = m_shape.size() - 1;
  for (std::size_t left = count; left > 0;) {
    const std::size_t run = std::min(left, static_cast<std::size_t>(m_shape[last] - m_index[last]));
    copyElements(address(), m_strides[last] * static_cast<std::ptrdiff_t>(m_itemBytes), target, run, m_itemBytes);
    target += run * m_itemBytes;
    left -= run;
    m_index[last] += static_cast<std::int64_t>(run);
    for (std::size_t axis = last; axis > 0 && m_index[axis] == m_shape[axis]; --axis) {
      m_index[axis] = 0;
      ++m_index[axis - 1];
    }
  }
}

std::size_t BlockReader::next(std::size_t atMost) {
  const std::size_t count = std::min(atMost, static_cast<std::size_t>(m_count - m_at));
  if (count == 0 || !checkFile(count)) return 0;
  const Tensor& tensor = m_operand.tensor;
  const bool mustConvert = m_operand.as != tensor.dtype;
  if (m_isRow && m_isPlain && (m_isDirect || mustConvert)) {
    m_data = address();
    m_index[0] += static_cast<std::int64_t>(count);
  } else {
    gather(count);
    if (tensor.storage.isSwapped) {
      const std::size_t part = isComplex(tensor.dtype) ? m_itemBytes / 2 : m_itemBytes;
      swapBytes(m_gathered.data(), part, m_gathered.size() / part);
    }
    resolveBits(tensor, m_gathered.data(), count);
    m_data = m_gathered.data();
  }
  if (mustConvert) {
    m_converted.resize(count * itemSize(m_operand.as));
    convertBlock(tensor.dtype, m_data, m_operand.as, m_converted.data(), count);
    m_data = m_converted.data();
  }
  m_at += static_cast<std::int64_t>(count);
  return count;
}

base::Error fileChanged(const Tensor& tensor) {
  const std::string& name = tensor.storage.name;
  return {.code = base::ErrorCode::Changed,
          .text = name.empty() ? "The file changed while it was read."
                               : "The file that holds " + name + " changed while it was read.",
          .hint = "Open it again when it is written to the end."};
}

void convertBlock(Dtype from, const std::byte* source, Dtype to, std::byte* target, std::size_t count) {
  if (count == 0) return;
  if (from == to && from != Dtype::Bool) {
    std::memcpy(target, source, count * itemSize(from));
    return;
  }
  switch (from) {
    case Dtype::Bool: return convertFrom<Truth>(source, to, target, count);
    case Dtype::UInt8: return convertFrom<Plain<std::uint8_t>>(source, to, target, count);
    case Dtype::Int8: return convertFrom<Plain<std::int8_t>>(source, to, target, count);
    case Dtype::Int16: return convertFrom<Plain<std::int16_t>>(source, to, target, count);
    case Dtype::Int32: return convertFrom<Plain<std::int32_t>>(source, to, target, count);
    case Dtype::Int64: return convertFrom<Plain<std::int64_t>>(source, to, target, count);
    case Dtype::UInt16: return convertFrom<Plain<std::uint16_t>>(source, to, target, count);
    case Dtype::UInt32: return convertFrom<Plain<std::uint32_t>>(source, to, target, count);
    case Dtype::UInt64: return convertFrom<Plain<std::uint64_t>>(source, to, target, count);
    case Dtype::Float16: return convertFrom<Half>(source, to, target, count);
    case Dtype::BFloat16: return convertFrom<Brain>(source, to, target, count);
    case Dtype::Float32: return convertFrom<Plain<float>>(source, to, target, count);
    case Dtype::Float64: return convertFrom<Plain<double>>(source, to, target, count);
    case Dtype::Float8E4M3Fn: return convertFrom<Narrow<Dtype::Float8E4M3Fn>>(source, to, target, count);
    case Dtype::Float8E5M2: return convertFrom<Narrow<Dtype::Float8E5M2>>(source, to, target, count);
    case Dtype::Float8E4M3FnUz: return convertFrom<Narrow<Dtype::Float8E4M3FnUz>>(source, to, target, count);
    case Dtype::Float8E5M2FnUz: return convertFrom<Narrow<Dtype::Float8E5M2FnUz>>(source, to, target, count);
    case Dtype::Float8E8M0Fnu: return convertFrom<Narrow<Dtype::Float8E8M0Fnu>>(source, to, target, count);
    case Dtype::Complex64: return convertFrom<RealPart<float>>(source, to, target, count);
    case Dtype::Complex128: return convertFrom<RealPart<double>>(source, to, target, count);
    case Dtype::Complex32: break;
  }
  assert(false && "halves of complex numbers are not converted");
  std::memset(target, 0, count * itemSize(to));
}

}  // namespace plumbline::numerics
