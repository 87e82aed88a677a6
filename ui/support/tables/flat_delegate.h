// SPDX-License-Identifier: GPL-3.0-or-later
// Bases of the delegates of tables. FlatDelegate draws the background of rows that are one line high: a faint tint of
// their class with its full colour in the first cell and a bar at the left, a line below, darker under the mouse.
//
//   const bool stronger = paintGround(*painter, option, index, VerdictClass::Pass);
//   painter->setPen(theme().mutedColor(stronger));
#pragma once

#include <QStyledItemDelegate>

#include "ui/theme/themed.h"

namespace plumbline::ui {

/// RowDelegate is what RecordTable asks of a delegate: its theme, the height of rows and the row under the mouse.
class RowDelegate : public QStyledItemDelegate, public Themed {
  Q_OBJECT

 public:
  explicit RowDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), m_theme(theme) {}

  void setTheme(const Theme& theme) override { m_theme = theme; }
  /// rowHeight is one line of text with its padding.
  virtual int rowHeight() const;
  void setHoveredRow(int row) { m_hoveredRow = row; }

 protected:
  const Theme& theme() const { return m_theme; }
  int hoveredRow() const { return m_hoveredRow; }

 private:
  Theme m_theme;
  int m_hoveredRow = -1;
};

class FlatDelegate : public RowDelegate {
  Q_OBJECT

 public:
  using RowDelegate::RowDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  static constexpr int kPadding = 2 * kGrid + 4;  ///< px, of a cell's text, both sides together

  const QFont& bold() const { return theme().boldFont(); }
  /// paintGround fills the cell, in the full tint where it is the one that shows the verdict; true when muted text must be
  /// stronger: the row is selected or under the mouse.
  bool paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   verdicts::VerdictClass cls, int verdictColumn = 0) const;
  /// verdictWidth is the width of a cell with a glyph and this word: 80 pixels for the longest, in the default font.
  int verdictWidth(const QString& word) const;
  /// paintVerdict draws the glyph of a class and a word; `cell` has no padding.
  void paintVerdict(QPainter& painter, const QRect& cell, verdicts::VerdictClass cls, const QString& word,
                    bool stronger) const;
};

/// PaddedDelegate indents the style's own cells (with check boxes) like the header and draws the selection of the other
/// tables.
class PaddedDelegate : public RowDelegate {
  Q_OBJECT

 public:
  using RowDelegate::RowDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 protected:
  /// finish changes the style options of a cell.
  virtual void finish(QStyleOptionViewItem&, const QModelIndex&) const {}

 private:
  static QStyleOptionViewItem padded(QStyleOptionViewItem option);
};

}  // namespace plumbline::ui
