// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of cells: arrows, Home and End walk it, Enter or a click opens a cell, Tab leaves. All columns are equally
// wide, as wide as there is room for; the rows' titles stay in view.
//
//   connect(grid, &MatrixGrid::opened, page, [page](const QModelIndex& cell) { page->open(cell); });
#pragma once

#include <QHeaderView>
#include <QPersistentModelIndex>
#include <QTableView>

#include "core/overview/matrix.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

// The two headers of the matrix. Above the columns: platforms, and beneath them the backends, wrapped where there is
// room and turned upright where 20 columns share a small window. Beside the rows: suite over mode.
//
//   grid->setHorizontalHeader(new MatrixColumnHeader(theme, grid));

/// MatrixHeader is what both have in common: a theme, a current section, no clicks.
class MatrixHeader : public QHeaderView, public Themed {
 public:
  void setTheme(const Theme& theme) override;
  /// setCurrent is the section whose title stands out; -1: none.
  void setCurrent(int section);

 protected:
  MatrixHeader(Qt::Orientation orientation, const Theme& theme, QWidget* parent);
  const MatrixModel* matrix() const;

  Theme m_theme;
  int m_current = -1;
};

class MatrixColumnHeader : public MatrixHeader {
  Q_OBJECT

 public:
  explicit MatrixColumnHeader(const Theme& theme, QWidget* parent = nullptr);
  /// widthWrapped is what every column needs so that the longest word of a title fits.
  int widthWrapped() const;
  void setUpright(bool upright);
  /// setRowsHeight is what the rows need; upright titles get the rest of the grid.
  void setRowsHeight(int height) { m_rowsHeight = height; }
  /// shortestHeight is the height with the shortest upright titles.
  int shortestHeight() const;
  /// widthUpright is what a column needs so that its upright title is not cut at the length that the window's height leaves it.
  int widthUpright() const;
  bool isUpright() const { return m_upright; }
  /// shownLines is a column's title as it is drawn: broken into lines, with an ellipsis where one is cut.
  QStringList shownLines(int section) const;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  QString title(int section) const;
  QStringList wrapped(const QString& title, int width) const;
  int titleRoom() const;
  int uprightLength(int section, int max) const;
  int bandHeight() const;
  /// totalHeight is the line with the totals, below the titles.
  int totalHeight() const { return bandHeight() - kGrid / 2; }

  bool m_upright = false;
  int m_rowsHeight = 0;
};

class MatrixRowHeader : public MatrixHeader {
  Q_OBJECT

 public:
  explicit MatrixRowHeader(const Theme& theme, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

/// Paints a cell of the matrix in two lines: the worst glyph and its count, then what else matters and the shards. Pale
/// when all is as expected, hatched where nothing was run.
class MatrixDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// setHovered is the cell under the mouse; invalid: none.
  void setHovered(const QModelIndex& index) { m_hovered = index; }

  int cellHeight() const;
  /// shownTexts are the marks that a cell of this width shows; "+12" counts the rows of the others.
  QStringList shownTexts(const overview::MatrixCell& cell, int width) const;
  /// cellWidth is what every column needs so that no cell's worst mark and no total is cut.
  int cellWidth(const MatrixModel& model) const;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  /// Piece is a mark with its place inside the cell's padding.
  struct Piece {
    QString text;
    verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
    int x = 0;
    int line = 0;
    bool bold = false;
    bool isRest = false;  ///< counts the marks that have no room
  };
  void addRest(QList<Piece>& pieces, const QList<CellMark>& marks, int width) const;
  QList<Piece> placed(const overview::MatrixCell& cell, int width) const;
  void paintMarks(QPainter* painter, const QRect& room, const MatrixModel& model, const QModelIndex& index,
                  bool stronger) const;
  void paintQuiet(QPainter* painter, const QRect& room, const QString& text, bool hatched) const;

  QPersistentModelIndex m_hovered;
};

class MatrixGrid : public QTableView, public Themed {
  Q_OBJECT

 public:
  MatrixGrid(MatrixModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  void goTo(const QModelIndex& index);
  /// minHeightOfAll is what shows every row without scrolling; maxHeightOfAll what the grid can use.
  int minHeightOfAll() const;
  int maxHeightOfAll() const;

 Q_SIGNALS:
  void opened(const QModelIndex& index);
  void currentMoved(const QModelIndex& index);
  void fitted();  ///< rows and titles have taken a new size

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
  /// rowsHeight is what the rows need at least, with the scroll bar below them.
  int rowsHeight() const;
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
