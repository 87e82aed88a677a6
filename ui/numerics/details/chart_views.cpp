// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/chart_views.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/charts/axis_range.h"
#include "core/charts/number_text.h"
#include "core/numerics/errors/error_measures.h"
#include "ui/numerics/details/chart_pane.h"
#include "ui/numerics/numerics_text.h"
#include "ui/support/wrapping_row.h"
#include "ui/support/labels.h"

namespace plumbline::ui {

using charts::Guide;
using charts::Role;
using charts::Shape;

namespace {

constexpr double kLogFrom = 100;  ///< largest to smallest (or usual) bar from which the axis is a log one

std::string numberOf(double value) { return numberText(value).toStdString(); }

/// newChart has the kind Distribution: its items are positions, so the chart has no sentence about failing models.
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

/// setScatterAxes adds axes and the lines of equality and tolerance.
void setScatterAxes(charts::ChartData& chart, const charts::AxisRange& x, charts::AxisRange& y, double tol,
                    bool isDifference) {
  chart.x = x.axis("ref");
  if (!isDifference) {
    y.add(x.isEmpty() ? 0 : x.low());
    y.add(x.isEmpty() ? 0 : x.high());
    chart.y = y.axis("res");
    chart.guides.push_back({.form = Guide::Form::DiagonalBand, .role = Role::Band, .value = tol, .room = tol,
                            .title = "tolerance " + numberOf(tol)});
    chart.guides.push_back({.form = Guide::Form::Diagonal, .role = Role::Parity, .value = 0, .title = "equal"});
    return;
  }
  y.add(0);
  chart.y = y.axis("res - ref");
  chart.guides.push_back({.form = Guide::Form::Horizontal, .role = Role::Parity, .value = 0, .title = "equal"});
  // The tolerance of res = ref: a line that bends at 0.
  for (const double side : {1.0, -1.0}) {
    charts::Series bound{.title = "tolerance " + numberOf(tol), .shape = Shape::Line, .role = Role::Limit};
    std::vector<double> bends{chart.x.low, chart.x.high};
    if (chart.x.low < 0 && chart.x.high > 0) bends.insert(bends.begin() + 1, 0.0);
    for (const double at : bends) {
      const double height = side * tol * (1 + std::abs(at));
      bound.marks.push_back({.x = at, .y = height, .low = height, .high = height, .item = ~std::uint32_t{0}});
    }
    if (tol > 0 && chart.y.low <= tol && chart.y.high >= -tol) chart.series.push_back(std::move(bound));
  }
}

double measureOf(const numerics::ChannelError& channel, ChannelMeasure measure) {
  if (measure == ChannelMeasure::Mismatches) return static_cast<double>(channel.mismatches);
  return measure == ChannelMeasure::Rmse ? channel.rmse : channel.maxAbs;
}

/// shownChannels returns the positions of the channels with the largest errors, at largest kMaxBars, in the order of
/// the bars.
std::vector<std::size_t> shownChannels(const std::vector<numerics::ChannelError>& channels,
                                       const ChannelOptions& options) {
  std::vector<std::size_t> order(channels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto isBefore = [&](std::size_t a, std::size_t b) {
    const double one = measureOf(channels[a], options.measure), other = measureOf(channels[b], options.measure);
    return numerics::isWorse(one, other) || (!numerics::isWorse(other, one) && a < b);
  };
  if (order.size() > kMaxBars) {
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(kMaxBars), isBefore);
    order.resize(kMaxBars);
  }
  if (options.order == ChannelOrder::ByError) std::ranges::sort(order, isBefore);
  else std::ranges::sort(order);
  return order;
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
  double largest = 0, smallest = std::numeric_limits<double>::max();
  const auto add = [&](std::int64_t count, const std::string& label, const std::string& range) {
    const auto at = static_cast<double>(made->items.size());
    const auto height = static_cast<double>(count);
    largest = std::max(largest, height);
    if (count > 0) smallest = std::min(smallest, height);
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
  range.add(std::max(largest, 1.0));
  made->y = range.axis("elements", 0.12);
  if (largest > kLogFrom * smallest) {
    charts::AxisRange logs;
    logs.add(0.5);  // one element has a bar too
    logs.add(largest * 1.5);
    made->y = logs.logAxis("elements (log)");
  }
  made->y.isCount = true;
  made->series.push_back(std::move(series));
  // Where the tolerance of an element of size 0 lies; larger elements are allowed more.
  if (pair.options.tol > 0 && !bins.counts.empty()) {
    const double at = std::log10(pair.options.tol) - bins.firstExponent;
    if (at >= 0 && at <= static_cast<double>(bins.counts.size()))
      made->guides.push_back({.form = Guide::Form::Vertical, .role = Role::Limit,
                              .value = static_cast<double>(first) - 0.5 + at, .title = "tol " + numberOf(pair.options.tol)});
  }
  return made;
}

PlacedChart scatterChart(const std::vector<numerics::ScatterPoint>& points, const numerics::ErrorStatistics& statistics,
                         const ErrorPair& pair, const ScatterOptions& options) {
  PlacedChart placed;
  auto made = newChart(options.isDifference ? "res - ref against ref" : "res against ref", pair);
  charts::Series within{.title = "within tolerance", .shape = Shape::Points, .role = Role::After};
  charts::Series outside{.title = "outside tolerance", .shape = Shape::Points, .role = Role::Third};
  charts::Series worst{.title = "largest error", .shape = Shape::Points, .role = Role::Fourth};
  charts::AxisRange x, y;
  std::size_t left = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const numerics::ScatterPoint& point = points[i];
    const double height = options.isDifference ? point.res - point.ref : point.res;
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
                           .numbers = "ref " + numberOf(point.ref) + ", res " + numberOf(point.res) + ", differs by " + numberOf(error) +
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

  setScatterAxes(*made, x, y, pair.options.tol, options.isDifference);
  for (charts::Series* series : {&within, &outside, &worst})
    if (!series->marks.empty()) made->series.push_back(std::move(*series));
  placed.chart = made;
  return placed;
}

PlacedChart channelChart(const std::vector<numerics::ChannelError>& channels, const ErrorPair& pair,
                         const ChannelOptions& options) {
  PlacedChart placed;
  const std::string what = options.measure == ChannelMeasure::Mismatches ? "elements outside tolerance"
                           : options.measure == ChannelMeasure::Rmse     ? "root mean square error"
                                                                      : "largest absolute error";
  auto made = newChart("Errors along axis " + std::to_string(options.axis), pair);
  const std::vector<std::size_t> order = shownChannels(channels, options);
  if (order.size() < channels.size())
    made->notes.push_back("The " + charts::countText(kMaxBars) + " channels with the largest errors, of " +
                          charts::countText(channels.size()) + ".");
  charts::Series series{.title = what, .shape = Shape::Bars, .role = Role::After};
  charts::AxisRange range;
  range.add(0);
  std::size_t endless = 0;
  std::vector<double> heights;
  for (const std::size_t at : order) {
    const numerics::ChannelError& channel = channels[at];
    const double value = measureOf(channel, options.measure), height = std::isfinite(value) ? value : 0;
    if (!std::isfinite(value)) ++endless;
    range.add(height);
    if (height > 0) heights.push_back(height);
    series.marks.push_back({.x = static_cast<double>(made->items.size()), .y = height, .low = height, .high = height,
                            .item = static_cast<std::uint32_t>(made->items.size()),
                            .text = std::isfinite(value) ? std::string() : numberOf(value)});
    const std::string name = std::to_string(channel.channel);
    made->items.push_back({.name = name, .label = name,
                           .numbers = "largest error " + numberOf(channel.maxAbs) + ", rmse " + numberOf(channel.rmse) + ", " +
                                      charts::countText(static_cast<std::size_t>(channel.mismatches)) + " outside tolerance"});
    placed.flats.push_back(channel.worst);
  }
  made->categories = made->shown = made->items.size();
  made->total = channels.size();
  if (made->items.empty()) made->emptyText = "This axis has no channels.";
  if (endless > 0) made->notes.push_back(charts::countOf(endless, "channel has", "channels have") + " no finite error: no bar.");
  std::ranges::sort(heights);
  const double smallest = heights.empty() ? 0 : heights.front(),
  usual = heights.empty() ? 0 : heights[heights.size() / 2];
  made->x = charts::categoryAxis("index along axis " + std::to_string(options.axis), made->items.size());
  made->y = range.axis(what, 0.08);
  if (range.high() <= 0) {
    made->y.low = 0;
    made->y.high = 1;
  } else if (usual > 0 && range.high() > kLogFrom * usual) {  // one channel would hide the others
    charts::AxisRange logs;
    logs.add(smallest / 2);
    logs.add(range.high());
    made->y = logs.logAxis(what + " (log)");
  }
  made->y.isCount = options.measure == ChannelMeasure::Mismatches;
  made->series.push_back(std::move(series));
  placed.chart = made;
  return placed;
}

HistogramView::HistogramView(const Theme& theme, QWidget* parent)
    : ErrorView(parent),
    m_pane(new ChartPane(tr("Point at a bar, or walk along them with the arrow keys"), theme, this)) {
  fillWith(*this, m_pane);
  setAccessibleName(tr("Histogram of absolute errors"));
}

QList<QWidget*> HistogramView::focusOrder() const { return {m_pane->view()}; }

void HistogramView::refresh() {
  if (!context().statistics) {
    if (!context().pair) m_pane->showMessage({});
    m_shown.reset();
    return;
  }
  if (m_shown == context().statistics) return;
  m_shown = context().statistics;
  m_pane->showChart(histogramChart(*m_shown, *context().pair));
}

PlacedView::PlacedView(const QString& hint, const Theme& theme, QWidget* parent)
    : ErrorView(parent), m_pane(new ChartPane(hint, theme, this)) {
  fillWith(*this, m_pane);
  connect(m_pane->view(), &ChartView::itemChosen, this, [this](const QString& name) {
    if (const auto flat = flatOf(name)) Q_EMIT elementChosen(*flat);
  });
  connect(m_pane->view(), &ChartView::itemRequested, this, [this](const QString& name) {
    if (const auto flat = flatOf(name)) Q_EMIT elementOpened(*flat);
  });
}

std::optional<std::int64_t> PlacedView::flatOf(const QString& name) const {
  if (!m_placed.chart) return std::nullopt;
  const std::string wanted = name.toStdString();
  const auto& items = m_placed.chart->items;
  const auto at = std::ranges::find(items, wanted, &charts::Item::name);
  if (at == items.end()) return std::nullopt;
  return m_placed.flats[static_cast<std::size_t>(at - items.begin())];
}

void PlacedView::showPlaced(PlacedChart placed) {
  m_placed = std::move(placed);
  m_pane->showChart(m_placed.chart);
  showChosen();
}

void PlacedView::showChosen() {
  if (!m_placed.chart || m_placed.chart->isEmpty()) return;
  const auto at = context().chosen ? std::ranges::find(m_placed.flats, *context().chosen) : m_placed.flats.end();
  const bool isThere = at != m_placed.flats.end();
  const QString name = isThere ? QString::fromStdString(m_placed.chart->items[static_cast<std::size_t>(at - m_placed.flats.begin())].name) : QString();
  m_pane->view()->chooseItem(name);
}

ScatterView::ScatterView(const Theme& theme, QWidget* parent)
    : PlacedView(tr("Point at an element, or walk with the arrow keys"), theme, parent),
      m_difference(new QCheckBox(tr("Difference"))),
      m_runner([this](base::Outcome<std::vector<numerics::ScatterPoint>> points) {
        setBusy(false);
        if (points.isError()) {
          pane()->showMessage(QString::fromStdString(points.error().text));
          Q_EMIT failed(points.error());
        }
        if (!points.isValue()) return;
        m_points = std::move(points.value());
        m_shown = m_requested;
        draw();
      }) {
  setAccessibleName(tr("Scatter of ref against res"));
  m_difference->setToolTip(tr("Draw res \u2212 ref over ref, with the tolerance as lines (Y)"));
  addControl(*pane(), m_difference);
  connect(m_difference, &QCheckBox::toggled, this, [this] {
    if (m_shown) draw();
  });
}

QList<QWidget*> ScatterView::focusOrder() const { return {m_difference, pane()->view()}; }
void ScatterView::setDifference(bool on) { m_difference->setChecked(on); }
bool ScatterView::isDifference() const { return m_difference->isChecked(); }

void ScatterView::refresh() {
  if (!context().statistics) {
    m_runner.cancel();
    setBusy(false);
    m_requested.reset();
    m_shown.reset();
    if (!context().pair) pane()->showMessage({});
    return;
  }
  if (m_requested == context().statistics) return showChosen();
  m_requested = context().statistics;
  const std::int64_t worst = m_requested->maxAbs ? m_requested->maxAbs->flat : 0;
  setBusy(true);
  m_runner.run([pair = context().pair, worst](const base::Progress& progress) {
    return numerics::scatterSample(pair->pair(), pair->options, worst, 4000, progress);
  });
}

void ScatterView::draw() {
  showPlaced(scatterChart(m_points, *m_shown, *context().pair, {.isDifference = m_difference->isChecked()}));
}

ChannelView::ChannelView(const Theme& theme, QWidget* parent)
    : PlacedView(tr("Point at a channel, or walk along them with the arrow keys"), theme, parent),
      m_axisLabel(new PlainLabel(tr("Axis"))),
      m_axes(newChoice(tr("Axis of the channels"), tr("The axis whose indices are the channels"))),
      m_measures(newChoice(tr("Measure"), tr("What the height of a bar means"))),
      m_orders(newChoice(tr("Order of the channels"), tr("By index, or largest error first (Shift+O)"))),
      m_runner([this](base::Outcome<std::vector<numerics::ChannelError>> channels) {
        setBusy(false);
        if (channels.isError()) {
          m_channels.clear();
          pane()->showMessage(QString::fromStdString(channels.error().text + ' ' + channels.error().hint));
        }
        if (!channels.isValue()) return;
        m_channels = std::move(channels.value());
        draw();
      }) {
  setAccessibleName(tr("Errors per channel"));
  m_measures->addItems({tr("Largest error"), tr("RMSE"), tr("Outside tolerance")});
  m_orders->addItems({tr("By channel"), tr("By error")});
  m_axisLabel->setBuddy(m_axes);
  addControl(*pane(), m_axisLabel);
  for (QComboBox* box : {m_axes, m_measures, m_orders}) addControl(*pane(), box);
  connect(m_axes, &QComboBox::currentIndexChanged, this, [this](int axis) {
    m_options.axis = std::max(axis, 0);
    compute();
  });
  connect(m_measures, &QComboBox::currentIndexChanged, this, [this](int at) {
    m_options.measure = static_cast<ChannelMeasure>(std::clamp(at, 0, 2));
    draw();
  });
  connect(m_orders, &QComboBox::currentIndexChanged, this, [this](int at) {
    m_options.order = at == 1 ? ChannelOrder::ByError : ChannelOrder::ByChannel;
    draw();
  });
}

QList<QWidget*> ChannelView::focusOrder() const { return {m_axes, m_measures, m_orders, pane()->view()}; }
void ChannelView::setAxis(int axis) { m_axes->setCurrentIndex(axis); }
void ChannelView::setOrder(ChannelOrder order) { m_orders->setCurrentIndex(order == ChannelOrder::ByError ? 1 : 0); }
void ChannelView::toggleOrder() {
  setOrder(m_options.order == ChannelOrder::ByError ? ChannelOrder::ByChannel : ChannelOrder::ByError);
}

void ChannelView::showAxes() {
  if (m_shape == context().statistics->shape && m_axes->count() > 0) return;
  m_shape = context().statistics->shape;
  const QSignalBlocker quiet(m_axes);
  m_axes->clear();
  for (std::size_t axis = 0; axis < m_shape.size(); ++axis) m_axes->addItem(axisText(m_shape, static_cast<int>(axis)));
  // Channels are the second axis of images, and of weights their first; with two axes both are useful.
  m_options.axis = m_shape.size() >= 3 ? 1 : 0;
  m_axes->setCurrentIndex(m_shape.empty() ? -1 : m_options.axis);
}

void ChannelView::refresh() {
  if (!context().statistics) {
    m_runner.cancel();
    setBusy(false);
    m_requested.reset();
    m_channels.clear();
    if (!context().pair) pane()->showMessage({});
    return;
  }
  showAxes();
  if (m_requested == context().statistics && m_requestedAxis == m_options.axis) return showChosen();
  compute();
}

void ChannelView::compute() {
  if (!context().statistics) return;
  m_requested = context().statistics;
  m_requestedAxis = m_options.axis;
  if (m_shape.empty()) {
    pane()->showMessage(tr("A single number has no channels."));
    return;
  }
  setBusy(true);
  m_runner.run([pair = context().pair, axis = m_options.axis](const base::Progress& progress) {
    return numerics::channelErrors(pair->pair(), pair->options, axis, progress);
  });
}

void ChannelView::draw() {
  if (m_channels.empty() || !context().pair || m_runner.isBusy()) return;
  showPlaced(channelChart(m_channels, *context().pair, m_options));
}

}  // namespace plumbline::ui
