// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits: doing, undoing, the journal that is written meanwhile, other windows, changes from outside.
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <chrono>

#include "core/session/edit_journal.h"
#include "core/session/pair_watcher.h"
#include "tests/core/session/edit_files.h"

using namespace plumbline;
using baselines::DecisionKind;
using session::PendingEdits;
using test::decided;
using test::EditFolder;
using test::pendingText;
using test::put;

#define SOON_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30000)

namespace {

constexpr const char* kCsv = "name,accuracy,graph_breaks\na,pass,1\nb,pass,2\n";

/// played is what the one journal of the folder says, as the next start would read it.
base::Result<session::JournalContent> played(const EditFolder& folder) {
  const QStringList names = folder.stateFiles().filter(QStringLiteral("edits-"));
  if (names.size() != 1) return base::fail({base::ErrorCode::NotFound, "not one journal"});
  return session::readJournal(folder.read(QStringLiteral("state/") + names.front()).toStdString());
}

}  // namespace

class PendingEditsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void doesAndUndoes() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    const QSignalSpy changes(&edits, &PendingEdits::changed);
    QVERIFY(edits.isClean());
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.isClean());
    const auto back = edits.apply(put(edits, path, "b,pass", "b,OOM"));
    QVERIFY(back);
    QVERIFY(!edits.isClean());
    QCOMPARE(pendingText(edits), QByteArray("e.csv\n") + kCsv + "->\nname,accuracy,graph_breaks\na,pass,1\nb,OOM,2\n");
    QCOMPARE(changes.count(), 1);
    QVERIFY(edits.apply(*back));
    QVERIFY(edits.isClean());
    QCOMPARE(folder.read(QStringLiteral("e.csv")), QByteArray(kCsv));
  }

  void refusesWhatDoesNotFit() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    const QSignalSpy changes(&edits, &PendingEdits::changed);
    const auto missing = edits.openFile(folder.path(QStringLiteral("none.csv")));
    QVERIFY(!missing);
    QCOMPARE(int(missing.error().code), int(base::ErrorCode::NotFound));
    const auto unopened = edits.apply({"x", {{path.toStdString(), {{0, 1, "X"}}}}, {}});
    QVERIFY(!unopened);
    QVERIFY(edits.openFile(path));
    const auto outside = edits.apply({"x", {{path.toStdString(), {{500, 501, "X"}}}}, {}});
    QVERIFY(!outside);
    QCOMPARE(QString::fromStdString(outside.error().file), path);
    QVERIFY(edits.isClean());
    QCOMPARE(changes.count(), 0);
    QVERIFY(folder.stateFiles().filter(QStringLiteral("edits-")).isEmpty());
  }

  void aWriterThatNeverRestsIsNoticed() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    session::PairWatcher watcher;
    const QSignalSpy changes(&watcher, &session::PairWatcher::changed);
    watcher.watch({{path, *files::stampOf(path.toStdString())}});
    int written = 0;
    QTimer writer;
    connect(&writer, &QTimer::timeout, this, [&] {
      folder.write(QStringLiteral("e.csv"), QByteArray(kCsv) + QByteArray(++written, '\n'));
    });
    writer.start(20);
    QTRY_VERIFY_WITH_TIMEOUT(!changes.isEmpty(), 30000);
    QVERIFY(written > 1);
  }

  void eachOfTheTwoWaitsIsEnough() {
    using namespace std::chrono_literals;
    // A wait of an hour is a writer that never rests, or a limit that is never reached.
    for (const session::PairWatcher::Waits waits : {session::PairWatcher::Waits{.settle = 1h, .longest = 1ms},
                                                    session::PairWatcher::Waits{.settle = 1ms, .longest = 1h}}) {
      const EditFolder folder;
      const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
      session::PairWatcher watcher(waits);
      const QSignalSpy changes(&watcher, &session::PairWatcher::changed);
      watcher.watch({{path, *files::stampOf(path.toStdString())}});
      for (int i = 1; i <= 3; ++i) {  // the look stops both timers, and the next notice starts them again
        folder.write(QStringLiteral("e.csv"), QByteArray(kCsv) + QByteArray(i, '\n'));
        QTRY_COMPARE_WITH_TIMEOUT(changes.count(), i, 30000);
      }
    }
  }

  void journalHasEveryStepBeforeApplyReturns() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    const QString raw = folder.write(QStringLiteral("raw.csv"), QByteArray("name,x\n\xff\xfe,1\n\0b,2\n", 17));
    PendingEdits edits(folder.state());
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.openFile(raw));
    const auto same = [&] {
      const auto content = played(folder);
      if (!content || content->damagedLine != 0) return false;
      for (const auto* file : edits.drafts().changed()) {
        const auto* again = content->drafts.find(file->path);
        if (again == nullptr || again->saved != file->saved || again->pending != file->pending) return false;
        if (again->stamp != file->stamp) return false;
      }
      return content->drafts.changed().size() == edits.drafts().changed().size() &&
             content->drafts.decisions() == edits.drafts().decisions();
    };
    std::vector<baselines::Change> undo;
    const auto step = [&](const baselines::Change& change) {
      auto back = edits.apply(change);
      if (back) undo.push_back(*back);
      return back.has_value() && same();
    };
    QVERIFY(step(put(edits, path, "a,pass", "a,timeout")));
    QVERIFY(step(put(edits, path, "", "c,pass,3\n")));
    QVERIFY(step(decided(path, "a", DecisionKind::Accepted)));
    QVERIFY(step(decided(path, "b", DecisionKind::Kept, "see #12 \"quoted\"\nsecond line \xc3\xa9")));
    QVERIFY(step(put(edits, raw, "\xff\xfe", "\xfe\xff\xff")));
    QVERIFY(step({"note only", {}, {{{path.toStdString(), "c"}, baselines::Decision{{}, "", "", "later"}}}}));
    while (!undo.empty()) {
      const baselines::Change change = undo.back();
      undo.pop_back();
      QVERIFY(edits.apply(change));
      QVERIFY(same());
    }
    QVERIFY(edits.isClean());
  }

  void cleanCloseRemovesTheJournalAndEditsKeepIt() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    {
      PendingEdits edits(folder.state());
      QVERIFY(edits.openFile(path));
      const auto back = edits.apply(put(edits, path, "b,pass", "b,OOM"));
      QVERIFY(back);
      QVERIFY(edits.apply(*back));
    }
    QCOMPARE(folder.stateFiles(), QStringList());
    {
      PendingEdits edits(folder.state());
      QVERIFY(edits.apply(decided(path, "a", DecisionKind::Kept)));
    }
    QCOMPARE(folder.stateFiles().filter(QStringLiteral("edits-")).size(), 1);  // a decision alone is work, too
  }

  void withoutStateFolderNothingIsWritten() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits{QString()};
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    QCOMPARE(QDir(folder.path(QString())).entryList(QDir::Files), QStringList{QStringLiteral("e.csv")});
  }

  void tellsOnceWhenTheJournalCannotBeWritten() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    const QString blocked = folder.write(QStringLiteral("file"), "not a folder");
    PendingEdits edits(blocked + QStringLiteral("/state"));
    QSignalSpy trouble(&edits, &PendingEdits::journalTrouble);
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    QVERIFY(edits.apply(put(edits, path, "a,pass", "a,OOM")));
    QCOMPARE(trouble.count(), 1);
    QVERIFY(!edits.isClean());
    // Closing asks again: refused while nothing can be written, then with every step that was missed.
    QVERIFY(!edits.keep());
    QVERIFY(QFile::remove(blocked));
    QVERIFY(edits.keep());
    const QDir state(blocked + QStringLiteral("/state"));
    const QStringList journals = state.entryList(QDir::Files);
    QCOMPARE(journals.size(), 1);
    QFile journal(state.filePath(journals.front()));
    QVERIFY(journal.open(QIODevice::ReadOnly));
    QCOMPARE(journal.readAll().count("OOM"), 2);
  }

  void afterAGapTheWholeStateIsWritten() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    folder.write(QStringLiteral("state"), "in the way");
    PendingEdits edits(folder.state());
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));  // not written
    QVERIFY(QFile::remove(folder.state()));
    QVERIFY(edits.apply(decided(path, "a", DecisionKind::Kept)));
    const auto content = played(folder);
    QVERIFY(content);
    QCOMPARE(content->damagedLine, std::size_t{0});
    QCOMPARE(content->drafts.find(path.toStdString())->pending, edits.drafts().find(path.toStdString())->pending);
    QCOMPARE(content->drafts.decisions().size(), std::size_t{1});
  }

  void twoWindowsNoticeEachOther() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    const QString other = folder.write(QStringLiteral("o.csv"), kCsv);
    const QString detour = folder.path(QStringLiteral("./sub/../e.csv"));
    QVERIFY(QDir().mkpath(folder.path(QStringLiteral("sub"))));
    PendingEdits first(folder.state());
    PendingEdits second(folder.state());
    QSignalSpy heardFirst(&first, &PendingEdits::heldElsewhere);
    QSignalSpy heardSecond(&second, &PendingEdits::heldElsewhere);
    QVERIFY(first.openFile(path));
    QVERIFY(second.openFile(detour));
    QVERIFY(second.openFile(other));
    const auto back = first.apply(put(first, path, "b,pass", "b,OOM"));
    SOON_COMPARE(heardSecond.count(), 1);
    QCOMPARE(heardSecond.front().at(0).toString(), detour);
    QCOMPARE(heardSecond.front().at(1).toLongLong(), QCoreApplication::applicationPid());
    QVERIFY(second.apply(put(second, detour, "a,pass", "a,OOM")));
    SOON_COMPARE(heardFirst.count(), 1);
    QCOMPARE(heardFirst.front().at(0).toString(), path);
    // Let go and taken up again: told again.
    QSignalSpy released(&second, &PendingEdits::releasedElsewhere);
    QVERIFY(first.apply(*back));
    SOON_COMPARE(released.count(), 1);
    QCOMPARE(released.front().at(0).toString(), detour);
    QSignalSpy third(&second, &PendingEdits::changed);
    PendingEdits late(folder.state());
    QSignalSpy heardLate(&late, &PendingEdits::heldElsewhere);
    QVERIFY(late.openFile(path));
    QCOMPARE(heardLate.count(), 1);  // of the second window only, at once
  }

  void aWindowThatEndsLetsGo() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits second(folder.state());
    QVERIFY(second.openFile(path));
    QSignalSpy held(&second, &PendingEdits::heldElsewhere);
    QSignalSpy released(&second, &PendingEdits::releasedElsewhere);
    {
      PendingEdits first(folder.state());
      QVERIFY(first.openFile(path));
      QVERIFY(first.apply(put(first, path, "b,pass", "b,OOM")));
      SOON_COMPARE(held.count(), 1);
    }
    SOON_COMPARE(released.count(), 1);
  }

  /// Nothing of a window that is killed changes on disk: only its lock goes.
  void aWindowThatIsKilledLetsGo() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits second(folder.state());
    QVERIFY(second.openFile(path));
    QSignalSpy held(&second, &PendingEdits::heldElsewhere);
    QSignalSpy released(&second, &PendingEdits::releasedElsewhere);
    std::string marks;
    {
      PendingEdits first(folder.state());
      QVERIFY(first.openFile(path));
      QVERIFY(first.apply(put(first, path, "b,pass", "b,OOM")));
      SOON_COMPARE(held.count(), 1);
      for (const QString& name : folder.stateFiles().filter(QStringLiteral(".marks"))) marks += folder.read(QStringLiteral("state/") + name).toStdString();
    }
    SOON_COMPARE(released.count(), 1);
    {
      auto killed = files::LockedLog::create((folder.state() + QStringLiteral("/window-1-killed.marks")).toStdString());
      QVERIFY(killed);
      QVERIFY(killed->append(marks));
      SOON_COMPARE(held.count(), 2);
    }
    SOON_COMPARE(released.count(), 2);
  }

  void aFileWithoutEditsIsReadAgain() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    QSignalSpy anew(&edits, &PendingEdits::readAnew);
    QSignalSpy outside(&edits, &PendingEdits::outsideChange);
    QVERIFY(edits.openFile(path));
    folder.replace(QStringLiteral("e.csv"), "name,accuracy\na,OOM\n");
    const auto file = edits.openFile(path);  // asked for again, before any watcher has told
    QVERIFY(file);
    QCOMPARE(QByteArray::fromStdString((*file)->pending), QByteArray("name,accuracy\na,OOM\n"));
    QCOMPARE(anew.count(), 1);
    folder.replace(QStringLiteral("e.csv"), "name,accuracy\na,pass\n");
    SOON_COMPARE(anew.count(), 2);
    QCOMPARE(QByteArray::fromStdString(edits.drafts().find(path.toStdString())->saved), QByteArray("name,accuracy\na,pass\n"));
    QCOMPARE(outside.count(), 0);
  }

  void aFileWithEditsIsNotTouched() {
    const EditFolder folder;
    const QString path = folder.write(QStringLiteral("e.csv"), kCsv);
    PendingEdits edits(folder.state());
    QSignalSpy outside(&edits, &PendingEdits::outsideChange);
    QSignalSpy anew(&edits, &PendingEdits::readAnew);
    QVERIFY(edits.openFile(path));
    QVERIFY(edits.apply(put(edits, path, "b,pass", "b,OOM")));
    const std::string before = edits.drafts().find(path.toStdString())->pending;
    folder.replace(QStringLiteral("e.csv"), "name,accuracy\na,OOM\n");
    SOON_COMPARE(outside.count(), 1);
    QCOMPARE(outside.front().front().toString(), path);
    QCOMPARE(edits.drafts().find(path.toStdString())->pending, before);
    QCOMPARE(anew.count(), 0);
    // Written again with the same bytes it is no other version.
    folder.replace(QStringLiteral("e.csv"), kCsv);
    QVERIFY(edits.openFile(path));
    QCOMPARE(edits.drafts().find(path.toStdString())->pending, before);
  }
};

QTEST_GUILESS_MAIN(PendingEditsTest)
#include "pending_edits_test.moc"
