// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/iteration_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plumbline::numerics {
namespace {

using Sizes = std::vector<std::int64_t>;

/// isDense: the elements fill a run of memory, each place once, in whatever order of axes.
bool isDense(const Tensor& tensor) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
    if (tensor.sizes[axis] != 1) axes.push_back(axis);
  std::ranges::sort(axes, {}, [&tensor](std::size_t axis) { return tensor.strides[axis]; });
  std::int64_t expected = 1;
  for (const std::size_t axis : axes) {
    if (tensor.strides[axis] != expected) return false;
    expected *= tensor.sizes[axis];
  }
  return true;
}

/// stridesFor the whole shape; 0 where the tensor repeats.
Sizes stridesFor(const OrderedOperand& operand, std::span<const std::int64_t> shape) {
  const Tensor& tensor = operand.tensor;
  const bool keeps = !operand.isConverted || isDense(tensor);
  const Sizes own = keeps ? tensor.strides : contiguousStrides(tensor.sizes);
  const std::size_t lead = shape.size() - tensor.sizes.size();
  Sizes strides(shape.size(), 0);
  for (std::size_t axis = lead; axis < shape.size(); ++axis)
    if (tensor.sizes[axis - lead] != 1 || shape[axis] == 1) strides[axis] = own[axis - lead];
  return strides;
}

Tensor reordered(const Tensor& tensor, const std::vector<std::size_t>& order) {
  Tensor made = tensor;
  const std::size_t lead = order.size() - tensor.sizes.size();
  made.sizes.assign(order.size(), 1);
  made.strides.assign(order.size(), 0);
  for (std::size_t at = 0; at < order.size(); ++at) {
    if (order[at] < lead) continue;
    made.sizes[at] = tensor.sizes[order[at] - lead];
    made.strides[at] = tensor.strides[order[at] - lead];
  }
  return made;
}

}  // namespace

LaidOut layOut(const OrderedOperand& first, const OrderedOperand& second, std::span<const std::int64_t> shape) {
  const Sizes strides[2] = {stridesFor(first, shape), stridesFor(second, shape)};
  // Axes from the one that changes fastest on, as torch sorts them: by the first operand that has an opinion. An axis
  // moves inwards past those it must come before; where nobody has an opinion, the order stays.
  std::vector<std::size_t> inner(shape.size());
  std::iota(inner.rbegin(), inner.rend(), std::size_t{0});
  const auto compare = [&](std::size_t a, std::size_t b) {
    for (const Sizes& operand : strides) {
      if (operand[a] == 0 || operand[b] == 0) continue;
      if (operand[a] != operand[b]) return operand[a] < operand[b] ? -1 : 1;
      if (shape[a] > shape[b]) return 1;
    }
    return 0;
  };
  for (std::size_t i = 1; i < inner.size(); ++i) {
    std::size_t moving = i;
    for (std::size_t other = i; other-- > 0;) {
      const int order = compare(inner[other], inner[moving]);
      if (order < 0) break;
      if (order == 0) continue;
      std::swap(inner[other], inner[moving]);
      moving = other;
    }
  }
  std::ranges::reverse(inner);
  LaidOut made{
      .shape = Sizes(shape.size()), .first = reordered(first.tensor, inner), .second = reordered(second.tensor, inner)};
  for (std::size_t at = 0; at < inner.size(); ++at) made.shape[at] = shape[inner[at]];
  return made;
}

}  // namespace plumbline::numerics
