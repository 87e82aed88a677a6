// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a metric, and what would under other thresholds.
#include <QTest>
#include <cmath>
#include <ctime>
#include <random>

#include "core/diff/move.h"
#include "tests/core/diff/diff_maker.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using diff::Move;
using diff::MoveCounts;
using diff::RunDiffPtr;
using diff::Thresholds;
using diff::WhatIf;
using support::diffOf;

namespace {

QString word(Move move) { return QString::fromLatin1(moveName(move).data(), qsizetype(moveName(move).size())); }

Thresholds tenPercent() {
  Thresholds out;
  out.otherwise = 0.1;
  return out;
}

/// randomRuns are two CSVs with every kind of cell, so that all moves and all reasons for none occur.
std::vector<std::string> randomRuns(unsigned seed, std::size_t rows, bool onlyNumbers = false) {
  std::mt19937 random(seed);
  const auto upTo = [&random](unsigned most) { return random() % (most + 1); };
  const char* const columns =
      "name,accuracy,graph_breaks,calls_captured,unique_graphs,recompiles,autograd_captures,"
      "cudagraph_skips,speedup,abs_latency,compilation_latency,compression_ratio,dynamo_peak_mem,mine\n";
  const char* const words[] = {"pass", "pass", "pass_due_to_skip", "fail_to_run", "fail_accuracy", ""};
  const char* const odd[] = {"0", "0.0", "", "nan", "inf", "x", "-1.5"};
  std::vector<std::string> out;
  for (int run = 0; run < 2; ++run) {
    std::string csv = columns;
    for (std::size_t row = 0; row < rows; ++row) {
      if (!onlyNumbers && upTo(9) == 0) continue;
      csv += 'm' + std::to_string(row) + ',' + (onlyNumbers ? "pass" : words[upTo(5)]);
      for (int column = 0; column < 12; ++column) {
        csv += ',';
        if (!onlyNumbers && upTo(4) == 0)
          csv += odd[upTo(6)];
        else
          csv += std::to_string(1 + static_cast<double>(upTo(40)) * 0.01);
      }
      csv += '\n';
    }
    out.push_back(std::move(csv));
  }
  return out;
}

/// plainly is the rule as the header says it, written once more without any of the code under test.
Move plainly(const diff::RunDiff& diff, std::size_t row, std::size_t metric, double threshold) {
  const diff::Reading was = diff.reading(0, row, metric);
  const diff::Reading is = diff.reading(1, row, metric);
  if (was.state != diff::ReadingState::Number || is.state != diff::ReadingState::Number) return Move::Count;
  if (was.number == is.number) return Move::Same;
  const bool isFar = was.number == 0 || std::abs((is.number - was.number) / was.number) > threshold * 1.000000001;
  if (!isFar) return Move::Same;
  switch (diff.metrics()[metric].better) {
    case verdicts::Better::Higher:
      return is.number > was.number ? Move::Better : Move::Worse;
    case verdicts::Better::Lower:
      return is.number < was.number ? Move::Better : Move::Worse;
    case verdicts::Better::Neither:
      break;
  }
  return Move::Changed;
}

}  // namespace

void DiffTest::moves_data() {
  QTest::addColumn<QString>("column");
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<QString>("move");
  const auto row = [](const char* column, const char* before, const char* after, const char* move) {
    QTest::addRow("%s: %s to %s", column, before, after) << QString::fromLatin1(column) << QString::fromLatin1(before)
                                                         << QString::fromLatin1(after) << QString::fromLatin1(move);
  };
  // Threshold 10 %, and a step of exactly that is none: |relative| > threshold.
  row("speedup", "2", "2", "same");
  row("speedup", "2", "1.9", "same");
  row("speedup", "2", "2.2", "same");
  row("speedup", "1", "1.1", "same");  // 0.10000000000000009 as a double
  row("speedup", "1", "0.9", "same");
  row("speedup", "1", "0.89999", "worse");
  row("speedup", "2", "2.25", "better");
  row("speedup", "2", "1.75", "worse");
  row("graph_breaks", "10", "11", "same");
  row("graph_breaks", "10", "12", "worse");
  row("graph_breaks", "10", "8", "better");
  row("unique_graphs", "10", "12", "changed");  // neither direction is the better one
  row("mine", "10", "8", "changed");
  row("graph_breaks", "0", "1", "worse");  // from 0 every step is one
  row("speedup", "0", "0.001", "better");  // another row holds a word, so that this zero is a number
  row("unique_graphs", "0", "1", "changed");
  row("compilation_latency", "-4", "-5", "better");
  row("compilation_latency", "-4", "-3", "worse");
  row("compilation_latency", "-4", "-4.1", "same");
  row("abs_latency", "1e308", "-1e308", "better");  // the difference is no double any more
  row("abs_latency", "1e-320", "1e300", "worse");
  row("abs_latency", "", "3", "nothing");
  row("abs_latency", "3", "nan", "nothing");
  row("abs_latency", "3", "inf", "changed");
  row("abs_latency", "inf", "inf", "same");
  row("abs_latency", "x", "y", "changed");
  row("abs_latency", "x", "x", "same");
  row("abs_latency", "x", "3", "changed");
  row("accuracy", "pass", "pass", "same");
  row("accuracy", "pass", "fail_to_run", "broke");
  row("accuracy", "pass", "", "broke");
  row("accuracy", "fail_to_run", "pass", "healed");
  row("accuracy", "", "pass", "healed");
  row("accuracy", "pass", "pass_due_to_skip", "changed");
  row("accuracy", "eager_variation", "fail_accuracy", "broke");
  row("accuracy", "fail_to_run", "timeout", "changed");
  row("accuracy", "", "fail_to_run", "nothing");
}

void DiffTest::moves() {
  QFETCH(QString, column);
  QFETCH(QString, before);
  QFETCH(QString, after);
  const auto csv = [&column](const QString& cell) {
    // A second model keeps the column's other zeros from being padding, and the column from being empty.
    return "name," + column.toStdString() + ",calls_captured\na," + cell.toStdString() + ",5\nz,1,5\n";
  };
  std::string one = csv(before);
  if (column == QLatin1String("speedup") && before == QLatin1String("0"))
    one = "name,accuracy,speedup\na,,0\nz,pass,1\n";
  const RunDiffPtr diff = diffOf({one, csv(after)});
  QVERIFY(diff);
  const std::size_t metric = *diff->metricOf(column.toStdString());
  if (column == QLatin1String("speedup") && before == QLatin1String("0")) {
    // A speedup of 0 is never a measurement, so what stands here is a run that could be timed again.
    QCOMPARE(word(moveOf(*diff, 0, 1, 0, metric, tenPercent())), u"healed"_s);
    QCOMPARE(word(moveOf(*diff, 1, 0, 0, metric, tenPercent())), u"broke"_s);
    return;
  }
  QTEST(word(moveOf(*diff, 0, 1, 0, metric, tenPercent())), "move");
  QCOMPARE(isBad(moveOf(*diff, 0, 1, 0, metric, tenPercent())),
           QStringList({u"worse"_s, u"broke"_s, u"only-before"_s})
               .contains(word(moveOf(*diff, 0, 1, 0, metric, tenPercent()))));
}

void DiffTest::rowMoves_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<QString>("move");
  const auto row = [](const char* before, const char* after, const char* move) {
    QTest::addRow("%s to %s", before, after)
        << QString::fromLatin1(before) << QString::fromLatin1(after) << QString::fromLatin1(move);
  };
  // name, accuracy, graph_breaks, unique_graphs, speedup
  row("a,pass,1,1,1", "a,pass,1,1,1", "same");
  row("a,pass,1,1,1", "a,fail_accuracy,2,1,2", "broke");
  row("a,pass,1,1,1", "a,pass,2,1,2", "worse");
  row("a,fail_accuracy,1,1,1", "a,pass,1,1,2", "healed");
  row("a,pass,1,1,1", "a,pass,1,2,2", "better");
  row("a,pass,1,1,1", "a,pass,1,2,1", "changed");
  row("a,,,,", "a,,,,", "nothing");
  row("a,pass,1,1,1", "b,pass,1,1,1", "only-before");
  row("b,pass,1,1,1", "a,pass,1,1,1", "only-after");
}

void DiffTest::rowMoves() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  const std::string head = "name,accuracy,graph_breaks,unique_graphs,speedup\n";
  const RunDiffPtr diff =
      diffOf({head + before.toStdString() + '\n', head + after.toStdString() + '\n', head + "c,pass,1,1,1\n"});
  QVERIFY(diff);
  QTEST(word(rowMove(*diff, 0, 1, *diff->rowOf("a"), tenPercent())), "move");
  QCOMPARE(rowMove(*diff, 0, 1, *diff->rowOf("c"), tenPercent()), Move::Nothing);  // in neither of the two
}

void DiffTest::swappedSides() {
  const auto mirrored = [](Move move) {
    switch (move) {
      case Move::Better:
        return Move::Worse;
      case Move::Worse:
        return Move::Better;
      case Move::Broke:
        return Move::Healed;
      case Move::Healed:
        return Move::Broke;
      case Move::OnlyBefore:
        return Move::OnlyAfter;
      case Move::OnlyAfter:
        return Move::OnlyBefore;
      default:
        return move;
    }
  };
  const RunDiffPtr diff = diffOf(randomRuns(3, 300));
  QVERIFY(diff);
  Thresholds none;  // with a threshold the two ways differ: 10 to 11 is 10 %, 11 to 10 is 9 %
  for (std::size_t row = 0; row < diff->rowCount(); ++row)
    for (std::size_t metric = 0; metric < diff->metrics().size(); ++metric)
      QCOMPARE(moveOf(*diff, 1, 0, row, metric, none), mirrored(moveOf(*diff, 0, 1, row, metric, none)));
}

void DiffTest::whatIfAgrees() {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const RunDiffPtr diff = diffOf(randomRuns(seed, 200));
    QVERIFY(diff);
    const WhatIf whatIf(diff, 0, 1);
    for (const double threshold : {0.0, 0.05, 0.1, 0.37, 5.0}) {
      Thresholds thresholds = diff::defaultThresholds();
      thresholds.otherwise = threshold;
      for (auto& limit : thresholds.limits) limit.relative = threshold;
      MoveCounts wanted;
      for (std::size_t metric = 0; metric < diff->metrics().size(); ++metric) {
        MoveCounts ofMetric;
        const auto floor = thresholds.floorOf(diff->metrics()[metric].name);
        for (std::size_t row = 0; row < diff->rowCount(); ++row) {
          const Move move = moveOf(*diff, 0, 1, row, metric, thresholds);
          if (const Move plain = plainly(*diff, row, metric, threshold); plain != Move::Count) QCOMPARE(move, plain);
          ++ofMetric.of[std::size_t(move)];
          if (floor && diff->numbers(1, metric)[row] < *floor) ++ofMetric.belowFloor;
        }
        const MoveCounts counted = whatIf.counts(thresholds, metric);
        QVERIFY(std::equal(std::begin(counted.of), std::end(counted.of), std::begin(ofMetric.of)));
        QCOMPARE(counted.belowFloor, ofMetric.belowFloor);
        for (std::size_t i = 0; i < std::size(wanted.of); ++i) wanted.of[i] += ofMetric.of[i];
        wanted.belowFloor += ofMetric.belowFloor;
      }
      const MoveCounts all = whatIf.counts(thresholds);
      QVERIFY(std::equal(std::begin(all.of), std::end(all.of), std::begin(wanted.of)));
      QCOMPARE(all.belowFloor, wanted.belowFloor);
    }
  }
}

void DiffTest::flipsAreCounted() {
  const RunDiffPtr diff = diffOf(randomRuns(11, 300));
  QVERIFY(diff);
  const WhatIf whatIf(diff, 0, 1);
  const Thresholds from = diff::defaultThresholds();
  Thresholds to = from;
  for (const char* text : {"speedup=20%", "speedup>=1.2", "graph_breaks=12%", "otherwise=0"})
    QVERIFY(setThreshold(to, text).has_value());
  QVERIFY(whatIf.flips(from, from).empty());
  std::size_t wanted = 0;
  const auto isBelow = [&diff](const Thresholds& t, std::size_t row, std::size_t metric) {
    const auto floor = t.floorOf(diff->metrics()[metric].name);
    return floor && diff->numbers(1, metric)[row] < *floor;
  };
  for (std::size_t row = 0; row < diff->rowCount(); ++row)
    for (std::size_t metric = 0; metric < diff->metrics().size(); ++metric)
      if (moveOf(*diff, 0, 1, row, metric, from) != moveOf(*diff, 0, 1, row, metric, to) ||
          isBelow(from, row, metric) != isBelow(to, row, metric))
        ++wanted;
  const auto flips = whatIf.flips(from, to);
  QCOMPARE(flips.size(), wanted);
  QVERIFY(wanted > 100);
  MoveCounts counts = whatIf.counts(from);
  for (const diff::Flip& flip : flips) {
    QCOMPARE(flip.from, moveOf(*diff, 0, 1, flip.row, flip.metric, from));
    QCOMPARE(flip.to, moveOf(*diff, 0, 1, flip.row, flip.metric, to));
    QCOMPARE(flip.wasBelow, isBelow(from, flip.row, flip.metric));
    --counts.of[std::size_t(flip.from)];
    ++counts.of[std::size_t(flip.to)];
  }
  const MoveCounts after = whatIf.counts(to);  // what turned over is all that changed
  QVERIFY(std::equal(std::begin(after.of), std::end(after.of), std::begin(counts.of)));
}

/// 10,000 rows x 14 metrics: a slider asks for both at every step. Processor time, since other tests run beside this
/// one; the limit is the one of the optimised program.
void DiffTest::whatIfIsFast() {
  const RunDiffPtr diff = diffOf(randomRuns(5, 10'000, true));
  QVERIFY(diff);
  QCOMPARE(diff->rowCount(), std::size_t(10'000));
  const WhatIf whatIf(diff, 0, 1);
  const Thresholds from = diff::defaultThresholds();
  Thresholds to = from;
  to.otherwise = 0.02;
  for (auto& limit : to.limits) limit.relative = 0.02;
  double best = 1e9;  // ms
  for (int i = 0; i < 5; ++i) {
    const std::clock_t begin = std::clock();
    const MoveCounts counts = whatIf.counts(to);
    const auto flips = whatIf.flips(from, to);
    best = std::min(best, double(std::clock() - begin) * 1000 / CLOCKS_PER_SEC);
    QVERIFY(counts[Move::Same] > 0 && !flips.empty());
  }
  QVERIFY2(best < 50, qPrintable(QString::number(best)));
}
