// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before the first pair: what to do next, with the buttons to do it, and the pairs opened before.
// Once one file has come, it asks for the other one.
#pragma once

#include <QWidget>

#include "ui/settings/recent_pairs.h"
#include "ui/support/quiet_button.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace plumbline::ui {

// One recent pair on the start page: both file names, the folder muted behind them, whole paths in the tooltip.

/// recentTitle names a pair in one line: "actual.csv ↔ expected.csv", with folders where the names are the same.
QString recentTitle(const RecentPair& pair);
/// recentState is what is decided and when the pair was open: "2 of 14 decided · 23 Nov 2026"; "" where nothing is known.
QString recentState(const RecentPair& pair);

class RecentButton : public QuietButton {
  Q_OBJECT

 public:
  explicit RecentButton(const RecentPair& pair, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_folder, m_state;
};

class ActionRegistry;
class FieldBox;
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
  QString title() const;

 Q_SIGNALS:
  void recentChosen(const QString& actualPath, const QString& expectedPath);
  /// fetchRequested: the text names a commit, run or pull request.
  void fetchRequested(const QString& target);

 private:
  void fillRecent();
  void fetch();
  void updateText();

  ActionRegistry& m_registry;
  RecentPairs& m_recent;
  TitleLabel* m_title;
  QLabel* m_text;
  QPushButton* m_open;
  QString m_openAction, m_actual, m_expected;
  bool m_commitOpen = false;
  QLineEdit* m_target;
  FieldBox* m_targetBox;  ///< says below the field what is wrong with it
  QWidget* m_list;
  QVBoxLayout* m_listLayout;
};

}  // namespace plumbline::ui
