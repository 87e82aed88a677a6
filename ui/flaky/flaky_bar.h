// SPDX-License-Identifier: GPL-3.0-or-later
// Above the table of flaky entries: the text filter, the buttons, and a chip for each kind of remark with its count.
//
//   connect(bar, &FlakyBar::filterChanged, [&] { model.setFilter(bar->filter()); });
#pragma once

#include <functional>

#include "ui/flaky/flaky_model.h"
#include "ui/support/chip_filter_bar.h"

class QLabel;
class QToolButton;

namespace plumbline::ui {

class FlakyBar : public ChipFilterBar {
  Q_OBJECT

 public:
  explicit FlakyBar(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// setOverview sets the counts and the lists; null for none. Emits nothing.
  void setOverview(const session::FlakyOverview* overview);
  void setShownCount(std::size_t shown, std::size_t all);
  /// addButton adds a button at the right of the filter.
  QToolButton* addButton(const QString& text, const QString& iconName, const QString& tooltip,
                         const std::function<void()>& run);

  FlakyFilter filter() const;
  void toggleRemark(session::RemarkKind kind);
  bool isChecked(session::RemarkKind kind) const;
  QWidgetList focusOrder() const { return ChipFilterBar::focusOrder(m_buttons); }

 private:
  MarkChip* chipOf(session::RemarkKind kind) const;
  int fitChips() override;

  QWidgetList m_buttons;
  QLabel* m_lists;  ///< number of lists and baselines
};

}  // namespace plumbline::ui
