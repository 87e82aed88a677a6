// SPDX-License-Identifier: GPL-3.0-or-later
// The table of models. Whatever changes beneath it, filter, order or the whole snapshot, the same models stay selected,
// the same one current, at the same height on the screen.
//
//   table->setModel(&model);
//   connect(table, &TriageTable::currentModelChanged, details, ...);
#pragma once

#include "core/verdicts/row_view.h"
#include "ui/support/record_table.h"
#include "ui/theme/theme.h"
#include "ui/triage/row_anchor.h"

namespace plumbline::ui {

class ColumnLayout;
class TriageDelegate;
class TriageModel;

class TriageTable : public RecordTable {
  Q_OBJECT

 public:
  explicit TriageTable(TriageModel* model, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  ColumnLayout& columnLayout() { return *m_layout; }
  /// shownColumns are the columns as a person sees them, left to right.
  QList<int> shownColumns() const;
  /// goToOpen steps to the next (+1) or previous (-1) row that nobody has decided; false when there is none.
  bool goToOpen(int step);
  void resetColumns();

 Q_SIGNALS:
  /// currentModelChanged: the row of the comparison that is current now; kNoRow when it is filtered out or nothing is.
  void currentModelChanged(quint32 sourceRow);
  /// columnMenuRequested: somebody asked for the header's menu at a place on the screen; column may be -1.
  void columnMenuRequested(int column, const QPoint& at);
  /// detailsRequested: Enter or a double click.
  void detailsRequested();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void keepPlace();
  void takePlace();
  void shapeColumns();
  void showSortMark();

  TriageModel* m_model;
  TriageDelegate* m_delegate;
  ColumnLayout* m_layout;
  RowAnchor m_anchor;
  bool m_moving = false;  ///< rows are changing: a lost current row is no wish of the person's
};

}  // namespace plumbline::ui
