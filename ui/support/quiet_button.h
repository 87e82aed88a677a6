// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the buttons that the window draws itself: flat, a faint ground under the mouse, an accent frame when focused.
#pragma once

#include <QAbstractButton>

namespace plumbline::ui {

class QuietButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit QuietButton(QWidget* parent = nullptr) : QAbstractButton(parent) {}

 protected:
  /// paintGround draws the tint for hover, pressed and checked, paintFocus the frame; both inside room.
  void paintGround(QPainter& painter, const QRectF& room) const;
  void paintFocus(QPainter& painter, const QRectF& room) const;

  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
};

}  // namespace plumbline::ui
