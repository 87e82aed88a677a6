// SPDX-License-Identifier: GPL-3.0-or-later
// Cells as far from the edge as the header's words, on the quiet selection of the other tables, for tables whose cells
// are otherwise the style's own: those with a box to tick.
//
//   auto* delegate = new PaddedDelegate(theme, table);
//   table->setItemDelegate(delegate);
#pragma once

#include <QStyledItemDelegate>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class PaddedDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit PaddedDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), m_theme(theme) {}

  void setTheme(const Theme& theme) { m_theme = theme; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 protected:
  const Theme& theme() const { return m_theme; }
  /// finish is for what a table wants different in a cell.
  virtual void finish(QStyleOptionViewItem&, const QModelIndex&) const {}

 private:
  static QStyleOptionViewItem padded(QStyleOptionViewItem option);

  Theme m_theme;
};

}  // namespace plumbline::ui
