// SPDX-License-Identifier: GPL-3.0-or-later
// Change points: places, levels and what must change nothing. Figures over many series are in tests/bench.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <stop_token>
#include <vector>

#include "core/base/progress.h"
#include "core/statistics/change_points.h"
#include "core/statistics/otava_changes.h"
#include "core/statistics/perfherder_changes.h"
#include "core/statistics/series_changes.h"

using namespace plumbline::statistics;
using Source = std::mt19937;
using Numbers = std::vector<double>;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Numbers noisy(std::size_t count, unsigned seed, double phi = 0) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Numbers numbers(count);
  double last = normal(random);
  for (double& number : numbers) {
    last = phi * last + std::sqrt(1 - phi * phi) * normal(random);
    number = 100 + last;
  }
  return numbers;
}

Numbers stepped(Numbers numbers, std::size_t from, double size, std::size_t to = std::size_t(-1)) {
  for (std::size_t i = from; i < std::min(to, numbers.size()); ++i) numbers[i] += size;
  return numbers;
}

std::vector<std::size_t> places(const std::vector<Change>& changes) {
  std::vector<std::size_t> all;
  for (const Change& change : changes) all.push_back(change.index);
  return all;
}

}  // namespace

class ChangePointsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theScaleChangesNothing() {
    const Numbers one = stepped(noisy(80, 7, 0.3), 40, 5);
    const std::vector<Change> expected = changePoints(one);
    QCOMPARE(places(expected), (std::vector<std::size_t>{40}));
    for (const double scale : {1e200, 1e-180, -1e305, 0.1}) {
      Numbers scaled = one;
      for (double& value : scaled) value *= scale;
      const std::vector<Change> found = changePoints(scaled);
      QCOMPARE(places(found), places(expected));
      QVERIFY(std::abs(found[0].before / scale / expected[0].before - 1) < 1e-9);
      QVERIFY(std::abs(found[0].p / expected[0].p - 1) < 1e-6);
    }
  }

  // A window of thousands of points takes a second, not hours.
  void otavaTakesLongWindows() {
    const Numbers numbers = stepped(noisy(3000, 3), 1500, 20);
    QCOMPARE(places(otavaChanges(numbers, {.window = 3000})), (std::vector<std::size_t>{1500}));
  }

  void shortAndConstantSeriesHaveNone() {
    QVERIFY(changePoints({}).empty());
    QVERIFY(changePoints(Numbers{1, 9}).empty());
    QVERIFY(changePoints(Numbers(7, kNan)).empty());
    for (const double value : {0.0, 0.1, 1e-300, 1e15}) QVERIFY(changePoints(Numbers(100, value)).empty());
  }

  void exactSteps() {
    const auto changes = changePoints(stepped(Numbers(40, 5.0), 25, 2));
    QCOMPARE(places(changes), (std::vector<std::size_t>{25}));
    QCOMPARE(changes[0].before, 5.0);
    QCOMPARE(changes[0].after, 7.0);
    QVERIFY(changes[0].p < 1e-6 && !changes[0].isDrift);
    QCOMPARE(places(changePoints(stepped(Numbers(40, 5.0), 37, 2))), (std::vector<std::size_t>{37}));
    QVERIFY(changePoints(stepped(Numbers(40, 5.0), 20, 100, 21)).empty());  // one spike
  }

  // The running median that takes spikes out is cut at the ends.
  void levelsNearTheEnds_data() {
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("the last three") << 40 << 3;
    QTest::newRow("the last two") << 98 << 2;
    QTest::newRow("the last two of many") << 200 << 2;
    QTest::newRow("the first three") << 3 << 40;
  }

  void levelsNearTheEnds() {
    QFETCH(int, before);
    QFETCH(int, after);
    const auto changes = changePoints(stepped(Numbers(std::size_t(before + after), 3.0), std::size_t(before), 2));
    QCOMPARE(places(changes), (std::vector<std::size_t>{std::size_t(before)}));
    QCOMPARE(changes[0].before, 3.0);
    QCOMPARE(changes[0].after, 5.0);
  }

  void intervalsNearTheEndsCover_data() {
    QTest::addColumn<int>("last");
    QTest::newRow("two") << 2;
    QTest::newRow("three") << 3;
    QTest::newRow("six") << 6;
  }

  void intervalsNearTheEndsCover() {
    QFETCH(int, last);
    int found = 0, near = 0, covered = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
      const std::size_t start = 100 - std::size_t(last);
      const auto changes = changePoints(stepped(noisy(100, seed), start, 10));
      if (changes.empty()) continue;
      ++found;
      near += changes.back().index + 3 >= start ? 1 : 0;
      covered += changes.back().low <= 10 && 10 <= changes.back().high ? 1 : 0;
    }
    QVERIFY2(found > (last == 2 ? 60 : 590), qPrintable(QString::number(found)));
    QVERIFY2(near > 0.9 * found && covered > 0.9 * found, qPrintable(QStringLiteral("%1 %2 of %3").arg(near).arg(covered).arg(found)));
  }

  void aRegressionThatWasFixed() {
    const auto found = places(changePoints(stepped(noisy(100, 1), 40, 5, 60)));
    QCOMPARE(found, (std::vector<std::size_t>{40, 60}));
  }

  void spikesAndGapsChangeNothing() {
    Numbers numbers = stepped(noisy(100, 2), 60, 5);
    const auto plain = changePoints(numbers);
    QCOMPARE(places(plain), (std::vector<std::size_t>{60}));
    QVERIFY(plain[0].low <= 5 && 5 <= plain[0].high);
    numbers[20] += 60;
    numbers[80] -= 60;
    QCOMPARE(places(changePoints(numbers)), (std::vector<std::size_t>{60}));
    numbers.insert(numbers.begin() + 10, kNan);
    QCOMPARE(places(changePoints(numbers)), (std::vector<std::size_t>{61}));
  }

  void scaleAndConstantChangeNothing() {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const Numbers numbers = stepped(noisy(120, seed, seed % 2 == 0 ? 0 : 0.5), 70, 3);
      const auto plain = changePoints(numbers);
      Numbers scaled = numbers, moved = numbers, mirrored = numbers;
      for (double& number : scaled) number *= 1e6;
      for (double& number : moved) number += 12345;
      for (double& number : mirrored) number = -number;
      QCOMPARE(places(changePoints(scaled)), places(plain));
      QCOMPARE(places(changePoints(moved)), places(plain));
      QCOMPARE(places(changePoints(mirrored)), places(plain));
      for (std::size_t i = 0; i < plain.size(); ++i)
        QVERIFY(std::abs(changePoints(scaled)[i].p - plain[i].p) <= 1e-6 * plain[i].p + 1e-300);
    }
  }

  void unchangedSeriesAreQuiet_data() {
    QTest::addColumn<double>("phi");
    QTest::newRow("independent") << 0.0;
    QTest::newRow("correlated") << 0.6;
  }

  void unchangedSeriesAreQuiet() {
    QFETCH(double, phi);
    int alarms = 0;
    for (unsigned seed = 0; seed < 300; ++seed) alarms += changePoints(noisy(100, seed, phi)).empty() ? 0 : 1;
    QVERIFY2(alarms <= 10, qPrintable(QString::number(alarms)));
  }

  void shufflingTakesAStepAway() {
    Numbers numbers = stepped(noisy(100, 4), 50, 4);
    QCOMPARE(changePoints(numbers).size(), std::size_t(1));
    std::ranges::shuffle(numbers, std::mt19937(1));
    QVERIFY(changePoints(numbers).empty());
  }

  void slopesAreDrift() {
    Numbers numbers = noisy(100, 5);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += 0.06 * double(i);
    const auto changes = changePoints(numbers);
    QVERIFY(!changes.empty());
    QVERIFY(std::ranges::any_of(changes, [](const Change& change) { return change.isDrift; }));
  }

  void driftIsFoundAndNamed_data() {
    QTest::addColumn<double>("rise");  // in all, in standard deviations
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("phi");
    QTest::addColumn<double>("noise");
    QTest::newRow("60 points, 8 sigma") << 8.0 << 60 << 0.0 << 1.0;
    QTest::newRow("60 points, 16 sigma") << 16.0 << 60 << 0.0 << 1.0;
    QTest::newRow("60 points, 32 sigma down") << -32.0 << 60 << 0.0 << 1.0;
    QTest::newRow("100 points, 8 sigma down") << -8.0 << 100 << 0.0 << 1.0;
    QTest::newRow("100 points, 16 sigma") << 16.0 << 100 << 0.0 << 1.0;
    QTest::newRow("100 points, 40 sigma") << 40.0 << 100 << 0.0 << 1.0;
    QTest::newRow("100 points, 100 sigma down") << -100.0 << 100 << 0.0 << 1.0;
    QTest::newRow("365 points, 16 sigma") << 16.0 << 365 << 0.0 << 1.0;
    QTest::newRow("100 points, 20 sigma, some autocorrelation") << 20.0 << 100 << 0.3 << 1.0;
    QTest::newRow("without noise") << 800.0 << 100 << 0.0 << 0.0;
    QTest::newRow("without noise, down") << -800.0 << 100 << 0.0 << 0.0;
  }

  void driftIsFoundAndNamed() {
    QFETCH(double, rise);
    QFETCH(int, count);
    QFETCH(double, phi);
    QFETCH(double, noise);
    int named = 0, alone = 0, covered = 0;
    for (unsigned seed = 0; seed < 50; ++seed) {
      Numbers numbers = noisy(std::size_t(count), seed, phi);
      for (int i = 0; i < count; ++i) numbers[std::size_t(i)] = noise * numbers[std::size_t(i)] + rise * i / (count - 1) + 1000;
      const auto changes = changePoints(numbers);
      const auto drift = std::ranges::find(changes, true, &Change::isDrift);
      if (drift == changes.end()) continue;
      ++named;
      QVERIFY((drift->after > drift->before) == (rise > 0));
      QVERIFY(drift->p < 0.005);
      if (changes.size() > 1) continue;
      ++alone;
      QVERIFY(std::abs(int(drift->index) - count / 2) <= count / 5);
      covered += drift->low <= rise + 1e-9 && rise - 1e-9 <= drift->high ? 1 : 0;
    }
    const QString counts = QStringLiteral("%1 named, %2 alone, %3 in the interval").arg(named).arg(alone).arg(covered);
    QVERIFY2(named >= 47 && alone >= 37 && covered >= alone * 8 / 10, qPrintable(counts));
  }

  void noiseIsNoDrift_data() {
    QTest::addColumn<double>("phi");
    for (const double phi : {0.0, 0.6, 0.9}) QTest::addRow("AR(1) %.1f", phi) << phi;
  }

  void noiseIsNoDrift() {
    QFETCH(double, phi);
    int drifts = 0;
    for (unsigned seed = 0; seed < 200; ++seed)
      drifts += std::ranges::any_of(changePoints(noisy(100, seed, phi)), &Change::isDrift) ? 1 : 0;
    QVERIFY2(drifts <= 2, qPrintable(QString::number(drifts)));
  }

  void manySteps_data() {
    QTest::addColumn<int>("each");      // points of a level
    QTest::addColumn<double>("up");     // of every level
    QTest::addColumn<double>("other");  // of every second one
    QTest::addColumn<int>("wanted");    // of 50 series: with any change
    QTest::addColumn<double>("found");  // changes of a series with any, on average
    QTest::newRow("9 steps up of 3 sigma") << 10 << 3.0 << 0.0 << 48 << 1.0;
    QTest::newRow("9 steps up of 10 sigma") << 10 << 10.0 << 0.0 << 48 << 8.0;
    QTest::newRow("4 steps down of 5 sigma") << 20 << -5.0 << 0.0 << 48 << 3.5;
    QTest::newRow("19 steps up of 10 sigma") << 5 << 10.0 << 0.0 << 45 << 10.0;
    QTest::newRow("19 steps up and down of 10 sigma") << 5 << 0.0 << 10.0 << 43 << 17.0;
    QTest::newRow("9 steps up and down of 10 sigma") << 10 << 0.0 << 10.0 << 48 << 8.5;
    QTest::newRow("9 steps up and down of 5 sigma") << 10 << 0.0 << 5.0 << 25 << 7.5;
  }

  void manySteps() {
    QFETCH(int, each);
    QFETCH(double, up);
    QFETCH(double, other);
    QFETCH(int, wanted);
    QFETCH(double, found);
    int with = 0;
    std::size_t all = 0;
    for (unsigned seed = 0; seed < 50; ++seed) {
      Numbers numbers = noisy(100, seed);
      for (int i = 0; i < 100; ++i) numbers[std::size_t(i)] += up * (i / each) + other * (i / each % 2);
      const auto changes = changePoints(numbers);
      with += changes.empty() ? 0 : 1;
      all += changes.size();
    }
    QVERIFY2(with >= wanted && double(all) >= found * with, qPrintable(QStringLiteral("%1 of 50, %2").arg(with).arg(all)));
  }

  void aLongDriftIsOne() {
    Numbers numbers = noisy(2000, 5);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += 0.01 * double(i);
    const auto found = changePoints(numbers);
    QCOMPARE(found.size(), std::size_t(1));
    QVERIFY(found[0].isDrift && found[0].from == 0 && found[0].to == 2000);
  }

  void aDriftWithAStep() {
    Numbers numbers = stepped(noisy(100, 3), 70, -10);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += 0.16 * double(i);
    const auto changes = changePoints(numbers);
    const auto step = std::ranges::find(changes, std::size_t(70), &Change::index);
    QVERIFY(step != changes.end() && !step->isDrift);
    QVERIFY(std::abs(step->after - step->before + 10) < 3);
    QVERIFY(std::ranges::any_of(changes, &Change::isDrift));
  }

  void noiseOfFewValuesIsQuiet_data() {
    QTest::addColumn<std::function<double(Source&)>>("draw");
    const auto add = [](const char* name, std::function<double(Source&)> draw) { QTest::newRow(name) << std::move(draw); };
    const auto normal = [](Source& random) { return std::normal_distribution<double>()(random); };
    const auto chance = [](Source& random, double p) { return std::bernoulli_distribution(p)(random); };
    for (const int percent : {10, 15, 20, 30})
      add(qPrintable(QStringLiteral("7, or 8 with chance %1 %").arg(percent)),
          [=](Source& random) { return chance(random, percent / 100.0) ? 8.0 : 7.0; });
    add("Poisson 0.3", [](Source& random) { return double(std::poisson_distribution<int>(0.3)(random)); });
    add("rounded to 2.5 sigma", [=](Source& random) { return 2.5 * std::round(normal(random) / 2.5); });
    add("two modes, 70/30", [=](Source& random) { return normal(random) + (chance(random, 0.3) ? 20 : 0); });
    add("two modes, 90/10", [=](Source& random) { return normal(random) + (chance(random, 0.1) ? 20 : 0); });
    add("10 % spikes of 8 sigma", [=](Source& random) { return normal(random) + (chance(random, 0.1) ? 8 : 0); });
    add("exponential", [](Source& random) { return std::exponential_distribution<double>()(random); });
  }

  void noiseOfFewValuesIsQuiet() {
    QFETCH(std::function<double(Source&)>, draw);
    int alarms = 0;
    Source random(1);
    for (int series = 0; series < 300; ++series) {
      Numbers numbers(100);
      for (double& number : numbers) number = draw(random);
      alarms += changePoints(numbers).empty() ? 0 : 1;
    }
    QVERIFY2(alarms <= 6, qPrintable(QString::number(alarms)));  // 2 %
  }

  // What stands between few values and a change is the order, not how few there are.
  void stepsOfFewValues() {
    std::mt19937 random(2);
    std::bernoulli_distribution seldom(0.1), often(0.9);
    Numbers numbers(100);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = (i < 60 ? seldom : often)(random) ? 8 : 7;
    const auto found = places(changePoints(numbers));
    QCOMPARE(found.size(), std::size_t(1));
    QVERIFY(found[0] >= 57 && found[0] <= 63);
  }

  void aLongSeriesWithTies() {
    Numbers numbers = stepped(noisy(100'000, 6), 30'000, 1);
    for (double& number : numbers) number = std::round(number);
    const auto found = places(changePoints(numbers));
    QCOMPARE(found.size(), std::size_t(1));
    QVERIFY(found[0] > 29'950 && found[0] < 30'050);
  }

  // Every step is larger than all before it together, so that each split takes off the end only.
  void aLongSeriesOfGrowingSteps() {
    Numbers numbers = noisy(12'000, 8);
    std::vector<std::size_t> expected;
    for (std::size_t place = 300; place < numbers.size(); place += 300) {
      numbers = stepped(std::move(numbers), place, 10 * std::pow(2.0, double(place) / 300));
      expected.push_back(place);
    }
    QCOMPARE(places(changePoints(numbers)), expected);
  }

  // Thousands of starts that are no steps are dropped, several in a pass.
  void aLongSeriesOfShortLevels() {
    Numbers numbers = noisy(20'000, 9);
    std::mt19937 random(10);
    std::normal_distribution<double> normal(0, 30);
    for (std::size_t place = 0; place < numbers.size(); place += 20)
      numbers = stepped(std::move(numbers), place, normal(random), place + 20);
    const auto found = places(changePoints(numbers));
    QVERIFY2(found.size() > 900, qPrintable(QString::number(found.size())));
    // A step is placed within three points.
    const auto between = std::ranges::count_if(found, [](std::size_t place) { return place % 20 > 3 && place % 20 < 17; });
    QVERIFY2(between <= 10, qPrintable(QString::number(between)));
  }

  void oneMorePoint() {
    Numbers numbers = stepped(stepped(stepped(noisy(480, 7), 60, 6), 120, -6), 180, 9);
    numbers = stepped(numbers, 240, -9);
    ChangeTracker tracker;
    for (const double number : numbers) tracker.append(number);
    QCOMPARE(places(tracker.changes()), places(changePoints(numbers)));
    QCOMPARE(places(tracker.changes()), (std::vector<std::size_t>{60, 120, 180, 240}));
  }

  void oneMorePointOfADrift() {
    Numbers numbers = noisy(460, 9);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += i < 100 ? 0.2 * double(i) : 5;
    for (const std::size_t place : {150, 200, 250, 300}) numbers = stepped(std::move(numbers), place, place == 200 ? -9 : 9);
    ChangeTracker tracker;
    for (const double number : numbers) tracker.append(number);
    const std::vector<Change> all = changePoints(numbers), found = tracker.changes();
    QCOMPARE(places(found), places(all));
    for (std::size_t i = 0; i < all.size(); ++i) QCOMPARE(found[i].isDrift, all[i].isDrift);
    QVERIFY(all.size() >= 5 && all.front().isDrift);
  }

  void stopsWhenRequested() {
    std::stop_source stop;
    std::uint64_t last = 0;
    bool isGrowing = true;
    const plumbline::base::Progress progress(stop.get_token(), [&](std::uint64_t done, std::uint64_t total) {
      isGrowing = isGrowing && done >= last && done <= total;
      last = done;
      if (5 * done >= 2 * total) stop.request_stop();
    });
    const std::vector<Numbers> series(3, stepped(noisy(100, 1), 40, 5, 60));
    QVERIFY(seriesChanges(series, {}, progress).isCancelled());
    QVERIFY(isGrowing);
    QVERIFY2(last < 600, qPrintable(QString::number(last)));  // before the end of the second of three
    QVERIFY(seriesChanges(std::vector<Numbers>{noisy(5000, 2)}, {}, progress).isCancelled());
    QVERIFY(changePoints(noisy(5000, 2), {}, nullptr, progress).empty());
  }

  void manySeriesHaveQValues() {
    std::vector<Numbers> series;
    for (unsigned i = 0; i < 40; ++i) series.push_back(stepped(noisy(60, 100 + i), 30, i < 4 ? 4 : 0));
    series.push_back({});
    const auto found = seriesChanges(series).value();
    QCOMPARE(found.size(), series.size());
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(found[i].changes.size(), std::size_t(1));
      QVERIFY(found[i].q[0] >= found[i].changes[0].p && found[i].q[0] < 0.05);
    }
  }

  void everyPIsAllowed() {
    const auto found = places(changePoints(noisy(100, 8), {.maxP = 2}));  // ends, with levels of three points and more
    for (std::size_t i = 0; i + 1 < found.size(); ++i) QVERIFY(found[i] + 3 <= found[i + 1]);
  }
  /// A level of equal values is exact: 105 is 5 % above 100, and a t-test of two such levels has no spread.
  void otavaKeepsLevelsExact() {
    const auto changes = otavaChanges(stepped(Numbers(120, 100.0), 60, 5), {.window = 50, .maxP = 1e-5, .minMagnitude = 0.05});
    QCOMPARE(places(changes), (std::vector<std::size_t>{60}));
    QCOMPARE(changes.front().p, 0.0);
  }
  void otherMethods() {
    Numbers numbers = stepped(Numbers(100, 100.0), 50, 10);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += double(i * 7 % 5);
    QCOMPARE(places(otavaChanges(numbers)), (std::vector<std::size_t>{50}));
    QCOMPARE(places(perfherderChanges(numbers)), (std::vector<std::size_t>{50}));
    QVERIFY(otavaChanges(numbers, {.minMagnitude = 0.5}).empty());
    for (const Numbers& none : {Numbers{}, Numbers{1}, Numbers{1, 2}, Numbers(80, 3.0)}) {
      QVERIFY(otavaChanges(none).empty());
      QVERIFY(perfherderChanges(none).empty());
    }
    Numbers gaps = numbers;
    gaps[10] = kNan;
    const std::vector<Numbers> series{gaps};
    QCOMPARE(places(seriesChanges(series, {.method = ChangeMethod::Otava}).value()[0].changes), (std::vector<std::size_t>{50}));
  }
};

QTEST_GUILESS_MAIN(ChangePointsTest)
#include "change_points_test.moc"
