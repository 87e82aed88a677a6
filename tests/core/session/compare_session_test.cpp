// SPDX-License-Identifier: GPL-3.0-or-later
// Runs held beside each other: the pair on screen, files opened as further runs, what a person chose, what failed or
// was cancelled, and the trend over the commits that are open.
#include "core/session/commit_session.h"
#include "core/session/compare_session.h"
#include "tests/core/session/session_watch.h"

using namespace plumbline;
using namespace plumbline::test;
using session::CompareSession;
using session::CompareStatePtr;
using namespace Qt::StringLiterals;

namespace {

const QString kOld = QStringLiteral("0123456789abcdef0123456789abcdef01234567");
const QString kNew = QStringLiteral("89abcdef0123456789abcdef0123456789abcdef");
const QString kConfig = QStringLiteral("inductor_torchbench_training");

struct CompareWatch {
  explicit CompareWatch(CompareSession& s)
      : states(&s, &CompareSession::changed),
        failures(&s, &CompareSession::failed),
        busy(&s, &CompareSession::busyChanged),
        progress(&s, &CompareSession::progress) {
    QObject::connect(&s, &CompareSession::failed, &s, [this](const base::Error& error) { lastError = error; });
  }
  QSignalSpy states, failures, busy, progress;
  base::Error lastError;
};

session::SnapshotPtr pairOf(const QString& actual, const QString& expected) {
  static std::uint64_t number = 0;
  auto snapshot = std::make_shared<session::Snapshot>();
  snapshot->number = ++number;
  const auto side = [](const QString& path) {
    session::InputFile file;
    file.path = path.toStdString();
    auto bytes = files::readFile(file.path);
    if (!bytes) return file;
    auto table = tables::CsvTable::scan(std::move(bytes->bytes), file.path);
    if (table.isValue()) file.table = table.value();
    return file;
  };
  snapshot->actualNotes = sources::readNotes(actual.toStdString(), sources::readFileBeside);
  snapshot->actual = side(actual);
  snapshot->expected = side(expected);
  return snapshot;
}

class RunFolder : public Folder {
 public:
  QString run(const QString& name, const QByteArray& rows) const { return write(name, "name,speedup,abs_latency\n" + rows); }
  QString before() const { return run(kConfig + u".csv"_s, "a,2.0,10\nb,1.0,20\n"); }
  QString after() const { return run(u"run.csv"_s, "a,1.0,20\nc,3.0,5\n"); }
};

QStringList labels(const CompareStatePtr& state) {
  QStringList names;
  if (state->diff)
    for (const diff::Run& run : state->diff->runs()) names << utf16(run.label);
  return names;
}

}  // namespace

class CompareSessionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void beginsWithNothing() {
    CompareSession session;
    QVERIFY(session.state());
    QVERIFY(!session.state()->diff && !session.state()->trend);
    QVERIFY(session.state()->cacheRuns && session.state()->cacheRuns->empty());
    QVERIFY(session.state()->followsPair);
    QVERIFY(session.state()->thresholds == diff::defaultThresholds());
    session.cancel();
    session.swapSides();
    session.removeRun(0);
    session.setSides(0, 1);
    session.openFiles({});
    QVERIFY(!session.isBusy());
  }

  void followsThePair() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    folder.write(u"run_compilation_metrics.csv"_s, "name,compile_fx_inner\na,1.5\n");
    session.showPair(pairOf(folder.after(), folder.before()));
    QVERIFY(session.isBusy());
    SOON_COMPARE(watch.states.count(), 1);
    QCOMPARE(watch.busy.count(), 2);
    const CompareStatePtr state = session.state();
    QCOMPARE(labels(state), (QStringList{u"baseline"_s, u"actual"_s}));
    QCOMPARE(utf16(state->diff->runs()[1].origin), folder.path(u"run.csv"_s));
    QVERIFY(state->diff->runs()[0].isBaseline);
    QVERIFY(state->diff->runs()[1].notes.phases.contains("a"));
    QVERIFY(state->diff->runs()[0].config);
    QCOMPARE(utf16(configs::configName(*state->diff->runs()[0].config)), kConfig);
    QCOMPARE(state->diff->rowCount(), std::size_t{3});
    QCOMPARE(state->before, std::size_t{0});
    QCOMPARE(state->after, std::size_t{1});
    QCOMPARE(state->offers.size(), std::size_t{2});

    session.showPair({});
    SOON_COMPARE(watch.states.count(), 2);
    QVERIFY(!session.state()->diff);
    QVERIFY(session.state()->offers.empty());
  }

  void samePairIsNotJoinedAgain() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    const session::SnapshotPtr pair = pairOf(folder.after(), folder.before());
    session.showPair(pair);
    SOON_COMPARE(watch.states.count(), 1);
    const diff::RunDiffPtr joined = session.state()->diff;
    session.showPair(std::make_shared<session::Snapshot>(*pair));  // other rules, same tables
    SOON_COMPARE(watch.states.count(), 2);
    QCOMPARE(session.state()->diff, joined);
  }

  void filesBecomeFurtherRuns() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    session.showPair(pairOf(folder.after(), folder.before()));
    SOON_COMPARE(watch.states.count(), 1);
    session.openFiles({folder.run(u"one/third.csv"_s, "a,5,1\n"), folder.run(u"two/third.csv"_s, "a,6,1\n")});
    SOON_COMPARE(watch.states.count(), 2);
    QVERIFY(!session.state()->followsPair);
    QCOMPARE(labels(session.state()), (QStringList{u"baseline"_s, u"actual"_s, u"third"_s, u"two/third"_s}));
    for (const QList<QVariant>& step : watch.progress) QVERIFY(step.at(0).toULongLong() <= step.at(1).toULongLong());

    // Opened again, a run is read anew in its place.
    session.openFiles({folder.run(u"one/third.csv"_s, "a,7,1\n")});
    SOON_COMPARE(watch.states.count(), 3);
    QCOMPARE(labels(session.state()).size(), 4);
    const auto speedup = session.state()->diff->metricOf("speedup");
    QVERIFY(speedup);
    QCOMPARE(session.state()->diff->reading(2, 0, *speedup).number, 7.0);

    // The pair moves on; what was chosen stays.
    session.showPair({});
    SOON_COMPARE(watch.states.count(), 4);
    QCOMPARE(labels(session.state()).size(), 4);

    session.followPair();
    SOON_COMPARE(watch.states.count(), 5);
    QVERIFY(session.state()->followsPair);
    QVERIFY(!session.state()->diff);
  }

  void tooManyRunsAreRefused() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    QStringList paths;
    for (int i = 0; i < 6; ++i) paths << folder.run(u"r%1.csv"_s.arg(i), "a,1,1\n");
    session.openFiles(paths);
    SOON_COMPARE(watch.states.count(), 1);
    QCOMPARE(labels(session.state()).size(), 6);
    session.openFiles({folder.run(u"r6.csv"_s, "a,1,1\n")});
    SOON_COMPARE(watch.failures.count(), 1);
    QCOMPARE(watch.lastError.code, base::ErrorCode::BadArgument);
    QCOMPARE(utf16(watch.lastError.text), u"That would be 7 runs; at most 6 can be held beside each other."_s);
    QVERIFY(!watch.lastError.hint.empty());
    QCOMPARE(labels(session.state()).size(), 6);  // the last good state
    // The refused file is forgotten.
    session.removeRun(5);
    SOON_COMPARE(watch.states.count(), 2);
    QCOMPARE(labels(session.state()), (QStringList{u"r0"_s, u"r1"_s, u"r2"_s, u"r3"_s, u"r4"_s}));
  }

  void sidesFollowTheirRuns() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    session.openFiles({folder.run(u"x.csv"_s, "a,1,1\n"), folder.run(u"y.csv"_s, "a,2,1\n"), folder.run(u"z.csv"_s, "a,3,1\n")});
    SOON_COMPARE(watch.states.count(), 1);
    session.setSides(1, 2);
    QCOMPARE(watch.states.count(), 2);  // at once: nothing is read
    QCOMPARE(session.state()->before, std::size_t{1});
    session.swapSides();
    QCOMPARE(session.state()->before, std::size_t{2});
    QCOMPARE(session.state()->after, std::size_t{1});
    session.setSides(1, 1);
    session.setSides(0, 9);
    QCOMPARE(watch.states.count(), 3);
    session.removeRun(0);
    SOON_COMPARE(watch.states.count(), 4);
    QCOMPARE(session.state()->before, std::size_t{1});
    QCOMPARE(session.state()->after, std::size_t{0});
    session.removeRun(1);
    SOON_COMPARE(watch.states.count(), 5);
    QCOMPARE(labels(session.state()), QStringList{u"y"_s});
    QCOMPARE(session.state()->after, std::size_t{0});
    session.removeRun(0);
    SOON_COMPARE(watch.states.count(), 6);
    QVERIFY(!session.state()->diff);
  }

  void twoRemovalsAtOnceTakeTwoRuns() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    session.openFiles({folder.run(u"x.csv"_s, "a,1,1\n"), folder.run(u"y.csv"_s, "a,2,1\n"), folder.run(u"z.csv"_s, "a,3,1\n")});
    SOON_COMPARE(watch.states.count(), 1);
    session.removeRun(0);
    session.removeRun(2);  // as shown: z
    SOON_COMPARE(watch.states.count(), 2);
    QCOMPARE(labels(session.state()), QStringList{u"y"_s});
  }

  void thresholdsChangeAtOnce() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    session.showPair(pairOf(folder.after(), folder.before()));
    SOON_COMPARE(watch.states.count(), 1);
    const diff::RunDiffPtr joined = session.state()->diff;
    diff::Thresholds thresholds = session.state()->thresholds;
    QVERIFY(diff::setThreshold(thresholds, "speedup=60%"));
    session.setThresholds(thresholds);
    QCOMPARE(watch.states.count(), 2);
    QVERIFY(!session.isBusy());
    QVERIFY(session.state()->thresholds == thresholds);
    QCOMPARE(session.state()->diff, joined);
    session.setThresholds(thresholds);  // the same again
    QCOMPARE(watch.states.count(), 2);
  }

  void badFilesLeaveTheStateAlone_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no file") << QString() << QByteArray();
    QTest::newRow("empty") << u"empty.csv"_s << QByteArray();
    QTest::newRow("no name column") << u"odd.csv"_s << QByteArray("model,speedup\na,1\n");
    QTest::newRow("not text") << u"binary.csv"_s << QByteArray("\xff\xfe\x00\x01", 4);
  }
  void badFilesLeaveTheStateAlone() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    session.showPair(pairOf(folder.after(), folder.before()));
    SOON_COMPARE(watch.states.count(), 1);
    session.openFiles({name.isEmpty() ? folder.path(u"nowhere.csv"_s) : folder.write(name, bytes)});
    SOON_COMPARE(watch.failures.count(), 1);
    QVERIFY(!watch.lastError.text.empty());
    QCOMPARE(watch.states.count(), 1);
    QCOMPARE(labels(session.state()).size(), 2);
    QVERIFY(session.state()->followsPair);
    QVERIFY(!session.isBusy());
  }

  void cancelKeepsTheState() {
    const RunFolder folder;
    CompareSession session;
    CompareWatch watch(session);
    session.showPair(pairOf(folder.after(), folder.before()));
    SOON_COMPARE(watch.states.count(), 1);
    session.openFiles({folder.run(u"x.csv"_s, "a,1,1\n")});
    session.cancel();
    QVERIFY(!session.isBusy());
    session.showPair(pairOf(folder.after(), folder.before()));
    SOON_COMPARE(watch.states.count(), 2);
    QCOMPARE(labels(session.state()).size(), 2);  // the file of before the cancel is not read after all
    QCOMPARE(watch.failures.count(), 0);
  }

  void resultsWithoutABaselineGiveTheirFirstRun() {
    const RunFolder folder;
    folder.write(u"results/%1/1820100/1/test-reports-test-inductor_torchbench-1-1-linux.g5.4xlarge_301/"
                 "test/test-reports/training_torchbench.csv"_s.arg(kNew),
                 "name,accuracy,speedup\na,pass,2\n");
    session::CommitSession commits;
    QSignalSpy opened(&commits, &session::CommitSession::snapshotChanged);
    commits.open({folder.path(u"results"_s)}, {});
    SOON_COMPARE(opened.count(), 1);
    CompareSession session;
    CompareWatch watch(session);
    session.showCommit(commits.snapshot());
    SOON_COMPARE(watch.states.count(), 1);
    QCOMPARE(labels(session.state()).size(), 1);
    QVERIFY(!session.state()->diff->runs()[0].isBaseline);
    QCOMPARE(session.state()->diff->rowCount(), std::size_t{1});
    QVERIFY(session.state()->followsPair);  // what is opened next takes its place
  }

  void commitsGiveOffersAndATrend() {
    const RunFolder folder;
    folder.write(u"pytorch/benchmarks/dynamo/ci_expected_accuracy/%1.csv"_s.arg(kConfig), "name,accuracy,speedup\na,pass,1\n");
    const auto result = [&folder](const QString& commit, const QByteArray& rows) {
      folder.write(u"results/%1/1820100/1/test-reports-test-inductor_torchbench-1-1-linux.g5.4xlarge_301/"
                   "test/test-reports/training_torchbench.csv"_s.arg(commit),
                   "name,accuracy,speedup\n" + rows);
    };
    result(kOld, "a,pass,1\n");
    result(kNew, "a,pass,2\n");
    session::CommitSession commits;
    QSignalSpy opened(&commits, &session::CommitSession::snapshotChanged);
    commits.open({folder.path(u"results"_s)}, {folder.path(u"pytorch"_s)});
    SOON_COMPARE(opened.count(), 1);
    QCOMPARE(commits.snapshot()->view->commits().size(), std::size_t{2});
    CompareSession session;
    CompareWatch watch(session);
    session.showCommit(commits.snapshot());
    SOON_COMPARE(watch.states.count(), 1);
    const CompareStatePtr state = session.state();
    QCOMPARE(labels(state).size(), 2);  // no pair: the first config that has both
    QVERIFY(state->diff->runs()[0].isBaseline);
    QVERIFY(state->offers.size() >= 2);
    QVERIFY(state->trend);
    QCOMPARE(state->trend->runs().size(), std::size_t{2});

    // The same commit under other rules: another view, the same runs.
    session.choose({state->offers[0].run});
    SOON_COMPARE(watch.states.count(), 2);
    QVERIFY(!session.state()->followsPair);
    QCOMPARE(session.state()->trend, state->trend);
    session.showCommit({});
    SOON_COMPARE(watch.states.count(), 3);
    QVERIFY(session.state()->offers.empty() && !session.state()->trend);
    QCOMPARE(labels(session.state()).size(), 1);
  }

  void aFolderOfConfigsGivesTheOneLikeTheFirstRun() {
    const RunFolder folder;
    const QString tree = folder.path(u"other/ci_expected_accuracy"_s);
    folder.write(u"other/ci_expected_accuracy/%1.csv"_s.arg(kConfig), "name,speedup\na,4\n");
    folder.write(u"other/ci_expected_accuracy/inductor_timm_training.csv"_s, "name,speedup\nz,9\n");
    CompareSession session;
    CompareWatch watch(session);
    session.showPair(pairOf(folder.after(), folder.before()));
    SOON_COMPARE(watch.states.count(), 1);
    session.openFiles({tree});
    SOON_COMPARE(watch.states.count(), 2);
    QCOMPARE(labels(session.state()).size(), 3);
    QVERIFY(session.state()->diff->runs()[2].config == session.state()->diff->runs()[0].config);
  }
};

QTEST_GUILESS_MAIN(CompareSessionTest)
#include "compare_session_test.moc"
