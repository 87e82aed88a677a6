// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/numerics/error_measures.h"
#include "core/numerics/error_statistics.h"
#include "core/numerics/pair_reader.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kBlocksPerReport = 64;

bool isAxis(int axis, const std::vector<std::int64_t>& shape) {
  return axis >= -1 && axis < static_cast<int>(shape.size());
}

/// sliceOf is the part of a tensor of that shape which two axes span through an element; -1 is an axis of one.
Tensor sliceOf(const Tensor& tensor, const std::vector<std::int64_t>& shape, int rowAxis, int columnAxis,
               const std::vector<std::int64_t>& fixed) {
  const Tensor view = broadcastView(tensor, shape);
  Tensor slice = view;
  slice.sizes.clear();
  slice.strides.clear();
  for (const int axis : {rowAxis, columnAxis}) {
    slice.sizes.push_back(axis < 0 ? 1 : shape[static_cast<std::size_t>(axis)]);
    slice.strides.push_back(axis < 0 ? 0 : view.strides[static_cast<std::size_t>(axis)]);
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) slice.offset += fixed[axis] * view.strides[axis];
  return slice;
}

/// asFloat keeps what is not 0 above 0, and what is finite below infinity.
float asFloat(double error) {
  if (error > 0 && error < std::numeric_limits<float>::denorm_min()) return std::numeric_limits<float>::denorm_min();
  if (error <= std::numeric_limits<double>::max() && error > std::numeric_limits<float>::max())
    return std::numeric_limits<float>::max();
  return static_cast<float>(error);
}

base::Error noSuchSlice(const std::string& what) {
  return {.code = base::ErrorCode::BadArgument, .text = what, .hint = "Choose two axes of the tensor and one of its elements."};
}

}  // namespace

std::int64_t heatCell(std::int64_t element, std::int64_t elements, std::int64_t cells) {
  const std::int64_t most = elements / cells + 1;  // of the first cells, which take one more
  const std::int64_t inFirst = elements % cells * most;
  return element < inFirst ? element / most : elements % cells + (element - inFirst) / (most - 1);
}

std::int64_t heatCellStart(std::int64_t cell, std::int64_t elements, std::int64_t cells) {
  return cell * (elements / cells) + std::min(cell, elements % cells);
}

base::Outcome<HeatMap> heatMap(const TensorPair& pair, int rowAxis, int columnAxis, std::int64_t through,
                               std::int64_t most, const base::Progress& progress) {
  if (auto checked = checkPair(pair); !checked) return checked.error();
  const auto shape = pairShape(pair);
  if (!shape) return shape.error();
  if (!isAxis(rowAxis, *shape) || !isAxis(columnAxis, *shape) || (rowAxis == columnAxis && rowAxis >= 0))
    return noSuchSlice("There is no slice of " + sizeText(*shape) + " along axes " + std::to_string(rowAxis) + " and " +
                       std::to_string(columnAxis) + ".");
  if (through < 0 || through >= elementCount(*shape))
    return noSuchSlice("There is no element " + std::to_string(through) + " in " + sizeText(*shape) + ".");
  if (most < 1) return noSuchSlice("A heat map needs at least one cell.");

  HeatMap map;
  map.rowAxis = rowAxis;
  map.columnAxis = columnAxis;
  map.fixed = indexOf(through, *shape);
  for (const int axis : {rowAxis, columnAxis})
    if (axis >= 0) map.fixed[static_cast<std::size_t>(axis)] = 0;
  const Tensor ref = sliceOf(*pair.ref, *shape, rowAxis, columnAxis, map.fixed);
  const Tensor res = sliceOf(*pair.res, *shape, rowAxis, columnAxis, map.fixed);
  const Tensor* fp64 = usedFp64(pair);
  const Tensor fp64Slice = fp64 != nullptr ? sliceOf(*fp64, *shape, rowAxis, columnAxis, map.fixed) : Tensor();
  auto opened = PairReader::open({&ref, &res, fp64 != nullptr ? &fp64Slice : nullptr}, 0, true);
  if (!opened) return opened.error();
  PairReader& reader = **opened;

  map.rowElements = ref.sizes[0];
  map.columnElements = ref.sizes[1];
  map.rows = std::min(map.rowElements, most);
  map.columns = std::min(map.columnElements, most);
  map.errors.assign(static_cast<std::size_t>(map.rows * map.columns), -1.0F);  // less than any error
  map.places.assign(map.errors.size(), 0);
  const std::vector<std::int64_t> steps = contiguousStrides(*shape);
  const auto stepOf = [&steps](int axis) { return axis < 0 ? 0 : steps[static_cast<std::size_t>(axis)]; };
  std::int64_t corner = 0;
  for (std::size_t axis = 0; axis < steps.size(); ++axis) corner += map.fixed[axis] * steps[axis];
  Largest worst;
  PairBlock block;
  for (std::size_t blocks = 0; reader.next(block); ++blocks) {
    if (blocks % kBlocksPerReport == 0 &&
        !progress.report(static_cast<std::uint64_t>(block.flat), static_cast<std::uint64_t>(reader.elements())))
      return base::Cancelled{};
    worst.add(block.error, block.count, block.flat);
    std::int64_t row = block.flat / map.columnElements;
    std::int64_t column = block.flat % map.columnElements;
    std::int64_t line = -1, cell = 0, cellEnd = 0;
    for (std::size_t i = 0; i < block.count; ++i) {
      if (line < 0) {
        line = heatCell(row, map.rowElements, map.rows) * map.columns;
        cell = heatCell(column, map.columnElements, map.columns);
        cellEnd = heatCellStart(cell + 1, map.columnElements, map.columns);
      }
      const float error = asFloat(block.error[i]);
      const auto at = static_cast<std::size_t>(line + cell);
      if (isWorse(error, map.errors[at])) {
        map.errors[at] = error;
        map.places[at] = corner + row * stepOf(rowAxis) + column * stepOf(columnAxis);
      }
      if (++column == map.columnElements) {
        column = 0;
        ++row;
        line = -1;
      } else if (column == cellEnd) {
        ++cell;
        cellEnd = heatCellStart(cell + 1, map.columnElements, map.columns);
      }
    }
  }
  if (!reader.isWhole()) return reader.changed();
  map.worstRow = heatCell(worst.flat() / map.columnElements, map.rowElements, map.rows);
  map.worstColumn = heatCell(worst.flat() % map.columnElements, map.columnElements, map.columns);
  const std::int64_t worstAt = corner + worst.flat() / map.columnElements * stepOf(rowAxis) +
                               worst.flat() % map.columnElements * stepOf(columnAxis);
  map.places[static_cast<std::size_t>(map.worstRow * map.columns + map.worstColumn)] = worstAt;
  return map;
}

}  // namespace plumbline::numerics
