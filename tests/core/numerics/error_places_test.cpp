// SPDX-License-Identifier: GPL-3.0-or-later
// Where two tensors differ: channels, slices, samples, elements in full.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/numerics/errors/error_statistics.h"
#include "tests/core/numerics/pair_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
using plumbline::testing::tensorOf;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A pair of zeros and of numbers whose size is their place, so that an error identifies its element.
struct Placed {
  explicit Placed(std::vector<std::int64_t> sizes) {
    std::vector<double> numbers(static_cast<std::size_t>(elementCount(sizes)));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
    res = tensorOf(Dtype::Float32, numbers, sizes);
    ref = tensorOf(Dtype::Float32, std::vector<double>(numbers.size(), 0.0), sizes, {.isTransposed = true});
  }
  TensorPair pair() const { return {&ref, &res}; }
  Tensor ref, res;
};

}  // namespace

class ErrorPlacesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void cellsAreDealtOutEvenly() {
    for (const std::int64_t elements : {1, 2, 7, 256, 257, 1000})
      for (const std::int64_t cells : {1, 2, 5, 256}) {
        if (cells > elements) continue;
        QCOMPARE(heatCellStart(0, elements, cells), 0);
        QCOMPARE(heatCellStart(cells, elements, cells), elements);
        for (std::int64_t i = 0; i < elements; ++i) {
          const std::int64_t cell = heatCell(i, elements, cells);
          QVERIFY(heatCellStart(cell, elements, cells) <= i && i < heatCellStart(cell + 1, elements, cells));
        }
      }
  }
  static void heatMapIsASliceThroughTheElement() {
    const Placed placed({2, 3, 4});
    const auto made = heatMap(placed.pair(), 2, 0, 5);  // [0, 1, 1]: axis 1 stays at 1
    QVERIFY(made.isValue());
    const HeatMap& map = made.value();
    QCOMPARE(map.rows, 4);
    QCOMPARE(map.columns, 2);
    QCOMPARE(map.fixed, (std::vector<std::int64_t>{0, 1, 0}));
    for (std::int64_t row = 0; row < 4; ++row)
      for (std::int64_t column = 0; column < 2; ++column) {
        const auto at = static_cast<std::size_t>(row * 2 + column);
        QCOMPARE(map.elements[at], column * 12 + 4 + row);
        QCOMPARE(static_cast<std::int64_t>(map.errors[at]), map.elements[at]);
      }
    QCOMPARE(map.worstRow, 3);
    QCOMPARE(map.worstColumn, 1);
  }
  static void heatMapCellsStandForTheirWorst() {
    const Placed placed({10, 5});
    const HeatMap map = heatMap(placed.pair(), 0, 1, 0, 3).value();
    QCOMPARE(map.rows, 3);
    QCOMPARE(map.columns, 3);
    QCOMPARE(map.rowElements, 10);
    QCOMPARE(map.elements, (std::vector<std::int64_t>{16, 18, 19, 31, 33, 34, 46, 48, 49}));
    QCOMPARE(map.errors.back(), 49.0F);
  }
  static void heatMapOfFewAxes() {
    const Placed line({6}), scalar({});
    const HeatMap map = heatMap(line.pair(), -1, 0, 2).value();
    QCOMPARE(map.rows, 1);
    QCOMPARE(map.columns, 6);
    QCOMPARE(map.worstColumn, 5);
    const HeatMap one = heatMap(scalar.pair(), -1, -1, 0).value();
    QCOMPARE(one.rows * one.columns, 1);
  }
  static void heatMapShowsNanOfOneSide() {
    const Tensor ref = tensorOf(Dtype::Float64, {1, kNan, kNan, 1e-300}, {2, 2});
    const Tensor res = tensorOf(Dtype::Float64, {2, 1, kNan, 2e-300}, {2, 2});
    const HeatMap map = heatMap({&ref, &res}, 0, 1, 0).value();
    QVERIFY(std::isnan(map.errors[1]));
    QCOMPARE(map.errors[2], 0.0F);
    QVERIFY(map.errors[3] > 0);  // too small for float32, but not nothing
    QCOMPARE(map.worstColumn, 1);
    QCOMPARE(map.worstRow, 0);
  }

  static void channelsByHand() {
    const Tensor ref = tensorOf(Dtype::Float32, {0, 0, 0, 0, 0, 0}, {2, 3}),
                 res = tensorOf(Dtype::Float32, {3, 0, 1, 4, 0, kNan}, {2, 3});
    const auto channels = channelErrors({&ref, &res}, {.tol = 0.5}, 1).value();
    QCOMPARE(channels.size(), 3U);
    QCOMPARE(channels[0].maxAbs, 4.0);
    QCOMPARE(channels[0].rmse, std::sqrt(12.5));
    QCOMPARE(channels[0].mismatches, 2);
    QCOMPARE(channels[1].maxAbs, 0.0);
    QVERIFY(std::isnan(channels[2].maxAbs) && std::isnan(channels[2].rmse));
    QCOMPARE(channels[2].mismatches, 1);  // 1 <= 0.5 + 0.5 x 1
    const auto rows = channelErrors({&ref, &res}, {}, 0).value();
    QCOMPARE(rows[0].maxAbs, 3.0);
    QCOMPARE(rows[1].channel, 1);
  }
  static void tooManyChannelsAreRefused() {
    Tensor wide = scalarTensor(1, Dtype::Float32);
    wide.sizes = {kMaxChannels + 1};
    wide.strides = {0};
    const auto refused = channelErrors({&wide, &wide}, {}, 0);
    QVERIFY(refused.isError() && refused.error().code == base::ErrorCode::TooLarge);
  }

  static void sampleHasTheWorstFirst() {
    const Placed placed({100});
    const auto all = scatterSample(placed.pair(), {}, 99).value();
    QCOMPARE(all.size(), 100U);
    QCOMPARE(all.front().flat, 99);
    QCOMPARE(all.front().res, 99.0);
    QVERIFY(!all.front().isWithin);
    QCOMPARE(all[1].flat, 0);
    QVERIFY(all[1].isWithin);
    const auto some = scatterSample(placed.pair(), {}, 99, 11).value();
    QCOMPARE(some.size(), 11U);
    for (std::size_t i = 1; i < some.size(); ++i) QCOMPARE(some[i].flat, static_cast<std::int64_t>(i - 1) * 10);
    QCOMPARE(scatterSample(placed.pair(), {}, 99, 1).value().size(), 1U);
  }

  static void rowsAreInFull() {
    const Tensor ref = tensorOf(Dtype::Float32, {1, 2, 0.1, 4}, {2, 2}),
                 res = tensorOf(Dtype::Float32, {1, 2, 0.2, 4}, {2, 2});
    const Tensor fp64 = tensorOf(Dtype::Float64, {1, 2, 0.1, 4}, {2, 2});
    const auto rows = elementsAround({&ref, &res, &fp64}, {}, 2).value();
    QCOMPARE(rows.size(), 2U);  // along the last axis only
    QCOMPARE(rows[0].index, (std::vector<std::int64_t>{1, 0}));
    QCOMPARE(rows[0].ref, std::string("0.10000000149011612"));
    QCOMPARE(rows[0].fp64, std::string("0.1"));
    QVERIFY(!rows[0].isWithin && rows[1].isWithin);
    QVERIFY(std::abs(rows[0].relError - 1) < 1e-6);
    QVERIFY(elementsAround({&ref, &res}, {}, 2).value()[0].fp64.empty());
    const Placed line({50});
    const auto around = elementsAround(line.pair(), {}, 49, 3).value();
    QCOMPARE(around.size(), 4U);
    QCOMPARE(around.front().flat, 46);
    QCOMPARE(elementsAround(line.pair(), {}, 20, std::numeric_limits<std::int64_t>::max()).value().size(), 50U);
  }
  static void worstOnesAreInOrder() {
    const Tensor ref = tensorOf(Dtype::Float32, {0, 0, 0, 0, 0}, {5}),
                 res = tensorOf(Dtype::Float32, {1, 3, kNan, 3, 2}, {5});
    const auto worst = worstElements({&ref, &res}, {}, 4).value();
    std::vector<std::int64_t> places;
    for (const ElementRow& row : worst) places.push_back(row.flat);
    QCOMPARE(places, (std::vector<std::int64_t>{2, 1, 3, 4}));
    QCOMPARE(worstElements({&ref, &res}, {}, 100).value().size(), 5U);
    QVERIFY(worstElements({&ref, &res}, {}, 0).value().empty());
  }
};

QTEST_APPLESS_MAIN(ErrorPlacesTest)
#include "error_places_test.moc"
