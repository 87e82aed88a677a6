// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers are torch 1.13's; tests/parity/numerics_parity.py holds many more of them against it.
#include "core/numerics/kernels/compare_kernels.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <stop_token>

#include "pair_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
using plumbline::testing::Layout;
using plumbline::testing::tensorOf;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool isClose(const Tensor& ref, const Tensor& res, double rtol, double atol, bool equalNan = false) {
  return allClose({ref, ref.dtype}, {res, ref.dtype}, rtol, atol, equalNan).value();
}

struct Thousand {
  std::vector<double> fp64, ref, res;
  Thousand() {
    for (int i = 0; i < 1000; ++i) {
      fp64.push_back(i / 7.0);
      ref.push_back(fp64.back() + i % 13 * 1e-4);
      res.push_back(fp64.back() * 1.001);
    }
  }
};

}  // namespace

class CompareKernelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The bound for res = 1 and tolerances of 0.01 is 1.02; each dtype rounds on its way there.
  static void theBoundIsThatOfTheDtype_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<double>("last");
    QTest::addColumn<double>("beyond");
    QTest::newRow("bfloat16") << static_cast<int>(Dtype::BFloat16) << 0x1.04p+0 << 0x1.06p+0;
    QTest::newRow("float16") << static_cast<int>(Dtype::Float16) << 0x1.05p+0 << 0x1.054p+0;
    QTest::newRow("float32") << static_cast<int>(Dtype::Float32) << 0x1.051eb8p+0 << 0x1.051ebap+0;
    QTest::newRow("float64") << static_cast<int>(Dtype::Float64) << 0x1.051eb851eb851p+0 << 0x1.051eb851eb852p+0;
    QTest::newRow("int32") << static_cast<int>(Dtype::Int32) << 1.0 << 2.0;
    QTest::newRow("uint8") << static_cast<int>(Dtype::UInt8) << 1.0 << 0.0;
  }
  static void theBoundIsThatOfTheDtype() {
    QFETCH(int, dtype);
    QFETCH(double, last);
    QFETCH(double, beyond);
    const auto as = static_cast<Dtype>(dtype);
    const std::vector<double> ones(21, 1.0);
    std::vector<double> ref = ones;
    ref[17] = last;
    QVERIFY(isClose(tensorOf(as, ref, {21}), tensorOf(as, ones, {21}), 1e-2, 1e-2));
    ref[17] = beyond;
    QVERIFY(!isClose(tensorOf(as, ref, {21}), tensorOf(as, ones, {21}), 1e-2, 1e-2));
  }

  static void resIsTheScale() {
    const Tensor small = scalarTensor(100, Dtype::Float32), large = scalarTensor(110, Dtype::Float32);
    QVERIFY(isClose(small, large, 0.095, 1e-9));
    QVERIFY(!isClose(large, small, 0.095, 1e-9));
  }

  static void whatIsNotFinite_data() {
    QTest::addColumn<double>("ref");
    QTest::addColumn<double>("res");
    QTest::addColumn<bool>("plain");
    QTest::addColumn<bool>("equalNan");
    QTest::newRow("equal infinities") << kInfinity << kInfinity << true << true;
    QTest::newRow("opposite infinities") << kInfinity << -kInfinity << false << false;
    QTest::newRow("infinite res") << 1.0 << kInfinity << false << false;
    QTest::newRow("infinite ref") << kInfinity << 1.0 << false << false;
    QTest::newRow("two NaN") << kNan << kNan << false << true;
    QTest::newRow("NaN in ref") << kNan << 1.0 << false << false;
    QTest::newRow("NaN in res") << 1.0 << kNan << false << false;
    QTest::newRow("zeros of both signs") << 0.0 << -0.0 << true << true;
  }
  static void whatIsNotFinite() {
    QFETCH(double, ref);
    QFETCH(double, res);
    QFETCH(bool, plain);
    QFETCH(bool, equalNan);
    for (const Dtype dtype : {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16})
      for (const double tol : {0.0, 1e-3, 1.0}) {
        QCOMPARE(isClose(scalarTensor(ref, dtype), scalarTensor(res, dtype), tol, tol), plain);
        QCOMPARE(isClose(scalarTensor(ref, dtype), scalarTensor(res, dtype), tol, tol, true), equalNan);
      }
  }

  static void integersAreComparedAsFloat32() {
    const Tensor odd = scalarTensor(16777217, Dtype::Int64), even = scalarTensor(16777216, Dtype::Int64);
    QVERIFY(isClose(odd, even, 0, 1e-9));
    QVERIFY(!isClose(odd, even, 0, 0));
    QVERIFY(isClose(odd, odd, 0, 0));
    QVERIFY(!isClose(scalarTensor(1, Dtype::Bool), scalarTensor(0, Dtype::Bool), 1e-3, 1e-3));
    QVERIFY(isClose(scalarTensor(1, Dtype::Bool), scalarTensor(1, Dtype::Bool), 0, 0));
  }

  static void shapesAreBroadcast() {
    const Tensor cube = tensorOf(Dtype::Float32, {1, 2, 1, 2, 1, 2, 1, 2}, {2, 2, 2}),
                 pair = tensorOf(Dtype::Float32, {1, 2}, {2});
    QVERIFY(isClose(cube, pair, 1e-4, 1e-4));
    QVERIFY(isClose(pair, cube, 1e-4, 1e-4));
    QVERIFY(!isClose(cube, tensorOf(Dtype::Float32, {1, 3}, {2}), 1e-4, 1e-4));
    const Tensor empty = tensorOf(Dtype::Float32, {}, {0, 2});
    QVERIFY(isClose(empty, pair, 1e-4, 1e-4));
    const auto misfit =
        allClose({pair, pair.dtype}, {tensorOf(Dtype::Float32, {1, 2, 3}, {3}), pair.dtype}, 0, 0, false);
    QCOMPARE(misfit.error().code, base::ErrorCode::BadArgument);
    QCOMPARE(misfit.error().text,
             std::string("The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"));
  }

  static void dtypesWithoutAnAnswerAreRefused() {
    const Tensor complex = scalarTensor(1, Dtype::Complex32);
    QCOMPARE(allClose({complex, complex.dtype}, {complex, complex.dtype}, 0, 0, false).error().code,
             base::ErrorCode::BadArgument);
    QVERIFY(cosineSimilarity(complex, complex).isError());
    const Tensor fp64 = scalarTensor(1, Dtype::Float64), truth = scalarTensor(1, Dtype::Bool);
    QVERIFY(rmsePair(fp64, {complex, complex.dtype}, fp64).isError());
    QVERIFY(rmsePair(fp64, {truth, Dtype::Bool}, fp64)
                .error()
                .text.starts_with("Subtraction, the `-` operator, with a bool"));
  }

  static void theErrorsHaveTorchsLastBit_data() {
    QTest::addColumn<bool>("swapped");
    QTest::newRow("this byte order") << false;
    QTest::newRow("the other byte order") << true;
  }
  static void theErrorsHaveTorchsLastBit() {
    QFETCH(bool, swapped);
    const Thousand numbers;
    const Layout layout{.isSwapped = swapped};
    const std::vector<std::int64_t> sizes{20, 50};
    const Tensor fp64 = tensorOf(Dtype::Float64, numbers.fp64, sizes, layout),
                 ref = tensorOf(Dtype::Float32, numbers.ref, sizes, layout),
                 res = tensorOf(Dtype::BFloat16, numbers.res, sizes, layout);
    const RmsePair pair = rmsePair(fp64, {ref, ref.dtype}, res).value();
    QCOMPARE(pair.ref, 0x1.7271949bcaf42p-11);
    QCOMPARE(pair.res, 0x1.4b8464cbf85eep-3);
    // In transposed order the numbers are the same and lie the same way in memory.
    Tensor turned[3] = {fp64, ref, res};
    for (Tensor& tensor : turned) {
      std::swap(tensor.sizes[0], tensor.sizes[1]);
      std::swap(tensor.strides[0], tensor.strides[1]);
    }
    QCOMPARE(rmsePair(turned[0], {turned[1], turned[1].dtype}, turned[2]).value().res, pair.res);
  }

  static void aReferenceWithoutAxesIsNarrowed() {
    const Tensor fp64 = scalarTensor(1.1, Dtype::Float64), ref = tensorOf(Dtype::Float32, {1, 2, 3}, {3});
    QCOMPARE(rmsePair(fp64, {ref, ref.dtype}, ref).value().ref, 0x1.371626p+0);
  }

  static void emptyAndNanGiveNan() {
    const Tensor empty = tensorOf(Dtype::Float64, {}, {0});
    QVERIFY(std::isnan(rmsePair(empty, {empty, empty.dtype}, empty).value().ref));
    const Tensor good = tensorOf(Dtype::Float64, {1, 2}, {2}), bad = tensorOf(Dtype::Float64, {1, kNan}, {2});
    const RmsePair pair = rmsePair(good, {bad, bad.dtype}, good).value();
    QVERIFY(std::isnan(pair.ref));
    QCOMPARE(pair.res, 0.0);
    QVERIFY(std::isnan(rmsePair(bad, {good, good.dtype}, good).value().ref));
  }

  static void refIsCastFirst() {
    const Tensor fp64 = scalarTensor(1, Dtype::Float64), ref = scalarTensor(1.004, Dtype::Float32);
    QCOMPARE(rmsePair(fp64, {ref, Dtype::BFloat16}, ref).value().ref, 0x1p-7);
    QCOMPARE(rmsePair(fp64, {ref, Dtype::Int32}, ref).value().ref, 0.0);
  }

  static void cosineIsTorchs() {
    const Thousand numbers;
    const Tensor ref = tensorOf(Dtype::Float32, numbers.ref, {1000}),
                 res = tensorOf(Dtype::BFloat16, numbers.res, {10, 100});
    QCOMPARE(static_cast<double>(cosineSimilarity(ref, res).value()), 0x1.ffffdp-1);
    const Tensor zero = tensorOf(Dtype::Float32, {0, 0}, {2});
    QCOMPARE(cosineSimilarity(zero, zero).value(), 0.0F);
    QVERIFY(std::isnan(cosineSimilarity(scalarTensor(kNan, Dtype::Float32), zero).value()));
    const auto misfit = cosineSimilarity(tensorOf(Dtype::Float32, {1, 2, 3}, {3}), zero);
    QVERIFY(misfit.error().text.starts_with("The size of tensor a (3) must match the size of tensor b (2)"));
  }

  static void nanIsFoundInEveryFormat() {
    for (const Dtype dtype : {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16, Dtype::Float8E5M2}) {
      std::vector<double> numbers(5000, kInfinity);
      QVERIFY(!hasNan(tensorOf(dtype, numbers, {5000})).value());
      numbers[4999] = kNan;
      QVERIFY(hasNan(tensorOf(dtype, numbers, {5000})).value());
      QVERIFY(hasNan(tensorOf(dtype, numbers, {50, 100}, {.isTransposed = true, .isSwapped = true})).value());
    }
    QVERIFY(!hasNan(scalarTensor(3, Dtype::Int32)).value());
  }

  static void overlapsAreCounted() {
    const Tensor ref = tensorOf(Dtype::Bool, {1, 1, 0, 0}, {4}), res = tensorOf(Dtype::Bool, {1, 0, 1, 0}, {4});
    const OverlapCounts counts = overlapCounts(ref, res).value();
    QCOMPARE(counts.intersection, 1.0);
    QCOMPARE(counts.unionCount, 3.0);
    const OverlapCounts spread = overlapCounts(scalarTensor(1, Dtype::Bool), res).value();
    QCOMPARE(spread.unionCount, 4.0);
    QCOMPARE(spread.ref, 1.0);
    QCOMPARE(spread.res, 2.0);
  }

  static void truncatedFilesAndCancellationAreReported() {
    Tensor cut = tensorOf(Dtype::Float64, {1, 2, 3}, {3});
    const Tensor whole = cut;
    cut.storage.isWhole = [] { return false; };
    QCOMPARE(allClose({whole, whole.dtype}, {cut, cut.dtype}, 0, 0, false).error().code, base::ErrorCode::Changed);
    QCOMPARE(rmsePair(whole, {cut, cut.dtype}, whole).error().code, base::ErrorCode::Changed);
    QCOMPARE(rmsePair(cut, {whole, whole.dtype}, whole).error().code, base::ErrorCode::Changed);
    QCOMPARE(cosineSimilarity(whole, cut).error().code, base::ErrorCode::Changed);
    QCOMPARE(hasNan(cut).error().code, base::ErrorCode::Changed);
    std::stop_source stop;
    stop.request_stop();
    const base::Progress stopped(stop.get_token());
    QVERIFY(allClose({whole, whole.dtype}, {whole, whole.dtype}, 0, 0, false, stopped).isCancelled());
    QVERIFY(rmsePair(whole, {whole, whole.dtype}, whole, stopped).isCancelled());
    QVERIFY(cosineSimilarity(whole, whole, stopped).isCancelled());
    QVERIFY(hasNan(whole, stopped).isCancelled());
  }
};

QTEST_GUILESS_MAIN(CompareKernelsTest)
#include "compare_kernels_test.moc"
