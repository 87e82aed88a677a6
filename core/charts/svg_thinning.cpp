// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "core/charts/svg_marks.h"

namespace plumbline::charts {
namespace {

/// Which mark is kept where several share a cell of the picture: marked ones first, then the one farthest from 0.
bool isBetter(const ChartData& chart, const Mark& a, const Mark& b) {
  const auto isMarked = [&](const Mark& mark) {
    return mark.item < chart.items.size() && chart.items[mark.item].isMarked;
  };
  if (isMarked(a) != isMarked(b)) return isMarked(a);
  return std::abs(a.y) > std::abs(b.y);
}

}  // namespace

std::vector<const Mark*> thinned(const ChartData& chart, const Series& series, const SvgLayout& layout,
                                 std::size_t most) {
  std::vector<const Mark*> marks;
  marks.reserve(series.marks.size());
  for (const Mark& mark : series.marks) marks.push_back(&mark);
  const bool isColumn = series.shape == Shape::Bars;  // a bar hides what is below its end
  for (double cell = 1; marks.size() > most && cell < 1e4; cell *= 1.4) {
    std::unordered_map<std::uint64_t, const Mark*> kept;
    kept.reserve(marks.size());
    const auto keyOf = [&](const Mark& mark) {
      const auto column = static_cast<std::int64_t>(std::floor(layout.x.at(mark.x) / cell));
      const auto row = isColumn ? 0 : static_cast<std::int64_t>(std::floor(layout.y.at(mark.y) / cell));
      return static_cast<std::uint64_t>(column) << 32U ^ static_cast<std::uint32_t>(row);
    };
    for (const Mark* mark : marks) {
      const Mark*& best = kept.try_emplace(keyOf(*mark), mark).first->second;
      if (isBetter(chart, *mark, *best)) best = mark;
    }
    std::erase_if(marks, [&](const Mark* mark) { return kept.at(keyOf(*mark)) != mark; });
  }
  return marks;
}

}  // namespace plumbline::charts
