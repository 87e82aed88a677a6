// SPDX-License-Identifier: GPL-3.0-or-later
// Title of a chart and the choices that matter for it: metric, order, peaks, a single model; and the pager where a chart
// shows only the first of many. What a chart has no use for is not there.
//
//   bar->show(chart, {.metrics = names, .metric = 2, .hasOrder = true});
//   connect(bar, &ChartBar::metricChosen, ...);
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include "core/charts/make_chart.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace plumbline::ui {

class AlarmSlider;
class ChartLegend;
class ElidedLabel;

class ChartBar : public QWidget, public Themed {
  Q_OBJECT

 public:
  /// Metric is one that can be chosen.
  struct Metric {
    QString name;   ///< column
    QString title;
  };
  struct Choices {
    QList<Metric> metrics = {};  ///< empty: there is nothing to choose
    QString metric = {};
    bool hasOrder = false;
    charts::Order order = charts::Order::WorstFirst;
    bool hasPeak = false, peak = false;
    QString model = {};          ///< "": no single model can be asked for
    bool onlyModel = false;
    bool hasChanges = false;     ///< change points
    bool hasPages = false, all = false;
    std::size_t first = 0, shown = 0, total = 0;
  };

  explicit ChartBar(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  void show(const charts::ChartData& chart, const Choices& choices);
  void showMetrics();   ///< opens the list
  QList<QWidget*> focusOrder() const;
  QString pagesText() const;
  AlarmSlider& alarms() const { return *m_alarms; }

 Q_SIGNALS:
  void metricChosen(const QString& name);
  void orderChosen(plumbline::charts::Order order);
  void peakChosen(bool on);
  void onlyModelChosen(bool on);
  void allChosen(bool on);
  void pageRequested(int direction);

 private:
  QToolButton* addToggle(const QString& text, const QString& tooltip, void (ChartBar::*signal)(bool));

  Theme m_theme;
  ElidedLabel* m_title;
  ElidedLabel* m_subtitle;
  ChartLegend* m_legend;
  QComboBox* m_metric;
  QComboBox* m_order;
  QToolButton* m_peak = nullptr;
  QToolButton* m_model = nullptr;
  QToolButton* m_all = nullptr;
  QToolButton* m_back;
  QToolButton* m_on;
  QLabel* m_pages;
  AlarmSlider* m_alarms;
};

}  // namespace plumbline::ui
