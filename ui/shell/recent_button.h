// SPDX-License-Identifier: GPL-3.0-or-later
// One recent pair on the start page: both file names, the folder muted behind them, whole paths in the tooltip.
#pragma once

#include "ui/settings/recent_pairs.h"
#include "ui/support/quiet_button.h"

namespace plumbline::ui {

/// recentTitle names a pair in one line: "actual.csv ↔ expected.csv", with folders where the names are the same.
QString recentTitle(const RecentPair& pair);

class RecentButton : public QuietButton {
  Q_OBJECT

 public:
  explicit RecentButton(const RecentPair& pair, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_folder;
};

}  // namespace plumbline::ui
