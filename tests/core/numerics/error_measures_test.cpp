// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/errors/error_measures.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "tests/core/numerics/pair_maker.h"

using namespace plumbline::numerics;
using plumbline::testing::tensorOf;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::uint64_t ulps(Dtype dtype, double a, double b) {
  const Tensor x = scalarTensor(a, dtype), y = scalarTensor(b, dtype);
  return largestUlp(dtype, x.storage.bytes.data(), y.storage.bytes.data(), 1).distance;
}

}  // namespace

class ErrorMeasuresTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void ulpsCountTheNumbersBetween() {
    QCOMPARE(ulps(Dtype::Float64, 1, 1), 0U);
    QCOMPARE(ulps(Dtype::Float64, 1, std::nextafter(1, 2)), 1U);
    QCOMPARE(ulps(Dtype::Float64, 1, 2), std::uint64_t{1} << 52);
    QCOMPARE(ulps(Dtype::Float32, 1, 2), std::uint64_t{1} << 23);
    QCOMPARE(ulps(Dtype::Float16, 1, 2), std::uint64_t{1} << 10);
    QCOMPARE(ulps(Dtype::BFloat16, 1, 2), std::uint64_t{1} << 7);
    QCOMPARE(ulps(Dtype::BFloat16, 2, 1), std::uint64_t{1} << 7);
  }
  static void ulpsGoThroughZero() {
    const double least = std::numeric_limits<double>::denorm_min();
    QCOMPARE(ulps(Dtype::Float64, 0.0, -0.0), 0U);
    QCOMPARE(ulps(Dtype::Float64, least, -least), 2U);
    QCOMPARE(ulps(Dtype::Float32, -0.0, static_cast<double>(std::numeric_limits<float>::denorm_min())), 1U);
    QCOMPARE(ulps(Dtype::Float64, kInfinite, -kInfinite), 2 * std::uint64_t{0x7FF0000000000000});
  }
  static void ulpsOfInfinityAndNan() {
    QCOMPARE(ulps(Dtype::Float32, static_cast<double>(std::numeric_limits<float>::max()), kInfinite), 1U);
    for (const Dtype dtype : {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16}) {
      QVERIFY(hasUlps(dtype));
      QCOMPARE(ulps(dtype, kNan, kNan), 0U);
      QCOMPARE(ulps(dtype, kNan, -kNan), 0U);
      QCOMPARE(ulps(dtype, kNan, 1), kNoUlps);
      QCOMPARE(ulps(dtype, kInfinite, kNan), kNoUlps);
    }
    QVERIFY(!hasUlps(Dtype::Int32) && !hasUlps(Dtype::Float8E5M2) && !hasUlps(Dtype::Complex64));
    QCOMPARE(ulpValue(kNoUlps), kInfinite);
    QCOMPARE(ulpValue(7), 7.0);
  }
  static void ulpsTakeTheFirstOfTheLargest() {
    const Tensor a = tensorOf(Dtype::Float32, {1, 1, 1, 1}, {4});
    const Tensor b = tensorOf(Dtype::Float32, {1, 2, 1.5, 2}, {4});
    const LargestUlp found = largestUlp(Dtype::Float32, a.storage.bytes.data(), b.storage.bytes.data(), 4);
    QCOMPARE(found.at, 1U);
    QCOMPARE(found.distance, std::uint64_t{1} << 23);
  }

  static void errorsOfWhatIsNotFinite() {
    QCOMPARE(absoluteError(1, 3), 2.0);
    QCOMPARE(absoluteError(kInfinite, kInfinite), 0.0);
    QCOMPARE(absoluteError(kNan, kNan), 0.0);
    QCOMPARE(absoluteError(kInfinite, -kInfinite), kInfinite);
    QCOMPARE(absoluteError(1, kInfinite), kInfinite);
    QVERIFY(std::isnan(absoluteError(1, kNan)) && std::isnan(absoluteError(kNan, kInfinite)));
    QCOMPARE(relativeError(-4, 1), 0.25);
    QCOMPARE(relativeError(0, 0), 0.0);
    QCOMPARE(relativeError(0, 1e-9), kInfinite);
    QCOMPARE(relativeError(kInfinite, kInfinite), kInfinite);
    QCOMPARE(relativeError(kInfinite, 0), 0.0);
    QVERIFY(std::isnan(relativeError(2, kNan)));
  }
  static void largestPutsNanAboveAllAndTakesTheFirst() {
    Largest largest;
    QVERIFY(largest.isEmpty());
    const std::vector<double> first{0, 2, 2, 1}, second{2, kInfinite}, third{5, kNan, kNan};
    largest.add(first.data(), first.size(), 0);
    QCOMPARE(largest.flat(), 1);
    largest.add(second.data(), second.size(), 4);
    QCOMPARE(largest.flat(), 5);
    largest.add(third.data(), third.size(), 6);
    QCOMPARE(largest.flat(), 7);
    largest.add(third.data(), third.size(), 9);
    QCOMPARE(largest.flat(), 7);
    QVERIFY(std::isnan(largest.value()));
    Largest fromNan;
    fromNan.add(third.data() + 1, 2, 0);
    QCOMPARE(fromNan.flat(), 0);
  }

  static void binsAreHalfOpenPowersOfTen() {
    BinCounter counter;
    const std::vector<double> errors{0, 1, 9.999999, 10, 0.1, 0.09999, kNan, kInfinite};
    counter.add(errors.data(), errors.size());
    const ErrorBins bins = counter.bins();
    QCOMPARE(bins.firstExponent, -2);
    QCOMPARE(bins.counts, (std::vector<std::int64_t>{1, 1, 2, 1}));
    QCOMPARE(bins.zero, 1);
    QCOMPARE(bins.notFinite, 2);
    QVERIFY(BinCounter().bins().counts.empty());
  }
  static void eachPowerOfTenBeginsItsBin() {
    for (int power = -323; power <= 308; ++power) {
      const double edge = QByteArray("1e" + QByteArray::number(power)).toDouble();
      for (const bool isBelow : {false, true}) {
        const double value = isBelow ? std::nextafter(edge, 0) : edge;
        if (value == 0) continue;
        BinCounter counter;
        counter.add(&value, 1);
        QCOMPARE(counter.bins().firstExponent, isBelow ? power - 1 : power);
      }
    }
    for (const double value : {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()}) {
      BinCounter counter;
      counter.add(&value, 1);
      QCOMPARE(counter.bins().firstExponent, value < 1 ? -324 : 308);
    }
  }

  static void binsOfABlockAreThoseOfItsErrors() {
    std::mt19937_64 random(12);
    for (int round = 0; round < 2000; ++round) {
      // Some blocks share few bins, others have every size of number; zeros, subnormals, infinities and NaN among them.
      const int decades = round % 4 == 0 ? 640 : round % 15;
      const int top = round % 3 == 0 ? -308 : round % 3 == 1 ? 0 : 308;
      std::vector<double> errors(random() % 100);
      for (double& error : errors) {
        const int power = top - static_cast<int>(random() % static_cast<std::uint64_t>(decades + 1));
        error = std::pow(10.0, power) * (random() % 4 == 0 ? 1 : 1.7);
        if (random() % 8 == 0) error = 0;
        if (round % 10 == 0 && random() % 50 == 0) error = random() % 2 == 0 ? kNan : kInfinite;
      }
      BinCounter block, single;
      block.add(blockSums(errors.data(), errors.size()).range, errors.data(), errors.size());
      single.add(errors.data(), errors.size());
      QCOMPARE(block.bins().firstExponent, single.bins().firstExponent);
      QCOMPARE(block.bins().counts, single.bins().counts);
      QCOMPARE(block.bins().zero, single.bins().zero);
      QCOMPARE(block.bins().notFinite, single.bins().notFinite);
    }
  }

  static void sumsOfProductsStayInRange() {
    const std::vector<double> huge(2048, 1e200), tiny(2048, 1e-200);
    QCOMPARE(static_cast<double>(productSum(huge.data(), tiny.data(), huge.size())), 2048.0);
    QVERIFY(productSum(huge.data(), huge.data(), huge.size()) > 1e308L);
    QVERIFY(productSum(tiny.data(), tiny.data(), tiny.size()) > 0);
    const std::vector<double> most(5, std::numeric_limits<double>::max());
    QVERIFY(std::isfinite(blockSums(most.data(), most.size()).sum));
  }
  static void sumsDoNotDrift() {
    // 0.1 two million times: a running sum in double is wrong from the eleventh digit on.
    const std::vector<double> block(2048, 0.1);
    long double sum = 0;
    for (int i = 0; i < 1024; ++i) sum += blockSums(block.data(), block.size()).sum;
    QVERIFY(std::abs(static_cast<double>(sum) / (2048.0 * 1024.0 * 0.1) - 1) < 3e-15);
  }

  static void aZeroKeepsTheSignOfTheFirst() {
    std::vector<double> values(16, 0.0);
    values[3] = -0.0;
    SideCounter first;
    QVERIFY(first.add(values.data(), values.size(), 0) == 0);
    QVERIFY(!std::signbit(first.statistics().min) && !std::signbit(first.statistics().max));
    values[0] = -0.0;
    SideCounter second;
    second.add(values.data(), values.size(), 0);
    QVERIFY(std::signbit(second.statistics().min) && std::signbit(second.statistics().max));
  }
  static void noErrorOfZeroIsNoRelativeError() {
    std::vector<double> ref(20, 0.0), errors(20, 0.0), relative(20);
    ref[2] = 4;
    errors[2] = 1;
    const Range range = relativeErrors(ref.data(), errors.data(), ref.size(), relative.data());
    QVERIFY(range.areFinite && range.min == 0 && range.max == 0.25);
    QCOMPARE(relative[1], 0.0);
  }

  static void sidesCountAndPlaceWhatIsNotFinite() {
    SideCounter side;
    const std::vector<double> first{1, -3}, second{kNan, 5, -kInfinite, kNan};
    side.add(first.data(), first.size(), 0);
    QVERIFY(side.hasOnlyFinite());
    side.add(second.data(), second.size(), 2);
    QVERIFY(!side.hasOnlyFinite());
    const SideStatistics so = side.statistics();
    QCOMPARE(so.nans, 2);
    QCOMPARE(so.infinities, 1);
    QCOMPARE(so.firstNan, std::optional<std::int64_t>(2));
    QCOMPARE(so.firstInfinity, std::optional<std::int64_t>(4));
    QCOMPARE(so.min, -3.0);
    QCOMPARE(so.max, 5.0);
    QCOMPARE(so.mean, 1.0);
    QVERIFY(std::isnan(SideCounter().statistics().mean) && std::isnan(SideCounter().statistics().min));
  }
};

QTEST_APPLESS_MAIN(ErrorMeasuresTest)
#include "error_measures_test.moc"
