// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/error_charts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/numerics/error_measures.h"
#include "ui/numerics/numerics_words.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using charts::Guide;
using charts::Role;
using charts::Shape;

namespace {

constexpr double kLogFrom = 100;  ///< largest to smallest (or usual) bar from which the axis is a log one

std::string words(double value) { return numberText(value).toStdString(); }

/// All are told apart by their places, not by a name of what fails: no sentence about models.
std::shared_ptr<charts::ChartData> newChart(const std::string& title, const ErrorPair& pair) {
  auto made = std::make_shared<charts::ChartData>();
  made->kind = charts::ChartKind::Distribution;
  made->title = title;
  made->subtitle = pair.name.toStdString();
  return made;
}

std::string shareText(std::int64_t count, std::int64_t of) {
  return of > 0 ? charts::percentText(static_cast<double>(count) / static_cast<double>(of)) : std::string();
}

std::string countOfElements(std::int64_t count) {
  return charts::countOf(static_cast<std::size_t>(count), "element", "elements");
}

}  // namespace

QString decadeText(int exponent) {
  const QString sign = exponent < 0 ? u"-"_s : u"+"_s;
  return u"1e"_s + sign + QString::number(std::abs(exponent)).rightJustified(2, u'0');
}

ChartPtr histogramChart(const numerics::ErrorStatistics& statistics, const ErrorPair& pair) {
  auto made = newChart("Absolute errors by power of ten", pair);
  const numerics::ErrorBins& bins = statistics.bins;
  charts::Series series{.title = "elements", .shape = Shape::Bars, .role = Role::After};
  double most = 0, least = std::numeric_limits<double>::max();
  const auto add = [&](std::int64_t count, const std::string& label, const std::string& range) {
    const auto at = static_cast<double>(made->items.size());
    const auto height = static_cast<double>(count);
    most = std::max(most, height);
    if (count > 0) least = std::min(least, height);
    series.marks.push_back({.x = at, .y = height, .low = height, .high = height,
                            .item = static_cast<std::uint32_t>(made->items.size()),
                            .text = count > 0 ? charts::countText(static_cast<std::size_t>(count)) : std::string()});
    made->items.push_back({.name = range, .label = label,
                           .numbers = countOfElements(count) + ", " + shareText(count, statistics.elements)});
  };
  if (bins.zero > 0 || bins.counts.empty()) add(bins.zero, "0", "No error");
  const std::size_t first = made->items.size();
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    const int exponent = bins.firstExponent + static_cast<int>(i);
    add(bins.counts[i], decadeText(exponent).toStdString(),
        "Error from " + decadeText(exponent).toStdString() + " to " + decadeText(exponent + 1).toStdString());
  }
  if (bins.notFinite > 0) add(bins.notFinite, "nan, inf", "Error not finite");
  made->categories = made->shown = made->total = made->items.size();
  if (statistics.elements == 0) made->emptyText = "There are no elements.";

  made->x = charts::categoryAxis("absolute error", made->items.size());
  charts::AxisRange range;
  range.add(0);
  range.add(std::max(most, 1.0));
  made->y = range.axis("elements", 0.12);
  if (most > kLogFrom * least) {
    charts::AxisRange logs;
    logs.add(0.5);  // one element has a bar too
    logs.add(most * 1.5);
    made->y = logs.logAxis("elements (log)");
  }
  made->y.isCount = true;
  made->series.push_back(std::move(series));
  // Where the tolerance of an element of size 0 lies; larger elements are allowed more.
  if (pair.options.tol > 0 && !bins.counts.empty()) {
    const double place = std::log10(pair.options.tol) - bins.firstExponent;
    if (place >= 0 && place <= static_cast<double>(bins.counts.size()))
      made->guides.push_back({.form = Guide::Form::Vertical, .role = Role::Limit,
                              .value = static_cast<double>(first) - 0.5 + place, .title = "tol " + words(pair.options.tol)});
  }
  return made;
}

PlacedChart scatterChart(const std::vector<numerics::ScatterPoint>& points, const numerics::ErrorStatistics& statistics,
                         const ErrorPair& pair, const ScatterLook& look) {
  PlacedChart placed;
  auto made = newChart(look.isDifference ? "res - ref against ref" : "res against ref", pair);
  charts::Series within{.title = "within tolerance", .shape = Shape::Points, .role = Role::After};
  charts::Series outside{.title = "outside tolerance", .shape = Shape::Points, .role = Role::Third};
  charts::Series worst{.title = "largest error", .shape = Shape::Points, .role = Role::Fourth};
  charts::AxisRange x, y;
  std::size_t left = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const numerics::ScatterPoint& point = points[i];
    const double height = look.isDifference ? point.res - point.ref : point.res;
    if (!std::isfinite(point.ref) || !std::isfinite(point.res) || !std::isfinite(height)) {
      ++left;
      continue;
    }
    const double error = numerics::absoluteError(point.ref, point.res);
    x.add(point.ref);
    y.add(height);
    auto& series = i == 0 && error > 0 ? worst : point.isWithin ? within : outside;
    series.marks.push_back({.x = point.ref, .y = height, .low = height, .high = height,
                            .item = static_cast<std::uint32_t>(made->items.size())});
    const std::string index = numerics::indexText(numerics::indexOf(point.flat, statistics.shape));
    made->items.push_back({.name = index, .label = index,
                           .numbers = "ref " + words(point.ref) + ", res " + words(point.res) + ", differs by " + words(error) +
                                      (point.isWithin ? ", within tolerance" : ", outside tolerance"),
                           .cls = point.isWithin ? verdicts::VerdictClass::Pass : verdicts::VerdictClass::Fail});
    placed.flats.push_back(point.flat);
  }
  for (charts::Series* series : {&within, &outside, &worst})
    std::ranges::sort(series->marks, {}, &charts::Mark::x);
  made->shown = made->items.size();
  made->total = static_cast<std::size_t>(statistics.elements);
  if (made->items.empty()) made->emptyText = points.empty() ? "There are no elements." : "No element of the sample is finite on both sides.";
  if (left > 0) made->notes.push_back(charts::countOf(left, "element is", "elements are") + " left out: not finite.");
  if (statistics.elements > static_cast<std::int64_t>(points.size()))
    made->notes.push_back("A sample of " + charts::countText(points.size()) + " of " +
                          countOfElements(statistics.elements) + ", spread evenly, the worst one among them.");

  made->x = x.axis("ref");
  const double tol = pair.options.tol;
  if (look.isDifference) {
    y.add(0);
    made->y = y.axis("res - ref");
    made->guides.push_back({.form = Guide::Form::Horizontal, .role = Role::Parity, .value = 0, .title = "equal"});
    // The tolerance of res = ref: a line that bends at 0.
    for (const double side : {1.0, -1.0}) {
      charts::Series bound{.title = "tolerance " + words(tol), .shape = Shape::Line, .role = Role::Limit};
      std::vector<double> bends{made->x.low, made->x.high};
      if (made->x.low < 0 && made->x.high > 0) bends.insert(bends.begin() + 1, 0.0);
      for (const double at : bends) {
        const double height = side * tol * (1 + std::abs(at));
        bound.marks.push_back({.x = at, .y = height, .low = height, .high = height, .item = ~std::uint32_t{0}});
      }
      if (tol > 0 && made->y.low <= tol && made->y.high >= -tol) made->series.push_back(std::move(bound));
    }
  } else {
    y.add(x.isEmpty() ? 0 : x.low());
    y.add(x.isEmpty() ? 0 : x.high());
    made->y = y.axis("res");
    made->guides.push_back({.form = Guide::Form::DiagonalBand, .role = Role::Band, .value = tol, .room = tol,
                            .title = "tolerance " + words(tol)});
    made->guides.push_back({.form = Guide::Form::Diagonal, .role = Role::Parity, .value = 0, .title = "equal"});
  }
  for (charts::Series* series : {&within, &outside, &worst})
    if (!series->marks.empty()) made->series.push_back(std::move(*series));
  placed.chart = made;
  return placed;
}

PlacedChart channelChart(const std::vector<numerics::ChannelError>& channels, const ErrorPair& pair, const ChannelLook& look) {
  PlacedChart placed;
  const auto valueOf = [&look](const numerics::ChannelError& channel) {
    if (look.measure == ChannelMeasure::Mismatches) return static_cast<double>(channel.mismatches);
    return look.measure == ChannelMeasure::Rmse ? channel.rmse : channel.maxAbs;
  };
  const std::string what = look.measure == ChannelMeasure::Mismatches ? "elements outside tolerance"
                           : look.measure == ChannelMeasure::Rmse     ? "root mean square error"
                                                                      : "largest absolute error";
  auto made = newChart("Errors along axis " + std::to_string(look.axis), pair);
  std::vector<std::size_t> order(channels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto isBefore = [&](std::size_t a, std::size_t b) {
    const double one = valueOf(channels[a]), other = valueOf(channels[b]);
    return numerics::isWorse(one, other) || (!numerics::isWorse(other, one) && a < b);
  };
  if (order.size() > kMostBars) {  // a million are not sorted for the sake of a few
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(kMostBars), isBefore);
    order.resize(kMostBars);
    made->notes.push_back("The " + charts::countText(kMostBars) + " channels with the largest errors, of " +
                          charts::countText(channels.size()) + ".");
  }
  if (look.order == ChannelOrder::ByError) std::ranges::sort(order, isBefore);
  else std::ranges::sort(order);
  charts::Series series{.title = what, .shape = Shape::Bars, .role = Role::After};
  charts::AxisRange range;
  range.add(0);
  std::size_t endless = 0;
  std::vector<double> heights;
  for (const std::size_t at : order) {
    const numerics::ChannelError& channel = channels[at];
    const double value = valueOf(channel), height = std::isfinite(value) ? value : 0;
    if (!std::isfinite(value)) ++endless;
    range.add(height);
    if (height > 0) heights.push_back(height);
    series.marks.push_back({.x = static_cast<double>(made->items.size()), .y = height, .low = height, .high = height,
                            .item = static_cast<std::uint32_t>(made->items.size()),
                            .text = std::isfinite(value) ? std::string() : words(value)});
    const std::string name = std::to_string(channel.channel);
    made->items.push_back({.name = name, .label = name,
                           .numbers = "largest error " + words(channel.maxAbs) + ", rmse " + words(channel.rmse) + ", " +
                                      charts::countText(static_cast<std::size_t>(channel.mismatches)) + " outside tolerance"});
    placed.flats.push_back(channel.worst);
  }
  made->categories = made->shown = made->items.size();
  made->total = channels.size();
  if (made->items.empty()) made->emptyText = "This axis has no channels.";
  if (endless > 0) made->notes.push_back(charts::countOf(endless, "channel has", "channels have") + " no finite error: no bar.");
  std::ranges::sort(heights);
  const double least = heights.empty() ? 0 : heights.front(), usual = heights.empty() ? 0 : heights[heights.size() / 2];
  made->x = charts::categoryAxis("index along axis " + std::to_string(look.axis), made->items.size());
  made->y = range.axis(what, 0.08);
  if (range.high() <= 0) {
    made->y.low = 0;
    made->y.high = 1;
  } else if (usual > 0 && range.high() > kLogFrom * usual) {  // one channel would leave nothing to see of the others
    charts::AxisRange logs;
    logs.add(least / 2);
    logs.add(range.high());
    made->y = logs.logAxis(what + " (log)");
  }
  made->y.isCount = look.measure == ChannelMeasure::Mismatches;
  made->series.push_back(std::move(series));
  placed.chart = made;
  return placed;
}

}  // namespace plumbline::ui
