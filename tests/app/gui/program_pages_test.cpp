// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to the program: the page about it, a new window, the folder of a saved report, pairs opened before.
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/app/gui/desk.h"
#include "tests/support/test_folder.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"

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
  QVERIFY(recent != nullptr && recent->title() == u"Open recent"_s);
  QCOMPARE(recent->actions().size(), 4);  // two pairs, a line, and the way to clear them
  file->close();
  QSignalSpy shown(&desk.session, &session::Session::snapshotChanged);
  recent->actions().at(0)->trigger();
  QVERIFY(shown.wait(20'000));
  recent->actions().at(1)->trigger();
  QTRY_VERIFY2(!desk.window.notices().ids().isEmpty(), "a file that is gone is said");
  QVERIFY2(desk.session.snapshot() != nullptr, "the pair on screen stays");
}

QTEST_MAIN(ProgramPagesTest)
#include "program_pages_test.moc"
