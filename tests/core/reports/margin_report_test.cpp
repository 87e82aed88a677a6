// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/numerics/margin_report.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <limits>

using namespace plumbline;
using reports::MarginReport;

namespace {

MarginReport reportOf(const std::vector<std::vector<std::string>>& logs) {
  MarginReport report;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    report.logs.push_back("day" + std::to_string(i + 1) + ".log");
    numerics::MarginReader reader(report.options);
    for (const std::string& line : logs[i]) reader.add(line);
    report.margins.push_back(reader.margins());
  }
  return report;
}

/// errors is a line of the new form whose bound is 0.1.
std::string errors(const char* res) {
  return std::string("RMSE (res-fp64): ") + res +
         ", (ref-fp64): 0.05000 and shape=torch.Size([2]). res.dtype: torch.float32, multiplier: 2.000000, tol: "
         "0.000000, use: 0";
}

QJsonObject json(const MarginReport& report) {
  QJsonParseError error{};
  const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(reports::marginJson(report)), &error);
  return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

}  // namespace

class MarginReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void threeDecimalsAndNeverAFalseOne() {
    QCOMPARE(reports::marginDigits(0.98571428), std::string("0.986"));
    QCOMPARE(reports::marginDigits(1.0), std::string("1.000"));
    QCOMPARE(reports::marginDigits(0.9996), std::string("0.9996"));
    QCOMPARE(reports::marginDigits(0.99999996), std::string("0.99999996"));
    QCOMPARE(reports::marginDigits(1.0000001), std::string("1.0000001"));
    QCOMPARE(reports::marginDigits(1e300).substr(0, 3), std::string("100"));
    QCOMPARE(reports::marginDigits(std::nan("")), std::string("nan"));
    QCOMPARE(reports::marginDigits(std::numeric_limits<double>::infinity()), std::string("inf"));
  }
  static void statesAreWords() {
    QCOMPARE(reports::marginState(0.5, {}), std::string_view("fine"));
    QCOMPARE(reports::marginState(0.8, {}), std::string_view("close"));
    QCOMPARE(reports::marginState(1.0, {}), std::string_view("close"));
    QCOMPARE(reports::marginState(1.1, {}), std::string_view("over"));
    QCOMPARE(reports::marginState(std::nan(""), {}), std::string_view("no number"));
    QCOMPARE(reports::marginState(1.1, {.warnAt = 2}), std::string_view("over"));
  }
  static void aRisingSeriesIsTold() {
    const MarginReport report = reportOf({{"cpu  eval  up  ", errors("0.06000")},
                                          {"cpu  eval  up  ", errors("0.08000")},
                                          {"cpu  eval  up  ", errors("0.09500")}});
    const std::string text = reports::marginText(report);
    QVERIFY2(text.find("0.600 -> 0.800 -> 0.950") != std::string::npos && text.find("rising") != std::string::npos,
             text.c_str());
    QVERIFY(text.find('*') == std::string::npos);  // nothing was assumed
    QCOMPARE(reports::marginExit(report), 1);
    const QJsonObject trend = json(report).value(QStringLiteral("trends")).toArray().at(0).toObject();
    QVERIFY(trend.value(QStringLiteral("rising")).toBool() && trend.value(QStringLiteral("warned")).toBool());
    QCOMPARE(trend.value(QStringLiteral("margins")).toArray().at(2).toDouble(), 0.95);
    QVERIFY(reports::marginMarkdown(report).find("| rising |") != std::string::npos);
  }
  static void assumedNumbersAreMarked() {
    const MarginReport report = reportOf({{"RMSE (res-fp64): 0.00001, (ref-fp64): 0.00048 and shape=torch.Size([1])"}});
    const std::string text = reports::marginText(report);
    QVERIFY(text.find(" 2*") != std::string::npos && text.find("0.001*") != std::string::npos &&
            text.find("* assumed") != std::string::npos);
    QVERIFY(text.find("(unknown)") != std::string::npos);
    QCOMPARE(reports::marginExit(report), 0);
    const QJsonObject margin = json(report)
                                   .value(QStringLiteral("logs"))
                                   .toArray()
                                   .at(0)
                                   .toObject()
                                   .value(QStringLiteral("margins"))
                                   .toArray()
                                   .at(0)
                                   .toObject();
    QVERIFY(margin.value(QStringLiteral("assumed")).toBool());
    QCOMPARE(margin.value(QStringLiteral("state")).toString(), QStringLiteral("fine"));
  }
  static void oneRowPerModelOrAll() {
    MarginReport report =
        reportOf({{"cpu  eval  a  ", errors("0.01000"), errors("0.03000"), "cpu  eval  b  ", errors("nan")}});
    const auto rows = [&] {
      return json(report)
          .value(QStringLiteral("logs"))
          .toArray()
          .at(0)
          .toObject()
          .value(QStringLiteral("margins"))
          .toArray();
    };
    QCOMPARE(rows().size(), 2);
    QCOMPARE(rows().at(0).toObject().value(QStringLiteral("model")).toString(),
             QStringLiteral("b"));  // no number is the worst
    QVERIFY(rows().at(0).toObject().value(QStringLiteral("margin")).isNull());
    QCOMPARE(reports::marginExit(report), 1);
    report.isAll = true;
    QCOMPARE(rows().size(), 3);
  }
  static void nothingIsASentence() {
    const MarginReport report = reportOf({{"no such line"}});
    QVERIFY(reports::marginText(report).find("no line has the errors") != std::string::npos);
    QVERIFY(json(report).value(QStringLiteral("exit")).toInt(-1) == 0);
    QCOMPARE(reports::marginExit(report), 0);
    QVERIFY(!json(MarginReport{}).isEmpty());
  }
  static void hostileNamesStayText() {
    const MarginReport report = reportOf(
        {{"cpu  eval  <b>|@all`\x07\xFF  ", errors("0.09000"), "Accuracy failed for key name a|b\xE2\x80\xAE"}});
    const std::string text = reports::marginText(report);
    QVERIFY(text.find('\x07') == std::string::npos && text.find("\\x07") != std::string::npos &&
            text.find('\xFF') == std::string::npos);
    QVERIFY(reports::marginMarkdown(report).find("a\\|b") != std::string::npos);
    QVERIFY(!json(report).isEmpty());
  }
};

QTEST_GUILESS_MAIN(MarginReportTest)
#include "margin_report_test.moc"
