// SPDX-License-Identifier: GPL-3.0-or-later
// sqrt(mean(square(x - y))) as torch computes it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/numerics/block_reader.h"
#include "core/numerics/block_walk.h"
#include "core/numerics/cascade_sum.h"
#include "core/numerics/compare_kernels.h"
#include "core/numerics/float_formats.h"
#include "core/numerics/iteration_order.h"

namespace plumbline::numerics {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// The two sides take turns over so many elements, so that those of fp64 are still in the first-level cache.
constexpr std::size_t kTurnElements = 512;

/// Side is ref or res beside the fp64 reference.
struct Side {
  Operand operand;
  std::vector<std::int64_t> shape;  // broadcast with fp64
  LaidOut laidOut;
};

/// readAs: formats the loops take as they are; others become float64 before.
Dtype readAs(Dtype dtype) {
  return dtype == Dtype::Float32 || dtype == Dtype::Float16 || dtype == Dtype::BFloat16 ? dtype : Dtype::Float64;
}

/// DifferenceSum is the sum of one side's squared differences. What torch cast to an integer dtype is converted twice.
class DifferenceSum {
 public:
  DifferenceSum(const Side& side, std::int64_t count)
      : m_reader({side.laidOut.second, side.operand.as}, side.laidOut.shape),
        m_as(side.operand.as),
        m_dtype(readAs(side.operand.as)),
        m_sum(count) {}

  /// next reads the block that the following adds are about; false when the file was cut.
  bool next(std::size_t count) {
    if (m_reader.next(count) != count) return false;
    m_y = m_reader.data();
    if (m_dtype == m_as) return true;
    m_converted.resize(count);
    auto* converted = static_cast<std::byte*>(static_cast<void*>(m_converted.data()));
    convertBlock(m_as, m_y, m_dtype, converted, count);
    m_y = converted;
    return true;
  }
  /// add `count` elements from `at` of the block on; x are those of fp64.
  void add(const CompareLoops& loops, const double* x, std::size_t at, std::size_t count) {
    const std::size_t item = itemSize(m_dtype);
    const std::byte* y = m_y + at * item;
    m_sum.addBlock(
        count,
        [&](CascadeState<double>& state, std::size_t rows) {
          loops.addSquaredDifferences(state, x + at, m_dtype, y, rows);
        },
        [&](std::size_t i) {
          double value = 0;
          convertBlock(m_dtype, y + i * item, Dtype::Float64, static_cast<std::byte*>(static_cast<void*>(&value)), 1);
          return (x[at + i] - value) * (x[at + i] - value);
        });
  }
  bool isWhole() const { return m_reader.isWhole(); }
  double finish() { return m_sum.finish(); }

 private:
  BlockReader m_reader;
  Dtype m_as, m_dtype;
  CascadeSum<double> m_sum;
  std::vector<double> m_converted;
  const std::byte* m_y = nullptr;
};

/// rootMeans of one or two sides that are laid out alike.
base::Outcome<std::vector<double>> rootMeans(const Tensor& fp64, std::span<const Side* const> sides,
                                             const base::Progress& progress) {
  const Side& first = *sides.front();
  const std::int64_t count = elementCount(first.shape);
  BlockReader x({first.laidOut.first, Dtype::Float64}, first.laidOut.shape);
  std::vector<DifferenceSum> sums;
  sums.reserve(sides.size());
  for (const Side* side : sides) sums.emplace_back(*side, count);
  const CompareLoops& loops = fastestLoops();
  const Walked walked = walkBlocks(count, progress, {&x, 1}, [&](std::size_t block) {
    for (DifferenceSum& sum : sums)
      if (!sum.next(block)) return false;
    for (std::size_t at = 0; at < block; at += kTurnElements)
      for (DifferenceSum& sum : sums) sum.add(loops, x.as<double>(), at, std::min(kTurnElements, block - at));
    return true;
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (!x.isWhole()) return fileChanged(fp64);
  std::vector<double> roots;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (!sums[i].isWhole()) return fileChanged(sides[i]->operand.tensor);
    roots.push_back(count == 0 ? kNan : std::sqrt(sums[i].finish() / static_cast<double>(count)));
  }
  return roots;
}

float roundedTo(float value, Dtype dtype) {
  if (dtype == Dtype::Float16) return halfToFloat(floatToHalf(value));
  if (dtype == Dtype::BFloat16) return bfloat16ToFloat(floatToBFloat16(value));
  return value;
}

/// isNarrow: a float64 number without axes does not make torch compute in float64 beside a tensor with axes.
bool isNarrow(const Tensor& fp64, const Operand& side) {
  return fp64.sizes.empty() && !side.tensor.sizes.empty() && isFloating(side.as) && side.as != Dtype::Float64;
}

base::Outcome<double> narrowRootMean(const Tensor& fp64, const Side& side, const base::Progress& progress) {
  const Dtype dtype = side.operand.as;
  const std::int64_t count = elementCount(side.shape);
  std::array readers{BlockReader({side.laidOut.first, Dtype::Float32}, side.laidOut.shape),
                     BlockReader({side.laidOut.second, dtype}, side.laidOut.shape)};
  CascadeSum<float> sum(count);
  std::vector<float> squares(kBlockElements);
  const CompareLoops& loops = fastestLoops();
  const Walked walked = walkBlocks(count, progress, readers, [&](std::size_t block) {
    const auto* x = readers[0].as<float>();
    convertBlock(dtype, readers[1].data(), Dtype::Float32, static_cast<std::byte*>(static_cast<void*>(squares.data())),
                 block);
    for (std::size_t i = 0; i < block; ++i) {
      const float difference = roundedTo(roundedTo(x[i], dtype) - squares[i], dtype);
      squares[i] = roundedTo(difference * difference, dtype);
    }
    sum.addBlock(squares.data(), block, loops);
    return true;
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return fileChanged(readers[0].isWhole() ? side.operand.tensor : fp64);
  const float mean = roundedTo(roundedTo(sum.finish(), dtype) / roundedTo(static_cast<float>(count), dtype), dtype);
  return static_cast<double>(roundedTo(std::sqrt(mean), dtype));
}

/// sideFor. Errors: shapes that do not fit, dtypes without an answer.
base::Result<Side> sideFor(const Tensor& fp64, const Operand& operand) {
  if (operand.as == Dtype::Bool)
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text =
                           "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
                           "invert a mask, use the `~` or `logical_not()` operator instead."});
  if (!canCompare(operand.as) || isComplex(operand.tensor.dtype))
    return base::fail(
        {.code = base::ErrorCode::BadArgument,
         .text = "There is no difference between float64 and " + std::string(torchName(operand.as)) + " here."});
  auto shape = broadcastShape(fp64.sizes, operand.tensor.sizes);
  if (!shape) return base::fail(shape.error());
  const bool isConverted = operand.as != operand.tensor.dtype || operand.as != Dtype::Float64;
  LaidOut laidOut = layOut({fp64, false}, {operand.tensor, isConverted}, *shape);
  return Side{operand, std::move(*shape), std::move(laidOut)};
}

}  // namespace

base::Outcome<RmsePair> rmsePair(const Tensor& fp64, const Operand& ref, const Tensor& res,
                                 const base::Progress& progress) {
  const Operand operands[2] = {ref, {res, res.dtype}};
  std::vector<Side> sides;
  for (const Operand& operand : operands) {
    auto side = sideFor(fp64, operand);
    if (!side) return side.error();
    sides.push_back(std::move(*side));
  }
  double roots[2] = {};
  const LaidOut &a = sides[0].laidOut, &b = sides[1].laidOut;
  const bool areAlike = a.shape == b.shape && a.first.sizes == b.first.sizes && a.first.strides == b.first.strides;
  if (areAlike && !isNarrow(fp64, operands[0]) && !isNarrow(fp64, operands[1])) {
    const Side* both[2] = {&sides[0], &sides[1]};
    const auto means = rootMeans(fp64, both, progress);
    if (means.isCancelled()) return base::Cancelled{};
    if (means.isError()) return means.error();
    return RmsePair{means.value()[0], means.value()[1]};
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side* side = &sides[i];
    if (isNarrow(fp64, operands[i])) {
      const auto mean = narrowRootMean(fp64, *side, progress);
      if (mean.isCancelled()) return base::Cancelled{};
      if (mean.isError()) return mean.error();
      roots[i] = mean.value();
    } else {
      const auto means = rootMeans(fp64, {&side, 1}, progress);
      if (means.isCancelled()) return base::Cancelled{};
      if (means.isError()) return means.error();
      roots[i] = means.value()[0];
    }
  }
  return RmsePair{roots[0], roots[1]};
}

}  // namespace plumbline::numerics
