// SPDX-License-Identifier: GPL-3.0-or-later
#include <cassert>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/numerics/block_reader.h"
#include "core/numerics/float_formats.h"

namespace plumbline::numerics {
namespace {

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

/// truncated is what x86's conversion gives: the least number for NaN and for all that does not fit.
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
    default: assert(false && "no target of this dtype"); std::memset(target, 0, count * itemSize(to));
  }
}

}  // namespace

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
    case Dtype::Complex32:
    case Dtype::Complex64:
    case Dtype::Complex128: break;
  }
  assert(false && "complex numbers are not converted");
  std::memset(target, 0, count * itemSize(to));
}

}  // namespace plumbline::numerics
