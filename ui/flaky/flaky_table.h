// SPDX-License-Identifier: GPL-3.0-or-later
// The table of flaky entries: the look and the keys of the triage table, and a place that stays when entries come and
// go.
//
//   auto* table = new FlakyTable(&model, theme);
//   connect(table, &FlakyTable::editRequested, page, ...);
#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class FlakyDelegate;
class FlakyModel;

class FlakyTable : public QTableView {
  Q_OBJECT

 public:
  FlakyTable(FlakyModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// selectedRows are the shown positions that are selected, in the order shown.
  QList<int> selectedRows() const;
  /// goTo makes a row current, selected and visible.
  void goTo(int row);
  /// sortByCurrent sorts by the column of the current cell; again turns it round.
  void sortByCurrent();

 Q_SIGNALS:
  void editRequested();  ///< Enter or a double click
  void currentMoved();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  void keepPlace();
  void takePlace();
  void shapeColumns();
  void hoverRow(int row);

  FlakyModel* m_model;
  Theme m_theme;
  FlakyDelegate* m_delegate;
  int m_hovered = -1;
  int m_lastRow = -1;     ///< where the current row stood: when it is gone, its neighbour takes over
  int m_fromTop = -1;     ///< how far below the top it stood
  bool m_shaped = false;  ///< widths were set from the first entries; later ones belong to the person
};

}  // namespace plumbline::ui
