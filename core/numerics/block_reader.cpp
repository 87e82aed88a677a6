// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/block_reader.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string>

namespace plumbline::numerics {
namespace {

constexpr std::size_t kAskBytes = std::size_t{1} << 20;  // between two questions whether the file is whole

/// copyStrided moves `count` elements of `Bytes` bytes that lie `step` bytes apart.
template <std::size_t Bytes>
void copyStrided(const std::byte* source, std::ptrdiff_t step, std::byte* target, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, source += step, target += Bytes) std::memcpy(target, source, Bytes);
}

void copyElements(const std::byte* source, std::ptrdiff_t step, std::byte* target, std::size_t count,
                  std::size_t bytes) {
  if (step == static_cast<std::ptrdiff_t>(bytes)) {
    std::memcpy(target, source, count * bytes);
    return;
  }
  switch (bytes) {
    case 1:
      return copyStrided<1>(source, step, target, count);
    case 2:
      return copyStrided<2>(source, step, target, count);
    case 4:
      return copyStrided<4>(source, step, target, count);
    case 8:
      return copyStrided<8>(source, step, target, count);
    default:
      return copyStrided<16>(source, step, target, count);
  }
}

void swapBytes(std::byte* bytes, std::size_t size, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::reverse(bytes + i * size, bytes + (i + 1) * size);
}

}  // namespace

base::Result<std::vector<std::int64_t>> broadcastShape(std::span<const std::int64_t> a,
                                                       std::span<const std::int64_t> b) {
  std::vector<std::int64_t> shape(std::max(a.size(), b.size()));
  // From the last axis on, as torch does: the text names the first axis that does not fit on that way.
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const std::size_t behind = shape.size() - axis;
    const std::int64_t left = behind <= a.size() ? a[a.size() - behind] : 1;
    const std::int64_t right = behind <= b.size() ? b[b.size() - behind] : 1;
    if (left != right && left != 1 && right != 1)
      return base::fail({.code = base::ErrorCode::BadArgument,
                         .text = "The size of tensor a (" + std::to_string(left) +
                                 ") must match the size of tensor b (" + std::to_string(right) +
                                 ") at non-singleton dimension " + std::to_string(axis)});
    shape[axis] = left == 1 ? right : left;
  }
  return shape;
}

BlockReader::BlockReader(const Operand& operand, std::span<const std::int64_t> shape)
    : m_operand(operand), m_count(elementCount(shape)), m_itemBytes(itemSize(operand.tensor.dtype)) {
  const Tensor& tensor = operand.tensor;
  assert(tensor.sizes.size() <= shape.size());
  const std::size_t lead = shape.size() - std::min(shape.size(), tensor.sizes.size());
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    const bool isRepeated = axis < lead || tensor.sizes[axis - lead] == 1;
    assert(isRepeated || tensor.sizes[axis - lead] == shape[axis]);
    const std::int64_t stride = isRepeated ? 0 : tensor.strides[axis - lead];
    if (!m_shape.empty() && m_count > 0 && m_strides.back() == stride * shape[axis]) {
      m_shape.back() *= shape[axis];
      m_strides.back() = stride;
    } else {
      m_shape.push_back(shape[axis]);
      m_strides.push_back(stride);
    }
  }
  if (m_shape.empty()) {
    m_shape.push_back(1);
    m_strides.push_back(1);
  }
  m_index.resize(m_shape.size());
  m_isRow = m_shape.size() == 1 && m_strides[0] == 1;
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.storage.bytes.data());
  m_isDirect = m_isRow && !tensor.storage.isSwapped && operand.as == tensor.dtype && address % m_itemBytes == 0;
}

const std::byte* BlockReader::place() const {
  std::int64_t at = m_operand.tensor.offset;
  for (std::size_t axis = 0; axis < m_index.size(); ++axis) at += m_index[axis] * m_strides[axis];
  return m_operand.tensor.storage.bytes.data() + at * static_cast<std::int64_t>(m_itemBytes);
}

void BlockReader::skipTo(std::int64_t flat) {
  m_at = std::clamp<std::int64_t>(flat, 0, m_count);
  if (m_count == 0) return;
  std::int64_t rest = m_at;
  for (std::size_t axis = m_shape.size(); axis-- > 1;) {
    m_index[axis] = rest % m_shape[axis];
    rest /= m_shape[axis];
  }
  m_index[0] = rest;
}

bool BlockReader::isWhole() const {
  const Storage& storage = m_operand.tensor.storage;
  return !m_isCut && (!storage.isWhole || storage.isWhole());
}

bool BlockReader::mayLook(std::size_t count) {
  m_unasked += count * m_itemBytes;
  if (!m_wasAsked || m_unasked >= kAskBytes) {
    m_isCut = !isWhole();
    m_wasAsked = true;
    m_unasked = 0;
  }
  return !m_isCut;
}

void BlockReader::gather(std::size_t count) {
  m_gathered.resize(count * m_itemBytes);
  std::byte* target = m_gathered.data();
  const std::size_t last = m_shape.size() - 1;
  for (std::size_t left = count; left > 0;) {
    const std::size_t run = std::min(left, static_cast<std::size_t>(m_shape[last] - m_index[last]));
    copyElements(place(), m_strides[last] * static_cast<std::ptrdiff_t>(m_itemBytes), target, run, m_itemBytes);
    target += run * m_itemBytes;
    left -= run;
    m_index[last] += static_cast<std::int64_t>(run);
    for (std::size_t axis = last; axis > 0 && m_index[axis] == m_shape[axis]; --axis) {
      m_index[axis] = 0;
      ++m_index[axis - 1];
    }
  }
}

std::size_t BlockReader::next(std::size_t atMost) {
  const std::size_t count = std::min(atMost, static_cast<std::size_t>(m_count - m_at));
  if (count == 0 || !mayLook(count)) return 0;
  const Tensor& tensor = m_operand.tensor;
  const bool mustConvert = m_operand.as != tensor.dtype;
  if (m_isRow && !tensor.storage.isSwapped && (m_isDirect || mustConvert)) {
    m_data = place();
    m_index[0] += static_cast<std::int64_t>(count);
  } else {
    gather(count);
    if (tensor.storage.isSwapped) {
      const std::size_t part = isComplex(tensor.dtype) ? m_itemBytes / 2 : m_itemBytes;
      swapBytes(m_gathered.data(), part, m_gathered.size() / part);
    }
    m_data = m_gathered.data();
  }
  if (mustConvert) {
    m_converted.resize(count * itemSize(m_operand.as));
    convertBlock(tensor.dtype, m_data, m_operand.as, m_converted.data(), count);
    m_data = m_converted.data();
  }
  m_at += static_cast<std::int64_t>(count);
  return count;
}

base::Error fileChanged(const Tensor& tensor) {
  const std::string& name = tensor.storage.name;
  return {.code = base::ErrorCode::Changed,
          .text = name.empty() ? "The file became shorter while it was read."
                               : "The file that holds " + name + " became shorter while it was read.",
          .hint = "Open it again when it is written to the end."};
}

}  // namespace plumbline::numerics
