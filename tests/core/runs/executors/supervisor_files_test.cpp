// SPDX-License-Identifier: GPL-3.0-or-later
// What a supervisor writes and removes: logs held to their limit, caches, scratch folders, and a disk that is full.
#include "tests/core/runs/executors/supervisor_folder.h"
#include "tests/core/runs/executors/supervisor_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

/// numbered is what the printing program prints: lines of ten digits, so that every piece of a log can be checked.
QByteArray numbered(qint64 from, qint64 count) {
  QByteArray out;
  for (qint64 i = from; i < from + count; ++i) out += QByteArray::number(i).rightJustified(10, '0') + '\n';
  return out;
}

std::string printing(qint64 lines) {
  return "import sys\nw = sys.stdout.write\nfor i in range(0, " + std::to_string(lines) +
         ", 1000): w(''.join('%010d\\n' % j for j in range(i, min(i + 1000, " + std::to_string(lines) + "))))";
}

/// most is the largest memory that a process ever had, in kilobytes.
qint64 most(qint64 pid) {
  QFile file(QStringLiteral("/proc/%1/status").arg(pid));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  const QByteArray text = file.readAll();
  const qsizetype at = text.indexOf("VmHWM:");
  return at < 0 ? 0 : text.mid(at + 6, text.indexOf("kB", at) - at - 6).trimmed().toLongLong();
}

}  // namespace

void SupervisorTest::logs_data() {
  QTest::addColumn<qint64>("lines");
  QTest::addColumn<quint64>("limit");
  QTest::newRow("nothing") << qint64{0} << quint64{10000};
  QTest::newRow("short") << qint64{5} << quint64{10000};
  QTest::newRow("exactly the limit") << qint64{1000} << quint64{11000};
  QTest::newRow("a line more") << qint64{1001} << quint64{11000};
  QTest::newRow("less than the ring more") << qint64{1200} << quint64{11000};
  QTest::newRow("once around") << qint64{1977} << quint64{11000};
  QTest::newRow("many times around") << qint64{50000} << quint64{11000};
  QTest::newRow("no limit is the smallest one") << qint64{1000} << quint64{0};
}

void SupervisorTest::logs() {
  QFETCH(qint64, lines);
  QFETCH(quint64, limit);
  SupervisorFolder task;
  task.spec.logBytes = limit;
  task.addStep("run", {task.python(), "-c", printing(lines)});
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.at(0).code, 0);
  const QByteArray all = numbered(0, lines), log = task.read(QStringLiteral("run.log"));
  const qsizetype bound = std::max<qsizetype>(static_cast<qsizetype>(limit), 4096);
  QCOMPARE(events.steps[0].logBytes, static_cast<std::uint64_t>(all.size()));
  QCOMPARE(events.files.at(0).bytes, static_cast<std::uint64_t>(log.size()));
  QVERIFY(!task.has(QStringLiteral("run.log.end")) && !task.has(QStringLiteral("run.log.part")));
  if (all.size() <= bound) {
    QCOMPARE(log, all);
    return;
  }
  QVERIFY(log.size() <= bound);
  const qsizetype mark = log.indexOf("[plumbline: ");
  QVERIFY(mark > 0);
  const qsizetype markEnd = log.indexOf('\n', mark) + 1;
  const qsizetype head = bound / 2, tail = log.size() - markEnd;
  QCOMPARE(log.left(head), all.left(head));
  QCOMPARE(log.mid(markEnd), all.right(tail));
  QVERIFY(tail >= bound / 2 - 256);
  QCOMPARE(log.mid(mark, markEnd - mark),
           "[plumbline: " + QByteArray::number(all.size() - head - tail) + " bytes are left out here]\n");
}

void SupervisorTest::logOfManyMegabytes() {
  SupervisorFolder task;
  task.spec.logBytes = 8 << 20;
  // Zero bytes: a log may hold anything. The last words come after them.
  task.addShell("head -c 300000000 /dev/zero; echo; echo last words");
  task.writeTask();
  task.begin();
  qint64 memory = 0;
  const qint64 pid = task.supervisor.processId();
  QTRY_VERIFY_WITH_TIMEOUT((memory = std::max(memory, most(pid)), task.supervisor.state() == QProcess::NotRunning), 50000);
  const TaskEvents events = task.events();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.at(0).end, StepEnd::Exited);
  QCOMPARE(events.steps[0].logBytes, std::uint64_t{300000012 + 0});
  QVERIFY(QFileInfo(task.path(QStringLiteral("run.log"))).size() <= 8 << 20);
  QVERIFY(task.read(QStringLiteral("run.log")).endsWith(QByteArray("\0\nlast words\n", 13)));
  QVERIFY2(memory > 0 && memory < 60 * 1024, qPrintable(QString::number(memory)));
}

void SupervisorTest::cacheGoes_data() {
  QTest::addColumn<QByteArray>("make");
  QTest::newRow("plain") << QByteArray("mkdir -p \"$C\"/a/b; echo x >\"$C\"/a/b/c");
  QTest::newRow("read-only") << QByteArray("mkdir -p \"$C\"/a/b; echo x >\"$C\"/a/b/c; chmod 000 \"$C\"/a/b; chmod 555 \"$C\"/a \"$C\"");
  QTest::newRow("links out") << QByteArray("ln -s ../../outside \"$C\"/folder; ln -s ../../outside/file \"$C\"/file; ln ../outside/file \"$C\"/hard");
  QTest::newRow("is a link itself") << QByteArray("rmdir \"$C\"; ln -s ../outside \"$C\"");
  QTest::newRow("is a file") << QByteArray("rmdir \"$C\"; echo x >\"$C\"");
  QTest::newRow("is gone") << QByteArray("rmdir \"$C\"");
  QTest::newRow("pipes, odd names") << QByteArray("mkfifo \"$C\"/p; touch \"$C/a\nb\" \"$C\"/-rf \"$C/$(printf '\\377')\"");
  QTest::newRow("deep") << QByteArray("cd \"$C\"; for i in $(seq 200); do mkdir d; cd d; done");
}

void SupervisorTest::cacheGoes() {
  QFETCH(QByteArray, make);
  for (const bool keep : {false, true}) {
    SupervisorFolder task;
    task.plan.tasks.front().cache = true;
    task.spec.keepCache = keep;
    task.writeBeside(QStringLiteral("outside/file"), "precious");
    task.addShell("C=$TORCHINDUCTOR_CACHE_DIR; set -e; " + make.toStdString());
    const TaskEvents events = task.run();
    QVERIFY(events.finished);
    QCOMPARE(task.read(QStringLiteral("run.log")), QByteArray());
    QCOMPARE(events.steps.at(0).code, 0);
    QCOMPARE(events.cacheRemoved, !keep);
    QVERIFY2(events.problem.empty(), events.problem.c_str());
    const QFileInfo cache(task.path(QStringLiteral("cache")));
    if (!keep) QVERIFY(!cache.exists() && !cache.isSymLink());
    QFile precious(task.beside(QStringLiteral("outside/file")));
    QVERIFY(precious.open(QIODevice::ReadOnly));
    QCOMPARE(precious.readAll(), QByteArray("precious"));
    // Qt cannot remove names that are no UTF-8.
    QProcess::execute(QStringLiteral("chmod"), {QStringLiteral("-R"), QStringLiteral("u+rwx"), task.path()});
    QProcess::execute(QStringLiteral("rm"), {QStringLiteral("-rf"), task.path()});
  }
}

void SupervisorTest::scratch() {
  SupervisorFolder task;
  QVERIFY(QDir().mkpath(task.beside(QStringLiteral("node"))));
  task.spec.target.scratch = task.beside(QStringLiteral("node")).toStdString();
  task.plan.tasks.front().cache = true;
  task.addShell("pwd; echo x >run.csv; echo side >side.csv; echo c >\"$TORCHINDUCTOR_CACHE_DIR/c\"; ls ..", "run.csv");
  task.write(QStringLiteral("run.csv"), "old\n");
  const TaskEvents events = task.run();
  QVERIFY(events.finished);
  QVERIFY2(events.problem.empty(), events.problem.c_str());
  QVERIFY(events.steps.at(0).wroteOutput);
  QCOMPARE(task.read(QStringLiteral("run.csv")), QByteArray("x\n"));
  QCOMPARE(task.read(QStringLiteral("side.csv")), QByteArray("side\n"));
  QVERIFY(task.read(QStringLiteral("run.log")).startsWith((task.beside(QStringLiteral("node")) + QStringLiteral("/plumbline-")).toUtf8()));
  QCOMPARE(events.files.size(), std::size_t{2});
  QVERIFY(QDir(task.beside(QStringLiteral("node"))).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot));

  SupervisorFolder without;
  without.spec.target.scratch = "/no/such/scratch";
  without.addShell(":");
  const TaskEvents told = without.run();
  QVERIFY(told.finished);
  QCOMPARE(told.steps.at(0).end, StepEnd::NotStarted);
  QVERIFY(told.steps[0].problem.find("its folder cannot be made") != std::string::npos);
}

void SupervisorTest::fullDisk() {
  // A limit on the size of files stands in for a disk that is full: writing fails, and the program must go on.
  SupervisorFolder task;
  task.addShell("yes 0123456789 | head -c 3000000; echo end >&2");
  task.writeTask();
  task.begin({QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("ulimit -f 200; exec \"$@\""), QStringLiteral("sh")});
  QVERIFY(task.end());
  const TaskEvents events = task.events();
  QVERIFY(events.finished);
  QCOMPARE(events.steps.at(0).end, StepEnd::Exited);
  QCOMPARE(events.steps[0].code, 0);
  QCOMPARE(events.steps[0].logBytes, std::uint64_t{3000004});
  QVERIFY2(events.steps[0].problem.find("its log ends early") != std::string::npos, events.steps[0].problem.c_str());
  QVERIFY(QFileInfo(task.path(QStringLiteral("run.log"))).size() <= 200 * 1024);

  SupervisorFolder none;  // not even the events have room
  none.addShell("sleep 600");
  none.writeTask();
  none.begin({QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("ulimit -f 0; exec \"$@\""), QStringLiteral("sh")});
  QVERIFY(none.end());
  QCOMPARE(none.supervisor.exitCode(), 4);
  QVERIFY(none.supervisor.readAllStandardError().startsWith("supervisor: "));
}
