// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/dtype.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace plumbline::numerics {
namespace {

enum class Family : std::uint8_t { Integral, Floating, Complex, Float8 };

struct Facts {
  Dtype dtype;
  std::string_view name;    // with "torch." before it
  std::string_view second;  // torch's other name; "" for none, as for the next two
  std::string_view numpy, safetensors;
  std::uint8_t bytes;
  Family family;
};

constexpr std::array<Facts, kDtypeCount> kFacts{{
    {Dtype::Bool, "torch.bool", "", "b1", "BOOL", 1, Family::Integral},
    {Dtype::UInt8, "torch.uint8", "", "u1", "U8", 1, Family::Integral},
    {Dtype::Int8, "torch.int8", "", "i1", "I8", 1, Family::Integral},
    {Dtype::Int16, "torch.int16", "short", "i2", "I16", 2, Family::Integral},
    {Dtype::Int32, "torch.int32", "int", "i4", "I32", 4, Family::Integral},
    {Dtype::Int64, "torch.int64", "long", "i8", "I64", 8, Family::Integral},
    {Dtype::UInt16, "torch.uint16", "", "u2", "U16", 2, Family::Integral},
    {Dtype::UInt32, "torch.uint32", "", "u4", "U32", 4, Family::Integral},
    {Dtype::UInt64, "torch.uint64", "", "u8", "U64", 8, Family::Integral},
    {Dtype::Float16, "torch.float16", "half", "f2", "F16", 2, Family::Floating},
    {Dtype::BFloat16, "torch.bfloat16", "", "", "BF16", 2, Family::Floating},
    {Dtype::Float32, "torch.float32", "float", "f4", "F32", 4, Family::Floating},
    {Dtype::Float64, "torch.float64", "double", "f8", "F64", 8, Family::Floating},
    {Dtype::Complex32, "torch.complex32", "chalf", "", "", 4, Family::Complex},
    {Dtype::Complex64, "torch.complex64", "cfloat", "c8", "C64", 8, Family::Complex},
    {Dtype::Complex128, "torch.complex128", "cdouble", "c16", "", 16, Family::Complex},
    {Dtype::Float8E4M3Fn, "torch.float8_e4m3fn", "", "", "F8_E4M3", 1, Family::Float8},
    {Dtype::Float8E5M2, "torch.float8_e5m2", "", "", "F8_E5M2", 1, Family::Float8},
    {Dtype::Float8E4M3FnUz, "torch.float8_e4m3fnuz", "", "", "F8_E4M3FNUZ", 1, Family::Float8},
    {Dtype::Float8E5M2FnUz, "torch.float8_e5m2fnuz", "", "", "F8_E5M2FNUZ", 1, Family::Float8},
    {Dtype::Float8E8M0Fnu, "torch.float8_e8m0fnu", "", "", "F8_E8M0", 1, Family::Float8},
}};

constexpr std::size_t kPrefix = std::string_view("torch.").size();

const Facts& factsOf(Dtype dtype) {
  const Facts& facts = kFacts[static_cast<std::size_t>(dtype)];
  assert(facts.dtype == dtype);
  return facts;
}

std::optional<Dtype> dtypeWith(std::string_view Facts::*column, std::string_view name) {
  const auto found = std::ranges::find(kFacts, name, column);
  return name.empty() || found == kFacts.end() ? std::nullopt : std::optional(found->dtype);
}

struct Layout {
  int mantissaBits;
  int bias;
  bool isUz;  // one zero, one NaN (0x80), no infinity
};

constexpr int kBiasE8M0 = 127, kNanE8M0 = 0xFF;

Layout layoutOf(Dtype dtype) {
  if (dtype == Dtype::Float8E4M3Fn) return {3, 7, false};
  if (dtype == Dtype::Float8E4M3FnUz) return {3, 8, true};
  if (dtype == Dtype::Float8E5M2FnUz) return {2, 16, true};
  return {2, 15, false};
}

}  // namespace

std::size_t itemSize(Dtype dtype) { return factsOf(dtype).bytes; }
std::string_view torchName(Dtype dtype) { return factsOf(dtype).name; }
std::string_view shortName(Dtype dtype) { return factsOf(dtype).name.substr(kPrefix); }

std::optional<Dtype> dtypeNamed(std::string_view name) {
  if (name.starts_with("torch.")) name.remove_prefix(kPrefix);
  const auto found = std::ranges::find_if(kFacts, [name](const Facts& facts) {
    return facts.name.substr(kPrefix) == name || (!facts.second.empty() && facts.second == name);
  });
  if (found == kFacts.end()) return std::nullopt;
  return found->dtype;
}

std::optional<Dtype> dtypeOfNumpyCode(std::string_view code) { return dtypeWith(&Facts::numpy, code); }
std::optional<Dtype> dtypeOfSafetensors(std::string_view name) { return dtypeWith(&Facts::safetensors, name); }

bool isFloating(Dtype dtype) {
  const Family family = factsOf(dtype).family;
  return family == Family::Floating || family == Family::Float8;
}
bool isIntegral(Dtype dtype) { return factsOf(dtype).family == Family::Integral; }
bool isComplex(Dtype dtype) { return factsOf(dtype).family == Family::Complex; }
bool isFloat8(Dtype dtype) { return factsOf(dtype).family == Family::Float8; }
bool canCompare(Dtype dtype) { return !isComplex(dtype) && !isFloat8(dtype); }

float float8ToFloat(std::uint8_t bits, Dtype dtype) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  if (dtype == Dtype::Float8E8M0Fnu) return bits == kNanE8M0 ? kNan : std::ldexp(1.0F, bits - kBiasE8M0);
  const unsigned magnitude = bits & 0x7FU;
  const bool isNegative = (bits & 0x80U) != 0;
  const Layout layout = layoutOf(dtype);
  if (layout.isUz && bits == 0x80U) return kNan;
  if (dtype == Dtype::Float8E4M3Fn && magnitude == 0x7FU) return kNan;
  if (dtype == Dtype::Float8E5M2 && magnitude > 0x7CU) return kNan;
  float value = std::numeric_limits<float>::infinity();
  if (dtype != Dtype::Float8E5M2 || magnitude != 0x7CU) {
    const auto exponent = static_cast<int>(magnitude >> layout.mantissaBits);
    const auto fraction = static_cast<int>(magnitude & ((1U << layout.mantissaBits) - 1U));
    const int whole = exponent == 0 ? fraction : fraction + (1 << layout.mantissaBits);
    value = std::ldexp(static_cast<float>(whole), (exponent == 0 ? 1 : exponent) - layout.bias - layout.mantissaBits);
  }
  return isNegative ? -value : value;
}

std::uint8_t floatToFloat8(float value, Dtype dtype) {
  if (dtype == Dtype::Float8E8M0Fnu) {
    if (!std::isfinite(value)) return kNanE8M0;
    int exponent = 0;
    const float fraction = std::frexp(std::fabs(value), &exponent);  // from 1/2 to 1
    const int power = exponent - (fraction > 0.75F ? 0 : 1) + kBiasE8M0;
    return value == 0 ? 0 : static_cast<std::uint8_t>(std::clamp(power, 0, kNanE8M0 - 1));
  }
  const Layout layout = layoutOf(dtype);
  const std::uint8_t nan = layout.isUz ? 0x80U : 0x7FU;
  if (std::isnan(value)) return nan;
  const double target = std::fabs(static_cast<double>(value));
  // Magnitudes rise with their codes: the code below and above are neighbours, the even one wins a tie.
  unsigned code = 0;
  while (code < 0x7FU) {
    const double next = float8ToFloat(static_cast<std::uint8_t>(code + 1), dtype);
    if (!std::isfinite(next) || next > target) break;
    ++code;
  }
  const double below = float8ToFloat(static_cast<std::uint8_t>(code), dtype);
  const double step = code == 0
                          ? 2.0 * float8ToFloat(1, dtype)
                          : below - static_cast<double>(float8ToFloat(static_cast<std::uint8_t>(code - 1), dtype));
  const double above = code < 0x7FU ? float8ToFloat(static_cast<std::uint8_t>(code + 1), dtype) : NAN;
  const double next = std::isfinite(above) ? above : below + step;
  const double middle = below + (next - below) / 2;
  if (target > middle || (target == middle && code % 2 != 0)) {
    if (!std::isfinite(above)) {
      if (dtype != Dtype::Float8E5M2) return nan;
      code = 0x7CU;
    } else {
      ++code;
    }
  }
  if (layout.isUz && code == 0) return 0;
  return static_cast<std::uint8_t>(code | (std::signbit(value) ? 0x80U : 0U));
}

}  // namespace plumbline::numerics
