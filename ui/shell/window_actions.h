// SPDX-License-Identifier: GPL-3.0-or-later
// What one can do anywhere in the window, as a list for the registry. Pages add their own.
#pragma once

#include <QList>
#include <functional>

#include "ui/support/action_spec.h"

namespace plumbline::session {
class Session;
}

namespace plumbline::ui {

class PairOpener;
class Preferences;
class RecentPairs;

/// pairActions: open, swap, reload, rules, recent list.
struct PairDoings {
  PairOpener& opener;
  session::Session& session;
  RecentPairs& recent;
  std::function<void()> openSample;
  std::function<void()> openRules;
  std::function<void()> cancel;
  std::function<bool()> isBusy;
};
QList<ActionSpec> pairActions(const PairDoings& doings);

/// lookActions: theme and font size.
QList<ActionSpec> lookActions(Preferences& preferences);

/// windowActions: pages, command search, help, quit.
struct WindowDoings {
  std::function<void()> showCommands;
  std::function<void()> showHelp;
  std::function<void()> showKeys;
  std::function<void()> goToNotices;
  std::function<void()> dismissNotices;
  std::function<bool()> hasNotices;
  std::function<void()> quit;
};
QList<ActionSpec> windowActions(const WindowDoings& doings);

}  // namespace plumbline::ui
