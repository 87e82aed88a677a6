// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/charts/pair_rows.h"

namespace plumbline::charts {
namespace {

constexpr double kHalfPlace = 0.42;  // of a model's place on the axis: how far its line reaches
constexpr const char* kRatio = "compression_ratio";
constexpr const char* kCompiledPeak = "dynamo_peak_mem";
constexpr const char* kEagerPeak = "eager_peak_mem";

class MemoryMaker {
 public:
  MemoryMaker(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options)
      : m_diff(diff),
        m_before(before),
        m_after(after),
        m_options(options),
        m_keep(1 - options.thresholds.relativeOf(kRatio)) {}

  ChartData make() {
    m_chart.kind = ChartKind::Memory;
    m_chart.title = m_options.peakMemory ? "Peak memory" : "Memory ratio";
    m_pairs = startPairChart(m_chart, m_diff, m_before, m_after, m_options.peakMemory ? kCompiledPeak : kRatio, m_options);
    if (m_chart.isEmpty()) return std::move(m_chart);
    const Page page = startPage(m_chart, m_diff, m_after, m_pairs, m_options);
    fillTable(m_chart, m_diff, m_before, m_after, m_pairs, m_options);
    if (!m_options.peakMemory) judgeTable();
    m_range.add(0);
    addBars(page);
    if (m_options.peakMemory) {
      if (!m_pairs.isAlone) m_chart.markedTitle = "more beyond the threshold";
      addEagerPeaks(page);
    } else {
      addLimits(page);
    }
    m_chart.x = categoryAxis("model", page.count);
    m_chart.y = m_range.axis(axisTitle(m_pairs.metric), 0.08);
    return std::move(m_chart);
  }

 private:
  const std::string& label(std::size_t run) const { return m_diff.runs()[run].label; }
  /// isBelow is the check's own comparison: actual >= expected x 0.95 passes.
  bool isBelow(const PairRow& row) const { return !m_pairs.isAlone && row.after < row.before * m_keep; }

  void addBars(const Page& page) {
    Series beforeSeries{.title = label(m_before), .shape = Shape::Bars, .role = Role::Before};
    Series afterSeries{.title = label(m_after), .shape = Shape::Bars, .role = Role::After};
    for (std::size_t i = 0; i < page.count; ++i) {
      const PairRow& row = m_pairs.rows[page.first + i];
      Item item = itemOf(m_diff, m_before, m_after, m_pairs, row);
      if (!m_options.peakMemory) {
        item.isMarked = isBelow(row);
        item.cls = item.isMarked ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass;
        if (item.isMarked) item.numbers += ", below " + shortText(m_keep) + " x " + label(m_before);
      }
      m_chart.items.push_back(std::move(item));
      add(beforeSeries, i, row.before);
      add(afterSeries, i, row.after);
    }
    if (!m_pairs.isAlone) m_chart.series.push_back(std::move(beforeSeries));
    m_chart.series.push_back(std::move(afterSeries));
  }

  void addLimits(const Page& page) {
    if (!m_pairs.isAlone) {
      m_chart.markedTitle = "below the limit";
      Series limits{
          .title = shortText(m_keep) + " x " + label(m_before), .shape = Shape::Segments, .role = Role::Limit};
      for (std::size_t i = 0; i < page.count; ++i) addLine(limits, i, m_pairs.rows[page.first + i].before * m_keep);
      m_chart.series.push_back(std::move(limits));
    } else if (const auto floor = m_options.thresholds.floorOf(kRatio)) {
      m_chart.guides.push_back(
          {.role = Role::Limit, .value = *floor, .title = "floor " + valueText(m_pairs.metric, *floor)});
      m_range.add(*floor);
    }
  }

  void addEagerPeaks(const Page& page) {
    std::string none;
    const auto metric = metricFor(m_diff, kEagerPeak, none);
    if (!metric) return;
    const std::span<const double> peaks = m_diff.numbers(m_after, *metric);
    Series eager{.title = "eager peak, " + label(m_after), .shape = Shape::Segments, .role = Role::Third};
    for (std::size_t i = 0; i < page.count; ++i) {
      const double peak = peaks[m_pairs.rows[page.first + i].row];
      if (!std::isfinite(peak)) continue;
      addLine(eager, i, peak);
      m_chart.items[i].numbers += ", eager " + valueText(m_diff.metrics()[*metric], peak);
    }
    if (!eager.marks.empty()) m_chart.series.push_back(std::move(eager));
  }

  void judgeTable() {
    if (m_pairs.isAlone || !m_options.hasTable) return;
    m_chart.columns.insert(m_chart.columns.end(), {"limit (x)", "below the limit"});
    for (std::size_t i = 0; i < m_pairs.rows.size(); ++i) {
      m_chart.rows[i].push_back(exactText(m_pairs.rows[i].before * m_keep));
      m_chart.rows[i].emplace_back(isBelow(m_pairs.rows[i]) ? "yes" : "no");
    }
  }

  void add(Series& series, std::size_t i, double value) {
    if (!std::isfinite(value)) return;
    series.marks.push_back(markAt(static_cast<double>(i), value, i));
    m_range.add(value);
  }

  void addLine(Series& series, std::size_t i, double value) {
    const double x = static_cast<double>(i);
    Mark mark = markAt(x - kHalfPlace, value, i);
    mark.x2 = x + kHalfPlace;
    mark.y2 = value;
    series.marks.push_back(std::move(mark));
    m_range.add(value);
  }

  const diff::RunDiff& m_diff;
  std::size_t m_before, m_after;
  const ChartOptions& m_options;
  double m_keep;  ///< the share of the ratio before that must be left
  ChartData m_chart;
  PairRows m_pairs;
  AxisRange m_range;
};

}  // namespace

ChartData memoryChart(const diff::RunDiff& diff, std::size_t before, std::size_t after, const ChartOptions& options) {
  return MemoryMaker(diff, before, after, options).make();
}

}  // namespace plumbline::charts
