// SPDX-License-Identifier: GPL-3.0-or-later
// The dtypes of torch.
#pragma once

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

}  // namespace plumbline::numerics
