// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that reports are made of. Whole reports are approved in tests/data/cli/cases/compare-*.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "core/reports/chart_report.h"
#include "core/reports/compare/compare_report.h"
#include "core/reports/evidence/change_report.h"
#include "core/reports/metric_text.h"
#include "core/reports/text_parts.h"
#include "tests/support/pair_maker.h"

using namespace plumbline;

namespace {

using Writer = std::function<void(const reports::CompareReport&, const reports::TextSink&)>;

std::string report(const Writer& writer, const verdicts::Comparison& comparison) {
  std::vector<std::uint32_t> rows(comparison.rowCount());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
  std::string text;
  writer({comparison, rows}, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

class ReportsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void jsonTexts_data();
  void jsonTexts();
  void jsonNumbers();
  void jsonIsOneRowALine();
  void piecesAreLarge();
  void printableText_data();
  void printableText();
  void elidedText_data();
  void elidedText();
  void wrappedText();
  void changesCountByTheirQ();
  void changesSayWhatTheyStandOn();
  void deltas_data();
  void deltas();
  void metricText_data();
  void metricText();
  void tableLinesUp();
  void csvQuotes();
  void compareCsvHasNoFormulas();
  void chartsAsText();
  void jsonValuesKeepTheirTypes();
  void textSaysWhatTheChecksSaid();
  void manyRowsInTheirOrder();
};

void ReportsTest::jsonTexts_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("json");
  QTest::newRow("plain") << QByteArray("a b") << QByteArray("\"a b\"");
  QTest::newRow("quote and backslash") << QByteArray("\"\\") << QByteArray("\"\\\"\\\\\"");
  QTest::newRow("controls") << QByteArray("\n\r\t\x01\x1f", 5) << QByteArray("\"\\n\\r\\t\\u0001\\u001f\"");
  QTest::newRow("UTF-8") << QByteArray("\xc3\xa9\xf0\x9f\x98\x80") << QByteArray("\"\xc3\xa9\xf0\x9f\x98\x80\"");
  QTest::newRow("C1 controls") << QByteArray("a\xc2\x80\xc2\x9b" "2J\xc2\x9f\xc2\xa0\x7f")
                               << QByteArray("\"a\\u0080\\u009b2J\\u009f\xc2\xa0\\u007f\"");
  QTest::newRow("direction of writing") << QByteArray("\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u202f\u2065\u061b")
                                        << QByteArray("\"\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069\u202f\u2065\u061b\"");
  QTest::newRow("line separators") << QByteArray("\u2027\u2028\u2029") << QByteArray("\"\u2027\\u2028\\u2029\"");
  QTest::newRow("stray byte") << QByteArray("a\xff" "b") << QByteArray("\"a\xef\xbf\xbd" "b\"");
  QTest::newRow("cut character") << QByteArray("a\xc3") << QByteArray("\"a\xef\xbf\xbd\"");
  QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

/// Whatever bytes a name has, the report is JSON that a strict reader takes.
void ReportsTest::jsonTexts() {
  QFETCH(QByteArray, bytes);
  QFETCH(QByteArray, json);
  const std::string table = "name,accuracy\n\"" + QByteArray(bytes).replace('"', "\"\"").toStdString() + "\",pass\n";
  const auto made = support::compare(table, table);
  QVERIFY(made);
  const QByteArray text = QByteArray::fromStdString(report(reports::writeCompareJson, *made));
  QVERIFY2(text.contains("{\"model\":" + json + ','), text.constData());
  QJsonParseError error;
  QJsonDocument::fromJson(text, &error);
  QCOMPARE(error.error, QJsonParseError::NoError);
}

void ReportsTest::jsonNumbers() {
  const auto made = support::compare(
      "name,a,b,c,d,e,f\nm,0.1,1e22,-0.0,-9223372036854775808,18446744073709551615,-inf\n"
      "n,1,1,,1,1,nan\n",
      "name,a,b,c,d,e,f\nm,0.1,1e22,-0.0,-9223372036854775808,18446744073709551615,0.5\nn,0,1,1,1,1,0.5\n");
  QVERIFY(made);
  const std::string text = report(reports::writeCompareJson, *made);
  for (const char* part : {"\"actual\":0.1,", "\"actual\":1e+22,", "\"actual\":-0.0,", "\"actual\":-9223372036854775808,",
                           "\"actual\":18446744073709551615,", "\"actual\":null,\"actual_nonfinite\":\"-inf\",", "\"delta\":null,\"percent\":null",
                           "\"actual\":null,"})
    QVERIFY2(text.find(part) != std::string::npos, (part + ("\n" + text)).c_str());
}

void ReportsTest::jsonIsOneRowALine() {
  const auto made = support::compare("name,accuracy\nm,pass\nn,pass\n", "name,accuracy\nm,pass\nn,pass\n");
  QVERIFY(made);
  const QByteArray text = QByteArray::fromStdString(report(reports::writeCompareJson, *made));
  QVERIFY2(text.startsWith("{\n  \"format\": \"plumbline-compare\",\n  \"version\": 2,\n"), text.constData());
  QVERIFY2(text.contains("\n  \"rows\": [\n    {\"model\":\"m\","), text.constData());
  QVERIFY2(text.contains("},\n    {\"model\":\"n\","), text.constData());
  QVERIFY2(text.endsWith("}\n  ]\n}\n"), text.constData());
  std::string empty;
  reports::writeCompareJson({*made, {}}, [&empty](std::string_view piece) { empty += piece; });
  QVERIFY2(empty.ends_with(",\n  \"rows\": []\n}\n"), empty.c_str());
}

void ReportsTest::piecesAreLarge() {
  std::vector<std::size_t> sizes;
  {
    reports::ChunkedText out([&](std::string_view piece) { sizes.push_back(piece.size()); });
    for (int i = 0; i < 100000; ++i) out << "0123456789";
  }
  QCOMPARE(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), std::size_t{1000000});
  QVERIFY(sizes.size() < 20);
}

void ReportsTest::printableText_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("shown");
  QTest::newRow("plain") << QByteArray("hf_T5 (base)") << QByteArray("hf_T5 (base)");
  QTest::newRow("escape") << QByteArray("a\x1b[31mb") << QByteArray("a\\x1b[31mb");
  QTest::newRow("line break, tab") << QByteArray("a\nb\tc\r") << QByteArray("a\\nb\\tc\\x0d");
  QTest::newRow("letters") << QByteArray("\xc3\xa9\xe5\x90\x8d") << QByteArray("\xc3\xa9\xe5\x90\x8d");
  QTest::newRow("C1 control") << QByteArray("\xc2\x9b" "31m") << QByteArray("\\x9b31m");
  QTest::newRow("direction") << QByteArray("\xe2\x80\xae") << QByteArray("\\u202e");
  QTest::newRow("far") << QByteArray("\xf3\xa0\x80\x81") << QByteArray("\\U000e0001");
  QTest::newRow("stray byte") << QByteArray("\xff") << QByteArray("\\xff");
}

void ReportsTest::printableText() {
  QFETCH(QByteArray, bytes);
  QFETCH(QByteArray, shown);
  QCOMPARE(QByteArray::fromStdString(reports::printableText(bytes.toStdString())), shown);
}

void ReportsTest::elidedText_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("width");
  QTest::addColumn<QString>("elided");
  QTest::newRow("fits") << QStringLiteral("abcdefghij") << 10 << QStringLiteral("abcdefghij");
  QTest::newRow("one too many") << QStringLiteral("abcdefghijk") << 10 << QStringLiteral("abcd...ijk");
  QTest::newRow("characters, not bytes") << QStringLiteral("éééééééééé") << 10 << QStringLiteral("éééééééééé");
  QTest::newRow("whole characters") << QStringLiteral("éééééééééééé") << 9 << QStringLiteral("ééé...ééé");
}

void ReportsTest::elidedText() {
  QFETCH(QString, text);
  QFETCH(int, width);
  QFETCH(QString, elided);
  QCOMPARE(QString::fromStdString(reports::elidedText(text.toStdString(), static_cast<std::size_t>(width))), elided);
}

void ReportsTest::wrappedText() {
  QCOMPARE(reports::wrappedText("aa bb cc dd", 8, 2), std::string("aa bb\n  cc dd"));
  QCOMPARE(reports::wrappedText("aa bb cc dd", 0, 2), std::string("aa bb cc dd"));
  QCOMPARE(reports::wrappedText("a_word_wider_than_the_line b", 8, 2), std::string("a_word_wider_than_the_line\n  b"));
  QCOMPARE(reports::wrappedText("", 8, 2), std::string());
  QCOMPARE(reports::wrappedText("aa 4.7 % b", 8, 2), std::string("aa\n  4.7 %\n  b"));  // a number and its unit
}

/// Among many series some change is chance: the list has it, the exit status does not.
void ReportsTest::changesCountByTheirQ() {
  const statistics::Change change{.index = 3, .before = 1, .after = 2, .p = 0.003, .low = 0.5, .high = 1.5};
  reports::ChangeReport report{.series = {{.name = "a", .column = "a", .values = std::vector<double>(9, 1.0), .times = {}}}, .found = {{{change}, {0.62}}}};
  QCOMPARE(reports::changeExit(report), 0);
  const std::string chance = reports::changeText(report);
  QVERIFY2(chance.starts_with("a: 9 points, 1 change\n  3: 1 -> 2, +100 % (95 %: +50 % to +150 %), p 0.003, q 0.62\n"), chance.c_str());
  QVERIFY2(chance.find("the newest level of 0 is worse (q at most 0.05)") != std::string::npos, chance.c_str());
  QVERIFY(reports::changeJson(report).find("\"worse\": false") != std::string::npos);
  report.found[0].q[0] = 0.05;
  QCOMPARE(reports::changeExit(report), 1);
  report.found[0].q[0] = std::nan("");  // of a method without p
  QCOMPARE(reports::changeExit(report), 1);
}

void ReportsTest::changesSayWhatTheyStandOn() {
  const statistics::Change change{.index = 3, .before = 0, .after = 2, .p = 0.003, .low = 1.5, .high = 2.5};
  reports::ChangeReport report{.series = {{.name = "a", .column = "a", .values = std::vector<double>(9, 1.0), .times = {}}}, .found = {{{change}, {0.003}}}};
  const std::string text = reports::changeText(report);
  QVERIFY2(text.find("3: 0 -> 2, +2 (95 %: +1.5 to +2.5), p 0.003") != std::string::npos, text.c_str());
  QVERIFY2(text.find("\nMethod: binary segmentation with AR(1) noise, p of the largest gain") != std::string::npos, text.c_str());
  report.method = statistics::ChangeMethod::Otava;
  QVERIFY(reports::changeJson(report).find("\"method\": \"otava\"") != std::string::npos);
}

void ReportsTest::deltas_data() {
  QTest::addColumn<double>("delta");
  QTest::addColumn<int>("decimals");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, double delta, int decimals, const char* text) {
    QTest::newRow(name) << delta << decimals << QString::fromUtf8(text);
  };
  row("count", 2, 0, "+2");
  row("fewer", -73, 0, "-73");
  row("rounded", 0.00774, 3, "+0.008");
  row("too small for the decimals", -0.0001, 3, "-0.0001");
  row("a count that is none", 0.25, 0, "+0.25");
  row("huge", 1e300, 2, "+1e+300");
  row("infinite", -std::numeric_limits<double>::infinity(), 2, "-inf");
  row("nan", std::numeric_limits<double>::quiet_NaN(), 2, "nan");
}

void ReportsTest::deltas() {
  QFETCH(double, delta);
  QFETCH(int, decimals);
  QFETCH(QString, text);
  QCOMPARE(QString::fromStdString(reports::signedDelta(delta, decimals)), text);
}

void ReportsTest::metricText_data() {
  QTest::addColumn<QString>("actual");
  QTest::addColumn<QString>("expected");
  QTest::addColumn<QString>("words");
  const auto row = [](const char* name, const char* actual, const char* expected, const char* words) {
    QTest::newRow(name) << QString::fromUtf8(actual) << QString::fromUtf8(expected) << QString::fromUtf8(words);
  };
  row("same", "m,pass,7\n", "m,pass,7\n", "7|");
  row("more", "m,pass,9\n", "m,pass,7\n", "7| -> 9 (+2)");
  row("a float only because a cell is empty", "m,pass,9\n", "m,pass,7\nother,pass,\n", "7| -> 9 (+2)");
  row("empty", "m,pass,9\n", "m,pass,\nother,pass,1\n", "(empty)| -> 9");
  row("no row", "m,pass,9\n", "other,pass,1\n", "-| -> 9");
  row("padding", "m,fail_to_run,0\n", "m,pass,7\n", "7| -> 0 (not measured)");
}

void ReportsTest::metricText() {
  QFETCH(QString, actual);
  QFETCH(QString, expected);
  QFETCH(QString, words);
  const std::string header = "name,accuracy,graph_breaks\n";
  const auto made = support::compare(header + actual.toStdString(), header + expected.toStdString());
  QVERIFY(made);
  const reports::MetricText got = reports::metricText(made->cell(0, 1), made->metrics()[1].info);
  QCOMPARE(QString::fromStdString(got.before + '|' + got.after), words);
}

void ReportsTest::tableLinesUp() {
  reports::TextTable table({{"A"}, {"LONG TITLE", true}, {"C"}});
  const std::vector<std::vector<reports::TableCell>> rows = {{{"x"}, {"7", " -> 12"}, {"end"}},
                                                             {{"wide"}, {"100"}, {""}}};
  for (const auto& row : rows) table.measure(row);
  QCOMPARE(table.header(""), std::string("A     LONG TITLE  C\n"));
  QCOMPARE(table.line(rows[0]), std::string("x       7 -> 12   end\n"));
  QCOMPARE(table.line(rows[1]), std::string("wide  100\n"));
  QCOMPARE(table.width(), std::size_t{21});
  table.hide(1);
  QCOMPARE(table.line(rows[0]), std::string("x     end\n"));
}

void ReportsTest::csvQuotes() {
  const auto made = support::compare("name,accuracy\n\"a,\"\"b\"\"\\nc\",pass\n", "name,accuracy\n\"a,\"\"b\"\"\\nc\",pass\n");
  QVERIFY(made);
  const std::string text = report(reports::writeCompareCsv, *made);
  QVERIFY2(text.starts_with("model,class,status,fails_ci,flaky,excused,findings,accuracy_expected,accuracy_actual,accuracy_delta,"
                            "reason\n\"a,\"\"b\"\"\\nc\",pass,PASS,no,no,no,,pass,pass,,"),
           text.c_str());
}

void ReportsTest::compareCsvHasNoFormulas() {
  const std::string rows = "name,accuracy,=note\n=cmd|' /C calc'!A0,@pass,+1+1\n::error::x,pass,-2\n\u202eb,pass,1\n";
  const auto made = support::compare(rows, rows);
  QVERIFY(made);
  const QByteArray csv = QByteArray::fromStdString(report(reports::writeCompareCsv, *made));
  QVERIFY2(csv.contains("\n'=cmd|' /C calc'!A0,"), csv.constData());
  QVERIFY(csv.contains(",'=note_expected,") && csv.contains(",'@pass,") && csv.contains(",'+1+1,"));
  QVERIFY(csv.contains("\n'::error::x,") && csv.contains(",-2,") && csv.contains("\n\\u202eb,"));
}

void ReportsTest::chartsAsText() {
  charts::ChartData chart{.title = "a\u202eb"};
  chart.columns = {"model", "=x"};
  chart.rows = {{"@SUM(A1),b", "-1.5"}, {"\x1b[31m", "-inf"}};
  chart.items = {{.name = "::error::", .label = "\x1b[2J\xc2\x9b", .numbers = "##[error]"}};
  chart.series = {{.marks = {{.x = 0, .y = 1}}}};
  QCOMPARE(reports::chartCsv(chart), std::string("model,'=x\n\"'@SUM(A1),b\",-1.5\n\\x1b[31m,'-inf\n"));
  const std::string list = reports::chartList(chart);
  QVERIFY2(list.starts_with("a\\u202eb") && list.find("\\x1b[2J\\x9b: ") != std::string::npos, list.c_str());
  QVERIFY(list.find("##[error]") == std::string::npos);
}

void ReportsTest::jsonValuesKeepTheirTypes() {
  const auto made = support::compare("name,accuracy,graph_breaks,speedup,flag\nm,pass,3,inf,True\nn,,4,1.5,False\n",
                                     "name,accuracy,graph_breaks,speedup,flag\nm,pass,2,1.5,True\nn,pass,4,1.5,False\n");
  QVERIFY(made);
  const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(report(reports::writeCompareJson, *made))).object();
  const auto metric = [&](int row, const char* name) {
    return json[QStringLiteral("rows")][row][QStringLiteral("metrics")][QLatin1String(name)].toObject();
  };
  QCOMPARE(metric(0, "graph_breaks")[QStringLiteral("delta")].toDouble(), 1.0);
  QCOMPARE(metric(0, "graph_breaks")[QStringLiteral("percent")].toDouble(), 50.0);
  QCOMPARE(metric(0, "speedup")[QStringLiteral("actual")], QJsonValue(QJsonValue::Null));
  QCOMPARE(metric(0, "speedup")[QStringLiteral("actual_nonfinite")], QJsonValue(QStringLiteral("inf")));
  QVERIFY(metric(0, "speedup")[QStringLiteral("delta")].isNull());
  QCOMPARE(metric(0, "flag")[QStringLiteral("actual")], QJsonValue(true));
  QVERIFY(metric(1, "accuracy")[QStringLiteral("actual")].isNull());
  QVERIFY(!metric(1, "accuracy").contains(QStringLiteral("delta")));
}

void ReportsTest::textSaysWhatTheChecksSaid() {
  // graph-breaks 2025-11 dies on an empty cell in the first row: the report says so and CI fails.
  const auto made = support::compare("name,graph_breaks\nm,\nn,1\n", "name,graph_breaks\nm,1\nn,1\n");
  QVERIFY(made);
  const std::string text = report([](const reports::CompareReport& r, const reports::TextSink& sink) {
    reports::writeCompareText(r, {}, sink);
  }, *made);
  QVERIFY2(text.find("graph-breaks exits 1; the script dies: ") != std::string::npos, text.c_str());
  QVERIFY(text.ends_with("CI fails\n"));
}

void ReportsTest::manyRowsInTheirOrder() {
  // Several blocks of rows, of different widths; a finding and a changed metric only in the last one.
  std::string actual = "name,accuracy,graph_breaks\n", expected = actual;
  constexpr int kRows = 10'000;
  for (int i = 0; i < kRows; ++i) {
    const std::string name = (i % 5000 == 4999 ? "a_long_name_" : "m") + std::to_string(i);
    expected += name + ",pass,1\n";
    actual += name + (i % 2 == 0 ? ",fail_to_run," : ",pass,") + (i == kRows - 1 ? "12345\n" : "1\n");
  }
  int calls = 0;
  support::PairWords twoAtATime;
  twoAtATime.sideBySide = [&calls](const auto& first, const auto& second) {
    ++calls;
    second();
    first();
  };
  const auto one = support::compare(actual, expected);
  const auto two = support::compare(actual, expected, twoAtATime);
  QVERIFY(one && two);
  for (const std::size_t columns : {0U, 100U, 40U}) {
    const Writer write = [columns](const reports::CompareReport& r, const reports::TextSink& sink) {
      reports::writeCompareText(r, {.columns = columns, .colour = true}, sink);
    };
    calls = 0;
    const std::string text = report(write, *one);
    QCOMPARE(calls, 0);
    QCOMPARE(report(write, *two), text);
    QCOMPARE(calls, 3);  // measured, written, reasons: the first two blocks of three
    const std::size_t first = text.find("m0"), middle = text.find("m5000");
    QVERIFY(first < middle && middle < text.find("a_long_name_9999") && text.find("-> 12345") != std::string::npos);
  }
}

QTEST_APPLESS_MAIN(ReportsTest)
#include "reports_test.moc"
