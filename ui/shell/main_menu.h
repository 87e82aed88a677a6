// SPDX-License-Identifier: GPL-3.0-or-later
// The menu behind the top button of the rail. Each of its menus has the actions of the window, and below them a menu for
// each page with what that page can do; what cannot be done now is greyed, so that nothing changes place.
#pragma once

#include <QHash>
#include <QList>
#include <QMenu>
#include <QRegularExpression>
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
  /// makePages adds the actions of pages that were not shown yet; called before a menu is shown.
  MainMenu(ActionRegistry& registry, RecentPairs& recent, QWidget* parent, std::function<void()> makePages = {});

  /// openBelow makes a press on the button open the menu under it.
  void openBelow(const QAbstractButton& button);
  /// menus are File, Edit, View, Go, Decide, Run and Help, which never change place; a menu bar shows the same ones.
  const QList<QMenu*>& menus() const { return m_menus; }

 Q_SIGNALS:
  void recentChosen(const QString& actualPath, const QString& expectedPath);

 private:
  void fill(QMenu& menu, qsizetype index);
  /// addLines adds the actions of a scope that are in the menu `index`; `letters` are the mnemonics taken.
  void addLines(QMenu& menu, qsizetype index, const QString& scope, QString& letters);
  qsizetype menuOf(const QString& id);
  /// isIn: a second key for the same thing has no line of its own; the list of recent pairs has the one that clears it.
  bool isIn(qsizetype index, const QString& id);
  void fillRecent(QMenu* menu);

  ActionRegistry& m_registry;
  RecentPairs& m_recent;
  std::function<void()> m_makePages;
  QList<QMenu*> m_menus;
  QList<QRegularExpression> m_patterns;  ///< of each menu
  QHash<QString, qsizetype> m_menuOf;    ///< of actions asked for before
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
