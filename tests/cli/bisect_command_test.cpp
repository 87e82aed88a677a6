// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli bisect in a real repository: what the status of the command means, HEAD afterwards, and results that are
// reported at the same time.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>
#include <thread>

#include "core/sources/bisect_state.h"
#include "tests/cli/cli_run.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using namespace plumbline::support;

class BisectCommandTest : public QObject {
  Q_OBJECT

  std::unique_ptr<GitRepository> m_git;
  std::unique_ptr<QTemporaryDir> m_dir;

  std::string state() const { return m_dir->filePath(QStringLiteral("s.json")).toStdString(); }
  Ran bisect(std::vector<std::string> words) const {
    words.insert(words.begin(), "bisect");
    words.insert(words.begin() + 2, {"--state", state()});
    return support::run(words);
  }
  Ran search(const std::string& script) const { return bisect({"run", "--", "sh", "-c", script}); }
  QByteArray head() const { return m_git->run({QStringLiteral("rev-parse"), QStringLiteral("--abbrev-ref"), QStringLiteral("HEAD")}).out; }
  std::string inside(const char* name) const { return m_git->pathOf(QString::fromLatin1(name)); }

 private Q_SLOTS:
  void init() {
    m_git = std::make_unique<GitRepository>();
    m_dir = std::make_unique<QTemporaryDir>();
    if (!m_git->isUsable()) QSKIP("git is not there");
    for (int i = 0; i < 6; ++i) {
      m_git->write(QStringLiteral("value"), QByteArray::number(i) + '\n');
      QVERIFY(m_git->commitAll());
    }
    const Ran started = bisect({"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~5", "--bad", "HEAD"});
    QVERIFY2(started.exit == 0, started.err.constData());
  }

  void theCulpritIsFound() {
    const QByteArray before = head();
    const Ran ran = search("test $(cat " + inside("value") + ") -lt 3");
    QVERIFY2(ran.exit == 0, ran.err.constData());
    const QByteArray culprit = m_git->run({QStringLiteral("rev-parse"), QStringLiteral("HEAD~2")}).out.trimmed();
    QVERIFY2(ran.out.contains(culprit + " is the first bad commit"), ran.out.constData());
    QCOMPARE(head(), before);
  }

  void statusesThatAreNoFail_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("skip") << QByteArray("exit 125") << QByteArray("status 125");
    QTest::newRow("not executable") << QByteArray("exit 126") << QByteArray("status 126");
    QTest::newRow("not there") << QByteArray("exec no-such-program-here") << QByteArray("status 127");
    QTest::newRow("killed") << QByteArray("kill -SEGV $$") << QByteArray("status 139");
    QTest::newRow("its child killed") << QByteArray("sh -c 'kill -KILL $$'; exit $?") << QByteArray("status 137");
  }

  void statusesThatAreNoFail() {
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, text);
    const QByteArray before = head();
    const Ran ran = search(script.toStdString());
    QCOMPARE(ran.exit, 2);
    const auto kept = sources::readBisectState(state());
    QVERIFY(kept && kept->results.empty());
    QVERIFY2(ran.err.contains(text), ran.err.constData());
    QVERIFY2(std::ranges::any_of(kept->commits, [&](const auto& commit) { return ran.err.contains(commit.c_str()); }),
             ran.err.constData());
    QCOMPARE(head(), before);
  }

  void aDetachedHeadComesBack() {
    QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("HEAD~1")}).ok);
    const QByteArray before = m_git->run({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).out;
    QCOMPARE(search("exit 125").exit, 2);
    QCOMPARE(m_git->run({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).out, before);
  }

  void theRepositoryIsAbsolute() {
    QVERIFY(bisect({"start", "--repo", QDir::current().relativeFilePath(m_git->path()).toStdString(), "--good", "HEAD~5",
                    "--bad", "HEAD"}).exit == 0);
    const auto read = sources::readBisectState(state());
    QVERIFY(read && QDir::isAbsolutePath(QString::fromStdString(read->repository)));
  }

  void parallelReportsAreKept() {
    {
      std::vector<std::jthread> reporters;
      const std::string commit = sources::readBisectState(state())->commits[2];
      for (int i = 0; i < 12; ++i)
        reporters.emplace_back([this, commit, i] { (void)sources::addBisectResult(state(), commit, i % 2 == 0); });
    }
    QCOMPARE(sources::readBisectState(state())->results.size(), std::size_t(12));
  }

  /// A commit "-f" would be an option of git checkout, which discards the changes of the work tree.
  void aCommitIsNoOption() {
    auto read = sources::readBisectState(state());
    read->commits[1] = read->commits[2] = read->commits[3] = "-f";
    QVERIFY(sources::saveBisectState(state(), *read));
    m_git->write(QStringLiteral("value"), "not committed");
    const Ran ran = search("exit 1");
    QVERIFY2(ran.exit == 2 && ran.err.contains("no state of a bisection"), ran.err.constData());
    QFile value(QString::fromStdString(inside("value")));
    QVERIFY(value.open(QIODevice::ReadOnly));
    QCOMPARE(value.readAll(), QByteArray("not committed"));
  }

  void aStateOfOthersIsNotRun() {
    QVERIFY(QFile::setPermissions(QString::fromStdString(state()), QFile::Permissions(0x6666)));
    const Ran ran = search("exit 1");
    QVERIFY2(ran.exit == 2 && ran.err.contains("another user"), ran.err.constData());
    QCOMPARE(bisect({"next"}).exit, 0);
  }

  void startKeepsResultsAndOtherFiles() {
    const std::vector<std::string> start{"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~5", "--bad", "HEAD"};
    QCOMPARE(bisect({"report", sources::readBisectState(state())->commits[2], "pass"}).exit, 0);
    const Ran refused = bisect(start);
    QVERIFY2(refused.exit == 2 && refused.err.contains("bisect reset"), refused.err.constData());
    QCOMPARE(sources::readBisectState(state())->results.size(), std::size_t(1));
    QCOMPARE(bisect({"reset"}).exit, 0);
    QCOMPARE(bisect(start).exit, 0);
    QFile other(QString::fromStdString(state()));
    QVERIFY(other.open(QIODevice::WriteOnly | QIODevice::Truncate) && other.write("mine") == 4);
    other.close();
    QCOMPARE(bisect(start).exit, 2);
    QVERIFY(other.open(QIODevice::ReadOnly));
    QCOMPARE(other.readAll(), QByteArray("mine"));
  }
};

QTEST_GUILESS_MAIN(BisectCommandTest)
#include "bisect_command_test.moc"
