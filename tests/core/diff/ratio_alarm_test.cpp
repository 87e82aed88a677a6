// SPDX-License-Identifier: GPL-3.0-or-later
// A speedup that stays while the machine changes under it (pytorch#188336).
#include <QTest>

#include "core/diff/move.h"
#include "tests/core/diff/diff_maker.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using support::diffOf;

namespace {

std::string csv(const QString& rows) { return "name,speedup,abs_latency\n" + rows.toStdString() + '\n'; }

}  // namespace

void DiffTest::ratioAlarms_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<QString>("sentence");
  const auto row = [](const char* tag, const char* before, const char* after, const char* sentence) {
    QTest::newRow(tag) << QString::fromLatin1(before) << QString::fromLatin1(after) << QString::fromLatin1(sentence);
  };
  // Eager is speedup x latency. A runner with two NUMA nodes: both get slower by 40 %, the ratio stays.
  // 1.42 x 7 = 9.94 ms eager, then 1.42 x 9.9 = 14.058 ms.
  row("another machine", "a,1.42,7", "a,1.42,9.9",
      "speedup stayed at 1.42x while eager went from 9.94 to 14.1 ms and compiled from 7 to 9.9 ms");
  // 1.42 x 10 = 14.2, then 1.45 x 7 = 10.15 ms; the ratio moved 2.1 %.
  row("a faster one", "a,1.42,10", "a,1.45,7",
      "speedup only went from 1.42x to 1.45x while eager went from 14.2 to 10.2 ms and compiled from 10 to 7 ms");
  // The compiler got worse: compiled 7 to 9.9 ms, eager the same 10 ms; the ratio falls from 1.43 to 1.01.
  row("a regression of the compiler", "a,1.4286,7", "a,1.0101,9.9", "");
  row("nothing moved", "a,1.42,7", "a,1.43,7.1", "");
  // 1.00 x 100 = 100 ms, then 0.955 x 104 = 99.3: neither latency moved by more than 5 %.
  row("within the threshold", "a,1,100", "a,0.955,104", "");
  // Compiled 100 to 106 (6 %), eager 100 to 102.8 (2.8 %): one of them alone is no change of machine.
  row("only compiled moved", "a,1,100", "a,0.97,106", "");
  row("not measured", "a,0.0,0.0", "a,1.42,9.9", "");
  row("not measured afterwards", "a,1.42,7", "a,0.0,0.0", "");
  row("gone", "a,1.42,7", "b,1.42,9.9", "");
  row("no latency", "a,1.42,", "a,1.42,9.9", "");
  row("negative", "a,-1,7", "a,-1,9.9", "");
  row("no product", "a,1e200,1e200", "a,1e200,1e201", "");
}

void DiffTest::ratioAlarms() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  const auto diff = diffOf({csv(before), csv(after)});
  QVERIFY(diff);
  QString sentence;
  for (const diff::RatioAlarm& alarm : diff::ratioAlarms(*diff, 0, 1, diff::defaultThresholds())) {
    sentence += QString::fromStdString(alarm.sentence);
    QCOMPARE(alarm.eagerBefore, alarm.speedupBefore * alarm.compiledBefore);
    QCOMPARE(alarm.eagerAfter, alarm.speedupAfter * alarm.compiledAfter);
  }
  QTEST(sentence, "sentence");
  // Without a latency nothing can be said.
  const auto ratiosOnly = diffOf({"name,speedup\na,1.4\n", "name,speedup\na,1.4\n"});
  QVERIFY(diff::ratioAlarms(*ratiosOnly, 0, 1, diff::defaultThresholds()).empty());
}

void DiffTest::largestAlarmFirst() {
  const auto diff = diffOf(
      {csv(QStringLiteral("a,1,10\nb,1,10\nc,1,10\nd,1,10")), csv(QStringLiteral("a,1,12\nb,1,4\nc,1,30\nd,1,10"))});
  QVERIFY(diff);
  const auto alarms = diff::ratioAlarms(*diff, 0, 1, diff::defaultThresholds());
  QStringList models;
  for (const auto& alarm : alarms) models += QString::fromStdString(diff->model(alarm.row));
  QCOMPARE(models, (QStringList{u"c"_s, u"b"_s, u"a"_s}));  // + 200 %, - 60 %, + 20 %
  diff::Thresholds wide = diff::defaultThresholds();
  QVERIFY(setThreshold(wide, "abs_latency=50%").has_value());
  QCOMPARE(diff::ratioAlarms(*diff, 0, 1, wide).size(), std::size_t(2));
}

/// With a loose limit for the ratio, latencies that move in opposite directions are no change of machine.
void DiffTest::oppositeMovesAreNoAlarm() {
  diff::Thresholds loose = diff::defaultThresholds();
  QVERIFY(setThreshold(loose, "speedup=90%").has_value());
  // Eager 10 to 12 ms, compiled 10 to 8 ms; then the other way round; then both up.
  const auto diff = diffOf({csv(QStringLiteral("a,1,10\nb,1.2,10\nc,1,10")), csv(QStringLiteral("a,1.5,8\nb,0.75,12\nc,1.5,12"))});
  QVERIFY(diff);
  const auto alarms = diff::ratioAlarms(*diff, 0, 1, loose);
  QCOMPARE(alarms.size(), std::size_t(1));
  QCOMPARE(diff->model(alarms.front().row), std::string("c"));
}

/// A move of exactly the threshold is none: compiled 100 to 105 ms is 5 %, eager 100 to 105 ms too.
void DiffTest::alarmsBeginBeyondTheThreshold() {
  const auto count = [](const char* after) {
    const auto diff = diffOf({csv(QStringLiteral("a,1,100")), csv(QString::fromLatin1(after))});
    return diff ? diff::ratioAlarms(*diff, 0, 1, diff::defaultThresholds()).size() : std::size_t(9);
  };
  QCOMPARE(count("a,1,105"), std::size_t(0));
  QCOMPARE(count("a,1,105.1"), std::size_t(1));
  QCOMPARE(count("a,1.05,106"), std::size_t(1));   // the ratio moved by its limit, and is still
  QCOMPARE(count("a,1.051,106"), std::size_t(0));
}
