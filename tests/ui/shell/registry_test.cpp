// SPDX-License-Identifier: GPL-3.0-or-later
// The list of actions and what is made from it: shortcuts, conflicts, buttons, command search, keys page, menu.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "ui/settings/recent_pairs.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/help_view.h"
#include "ui/shell/main_menu.h"
#include "ui/support/labels.h"

using namespace Qt::StringLiterals;
using namespace plumbline::ui;

namespace {

ActionSpec spec(
    const QString& id, const QString& text, QList<QKeySequence> keys, std::function<void()> run = [] {}) {
  return {.id = id,
          .text = text,
          .tooltip = {},
          .group = u"File"_s,
          .iconName = {},
          .shortcuts = std::move(keys),
          .run = std::move(run)};
}

/// listed gives the texts of a model, one per row.
QStringList listed(const QAbstractItemModel& model) {
  QStringList rows;
  for (int i = 0; i < model.rowCount(); ++i) rows.append(model.index(i, 0).data().toString());
  return rows;
}

}  // namespace

class RegistryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup() { m_window.reset(); }

  void keyRunsItsAction();
  void singleKeyRestsInATextField();
  void scopeDecidesWhoHearsTheKey();
  void disabledActionDoesNotRun();
  void boundButtonFollows();
  void conflictsAreFound_data();
  void conflictsAreFound();

  void matchCosts_data();
  void matchCosts();
  void betterAnswersComeFirst();
  void modelGreysWhatCannotRun();
  void theSearchKnowsOtherNames();
  void paletteByKeyboard();
  void paletteGivesFocusBack();
  void keysPageShowsEveryKey();
  void menuGreysAndRuns();
  void menusStayWhatTheyAre();
  void theSearchReachesOtherPages();

 private:
  std::unique_ptr<QWidget> m_window;
  ActionRegistry* m_registry = nullptr;
  QLineEdit* m_edit = nullptr;
  QStringList m_ran;
  std::function<void()> note(const QString& id) {
    return [this, id] { m_ran.append(id); };
  }
};

void RegistryTest::init() {
  m_ran.clear();
  m_window = std::make_unique<QWidget>();
  m_window->setFocusPolicy(Qt::StrongFocus);
  m_window->resize(900, 600);
  m_edit = new QLineEdit(m_window.get());
  m_registry = new ActionRegistry(m_window.get());
  m_window->show();
  m_window->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
  m_window->setFocus();
}

void RegistryTest::keyRunsItsAction() {
  m_registry->add({spec(u"a"_s, u"Reload"_s, {Qt::CTRL | Qt::Key_R, Qt::Key_F5}, note(u"a"_s))});
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTest::keyClick(m_window.get(), Qt::Key_F5);
  QCOMPARE(m_ran, (QStringList{u"a"_s, u"a"_s}));
  QCOMPARE(shortcutText(m_registry->entries().first().spec), u"Ctrl+R, F5"_s);
}

void RegistryTest::singleKeyRestsInATextField() {
  m_registry->add({spec(u"swap"_s, u"Swap"_s, {Qt::Key_S}, note(u"swap"_s))});
  m_edit->setFocus();
  QTest::keyClick(m_edit, Qt::Key_S);
  QVERIFY(m_ran.isEmpty());
  QCOMPARE(m_edit->text(), u"s"_s);
  m_window->setFocus();
  QTest::keyClick(m_window.get(), Qt::Key_S);
  QCOMPARE(m_ran, QStringList{u"swap"_s});
}

void RegistryTest::scopeDecidesWhoHearsTheKey() {
  m_registry->add({spec(u"one"_s, u"Next"_s, {Qt::Key_J}, note(u"one"_s))}, u"page1"_s);
  m_registry->add({spec(u"two"_s, u"Next"_s, {Qt::Key_J}, note(u"two"_s))}, u"page2"_s);
  m_registry->setActiveScope(u"page2"_s);
  QTest::keyClick(m_window.get(), Qt::Key_J);
  QCOMPARE(m_ran, QStringList{u"two"_s});
  QVERIFY(!m_registry->run(u"one"_s));
  m_registry->setActiveScope(u"page1"_s);
  QTest::keyClick(m_window.get(), Qt::Key_J);
  QCOMPARE(m_ran, (QStringList{u"two"_s, u"one"_s}));
}

void RegistryTest::disabledActionDoesNotRun() {
  bool ready = false;
  ActionSpec swap = spec(u"swap"_s, u"Swap"_s, {Qt::Key_S}, note(u"swap"_s));
  swap.enabled = [&ready] { return ready; };
  m_registry->add({swap});
  QTest::keyClick(m_window.get(), Qt::Key_S);
  QVERIFY(m_ran.isEmpty());
  // The registry is not notified: the key asks for itself.
  ready = true;
  QTest::keyClick(m_window.get(), Qt::Key_S);
  QCOMPARE(m_ran, QStringList{u"swap"_s});
}

void RegistryTest::boundButtonFollows() {
  bool ready = false;
  ActionSpec reload = spec(u"reload"_s, u"Reload both files"_s, {Qt::Key_F5}, note(u"reload"_s));
  reload.iconName = u"reload"_s;
  reload.enabled = [&ready] { return ready; };
  m_registry->add({reload});
  auto* button = new QToolButton(m_window.get());
  m_registry->bind(button, u"reload"_s);
  QCOMPARE(button->accessibleName(), u"Reload both files"_s);
  QCOMPARE(button->toolTip(), u"Reload both files (F5)"_s);
  QVERIFY(!button->icon().isNull());
  QVERIFY(!button->isEnabled());
  ready = true;
  m_registry->refresh();
  QVERIFY(button->isEnabled());
  button->click();
  QCOMPARE(m_ran, QStringList{u"reload"_s});
  delete button;
  m_registry->refresh();  // a button that went away is no harm
}

void RegistryTest::conflictsAreFound_data() {
  QTest::addColumn<QKeySequence>("one");
  QTest::addColumn<QString>("oneScope");
  QTest::addColumn<QKeySequence>("other");
  QTest::addColumn<QString>("otherScope");
  QTest::addColumn<int>("conflicts");
  const QKeySequence s(Qt::Key_S);
  const QKeySequence t(Qt::Key_T);
  QTest::newRow("same key everywhere") << s << QString() << s << QString() << 1;
  QTest::newRow("page takes a window key") << s << QString() << s << u"triage"_s << 1;
  QTest::newRow("two pages") << s << u"runs"_s << s << u"triage"_s << 0;
  QTest::newRow("same page") << s << u"triage"_s << s << u"triage"_s << 1;
  QTest::newRow("different keys") << s << QString() << t << QString() << 0;
  QTest::newRow("first of two strokes") << s << QString() << QKeySequence(Qt::Key_S, Qt::Key_T) << QString() << 1;
  QTest::newRow("no keys") << QKeySequence() << QString() << QKeySequence() << QString() << 0;
}

void RegistryTest::conflictsAreFound() {
  QFETCH(QKeySequence, one);
  QFETCH(QString, oneScope);
  QFETCH(QKeySequence, other);
  QFETCH(QString, otherScope);
  QFETCH(int, conflicts);
  m_registry->add({spec(u"one"_s, u"One"_s, {one})}, oneScope);
  m_registry->add({spec(u"other"_s, u"Other"_s, {other})}, otherScope);
  QCOMPARE(m_registry->conflicts().size(), conflicts);
  m_registry->add({spec(u"one"_s, u"One again"_s, {})});
  QCOMPARE(m_registry->conflicts().size(), conflicts + 1);  // an id used twice
}

void RegistryTest::matchCosts_data() {
  QTest::addColumn<QString>("typed");
  QTest::addColumn<bool>("found");
  QTest::newRow("nothing") << QString() << true;
  QTest::newRow("start") << u"swap"_s << true;
  QTest::newRow("case") << u"SWAP"_s << true;
  QTest::newRow("words in another order") << u"expected swap"_s << true;
  QTest::newRow("inside a word") << u"pect"_s << true;
  QTest::newRow("letters in order") << u"swxp"_s << true;
  QTest::newRow("letters out of order") << u"paws"_s << false;
  QTest::newRow("one word missing") << u"swap rules"_s << false;
}

void RegistryTest::matchCosts() {
  QFETCH(QString, typed);
  QFETCH(bool, found);
  QCOMPARE(matchCost(typed, u"Swap actual and expected"_s).has_value(), found);
}

void RegistryTest::betterAnswersComeFirst() {
  const auto cost = [](const QString& typed, const QString& text) { return matchCost(typed, text).value(); };
  QCOMPARE_LT(cost(u"re"_s, u"Reload"_s), cost(u"re"_s, u"Forget recent"_s));
  QCOMPARE_LT(cost(u"re"_s, u"Forget recent"_s), cost(u"re"_s, u"Larger text, more"_s));
  QCOMPARE_LT(cost(u"lo"_s, u"Reload"_s), cost(u"lo"_s, u"Light or dark"_s));
}

void RegistryTest::modelGreysWhatCannotRun() {
  ActionSpec never = spec(u"never"_s, u"Never"_s, {});
  never.enabled = [] { return false; };
  m_registry->add({spec(u"reload"_s, u"Reload"_s, {Qt::Key_F5}), never, spec(u"open"_s, u"Open"_s, {})});
  m_registry->add({spec(u"next"_s, u"Next"_s, {})}, u"triage"_s);
  CommandModel model(*m_registry, [](const QString& scope) { return scope.isEmpty() ? u"nothing is open"_s : scope; });
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model.setTyped({});
  QCOMPARE(listed(model), (QStringList{u"Reload"_s, u"Open"_s, u"Next"_s}));  // other pages' actions come last
  m_registry->setActiveScope(u"triage"_s);
  model.setTyped(u"ne"_s);
  QCOMPARE(listed(model), (QStringList{u"Next"_s, u"Never"_s}));  // what can run comes first
  QCOMPARE(model.index(0, 0).data(CommandModel::WhyNotRole).toString(), QString());
  QCOMPARE(model.index(1, 0).data(CommandModel::WhyNotRole).toString(), u"nothing is open"_s);
  QCOMPARE(model.index(1, 0).data(Qt::AccessibleTextRole).toString(), u"Never: nothing is open"_s);
  model.setTyped(u"file re"_s);
  QCOMPARE(listed(model), QStringList{u"Reload"_s});
  QCOMPARE(model.index(0, 0).data(CommandModel::KeysRole).toString(), u"F5"_s);
  QCOMPARE(model.index(0, 0).data(Qt::AccessibleTextRole).toString(), u"Reload, key F5"_s);
}

void RegistryTest::theSearchKnowsOtherNames() {
  ActionSpec undo = spec(u"edit.undo"_s, u"Undo"_s, {}, note(u"undo"_s));
  undo.enabled = [] { return false; };
  ActionSpec save = spec(u"report.save"_s, u"Save report"_s, {});
  save.enabled = undo.enabled;
  ActionSpec tree = spec(u"flaky.close"_s, u"Close the tree"_s, {});
  tree.enabled = undo.enabled;
  m_registry->add({spec(u"commit.openFolder"_s, u"Open a folder of results"_s, {}), undo, save, tree,
                   spec(u"runs.repro"_s, u"New repro script"_s, {}), spec(u"app.quit"_s, u"Quit"_s, {}), spec(u"page.history"_s, u"History"_s, {})});
  CommandModel model(*m_registry);
  const auto found = [&model](const QString& typed) {
    model.setTyped(typed);
    return listed(model);
  };
  QCOMPARE(found(u"undo"_s), QStringList{u"Undo"_s});
  QCOMPARE(found(u"report"_s), QStringList{u"Save report"_s});
  for (const QString& name : {u"exit"_s, u"quit"_s}) QCOMPARE(found(name), QStringList{u"Quit"_s});
  QCOMPARE(found(u"blame"_s), QStringList{u"History"_s});
  QCOMPARE(found(u"close"_s), (QStringList{u"Quit"_s, u"Close the tree"_s}));
  QCOMPARE(found(u"fuq"_s), QStringList());  // the letters of "File" and "Quit"
  CommandPalette palette(*m_registry, m_window.get());
  palette.open();
  auto* edit = palette.findChild<QLineEdit*>(u"commandEdit"_s);
  QTest::keyClicks(edit, u"undo"_s);
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY2(palette.isVisible() && m_ran.isEmpty(), "the line says why it cannot run");
}

void RegistryTest::paletteByKeyboard() {
  m_registry->add({spec(u"open"_s, u"Open two files"_s, {}, note(u"open"_s)),
                   spec(u"swap"_s, u"Swap sides"_s, {}, note(u"swap"_s)),
                   spec(u"sample"_s, u"Show the sample"_s, {}, note(u"sample"_s))});
  CommandPalette palette(*m_registry, m_window.get());
  palette.open();
  auto* edit = palette.findChild<QLineEdit*>(u"commandEdit"_s);
  auto* list = palette.findChild<QListView*>(u"commandList"_s);
  QVERIFY(edit->hasFocus());
  QTest::keyClicks(edit, u"s"_s);
  QTest::keyClick(edit, Qt::Key_Down);
  const QString chosen = list->currentIndex().data(CommandModel::IdRole).toString();
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(palette.isHidden());
  QCOMPARE(m_ran, QStringList{chosen});
  QCOMPARE(chosen, u"sample"_s);
  palette.open();
  QVERIFY(edit->text().isEmpty());
  QTest::keyClicks(edit, u"no such thing at all"_s);
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(m_ran.size(), 1);
}

void RegistryTest::paletteGivesFocusBack() {
  m_registry->add({spec(u"open"_s, u"Open"_s, {})});
  CommandPalette palette(*m_registry, m_window.get());
  m_edit->setFocus();
  palette.open();
  QVERIFY(!m_edit->hasFocus());
  QTest::keyClick(palette.findChild<QLineEdit*>(u"commandEdit"_s), Qt::Key_Escape);
  QVERIFY(palette.isHidden());
  QVERIFY(m_edit->hasFocus());
  palette.open();
  m_edit->setFocus(Qt::MouseFocusReason);  // a click elsewhere
  QVERIFY(palette.isHidden());
}

void RegistryTest::keysPageShowsEveryKey() {
  m_registry->add(
      {spec(u"open"_s, u"Open two files"_s, {Qt::CTRL | Qt::Key_O}), spec(u"quiet"_s, u"Has no key"_s, {})});
  m_registry->add({spec(u"next"_s, u"Next"_s, {Qt::Key_J})}, u"triage"_s);
  KeysPage page(*m_registry);
  QStringList keys;
  QStringList texts;
  for (const KeyCap* cap : page.findChildren<KeyCap*>()) keys.append(cap->accessibleName());
  for (const QLabel* label : page.findChildren<QLabel*>()) texts.append(label->text());
  QCOMPARE(keys, (QStringList{u"Ctrl+O"_s, u"J"_s}));
  QVERIFY(texts.contains(u"Next"_s));
  QVERIFY(!texts.contains(u"Has no key"_s));
  // Page by page, the present one first: the same key of two pages is no riddle.
  m_registry->add({spec(u"open2"_s, u"Filter the runs"_s, {Qt::Key_J})}, u"runs"_s);
  m_registry->nameScope(u"triage"_s, u"Triage"_s);
  m_registry->nameScope(u"runs"_s, u"Runs"_s);
  const auto titles = [&page] {
    QStringList all;
    for (const TitleLabel* label : page.findChildren<TitleLabel*>()) all.append(label->text());
    return all;
  };
  page.showFor(u"runs"_s);
  QCOMPARE(titles(), (QStringList{u"Keys"_s, u"Runs \u00b7 File"_s, u"File"_s, u"Triage \u00b7 File"_s}));
  page.showFor(u"triage"_s);
  QCOMPARE(titles(), (QStringList{u"Keys"_s, u"Triage \u00b7 File"_s, u"File"_s, u"Runs \u00b7 File"_s}));
  for (const int width : {400, 900, 1600, 500}) page.resize(width, 500);  // columns come and go
  QCOMPARE(page.findChildren<KeyCap*>().size(), 3);
}

void RegistryTest::menuGreysAndRuns() {
  QTemporaryDir folder;
  QSettings store(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
  RecentPairs recent(store);
  recent.add({u"/x/a.csv"_s, u"/y/a.csv"_s});
  bool ready = false;
  ActionSpec swap = spec(u"swap"_s, u"Swap A & B"_s, {Qt::Key_S}, note(u"swap"_s));
  swap.enabled = [&ready] { return ready; };
  m_registry->add({spec(u"pair.open"_s, u"Open"_s, {}), swap});
  MainMenu menu(*m_registry, recent, m_window.get());
  QSignalSpy chosen(&menu, &MainMenu::recentChosen);
  for (QMenu* each : menu.menus()) Q_EMIT each->aboutToShow();
  auto* line = menu.findChild<QAction*>(u"menu.swap"_s);
  QVERIFY(line != nullptr);
  QCOMPARE(line->text(), u"&Swap A && B\tS"_s);
  QVERIFY(!line->isEnabled());
  ready = true;
  for (QMenu* each : menu.menus()) Q_EMIT each->aboutToShow();
  line = menu.findChild<QAction*>(u"menu.swap"_s);
  QVERIFY(line->isEnabled());
  line->trigger();
  QCOMPARE(m_ran, QStringList{u"swap"_s});
  bool found = false;
  for (const QMenu* inner : menu.findChildren<QMenu*>()) {
    QStringList letters;  // of the mnemonics
    for (const QAction* action : inner->actions())
      if (const qsizetype at = QString(action->text()).replace(u"&&"_s, u"  "_s).indexOf(u'&'); at >= 0) letters << action->text().mid(at + 1, 1).toLower();
    QCOMPARE(letters.removeDuplicates(), 0);
    for (QAction* action : inner->actions()) {
      if (!action->text().startsWith(u"x/a.csv"_s)) continue;
      found = true;
      action->trigger();
    }
  }
  QVERIFY(found);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen.first().at(1).toString(), u"/y/a.csv"_s);
}

void RegistryTest::menusStayWhatTheyAre() {
  QTemporaryDir folder;
  QSettings store(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
  RecentPairs recent(store);
  MainMenu menu(*m_registry, recent, m_window.get());
  const auto titles = [&menu] {
    QStringList all;
    for (const QAction* action : menu.actions()) all << action->text();
    return all;
  };
  const QStringList fixed{u"&File"_s, u"&Edit"_s, u"&View"_s, u"&Go"_s, u"&Decide"_s, u"&Run"_s, u"&Help"_s};
  QCOMPARE(titles(), fixed);
  m_registry->nameScope(u"triage"_s, u"Triage"_s);
  m_registry->nameScope(u"runs"_s, u"Runs"_s);
  ActionSpec own = spec(u"decide.accept"_s, u"Accept"_s, {Qt::Key_A});
  own.group = u"A group of its own"_s;
  m_registry->add({spec(u"runs.cancel"_s, u"Cancel"_s, {})}, u"runs"_s);  // visited first
  m_registry->add({own, spec(u"triage.next"_s, u"Next"_s, {}), spec(u"table.sort"_s, u"Sort"_s, {}), spec(u"runs.row"_s, u"Run it"_s, {})}, u"triage"_s);
  QCOMPARE(titles(), fixed);
  const auto lines = [&menu](qsizetype i) {
    Q_EMIT menu.menus().at(i)->aboutToShow();
    QStringList all;
    for (const QAction* action : menu.menus().at(i)->actions()) {
      if (action->isSeparator()) continue;
      all << action->text();
      if (action->menu() == nullptr) continue;
      for (const QAction* inner : action->menu()->actions()) all << u"> "_s + inner->text();
    }
    return all;
  };
  const QStringList view{u"&Triage"_s, u"> &Sort"_s}, go{u"&Triage"_s, u"> &Next"_s}, decide{u"&Triage"_s, u"> &Accept\tA"_s};
  const QStringList run{u"&Triage"_s, u"> &Run it"_s, u"&Runs"_s, u"> &Cancel"_s};
  const auto isFree = [&](const QString& id) { return menu.findChild<QAction*>(u"menu."_s + id)->isEnabled(); };
  for (const QString& front : {u"triage"_s, u"runs"_s}) {
    m_registry->setActiveScope(front);
    QCOMPARE(lines(2), view);
    QCOMPARE(lines(3), go);
    QCOMPARE(lines(4), decide);
    QCOMPARE(lines(5), run);
    QCOMPARE(isFree(u"decide.accept"_s), front == u"triage"_s);
    QCOMPARE(isFree(u"runs.cancel"_s), front == u"runs"_s);
  }
  m_registry->add({spec(u"review.commit"_s, u"Commit"_s, {}), spec(u"review.undoCommit"_s, u"Undo it"_s, {})});
  QCOMPARE(lines(0), (QStringList{u"&Commit"_s, u"&Undo it"_s}));
  m_registry->add({spec(u"edit.undo"_s, u"Undo"_s, {}), spec(u"recent.clear"_s, u"Forget the recent pairs"_s, {})});
  QVERIFY(lines(1).contains(u"&Undo"_s) && lines(4).contains(u"&Undo"_s));  // a decision and its way back
  QVERIFY2(!lines(0).join(u' ').contains(u"Forget"_s), "the list of pairs has it");
  for (const QString& id : {u"review.commit"_s, u"review.undoCommit"_s}) QVERIFY(ActionRegistry::isDangerous(id));
}

void RegistryTest::theSearchReachesOtherPages() {
  m_registry->add({spec(u"pair.rules"_s, u"Switch the rule set"_s, {}, note(u"rules"_s)),
                   spec(u"decide.acceptAlike"_s, u"Accept all rows alike"_s, {}, note(u"alike"_s))});
  m_registry->add({spec(u"sources.fetch"_s, u"Fetch the results of a commit"_s, {}, note(u"fetch"_s)),
                   spec(u"sources.remove"_s, u"Close the path"_s, {}, note(u"close"_s))},
                  u"sources"_s);
  connect(m_registry, &ActionRegistry::scopeRequested, m_registry, &ActionRegistry::setActiveScope);
  CommandPalette palette(*m_registry, m_window.get());
  palette.open();
  auto* edit = palette.findChild<QLineEdit*>(u"commandEdit"_s);
  auto* list = palette.findChild<QListView*>(u"commandList"_s);
  QTest::keyClicks(edit, u"fetch"_s);
  QCOMPARE(listed(*list->model()), QStringList{u"Fetch the results of a commit"_s});
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(m_ran, QStringList{u"fetch"_s});
  // What deletes or decides on another page shows that page and runs from there only.
  m_registry->setActiveScope(u"triage"_s);
  QSignalSpy shown(m_registry, &ActionRegistry::scopeRequested);
  QVERIFY(m_registry->runAnywhere(u"sources.remove"_s));
  QCOMPARE(shown.count(), 1);
  QCOMPARE(m_ran, QStringList{u"fetch"_s});
  QVERIFY(m_registry->runAnywhere(u"sources.remove"_s));
  QCOMPARE(m_ran, (QStringList{u"fetch"_s, u"close"_s}));
  palette.open();
  QTest::keyClicks(edit, u"lose"_s);  // inside a word, scattered: no decision is offered for that
  QVERIFY(!listed(*list->model()).contains(u"Accept all rows alike"_s));
  QTest::keyClicks(edit, u"xyz"_s);
  QCOMPARE(list->model()->rowCount(), 0);
  bool isSaid = false;
  for (const QLabel* label : palette.findChildren<QLabel*>())
    isSaid = isSaid || (label->text() == u"No command matches"_s && label->isVisibleTo(&palette));
  QVERIFY(isSaid);
}

QTEST_MAIN(RegistryTest)
#include "registry_test.moc"
