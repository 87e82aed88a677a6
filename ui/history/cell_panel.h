// SPDX-License-Identifier: GPL-3.0-or-later
// One model of one config over its runs: the chosen metric as a chart with the moves of its baseline, who pinned it,
// and the way to the commit and the pull request of what is chosen.
//
//   panel->showCell({.config = "inductor_torchbench_training", .model = "moco"});
#pragma once

#include <QUrl>
#include <QWidget>
#include <memory>

#include "core/history/cell_chart.h"
#include "core/session/history/history_client.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace plumbline::ui {

class AlarmSlider;
class ChartLegend;
class ChartReadout;
class ChartView;
class ElidedLabel;

class CellPanel : public QWidget, public Themed {
  Q_OBJECT

 public:
  CellPanel(session::HistoryClient& client, const Theme& theme, QWidget* parent = nullptr);
  ~CellPanel() override;

  void setTheme(const Theme& theme) override;
  /// showCell reads the history of a cell; what is shown stays until it is there. An empty metric keeps the chosen one.
  void showCell(const history::CellQuery& query);
  /// showRun chooses the run of a strip: the `back`th from the newest of `count`.
  void showRun(int back, int count, qint64 time);
  /// goToMove chooses the next (+1) or previous (-1) move of the baseline; false when there is none.
  bool goToMove(int step);
  void nextMetric();
  bool isReading() const { return m_isReading; }
  AlarmSlider& alarms() const { return *m_alarms; }
  /// description is what is chosen, for the status line; blame is who pinned the baseline.
  QString description() const;
  QString blame() const;
  /// commitUrl and pullUrl of what is chosen; empty where there is none.
  QUrl commitUrl() const;
  QUrl pullUrl() const;
  ChartView& chart() const { return *m_view; }
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void changed();            ///< another cell, or another event is chosen
  void runChosen(int back);  ///< in the chart, counted from the newest run
  void linkRequested(const QUrl& url);
  void failed(const plumbline::base::Error& error);

 private:
  struct DrawnCell;
  void setCell(const history::CellQuery& query, DrawnCell drawn);
  void redraw();
  void setChart(history::CellChart chart);
  void choose(int item);
  const history::CellEvent* chosenEvent() const;
  const history::BaselineCommit* movedBy() const;
  void showReadout();
  void showHead();

  session::HistoryClient& m_client;
  Theme m_theme;
  history::CellQuery m_wanted;  ///< the newest question
  bool m_isReading = false;
  history::CellQuery m_shown;
  bool m_isDrawing = false;
  std::shared_ptr<const history::CellHistory> m_cell = std::make_shared<history::CellHistory>();
  history::CellChart m_chart;
  QString m_metric;  ///< chosen by a person; "": the first
  int m_item = -1;
  int m_back = 0, m_count = 0;  ///< the run that the table shows
  qint64 m_time = 0;

  ElidedLabel* m_title;
  QComboBox* m_metrics;
  QToolButton* m_commit;
  QToolButton* m_pull;
  ElidedLabel* m_blame;
  ChartReadout* m_readout;
  ChartView* m_view;
  ChartLegend* m_legend;
  AlarmSlider* m_alarms;
};

}  // namespace plumbline::ui
