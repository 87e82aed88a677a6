// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of runs and of tasks: glyph and word of the state, a small bar beside the words of the progress,
// quiet words at the right end. What a cell holds comes by RunRole.
//
//   table->setItemDelegate(new RunDelegate(theme, table));
#pragma once

#include "ui/support/flat_delegate.h"

namespace plumbline::ui {

class RunDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  explicit RunDelegate(const Theme& theme, QObject* parent = nullptr) : FlatDelegate(theme, parent) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintState(QPainter& painter, const QRect& room, const QModelIndex& index, bool stronger) const;
  void paintProgress(QPainter& painter, const QRect& room, const QModelIndex& index) const;
};

}  // namespace plumbline::ui
