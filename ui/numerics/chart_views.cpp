// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/chart_views.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/numerics/chart_pane.h"
#include "ui/numerics/numerics_words.h"
#include "ui/numerics/view_controls.h"
#include "ui/numerics/wrapping_row.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

HistogramView::HistogramView(const Theme& theme, QWidget* parent)
    : ErrorView(parent), m_pane(new ChartPane(u"Point at a bar, or walk along them with the arrow keys"_s, theme, this)) {
  fillWith(*this, m_pane);
  setAccessibleName(u"Histogram of absolute errors"_s);
}

void HistogramView::setTheme(const Theme& theme) { m_pane->setTheme(theme); }
QList<QWidget*> HistogramView::focusOrder() const { return {m_pane->view()}; }

void HistogramView::refresh() {
  if (!context().statistics) {
    if (!context().pair) m_pane->say({});
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
  connect(m_pane->view(), &ChartView::itemWanted, this, [this](const QString& name) {
    if (const auto flat = flatOf(name)) Q_EMIT elementWanted(*flat);
  });
}

void PlacedView::setTheme(const Theme& theme) { m_pane->setTheme(theme); }

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
    : PlacedView(u"Point at an element, or walk with the arrow keys"_s, theme, parent),
      m_difference(new QCheckBox(u"Difference"_s)),
      m_runner([this](base::Outcome<std::vector<numerics::ScatterPoint>> points) {
        setBusy(false);
        if (points.isError()) {
          pane()->say(QString::fromStdString(points.error().text));
          Q_EMIT failed(points.error());
        }
        if (!points.isValue()) return;
        m_points = std::move(points.value());
        m_shown = m_asked;
        draw();
      }) {
  setAccessibleName(u"Scatter of ref against res"_s);
  m_difference->setToolTip(u"Draw res \u2212 ref over ref, with the tolerance as lines (Y)"_s);
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
    m_asked.reset();
    m_shown.reset();
    if (!context().pair) pane()->say({});
    return;
  }
  if (m_asked == context().statistics) return showChosen();
  m_asked = context().statistics;
  const std::int64_t worst = m_asked->maxAbs ? m_asked->maxAbs->flat : 0;
  setBusy(true);
  m_runner.run([pair = context().pair, worst](const base::Progress& progress) {
    return numerics::scatterSample(pair->pair(), pair->options, worst, 4000, progress);
  });
}

void ScatterView::draw() {
  showPlaced(scatterChart(m_points, *m_shown, *context().pair, {.isDifference = m_difference->isChecked()}));
}

ChannelView::ChannelView(const Theme& theme, QWidget* parent)
    : PlacedView(u"Point at a channel, or walk along them with the arrow keys"_s, theme, parent),
      m_axisLabel(new QLabel(u"Axis"_s)),
      m_axes(newChoice(u"Axis of the channels"_s, u"The axis whose indices are the channels"_s)),
      m_measures(newChoice(u"Measure"_s, u"What the height of a bar means"_s)),
      m_orders(newChoice(u"Order of the channels"_s, u"By index, or largest error first (Shift+O)"_s)),
      m_runner([this](base::Outcome<std::vector<numerics::ChannelError>> channels) {
        setBusy(false);
        if (channels.isError()) {
          m_channels.clear();
          pane()->say(QString::fromStdString(channels.error().text + ' ' + channels.error().hint));
        }
        if (!channels.isValue()) return;
        m_channels = std::move(channels.value());
        draw();
      }) {
  setAccessibleName(u"Errors per channel"_s);
  m_measures->addItems({u"Largest error"_s, u"RMSE"_s, u"Outside tolerance"_s});
  m_orders->addItems({u"By channel"_s, u"By error"_s});
  m_axisLabel->setBuddy(m_axes);
  addControl(*pane(), m_axisLabel);
  for (QComboBox* box : {m_axes, m_measures, m_orders}) addControl(*pane(), box);
  connect(m_axes, &QComboBox::currentIndexChanged, this, [this](int axis) {
    m_look.axis = std::max(axis, 0);
    compute();
  });
  connect(m_measures, &QComboBox::currentIndexChanged, this, [this](int at) {
    m_look.measure = static_cast<ChannelMeasure>(std::clamp(at, 0, 2));
    draw();
  });
  connect(m_orders, &QComboBox::currentIndexChanged, this, [this](int at) {
    m_look.order = at == 1 ? ChannelOrder::ByError : ChannelOrder::ByChannel;
    draw();
  });
}

QList<QWidget*> ChannelView::focusOrder() const { return {m_axes, m_measures, m_orders, pane()->view()}; }
void ChannelView::setAxis(int axis) { m_axes->setCurrentIndex(axis); }
void ChannelView::setOrder(ChannelOrder order) { m_orders->setCurrentIndex(order == ChannelOrder::ByError ? 1 : 0); }

void ChannelView::showAxes() {
  if (m_shape == context().statistics->shape && m_axes->count() > 0) return;
  m_shape = context().statistics->shape;
  const QSignalBlocker quiet(m_axes);
  m_axes->clear();
  for (std::size_t axis = 0; axis < m_shape.size(); ++axis) m_axes->addItem(axisText(m_shape, static_cast<int>(axis)));
  // Channels are the second axis of images, and of weights their first; with two axes both are worth a look.
  m_look.axis = m_shape.size() >= 3 ? 1 : 0;
  m_axes->setCurrentIndex(m_shape.empty() ? -1 : m_look.axis);
}

void ChannelView::refresh() {
  if (!context().statistics) {
    m_runner.cancel();
    setBusy(false);
    m_asked.reset();
    m_channels.clear();
    if (!context().pair) pane()->say({});
    return;
  }
  showAxes();
  if (m_asked == context().statistics && m_askedAxis == m_look.axis) return showChosen();
  compute();
}

void ChannelView::compute() {
  if (!context().statistics) return;
  m_asked = context().statistics;
  m_askedAxis = m_look.axis;
  if (m_shape.empty()) {
    pane()->say(u"A single number has no channels."_s);
    return;
  }
  setBusy(true);
  m_runner.run([pair = context().pair, axis = m_look.axis](const base::Progress& progress) {
    return numerics::channelErrors(pair->pair(), pair->options, axis, progress);
  });
}

void ChannelView::draw() {
  if (m_channels.empty() || !context().pair || m_runner.isBusy()) return;
  showPlaced(channelChart(m_channels, *context().pair, m_look));
}

}  // namespace plumbline::ui
