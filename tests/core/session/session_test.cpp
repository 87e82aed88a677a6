// SPDX-License-Identifier: GPL-3.0-or-later
// The session: opening, failing, reloading, choosing rules, noticing changes on disk; and guessing sides.
#include <QTest>

#include "core/session/session.h"
#include "tests/core/session/session_watch.h"

using namespace plumbline;
using session::Session;
using session::SnapshotPtr;
using namespace plumbline::test;

class SessionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void opensAPair() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    Session session;
    Watch watch(session);
    QVERIFY(!session.snapshot());
    session.open(actual, expected);
    QVERIFY(session.isBusy());
    SOON_COMPARE(watch.snapshots.count(), 1);
    QVERIFY(!session.isBusy());
    QCOMPARE(watch.busy.count(), 2);
    QCOMPARE(watch.failures.count(), 0);
    const SnapshotPtr shown = session.snapshot();
    QCOMPARE(shown->number, std::uint64_t{1});
    QCOMPARE(utf16(shown->actual.path), actual);
    QCOMPARE(utf16(shown->expected.path), expected);
    QCOMPARE(utf16(shown->ruleId), QStringLiteral("2025-11"));
    QStringList offers;
    for (const auto& offer : shown->offers) offers << utf16(offer.id);
    QCOMPARE(offers, (QStringList{QStringLiteral("2025-11"), QStringLiteral("2026-07"), QStringLiteral("2026-08")}));
    QCOMPARE(utf16(shown->offers.front().label), QStringLiteral("2025-11 (default)"));
    QCOMPARE(shown->comparison->counts().of(verdicts::VerdictClass::Fail), 1U);
    QVERIFY(shown->readMs > 0 && shown->judgeMs > 0);
    QCOMPARE(session.actualPath(), actual);
  }

  void badFilesKeepThePairOnScreen_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QByteArray& bytes, base::ErrorCode code) {
      QTest::newRow(name) << bytes << static_cast<int>(code);
    };
    row("missing", "(missing)", base::ErrorCode::NotFound);
    row("directory", "(directory)", base::ErrorCode::NotReadable);
    row("empty", QByteArray(), base::ErrorCode::BadFormat);
    row("blank lines", "\n\n\n", base::ErrorCode::BadFormat);
    row("no name", "model,accuracy\na,pass\n", base::ErrorCode::BadFormat);
    row("binary",
        QByteArray("\x7f"
                   "ELF\0\1\2\3\0\0\0\0",
                   12),
        base::ErrorCode::BadFormat);
    row("UTF-16", QByteArray("\xff\xfen\0a\0m\0e\0\n\0", 12), base::ErrorCode::BadFormat);
  }

  void badFilesKeepThePairOnScreen() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    QString bad = folder.path(QStringLiteral("bad.csv"));
    if (bytes == "(directory)") {
      QVERIFY(QDir().mkpath(bad));
    } else if (bytes != "(missing)") {
      folder.write(QStringLiteral("bad.csv"), bytes);
    }
    Session session;
    Watch watch(session);
    session.open(bad, expected);
    SOON_COMPARE(watch.failures.count(), 1);
    QVERIFY(!session.snapshot());
    QCOMPARE(session.actualPath(), bad);  // so that reload() tries it again
    QCOMPARE(static_cast<int>(watch.lastError.code), code);
    QCOMPARE(utf16(watch.lastError.file), bad);

    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    const SnapshotPtr before = session.snapshot();
    session.open(actual, bad);
    SOON_COMPARE(watch.failures.count(), 2);
    QCOMPARE(static_cast<int>(watch.lastError.code), code);
    QCOMPARE(session.snapshot(), before);
    QCOMPARE(session.expectedPath(), expected);
    QVERIFY(!session.isBusy());
  }

  void oddFilesStillOpen_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("rows");
    const auto row = [](const char* name, const QByteArray& bytes, int rows) { QTest::newRow(name) << bytes << rows; };
    row("header only", "name,accuracy\n", 2);
    row("conflict markers", "name,accuracy\n<<<<<<< HEAD\na,pass\n=======\na,OOM\n>>>>>>> b\nvgg16,pass\n", 6);
    row("ragged", "name,accuracy\na,pass\nvgg16,pass,1,2\n", 2);
    row("same headers twice", "name,accuracy,accuracy\na,pass,x\nvgg16,pass,y\n", 2);
    row("a name of 1 MB", "name,accuracy\n" + QByteArray(1 << 20, 'n') + ",pass\n", 3);
    row("10,000 columns", "name" + QByteArray(",c").repeated(10000) + "\na" + QByteArray(",1").repeated(10000) + "\n",
        2);
    row("truncated", "name,accuracy\na,pass\nvgg16,\"pa", 2);
  }

  void oddFilesStillOpen() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, rows);
    const Folder folder;
    Session session;
    Watch watch(session);
    session.open(folder.write(QStringLiteral("a.csv"), bytes), folder.write(QStringLiteral("e.csv"), kExpected));
    SOON_COMPARE(watch.snapshots.count() + watch.failures.count(), 1);
    QVERIFY2(watch.failures.isEmpty(), watch.lastError.text.c_str());
    QCOMPARE(static_cast<int>(session.snapshot()->comparison->rowCount()), rows);
  }

  void oneSideThenTheOther() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    Session session;
    Watch watch(session);
    session.open(actual, {});
    QCOMPARE(watch.lone.count(), 1);
    QCOMPARE(watch.lone.at(0).at(0).toString(), actual);
    QVERIFY(watch.lone.at(0).at(1).toString().isEmpty());
    session.swapSides();
    QCOMPARE(watch.lone.count(), 2);
    QCOMPARE(session.expectedPath(), actual);
    session.swapSides();
    session.open({}, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(session.snapshot()->actual.path), actual);
    QCOMPARE(utf16(session.snapshot()->expected.path), expected);

    session.open({}, actual);  // a pair is complete: this begins a new one
    QCOMPARE(session.actualPath(), QString());
    QVERIFY(session.snapshot());
    session.reload();  // ... and reload means the pair on screen
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(session.actualPath(), actual);
  }

  void swapsAndReloads() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    Session session;
    Watch watch(session);
    session.reload();
    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    session.swapSides();
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(utf16(session.snapshot()->actual.path), expected);
    QCOMPARE(session.snapshot()->comparison->counts().of(verdicts::VerdictClass::Improved), 1U);
    session.useRules(QStringLiteral("2026-08"));
    SOON_COMPARE(watch.snapshots.count(), 3);
    folder.write(QStringLiteral("e.csv"), "name,accuracy,graph_breaks\na,OOM,1\n");
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 4);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-08"));
    QCOMPARE(session.snapshot()->comparison->rowCount(), std::size_t{2});
    QCOMPARE(session.snapshot()->number, std::uint64_t{4});
  }

  void theSameFileOnBothSides() {
    const Folder folder;
    const QString file = folder.write(QStringLiteral("a.csv"), kActual);
    Session session;
    Watch watch(session);
    session.open(file, file);
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(session.snapshot()->comparison->counts().needDecision, 0U);
    folder.replace(QStringLiteral("a.csv"), kExpected);
    SOON_COMPARE(watch.disk.count(), 1);
  }

  void rulesAreJudgedFromWhatWasRead() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("e.csv"), kExpected);
    Session session;
    Watch watch(session);
    session.useRules(QStringLiteral("2026-08"));  // before anything is open: a request
    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-08"));
    const auto table = session.snapshot()->actual.table;
    QFile::remove(actual);
    session.useRules(QStringLiteral("2026-07"));
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-07"));
    QCOMPARE(session.snapshot()->actual.table, table);
    session.useRules(QStringLiteral("1999-01"));
    SOON_COMPARE(watch.failures.count(), 1);
    QCOMPARE(watch.lastError.code, base::ErrorCode::BadArgument);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-07"));
  }

  void aFlakyListCountsUnderRulesThatStandIn() {
    const Folder folder;
    Session session;
    Watch watch(session);
    session.useRules(QStringLiteral("checkout"));
    session.open(folder.write(QStringLiteral("a.csv"), kActual), folder.write(QStringLiteral("e.csv"), kExpected));
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(session.snapshot()->unmetRuleId), QStringLiteral("checkout"));
    QCOMPARE(session.snapshot()->comparison->counts().excused, 0U);
    session.useFlakyList(folder.write(QStringLiteral("lists/mine.toml"), "[[flaky]]\nname = \"vgg16\"\n"));
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(session.snapshot()->comparison->counts().excused, 1U);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2025-11"));
    QCOMPARE(utf16(session.snapshot()->unmetRuleId), QStringLiteral("checkout"));
    session.useFlakyList({});
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(session.snapshot()->comparison->counts().excused, 0U);
    session.useRules(QStringLiteral("2025-11"));
    SOON_COMPARE(watch.snapshots.count(), 4);
    QVERIFY(session.snapshot()->unmetRuleId.empty());
    QCOMPARE(watch.failures.count(), 0);
  }

  void offersTheCheckout() {
    const Folder folder;
    folder.write(QStringLiteral("py/benchmarks/dynamo/check_accuracy.py"),
                 "flaky_models = {'a', 'vgg16'}\ndef check(accuracy):\n  print('XFAIL', 'FAIL_BUT_FLAKY:')\n");
    const QString expected =
        folder.write(QStringLiteral("py/benchmarks/dynamo/ci_expected_accuracy/x_training.csv"), kExpected);
    Session session;
    Watch watch(session);
    session.open(folder.write(QStringLiteral("a.csv"), kActual), expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2025-11"));  // offered, not forced
    const auto offer = session.snapshot()->offers.back();
    QCOMPARE(utf16(offer.id), QStringLiteral("checkout"));
    QCOMPARE(utf16(offer.label), QStringLiteral("this checkout: A1, 2025-11"));
    QCOMPARE(
        utf16(offer.rules->origin),
        QStringLiteral("Read from the checkout at %1: accuracy form A1 (2+0 flaky names), graph-breaks as in 2025-11. "
                       "There is no check_graph_breaks.py in it.")
            .arg(folder.path(QStringLiteral("py"))));
    QCOMPARE(session.snapshot()->comparison->counts().of(verdicts::VerdictClass::Fail), 1U);
    session.useRules(QStringLiteral("checkout"));
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(session.snapshot()->comparison->counts().of(verdicts::VerdictClass::Flaky), 1U);
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("checkout"));
  }

  void tellsAChangeOnDiskOnceAndNeverReloads() {
    const Folder folder;
    const QString actual = folder.write(QStringLiteral("a.csv"), kActual);
    const QString expected = folder.write(QStringLiteral("sub/e.csv"), kExpected);
    Session session;
    Watch watch(session);
    session.open(actual, expected);
    SOON_COMPARE(watch.snapshots.count(), 1);
    const SnapshotPtr before = session.snapshot();
    for (int i = 1; i <= 3; ++i) {  // each replaced file is another inode, which a plain watch would lose
      folder.replace(QStringLiteral("sub/e.csv"), QByteArray(kExpected) + QByteArray("b,pass,1\n").repeated(i));
      SOON_COMPARE(watch.disk.count(), i);
      QCOMPARE(watch.disk.at(i - 1).at(0).toString(), expected);
      QCOMPARE(watch.disk.at(i - 1).at(1).toBool(), false);
    }
    folder.write(QStringLiteral("a.csv"), "name,accuracy\n");  // in place
    SOON_COMPARE(watch.disk.count(), 4);
    QCOMPARE(watch.disk.at(3).at(0).toString(), actual);
    QVERIFY(QFile::remove(actual));
    SOON_COMPARE(watch.disk.count(), 5);
    QCOMPARE(watch.disk.at(4).at(1).toBool(), true);
    folder.write(QStringLiteral("a.csv"), kActual);  // it comes back
    SOON_COMPARE(watch.disk.count(), 6);
    QCOMPARE(watch.disk.at(5).at(1).toBool(), false);
    folder.write(QStringLiteral("unrelated.csv"), "x");
    QCOMPARE(session.snapshot(), before);
    QCOMPARE(watch.snapshots.count(), 1);
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(session.snapshot()->comparison->rowCount(), std::size_t{3});
    folder.replace(QStringLiteral("a.csv"), "name\n");
    SOON_COMPARE(watch.disk.count(), 7);
  }

  void cancelAndDrop() {
    const Folder folder;
    QByteArray rows;
    for (int i = 0; i < 200000; ++i) rows += "model_" + QByteArray::number(i) + ",pass,1\n";
    const QByteArray header("name,accuracy,graph_breaks\n");
    const QString large = folder.write(QStringLiteral("large.csv"), header + rows);
    const QString small = folder.write(QStringLiteral("e.csv"), kExpected);
    Session session;
    Watch watch(session);
    QSignalSpy progress(&session, &Session::progress);
    session.open(large, large);
    session.cancel();
    QVERIFY(!session.isBusy());
    session.open(large, large);
    session.open(small, small);  // drops the older request
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(session.snapshot()->actual.path), small);
    QCOMPARE(session.snapshot()->number, std::uint64_t{1});
    QCOMPARE(watch.failures.count(), 0);
    session.open(large, small);
    session.useRules(QStringLiteral("2026-08"));  // while loading: the new pair under the new rules
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(utf16(session.snapshot()->actual.path), large);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-08"));
    for (const QList<QVariant>& step : progress) QVERIFY(step.at(0).toULongLong() <= step.at(1).toULongLong());
    session.open(large, large);  // and the destructor ends what runs
  }

  void progressGoesForward() {
    const Folder folder;
    QByteArray rows("name,accuracy,graph_breaks\n");
    for (int i = 0; i < 300000; ++i) rows += "model_" + QByteArray::number(i) + ",pass,1\n";
    const std::string path = folder.write(QStringLiteral("l.csv"), rows).toStdString();
    std::mutex lock;
    std::uint64_t last = 0;
    bool forward = true;
    const base::Progress progress({}, [&](std::uint64_t done, std::uint64_t total) {
      const std::lock_guard guard(lock);
      forward = forward && total == 1000 && done <= total;
      last = std::max(last, done);
    });
    const auto made = session::loadPair({path, path, "2025-11", {}}, progress);
    QVERIFY(made.isValue());
    QVERIFY(forward);
    QCOMPARE(last, std::uint64_t{1000});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(session::loadPair({path, path, "2025-11", {}}, base::Progress(stop.get_token())).isCancelled());
  }

  void tellsAPairFromTheSourcesOfACommit() {
    const Folder folder;
    const QString dir = folder.path(QStringLiteral("dir.csv"));
    QVERIFY(QDir().mkpath(dir));
    const auto list = [](std::initializer_list<const char*> names) {
      QStringList paths;
      for (const char* name : names) paths << QString::fromUtf8(name);
      return paths;
    };
    QVERIFY(session::isPair(list({"/x/a.csv"})));
    QVERIFY(session::isPair(list({"/x/a.csv", "/x/b"})));
    QVERIFY(!session::isPair({}));
    QVERIFY(!session::isPair({dir}));
    QVERIFY(!session::isPair({QStringLiteral("/x/a.csv"), dir}));
    for (const char* name : {"/x/a.ZIP", "/x/a.json", "/x/run.log"}) QVERIFY(!session::isPair(list({name})));
    QVERIFY(!session::isPair(list({"/x/a.csv", "/x/b.csv", "/x/c.csv"})));
    const session::SourceGuess guess = session::guessSources(
        list({"/expected/artifacts", "/x/ci_expected_accuracy", "/x/my expected", "/x/pytorch"}));
    QCOMPARE(guess.actual, list({"/expected/artifacts", "/x/pytorch"}));
    QCOMPARE(guess.expected, list({"/x/ci_expected_accuracy", "/x/my expected"}));
  }

  void guessesSides_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("actual");
    QTest::addColumn<bool>("sure");
    const auto row = [](const char* name, const QStringList& paths, const char* actual, bool sure) {
      QTest::newRow(name) << paths << QString::fromUtf8(actual) << sure;
    };
    const auto s = [](const char* t) { return QString::fromUtf8(t); };
    row("checkout folder second", {s("/d/x.csv"), s("/p/ci_expected_accuracy/x.csv")}, "/d/x.csv", true);
    row("checkout folder first", {s("/p/ci_expected_accuracy/rocm/x.csv"), s("/d/x.csv")}, "/d/x.csv", true);
    row("test-reports second", {s("/d/x.csv"), s("/w/test/test-reports/training_x.csv")},
        "/w/test/test-reports/training_x.csv", true);
    row("names", {s("Expected_x.csv"), s("x.csv")}, "x.csv", true);
    row("names beat folders", {s("/expected/actual.csv"), s("/expected/expected.csv")}, "/expected/actual.csv", true);
    row("nothing to tell", {s("one.csv"), s("two.csv")}, "one.csv", false);
    row("both baselines", {s("expected_1.csv"), s("expected_2.csv")}, "expected_1.csv", false);
    row("alone, a baseline", {s("/p/ci_expected_accuracy/x.csv")}, "", true);
    row("none", {}, "", false);
  }

  void guessesSides() {
    QFETCH(QStringList, paths);
    const session::SideGuess guess = session::guessPair(paths);
    QTEST(guess.actual, "actual");
    QTEST(guess.sure, "sure");
    if (paths.size() == 2) QCOMPARE(session::guessSides(paths[0], paths[1]), std::pair(guess.actual, guess.expected));
  }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
