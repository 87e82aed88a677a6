// SPDX-License-Identifier: GPL-3.0-or-later
// Two sets of repeats. tests/parity holds the numbers against SciPy.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/statistics/two_samples.h"

using namespace plumbline::statistics;
using Numbers = std::vector<double>;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Numbers normalNumbers(std::size_t count, unsigned seed, double mean) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(mean, 1);
  Numbers numbers(count);
  for (double& number : numbers) number = normal(random);
  return numbers;
}

Numbers times(Numbers numbers, double factor, double added) {
  for (double& number : numbers) number = number * factor + added;
  return numbers;
}

}  // namespace

class TwoSamplesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void smallSamplesAreExact() {
    // All 20 orders of 3 and 3 are equally probable: complete separation has p = 2 / 20.
    const Shift shift = compareSamples(Numbers{1, 2, 3}, Numbers{4, 5, 6});
    QVERIFY(shift.isExact);
    QVERIFY(std::abs(shift.p - 0.1) < 1e-12);
    QCOMPARE(shift.u, 9.0);
    QCOMPARE(shift.value, 3.0);
    QCOMPARE(shift.cliffsDelta, 1.0);
    QVERIFY(std::isinf(shift.low) && std::isinf(shift.high));  // so few values allow no 95 % interval
    const Shift wide = compareSamples(Numbers{1, 2, 3}, Numbers{4, 5, 6}, 0.9);
    QCOMPARE(wide.low, 1.0);
    QCOMPARE(wide.high, 5.0);
  }

  void thePAlone() {
    // Four of the seven ones among 104 values: C(7, 4) / C(104, 4) to one side. The normal distribution is far off.
    Numbers many(100, 0.0);
    for (std::size_t i = 0; i < 3; ++i) many[30 * i] = 1;
    const double expected = 2 * 35 / 4'598'126.0;
    QVERIFY(std::abs(mannWhitneyP(many, Numbers(4, 1.0)) / expected - 1) < 1e-9);
    QVERIFY(std::abs(mannWhitneyP(Numbers(4, 1.0), many) / expected - 1) < 1e-9);
    std::mt19937 random(3);
    for (const std::size_t count : {std::size_t(5), std::size_t(9), std::size_t(200)}) {
      Numbers one(count), other(count + 3);
      for (double& number : one) number = double(random() % 7);
      for (double& number : other) number = double(random() % 9);
      QVERIFY(std::abs(mannWhitneyP(one, other) - compareSamples(one, other).p) < 1e-12);
    }
    QCOMPARE(mannWhitneyP({}, Numbers{1}), 1.0);
  }

  void emptyAndNotFinite() {
    QVERIFY(std::isnan(compareSamples({}, Numbers{1}).p));
    QVERIFY(std::isnan(compareSamples(Numbers{kNan}, Numbers{1}).value));
    const Shift shift = compareSamples(Numbers{1, kNan, 2}, Numbers{3, 4, std::numeric_limits<double>::infinity()});
    QCOMPARE(int(shift.before), 2);
    QCOMPARE(int(shift.after), 2);
    QCOMPARE(compareSamples(Numbers{1}, Numbers{2}).p, 1.0);
  }

  void constantSetsAreEqual() {
    for (const std::size_t count : {std::size_t(5), std::size_t(200)}) {
      const Shift shift = compareSamples(Numbers(count, 2.5), Numbers(count, 2.5));
      QCOMPARE(shift.p, 1.0);
      QCOMPARE(shift.value, 0.0);
      QCOMPARE(shift.cliffsDelta, 0.0);
    }
  }

  void orderScaleAndConstantChangeNothing() {
    for (const std::size_t count : {std::size_t(12), std::size_t(150)}) {
      const Numbers one = normalNumbers(count, 1, 0), other = normalNumbers(count + 3, 2, 0.7);
      const Shift shift = compareSamples(one, other);
      Numbers shuffled = other;
      std::ranges::shuffle(shuffled, std::mt19937(3));
      QCOMPARE(compareSamples(one, shuffled).p, shift.p);
      const Shift scaled = compareSamples(times(one, 8, 16), times(other, 8, 16));
      QCOMPARE(scaled.p, shift.p);
      QVERIFY(std::abs(scaled.value - 8 * shift.value) < 1e-9);
      QVERIFY(std::abs(scaled.low - 8 * shift.low) < 1e-9);
      const Shift back = compareSamples(other, one);
      QVERIFY(std::abs(back.p - shift.p) < 1e-12);
      QVERIFY(std::abs(back.value + shift.value) < 1e-12);
      QVERIFY(std::abs(back.cliffsDelta + shift.cliffsDelta) < 1e-12);
      QVERIFY(shift.low <= shift.value && shift.value <= shift.high);
    }
  }

  void theIntervalCoversTheShift() {
    int covered = 0;
    for (unsigned i = 0; i < 400; ++i) {
      const Shift shift = compareSamples(normalNumbers(10, 2 * i, 0), normalNumbers(10, 2 * i + 1, 1));
      covered += shift.low <= 1 && 1 <= shift.high ? 1 : 0;
    }
    QVERIFY2(covered >= 370 && covered <= 396, qPrintable(QString::number(covered)));
  }

  void manyValuesAndTies() {
    Numbers one(100'000), other(100'000);
    std::mt19937 random(5);
    for (double& number : one) number = double(random() % 10);
    for (double& number : other) number = double(random() % 10 + 1);
    const Shift shift = compareSamples(one, other);
    QCOMPARE(shift.value, 1.0);
    QVERIFY(shift.p < 1e-100);
  }
};

QTEST_GUILESS_MAIN(TwoSamplesTest)
#include "two_samples_test.moc"
