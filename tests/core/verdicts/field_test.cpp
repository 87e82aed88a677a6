// SPDX-License-Identifier: GPL-3.0-or-later
// Fields as Python writes and orders them. Every expected value was printed by Python 3.11.
#include <QTest>
#include <limits>

#include "core/verdicts/field.h"
#include "core/verdicts/rules/row_rule.h"

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

class FieldTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reprs_data();
  void reprs();
  void padding_data();
  void padding();
  void orders_data();
  void orders();
  void dedents_data();
  void dedents();
};

void FieldTest::reprs_data() {
  QTest::addColumn<Field>("field");
  QTest::addColumn<QByteArray>("want");
  QTest::newRow("none") << Field() << QByteArray("None");
  QTest::newRow("nan") << Field(Value{}) << QByteArray("nan");
  QTest::newRow("int") << Field(Value::ofInteger(-7)) << QByteArray("-7");
  QTest::newRow("unsigned") << Field(ofUnsigned(18446744073709551615U)) << QByteArray("18446744073709551615");
  QTest::newRow("bool") << Field(Value::ofBoolean(true)) << QByteArray("True");
  QTest::newRow("real") << Field(Value::ofReal(2)) << QByteArray("2.0");
  QTest::newRow("text") << Field(Value::ofText("it's")) << QByteArray("\"it's\"");  // the rules are those of core/python
}

void FieldTest::reprs() {
  QFETCH(const Field, field);
  QFETCH(const QByteArray, want);
  std::string text;
  appendRepr(text, field);
  QCOMPARE(QByteArray::fromStdString(text), want);
}

void FieldTest::padding_data() {
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

void FieldTest::padding() {
  QFETCH(const Field, field);
  QFETCH(const QByteArray, want);
  std::string text;
  appendPadded(text, *field, 6);
  QCOMPARE(QByteArray::fromStdString(text + '|'), want);
}

void FieldTest::orders_data() {
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

void FieldTest::orders() {
  QFETCH(const Field, a);
  QFETCH(const Field, b);
  QFETCH(const Order, want);
  QCOMPARE(static_cast<int>(pythonOrder(a, b)), static_cast<int>(want));
  const Order back = want == Order::Less ? Order::Greater : want == Order::Greater ? Order::Less : want;
  QCOMPARE(static_cast<int>(pythonOrder(b, a)), static_cast<int>(back));
}

void FieldTest::dedents_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("want");
  QTest::newRow("common margin") << QByteArray("\n    a\n      b\n") << QByteArray("\na\n  b\n");
  QTest::newRow("white lines become empty") << QByteArray("  a\n \t \n  b\n   ") << QByteArray("a\n\nb\n");
  QTest::newRow("a line at the edge") << QByteArray("  a\nb") << QByteArray("  a\nb");
  QTest::newRow("tabs are not blanks") << QByteArray("\ta\n  b") << QByteArray("\ta\n  b");
  QTest::newRow("part of the margin") << QByteArray("    a\n  b") << QByteArray("  a\nb");
}

void FieldTest::dedents() {
  QFETCH(const QByteArray, text);
  QFETCH(const QByteArray, want);
  QCOMPARE(QByteArray::fromStdString(dedent(text.toStdString())), want);
}

QTEST_GUILESS_MAIN(FieldTest)
#include "field_test.moc"
