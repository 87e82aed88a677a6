// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <array>
#include <cmath>
#include <limits>
#include <thread>

#include "core/tables/frame.h"
#include "core/tables/pandas_number.h"

using namespace plumbline::tables;

Q_DECLARE_METATYPE(plumbline::tables::ColumnType)

namespace {

std::shared_ptr<const CsvTable> scanned(std::string bytes) { return CsvTable::scan(std::move(bytes), "t.csv").value(); }

QByteArray textOf(const Value& value) {
  switch (value.kind) {
    case ValueKind::NaN: return "nan";
    case ValueKind::Integer: return QByteArray::number(static_cast<qlonglong>(value.integer));
    case ValueKind::Unsigned: return QByteArray::number(static_cast<qulonglong>(value.unsignedInteger)) + "u";
    case ValueKind::Real: return QByteArray::number(value.real, 'g', 17) + "r";
    case ValueKind::Boolean: return value.boolean ? "True" : "False";
    case ValueKind::Text: return "'" + QByteArray(value.text.data(), static_cast<qsizetype>(value.text.size())) + "'";
  }
  return "?";
}

Value unsignedOf(std::uint64_t number) {
  Value value;
  value.kind = ValueKind::Unsigned;
  value.unsignedInteger = number;
  return value;
}

}  // namespace

class TypesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void naWords();
  void columns_data();
  void columns();
  void reals_data();
  void reals();
  void equality();
  void asDouble();
  void frameFindsColumnsAndKeepsThem();
  void nameAsText();
  void threadsShareAFrame();
};

void TypesTest::naWords() {
  int found = 0;
  for (const char* word : {"", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>",
                           "N/A", "NA", "NULL", "NaN", "n/a", "nan", "null"})
    found += isNaWord(word) ? 1 : 0;
  QCOMPARE(found, 18);
  for (const char* word : {"None", "none", "Nan", "NAN", "na", " NA", "NA ", "Null", "-", "nul", "nulll", "1.#INF", "<na>", "N/a"})
    QVERIFY2(!isNaWord(word), word);
}

void TypesTest::columns_data() {
  QTest::addColumn<QByteArray>("cells");
  QTest::addColumn<ColumnType>("type");
  QTest::addColumn<QByteArray>("values");
  const auto row = [](const char* cells, ColumnType type, const char* values) {
    QTest::newRow(cells) << QByteArray(cells) << type << QByteArray(values);
  };
  using T = ColumnType;
  row("1 007 -3 +4", T::Integer, "1 7 -3 4");
  row("9223372036854775807 -9223372036854775808", T::Integer, "9223372036854775807 -9223372036854775808");
  row("1 NA 3", T::Real, "1r nan 3r");
  row("NA NaN null", T::Real, "nan nan nan");
  row("9007199254740993 NA", T::Real, "9007199254740992r nan");
  row("-9223372036854775807 NA", T::Real, "nan nan");  // pandas' marker for missing swallows it
  row("9223372036854775808 1", T::Unsigned, "9223372036854775808u 1u");
  row("1 18446744073709551615", T::Unsigned, "1u 18446744073709551615u");
  row("9223372036854775808 NA", T::RawText, "'9223372036854775808' 'NA'");
  row("9223372036854775808 -1", T::RawText, "'9223372036854775808' '-1'");
  row("-9223372036854775809 NA", T::Text, "'-9223372036854775809' nan");
  row("18446744073709551616 NA", T::Text, "'18446744073709551616' nan");
  row("9223372036854775808 1.5", T::Real, "9.2233720368547779e+18r 1.5r");
  row("9223372036854775808 x NA", T::Text, "'9223372036854775808' 'x' nan");
  row("1 2.5", T::Real, "1r 2.5r");
  row("1.5 18446744073709551616", T::Real, "1.5r 1.8446744073709552e+19r");
  row("inf -Infinity +INF", T::Real, "infr -infr infr");
  row("1e400", T::Text, "'1e400'");
  row("1e-400", T::Real, "0r");
  row("True false TRUE", T::Boolean, "True False True");
  row("True NA", T::BooleanWithMissing, "True nan");
  row("True 1", T::Text, "'True' '1'");
  row("pass NA fail", T::Text, "'pass' nan 'fail'");
  row("0x10", T::Text, "'0x10'");
  row("1_000", T::Text, "'1_000'");
  row("None", T::Text, "'None'");
  row("1.2.3 4", T::Text, "'1.2.3' '4'");
  row("1. .5", T::Real, "1r 0.5r");
  row(". 1", T::Text, "'.' '1'");
  row("1 2 3 4 5 6 7 8 9 x", T::Text, "'1' '2' '3' '4' '5' '6' '7' '8' '9' 'x'");
  row("1.#IND 1", T::Real, "nan 1r");
}

void TypesTest::columns() {
  QFETCH(QByteArray, cells);
  QFETCH(ColumnType, type);
  QFETCH(QByteArray, values);
  QByteArray words = cells;
  const auto table = scanned(("x,y\n" + words.replace(" ", ",k\n") + ",k\n").toStdString());
  const TypedColumn column = inferColumn(*table, 0);
  QCOMPARE(static_cast<int>(column.type()), static_cast<int>(type));
  QByteArray got;
  std::string scratch;
  for (std::size_t row = 0; row < table->rowCount(); ++row) {
    if (row != 0) got += ' ';
    got += textOf(column.at(row, scratch));
  }
  QCOMPARE(got, values);
  QCOMPARE(static_cast<int>(inferColumn(*table, 0).type()), static_cast<int>(type));
}

void TypesTest::reals_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<bool>("isReal");
  QTest::addColumn<double>("value");
  const auto real = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << true << value; };
  const auto no = [](const char* text) { QTest::newRow(text) << QByteArray(text) << false << 0.0; };
  real("0.5", 0.5);
  real(".5", 0.5);
  real("5.", 5);
  real(" 1.5\t", 1.5);
  real("1e5", 1e5);
  real("-2E-3 ", -0.002);
  real("+7", 7);
  // What pandas 1.5.3 gives; correctly rounded, the last bit would differ in all but the first.
  real("1.0000000000000002", 0x1.0000000000001p+0);
  real("0.30000000000000004", 0x1.3333333333333p-2);
  real("123456789.1234567890123", 0x1.d6f34547e6b74p+26);
  real("449.49106478873813", 0x1.c17db66c07d8ep+8);
  real("945.2706955539223", 0x1.d8a2a626e3a28p+9);
  real("12345678901234567e292", 0x1.5f9dd9edb185dp+1023);
  real("2.2250738585072014e-308", 0x1.0p-1022);
  real("1e308", 1e308);
  real("4.9e-324", 4.9406564584124654e-324);
  real("1e-617", 0);
  real("Infinity", std::numeric_limits<double>::infinity());
  real("-inf", -std::numeric_limits<double>::infinity());
  for (const char* text : {"", " ", "-", ".", "1e", "1e+", "1 5", "1.5.5", "0x10", "1_0", "1e309", "0e400", " inf", "inf ", "infin", "nan", "1,5"}) no(text);
}

void TypesTest::reals() {
  QFETCH(QByteArray, text);
  QFETCH(bool, isReal);
  QFETCH(double, value);
  double got = 0;
  QCOMPARE(parsePandasReal(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), got), isReal);
  if (isReal) QVERIFY2(got == value, QByteArray::number(got, 'g', 17).constData());
}

void TypesTest::equality() {
  const double inf = std::numeric_limits<double>::infinity();
  const auto equal = [](const Value& a, const Value& b) { return pythonEquals(a, b) && pythonEquals(b, a); };
  const auto differ = [](const Value& a, const Value& b) { return !pythonEquals(a, b) && !pythonEquals(b, a); };
  QVERIFY(equal(Value::ofInteger(2), Value::ofReal(2.0)));
  QVERIFY(equal(Value::ofInteger(1), Value::ofBoolean(true)));
  QVERIFY(equal(Value::ofReal(0.0), Value::ofBoolean(false)));
  QVERIFY(equal(Value::ofReal(-0.0), Value::ofInteger(0)));
  QVERIFY(equal(Value::ofText("pass"), Value::ofText("pass")));
  QVERIFY(equal(Value::ofReal(inf), Value::ofReal(inf)));
  QVERIFY(equal(unsignedOf(5), Value::ofInteger(5)));
  QVERIFY(equal(unsignedOf(std::uint64_t{1} << 63U), Value::ofReal(9223372036854775808.0)));
  QVERIFY(differ(Value::ofReal(inf), Value::ofInteger(std::numeric_limits<std::int64_t>::max())));
  const double twoTo64 = 18446744073709551616.0;
  QVERIFY(differ(Value::ofReal(twoTo64), unsignedOf(0)));
  QVERIFY(differ(Value::ofReal(twoTo64), unsignedOf(std::numeric_limits<std::uint64_t>::max())));
  QVERIFY(equal(Value::ofReal(-9223372036854775808.0), Value::ofInteger(std::numeric_limits<std::int64_t>::min())));
  QVERIFY(differ(Value::ofReal(9223372036854775808.0), Value::ofInteger(std::numeric_limits<std::int64_t>::min())));
  QVERIFY(differ(Value::ofReal(0.5), Value::ofInteger(0)));
  // Exactly, as Python does: as doubles these two would be the same.
  QVERIFY(differ(Value::ofInteger((std::int64_t{1} << 53U) + 1), Value::ofReal(9007199254740992.0)));
  QVERIFY(differ(Value::ofInteger(-1), unsignedOf(std::numeric_limits<std::uint64_t>::max())));
  QVERIFY(differ(Value::ofText("1"), Value::ofInteger(1)));
  QVERIFY(differ(Value::ofText("pass"), Value::ofText("pass ")));
  QVERIFY(differ(Value(), Value()));
  QVERIFY(differ(Value(), Value::ofText("")));
}

void TypesTest::asDouble() {
  QCOMPARE(Value::ofInteger(-3).asDouble(), -3.0);
  QCOMPARE(unsignedOf(7).asDouble(), 7.0);
  QCOMPARE(Value::ofBoolean(true).asDouble(), 1.0);
  QCOMPARE(Value::ofReal(2.5).asDouble(), 2.5);
  QVERIFY(std::isnan(Value().asDouble()));
  QVERIFY(std::isnan(Value::ofText("1").asDouble()));
}

void TypesTest::frameFindsColumnsAndKeepsThem() {
  const Frame frame = Frame::of(scanned("name,x,x\nmoco,1,2.5\n"));
  QVERIFY(frame.hasColumn("x.1"));
  QVERIFY(frame.column("y") == nullptr);
  const TypedColumn* column = frame.column("x.1");
  QVERIFY(column != nullptr);
  QCOMPARE(column->index(), std::size_t{2});
  QCOMPARE(static_cast<int>(column->type()), static_cast<int>(ColumnType::Real));
  const Frame copy = frame;
  QCOMPARE(copy.column("x.1"), column);
  // Without rows pandas knows nothing better than object.
  QCOMPARE(static_cast<int>(Frame::of(scanned("x\n")).column("x")->type()), static_cast<int>(ColumnType::Text));
}

void TypesTest::nameAsText() {
  const auto table = scanned("name,x\n007,007\nNA,1\n");
  std::string scratch;
  const Frame inferred = Frame::of(table);
  QCOMPARE(textOf(inferred.column("name")->at(0, scratch)), QByteArray("7r"));
  const Frame asText = Frame::of(table, Frame::NameColumn::AsText);
  QCOMPARE(textOf(asText.column("name")->at(0, scratch)), QByteArray("'007'"));
  QCOMPARE(textOf(asText.column("name")->at(1, scratch)), QByteArray("nan"));
  QCOMPARE(textOf(asText.column("x")->at(0, scratch)), QByteArray("7"));
}

void TypesTest::threadsShareAFrame() {
  std::string text = "name,a,b,c\n";
  for (int i = 0; i < 2000; ++i) text += "m" + std::to_string(i) + ",1,2.5,True\n";
  const Frame frame = Frame::of(scanned(std::move(text)));
  std::array<const TypedColumn*, 8> seen{};
  {
    std::vector<std::jthread> threads;
    for (const TypedColumn*& slot : seen)
      threads.emplace_back([&frame, &slot] {
        std::string scratch;
        for (const char* name : {"a", "b", "c", "name"}) {
          slot = frame.column(name);
          for (std::size_t row = 0; row < 100; ++row) (void)slot->at(row, scratch);
        }
      });
  }
  for (const TypedColumn* column : seen) QCOMPARE(column, frame.column("name"));
}

QTEST_GUILESS_MAIN(TypesTest)
#include "types_test.moc"
