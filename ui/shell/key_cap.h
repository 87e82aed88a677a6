// SPDX-License-Identifier: GPL-3.0-or-later
// A key drawn as a key: rounded frame, the key's name in it.
#pragma once

#include <QKeySequence>
#include <QWidget>

namespace plumbline::ui {

class KeyCap : public QWidget {
  Q_OBJECT

 public:
  explicit KeyCap(const QKeySequence& key, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_text;
};

}  // namespace plumbline::ui
