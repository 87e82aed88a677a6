// SPDX-License-Identifier: GPL-3.0-or-later
// Bisection under noise. Figures over many hunts are in tests/bench/bisect_bench.cpp.
#include <QTest>
#include <cmath>
#include <numeric>
#include <random>

#include "core/statistics/bisection.h"

using namespace plumbline::statistics;

namespace {

Bisection hunt(std::size_t commits, std::size_t culprit, double bad, double good, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform;
  Bisection bisection(commits);
  while (!bisection.isDone()) {
    const BisectStep step = bisection.next();
    for (std::size_t i = 0; i < step.repeats; ++i) bisection.add(step.commit, uniform(random) < (step.commit >= culprit ? bad : good));
  }
  return bisection;
}

}  // namespace

class BisectionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theStateIsAProbability() {
    const Bisection bisection = hunt(20, 7, 1, 0.2, 1);
    const double sum = std::accumulate(bisection.posterior().begin(), bisection.posterior().end(), bisection.unchanged());
    QVERIFY(std::abs(sum - 1) < 1e-9);
    QCOMPARE(bisection.posterior().size(), std::size_t(20));
  }

  void cleanTestsTakeFewRuns() {
    for (const std::size_t culprit : {std::size_t(1), std::size_t(31), std::size_t(63)}) {
      const Bisection bisection = hunt(64, culprit, 1, 0, 1);
      QCOMPARE(bisection.culprit(), culprit);
      QVERIFY(bisection.runs() <= 14);
    }
  }

  void flakyTestsAreFound() {
    int right = 0;
    for (unsigned seed = 0; seed < 20; ++seed) right += hunt(32, 1 + seed % 31, 1, 0.2, seed).culprit() == 1 + seed % 31 ? 1 : 0;
    QVERIFY2(right >= 18, qPrintable(QString::number(right)));
  }

  // Of the culprits named at 95 % so many are right, also where the rates are near to each other: here within what chance leaves.
  void statedConfidenceHolds_data() {
    QTest::addColumn<double>("bad");
    QTest::addColumn<double>("good");
    QTest::newRow("always, 0.2") << 1.0 << 0.2;
    QTest::newRow("0.8, 0.2") << 0.8 << 0.2;
    QTest::newRow("0.65, 0.15") << 0.65 << 0.15;
    QTest::newRow("0.6, 0.2") << 0.6 << 0.2;
    QTest::newRow("0.3, never") << 0.3 << 0.0;
  }

  void statedConfidenceHolds() {
    QFETCH(double, bad);
    QFETCH(double, good);
    int named = 0, right = 0;
    for (unsigned seed = 0; seed < 120; ++seed) {
      const std::size_t culprit = 1 + seed % 15;
      const Bisection bisection = hunt(16, culprit, bad, good, seed);
      if (bisection.answer() != BisectAnswer::Culprit) continue;
      ++named;
      right += bisection.culprit() == culprit ? 1 : 0;
    }
    QVERIFY2(named >= 108 && right >= 0.94 * named, qPrintable(QStringLiteral("%1 of %2 right").arg(right).arg(named)));
  }

  // One rate everywhere: nobody broke it.
  void oneRateHasNoCulprit_data() {
    QTest::addColumn<double>("rate");
    for (const double rate : {0.1, 0.3, 0.5, 0.9}) QTest::addRow("%g", rate) << rate;
  }

  void oneRateHasNoCulprit() {
    QFETCH(double, rate);
    int named = 0;
    for (unsigned seed = 0; seed < 40; ++seed) named += hunt(16, 100, rate, rate, seed).answer() == BisectAnswer::Culprit ? 1 : 0;
    QVERIFY2(named <= 2, qPrintable(QString::number(named)));
  }

  void wrongEndsAreNoticed() {
    const Bisection passing = hunt(16, 100, 1, 0.0, 1), failing = hunt(16, 0, 1, 0.0, 1);
    QCOMPARE(int(passing.answer()), int(BisectAnswer::Unchanged));  // the bad end passes too
    QCOMPARE(int(failing.answer()), int(BisectAnswer::GoodEndIsBad));  // the good end fails too
    QVERIFY2(passing.runs() <= 12 && failing.runs() <= 20, qPrintable(QStringLiteral("%1 %2").arg(passing.runs()).arg(failing.runs())));
  }

  // Neither end explains a test that fails equally often everywhere better than the other.
  void equalEndsAreNoticed() {
    for (const double rate : {0.3, 0.5, 0.7}) {
      const Bisection bisection = hunt(16, 100, rate, rate, 1);
      QCOMPARE(int(bisection.answer()), int(BisectAnswer::EqualEnds));
      QVERIFY(bisection.unchanged() + bisection.posterior()[0] >= 0.95);
    }
  }

  void theSearchEnds() {
    Bisection bisection(16, {.confidence = 0.95, .maxRuns = 20});
    for (std::size_t i = 0; i < 20; ++i) {
      QVERIFY(!bisection.isDone());
      bisection.add(i % 16, i % 3 == 0);
    }
    QCOMPARE(int(bisection.answer()), int(BisectAnswer::TooManyRuns));
  }

  // What the prior believes is no answer.
  void anAnswerNeedsRunsOfItsCommits() {
    Bisection bisection(2, {.confidence = 0.5});
    QVERIFY(bisection.posterior()[1] > 0.5);
    for (const bool hasFailed : {true, false}) {
      QCOMPARE(int(bisection.answer()), int(BisectAnswer::Open));
      QCOMPARE(bisection.next().commit, std::size_t(hasFailed ? 1 : 0));
      QCOMPARE(bisection.next().repeats, std::size_t(1));
      bisection.add(hasFailed ? 1 : 0, hasFailed);
    }
    QCOMPARE(int(bisection.answer()), int(BisectAnswer::Culprit));
    Bisection middle(8);
    middle.add(4, 30, 0);
    middle.add(2, 0, 30);
    for (int i = 0; i < 40 && !middle.isDone(); ++i) {
      const std::size_t commit = middle.next().commit;
      middle.add(commit, commit >= 3);
    }
    QCOMPARE(int(middle.answer()), int(BisectAnswer::Culprit));
    QCOMPARE(middle.culprit(), std::size_t(3));
  }

  void twoCommits() { QCOMPARE(hunt(2, 1, 1, 0, 1).culprit(), std::size_t(1)); }

  void repeatsPayWhereBuildingIsSlow() {
    const Bisection cheap(64), slow(64, {.confidence = 0.95, .runMinutes = 1, .switchMinutes = 30});
    QCOMPARE(cheap.next().repeats, std::size_t(1));
    QVERIFY(slow.next().repeats > 1);
    // The commit that is built costs no switch: one more run of it may be worth it.
    Bisection built(64, {.confidence = 0.95, .runMinutes = 1, .switchMinutes = 30}), other(64, {.confidence = 0.95, .runMinutes = 1, .switchMinutes = 30});
    built.add(std::vector<CommitRuns>{{.commit = 0, .fails = 1, .passes = 3}, {.commit = 32, .fails = 3, .passes = 1}});
    other.add(std::vector<CommitRuns>{{.commit = 32, .fails = 3, .passes = 1}, {.commit = 0, .fails = 1, .passes = 3}});
    QCOMPARE(built.next().commit, std::size_t(32));
    QCOMPARE(other.next().commit, std::size_t(0));
  }
};

QTEST_GUILESS_MAIN(BisectionTest)
#include "bisection_test.moc"
