// SPDX-License-Identifier: GPL-3.0-or-later
// The table of models. Whatever changes beneath it, filter, order or the whole snapshot, the same models stay selected,
// the same one current, at the same height on the screen.
//
//   table->setModel(&model);
//   connect(table, &TriageTable::currentModelChanged, details, ...);
#pragma once

#include <QPoint>

#include "core/verdicts/view/row_view.h"
#include "ui/support/tables/record_table.h"
#include "ui/theme/theme.h"

class QMenu;

namespace plumbline::ui {

class ColumnLayout;
class TriageDelegate;
class TriageModel;

class TriageTable : public RecordTable {
  Q_OBJECT

 public:
  explicit TriageTable(TriageModel* model, const Theme& theme, QWidget* parent = nullptr);

  ColumnLayout& columnLayout() { return *m_layout; }
  /// goToOpen steps to the next (+1) or previous (-1) undecided row; false when there is none.
  bool goToOpen(int step);
  void resetColumns();

 Q_SIGNALS:
  /// currentModelChanged: the row of the comparison that is current now; kNoRow when it is filtered out or nothing is.
  void currentModelChanged(quint32 sourceRow);
  /// columnMenuRequested: the header's menu was requested at a position on the screen; column may be -1.
  void columnMenuRequested(int column, const QPoint& at);
  /// detailsRequested: Enter or a double click.
  void detailsRequested();

 protected:
  void shapeColumns() override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void showSortMark();

  TriageModel* m_model;
  TriageDelegate* m_delegate;
  ColumnLayout* m_layout;
};

/// makeColumnMenu builds the header's menu for a column (-1: none in particular): sort by value, baseline or change;
/// show, hide, move columns. The caller shows it; it deletes itself on close.
QMenu* makeColumnMenu(TriageTable* table, TriageModel* model, int column);

}  // namespace plumbline::ui
