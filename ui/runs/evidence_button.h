// SPDX-License-Identifier: GPL-3.0-or-later
// The line of a log that tells what came of a run, as a button: Enter or a click leads there. Shortens itself; the whole
// line is in the tooltip.
//
//   button->setLine(u"line 214: AccuracyError: Dynamo failed"_s);
#pragma once

#include "ui/support/quiet_button.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class EvidenceButton : public QuietButton {
  Q_OBJECT

 public:
  explicit EvidenceButton(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setLine(const QString& text);
  QString line() const { return m_line; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  Theme m_theme;
  QString m_line;
};

}  // namespace plumbline::ui
