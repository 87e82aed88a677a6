// SPDX-License-Identifier: GPL-3.0-or-later
// The decision about the current row in the details: what accepting would do and what stays, or the answer given, with
// reason and note. Takes no room where there is nothing to say.
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QLabel;

namespace plumbline::ui {

struct DecisionWords;

class DecisionView : public QWidget {
  Q_OBJECT

 public:
  explicit DecisionView(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void show(const DecisionWords& words);
  using QWidget::show;

 private:
  QLabel* m_title;
  QLabel* m_text;
  QLabel* m_more;
};

}  // namespace plumbline::ui
