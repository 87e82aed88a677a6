// SPDX-License-Identifier: GPL-3.0-or-later
// The dtypes of torch.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plumbline::numerics {

enum class Dtype : std::uint8_t {
  Bool, UInt8, Int8, Int16, Int32, Int64, UInt16, UInt32, UInt64,
  Float16, BFloat16, Float32, Float64,
  Complex32, Complex64, Complex128,
  Float8E4M3Fn, Float8E5M2, Float8E4M3FnUz, Float8E5M2FnUz, Float8E8M0Fnu,
};
inline constexpr std::size_t kDtypeCount = static_cast<std::size_t>(Dtype::Float8E8M0Fnu) + 1;

/// itemSize in bytes.
std::size_t itemSize(Dtype dtype);
/// torchName: "torch.float32", "torch.bfloat16", "torch.float8_e4m3fn". shortName: "float32", for tables.
std::string_view torchName(Dtype dtype);
std::string_view shortName(Dtype dtype);
/// dtypeNamed accepts "float32", "torch.float32" and torch's aliases ("half", "double", "long" ...).
std::optional<Dtype> dtypeNamed(std::string_view name);
/// dtypeOfNumpyCode reads "f4", "u1", "c16": a dtype string without its byte order.
std::optional<Dtype> dtypeOfNumpyCode(std::string_view code);
/// dtypeOfSafetensors reads "F32", "BF16".
std::optional<Dtype> dtypeOfSafetensors(std::string_view name);

/// isFloating: float64, 32, 16, bfloat16 and the float8 ones. isIntegral: with Bool, as torch's isIntegralType(true).
bool isFloating(Dtype dtype);
bool isIntegral(Dtype dtype);
bool isComplex(Dtype dtype);
bool isFloat8(Dtype dtype);
/// canCompare: number by number, with errors. Complex tensors are only decided, float8 ones only shown, as in torch.
bool canCompare(Dtype dtype);

// Narrow floating formats as numbers: float16, bfloat16 and the five float8 ones (OCP FP8, its "UZ" relatives, and the scale E8M0), to
// and from the formats C++ has. Widening is exact; narrowing rounds to nearest, ties to even, as torch does on a CPU.

inline float bfloat16ToFloat(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

/// halfToFloat for any of the 65536 patterns, subnormal numbers and NaN included.
inline float halfToFloat(std::uint16_t bits) {
  const std::uint32_t sign = (std::uint32_t{bits} & 0x8000U) << 16;
  const std::uint32_t magnitude = std::uint32_t{bits} & 0x7FFFU;
  if (magnitude >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13));
  if (magnitude < 0x400U) {  // a multiple of 2^-24, exact in float32
    const float value = static_cast<float>(magnitude) * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000U));
}

/// floatToBFloat16: NaN becomes 0x7FC0, whatever its sign, as in torch.
inline std::uint16_t floatToBFloat16(float value) {
  if (value != value) return 0x7FC0U;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

/// floatToHalf: too large becomes infinite; NaN becomes 0x7E00 with its sign.
inline std::uint16_t floatToHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U);
  if (magnitude >= 0x477FF000U) return static_cast<std::uint16_t>(sign | 0x7C00U);  // from 65520 on
  if (magnitude < 0x38800000U) {  // subnormal: adding 1/2 aligns the last bits of half and float
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
  }
  const std::uint32_t rounded = magnitude + 0xFFFU + ((magnitude >> 13) & 1U);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

/// float8ToFloat of one of the float8 dtypes.
float float8ToFloat(std::uint8_t bits, Dtype dtype);
/// floatToFloat8: too large becomes infinite in e5m2 and NaN in the others, which have no infinity. Of e8m0, which has
/// only powers of two, the nearest one.
std::uint8_t floatToFloat8(float value, Dtype dtype);

}  // namespace plumbline::numerics
