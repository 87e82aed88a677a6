// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/numerics/error_measures.h"
#include "core/numerics/error_statistics.h"
#include "core/numerics/pair_reader.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kBlocksPerReport = 64;
constexpr std::size_t kSamplesPerReport = 4096;

base::Error noSuchElement(std::int64_t flat, const std::vector<std::int64_t>& shape) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "There is no element " + std::to_string(flat) + " in " + sizeText(shape) + ".",
          .hint = "Elements are counted from 0 in row-major order."};
}

/// rowOf reads one element again, in full.
base::Outcome<ElementRow> rowOf(PairReader& reader, std::int64_t flat) {
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

base::Outcome<std::vector<ElementRow>> rowsOf(PairReader& reader, const std::vector<std::int64_t>& places) {
  std::vector<ElementRow> rows;
  rows.reserve(places.size());
  for (const std::int64_t flat : places) {
    auto row = rowOf(reader, flat);
    if (row.isError()) return row.error();
    rows.push_back(std::move(row.value()));
  }
  return rows;
}

/// Worst keeps the `count` largest errors: a heap with the least of them on top.
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
  /// places from the worst on
  std::vector<std::int64_t> places() {
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

}  // namespace

base::Outcome<std::vector<ScatterPoint>> scatterSample(const TensorPair& pair, const SameOptions& options,
                                                       std::int64_t worst, std::size_t most,
                                                       const base::Progress& progress) {
  if (auto checked = checkOptions(options); !checked) return checked.error();
  auto opened = PairReader::open(pair, options.tol, options.equalNan);
  if (!opened) return opened.error();
  PairReader& reader = **opened;
  const std::int64_t elements = reader.elements();
  if (elements == 0 || most == 0) return std::vector<ScatterPoint>{};
  if (worst < 0 || worst >= elements) return noSuchElement(worst, reader.shape());

  const bool isAll = static_cast<std::uint64_t>(elements) <= most;
  const std::int64_t spread = isAll ? elements : static_cast<std::int64_t>(most) - 1;
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
  return points;
}

base::Outcome<std::vector<ElementRow>> elementsAround(const TensorPair& pair, const SameOptions& options,
                                                      std::int64_t flat, std::int64_t reach) {
  if (auto checked = checkOptions(options); !checked) return checked.error();
  auto reader = PairReader::open(pair, options.tol, options.equalNan);
  if (!reader) return reader.error();
  const std::vector<std::int64_t>& shape = (*reader)->shape();
  if (flat < 0 || flat >= (*reader)->elements()) return noSuchElement(flat, shape);
  const std::int64_t size = shape.empty() ? 1 : shape.back();
  const std::int64_t at = flat % size;
  const std::int64_t wanted = std::max<std::int64_t>(reach, 0);
  std::vector<std::int64_t> places;
  for (std::int64_t i = at - std::min(at, wanted); i <= at + std::min(size - 1 - at, wanted); ++i) places.push_back(flat - at + i);
  return rowsOf(**reader, places);
}

base::Outcome<std::vector<ElementRow>> worstElements(const TensorPair& pair, const SameOptions& options, std::size_t count,
                                                     const base::Progress& progress) {
  if (auto checked = checkOptions(options); !checked) return checked.error();
  auto reader = PairReader::open(pair, options.tol, options.equalNan);
  if (!reader) return reader.error();
  if (count == 0) return std::vector<ElementRow>{};
  Worst worst(count);
  PairBlock block;
  for (std::size_t blocks = 0; (*reader)->next(block); ++blocks) {
    if (blocks % kBlocksPerReport == 0 && !progress.report(static_cast<std::uint64_t>(block.flat),
                                                           static_cast<std::uint64_t>((*reader)->elements())))
      return base::Cancelled{};
    worst.add(block);
  }
  if (!(*reader)->isWhole()) return (*reader)->changed();
  return rowsOf(**reader, worst.places());
}

}  // namespace plumbline::numerics
