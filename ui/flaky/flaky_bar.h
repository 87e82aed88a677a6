// SPDX-License-Identifier: GPL-3.0-or-later
// Above the table of flaky entries: the text filter, the buttons, and a chip for each kind of remark with its count.
//
//   connect(bar, &FlakyBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <QList>
#include <QWidget>
#include <functional>

#include "ui/flaky/flaky_model.h"
#include "ui/theme/theme.h"

class QLabel;
class QToolButton;

namespace plumbline::ui {

class FilterField;
class MarkChip;

class FlakyBar : public QWidget {
  Q_OBJECT

 public:
  explicit FlakyBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// setOverview takes the counts and the lists; null for none. Emits nothing.
  void setOverview(const session::FlakyOverview* overview);
  void setShownCount(std::size_t shown, std::size_t all);
  /// addButton puts a button at the right of the filter; it runs `run`.
  QToolButton* addButton(const QString& text, const QString& iconName, const QString& tooltip,
                         const std::function<void()>& run);

  FlakyFilter filter() const;
  void toggleRemark(session::RemarkKind kind);
  bool isChecked(session::RemarkKind kind) const;
  void setText(const QString& text);
  void clearAll();
  bool isClear() const;
  void focusText();
  bool hasTextFocus() const;
  QSize minimumSizeHint() const override;
  /// focusOrder is how Tab walks through the bar.
  QWidgetList focusOrder() const;

 Q_SIGNALS:
  void filterChanged();
  /// leaveRequested: Enter, Down or Escape in the text: back to the table.
  void leaveRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  MarkChip* chip(session::RemarkKind kind) const;
  void chooseWords();

  Theme m_theme;
  FilterField* m_text;
  QLabel* m_shown;
  QList<QToolButton*> m_buttons;
  QList<MarkChip*> m_chips;  ///< as in kAllRemarkKinds
  QToolButton* m_clear;
  QLabel* m_lists;  ///< what is in view
};

}  // namespace plumbline::ui
