// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <cstdio>
#include <array>

#include "core/numerics/python_rules.h"

namespace plumbline::numerics {
namespace {

/// elementOfPrint is one number as torch prints a tensor of only this one: four digits, a point behind whole numbers.
std::string elementOfPrint(const Tensor& tensor) {
  if (!isFloating(tensor.dtype)) return elementText(tensor, 0);
  constexpr double kLarge = 1e8, kSmall = 1e-4;
  const double value = elementAt(tensor, 0);
  if (!std::isfinite(value)) return elementText(tensor, 0);
  const double size = std::abs(value);
  const bool isWhole = std::ceil(value) == value;
  const bool isScientific = size > kLarge || (!isWhole && size < kSmall);
  std::array<char, 400> text{};
  (void)std::snprintf(text.data(), text.size(), isScientific ? "%.4e" : isWhole ? "%.0f." : "%.4f", value);
  return text.data();
}

std::string tensorText(const Value& value) {
  const Tensor& tensor = value.tensor;
  if (elementCount(tensor) != 1 || isComplex(tensor.dtype)) return reprText(value);
  std::string out = "tensor(" + std::string(tensor.sizes.size(), '[') + elementOfPrint(tensor) +
                    std::string(tensor.sizes.size(), ']');
  if (tensor.dtype != Dtype::Float32 && tensor.dtype != Dtype::Int64 && tensor.dtype != Dtype::Bool)
    out.append(", dtype=").append(torchName(tensor.dtype));
  out += tensor.requiresGrad ? ", requires_grad=True)" : ")";
  return (value.kind == ValueKind::Parameter ? "Parameter containing:\n" : "") + out;
}

}  // namespace

std::string strText(const Value& value) {
  if (value.kind == ValueKind::String || value.kind == ValueKind::Device) return value.text;
  if (value.kind == ValueKind::Tensor || value.kind == ValueKind::Parameter) return tensorText(value);
  return reprText(value);
}

std::string setText(const std::vector<ValuePtr>& items) {
  if (items.empty()) return "set()";
  std::string out = "{";
  for (const ValuePtr& item : items) {
    if (out.size() > 1) out += ", ";
    out += reprText(*item);
  }
  return out + "}";
}

}  // namespace plumbline::numerics
