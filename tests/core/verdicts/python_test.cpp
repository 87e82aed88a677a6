// SPDX-License-Identifier: GPL-3.0-or-later
// Python's texts and numbers. Every expected value was printed by Python 3.11.
#include <QTest>
#include <cmath>
#include <limits>

#include "core/verdicts/python_number.h"
#include "core/verdicts/python_text.h"
#include "core/verdicts/script_message.h"
#include "core/verdicts/unicode_classes.h"

using namespace plumbline;
using namespace plumbline::verdicts;
using tables::Value;
using tables::ValueKind;

namespace {

Value ofUnsigned(std::uint64_t value) {
  Value v;
  v.kind = ValueKind::Unsigned;
  v.unsignedInteger = value;
  return v;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kTwoTo53 = 9007199254740992;

}  // namespace

Q_DECLARE_METATYPE(plumbline::verdicts::Field)
Q_DECLARE_METATYPE(plumbline::verdicts::Order)

class PythonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reals_data();
  void reals();
  void fixed_data();
  void fixed();
  void reprs_data();
  void reprs();
  void padding_data();
  void padding();
  void floats_data();
  void floats();
  void ints_data();
  void ints();
  void orders_data();
  void orders();
  void strip_data();
  void strip();
  void dedents_data();
  void dedents();
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
  appendReal(text, value);
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
  appendFixed(text, value, decimals);
  QCOMPARE(QByteArray::fromStdString(text), want);
}

void PythonTest::reprs_data() {
  QTest::addColumn<Field>("field");
  QTest::addColumn<QByteArray>("want");
  const auto text = [](const char* name, std::string_view value, const char* want) {
    QTest::newRow(name) << Field(Value::ofText(value)) << QByteArray(want);
  };
  QTest::newRow("none") << Field() << QByteArray("None");
  QTest::newRow("nan") << Field(Value{}) << QByteArray("nan");
  QTest::newRow("int") << Field(Value::ofInteger(-7)) << QByteArray("-7");
  QTest::newRow("unsigned") << Field(ofUnsigned(18446744073709551615U)) << QByteArray("18446744073709551615");
  QTest::newRow("bool") << Field(Value::ofBoolean(true)) << QByteArray("True");
  QTest::newRow("real") << Field(Value::ofReal(2)) << QByteArray("2.0");
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
  QFETCH(const Field, field);
  QFETCH(const QByteArray, want);
  std::string text;
  appendRepr(text, field);
  QCOMPARE(QByteArray::fromStdString(text), want);
}

void PythonTest::padding_data() {
  QTest::addColumn<Field>("field");
  QTest::addColumn<QByteArray>("want");
  QTest::newRow("text to the left") << Field(Value::ofText("ab")) << QByteArray("ab    |");
  QTest::newRow("code points count") << Field(Value::ofText("м😀")) << QByteArray("м😀    |");
  QTest::newRow("never cut") << Field(Value::ofText("abcdefgh")) << QByteArray("abcdefgh|");
  QTest::newRow("whole to the right") << Field(Value::ofInteger(12)) << QByteArray("    12|");
  QTest::newRow("real to the right") << Field(Value::ofReal(2)) << QByteArray("   2.0|");
  QTest::newRow("nan to the right") << Field(Value{}) << QByteArray("   nan|");
  QTest::newRow("bool is an int with a width") << Field(Value::ofBoolean(true)) << QByteArray("     1|");
}

void PythonTest::padding() {
  QFETCH(const Field, field);
  QFETCH(const QByteArray, want);
  std::string text;
  appendPadded(text, *field, 6);
  QCOMPARE(QByteArray::fromStdString(text + '|'), want);
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
  const auto value = parseFloat(text.toStdString());
  QCOMPARE(value.has_value(), readable);
  if (value) QCOMPARE(*value, want);
  QVERIFY(std::isnan(parseFloat(" +NaN").value_or(0.0)));
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
  QCOMPARE(parseIntSign(text.toStdString()).value_or(9), want);
}

void PythonTest::orders_data() {
  QTest::addColumn<Field>("a");
  QTest::addColumn<Field>("b");
  QTest::addColumn<Order>("want");
  const auto row = [](const char* name, Field a, Field b, Order want) { QTest::newRow(name) << a << b << want; };
  row("ints", Value::ofInteger(2), Value::ofInteger(3), Order::Less);
  row("int and real", Value::ofInteger(3), Value::ofReal(2.5), Order::Greater);
  row("negative int and real", Value::ofInteger(-3), Value::ofReal(-2.5), Order::Less);
  row("real and equal int", Value::ofReal(2), Value::ofInteger(2), Order::Equal);
  row("bool is 1", Value::ofBoolean(true), Value::ofInteger(1), Order::Equal);
  row("bool and real", Value::ofBoolean(true), Value::ofReal(0.5), Order::Greater);
  row("exact beyond 2^53", Value::ofInteger(kTwoTo53 + 1), Value::ofReal(9007199254740992.0), Order::Greater);
  row("unsigned and negative", ofUnsigned(18446744073709551615U), Value::ofInteger(-1), Order::Greater);
  row("unsigned and real", ofUnsigned(18446744073709551615U), Value::ofReal(18446744073709551616.0), Order::Less);
  row("unsigned and lower real", ofUnsigned(18446744073709551615U), Value::ofReal(18446744073709549568.0),
      Order::Greater);
  row("infinite", Value::ofInteger(1), Value::ofReal(kInfinity), Order::Less);
  row("minus infinite", Value::ofReal(-kInfinity), ofUnsigned(18446744073709551615U), Order::Less);
  row("texts by code point", Value::ofText("10"), Value::ofText("9"), Order::Less);
  row("text and number", Value::ofText("10"), Value::ofInteger(9), Order::TypeError);
  row("text and nan", Value::ofText("10"), Value{}, Order::TypeError);
  row("nan", Value{}, Value::ofInteger(9), Order::Unordered);
  row("none", Field(), Value::ofInteger(9), Order::TypeError);
  row("none and none", Field(), Field(), Order::TypeError);
}

void PythonTest::orders() {
  QFETCH(const Field, a);
  QFETCH(const Field, b);
  QFETCH(const Order, want);
  QCOMPARE(static_cast<int>(pythonOrder(a, b)), static_cast<int>(want));
  const Order back = want == Order::Less ? Order::Greater : want == Order::Greater ? Order::Less : want;
  QCOMPARE(static_cast<int>(pythonOrder(b, a)), static_cast<int>(back));
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
  QCOMPARE(QByteArray::fromStdString(std::string(stripSpace(bytes))), want);
}

void PythonTest::dedents_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("want");
  QTest::newRow("common margin") << QByteArray("\n    a\n      b\n") << QByteArray("\na\n  b\n");
  QTest::newRow("white lines become empty") << QByteArray("  a\n \t \n  b\n   ") << QByteArray("a\n\nb\n");
  QTest::newRow("a line at the edge") << QByteArray("  a\nb") << QByteArray("  a\nb");
  QTest::newRow("tabs are not blanks") << QByteArray("\ta\n  b") << QByteArray("\ta\n  b");
  QTest::newRow("part of the margin") << QByteArray("    a\n  b") << QByteArray("  a\nb");
}

void PythonTest::dedents() {
  QFETCH(const QByteArray, text);
  QFETCH(const QByteArray, want);
  QCOMPARE(QByteArray::fromStdString(dedent(text.toStdString())), want);
}

QTEST_GUILESS_MAIN(PythonTest)
#include "python_test.moc"
