// SPDX-License-Identifier: GPL-3.0-or-later
// What will be run, word for word, and whether it can be: the commands, what the machine said, the button that starts
// it. A button that is off says why, and how to mend it.
//
//   panel->showCommands(lines, tasks);   panel->showProblem(sentence, true);   panel->showProbe(desk);
#pragma once

#include <QWidget>
#include <functional>

#include "core/runs/executor.h"
#include "ui/theme/theme.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace plumbline::ui {

class CommandText;
class ProbeDesk;

class StartPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StartPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showCommands(const QString& lines, int tasks, const QStringList& notes);
  /// showProblem says what the form lacks, in the place of the commands.
  void showProblem(const QString& sentence, bool isWrong);
  /// Worded puts the fields' names where a sentence names options of the command line.
  using Worded = std::function<QString(const QString&)>;
  void showProbe(const ProbeDesk& desk, const Worded& worded);
  QString commands() const;
  bool canStart() const;
  QString whyNot() const;
  QString findingsText() const;
  /// setLines is how many lines of commands are shown without scrolling.
  void setLines(int lines);
  QList<QWidget*> focusOrder() const;

 public Q_SLOTS:
  void copyCommands();

 Q_SIGNALS:
  void startWanted();
  void probeWanted();  ///< look again
  void copied();

 private:
  /// Line is one finding; its tone is the colour of the glyph's meaning.
  struct Line {
    QString text;
    bool isProblem = false;
  };
  void say(const QList<Line>& lines);
  void update();

  Theme m_theme;
  QLabel* m_title;
  QToolButton* m_copy;
  CommandText* m_commands;
  QScrollArea* m_area;
  QLabel* m_findings;
  QToolButton* m_again;
  QPushButton* m_start;
  bool m_hasProblem = false, m_canStart = false, m_isWaiting = false;
  int m_tasks = 0, m_lines = 5;
  QString m_why, m_said;
  QList<Line> m_lastLines;
  QStringList m_notes;
};

}  // namespace plumbline::ui
