// SPDX-License-Identifier: GPL-3.0-or-later
// A heading that keeps its size relative to the application's font, also when that changes.
#pragma once

#include <QLabel>

namespace plumbline::ui {

class TitleLabel : public QLabel {
  Q_OBJECT

 public:
  /// scale: 1 for a heading of normal size, kTitleScale for the title of a page.
  explicit TitleLabel(const QString& text, double scale, QWidget* parent = nullptr);
  static constexpr double kTitleScale = 1.35;

 protected:
  bool event(QEvent* event) override;

 private:
  void scaleFont();
  double m_scale;
};

}  // namespace plumbline::ui
