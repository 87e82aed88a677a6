// SPDX-License-Identifier: GPL-3.0-or-later
// The session with a run that is no file: shards merged in memory, held against a baseline on disk.
#include "tests/core/session/session_watch.h"

using namespace plumbline;
using namespace plumbline::test;
using session::Session;

class SessionRunTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void judgesARunThatIsNoFile() {
    const Folder folder;
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    const QString name = QStringLiteral("inductor_torchbench_training");
    const auto run = tables::CsvTable::scan(kActual, name.toStdString()).value();
    Session session;
    Watch watch(session);
    session.openRun(nullptr, expected);
    session.openRun(run, {});
    QVERIFY(!session.isBusy());
    session.openRun(run, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(session.actualPath(), name);
    QCOMPARE(session.snapshot()->actual.table, run);
    QVERIFY(!session.snapshot()->actual.isFile);
    QVERIFY(session.snapshot()->expected.isFile);
    QCOMPARE(session.snapshot()->comparison->counts().of(verdicts::VerdictClass::Fail), 1U);

    folder.replace(QStringLiteral("e.csv"), "name,accuracy\na,pass\nvgg16,timeout\n");
    SOON_COMPARE(watch.disk.count(), 1);
    QCOMPARE(watch.disk.at(0).at(0).toString(), expected);
    session.reload();  // the baseline is read again, the run stays
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(session.snapshot()->actual.table, run);
    QCOMPARE(session.snapshot()->comparison->counts().of(verdicts::VerdictClass::Fail), 0U);
    session.useRules(QStringLiteral("2026-08"));
    SOON_COMPARE(watch.snapshots.count(), 3);
    QVERIFY(!session.snapshot()->actual.isFile);

    session.swapSides();
    QCOMPARE(watch.failures.count(), 1);
    QCOMPARE(watch.lastError.code, base::ErrorCode::BadArgument);
    QVERIFY(!session.isBusy());
    session.open(name, folder.write(QStringLiteral("other.csv"), kExpected));  // the label stands for the run
    SOON_COMPARE(watch.snapshots.count(), 4);
    QCOMPARE(session.snapshot()->actual.table, run);
    QCOMPARE(session.snapshot()->comparison->counts().of(verdicts::VerdictClass::Fail), 1U);
  }

  void notesOfARunAndOfFiles() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual), expected = folder.write(QStringLiteral("e.csv"), kExpected);
    folder.write(QStringLiteral("a_graph_breaks.csv"), "model,reason,user_stack\na,of a file,\n");
    const auto run = tables::CsvTable::scan(kActual, "merged").value();
    sources::RunNotes notes;
    notes.hasBreaks = true;
    notes.breaks["a"] = {{"of shards", ""}};
    Session session;
    Watch watch(session);
    const auto reason = [&] { return QString::fromStdString(session.snapshot()->actualNotes.breaks.at("a").front().reason); };
    session.openRun(run, expected, notes);
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(reason(), QStringLiteral("of shards"));
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(reason(), QStringLiteral("of shards"));
    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(reason(), QStringLiteral("of a file"));
    QVERIFY(!session.snapshot()->expectedNotes.hasBreaks);
  }

  void aRunAndAPairTakeTurns() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    const QString gone = folder.path(QStringLiteral("gone.csv"));
    const auto run = tables::CsvTable::scan(kExpected, "merged").value();
    Session session;
    Watch watch(session);
    session.openRun(run, gone);
    SOON_COMPARE(watch.failures.count(), 1);
    session.reload();  // nothing is on screen yet: it is tried again
    SOON_COMPARE(watch.failures.count(), 2);
    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    session.openRun(run, gone);
    SOON_COMPARE(watch.failures.count(), 3);
    QCOMPARE(session.actualPath(), actual);  // what failed is forgotten
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 2);
    QVERIFY(session.snapshot()->actual.isFile);
    session.openRun(run, expected);
    SOON_COMPARE(watch.snapshots.count(), 3);
    session.open(actual, gone);
    SOON_COMPARE(watch.failures.count(), 4);
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 4);
    QCOMPARE(session.snapshot()->actual.table, run);
    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 5);
    session.swapSides();  // two files again
    SOON_COMPARE(watch.snapshots.count(), 6);
    QCOMPARE(session.expectedPath(), actual);
  }
};

QTEST_GUILESS_MAIN(SessionRunTest)
#include "session_run_test.moc"
