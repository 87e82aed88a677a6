// SPDX-License-Identifier: GPL-3.0-or-later
// A large log does not go into memory: 200 MB always, other sizes with PLUMBLINE_LARGE_LOG_MB (1 GB is what is promised).
#include <QElapsedTimer>
#include <QTest>

#include "core/runs/logs/log_file.h"
#include "tests/core/runs/logs/log_maker.h"
#include "tests/core/runs/logs/runs_log_test.h"
#include "tests/support/large_log.h"
#include "tests/support/memory_use.h"
#include "tests/support/test_folder.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

void RunsLogTest::largeLog() {
  const int megabytes = support::largeLogMegabytes();
  const support::TestFolder folder;
  const std::string path = folder.path(u"large.log"_s).toStdString();
  const support::LargeLog wanted = support::writeLargeLog(path, megabytes);
  QVERIFY2(wanted.bytes > 0, "the disk has no room for the log");
  const long before = support::residentKilobytes();

  QElapsedTimer clock;
  clock.start();
  runs::LogFile log(path);
  QVERIFY(testing::updateAll(log));
  const qint64 indexed = clock.restart();
  QCOMPARE(log.byteCount(), wanted.bytes);
  QCOMPARE(log.lineCount(), wanted.lines);

  const auto missing = log.find("is not in this log", 0, false);
  QVERIFY(missing.isValue() && !missing.value());
  const qint64 searched = clock.restart();
  const auto last = log.find("the last line", 0, false);
  QVERIFY(last.isValue() && last.value());
  QCOMPARE(*last.value(), wanted.lines - 1);
  clock.restart();
  const auto error = log.firstError(0);
  QVERIFY(error.isValue() && error.value());
  QCOMPARE(*error.value(), wanted.error);
  const qint64 scanned = clock.restart();

  for (quint64 i = 0; i < 200; ++i) {
    const auto lines = log.lines(i * (wanted.lines / 200), 60);
    QVERIFY(!lines.empty() && lines.front().number == i * (wanted.lines / 200));
  }
  const qint64 shown = clock.elapsed();
  const long grown = support::residentKilobytes() - before;
  qInfo("%d MB: indexed %lld ms, searched %lld ms, errors %lld ms, 60 lines %.3f ms, memory +%ld kB", megabytes, indexed,
        searched, scanned, static_cast<double>(shown) / 200, grown);
  if (!support::isSanitized()) QVERIFY2(grown < 16 * 1024, "the log went into memory");
}

QTEST_GUILESS_MAIN(RunsLogTest)
