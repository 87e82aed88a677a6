// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of records have in common: rows chosen as a whole, a bar and two lines around the current one, the row
// under the mouse, single letters left to the commands. Models and delegates are the pages' own.
//
//   class TriageTable : public RecordTable { ... };
//   connect(this, &RecordTable::hovered, delegate, &TriageDelegate::setHoveredRow);
#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class RecordTable : public QTableView {
  Q_OBJECT

 public:
  explicit RecordTable(const Theme& theme, QWidget* parent = nullptr);

  /// selectedRows are the shown positions that are selected, in the order shown.
  QList<int> selectedRows() const;
  /// goTo makes a row current, selected and visible; the view stays where it is sideways.
  void goTo(int row);

 Q_SIGNALS:
  void opened();          ///< Enter
  void hovered(int row);  ///< the row under the mouse; -1: none

 protected:
  /// setLook takes fonts and colours; rowHeight is the delegate's.
  void setLook(const Theme& theme, int rowHeight);
  const Theme& look() const { return m_theme; }
  void hoverRow(int row);

  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  Theme m_theme;
  int m_hovered = -1;
};

}  // namespace plumbline::ui
