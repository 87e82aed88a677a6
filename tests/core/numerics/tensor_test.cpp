// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/tensor.h"

#include <QTest>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/numerics/tensors/dtype.h"

using namespace plumbline::numerics;

namespace {

template <typename T, std::size_t N>
Tensor tensorOf(Dtype dtype, const std::array<T, N>& numbers, std::vector<std::int64_t> sizes) {
  auto memory = std::make_shared<std::vector<std::byte>>(sizeof(T) * N);
  std::memcpy(memory->data(), numbers.data(), memory->size());
  Tensor tensor{.dtype = dtype, .sizes = std::move(sizes)};
  tensor.strides = contiguousStrides(tensor.sizes);
  tensor.storage = {.owner = memory, .bytes = *memory};
  return tensor;
}

const std::array<std::int32_t, 6> kSix{0, 1, 2, 3, 4, 5};

}  // namespace

class TensorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void countsElements() {
    const std::vector<std::int64_t> none, empty{3, 0, 2}, usual{3, 2};
    QCOMPARE(elementCount(none), 1);
    QCOMPARE(elementCount(empty), 0);
    QCOMPARE(elementCount(usual), 6);
  }
  static void refusesCountsThatOverflow() {
    const std::int64_t huge = std::int64_t{1} << 62;
    QVERIFY(!checkedElementCount(std::vector<std::int64_t>{huge, 2}));
    QVERIFY(!checkedElementCount(std::vector<std::int64_t>{huge, 2, 0}));
    QVERIFY(!checkedElementCount(std::vector<std::int64_t>{0, -1}));
    QCOMPARE(checkedElementCount(std::vector<std::int64_t>{huge, 0}), std::optional<std::int64_t>(0));
  }
  static void contiguousIsRowMajor() {
    Tensor tensor = tensorOf(Dtype::Int32, kSix, {2, 3});
    QVERIFY(isContiguous(tensor));
    tensor.strides = {1, 2};
    QVERIFY(!isContiguous(tensor));
    tensor.sizes = {1, 3};
    tensor.strides = {77, 1};  // the stride of a size of one asks for nothing
    QVERIFY(isContiguous(tensor));
    tensor.sizes = {0, 3};
    tensor.strides = {5, 7};
    QVERIFY(isContiguous(tensor));
    QVERIFY(elementBytes(tensor).empty());
  }
  static void bytesBeginAtTheOffset() {
    Tensor tensor = tensorOf(Dtype::Int32, kSix, {2});
    tensor.offset = 3;
    QCOMPARE(elementBytes(tensor).size(), std::size_t{8});
    QVERIFY(elementBytes(tensor).data() == tensor.storage.bytes.data() + 12);
    QCOMPARE(elementAt(tensor, 1), 4.0);
  }
  static void stridesOfEmptyTensorsAreTorchs() {
    QCOMPARE(contiguousStrides(std::vector<std::int64_t>{3, 0, 2}), (std::vector<std::int64_t>{2, 2, 1}));
  }
  static void placesFollowTheStrides() {
    Tensor tensor = tensorOf(Dtype::Int32, kSix, {3, 2});
    tensor.strides = {1, 3};  // a transposed 2 x 3
    QCOMPARE(elementText(tensor, 1), std::string("3"));
    QCOMPARE(elementText(tensor, 4), std::string("2"));
    tensor.strides = {0, 1};  // expanded
    QCOMPARE(elementText(tensor, 5), std::string("1"));
    QCOMPARE(indexOf(4, tensor.sizes), (std::vector<std::int64_t>{2, 0}));
  }
  static void textsAreTorchs() {
    const std::vector<std::int64_t> none, usual{3, 2};
    QCOMPARE(sizeText(none), std::string("torch.Size([])"));
    QCOMPARE(sizeText(usual), std::string("torch.Size([3, 2])"));
    QCOMPARE(shapeText(none), std::string("scalar"));
    QCOMPARE(shapeText(usual), std::string("3 x 2"));
    QCOMPARE(indexText(none), std::string("[]"));
    QCOMPARE(indexText(usual), std::string("[3, 2]"));
  }
  static void floatsReadAsInPython_data() {
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << 1.0 << "1.0";
    QTest::newRow("tenth") << 0.1 << "0.1";
    QTest::newRow("tenth in float32") << double{0.1F} << "0.10000000149011612";
    QTest::newRow("least fixed") << 0.0001 << "0.0001";
    QTest::newRow("small") << 0.00001 << "1e-05";
    QTest::newRow("most fixed") << 9999999999999998.0 << "9999999999999998.0";
    QTest::newRow("large") << 1e16 << "1e+16";
    QTest::newRow("larger") << 1.5e300 << "1.5e+300";
    QTest::newRow("digits") << 123456789012345680.0 << "1.2345678901234568e+17";
    QTest::newRow("subnormal") << 5e-324 << "5e-324";
    QTest::newRow("minus zero") << -0.0 << "-0.0";
    QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << "-inf";
    QTest::newRow("nan") << std::nan("") << "nan";
  }
  static void floatsReadAsInPython() {
    QFETCH(double, number);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(floatText(number)), text);
  }
  static void integersAreExact() {
    const std::array<std::int64_t, 2> numbers{9007199254740993, std::numeric_limits<std::int64_t>::min()};
    const Tensor tensor = tensorOf(Dtype::Int64, numbers, {2});
    QCOMPARE(elementText(tensor, 0), std::string("9007199254740993"));
    QCOMPARE(elementText(tensor, 1), std::string("-9223372036854775808"));
    const Tensor unsignedOne = tensorOf(Dtype::UInt64, std::array<std::uint64_t, 1>{~std::uint64_t{0}}, {});
    QCOMPARE(elementText(unsignedOne, 0), std::string("18446744073709551615"));
    QCOMPARE(elementText(tensorOf(Dtype::Bool, std::array<char, 2>{0, 7}, {2}), 1), std::string("True"));
    QCOMPARE(elementText(tensorOf(Dtype::Int8, std::array<char, 1>{'\xff'}, {1}), 0), std::string("-1"));
  }
  static void complexReadsAsInPython_data() {
    QTest::addColumn<double>("real");
    QTest::addColumn<double>("imaginary");
    QTest::addColumn<QString>("text");
    QTest::newRow("usual") << 1.0 << 2.0 << "(1+2j)";
    QTest::newRow("negative") << -1.5 << -2.0 << "(-1.5-2j)";
    QTest::newRow("imaginary alone") << 0.0 << 2.0 << "2j";
    QTest::newRow("minus zero shows") << -0.0 << 2.0 << "(-0+2j)";
    QTest::newRow("nan") << 1.0 << std::nan("") << "(1+nanj)";
  }
  static void complexReadsAsInPython() {
    QFETCH(double, real);
    QFETCH(double, imaginary);
    QFETCH(QString, text);
    const Tensor tensor = tensorOf(Dtype::Complex128, std::array<double, 2>{real, imaginary}, {});
    QCOMPARE(QString::fromStdString(elementText(tensor, 0)), text);
    QCOMPARE(elementAt(tensor, 0), real);
  }
  static void otherByteOrderIsTurned() {
    Tensor tensor = tensorOf(Dtype::Float32, std::array<unsigned char, 4>{0x3F, 0x80, 0, 0}, {1});
    tensor.storage.isSwapped = true;
    QCOMPARE(elementText(tensor, 0), std::string("1.0"));
    Tensor complex = tensorOf(Dtype::Complex64, std::array<unsigned char, 8>{0x3F, 0x80, 0, 0, 0x40, 0, 0, 0}, {1});
    complex.storage.isSwapped = true;
    QCOMPARE(elementText(complex, 0), std::string("(1+2j)"));
  }
  static void unalignedBytesAreFine() {
    Tensor tensor = tensorOf(Dtype::Float64, std::array<double, 2>{1.0, 2.0}, {1});
    auto memory = std::make_shared<std::vector<std::byte>>(9);
    std::memcpy(memory->data() + 1, tensor.storage.bytes.data(), 8);
    tensor.storage = {.owner = memory, .bytes = std::span<const std::byte>(*memory).subspan(1)};
    QCOMPARE(elementAt(tensor, 0), 1.0);
  }
  static void halvesRoundTrip() {
    for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
      const auto pattern = static_cast<std::uint16_t>(bits);
      if ((bits & 0x7FFFU) <= 0x7C00U) QCOMPARE(floatToHalf(halfToFloat(pattern)), pattern);
      else QVERIFY(std::isnan(halfToFloat(pattern)));
      if ((bits & 0x7FFFU) <= 0x7F80U) QCOMPARE(floatToBFloat16(bfloat16ToFloat(pattern)), pattern);
    }
  }
  static void narrowingTakesTheEvenOfTwo() {
    QCOMPARE(floatToHalf(2049.0F), floatToHalf(2048.0F));
    QCOMPARE(floatToHalf(2051.0F), floatToHalf(2052.0F));
    QCOMPARE(floatToHalf(65519.9F), std::uint16_t{0x7BFF});
    QCOMPARE(floatToHalf(65520.0F), std::uint16_t{0x7C00});
    QCOMPARE(floatToHalf(0x1p-25F), std::uint16_t{0});
    QCOMPARE(floatToHalf(0x1.8p-24F), std::uint16_t{2});
    QCOMPARE(floatToBFloat16(257.0F), floatToBFloat16(256.0F));
    QCOMPARE(floatToBFloat16(std::numeric_limits<float>::max()), std::uint16_t{0x7F80});
  }
  static void float8HasItsFourForms() {
    QCOMPARE(float8ToFloat(0x7E, Dtype::Float8E4M3Fn), 448.0F);
    QCOMPARE(float8ToFloat(0x01, Dtype::Float8E4M3Fn), 0x1p-9F);
    QVERIFY(std::isnan(float8ToFloat(0xFF, Dtype::Float8E4M3Fn)));
    QCOMPARE(float8ToFloat(0x7B, Dtype::Float8E5M2), 57344.0F);
    QVERIFY(std::isinf(float8ToFloat(0xFC, Dtype::Float8E5M2)));
    QCOMPARE(float8ToFloat(0x7F, Dtype::Float8E4M3FnUz), 240.0F);
    QCOMPARE(float8ToFloat(0x7F, Dtype::Float8E5M2FnUz), 57344.0F);
    QVERIFY(std::isnan(float8ToFloat(0x80, Dtype::Float8E5M2FnUz)));
    for (const Dtype dtype : {Dtype::Float8E4M3Fn, Dtype::Float8E5M2, Dtype::Float8E4M3FnUz, Dtype::Float8E5M2FnUz})
      for (unsigned bits = 0; bits < 256; ++bits) {
        const float value = float8ToFloat(static_cast<std::uint8_t>(bits), dtype);
        if (!std::isnan(value)) QCOMPARE(floatToFloat8(value, dtype), static_cast<std::uint8_t>(bits));
      }
  }
  static void scalarsHoldOneNumber() {
    for (std::size_t i = 0; i < kDtypeCount; ++i) {
      const auto dtype = static_cast<Dtype>(i);
      QCOMPARE(elementAt(scalarTensor(1.0, dtype), 0), 1.0);
      QCOMPARE(elementCount(scalarTensor(1.0, dtype)), 1);
    }
    QCOMPARE(elementText(scalarTensor(0.1, Dtype::Float16), 0), std::string("0.0999755859375"));
    QCOMPARE(elementText(scalarTensor(300.0, Dtype::UInt8), 0), std::string("255"));
    QCOMPARE(elementText(scalarTensor(1e30, Dtype::Int64), 0), std::string("9223372036854775807"));
  }
};

QTEST_GUILESS_MAIN(TensorTest)
#include "tensor_test.moc"
