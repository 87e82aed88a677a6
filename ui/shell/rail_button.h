// SPDX-License-Identifier: GPL-3.0-or-later
// One button of the navigation rail: icon over a short word, an accent bar when its page is in front.
#pragma once

#include "ui/support/quiet_button.h"

namespace plumbline::ui {

class RailButton : public QuietButton {
  Q_OBJECT

 public:
  RailButton(const QString& text, const QIcon& icon, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace plumbline::ui
