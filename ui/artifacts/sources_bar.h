// SPDX-License-Identifier: GPL-3.0-or-later
// Above the table of result files: the text filter, a chip for each state with its count, and the rule that chooses
// among attempts.
//
//   connect(bar, &SourcesBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QList>
#include <QWidget>

#include "core/overview/commit_view.h"
#include "ui/artifacts/sources_model.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace plumbline::ui {

class FilterField;
class MarkChip;

class SourcesBar : public QWidget {
  Q_OBJECT

 public:
  explicit SourcesBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// setList takes the counts; null for none. Emits nothing.
  void setList(const session::SourceList* list);
  void setShownCount(std::size_t shown, std::size_t all);
  /// setRule shows the rule in use. Emits nothing.
  void setRule(overview::AttemptRule rule);

  SourceFilter filter() const;
  void toggleState(session::FileState state);
  bool isChecked(session::FileState state) const;
  void setText(const QString& text);
  void clearAll();
  bool isClear() const;
  void focusText();
  bool hasTextFocus() const;
  /// focusOrder is how Tab walks through the bar.
  QWidgetList focusOrder() const;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void filterChanged();
  void ruleChosen(plumbline::overview::AttemptRule rule);
  /// leaveRequested: Enter, Down or Escape in the text: back to the table.
  void leaveRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  MarkChip* chip(session::FileState state) const;
  void chooseWords();

  Theme m_theme;
  FilterField* m_text;
  QLabel* m_shown;
  QComboBox* m_rule;
  QList<MarkChip*> m_chips;  ///< as in kAllFileStates
  QToolButton* m_clear;
};

}  // namespace plumbline::ui
