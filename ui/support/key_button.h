// SPDX-License-Identifier: GPL-3.0-or-later
// A button that shows the key that does the same: "Accept [A]". Where room is short the key goes, not the word.
//
//   auto* accept = new KeyButton({.text = tr("Accept"), .shortcuts = {Qt::Key_A}, .run = [this] { ... }}, this);
#pragma once

#include "ui/support/action_spec.h"
#include "ui/support/quiet_button.h"

namespace plumbline::ui {

class KeyButton : public QuietButton {
  Q_OBJECT

 public:
  explicit KeyButton(ActionSpec spec, QWidget* parent = nullptr);
  /// refresh asks the action whether it is enabled.
  void refresh();
  /// showKeys shows other keys, when the button is the one of that action.
  void showKeys(const QString& actionId, const QList<QKeySequence>& keys);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString key() const;
  void nameKeys();

  ActionSpec m_spec;
};

/// keyCapSize and paintKeyCap draw a key as on a keyboard.
QSize keyCapSize(const QFontMetrics& metrics, const QString& key);
void paintKeyCap(QPainter& painter, const QRect& rect, const QString& key, const QPalette& palette);

}  // namespace plumbline::ui
