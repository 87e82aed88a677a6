// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the tensors: glyph and word of the verdict, the margin as a bar, numbers under each other.
#pragma once

#include "ui/support/flat_delegate.h"

namespace plumbline::ui {

class TensorDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  explicit TensorDelegate(const Theme& theme, QObject* parent = nullptr) : FlatDelegate(theme, parent) {}

  /// groundOf is the colour behind a row.
  QColor groundOf(const QModelIndex& index, QStyle::State state) const;
  /// wantedWidth of a column, in px.
  int wantedWidth(int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintVerdict(QPainter& painter, const QRect& room, const QModelIndex& index, bool isStronger) const;
};

}  // namespace plumbline::ui
