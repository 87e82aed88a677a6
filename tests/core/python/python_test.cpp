// SPDX-License-Identifier: GPL-3.0-or-later
// Python's texts, numbers and tokens. Every expected value was printed by Python 3.11.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/python/numbers.h"
#include "core/python/repr.h"
#include "core/python/tokens.h"
#include "core/python/unicode_classes.h"

using namespace plumbline;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

class PythonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reals_data();
  void reals();
  void fixed_data();
  void fixed();
  void floats_data();
  void floats();
  void ints_data();
  void ints();
  void strip_data();
  void strip();
  void integers_data();
  void integers();
  void integersCompareExactly();
  void reprs_data();
  void reprs();
  void padding();
  void tokens();
};

void PythonTest::reals_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<QByteArray>("want");
  const auto row = [](double value, const char* want) { QTest::newRow(want) << value << QByteArray(want); };
  row(0.0, "0.0");
  row(-0.0, "-0.0");
  row(1.0, "1.0");
  row(-2.5, "-2.5");
  row(0.1, "0.1");
  row(0.30000000000000004, "0.30000000000000004");
  row(123456.789, "123456.789");
  row(0.0001, "0.0001");
  row(0.00012345, "0.00012345");
  row(0.00001, "1e-05");
  row(1.5e-7, "1.5e-07");
  row(9999999999999998.0, "9999999999999998.0");
  row(1e16, "1e+16");
  row(1.2345e16, "1.2345e+16");
  row(1e15, "1000000000000000.0");
  row(1e22, "1e+22");
  row(1e100, "1e+100");
  row(5e-324, "5e-324");
  row(1.7976931348623157e308, "1.7976931348623157e+308");
  row(kInfinity, "inf");
  row(-kInfinity, "-inf");
  row(std::nan(""), "nan");
}

void PythonTest::reals() {
  QFETCH(const double, value);
  QFETCH(const QByteArray, want);
  std::string text;
  python::appendReal(text, value);
  QCOMPARE(QByteArray::fromStdString(text), want);
}

void PythonTest::fixed_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("decimals");
  QTest::addColumn<QByteArray>("want");
  QTest::newRow("half to even in binary") << 1.005 << 2 << QByteArray("1.00");
  QTest::newRow("exact tie") << 0.125 << 2 << QByteArray("0.12");
  QTest::newRow("negative zero") << -0.001 << 2 << QByteArray("-0.00");
  QTest::newRow("large") << 1e22 << 2 << QByteArray("10000000000000000000000.00");
  QTest::newRow("no decimals") << 1e23 << 0 << QByteArray("99999999999999991611392");
  QTest::newRow("nan") << std::nan("") << 2 << QByteArray("nan");
  QTest::newRow("inf") << -kInfinity << 2 << QByteArray("-inf");
}

void PythonTest::fixed() {
  QFETCH(const double, value);
  QFETCH(const int, decimals);
  QFETCH(const QByteArray, want);
  std::string text;
  python::appendFixed(text, value, decimals);
  QCOMPARE(QByteArray::fromStdString(text), want);
}

void PythonTest::floats_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<bool>("readable");
  QTest::addColumn<double>("want");
  const auto good = [](const char* text, double want) { QTest::newRow(text) << QByteArray(text) << true << want; };
  const auto bad = [](const char* text) { QTest::newRow(text) << QByteArray(text) << false << 0.0; };
  good("5", 5);
  good("007", 7);
  good(".5", 0.5);
  good("5.", 5);
  good("1_0", 10);
  good("1e1_0", 1e10);
  good(" \t5\v\n", 5);
  good("\u20035\u00a0", 5);
  good("\u06635.\u0663", 35.3);
  good("\uff11e\uff15", 1e5);
  good("-Infinity", -kInfinity);
  good("+iNf", kInfinity);
  good("1e400", kInfinity);
  good("-1e400", -kInfinity);
  good("0.00001e400", kInfinity);
  good("1e-400", 0);
  good("1e99999999999999999999", kInfinity);
  good("0e99999999999999999999", 0);
  good("2.2250738585072011e-308", 2.2250738585072011e-308);
  for (const char* text : {"",
                           " ",
                           "_1",
                           "1_",
                           "1__0",
                           "1_.5",
                           "1._5",
                           "1_e1",
                           "0x10",
                           ".",
                           "e5",
                           "1e",
                           "1e+",
                           "--1",
                           "+ 1",
                           "infinity_",
                           "nan(1)",
                           "\x1c"
                           "5",
                           "5\x1f",
                           "x",
                           "1,5",
                           "\u22125"}) {
    bad(text);
  }
}

void PythonTest::floats() {
  QFETCH(const QByteArray, text);
  QFETCH(const bool, readable);
  QFETCH(const double, want);
  const auto value = python::parseFloat(text.toStdString());
  QCOMPARE(value.has_value(), readable);
  if (value) QCOMPARE(*value, want);
  QVERIFY(std::isnan(python::parseFloat(" +NaN").value_or(0.0)));
}

void PythonTest::ints_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("want");  // 9: ValueError
  const auto row = [](const char* text, int want) { QTest::newRow(text) << QByteArray(text) << want; };
  row("0", 0);
  row("-0", 0);
  row("00_0", 0);
  row(" 7 ", 1);
  row("-12", -1);
  row("+1_000", 1);
  row("\u0663", 1);
  row("\u0660", 0);
  row("36893488147419103232", 1);
  for (const char* text : {"", "+", "1.0", "1e5", "inf", "0x1", "_1", "1_", "x", "1 2"}) row(text, 9);
  QTest::newRow("4300 digits") << QByteArray(4300, '1') << 1;
  QTest::newRow("4301 digits") << QByteArray(4301, '1') << 9;
}

void PythonTest::ints() {
  QFETCH(const QByteArray, text);
  QFETCH(const int, want);
  QCOMPARE(python::parseIntSign(text.toStdString()).value_or(9), want);
}

void PythonTest::strip_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("want");
  QTest::newRow("nothing to do") << QByteArray("a b") << QByteArray("a b");
  QTest::newRow("ascii") << QByteArray(
                                " \t\x1c"
                                "a\x1f\r\n")
                         << QByteArray("a");
  QTest::newRow("unicode") << QByteArray("\u3000\u00a0é\u2003\u0085") << QByteArray("é");
  QTest::newRow("zero width stays") << QByteArray("\u200b") << QByteArray("\u200b");
  QTest::newRow("all space") << QByteArray("\u2028 ") << QByteArray();
}

void PythonTest::strip() {
  QFETCH(const QByteArray, text);
  QFETCH(const QByteArray, want);
  const std::string bytes = text.toStdString();
  QCOMPARE(QByteArray::fromStdString(std::string(python::stripSpace(bytes))), want);
}

void PythonTest::integers_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("value");  // "" when it is none
  const auto row = [](const char* text, const char* value) {
    QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(value);
  };
  row("12", "12");
  row(" +7 ", "7");
  row("-0", "0");
  row("007", "7");
  row("1_000", "1000");
  row("1__0", "");
  row("_1", "");
  row("1_", "");
  row("12.0", "");
  row("1e3", "");
  row("", "");
  row("-", "");
  row("- 1", "");
  row("٣٤", "34");
  row("123456789012345678901234567890123456", "123456789012345678901234567890123456");
  row("-123456789012345678901234567890123456", "-123456789012345678901234567890123456");
  row("1234567890123456789012345678901234567", "too long");
  row("000000000000000000000000000000000000000000000005", "5");
}

void PythonTest::integers() {
  QFETCH(QString, text);
  QFETCH(QString, value);
  const python::ParsedInteger parsed = python::parseInteger(text.toStdString());
  QString shown;
  if (parsed.state == python::ParsedInteger::State::Number)
    shown = QString::fromStdString(python::integerText(parsed.value));
  if (parsed.state == python::ParsedInteger::State::TooLong) shown = QStringLiteral("too long");
  QCOMPARE(shown, value);
}

void PythonTest::integersCompareExactly() {
  const python::Integer128 odd = python::parseInteger("9007199254740993").value;  // 2^53 + 1 is no double
  QVERIFY(python::isGreater(odd, 9007199254740992.0));
  QVERIFY(python::isLess(odd, 9007199254740994.0));
  QVERIFY(!python::isGreater(odd, std::nan("")) && !python::isLess(odd, std::nan("")));
  QVERIFY(python::isLess(odd, INFINITY) && python::isGreater(odd, -INFINITY) && !python::isGreater(odd, INFINITY) &&
          !python::isLess(odd, -INFINITY));
  QVERIFY(python::isGreater(1, 0.5) && python::isLess(-1, -0.5) && !python::isGreater(1, 1.0) &&
          !python::isLess(1, 1.0) && python::isLess(0, 0.5));
}

void PythonTest::reprs_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("want");
  const auto text = [](const char* name, std::string_view value, const char* want) {
    QTest::newRow(name) << QByteArray(value.data(), static_cast<qsizetype>(value.size())) << QByteArray(want);
  };
  text("plain", "x", "'x'");
  text("single quote", "it's", "\"it's\"");
  text("double quote", "a\"b", "'a\"b'");
  text("both quotes", "'\"", "'\\'\"'");
  text("backslash", "a\\b", "'a\\\\b'");
  text("line ends", "\t\n\r", "'\\t\\n\\r'");
  text("control", std::string_view("\x00\x1c\x7f", 3), "'\\x00\\x1c\\x7f'");
  text("no-break space", "\u00a0", "'\\xa0'");
  text("soft hyphen", "\u00ad", "'\\xad'");
  text("letters", "naïve модель", "'naïve модель'");
  text("ideographic space", "\u3000", "'\\u3000'");
  text("zero width", "\u200b", "'\\u200b'");
  text("emoji", "😀", "'😀'");
  text("tag", "\U000e0001", "'\\U000e0001'");
  text("unassigned", "\u0378", "'\\u0378'");
}

void PythonTest::reprs() {
  QFETCH(const QByteArray, text);
  QFETCH(const QByteArray, want);
  std::string out;
  python::appendRepr(out, text.toStdString());
  QCOMPARE(QByteArray::fromStdString(out), want);
}

void PythonTest::padding() {
  std::string text;
  python::appendPadded(text, "м😀", 6);
  QCOMPARE(text, std::string("м😀    "));
}

void PythonTest::tokens() {
  const std::vector<python::Statement> statements =
      python::readStatements("if x == 'a\\x62':\n\tf(r'\\n', b'c')  # why\n");
  QCOMPARE(statements.size(), std::size_t{2});
  QCOMPARE(statements[0].indent, std::size_t{0});
  QVERIFY(statements[0].tokens[0].is("if") && statements[0].tokens[2].is("=="));
  QCOMPARE(statements[0].tokens[3].text, std::string("ab"));
  QCOMPARE(statements[1].indent, std::size_t{8});
  QCOMPARE(statements[1].tokens[2].text, std::string("\\n"));
  QVERIFY(statements[1].tokens[4].kind == python::TokenKind::Opaque);
  QCOMPARE(statements[1].tokens[0].line, std::size_t{2});
}

QTEST_GUILESS_MAIN(PythonTest)
#include "python_test.moc"
