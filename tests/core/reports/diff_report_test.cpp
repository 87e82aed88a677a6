// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of a diff. Whole reports are approved in tests/data/cli/diff-*; here is what must hold for any input.
#include "tests/core/reports/diff_report_test.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <cmath>

using namespace plumbline;
using namespace plumbline::diff_test;
using diff::Move;

namespace {

const std::string kBefore =
    kHead +
    "cuda,stays,4,pass,1.50,10.0,0\ncuda,slows,4,pass,2.00,10.0,0\ncuda,breaks,4,pass,1.20,5.0,2\n"
    "cuda,goes,4,pass,1.10,3.0,0\ncuda,rises,4,pass,1.00,4.0,7\n";
const std::string kAfter =
    kHead +
    "cuda,stays,4,pass,1.51,10.0,0\ncuda,slows,4,pass,1.50,13.0,0\ncuda,breaks,0,fail_to_run,0,0,0\n"
    "cuda,comes,4,pass,1.10,3.0,0\ncuda,rises,4,pass,1.40,4.0,3\n";

}  // namespace

void DiffReportTest::worstFirst() {
  const auto diffs = diffsOf(kBefore, kAfter);
  const auto parts = reports::diffParts(diffs, {});
  QCOMPARE_EQ(parts.size(), 1U);
  QStringList moved;
  for (const reports::DiffEntry& entry : parts[0].entries)
    if (entry.move != Move::OnlyBefore && entry.move != Move::OnlyAfter)
      moved += qs(std::string(reports::moveLabel(entry.move)) + ' ' + parts[0].diff->model(entry.row) + ' ' +
                  parts[0].diff->metrics()[entry.metric].name);
  const QStringList wanted = {QStringLiteral("broke breaks accuracy"),     QStringLiteral("broke breaks speedup"),
                              QStringLiteral("worse slows abs_latency"),   QStringLiteral("worse slows speedup"),
                              QStringLiteral("better rises graph_breaks"), QStringLiteral("better rises speedup")};
  QCOMPARE(moved.join(QLatin1Char('\n')), wanted.join(QLatin1Char('\n')));
  QCOMPARE(qs(reports::diffHeadline(diffs, parts)), QStringLiteral("6 models: 1 broke, 1 gone, 1 worse, 1 better, 1 new"));
  const QByteArray text = form("text", diffs);
  QVERIFY2(text.contains("gone (1): goes\n") && text.contains("new (1): comes\n"), text.constData());
}

void DiffReportTest::floorsBeginBelow() {
  DiffReportOptions options;
  QVERIFY(diff::setThreshold(options.thresholds, "speedup>=1.5").has_value());
  const auto parts = reports::diffParts(diffsOf("name,speedup\nx,2\ny,2\n", "name,speedup\nx,1.5\ny,1.49\n"), options);
  QCOMPARE_EQ(parts.size(), 1U);
  QCOMPARE_EQ(parts[0].belowFloor.size(), 1U);
  QCOMPARE_EQ(parts[0].belowFloor[0].row, 1U);
}

void DiffReportTest::calm() {
  const auto diffs = diffsOf(kBefore, kBefore);
  QCOMPARE(form("text", diffs), QByteArray("5 models: nothing moved (before, after)\n"));
  QCOMPARE(reports::diffExit(diffs, {}), 0);
  QCOMPARE(form("csv", diffs).count('\n'), 1);  // the head alone
  DiffReportOptions every;
  every.isChangedOnly = false;
  QCOMPARE(form("csv", diffs, every).count('\n'), 1 + 5 * 4);
}

/// Every form says which models were not run, and none calls them gone; the exit is that of the rest.
void DiffReportTest::missingShard() {
  const std::string head = "name,accuracy\n";
  const auto diffsFor = [&](const std::string& after) {
    diff::Run later = runOf("after", head + after);
    const std::size_t rows = later.tables[0]->rowCount();
    later.gaps.push_back({.table = later.tables[0], .wanted = 2, .here = {1}, .ofRow = std::vector<int>(rows, 1)});
    return diffsOf({runOf("before", head + "a,pass\nb,pass\nc,pass\nd,pass\n"), later});
  };
  const auto part = diffsFor("a,pass\nb,pass\n");
  QCOMPARE(reports::diffExit(part, {}), 0);
  const QByteArray said = "after has 1 of 2 shards: 2 models were not run there, and are not gone.";
  for (const auto& [name, report] : all(part, {})) {
    if (name != "csv") QVERIFY2(report.contains(said), report.constData());
    if (name != "csv") QVERIFY2(report.contains("4 models: 2 not run"), report.constData());
    QVERIFY2(!report.contains("gone (") && !report.contains("only-before,"), report.constData());
  }
  QVERIFY(form("text", part).contains("not run (2): c, d\n"));
  QVERIFY(form("csv", part).contains(",c,accuracy,missing-shard,"));
  const QJsonObject config = json(part)[QStringLiteral("configs")].toArray()[0].toObject();
  QCOMPARE(config[QStringLiteral("missing_shard")].toArray(), (QJsonArray{QStringLiteral("c"), QStringLiteral("d")}));
  QCOMPARE(config[QStringLiteral("model_counts")][QStringLiteral("missing_shard")].toInt(), 2);
  // A model that the first shard lost is gone, and says so by the exit.
  const auto lost = diffsFor("a,pass\n");
  QCOMPARE(reports::diffExit(lost, {}), 1);
  QVERIFY(form("text", lost).contains("gone (1): b\n"));
  // No model is missing, and yet not all has been looked at.
  QVERIFY(form("text", diffsFor("a,pass\nb,pass\nc,pass\nd,pass\n")).contains("after has 1 of 2 shards.\n"));
}

void DiffReportTest::exits_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<int>("wanted");
  const auto row = [](const char* name, const char* before, const char* after, int wanted) {
    const QString head = QStringLiteral("name,accuracy,speedup,unique_graphs\n");
    QTest::newRow(name) << head + QLatin1String(before) << head + QLatin1String(after) << wanted;
  };
  row("the same", "a,pass,1.0,1\n", "a,pass,1.0,1\n", 0);
  row("within 5 %", "a,pass,1.0,1\n", "a,pass,0.96,1\n", 0);
  row("exactly 5 %", "a,pass,1.0,1\n", "a,pass,0.95,1\n", 0);
  row("slower", "a,pass,1.0,1\n", "a,pass,0.94,1\n", 1);
  row("a little past 5 %", "a,pass,1.0,1\n", "a,pass,0.949999,1\n", 1);
  row("faster", "a,pass,1.0,1\n", "a,pass,1.94,1\n", 0);
  row("no direction", "a,pass,1.0,1\n", "a,pass,1.0,9\n", 0);
  row("broke", "a,pass,1.0,1\n", "a,fail_accuracy,1.0,1\n", 1);
  row("healed", "a,fail_accuracy,1.0,1\n", "a,pass,1.0,1\n", 0);
  row("gone", "a,pass,1.0,1\nb,pass,1.0,1\n", "a,pass,1.0,1\n", 1);
  row("new", "a,pass,1.0,1\n", "a,pass,1.0,1\nb,pass,1.0,1\n", 0);
}

void DiffReportTest::exits() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  QFETCH(int, wanted);
  const auto diffs = diffsOf(before.toStdString(), after.toStdString());
  QCOMPARE(reports::diffExit(diffs, {}), wanted);
  QCOMPARE(json(diffs)[QStringLiteral("exit")].toInt(), 1);  // as it was told
}

void DiffReportTest::metricsChoose() {
  DiffReportOptions options;
  options.metrics = {"graph_breaks"};
  const auto diffs = diffsOf(kBefore, kAfter);
  const QByteArray csv = form("csv", diffs, options);
  QVERIFY(!csv.contains(",speedup,") && csv.contains("rises,graph_breaks,better,7,3,-4,"));
  const auto still = diffsOf("name,accuracy,speedup\na,pass,2.0\n", "name,accuracy,speedup\na,pass,1.0\n");
  QCOMPARE(reports::diffExit(still, {}), 1);
  options.metrics = {"accuracy"};
  QCOMPARE(reports::diffExit(still, options), 0);
}

void DiffReportTest::whatIfShowsFlips() {
  DiffReportOptions options;
  options.whatIf = options.thresholds;
  QVERIFY(diff::setThreshold(*options.whatIf, "speedup=30%"));
  const auto diffs = diffsOf(kBefore, kAfter);
  const QByteArray text = form("text", diffs, options);
  QVERIFY2(text.contains("worse -> same: slows speedup 2.00") || text.contains("worse -> same: slows speedup 2.0"),
           text.constData());
  const QJsonArray flips =
      json(diffs, options)[QStringLiteral("configs")].toArray()[0].toObject()[QStringLiteral("flips")].toArray();
  QCOMPARE(flips.size(), 1);
  QCOMPARE(flips[0].toObject()[QStringLiteral("from")].toString(), QStringLiteral("worse"));
  QCOMPARE(flips[0].toObject()[QStringLiteral("to")].toString(), QStringLiteral("same"));
  QCOMPARE(reports::diffExit(diffs, options), 1);  // a what-if decides nothing
  options.whatIf = options.thresholds;
  QVERIFY(form("text", diffs, options).contains("what if: nothing turns over\n"));
}

void DiffReportTest::betweenIsShown() {
  const auto csv = [](const char* speedup) { return std::string("name,accuracy,speedup\na,pass,") + speedup + "\n"; };
  const auto diffs = diffsOf({runOf("mon", csv("2.0")), runOf("tue", csv("1.7")), runOf("wed", csv("1.5"))});
  const QByteArray text = form("text", diffs);
  QVERIFY2(text.contains("mon") && text.contains("1.700"), text.constData());
  QVERIFY(form("csv", diffs)
              .startsWith("config,model,metric,move,before,after,absolute,relative,before_state,after_state,"
                          "below_floor,noise,p,q,between_tue\n"));
  QVERIFY(form("csv", diffs).contains(",a,speedup,worse,2.0,1.5,-0.5,-0.25,measured,measured,no,,,,1.7\n"));
  const QJsonObject row =
      json(diffs)[QStringLiteral("configs")].toArray()[0].toObject()[QStringLiteral("rows")].toArray()[0].toObject();
  QCOMPARE(row[QStringLiteral("between")].toArray()[0].toObject()[QStringLiteral("value")].toDouble(), 1.7);
}

void DiffReportTest::floorsAreNamed() {
  const auto diffs =
      diffsOf("name,accuracy,speedup\na,pass,0.90\nb,pass,1.0\n", "name,accuracy,speedup\na,pass,0.90\nb,pass,1.5\n");
  const QByteArray text = form("text", diffs);
  QVERIFY2(text.contains("speedup below 0.95 (1): a 0.90"), text.constData());
}

void DiffReportTest::numbers_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("decimals");
  QTest::addColumn<QString>("wanted");
  QTest::newRow("decimals") << 1.5 << 3 << QStringLiteral("1.500");
  QTest::newRow("too small for them") << 0.00012345 << 2 << QStringLiteral("0.0001234");
  QTest::newRow("zero") << 0.0 << 2 << QStringLiteral("0.00");
  QTest::newRow("a count that is none") << 2.5 << 0 << QStringLiteral("2.5");
  QTest::newRow("a count") << 20.0 << 0 << QStringLiteral("20");
  QTest::newRow("large") << 3e20 << 2 << QStringLiteral("3e+20");
  QTest::newRow("negative") << -1.25 << 2 << QStringLiteral("-1.25");
}

void DiffReportTest::numbers() {
  QFETCH(double, value);
  QFETCH(int, decimals);
  QTEST(qs(reports::numberText(value, decimals)), "wanted");
}

void DiffReportTest::percents_data() {
  QTest::addColumn<double>("before");
  QTest::addColumn<double>("after");
  QTest::addColumn<QString>("wanted");
  QTest::newRow("lower") << 2.0 << 1.5 << QStringLiteral("25.0 % lower");
  QTest::newRow("higher") << 2.0 << 2.5 << QStringLiteral("25.0 % higher");
  QTest::newRow("nine times more") << 1.0 << 10.0 << QStringLiteral("10.0 times as high");
  QTest::newRow("from zero") << 0.0 << 1.0 << QString();
  QTest::newRow("the same") << 1.0 << 1.0 << QString();
  QTest::newRow("from below zero") << -2.0 << -1.0 << QStringLiteral("50.0 % higher");
  QTest::newRow("from below zero, far") << -1.0 << 30.0 << QStringLiteral("3100.0 % higher");
  QTest::newRow("too far for a double") << 1e-300 << 1e300 << QString();
}

void DiffReportTest::percents() {
  QFETCH(double, before);
  QFETCH(double, after);
  QTEST(qs(reports::percentChange(before, after)), "wanted");
}

void DiffReportTest::csvHasStates() {
  DiffReportOptions every;
  every.isChangedOnly = false;
  const auto diffs = diffsOf("name,accuracy,speedup,graph_breaks\na,pass,inf,0\nb,pass,1.0,0\n",
                             "name,accuracy,speedup,graph_breaks\na,pass,,0\nb,fail_to_run,0,0\n");
  const QByteArray csv = form("csv", diffs, every);
  QVERIFY2(csv.contains(",a,speedup,nothing,inf,,,,not-finite,missing,no,,,\n"), csv.constData());
  QVERIFY2(csv.contains(",b,speedup,broke,1.0,0,,,measured,not-measured,no,,,\n"), csv.constData());
  const QByteArray json = form("json", diffs, every);
  QVERIFY2(json.contains(R"("before":{"state":"not-finite","value":null,"value_nonfinite":"inf"})"), json.constData());
  QVERIFY2(csv.contains(",b,graph_breaks,nothing,0,0,,,measured,not-measured,no,,,\n"), csv.constData());
}

void DiffReportTest::jsonHasNoNan() {
  DiffReportOptions every;
  every.isChangedOnly = false;
  const auto diffs = diffsOf("name,accuracy,speedup,graph_breaks\na,pass,inf,0\nb,pass,nan,0\nc,pass,1e308,0\n",
                             "name,accuracy,speedup,graph_breaks\na,pass,-inf,3\nb,pass,1.0,0\nc,pass,-1e308,0\n");
  const QByteArray text = form("json", diffs, every);
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(text, &error);
  QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
  QVERIFY(!text.contains(":NaN") && !text.contains(": NaN") && !text.contains(":inf") && !text.contains(":-inf"));
  const QJsonArray rows =
      document.object()[QStringLiteral("configs")].toArray()[0].toObject()[QStringLiteral("rows")].toArray();
  QCOMPARE(rows.size(), 9);
}

void DiffReportTest::sameBytes() {
  const auto one = all(diffsOf(kBefore, kAfter), {}), other = all(diffsOf(kBefore, kAfter), {});
  QCOMPARE(one, other);
}

/// mirrors: what got better from A to B got worse from B to A, while the relative change is the same on both sides of a
/// threshold. From 95 to 100 is +5.3 %, back it is -5 %: between t / (1 + t) and t / (1 - t) the two may differ.
void DiffReportTest::mirrors() {
  QRandomGenerator random(42);
  constexpr Move kMirror[] = {Move::Nothing, Move::Same,  Move::Worse,     Move::Better,    Move::Changed,
                              Move::Healed,  Move::Broke, Move::OnlyAfter, Move::OnlyBefore};
  for (int round = 0; round < 200; ++round) {
    const auto csv = [&] {
      std::string out = "name,accuracy,speedup,abs_latency,graph_breaks,unique_graphs\n";
      for (int model = 0; model < 12; ++model) {
        if (random.bounded(6) == 0) continue;
        const char* const words[] = {"pass", "pass", "pass_due_to_skip", "fail_accuracy", "OOM"};
        const bool fails = random.bounded(4) == 0;
        out += "m" + std::to_string(model) + "," + (fails ? "fail_to_run" : words[random.bounded(5)]);
        for (int metric = 0; metric < 4; ++metric) {
          const bool isEmpty = random.bounded(12) == 0;
          out += fails ? ",0" : isEmpty ? "," : "," + std::to_string(random.bounded(metric < 2 ? 40 : 4));
        }
        out += '\n';
      }
      return out;
    };
    const std::string a = csv(), b = csv();
    DiffReportOptions every;
    every.isChangedOnly = false;
    const auto there = diffsOf(a, b), back = diffsOf(b, a);
    const auto thereParts = reports::diffParts(there, every), backParts = reports::diffParts(back, every);
    for (const reports::DiffEntry& entry : thereParts[0].entries) {
      const diff::RunDiff& one = *thereParts[0].diff;
      const diff::RunDiff& other = *backParts[0].diff;
      const auto row = other.rowOf(one.model(entry.row));
      const auto metric = other.metricOf(one.metrics()[entry.metric].name);
      QVERIFY(row && metric);
      const double limit = every.thresholds.relativeOf(one.metrics()[entry.metric].name);
      const double size = std::abs(entry.delta.relative);
      if (entry.delta.isNumeric && size >= limit / (1 + limit) && size <= limit / (1 - limit)) continue;
      const Move mirrored = diff::moveOf(other, 0, 1, *row, *metric, every.thresholds);
      const QByteArray where =
          QByteArray::fromStdString(one.model(entry.row) + ' ' + one.metrics()[entry.metric].name + "\n" + a + b);
      QVERIFY2(mirrored == kMirror[static_cast<std::size_t>(entry.move)], where.constData());
    }
    QCOMPARE(thereParts[0].onlyBefore.size(), backParts[0].onlyAfter.size());
  }
}

QTEST_APPLESS_MAIN(DiffReportTest)
