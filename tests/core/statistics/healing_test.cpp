// SPDX-License-Identifier: GPL-3.0-or-later
// When a flaky test may leave its list. tests/parity/healing_parity.py holds the rule against real relapses.
#include <QTest>
#include <cmath>
#include <random>
#include <vector>

#include "core/statistics/healing.h"

using namespace plumbline::statistics;

namespace {

constexpr std::int64_t kDay = 86'400;

/// runsOf makes a run a quarter of a day: 'x' failed; a digit stands for that many weeks of green runs.
std::vector<TimedRun> runsOf(const QByteArray& text) {
  std::vector<TimedRun> runs;
  const auto add = [&](bool hasFailed) { runs.push_back({std::int64_t(runs.size()) * kDay / 4, hasFailed}); };
  for (const char c : text) {
    if (c >= '1' && c <= '9')
      for (int i = 0; i < (c - '0') * 28; ++i) add(false);
    else
      add(c == 'x');
  }
  return runs;
}

}  // namespace

class HealingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void judgements_data() {
    QTest::addColumn<QByteArray>("runs");
    QTest::addColumn<int>("relapses");
    QTest::addColumn<bool>("isHealed");
    QTest::newRow("no runs") << QByteArray() << 0 << false;
    QTest::newRow("green for three weeks") << QByteArray("3") << 0 << false;
    QTest::newRow("green for five weeks, never red") << QByteArray("5") << 0 << true;
    QTest::newRow("red now") << QByteArray("9x") << 0 << false;
    QTest::newRow("often red, green for two weeks") << QByteArray("x.x.x..x.x.x2") << 0 << false;
    QTest::newRow("often red, green for four weeks") << QByteArray("x.x.x..x.x.x4.") << 0 << true;
    QTest::newRow("one relapse, green for four weeks") << QByteArray("x.x.x3x.x.x4.") << 1 << false;
    QTest::newRow("one relapse, green for eight weeks") << QByteArray("x.x.x3x.x.x8.") << 1 << true;
    QTest::newRow("two relapses, green for eight weeks") << QByteArray("x.x3x.x2x.x8.") << 2 << false;
    QTest::newRow("red once a week, green for four weeks") << QByteArray("x1x1x1x1x1x4.") << 0 << false;
    QTest::newRow("red once a week, green for nine weeks") << QByteArray("x1x1x1x1x1x9.") << 0 << true;
    QTest::newRow("red every other week, green for four weeks") << QByteArray("x2x2x4.") << 2 << false;
  }

  void judgements() {
    QFETCH(QByteArray, runs);
    const GreenStretch stretch = greenStretch(runsOf(runs));
    QTEST(int(stretch.relapses), "relapses");
    const HealingJudgement judged = judgeHealing(stretch);
    QTEST(judged.isHealed, "isHealed");
    QCOMPARE(judged.isHealed, judged.moreRuns == 0 && judged.moreDays <= 0);
    QVERIFY(judged.luck >= 0 && judged.luck <= 1 && judged.relapseRisk >= 0 && judged.relapseRisk <= 1);
  }

  // The runs and days that are still needed are enough, and one run less is not.
  void whatIsNeededIsEnough() {
    for (const char* text : {"x.x.x", "x......x.......x2", "x3x.x.x1", "1", "xxxxxxxx"}) {
      GreenStretch stretch = greenStretch(runsOf(text));
      const HealingJudgement judged = judgeHealing(stretch);
      stretch.greenRuns += judged.moreRuns;
      stretch.greenDays += judged.moreDays;
      QVERIFY2(judgeHealing(stretch).isHealed, text);
      QVERIFY2(judgeHealing(stretch).relapseRisk < judged.relapseRisk || judged.moreRuns == 0, text);
      stretch.greenRuns -= 1;
      QVERIFY2(!judgeHealing(stretch).isHealed, text);
    }
  }

  // A test that fails in a quarter of its runs fails again within 30 days, unless it recovered: green runs have to show that.
  void withoutARecoveryItIsStillFlaky_data() {
    QTest::addColumn<int>("fails");
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("greens");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("red in the last run") << 40 << 160 << 0 << 0.99 << 1.0;
    QTest::newRow("one green run") << 40 << 160 << 1 << 0.95 << 1.0;
    QTest::newRow("three green runs") << 40 << 160 << 3 << 0.9 << 1.0;
    QTest::newRow("ten of twenty, two green runs") << 10 << 20 << 2 << 0.75 << 1.0;
    QTest::newRow("a gap that 60 fails bring about by themselves") << 60 << 2000 << 155 << 0.3 << 0.5;
    QTest::newRow("many green runs") << 40 << 160 << 60 << 0.047 << 0.06;
  }

  void withoutARecoveryItIsStillFlaky() {
    QFETCH(int, fails);
    QFETCH(int, runs);
    QFETCH(int, greens);
    QFETCH(double, low);
    QFETCH(double, high);
    const GreenStretch stretch{.before = {std::size_t(fails), std::size_t(runs)},
                               .greenRuns = std::size_t(greens),
                               .greenDays = greens / 2.0,
                               .runsPerDay = 2};
    const double risk = judgeHealing(stretch).relapseRisk;
    QVERIFY2(low <= risk && risk <= high, qPrintable(QString::number(risk)));
  }

  // The risk of a test that never failed is the upper end of what its runs allow.
  void neverRedHasAnUpperEnd() {
    const GreenStretch stretch = greenStretch(runsOf("5"));
    const double high = rateInterval({.fails = 0, .runs = stretch.greenRuns}).high;
    const double risk = judgeHealing(stretch).relapseRisk;
    QVERIFY(risk > 1 - std::pow(1 - high, stretch.runsPerDay * 30) && risk < 1);
    QVERIFY(judgeHealing(greenStretch(runsOf("9"))).relapseRisk < risk);
  }

  void waitingDoublesWithEveryRelapse() {
    QCOMPARE(requiredGreenDays(0), 28.0);
    QCOMPARE(requiredGreenDays(1), 56.0);
    QCOMPARE(requiredGreenDays(3), 224.0);
    QCOMPARE(requiredGreenDays(1000), requiredGreenDays(6));
  }

  // Among flaky tests that only had luck, hardly any is called healed; tests that were fixed are.
  void luckIsNoRecovery() {
    std::mt19937 random(8);
    int lucky = 0, healed = 0;
    for (int i = 0; i < 400; ++i) {
      const double rate = std::uniform_real_distribution<double>(0.02, 0.5)(random);
      std::bernoulli_distribution fails(rate);
      std::vector<TimedRun> runs;
      for (int run = 0; run < 200; ++run) runs.push_back({run * kDay / 4, fails(random)});
      auto fixed = runs;
      for (int run = 200; run < 320; ++run) {
        runs.push_back({run * kDay / 4, fails(random)});
        fixed.push_back({run * kDay / 4, false});
      }
      lucky += judgeHealing(greenStretch(runs)).isHealed ? 1 : 0;
      healed += judgeHealing(greenStretch(fixed)).isHealed ? 1 : 0;
    }
    QVERIFY2(lucky <= 4, qPrintable(QString::number(lucky)));
    QVERIFY2(healed >= 300, qPrintable(QString::number(healed)));
  }
};

QTEST_APPLESS_MAIN(HealingTest)
#include "healing_test.moc"
