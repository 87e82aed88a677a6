// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/dtype.h"

#include <QTest>

using namespace plumbline::numerics;

class DtypeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void everyNameLeadsBack() {
    for (std::size_t i = 0; i < kDtypeCount; ++i) {
      const auto dtype = static_cast<Dtype>(i);
      QCOMPARE(dtypeNamed(torchName(dtype)), dtype);
      QCOMPARE(dtypeNamed(shortName(dtype)), dtype);
      QCOMPARE(int{isFloating(dtype)} + int{isIntegral(dtype)} + int{isComplex(dtype)}, 1);
    }
  }
  static void secondNamesAreTorchs() {
    QCOMPARE(dtypeNamed("torch.half"), Dtype::Float16);
    QCOMPARE(dtypeNamed("long"), Dtype::Int64);
    QCOMPARE(dtypeNamed("double"), Dtype::Float64);
    QVERIFY(!dtypeNamed(""));
    QVERIFY(!dtypeNamed("torch."));
    QVERIFY(!dtypeNamed("float128"));
  }
  static void sizesAreBytes() {
    QCOMPARE(itemSize(Dtype::BFloat16), std::size_t{2});
    QCOMPARE(itemSize(Dtype::Complex128), std::size_t{16});
    QCOMPARE(itemSize(Dtype::Float8E5M2), std::size_t{1});
  }
  static void whatSameHasNoAnswerFor() {
    QVERIFY(canCompare(Dtype::Bool));
    QVERIFY(canCompare(Dtype::Float16));
    QVERIFY(!canCompare(Dtype::Complex64));
    QVERIFY(!canCompare(Dtype::Float8E4M3Fn));
  }
};

QTEST_GUILESS_MAIN(DtypeTest)
#include "dtype_test.moc"
