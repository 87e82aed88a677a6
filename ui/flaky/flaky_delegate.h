// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of the flaky table in the look of the triage table: flat rows, glyph and word for each remark, quiet
// text for what may be overlooked.
//
//   table->setItemDelegate(delegate); delegate->setTheme(theme);
#pragma once

#include "ui/support/flat_delegate.h"

namespace plumbline::ui {

class FlakyModel;

class FlakyDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// wantedWidth is what a column needs for its cells, between a least and a most that suit it.
  int wantedWidth(const FlakyModel& model, int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Cell;
  void paintRemarks(const Cell& cell, std::uint32_t remarks) const;
  void paintText(const Cell& cell, const QString& text, const QColor& color, Qt::TextElideMode elide) const;
  int remarksWidth(std::uint32_t remarks) const;
};

}  // namespace plumbline::ui
