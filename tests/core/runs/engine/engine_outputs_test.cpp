// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks whose programs ended well and left nothing of use.
#include <QTest>

#include "tests/core/runs/engine/runs_queue_test.h"

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
  EngineFixture fixture;
  RunSpec spec = shellSpec();
  spec.retries = 1;
  const std::string id = fixture.add(spec);
  const auto begin = [&](std::size_t call) {
    beginSupervisor(fixture.world.folderOf(call));
    beginStep(fixture.world.folderOf(call), "run");
  };
  const auto badEnd = [&](std::size_t call) {
    begin(call);
    writeOutput(fixture.world.folderOf(call), fixture.output(id), wrote);
    endStep(fixture.world.folderOf(call), "run", 0);
    finish(fixture.world.folderOf(call), fixture.output(id));
  };
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  badEnd(0);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{2});  // it counts as failed, so it is tried again
  badEnd(1);
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.state(id), RunState::Failed);
  QVERIFY2(fixture.reason(id).startsWith(reason), qPrintable(fixture.reason(id)));
  fixture.engine->retryFailed(id);
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{3});
  goodRun(fixture.world.folderOf(2), fixture.output(id));
  QTRY_COMPARE(fixture.finished.size(), 2);
  QCOMPARE(fixture.state(id), RunState::Done);
  QCOMPARE(fixture.reason(id), QString());
}

void RunsQueueTest::changedOutput() {
  EngineFixture fixture;
  const std::string id = fixture.add(shellSpec());
  QTRY_COMPARE(fixture.world.starts.size(), std::size_t{1});
  beginSupervisor(fixture.world.folderOf(0));
  beginStep(fixture.world.folderOf(0), "run");
  const std::string name = fixture.world.starts[0][0].name;
  fixture.world.lives[name] = {TaskLife::Alive, {}};
  endRun(fixture.world.folderOf(0), fixture.output(id));
  writeOutput(fixture.world.folderOf(0), fixture.output(id), "dev,name,batch_size,accuracy\ncpu,m,1,fail\n");
  fixture.world.lives.clear();
  QTRY_COMPARE(fixture.finished.size(), 1);
  QCOMPARE(fixture.state(id), RunState::Failed);
  QVERIFY2(fixture.reason(id).contains(QStringLiteral("not the one that was written")), qPrintable(fixture.reason(id)));
}
