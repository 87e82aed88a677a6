// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/close_mask.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/compare_loops.h"
#include "core/numerics/float_formats.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kParts = 8;

/// writeFloats is for the dtypes that the processor rounds as torch does: all at once, without asking about parts. The
/// rest of the loops' arithmetic is not repeated here.
template <typename Number>
void writeFloats(const std::byte* ref, const std::byte* res, const CloseBounds& bounds, std::size_t count, std::uint8_t* close) {
  const auto* x = static_cast<const Number*>(static_cast<const void*>(ref));
  const auto* y = static_cast<const Number*>(static_cast<const void*>(res));
  const auto rtol = static_cast<Number>(bounds.rtol), atol = static_cast<Number>(bounds.atol);
  const unsigned equalNan = bounds.equalNan ? 1 : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Number a = x[i], b = y[i], error = std::abs(a - b), allowed = atol + std::abs(rtol * b);
    const unsigned isEqual = a == b ? 1 : 0, isWithin = error <= allowed ? 1 : 0;
    const unsigned isFinite = error <= std::numeric_limits<Number>::max() ? 1 : 0;
    const unsigned areNan = (a != a ? 1U : 0U) & (b != b ? 1U : 0U);
    close[i] = static_cast<std::uint8_t>(isEqual | (isWithin & isFinite) | (areNan & equalNan));
  }
}

double roundedTo(double tolerance, Dtype dtype) {
  if (dtype == Dtype::Float64) return tolerance;
  const auto single = static_cast<float>(tolerance);
  if (dtype == Dtype::Float16) return halfToFloat(floatToHalf(single));
  if (dtype == Dtype::BFloat16) return bfloat16ToFloat(floatToBFloat16(single));
  return single;
}

/// MaskWriter asks about many at once, and about their parts where not all of them are close: mostly few are not.
struct MaskWriter {
  Dtype dtype;
  const std::byte* ref;
  const std::byte* res;
  CloseBounds bounds;
  std::uint8_t* close;

  void write(std::size_t from, std::size_t count) const {
    const std::size_t item = itemSize(dtype);
    const bool areClose = fastestLoops().allClose(dtype, ref + from * item, res + from * item, count, bounds);
    if (areClose || count == 1) {
      std::fill_n(close + from, count, static_cast<std::uint8_t>(areClose ? 1 : 0));
      return;
    }
    const std::size_t part = (count + kParts - 1) / kParts;
    for (std::size_t at = 0; at < count; at += part) write(from + at, std::min(part, count - at));
  }
};

}  // namespace

void closeMask(Dtype dtype, const std::byte* ref, const std::byte* res, double tol, bool equalNan, std::size_t count,
               std::uint8_t* close) {
  if (count == 0) return;
  // Without any tolerance only equality counts.
  const double rounded = roundedTo(tol, dtype);
  const CloseBounds bounds{tol == 0 ? 0 : rounded, tol == 0 ? -1 : rounded, equalNan};
  if (dtype == Dtype::Float32) return writeFloats<float>(ref, res, bounds, count, close);
  if (dtype == Dtype::Float64) return writeFloats<double>(ref, res, bounds, count, close);
  MaskWriter{dtype, ref, res, bounds, close}.write(0, count);
}

}  // namespace plumbline::numerics
