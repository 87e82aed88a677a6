// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window with a real session and a page of the test's own: every way to open a pair, errors, changed files,
// pages, keys, what is remembered.
#include <QMenu>
#include <QMenuBar>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>
#include <QToolButton>
#include <QUrl>

#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "tests/ui/shell/window_parts.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pair_header.h"
#include "ui/shell/pair_opener.h"
#include "ui/shell/status_line.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;
using session::Session;
using namespace plumbline::tests;

class WindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();

  void startPageComesFirst();
  void opensAPair();
  void namesWhatItReads();
  void twoFilesFromTheDialog();
  void oneFileThenTheOther();
  void dropsTwo();
  void dropsOneThenTheOther();
  void swapsALoneFile();
  void dropOnAPairReplacesOneSide();
  void manyFilesAreTheSourcesOfACommit();
  void swapKey();
  void errorKeepsThePair_data();
  void errorKeepsThePair();
  void errorBeforeTheFirstPair();
  void changedFileIsReportedAndReloaded();
  void rulesAreSwitched();
  void pagesAndBack();
  void backAndForward();
  void pairsOutliveHastyTravel();
  void altWithTheMouseOpensNoMenu();
  void menuByKeys();
  void titlesNameWhatIsOpen();
  void noKeyMeansTwoThings();
  void everyControlHasAName();
  void recentPairsAreRemembered();
  void geometryIsRemembered();
  void fontKeys();

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }
  void write(const QString& name, const QByteArray& bytes) const;
  void makeWindow();
  void openPair();
  QString timeShown() const { return m_window->findChild<QLabel*>(u"statusTime"_s)->text(); }
  QString saidShown() const { return m_window->findChild<StatusLine*>()->message(); }
  QString actualShown() const { return m_window->findChild<SideSlot*>(u"actualSlot"_s)->path(); }
  QString expectedShown() const { return m_window->findChild<SideSlot*>(u"expectedSlot"_s)->path(); }
  QWidget* shownWidget() const { return m_window->findChild<QStackedWidget*>(u"pages"_s)->currentWidget(); }
  void drop(const QStringList& files, int x);

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<QSettings> m_settings;
  std::unique_ptr<Preferences> m_preferences;
  std::unique_ptr<RecentPairs> m_recent;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<PreparedPrompt> m_prompt;
  std::unique_ptr<MainWindow> m_window;
  QWidget* m_page = nullptr;
  int m_samples = 0;
  int m_nexts = 0;
};

void WindowTest::write(const QString& name, const QByteArray& bytes) const {
  QFile file(path(name));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

void WindowTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_samples = 0;
  m_nexts = 0;
  write(u"actual.csv"_s, kActual);
  write(u"expected.csv"_s, kExpected);
  m_settings = std::make_unique<QSettings>(path(u"settings.ini"_s), QSettings::IniFormat);
  m_preferences = std::make_unique<Preferences>(*m_settings);
  m_recent = std::make_unique<RecentPairs>(*m_settings);
  m_session = std::make_unique<Session>();
  m_prompt = std::make_unique<PreparedPrompt>();
  makeWindow();
}

void WindowTest::makeWindow() {
  m_window = std::make_unique<MainWindow>(MainWindow::Services{
      *m_session, *m_settings, *m_preferences, *m_recent, *m_prompt, session::guessSides, [this] { ++m_samples; }});
  m_page = new QWidget;
  m_page->setFocusPolicy(Qt::StrongFocus);
  m_window->addPage({u"triage"_s,
                     u"Triage"_s,
                     u"triage"_s,
                     u"What needs a decision"_s,
                     m_page,
                     {{.id = u"triage.next"_s,
                       .text = u"Next"_s,
                       .tooltip = {},
                       .group = u"Triage"_s,
                       .iconName = {},
                       .shortcuts = {Qt::Key_J},
                       .run = [this] { ++m_nexts; }}}});
  m_window->finish();
  m_window->show();
  m_window->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void WindowTest::cleanup() {
  m_window.reset();
  m_session.reset();
  m_recent.reset();
  m_preferences.reset();
  m_settings.reset();
}

void WindowTest::openPair() {
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  m_window->opener().openPair(path(u"actual.csv"_s), path(u"expected.csv"_s));
  QVERIFY(shown.wait());
}

void WindowTest::drop(const QStringList& files, int x) {
  QMimeData mime;
  QList<QUrl> urls;
  for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
  mime.setUrls(urls);
  QDragEnterEvent enter(QPoint(x, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(m_window.get(), &enter);
  QWidget* zones = m_window->findChild<DropZones*>();  // they lie over the window now
  QDragEnterEvent enterZones(QPoint(x, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(zones, &enterZones);
  QDropEvent dropped(QPointF(x, 300), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(zones, &dropped);
}

void WindowTest::startPageComesFirst() {
  QCOMPARE(shownWidget()->objectName(), u"startPage"_s);
  QTest::keyClick(m_window.get(), Qt::Key_J);
  QCOMPARE(m_nexts, 0);  // there is nothing to go to yet
  QTest::mouseClick(m_window->findChild<QWidget*>(u"start.sample"_s), Qt::LeftButton);
  QCOMPARE(m_samples, 1);
}

void WindowTest::opensAPair() {
  openPair();
  QCOMPARE(shownWidget(), m_page);
  QCOMPARE(actualShown(), path(u"actual.csv"_s));
  QCOMPARE(expectedShown(), path(u"expected.csv"_s));
  QCOMPARE(saidShown(), u"2 models \u00b7 CI fails"_s);
  QVERIFY2(timeShown().endsWith(u" ms"_s), qPrintable(timeShown()));
  QVERIFY(m_window->windowTitle().startsWith(u"actual.csv \u2194 expected.csv"_s));
  QTest::keyClick(m_page, Qt::Key_J);
  QCOMPARE(m_nexts, 1);
}

void WindowTest::namesWhatItReads() {
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  QByteArray rows = "name,accuracy\n";
  for (int row = 0; row < 400'000; ++row) rows += "model_with_a_long_name_" + QByteArray::number(row) + ",pass\n";
  write(u"actual.csv"_s, rows);
  m_window->opener().openPair(path(u"actual.csv"_s), path(u"expected.csv"_s));
  QCOMPARE(actualShown(), path(u"actual.csv"_s));  // at once
  QCOMPARE(expectedShown(), path(u"expected.csv"_s));
  QCOMPARE(shownWidget()->objectName(), u"startPage"_s);  // a small pair does not make it flash
  QTRY_VERIFY_WITH_TIMEOUT(shownWidget() == m_page || shown.count() > 0, 20'000);
  QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 1, 20'000);
  QCOMPARE(shownWidget(), m_page);
}

void WindowTest::twoFilesFromTheDialog() {
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  m_prompt->answers = {{path(u"expected.csv"_s), path(u"actual.csv"_s)}};  // the names say which is which
  QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
  QVERIFY(shown.wait());
  QCOMPARE(m_prompt->questions.size(), 1);
  QVERIFY(m_prompt->questions.first().several);
  QCOMPARE(actualShown(), path(u"actual.csv"_s));
}

void WindowTest::oneFileThenTheOther() {
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  m_prompt->answers = {{path(u"actual.csv"_s)}, {path(u"expected.csv"_s)}};
  QVERIFY(m_window->registry().run(u"pair.open"_s));
  QVERIFY(shown.wait());
  QCOMPARE(m_prompt->questions.size(), 2);
  QVERIFY(m_prompt->questions.last().title.contains(u"actual.csv"_s));
  QCOMPARE(m_prompt->questions.last().folder, m_folder->path());
  QCOMPARE(expectedShown(), path(u"expected.csv"_s));
}

void WindowTest::dropsTwo() {
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  drop({path(u"expected.csv"_s), path(u"actual.csv"_s)}, 40);
  QVERIFY(shown.wait());
  QCOMPARE(actualShown(), path(u"actual.csv"_s));
  QCOMPARE(expectedShown(), path(u"expected.csv"_s));
}

void WindowTest::dropsOneThenTheOther() {
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  drop({path(u"expected.csv"_s)}, m_window->width() - 40);
  QCOMPARE(expectedShown(), path(u"expected.csv"_s));
  QCOMPARE(actualShown(), QString());
  QCOMPARE(shownWidget()->objectName(), u"startPage"_s);
  QVERIFY(m_window->findChild<QLabel*>(u"startTitle"_s)->text().startsWith(u"Now the actual file"_s));
  QTest::mouseClick(m_window->findChild<QWidget*>(u"start.open"_s), Qt::LeftButton);
  QCOMPARE(m_prompt->questions.last().title, u"Choose the actual file"_s);
  drop({path(u"actual.csv"_s)}, 40);
  QVERIFY(shown.wait());
  QCOMPARE(actualShown(), path(u"actual.csv"_s));
}

void WindowTest::swapsALoneFile() {
  drop({path(u"actual.csv"_s)}, m_window->width() - 40);  // the wrong side
  QTest::keyClick(m_window.get(), Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(actualShown(), path(u"actual.csv"_s));
  QCOMPARE(expectedShown(), QString());
  QVERIFY(m_window->findChild<QLabel*>(u"startTitle"_s)->text().startsWith(u"Now the expected file"_s));
}

void WindowTest::dropOnAPairReplacesOneSide() {
  openPair();
  write(u"other.csv"_s, kExpected);
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  drop({path(u"other.csv"_s)}, 40);
  QVERIFY(shown.wait());
  QCOMPARE(actualShown(), path(u"other.csv"_s));
  QCOMPARE(expectedShown(), path(u"expected.csv"_s));
  QVERIFY(saidShown().endsWith(u"CI passes"_s));
}

void WindowTest::manyFilesAreTheSourcesOfACommit() {
  QSignalSpy wanted(&m_window->opener(), &PairOpener::sourcesRequested);
  const QList<QStringList> sources{{u"/x/a.csv"_s, u"/x/b.csv"_s, u"/x/c.csv"_s}, {m_folder->path()}, {u"/x/r.zip"_s}};
  for (const QStringList& paths : sources) drop(paths, 40);
  for (const QStringList& paths : sources) QCOMPARE(wanted.takeFirst().value(0).toStringList(), paths);
}

void WindowTest::swapKey() {
  openPair();
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  QTest::keyClick(m_page, Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(shown.wait());
  QCOMPARE(actualShown(), path(u"expected.csv"_s));
  QCOMPARE(expectedShown(), path(u"actual.csv"_s));
}

void WindowTest::errorKeepsThePair_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("missing") << u"none.csv"_s << QByteArray();
  QTest::newRow("empty") << u"empty.csv"_s << QByteArray("");
  QTest::newRow("no name column") << u"noname.csv"_s << QByteArray("model,accuracy\nalpha,pass\n");
  QTest::newRow("binary") << u"binary.csv"_s
                          << QByteArray(
                                 "\x7f"
                                 "ELF\0\0\1\2\3\xff\xfe",
                                 11);
}

void WindowTest::errorKeepsThePair() {
  QFETCH(QString, file);
  QFETCH(QByteArray, bytes);
  openPair();
  if (!bytes.isNull()) write(file, bytes);
  QSignalSpy failed(m_session.get(), &Session::failed);
  m_window->opener().openPair(path(file), path(u"expected.csv"_s));
  QVERIFY(failed.wait());
  QCOMPARE(shownWidget(), m_page);
  QCOMPARE(actualShown(), path(u"actual.csv"_s));
  QVERIFY(saidShown().endsWith(u"CI fails"_s));
  const NoticeRow* row = m_window->notices().row(u"open"_s);
  QVERIFY(row != nullptr);
  QVERIFY2(row->notice().text.contains(file), qPrintable(row->notice().text));
  QVERIFY(!row->notice().details.isEmpty());
  openPair();
  QVERIFY2(m_window->notices().ids().isEmpty(), "a good pair takes the old complaint away");
}

void WindowTest::errorBeforeTheFirstPair() {
  QSignalSpy failed(m_session.get(), &Session::failed);
  m_window->opener().openPair(path(u"none.csv"_s), path(u"expected.csv"_s));
  QVERIFY(failed.wait());
  QCOMPARE(m_window->notices().ids(), QStringList{u"open"_s});
  QCOMPARE(shownWidget()->objectName(), u"startPage"_s);
  write(u"none.csv"_s, kActual);
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  QTest::keyClick(m_window.get(), Qt::Key_F5);
  QVERIFY(shown.wait());
  QCOMPARE(shownWidget(), m_page);
}

void WindowTest::changedFileIsReportedAndReloaded() {
  openPair();
  QSignalSpy changed(m_session.get(), &Session::changedOnDisk);
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  write(u"actual.csv"_s, kExpected + QByteArray("gamma,pass\n"));
  QVERIFY(changed.wait());
  QVERIFY2(shown.isEmpty(), "nothing reloads under the reader");
  QCOMPARE(m_window->notices().ids().size(), 1);
  const NoticeRow* row = m_window->notices().row(m_window->notices().ids().value(0));
  QVERIFY(row->notice().text.startsWith(u"actual.csv changed on disk"_s));
  QTest::mouseClick(row->findChild<QPushButton*>(u"noticeAction"_s), Qt::LeftButton);
  QVERIFY(shown.wait());
  QVERIFY(m_window->notices().ids().isEmpty());
  QVERIFY(saidShown().startsWith(u"3 models"_s));
}

void WindowTest::rulesAreSwitched() {
  openPair();
  auto* rules = m_window->findChild<QComboBox*>(u"rulesCombo"_s);
  QCOMPARE(rules->currentData().toString(), u"2025-11"_s);
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  rules->setFocus();
  QTest::keyClick(rules, Qt::Key_End);
  QVERIFY(shown.wait());
  QCOMPARE(rules->currentData().toString(), QString::fromStdString(m_session->snapshot()->ruleId));
  QVERIFY(m_session->snapshot()->ruleId != "2025-11");
}

void WindowTest::pagesAndBack() {
  openPair();
  QTest::keyClick(m_window.get(), Qt::Key_F1);
  QCOMPARE(m_window->currentPage(), u"help"_s);
  QTest::keyClick(m_window.get(), Qt::Key_J);
  QCOMPARE(m_nexts, 0);
  QTest::keyClick(m_window.get(), Qt::Key_Question);
  QCOMPARE(m_window->currentPage(), u"keys"_s);
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QCOMPARE(shownWidget(), m_page);
  QTest::keyClick(m_window.get(), Qt::Key_F1);
  QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
  QCOMPARE(m_window->currentPage(), u"triage"_s);
  QTest::keyClick(m_window.get(), Qt::Key_F1);
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  m_window->opener().openPair(path(u"expected.csv"_s), path(u"actual.csv"_s));
  QVERIFY(shown.wait());
  QVERIFY2(shownWidget() == m_page, "a new pair is shown, not hidden behind the help");
}

void WindowTest::backAndForward() {
  openPair();
  QTest::keyClick(m_window.get(), Qt::Key_F1);
  QTest::keyClick(m_window.get(), Qt::Key_Question);
  QCOMPARE(m_window->currentPage(), u"keys"_s);
  QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(m_window->currentPage(), u"help"_s);
  QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(m_window->currentPage(), u"triage"_s);
  QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);  // nothing is before it
  QCOMPARE(m_window->currentPage(), u"triage"_s);
  QTest::mouseClick(m_window->windowHandle(), Qt::ForwardButton, {}, QPoint(300, 300));
  QCOMPARE(m_window->currentPage(), u"help"_s);
  QTest::mouseClick(m_window->windowHandle(), Qt::BackButton, {}, QPoint(300, 300));
  QCOMPARE(m_window->currentPage(), u"triage"_s);
  m_window->showPage(u"keys"_s);
  QVERIFY(!m_window->canTravel(1));
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QCOMPARE(m_window->currentPage(), u"triage"_s);
  QTest::keyClick(m_window.get(), Qt::Key_Escape);  // the page gone back to is no drill-down
  QCOMPARE(m_window->currentPage(), u"triage"_s);
}

void WindowTest::pairsOutliveHastyTravel() {
  m_window->setOpenAgain([this](const QString& actual, const QString& expected) {
    m_session->open(actual, expected);
    return true;
  });
  write(u"next.csv"_s, kActual);
  openPair();
  QTest::keyClick(m_window.get(), Qt::Key_F1);
  QSignalSpy shown(m_session.get(), &Session::snapshotChanged);
  m_window->opener().openPair(path(u"next.csv"_s), path(u"expected.csv"_s));
  QVERIFY(shown.wait());
  QCOMPARE(m_window->currentPage(), u"triage"_s);  // the way: one pair, the help, the other pair
  const auto travel = [&](Qt::Key key) { QTest::keyClick(m_window.get(), key, Qt::AltModifier); };
  const auto actual = [&] { return QString::fromStdString(m_session->snapshot()->actual.path); };
  travel(Qt::Key_Left);
  travel(Qt::Key_Left);
  QVERIFY(m_session->isBusy());
  travel(Qt::Key_Right);  // before the pair is there
  QCOMPARE(m_window->currentPage(), u"help"_s);
  QVERIFY2(!m_session->isBusy(), "it would show its page over the help");
  travel(Qt::Key_Left);
  QTRY_COMPARE(actual(), path(u"actual.csv"_s));
  travel(Qt::Key_Right);
  travel(Qt::Key_Right);
  m_window->showPage(u"keys"_s);  // nor is the pair lost when another page is shown meanwhile
  QTRY_COMPARE(actual(), path(u"next.csv"_s));
  QFile::remove(path(u"actual.csv"_s));
  while (m_window->canTravel(-1)) travel(Qt::Key_Left);
  QTRY_VERIFY(!m_session->isBusy());
  QCOMPARE(actual(), path(u"next.csv"_s));  // it could not be opened: what is shown is what the page has now
  travel(Qt::Key_Right);
  travel(Qt::Key_Left);
  QVERIFY(!m_session->isBusy());
}

/// Alt opens the menu when it is tapped alone, not with the mouse or another key.
void WindowTest::altWithTheMouseOpensNoMenu() {
  openPair();
  const auto* menu = m_window->findChild<QMenu*>(u"mainMenu"_s);
  QVERIFY(menu);
  QTest::keyPress(m_window.get(), Qt::Key_Alt);
  QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, Qt::AltModifier, QPoint(300, 300));
  QTest::keyRelease(m_window.get(), Qt::Key_Alt);
  QVERIFY(!menu->isVisible());
  QTest::keyPress(m_window.get(), Qt::Key_Alt, Qt::ShiftModifier);
  QTest::keyRelease(m_window.get(), Qt::Key_Alt);
  QVERIFY(!menu->isVisible());
  QTest::keyClick(m_window.get(), Qt::Key_Alt);
  QTRY_VERIFY(menu->isVisible());
}

void WindowTest::menuByKeys() {
  QTest::keyClick(m_window.get(), Qt::Key_F10);
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu != nullptr);
  QCOMPARE(menu->objectName(), u"mainMenu"_s);
  menu->close();
  QTest::keyClick(m_window.get(), Qt::Key_G, Qt::AltModifier);
  menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu != nullptr);
  QCOMPARE(menu->title(), u"&Go"_s);
  menu->close();
  QTest::keyClick(m_window.get(), Qt::Key_Alt);
  QVERIFY(QApplication::activePopupWidget() != nullptr);
  QApplication::activePopupWidget()->close();
  QVERIFY(!m_window->menuBar()->isVisible());
  QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
  QVERIFY(m_window->menuBar()->isVisible());
  QTest::keyClick(m_window.get(), Qt::Key_F, Qt::AltModifier);
  menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu != nullptr);
  QCOMPARE(menu->title(), u"&File"_s);
  menu->close();
  m_window->close();
  makeWindow();
  QVERIFY(m_window->menuBar()->isVisible());
}

void WindowTest::titlesNameWhatIsOpen() {
  QCOMPARE(m_window->windowTitle(), u"[*]Plumbline"_s);
  m_window->setCommit(u"7c01a80b3f"_s);
  QCOMPARE(m_window->windowTitle(), u"7c01a80b3f[*] - Plumbline"_s);
  openPair();
  QVERIFY2(m_window->windowTitle().contains(u"actual.csv"_s), qPrintable(m_window->windowTitle()));
}

void WindowTest::noKeyMeansTwoThings() {
  for (const ShortcutConflict& conflict : m_window->registry().conflicts())
    QFAIL(qPrintable(conflict.key.toString() + u' ' + conflict.firstId + u' ' + conflict.secondId));
}

void WindowTest::everyControlHasAName() {
  openPair();
  for (const QString& page : {u"help"_s, u"keys"_s, u"triage"_s}) m_window->showPage(page);
  QVERIFY(m_window->registry().run(u"view.commands"_s));
  m_window->notices().showNotice({.id = u"x"_s, .text = u"text"_s, .details = u"more"_s, .actionText = u"Do"_s});
  for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget == m_page || widget->objectName().startsWith(u"qt_"_s)) continue;
    QVERIFY2(!widget->accessibleName().isEmpty(),
             qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
  }
}

void WindowTest::recentPairsAreRemembered() {
  openPair();
  const QList<RecentPair> wanted = {{path(u"actual.csv"_s), path(u"expected.csv"_s)}};
  QCOMPARE(m_recent->pairs(), wanted);
  QVERIFY(m_window->registry().run(u"recent.clear"_s));
  QVERIFY(m_recent->pairs().isEmpty());
  QVERIFY(!m_window->registry().run(u"recent.clear"_s));
}

void WindowTest::geometryIsRemembered() {
  m_window->resize(777, 555);
  m_window->close();
  makeWindow();
  QCOMPARE(m_window->size(), QSize(777, 555));
}

void WindowTest::fontKeys() {
  QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier);
  QTest::keyClick(m_window.get(), Qt::Key_Equal, Qt::ControlModifier);
  QCOMPARE(m_preferences->fontStep(), 2);
  QTest::keyClick(m_window.get(), Qt::Key_Minus, Qt::ControlModifier);
  QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
  QCOMPARE(m_preferences->fontStep(), 0);
  QVERIFY(m_window->registry().run(u"look.dark"_s));
  QCOMPARE(m_preferences->theme(), ThemeChoice::Dark);
}

QTEST_MAIN(WindowTest)
#include "window_test.moc"
