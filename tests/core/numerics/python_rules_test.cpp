// SPDX-License-Identifier: GPL-3.0-or-later
// What Python, numpy and torch return or raise for items, iteration, equality, sorting and str().
#include "core/numerics/same/python_rules.h"

#include <QTest>

#include "tests/core/numerics/value_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
using namespace plumbline::testing;

namespace {

std::string textOf(const PythonResult<ValuePtr>& result) {
  return result ? strText(**result) : result.error().type + ": " + result.error().text;
}

std::string textOf(const PythonResult<bool>& result) {
  return result ? (*result ? "True" : "False") : result.error().type + ": " + result.error().text;
}

std::string iterated(const ValuePtr& value, std::size_t atMost) {
  const auto items = iteratedItems(*value, atMost);
  if (!items) return items.error().type + ": " + items.error().text;
  std::string out;
  for (const ValuePtr& item : *items) out += strText(*item) + ' ';
  return out;
}

std::string sorted(const std::vector<ValuePtr>& keys) {
  const auto order = sortingOrder(keys);
  if (!order) return order.error().type + ": " + order.error().text;
  std::string out;
  for (const std::size_t at : *order) out += std::to_string(at) + ' ';
  return out;
}

ValuePtr bytesOf(std::string value) { return made({.kind = ValueKind::Bytes, .text = std::move(value)}); }
ValuePtr pair(ValuePtr first, ValuePtr second) {
  return sequence(ValueKind::Tuple, {std::move(first), std::move(second)});
}

}  // namespace

class PythonRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void items_data() {
    QTest::addColumn<ValuePtr>("container");
    QTest::addColumn<ValuePtr>("key");
    QTest::addColumn<std::string>("wanted");
    const auto add = [](const char* name, ValuePtr container, ValuePtr key, const char* wanted) {
      QTest::newRow(name) << std::move(container) << std::move(key) << std::string(wanted);
    };
    const ValuePtr tensor = floats({1, 2}), scalar = numbers(Dtype::Float32, {1}, {});
    const ValuePtr array = numbers(Dtype::Float32, {1, 2}, {2}, ValueKind::Array);
    const ValuePtr array0 = numbers(Dtype::Float32, {1}, {}, ValueKind::Array);
    const char* const noIndex =
        "IndexError: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are "
        "valid indices";
    add("tensor", tensor, integer(1), "tensor(2.)");
    add("tensor, from the end", tensor, integer(-2), "tensor(1.)");
    add("tensor, behind its end", tensor, integer(2), "IndexError: index 2 is out of bounds for dimension 0 with size 2");
    add("tensor, before its begin", tensor, integer(-3), "IndexError: index -3 is out of bounds for dimension 0 with size 2");
    add("tensor by a word", tensor, text("a"), "TypeError: new(): invalid data type 'str'");
    add("number by a word", scalar, text("a"), "IndexError: too many indices for tensor of dimension 0");
    add("number", scalar, integer(0),
        "IndexError: invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
        "0-dim tensor to a number");
    add("array, behind its end", array, integer(2), "IndexError: index 2 is out of bounds for axis 0 with size 2");
    add("array by a word", array, text("a"), noIndex);
    add("array of no axis by a word", array0, text("a"), noIndex);
    add("array of no axis", array0, integer(0),
        "IndexError: too many indices for array: array is 0-dimensional, but 1 were indexed");
    add("numpy number", numbers(Dtype::Float32, {1}, {}, ValueKind::NumpyScalar), integer(0),
        "IndexError: invalid index to scalar variable.");
    const ValuePtr items = list({integer(7), integer(8)});
    add("list by a bool", items, boolean(true), "8");
    add("list, its first", items, integer(0), "7");
    add("list, from the end", items, integer(-2), "7");
    add("list, behind its end", items, integer(2), "IndexError: list index out of range");
    add("list, before its begin", items, integer(-3), "IndexError: list index out of range");
    add("list by a word", items, text("a"), "TypeError: list indices must be integers or slices, not str");
    add("size by a word", sequence(ValueKind::Size, {integer(1)}), text("a"),
        "TypeError: tuple indices must be integers or slices, not str");
    add("deque by a word", sequence(ValueKind::Deque, {}), text("a"), "TypeError: sequence index must be integer, not 'str'");
    add("deque, behind its end", sequence(ValueKind::Deque, {}), integer(0), "IndexError: deque index out of range");
    add("text", text("a\xC3\xB1z"), integer(1), "\xC3\xB1");
    add("text, from the end", text("a\xC3\xB1z"), integer(-1), "z");
    add("text, behind its end", text("a\xC3\xB1z"), integer(3), "IndexError: string index out of range");
    add("text by None", text("a"), none(), "TypeError: string indices must be integers, not 'NoneType'");
    add("bytes", bytesOf("a\xff"), integer(1), "255");
    add("bytes, behind their end", bytesOf("a"), integer(1), "IndexError: index out of range");
    add("bytes by a word", bytesOf("a"), text("a"), "TypeError: byte indices must be integers or slices, not str");
    add("dict", dict({{integer(1), text("one")}}), real(1), "one");
    add("dict without it", dict({{integer(1), text("one")}}), integer(2), "KeyError: 2");
    const ValuePtr fractions = dict({{integer(2), text("two")}, {real(2.5), text("more")}, {real(-3), text("less")}});
    add("dict by a fraction", fractions, real(2.5), "more");
    add("dict by a whole float", fractions, real(2), "two");
    add("dict by an integer", fractions, integer(-3), "less");
    add("dict without the float", fractions, real(1e300), "KeyError: 1e+300");
    add("int", integer(3), integer(0), "TypeError: 'int' object is not subscriptable");
    add("device", device("cpu"), integer(0), "TypeError: 'torch.device' object is not subscriptable");
  }
  static void items() {
    QFETCH(ValuePtr, container);
    QFETCH(ValuePtr, key);
    QTEST(textOf(itemAt(*container, *key)), "wanted");
  }

  static void rows() {
    const ValuePtr matrix = numbers(Dtype::Float32, {1, 2, 3, 4, 5, 6}, {3, 2});
    const ValuePtr row = rowOf(*matrix, 1);
    QCOMPARE(row->tensor.sizes, std::vector<std::int64_t>{2});
    QCOMPARE(row->tensor.strides.size(), 1U);
    QCOMPARE(elementAt(row->tensor, 0), 3.0);
    QCOMPARE(elementAt(rowOf(*row, 1)->tensor, 0), 4.0);
    QVERIFY(rowOf(*row, 1)->kind == ValueKind::Tensor);
    const ValuePtr array = numbers(Dtype::Float32, {1, 2}, {2}, ValueKind::Array);
    QVERIFY(rowOf(*array, 1)->kind == ValueKind::NumpyScalar);
  }

  static void iteration() {
    QCOMPARE(iterated(list({integer(1), integer(2)}), 5), std::string("1 2 "));
    QCOMPARE(iterated(list({integer(1), integer(2)}), 1), std::string("1 "));
    QCOMPARE(iterated(dict({{text("k"), integer(2)}}), 5), std::string("k "));
    QCOMPARE(iterated(text("a\xC3\xB1z"), 2), std::string("a \xC3\xB1 "));
    QCOMPARE(iterated(bytesOf("ab"), 1), std::string("97 "));
    QCOMPARE(iterated(floats({1, 2, 3}), 2), std::string("tensor(1.) tensor(2.) "));
    QCOMPARE(iterated(numbers(Dtype::Float32, {1}, {}), 2), std::string("TypeError: iteration over a 0-d tensor"));
    QCOMPARE(iterated(numbers(Dtype::Float32, {1}, {}, ValueKind::Array), 2),
             std::string("TypeError: iteration over a 0-d array"));
    QCOMPARE(iterated(integer(1), 2), std::string("TypeError: 'int' object is not iterable"));
  }

  static void equality() {
    const auto equal = [](const ValuePtr& a, const ValuePtr& b) { return textOf(isEqual(*a, *b)); };
    const ValuePtr big = made({.kind = ValueKind::Integer, .text = "18446744073709551616"});
    QCOMPARE(equal(big, real(18446744073709551616.0)), std::string("True"));
    QCOMPARE(equal(big, real(18446744073709555712.0)), std::string("False"));
    QCOMPARE(equal(integer(1), big), std::string("False"));
    QCOMPARE(equal(integer(2), real(2.5)), std::string("False"));
    const double twoTo63 = 9223372036854775808.0;
    const ValuePtr min = integer(std::numeric_limits<std::int64_t>::min()), max = integer(std::numeric_limits<std::int64_t>::max());
    const ValuePtr negative = made({.kind = ValueKind::Integer, .text = "-18446744073709551616"});
    for (const auto& [a, b] : {std::pair(min, real(-twoTo63)), {big, big}, {negative, real(-2 * twoTo63)}, {integer(-3), real(-3)}, {real(0), real(-0.0)}})
      QCOMPARE(equal(a, b) + equal(b, a), std::string("TrueTrue"));
    for (const auto& [a, b] : {std::pair(min, real(twoTo63)), {max, real(twoTo63)}, {min, real(-2 * twoTo63)}, {integer(0), real(kInfinity)},
                               {big, negative}, {integer(1), integer(2)}, {real(kNan), real(kNan)}, {big, real(kInfinity)}})
      QCOMPARE(equal(a, b) + equal(b, a), std::string("FalseFalse"));
    QCOMPARE(equal(integer(1), text("1")), std::string("False"));
    QCOMPARE(equal(integer(1), made({.kind = ValueKind::Complex, .real = 1})), std::string("True"));
    QCOMPARE(equal(integer(1), made({.kind = ValueKind::Complex, .real = 1, .imaginary = 1})), std::string("False"));
    QCOMPARE(equal(integer(1), floats({1})), std::string("True"));
    QCOMPARE(equal(integer(1), floats({2})), std::string("False"));
    const ValuePtr unsignedTwoTo63 = numbers(Dtype::UInt64, {twoTo63}, {1});
    QCOMPARE(equal(real(twoTo63), unsignedTwoTo63) + equal(integer(0), unsignedTwoTo63), std::string("TrueFalse"));
    QCOMPARE(equal(text("a"), floats({1, 2})), std::string("False"));
    QCOMPARE(equal(big, floats({1})), std::string("RuntimeError: Overflow when unpacking long"));
    QCOMPARE(equal(integer(1), floats({})), std::string("RuntimeError: Boolean value of Tensor with no values is ambiguous"));
    QCOMPARE(equal(integer(1), floats({1, 2})),
             std::string("RuntimeError: Boolean value of Tensor with more than one value is ambiguous"));
    const auto array = [](const std::vector<double>& values) {
      return numbers(Dtype::Float32, values, {static_cast<std::int64_t>(values.size())}, ValueKind::Array);
    };
    const std::string ambiguous =
        "ValueError: The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()";
    QCOMPARE(equal(none(), array({1, 2})), ambiguous);
    QCOMPARE(equal(none(), array({1})), std::string("False"));
    QCOMPARE(equal(integer(1), array({1, 2})), ambiguous);
    QCOMPARE(equal(integer(1), array({})), std::string("False"));
    QCOMPARE(equal(text("a"), array({1, 2})), std::string("False"));
  }

  static void sorting() {
    const std::string intAndStr = "TypeError: '<' not supported between instances of 'int' and 'str'";
    QCOMPARE(sorted({text("b"), text("a"), text("c")}), std::string("1 0 2 "));
    QCOMPARE(sorted({integer(3), real(2.5), integer(-1)}), std::string("2 1 0 "));
    QCOMPARE(sorted({made({.kind = ValueKind::Integer, .text = "18446744073709551616"}), integer(5),
                     made({.kind = ValueKind::Integer, .text = "-18446744073709551616"})}),
             std::string("2 1 0 "));
    const auto whole = [](const char* digits) { return made({.kind = ValueKind::Integer, .text = digits}); };
    QCOMPARE(sorted({whole("-18446744073709551616"), whole("-18446744073709551617"), whole("-184467440737095516160")}), std::string("2 1 0 "));
    QCOMPARE(sorted({whole("184467440737095516160"), whole("18446744073709551617"), whole("18446744073709551616")}), std::string("2 1 0 "));
    QCOMPARE(sorted({whole("-18446744073709551616"), whole("-18446744073709551616")}), std::string("0 1 "));
    QCOMPARE(sorted({integer(1), none()}), std::string("TypeError: '<' not supported between instances of 'NoneType' and 'int'"));
    QCOMPARE(sorted({pair(integer(1), integer(9)), pair(integer(1), integer(2)), sequence(ValueKind::Tuple, {integer(1)})}),
             std::string("2 1 0 "));
    QCOMPARE(sorted({text("a"), integer(1)}), intAndStr);
    QCOMPARE(sorted({none(), none()}),
             std::string("TypeError: '<' not supported between instances of 'NoneType' and 'NoneType'"));
    // Neighbours have an order here, others do not: the insertion finds them, and behind the first 64 keys it is not repeated.
    QCOMPARE(sorted({pair(integer(1), text("a")), pair(integer(2), integer(0)), pair(integer(1), integer(5))}), intAndStr);
    // A run goes on over NaN, which is less than nothing, and its keys are not compared with each other.
    QCOMPARE(sorted({pair(integer(0), integer(0)), pair(integer(5), text("a")), pair(real(kNan), integer(0)),
                     pair(integer(5), integer(3)), pair(text("x"), integer(0))}),
             std::string("TypeError: '<' not supported between instances of 'str' and 'int'"));
    std::vector<ValuePtr> keys;
    for (int i = 0; i < 64; ++i) keys.push_back(pair(integer(i), integer(0)));
    keys.insert(keys.end(), {pair(integer(1000), text("a")), pair(integer(2000), integer(0)), pair(integer(1000), integer(5))});
    QCOMPARE(sorted(keys), std::string("TypeError: '<' not supported between these keys"));
  }

  static void texts() {
    const auto one = [](Dtype dtype, double value, std::vector<std::int64_t> sizes = {}) {
      return strText(*numbers(dtype, {value}, std::move(sizes)));
    };
    QCOMPARE(one(Dtype::Float32, 2), std::string("tensor(2.)"));
    QCOMPARE(one(Dtype::Float32, 2, {1, 1}), std::string("tensor([[2.]])"));
    QCOMPARE(one(Dtype::Float64, 0.5), std::string("tensor(0.5000, dtype=torch.float64)"));
    QCOMPARE(one(Dtype::Int64, 2), std::string("tensor(2)"));
    QCOMPARE(one(Dtype::Int32, 2), std::string("tensor(2, dtype=torch.int32)"));
    QCOMPARE(one(Dtype::Bool, 1), std::string("tensor(True)"));
    QCOMPARE(one(Dtype::Float64, 1e8), std::string("tensor(100000000., dtype=torch.float64)"));
    QCOMPARE(one(Dtype::Float64, 2e8), std::string("tensor(2.0000e+08, dtype=torch.float64)"));
    QCOMPARE(one(Dtype::Float64, 1e-4), std::string("tensor(0.0001, dtype=torch.float64)"));
    QCOMPARE(one(Dtype::Float64, 1e-5), std::string("tensor(1.0000e-05, dtype=torch.float64)"));
    QCOMPARE(one(Dtype::Float32, kNan), std::string("tensor(nan)"));
    QCOMPARE(strText(*text("a")), std::string("a"));
    QCOMPARE(strText(*numbers(Dtype::Float32, {2}, {}, ValueKind::Parameter)), std::string("Parameter containing:\ntensor(2.)"));
  }
};

QTEST_APPLESS_MAIN(PythonRulesTest)
#include "python_rules_test.moc"
