// SPDX-License-Identifier: GPL-3.0-or-later
// Noise floors, differences against them and tolerances that hold. tests/parity holds the numbers against SciPy.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "core/statistics/noise_floor.h"

using namespace plumbline::statistics;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

enum class Noise : int { Normal, Correlated, Student, Spikes };

std::vector<double> made(Noise noise, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::student_t_distribution<double> student(3);
  std::uniform_real_distribution<double> share;
  std::vector<double> values;
  double last = normal(random);
  for (std::size_t i = 0; i < count; ++i) {
    double value = normal(random);
    if (noise == Noise::Correlated) value = last = 0.6 * last + 0.8 * value;
    if (noise == Noise::Student) value = student(random);
    if (noise == Noise::Spikes && share(random) < 0.03) value += 8;
    values.push_back(100 + 2 * value);
  }
  return values;
}

bool isNear(double one, double other, double share = 1e-12) { return std::abs(one - other) <= share * std::max(1.0, std::abs(other)); }

NoiseTail tailOf(const NoiseGroups& groups) { return {groups, noiseFloor(groups)}; }

}  // namespace

class NoiseFloorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A jump that is nothing special where tails are heavy is beyond the noise where they are not.
  void poolsKnowTheirTails() {
    const auto judged = [](Noise kind, double spreads, double scale) {
      NoisePool pool;
      NoiseFloor first;
      for (unsigned row = 0; row < 30; ++row) {
        std::vector<double> values = made(kind, 60, 100 + row);
        for (double& value : values) value *= scale * (1 + row);  // each row has a spread of its own
        const NoiseGroups groups{values};
        const NoiseFloor floor = noiseFloor(groups);
        if (row == 0) first = floor;
        pool.add(groups, floor);
      }
      return pool.judge(first, spreads * first.spread).p;
    };
    QVERIFY(judged(Noise::Normal, 8, 1) < 1e-5);
    QVERIFY(judged(Noise::Student, 8, 1) > 1e-3);
    QVERIFY(judged(Noise::Spikes, 8, 1) > 1e-2);
    QVERIFY(judged(Noise::Student, 200, 1) < 1e-4);  // beyond all that was seen, by the tail
    for (const Noise kind : {Noise::Normal, Noise::Student, Noise::Spikes}) {
      QVERIFY(judged(kind, 2.5, 1) > judged(kind, 6, 1));
      QVERIFY(isNear(judged(kind, 6, 1), judged(kind, 6, 1e-3), 1e-6));
    }
  }

  void aPoolOfNothingJudgesByTheRowAlone() {
    const NoiseGroups groups{made(Noise::Normal, 60, 3)};
    const NoiseFloor floor = noiseFloor(groups);
    NoisePool pool;
    QCOMPARE(pool.judge(floor, 5).p, judgeDelta(floor, 5).p);
    const NoiseGroups same{std::vector<double>(40, 7)};
    pool.add(same, noiseFloor(same));
    QCOMPARE(pool.judge(floor, 20).p, judgeDelta(floor, 20).p);
    pool.add(groups, floor);
    QVERIFY(pool.judge(floor, 20).p > judgeDelta(floor, 20).p);
    QCOMPARE(pool.judge(noiseFloor(same), 1).p, judgeDelta(noiseFloor(same), 1).p);  // counts
    QVERIFY(std::isnan(pool.judge(NoiseFloor(), 1).p));
  }

  void spreads_data() {
    QTest::addColumn<int>("noise");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("normal") << int(Noise::Normal) << 0.97 << 1.03;
    QTest::newRow("AR(1) 0.6") << int(Noise::Correlated) << 0.90 << 1.05;
    QTest::newRow("Student t, 3 degrees") << int(Noise::Student) << 1.1 << 1.4;
    QTest::newRow("3 % spikes of 8 sigma") << int(Noise::Spikes) << 0.97 << 1.15;
  }

  void spreads() {
    QFETCH(int, noise);
    QFETCH(double, low);
    QFETCH(double, high);
    double sum = 0;
    for (unsigned seed = 0; seed < 200; ++seed) sum += noiseFloor({made(Noise(noise), 100, seed)}).spread / 2 / 200;
    QVERIFY2(low < sum && sum < high, qPrintable(QString::number(sum)));
  }

  // Pairs of runs of one commit each say as much as one long level.
  void pairsOfRunsGiveTheSpread() {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    NoiseGroups pairs;
    for (int i = 0; i < 2000; ++i) pairs.push_back({50.0 * i + normal(random), 50.0 * i + normal(random)});
    const NoiseFloor floor = noiseFloor(pairs);
    QVERIFY2(std::abs(floor.spread - 1) < 0.05, qPrintable(QString::number(floor.spread)));
    QVERIFY(floor.low < 1 && 1 < floor.high);
    QCOMPARE(floor.groups, std::size_t(2000));
    const double distance = tailOf(pairs).distanceFor(1e-3, false);  // of a new value and the mean of two: 3.09 sqrt(1 + pi / 4)
    QVERIFY2(std::abs(distance - 4.13) < 0.4, qPrintable(QString::number(distance)));
  }

  void intervalsOfSpreadsCover() {
    int covered = 0, independent = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
      const NoiseFloor floor = noiseFloor({made(Noise::Normal, 30, seed)});
      covered += floor.low <= 2 && 2 <= floor.high ? 1 : 0;
      independent += floor.autocorrelation == 0 ? 1 : 0;
    }
    QVERIFY2(covered > 460 && covered < 490, qPrintable(QString::number(covered)));
    QVERIFY2(independent > 440, qPrintable(QString::number(independent)));
  }

  void autocorrelationIsSeen() {
    double sum = 0;
    for (unsigned seed = 0; seed < 100; ++seed) sum += noiseFloor({made(Noise::Correlated, 200, seed)}).autocorrelation / 100;
    QVERIFY2(std::abs(sum - 0.6) < 0.05, qPrintable(QString::number(sum)));
  }

  void scalingAndShifting() {
    const std::vector<double> values = made(Noise::Student, 60, 5);
    std::vector<double> scaled, shifted, shuffled = values;
    for (const double value : values) {
      scaled.push_back(-4 * value);
      shifted.push_back(value + 4096);
    }
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(1));
    const NoiseFloor floor = noiseFloor({values});
    QVERIFY(isNear(noiseFloor({scaled}).spread, 4 * floor.spread));
    QVERIFY(isNear(noiseFloor({shifted}).spread, floor.spread, 1e-9));
    QVERIFY(isNear(noiseFloor({shuffled}).spread, floor.spread));
    QVERIFY(isNear(noiseFloor({shuffled}).level, floor.level));
    const double distance = tailOf({values}).distanceFor(1e-3, true);
    QVERIFY(isNear(tailOf({scaled}).distanceFor(1e-3, true), 4 * distance, 1e-9));
    QVERIFY(isNear(tailOf({shifted}).distanceFor(1e-3, true), distance, 1e-7));
  }

  // 95 of 100 new values are within the band, whatever the number of values behind it.
  void newValuesAreWithin_data() {
    QTest::addColumn<int>("noise");
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("normal, 10") << int(Noise::Normal) << 10 << 0.93 << 0.98;
    QTest::newRow("normal, 100") << int(Noise::Normal) << 100 << 0.935 << 0.97;
    QTest::newRow("AR(1), 50") << int(Noise::Correlated) << 50 << 0.92 << 0.98;
    QTest::newRow("Student t, 50") << int(Noise::Student) << 50 << 0.88 << 0.97;
  }

  void newValuesAreWithin() {
    QFETCH(int, noise);
    QFETCH(int, count);
    QFETCH(double, low);
    QFETCH(double, high);
    int within = 0, unknown = 0;
    for (unsigned seed = 0; seed < 1000; ++seed) {
      const NoiseFloor floor = noiseFloor({made(Noise(noise), std::size_t(count), seed)});
      const double next = made(Noise(noise), 1, seed + 50'000).front();
      const DeltaJudgement judged = judgeDelta(floor, next - floor.level, {.before = floor.levelValues});
      within += judged.noiseClass == NoiseClass::Within ? 1 : 0;
      unknown += judged.noiseClass == NoiseClass::Unknown ? 1 : 0;
      QCOMPARE(judged.p < 0.05, judged.noiseClass == NoiseClass::Above);
    }
    QVERIFY2(unknown < 150, qPrintable(QString::number(unknown)));
    const double share = double(within) / (1000 - unknown);
    QVERIFY2(low < share && share < high, qPrintable(QString::number(share)));
  }

  void tooFewRunsAreUnknown_data() {
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("delta");
    QTest::addColumn<int>("expected");
    QTest::addColumn<int>("more");
    const auto row = [](const char* name, const QList<double>& values, double delta, NoiseClass expected, int more) {
      QTest::newRow(name) << values << delta << int(expected) << more;
    };
    row("none", {}, 1, NoiseClass::Unknown, 7);
    row("one", {3}, 1, NoiseClass::Unknown, 6);
    row("two", {3, 4}, 100, NoiseClass::Unknown, 5);
    row("NaN alone", {kNan, kNan}, 1, NoiseClass::Unknown, 7);
    row("no difference to measure", {1, 2, 3, 4, 5, 6, 7, 8}, kNan, NoiseClass::Unknown, 7);
    row("seven", {1, 2, 1, 2, 1, 2, 1}, 100, NoiseClass::Above, 0);
    row("constant, few", {5, 5, 5, 5}, 1, NoiseClass::Unknown, 15);
    row("constant, the same", {5, 5, 5, 5}, 0, NoiseClass::Within, 0);
    row("constant, enough", QList<double>(19, 5), 1e-9, NoiseClass::Above, 0);
  }

  void tooFewRunsAreUnknown() {
    QFETCH(QList<double>, values);
    QFETCH(double, delta);
    QFETCH(int, expected);
    QFETCH(int, more);
    const NoiseFloor floor = noiseFloor({{values.begin(), values.end()}});
    const DeltaJudgement judged = judgeDelta(floor, delta);
    QCOMPARE(int(judged.noiseClass), expected);
    QCOMPARE(int(judged.moreRuns), more);
  }

  // The share of new values beyond the advised tolerance, over many series, is about one of a thousand or less.
  void advisedMarginsHold_data() {
    QTest::addColumn<int>("noise");
    QTest::addColumn<int>("count");
    QTest::newRow("normal, 20") << int(Noise::Normal) << 20;
    QTest::newRow("normal, 100") << int(Noise::Normal) << 100;
    QTest::newRow("AR(1), 100") << int(Noise::Correlated) << 100;
    QTest::newRow("Student t, 100") << int(Noise::Student) << 100;
  }

  void advisedMarginsHold() {
    QFETCH(int, noise);
    QFETCH(int, count);
    constexpr int kSeries = 60, kNew = 2000;
    int beyond = 0;
    double distances = 0;
    for (unsigned seed = 0; seed < kSeries; ++seed) {
      const NoiseGroups groups{made(Noise(noise), std::size_t(count), seed)};
      const NoiseFloor floor = noiseFloor(groups);
      const double distance = NoiseTail(groups, floor).distanceFor(1e-3, true);
      distances += distance / 2 / kSeries;
      for (const double value : made(Noise(noise), kNew, seed + 90'000)) beyond += std::abs(value - floor.level) > distance ? 1 : 0;
    }
    const double rate = double(beyond) / kSeries / kNew;
    QVERIFY2(rate < 2e-3, qPrintable(QString::number(rate)));
    // Not so wide that nothing is watched: the exact distances are 3.3 and, for Student t, 12.9 standard deviations.
    QVERIFY2(distances < (Noise(noise) == Noise::Student ? 20 : 10), qPrintable(QString::number(distances)));
  }

  // Values near their limit: the rate that is stated is the one at which new values fail.
  void statedRatesAreTrue() {
    double stated = 0;
    int failed = 0, covered = 0, atTheLimit = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
      const NoiseGroups groups{made(Noise::Normal, 50, seed)};
      const NoiseFloor floor = noiseFloor(groups);
      const RateEstimate rate = NoiseTail(groups, floor).rateBeyond(floor.level - 97, false);  // true: Phi(-1.5) = 6.7 %
      stated += rate.rate / 100;
      covered += rate.low <= 0.0668 && 0.0668 <= rate.high ? 1 : 0;
      const RateEstimate half = NoiseTail(groups, floor).rateBeyond(floor.level - 100, false);
      atTheLimit += half.low <= 0.5 && 0.5 <= half.high ? 1 : 0;
      for (const double value : made(Noise::Normal, 200, seed + 70'000)) failed += value < 97 ? 1 : 0;
    }
    QVERIFY2(std::abs(stated - failed / 20'000.0) < 0.015, qPrintable(QString::number(stated - failed / 20'000.0)));
    QVERIFY2(covered >= 90, qPrintable(QString::number(covered)));
    QVERIFY2(atTheLimit >= 90, qPrintable(QString::number(atTheLimit)));  // the error of the level decides there
  }

  void ratesFallWithTheDistance() {
    const NoiseTail tail = tailOf({made(Noise::Spikes, 80, 9)});
    double last = 2;
    for (double distance = -20; distance < 60; distance += 0.5) {
      const RateEstimate rate = tail.rateBeyond(distance, false);
      QVERIFY(rate.low <= rate.rate && rate.rate <= rate.high && rate.rate < last);
      last = rate.rate;
      QVERIFY(std::abs(rate.rate + tail.rateBeyond(-distance, false).rate - 1) < 1e-9);
    }
    for (const double rate : {0.3, 1e-3, 1e-5}) {
      for (const bool isTwoSided : {false, true})
        QVERIFY(isNear(tail.rateBeyond(tail.distanceFor(rate, isTwoSided), isTwoSided).rate / rate, 1, 1e-9));
    }
    QCOMPARE(tail.distanceFor(0.6, false), 0.0);
  }

  void levelsBetweenChanges() {
    const std::vector<double> values{1, kNan, 2, 10, 11, 20};
    const std::vector<Change> changes{{.index = 3}, {.index = 5}};
    QCOMPARE(unchangedLevels(values, changes), (NoiseGroups{{1, 2}, {10, 11}, {20}}));
    QCOMPARE(unchangedLevels({}, {}), NoiseGroups{{}});
    const NoiseFloor floor = noiseFloor(unchangedLevels(values, changes));
    QCOMPARE(floor.level, 20.0);
    QVERIFY2(std::abs(floor.spread * 0.95387255 - 1) < 1e-6, qPrintable(QString::number(floor.spread)));
  }

  // The level of a row that drifts is the end of its drift, and its noise what the line leaves.
  void driftsAreTakenOff() {
    for (const double sign : {1.0, -1.0}) {
      std::mt19937 random(4);
      std::normal_distribution<double> normal;
      std::vector<double> values;
      for (int i = 0; i < 150; ++i) values.push_back(i % 9 == 4 ? kNan : 1.03 - sign * 0.075 * std::clamp(i - 20, 0, 110) / 110 + 0.002 * normal(random));
      const NoiseFloor floor = noiseFloor(unchangedLevels(values, changePoints(values)));
      QVERIFY2(std::abs(floor.level - (1.03 - sign * 0.075)) < 0.002, qPrintable(QString::number(floor.level)));
      QVERIFY2(floor.spread > 0.0014 && floor.spread < 0.0026, qPrintable(QString::number(floor.spread)));
      QVERIFY2(floor.autocorrelation < 0.3, qPrintable(QString::number(floor.autocorrelation)));
    }
  }

  void mostlyTiesHaveNoSpread() {
    std::vector<double> values(50, 3);
    values[10] = 4;
    const NoiseFloor floor = noiseFloor({values});
    QCOMPARE(floor.spread, 0.0);
    QCOMPARE(floor.autocorrelation, 0.0);
    QVERIFY(std::isnan(floor.low) && std::isnan(floor.high));
    QCOMPARE(floor.odd, std::vector<double>{1});
  }

  // Of values that are mostly the same, the others are counted: one that the row shows in 14 of 99 runs is no news.
  void oddValuesAreCounted_data() {
    QTest::addColumn<int>("odd");
    QTest::addColumn<double>("delta");
    QTest::addColumn<double>("p");
    QTest::addColumn<double>("band");
    QTest::newRow("as often seen") << 14 << 1.0 << 0.15 << 1.0;
    QTest::newRow("on the other side") << 14 << -1.0 << 0.15 << 1.0;
    QTest::newRow("farther than any") << 14 << 2.0 << 0.01 << 1.0;
    QTest::newRow("seen once") << 1 << 1.0 << 0.02 << 0.0;
    QTest::newRow("never seen") << 0 << 1.0 << 0.01 << 0.0;
    QTest::newRow("the same") << 14 << 0.0 << 1.0 << 1.0;
  }

  void oddValuesAreCounted() {
    QFETCH(int, odd);
    QFETCH(double, delta);
    std::vector<double> values(99, 3);
    for (int i = 0; i < odd; ++i) values[std::size_t(i) * 7] = 4;
    const DeltaJudgement judged = judgeDelta(noiseFloor({values}), delta, {.before = 99});
    QTEST(judged.p, "p");
    QTEST(judged.band, "band");
    QCOMPARE(judged.noiseClass == NoiseClass::Above, judged.p <= 0.05);
    QVERIFY(judged.isCounted);
  }

  void longSeriesAreQuick() {
    const NoiseGroups groups{made(Noise::Normal, 100'000, 11)};
    const NoiseFloor floor = noiseFloor(groups);
    QVERIFY(std::abs(floor.spread - 2) < 0.05);
    const double distance = NoiseTail(groups, floor).distanceFor(1e-3, false);
    QVERIFY2(std::abs(distance / 2 - 3.09) < 0.4, qPrintable(QString::number(distance / 2)));
  }
};

QTEST_APPLESS_MAIN(NoiseFloorTest)
#include "noise_floor_test.moc"
