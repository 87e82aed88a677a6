// SPDX-License-Identifier: GPL-3.0-or-later
// Running another program: what it gets, what comes back, and how it is ended.
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <csignal>
#include <thread>

#include "core/files/child_process.h"

using namespace plumbline;
using files::runChild;

namespace {

/// isGone: a process that has ended may stay as a zombie until its new parent reads its status.
bool isGone(pid_t process) {
  QFile file(QStringLiteral("/proc/%1/stat").arg(process));
  if (!file.open(QIODevice::ReadOnly)) return true;
  const QByteArray stat = file.readAll();
  return stat.mid(stat.lastIndexOf(')') + 2, 1) == "Z";
}

pid_t numberIn(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
}

}  // namespace

class ChildProcessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void answers();
  void noShell();
  void environment();
  void largeBothWays();
  void tooMuch();
  void tooLate();
  void closedButAlive();
  void stopped();
  void noProgram();
  void secretsStayHere();
  void memoryIsLimited();
  void leavesNothingRunning();
  void diesWithThisProcess();
  void programsOutsideTheTree();
  void signalsInterruptNothing();
};

/// Signals arrives every millisecond, and every call of the system that waits is interrupted by it.
class Signals {
 public:
  Signals() {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGALRM, &action, &m_before);
    set(1000);
  }
  ~Signals() {
    set(0);
    ::sigaction(SIGALRM, &m_before, nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  static void set(suseconds_t microseconds) {
    const itimerval timer{{0, microseconds}, {0, microseconds}};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
  }
  struct sigaction m_before {};
};

void ChildProcessTest::answers() {
  const auto answer = runChild({.program = "sh", .arguments = {"-c", "cat; echo bad >&2; exit 3"}, .input = "hello"});
  QVERIFY(answer.isValue());
  QCOMPARE(answer.value().exitCode, 3);
  QCOMPARE(answer.value().out, std::string("hello"));
  QCOMPARE(answer.value().err, std::string("bad\n"));
  const auto killed = runChild({.program = "sh", .arguments = {"-c", "kill -9 $$"}});
  QVERIFY(killed.isValue());
  QCOMPARE(killed.value().exitCode, 128 + 9);
}

void ChildProcessTest::signalsInterruptNothing() {
  const Signals signals;
  errno = EINTR;  // of an earlier call, which must not be taken for one of these
  const auto answer = runChild({.program = "sh", .arguments = {"-c", "cat; sleep 0.1; exec >&- 2>&-; sleep 0.1; exit 3"}, .input = std::string(200'000, 'a')});
  QVERIFY(answer.isValue());
  QCOMPARE(answer.value().exitCode, 3);
  QCOMPARE(answer.value().out.size(), std::size_t{200'000});
  const auto unknown = runChild({.program = "/bin/sh/nothing"});
  QVERIFY(unknown.isError());
  const auto late = runChild({.program = "sleep", .arguments = {"10"}, .patience = std::chrono::milliseconds{100}});
  QVERIFY(late.isError());
  QCOMPARE(QByteArray::fromStdString(late.error().text), QByteArray("sleep took longer than 100 ms and was ended."));
}

void ChildProcessTest::noShell() {
  const auto answer = runChild({.program = "printf", .arguments = {"%s|", "$HOME; `id`", "a b", ""}});
  QVERIFY(answer.isValue());
  QCOMPARE(answer.value().out, std::string("$HOME; `id`|a b||"));
}

void ChildProcessTest::environment() {
  qputenv("PLUMBLINE_TEST_GONE", "1");
  qputenv("PLUMBLINE_KEPT", "old");
  const auto answer = runChild({.program = "sh",
                                .arguments = {"-c", "echo \"${PLUMBLINE_TEST_GONE-gone} $PLUMBLINE_KEPT $PLUMBLINE_NEW\""},
                                .environmentWithout = {"PLUMBLINE_TEST_"},
                                .environmentWith = {"PLUMBLINE_KEPT=new", "PLUMBLINE_NEW=x"}});
  QVERIFY(answer.isValue());
  QCOMPARE(answer.value().out, std::string("gone new x\n"));
}

void ChildProcessTest::largeBothWays() {
  const std::string megabytes(std::size_t{5} << 20, 'x');
  const auto answer = runChild({.program = "cat", .input = megabytes});
  QVERIFY(answer.isValue());
  QVERIFY(answer.value().out == megabytes);
  const auto noisy = runChild({.program = "sh", .arguments = {"-c", "cat >&2; echo done"}, .input = megabytes});
  QVERIFY(noisy.isValue());
  QCOMPARE(noisy.value().out, std::string("done\n"));
  QVERIFY(noisy.value().err.size() < 100'000);
}

void ChildProcessTest::tooMuch() {
  const auto answer = runChild({.program = "yes", .maxOutput = 1000});
  QVERIFY(answer.isError());
  QCOMPARE(answer.error().code, base::ErrorCode::TooLarge);
}

void ChildProcessTest::tooLate() {
  QElapsedTimer timer;
  timer.start();
  // What the child starts goes with it, or its pipe would stay open.
  const auto answer = runChild(
      {.program = "sh", .arguments = {"-c", "sleep 60 & sleep 60"}, .patience = std::chrono::milliseconds{100}});
  QVERIFY(answer.isError());
  QCOMPARE(answer.error().code, base::ErrorCode::NotReadable);
  QVERIFY(timer.elapsed() < 30'000);
}

void ChildProcessTest::closedButAlive() {
  QElapsedTimer timer;
  timer.start();
  const auto answer = runChild({.program = "sh",
                                .arguments = {"-c", "exec >&- 2>&-; exec sleep 60"},
                                .patience = std::chrono::milliseconds{200}});
  QVERIFY(answer.isError());
  QVERIFY(timer.elapsed() < 30'000);
}

void ChildProcessTest::stopped() {
  std::stop_source stop;
  QElapsedTimer timer;
  timer.start();
  std::jthread later([&] { stop.request_stop(); });
  QVERIFY(runChild({.program = "sleep", .arguments = {"60"}}, stop.get_token()).isCancelled());
  QVERIFY(timer.elapsed() < 30'000);
}

void ChildProcessTest::noProgram() {
  const auto answer = runChild({.program = "no-such-program-here"});
  QVERIFY(answer.isError());
  QCOMPARE(answer.error().code, base::ErrorCode::NotFound);
  for (const char* relative : {"bin/sh", "./sh", "../bin/sh"})
    QVERIFY2(!files::findProgram(relative) && files::findProgram(relative).error().text.ends_with("is not a whole path."), relative);
  QCOMPARE(files::findProgram("/bin/sh").value_or(""), std::string("/bin/sh"));
  // Found, but no program of this machine.
  const QTemporaryDir folder;
  QFile broken(folder.filePath(QStringLiteral("broken")));
  QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("\x7f" "ELF") > 0);
  QVERIFY(broken.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
  broken.close();
  const auto refused = runChild({.program = broken.fileName().toStdString()});
  QVERIFY(refused.isError());
  QVERIFY2(refused.error().text.ends_with("cannot be started: Exec format error."), refused.error().text.c_str());
  QCOMPARE(refused.error().hint, std::string("Check that it is a program for this machine."));
}

void ChildProcessTest::secretsStayHere() {
  qputenv("GITHUB_TOKEN", "secret-1");
  qputenv("PLUMBLINE_GITHUB_TOKEN", "secret-2");
  qputenv("HF_TOKEN", "secret-3");
  qputenv("PGPASSWORD", "secret-4");
  const auto answer = runChild({.program = "env"});
  for (const char* name : {"GITHUB_TOKEN", "PLUMBLINE_GITHUB_TOKEN", "HF_TOKEN", "PGPASSWORD"}) qunsetenv(name);
  QVERIFY(answer.isValue());
  QVERIFY(answer.value().out.find("PATH=") != std::string::npos);
  QCOMPARE(answer.value().out.find("secret-"), std::string::npos);
  QVERIFY(files::isSecret("GITHUB_TOKEN", files::Secrets::Ours));
  QVERIFY(!files::isSecret("HF_TOKEN", files::Secrets::Ours));  // a benchmark downloads its models with it
  for (const char* name : {"github_token", "SSH_PRIVATE_KEY", "DB_PASS", "GITLAB_PAT"}) QVERIFY(files::isSecret(name, files::Secrets::All));
  for (const char* name : {"TOKENIZERS_PARALLELISM", "PATH", "BYPASS", "TORCHINDUCTOR_CACHE_DIR"}) QVERIFY(!files::isSecret(name, files::Secrets::All));
}

void ChildProcessTest::memoryIsLimited() {
  const auto answer = runChild({.program = "sh",
                                .arguments = {"-c", "ulimit -v; x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo grown"},
                                .maxMemory = std::size_t{200} << 20});
  QVERIFY(answer.isValue());
  QVERIFY(answer.value().out.starts_with("204800\n"));
  QCOMPARE(answer.value().out.find("grown"), std::string::npos);
}

void ChildProcessTest::leavesNothingRunning() {
  const QTemporaryDir dir;
  const QString file = dir.filePath(QStringLiteral("pid"));
  const auto answer = runChild({.program = "sh",
                                .arguments = {"-c", "sleep 600 >/dev/null 2>&1 & echo $! > \"$1\"", "sh", file.toStdString()}});
  QVERIFY(answer.isValue());
  QVERIFY(numberIn(file) > 0);
  QTRY_VERIFY(isGone(numberIn(file)));
}

/// A process like ours is killed while its child works.
void ChildProcessTest::diesWithThisProcess() {
  const QTemporaryDir dir;
  const std::string file = dir.filePath(QStringLiteral("pid")).toStdString();
  const pid_t other = ::fork();
  QVERIFY(other >= 0);
  if (other == 0) {
    (void)runChild({.program = "sh", .arguments = {"-c", "echo $$ > \"$1.new\"; mv \"$1.new\" \"$1\"; exec sleep 600", "sh", file}});
    ::_exit(0);
  }
  QTRY_VERIFY(numberIn(QString::fromStdString(file)) > 0);
  const pid_t child = numberIn(QString::fromStdString(file));
  QVERIFY(!isGone(child));
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  QTRY_VERIFY(isGone(child));
}

/// PATH names a program of the current folder by an empty entry, and one of an opened tree by its whole path.
void ChildProcessTest::programsOutsideTheTree() {
  const QTemporaryDir dir;
  const QString tree = dir.filePath(QStringLiteral("tree")), tools = dir.filePath(QStringLiteral("tools"));
  for (const QString& folder : {tree, tools, dir.filePath(QStringLiteral("links"))}) QVERIFY(QDir().mkpath(folder));
  for (const QString& folder : {tree, tools}) {
    QFile file(folder + QStringLiteral("/probe-tool"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\necho " + folder.toUtf8() + "\n");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  QVERIFY(QFile::link(tree + QStringLiteral("/probe-tool"), dir.filePath(QStringLiteral("links/probe-tool"))));
  const QByteArray path = qgetenv("PATH");
  const QString before = QDir::currentPath();
  const auto outputWith = [&](const QString& entries, const std::string& untrusted) {
    qputenv("PATH", entries.toUtf8());
    const auto answer = runChild({.program = "probe-tool", .untrusted = untrusted});
    qputenv("PATH", path);
    return answer.isValue() ? answer.value().out : std::string(answer.error().code == base::ErrorCode::NotFound ? "none" : "?");
  };
  QVERIFY(QDir::setCurrent(tree));
  for (const auto& [all, kept] : {std::pair(".::/a:b:/c:", "/a:/c"), {"/a:/c", "/a:/c"}, {".", ""}}) {
    qputenv("PATH", all);
    files::dropRelativePath();
    QCOMPARE(qgetenv("PATH"), QByteArray(kept));
    QCOMPARE(qEnvironmentVariableIsSet("PATH"), *kept != '\0');
    qputenv("PATH", path);
  }
  const std::string fromTools = tools.toStdString() + "\n", fromTree = tree.toStdString() + "\n";
  const QString links = dir.filePath(QStringLiteral("links"));
  QCOMPARE(outputWith(QStringLiteral(":/bin"), ""), std::string("none"));
  QCOMPARE(outputWith(QStringLiteral(".:") + tools, ""), fromTools);
  QCOMPARE(outputWith(tree + u':' + tools, ""), fromTree);
  for (const QString& first : {tree, tree + QStringLiteral("/../tree"), links})
    QCOMPARE(outputWith(first + u':' + tools, tree.toStdString()), fromTools);
  QCOMPARE(outputWith(tree, tree.toStdString()), std::string("none"));
  QVERIFY(QDir::setCurrent(before));
}

QTEST_APPLESS_MAIN(ChildProcessTest)
#include "child_process_test.moc"
