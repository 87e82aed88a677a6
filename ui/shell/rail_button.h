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
  QSize minimumSizeHint() const override;
  int heightWithWord() const;
  /// setCompact leaves the word out; tooltip and accessible name keep it.
  void setCompact(bool isCompact);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool hasWord() const { return !m_isCompact && !text().isEmpty(); }
  QFont wordFont() const;

  bool m_isCompact = false;
};

}  // namespace plumbline::ui
