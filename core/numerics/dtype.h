// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of numbers in a tensor, as torch names them.
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
  Float8E4M3Fn, Float8E5M2, Float8E4M3FnUz, Float8E5M2FnUz,
};
inline constexpr std::size_t kDtypeCount = static_cast<std::size_t>(Dtype::Float8E5M2FnUz) + 1;

/// itemSize in bytes.
std::size_t itemSize(Dtype dtype);
/// torchName: "torch.float32", "torch.bfloat16", "torch.float8_e4m3fn". shortName: "float32", as tables show it.
std::string_view torchName(Dtype dtype);
std::string_view shortName(Dtype dtype);
/// dtypeNamed takes "float32" or "torch.float32", also torch's second names ("half", "double", "long" ...).
std::optional<Dtype> dtypeNamed(std::string_view name);

/// isFloating: float64, 32, 16, bfloat16 and the float8 ones. isIntegral: with Bool, as torch's isIntegralType(true).
bool isFloating(Dtype dtype);
bool isIntegral(Dtype dtype);
bool isComplex(Dtype dtype);
bool isFloat8(Dtype dtype);
/// canCompare: same() has an answer for it. Complex and float8 tensors are shown, and refused there as torch does.
bool canCompare(Dtype dtype);

}  // namespace plumbline::numerics
