// SPDX-License-Identifier: GPL-3.0-or-later
// Whole reports: one approved output per format in tests/data/reports/approved (PLUMBLINE_APPROVE=1 writes them: read the
// diff before committing), the validators that the system has, limits.
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include "tests/core/reports/report_formats_test.h"
#include "core/text/sha256.h"
#include "resources/embedded.h"
#include "tests/core/reports/report_maker.h"

using namespace plumbline;
using reports::ReportFormat;
using support::commitWords;
using support::kReportData;
using support::reportOf;

void ReportFormatsTest::approved_data() {
  QTest::addColumn<int>("format");
  QTest::addColumn<QString>("file");
  const auto row = [](ReportFormat format, const char* file) {
    QTest::newRow(file) << int(format) << kReportData + QStringLiteral("/approved/") + QString::fromUtf8(file);
  };
  row(ReportFormat::Html, "report.html");
  row(ReportFormat::Markdown, "report.md");
  row(ReportFormat::Json, "report.json");
  row(ReportFormat::Csv, "report.csv");
  row(ReportFormat::Junit, "report.xml");
  row(ReportFormat::Annotations, "annotations.txt");
  row(ReportFormat::Text, "report.txt");
}

/// Made twice, the bytes are the same; and they are those that somebody read.
void ReportFormatsTest::approved() {
  QFETCH(int, format);
  QFETCH(QString, file);
  const auto kind = static_cast<ReportFormat>(format);
  QByteArray made[2];
  for (QByteArray& bytes : made) {
    const auto report = reportOf(commitWords(), reports::wantsAllRows(kind));
    QVERIFY(report.isValue());
    bytes = QByteArray::fromStdString(reports::writeReport(report.value(), kind));
    // The style is reviewed where it is written: resources/report, resources/themes and the charts.
    const auto style = bytes.indexOf("<style>"), end = bytes.indexOf("</style>");
    if (style >= 0) bytes.replace(style, end - style, "<style>(style)");
  }
  QCOMPARE(made[0], made[1]);
  QFile approved(file);
  if (qEnvironmentVariableIsSet("PLUMBLINE_APPROVE")) {
    QDir().mkpath(QFileInfo(file).path());
    QVERIFY(approved.open(QIODevice::WriteOnly));
    approved.write(made[0]);
    approved.close();
  }
  QVERIFY2(approved.open(QIODevice::ReadOnly), "nothing is approved yet");
  QCOMPARE(made[0], approved.readAll());
}

void ReportFormatsTest::namesOfFormats_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("name");
  for (const char* pair : {"a.html html", "a.HTM html", "a.md markdown", "x/a.b.json json", "a.csv csv", "a.xml junit",
                           "a.txt text", "a.pdf -", "html -", "a.html.gz -", ".json json"}) {
    const QStringList words = QString::fromUtf8(pair).split(QLatin1Char(' '));
    QTest::newRow(pair) << words[0] << words[1];
  }
}

void ReportFormatsTest::namesOfFormats() {
  QFETCH(QString, file);
  QFETCH(QString, name);
  QCOMPARE(reports::formatOfFile(file.toStdString()) == reports::formatOfName(name.toStdString()), true);
  QCOMPARE(reports::formatOfFile(file.toStdString()).has_value(), name != QStringLiteral("-"));
}

void ReportFormatsTest::htmlIsValid_data() {
  QTest::addColumn<bool>("allRows");
  QTest::addColumn<bool>("withCharts");
  QTest::newRow("what needs a look") << false << false;
  QTest::newRow("all rows") << true << false;
  QTest::newRow("charts") << false << true;
}

void ReportFormatsTest::htmlIsValid() {
  QFETCH(bool, allRows);
  QFETCH(bool, withCharts);
  const auto report = reportOf(commitWords(), allRows, withCharts);
  QVERIFY(report.isValue());
  const support::TestFolder folder;
  const QString path = folder.write(QStringLiteral("r.html"), QByteArray::fromStdString(reports::htmlReport(report.value())));
  // Inside a chart tidy knows no attributes of a nested <svg>.
  const support::Tool tidy = support::runTool(
      QStringLiteral("tidy"), {QStringLiteral("-e"), QStringLiteral("-q"), QStringLiteral("--warn-proprietary-attributes"),
                               withCharts ? QStringLiteral("no") : QStringLiteral("yes"), path});
  if (!tidy.isHere) QSKIP("the HTML is not validated: tidy is not installed (package tidy)");
  QCOMPARE(tidy.out, QByteArray());
  QCOMPARE(tidy.exit, 0);
}

void ReportFormatsTest::htmlNeedsNothingFromOutside() {
  const auto report = reportOf(commitWords(), true, true);
  QVERIFY(report.isValue());
  const QString html = QString::fromStdString(reports::htmlReport(report.value()));
  for (const char* outside : {"http:", "https:", "src=", "@import", "url(http", "<link", "<iframe", "<img"})
    QVERIFY2(!QString(html).remove(QStringLiteral("xmlns=\"http://www.w3.org/2000/svg\"")).contains(QLatin1String(outside)), outside);
  // Whatever is linked to is on the page.
  QRegularExpressionMatchIterator links = QRegularExpression(QStringLiteral("href=\"([^\"]*)\"")).globalMatch(html);
  QVERIFY(links.hasNext());
  while (links.hasNext()) {
    const QString target = links.next().captured(1);
    QVERIFY2(target.startsWith(QLatin1Char('#')), qPrintable(target));
    QVERIFY2(html.contains(QStringLiteral("id=\"%1\"").arg(target.mid(1))), qPrintable(target));
  }
}

/// The policy names the script by its hash; nothing in the script can end it early.
void ReportFormatsTest::onlyOurScriptMayRun() {
  const auto report = reportOf(commitWords(), false);
  QVERIFY(report.isValue());
  const std::string html = reports::htmlReport(report.value());
  const std::size_t begin = html.find("<script>") + 8, end = html.find("</script>");
  QVERIFY(begin < end && end != std::string::npos);
  const std::string script = html.substr(begin, end - begin);
  QCOMPARE(script, std::string(*resources::embeddedBytes("report/sort.js")));
  QVERIFY(html.find("script-src 'sha256-" + text::sha256Base64(script) + "'") != std::string::npos);
  QVERIFY(html.find("default-src 'none'") != std::string::npos);
  QCOMPARE(html.find("<script", begin), std::string::npos);
}

void ReportFormatsTest::chartsAreThere() {
  const auto report = reportOf(commitWords(), false, true);
  QVERIFY(report.isValue());
  const QByteArray html = QByteArray::fromStdString(reports::htmlReport(report.value()));
  QCOMPARE(html.count("<figure>"), 4);  // speedup, scatter, compile time, memory of the one config that is timed
  QCOMPARE(html.count("role=\"img\""), 4);
  QVERIFY(html.contains("eager went from 28.4 to 39.2 ms"));
}

void ReportFormatsTest::junitIsValid() {
  const auto report = reportOf(commitWords(), true);
  QVERIFY(report.isValue());
  const support::TestFolder folder;
  const QString path = folder.write(QStringLiteral("r.xml"), QByteArray::fromStdString(reports::junitReport(report.value())));
  const support::Tool lint = support::runTool(
      QStringLiteral("xmllint"),
      {QStringLiteral("--noout"), QStringLiteral("--schema"), kReportData + QStringLiteral("/junit.xsd"), path});
  if (!lint.isHere) QSKIP("JUnit is not validated: xmllint is not installed (package libxml2-utils)");
  QVERIFY2(lint.exit == 0, lint.out.constData());
}

/// A commit with thousands of failing rows still fits, and says what is missing.
void ReportFormatsTest::markdownFitsAComment() {
  const support::TestFolder folder;
  QByteArray actual("name,accuracy\n"), expected("name,accuracy\n");
  for (int i = 0; i < 3000; ++i) {
    const QByteArray name = "a_model_with_a_rather_long_name_" + QByteArray::number(i);
    expected += name + ",pass\n";
    actual += name + ",fail_" + QByteArray::number(i) + "\n";
  }
  folder.write(QStringLiteral("a.csv"), actual);
  folder.write(QStringLiteral("e.csv"), expected);
  QVERIFY(QDir::setCurrent(folder.path()));
  const auto report = reportOf({.sources = {"a.csv"}, .trees = {"e.csv"}}, false);
  QVERIFY(report.isValue());
  reports::Report many = report.value();
  while (many.configs.size() < 40) many.configs.push_back(many.configs.front());
  const std::string text = reports::markdownReport(many);
  QVERIFY2(text.size() < 60'000 && text.size() > 30'000, std::to_string(text.size()).c_str());
  QVERIFY(text.find("... and 2940 more rows.") != std::string::npos);
  QVERIFY(text.find("Some lists are left out") != std::string::npos);
}

void ReportFormatsTest::annotationsAreFew() {
  auto report = reportOf(commitWords(), false);
  QVERIFY(report.isValue());
  reports::ReportConfig& config = report.value().configs.back();
  while (config.rows.size() < 500) config.rows.push_back(config.rows.front());
  const QByteArray text = QByteArray::fromStdString(reports::annotationsReport(report.value()));
  QCOMPARE(text.count("::error "), 10);
  QVERIFY2(text.contains("::error title=Plumbline::491 more failures"), text.constData());
  QVERIFY(text.count("::warning ") <= 10);
}

void ReportFormatsTest::anExcusedRowIsSkipped() {
  reports::ReportArguments words = commitWords();
  for (const auto& [day, isSkipped] : {std::pair("2026-10-01", true), std::pair("2027-01-01", false)}) {
    words.day = day;
    const auto report = reportOf(words, true);
    QVERIFY(report.isValue());
    QCOMPARE(report.value().arguments.day, std::string(day));
    const QByteArray xml = QByteArray::fromStdString(reports::junitReport(report.value()));
    QCOMPARE(xml.contains("name=\"slow_net\"><skipped"), isSkipped);
    QCOMPARE(xml.contains("name=\"slow_net\"><failure"), !isSkipped);
  }
}

void ReportFormatsTest::aPlainPairHasItsFilesName() {
  const support::TestFolder folder;
  folder.write(QStringLiteral("new/run.csv"), "name,accuracy\na,pass\nb,timeout\n");
  folder.write(QStringLiteral("old/base.csv"), "name,accuracy\na,pass\nb,pass\nc,pass\n");
  QVERIFY(QDir::setCurrent(folder.path()));
  const auto report = reportOf({.sources = {"new/run.csv"}, .trees = {"old/base.csv"}}, true);
  QVERIFY(report.isValue());
  QCOMPARE(report.value().configs.size(), std::size_t{1});
  QCOMPARE(report.value().configs.front().name, std::string("run.csv"));
  QCOMPARE(report.value().exitStatus, 1);
  QCOMPARE(report.value().configs.front().rows.size(), std::size_t{3});
  const std::string text = reports::textReport(report.value());
  QVERIFY2(text.find("lost from this pair: 1 model in 1 config: c") != std::string::npos, text.c_str());
}

void ReportFormatsTest::rowsHaveTheirCause() {
  const support::TestFolder folder;
  folder.write(QStringLiteral("inductor_torchbench_training.log"),
               "cuda train a \nTraceback (most recent call last):\n  File \"/x.py\", line 1, in <module>\nValueError: bad x\nfail_to_run\n"
               "cuda train b \npass\n");
  folder.write(QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv"), "name,accuracy,graph_breaks\na,pass,0\nb,pass,0\n");
  QVERIFY(QDir::setCurrent(folder.path()));
  const auto report = reportOf({.sources = {"inductor_torchbench_training.log"}, .trees = {"ci_expected_accuracy"}}, true);
  QVERIFY(report.isValue());
  const std::pair<ReportFormat, const char*> wanted[] = {
      {ReportFormat::Csv, ",2,ValueError: bad x,inductor_torchbench_training.log,4\n"}, {ReportFormat::Junit, ". Cause: ValueError: bad x (inductor_torchbench_training.log, line 4)\""}, {ReportFormat::Annotations, ". Cause: ValueError: bad x (inductor_torchbench_training.log, line 4)\n"},
      {ReportFormat::Markdown, "fail_to_run: ValueError: bad x (inductor_torchbench_training.log, line 4)"}, {ReportFormat::Html, "Cause: ValueError: bad x (inductor_torchbench_training.log, line 4)"},
      {ReportFormat::Json, "\"cause\":\"ValueError: bad x\",\"cause_log\":\"inductor_torchbench_training.log\",\"cause_line\":4"}};
  for (const auto& [format, part] : wanted) {
    const std::string text = reports::writeReport(report.value(), format);
    QVERIFY2(text.find(part) != std::string::npos, text.c_str());
  }
}

/// Text and Markdown have the beginning of a long cause; what holds more has all of it.
void ReportFormatsTest::longCausesAreCutInText() {
  const support::TestFolder folder;
  const std::string cause = "ValueError: " + std::string(200, 'x') + " end", line = cause.substr(0, 157) + "... (inductor_torchbench_training.log, line 4)";
  folder.write(QStringLiteral("inductor_torchbench_training.log"), ("cuda train a \nTraceback (most recent call last):\n  File \"/x.py\", line 1, in f\n" + cause + "\nfail_to_run\n").c_str());
  folder.write(QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv"), "name,accuracy,graph_breaks\na,pass,0\n");
  QVERIFY(QDir::setCurrent(folder.path()));
  const auto report = reportOf({.sources = {"inductor_torchbench_training.log"}, .trees = {"ci_expected_accuracy"}}, true);
  QVERIFY(report.isValue());
  for (const ReportFormat format : {ReportFormat::Text, ReportFormat::Markdown}) {
    const std::string text = reports::writeReport(report.value(), format);
    QVERIFY2(text.find(line) != std::string::npos, text.c_str());
  }
  for (const ReportFormat format : {ReportFormat::Json, ReportFormat::Csv, ReportFormat::Html, ReportFormat::Junit}) {
    const std::string text = reports::writeReport(report.value(), format);
    QVERIFY2(text.find(cause) != std::string::npos, text.c_str());
  }
}

void ReportFormatsTest::nothingToJudgeIsAnError() {
  const support::TestFolder folder;
  folder.write(QStringLiteral("run/odd.csv"), "name,accuracy\na,pass\n");
  QVERIFY(QDir::setCurrent(folder.path()));
  const auto report = reportOf({.sources = {"run"}}, true);
  QVERIFY(report.isError());
  QCOMPARE(report.error().code, base::ErrorCode::NotFound);
}

/// CI fails without a row to blame: every format says so.
void ReportFormatsTest::aDyingCheckIsAnError() {
  const support::TestFolder folder;
  folder.write(QStringLiteral("a.csv"), "dev,accuracy\ncuda,pass\n");
  folder.write(QStringLiteral("e.csv"), "name,accuracy\na,pass\n");
  QVERIFY(QDir::setCurrent(folder.path()));
  const auto report = reportOf({.sources = {"a.csv"}, .trees = {"e.csv"}}, true);
  QVERIFY(report.isValue());
  QCOMPARE(report.value().exitStatus, 1);
  QVERIFY(!report.value().configs.front().problem.empty());
  QVERIFY(reports::junitReport(report.value()).find("errors=\"1\"") != std::string::npos);
  QVERIFY(reports::annotationsReport(report.value()).starts_with("::error title=Plumbline::a.csv: "));
  for (const ReportFormat format : {ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Json, ReportFormat::Text})
    QVERIFY(reports::writeReport(report.value(), format).find("name") != std::string::npos);
}

QTEST_APPLESS_MAIN(ReportFormatsTest)
