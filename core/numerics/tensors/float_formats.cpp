// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/float_formats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::numerics {
namespace {

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
