// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window_actions.h"

#include <QCoreApplication>

#include "core/session/session.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/pair_opener.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {
QString tr(const char* text) { return QCoreApplication::translate("Actions", text); }
}  // namespace

QList<ActionSpec> pairActions(const PairDoings& doings) {
  PairOpener* opener = &doings.opener;
  session::Session* session = &doings.session;
  RecentPairs* recent = &doings.recent;
  const QString group = tr("File");
  const auto hasPair = [session] { return session->snapshot() != nullptr; };
  const auto hasFile = [opener] { return !opener->actualPath().isEmpty() || !opener->expectedPath().isEmpty(); };
  const auto hasBoth = [opener] { return !opener->actualPath().isEmpty() && !opener->expectedPath().isEmpty(); };
  return {
      {.id = u"pair.open"_s,
       .text = tr("Open two files"),
       .tooltip = tr("Open actual and expected"),
       .group = group,
       .iconName = u"open"_s,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_O)},
       .run = [opener] { opener->askForPair(); }},
      {.id = u"pair.openActual"_s,
       .text = tr("Choose the actual file"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .run = [opener] { opener->askFor(DropSide::Actual); }},
      {.id = u"pair.openExpected"_s,
       .text = tr("Choose the expected file"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .run = [opener] { opener->askFor(DropSide::Expected); }},
      {.id = u"pair.sample"_s,
       .text = tr("Show the sample"),
       .tooltip = tr("Open the pair that comes with Plumbline"),
       .group = group,
       .iconName = u"sample"_s,
       .run = doings.openSample},
      {.id = u"pair.swap"_s,
       .text = tr("Swap actual and expected"),
       .tooltip = {},
       .group = group,
       .iconName = u"swap"_s,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X)},
       .run = [session] { session->swapSides(); },
       .enabled = hasFile},
      {.id = u"pair.reload"_s,
       .text = tr("Reload both files"),
       .tooltip = {},
       .group = group,
       .iconName = u"reload"_s,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)},
       .run = [session] { session->reload(); },
       .enabled = hasBoth},
      {.id = u"pair.rules"_s,
       .text = tr("Switch the rule set"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .run = doings.openRules,
       .enabled = hasPair},
      {.id = u"recent.clear"_s,
       .text = tr("Forget the recent pairs"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .run = [recent] { recent->clear(); },
       .enabled = [recent] { return !recent->pairs().isEmpty(); }},
      {.id = u"work.cancel"_s,
       .text = tr("Cancel the work in progress"),
       .tooltip = {},
       .group = group,
       .iconName = u"close"_s,
       .run = doings.cancel,
       .enabled = doings.isBusy},
  };
}

QList<ActionSpec> lookActions(Preferences& preferences) {
  Preferences* looks = &preferences;
  const QString group = tr("View");
  const auto theme = [&](const QString& id, const QString& text, ThemeChoice choice) {
    return ActionSpec{.id = id,
                      .text = text,
                      .tooltip = {},
                      .group = group,
                      .iconName = {},
                      .run = [looks, choice] { looks->setTheme(choice); },
                      .checkable = true,
                      .checked = [looks, choice] { return looks->theme() == choice; }};
  };
  return {
      theme(u"look.system"_s, tr("Light or dark as the system"), ThemeChoice::System),
      theme(u"look.light"_s, tr("Light theme"), ThemeChoice::Light),
      theme(u"look.dark"_s, tr("Dark theme"), ThemeChoice::Dark),
      {.id = u"look.larger"_s,
       .text = tr("Larger text"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
       .run = [looks] { looks->setFontStep(looks->fontStep() + 1); }},
      {.id = u"look.smaller"_s,
       .text = tr("Smaller text"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_Minus)},
       .run = [looks] { looks->setFontStep(looks->fontStep() - 1); }},
      {.id = u"look.normal"_s,
       .text = tr("Text in its normal size"),
       .tooltip = {},
       .group = group,
       .iconName = {},
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_0)},
       .run = [looks] { looks->setFontStep(0); }},
  };
}

QList<ActionSpec> windowActions(const WindowDoings& doings) {
  const QString help = tr("Help");
  const QString view = tr("View");
  return {
      {.id = u"view.commands"_s,
       .text = tr("Search all commands"),
       .tooltip = {},
       .group = help,
       .iconName = u"command"_s,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
       .run = doings.showCommands},
      {.id = u"help.open"_s,
       .text = tr("Help"),
       .tooltip = tr("Read what everything means"),
       .group = help,
       .iconName = u"help"_s,
       .shortcuts = {QKeySequence(Qt::Key_F1)},
       .run = doings.showHelp},
      {.id = u"help.keys"_s,
       .text = tr("Show all keys"),
       .tooltip = {},
       .group = help,
       .iconName = u"keyboard"_s,
       .shortcuts = {QKeySequence(Qt::Key_Question)},
       .run = doings.showKeys},
      {.id = u"view.notices"_s,
       .text = tr("Go to the notices"),
       .tooltip = tr("Put the keyboard on what mends the newest notice"),
       .group = view,
       .iconName = {},
       .shortcuts = {QKeySequence(Qt::Key_F6)},
       .run = doings.goToNotices,
       .enabled = doings.hasNotices},
      {.id = u"view.dismiss"_s,
       .text = tr("Dismiss the notices"),
       .tooltip = {},
       .group = view,
       .iconName = {},
       .run = doings.dismissNotices,
       .enabled = doings.hasNotices},
      {.id = u"app.quit"_s,
       .text = tr("Quit"),
       .tooltip = {},
       .group = tr("File"),
       .iconName = {},
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_Q)},
       .run = doings.quit},
  };
}

}  // namespace plumbline::ui
