// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/kernels/compare_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/numerics/kernels/block_reader.h"
#include "core/numerics/kernels/compare_loops.h"
#include "core/numerics/tensors/dtype.h"

namespace plumbline::numerics {
namespace {

/// LaidOut is two tensors broadcast to a shape, with their axes in the order in which torch lays out, and sums, the
/// result of x - y: for row-major tensors that of their elements, for transposed ones that of memory. Nothing is
/// copied.
struct LaidOut {
  std::vector<std::int64_t> shape;
  Tensor first, second;
};

struct OrderedOperand {
  const Tensor& tensor;
  bool isConverted = false;  ///< torch converts the tensor before the operation
};

using Sizes = std::vector<std::int64_t>;

/// isDense: the elements fill a range of memory without gaps or repeats, in any order of axes.
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

/// layOut two tensors for an operation on both. A converted tensor keeps its strides only if it is dense, else it
/// becomes row-major. Not handled: torch makes a four-dimensional tensor with gaps channels-last if its strides suggest
/// that.
LaidOut layOut(const OrderedOperand& first, const OrderedOperand& second, std::span<const std::int64_t> shape) {
  const Sizes strides[2] = {stridesFor(first, shape), stridesFor(second, shape)};
  // Axes from the fastest on, sorted as in torch: by the first operand whose strides decide. An axis moves inwards past
  // those it must precede; undecided axes keep their order.
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

base::Error noAnswer(Dtype dtype) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "Tensors of " + std::string(torchName(dtype)) + " cannot be compared number by number.",
          .hint = "Convert them to float32 before they are saved."};
}

/// areClosePairs of complex numbers, real and imaginary part after each other.
template <typename Real>
bool areClosePairs(const Real* ref, const Real* res, std::size_t count, const CloseBounds& bounds) {
  const auto rtol = static_cast<Real>(bounds.rtol), atol = static_cast<Real>(bounds.atol);
  for (std::size_t i = 0; i < count; ++i) {
    const std::complex<Real> a(ref[2 * i], ref[2 * i + 1]), b(res[2 * i], res[2 * i + 1]);
    const Real error = std::abs(a - b);
    const bool areNan = a != a && b != b;
    const bool isWithin = std::isfinite(error) && error <= atol + std::abs(rtol * b);
    if (a != b && !isWithin && !(areNan && bounds.equalNan)) return false;
  }
  return true;
}

/// flattened makes a tensor of one element one that broadcasts to any vector.
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

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// The two sides alternate after so many elements, while those of fp64 are in the first-level cache.
constexpr std::size_t kTurnElements = 512;

/// Side is ref or res beside the fp64 reference.
struct Side {
  Operand operand;
  std::vector<std::int64_t> shape;  // broadcast with fp64
  LaidOut laidOut;
};

/// readAs is the dtype if the loops support it, else float64.
Dtype readAs(Dtype dtype) {
  return dtype == Dtype::Float32 || dtype == Dtype::Float16 || dtype == Dtype::BFloat16 ? dtype : Dtype::Float64;
}

/// DifferenceSum is the sum of one side's squared differences. Integer dtypes are converted twice, as in torch.
class DifferenceSum {
 public:
  DifferenceSum(const Side& side, std::int64_t count)
      : m_reader({side.laidOut.second, side.operand.as}, side.laidOut.shape),
        m_as(side.operand.as),
        m_dtype(readAs(side.operand.as)),
        m_sum(count) {}

  /// next reads the block for the following calls of add; false when the file was truncated.
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

/// isNarrow: torch computes in the dtype of a tensor with axes beside a float64 tensor without axes.
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
  auto shape = broadcastShape(fp64.sizes, operand.tensor.sizes);
  if (!shape) return base::fail(shape.error());
  if (!canCompare(operand.as) || isComplex(operand.tensor.dtype))
    return base::fail(
        {.code = base::ErrorCode::BadArgument,
         .text = "There is no difference between float64 and " + std::string(torchName(operand.as)) + " here."});
  const bool isConverted = operand.as != operand.tensor.dtype || operand.as != Dtype::Float64;
  LaidOut laidOut = layOut({fp64, false}, {operand.tensor, isConverted}, *shape);
  return Side{operand, std::move(*shape), std::move(laidOut)};
}

}  // namespace

double roundedTo(double tolerance, Dtype dtype) {
  if (dtype == Dtype::Float64) return tolerance;
  const auto single = static_cast<float>(tolerance);
  if (dtype == Dtype::Float16) return halfToFloat(floatToHalf(single));
  if (dtype == Dtype::BFloat16) return bfloat16ToFloat(floatToBFloat16(single));
  return single;
}

base::Outcome<bool> allClose(const Operand& ref, const Operand& res, double rtol, double atol, bool equalNan,
                             const base::Progress& progress) {
  const bool areComplex = ref.as == Dtype::Complex64 || ref.as == Dtype::Complex128;
  if (!canCompare(ref.as) && !areComplex) return noAnswer(ref.as);
  for (const Operand* operand : {&ref, &res})
    if (operand->tensor.dtype == Dtype::Complex32) return noAnswer(Dtype::Complex32);
  const auto shape = broadcastShape(ref.tensor.sizes, res.tensor.sizes);
  if (!shape) return shape.error();
  // The order does not change the result; that of memory is faster.
  const LaidOut laidOut = layOut({ref.tensor, false}, {res.tensor, false}, *shape);
  std::array readers{BlockReader({laidOut.first, ref.as}, laidOut.shape),
                     BlockReader({laidOut.second, res.as}, laidOut.shape)};
  const bool isEquality = rtol == 0 && atol == 0;
  const CloseBounds bounds{isEquality ? 0 : roundedTo(rtol, ref.as), isEquality ? -1 : roundedTo(atol, ref.as),
                           equalNan};
  const CompareLoops& loops = fastestLoops();
  bool areClose = true;
  const Walked walked = walkBlocks(elementCount(*shape), progress, readers, [&](std::size_t count) {
    areClose = ref.as == Dtype::Complex64    ? areClosePairs(readers[0].as<float>(), readers[1].as<float>(), count, bounds)
               : ref.as == Dtype::Complex128 ? areClosePairs(readers[0].as<double>(), readers[1].as<double>(), count, bounds)
                                             : loops.allClose(ref.as, readers[0].data(), readers[1].data(), count, bounds);
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
  if (ref.dtype == Dtype::Complex32) return noAnswer(ref.dtype);
  if (res.dtype == Dtype::Complex32) return noAnswer(res.dtype);
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
  constexpr float kMinSquare = static_cast<float>(1e-6 * 1e-6);  // eps, as same() has it
  std::array<float, 2> norms{};
  for (std::size_t side = 0; side < sums.size(); ++side) {
    const float square = sums[side].finish();
    norms[side] = std::sqrt(square < kMinSquare ? kMinSquare : square);
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
    if (!counted.isValue()) return counted.failure();
    own[side] = counted.value();
  }
  const auto single = [](std::int64_t count) { return static_cast<double>(static_cast<float>(count)); };
  return OverlapCounts{single(both), single(either), single(own[0]), single(own[1])};
}

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
    if (!means.isValue()) return means.failure();
    return RmsePair{means.value()[0], means.value()[1]};
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side* side = &sides[i];
    if (isNarrow(fp64, operands[i])) {
      const auto mean = narrowRootMean(fp64, *side, progress);
      if (!mean.isValue()) return mean.failure();
      roots[i] = mean.value();
    } else {
      const auto means = rootMeans(fp64, {&side, 1}, progress);
      if (!means.isValue()) return means.failure();
      roots[i] = means.value()[0];
    }
  }
  return RmsePair{roots[0], roots[1]};
}

}  // namespace plumbline::numerics
