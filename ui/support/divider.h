// SPDX-License-Identifier: GPL-3.0-or-later
// A line one pixel thin in the border colour, between two areas.
#pragma once

#include <QWidget>

namespace plumbline::ui {

class Divider : public QWidget {
  Q_OBJECT

 public:
  explicit Divider(Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace plumbline::ui
