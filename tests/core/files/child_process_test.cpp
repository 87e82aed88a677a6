// SPDX-License-Identifier: GPL-3.0-or-later
// Running another program: what it gets, what comes back, and how it is ended.
#include <QElapsedTimer>
#include <QTest>
#include <thread>

#include "core/files/child_process.h"

using namespace plumbline;
using files::runChild;

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
}

QTEST_APPLESS_MAIN(ChildProcessTest)
#include "child_process_test.moc"
