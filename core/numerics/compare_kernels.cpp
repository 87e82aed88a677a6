// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/compare_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/numerics/block_reader.h"
#include "core/numerics/block_walk.h"
#include "core/numerics/cascade_sum.h"
#include "core/numerics/compare_loops.h"
#include "core/numerics/float_formats.h"
#include "core/numerics/iteration_order.h"

namespace plumbline::numerics {
namespace {

base::Error noAnswer(Dtype dtype) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "Tensors of " + std::string(torchName(dtype)) + " cannot be compared number by number.",
          .hint = "Convert them to float32 before they are saved."};
}

/// roundedTo: torch makes the tolerance a number of the tensors' dtype before it computes with it.
double roundedTo(double tolerance, Dtype dtype) {
  if (dtype == Dtype::Float64) return tolerance;
  const auto single = static_cast<float>(tolerance);
  if (dtype == Dtype::Float16) return halfToFloat(floatToHalf(single));
  if (dtype == Dtype::BFloat16) return bfloat16ToFloat(floatToBFloat16(single));
  return single;
}

/// flattened is the tensor as one that broadcasts to any vector if it has one element.
Tensor flattened(const Tensor& tensor) {
  Tensor made = tensor;
  if (elementCount(tensor) != 1) return made;
  made.sizes.clear();
  made.strides.clear();
  return made;
}

base::Outcome<std::int64_t> countTrue(const Tensor& tensor, const base::Progress& progress) {
  BlockReader reader({tensor, Dtype::Bool}, tensor.sizes);
  std::int64_t found = 0;
  const Walked walked = walkBlocks(elementCount(tensor), progress, {&reader, 1}, [&](std::size_t count) {
    const auto* truth = reader.as<std::uint8_t>();
    for (std::size_t i = 0; i < count; ++i) found += truth[i] != 0 ? 1 : 0;
    return true;
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return fileChanged(tensor);
  return found;
}

}  // namespace

base::Outcome<bool> allClose(const Operand& ref, const Operand& res, double rtol, double atol, bool equalNan,
                             const base::Progress& progress) {
  if (!canCompare(ref.as)) return noAnswer(ref.as);
  // Nor is a complex tensor that is to be read as one of real numbers.
  for (const Operand* operand : {&ref, &res})
    if (isComplex(operand->tensor.dtype)) return noAnswer(operand->tensor.dtype);
  const auto shape = broadcastShape(ref.tensor.sizes, res.tensor.sizes);
  if (!shape) return shape.error();
  // No order is better than another for the answer, but memory's is faster.
  const LaidOut laidOut = layOut({ref.tensor, false}, {res.tensor, false}, *shape);
  std::array readers{BlockReader({laidOut.first, ref.as}, laidOut.shape),
                     BlockReader({laidOut.second, res.as}, laidOut.shape)};
  const bool isEquality = rtol == 0 && atol == 0;
  const CloseBounds bounds{isEquality ? 0 : roundedTo(rtol, ref.as), isEquality ? -1 : roundedTo(atol, ref.as),
                           equalNan};
  const CompareLoops& loops = fastestLoops();
  bool areClose = true;
  const Walked walked = walkBlocks(elementCount(*shape), progress, readers, [&](std::size_t count) {
    areClose = loops.allClose(ref.as, readers[0].data(), readers[1].data(), count, bounds);
    return areClose;
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return fileChanged(readers[0].isWhole() ? res.tensor : ref.tensor);
  return areClose;
}

base::Outcome<bool> hasNan(const Tensor& tensor, const base::Progress& progress) {
  if (!isFloating(tensor.dtype)) return false;
  const Dtype as = isFloat8(tensor.dtype) ? Dtype::Float32 : tensor.dtype;
  BlockReader reader({tensor, as}, tensor.sizes);
  const CompareLoops& loops = fastestLoops();
  bool isFound = false;
  const Walked walked = walkBlocks(elementCount(tensor), progress, {&reader, 1}, [&](std::size_t count) {
    isFound = loops.hasNan(as, reader.data(), count);
    return !isFound;
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return fileChanged(tensor);
  return isFound;
}

base::Outcome<float> cosineSimilarity(const Tensor& ref, const Tensor& res, const base::Progress& progress) {
  if (isComplex(ref.dtype)) return noAnswer(ref.dtype);
  if (isComplex(res.dtype)) return noAnswer(res.dtype);
  const std::array counts{elementCount(ref), elementCount(res)};
  const auto flat = broadcastShape({&counts[0], 1}, {&counts[1], 1});
  if (!flat) return flat.error();
  const std::int64_t total = (*flat)[0];
  const std::array tensors{flattened(ref), flattened(res)};
  const std::array shapes{counts[0] == 1 ? std::span<const std::int64_t>(*flat) : std::span(ref.sizes),
                          counts[1] == 1 ? std::span<const std::int64_t>(*flat) : std::span(res.sizes)};
  std::array readers{BlockReader({tensors[0], Dtype::Float32}, shapes[0]),
                     BlockReader({tensors[1], Dtype::Float32}, shapes[1])};
  const CompareLoops& loops = fastestLoops();
  std::array sums{CascadeSum<float>(total), CascadeSum<float>(total)};
  std::array<float, kBlockElements> terms{};
  Walked walked = walkBlocks(total, progress, readers, [&](std::size_t count) {
    for (std::size_t side = 0; side < sums.size(); ++side) {
      const auto* x = readers[side].as<float>();
      for (std::size_t i = 0; i < count; ++i) terms[i] = x[i] * x[i];
      sums[side].addBlock(terms.data(), count, loops);
    }
    return true;
  });
  constexpr float kLeastSquare = static_cast<float>(1e-6 * 1e-6);  // eps, as same() has it
  std::array<float, 2> norms{};
  for (std::size_t side = 0; side < sums.size(); ++side) {
    const float square = sums[side].finish();
    norms[side] = std::sqrt(square < kLeastSquare ? kLeastSquare : square);
  }
  CascadeSum<float> products(total);
  if (walked == Walked::ToTheEnd) {
    for (BlockReader& reader : readers) reader.skipTo(0);
    walked = walkBlocks(total, progress, readers, [&](std::size_t count) {
      const auto *x = readers[0].as<float>(), *y = readers[1].as<float>();
      for (std::size_t i = 0; i < count; ++i) terms[i] = (x[i] / norms[0]) * (y[i] / norms[1]);
      products.addBlock(terms.data(), count, loops);
      return true;
    });
  }
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return fileChanged(readers[0].isWhole() ? res : ref);
  return products.finish();
}

base::Outcome<OverlapCounts> overlapCounts(const Tensor& ref, const Tensor& res, const base::Progress& progress) {
  const auto shape = broadcastShape(ref.sizes, res.sizes);
  if (!shape) return shape.error();
  std::array readers{BlockReader({ref, Dtype::Bool}, *shape), BlockReader({res, Dtype::Bool}, *shape)};
  std::int64_t both = 0, either = 0;
  const Walked walked = walkBlocks(elementCount(*shape), progress, readers, [&](std::size_t count) {
    const auto *x = readers[0].as<std::uint8_t>(), *y = readers[1].as<std::uint8_t>();
    for (std::size_t i = 0; i < count; ++i) {
      both += x[i] != 0 && y[i] != 0 ? 1 : 0;
      either += x[i] != 0 || y[i] != 0 ? 1 : 0;
    }
    return true;
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return fileChanged(readers[0].isWhole() ? res : ref);
  std::array<std::int64_t, 2> own{};
  for (std::size_t side = 0; side < own.size(); ++side) {
    const auto counted = countTrue(side == 0 ? ref : res, progress);
    if (counted.isCancelled()) return base::Cancelled{};
    if (counted.isError()) return counted.error();
    own[side] = counted.value();
  }
  const auto single = [](std::int64_t count) { return static_cast<double>(static_cast<float>(count)); };
  return OverlapCounts{single(both), single(either), single(own[0]), single(own[1])};
}

}  // namespace plumbline::numerics
