// SPDX-License-Identifier: GPL-3.0-or-later
// The table of flaky entries: style and keys of the triage table.
//
//   auto* table = new FlakyTable(&model, theme);
//   connect(table, &FlakyTable::editRequested, page, ...);
#pragma once

#include <functional>

#include "ui/flaky/flaky_model.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/theme.h"

class QLabel;
class QToolButton;

namespace plumbline::ui {

/// Above the table of flaky entries: the text filter, the buttons, and a chip for each kind of remark with its count.
class FlakyBar : public ChipFilterBar {
  Q_OBJECT

 public:
  explicit FlakyBar(const Theme& theme, QWidget* parent = nullptr);

  /// setOverview sets the counts and the lists; null for none. Emits nothing.
  void setOverview(const session::FlakyOverview* overview);
  void setShownCount(std::size_t shown, std::size_t all);
  /// addButton adds a button at the right of the filter.
  QToolButton* addButton(const QString& text, const QString& iconName, const QString& tooltip,
                         const std::function<void()>& run);

  FlakyFilter filter() const;
  void toggleRemark(session::RemarkKind kind);
  bool isChecked(session::RemarkKind kind) const;
  /// canGoChip is there only with a history.
  MarkChip* canGoChip() const { return chip(session::kRemarkKinds); }
  QWidgetList focusOrder() const { return ChipFilterBar::focusOrder(m_buttons); }

 private:
  MarkChip* chipOf(session::RemarkKind kind) const;
  int fitChips() override;

  QWidgetList m_buttons;
  QLabel* m_lists;  ///< number of lists and baselines
};

class FlakyModel;

/// Paints the cells of the flaky table in the look of the triage table: flat rows, glyph and word for each remark,
/// quiet text for what may be overlooked.
///
///   table->setItemDelegate(delegate); delegate->setTheme(theme);
class FlakyDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// preferredWidth is what a column needs for its cells, between a least and a most that suit it.
  int preferredWidth(const FlakyModel& model, int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  struct Cell;
  void paintRemarks(const Cell& cell, std::uint32_t remarks) const;
  void paintText(const Cell& cell, const QString& text, const QColor& color, Qt::TextElideMode elide) const;
  int remarksWidth(std::uint32_t remarks) const;
};

class FlakyTable : public RecordTable {
  Q_OBJECT

 public:
  FlakyTable(FlakyModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  bool hasCurrentRow() const { return currentIndex().isValid(); }

 Q_SIGNALS:
  void editRequested();  ///< Enter or a double click

 private:
  void shapeColumns() override;

  FlakyModel* m_model;
  FlakyDelegate* m_delegate;
  bool m_shaped = false;  ///< widths were set from the first entries; then the user may change them
};

}  // namespace plumbline::ui
