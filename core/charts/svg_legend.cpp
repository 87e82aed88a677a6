// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/svg_legend.h"

#include <algorithm>

namespace plumbline::charts {
namespace {

using Sample = LegendEntry::Sample;
using verdicts::VerdictClass;

Sample sampleOf(Shape shape) {
  switch (shape) {
    case Shape::Bars:
      return Sample::Bars;
    case Shape::Line:
      return Sample::Line;
    case Shape::Points:
      return Sample::Point;
    case Shape::Steps:
      return Sample::Steps;
    case Shape::Segments:
      return Sample::Segment;
  }
  return Sample::Point;
}

std::string classWords(VerdictClass cls) {
  if (cls == VerdictClass::Improved) return "better";
  if (cls == VerdictClass::Fail) return "worse";
  return cls == VerdictClass::Pass ? "within the threshold" : std::string(verdicts::classWord(cls));
}

void addClasses(const ChartData& chart, const Series& series, std::vector<LegendEntry>& out) {
  for (const VerdictClass cls : {VerdictClass::Improved, VerdictClass::Pass, VerdictClass::Fail}) {
    const bool has = std::any_of(series.marks.begin(), series.marks.end(), [&](const Mark& mark) {
      return mark.item < chart.items.size() && chart.items[mark.item].cls == cls;
    });
    if (!has) continue;
    const std::string title =
        chart.kind == ChartKind::Scatter || chart.kind == ChartKind::DeltaCurve ? "" : series.title + ", ";
    out.push_back({sampleOf(series.shape), series.role, cls, true, {0, 0, title + classWords(cls)}});
  }
}

}  // namespace

std::vector<LegendEntry> legendOf(const ChartData& chart) {
  std::vector<LegendEntry> out;
  for (const Series& series : chart.series) {
    if (series.role == Role::ByClass) {
      addClasses(chart, series, out);
    } else {
      out.push_back({sampleOf(series.shape), series.role, VerdictClass::Pass, false, {0, 0, series.title}});
    }
  }
  const bool hasFailed = !chart.markedTitle.empty() &&
                         std::any_of(chart.items.begin(), chart.items.end(),
                                     [](const Item& item) { return item.isMarked && item.cls == VerdictClass::Fail; });
  if (hasFailed) out.push_back({Sample::Bars, Role::ByClass, VerdictClass::Fail, true, {0, 0, chart.markedTitle}});
  for (const Guide& guide : chart.guides) {
    if (guide.title.empty()) continue;
    const Sample sample = guide.form == Guide::Form::DiagonalBand ? Sample::BandGuide : Sample::Guide;
    out.push_back({sample, guide.role, VerdictClass::Pass, false, {0, 0, guide.title}});
  }
  return out;
}

}  // namespace plumbline::charts
