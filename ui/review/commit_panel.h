// SPDX-License-Identifier: GPL-3.0-or-later
// The commit message, proposed until it is edited, and the buttons that save or export all edits.
//
//   panel->propose(text);                 // ignored once the person has written something
//   connect(panel, &CommitPanel::saveRequested, ...);
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace plumbline::ui {

class CommitPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CommitPanel(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  /// propose shows a new proposal unless the message was edited.
  void propose(const QString& message);
  /// proposeAgain takes back what was typed.
  void proposeAgain();
  QString message() const;
  bool isEdited() const { return m_edited; }
  void focusMessage();
  void setCanSave(bool can, const QString& whyNot = {});

 Q_SIGNALS:
  void saveRequested();
  void exportRequested();
  void copyPatchRequested();
  void copyMessageRequested();

 private:
  QPushButton* addButton(const QString& name, const QString& text, const QString& tooltip);
  void onTyped();
  void measureSubject();

  QLabel* m_title;
  QLabel* m_hint;
  QPlainTextEdit* m_text;
  QPushButton* m_again = nullptr;
  QPushButton* m_save = nullptr;
  QString m_proposal;
  bool m_edited = false;
  bool m_setting = false;
};

}  // namespace plumbline::ui
