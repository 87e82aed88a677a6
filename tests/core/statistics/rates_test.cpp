// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals of failure rates, classes, strata and many tests at once. tests/parity holds the numbers against SciPy.
#include <QTest>
#include <cmath>
#include <random>

#include "core/statistics/false_discovery.h"
#include "core/statistics/rates.h"

using namespace plumbline::statistics;

namespace {

/// coverage is the probability that the interval of n runs holds the true rate.
double coverage(double rate, std::size_t n) {
  double share = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const Interval interval = rateInterval({.fails = k, .runs = n});
    if (rate < interval.low || rate > interval.high) continue;
    const double logChoices = std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(n - k) + 1);
    share += std::exp(logChoices + double(k) * std::log(rate) + double(n - k) * std::log1p(-rate));
  }
  return share;
}

}  // namespace

class RatesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void intervals_data() {
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("fails");
    QTest::addColumn<int>("runs");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    // Brown, Cai and DasGupta (2001), and Beta quantiles of standard tables.
    QTest::newRow("Jeffreys") << int(RateMethod::Jeffreys) << 3 << 20 << 0.04413 << 0.34858;
    QTest::newRow("Wilson") << int(RateMethod::Wilson) << 3 << 20 << 0.05237 << 0.36042;
    QTest::newRow("Clopper-Pearson") << int(RateMethod::ClopperPearson) << 3 << 20 << 0.03207 << 0.37893;
    QTest::newRow("no fails") << int(RateMethod::ClopperPearson) << 0 << 20 << 0.0 << 0.16843;
    QTest::newRow("all fails") << int(RateMethod::ClopperPearson) << 20 << 20 << 0.83157 << 1.0;
    QTest::newRow("no runs") << int(RateMethod::Jeffreys) << 0 << 0 << 0.0 << 1.0;
  }

  void intervals() {
    QFETCH(int, method);
    QFETCH(int, fails);
    QFETCH(int, runs);
    QFETCH(double, low);
    QFETCH(double, high);
    const Interval interval = rateInterval({.fails = std::size_t(fails), .runs = std::size_t(runs)},
                                           {.level = 0.95, .method = RateMethod(method)});
    QVERIFY2(std::abs(interval.low - low) < 1e-5, qPrintable(QString::number(interval.low, 'g', 9)));
    QVERIFY2(std::abs(interval.high - high) < 1e-5, qPrintable(QString::number(interval.high, 'g', 9)));
  }

  void failsAndPassesAreSymmetric() {
    for (const RateMethod method : {RateMethod::Jeffreys, RateMethod::Wilson, RateMethod::ClopperPearson}) {
      for (std::size_t k = 0; k <= 30; ++k) {
        const Interval one = rateInterval({.fails = k, .runs = 30}, {.level = 0.9, .method = method});
        const Interval other = rateInterval({.fails = 30 - k, .runs = 30}, {.level = 0.9, .method = method});
        QVERIFY(std::abs(one.low - (1 - other.high)) < 1e-12);
        QVERIFY(one.low <= double(k) / 30 && double(k) / 30 <= one.high);
      }
    }
  }

  void intervalsCoverTheirRates() {
    for (const std::size_t n : {std::size_t(5), std::size_t(20), std::size_t(100)}) {
      double sum = 0;
      for (int i = 1; i < 200; ++i) sum += coverage(i / 200.0, n);
      QVERIFY2(sum / 199 > 0.945 && sum / 199 < 0.98, qPrintable(QString::number(sum / 199)));
    }
  }

  void classes_data() {
    QTest::addColumn<int>("fails");
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, int fails, int runs, RateClass expected) {
      QTest::newRow(name) << fails << runs << int(expected);
    };
    row("nothing known", 0, 0, RateClass::CannotTell);
    row("twenty green", 0, 20, RateClass::CannotTell);
    row("one too few", 0, 89, RateClass::CannotTell);
    row("enough green", 0, 90, RateClass::Healthy);
    row("a rare failure", 1, 200, RateClass::Healthy);
    row("one of twenty", 1, 20, RateClass::CannotTell);
    row("three of twenty", 3, 20, RateClass::Flaky);
    row("half", 500, 1000, RateClass::Flaky);
    row("rare but sure", 300, 10000, RateClass::Flaky);
    row("flaky or broken", 9, 10, RateClass::CannotTell);
    row("surely not broken", 60, 100, RateClass::Flaky);
    row("five red", 5, 5, RateClass::CannotTell);
    row("twenty red", 20, 20, RateClass::Broken);
    row("nearly all red", 95, 100, RateClass::Broken);
  }

  void classes() {
    QFETCH(int, fails);
    QFETCH(int, runs);
    QFETCH(int, expected);
    const RateJudgement judged = judgeRate({.fails = std::size_t(fails), .runs = std::size_t(runs)});
    QCOMPARE(int(judged.rateClass), expected);
    QCOMPARE(judged.rateClass == RateClass::CannotTell, judged.moreRuns != 0);
  }

  void shifts_data() {
    QTest::addColumn<QByteArray>("runs");
    QTest::addColumn<int>("index");  // -1: none
    QTest::newRow("none") << QByteArray() << -1;
    QTest::newRow("one run") << QByteArray("x") << -1;
    QTest::newRow("all green") << QByteArray(60, '.') << -1;
    QTest::newRow("all red") << QByteArray(60, 'x') << -1;
    QTest::newRow("broken") << QByteArray(40, '.') + QByteArray(4, 'x') << 40;
    QTest::newRow("too early to say") << QByteArray(40, '.') + QByteArray(1, 'x') << -1;
    QTest::newRow("fixed") << QByteArray(10, 'x') + QByteArray(30, '.') << 10;
    QTest::newRow("broken and fixed") << QByteArray(30, '.') + QByteArray(10, 'x') + QByteArray(30, '.') << 40;
    QTest::newRow("flaky all the time") << QByteArray("..x....x.x.....x...x......x..x...x....x") << -1;
    QTest::newRow("flaky, then fixed") << QByteArray("x.x.xx.x.x.xx.x.") + QByteArray(40, '.') << 15;
  }

  void shifts() {
    QFETCH(QByteArray, runs);
    QFETCH(int, index);
    std::vector<bool> fails;
    for (const char run : runs) fails.push_back(run == 'x');
    const auto shift = lastRateShift(fails);
    QCOMPARE(shift ? int(shift->index) : -1, index);
    if (!shift) return;
    QVERIFY(shift->p <= 0.01);
    QCOMPARE(shift->after.runs, fails.size() - shift->index);
    QCOMPARE(shift->after.fails, std::size_t(runs.mid(index).count('x')));
  }

  // A rate that does not move has a shift in fewer than 1 % of sequences.
  void shiftsAreRareWithoutOne() {
    std::mt19937 random(4);
    for (const double rate : {0.02, 0.1, 0.5}) {
      std::bernoulli_distribution fail(rate);
      int found = 0;
      for (int sequence = 0; sequence < 1000; ++sequence) {
        std::vector<bool> fails(100);
        for (std::size_t i = 0; i < fails.size(); ++i) fails[i] = fail(random);
        found += lastRateShift(fails) ? 1 : 0;
      }
      QVERIFY2(found <= 10, qPrintable(QString::number(found)));
    }
  }

  // The runs it asks for decide, and one run less does not.
  void moreRunsDecide() {
    for (const std::size_t runs : {std::size_t(0), std::size_t(1), std::size_t(20), std::size_t(70)}) {
      const auto more = judgeRate({.fails = 0, .runs = runs}).moreRuns;
      QVERIFY(more && *more > 0);
      QCOMPARE(int(judgeRate({.fails = 0, .runs = runs + *more}).rateClass), int(RateClass::Healthy));
      QCOMPARE(int(judgeRate({.fails = 0, .runs = runs + *more - 1}).rateClass), int(RateClass::CannotTell));
    }
    QCOMPARE(*judgeRate({.fails = 5, .runs = 5}).moreRuns, std::size_t(6));
  }

  void alwaysGreenIsNeverFlaky() {
    for (std::size_t runs = 0; runs < 400; ++runs)
      QVERIFY(judgeRate({.fails = 0, .runs = runs}).rateClass != RateClass::Flaky);
  }

  // Over all numbers of runs, a rate of 5 % is hardly ever called healthy.
  void fivePercentIsNotHealthy() {
    for (std::size_t n = 20; n <= 300; n += 47) {
      double wrong = 0;
      for (std::size_t k = 0; k <= n; ++k) {
        if (judgeRate({.fails = k, .runs = n}).rateClass != RateClass::Healthy) continue;
        const double logChoices = std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(n - k) + 1);
        wrong += std::exp(logChoices + double(k) * std::log(0.05) + double(n - k) * std::log(0.95));
      }
      QVERIFY2(wrong <= 0.01, qPrintable(QString::number(wrong)));
    }
  }

  void strata() {
    // Fisher's tea: 3 of 4 against 1 of 4.
    QVERIFY(std::abs(fisherExact({.fails = 3, .runs = 4}, {.fails = 1, .runs = 4}) - 0.4857142857) < 1e-9);
    QCOMPARE(fisherExact({.fails = 0, .runs = 4}, {.fails = 0, .runs = 9}), 1.0);
    QCOMPARE(fisherExact({.fails = 4, .runs = 4}, {.fails = 9, .runs = 9}), 1.0);
    const std::vector<RunCount> machines{{.fails = 1, .runs = 50}, {.fails = 20, .runs = 50}, {.fails = 2, .runs = 50}};
    const std::vector<double> q = strataQ(machines);
    QVERIFY(q[1] < 1e-6);
    const std::vector<RunCount> equal{{.fails = 3, .runs = 50}, {.fails = 4, .runs = 50}, {.fails = 2, .runs = 50}};
    for (const double each : strataQ(equal)) QVERIFY(each > 0.5);
    QVERIFY(strataQ({}).empty());
  }

  void falseDiscoveries() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    // The example of Benjamini and Hochberg (1995): four of fifteen at 5 %.
    const std::vector<double> p{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000};
    std::vector<double> shuffled = p;
    std::ranges::shuffle(shuffled, std::mt19937(1));
    shuffled.push_back(kNan);
    int discoveries = 0;
    const std::vector<double> q = falseDiscoveryRates(shuffled);
    for (std::size_t i = 0; i < p.size(); ++i) {
      QVERIFY(q[i] >= shuffled[i] && q[i] <= 1);
      discoveries += q[i] <= 0.05 ? 1 : 0;
    }
    QCOMPARE(discoveries, 4);
    QVERIFY(std::isnan(q.back()));
    QVERIFY(falseDiscoveryRates({}).empty());
    QCOMPARE(falseDiscoveryRates(std::vector<double>{0.2}), (std::vector<double>{0.2}));
  }
};

QTEST_GUILESS_MAIN(RatesTest)
#include "rates_test.moc"
