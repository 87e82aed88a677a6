// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks over ssh where something goes wrong: connections lost at any moment, supervisors killed, hosts that refuse logins.
#include <signal.h>

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QTest>
#include <random>

#include "core/runs/executors/ssh/ssh_session.h"
#include "tests/core/runs/executors/executor_bench.h"
#include "tests/core/runs/executors/ssh_test.h"

using namespace plumbline;
using namespace plumbline::runs;

void SshExecutorTest::interruptedStarts() {
  // The connection is lost once, at any moment of a start: before, while, or after the supervisor begins.
  std::mt19937 random(6);
  for (int round = 0; round < 8; ++round) {
    ExecutorBench bench(kBench);
    const std::string count = bench.folder().path(QStringLiteral("count")).toStdString();
    for (int i = 0; i < 3; ++i) bench.addShell("echo x >> '" + count + "'; echo a > $0");
    QElapsedTimer clock;
    clock.start();
    const qint64 at = std::uniform_int_distribution<qint64>(0, 600)(random);
    bool isDropped = false;
    const bool started = bench.start([&] {
      if (isDropped || clock.elapsed() < at) return;
      isDropped = true;
      m_server->dropConnections();
    });
    QVERIFY2(started, bench.problem());
    QVERIFY(bench.waitForEnds());
    for (std::size_t i : {0, 1, 2}) QCOMPARE(bench.lookOf(i).life, TaskLife::Finished);
    QCOMPARE(bench.folder().read(QStringLiteral("count")), QByteArray("x\nx\nx\n"));
  }
}

void SshExecutorTest::neverAnswered() {
  ExecutorBench bench(kBench);
  bench.addShell("echo begun; sleep 306");
  m_server->setLoginNoise("exec >/dev/null\n");  // whatever is answered is lost, time and again
  const bool started = bench.start();
  m_server->setLoginNoise("");
  if (started) QSKIP("The login shell here reads no .bashrc.");
  QVERIFY2(has(bench.problem(), "ended as soon as bench answers"), bench.problem());
  QFile there(m_server->home() + QStringLiteral("/.cache/plumbline/runs/") +
              QString::fromStdString(bench.tasks[0].name) + QStringLiteral("/events.jsonl"));
  QVERIFY(there.open(QIODevice::ReadOnly));
  const std::string token = readEvents(there.readAll().toStdString()).value_or(TaskEvents{}).token;
  QVERIFY(!allEnded(token));
  QVERIFY(bench.waitForEnds());  // the first answer ends it
  QVERIFY(allEnded(token));
}

void SshExecutorTest::connectionLost() {
  ExecutorBench bench(kBench);
  bench.addShell("while ! [ -e ${0%/*}/go ]; do sleep 0.1; done; echo late > $0");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  // In the middle of a question.
  bool answered = false;
  TaskPollResult result;
  bench.executor->poll(bench.spec, bench.tasks, [&](const std::vector<TaskPollResult>& results) {
    result = results.at(0);
    answered = true;
  });
  QVERIFY(QTest::qWaitFor(
      [&] {
        m_server->dropConnections();
        return answered;
      },
      30'000));
  QVERIFY(result.life == TaskLife::Unknown || result.life == TaskLife::Alive);
  // And without a server at all.
  m_server->stop();
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Unknown);
  QVERIFY2(has(bench.lookOf(0).text, "bench"), bench.lookOf(0).text.c_str());
  QVERIFY(!bench.cancel(0));
  QVERIFY(!allEnded(bench.token(0)));
  QCOMPARE(m_server->startAgain(), QString());
  QFile go(QString::fromStdString(bench.tasks[0].handle + "/go"));
  QVERIFY(go.open(QIODevice::WriteOnly));
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Finished);
  QCOMPARE(bench.file(0, "out0.json"), QByteArray("late\n"));
}

void SshExecutorTest::supervisorKilled() {
  ExecutorBench bench(kBench);
  bench.addShell("echo before; setsid sleep 302 & sleep 303");
  QVERIFY2(bench.start(), bench.problem());
  QVERIFY(bench.waitForStep(0));
  const TaskEvents events = bench.events(0);
  QVERIFY(!allEnded(events.token));
  QVERIFY(QTest::qWaitFor(
      [&] { return QFileInfo(QString::fromStdString(bench.tasks[0].handle + "/step0.log")).size() > 0; }, 10'000));
  QCOMPARE(::kill(static_cast<pid_t>(events.supervisor), SIGKILL), 0);
  QVERIFY(bench.waitForEnds());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);
  QVERIFY2(has(bench.lookOf(0).text, "bench"), bench.lookOf(0).text.c_str());
  QCOMPARE(bench.file(0, "step0.log"), QByteArray("before\n"));
  QVERIFY(allEnded(events.token));
}

void SshExecutorTest::nothingThere() {
  ExecutorBench bench(kBench);
  bench.addShell("true");
  QVERIFY(bench.prepare());
  QVERIFY(bench.poll());
  QCOMPARE(bench.lookOf(0).life, TaskLife::Gone);
  QVERIFY(bench.cancel(0));
  QVERIFY(bench.release(0));
}

void SshExecutorTest::probesTrouble_data() {
  QTest::addColumn<QString>("host");
  QTest::addColumn<QString>("says");
  QTest::newRow("unknown key") << QString::fromLatin1(support::SshServer::unknownHost()) << QStringLiteral("host key");
  QTest::newRow("not let in") << QString::fromLatin1(support::SshServer::strangersHost())
                              << QStringLiteral("ssh bench-stranger true");
  QTest::newRow("no address") << QStringLiteral("nobody.invalid") << QStringLiteral("has no address");
}

void SshExecutorTest::probesTrouble() {
  QFETCH(const QString, host);
  QFETCH(const QString, says);
  ExecutorBench bench(RunTarget{.kind = TargetKind::Ssh, .host = host.toStdString()});
  bench.addShell("true");
  const ProbeReport report = bench.probe();
  QVERIFY(!report.canStart());
  QVERIFY2(has(textOf(report), says.toStdString()), textOf(report).c_str());
  if (says.contains(QStringLiteral("address"))) return;
  QVERIFY(!bench.start());
  QVERIFY2(has(bench.problem(), host.toStdString()), bench.problem());
}

void SshExecutorTest::quotes() {
  QCOMPARE(sftpQuoted("/a b/\"c\"\\d"), std::string("\"/a b/\\\"c\\\"\\\\d\""));
  QCOMPARE(sftpHost("me@fe80::1"), std::string("me@[fe80::1]"));
  QCOMPARE(sftpHost("bench"), std::string("bench"));
  QCOMPARE(sftpHost("[::1]"), std::string("[::1]"));
}

void SshExecutorTest::answers() {
  ProgramResult answer{.end = ProgramResult::End::Exited, .code = 0, .out = {}, .errors = {}};
  const auto problem = [&answer] { return parseRemoteResponse(answer, "n1", "bench").error().text; };
  QVERIFY(has(problem(), "lost"));
  const auto packed = [](const QByteArray& text) {
    return "noise <plumbline n1 " + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().toStdString() +
           ">\n" + text.toStdString() + "\n</plumbline n1>\nnoise";
  };
  const QByteArray good = qCompress(QByteArray("\0\0\0\x09{\"a\":[1]}xyz", 16)).toBase64();
  answer.out = packed(good);
  const auto read = parseRemoteResponse(answer, "n1", "bench");
  QVERIFY(read.has_value());
  QCOMPARE(QString::fromStdString(read->head.dump()), QStringLiteral("{\"a\":[1]}"));
  QCOMPARE(read->bytesAt(nlohmann::json::parse("[1,2]")), std::string_view("yz"));
  for (const char* pair :
       {"[1,3]", "[4,0]", "[-1,1]", "[0]", "[0,1,1]", "[\"a\",1]", "null", "[1,18446744073709551615]"})
    QVERIFY(read->bytesAt(nlohmann::json::parse(pair)).empty());
  QVERIFY(has(parseRemoteResponse(answer, "n2", "bench").error().text, "lost"));  // another question's answer
  for (std::size_t cut = 1; cut < answer.out.size() - 24; ++cut) {
    ProgramResult damaged = answer;
    damaged.out.erase(answer.out.size() - 24 - cut, 1 + cut % 3);
    const auto told = parseRemoteResponse(damaged, "n1", "bench");
    QVERIFY(!told || told->head == read->head);
  }
  answer.out = packed("/////w==");  // claims four gigabytes
  QVERIFY(has(problem(), "cannot be read"));
  answer.out = packed(qCompress(QByteArray("\0\0\0\x7f{}", 6)).toBase64());
  QVERIFY(has(problem(), "cannot be read"));
  answer.out = packed(qCompress(QByteArray("\0\0\0\x02[]", 6)).toBase64());
  QVERIFY(has(problem(), "cannot be read"));
  answer = {.end = ProgramResult::End::Exited, .code = 127, .out = {}, .errors = "sh: 1: exec: x: not found"};
  QVERIFY(has(problem(), "no python3"));
  QCOMPARE(sshFailure(answer), SshFailure::Refused);
  answer = {.end = ProgramResult::End::Exited,
            .code = 255,
            .out = {},
            .errors = "ssh: connect to host x: Connection refused"};
  QCOMPARE(sshFailure(answer), SshFailure::Unreachable);
  answer.errors = "client_loop: send disconnect: Broken pipe";
  QCOMPARE(sshFailure(answer), SshFailure::Uncertain);
}

void SshExecutorTest::stops() {
  ExecutorBench bench(kBench);
  bench.addShell("sleep 1");
  QVERIFY2(bench.start(), bench.problem());
  bool called = false;
  bench.executor->poll(bench.spec, bench.tasks, [&](const auto&) { called = true; });
  bench.executor->cancel(bench.spec, bench.tasks[0], [&](const auto&) { called = true; });
  bench.executor->stopAll();
  QVERIFY(bench.poll());  // asked anew, it answers
  QVERIFY(!called);
  bench.executor->probe(bench.spec, {}, [&](const auto&) { called = true; });
  bench.executor.reset();
  bench.makeAnew();
  QVERIFY(bench.waitForEnds());
  QVERIFY(!called);
}
