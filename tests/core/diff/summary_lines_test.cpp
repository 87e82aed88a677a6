// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard's means beside those over the models that both runs have.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/diff/hud_summary.h"
#include "tests/core/diff/diff_maker.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using diff::SummaryLine;
using support::diffOf;

namespace {

std::vector<SummaryLine> linesOf(const std::string& before, const std::string& after) {
  const auto diff = diffOf({before, after});
  return diff ? summaryLines(*diff, 0, 1) : std::vector<SummaryLine>{};
}

SummaryLine lineOf(const std::vector<SummaryLine>& lines, const std::string& metric) {
  const auto at = std::ranges::find(lines, metric, &SummaryLine::metric);
  return at == lines.end() ? SummaryLine{} : *at;
}

std::string speedups(const std::string& rows) { return "name,accuracy,speedup\n" + rows; }

}  // namespace

void DiffTest::pairedMeans() {
  const auto lines = linesOf(
      "name,accuracy,speedup,abs_latency\na,pass,2,10\nb,pass,8,30\nc,pass,3,5\nd,fail_accuracy,7,7\ne,pass,5,1\n",
      "name,accuracy,speedup,abs_latency\na,pass,1,20\nb,pass,16,40\nc,fail_to_run,0,0\nd,pass,7,7\nf,pass,4,2\n");
  QStringList metrics;
  for (const SummaryLine& line : lines) metrics += QString::fromStdString(line.metric);
  QCOMPARE(metrics, (QStringList{u"pass_rate"_s, u"speedup"_s, u"abs_latency"_s}));
  const SummaryLine speedup = lineOf(lines, "speedup");
  // Both pass in a and b alone: sqrt(2 x 8) = 4, sqrt(1 x 16) = 4. c, d, e and f are of one run only.
  QCOMPARE(speedup.before.count, std::size_t(2));
  QCOMPARE(speedup.after.count, std::size_t(2));
  QVERIFY(std::abs(speedup.before.value - 4) < 1e-12 && std::abs(speedup.after.value - 4) < 1e-12);
  QCOMPARE(speedup.leftOut, std::size_t(4));
  QCOMPARE(speedup.hudBefore.count, std::size_t(4));
  QCOMPARE(speedup.hudAfter.count, std::size_t(4));
  QVERIFY(!speedup.signsDisagree && speedup.sentence.empty());
  QCOMPARE(speedup.better, verdicts::Better::Higher);
  const SummaryLine latency = lineOf(lines, "abs_latency");
  QCOMPARE(latency.before.value, 20.0);
  QCOMPARE(latency.after.value, 30.0);
  QCOMPARE(latency.better, verdicts::Better::Lower);
  QCOMPARE(latency.unit, "ms");
}

/// A slow model that drops out looks like a speedup.
void DiffTest::signsDisagree() {
  const SummaryLine line = lineOf(linesOf(speedups("fast,pass,2.0\nmiddle,pass,1.5\nslow,pass,0.5\n"),
                                          speedups("fast,pass,1.9\nmiddle,pass,1.4\nslow,fail_to_run,0\n")),
                                  "speedup");
  // cbrt(2 x 1.5 x 0.5) = 1.1447; sqrt(1.9 x 1.4) = 1.6310. Paired: sqrt(2 x 1.5) = 1.7321 to 1.6310.
  QVERIFY(line.signsDisagree);
  QCOMPARE(line.hudBefore.text, "1.14");
  QCOMPARE(line.hudAfter.text, "1.63");
  QCOMPARE(line.sentence,
           "The dashboard's speedup rises from 1.14 to 1.63 x, but over the 2 models that both runs measured it falls "
           "from 1.73 "
           "to 1.63 x: the difference comes from slow, which only one of the runs counts.");
}

void DiffTest::namesAtMostThree() {
  // All that a paired model loses is outweighed by models that are new and fast, and one that is gone and slow.
  const SummaryLine line =
      lineOf(linesOf(speedups("a,pass,2\ngone,pass,0.1\n"),
                     speedups("a,pass,1.9\nnew1,pass,3\nnew2,pass,4\nnew3,pass,5\nnew4,pass,1.0\n")),
             "speedup");
  QVERIFY(line.signsDisagree);
  // Their pull is |ln(v) - ln(paired mean)|: gone 3.00, new3 0.97, new2 0.74, new1 0.46; new4 pulls the other way.
  QVERIFY2(QString::fromStdString(line.sentence).contains(QLatin1String("from gone, new3, new2 and 1 more, which")),
           line.sentence.c_str());
  QVERIFY(QString::fromStdString(line.sentence).contains(QLatin1String("the one model that")));
  QCOMPARE(line.leftOut, std::size_t(5));
}

void DiffTest::signsAgree_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  const auto row = [](const char* tag, const char* before, const char* after) {
    QTest::newRow(tag) << QString::fromLatin1(before) << QString::fromLatin1(after);
  };
  row("both rise", "a,pass,1\nb,pass,1\n", "a,pass,2\nb,pass,2\n");
  row("nothing in common", "a,pass,1\n", "b,pass,2\n");
  row("an empty side", "a,fail_to_run,0\n", "a,pass,2\n");
  row("both empty", "", "");
  // 1.001 to 1.002 is no step on the dashboard, whatever the paired one does.
  row("less than the dashboard shows", "a,pass,1.001\nb,pass,1.001\n", "a,pass,1.002\nb,pass,1.001\n");
  // The same numbers on other models: the means are equal but for the last bit.
  row("only the order", "a,pass,1.1\nb,pass,1.2\nc,pass,1.3\nx,pass,1\n",
      "a,pass,1.3\nb,pass,1.1\nc,pass,1.2\ny,pass,9\n");
}

void DiffTest::signsAgree() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  for (const SummaryLine& line : linesOf(speedups(before.toStdString()), speedups(after.toStdString()))) {
    QVERIFY2(!line.signsDisagree, line.sentence.c_str());
    QVERIFY(line.sentence.empty());
  }
  // Words without speedups have a pass rate, speedups without words have none.
  QCOMPARE(linesOf("name,accuracy\na,pass\n", "name,accuracy\na,pass\n").size(), std::size_t(1));
  QCOMPARE(lineOf(linesOf("name,speedup\na,1\n", "name,speedup\na,1\n"), "pass_rate").metric, "");
  QVERIFY(linesOf("name,mine\na,1\n", "name,mine\na,1\n").empty());
}

void DiffTest::passRates() {
  const SummaryLine line = lineOf(
      linesOf("name,accuracy\na,pass\nb,pass\nc,OOM\nd,OOM\ne,OOM\n", "name,accuracy\na,pass\nb,OOM\n"), "pass_rate");
  // 2 of 5 are 40 %, 1 of 2 are 50 %; of a and b, which both runs have, 100 % and 50 %.
  QCOMPARE(line.hudBefore.text, "40");
  QCOMPARE(line.hudAfter.text, "50");
  QCOMPARE(line.hudBefore.count, std::size_t(5));
  QCOMPARE(line.unit, "%");
  QCOMPARE(line.before.value, 100.0);
  QCOMPARE(line.after.value, 50.0);
  QCOMPARE(line.leftOut, std::size_t(3));
  QVERIFY(line.signsDisagree);
  QVERIFY2(QString::fromStdString(line.sentence).contains(QLatin1String("from c, d and e, which")),
           line.sentence.c_str());
  // 5 of 8 are 62.5 %: JavaScript makes 63 of it.
  const std::string eight = "name,accuracy\na,pass\nb,pass\nc,pass\nd,pass\ne,pass\nf,OOM\ng,OOM\nh,OOM\n";
  QCOMPARE(lineOf(linesOf(eight, eight), "pass_rate").hudAfter.text, "63");
}
