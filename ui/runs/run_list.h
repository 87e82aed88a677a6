// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs: the table of the queue, and chips that filter it by state. The chips stand where the page puts
// them.
//
//   auto* list = new RunList(model, theme, page);
//   header->addWidget(list->filter());
#pragma once

#include <QList>
#include <QWidget>
#include <vector>

#include "core/runs/engine/run_state.h"
#include "ui/theme/themed.h"

class QStackedLayout;

namespace plumbline::ui {

class EmptyState;
class MarkChip;
class QueueModel;
class QueueTable;

/// StateFilter shows how many runs are in each kind of state; checked chips leave only their runs.
class StateFilter : public QWidget, public Themed {
  Q_OBJECT

 public:
  /// In the order of the chips.
  enum class Kind { Running, Waiting, Failed, Cancelled, Done };

  explicit StateFilter(const Theme& theme, QWidget* parent = nullptr);

  static Kind kindOf(runs::RunState state);
  void setTheme(const Theme& theme) override;
  void count(const std::vector<runs::RunState>& states);
  /// accepts: no chip is checked, or that of this state is.
  bool accepts(runs::RunState state) const;
  bool isClear() const;
  void toggle(Kind kind);
  void clear();
  QList<QWidget*> focusOrder() const;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void changed();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shortenChips();

  QList<MarkChip*> m_chips;
};

class RunList : public QWidget {
  Q_OBJECT

 public:
  RunList(QueueModel* model, const Theme& theme, QWidget* parent = nullptr);

  QueueModel& model() const { return *m_model; }
  QueueTable& table() const { return *m_table; }
  StateFilter* filter() const { return m_filter; }

  runs::RunPtr current() const;  ///< null: none
  /// selected returns the selected runs that the filter shows.
  QList<runs::RunPtr> selected() const;
  QList<int> selectedRows() const;
  /// finished returns the ids of the shown runs that are over.
  QStringList finished() const;
  /// refresh applies the filter to the rows of the model; call it after the model changed.
  void refresh();
  /// fitStates makes the column of states as wide as its longest text.
  void fitStates();
  /// goToRun shows a run, clearing the filter when it hides the run; false when there is none of this id.
  bool goToRun(const QString& id);
  /// goToDefault goes to the shown row nearest to the current one; at the start to a running one, or the last.
  void goToDefault(bool isStart);
  /// goToFailed goes to the next (+1) or previous (-1) failed run; false when there is none.
  bool goToFailed(int direction);
  /// countsText is "3 runs: 1 running, 2 done".
  QString countsText() const;

 Q_SIGNALS:
  void filterChanged();

 private:
  int firstShown(int from = 0) const;

  QueueModel* m_model;
  QueueTable* m_table;
  EmptyState* m_hidden;  ///< the filter hides all runs
  StateFilter* m_filter;
  QStackedLayout* m_pages;
};

}  // namespace plumbline::ui
