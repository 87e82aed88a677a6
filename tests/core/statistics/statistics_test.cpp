// SPDX-License-Identifier: GPL-3.0-or-later
// Means and histograms.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/statistics/statistics.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using statistics::BinScale;
using statistics::Mean;
using Numbers = std::vector<double>;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMost = std::numeric_limits<double>::max();

void compare(const Mean& mean, double value, int count, int leftOut) {
  QCOMPARE(int(mean.count), count);
  QCOMPARE(int(mean.leftOut), leftOut);
  if (std::isnan(value))
    QVERIFY(std::isnan(mean.value));
  else
    QVERIFY2(std::abs(mean.value - value) <= 1e-12 * std::abs(value), qPrintable(QString::number(mean.value, 'g', 17)));
}

}  // namespace

void DiffTest::means_data() {
  QTest::addColumn<Numbers>("values");
  QTest::addColumn<double>("geometric");
  QTest::addColumn<int>("geometricCount");
  QTest::addColumn<double>("arithmetic");
  QTest::addColumn<double>("middle");
  QTest::addColumn<int>("finite");
  QTest::newRow("none") << Numbers{} << kNan << 0 << kNan << kNan << 0;
  QTest::newRow("one") << Numbers{3} << 3.0 << 1 << 3.0 << 3.0 << 1;
  QTest::newRow("two") << Numbers{8, 2} << 4.0 << 2 << 5.0 << 5.0 << 2;
  QTest::newRow("three") << Numbers{9, 1, 3} << 3.0 << 3 << 13.0 / 3 << 3.0 << 3;
  QTest::newRow("zero is no factor") << Numbers{0, 4} << 4.0 << 1 << 2.0 << 2.0 << 2;
  QTest::newRow("nor is less") << Numbers{-2, 4} << 4.0 << 1 << 1.0 << 1.0 << 2;
  QTest::newRow("not finite") << Numbers{kNan, kInf, -kInf, 4} << 4.0 << 1 << 4.0 << 4.0 << 1;
  QTest::newRow("nothing usable") << Numbers{kNan, kInf} << kNan << 0 << kNan << kNan << 0;
  QTest::newRow("product overflows") << Numbers{1e300, 1e300, 1e300} << 1e300 << 3 << 1e300 << 1e300 << 3;
  QTest::newRow("product underflows") << Numbers{1e-300, 1e-300} << 1e-300 << 2 << 1e-300 << 1e-300 << 2;
  QTest::newRow("sum overflows") << Numbers{kMost, kMost} << kMost << 2 << kMost << kMost << 2;
}

void DiffTest::means() {
  QFETCH(Numbers, values);
  QFETCH(int, finite);
  QFETCH(int, geometricCount);
  const int all = int(values.size());
  QFETCH(double, geometric);
  compare(statistics::geometricMean(values), geometric, geometricCount, all - geometricCount);
  QFETCH(double, arithmetic);
  compare(statistics::arithmeticMean(values), arithmetic, finite, all - finite);
  QFETCH(double, middle);
  compare(statistics::median(values), middle, finite, all - finite);
}

void DiffTest::bins_data() {
  QTest::addColumn<Numbers>("values");
  QTest::addColumn<bool>("isLog");
  QTest::addColumn<int>("wanted");
  QTest::addColumn<int>("bins");
  QTest::addColumn<int>("counted");
  const auto row = [](const char* tag, const Numbers& values, bool isLog, int wanted, int bins, int counted) {
    QTest::newRow(tag) << values << isLog << wanted << bins << counted;
  };
  row("nothing", {}, false, 10, 0, 0);
  row("no bins wanted", {1, 2}, false, 0, 0, 0);
  row("nothing usable", {kNan, kInf}, false, 10, 0, 0);
  row("nothing positive", {-1, 0}, true, 10, 0, 0);
  row("ten", {0, 1, 2, 3, 10}, false, 10, 10, 5);
  row("log", {0.01, 1, 100}, true, 4, 4, 3);
  row("log leaves zero out", {0, -3, 1, 100}, true, 4, 4, 2);
  row("one value", {5}, false, 10, 1, 1);
  row("one value many times", {5, 5, 5}, true, 10, 1, 3);
  row("zero alone", {0}, false, 10, 1, 1);
  row("largest alone", {kMost}, true, 10, 1, 1);
  row("smallest alone", {std::numeric_limits<double>::denorm_min()}, true, 10, 1, 1);
  row("whole range", {-kMost, kMost}, false, 4, 4, 2);
  row("not finite has no place", {1, 2, kNan, kInf, -kInf}, false, 3, 3, 2);
  // Between neighbours there is no room for ten edges.
  row("neighbours", {1, std::nextafter(1.0, 2.0)}, false, 10, 1, 2);
}

void DiffTest::bins() {
  QFETCH(Numbers, values);
  QFETCH(bool, isLog);
  QFETCH(int, wanted);
  const auto made =
      statistics::commonBins(values, {}, isLog ? BinScale::Logarithmic : BinScale::Linear, std::size_t(wanted));
  const auto counts = statistics::countInto(made, values);
  QTEST(int(counts.size()), "bins");
  std::size_t sum = 0;
  for (const std::size_t count : counts) sum += count;
  QTEST(int(sum), "counted");
  for (std::size_t i = 1; i < made.edges.size(); ++i) {
    QVERIFY(std::isfinite(made.edges[i - 1]) && std::isfinite(made.edges[i]));
    QVERIFY(made.edges[i - 1] < made.edges[i]);
  }
}

void DiffTest::binsOverTwoSets() {
  const Numbers one = {0, 1, 1, 4};
  const Numbers other = {3, 8};
  const auto bins = statistics::commonBins(one, other, BinScale::Linear, 4);
  QCOMPARE(bins.edges, (Numbers{0, 2, 4, 6, 8}));
  // 4 is the lower edge of the third bin; 8, the upper edge of all, belongs to the last.
  QCOMPARE(statistics::countInto(bins, one), (std::vector<std::size_t>{3, 0, 1, 0}));
  QCOMPARE(statistics::countInto(bins, other), (std::vector<std::size_t>{0, 1, 0, 1}));
}
