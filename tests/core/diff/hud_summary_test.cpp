// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard's numbers by hand: every rounding and every exclusion of SPEC 16, one row each.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <clocale>
#include <limits>

#include "core/diff/hud_summary.h"
#include "tests/core/diff/diff_maker.h"
#include "tests/core/diff/diff_test.h"

using namespace plumbline;
using namespace Qt::StringLiterals;
using diff::HudSummary;
using diff::HudValue;
using support::diffOf;

namespace {

/// "1.42 of 3 (1 out)": text, models it was taken over, passing models left out.
QString words(const HudValue& value) {
  return QStringLiteral("%1 of %2 (%3 out)")
      .arg(QString::fromStdString(value.text))
      .arg(value.count)
      .arg(value.leftOut);
}

HudSummary summaryOf(const QString& csv) {
  const auto diff = diffOf({csv.toStdString()});
  return diff ? hudSummary(*diff, 0) : HudSummary{};
}

}  // namespace

void DiffTest::hudNumbers_data() {
  QTest::addColumn<QString>("csv");
  QTest::addColumn<QString>("speedup");
  QTest::addColumn<QString>("compile");
  const auto row = [](const char* tag, const char* rows, const char* speedup, const char* compile) {
    QTest::newRow(tag) << QStringLiteral("name,accuracy,speedup,compilation_latency\n") +
                              QString::fromLatin1(rows).replace(QLatin1Char(' '), QLatin1Char('\n'))
                       << QString::fromLatin1(speedup) << QString::fromLatin1(compile);
  };
  // The geometric mean of 2 and 8 is sqrt(16) = 4; the arithmetic one of 2 and 8 is 5.
  row("the two means", "a,pass,2,2 b,pass,8,8", "4.00 of 2 (0 out)", "5.00 of 2 (0 out)");
  // cbrt(1.1 x 1.2 x 1.3) = cbrt(1.716) = 1.19721... ; (10 + 11 + 12.5) / 3 = 11.1666...
  row("two decimals", "a,pass,1.1,10 b,pass,1.2,11 c,pass,1.3,12.5", "1.20 of 3 (0 out)", "11.17 of 3 (0 out)");
  // No model passes: 0, not NaN.
  row("empty set", "a,fail_accuracy,2,2", "0.00 of 0 (0 out)", "0.00 of 0 (0 out)");
  row("no models", "", "0.00 of 0 (0 out)", "0.00 of 0 (0 out)");
  // 0.01505 is cut to 0.0150, which is a little less than the tie as a double: 0.01. Uncut it would be 0.02.
  row("cut to 4 decimals first", "a,pass,0.01505,0.01505", "0.01 of 1 (0 out)", "0.01 of 1 (0 out)");
  // Each value is cut, not their mean: 0.01009 and 0.01999 are 0.0100 and 0.0199, mean 0.01495 -> 0.01; uncut 0.01504
  // -> 0.02.
  row("each value is cut", "a,pass,1,0.01009 b,pass,1,0.01999", "1.00 of 2 (0 out)", "0.01 of 2 (0 out)");
  // floor goes down below zero, too: -0.00001 becomes -0.0001, is not 0, and counts. 0.03125 becomes 0.0312:
  // (-0.0001 + 0.0312) / 2 = 0.01555 -> 0.02; alone it would be 0.03.
  row("floor of a negative one", "a,pass,1,-0.00001 b,pass,1,0.03125", "1.00 of 2 (0 out)", "0.02 of 2 (0 out)");
  // As a 32-bit float 0.225 is 0.22499999..., cut to 0.2249: 0.22. As a double it would be 0.225: 0.23.
  row("values are 32-bit floats", "a,pass,0.225,0.225", "0.22 of 1 (0 out)", "0.22 of 1 (0 out)");
  // 1.125 is exact; of two equally near decimals JavaScript takes the one with more to it, C would take 1.12.
  row("a tie goes up", "a,pass,1.125,1.125", "1.13 of 1 (0 out)", "1.13 of 1 (0 out)");
  row("a negative tie goes away from zero", "a,pass,1,-1.125", "1.00 of 1 (0 out)", "-1.13 of 1 (0 out)");
  // The three words that pass; their mean is (1 + 2 + 6) / 3 = 3, cbrt(1 x 2 x 4) = 2.
  row("words that pass", "a,pass,1,1 b,eager_variation,2,2 c,pass_due_to_skip,4,6", "2.00 of 3 (0 out)",
      "3.00 of 3 (0 out)");
  // fail_accuracy has numbers, and stays out; so do words that only begin like a pass.
  row("words that do not", "a,pass,2,2 b,fail_accuracy,9,9 c,pass-sqnr-39.5,9,9 d,PASS,9,9 e,,9,9 f,OOM,9,9",
      "2.00 of 1 (0 out)", "2.00 of 1 (0 out)");
  // A speedup of 0 stays out of the geometric mean; its compile time of 7 does not stay out of (3 + 7) / 2 = 5.
  row("speedup 0 beside a compile time", "a,pass,2,3 b,pass,0.0,7", "2.00 of 1 (1 out)", "5.00 of 2 (0 out)");
  // A compile time of 0 stays out of its mean alone.
  row("compile time 0 beside a speedup", "a,pass,2,3 b,pass,8,0", "4.00 of 2 (0 out)", "3.00 of 1 (1 out)");
  // 0.00004 is cut to 0: not a value any more.
  row("what is cut to 0", "a,pass,2,3 b,pass,0.00004,0.00004", "2.00 of 1 (1 out)", "3.00 of 1 (1 out)");
  row("missing and not finite", "a,pass,2,3 b,pass,,nan c,pass,inf,-inf", "2.00 of 1 (2 out)", "3.00 of 1 (2 out)");
  row("no 32-bit float", "a,pass,2,3 b,pass,1e39,-1e39", "2.00 of 1 (1 out)", "3.00 of 1 (1 out)");
  // A negative compile time counts (warm-up in eager mode took longer): (-1 + 4) / 2 = 1.5. A negative speedup has no
  // root.
  row("negative", "a,pass,2,-1 b,pass,-8,4", "2.00 of 1 (1 out)", "1.50 of 2 (0 out)");
  row("mean of a negative cut", "a,pass,1,-0.004", "1.00 of 1 (0 out)", "-0.00 of 1 (0 out)");
}

void DiffTest::hudNumbers() {
  QFETCH(QString, csv);
  const HudSummary summary = summaryOf(csv);
  QTEST(words(summary.speedup), "speedup");
  QTEST(words(summary.compileTime), "compile");
  QCOMPARE(summary.speedup.value, QString::fromStdString(summary.speedup.text).toDouble());
  QCOMPARE(summary.compileTime.value, QString::fromStdString(summary.compileTime.text).toDouble());
  // The other three means are made alike, each from its own column.
  for (const char* name : {"compression_ratio", "abs_latency", "dynamo_peak_mem"}) {
    const HudSummary other = summaryOf(QString(csv).replace(QLatin1String("compilation_latency"), QLatin1String(name)));
    QCOMPARE(other.compileTime.count, std::size_t(0));
    const std::string_view column = name;
    const HudValue& value = column == "compression_ratio" ? other.compressionRatio
                            : column == "abs_latency"     ? other.latency
                                                          : other.peakMemory;
    QTEST(words(value), "compile");
  }
}

/// toFixed of JavaScript: exact ties go away from zero, everything else to the nearest of the exact binary value.
void DiffTest::hudTexts_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("decimals");
  QTest::addColumn<QString>("text");
  const auto row = [](double value, int decimals, const char* text) {
    QTest::addRow("%.20g to %d", value, decimals) << value << decimals << QString::fromLatin1(text);
  };
  row(0, 2, "0.00");
  row(-0.0, 2, "0.00");
  row(1.005, 2, "1.00");  // the double is 1.00499999999999989
  row(1.045, 2, "1.04");  // 1.04499999999999993
  row(8.345, 2, "8.35");  // 8.34500000000000064
  row(0.125, 2, "0.13");
  row(0.375, 2, "0.38");
  row(2.625, 2, "2.63");
  row(-0.125, 2, "-0.13");
  row(0.5, 0, "1");
  row(2.5, 0, "3");
  row(1.5, 0, "2");
  row(82.5, 0, "83");
  row(0.0625, 3, "0.063");
  row(99.999, 2, "100.00");
  row(9.9375, 3, "9.938");
  row(9.5, 0, "10");
  row(-99.5, 0, "-100");
  row(1999.875, 2, "1999.88");
  row(1e15 + 0.125, 2, "1000000000000000.13");
  row(std::numeric_limits<float>::max(), 0, "340282346638528859811704183484516925440");
}

void DiffTest::hudTexts() {
  QFETCH(double, value);
  QFETCH(int, decimals);
  QTEST(QString::fromStdString(diff::hudText(value, decimals)), "text");
}

void DiffTest::hudCounts_data() {
  QTest::addColumn<QString>("csv");
  QTest::addColumn<int>("passing");
  QTest::addColumn<int>("models");
  QTest::addColumn<double>("rate");
  const auto row = [](const char* tag, const char* csv, int passing, int models, double rate) {
    QTest::newRow(tag) << QString::fromLatin1(csv) << passing << models << rate;
  };
  row("pass", "name,accuracy,speedup\na,pass,1.5\nb,fail_to_run,0\n", 1, 2, 0.5);
  row("speedup 0 is no pass", "name,accuracy,speedup\na,pass,0.0\nb,pass,1\n", 1, 2, 0.5);
  row("speedup cut to 0 is none either", "name,accuracy,speedup\na,pass,0.00004\nb,pass,0.00011\n", 1, 2, 0.5);
  // As a 32-bit float 0.0001 is 0.0000999999975.
  row("one that is cut to 0 as a float", "name,accuracy,speedup\na,pass,0.0001\n", 0, 1, 0);
  row("eager_variation with 0 is none", "name,accuracy,speedup\na,eager_variation,0\nb,eager_variation,1\n", 1, 2, 0.5);
  row("pass_due_to_skip needs none", "name,accuracy,speedup\na,pass_due_to_skip,0\nb,pass,0\n", 1, 2, 0.5);
  row("a negative one is not 0", "name,accuracy,speedup\na,pass,-1\n", 1, 1, 1);
  row("a speedup that is not there is not 0", "name,accuracy,speedup\na,pass,\nb,pass,nan\n", 2, 2, 1);
  row("no speedup at all", "name,accuracy,graph_breaks\na,pass,0\nb,fail_accuracy,1\nc,pass,3\nd,OOM,0\n", 2, 4, 0.5);
  row("a model without a word is not counted", "name,accuracy,speedup\na,pass,1\nb,,1\n", 1, 1, 1);
  row("no models", "name,accuracy,speedup\n", 0, 0, 0);
  row("no accuracy: those with a speedup", "name,speedup\na,1.5\nb,0.0\nc,\nd,2\n", 2, 0, 0);
}

void DiffTest::hudCounts() {
  QFETCH(QString, csv);
  const HudSummary summary = summaryOf(csv);
  QTEST(int(summary.passing), "passing");
  QTEST(int(summary.models), "models");
  QTEST(summary.passRate, "rate");
}

void DiffTest::hudExport() {
  const auto passing = [](const char* config) {
    diff::Run run = support::runOf("name,accuracy,speedup\na,pass,0.0\nb,pass,1\nc,fail_to_run,0\n");
    run.config = *configs::configOfName(config);
    const auto made = diff::RunDiff::make({run});
    return hudSummary(*made.value(), 0).passing;
  };
  QCOMPARE(passing("export_torchbench_inference"), std::size_t(2));
  QCOMPARE(passing("inductor_torchbench_inference"), std::size_t(1));
}

/// Accuracy and performance in two files, as the dashboard's own runs write them.
void DiffTest::hudTwoTables() {
  diff::Run run =
      support::runOf("name,speedup,abs_latency,compilation_latency\na,2,10,5\nb,8,20,7\nc,0.0,0.0,0.0\nd,9,9,9\n");
  run.tables.push_back(support::table(
      "name,accuracy,compilation_latency\na,pass,50\nb,pass,70\nc,pass,90\nd,fail_accuracy,1\ne,pass,3\n"));
  const auto made = diff::RunDiff::make({run});
  const HudSummary summary = hudSummary(*made.value(), 0);
  QCOMPARE(summary.models, std::size_t(5));
  QCOMPARE(summary.passing, std::size_t(3));  // a, b, and e, of which no speedup is known; c was not timed
  QCOMPARE(words(summary.speedup), u"4.00 of 2 (2 out)"_s);
  QCOMPARE(words(summary.latency), u"15.00 of 2 (2 out)"_s);
  // The timed table comes first; where it is padding or has no row, the other one is heard: (5 + 7 + 90 + 3) / 4
  // = 26.25.
  QCOMPARE(words(summary.compileTime), u"26.25 of 4 (0 out)"_s);
}

/// A window takes over the desktop's locale, and with it its decimal point.
void DiffTest::hudInAnyLocale() {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  // A locale of the test's own, since a bare system has none with a comma.
  const QTemporaryDir folder;
  QProcess maker;
  maker.start(u"localedef"_s,
              {u"--no-archive"_s, u"-i"_s, u"de_DE"_s, u"-f"_s, u"UTF-8"_s, folder.filePath(u"de_DE.UTF-8"_s)});
  if (!maker.waitForFinished() || maker.exitCode() != 0) QSKIP("no locale can be made here (package locales)");
  const QByteArray path = qgetenv("LOCPATH");
  qputenv("LOCPATH", QFile::encodeName(folder.path()));
  const bool hasComma =
      std::setlocale(LC_NUMERIC, "de_DE.UTF-8") != nullptr && *std::localeconv()->decimal_point == ',';
  const HudSummary summary = summaryOf(u"name,speedup\na,1.42\n"_s);
  std::setlocale(LC_NUMERIC, before.c_str());
  if (path.isNull()) qunsetenv("LOCPATH");
  else qputenv("LOCPATH", path);
  QVERIFY2(hasComma, "the locale was made, and is not there");
  QCOMPARE(summary.speedup.value, 1.42);
}

/// The product of ten such speedups is no double; the mean is one all the same.
void DiffTest::hudHugeProduct() {
  std::string csv = "name,speedup\n";
  for (int i = 0; i < 10; ++i) csv += 'm' + std::to_string(i) + ",1e37\n";
  for (int i = 0; i < 9; ++i) csv += 'n' + std::to_string(i) + ",0.001\n";
  const HudSummary huge = summaryOf(QString::fromStdString(csv));
  QCOMPARE(huge.speedup.count, std::size_t(19));
  // (1e37^10 x 1e-3^9)^(1/19) = 10^(343/19) = 10^18.0526... = 1.12883789e18
  QVERIFY(qAbs(huge.speedup.value / 1.12883789168469e18 - 1) < 1e-6);
}
