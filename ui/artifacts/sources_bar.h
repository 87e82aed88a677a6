// SPDX-License-Identifier: GPL-3.0-or-later
// Above the table of result files: the text filter, a chip for each state with its count, and the rule that chooses
// among attempts.
//
//   connect(bar, &SourcesBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include "core/overview/commit_view.h"
#include "ui/artifacts/sources_model.h"
#include "ui/support/chip_filter_bar.h"

class QComboBox;

namespace plumbline::ui {

class SourcesBar : public ChipFilterBar {
  Q_OBJECT

 public:
  explicit SourcesBar(const Theme& theme, QWidget* parent = nullptr);

  /// setList sets the counts; null for none. Emits nothing.
  void setList(const session::SourceList* list);
  void setShownCount(std::size_t shown, std::size_t all);
  /// setRule shows the rule in use. Emits nothing.
  void setRule(overview::AttemptRule rule);

  SourceFilter filter() const;
  void toggleState(session::FileState state);
  bool isChecked(session::FileState state) const;
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void ruleChosen(plumbline::overview::AttemptRule rule);

 private:
  MarkChip* chipOf(session::FileState state) const;

  QComboBox* m_rule;
};

}  // namespace plumbline::ui
