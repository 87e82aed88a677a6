// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/python_repr.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/numerics/float_formats.h"

namespace plumbline::numerics {
namespace {

constexpr int kHalfDigits = 5;  // so many always lead back to the same float16

double parsed(const char* begin, const char* end) {
  double value = 0;
  std::from_chars(begin, end, value);
  return value;
}

/// shortestOf is the decimal number of the fewest digits that rounds to `value` in a float16 or float32.
double shortestOf(float value, Dtype dtype) {
  if (!std::isfinite(value)) return static_cast<double>(value);
  std::array<char, 64> digits{};
  char* const last = digits.data() + digits.size();
  if (dtype == Dtype::Float16) {
    for (int precision = 0; precision < kHalfDigits; ++precision) {
      const char* end =
          std::to_chars(digits.data(), last, static_cast<double>(value), std::chars_format::scientific, precision).ptr;
      const double shorter = parsed(digits.data(), end);
      if (floatToHalf(static_cast<float>(shorter)) == floatToHalf(value)) return shorter;
    }
  }
  const char* end = std::to_chars(digits.data(), last, value, std::chars_format::scientific).ptr;
  return parsed(digits.data(), end);
}

}  // namespace

std::string bytesRepr(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const char quote = bytes.find('\'') != bytes.npos && bytes.find('"') == bytes.npos ? '"' : '\'';
  std::string out = {'b', quote};
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out.append({'\\', c});
    } else if (c == '\t' || c == '\n' || c == '\r') {
      out.append({'\\', c == '\t' ? 't' : c == '\n' ? 'n' : 'r'});
    } else if (byte < 0x20 || byte >= 0x7f) {
      out.append({'\\', 'x', kHex[byte >> 4U], kHex[byte & 0xfU]});
    } else {
      out += c;
    }
  }
  return out + quote;
}

std::string complexRepr(double real, double imaginary) {
  const std::array<double, 2> parts{real, imaginary};
  Tensor tensor;
  tensor.dtype = Dtype::Complex128;
  tensor.storage.bytes = std::as_bytes(std::span(parts));
  return elementText(tensor, 0);
}

std::string numpyScalarText(const Tensor& scalar) {
  if (scalar.dtype == Dtype::Complex64) {
    Tensor parts = scalar;
    parts.dtype = Dtype::Float32;
    parts.sizes = {2};
    parts.strides = {1};
    parts.offset = 2 * scalar.offset;
    const auto part = [&parts](std::int64_t at) { return static_cast<float>(elementAt(parts, at)); };
    return complexRepr(shortestOf(part(0), Dtype::Float32), shortestOf(part(1), Dtype::Float32));
  }
  if (scalar.dtype != Dtype::Float16 && scalar.dtype != Dtype::Float32) return elementText(scalar, 0);
  const auto value = static_cast<float>(elementAt(scalar, 0));
  return floatText(shortestOf(value, scalar.dtype));
}

}  // namespace plumbline::numerics
