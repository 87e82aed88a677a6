// SPDX-License-Identifier: GPL-3.0-or-later
// The table of strips: up and down go from model to model, left and right from run to run. All rows show the same
// stretch of runs, counted from the newest one.
//
//   connect(table, &HistoryTable::runMoved, page, [&] { show(table->currentRun()); });
#pragma once

#include "ui/history/history_model.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/tables/strip_painter.h"

namespace plumbline::ui {

class HistoryDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  HistoryDelegate(const Theme& theme, QObject* parent) : FlatDelegate(theme, parent), m_strips(theme) {}

  void setTheme(const Theme& theme) override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// setRuns sets how many runs lie beyond the right end, and the chosen one of the current row.
  void setRuns(int hidden, int chosen, int row);
  const StripPainter& strips() const { return m_strips; }
  static QRect roomOf(const QRect& cell);

 private:
  mutable StripPainter m_strips;
  int m_hidden = 0, m_chosen = 0, m_row = -1;
};

class HistoryTable : public RecordTable {
  Q_OBJECT

 public:
  HistoryTable(HistoryModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// currentRun counts from the newest run of the current row.
  int currentRun() const { return m_run; }
  void goToRun(int run);
  /// currentCell is the run as the strip has it; null while nothing is read.
  const history::StripCell* currentCell() const;

 Q_SIGNALS:
  void runMoved();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  void shapeColumns() override;
  void readVisible();
  void showRuns();
  int runCount() const;
  int visibleRuns() const;
  QRect stripRoom(int row) const;

  HistoryModel* m_model;
  HistoryDelegate* m_delegate;
  int m_run = 0;     ///< from the newest
  int m_hidden = 0;  ///< runs beyond the right end
  bool m_isShaped = false;
};

}  // namespace plumbline::ui
