// SPDX-License-Identifier: GPL-3.0-or-later
// The session of a whole commit: opening, adding, removing, assigning, choosing attempts and rules; what failed or was
// cancelled leaves no trace; and the list of what became of every file.
#include <QDir>
#include <QFileInfo>
#include <optional>

#include "core/overview/headline.h"
#include "core/session/commit_session.h"
#include "core/session/source_list.h"
#include "tests/core/session/session_watch.h"

using namespace plumbline;
using namespace plumbline::test;
using session::CommitSession;
using session::CommitSnapshotPtr;
using session::FileState;
using namespace Qt::StringLiterals;

namespace {

const QString kSha = QStringLiteral("0123456789abcdef0123456789abcdef01234567");
constexpr const char* kHeader = "name,accuracy,graph_breaks\n";
const QString kConfig = QStringLiteral("inductor_torchbench_training");

struct CommitWatch {
  explicit CommitWatch(CommitSession& s)
      : snapshots(&s, &CommitSession::snapshotChanged),
        failures(&s, &CommitSession::failed),
        busy(&s, &CommitSession::busyChanged),
        progress(&s, &CommitSession::progress) {
    QObject::connect(&s, &CommitSession::failed, &s, [this](const base::Error& error) { lastError = error; });
  }
  QSignalSpy snapshots, failures, busy, progress;
  base::Error lastError;
};

/// CommitFolder holds the results and baselines of one test, laid out as a fetch leaves them.
class CommitFolder : public Folder {
 public:
  QString results() const { return path(QStringLiteral("results")); }
  QString tree() const { return path(QStringLiteral("pytorch")); }
  QString baseline() const { return tree() + u"/benchmarks/dynamo/ci_expected_accuracy/%1.csv"_s.arg(kConfig); }
  QString shard(int number, int attempt, const QByteArray& rows) const {
    return write(
        u"results/%1/1820100/%2/test-reports-test-inductor_torchbench-%3-2-linux.g5.4xlarge_%4/"
        "test/test-reports/training_torchbench.csv"_s.arg(kSha)
            .arg(attempt)
            .arg(number)
            .arg(300 + number),
        kHeader + rows);
  }
  void writeBaseline(const QByteArray& rows) const {
    write(u"pytorch/benchmarks/dynamo/ci_expected_accuracy/%1.csv"_s.arg(kConfig), kHeader + rows);
  }
  /// fill writes two shards of which the second was run again, and their baseline.
  void fill() const {
    writeBaseline("a,pass,1\nb,pass,2\nc,pass,3\n");
    shard(1, 1, "a,pass,1\nb,pass,2\n");
    second1 = shard(2, 1, "c,timeout,0\n");
    second2 = shard(2, 2, "c,pass,3\n");
  }
  mutable QString second1, second2;
};

const overview::ConfigResult& only(const CommitSession& session) { return session.snapshot()->view->configs().front(); }

std::uint32_t fails(const CommitSession& session) {
  return only(session).comparison->counts().of(verdicts::VerdictClass::Fail);
}

std::optional<session::SourceFile> fileAt(const CommitSession& session, const QString& origin) {
  for (const session::SourceFile& file : session::sourceList(*session.snapshot()).files)
    if (utf16(file.origin) == origin) return file;
  return std::nullopt;
}

}  // namespace

class CommitSessionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void opensACommit() {
    const CommitFolder folder;
    folder.fill();
    CommitSession session;
    CommitWatch watch(session);
    QVERIFY(!session.snapshot());
    session.reload();  // nothing is open
    session.cancel();
    session.open({}, {});
    QVERIFY(!session.isBusy());
    session.open({folder.results()}, {folder.tree()});
    QVERIFY(session.isBusy());
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(watch.busy.count(), 2);
    QCOMPARE(session.sources(), (QStringList{folder.tree(), folder.results()}));
    const CommitSnapshotPtr shown = session.snapshot();
    QCOMPARE(shown->number, std::uint64_t{1});
    QCOMPARE(shown->view->configs().size(), std::size_t{1});
    QCOMPARE(utf16(configs::configName(only(session).config)), kConfig);
    QCOMPARE(only(session).shardsHere, 2);
    QCOMPARE(fails(session), 0U);  // attempt 2 counts
    QVERIFY(shown->groups.empty());
    QCOMPARE(utf16(shown->ruleId), QStringLiteral("2025-11"));
    QCOMPARE(utf16(shown->view->commit()), kSha);
    QVERIFY(shown->readMs > 0 && shown->judgeMs > 0);
    for (const QList<QVariant>& step : watch.progress) QVERIFY(step.at(0).toULongLong() <= step.at(1).toULongLong());
  }

  void aBaselineHasOnePathHoweverItsTreeIsSpelled_data() {
    QTest::addColumn<QString>("spelled");
    QTest::newRow("as it is") << u"%1/pytorch"_s;
    QTest::newRow("with ..") << u"%1/results/../pytorch"_s;
    QTest::newRow("with .. behind a link") << u"%1/link/../pytorch"_s;
    QTest::newRow("relative") << QString();
  }
  void aBaselineHasOnePathHoweverItsTreeIsSpelled() {
    QFETCH(QString, spelled);
    const CommitFolder folder;
    folder.fill();
    QVERIFY(QFile::link(folder.results(), folder.path(u"link"_s)));
    const QString tree = spelled.isEmpty() ? QDir().relativeFilePath(folder.tree()) : spelled.arg(folder.path());
    CommitSession session;
    CommitWatch watch(session);
    session.open({folder.results()}, {tree});
    SOON_COMPARE(watch.snapshots.count(), 1);
    const QString real = QFileInfo(folder.baseline()).canonicalFilePath();
    QCOMPARE(utf16(only(session).baselinePath), real);
    session::Session pair;
    pair.open(folder.second2, tree + folder.baseline().mid(folder.tree().size()));
    QCOMPARE(pair.expectedPath(), real);
    const QString linked = folder.path(u"link/%1/1820100/2"_s.arg(kSha));
    session.add({linked});
    SOON_COMPARE(watch.snapshots.count(), 2);
    QVERIFY2(session.sources().contains(linked), "nothing is saved through a link, so it stays one");
    session.remove(linked);
    SOON_COMPARE(watch.snapshots.count(), 3);
    session.remove(tree);
    SOON_COMPARE(watch.snapshots.count(), 4);
    QCOMPARE(session.sources(), QStringList{folder.results()});
  }

  void attemptsAreChosenWithoutReading() {
    const CommitFolder folder;
    folder.fill();
    CommitSession session;
    CommitWatch watch(session);
    session.open({folder.results()}, {folder.tree()});
    SOON_COMPARE(watch.snapshots.count(), 1);
    const auto opened = session.snapshot()->view->openedPtr();
    QVERIFY(QFile::remove(folder.baseline()));  // whoever read again would miss it
    session.chooseAttempt(folder.second1);
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(session.snapshot()->view->openedPtr(), opened);
    QCOMPARE(fails(session), 1U);
    QCOMPARE(session.snapshot()->groups.size(), std::size_t{1});
    QVERIFY(fileAt(session, folder.second1)->chosen);
    QCOMPARE(fileAt(session, folder.second2)->state, FileState::NotUsed);

    session.chooseAttempt(folder.second2);  // takes the place of the other choice
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(session.snapshot()->view->options().choices.size(), std::size_t{1});
    QCOMPARE(fails(session), 0U);
    session.useAttempts(overview::AttemptRule::First);  // a person's word outlives a rule
    SOON_COMPARE(watch.snapshots.count(), 4);
    QCOMPARE(fails(session), 0U);
    session.forgetChoice(folder.second1);  // any file of the shard names it
    SOON_COMPARE(watch.snapshots.count(), 5);
    QCOMPARE(fails(session), 1U);
    session.chooseAttempt(folder.second2);
    SOON_COMPARE(watch.snapshots.count(), 6);
    session.chooseAttempt({});  // gives every choice back
    SOON_COMPARE(watch.snapshots.count(), 7);
    QVERIFY(session.snapshot()->view->options().choices.empty());
    QCOMPARE(fails(session), 1U);
    session.useAttempts(overview::AttemptRule::LatestComplete);
    SOON_COMPARE(watch.snapshots.count(), 8);
    QCOMPARE(fails(session), 0U);
    session.useRules(QStringLiteral("2026-08"));
    SOON_COMPARE(watch.snapshots.count(), 9);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-08"));
    QCOMPARE(session.snapshot()->view->openedPtr(), opened);
    QCOMPARE(watch.failures.count(), 0);
  }

  void aFlakyListCountsUnderRulesThatStandIn() {
    const CommitFolder folder;
    folder.fill();
    const auto excused = [](const CommitSession& session) { return only(session).comparison->counts().excused; };
    CommitSession session;
    CommitWatch watch(session);
    session.useRules(QStringLiteral("checkout"));
    session.open({folder.results()}, {folder.tree()});
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(session.snapshot()->unmetRuleId), QStringLiteral("checkout"));
    session.chooseAttempt(folder.second1);
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(fails(session), 1U);
    session.useFlakyList(folder.write(QStringLiteral("lists/mine.toml"), "[[flaky]]\nname = \"c\"\n"));
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(excused(session), 1U);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2025-11"));
    QCOMPARE(utf16(session.snapshot()->unmetRuleId), QStringLiteral("checkout"));
    const QString gone = folder.path(QStringLiteral("lists/gone.toml"));
    session.useFlakyList(gone);
    SOON_COMPARE(watch.snapshots.count(), 4);
    QCOMPARE(excused(session), 0U);
    const overview::CommitView& view = *session.snapshot()->view;
    QCOMPARE(view.flakyProblems().size(), std::size_t{1});
    QCOMPARE(utf16(overview::headlineOf(view, session.snapshot()->groups).completeness),
             u"The one config ran; %1 cannot be used: its entries excuse nothing"_s.arg(gone));
    session.useRules(QStringLiteral("2025-11"));
    SOON_COMPARE(watch.snapshots.count(), 5);
    QVERIFY(session.snapshot()->unmetRuleId.empty());
    QCOMPARE(watch.failures.count(), 0);
  }

  void wishesSurviveAReload() {
    const CommitFolder folder;
    folder.fill();
    const QString odd = folder.write(QStringLiteral("results/odd.csv"), QByteArray(kHeader) + "d,pass,4\n");
    CommitSession session;
    CommitWatch watch(session);
    session.useRules(QStringLiteral("2026-07"));  // before anything is open: a request
    session.open({folder.results()}, {folder.tree()});
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(fileAt(session, odd)->state, FileState::Unnamed);
    QVERIFY(!fileAt(session, odd)->why.empty());
    const auto identity = session::assignedIdentity(*session.snapshot(), odd.toStdString(),
                                                    "rocm/dynamic_inductor_torchbench_training", 0, 0);
    QVERIFY(identity);
    session.assign(odd, *identity);
    SOON_COMPARE(watch.snapshots.count(), 2);
    QVERIFY(fileAt(session, odd)->assigned);
    QCOMPARE(fileAt(session, odd)->state, FileState::Used);
    QCOMPARE(session.snapshot()->view->configs().size(), std::size_t{2});
    session.chooseAttempt(folder.second1);
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(fails(session), 1U);
    folder.writeBaseline("a,pass,1\nb,pass,2\nc,timeout,0\n");
    session.reload();
    SOON_COMPARE(watch.snapshots.count(), 4);
    QVERIFY(fileAt(session, odd)->assigned);
    QVERIFY(fileAt(session, folder.second1)->chosen);
    QCOMPARE(fails(session), 0U);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-07"));
    session.forgetAssignment(odd);
    SOON_COMPARE(watch.snapshots.count(), 5);
    QCOMPARE(fileAt(session, odd)->state, FileState::Unnamed);
    session.forgetAssignment(odd);  // nothing to forget
    QVERIFY(!session.isBusy());
    session.open({folder.results()}, {folder.tree()});  // another opening begins anew, the rules stay
    SOON_COMPARE(watch.snapshots.count(), 6);
    QVERIFY(!fileAt(session, folder.second1)->chosen);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2026-07"));
  }

  void addsAndRemovesPaths() {
    const CommitFolder folder;
    folder.fill();
    CommitSession session;
    CommitWatch watch(session);
    session.add({folder.results()});
    SOON_COMPARE(watch.snapshots.count(), 1);
    QVERIFY(!only(session).baseline);
    session.addTrees({folder.tree()});
    SOON_COMPARE(watch.snapshots.count(), 2);
    QVERIFY(only(session).baseline);
    session.add({folder.results()});  // open already: read again, not twice
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(session.sources().size(), 2);
    session.remove(QStringLiteral("/not/open"));
    QVERIFY(!session.isBusy());
    session.remove(folder.results());
    SOON_COMPARE(watch.snapshots.count(), 4);
    QVERIFY(!only(session).run);
    session.reload();
    session.remove(folder.tree());  // also while something is read
    QCOMPARE(watch.snapshots.count(), 5);
    QVERIFY(!session.snapshot());
    QVERIFY(!watch.snapshots.last().first().value<CommitSnapshotPtr>());
    QVERIFY(!session.isBusy());
    QVERIFY(session.sources().isEmpty());
    session.add({folder.results()});
    SOON_COMPARE(watch.snapshots.count(), 6);
    QCOMPARE(session.snapshot()->number, std::uint64_t{5});
  }

  void aFailureKeepsWhatIsOnScreen() {
    const CommitFolder folder;
    folder.fill();
    CommitSession session;
    CommitWatch watch(session);
    const QString gone = folder.path(QStringLiteral("gone"));
    session.open({gone}, {});
    SOON_COMPARE(watch.failures.count(), 1);
    QCOMPARE(session.sources(), QStringList{gone});  // so that reload() tries again
    session.reload();
    SOON_COMPARE(watch.failures.count(), 2);
    QVERIFY(!watch.lastError.text.empty());
    session.open({folder.results()}, {folder.tree()});
    SOON_COMPARE(watch.snapshots.count(), 1);
    const CommitSnapshotPtr before = session.snapshot();
    session.open({gone}, {});
    SOON_COMPARE(watch.failures.count(), 3);
    QCOMPARE(session.snapshot(), before);
    QCOMPARE(session.sources(), (QStringList{folder.tree(), folder.results()}));
    session.useRules(QStringLiteral("1999-01"));
    SOON_COMPARE(watch.failures.count(), 4);
    QCOMPARE(watch.lastError.code, base::ErrorCode::BadArgument);
    session.showCommit(QStringLiteral("ffffffff"));
    SOON_COMPARE(watch.failures.count(), 5);
    session.reload();  // with the rules and the commit that worked
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(utf16(session.snapshot()->ruleId), QStringLiteral("2025-11"));
    QVERIFY(!session.isBusy());
  }

  void cancelsAndDropsWhatIsStale() {
    const CommitFolder folder;
    folder.fill();
    QByteArray rows;
    for (int i = 0; i < 100000; ++i) rows += "model_" + QByteArray::number(i) + ",pass,1\n";
    const QString large = folder.write(QStringLiteral("large/inductor_huggingface_training.csv"), kHeader + rows);
    CommitSession session;
    CommitWatch watch(session);
    session.open({large}, {});
    session.cancel();
    QVERIFY(!session.isBusy());
    session.open({large}, {large});
    session.open({folder.results()}, {folder.tree()});  // drops the older request
    SOON_COMPARE(watch.snapshots.count(), 1);
    QCOMPARE(utf16(configs::configName(only(session).config)), kConfig);
    session.chooseAttempt(folder.second1);
    session.chooseAttempt(folder.second2);
    session.chooseAttempt(folder.second1);
    SOON_COMPARE(watch.snapshots.count(), 2);
    QCOMPARE(fails(session), 1U);
    session.add({large});
    session.cancel();  // and what was asked for is forgotten
    QCOMPARE(session.sources().size(), 2);
    session.add({large});
    session.useAttempts(overview::AttemptRule::First);  // while reading: what is read is judged the new way
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(session.snapshot()->view->configs().size(), std::size_t{2});
    QCOMPARE(session.snapshot()->view->options().attempts, overview::AttemptRule::First);
    QCOMPARE(watch.failures.count(), 0);
    session.reload();  // and the destructor ends what runs
  }

  void listsWhatBecameOfEveryFile() {
    const CommitFolder folder;
    folder.fill();
    folder.write(QStringLiteral("results/odd.csv"), QByteArray(kHeader) + "d,pass,4\n");
    folder.write(QStringLiteral("results/broken.zip"), "<!DOCTYPE html><html>gone</html>");
    folder.write(QStringLiteral("results/notes.txt.bak"), "not ours");
    const QString other = QStringLiteral("fedcba9876543210fedcba9876543210fedcba98");
    folder.write(
        u"results/%1/1820200/1/test-reports-test-inductor_torchbench-1-1-linux.g5.4xlarge_9/test/test-reports/"
        "training_torchbench.csv"_s.arg(other),
        QByteArray(kHeader) + "a,pass,1\n");
    folder.write(QStringLiteral("second/ci_expected_accuracy/inductor_torchbench_training.csv"),
                 QByteArray(kHeader) + "a,pass,9\n");
    CommitSession session;
    CommitWatch watch(session);
    session.open({folder.results()}, {folder.tree(), folder.path(QStringLiteral("second"))});
    SOON_COMPARE(watch.snapshots.count(), 1);
    session.showCommit(kSha.left(10));
    SOON_COMPARE(watch.snapshots.count(), 2);
    const session::SourceList list = session::sourceList(*session.snapshot());
    QStringList lines;
    for (const session::SourceFile& file : list.files) {
      const std::string_view word = session::stateWord(file.state);
      const QString shard =
          file.identity
              ? u" %1/%2#%3"_s.arg(file.identity->shard).arg(file.identity->shards).arg(file.identity->attempt)
              : QString();
      lines << QString::fromUtf8(word.data(), qsizetype(word.size())) + shard + u" %1"_s.arg(file.rows);
      QVERIFY2(!file.why.empty(), file.origin.c_str());
    }
    QCOMPARE(lines, (QStringList{QStringLiteral("no name 1"), QStringLiteral("unreadable 0"),
                                 QStringLiteral("second baseline 0/0#0 1"), QStringLiteral("used 1/2#1 2"),
                                 QStringLiteral("not used 2/2#1 1"), QStringLiteral("used 2/2#2 1"),
                                 QStringLiteral("other commit 1/1#1 1")}));
    QCOMPARE(list.results, std::size_t{5});
    QCOMPARE(list.baselines, std::size_t{2});
    QCOMPARE(list.otherFiles, std::size_t{1});
    QCOMPARE(list.paths.size(), std::size_t{3});
    QCOMPARE(list.paths[0].baselines, std::size_t{1});
    QCOMPARE(list.paths[2].results, std::size_t{5});
    QCOMPARE(list.paths[2].unnamed, std::size_t{1});
    QCOMPARE(list.paths[2].unreadable, std::size_t{1});
    QCOMPARE(list.countOf(FileState::Used), std::size_t{2});
    session.showCommit(other);
    SOON_COMPARE(watch.snapshots.count(), 3);
    QCOMPARE(session::sourceList(*session.snapshot()).countOf(FileState::OtherCommit), std::size_t{3});
  }

  void assignsBesideTheOtherShards() {
    const CommitFolder folder;
    folder.writeBaseline("a,pass,1\nc,pass,3\n");
    folder.shard(1, 1, "a,pass,1\n");
    const QString odd = folder.write(QStringLiteral("results/late.csv"), QByteArray(kHeader) + "c,pass,3\n");
    CommitSession session;
    CommitWatch watch(session);
    session.open({folder.results()}, {folder.tree()});
    SOON_COMPARE(watch.snapshots.count(), 1);
    QVERIFY(!only(session).isComplete());
    const auto asked = [&](const char* config, int shard, int shards) {
      return session::assignedIdentity(*session.snapshot(), odd.toStdString(), config, shard, shards);
    };
    QVERIFY(!asked("no such config", 0, 0));
    QVERIFY(!asked("inductor_torchbench_training", 3, 2));
    QVERIFY(!asked("inductor_torchbench_training", 3, 0));  // of two, as the other shard says
    QVERIFY(!asked("inductor_torchbench_training", 0, 2));
    QVERIFY(!asked("inductor_torchbench_training", -1, 0));
    const auto identity = asked("inductor_torchbench_training", 2, 0);
    QVERIFY(identity);
    QCOMPARE(identity->shards, 2);
    QCOMPARE(utf16(identity->workflowId), QStringLiteral("1820100"));
    QCOMPARE(utf16(identity->commit), kSha);
    session.assign(odd, *identity);
    SOON_COMPARE(watch.snapshots.count(), 2);
    QVERIFY(only(session).isComplete());
    QCOMPARE(only(session).comparison->rowCount(), std::size_t{2});
  }
};

QTEST_GUILESS_MAIN(CommitSessionTest)
#include "commit_session_test.moc"
