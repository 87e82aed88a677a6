// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the comparison: its letter in its colour, its label, and whether it is the one before or the one after. A
// click or Enter opens what can be done with it, Delete takes it away.
#pragma once

#include "core/diff/run.h"
#include "ui/support/quiet_button.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

enum class RunSide { None, Before, After };

class RunChip : public QuietButton {
  Q_OBJECT

 public:
  RunChip(const Theme& theme, std::size_t run, QWidget* parent = nullptr);

  void show(const diff::Run& run, RunSide side);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void menuWanted();
  void removeWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString sideWord() const;

  Theme m_theme;
  std::size_t m_run;
  QString m_label;
  RunSide m_side = RunSide::None;
};

}  // namespace plumbline::ui
