// SPDX-License-Identifier: GPL-3.0-or-later
// The line that appears when a file with edits was changed by somebody else: what happened, and the three ways on.
//
//   strip->setFiles({path});   connect(strip, &OutsideStrip::reapplyWanted, ...);
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
  /// sayLost tells that so many edits would be left out by re-applying; the button then says so, too.
  void sayLost(const QStringList& sentences);

 Q_SIGNALS:
  void showWanted(const QString& path);
  void reapplyWanted(const QString& path);
  void discardWanted(const QString& path);

 private:
  QPushButton* addButton(const QString& name, const QString& text, const QString& tooltip);
  void saySentence();

  Theme m_theme;
  QLabel* m_text;
  QPushButton* m_reapply;
  QStringList m_paths;
};

}  // namespace plumbline::ui
