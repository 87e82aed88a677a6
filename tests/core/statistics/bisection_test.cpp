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
  while (!bisection.isDone() && bisection.runs() < 300) {
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

  void wrongEndsAreNoticed() {
    QVERIFY(hunt(16, 100, 1, 0.0, 1).unchanged() >= 0.95);  // the bad end passes too
    QCOMPARE(hunt(16, 0, 1, 0.0, 1).culprit(), std::size_t(0));  // the good end fails too
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
    Bisection bisection(2);
    QVERIFY(bisection.posterior()[1] >= 0.95);
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
  }
};

QTEST_GUILESS_MAIN(BisectionTest)
#include "bisection_test.moc"
