// SPDX-License-Identifier: GPL-3.0-or-later
// The window around a page: where Tab goes, and what is reported of a pair that has something odd.
#include <QAbstractButton>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "tests/ui/shell/window_parts.h"
#include "ui/settings/preferences.h"
#include "ui/settings/recent_pairs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/nav_rail.h"
#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::ui;

class WindowNotesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<QSettings>(path(u"settings.ini"_s), QSettings::IniFormat);
    m_preferences = std::make_unique<Preferences>(*m_settings);
    m_recent = std::make_unique<RecentPairs>(*m_settings);
    m_session = std::make_unique<session::Session>();
    m_window = std::make_unique<MainWindow>(MainWindow::Services{
        *m_session, *m_settings, *m_preferences, *m_recent, m_prompt, session::guessSides, [] {}});
    m_page = new QWidget;
    m_page->setFocusPolicy(Qt::StrongFocus);
    m_page->setObjectName(u"page"_s);
    m_window->addPage({u"triage"_s, u"Triage"_s, u"triage"_s, u"What needs a decision"_s, m_page, {}});
    m_window->finish();
    m_window->show();
  }
  void cleanup() {
    m_window.reset();
    m_session.reset();
  }

  void tabWalksFromThePairThroughThePageToTheRail() {
    const QStringList wanted{u"actualSlot"_s,   u"swapButton"_s, u"expectedSlot"_s, u"rulesCombo"_s, u"reloadButton"_s,
                             u"openButton"_s,   u"page"_s,       u"rail.triage"_s};
    const QStringList rail{u"menuButton"_s, u"rail.keys"_s, u"rail.help"_s};  // by the arrows only
    QCOMPARE(walk(wanted + rail), wanted);
    m_window->showPage(u"help"_s);  // made on demand: the rail stays behind it
    m_window->showPage(u"triage"_s);
    QCOMPARE(walk(wanted), wanted);
    m_window->showPage(u"keys"_s);
    QVERIFY2(walk({u"rail.triage"_s, u"rail.keys"_s}) == QStringList{u"rail.keys"_s}, "Tab stops at the page in front");
  }

  void conflictMarkersAreReportedWithTheirLines() {
    write(u"actual.csv"_s, "name,accuracy\n<<<<<<< HEAD\na,pass\n=======\nb,pass\n>>>>>>> other\n");
    write(u"expected.csv"_s, "name,accuracy\na,pass\nb,pass\n");
    open();
    const NoticeRow* row = m_window->notices().row(u"actual"_s);
    QVERIFY(row != nullptr);
    QVERIFY2(row->notice().text.contains(u"3 lines left behind by a merge"_s), qUtf8Printable(row->notice().text));
    for (const QString& place : {u"actual.csv:2:"_s, u"actual.csv:4:"_s, u"actual.csv:6:"_s})
      QVERIFY2(row->notice().details.contains(place), qUtf8Printable(row->notice().details));
  }

  void notesOnAPairStandOnItsPagesOnly() {
    write(u"actual.csv"_s, "name,accuracy\n<<<<<<< HEAD\na,pass\n=======\nb,pass\n>>>>>>> other\n");
    write(u"expected.csv"_s, "name,accuracy\na,pass\nb,pass\n");
    open();
    NoticeStrip& strip = m_window->notices();
    QVERIFY(strip.row(u"actual"_s)->isVisible());
    m_window->showPage(u"help"_s);
    QVERIFY(!strip.isVisible());
    strip.showNotice({.id = u"edits:x"_s, .text = u"about the program"_s});
    QVERIFY(strip.row(u"edits:x"_s)->isVisible() && !strip.row(u"actual"_s)->isVisible());
    m_window->showPage(u"triage"_s);
    QVERIFY(strip.row(u"actual"_s)->isVisible() && strip.row(u"edits:x"_s)->isVisible());
  }

  void aProblemDiffersFromANoteByItsBar() {
    QPalette palette = m_window->palette();
    palette.setColor(QPalette::BrightText, Qt::magenta);
    palette.setColor(QPalette::Highlight, Qt::cyan);
    NoticeRow problem({.id = {}, .kind = NoticeKind::Problem, .text = u"p"_s, .details = {}, .actionText = {}});
    NoticeRow note({.id = {}, .kind = NoticeKind::Information, .text = u"n"_s, .details = {}, .actionText = {}});
    for (NoticeRow* row : {&problem, &note}) {
      row->setPalette(palette);
      row->resize(300, 40);
    }
    QCOMPARE(problem.grab().toImage().pixelColor(1, 20), QColor(Qt::magenta));
    QCOMPARE(note.grab().toImage().pixelColor(1, 20), QColor(Qt::cyan));
  }

  void missingRulesAreReported() {
    write(u"actual.csv"_s, tests::kActual);
    write(u"expected.csv"_s, tests::kExpected);
    m_session->useRules(u"checkout"_s);
    open();
    const NoticeRow* row = m_window->notices().row(u"rules"_s);
    QVERIFY(row != nullptr);
    QVERIFY2(row->notice().text.contains(u"2025-11"_s), qUtf8Printable(row->notice().text));
    QSignalSpy shown(m_session.get(), &session::Session::snapshotChanged);
    m_session->useRules(u"2026-08"_s);
    QVERIFY(shown.wait());
    QVERIFY(m_window->notices().row(u"rules"_s) == nullptr);
  }

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }
  void write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
  }
  void open() {
    QSignalSpy shown(m_session.get(), &session::Session::snapshotChanged);
    m_window->opener().openPair(path(u"actual.csv"_s), path(u"expected.csv"_s));
    QVERIFY(shown.wait());
  }
  /// walk gives the names of those widgets as Tab meets them, from the first one on.
  QStringList walk(const QStringList& names) const {
    QStringList met;
    auto* first = m_window->findChild<QWidget*>(names.front());
    QWidget* at = first;
    do {
      if (names.contains(at->objectName()) && (at->focusPolicy() & Qt::TabFocus) != 0) met << at->objectName();
      at = at->nextInFocusChain();
    } while (at != first);
    return met;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<QSettings> m_settings;
  std::unique_ptr<Preferences> m_preferences;
  std::unique_ptr<RecentPairs> m_recent;
  std::unique_ptr<session::Session> m_session;
  tests::PreparedPrompt m_prompt;
  std::unique_ptr<MainWindow> m_window;
  QWidget* m_page = nullptr;
};

QTEST_MAIN(WindowNotesTest)
#include "window_notes_test.moc"
