// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/errors/error_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#include "core/numerics/errors/error_measures.h"
#include "core/numerics/errors/pair_reader.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kBlocksPerReport = 64;

using PairReaderPtr = std::unique_ptr<PairReader>;

base::Result<PairReaderPtr> openPair(const TensorPair& pair, const SameOptions& options) {
  if (auto checked = checkOptions(options); !checked) return base::fail(checked.error());
  return PairReader::open(pair, options.tol, options.equalNan);
}

/// readBlocks passes every block of the next `count` elements to `use`.
template <typename Use>
Walked readBlocks(PairReader& reader, const base::Progress& progress, const Use& use,
                  std::int64_t count = std::numeric_limits<std::int64_t>::max()) {
  PairBlock block;
  for (std::size_t blocks = 0; count > 0 && reader.next(block, static_cast<std::size_t>(std::min<std::int64_t>(count, kBlockElements))); ++blocks) {
    count -= static_cast<std::int64_t>(block.count);
    if (blocks % kBlocksPerReport == 0 &&
        !progress.report(static_cast<std::uint64_t>(block.flat), static_cast<std::uint64_t>(reader.elements())))
      return Walked::Cancelled;
    use(block);
  }
  return reader.isWhole() ? Walked::ToTheEnd : Walked::Cut;
}

/// StatisticsBuilder accumulates the figures block by block.
class StatisticsBuilder {
 public:
  explicit StatisticsBuilder(PairReader& reader)
      : m_reader(reader),
        m_relative(kBlockElements),
        m_hasUlps(reader.ref().dtype == reader.res().dtype && hasUlps(reader.ref().dtype)) {}

  void add(const PairBlock& block) {
    const std::size_t n = block.count;
    const long double refSquares = m_ref.add(block.ref, n, block.flat);
    m_refRef += refSquares;
    m_resRes += m_res.add(block.res, n, block.flat);
    m_refRes += productSum(block.ref, block.res, n);
    m_signal += m_reader.hasFp64() ? m_fp64.add(block.r, n, block.flat) : refSquares;
    const BlockSums errors = blockSums(block.error, n);
    m_noise += errors.squares;
    m_maxAbs.add(errors.range, block.error, n, block.flat);
    const Range relative = relativeErrors(block.r, block.error, n, m_relative.data());
    m_maxRel.add(relative, m_relative.data(), n, block.flat);
    addErrors(block, errors);
    addUlps(block);
    m_mismatches += m_reader.mismatches();
  }

  /// merge adds the figures of the part behind this one.
  void merge(const StatisticsBuilder& later) {
    m_ref.merge(later.m_ref);
    m_res.merge(later.m_res);
    m_fp64.merge(later.m_fp64);
    m_maxAbs.merge(later.m_maxAbs);
    m_maxRel.merge(later.m_maxRel);
    m_bins.merge(later.m_bins);
    if (later.m_ulp > m_ulp) {
      m_ulp = later.m_ulp;
      m_ulpAt = later.m_ulpAt;
    }
    m_mismatches += later.m_mismatches;
    m_finite += later.m_finite;
    m_errorSum += later.m_errorSum;
    m_refRef += later.m_refRef;
    m_resRes += later.m_resRes;
    m_refRes += later.m_refRes;
    m_signal += later.m_signal;
    m_noise += later.m_noise;
  }

  ErrorStatistics statistics() const {
    ErrorStatistics made;
    made.shape = m_reader.shape();
    made.elements = m_reader.elements();
    made.maxAbs = extreme(m_maxAbs);
    made.maxRel = extreme(m_maxRel);
    if (m_hasUlps && made.elements > 0) made.maxUlp = Extreme{ulpValue(m_ulp), m_ulpAt, indexOf(m_ulpAt, made.shape)};
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    made.meanAbs = m_finite > 0 ? static_cast<double>(m_errorSum / static_cast<long double>(m_finite)) : kNone;
    made.mismatches = m_mismatches;
    made.cosine = cosine();
    made.sqnr = sqnr();
    made.ref = m_ref.statistics();
    made.res = m_res.statistics();
    made.fp64 = m_fp64.statistics();
    made.bins = m_bins.bins();
    return made;
  }

 private:
  void addErrors(const PairBlock& block, const BlockSums& errors) {
    m_bins.add(errors.range, block.error, block.count);
    const bool areFinite =
        m_ref.hasOnlyFinite() && m_res.hasOnlyFinite() && (!m_reader.hasFp64() || m_fp64.hasOnlyFinite());
    if (areFinite && !m_maxAbs.isEmpty() && std::isfinite(m_maxAbs.value())) {
      m_errorSum += errors.sum;
      m_finite += static_cast<std::int64_t>(block.count);
      return;
    }
    for (std::size_t i = 0; i < block.count; ++i) {
      if (!std::isfinite(block.error[i])) continue;
      m_errorSum += block.error[i];
      ++m_finite;
    }
  }

  void addUlps(const PairBlock& block) {
    if (!m_hasUlps || m_ulp == kNoUlps) return;
    if (fastestLoops().areWithinUlps(m_reader.ref().dtype, block.refBytes, block.resBytes, block.count, m_ulp)) return;
    const LargestUlp found = largestUlp(m_reader.ref().dtype, block.refBytes, block.resBytes, block.count);
    if (found.distance <= m_ulp) return;
    m_ulp = found.distance;
    m_ulpAt = block.flat + static_cast<std::int64_t>(found.at);
  }

  std::optional<Extreme> extreme(const Largest& largest) const {
    if (largest.isEmpty()) return std::nullopt;
    return Extreme{largest.value(), largest.flat(), indexOf(largest.flat(), m_reader.shape())};
  }

  double cosine() const {
    // 0 / 0 is NaN: one side is all zero.
    const auto value = static_cast<double>(m_refRes / (std::sqrt(m_refRef) * std::sqrt(m_resRes)));
    return std::isnan(value) ? value : std::clamp(value, -1.0, 1.0);
  }

  double sqnr() const {
    if (m_noise == 0) return std::numeric_limits<double>::infinity();
    if (!std::isfinite(m_signal)) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(10 * std::log10(m_signal / m_noise));
  }

  PairReader& m_reader;
  std::vector<double> m_relative;
  SideCounter m_ref, m_res, m_fp64;
  Largest m_maxAbs, m_maxRel;
  BinCounter m_bins;
  bool m_hasUlps;
  std::uint64_t m_ulp = 0;
  std::int64_t m_ulpAt = 0;
  std::int64_t m_mismatches = 0, m_finite = 0;
  long double m_errorSum = 0, m_refRef = 0, m_resRes = 0, m_refRes = 0, m_signal = 0, m_noise = 0;
};

/// ChannelSums accumulate per channel. The sum of squares is wider than double, for range and precision.
struct ChannelSums {
  std::vector<ChannelError> channels;
  std::vector<long double> squares;

  void add(std::size_t channel, double error, bool isClose, std::int64_t flat) {
    ChannelError& channelError = channels[channel];
    if (channelError.worst < 0 || isWorse(error, channelError.maxAbs)) {
      channelError.maxAbs = error;
      channelError.worst = flat;
    }
    squares[channel] += static_cast<long double>(error) * error;
    channelError.mismatches += isClose ? 0 : 1;
  }
};

/// ChannelAxis: `inner` consecutive elements belong to one channel, then as many to the next.
struct ChannelAxis {
  std::int64_t size = 0, inner = 1;
};

base::Result<ChannelAxis> channelAxis(const std::vector<std::int64_t>& shape, int axis) {
  if (axis < 0 || static_cast<std::size_t>(axis) >= shape.size())
    return base::fail(base::ErrorCode::BadArgument,
                      "There is no axis " + std::to_string(axis) + " in " + sizeText(shape) + ".",
                      "Axes are counted from 0.");
  ChannelAxis made{shape[static_cast<std::size_t>(axis)], 1};
  for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i)
    made.inner *= std::max<std::int64_t>(shape[i], 1);
  if (made.size > kMaxChannels)
    return base::fail(base::ErrorCode::TooLarge,
                      "Axis " + std::to_string(axis) + " has " + std::to_string(made.size) +
                          " channels; the most are " + std::to_string(kMaxChannels) + ".",
                      "Choose another axis.");
  return made;
}

constexpr std::size_t kSamplesPerReport = 4096;

base::Error noSuchElement(std::int64_t flat, const std::vector<std::int64_t>& shape) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "There is no element " + std::to_string(flat) + " in " + sizeText(shape) + ".",
          .hint = "Elements are counted from 0 in row-major order."};
}

/// elementRow reads one element in full.
base::Outcome<ElementRow> elementRow(PairReader& reader, std::int64_t flat) {
  reader.skipTo(flat);
  PairBlock block;
  if (!reader.next(block, 1)) return reader.changed();
  ElementRow row;
  row.flat = flat;
  row.index = indexOf(flat, reader.shape());
  row.ref = elementText(reader.ref(), flat);
  row.res = elementText(reader.res(), flat);
  if (reader.hasFp64()) row.fp64 = elementText(reader.fp64(), flat);
  row.absError = block.error[0];
  row.relError = relativeError(block.r[0], block.error[0]);
  row.isWithin = *reader.closeMask() != 0;
  return row;
}

base::Outcome<std::vector<ElementRow>> elementRows(PairReader& reader, const std::vector<std::int64_t>& elements) {
  std::vector<ElementRow> rows;
  rows.reserve(elements.size());
  for (const std::int64_t flat : elements) {
    auto row = elementRow(reader, flat);
    if (row.isError()) return row.error();
    rows.push_back(std::move(row.value()));
  }
  if (!reader.isWhole()) return reader.changed();
  return rows;
}

/// Worst keeps the `count` largest errors: a heap with the smallest of them on top.
class Worst {
 public:
  explicit Worst(std::size_t count) : m_count(count) {}

  void add(const PairBlock& block) {
    for (std::size_t i = 0; i < block.count; ++i) {
      if (m_heap.size() == m_count && !isWorse(block.error[i], m_heap.front().error)) continue;
      if (m_heap.size() == m_count) {
        std::ranges::pop_heap(m_heap, isBefore);
        m_heap.pop_back();
      }
      m_heap.push_back({block.error[i], block.flat + static_cast<std::int64_t>(i)});
      std::ranges::push_heap(m_heap, isBefore);
    }
  }
  /// indices are flat, the worst first.
  std::vector<std::int64_t> indices() {
    std::ranges::sort_heap(m_heap, isBefore);
    std::vector<std::int64_t> made;
    for (const Entry& entry : m_heap) made.push_back(entry.flat);
    return made;
  }

 private:
  struct Entry {
    double error = 0;
    std::int64_t flat = 0;
  };
  static bool isBefore(const Entry& a, const Entry& b) {
    if (isWorse(a.error, b.error)) return true;
    return !isWorse(b.error, a.error) && a.flat < b.flat;
  }
  std::size_t m_count;
  std::vector<Entry> m_heap;
};

bool isAxis(int axis, const std::vector<std::int64_t>& shape) {
  return axis >= -1 && axis < static_cast<int>(shape.size());
}

/// toFloat keeps non-zero errors above 0 and finite ones below infinity.
float toFloat(double error) {
  if (error > 0 && error < std::numeric_limits<float>::denorm_min()) return std::numeric_limits<float>::denorm_min();
  if (error <= std::numeric_limits<double>::max() && error > std::numeric_limits<float>::max())
    return std::numeric_limits<float>::max();
  return static_cast<float>(error);
}

/// HeatMapBuilder fills the cells of a heat map from the blocks of its slice.
class HeatMapBuilder {
 public:
  HeatMapBuilder(const std::vector<std::int64_t>& shape, int rowAxis, int columnAxis, std::vector<std::int64_t> fixed)
      : m_shape(shape) {
    m_map.rowAxis = rowAxis;
    m_map.columnAxis = columnAxis;
    m_map.fixed = std::move(fixed);
    for (const int axis : {rowAxis, columnAxis})
      if (axis >= 0) m_map.fixed[static_cast<std::size_t>(axis)] = 0;
    const std::vector<std::int64_t> steps = contiguousStrides(shape);
    const auto stepOf = [&steps](int axis) { return axis < 0 ? 0 : steps[static_cast<std::size_t>(axis)]; };
    m_rowStep = stepOf(rowAxis);
    m_columnStep = stepOf(columnAxis);
    for (std::size_t axis = 0; axis < steps.size(); ++axis) m_corner += m_map.fixed[axis] * steps[axis];
  }

  /// slice of a tensor along the two axes; axis -1 has one element.
  Tensor slice(const Tensor& tensor) const {
    const Tensor view = broadcastView(tensor, m_shape);
    Tensor slice = view;
    slice.sizes.clear();
    slice.strides.clear();
    for (const int axis : {m_map.rowAxis, m_map.columnAxis}) {
      slice.sizes.push_back(axis < 0 ? 1 : m_shape[static_cast<std::size_t>(axis)]);
      slice.strides.push_back(axis < 0 ? 0 : view.strides[static_cast<std::size_t>(axis)]);
    }
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis) slice.offset += m_map.fixed[axis] * view.strides[axis];
    return slice;
  }

  void begin(std::int64_t rowElements, std::int64_t columnElements, std::int64_t maxCells) {
    m_map.rowElements = rowElements;
    m_map.columnElements = columnElements;
    m_map.rows = std::min(rowElements, maxCells);
    m_map.columns = std::min(columnElements, maxCells);
    m_map.errors.assign(static_cast<std::size_t>(m_map.rows * m_map.columns), -1.0F);  // less than any error
    m_map.elements.assign(m_map.errors.size(), 0);
  }

  void add(const PairBlock& block) {
    m_worst.add(block.error, block.count, block.flat);
    std::int64_t row = block.flat / m_map.columnElements;
    std::int64_t column = block.flat % m_map.columnElements;
    std::int64_t line = -1, cell = 0, cellEnd = 0;
    for (std::size_t i = 0; i < block.count; ++i) {
      if (line < 0) {
        line = heatCell(row, m_map.rowElements, m_map.rows) * m_map.columns;
        cell = heatCell(column, m_map.columnElements, m_map.columns);
        cellEnd = heatCellStart(cell + 1, m_map.columnElements, m_map.columns);
      }
      const float error = toFloat(block.error[i]);
      const auto at = static_cast<std::size_t>(line + cell);
      if (isWorse(error, m_map.errors[at])) {
        m_map.errors[at] = error;
        m_map.elements[at] = flatIndex(row, column);
      }
      if (++column == m_map.columnElements) {
        column = 0;
        ++row;
        line = -1;
      } else if (column == cellEnd) {
        ++cell;
        cellEnd = heatCellStart(cell + 1, m_map.columnElements, m_map.columns);
      }
    }
  }

  HeatMap finish() {
    const std::int64_t row = m_worst.flat() / m_map.columnElements, column = m_worst.flat() % m_map.columnElements;
    m_map.worstRow = heatCell(row, m_map.rowElements, m_map.rows);
    m_map.worstColumn = heatCell(column, m_map.columnElements, m_map.columns);
    m_map.elements[static_cast<std::size_t>(m_map.worstRow * m_map.columns + m_map.worstColumn)] = flatIndex(row, column);
    return std::move(m_map);
  }

 private:
  std::int64_t flatIndex(std::int64_t row, std::int64_t column) const {
    return m_corner + row * m_rowStep + column * m_columnStep;
  }

  const std::vector<std::int64_t>& m_shape;
  HeatMap m_map;
  std::int64_t m_rowStep = 0, m_columnStep = 0, m_corner = 0;
  Largest m_worst;
};

base::Error noSuchSlice(const std::string& what) {
  return {.code = base::ErrorCode::BadArgument,
          .text = what,
          .hint = "Choose two axes of the tensor and one of its elements."};
}

}  // namespace

base::Outcome<ErrorStatistics> errorStatistics(const TensorPair& pair, const SameOptions& options,
                                               const base::Progress& progress, const ForEach& forEach) {
  auto whole = openPair(pair, options);
  if (!whole) return whole.error();
  const std::int64_t elements = (*whole)->elements();
  const auto parts = static_cast<std::size_t>(std::max<std::int64_t>((elements + kPartElements - 1) / kPartElements, 1));
  std::mutex mutex;
  std::int64_t done = 0;
  Walked worst = Walked::ToTheEnd;
  std::vector<std::unique_ptr<StatisticsBuilder>> builders(parts);
  const auto readPart = [&](std::size_t part) {
    {
      const std::scoped_lock lock(mutex);
      if (worst != Walked::ToTheEnd) return;
    }
    const std::int64_t from = static_cast<std::int64_t>(part) * kPartElements;
    auto reader = openPair(pair, options);
    (*reader)->skipTo(from);
    auto builder = std::make_unique<StatisticsBuilder>(**reader);
    const base::Progress ofPart(progress.stopToken(), [&](std::uint64_t, std::uint64_t) {
      const std::scoped_lock lock(mutex);
      (void)progress.report(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(elements));
    });
    const Walked walked = readBlocks(**reader, ofPart, [&](const PairBlock& block) { builder->add(block); }, kPartElements);
    const std::scoped_lock lock(mutex);
    done += kPartElements;
    if (walked != Walked::ToTheEnd) worst = walked;
    builders[part] = std::move(builder);
  };
  if (forEach && parts > 1) forEach(parts, readPart);
  else for (std::size_t part = 0; part < parts; ++part) readPart(part);
  if (worst == Walked::Cancelled) return base::Cancelled{};
  if (worst == Walked::Cut) return (*whole)->changed();
  StatisticsBuilder all(**whole);
  for (const auto& builder : builders) all.merge(*builder);
  return all.statistics();
}

base::Outcome<std::vector<ChannelError>> channelErrors(const TensorPair& pair, const SameOptions& options, int axis,
                                                       const base::Progress& progress) {
  auto opened = openPair(pair, options);
  if (!opened) return opened.error();
  PairReader& reader = **opened;
  const auto channels = channelAxis(reader.shape(), axis);
  if (!channels) return channels.error();

  ChannelSums sums;
  sums.channels.assign(static_cast<std::size_t>(channels->size), ChannelError{.worst = -1});
  sums.squares.resize(sums.channels.size());
  const Walked walked = readBlocks(reader, progress, [&](const PairBlock& block) {
    const std::uint8_t* close = reader.closeMask();
    std::int64_t inChannel = block.flat % channels->inner;
    std::int64_t channel = block.flat / channels->inner % channels->size;
    for (std::size_t i = 0; i < block.count; ++i) {
      sums.add(static_cast<std::size_t>(channel), block.error[i], close[i] != 0,
               block.flat + static_cast<std::int64_t>(i));
      if (++inChannel < channels->inner) continue;
      inChannel = 0;
      if (++channel == channels->size) channel = 0;
    }
  });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return reader.changed();
  for (std::size_t i = 0; i < sums.channels.size(); ++i) {
    const std::int64_t count = reader.elements() / channels->size;
    sums.channels[i].channel = static_cast<std::int64_t>(i);
    sums.channels[i].rmse =
        count > 0 ? static_cast<double>(std::sqrt(sums.squares[i] / static_cast<long double>(count))) : 0;
  }
  return sums.channels;
}

base::Outcome<std::vector<ScatterPoint>> scatterSample(const TensorPair& pair, const SameOptions& options,
                                                       std::int64_t worst, std::size_t maxPoints,
                                                       const base::Progress& progress) {
  auto opened = openPair(pair, options);
  if (!opened) return opened.error();
  PairReader& reader = **opened;
  const std::int64_t elements = reader.elements();
  if (elements == 0 || maxPoints == 0) return std::vector<ScatterPoint>{};
  if (worst < 0 || worst >= elements) return noSuchElement(worst, reader.shape());

  const bool isAll = static_cast<std::uint64_t>(elements) <= maxPoints;
  const std::int64_t spread = isAll ? elements : static_cast<std::int64_t>(maxPoints) - 1;
  std::vector<ScatterPoint> points;
  points.reserve(static_cast<std::size_t>(spread) + 1);
  const auto add = [&](std::int64_t flat) {
    reader.skipTo(flat);
    PairBlock block;
    if (!reader.next(block, 1)) return false;
    points.push_back({flat, block.ref[0], block.res[0], *reader.closeMask() != 0});
    return true;
  };
  if (!add(worst)) return reader.changed();
  for (std::int64_t i = 0; i < spread; ++i) {
    if (static_cast<std::size_t>(i) % kSamplesPerReport == 0 &&
        !progress.report(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(spread)))
      return base::Cancelled{};
    const std::int64_t flat = heatCellStart(i, elements, spread);
    if (flat != worst && !add(flat)) return reader.changed();
  }
  if (!reader.isWhole()) return reader.changed();
  return points;
}

base::Outcome<std::vector<ElementRow>> elementsAround(const TensorPair& pair, const SameOptions& options,
                                                      std::int64_t flat, std::int64_t reach) {
  auto reader = openPair(pair, options);
  if (!reader) return reader.error();
  const std::vector<std::int64_t>& shape = (*reader)->shape();
  if (flat < 0 || flat >= (*reader)->elements()) return noSuchElement(flat, shape);
  const std::int64_t size = shape.empty() ? 1 : shape.back();
  const std::int64_t at = flat % size;
  const std::int64_t maxReach = std::max<std::int64_t>(reach, 0);
  std::vector<std::int64_t> elements;
  for (std::int64_t i = at - std::min(at, maxReach); i <= at + std::min(size - 1 - at, maxReach); ++i)
    elements.push_back(flat - at + i);
  return elementRows(**reader, elements);
}

base::Outcome<std::vector<ElementRow>> worstElements(const TensorPair& pair, const SameOptions& options,
                                                     std::size_t count, const base::Progress& progress) {
  auto reader = openPair(pair, options);
  if (!reader) return reader.error();
  if (count == 0) return std::vector<ElementRow>{};
  Worst worst(count);
  const Walked walked = readBlocks(**reader, progress, [&](const PairBlock& block) { worst.add(block); });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return (*reader)->changed();
  return elementRows(**reader, worst.indices());
}

std::int64_t heatCell(std::int64_t element, std::int64_t elements, std::int64_t cells) {
  const std::int64_t larger = elements / cells + 1;  // size of the first cells, which have one element more
  const std::int64_t inFirst = elements % cells * larger;
  return element < inFirst ? element / larger : elements % cells + (element - inFirst) / (larger - 1);
}

std::int64_t heatCellStart(std::int64_t cell, std::int64_t elements, std::int64_t cells) {
  return cell * (elements / cells) + std::min(cell, elements % cells);
}

base::Outcome<HeatMap> heatMap(const TensorPair& pair, int rowAxis, int columnAxis, std::int64_t through,
                               std::int64_t maxCells, const base::Progress& progress) {
  if (auto checked = checkPair(pair); !checked) return checked.error();
  const auto shape = pairShape(pair);
  if (!shape) return shape.error();
  if (!isAxis(rowAxis, *shape) || !isAxis(columnAxis, *shape) || (rowAxis == columnAxis && rowAxis >= 0))
    return noSuchSlice("There is no slice of " + sizeText(*shape) + " along axes " + std::to_string(rowAxis) + " and " +
                       std::to_string(columnAxis) + ".");
  if (through < 0 || through >= elementCount(*shape))
    return noSuchSlice("There is no element " + std::to_string(through) + " in " + sizeText(*shape) + ".");
  if (maxCells < 1) return noSuchSlice("A heat map needs at least one cell.");

  HeatMapBuilder builder(*shape, rowAxis, columnAxis, indexOf(through, *shape));
  const Tensor ref = builder.slice(*pair.ref), res = builder.slice(*pair.res);
  const Tensor* fp64 = usedFp64(pair);
  const Tensor fp64Slice = fp64 != nullptr ? builder.slice(*fp64) : Tensor();
  auto opened = PairReader::open({&ref, &res, fp64 != nullptr ? &fp64Slice : nullptr}, 0, true);
  if (!opened) return opened.error();
  PairReader& reader = **opened;

  builder.begin(ref.sizes[0], ref.sizes[1], maxCells);
  const Walked walked = readBlocks(reader, progress, [&](const PairBlock& block) { builder.add(block); });
  if (walked == Walked::Cancelled) return base::Cancelled{};
  if (walked == Walked::Cut) return reader.changed();
  return builder.finish();
}

}  // namespace plumbline::numerics
