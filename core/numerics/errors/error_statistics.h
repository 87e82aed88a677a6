// SPDX-License-Identifier: GPL-3.0-or-later
// Figures about two tensors that differ. Errors are |res - r| in float64 where r is the fp64 reference if it is
// float64, else ref; 0 for equal infinities and for NaN on both sides, NaN for NaN on one side. Shapes are broadcast as
// in same(). Errors of all functions: BadArgument for dtypes that same() rejects, shapes that do not match and indices
// out of range; Changed when a file was truncated meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/same/same.h"
#include "core/numerics/tensors/tensor.h"

namespace plumbline::numerics {

struct TensorPair {
  const Tensor* ref = nullptr;   ///< never null
  const Tensor* res = nullptr;   ///< never null
  const Tensor* fp64 = nullptr;  ///< may be null
};

/// Extreme is the element with the largest value; the first of equals. NaN is larger than all.
struct Extreme {
  double value = 0;
  std::int64_t flat = 0;                ///< row-major index in the broadcast shape
  std::vector<std::int64_t> index = {};
};

struct SideStatistics {
  std::int64_t nans = 0, infinities = 0;
  std::optional<std::int64_t> firstNan, firstInfinity;  ///< flat
  double min = 0, max = 0, mean = 0;                    ///< of the finite ones; NaN without any
};

/// ErrorBins: absolute errors by power of ten.
struct ErrorBins {
  int firstExponent = 0;               ///< counts[0] holds errors in [10^first, 10^(first+1))
  std::vector<std::int64_t> counts;
  std::int64_t zero = 0, notFinite = 0;
};

struct ErrorStatistics {
  std::vector<std::int64_t> shape;     ///< broadcast
  std::int64_t elements = 0;
  std::optional<Extreme> maxAbs, maxRel;  ///< rel: |res - r| / |r|; 0 where both are 0
  std::optional<Extreme> maxUlp;       ///< units in the last place; absent unless ref and res have the same floating dtype.
                                       ///< Different signs count through zero; NaN against a number: infinite
  double meanAbs = 0;                  ///< of the finite errors; NaN without any
  std::int64_t mismatches = 0;         ///< elements outside tol as in allclose, ref in res's dtype
  double cosine = 0;                   ///< of ref and res, in float64; NaN when one is all zero
  double sqnr = 0;                     ///< dB, 10 log10(sum r^2 / sum (res - r)^2); infinite without error
  SideStatistics ref, res, fp64;
  ErrorBins bins;
};
/// ForEach calls `use` for each index below `count`, on any threads, and returns when all are done.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& use)>;
/// kPartElements: larger tensors are read in parts of this size, side by side with `forEach`. The parts are the same
/// without it, so that the figures do not depend on the number of threads.
inline constexpr std::int64_t kPartElements = std::int64_t{1} << 20U;
base::Outcome<ErrorStatistics> errorStatistics(const TensorPair& pair, const SameOptions& options,
                                               const base::Progress& progress = {}, const ForEach& forEach = {});

/// ChannelError is the error of one index of an axis.
struct ChannelError {
  std::int64_t channel = 0;
  double maxAbs = 0, rmse = 0;
  std::int64_t mismatches = 0;
  std::int64_t worst = 0;      ///< flat index of maxAbs
};
/// kMaxChannels is the limit of channelErrors.
inline constexpr std::int64_t kMaxChannels = 1 << 20;
/// channelErrors along `axis` of the broadcast shape. Errors: BadArgument; TooLarge for more than kMaxChannels.
base::Outcome<std::vector<ChannelError>> channelErrors(const TensorPair& pair, const SameOptions& options, int axis,
                                                       const base::Progress& progress = {});

/// HeatMap is a 2-D slice of the errors: `rows` x `columns` cells, each the largest error of its elements.
struct HeatMap {
  int rowAxis = 0, columnAxis = 1;      ///< -1: the tensor has fewer axes, one row
  std::vector<std::int64_t> fixed;      ///< index of the other axes; those of the two axes are 0
  std::int64_t rows = 0, columns = 0;
  std::int64_t rowElements = 0, columnElements = 0;  ///< of the slice itself
  std::vector<float> errors;            ///< row-major; NaN where an element is NaN on one side only
  std::vector<std::int64_t> elements;   ///< flat, of the element that is the largest of its cell
  std::int64_t worstRow = 0, worstColumn = 0;        ///< cell of the largest one
};
/// heatMap through the element `through` (flat), with at most `maxCells` per axis.
base::Outcome<HeatMap> heatMap(const TensorPair& pair, int rowAxis, int columnAxis, std::int64_t through,
                               std::int64_t maxCells = 256, const base::Progress& progress = {});
/// heatCell is the cell of an element when `elements` are distributed evenly over `cells`; heatCellStart is the first
/// element of a cell.
std::int64_t heatCell(std::int64_t element, std::int64_t elements, std::int64_t cells);
std::int64_t heatCellStart(std::int64_t cell, std::int64_t elements, std::int64_t cells);

/// scatterSample is at most `maxPoints` pairs, evenly spread over the tensor; the worst element is the first.
struct ScatterPoint {
  std::int64_t flat = 0;
  double ref = 0, res = 0;
  bool isWithin = true;  ///< of tol
};
base::Outcome<std::vector<ScatterPoint>> scatterSample(const TensorPair& pair, const SameOptions& options,
                                                       std::int64_t worst, std::size_t maxPoints = 4000,
                                                       const base::Progress& progress = {});

/// ElementRow is one element in full, as torch prints its numbers.
struct ElementRow {
  std::int64_t flat = 0;
  std::vector<std::int64_t> index;
  std::string ref, res, fp64;  ///< fp64 "" without one
  double absError = 0, relError = 0;
  bool isWithin = true;        ///< of tol
};
/// elementsAround returns up to `reach` elements on each side along the last axis, worstElements the `count` largest
/// errors.
base::Outcome<std::vector<ElementRow>> elementsAround(const TensorPair& pair, const SameOptions& options,
                                                      std::int64_t flat, std::int64_t reach = 8);
base::Outcome<std::vector<ElementRow>> worstElements(const TensorPair& pair, const SameOptions& options,
                                                     std::size_t count, const base::Progress& progress = {});

}  // namespace plumbline::numerics
