// SPDX-License-Identifier: GPL-3.0-or-later
// The menu behind the top button of the rail: one submenu per group of the action registry, and the recent pairs.
// Filled each time it opens, so that what is greyed is true at that moment.
#pragma once

#include <QList>
#include <QMenu>
#include <functional>

#include "ui/support/action_spec.h"

class QAbstractButton;

namespace plumbline::session {
class Session;
}

namespace plumbline::ui {

class ActionRegistry;
class RecentPairs;

class MainMenu : public QMenu {
  Q_OBJECT

 public:
  MainMenu(ActionRegistry& registry, RecentPairs& recent, QWidget* parent);

  /// openBelow makes a press on the button open the menu under it.
  void openBelow(const QAbstractButton& button);
  /// menus are File, Edit, View, Go, Decide, Run and Help, which never change place; a menu bar shows the same ones.
  const QList<QMenu*>& menus() const { return m_menus; }

 Q_SIGNALS:
  void recentChosen(const QString& actualPath, const QString& expectedPath);

 private:
  void fill(QMenu& menu, qsizetype index);
  void fillRecent(QMenu* menu);

  ActionRegistry& m_registry;
  RecentPairs& m_recent;
  QList<QMenu*> m_menus;
};

/// makeContextMenu has the actions that fit the patterns ("overview.accept*;edit.undo") and can run now, in the order
/// of the registry. It deletes itself when it closes.
QMenu* makeContextMenu(ActionRegistry& registry, const QString& patterns, QWidget* parent);

// What one can do anywhere in the window, as a list for the registry. Pages add their own.

class PairOpener;
class Preferences;

/// pairActions: open, swap, reload, rules, recent list.
struct PairCallbacks {
  PairOpener& opener;
  session::Session& session;
  RecentPairs& recent;
  std::function<void()> openSample;
  std::function<void()> openRules;
  std::function<void()> cancel;
  std::function<bool()> isBusy;
};
QList<ActionSpec> pairActions(const PairCallbacks& callbacks);

/// lookActions: theme and font size.
QList<ActionSpec> lookActions(Preferences& preferences);

/// windowActions: pages, command search, help, quit.
struct WindowCallbacks {
  std::function<void()> showCommands;
  std::function<void()> showHelp;
  std::function<void()> showKeys;
  std::function<void()> goToNotices;
  std::function<void()> dismissNotices;
  std::function<bool()> hasNotices;
  std::function<void()> quit;
  std::function<void()> openMenu;
  std::function<void()> switchMenuBar;
  std::function<bool()> isMenuBarShown;
  std::function<void(int step)> travel;  ///< -1: back, +1: forward
  std::function<bool(int step)> canTravel;
};
QList<ActionSpec> windowActions(const WindowCallbacks& callbacks);

}  // namespace plumbline::ui
