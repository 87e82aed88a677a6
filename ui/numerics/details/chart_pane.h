// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with its readout, legend and notes; or a sentence instead. Controls of the chart are above it.
//
//   auto* pane = new ChartPane(theme, this);
//   pane->controls()->addWidget(axes);   pane->showChart(chart);
#pragma once

#include <QString>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "ui/charts/chart_view.h"
#include "ui/theme/themed.h"

class QLabel;
class QStackedLayout;

class QComboBox;
class QWidget;

namespace plumbline::ui {

class ChartLegend;
class ChartReadout;
class ElidedLabel;
class WrappingRow;

class ChartPane : public QWidget, public Themed {
  Q_OBJECT

 public:
  ChartPane(const QString& hint, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showChart(const ChartPtr& chart);
  /// showMessage shows a sentence instead of the chart.
  void showMessage(const QString& sentence);
  QString message() const;
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

// Parts shared by the views of errors.

class ChartPane;

/// fillWith makes a widget fill another one.
void fillWith(QWidget& widget, QWidget* content);
/// addControl adds a widget above the chart.
void addControl(ChartPane& pane, QWidget* control);
/// newChoice makes a combo box with a name for screen readers.
QComboBox* newChoice(const QString& name, const QString& tooltip);
/// axisText is "axis 1 (64)".
QString axisText(const std::vector<std::int64_t>& shape, int axis);

}  // namespace plumbline::ui
