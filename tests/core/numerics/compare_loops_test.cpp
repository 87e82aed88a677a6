// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/kernels/compare_loops.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/numerics/errors/error_measures.h"
#include "core/numerics/kernels/block_reader.h"

using namespace plumbline::numerics;

namespace {

constexpr Dtype kDtypes[] = {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16, Dtype::Bool,
                             Dtype::UInt8,   Dtype::Int8,    Dtype::Int16,   Dtype::Int32,    Dtype::Int64,
                             Dtype::UInt16,  Dtype::UInt32,  Dtype::UInt64};

/// Bits is memory of random patterns: numbers of every size, NaN, infinities, subnormal ones.
std::vector<std::uint64_t> randomBits(std::mt19937_64& random, std::size_t bytes) {
  std::vector<std::uint64_t> words(bytes / 8 + 1);
  for (std::uint64_t& word : words) word = random();
  return words;
}

/// nearby makes most elements of `from` differ from those of `to` by little, so that every answer occurs.
void nearby(std::mt19937_64& random, Dtype dtype, const std::vector<std::uint64_t>& from,
            std::vector<std::uint64_t>& to, std::size_t count) {
  to = from;
  auto* bytes = static_cast<unsigned char*>(static_cast<void*>(to.data()));
  const std::size_t item = itemSize(dtype);
  for (std::size_t i = 0; i < count; ++i)
    if (random() % 4 == 0) bytes[i * item] = static_cast<unsigned char>(bytes[i * item] + random() % 5 - 2);
}

/// PlainFigures are the figures of a block in plain code: eight sums side by side, which a wider one takes up after every
/// 256 elements.
struct PlainFigures {
  long double sum = 0, squares = 0, products = 0, size = 0;
  double min = std::numeric_limits<double>::infinity(), max = -min;
  bool areFinite = true;

  PlainFigures(const std::vector<double>& x, const std::vector<double>& y) {
    for (std::size_t at = 0; at < x.size(); at += 256) {
      std::array<std::array<double, 8>, 4> lanes{};
      for (std::size_t i = at; i < std::min(at + 256, x.size()); ++i) {
        const double product = x[i] * y[i];
        const std::array<double, 4> terms{x[i], x[i] * x[i], product, std::abs(product)};
        for (std::size_t term = 0; term < terms.size(); ++term) lanes[term][(i - at) % 8] += terms[term];
        min = x[i] < min ? x[i] : min;
        max = x[i] > max ? x[i] : max;
        areFinite = areFinite && std::isfinite(x[i]);
      }
      long double* sums[] = {&sum, &squares, &products, &size};
      for (std::size_t term = 0; term < lanes.size(); ++term) {
        const auto& of = lanes[term];
        *sums[term] += ((of[0] + of[1]) + (of[2] + of[3])) + ((of[4] + of[5]) + (of[6] + of[7]));
      }
    }
  }
};

}  // namespace

class CompareLoopsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void everyInstructionSetGivesTheSameAnswers() {
    std::mt19937_64 random(7);
    const CompareLoops &portable = portableLoops(), &fastest = fastestLoops();
    int close = 0, far = 0;
    for (const Dtype dtype : kDtypes)
      for (int round = 0; round < 3000; ++round) {
        const std::size_t count = 1 + random() % 40;
        const auto ref = randomBits(random, count * itemSize(dtype));
        std::vector<std::uint64_t> res;
        nearby(random, dtype, ref, res, count);
        CloseBounds bounds{0x1p-7, 0x1p-10, random() % 2 == 0};
        if (random() % 8 == 0) bounds = {0, -1, bounds.equalNan};
        const bool answer = portable.allClose(dtype, ref.data(), res.data(), count, bounds);
        QCOMPARE(fastest.allClose(dtype, ref.data(), res.data(), count, bounds), answer);
        QCOMPARE(fastest.hasNan(dtype, ref.data(), count), portable.hasNan(dtype, ref.data(), count));
        // A block is close when each of its elements is.
        bool each = true;
        const auto *x = static_cast<const std::byte*>(static_cast<const void*>(ref.data())),
                   *y = static_cast<const std::byte*>(static_cast<const void*>(res.data()));
        std::vector<std::uint8_t> mask(count, 2), other(count, 2);
        if (dtype != Dtype::Bool) {
          portable.closeMask(dtype, x, y, count, bounds, mask.data());
          fastest.closeMask(dtype, x, y, count, bounds, other.data());
          QVERIFY(mask == other);
        }
        for (std::size_t i = 0; i < count; ++i) {
          const bool isClose = portable.allClose(dtype, x + i * itemSize(dtype), y + i * itemSize(dtype), 1, bounds);
          if (dtype != Dtype::Bool) QCOMPARE(mask[i], static_cast<std::uint8_t>(isClose ? 1 : 0));
          each = each && isClose;
        }
        QCOMPARE(each, answer);
        (answer ? close : far) += 1;
      }
    QVERIFY(close > 1000 && far > 1000);
  }

  static void everyInstructionSetSumsToTheSameBits() {
    std::mt19937_64 random(8);
    for (const Dtype dtype : {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16})
      for (const std::size_t rows : {1U, 15U, 16U, 17U, 64U, 257U, 4096U, 5000U}) {
        const std::size_t count = rows * CascadeState<double>::kRow;
        std::vector<double> x(count), wide(count);
        for (double& value : x) value = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
        for (double& value : wide) value = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
        std::vector<std::byte> y(count * itemSize(dtype));
        convertBlock(Dtype::Float64, static_cast<const std::byte*>(static_cast<const void*>(wide.data())), dtype,
                     y.data(), count);
        CascadeState<double> a, b;
        portableLoops().addSquaredDifferences(a, x.data(), dtype, y.data(), rows);
        fastestLoops().addSquaredDifferences(b, x.data(), dtype, y.data(), rows);
        for (std::size_t level = 0; level < CascadeState<double>::kLevels; ++level)
          for (std::size_t lane = 0; lane < CascadeState<double>::kRow; ++lane)
            QVERIFY(a.sums[level][lane] == b.sums[level][lane]);
        QCOMPARE(a.row, static_cast<std::int64_t>(rows));
      }
  }

  static void everyInstructionSetGivesTheSameFigures() {
    const auto isSame = [](long double a, long double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    std::mt19937_64 random(10);
    for (int round = 0; round < 3000; ++round) {
      const std::size_t count = random() % 700;
      // Every third block has numbers of any size, infinities and NaN.
      auto bits = randomBits(random, count * 16);
      const auto value = [&](std::size_t i) {
        return round % 3 == 0 ? std::bit_cast<double>(bits[i]) : static_cast<double>(bits[i] >> 11) * 0x1p-53 - 0.5;
      };
      std::vector<double> x(count), y(count), one(count), other(count);
      for (std::size_t i = 0; i < count; ++i) {
        x[i] = value(i);
        y[i] = random() % 8 == 0 ? x[i] : value(count + i);
      }
      for (const CompareLoops* loops : {&portableLoops(), &fastestLoops()}) {
        const Moments moments = loops->moments(x.data(), count);
        const Products products = loops->products(x.data(), y.data(), count);
        const PlainFigures plain(x, y);
        QVERIFY(isSame(moments.sum, plain.sum) && isSame(moments.squares, plain.squares));
        QVERIFY(isSame(products.sum, plain.products) && isSame(products.size, plain.size));
        QVERIFY(moments.range.min == plain.min && moments.range.max == plain.max);
        QCOMPARE(moments.range.areFinite, plain.areFinite);
        const double limit = count > 0 ? y[count / 2] : 0;
        QCOMPARE(loops->countAtLeast(x.data(), count, limit),
                 static_cast<std::size_t>(std::ranges::count_if(x, [limit](double v) { return v >= limit; })));
        const bool areFinite = loops->absoluteErrors(x.data(), y.data(), count, one.data());
        const Range relative = loops->relativeErrors(x.data(), one.data(), count, other.data());
        bool isFinite = true, isRelativeFinite = true;
        for (std::size_t i = 0; i < count; ++i) {
          QVERIFY(isSame(one[i], std::abs(y[i] - x[i])) && isSame(other[i], one[i] / std::abs(x[i])));
          isFinite = isFinite && std::isfinite(one[i]);
          isRelativeFinite = isRelativeFinite && std::isfinite(other[i]);
        }
        QCOMPARE(areFinite, isFinite);
        QCOMPARE(relative.areFinite, isRelativeFinite);
        if (isRelativeFinite && count > 0) QCOMPARE(relative.max, *std::ranges::max_element(other));
      }
    }
  }

  static void everyInstructionSetWidensAndCountsUlps() {
    std::mt19937_64 random(11);
    int near = 0, far = 0;
    for (const Dtype dtype : {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16})
      for (int round = 0; round < 2000; ++round) {
        const std::size_t count = 1 + random() % 40;
        const auto ref = randomBits(random, count * itemSize(dtype));
        std::vector<std::uint64_t> res;
        nearby(random, dtype, ref, res, count);
        const auto *x = static_cast<const std::byte*>(static_cast<const void*>(ref.data())),
                   *y = static_cast<const std::byte*>(static_cast<const void*>(res.data()));
        std::vector<double> wide(count), expected(count);
        convertBlock(dtype, x, Dtype::Float64, static_cast<std::byte*>(static_cast<void*>(expected.data())), count);
        const std::uint64_t limit = random() % 3;
        bool hasNan = false;
        for (const double value : expected) hasNan = hasNan || std::isnan(value);
        const bool isWithin = !hasNan && !portableLoops().hasNan(dtype, y, count) && largestUlp(dtype, x, y, count).distance <= limit;
        for (const CompareLoops* loops : {&portableLoops(), &fastestLoops()}) {
          loops->widen(dtype, x, count, wide.data());
          for (std::size_t i = 0; i < count; ++i)
            QVERIFY(std::isnan(expected[i]) ? std::isnan(wide[i])
                                            : std::bit_cast<std::uint64_t>(wide[i]) == std::bit_cast<std::uint64_t>(expected[i]));
          QCOMPARE(loops->areWithinUlps(dtype, x, y, count, limit), isWithin);
        }
        (isWithin ? near : far) += 1;
      }
    QVERIFY(near > 300 && far > 300);
  }

  static void aSumDoesNotDependOnItsBlocks() {
    std::mt19937_64 random(9);
    for (const std::size_t count : {1U, 3U, 4U, 7U, 8U, 31U, 32U, 63U, 100U, 4099U, 70001U}) {
      std::vector<float> values(count);
      for (float& value : values) value = static_cast<float>(random() >> 40) * 0x1p-24F;
      const auto sumBy = [&](std::size_t block, const CompareLoops& loops) {
        CascadeSum<float> sum(static_cast<std::int64_t>(count));
        for (std::size_t at = 0; at < count; at += block)
          sum.addBlock(values.data() + at, std::min(block, count - at), loops);
        return sum.finish();
      };
      const float whole = sumBy(count + 32 - count % 32, portableLoops());
      QCOMPARE(sumBy(32, portableLoops()), whole);
      QCOMPARE(sumBy(512, fastestLoops()), whole);
      double exact = 0;
      for (const float value : values) exact += static_cast<double>(value);
      QVERIFY(std::abs(static_cast<double>(whole) - exact) <= 1e-5 * exact);
    }
  }
};

QTEST_GUILESS_MAIN(CompareLoopsTest)
#include "compare_loops_test.moc"
