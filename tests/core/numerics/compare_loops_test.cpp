// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/kernels/compare_loops.h"

#include <QTest>
#include <random>
#include <vector>

#include "core/numerics/kernels/block_reader.h"

using namespace plumbline::numerics;

namespace {

constexpr Dtype kDtypes[] = {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16, Dtype::Bool,
                             Dtype::UInt8,   Dtype::Int8,    Dtype::Int16,   Dtype::Int32,    Dtype::Int64};

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
        for (std::size_t i = 0; i < count; ++i)
          each = each && portable.allClose(dtype, x + i * itemSize(dtype), y + i * itemSize(dtype), 1, bounds);
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
