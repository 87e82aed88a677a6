// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_menu.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/session/session.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/start_page.h"
#include "ui/support/line_icon.h"

namespace plumbline::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("plumbline::ui", text); }

/// Each action is in the menu whose pattern fits its id, in the order of `rank`.
struct MenuRow {
  const char* title;
  int rank;
  const char* patterns;
};
constexpr MenuRow kMenus[] = {
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&File"), 0,
     "pair.*;commit.*;recent.*;report.*;app.*;work.*;page.savePicture;page.settings;settings.*;*.save*;review.commit;"
     "review.undoCommit;review.patch;flaky.open;flaky.import;flaky.export;sources.open*;sources.remove;compare.open*;"
     "compare.add;bisect.open;numerics.open*;numerics.reload"},
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&Edit"), 1,
     "edit.*;*.copy*;*.filter;filter.text;model.search;runs.search;runs.find*;*.review;*.reviewKey"},
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&View"), 6, "*"},
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&Go"), 5,
     "page.*;go.*;*.next*;*.previous*;*.first*;*.worst;*.back;*.table;*.details;*.output;*.sources;overview.model;"
     "overview.members;matrix.open;view.notices"},
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&Decide"), 2,
     "decide.*;overview.accept*;overview.keep;overview.flaky;overview.note;review.revert;review.discard;review.reapply;"
     "flaky.add;flaky.edit;flaky.remove;sources.switch;sources.giveBack;sources.firstAttempt;sources.assign;"
     "sources.forget"},
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&Run"), 3, "runs.*;bisect.start;bisect.pass;bisect.fail;bisect.undo;sources.fetch;sources.cancelFetch"},
    {QT_TRANSLATE_NOOP("plumbline::ui::MainMenu", "&Help"), 4, "help.*;view.commands;page.about;about.copy"},
};

constexpr qsizetype kDecideMenu = 4;  ///< also has the way back
constexpr auto kClearRecent = "recent.clear"_L1;

/// withMnemonic marks a letter that no other line of the menu has: the first of a word, else any.
QString withMnemonic(QString label, QString& taken) {
  label.replace(u'&', u"&&"_s);
  for (const bool isFirst : {true, false})
    for (qsizetype i = 0; i < label.size(); ++i) {
      const QChar letter = label.at(i).toLower();
      if (!letter.isLetter() || taken.contains(letter) || (isFirst && i > 0 && !label.at(i - 1).isSpace())) continue;
      taken += letter;
      return label.insert(i, u'&');
    }
  return label;
}

/// The chosen line is a quiet ground here: icons are drawn in the text colour and would drown in the accent.
void setQuietColors(QMenu& menu) {
  QPalette quiet = QApplication::palette();
  quiet.setColor(QPalette::Highlight, quiet.color(QPalette::Midlight));
  quiet.setColor(QPalette::HighlightedText, quiet.color(QPalette::Text));
  menu.setPalette(quiet);
}

void addLine(QMenu& menu, ActionRegistry& registry, const ActionRegistry::Entry& entry, QString& letters) {
  // The tab puts the key into the menu's own column without making it a second shortcut.
  const QString keys = entry.spec.shortcuts.isEmpty()
                           ? QString()
                           : u'\t' + entry.spec.shortcuts.first().toString(QKeySequence::NativeText);
  QAction* line = menu.addAction(entry.action->icon(), withMnemonic(entry.spec.text, letters) + keys);
  line->setObjectName(u"menu."_s + entry.spec.id);
  line->setToolTip(entry.spec.tooltip);
  line->setEnabled(registry.isActive(entry) && canRunNow(entry.spec));
  line->setCheckable(entry.spec.checkable);
  if (entry.spec.checked) line->setChecked(entry.spec.checked());
  QObject::connect(line, &QAction::triggered, &registry, [&registry, id = entry.spec.id] {
    registry.run(id);
    registry.refresh();
  });
}

}  // namespace

QMenu* makeContextMenu(ActionRegistry& registry, const QString& patterns, QWidget* parent) {
  auto* menu = new QMenu(parent);
  menu->setObjectName(u"contextMenu"_s);
  menu->setAccessibleName(tr("What can be done here"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  setQuietColors(*menu);
  registry.refresh();
  QString group, letters;
  const QStringList inOrder = patterns.split(u';');
  for (const QString& pattern : inOrder) {
    const auto fits = QRegularExpression::fromWildcard(pattern);
    for (const ActionRegistry::Entry& entry : registry.entries()) {
      if (!registry.isActive(entry) || !canRunNow(entry.spec) || !fits.match(entry.spec.id).hasMatch()) continue;
      if (!menu->isEmpty() && entry.spec.group != group) menu->addSeparator();
      group = entry.spec.group;
      addLine(*menu, registry, entry, letters);
    }
  }
  if (menu->isEmpty()) menu->addAction(tr("Nothing can be done here"))->setEnabled(false);
  return menu;
}

MainMenu::MainMenu(ActionRegistry& registry, RecentPairs& recent, QWidget* parent, std::function<void()> makePages)
    : QMenu(parent), m_registry(registry), m_recent(recent), m_makePages(std::move(makePages)) {
  setObjectName(u"mainMenu"_s);
  setAccessibleName(tr("Menu"));
  for (qsizetype i = 0; i < std::ssize(kMenus); ++i) {
    const QStringList patterns = QString::fromLatin1(kMenus[i].patterns).split(u';');
    QStringList expressions;
    for (const QString& pattern : patterns) expressions << QRegularExpression::wildcardToRegularExpression(pattern);
    m_patterns << QRegularExpression(expressions.join(u'|'));
    QMenu* menu = addMenu(tr(kMenus[i].title));
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, i] { fill(*menu, i); });
    m_menus.append(menu);
  }
  connect(this, &QMenu::aboutToShow, this, [this] { setQuietColors(*this); });
}

void MainMenu::openBelow(const QAbstractButton& button) {
  connect(&button, &QAbstractButton::clicked, this,
          [this, &button] { popup(button.mapToGlobal(QPoint(0, button.height()))); });
}

void MainMenu::fill(QMenu& menu, qsizetype index) {
  if (m_makePages) m_makePages();
  menu.clear();
  qDeleteAll(menu.findChildren<QMenu*>(Qt::FindDirectChildrenOnly));  // clear() leaves the submenus behind
  setQuietColors(menu);
  QString letters;
  addLines(menu, index, {}, letters);
  bool isFirst = !menu.isEmpty();
  for (const QString& scope : m_registry.scopes()) {
    const auto isOfPage = [&](const ActionRegistry::Entry& entry) { return entry.scope == scope && isIn(index, entry.spec.id); };
    if (std::ranges::none_of(m_registry.entries(), isOfPage)) continue;
    if (std::exchange(isFirst, false)) menu.addSeparator();
    QMenu* page = menu.addMenu(withMnemonic(m_registry.scopeName(scope), letters));
    page->setObjectName(u"menu.page."_s + scope);
    page->setToolTipsVisible(true);
    setQuietColors(*page);
    QString inner;
    addLines(*page, index, scope, inner);
  }
}

qsizetype MainMenu::menuOf(const QString& id) {
  if (const auto known = m_menuOf.constFind(id); known != m_menuOf.cend()) return *known;
  qsizetype found = -1;
  for (qsizetype i = 0; i < std::ssize(kMenus); ++i)
    if ((found < 0 || kMenus[i].rank < kMenus[found].rank) && m_patterns[i].match(id).hasMatch()) found = i;
  return *m_menuOf.insert(id, found);
}

bool MainMenu::isIn(qsizetype index, const QString& id) {
  if (id.endsWith(u"Key"_s) || id == kClearRecent) return false;
  return menuOf(id) == index || (index == kDecideMenu && id == u"edit.undo"_s);
}

void MainMenu::addLines(QMenu& menu, qsizetype index, const QString& scope, QString& letters) {
  QString group;
  for (const ActionRegistry::Entry& entry : m_registry.entries()) {
    if (entry.scope != scope || !isIn(index, entry.spec.id)) continue;
    if (!menu.isEmpty() && entry.spec.group != group) menu.addSeparator();
    group = entry.spec.group;
    addLine(menu, m_registry, entry, letters);
    if (menuOf(entry.spec.id) != index) menu.actions().constLast()->setObjectName(u"menu.second."_s + entry.spec.id);
    if (entry.spec.id == u"pair.open"_s) fillRecent(menu.addMenu(lineIcon(u"recent"_s), withMnemonic(tr("Open recent"), letters)));
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
  QString letters;
  for (const ActionRegistry::Entry& entry : m_registry.entries())
    if (entry.spec.id == kClearRecent) addLine(*menu, m_registry, entry, letters);
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
      {.id = u"view.menu"_s, .text = tr("Open the menu"), .group = view, .shortcuts = {Qt::Key_F10},
       .run = callbacks.openMenu},
      {.id = u"view.menuBar"_s, .text = tr("Show the menu bar"),
       .tooltip = tr("Show File, Edit, View, Go, Decide, Run and Help above the page"), .group = view,
       .shortcuts = {Qt::CTRL | Qt::Key_M}, .run = callbacks.switchMenuBar, .checkable = true,
       .checked = callbacks.isMenuBarShown},
      {.id = u"go.back"_s, .text = tr("Back"), .tooltip = tr("Return to the page and the row before"), .group = tr("Go"),
       .iconName = u"back"_s, .shortcuts = {Qt::ALT | Qt::Key_Left, Qt::Key_Back}, .run = [travel = callbacks.travel] { travel(-1); },
       .enabled = [canTravel = callbacks.canTravel] { return canTravel(-1); }},
      {.id = u"go.forward"_s, .text = tr("Forward"), .group = tr("Go"),
       .shortcuts = {Qt::ALT | Qt::Key_Right, Qt::Key_Forward}, .run = [travel = callbacks.travel] { travel(1); },
       .enabled = [canTravel = callbacks.canTravel] { return canTravel(1); }},
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
