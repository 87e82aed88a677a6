// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/kernels/block_reader.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "pair_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
using plumbline::testing::tensorOf;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// readAll gives what a reader gives in blocks of `atMost`, as float64.
std::vector<double> readAll(const Operand& operand, const std::vector<std::int64_t>& shape, std::size_t atMost = 3) {
  BlockReader reader({operand.tensor, operand.as}, shape);
  std::vector<double> all;
  for (std::size_t n = 0; (n = reader.next(atMost)) > 0;)
    for (std::size_t i = 0; i < n; ++i) {
      double value = 0;
      convertBlock(operand.as, reader.data() + i * itemSize(operand.as), Dtype::Float64,
                   static_cast<std::byte*>(static_cast<void*>(&value)), 1);
      all.push_back(value);
    }
  return all;
}

double converted(double value, Dtype from, Dtype to) {
  const Tensor tensor = scalarTensor(value, from);
  return readAll({tensor, to}, {}).at(0);
}

bool areSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

class BlockReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void convertsAsTorchDoes_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, double value, Dtype from, Dtype to, double expected) {
      QTest::newRow(name) << value << static_cast<int>(from) << static_cast<int>(to) << expected;
    };
    row("half: tie to even below", 2049, Dtype::Float32, Dtype::Float16, 2048);
    row("half: tie to even above", 2051, Dtype::Float32, Dtype::Float16, 2052);
    row("half: largest", 65519, Dtype::Float32, Dtype::Float16, 65504);
    row("half: overflow", 65520, Dtype::Float32, Dtype::Float16, kInfinity);
    row("half: subnormal", 0x1.8p-24, Dtype::Float32, Dtype::Float16, 0x1p-23);
    row("half: tie to zero", 0x1p-25, Dtype::Float32, Dtype::Float16, 0);
    row("half: by way of float32", 1 + 0x1p-11 + 0x1p-40, Dtype::Float64, Dtype::Float16, 1);
    row("half: NaN", kNan, Dtype::Float64, Dtype::Float16, kNan);
    row("bfloat16: tie to even", 1 + 0x1p-8, Dtype::Float32, Dtype::BFloat16, 1);
    row("bfloat16: above a tie", 1 + 0x1p-8 + 0x1p-20, Dtype::Float32, Dtype::BFloat16, 1 + 0x1p-7);
    row("float32: overflow", 1e300, Dtype::Float64, Dtype::Float32, kInfinity);
    row("int64 to float32", 16777217, Dtype::Int64, Dtype::Float32, 16777216);
    row("int64 to half", 65520, Dtype::Int64, Dtype::Float16, kInfinity);
    row("truncated", -1.9, Dtype::Float32, Dtype::Int32, -1);
    row("int32: too large", 3e9, Dtype::Float64, Dtype::Int32, -2147483648.0);
    row("int32: NaN", kNan, Dtype::Float32, Dtype::Int32, -2147483648.0);
    row("int64: infinite", kInfinity, Dtype::Float32, Dtype::Int64, -0x1p63);
    row("int16: by way of int32", 70000, Dtype::Float32, Dtype::Int16, 4464);
    row("int8: NaN", kNan, Dtype::Float64, Dtype::Int8, 0);
    row("uint8: below zero", -1, Dtype::Float32, Dtype::UInt8, 255);
    row("uint8: by way of int64", 3000000001.0, Dtype::Float64, Dtype::UInt8, 1);
    row("int32 to int8 wraps", 300, Dtype::Int32, Dtype::Int8, 44);
    row("bool of a fraction", 0.3, Dtype::Float32, Dtype::Bool, 1);
    row("bool of NaN", kNan, Dtype::Float16, Dtype::Bool, 1);
    row("bool of -0", -0.0, Dtype::Float32, Dtype::Bool, 0);
    row("bool to bfloat16", 1, Dtype::Bool, Dtype::BFloat16, 1);
    row("float8 to float64", 448, Dtype::Float8E4M3Fn, Dtype::Float64, 448);
  }
  static void convertsAsTorchDoes() {
    QFETCH(double, value);
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(double, expected);
    const double made = converted(value, static_cast<Dtype>(from), static_cast<Dtype>(to));
    QVERIFY2(areSame(made, expected), qPrintable(QString::number(made, 'g', 17)));
  }

  static void aTrueThatIsNotOneIsOne() {
    const std::byte stored[] = {std::byte{0}, std::byte{7}, std::byte{255}};
    std::byte made[3];
    convertBlock(Dtype::Bool, stored, Dtype::Bool, made, 3);
    QCOMPARE(static_cast<int>(made[1]) + static_cast<int>(made[2]), 2);
    convertBlock(Dtype::Bool, stored, Dtype::UInt8, made, 3);
    QCOMPARE(static_cast<int>(made[0]) + static_cast<int>(made[1]) + static_cast<int>(made[2]), 2);
  }

  static void readsRowMajorWhateverTheLayout_data() {
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<bool>("swapped");
    QTest::addColumn<int>("offset");
    for (const bool transposed : {false, true})
      for (const bool swapped : {false, true})
        for (const int offset : {0, 5})
          QTest::addRow("%d %d %d", transposed, swapped, offset) << transposed << swapped << offset;
  }
  static void readsRowMajorWhateverTheLayout() {
    QFETCH(bool, transposed);
    QFETCH(bool, swapped);
    QFETCH(int, offset);
    std::vector<double> numbers(24);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i) - 7;
    for (const Dtype dtype : {Dtype::Float64, Dtype::Float32, Dtype::BFloat16, Dtype::Int16, Dtype::Int8}) {
      const Tensor tensor = tensorOf(dtype, numbers, {2, 3, 4}, {transposed, swapped, offset});
      QCOMPARE(readAll({tensor, dtype}, {2, 3, 4}), numbers);
      QCOMPARE(readAll({tensor, Dtype::Float32}, {2, 3, 4}, 7), numbers);
    }
  }

  static void unalignedDataIsCopied() {
    const std::vector<double> numbers{1, 2, 3, 4, 5};
    Tensor tensor = tensorOf(Dtype::Float32, numbers, {5});
    auto moved = std::make_shared<std::vector<std::byte>>(tensor.storage.bytes.size() + 1);
    std::ranges::copy(tensor.storage.bytes, moved->begin() + 1);
    tensor.storage.bytes = std::span<const std::byte>(*moved).subspan(1);
    BlockReader reader({tensor, Dtype::Float32}, tensor.sizes);
    QCOMPARE(reader.next(5), std::size_t{5});
    QCOMPARE(reinterpret_cast<std::uintptr_t>(reader.data()) % alignof(float), std::uintptr_t{0});
    QCOMPARE(readAll({tensor, Dtype::Float32}, {5}), numbers);
    QCOMPARE(readAll({tensor, Dtype::Float64}, {5}), numbers);
  }

  static void repeatsWhatIsBroadcast() {
    const Tensor row = tensorOf(Dtype::Float32, {1, 2, 3}, {3});
    QCOMPARE(readAll({row, Dtype::Float32}, {2, 3}), (std::vector<double>{1, 2, 3, 1, 2, 3}));
    const Tensor column = tensorOf(Dtype::Float32, {1, 2}, {2, 1});
    QCOMPARE(readAll({column, Dtype::Float32}, {2, 3}), (std::vector<double>{1, 1, 1, 2, 2, 2}));
    const Tensor scalar = scalarTensor(4, Dtype::Int64);
    QCOMPARE(readAll({scalar, Dtype::Float64}, {2, 2}), (std::vector<double>{4, 4, 4, 4}));
    QCOMPARE(readAll({scalar, Dtype::Float64}, {0, 2}), std::vector<double>{});
    QCOMPARE(readAll({scalar, Dtype::Float64}, {}), std::vector<double>{4});
  }

  static void skipsToAnElement() {
    const Tensor tensor = tensorOf(Dtype::Int32, {0, 1, 2, 3, 4, 5}, {2, 3}, {.isTransposed = true});
    BlockReader reader({tensor, Dtype::Int32}, tensor.sizes);
    for (std::int64_t flat = 6; flat-- > 0;) {
      reader.skipTo(flat);
      QCOMPARE(reader.next(10), static_cast<std::size_t>(6 - flat));
      QCOMPARE(reader.as<std::int32_t>()[0], static_cast<std::int32_t>(flat));
    }
    reader.skipTo(6);
    QCOMPARE(reader.next(10), std::size_t{0});
  }

  static void shapesThatDoNotFitGetTorchsWords() {
    const auto textOf = [](std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
      const auto shape = broadcastShape(a, b);
      return QString::fromStdString(shape ? shapeText(*shape) : shape.error().text);
    };
    QCOMPARE(
        textOf({3}, {4}),
        QStringLiteral("The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0"));
    QCOMPARE(
        textOf({3}, {2, 4}),
        QStringLiteral("The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"));
    QCOMPARE(
        textOf({5, 3}, {4, 2}),
        QStringLiteral("The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1"));
    QCOMPARE(textOf({2, 1, 3}, {7, 1}), QStringLiteral("2 x 7 x 3"));
    QCOMPARE(textOf({0, 3}, {1}), QStringLiteral("0 x 3"));
    QCOMPARE(
        textOf({0}, {2}),
        QStringLiteral("The size of tensor a (0) must match the size of tensor b (2) at non-singleton dimension 0"));
  }

  static void nothingIsReadOfAFileThatWasCut() {
    bool isWhole = true;
    Tensor tensor = tensorOf(Dtype::Float64, std::vector<double>(300000, 1.0), {300000});
    tensor.storage.isWhole = [&isWhole] { return isWhole; };
    tensor.storage.name = "data/3";
    BlockReader reader({tensor, Dtype::Float64}, tensor.sizes);
    QCOMPARE(reader.next(kBlockElements), kBlockElements);
    isWhole = false;
    QVERIFY(!reader.isWhole());
    std::size_t more = 0;
    for (std::size_t n = 0; (n = reader.next(kBlockElements)) > 0;) more += n;
    QVERIFY(more <= (std::size_t{1} << 20) / sizeof(double));
    isWhole = true;
    QVERIFY(!reader.isWhole());
    QCOMPARE(fileChanged(tensor).code, base::ErrorCode::Changed);
    QVERIFY(fileChanged(tensor).text.find("data/3") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(BlockReaderTest)
#include "block_reader_test.moc"
