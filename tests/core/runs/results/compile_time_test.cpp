// SPDX-License-Identifier: GPL-3.0-or-later
// Compile times as cachebench reads them: Python's readlines, strip, split and float, with all that they let through.
#include <QTest>
#include <cmath>

#include "core/runs/results/cache_result.h"
#include "tests/core/runs/results/results_test.h"

using namespace plumbline;

namespace {

QByteArray bytes(const char* text) { return text; }

}  // namespace

void ResultsTest::compileTimes_data() {
  QTest::addColumn<QByteArray>("csv");
  QTest::addColumn<double>("time");
  QTest::newRow("plain") << bytes("dev,name,compilation_latency\ncpu,m,12.5\n") << 12.5;
  QTest::newRow("column in the middle") << bytes("dev,compilation_latency,x\ncpu,0.125,9\n") << 0.125;
  QTest::newRow("first row counts") << bytes("compilation_latency\n1\n2\n") << 1.0;
  QTest::newRow("first of two columns") << bytes("compilation_latency,compilation_latency\n1,2\n") << 1.0;
  QTest::newRow("no line end") << bytes("compilation_latency\n7") << 7.0;
  QTest::newRow("CRLF") << bytes("dev,compilation_latency\r\ncpu,7\r\n") << 7.0;
  QTest::newRow("blanks around") << bytes("  dev,compilation_latency\t\n x, 7 \n") << 7.0;
  QTest::newRow("no-break space around") << bytes(
                                                "compilation_latency\n\xc2\xa0"
                                                "7\xe2\x80\x83\n")
                                         << 7.0;
  QTest::newRow("underscores") << bytes("compilation_latency\n1_000.2_5\n") << 1000.25;
  QTest::newRow("exponent") << bytes("compilation_latency\n+1.5E-2\n") << 0.015;
  QTest::newRow("no digit before the point") << bytes("compilation_latency\n.5\n") << 0.5;
  QTest::newRow("negative") << bytes("compilation_latency\n-3.\n") << -3.0;
  QTest::newRow("digits of another script") << bytes("compilation_latency\n\xd9\xa1\xd9\xa2\n") << 12.0;
  QTest::newRow("infinite") << bytes("compilation_latency\n-Infinity\n") << -HUGE_VAL;
  QTest::newRow("too large for a double") << bytes("compilation_latency\n1e999\n") << HUGE_VAL;
  QTest::newRow("nan") << bytes("compilation_latency\nNaN\n") << std::nan("");
  QTest::newRow("quotes mean nothing elsewhere") << bytes("\"a\",compilation_latency\n\"x\",4\n") << 4.0;
  QTest::newRow("more fields than names") << bytes("a,compilation_latency\n1,2,3,4\n") << 2.0;
}

void ResultsTest::compileTimes() {
  QFETCH(QByteArray, csv);
  QFETCH(double, time);
  const auto read = runs::compileTime(csv.toStdString(), "cold.csv");
  QVERIFY2(read.has_value(), read ? "" : read.error().text.c_str());
  if (std::isnan(time))
    QVERIFY(std::isnan(*read));
  else
    QCOMPARE(*read, time);
}

void ResultsTest::badTimes_data() {
  QTest::addColumn<QByteArray>("csv");
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("line");
  const auto row = [](const char* title, const QByteArray& csv, const char* text, int line) {
    QTest::newRow(title) << csv << QString::fromLatin1(text) << line;
  };
  row("empty", "", "The file is empty.", 0);
  row("no column", "dev,name\ncpu,m\n", "The file has no column compilation_latency.", 1);
  row("blank around the name", "dev, compilation_latency,x\ncpu,1,2\n", "The file has no column compilation_latency.",
      1);
  row("quoted name", "\"compilation_latency\"\n1\n", "The file has no column compilation_latency.", 1);
  row("byte order mark",
      "\xef\xbb\xbf"
      "compilation_latency\n1\n",
      "The file has no column compilation_latency.", 1);
  row("CR alone ends no line", "compilation_latency\r1\r", "The file has no column compilation_latency.", 1);
  row("header alone", "compilation_latency\n", "The file has a header and no row.", 1);
  row("header alone, no line end", "compilation_latency", "The file has a header and no row.", 1);
  row("blank row", "compilation_latency\n\n1\n", "The compilation_latency \"\" is not a number.", 2);
  row("short row", "dev,name,compilation_latency\ncpu,m\n", "The row is too short to have a compilation_latency.", 2);
  row("blanks cut a field off", "dev,name, ,compilation_latency\n\n",
      "The row is too short to have a compilation_latency.", 2);
  row("quoted number", "compilation_latency\n\"1\"\n", "The compilation_latency \"\"1\"\" is not a number.", 2);
  row("hexadecimal", "compilation_latency\n0x10\n", "The compilation_latency \"0x10\" is not a number.", 2);
  row("two underscores", "compilation_latency\n1__0\n", "The compilation_latency \"1__0\" is not a number.", 2);
  row("a word", "compilation_latency\nfail\n", "The compilation_latency \"fail\" is not a number.", 2);
  row("NUL", QByteArray("compilation_latency\n1\0\n", 23), "The compilation_latency \"1\\x00\" is not a number.", 2);
  row("escapes are shown", "compilation_latency\n\x1b[31m1\n", "The compilation_latency \"\\x1b[31m1\" is not a number.",
      2);
  row("not UTF-8, anywhere", "compilation_latency\n1\nx\xff\n", "The file is not UTF-8.", 3);
}

void ResultsTest::badTimes() {
  QFETCH(QByteArray, csv);
  QFETCH(QString, text);
  QFETCH(int, line);
  const auto read = runs::compileTime(csv.toStdString(), "warm.csv");
  QVERIFY(!read);
  QCOMPARE(QString::fromStdString(read.error().text), text);
  QCOMPARE(int(read.error().line), line);
  QCOMPARE(read.error().code, base::ErrorCode::BadFormat);
  QCOMPARE(read.error().file, std::string("warm.csv"));
}

QTEST_GUILESS_MAIN(ResultsTest)
