// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to the program: the page about it, a new window, the folder of a saved report, pairs opened before.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "app/gui/options.h"
#include "core/history/decisions/decision_store.h"
#include "core/runs/engine/run_store.h"
#include "core/session/user_settings.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "tests/app/gui/desk.h"
#include "tests/support/test_folder.h"
#include "ui/history/history_table.h"
#include "ui/shell/main_menu.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/settings_page.h"
#include "ui/shell/status_line.h"
#include "ui/support/form_controls.h"
#include "ui/support/notice_strip.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/triage/triage_page.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::tests;

class ProgramPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void aboutNamesVersionsAndLicences();
  void aNewWindowIsAProcessOfItsOwn();
  void aSavedReportLeadsToItsFolder();
  void pairsOpenedBeforeAreInTheFileMenu();
  void settingsHoldAtOnceAndGoBack();
  void whatCannotBeUsedIsSaidBelowItsField_data();
  void whatCannotBeUsedIsSaidBelowItsField();
  void theDefaultFlakyListExcusesAtOnce();
  void whatIsOpenedIsRememberedAfterAYes();
  void aHistoryThatCannotBeWrittenIsOneNotice();
  void aKeyIsReboundUnlessAnotherActionHasIt();
  void keysThatClashInTheFileAreLeftOut();
  void theLastSessionComesBack();
  void whatIsOpenIsRememberedAtOnce();
  void reviewWithoutAPairHasNoPairFields();
  void aLastSessionThatIsGoneIsSaid();
  void aPastedCommitIsFetched();
  void menusAreTheSameFromStartToEnd();

 private:
  QString path(const QString& name) const { return m_folder->path(name); }
  static void press(Desk& desk, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : &desk.window, key, modifiers);
  }
  void open(Desk& desk) const {
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
    desk.session.open(path(u"actual.csv"_s), path(u"expected.csv"_s));
    QVERIFY(shown.wait(20'000));
  }
  std::unique_ptr<support::TestFolder> m_folder;
};

void ProgramPagesTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  m_folder->write(u"actual.csv"_s, kActual);
  m_folder->write(u"expected.csv"_s, kExpected);
}

void ProgramPagesTest::aboutNamesVersionsAndLicences() {
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QVERIFY(desk.window.registry().run(u"page.about"_s));
  QCOMPARE(desk.window.currentPage(), u"about"_s);
  const QString text = desk.window.findChild<QPlainTextEdit*>(u"aboutText"_s)->toPlainText();
  for (const QString& wanted : {u"Qt: "_s + QLatin1StringView(qVersion()), u"Settings: "_s + desk.settings.fileName(),
                                u"PyTorch is copyright"_s, u"GNU GENERAL PUBLIC LICENSE"_s})
    QVERIFY2(text.contains(wanted), qPrintable(wanted));
  QVERIFY2(desk.window.findChild<QPushButton*>(u"copySystem"_s)->hasFocus(), "Enter copies");
  press(desk, Qt::Key_Space);
  const QString copied = QGuiApplication::clipboard()->text();
  QVERIFY2(copied.startsWith(u"Plumbline: "_s) && copied.contains(u"Screen: "_s), qPrintable(copied));
  QVERIFY2(!copied.contains(u"LICENSE"_s), "only the facts");
  QVERIFY(desk.window.findChild<ui::StatusLine*>()->message().contains(u"clipboard"_s));
  press(desk, Qt::Key_Escape);
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
}

void ProgramPagesTest::aNewWindowIsAProcessOfItsOwn() {
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  press(desk, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(desk.started, QList<QStringList>{QStringList{u"--new"_s}});
  QVERIFY(desk.window.notices().ids().isEmpty());
  desk.refusesToOpen = true;
  press(desk, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(desk.window.notices().row(u"newWindow"_s) != nullptr);
}

void ProgramPagesTest::aSavedReportLeadsToItsFolder() {
  Desk desk(path(u"settings"_s));
  open(desk);
  QVERIFY2(!desk.window.registry().run(u"report.openFolder"_s), "nothing is saved yet");
  desk.prompt.answers = {{path(u"report.md"_s)}};
  QVERIFY(desk.window.registry().run(u"report.save"_s));
  QTRY_VERIFY(desk.window.notices().row(u"report"_s) != nullptr);
  const auto* row = desk.window.notices().row(u"report"_s);
  QVERIFY2(row->notice().text.contains(u"report.md"_s), qPrintable(row->notice().text));
  auto* button = row->findChild<QAbstractButton*>(u"noticeAction"_s);
  QVERIFY(button != nullptr && button->text() == u"Open folder"_s);
  desk.refusesToOpen = true;
  QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY2(desk.window.notices().row(u"report"_s)->notice().text.contains(u"No program"_s), "the refusal is said");
  desk.refusesToOpen = false;
  QVERIFY(desk.window.registry().run(u"report.openFolder"_s));
  QCOMPARE(desk.opened, QUrl::fromLocalFile(QFileInfo(path(u"report.md"_s)).absolutePath()));
  QVERIFY(desk.window.notices().row(u"report"_s) == nullptr);
}

void ProgramPagesTest::pairsOpenedBeforeAreInTheFileMenu() {
  Desk desk(path(u"settings"_s));
  desk.recent.add({path(u"gone.csv"_s), path(u"expected.csv"_s)});
  desk.recent.add({path(u"actual.csv"_s), path(u"expected.csv"_s)});
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  press(desk, Qt::Key_F, Qt::AltModifier);
  QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
  auto* file = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  auto* recent = file->findChild<QMenu*>({}, Qt::FindDirectChildrenOnly);
  QVERIFY(recent != nullptr && recent->title().remove(u'&') == u"Open recent"_s);
  QCOMPARE(recent->actions().size(), 4);  // two pairs, a line, and the way to clear them
  file->close();
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  recent->actions().at(0)->trigger();
  QVERIFY(shown.wait(20'000));
  recent->actions().at(1)->trigger();
  QTRY_VERIFY2(!desk.window.notices().ids().isEmpty(), "a file that is gone is said");
  QVERIFY2(desk.session.snapshot() != nullptr, "the pair on screen stays");
}

void ProgramPagesTest::menusAreTheSameFromStartToEnd() {
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  const auto everyLine = [&desk] {
    QStringList lines;
    for (QMenu* menu : desk.window.findChild<ui::MainMenu*>()->menus()) {
      menu->popup(desk.window.mapToGlobal(QPoint(80, 60)));
      for (const QAction* line : menu->actions()) {
        lines << menu->title() + u' ' + line->text();
        if (line->menu() == nullptr || line->text().contains(u"recent"_s)) continue;
        for (const QAction* inner : line->menu()->actions()) lines << line->text() + u" > "_s + inner->text();
      }
      menu->close();
    }
    return lines;
  };
  const QStringList atTheStart = everyLine();
  const auto has = [&](const QString& text) { return std::ranges::any_of(atTheStart, [&](const QString& line) { return QString(line).remove(u'&').contains(text); }); };
  QVERIFY(has(u"Triage > Accept"_s) && has(u"Review > "_s) && has(u"Runs > "_s));
  open(desk);
  for (const QString& page : {u"review"_s, u"triage"_s, u"flaky"_s}) {
    desk.window.showPage(page);
    const QStringList now = everyLine();
    QVERIFY2(now == atTheStart, qPrintable(page + now.join(u'\n').left(200)));
  }
}

void ProgramPagesTest::settingsHoldAtOnceAndGoBack() {
  Desk desk(path(u"settings"_s));
  open(desk);
  press(desk, Qt::Key_Comma, Qt::ControlModifier);
  QCOMPARE(desk.window.currentPage(), u"settings"_s);
  auto* page = desk.window.findChild<ui::SettingsPage*>();
  auto* theme = page->findChild<QComboBox*>(u"settings.theme"_s);
  QVERIFY2(theme->hasFocus(), "the keyboard is at the first setting");
  QTest::keyClick(theme, Qt::Key_End);
  QCOMPARE(desk.preferences.theme(), ui::ThemeChoice::Dark);
  auto* rules = page->findChild<QComboBox*>(u"settings.judge/rules"_s);
  QSignalSpy judged(&desk.session, &session::Session::snapshotChanged);
  QTest::keyClick(rules, Qt::Key_End);
  QVERIFY(judged.wait(20'000));
  QCOMPARE(desk.session.snapshot()->ruleId, verdicts::generations().back());
  auto* runs = page->findChild<QLineEdit*>(u"settings.folders/runs"_s);
  desk.prompt.answers = {{path(u"runs"_s)}};
  QTest::mouseClick(page->findChild<QPushButton*>(u"choose.folders/runs"_s), Qt::LeftButton);
  QCOMPARE(runs->text(), path(u"runs"_s));
  QCOMPARE(session::runFolderFrom(desk.settings), path(u"runs"_s).toStdString());
  auto* tick = page->findChild<QCheckBox*>(u"settings.start/restore"_s);
  QTest::keyClick(tick, Qt::Key_Space);
  QVERIFY(!desk.preferences.restoresSession());
  for (const QWidget* widget : page->findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(u"qt_"_s)) continue;
    QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(QLatin1StringView(widget->metaObject()->className()) + u' ' + widget->objectName()));
  }
  QVERIFY(desk.window.registry().run(u"settings.reset"_s));
  QCOMPARE(desk.preferences.theme(), ui::ThemeChoice::System);
  QVERIFY(runs->text().isEmpty() && tick->isChecked());
  QCOMPARE(session::runFolderFrom(desk.settings), runs::defaultRunFolder());
  QVERIFY(!desk.window.findChild<QCheckBox*>(u"settings.history/fill"_s)->isChecked());
  press(desk, Qt::Key_Escape);
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
}

void ProgramPagesTest::whatCannotBeUsedIsSaidBelowItsField_data() {
  QTest::addColumn<int>("setting");
  QTest::addColumn<QString>("text");
  QTest::newRow("relative folder") << static_cast<int>(session::Setting::RunFolder) << u"runs"_s;
  QTest::newRow("no such list") << static_cast<int>(session::Setting::FlakyList) << u"/nowhere/flaky.toml"_s;
  QTest::newRow("no https") << static_cast<int>(session::Setting::Api) << u"http://ci.example.org"_s;
  QTest::newRow("no address") << static_cast<int>(session::Setting::Artifacts) << u"::"_s;
}

void ProgramPagesTest::whatCannotBeUsedIsSaidBelowItsField() {
  QFETCH(int, setting);
  QFETCH(QString, text);
  const auto which = static_cast<session::Setting>(setting);
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.settings.setValue(session::settingKey(which), text);  // as a broken file has it
  QVERIFY2(which == session::Setting::FlakyList || desk.preferences.value(which).isEmpty(), "it counts as not set");
  desk.settings.remove(session::settingKey(which));
  desk.window.showPage(u"settings"_s);
  auto* page = desk.window.findChild<ui::SettingsPage*>();
  auto* field = qobject_cast<QLineEdit*>(page->box(which)->field());
  field->setFocus();
  QTest::keyClicks(field, text);
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(!page->box(which)->problem().isEmpty());
  QCOMPARE(field->text(), text);
  QVERIFY(!desk.settings.contains(session::settingKey(which)));
  field->clear();
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(page->box(which)->problem().isEmpty());
}

void ProgramPagesTest::theDefaultFlakyListExcusesAtOnce() {
  Desk desk(path(u"settings"_s));
  open(desk);
  const auto excused = [&] { return desk.session.snapshot()->comparison->counts().excused; };
  QCOMPARE(excused(), 0U);
  desk.window.showPage(u"settings"_s);
  auto* page = desk.window.findChild<ui::SettingsPage*>();
  const QString list = m_folder->write(u"lists/mine.toml"_s, "[[flaky]]\npattern = \"*\"\n");
  desk.prompt.answers = {{list}};
  QTest::mouseClick(page->findChild<QPushButton*>(u"choose.judge/flaky"_s), Qt::LeftButton);
  QTRY_VERIFY(excused() > 0);
  QCOMPARE(session::flakyListFrom(desk.settings), list.toStdString());
  auto* field = page->box(session::Setting::FlakyList)->field();
  QCOMPARE(field->property("text").toString(), list);
  QVERIFY(desk.window.registry().run(u"settings.reset"_s));
  QTRY_COMPARE(excused(), 0U);
  QVERIFY(!desk.settings.contains(session::settingKey(session::Setting::FlakyList)));
}

void ProgramPagesTest::whatIsOpenedIsRememberedAfterAYes() {
  Desk desk(path(u"settings"_s));
  const auto openNamed = [&](const QString& folder) {
    QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
    const QString actual = m_folder->write(folder + u"/inductor_torchbench_training.csv"_s, kActual + folder.toUtf8() + ",pass\n");
    desk.session.open(actual, path(u"expected.csv"_s));
    return shown.wait(20'000);
  };
  QVERIFY(QTest::qWaitForWindowActive(&desk.window) && openNamed(u"one"_s));
  QVERIFY(!desk.history.hasStore());
  press(desk, Qt::Key_H, Qt::ControlModifier);
  QSignalSpy added(&desk.filler, &session::HistoryFiller::added);
  const auto yes = [&]() -> QPushButton* {
    for (auto* button : desk.window.findChildren<QPushButton*>())
      if (button->text() == u"Remember what is opened and run"_s && button->isVisible()) return button;
    return nullptr;
  };
  QTRY_VERIFY(yes() != nullptr);
  QTest::mouseClick(yes(), Qt::LeftButton);
  QVERIFY(session::fillsHistory(desk.settings));
  QTRY_COMPARE(added.size(), 1);  // what is open already
  QCOMPARE(added.takeFirst().front().toULongLong(), 1U);
  QTRY_VERIFY2(desk.window.findChild<ui::HistoryTable*>()->isVisible(), "the page shows it at once");
  desk.window.showPage(u"settings"_s);
  auto* tick = desk.window.findChild<QCheckBox*>(u"settings.history/fill"_s);
  QVERIFY(tick->isChecked());
  QTest::keyClick(tick, Qt::Key_Space);
  QVERIFY(!session::fillsHistory(desk.settings) && !desk.settings.contains(u"history/fill"_s));
  QVERIFY(openNamed(u"two"_s));
  QVERIFY(added.isEmpty());
  QTest::keyClick(tick, Qt::Key_Space);
  QTRY_COMPARE(added.size(), 1);
  QCOMPARE(added.front().front().toULongLong(), 1U);
  QVERIFY(desk.window.notices().ids().isEmpty());
  // Decisions go there, too, and into the log beside the baselines only after a second yes.
  const std::string baseline = path(u"expected.csv"_s).toStdString();
  const QString log = QString::fromStdString(baselines::decisionLogPath(baseline));
  const auto decide = [&](const char* reason) {
    if (!desk.edits.openFile(QString::fromStdString(baseline))) return false;
    const baselines::Decision kept{.kind = baselines::DecisionKind::Kept, .what = {}, .reason = reason, .note = {}, .values = "x"};
    return desk.edits.apply({.text = "keep", .files = {}, .decisions = {{{baseline, "llama"}, kept}}}).has_value() &&
           !desk.edits.saveAll().logError;
  };
  added.clear();
  QVERIFY(decide("slow"));
  QTRY_COMPARE(added.size(), 1);
  QVERIFY(!QFile::exists(log));
  QCOMPARE(history::decisionStoreAt(desk.history.file()).read()->size(), std::size_t{1});
  auto* logs = desk.window.findChild<QCheckBox*>(u"settings.history/decision_log"_s);
  QVERIFY(logs != nullptr && !logs->isChecked());
  QTest::keyClick(logs, Qt::Key_Space);
  QVERIFY(session::logsDecisions(desk.settings));
  QVERIFY(decide("slower"));
  QVERIFY(QFile::exists(log));
  QVERIFY(app::readOptions({u"plumbline"_s}).isRemembered);
  QVERIFY(!app::readOptions({u"plumbline"_s, u"--no-history"_s}).isRemembered);
}

void ProgramPagesTest::aHistoryThatCannotBeWrittenIsOneNotice() {
  m_folder->write(u"settings/history.sqlite"_s, "this is no database, and long enough to be sure of it");
  Desk desk(path(u"settings"_s));
  QVERIFY(!desk.preferences.setValue(session::Setting::FillHistory, u"yes"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QSignalSpy failed(&desk.filler, &session::HistoryFiller::failed);
  for (const QString& folder : {u"one"_s, u"two"_s}) {
    const qsizetype before = failed.size();
    desk.session.open(m_folder->write(folder + u"/inductor_torchbench_training.csv"_s, kActual),
                      path(u"expected.csv"_s));
    QTRY_COMPARE(failed.size(), before + 1);
  }
  QCOMPARE(desk.window.notices().ids(), QStringList{u"history:fill"_s});
  const QString text = desk.window.notices().row(u"history:fill"_s)->notice().text;
  QVERIFY2(text.startsWith(u"The results are not added to the history. "_s), qPrintable(text));
  QVERIFY2(desk.session.snapshot() != nullptr, "the pair is shown all the same");
}

void ProgramPagesTest::aKeyIsReboundUnlessAnotherActionHasIt() {
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.window.showPage(u"settings"_s);
  auto* page = desk.window.findChild<ui::SettingsPage*>();
  auto* table = page->findChild<QTableView*>(u"keysTable"_s);
  QVERIFY2(qobject_cast<ui::PaddedDelegate*>(table->itemDelegate()), "the cells begin where the titles do");
  QTest::keyClicks(page->findChild<QLineEdit*>(u"keysFilter"_s), u"new window"_s);
  QCOMPARE(table->model()->rowCount(), 1);
  table->setCurrentIndex(table->model()->index(0, 0));
  auto* key = page->findChild<QLineEdit*>(u"newKey"_s);
  auto* set = page->findChild<QPushButton*>(u"setKey"_s);
  QTest::keyClick(key, Qt::Key_O, Qt::ControlModifier);
  QVERIFY2(!set->isEnabled(), "Ctrl+O opens two files");
  QVERIFY(qobject_cast<ui::FieldBox*>(key->parentWidget())->problem().contains(u"Open two files"_s));
  QTest::keyClick(key, Qt::Key_F9, Qt::ControlModifier);
  QTest::mouseClick(set, Qt::LeftButton);
  QCOMPARE(desk.preferences.ownKeys(u"app.newWindow"_s), std::optional(u"Ctrl+F9"_s));
  table->setFocus();
  press(desk, Qt::Key_F9, Qt::ControlModifier);
  QCOMPARE(desk.started.size(), 1);
  press(desk, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(desk.started.size(), 1);
  QTest::mouseClick(page->findChild<QPushButton*>(u"resetKey"_s), Qt::LeftButton);
  QVERIFY(!desk.preferences.ownKeys(u"app.newWindow"_s));
  table->setFocus();
  press(desk, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(desk.started.size(), 2);
}

void ProgramPagesTest::keysThatClashInTheFileAreLeftOut() {
  QDir().mkpath(path(u"settings"_s));
  {
    QSettings store(path(u"settings/settings.ini"_s), QSettings::IniFormat);
    store.setValue(u"keys/app.newWindow"_s, u"Ctrl+O"_s);
    store.setValue(u"keys/app.quit"_s, u"no key at all"_s);
    store.setValue(u"keys/help.open"_s, u"Ctrl+F9"_s);
  }
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  desk.window.makePages();
  QVERIFY(desk.window.registry().conflicts().isEmpty());
  QVERIFY(desk.window.registry().action(u"app.newWindow"_s)->shortcuts().isEmpty());
  press(desk, Qt::Key_F9, Qt::ControlModifier);
  QCOMPARE(desk.window.currentPage(), u"help"_s);
}

void ProgramPagesTest::theLastSessionComesBack() {
  {
    Desk desk(path(u"settings"_s));
    desk.lastSession.save();
    QVERIFY2(!desk.settings.contains(u"last/page"_s), "nothing was open");
    open(desk);
    auto* filter = desk.window.pageWidget().findChild<QLineEdit*>();
    QVERIFY(filter != nullptr);
    QTest::keyClicks(filter, u"bet"_s);
    desk.lastSession.save();
  }
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  QVERIFY(desk.lastSession.restore());
  QTRY_VERIFY(desk.session.snapshot() != nullptr);
  QTRY_COMPARE(desk.window.pageWidget().findChild<QLineEdit*>()->text(), u"bet"_s);
  QCOMPARE(desk.window.currentPage(), u"triage"_s);
  QTRY_COMPARE(desk.pages->triage().place(), u"beta"_s);
  QVERIFY(desk.window.notices().ids().isEmpty());
}

/// A program that is killed saves nothing at its end.
void ProgramPagesTest::whatIsOpenIsRememberedAtOnce() {
  Desk desk(path(u"settings"_s));
  desk.lastSession.follow();
  open(desk);
  QTRY_COMPARE(desk.settings.value(u"last/page"_s).toString(), u"triage"_s);
  QCOMPARE(desk.settings.value(u"last/pair"_s).toStringList(), (QStringList{path(u"actual.csv"_s), path(u"expected.csv"_s)}));
  desk.window.showPage(u"compare"_s);
  QTRY_COMPARE(desk.settings.value(u"last/page"_s).toString(), u"compare"_s);
}

/// Edits that were restored have no pair: the fields of one would ask for files.
void ProgramPagesTest::reviewWithoutAPairHasNoPairFields() {
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  auto* header = desk.window.findChild<ui::PairHeader*>();
  QVERIFY(header->isVisible());
  QVERIFY(desk.edits.openFile(path(u"expected.csv"_s)));
  const auto* file = desk.edits.drafts().find(path(u"expected.csv"_s).toStdString());
  QVERIFY(desk.stack.push({.text = "Edit", .files = {{file->path, {{file->pending.size(), file->pending.size(), "extra,pass,0\n"}}}}, .decisions = {}}));
  desk.window.showPage(u"review"_s);
  QVERIFY(!header->isVisible());
  QVERIFY2(desk.window.windowTitle().startsWith(u"expected.csv"_s), qPrintable(desk.window.windowTitle()));
  desk.window.showPage(u"triage"_s);
  QVERIFY(header->isVisible());
  open(desk);
  desk.window.showPage(u"review"_s);
  QVERIFY(header->isVisible());
}

void ProgramPagesTest::aLastSessionThatIsGoneIsSaid() {
  {
    Desk desk(path(u"settings"_s));
    open(desk);
    desk.lastSession.save();
  }
  QVERIFY(QFile::remove(path(u"actual.csv"_s)));
  Desk desk(path(u"settings"_s));
  QVERIFY(!desk.lastSession.restore());
  QVERIFY(desk.window.notices().row(u"lastSession"_s)->notice().details.contains(path(u"actual.csv"_s)));
  QVERIFY(desk.session.snapshot() == nullptr);
}

void ProgramPagesTest::aPastedCommitIsFetched() {
  Desk desk(path(u"settings"_s));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  auto* field = desk.window.findChild<QLineEdit*>(u"start.target"_s);
  QSignalSpy wanted(&desk.window, &ui::MainWindow::fetchRequested);
  field->setFocus();
  QTest::keyClicks(field, u"not a commit"_s);
  QTest::keyClick(field, Qt::Key_Return);
  auto* box = qobject_cast<ui::FieldBox*>(field->parentWidget());
  QVERIFY(!box->problem().isEmpty());
  QVERIFY(wanted.isEmpty());
  field->clear();
  QVERIFY2(box->problem().isEmpty(), "it goes with the first change");
  QTest::keyClicks(field, u"https://github.com/pytorch/pytorch/pull/161617"_s);
  QTest::mouseClick(desk.window.findChild<QPushButton*>(u"start.fetch"_s), Qt::LeftButton);
  QCOMPARE(wanted.size(), 1);
  QCOMPARE(desk.window.currentPage(), u"sources"_s);
}

QTEST_MAIN(ProgramPagesTest)
#include "program_pages_test.moc"
