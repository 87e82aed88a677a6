// SPDX-License-Identifier: GPL-3.0-or-later
// The field for text to be found in a log: Enter and Shift+Enter step, Escape leaves.
#pragma once

#include <QLineEdit>

namespace plumbline::ui {

class LogSearchField : public QLineEdit {
  Q_OBJECT

 public:
  explicit LogSearchField(QWidget* parent = nullptr);

 Q_SIGNALS:
  void stepWanted(bool backwards);
  void leaveWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace plumbline::ui
