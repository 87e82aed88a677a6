// SPDX-License-Identifier: GPL-3.0-or-later
// The menu behind the top button of the rail: one submenu per group of the action registry, and the recent pairs.
// Filled each time it opens, so that what is greyed is true at that moment.
#pragma once

#include <QMenu>

class QAbstractButton;

namespace plumbline::ui {

class ActionRegistry;
class RecentPairs;

class MainMenu : public QMenu {
  Q_OBJECT

 public:
  MainMenu(ActionRegistry& registry, RecentPairs& recent, QWidget* parent);

  /// openBelow makes a press on the button open the menu under it.
  void openBelow(const QAbstractButton& button);

 Q_SIGNALS:
  void recentChosen(const QString& actualPath, const QString& expectedPath);

 private:
  void fill();
  void fillRecent(QMenu* menu);

  ActionRegistry& m_registry;
  RecentPairs& m_recent;
};

}  // namespace plumbline::ui
