// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli bisect in a real repository: what the status of the command means, HEAD afterwards, and results that are
// reported at the same time.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <thread>

#include "core/sources/bisect_state.h"
#include "tests/cli/cli_run.h"
#include "tests/support/git_repository.h"
#include "tests/support/ssh_server.h"

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
  std::vector<std::string> onHostWords(const char* host, const std::string& script) const {
    return {"run", "--on", std::string("ssh:") + host, "--grace", "1", "--folder", m_dir->filePath(QStringLiteral("runs")).toStdString(),
            "--", "sh", "-c", script};
  }
  QByteArray head() const { return m_git->run({QStringLiteral("rev-parse"), QStringLiteral("--abbrev-ref"), QStringLiteral("HEAD")}).out; }
  QByteArray hash(const char* revision) const {
    return m_git->run({QStringLiteral("rev-parse"), QString::fromLatin1(revision)}).out.trimmed();
  }
  /// startSearch begins a search in another process and waits until its command runs; the command ends when it is killed.
  bool startSearch(QProcess& process) const {
    QFile::remove(m_dir->filePath(QStringLiteral("pid")));
    const QString script = QStringLiteral("echo $$ > '%1.new' && mv '%1.new' '%1' && exec sleep 600").arg(m_dir->filePath(QStringLiteral("pid")));
    process.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"),
                  {QStringLiteral("bisect"), QStringLiteral("run"), QStringLiteral("--state"), QString::fromStdString(state()),
                   QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"), script});
    return QTest::qWaitFor([&] { return pidOfCommand() > 0; }, 20'000) && head() == "HEAD\n";
  }
  pid_t pidOfCommand() const {
    QFile file(m_dir->filePath(QStringLiteral("pid")));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toInt() : 0;
  }
  bool commandHasEnded() const {
    // The program of a process that ended but was not reaped yet cannot be read either.
    const QString program = QStringLiteral("/proc/%1/exe").arg(pidOfCommand());
    return QTest::qWaitFor([&] { return QFile::symLinkTarget(program).isEmpty(); }, 20'000);
  }
  std::string inside(const char* name) const { return m_git->pathOf(QString::fromLatin1(name)); }

 private Q_SLOTS:
  void init() {
    m_git = std::make_unique<GitRepository>();
    m_dir = std::make_unique<QTemporaryDir>();
    if (!m_git->isUsable()) QSKIP("git is not there");
    for (int i = 0; i < 6; ++i) {
      m_git->write(QStringLiteral("value"), QByteArray::number(i) + '\n');
      QVERIFY(m_git->commitAll(QStringLiteral("set the value to %1").arg(i)));
    }
    const Ran started = bisect({"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~5", "--bad", "HEAD"});
    QVERIFY2(started.exit == 0, started.err.constData());
  }

  void theCulpritIsFound() {
    const QByteArray before = head();
    const Ran ran = search("test $(cat " + inside("value") + ") -lt 3");
    QVERIFY2(ran.exit == 0, ran.err.constData());
    const QByteArray culprit = m_git->run({QStringLiteral("rev-parse"), QStringLiteral("HEAD~2")}).out.trimmed();
    const QByteArray title = culprit.left(12) + " \"set the value to 3\"";
    QVERIFY2(ran.out.contains(title + " is the first bad commit"), ran.out.constData());
    QVERIFY2(ran.out.contains(title + " fail; most probable: "), ran.out.constData());
    QVERIFY(bisect({"log"}).out.contains(title + " fail\n"));
    QCOMPARE(head(), before);
    QVERIFY(sources::readBisectState(state())->head.empty());
  }

  void aSignalPutsHeadBack_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("isDetached");
    QTest::newRow("SIGINT") << SIGINT << false;
    QTest::newRow("SIGTERM") << SIGTERM << false;
    QTest::newRow("SIGHUP") << SIGHUP << false;
    QTest::newRow("SIGINT, detached") << SIGINT << true;
  }

  void aSignalPutsHeadBack() {
    QFETCH(int, number);
    QFETCH(bool, isDetached);
    if (isDetached) QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("HEAD~1")}).ok);
    const QByteArray before = head(), commit = hash("HEAD");
    QProcess process;
    QVERIFY(startSearch(process));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardError().contains("Stopped after 0 runs"));
    QVERIFY(commandHasEnded());
    QCOMPARE(head(), before);
    QCOMPARE(hash("HEAD"), commit);
    const auto kept = sources::readBisectState(state());
    QVERIFY(kept && kept->head.empty() && kept->results.empty());
  }

  void aKilledSearchIsEnded_data() {
    QTest::addColumn<bool>("isReset");
    QTest::addColumn<bool>("isDetached");
    QTest::addColumn<bool>("isMoved");
    QTest::newRow("run") << false << false << false;
    QTest::newRow("reset") << true << false << false;
    QTest::newRow("run, detached") << false << true << false;
    QTest::newRow("reset, detached") << true << true << false;
    QTest::newRow("run, another branch since") << false << false << true;
    QTest::newRow("reset, another branch since") << true << false << true;
  }

  void aKilledSearchIsEnded() {
    QFETCH(bool, isReset);
    QFETCH(bool, isDetached);
    QFETCH(bool, isMoved);
    if (isDetached) QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("HEAD~1")}).ok);
    QByteArray before = head(), commit = hash("HEAD");
    QProcess process;
    QVERIFY(startSearch(process));
    process.kill();
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY(commandHasEnded());
    QCOMPARE(head(), "HEAD\n");
    const Ran refused = bisect({"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~1", "--bad", "HEAD"});
    QVERIFY2(refused.exit == 2 && refused.err.contains("bisect reset"), refused.err.constData());
    if (isMoved) {
      QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("other/branch")}).ok);
      before = head();
      commit = hash("HEAD");
    }
    const Ran ran = isReset ? bisect({"reset"}) : search("test $(cat " + inside("value") + ") -lt 3");
    QVERIFY2(ran.exit == 0, ran.err.constData());
    QCOMPARE(head(), before);
    QCOMPARE(hash("HEAD"), commit);
    QVERIFY(sources::readBisectState(state())->head.empty());
  }

  /// kill -9 in the middle of a checkout: git ends it, so that no half of it lies in the way.
  void aCheckoutIsFinished() {
    const QByteArray before = head();
    const QString began = m_dir->filePath(QStringLiteral("began")), go = m_dir->filePath(QStringLiteral("go"));
    const QString setting = QStringLiteral("filter.slow.smudge");
    QCOMPARE(::mkfifo(QFile::encodeName(go).constData(), 0600), 0);
    QVERIFY(m_git->run({QStringLiteral("config"), setting, QStringLiteral("touch '%1'; cat '%2' >/dev/null; cat").arg(began, go)}).ok);
    m_git->write(QStringLiteral(".git/info/attributes"), "value filter=slow\n");
    QProcess process;
    process.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"),
                  {QStringLiteral("bisect"), QStringLiteral("run"), QStringLiteral("--state"), QString::fromStdString(state()),
                   QStringLiteral("--"), QStringLiteral("true")});
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(began); }, 20'000));
    process.kill();
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(head(), before);
    QVERIFY(m_git->run({QStringLiteral("config"), QStringLiteral("--unset"), setting}).ok);
    QFile fifo(go);
    QVERIFY(fifo.open(QIODevice::WriteOnly));
    fifo.close();
    QVERIFY(QTest::qWaitFor([this] { return head() == "HEAD\n"; }, 20'000));
    QCOMPARE(m_git->run({QStringLiteral("status"), QStringLiteral("--porcelain")}).out, QByteArray());
    QCOMPARE(bisect({"reset"}).exit, 0);
    QCOMPARE(head(), before);
  }

  /// HEAD cannot go back over changes that the command left: they stay, and reset puts HEAD back once they are gone.
  void changesAreKept() {
    const QByteArray before = head();
    const Ran ran = search("echo mine > " + inside("value") + "; exit 125");
    QCOMPARE(ran.exit, 2);
    QVERIFY2(ran.err.contains("would be lost in value. Commit or stash them. Then") && !ran.err.contains("\\t"), ran.err.constData());
    QCOMPARE(m_git->read(QStringLiteral("value")), QByteArray("mine\n"));
    const Ran refused = bisect({"reset"});
    QVERIFY2(refused.exit == 2 && refused.err.contains("would be lost in value"), refused.err.constData());
    QCOMPARE(m_git->read(QStringLiteral("value")), QByteArray("mine\n"));
    QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("--"), QStringLiteral("value")}).ok);
    QCOMPARE(bisect({"reset"}).exit, 0);
    QCOMPARE(head(), before);
  }

  void headComesBackWithoutTheFile() {
    const QByteArray before = head();
    QCOMPARE(search("rm " + state()).exit, 2);
    QCOMPARE(head(), before);
  }

  void revisionsAreReported_data() {
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<int>("commit");
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("HEAD") << QByteArray("HEAD") << 5 << QByteArray();
    QTest::newRow("ancestor") << QByteArray("HEAD~3") << 2 << QByteArray();
    QTest::newRow("tag") << QByteArray("v1") << 1 << QByteArray();
    QTest::newRow("beginning of a hash") << QByteArray() << 2 << QByteArray();
    QTest::newRow("outside") << QByteArray("outside") << -1 << QByteArray("which is none of the commits of this bisection");
    QTest::newRow("unknown") << QByteArray("no-such") << -1 << QByteArray("\"no-such\" is none of the commits");
    QTest::newRow("a file") << QByteArray("HEAD:value") << -1 << QByteArray("\"HEAD:value\" is none of the commits");
  }

  void revisionsAreReported() {
    QFETCH(QByteArray, revision);
    QFETCH(int, commit);
    QFETCH(QByteArray, problem);
    const auto commits = sources::readBisectState(state())->commits;
    QVERIFY(m_git->run({QStringLiteral("tag"), QStringLiteral("v1"), QStringLiteral("HEAD~4")}).ok);
    QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("outside")}).ok);
    m_git->write(QStringLiteral("value"), "outside");
    QVERIFY(m_git->commitAll());
    QVERIFY(m_git->run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-")}).ok);
    const std::string name = revision.isEmpty() ? commits[2].substr(0, 9) : revision.toStdString();
    const Ran ran = bisect({"report", name, "fail"});
    const auto kept = sources::readBisectState(state());
    if (commit < 0) {
      QVERIFY2(ran.exit == 2 && ran.err.contains(problem), ran.err.constData());
      QVERIFY(kept->results.empty());
    } else {
      QVERIFY2(ran.exit == 0, ran.err.constData());
      QCOMPARE(kept->results.at(0).commit, static_cast<std::size_t>(commit));
    }
  }

  /// A subject is another person's text: escapes reach neither the terminal nor JSON.
  void subjectsArePlainText() {
    m_git->write(QStringLiteral("value"), "9\n");
    QVERIFY(m_git->commitAll(QStringLiteral("a \x1b[31mred %1 end").arg(QString(200, QLatin1Char('x')))));
    QCOMPARE(bisect({"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~1", "--bad", "HEAD"}).exit, 0);
    const Ran ran = bisect({"report", "HEAD", "fail"});
    QVERIFY2(ran.exit == 0 && ran.out.contains("\\x1b[31mred xx") && !ran.out.contains('\x1b'), ran.out.constData());
    QVERIFY(ran.out.size() < 300);
    QVERIFY(!bisect({"next", "--format", "json"}).out.contains('\x1b'));
  }

  /// Neighbours are no answer before both were run.
  void neighboursAreRun() {
    const Ran started = bisect({"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~1", "--bad", "HEAD"});
    QVERIFY2(started.out.startsWith("Run ") && started.out.endsWith("next, 1 time. No run is known yet.\n"), started.out.constData());
    QVERIFY(bisect({"report", "HEAD", "fail"}).out.startsWith("Run " + hash("HEAD~1").left(12)));
    bisect({"report", "HEAD~1", "pass"});
    bisect({"report", "HEAD", "fail"});
    const Ran done = bisect({"report", "HEAD~1", "pass"});
    QVERIFY2(done.out.contains("From it on the test fails in 2 of 2 runs (33.3 % to 100.0 %), in front of it in 0 of 2 runs (0.0 % to 66.7 %)"),
             done.out.constData());
  }

  void foldersThatAreNoRepository() {
    const Ran ran = bisect({"start", "--repo", m_dir->path().toStdString(), "--good", "a", "--bad", "b"});
    QVERIFY2(ran.exit == 2 && ran.err.contains("There is no git repository here. Name a folder of a clone."), ran.err.constData());
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

  void oneSearchAtATime() {
    const QByteArray before = head();
    QProcess process;
    QVERIFY(startSearch(process));
    for (const Ran& ran : {search("exit 1"), bisect({"reset"})})
      QVERIFY2(ran.exit == 2 && ran.err.contains("Another \"bisect run\" searches with this file."), ran.err.constData());
    QCOMPARE(bisect({"next"}).exit, 0);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(head(), before);
    QCOMPARE(bisect({"reset"}).exit, 0);
    QVERIFY(!QFile::exists(QString::fromStdString(state()) + QStringLiteral(".lock")));
  }

  void aHostRunsTheTests() {
    SshServer server;
    if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
    qputenv("PLUMBLINE_SSH_CONFIG", server.clientConfig());
    QCOMPARE(bisect({"start", "--repo", m_git->path().toStdString(), "--good", "HEAD~3", "--bad", "HEAD~2"}).exit, 0);
    const QByteArray before = hash("HEAD");
    const auto onHost = [&](const std::string& script) { return bisect(onHostWords(SshServer::host(), script)); };
    // "{folder}" is no field here.
    const std::string value = "v=$(git -C " + m_git->path().toStdString() + " show $PLUMBLINE_COMMIT:value); ";
    const Ran found = onHost(value + "echo '{folder}'; test $v -lt 3");
    QVERIFY2(found.exit == 0, found.err.constData());
    QVERIFY2(found.out.contains(hash("HEAD~2").left(12) + " \"set the value to 3\" is the first bad commit"), found.out.constData());
    QCOMPARE(hash("HEAD"), before);
    QVERIFY(sources::readBisectState(state())->head.empty());
    const std::string folder = m_dir->filePath(QStringLiteral("runs")).toStdString();
    const Ran listed = support::run({"run", "list", "--folder", folder});
    QVERIFY2(listed.out.contains("ssh:bench") && listed.out.contains("bisect ") && listed.out.contains("done"), listed.out.constData());
    QVERIFY(support::run({"run", "log", "last", "--folder", folder}).out.contains("{folder}"));

    QCOMPARE(bisect({"reset"}).exit, 0);
    for (const auto& [script, text] : {std::pair("exit 125", "status 125"), {"exit 127", "status 127"}, {"kill -KILL $$", "status 137"}}) {
      const Ran ran = onHost(script);
      QVERIFY2(ran.exit == 2 && ran.err.contains(text), ran.err.constData());
    }
    const Ran refused = bisect(onHostWords(SshServer::strangersHost(), "exit 1"));
    QVERIFY2(refused.exit == 2 && refused.err.contains("gave no result"), refused.err.constData());
    QVERIFY(sources::readBisectState(state())->results.empty());
    QCOMPARE(bisect({"run", "--timeout", "3", "--", "true"}).exit, 2);
    qunsetenv("PLUMBLINE_SSH_CONFIG");
  }

  void ctrlCEndsTheTestOnTheHost() {
    SshServer server;
    if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
    qputenv("PLUMBLINE_SSH_CONFIG", server.clientConfig());
    QStringList words{QStringLiteral("bisect")};
    for (const std::string& word : onHostWords(SshServer::host(), "echo $$ > '" + m_dir->filePath(QStringLiteral("pid")).toStdString() + "'; exec sleep 600"))
      words << QString::fromStdString(word);
    words.insert(2, QStringLiteral("--state"));
    words.insert(3, QString::fromStdString(state()));
    QProcess process;
    process.start(QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli"), words);
    QVERIFY(QTest::qWaitFor([&] { return pidOfCommand() > 0; }, 20'000));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitCode(), 130);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("Stopped after 0 runs"), said.constData());
    QVERIFY(commandHasEnded());
    qunsetenv("PLUMBLINE_SSH_CONFIG");
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

  /// So would be a branch "-f" to go back to.
  void aHeadIsNoOption() {
    auto read = sources::readBisectState(state());
    read->head = "-f";
    QVERIFY(sources::saveBisectState(state(), *read));
    for (const Ran& ran : {search("exit 1"), bisect({"reset"})})
      QVERIFY2(ran.exit == 2 && ran.err.contains("no state of a bisection"), ran.err.constData());
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
