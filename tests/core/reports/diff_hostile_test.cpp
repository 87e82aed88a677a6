// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever stands in a file is text in every form of a diff.
#include <algorithm>

#include "core/reports/text_parts.h"
#include "core/text/utf8.h"
#include "tests/core/reports/diff_report_test.h"

using namespace plumbline;
using namespace plumbline::diff_test;

void DiffReportTest::csvCells_data() {
  QTest::addColumn<QByteArray>("cell");
  QTest::addColumn<QByteArray>("wanted");
  const auto row = [](const char* cell, const char* wanted) {
    QTest::newRow(wanted) << QByteArray(cell) << QByteArray(wanted);
  };
  row("resnet50", "resnet50");
  row("a,b", "\"a,b\"");
  row("say \"x\"", "\"say \"\"x\"\"\"");
  row("=cmd()", "'=cmd()");
  row("@user", "'@user");
  row("+1", "+1");
  row("-0.5", "-0.5");
  row("-1e-5", "-1e-5");
  row("+-1", "'+-1");
  row("-2+cmd()", "'-2+cmd()");
  row("-inf", "'-inf");
  row("-.5", "-.5");
  row("-", "'-");
  row("  =1+1", "'  =1+1");
  row("\uff1dcmd()", "'\uff1dcmd()");
  row("\uff201", "'\uff201");
  row("a\u202eb", "a\\u202eb");
  row("a\u009bb", "a\\x9bb");
  row("::error::x", "'::error::x");
  row("\t=1", "\\t=1");
  row("a\r\nb", "a\\x0d\\nb");
  row("\x1b[31m", "\\x1b[31m");
}

void DiffReportTest::csvCells() {
  QFETCH(QByteArray, cell);
  QFETCH(QByteArray, wanted);
  std::string out;
  reports::CsvLine line(out);
  line.cell(cell.toStdString()).end();
  QCOMPARE(QByteArray::fromStdString(out), wanted + '\n');
}

void DiffReportTest::hostile_data() {
  QTest::addColumn<QByteArray>("name");
  QTest::newRow("script") << QByteArray("<script>alert(1)</script>");
  QTest::newRow("attribute") << QByteArray("\" onmouseover='alert(1)' x=\"");
  QTest::newRow("end of script") << QByteArray("</script></style></svg><img src=x onerror=alert(1)>");
  QTest::newRow("entity") << QByteArray("&lt;b&gt;&#x3c;");
  QTest::newRow("cdata") << QByteArray("]]><!--");
  QTest::newRow("bar") << QByteArray("a|b\\|c");
  QTest::newRow("backticks") << QByteArray("`a``b``` @user [x](javascript:alert(1))");
  QTest::newRow("mention") << QByteArray("@user closes #1");
  QTest::newRow("workflow command") << QByteArray("::error::failed");
  QTest::newRow("formula") << QByteArray("=cmd()");
  QTest::newRow("formula behind a sign") << QByteArray("-1+cmd|' /C calc'!A0");
  QTest::newRow("line ends") << QByteArray("a\r\n::error::b\n=c");
  QTest::newRow("escape codes") << QByteArray(
      "\x1b[2J\x1b]0;title\x07\x9b"
      "31m");
  QTest::newRow("right to left") << QByteArray("\u202egnp.exe");
  QTest::newRow("invalid UTF-8") << QByteArray("a\xff\xfe\xc3(");
  QTest::newRow("a surrogate") << QByteArray("a\xed\xa0\x80z");
  QTest::newRow("long") << QByteArray(10'000, 'x');
  QTest::newRow("markup in summary") << QByteArray("</summary></details><h1>x");
}

/// hostile: whatever stands in a file is text in every form, as a model, a status, a config, a label and an origin.
void DiffReportTest::hostile() {
  QFETCH(QByteArray, name);
  QByteArray quoted = name;
  quoted = '"' + quoted.replace('"', "\"\"") + '"';
  const std::string cell = quoted.toStdString();
  const std::string head = "name,accuracy,speedup,abs_latency\n";
  const std::string before =
      head + cell + ",pass,1.0,10\nb,pass,2.0,5\nc,pass,1.0,5\n" + "x" + quoted.mid(1).toStdString() + ",pass,1.0,1\n";
  const std::string after = head + cell + "," + cell + ",3.0,20\nb,pass,1.0,5\nc," + cell + ",1.0,5\n";
  auto beforeTable = tables::CsvTable::scan(before, "b.csv");
  if (!beforeTable.isValue()) {
    // No UTF-8: the reader refuses it as pandas does, and no report has it to show.
    QVERIFY(text::firstInvalidUtf8(before));
    return;
  }
  diff::Run first = runOf("before", before), last = runOf("after", after);
  first.label = first.origin = name.toStdString();
  auto made = diff::RunDiff::make({first, last});
  QVERIFY(made.isValue());
  diff::Diffs diffs;
  diffs.configs.push_back({name.toStdString(), made.value()});
  diffs.configs.push_back({"other", made.value()});
  diffs.onlyIn.push_back(name.toStdString());
  diffs.problems.push_back({base::ErrorCode::BadFormat, name.toStdString(), "", name.toStdString(), 1, 0});
  DiffReportOptions options;
  options.sideDescriptions = {name.toStdString(), name.toStdString()};
  options.whatIf = options.thresholds;
  QVERIFY(diff::setThreshold(*options.whatIf, "speedup=90%"));
  for (const bool isChangedOnly : {true, false}) {
    options.isChangedOnly = isChangedOnly;
    for (const auto& [key, report] : all(diffs, options)) {
      const auto says = [&](const char* what) { return QByteArray(key + ": " + what); };
      QVERIFY2(!text::firstInvalidUtf8(report.toStdString()), says("not UTF-8"));
      const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; };
      QVERIFY2(std::none_of(report.begin(), report.end(), isControl), says("a control character"));
      if (key != "json") QVERIFY2(!report.contains("\u202e"), says("turns the direction of writing"));
      const QList<QByteArray> lines = report.split('\n');
      const auto isCommand = [](const QByteArray& line) { return line.trimmed().startsWith("::error"); };
      QVERIFY2(std::none_of(lines.begin(), lines.end(), isCommand), says("a workflow command"));
      if (key == "html") {
        QVERIFY2(!report.contains("<script>alert") && !report.contains("<img") && !report.contains("onmouseover='"),
                 says("markup"));
        QCOMPARE(report.count("</script>"), 1);
        QCOMPARE(report.count("</style>"), 1);
      }
      if (key == "csv")
        for (const QByteArray& line : lines)
          for (const QByteArray& part : line.split(','))
            QVERIFY2(
                !part.startsWith("=") && !part.startsWith("@") && !part.startsWith("\"=") && !part.startsWith("\"@"),
                says("a formula"));
    }
    QJsonParseError error;
    (void)QJsonDocument::fromJson(form("json", diffs, options), &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QVERIFY(form("markdown", diffs, options).size() < 60'000);
  }
}

void DiffReportTest::markdownFitsAComment() {
  std::string before = kHead, after = kHead;
  for (int i = 0; i < 400; ++i) {
    const std::string name = "a_model_with_a_long_name_" + std::to_string(i);
    before += "cuda," + name + ",4,pass,2.00,10.0,0\n";
    after += "cuda," + name + ",4,pass,1.00,20.0,5\n";
  }
  diff::Diffs diffs = diffsOf(before, after);
  QVERIFY(form("markdown", diffs).size() < 60'000);
  for (int i = 0; i < 40; ++i) diffs.configs.push_back({"config_" + std::to_string(i), diffs.configs[0].diff});
  const QByteArray text = form("markdown", diffs);
  QVERIFY2(text.size() < 60'000 && text.size() > 5'000, QByteArray::number(text.size()).constData());
  QVERIFY(text.contains("a comment holds no more"));
}
