// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before the first pair: what to do next, with the buttons to do it, and the pairs opened before.
// Once one file has come, it asks for the other one.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace plumbline::ui {

class ActionRegistry;
class RecentPairs;
class TitleLabel;

class StartPage : public QWidget {
  Q_OBJECT

 public:
  StartPage(ActionRegistry& registry, RecentPairs& recent, QWidget* parent = nullptr);

  /// setChosen says which files are there already; either may be empty.
  void setChosen(const QString& actualPath, const QString& expectedPath);
  /// setCommitOpen leads to the overview, where the tables of an opened commit are chosen.
  void setCommitOpen(bool open);

 Q_SIGNALS:
  void recentChosen(const QString& actualPath, const QString& expectedPath);

 private:
  void fillRecent();
  void say();

  ActionRegistry& m_registry;
  RecentPairs& m_recent;
  TitleLabel* m_title;
  QLabel* m_text;
  QPushButton* m_open;
  QString m_openAction, m_actual, m_expected;
  bool m_commitOpen = false;
  QWidget* m_list;
  QVBoxLayout* m_listLayout;
};

}  // namespace plumbline::ui
