// SPDX-License-Identifier: GPL-3.0-or-later
// An action of the window or of a page. Menu, buttons, shortcuts and the command search are made from it by the
// ActionRegistry.
//
//   ActionSpec{.id = u"triage.next"_s, .text = u"Next that needs a decision"_s, .group = u"Triage"_s,
//              .shortcuts = {QKeySequence(Qt::Key_J)}, .run = [this] { goToNext(); }}
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <functional>

#include "ui/theme/literals.h"

namespace plumbline::ui {

struct ActionSpec {
  QString id;             ///< stable word, "page.verb": settings and tests name actions by it
  QString text;           ///< what it does, as the menu and the command search show it; no ampersand, no dots
  QString tooltip = {};   ///< one sentence for the button and the keys page; empty: text
  QString group = {};     ///< heading on the keys page and in the menu: "File", "Triage", "View" ...
  QString iconName = {};  ///< file name in resources/icons without ".svg"; empty: none
  QList<QKeySequence> shortcuts = {};  ///< the first is the one shown; plain letters are text in a text field
  std::function<void()> run = {};
  std::function<bool()> enabled = {};  ///< called when a menu or the search opens and before run; absent: always
  bool checkable = false;
  std::function<bool()> checked = {};  ///< state of a checkable action
  /// liveText returns the text where it depends on the state ("Undo: Accept llama"); called with every refresh.
  std::function<QString()> liveText = {};
  QString button = {};  ///< short text for the bar of answers, "Accept"; empty: no button there
};

/// answerButtons are the actions that have a button in the bar of answers, named by its text.
inline QList<ActionSpec> answerButtons(QList<ActionSpec> actions) {
  actions.removeIf([](const ActionSpec& action) { return action.button.isEmpty(); });
  for (ActionSpec& action : actions) action.text = action.button;
  return actions;
}

/// inGroup returns the actions with this group and condition, where they have none of their own.
inline QList<ActionSpec> inGroup(const QString& group, const std::function<bool()>& enabled,
                                 QList<ActionSpec> actions) {
  for (ActionSpec& action : actions) {
    if (action.group.isEmpty()) action.group = group;
    if (!action.enabled) action.enabled = enabled;
  }
  return actions;
}

}  // namespace plumbline::ui
