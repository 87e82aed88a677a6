// SPDX-License-Identifier: GPL-3.0-or-later
// The line that appears when a file with edits was changed outside: what happened, and three actions.
//
//   strip->setFiles({path});   connect(strip, &OutsideStrip::reapplyRequested, ...);
#pragma once

#include <QFrame>
#include <QStringList>

#include "ui/theme/theme.h"

class QLabel;
class QPushButton;

namespace plumbline::ui {

class OutsideStrip : public QFrame {
  Q_OBJECT

 public:
  explicit OutsideStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  /// setFiles names the files that were changed outside; the strip speaks of the first and hides when there is none.
  void setFiles(const QStringList& paths);
  /// showLost shows how many edits re-applying would leave out, also on the button.
  void showLost(const QStringList& sentences);

 Q_SIGNALS:
  void showRequested(const QString& path);
  void reapplyRequested(const QString& path);
  void discardRequested(const QString& path);

 private:
  void updateText();

  Theme m_theme;
  QLabel* m_text;
  QPushButton* m_reapply;
  QStringList m_paths;
};

}  // namespace plumbline::ui
