// SPDX-License-Identifier: GPL-3.0-or-later
// Chips above the queue: how many runs are in each state, and a filter for those of the chips that are pressed.
//
//   auto* filter = new StateFilter(theme, page);
//   connect(filter, &StateFilter::changed, page, [=] { for (row ...) table->setRowHidden(row, !filter->takes(state)); });
#pragma once

#include <QList>
#include <QWidget>
#include <vector>

#include "core/runs/run_state.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class MarkChip;

class StateFilter : public QWidget {
  Q_OBJECT

 public:
  explicit StateFilter(const Theme& theme, QWidget* parent = nullptr);

  /// Kinds of states, in the order of the chips.
  enum class Kind { Running, Waiting, Failed, Cancelled, Done };
  static Kind kindOf(runs::RunState state);

  void setTheme(const Theme& theme);
  void count(const std::vector<runs::RunState>& states);
  /// takes: no chip is pressed, or the one of this state is.
  bool takes(runs::RunState state) const;
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
  void chooseWords();

  QList<MarkChip*> m_chips;
};

}  // namespace plumbline::ui
