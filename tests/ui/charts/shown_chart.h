// SPDX-License-Identifier: GPL-3.0-or-later
// A chart in a window of its own, and what a hand does with it.
//
//   Shown shown(chartOf(ChartKind::Memory));
//   shown.move(shown.pixelOf(at));   QCOMPARE(shown.name(), u"moco"_s);
#pragma once

#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QTest>
#include <QWheelEvent>

#include "core/charts/make_chart.h"
#include "tests/ui/charts/chart_fixture.h"
#include "ui/charts/chart_view.h"

namespace plumbline::testing {

inline constexpr QSize kChartSize(900, 460);

inline ui::ChartPtr chartOf(charts::ChartKind kind, std::size_t models = 62, std::size_t most = 40) {
  const session::CompareStatePtr state = compareState({.models = models});
  const charts::ChartOptions options{.limit = most};
  if (kind == charts::ChartKind::CompileTime) return std::make_shared<charts::ChartData>(charts::compileTimeChart(*state->cacheRuns, options));
  if (kind == charts::ChartKind::Trend) return std::make_shared<charts::ChartData>(charts::trendChart(*state->trend, options));
  return std::make_shared<charts::ChartData>(charts::makeChart(kind, *state->diff, 0, 1, options));
}

inline ui::Theme themeOf(ui::Scheme scheme) { return ui::Theme::load(scheme, QGuiApplication::font()); }

/// Shown is a view with the keyboard.
struct Shown {
  explicit Shown(const ui::ChartPtr& chart, QSize size = kChartSize) : theme(themeOf(ui::Scheme::Light)), view(theme) {
    view.resize(size);
    view.showChart(chart);
    view.show();
    view.activateWindow();
    view.setFocus();
    if (!QTest::qWaitForWindowActive(&view)) qFatal("the chart's window is not active");
  }
  QPoint pixelOf(ui::MarkAt at) const { return view.map().toPixel(view.finder().units(at)).toPoint(); }
  QString name() const { return view.pointed() ? QString::fromStdString(view.pointed()->name) : QString(); }
  void wheel(QPointF at, int turned) {
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &event);
  }
  /// Sent, not through the window system: that keeps the first move of a new window to itself.
  void move(QPointF at, Qt::MouseButtons held = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, held, Qt::NoModifier);
    QCoreApplication::sendEvent(view.viewport(), &event);
  }
  void drag(QPoint from, QPoint to, Qt::MouseButton button) {
    QTest::mousePress(view.viewport(), button, {}, from);
    move((from + to) / 2, button);
    move(to, button);
    QTest::mouseRelease(view.viewport(), button, {}, to);
  }
  ui::Theme theme;
  ui::ChartView view;
};

inline QList<QBarSet*> barSets(const ui::ChartView& view) {
  QList<QBarSet*> sets;
  for (QAbstractSeries* series : view.chart()->series())
    if (auto* bars = qobject_cast<QAbstractBarSeries*>(series)) sets << bars->barSets();
  return sets;
}

inline bool hasColor(const QImage& image, const QRect& room, const QColor& color) {
  for (int y = room.top(); y <= room.bottom(); ++y)
    for (int x = room.left(); x <= room.right(); ++x)
      if (image.rect().contains(x, y) && image.pixelColor(x, y).rgb() == color.rgb()) return true;
  return false;
}

}  // namespace plumbline::testing
