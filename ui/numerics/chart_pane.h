// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with the line that reads it out, its legend and its notes; or a sentence where there is no chart. The widgets
// that choose what is drawn stand above it.
//
//   auto* pane = new ChartPane(theme, this);
//   pane->controls()->addWidget(axes);   pane->showChart(chart);
#pragma once

#include <QWidget>

#include "ui/charts/chart_view.h"

class QLabel;
class QStackedLayout;

namespace plumbline::ui {

class ChartLegend;
class ChartReadout;
class ElidedLabel;
class WrappingRow;

class ChartPane : public QWidget {
  Q_OBJECT

 public:
  ChartPane(const QString& hint, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showChart(const ChartPtr& chart);
  /// say stands in for the chart.
  void say(const QString& sentence);
  QString said() const;
  ChartView* view() const { return m_view; }
  QString reading() const;
  WrappingRow* controls() const { return m_controls; }
  QWidget* controlsWidget() const { return m_controlRoom; }

 private:
  void showReadout();

  Theme m_theme;
  QString m_hint;
  ChartPtr m_chart;
  QWidget* m_controlRoom;
  WrappingRow* m_controls;
  ChartReadout* m_readout;
  ChartView* m_view;
  ChartLegend* m_legend;
  ElidedLabel* m_notes;
  QLabel* m_nothing;
  QStackedLayout* m_stack;
};

}  // namespace plumbline::ui
