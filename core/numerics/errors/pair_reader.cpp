// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/errors/pair_reader.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include "core/numerics/errors/error_measures.h"
#include "core/numerics/kernels/compare_kernels.h"
#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {

const Tensor* usedFp64(const TensorPair& pair) {
  return pair.fp64 != nullptr && pair.fp64->dtype == Dtype::Float64 ? pair.fp64 : nullptr;
}

base::Result<void> checkPair(const TensorPair& pair) {
  for (const Tensor* tensor : {pair.ref, pair.res})
    if (!canCompare(tensor->dtype))
      return base::fail(base::ErrorCode::BadArgument,
                        "There are no figures for " + std::string(torchName(tensor->dtype)) + ".",
                        "Convert both tensors to float32 before saving them.");
  return {};
}

base::Result<std::vector<std::int64_t>> pairShape(const TensorPair& pair) {
  auto shape = broadcastShape(pair.ref->sizes, pair.res->sizes);
  if (shape && usedFp64(pair) != nullptr) shape = broadcastShape(*shape, pair.fp64->sizes);
  if (shape && isBoundless(*shape, *pair.ref, *pair.res))
    return base::fail(base::ErrorCode::TooLarge,
                      "Broadcast to each other the tensors have too many elements: " + sizeText(*shape) + ".",
                      "Compare tensors of the same shape.");
  return shape;
}

Tensor broadcastView(const Tensor& tensor, const std::vector<std::int64_t>& shape) {
  Tensor view = tensor;
  view.sizes = shape;
  view.strides.assign(shape.size(), 0);
  const std::size_t lead = shape.size() - tensor.sizes.size();
  for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
    view.strides[lead + axis] = tensor.sizes[axis] == 1 && shape[lead + axis] != 1 ? 0 : tensor.strides[axis];
  return view;
}

PairReader::Side::Side(Tensor view, const std::vector<std::int64_t>& shape)
    : tensor(std::move(view)), reader({tensor, tensor.dtype}, shape), values(kBlockElements) {}

const double* PairReader::Side::read(std::size_t count) {
  if (reader.next(count) < count) return nullptr;
  if (tensor.dtype == Dtype::Float64) return reader.as<double>();
  if (hasUlps(tensor.dtype))
    fastestLoops().widen(tensor.dtype, reader.data(), count, values.data());
  else
    convertBlock(tensor.dtype, reader.data(), Dtype::Float64, static_cast<std::byte*>(static_cast<void*>(values.data())), count);
  return values.data();
}

PairReader::PairReader(const TensorPair& pair, std::vector<std::int64_t> shape, double tol, bool equalNan)
    : m_shape(std::move(shape)),
      m_elements(elementCount(m_shape)),
      m_tol(tol),
      m_equalNan(equalNan),
      m_ref(broadcastView(*pair.ref, m_shape), m_shape),
      m_res(broadcastView(*pair.res, m_shape), m_shape),
      m_errors(kBlockElements) {
  if (const Tensor* fp64 = usedFp64(pair)) m_fp64.emplace(broadcastView(*fp64, m_shape), m_shape);
}

base::Result<std::unique_ptr<PairReader>> PairReader::open(const TensorPair& pair, double tol, bool equalNan) {
  if (auto checked = checkPair(pair); !checked) return base::fail(checked.error());
  auto shape = pairShape(pair);
  if (!shape) return base::fail(shape.error());
  return std::unique_ptr<PairReader>(new PairReader(pair, std::move(*shape), tol, equalNan));
}

bool PairReader::isWhole() const {
  return m_ref.reader.isWhole() && m_res.reader.isWhole() && (!m_fp64 || m_fp64->reader.isWhole());
}

base::Error PairReader::changed() const {
  if (!m_ref.reader.isWhole()) return fileChanged(m_ref.tensor);
  return fileChanged(m_res.reader.isWhole() && m_fp64 ? m_fp64->tensor : m_res.tensor);
}

bool PairReader::next(PairBlock& block, std::size_t atMost) {
  const auto left = static_cast<std::uint64_t>(m_elements - m_at);
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, std::min(atMost, kBlockElements)));
  m_count = 0;
  if (count == 0) return false;
  block.flat = m_at;
  block.count = count;
  block.ref = m_ref.read(count);
  block.res = m_res.read(count);
  block.r = m_fp64 ? m_fp64->read(count) : block.ref;
  if (block.ref == nullptr || block.res == nullptr || block.r == nullptr) return false;
  absoluteErrors(block.r, block.res, count, m_errors.data());
  block.error = m_errors.data();
  block.refBytes = m_ref.reader.data();
  block.resBytes = m_res.reader.data();
  m_at += static_cast<std::int64_t>(count);
  m_count = count;
  return true;
}

void PairReader::skipTo(std::int64_t flat) {
  m_ref.reader.skipTo(flat);
  m_res.reader.skipTo(flat);
  if (m_fp64) m_fp64->reader.skipTo(flat);
  m_at = flat;
  m_count = 0;
}

PairReader::BlockPair PairReader::converted() {
  // Bool is compared as uint8.
  const Dtype own = m_res.tensor.dtype;
  const Dtype dtype = own == Dtype::Bool ? Dtype::UInt8 : own;
  const auto bytesOf = [this, dtype](const Side& side, std::vector<std::byte>& room) {
    if (side.tensor.dtype == dtype) return side.reader.data();
    room.resize(kBlockElements * itemSize(dtype));
    convertBlock(side.tensor.dtype, side.reader.data(), dtype, room.data(), m_count);
    return static_cast<const std::byte*>(room.data());
  };
  // Without tolerance only equality counts.
  const double rounded = roundedTo(m_tol, dtype);
  return {dtype, bytesOf(m_ref, m_refConverted), bytesOf(m_res, m_resConverted),
          {m_tol == 0 ? 0 : rounded, m_tol == 0 ? -1 : rounded, m_equalNan}};
}

const std::uint8_t* PairReader::closeMask() {
  m_mask.resize(kBlockElements);
  if (m_count == 0) return m_mask.data();
  const BlockPair pair = converted();
  fastestLoops().closeMask(pair.dtype, pair.ref, pair.res, m_count, pair.bounds, m_mask.data());
  return m_mask.data();
}

std::int64_t PairReader::mismatches() {
  const std::uint8_t* close = closeMask();
  return static_cast<std::int64_t>(m_count) - std::accumulate(close, close + m_count, std::int32_t{0});
}

}  // namespace plumbline::numerics
