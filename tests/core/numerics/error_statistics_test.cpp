// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics of two tensors against numbers computed by hand, and against a plain loop over random tensors of every
// dtype and layout.
#include "core/numerics/errors/error_statistics.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <span>

#include "core/numerics/errors/error_measures.h"
#include "core/numerics/kernels/block_reader.h"
#include "core/tasks/both.h"
#include "tests/core/numerics/pair_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
using plumbline::testing::Layout;
using plumbline::testing::tensorOf;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

ErrorStatistics statisticsOf(const TensorPair& pair, const SameOptions& options = {}) {
  auto made = errorStatistics(pair, options);
  if (!made.isValue()) qFatal("no statistics: %s", made.isError() ? made.error().text.c_str() : "cancelled");
  return made.value();
}

Tensor f32(const std::vector<double>& numbers) {
  return tensorOf(Dtype::Float32, numbers, {static_cast<std::int64_t>(numbers.size())});
}

Tensor f64(std::vector<double> numbers) {
  const auto memory = std::make_shared<std::vector<double>>(std::move(numbers));
  Tensor tensor{.dtype = Dtype::Float64, .sizes = {static_cast<std::int64_t>(memory->size())}, .strides = {1}};
  tensor.storage = {.owner = memory, .bytes = std::as_bytes(std::span(*memory))};
  return tensor;
}

/// figuresOf lists every figure, numbers by their bits.
QStringList figuresOf(const ErrorStatistics& made) {
  QStringList out;
  const auto number = [&out](const char* name, double value) {
    out << QStringLiteral("%1 %2 %3").arg(QLatin1String(name)).arg(value).arg(std::bit_cast<quint64>(value), 0, 16);
  };
  const auto count = [&out](const char* name, std::int64_t value) { out << QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(value); };
  for (const auto& [name, extreme] : {std::pair{"abs", &made.maxAbs}, std::pair{"rel", &made.maxRel}, std::pair{"ulp", &made.maxUlp}}) {
    number(name, (*extreme)->value);
    count(name, (*extreme)->flat);
  }
  number("mean", made.meanAbs);
  number("cosine", made.cosine);
  number("sqnr", made.sqnr);
  count("mismatches", made.mismatches);
  for (const SideStatistics* side : {&made.ref, &made.res}) {
    for (const double value : {side->min, side->max, side->mean}) number("side", value);
    for (const std::int64_t value : {side->nans, side->infinities, side->firstNan.value_or(-1), side->firstInfinity.value_or(-1)})
      count("side", value);
  }
  for (const std::int64_t value : made.bins.counts) count("bin", value);
  count("zero", made.bins.zero);
  count("not finite", made.bins.notFinite);
  return out;
}

bool sameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool isNear(double a, double b) {
  return sameNumber(a, b) || std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

class ErrorStatisticsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void figuresByHand() {
    const Tensor ref = tensorOf(Dtype::Float64, {1, -2, 0, 4}, {2, 2}),
                 res = tensorOf(Dtype::Float64, {1, -2.5, 0, 5}, {2, 2});
    const ErrorStatistics made = statisticsOf({&ref, &res}, {.tol = 0.21});
    QCOMPARE(made.elements, 4);
    QCOMPARE(made.shape, (std::vector<std::int64_t>{2, 2}));
    QCOMPARE(made.maxAbs->value, 1.0);
    QCOMPARE(made.maxAbs->index, (std::vector<std::int64_t>{1, 1}));
    QCOMPARE(made.maxRel->value, 0.25);
    QCOMPARE(made.maxRel->flat, 1);
    QCOMPARE(made.meanAbs, 0.375);
    QCOMPARE(made.mismatches, 0);  // 1 <= 0.21 + 0.21 * 5
    QCOMPARE(statisticsOf({&ref, &res}, {.tol = 0.15}).mismatches, 1);
    QVERIFY(isNear(made.cosine, 26 / (std::sqrt(21.0) * std::sqrt(32.25))));
    QVERIFY(isNear(made.sqnr, 10 * std::log10(21 / 1.25)));
    QCOMPARE(made.ref.min, -2.0);
    QCOMPARE(made.ref.max, 4.0);
    QCOMPARE(made.ref.mean, 0.75);
    QCOMPARE(made.res.mean, 0.875);
    QCOMPARE(made.bins.firstExponent, -1);
    QCOMPARE(made.bins.counts, (std::vector<std::int64_t>{1, 1}));
    QCOMPARE(made.bins.zero, 2);
  }
  static void errorsAreMeasuredFromFp64() {
    const Tensor ref = f32({1, 2}), res = f32({1.5, 2}), fp64 = tensorOf(Dtype::Float64, {1.25, 1}, {2});
    const ErrorStatistics made = statisticsOf({&ref, &res, &fp64});
    QCOMPARE(made.maxAbs->value, 1.0);
    QCOMPARE(made.maxAbs->flat, 1);
    QCOMPARE(made.fp64.min, 1.0);
    QCOMPARE(made.maxUlp->flat, 0);  // of ref and res all the same
    QCOMPARE(made.mismatches, 1);
    // A reference in another dtype is none: same() would not ask it either.
    const Tensor narrow = f32({100, 100});
    QCOMPARE(statisticsOf({&ref, &res, &narrow}).maxAbs->value, 0.5);
  }
  static void partsMakeTheSameFigures() {
    // Three parts, with what is remarkable in each; the numbers of threads do not matter.
    const std::size_t count = static_cast<std::size_t>(kPartElements) * 2 + 5;
    std::vector<double> numbers(count, 0.5), others(count, 0.5);
    others[count - 1] = 4.5;
    others[count - 2] = 4.5;
    numbers[static_cast<std::size_t>(kPartElements) + 1] = kNan;
    others[3] = kInfinite;
    const Tensor ref = f32(numbers), res = f32(others);
    std::vector<std::size_t> order;
    const auto inReverse = [&](std::size_t parts, const std::function<void(std::size_t)>& use) {
      for (std::size_t part = parts; part-- > 0;) {
        order.push_back(part);
        use(part);
      }
    };
    const auto alone = errorStatistics({&ref, &res}, {}, {}), apart = errorStatistics({&ref, &res}, {}, {}, inReverse);
    QVERIFY(alone.isValue() && apart.isValue());
    QCOMPARE(order, (std::vector<std::size_t>{2, 1, 0}));
    for (const ErrorStatistics* made : {&alone.value(), &apart.value()}) {
      QCOMPARE(made->elements, static_cast<std::int64_t>(count));
      QCOMPARE(made->mismatches, 4);
      QCOMPARE(made->maxAbs->flat, kPartElements + 1);
      QVERIFY(std::isnan(made->maxAbs->value));
      QCOMPARE(made->ref.nans, 1);
      QCOMPARE(made->ref.firstNan, std::optional<std::int64_t>(kPartElements + 1));
      QCOMPARE(made->res.firstInfinity, std::optional<std::int64_t>(3));
      QCOMPARE(made->res.max, 4.5);
      QCOMPARE(made->bins.zero, static_cast<std::int64_t>(count) - 4);
      QCOMPARE(made->bins.counts, (std::vector<std::int64_t>{2}));
    }
    QCOMPARE(alone.value().meanAbs, apart.value().meanAbs);
    // What a part says of a truncated file and of the stop holds for all.
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(errorStatistics({&ref, &res}, {}, base::Progress(stop.get_token()), inReverse).isCancelled());
  }
  static void threadsMakeTheSameFigures_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"cancels", "equal maxima", "not finite"}) QTest::newRow(what) << QString::fromLatin1(what);
  }
  static void threadsMakeTheSameFigures() {
    QFETCH(QString, what);
    constexpr auto kPart = static_cast<std::size_t>(kPartElements);
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    std::vector<double> x(kPart * 2 + 5), y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = std::ldexp(normal(random), static_cast<int>(random() % 40) - 20);
      y[i] = x[i] * (1 + normal(random) * 1e-3);
    }
    if (what == QLatin1String("cancels")) {
      // In any other order the sum of products loses what the last part adds.
      x[3] = y[3] = x[kPart + 3] = 1e12;
      y[kPart + 3] = -1e12;
    } else if (what == QLatin1String("equal maxima")) {
      for (const std::size_t i : {kPart + 7, kPart * 2 + 2}) x[i] = 1e10, y[i] = -1e10;
    } else {
      x[kPart + 1] = x[kPart * 2 + 3] = kNan;
      y[3] = y[kPart + 9] = kInfinite;
    }
    const Tensor ref = f64(std::move(x)), res = f64(std::move(y));
    const auto alone = errorStatistics({&ref, &res}, {}, {});
    QVERIFY(alone.isValue());
    const ErrorStatistics& figures = alone.value();
    QCOMPARE(std::isnan(figures.cosine), what == QLatin1String("not finite"));
    if (what == QLatin1String("equal maxima"))
      for (const auto* extreme : {&figures.maxAbs, &figures.maxRel, &figures.maxUlp}) QCOMPARE((*extreme)->flat, kPartElements + 7);
    if (what == QLatin1String("not finite")) {
      for (const auto* extreme : {&figures.maxAbs, &figures.maxUlp}) QCOMPARE((*extreme)->flat, kPartElements + 1);
      QCOMPARE(figures.ref.nans, 2);
      QCOMPARE(figures.ref.firstNan, std::optional<std::int64_t>(kPartElements + 1));
      QCOMPARE(figures.res.infinities, 2);
      QCOMPARE(figures.res.firstInfinity, std::optional<std::int64_t>(3));
    }
    const auto inReverse = [](std::size_t parts, const std::function<void(std::size_t)>& use) {
      for (std::size_t part = parts; part-- > 0;) use(part);
    };
    QCOMPARE(figuresOf(errorStatistics({&ref, &res}, {}, {}, inReverse).value()), figuresOf(figures));
    for (const std::size_t threads : {1U, 2U, 8U}) {
      const auto onThreads = [threads](std::size_t parts, const std::function<void(std::size_t)>& use) {
        tasks::forEachIndex(parts, use, threads);
      };
      QCOMPARE(figuresOf(errorStatistics({&ref, &res}, {}, {}, onThreads).value()), figuresOf(figures));
    }
  }
  static void emptyAndScalar() {
    const Tensor empty = tensorOf(Dtype::Float32, {}, {0, 3});
    const ErrorStatistics none = statisticsOf({&empty, &empty});
    QCOMPARE(none.elements, 0);
    QVERIFY(!none.maxAbs && !none.maxRel && !none.maxUlp);
    QVERIFY(std::isnan(none.cosine) && std::isnan(none.meanAbs) && std::isnan(none.ref.mean));
    const Tensor one = scalarTensor(2, Dtype::Float16), other = scalarTensor(3, Dtype::Float16);
    const ErrorStatistics scalar = statisticsOf({&one, &other});
    QCOMPARE(scalar.elements, 1);
    QCOMPARE(scalar.maxAbs->value, 1.0);
    QVERIFY(scalar.maxAbs->index.empty());
    QCOMPARE(scalar.maxUlp->value, 512.0);
  }
  static void allEqualAndAllNan() {
    const Tensor equal = f32({1, 2, kInfinite, -0.0}), nans = f32({kNan, kNan});
    const ErrorStatistics same = statisticsOf({&equal, &equal});
    QCOMPARE(same.maxAbs->value, 0.0);
    QCOMPARE(same.maxAbs->flat, 0);
    QCOMPARE(same.sqnr, kInfinite);
    QCOMPARE(same.bins.zero, 4);
    QCOMPARE(same.ref.infinities, 1);
    QCOMPARE(same.ref.firstInfinity, std::optional<std::int64_t>(2));
    const ErrorStatistics lost = statisticsOf({&nans, &nans});
    QCOMPARE(lost.ref.nans, 2);
    QCOMPARE(lost.mismatches, 2);
    QCOMPARE(lost.maxUlp->value, 0.0);
    QVERIFY(std::isnan(lost.ref.mean) && std::isnan(lost.cosine));
    QCOMPARE(statisticsOf({&nans, &nans}, {.equalNan = true}).mismatches, 0);
    const Tensor zeros = f32({0, 0});
    QVERIFY(std::isnan(statisticsOf({&zeros, &zeros}).cosine));
  }
  static void cosineOfHugeAndTinyNumbers() {
    for (const double size : {1e200, 1e-200}) {
      const Tensor ref = tensorOf(Dtype::Float64, {size, 0}, {2}), res = tensorOf(Dtype::Float64, {size, size}, {2});
      const ErrorStatistics made = statisticsOf({&ref, &res});
      QVERIFY(isNear(made.cosine, std::sqrt(0.5)));
      QVERIFY(std::abs(made.sqnr) < 1e-9);
    }
  }
  static void shapesAreBroadcast() {
    const Tensor ref = tensorOf(Dtype::Float32, {1, 2, 3}, {3}), res = tensorOf(Dtype::Float32, {1, 4}, {2, 1});
    const ErrorStatistics made = statisticsOf({&ref, &res});
    QCOMPARE(made.shape, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(made.maxAbs->index, (std::vector<std::int64_t>{1, 0}));
    QCOMPARE(made.maxAbs->value, 3.0);
  }
  static void refusesWhatSameRefuses() {
    const Tensor complex = scalarTensor(1, Dtype::Complex64), narrow = scalarTensor(1, Dtype::Float8E5M2),
                 usual = f32({1, 2});
    for (const Tensor* tensor : {&complex, &narrow}) {
      QVERIFY(errorStatistics({tensor, tensor}, {}).isError());
      QVERIFY(heatMap({&usual, tensor}, -1, 0, 0).isError());
    }
    const Tensor three = f32({1, 2, 3});
    auto unfit = errorStatistics({&usual, &three}, {});
    QVERIFY(unfit.isError() && unfit.error().code == base::ErrorCode::BadArgument);
    QVERIFY(errorStatistics({&usual, &usual}, {.tol = kNan}).isError());
    QVERIFY(channelErrors({&usual, &usual}, {}, 1).isError());
    QVERIFY(channelErrors({&usual, &usual}, {}, -1).isError());
    QVERIFY(heatMap({&usual, &usual}, 0, 0, 0).isError());
    QVERIFY(heatMap({&usual, &usual}, -1, 0, 2).isError());
    QVERIFY(heatMap({&usual, &usual}, -1, 0, 0, 0).isError());
    QVERIFY(scatterSample({&usual, &usual}, {}, 2).isError());
    QVERIFY(elementsAround({&usual, &usual}, {}, -1).isError());
  }
  static void stopsWhenAsked() {
    std::stop_source stop;
    stop.request_stop();
    const base::Progress progress(stop.get_token());
    const Tensor usual = f32({1, 2});
    QVERIFY(errorStatistics({&usual, &usual}, {}, progress).isCancelled());
    QVERIFY(channelErrors({&usual, &usual}, {}, 0, progress).isCancelled());
    QVERIFY(heatMap({&usual, &usual}, -1, 0, 0, 256, progress).isCancelled());
    QVERIFY(worstElements({&usual, &usual}, {}, 3, progress).isCancelled());
    QVERIFY(scatterSample({&usual, &usual}, {}, 0, 100, progress).isCancelled());
  }
  static void aFileThatWasCutIsNotLookedAt() {
    Tensor cut = f32({1, 2});
    cut.storage.isWhole = [] { return false; };
    const Tensor usual = f32({1, 2});
    const auto isChanged = [](const auto& outcome) {
      return outcome.isError() && outcome.error().code == base::ErrorCode::Changed;
    };
    QVERIFY(isChanged(errorStatistics({&usual, &cut}, {})));
    QVERIFY(isChanged(channelErrors({&cut, &usual}, {}, 0)));
    QVERIFY(isChanged(heatMap({&usual, &cut}, -1, 0, 0)));
    QVERIFY(isChanged(worstElements({&usual, &cut}, {}, 1)));
    QVERIFY(isChanged(elementsAround({&usual, &cut}, {}, 0)));
    QVERIFY(isChanged(scatterSample({&usual, &cut}, {}, 0)));
  }

  static void agreesWithAPlainLoop_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<bool>("isTransposed");
    QTest::addColumn<bool>("isSwapped");
    for (const Dtype dtype :
         {Dtype::Float64, Dtype::Float32, Dtype::Float16, Dtype::BFloat16, Dtype::Int32, Dtype::UInt8, Dtype::Bool})
      for (const bool isTransposed : {false, true})
        for (const bool isSwapped : {false, true})
          QTest::addRow("%s%s%s", shortName(dtype).data(), isTransposed ? " transposed" : "",
                        isSwapped ? " swapped" : "")
              << static_cast<int>(dtype) << isTransposed << isSwapped;
  }
  static void agreesWithAPlainLoop() {
    QFETCH(int, dtype);
    QFETCH(bool, isTransposed);
    QFETCH(bool, isSwapped);
    const auto kind = static_cast<Dtype>(dtype);
    std::mt19937_64 random(static_cast<std::uint64_t>(dtype * 4 + isTransposed * 2 + isSwapped));
    std::normal_distribution<double> normal;
    const std::vector<std::int64_t> sizes{7, 31, 23};  // more than two blocks
    std::vector<double> x(7 * 31 * 23), y(x.size()), z(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      z[i] = normal(random) * 50;
      x[i] = z[i] + normal(random) * 1e-3;
      y[i] = z[i] + normal(random) * (i % 97 == 0 ? 1 : 1e-3);
    }
    if (isFloating(kind)) {
      x[100] = y[101] = kNan;
      x[3000] = y[3000] = kInfinite;
      y[4000] = -kInfinite;
    }
    const Layout layout{.isTransposed = isTransposed, .isSwapped = isSwapped, .offset = 3};
    const Tensor ref = tensorOf(kind, x, sizes, layout), res = tensorOf(kind, y, sizes, {.offset = 1});
    const Tensor fp64 = tensorOf(Dtype::Float64, z, sizes, layout);
    const SameOptions options{.tol = 1e-3};
    const TensorPair pair{&ref, &res, &fp64};
    const ErrorStatistics made = statisticsOf(pair, options);

    Largest abs, rel;
    long double errors = 0, signal = 0, noise = 0;
    std::int64_t finite = 0, mismatches = 0, zero = 0, binned = 0;
    for (std::int64_t i = 0; i < made.elements; ++i) {
      const double r = elementAt(fp64, i), b = elementAt(res, i), error = absoluteError(r, b);
      abs.addOne(error, i);
      rel.addOne(relativeError(r, error), i);
      if (std::isfinite(error)) errors += error, ++finite;
      zero += error == 0 ? 1 : 0;
      signal += static_cast<long double>(r) * r;
      noise += static_cast<long double>(error) * error;
      const Tensor one = scalarTensor(elementAt(ref, i), kind), other = scalarTensor(b, kind);
      mismatches += allClose({one, kind}, {other, kind}, options.tol, options.tol, false).value() ? 0 : 1;
    }
    for (const std::int64_t count : made.bins.counts) binned += count;
    QVERIFY(sameNumber(made.maxAbs->value, abs.value()));
    QCOMPARE(made.maxAbs->flat, abs.flat());
    QVERIFY(sameNumber(made.maxRel->value, rel.value()));
    QCOMPARE(made.maxRel->flat, rel.flat());
    QVERIFY(isNear(made.meanAbs, static_cast<double>(errors / static_cast<long double>(finite))));
    QCOMPARE(made.mismatches, mismatches);
    QCOMPARE(made.bins.zero, zero);
    QCOMPARE(binned + zero + made.bins.notFinite, made.elements);
    QVERIFY(isNear(made.sqnr, static_cast<double>(10 * std::log10(signal / noise))));

    for (int axis = 0; axis < 3; ++axis) {
      const auto channels = channelErrors(pair, options, axis);
      QCOMPARE(static_cast<std::int64_t>(channels.value().size()), sizes[static_cast<std::size_t>(axis)]);
      std::int64_t sum = 0;
      Largest worst;
      for (const ChannelError& channel : channels.value()) {
        sum += channel.mismatches;
        worst.addOne(channel.maxAbs, channel.channel);
      }
      QCOMPARE(sum, mismatches);
      QVERIFY(sameNumber(worst.value(), abs.value()));
      QCOMPARE(worst.flat(), made.maxAbs->index[static_cast<std::size_t>(axis)]);
    }
    const auto worst = worstElements(pair, options, 5);
    QCOMPARE(worst.value().size(), 5U);
    QCOMPARE(worst.value().front().flat, abs.flat());
    for (std::size_t i = 1; i < 5; ++i) QVERIFY(!isWorse(worst.value()[i].absError, worst.value()[i - 1].absError));
  }
};

QTEST_APPLESS_MAIN(ErrorStatisticsTest)
#include "error_statistics_test.moc"
