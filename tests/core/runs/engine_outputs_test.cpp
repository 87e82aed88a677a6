// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks whose programs ended well and left nothing of use.
#include <QTest>

#include "tests/core/runs/runs_queue_test.h"

using namespace plumbline;
using namespace plumbline::runs;

void RunsQueueTest::endsWellForNothing_data() {
  QTest::addColumn<QByteArray>("wrote");
  QTest::addColumn<QString>("reason");
  QTest::newRow("no row") << QByteArray("dev,name,batch_size,accuracy\n") << "result.csv has no row";
  QTest::newRow("no names") << QByteArray("a,b\n1,2\n") << "result.csv: The table has no column \"name\"";
  QTest::newRow("empty") << QByteArray() << "result.csv: ";
}

void RunsQueueTest::endsWellForNothing() {
  QFETCH(QByteArray, wrote);
  QFETCH(QString, reason);
  Desk desk;
  RunSpec spec = shellSpec();
  spec.retries = 1;
  const std::string id = desk.add(spec);
  const auto begin = [&](std::size_t call) {
    beginKeeper(desk.world.folderOf(call));
    beginStep(desk.world.folderOf(call), "run");
  };
  const auto badEnd = [&](std::size_t call) {
    begin(call);
    writeOutput(desk.world.folderOf(call), desk.output(id), wrote);
    endStep(desk.world.folderOf(call), "run", 0);
    finish(desk.world.folderOf(call), desk.output(id));
  };
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  badEnd(0);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{2});  // it counts as failed, so it is tried again
  badEnd(1);
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.state(id), RunState::Failed);
  QVERIFY2(desk.reason(id).startsWith(reason), qPrintable(desk.reason(id)));
  desk.engine->retryFailed(id);
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{3});
  goodRun(desk.world.folderOf(2), desk.output(id));
  QTRY_COMPARE(desk.finished.size(), 2);
  QCOMPARE(desk.state(id), RunState::Done);
  QCOMPARE(desk.reason(id), QString());
}

void RunsQueueTest::changedOutput() {
  Desk desk;
  const std::string id = desk.add(shellSpec());
  QTRY_COMPARE(desk.world.starts.size(), std::size_t{1});
  beginKeeper(desk.world.folderOf(0));
  beginStep(desk.world.folderOf(0), "run");
  const std::string name = desk.world.starts[0][0].name;
  desk.world.lives[name] = {TaskLife::Alive, {}};
  endRun(desk.world.folderOf(0), desk.output(id));
  writeOutput(desk.world.folderOf(0), desk.output(id), "dev,name,batch_size,accuracy\ncpu,m,1,fail\n");
  desk.world.lives.clear();
  QTRY_COMPARE(desk.finished.size(), 1);
  QCOMPARE(desk.state(id), RunState::Failed);
  QVERIFY2(desk.reason(id).contains(QStringLiteral("not the one that was written")), qPrintable(desk.reason(id)));
}
