// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a cell of the matrix in two lines: the worst glyph and its count, then what else matters and the shards. Pale
// when all is as expected, hatched where nothing was run.
#pragma once

#include <QFont>
#include <QPersistentModelIndex>
#include <QStyledItemDelegate>

#include "core/overview/matrix.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class MatrixModel;

class MatrixDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit MatrixDelegate(const Theme& theme, QObject* parent = nullptr);
  void setTheme(const Theme& theme);
  /// setHovered is the cell under the mouse; invalid: none.
  void setHovered(const QModelIndex& index) { m_hovered = index; }

  int rowHeight() const;
  /// cellWidth is what every column needs so that no cell's worst mark is cut.
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
  };
  QList<Piece> placed(const overview::MatrixCell& cell, int width) const;
  void paintMarks(QPainter* painter, const QRect& room, const MatrixModel& model, const QModelIndex& index,
                  bool stronger) const;
  void paintQuiet(QPainter* painter, const QRect& room, const QString& text, bool hatched) const;

  Theme m_theme;
  QFont m_bold;
  QPersistentModelIndex m_hovered;
};

}  // namespace plumbline::ui
