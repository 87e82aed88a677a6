// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of cells: arrows, Home and End walk it, Enter or a click opens a cell, Tab leaves. All columns are equally
// wide, as wide as there is room for; the rows' titles stay in view.
//
//   connect(grid, &MatrixGrid::opened, page, [page](const QModelIndex& cell) { page->open(cell); });
#pragma once

#include <QTableView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class MatrixColumnHeader;
class MatrixDelegate;
class MatrixModel;
class MatrixRowHeader;

class MatrixGrid : public QTableView {
  Q_OBJECT

 public:
  MatrixGrid(MatrixModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void goTo(const QModelIndex& index);

 Q_SIGNALS:
  void opened(const QModelIndex& index);
  void currentMoved(const QModelIndex& index);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyboardSearch(const QString&) override {}  // letters are commands here

 private:
  void fitSections();
  void hover(const QModelIndex& index);

  MatrixModel* m_model;
  MatrixDelegate* m_delegate;
  MatrixColumnHeader* m_columns;
  MatrixRowHeader* m_rows;
  Theme m_theme;
  QSize m_fitted;       ///< size of the grid that the sections were fitted to
  int m_cellWidth = 0;  ///< the least, for the present matrix and font
};

}  // namespace plumbline::ui
