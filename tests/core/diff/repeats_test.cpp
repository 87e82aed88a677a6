// SPDX-License-Identifier: GPL-3.0-or-later
// Noise of a comparison: values of repeated rows and of repeated runs, what is within and beyond it, and what cannot be said.
#include <QTest>
#include <cmath>

#include "core/diff/diff_rows.h"
#include "core/diff/repeats.h"

using namespace plumbline::diff;

namespace {

Run run(const std::string& label, std::string csv) {
  auto table = plumbline::tables::CsvTable::scan(std::move(csv), label + ".csv");
  if (!table.isValue()) qFatal("not a table");
  return {.label = label, .origin = label, .tables = {table.value()}, .config = {}, .commit = {}, .isBaseline = false};
}

/// repeated has two models ten times: "still" scatters around the same value in all runs, "moved" is lower by `step`.
std::string repeated(double step, std::size_t rows = 10) {
  std::string csv = "name,accuracy,speedup\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const double wave = 0.01 * static_cast<double>((i * 7 + (step > 0 ? 3 : 0)) % 11);
    csv += "still,pass," + std::to_string(1.5 + wave) + "\nmoved,pass," + std::to_string(2 + wave - step) + '\n';
  }
  return csv + "once,pass,1\n";
}

RunDiffPtr joined(std::vector<Run> runs) {
  auto diff = RunDiff::make(std::move(runs));
  if (!diff.isValue()) qFatal("no diff");
  return diff.value();
}

}  // namespace

class RepeatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void repeatedRowsAreTested() {
    const auto diff = joined({run("a", repeated(0)), run("b", repeated(0.5))});
    const std::size_t speedup = *diff->metricOf("speedup");
    QCOMPARE(diff->repeats(0, 0, speedup).size(), std::size_t{9});
    QVERIFY(diff->repeats(0, *diff->rowOf("once"), speedup).empty());
    QVERIFY(diff->repeats(0, 0, *diff->metricOf("accuracy")).empty());
    const Repeats repeats(*diff, repeatGroups(*diff, 0, 1, 0));
    QCOMPARE(repeats.cells().size(), std::size_t{2});
    const CellShift* still = repeats.of(*diff->rowOf("still"), speedup);
    const CellShift* moved = repeats.of(*diff->rowOf("moved"), speedup);
    QCOMPARE(still->answer(), NoiseAnswer::Within);
    QCOMPARE(moved->answer(), NoiseAnswer::Beyond);
    QCOMPARE(moved->shift.before, std::size_t{10});
    QCOMPARE(moved->shift.cliffsDelta, -1.0);
    QVERIFY(std::abs(moved->shift.value + 0.5) < 0.03);
    QVERIFY(moved->shift.low <= moved->shift.value && moved->shift.value <= moved->shift.high);
    // Benjamini and Hochberg over two tests: the smaller p doubles.
    QCOMPARE(moved->q, 2 * moved->shift.p);
    QVERIFY(repeats.of(*diff->rowOf("once"), speedup) == nullptr);
    QVERIFY(noiseText(*still).starts_with("within the noise (q "));
    QVERIFY(noiseText(*moved).starts_with("beyond the noise (q "));
    QVERIFY2(shiftText(*moved).ends_with("Mann-Whitney of 10 and 10 values"), shiftText(*moved).c_str());
    QVERIFY(repeats.surestOf(*diff->rowOf("moved")) == moved);
    QVERIFY(repeats.surestOf(*diff->rowOf("once")) == nullptr);
  }

  void runsOfASideAreJoined() {
    std::vector<Run> runs;
    for (int i = 0; i < 6; ++i)
      runs.push_back(run("r" + std::to_string(i), "name,speedup\na," + std::to_string((i < 4 ? 1.0 : 2.0) + 0.01 * i) + '\n'));
    const auto diff = joined(std::move(runs));
    // One value on each side says nothing.
    QVERIFY(Repeats(*diff, repeatGroups(*diff, 0, 5, 0)).isEmpty());
    const RepeatGroups groups = repeatGroups(*diff, 0, 5, 4);
    QCOMPARE(groups.before, (std::vector<std::size_t>{0, 1, 2, 3}));
    QCOMPARE(groups.after, (std::vector<std::size_t>{5, 4}));
    // Sides exchanged, and sides of one part.
    QCOMPARE(repeatGroups(*diff, 5, 0, 4).after, (std::vector<std::size_t>{0, 1, 2, 3}));
    QCOMPARE(repeatGroups(*diff, 0, 1, 4).before, (std::vector<std::size_t>{0}));
    // 4 against 2 cannot be surprising enough: 2 of 15 orders.
    const Repeats repeats(*diff, groups);
    QCOMPARE(repeats.cells().size(), std::size_t{1});
    QCOMPARE(repeats.cells()[0].answer(), NoiseAnswer::TooFew);
    QVERIFY(std::abs(repeats.cells()[0].shift.p - 2.0 / 15) < 1e-12);
    QCOMPARE(noiseText(repeats.cells()[0]), "cannot tell, 1 more repeat of each side (4 and 2 values, q 0.13)");
    QCOMPARE(shiftMove(repeats.cells()[0], diff->metrics()[0], defaultThresholds()), Move::Nothing);
  }

  /// 5 against 6 values have p 0.0043 at best: enough for one cell, not for one that moved among 60.
  void manyCellsNeedMoreRepeats() {
    std::vector<Run> runs;
    for (int i = 0; i < 11; ++i) {
      std::string csv = "name,speedup\n";
      for (int model = 0; model < 60; ++model) {
        const double wave = 0.01 * ((i * 7 + model * 3) % 11);
        csv += 'm' + std::to_string(model) + ',' + std::to_string((model == 0 && i >= 5 ? 1.5 : 2.0) + wave) + '\n';
      }
      runs.push_back(run("r" + std::to_string(i), csv));
    }
    const auto diff = RunDiff::make(std::move(runs), {}, kMaxRepeatRuns).value();
    const Repeats repeats(*diff, repeatGroups(*diff, 0, 10, 5));
    QCOMPARE(repeats.cells().size(), std::size_t{60});
    const CellShift& moved = repeats.cells()[0];
    QCOMPARE(moved.shift.cliffsDelta, -1.0);
    QVERIFY(std::abs(moved.q - 60 * 2.0 / 462) < 1e-9);
    QCOMPARE(moved.answer(), NoiseAnswer::TooFew);
    QCOMPARE(moved.moreRepeats, std::size_t{2});  // 7 and 8: 60 x 2 / 6435 = 0.019; 6 and 7: 60 x 2 / 1716 = 0.070
    QCOMPARE(shiftMove(moved, diff->metrics()[0], defaultThresholds()), Move::Nothing);
  }

  void movesByTheShift() {
    const auto diff = joined({run("a", repeated(0)), run("b", repeated(0.5))});
    const std::size_t speedup = *diff->metricOf("speedup");
    const Repeats repeats(*diff, repeatGroups(*diff, 0, 1, 0));
    const auto moveOfModel = [&](const char* model) {
      return shiftMove(*repeats.of(*diff->rowOf(model), speedup), diff->metrics()[speedup], defaultThresholds());
    };
    QCOMPARE(moveOfModel("moved"), Move::Worse);
    QCOMPARE(moveOfModel("still"), Move::Same);
    const CellShift* moved = repeats.of(*diff->rowOf("moved"), speedup);
    QVERIFY(moved->medianBefore > 2 && moved->medianAfter < 1.6);
  }

  void rowsSortByNoise() {
    const auto diff = joined({run("a", repeated(0)), run("b", repeated(0.5))});
    const auto repeats = std::make_shared<const Repeats>(*diff, repeatGroups(*diff, 0, 1, 0));
    const DiffRows rows(WhatIf(diff, 0, 1), diff, {0, 1}, defaultThresholds(), defaultThresholds(), repeats);
    const auto names = [&](bool isDescending) {
      std::vector<std::string> out;
      for (const std::uint32_t row : rows.shown({}, {.by = RowSort::By::Noise, .descending = isDescending})) out.push_back(diff->model(row));
      return out;
    };
    QCOMPARE(names(false), (std::vector<std::string>{"moved", "still", "once"}));
    QCOMPARE(names(true), (std::vector<std::string>{"still", "moved", "once"}));
    QVERIFY(rows.noiseOf(0, *diff->metricOf("speedup")) != nullptr);
  }
};

QTEST_GUILESS_MAIN(RepeatsTest)
#include "repeats_test.moc"
