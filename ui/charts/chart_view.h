// SPDX-License-Identifier: GPL-3.0-or-later
// One chart on screen: bars and lines by Qt Charts, the rest by PlotLayers; pointer, wheel and keys. The hovered
// or current mark is signalled to the readout; nothing floats over the marks.
//
//   auto* view = new ChartView(theme, page);
//   view->showChart(data);
//   connect(view, &ChartView::itemChosen, page, &ChartsPage::modelChosen);
#pragma once

#include <QChartView>
#include <QImage>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/charts/chart_data.h"
#include "ui/charts/plot_layers.h"
#include "ui/charts/plot_map.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

using ChartPtr = std::shared_ptr<const charts::ChartData>;

/// ChartIndex is what a view works out of a chart once: where its marks are, and its summary. Of many marks it is made
/// off the GUI thread.
struct ChartIndex {
  ChartIndex() = default;
  explicit ChartIndex(const charts::ChartData& chart);
  MarkFinder finder;
  PlotLayers layers;
  QString summary;
};
using ChartIndexPtr = std::shared_ptr<const ChartIndex>;

/// ChartRecipe makes a chart from what was chosen when it was written; on any thread.
struct ChartRecipe {
  charts::ChartKind kind;
  std::function<ChartPtr(bool hasTable)> make;  ///< null without runs
};
struct MadeChart {
  charts::ChartKind kind = charts::ChartKind::Speedup;
  ChartPtr chart;
  ChartIndexPtr index;
  std::optional<charts::ChartKind> other;  ///< that has something to draw, where this one has not
};
/// makeFirst makes the first. Where that is empty, the first of the rest that is not is offered, or takes its place.
base::Outcome<MadeChart> makeFirst(const std::vector<ChartRecipe>& recipes, bool isReplaced, bool hasTable, const base::Progress& progress);

class ChartView : public QChartView, public Themed {
  Q_OBJECT

 public:
  explicit ChartView(const Theme& theme, QWidget* parent = nullptr);
  ~ChartView() override;

  /// showChart replaces what is drawn. Of the same kind and over the same axes, what is on screen stays; the current
  /// item stays in any case, by name. Null: nothing. Without an index it makes one.
  void showChart(const ChartPtr& chart, const ChartIndexPtr& index = {});
  const charts::ChartData& data() const { return *m_data; }
  void setTheme(const Theme& theme) override;
  /// setCaptioned puts title and legend into the picture: for images that leave the window.
  void setCaptioned(bool on);
  /// picture draws a captioned chart of that size, without a window; null when there is nothing to draw. `sharpness` is
  /// how many pixels of the picture stand for one on screen.
  static QImage picture(const ChartPtr& chart, const Theme& theme, QSize size, double sharpness = 1);

  /// chooseItem makes the item of that name current, brings it on screen, and says nothing; "" for none. False when
  /// the chart has no such item.
  bool chooseItem(const QString& name);
  std::optional<MarkAt> current() const { return m_current; }
  /// pointed is what the pointer is on, else what is current; null for neither.
  const charts::Item* pointed() const;

  bool isWhole() const { return m_map.isWhole(); }
  /// zoom shows 1 / factor of it, around the current mark or the middle.
  void zoom(double factor);
  void showWhole();

  const PlotMap& map() const { return m_map; }
  const AxisPlan& plan() const { return m_plan; }
  const MarkFinder& finder() const { return m_index->finder; }

 Q_SIGNALS:
  void pointedChanged();
  void itemChosen(const QString& name, const QString& series);  ///< by a click or a key
  void itemRequested(const QString& name, const QString& series);  ///< by a double click or Enter
  void viewChanged();                                           ///< zoomed, panned
  void pageRequested(int direction);                               ///< PageUp -1, PageDown 1

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void resizeEvent(QResizeEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Drag { None, Press, Rubber, Pan };

  PlotLayers::View view() const { return {*m_data, m_map, m_index->finder, m_theme}; }
  void layOut();
  void changeView(bool changed);
  void hover(std::optional<MarkAt> at);
  void setCurrent(std::optional<MarkAt> at, bool isUser);
  void updateMark(const std::optional<MarkAt>& at);
  void describe();
  bool step(QKeyEvent* event);
  QRectF rubberRect() const;
  QRectF columnOf(MarkAt at) const;
  void paintCaption(QPainter& painter) const;
  double captionHeight() const;
  const charts::Item* withNumbers(const charts::Item* item) const;
  const charts::Item* itemOf(const std::optional<MarkAt>& at) const;
  void emitItem(void (ChartView::*signal)(const QString&, const QString&));

  Theme m_theme;
  ChartPtr m_data;
  PlotMap m_map;
  AxisPlan m_plan;
  ChartIndexPtr m_index;
  mutable charts::Item m_pointed;  ///< with the numbers that the chart makes when they are asked for
  std::unique_ptr<class ChartSeries> m_series;
  QPixmap m_above;           ///< what PlotLayers paints above the series, until the view changes
  std::optional<MarkAt> m_current, m_hovered;
  Drag m_drag = Drag::None;
  QPointF m_pressed, m_dragged;
  bool m_spaceHeld = false;
  bool m_captioned = false;
};

}  // namespace plumbline::ui
