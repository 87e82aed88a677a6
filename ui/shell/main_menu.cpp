// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_menu.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCoreApplication>

#include "core/session/session.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/start_page.h"
#include "ui/support/line_icon.h"

namespace plumbline::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Actions", text); }

}  // namespace

MainMenu::MainMenu(ActionRegistry& registry, RecentPairs& recent, QWidget* parent)
    : QMenu(parent), m_registry(registry), m_recent(recent) {
  setObjectName(u"mainMenu"_s);
  setAccessibleName(tr("Menu"));
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &MainMenu::fill);
}

void MainMenu::openBelow(const QAbstractButton& button) {
  connect(&button, &QAbstractButton::clicked, this,
          [this, &button] { popup(button.mapToGlobal(QPoint(0, button.height()))); });
}

void MainMenu::fill() {
  clear();
  qDeleteAll(findChildren<QMenu*>(Qt::FindDirectChildrenOnly));  // clear() leaves the submenus behind
  // The chosen line is a quiet ground here: icons are drawn in the text colour and would drown in the accent.
  QPalette quiet = QApplication::palette();
  quiet.setColor(QPalette::Highlight, quiet.color(QPalette::Midlight));
  quiet.setColor(QPalette::HighlightedText, quiet.color(QPalette::Text));
  setPalette(quiet);
  const QStringList groups = m_registry.groups();
  for (const QString& group : groups) {
    QMenu* menu = addMenu(group);
    menu->setPalette(palette());
    for (const ActionRegistry::Entry& entry : m_registry.entries()) {
      if (entry.spec.group != group) continue;
      // The tab puts the key into the menu's own column without making it a second shortcut.
      const QString keys = entry.spec.shortcuts.isEmpty()
                               ? QString()
                               : u'\t' + entry.spec.shortcuts.first().toString(QKeySequence::NativeText);
      QString label = entry.spec.text;
      QAction* line = menu->addAction(entry.action->icon(), label.replace(u'&', u"&&"_s) + keys);
      line->setObjectName(u"menu."_s + entry.spec.id);
      line->setEnabled(m_registry.isActive(entry) && canRunNow(entry.spec));
      line->setCheckable(entry.spec.checkable);
      if (entry.spec.checked) line->setChecked(entry.spec.checked());
      connect(line, &QAction::triggered, &m_registry, [this, id = entry.spec.id] {
        m_registry.run(id);
        m_registry.refresh();
      });
      if (entry.spec.id == u"pair.open"_s) fillRecent(menu->addMenu(lineIcon(u"recent"_s), tr("Open recent")));
    }
  }
}

void MainMenu::fillRecent(QMenu* menu) {
  const QList<RecentPair> pairs = m_recent.pairs();
  menu->setEnabled(!pairs.isEmpty());
  menu->setPalette(palette());
  menu->setToolTipsVisible(true);
  for (const RecentPair& pair : pairs) {
    QAction* line = menu->addAction(recentTitle(pair).replace(u'&', u"&&"_s));
    line->setToolTip(tr("actual: %1\nexpected: %2").arg(pair.actual, pair.expected));
    connect(line, &QAction::triggered, this, [this, pair] { Q_EMIT recentChosen(pair.actual, pair.expected); });
  }
  menu->addSeparator();
  connect(menu->addAction(tr("Clear this list")), &QAction::triggered, &m_recent, &RecentPairs::clear);
}

namespace {

QList<ActionSpec> openActions(const PairCallbacks& callbacks) {
  PairOpener* opener = &callbacks.opener;
  const QString group = tr("File");
  return {
      {.id = u"pair.open"_s, .text = tr("Open two files"), .tooltip = tr("Open actual and expected"), .group = group,
       .iconName = u"open"_s, .shortcuts = {Qt::CTRL | Qt::Key_O}, .run = [opener] { opener->requestPair(); }},
      {.id = u"pair.openActual"_s, .text = tr("Choose the actual file"), .group = group,
       .run = [opener] { opener->requestSide(DropSide::Actual); }},
      {.id = u"pair.openExpected"_s, .text = tr("Choose the expected file"), .group = group,
       .run = [opener] { opener->requestSide(DropSide::Expected); }},
      {.id = u"pair.sample"_s, .text = tr("Show the sample"), .tooltip = tr("Open the pair that comes with Plumbline"),
       .group = group, .iconName = u"sample"_s, .run = callbacks.openSample},
  };
}

QList<ActionSpec> sessionActions(const PairCallbacks& callbacks) {
  PairOpener* opener = &callbacks.opener;
  session::Session* session = &callbacks.session;
  RecentPairs* recent = &callbacks.recent;
  const QString group = tr("File");
  const auto hasPair = [session] { return session->snapshot() != nullptr; };
  const auto hasFile = [opener] { return !opener->actualPath().isEmpty() || !opener->expectedPath().isEmpty(); };
  const auto hasBoth = [opener] { return !opener->actualPath().isEmpty() && !opener->expectedPath().isEmpty(); };
  return {
      {.id = u"pair.swap"_s, .text = tr("Swap actual and expected"), .group = group, .iconName = u"swap"_s,
       .shortcuts = {Qt::CTRL | Qt::SHIFT | Qt::Key_X}, .run = [session] { session->swapSides(); }, .enabled = hasFile},
      {.id = u"pair.reload"_s, .text = tr("Reload both files"), .group = group, .iconName = u"reload"_s,
       .shortcuts = {Qt::CTRL | Qt::Key_R, Qt::Key_F5}, .run = [session] { session->reload(); }, .enabled = hasBoth},
      {.id = u"pair.rules"_s, .text = tr("Switch the rule set"), .group = group, .run = callbacks.openRules,
       .enabled = hasPair},
      {.id = u"recent.clear"_s, .text = tr("Forget the recent pairs"), .group = group,
       .run = [recent] { recent->clear(); }, .enabled = [recent] { return !recent->pairs().isEmpty(); }},
      {.id = u"work.cancel"_s, .text = tr("Cancel the work in progress"), .group = group, .iconName = u"close"_s,
       .run = callbacks.cancel, .enabled = callbacks.isBusy},
  };
}

}  // namespace

QList<ActionSpec> pairActions(const PairCallbacks& callbacks) {
  return openActions(callbacks) + sessionActions(callbacks);
}

QList<ActionSpec> lookActions(Preferences& preferences) {
  Preferences* settings = &preferences;
  const QString group = tr("View");
  const auto theme = [&](const QString& id, const QString& text, ThemeChoice choice) {
    return ActionSpec{.id = id,
                      .text = text,
                      .group = group,
                      .run = [settings, choice] { settings->setTheme(choice); },
                      .checkable = true,
                      .checked = [settings, choice] { return settings->theme() == choice; }};
  };
  return {
      theme(u"look.system"_s, tr("Light or dark as the system"), ThemeChoice::System),
      theme(u"look.light"_s, tr("Light theme"), ThemeChoice::Light),
      theme(u"look.dark"_s, tr("Dark theme"), ThemeChoice::Dark),
      {.id = u"look.larger"_s, .text = tr("Larger text"), .group = group,
       .shortcuts = {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
       .run = [settings] { settings->setFontStep(settings->fontStep() + 1); }},
      {.id = u"look.smaller"_s, .text = tr("Smaller text"), .group = group, .shortcuts = {Qt::CTRL | Qt::Key_Minus},
       .run = [settings] { settings->setFontStep(settings->fontStep() - 1); }},
      {.id = u"look.normal"_s, .text = tr("Text in its normal size"), .group = group,
       .shortcuts = {Qt::CTRL | Qt::Key_0}, .run = [settings] { settings->setFontStep(0); }},
  };
}

QList<ActionSpec> windowActions(const WindowCallbacks& callbacks) {
  const QString help = tr("Help");
  const QString view = tr("View");
  return {
      {.id = u"view.commands"_s, .text = tr("Search all commands"), .group = help, .iconName = u"command"_s,
       .shortcuts = {Qt::CTRL | Qt::SHIFT | Qt::Key_P}, .run = callbacks.showCommands},
      {.id = u"help.open"_s, .text = tr("Help"), .tooltip = tr("Read what everything means"), .group = help,
       .iconName = u"help"_s, .shortcuts = {Qt::Key_F1}, .run = callbacks.showHelp},
      {.id = u"help.keys"_s, .text = tr("Show all keys"), .group = help, .iconName = u"keyboard"_s,
       .shortcuts = {Qt::Key_Question}, .run = callbacks.showKeys},
      {.id = u"view.notices"_s, .text = tr("Go to the notices"),
       .tooltip = tr("Move the focus to the action of the newest notice"), .group = view, .shortcuts = {Qt::Key_F6},
       .run = callbacks.goToNotices, .enabled = callbacks.hasNotices},
      {.id = u"view.dismiss"_s, .text = tr("Dismiss the notices"), .group = view, .run = callbacks.dismissNotices,
       .enabled = callbacks.hasNotices},
      {.id = u"app.quit"_s, .text = tr("Quit"), .group = tr("File"), .shortcuts = {Qt::CTRL | Qt::Key_Q},
       .run = callbacks.quit},
  };
}

}  // namespace plumbline::ui
