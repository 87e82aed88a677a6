// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of the triage table: tint by class, glyph and word, expected → actual in aligned parts, signed
// delta. Widths of the parts are measured once per column, so that arrows and digits stand under each other.
//
//   table->setItemDelegate(delegate); delegate->setTheme(theme); delegate->measure(model);
#pragma once

#include <vector>

#include "ui/support/tables/flat_delegate.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

class TriageModel;

class TriageDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// measure looks at the first rows shown and sets the widths of the parts of each metric column.
  void measure(const TriageModel& model);
  /// preferredWidth is what a column needs for the rows measured, its header not counted.
  int preferredWidth(int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Cell;

  void paintVerdict(const Cell& cell) const;
  void paintMetric(const Cell& cell, const MetricText& text) const;
  void paintPlain(const Cell& cell, const QString& text, const QColor& color, Qt::TextElideMode elide) const;

  std::vector<ColumnParts> m_parts;
};

}  // namespace plumbline::ui
