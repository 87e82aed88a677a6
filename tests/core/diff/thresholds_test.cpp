// SPDX-License-Identifier: GPL-3.0-or-later
// How far a metric may move: the shipped numbers, and how a person changes them.
#include <QTest>
#include <cmath>

#include "core/diff/thresholds.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using diff::Thresholds;

namespace {

QStringList texts(const Thresholds& thresholds) {
  QStringList out;
  for (const std::string& text : thresholdTexts(thresholds)) out += QString::fromStdString(text);
  return out;
}

}  // namespace

/// SPEC 16: relative 5 %, pass rate 90 %, speedup 0.95, compression ratio 0.9, peak memory 20 %.
void DiffTest::shippedThresholds() {
  const Thresholds thresholds = diff::defaultThresholds();
  QCOMPARE(thresholds.relativeOf("speedup"), 0.05);
  QCOMPARE(thresholds.relativeOf("abs_latency"), 0.05);
  QCOMPARE(thresholds.relativeOf("dynamo_peak_mem"), 0.2);
  QCOMPARE(thresholds.relativeOf("graph_breaks"), 0.0);
  QCOMPARE(thresholds.relativeOf("a column of my own"), 0.05);
  QCOMPARE(thresholds.floorOf("speedup"), std::optional(0.95));
  QCOMPARE(thresholds.floorOf("compression_ratio"), std::optional(0.9));
  QVERIFY(!thresholds.floorOf("abs_latency"));
  QCOMPARE(thresholds.passRate, 0.9);
}

void DiffTest::setThresholds_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("metric");
  QTest::addColumn<double>("relative");
  QTest::addColumn<double>("floor");
  const auto row = [](const char* text, const char* metric, double relative, double floor) {
    QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(metric) << relative << floor;
  };
  row("speedup=3%", "speedup", 0.03, 0.95);
  row("speedup=0.03", "speedup", 0.03, 0.95);
  row("speedup=0", "speedup", 0, 0.95);
  row("speedup=250%", "speedup", 2.5, 0.95);
  row(" speedup = 3 % ", "speedup", 0.03, 0.95);
  row("speedup>=0.97", "speedup", 0.05, 0.97);
  row("speedup>=97%", "speedup", 0.05, 0.97);
  row("speedup >= 0.97", "speedup", 0.05, 0.97);
  row("speedup=1e-3", "speedup", 0.001, 0.95);
  row("autograd_captures>=3", "autograd_captures", 0.05, 3);  // it had no limit of its own
  row("cudagraph_skips=7%", "cudagraph_skips", 0.07, -1);
  row("otherwise=7%", "recording_time", 0.07, -1);
}

void DiffTest::setThresholds() {
  QFETCH(QString, text);
  QFETCH(QString, metric);
  Thresholds thresholds = diff::defaultThresholds();
  const auto set = setThreshold(thresholds, text.toStdString());
  QVERIFY2(set.has_value(), set ? "" : set.error().text.c_str());
  QTEST(thresholds.relativeOf(metric.toStdString()), "relative");
  QTEST(thresholds.floorOf(metric.toStdString()).value_or(-1), "floor");
  Thresholds rate = diff::defaultThresholds();
  QVERIFY(setThreshold(rate, "pass_rate>=0.8").has_value());
  QCOMPARE(rate.passRate, 0.8);
  QCOMPARE(rate.limits, diff::defaultThresholds().limits);
}

void DiffTest::badThresholds_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("named");  // what the error must name
  const auto row = [](const char* text, const char* named) {
    QTest::newRow(*text == 0 ? "empty" : text) << QString::fromLatin1(text) << QString::fromLatin1(named);
  };
  row("", "threshold");
  row("speedup", "speedup");
  row("=3%", "=3%");
  row(">=3", ">=3");
  row("speedup=", "speedup=");
  row("speedup>=", "speedup>=");
  row("speedup=%", "%");
  row("speedup=-3%", "-3%");
  row("speedup=-0", "-0");
  row("speedup>=-1", "-1");
  row("speedup=nan", "nan");
  row("speedup=inf", "inf");
  row("speedup=1e999", "1e999");
  row("speedup=3x", "3x");
  row("speedup=0x10", "0x10");
  row("speedup=3%%", "3%%");
  row("speedup==3", "=3");
  row("speedup<=3", "speedup<");
  row("sped_up=3%", "sped_up");
  row("name=3%", "name");
  row("batch_size=3%", "batch_size");
  row("accuracy=3%", "accuracy");
  row("pass_rate=0.9", "pass_rate");
  row("pass_rate>=90", "90");
  row("abs_latency>=3", "abs_latency");
  row("otherwise>=3", "otherwise");
}

void DiffTest::badThresholds() {
  QFETCH(QString, text);
  QFETCH(QString, named);
  Thresholds thresholds = diff::defaultThresholds();
  const auto set = setThreshold(thresholds, text.toStdString());
  QVERIFY(!set.has_value());
  QCOMPARE(set.error().code, base::ErrorCode::BadArgument);
  QVERIFY2(QString::fromStdString(set.error().text).contains(named), set.error().text.c_str());
  QVERIFY(!set.error().hint.empty());
  if (text == QLatin1String("sped_up=3%"))
    QVERIFY(QString::fromStdString(set.error().hint).contains(QLatin1String("compression_ratio")));
  QCOMPARE(thresholds, diff::defaultThresholds());  // a refused text changes nothing
}

void DiffTest::thresholdsRoundTrip() {
  QVERIFY(texts(diff::defaultThresholds()).contains(QLatin1String("speedup>=0.95")));
  Thresholds odd = diff::defaultThresholds();
  for (const char* text :
       {"speedup=0.1234567890123", "cudagraph_skips=1%", "autograd_captures>=1e-9", "otherwise=33%", "pass_rate>=1"})
    QVERIFY(setThreshold(odd, text).has_value());
  for (const Thresholds& wanted : {diff::defaultThresholds(), odd, Thresholds{}}) {
    Thresholds read;
    for (const std::string& text : thresholdTexts(wanted)) QVERIFY2(setThreshold(read, text).has_value(), text.c_str());
    QCOMPARE(read, wanted);
    QCOMPARE(texts(read), texts(wanted));
  }
}
