// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the single-file checks: rows as df.iterrows() gives them, Python's csv module, whole numbers of any
// length, and the verdicts. Their printed text is approved in tests/data/cli.
#include <QTest>

#include "core/verdicts/field.h"
#include "core/verdicts/rules/file_check.h"
#include "core/verdicts/rules/instructions_check.h"

using namespace plumbline;
using namespace plumbline::verdicts;

namespace {

tables::Frame frame(const char* text) {
  return tables::Frame::of(tables::CsvTable::scan(text, "t.csv").value());
}

QString verdictsText(const CheckRun& run) {
  QStringList out;
  for (const Verdict& v : run.verdicts)
    out << QString::number(v.row) + QLatin1Char(' ') + QString::fromUtf8(className(v.cls).data(), int(className(v.cls).size()));
  return out.join(QStringLiteral(", "));
}

}  // namespace

class FileChecksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsShareAType_data();
  void rowsShareAType();
  void csvRows_data();
  void csvRows();
  void csvLimits();
  void verdictsWithoutText();
  void perfBounds_data();
  void perfBounds();
  void perfScaleMustBePositive();
  void otherBounds();
  void instructionVerdicts();
  void newExpectedKeepsFourDigits_data();
  void newExpectedKeepsFourDigits();
  void longCountsAreRefused();
  void stopsWhenAsked();
};

void FileChecksTest::rowsShareAType_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("name");
  const auto row = [](const char* what, const char* text, const char* name) {
    QTest::newRow(what) << QString::fromUtf8(text) << QString::fromUtf8(name);
  };
  row("all whole", "name,x\n007,1\n", "7");
  row("whole and real", "name,x\n007,1.5\n", "7.0");
  row("whole, real and empty", "name,x,y\n7,1.5,\n", "7.0");
  row("text keeps each cell", "name,x,dev\n7,1.5,cpu\n", "7");
  row("bool keeps each cell", "name,x,flag\n7,1.5,True\n", "7");
  row("unsigned and whole", "name,x\n18446744073709551615,1\n", "1.8446744073709552e+19");
  row("unsigned alone", "name\n18446744073709551615\n", "18446744073709551615");
  row("large whole numbers lose digits", "name,x\n9007199254740993,.5\n", "9007199254740992.0");
}

void FileChecksTest::rowsShareAType() {
  QFETCH(QString, text);
  QFETCH(QString, name);
  const tables::Frame file = frame(text.toUtf8().constData());
  const RowValues rows(file);
  std::string scratch;
  std::string shown;
  appendStr(shown, rows.at(*rows.column("name"), 0, scratch));
  QCOMPARE(QString::fromStdString(shown), name);
}

void FileChecksTest::csvRows_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("rows");  // LINE:[cell|cell]
  QTest::newRow("plain") << QByteArray("a,b\nc,d\n") << QByteArray("1:[a|b]2:[c|d]");
  QTest::newRow("line ends") << QByteArray("a\r\nb\rc") << QByteArray("1:[a]2:[b]3:[c]");
  QTest::newRow("blank lines are rows") << QByteArray("a\n\n \n") << QByteArray("1:[a]2:[]3:[ ]");
  QTest::newRow("empty cells") << QByteArray(",\n,,\n") << QByteArray("1:[|]2:[||]");
  QTest::newRow("quotes") << QByteArray("\"a,\"\"b\"\"\",c\n") << QByteArray("1:[a,\"b\"|c]");
  QTest::newRow("text after quotes") << QByteArray("\"a\"b\"c,d\n") << QByteArray("1:[ab\"c|d]");
  QTest::newRow("quote within") << QByteArray("a\"b\"\n") << QByteArray("1:[a\"b\"]");
  QTest::newRow("line break in quotes") << QByteArray("\"a\r\nb\",c\nd\n") << QByteArray("1:[a\nb|c]3:[d]");
  QTest::newRow("quote never closed") << QByteArray("a,\"b\nc\n") << QByteArray("1:[a|b\nc\n]");
  QTest::newRow("BOM stays") << QByteArray("\xef\xbb\xbf" "a\n") << QByteArray("1:[\xef\xbb\xbf" "a]");
  QTest::newRow("NUL stays") << QByteArray("a\0b\n", 4) << QByteArray("1:[a\0b]", 7);
  QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void FileChecksTest::csvRows() {
  QFETCH(QByteArray, bytes);
  QFETCH(QByteArray, rows);
  const auto read = readPythonCsv(bytes.toStdString(), "t.csv");
  QVERIFY(read.has_value());
  std::string shown;
  for (const PythonCsvRow& row : *read) {
    shown += std::to_string(row.line) + ":[";
    for (std::size_t i = 0; i < row.cells.size(); ++i) shown += (i == 0 ? "" : "|") + row.cells[i];
    shown += ']';
  }
  QCOMPARE(QByteArray::fromStdString(shown), rows);
}

void FileChecksTest::csvLimits() {
  QVERIFY(readPythonCsv(std::string(131072, 'a'), "t.csv").has_value());
  QVERIFY(!readPythonCsv(std::string(131073, 'a'), "t.csv").has_value());
  const auto bad = readPythonCsv("a\xff\n", "t.csv");
  QVERIFY(!bad.has_value());
  QCOMPARE(bad.error().code, base::ErrorCode::ScriptCrash);
  QCOMPARE(bad.error().file, std::string("t.csv"));
}

void FileChecksTest::verdictsWithoutText() {
  const tables::Frame file = frame("name,speedup,accuracy\na,1.0,pass\nb,2.0,fail\nc,1.2,bypass\n");
  const PerfOptions both{.threshold = 1.2, .scale = 0.9, .failOnImprovement = true};
  const CheckRun perf = checkPerf(file, "t.csv", both, Want::VerdictsOnly);
  QCOMPARE(verdictsText(perf), QStringLiteral("0 fail, 1 improved, 2 pass"));
  QCOMPARE(perf.exitCode, 1);
  QVERIFY(perf.output.empty());
  QCOMPARE(verdictsText(checkStatus(file, "t.csv", Want::VerdictsOnly)), QStringLiteral("0 pass, 1 fail, 2 pass"));
  QCOMPARE(verdictsText(checkSpeedup(file, "t.csv", 1.185, Want::VerdictsOnly)), QStringLiteral("0 fail, 1 pass, 2 pass"));
}

/// A value that is equal to a bound passes, on both sides of the range and for both metrics.
void FileChecksTest::perfBounds_data() {
  QTest::addColumn<bool>("isSpeedup");
  QTest::addColumn<bool>("failOnImprovement");
  QTest::addColumn<double>("scale");
  QTest::addColumn<QString>("values");
  QTest::addColumn<QString>("verdicts");
  const QString three = QStringLiteral("0 fail, 1 pass, 2 pass");
  // 2 x 0.5 = 1, 2 / 0.5 = 4
  QTest::newRow("speedup") << true << false << 0.5 << "0.999 1 1.001" << three;
  QTest::newRow("latency") << false << false << 0.5 << "4.001 4 3.999" << three;
  QTest::newRow("speedup, range") << true << true << 0.5 << "0.999 1 1.001 3.999 4 4.001"
                                  << "0 fail, 1 pass, 2 pass, 3 pass, 4 pass, 5 improved";
  QTest::newRow("latency, range") << false << true << 0.5 << "4.001 4 3.999 1.001 1 0.999"
                                  << "0 fail, 1 pass, 2 pass, 3 pass, 4 pass, 5 improved";
  QTest::newRow("speedup, scale above 1") << true << false << 2.0 << "3.999 4 4.001" << three;
  QTest::newRow("speedup, range, scale above 1") << true << true << 2.0 << "0.999 1 4 4.001" << "0 fail, 1 pass, 2 pass, 3 improved";
}

void FileChecksTest::perfBounds() {
  QFETCH(bool, isSpeedup);
  QFETCH(bool, failOnImprovement);
  QFETCH(double, scale);
  QFETCH(QString, values);
  QString csv = isSpeedup ? QStringLiteral("name,speedup\n") : QStringLiteral("name,abs_latency\n");
  for (const QString& value : values.split(QLatin1Char(' '))) csv += QLatin1String("m,") + value + QLatin1Char('\n');
  const tables::Frame file = frame(csv.toUtf8().constData());
  const PerfOptions options{.threshold = 2,
                            .scale = scale,
                            .metric = isSpeedup ? PerfMetric::Speedup : PerfMetric::AbsLatency,
                            .failOnImprovement = failOnImprovement};
  QTEST(verdictsText(checkPerf(file, "t.csv", options, Want::VerdictsOnly)), "verdicts");
}

void FileChecksTest::perfScaleMustBePositive() {
  const tables::Frame file = frame("name,speedup\na,1.0\n");
  QVERIFY(checkPerf(file, "t.csv", {.threshold = 1, .scale = 0}, Want::Output).crash);
  QVERIFY(checkPerf(file, "t.csv", {.threshold = 1, .scale = -1}, Want::Output).crash);
  QCOMPARE(checkPerf(file, "t.csv", {.threshold = 1, .scale = 0}, Want::Output).crash->file, std::string());  // no file is at fault
  QVERIFY(!checkPerf(file, "t.csv", {.threshold = 1, .scale = 1e-9}, Want::Output).crash);
}

/// Equal to a bound is within it, for the speedup and on both sides of an instruction count's margin.
void FileChecksTest::otherBounds() {
  const tables::Frame file = frame("name,speedup\na,1.1849\nb,1.185\nc,1.1851\nd,\n");
  QCOMPARE(verdictsText(checkSpeedup(file, "t.csv", 1.185, Want::VerdictsOnly)), QStringLiteral("0 fail, 1 pass, 2 pass, 3 pass"));
  const InstructionsRun run = checkInstructions({"a,m,1000,0.1\nb,m,1000,0.1\nc,m,1000,0.1\nd,m,1000,0.1\n", "e.csv"},
                                                {"a,m,1100\nb,m,1101\nc,m,900\nd,m,899\n", "r.csv"});
  QCOMPARE(verdictsText(run.check), QStringLiteral("0 pass, 1 fail, 2 pass, 3 improved"));
}

void FileChecksTest::instructionVerdicts() {
  const InstructionsRun run = checkInstructions({"a,m,1000,0.1\nb,m,1000,0.1\nc,m,1000,0.1\n", "e.csv"},
                                                {"c,m,1100\nb,m,899\na,m,1101\nz,m,1\n", "r.csv"});
  QCOMPARE(verdictsText(run.check), QStringLiteral("0 fail, 1 improved, 2 pass, 3 missing"));
  QCOMPARE(run.check.exitCode, 1);
  QVERIFY(run.newExpected.has_value());
  const InstructionsRun missing = checkInstructions({"a,m,1000,0.1\n", "e.csv"}, {"", "r.csv"});
  QCOMPARE(missing.check.exitCode, 1);
  QVERIFY(!missing.newExpected && !missing.check.crash);
  QCOMPARE(missing.check.output, std::string("Missing entry for ('a', 'm') in result file\n"));
}

void FileChecksTest::newExpectedKeepsFourDigits_data() {
  QTest::addColumn<QString>("result");
  QTest::addColumn<QString>("kept");
  QTest::newRow("long") << "123456789" << "123400000";
  QTest::newRow("five") << "99999" << "99990";
  QTest::newRow("four") << "9999" << "9999";
  QTest::newRow("negative goes down") << "-123456" << "-123500";
  QTest::newRow("a fifth of the margin changes nothing") << "1020000" << "1000000";
  QTest::newRow("just over it") << "1020001" << "1020000";
}

void FileChecksTest::newExpectedKeepsFourDigits() {
  QFETCH(QString, result);
  QFETCH(QString, kept);
  const InstructionsRun run =
      checkInstructions({"a,m,1000000,0.1\n", "e.csv"}, {"a,m," + result.toStdString() + '\n', "r.csv"});
  QCOMPARE(QString::fromStdString(run.newExpected.value_or("")),
           QStringLiteral("a,m,") + kept + QStringLiteral(",0.1\r\n\r\n\r\n\r\n"));
}

void FileChecksTest::longCountsAreRefused() {
  const InstructionsRun run = checkInstructions({"a,m," + std::string(40, '9') + ",0.1\n", "e.csv"}, {"", "r.csv"});
  QCOMPARE(run.check.exitCode, 1);
  QVERIFY(run.check.crash && run.check.crash->text.find("36 digits") != std::string::npos);
}

void FileChecksTest::stopsWhenAsked() {
  std::stop_source source;
  source.request_stop();
  const base::Progress stopped(source.get_token());
  const tables::Frame file = frame("name,speedup,accuracy\na,1.0,pass\n");
  QVERIFY(checkPerf(file, "t.csv", {.threshold = 1}, Want::Output, stopped).cancelled);
  QVERIFY(checkStatus(file, "t.csv", Want::Output, stopped).cancelled);
  QVERIFY(checkSpeedup(file, "t.csv", 1, Want::Output, stopped).cancelled);
}

QTEST_APPLESS_MAIN(FileChecksTest)
#include "file_checks_test.moc"
