// SPDX-License-Identifier: GPL-3.0-or-later
// What reprText says of values is held against Python's own words in torch_reader_test; here are the walks and the
// names.
#include <QTest>

#include "core/numerics/tensors/value.h"
#include "tests/core/numerics/value_maker.h"

using namespace plumbline::numerics;
using namespace plumbline::testing;

namespace {

std::string leavesOf(const ValuePtr& root, std::size_t most = 100) {
  std::string out;
  forEachLeaf(root, [&](const Leaf& leaf) {
    out += pathText(leaf.path) + "=" + reprText(*leaf.value) + ";";
    return --most > 0;
  });
  return out;
}

}  // namespace

class ValueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void classesAreNamedAsPythonNamesThem() {
    const auto classOf = [](ValueKind kind, bool flag = false) {
      return classText(*made({.kind = kind, .boolean = flag}));
    };
    QCOMPARE(classOf(ValueKind::None), std::string("<class 'NoneType'>"));
    QCOMPARE(classOf(ValueKind::Integer), std::string("<class 'int'>"));
    QCOMPARE(classOf(ValueKind::Tensor), std::string("<class 'torch.Tensor'>"));
    QCOMPARE(classOf(ValueKind::Parameter), std::string("<class 'torch.nn.parameter.Parameter'>"));
    QCOMPARE(classOf(ValueKind::OrderedDict), std::string("<class 'collections.OrderedDict'>"));
    QCOMPARE(classOf(ValueKind::Array), std::string("<class 'numpy.ndarray'>"));
    QCOMPARE(classOf(ValueKind::Bytes, true), std::string("<class 'bytearray'>"));
    QCOMPARE(classOf(ValueKind::Set, true), std::string("<class 'frozenset'>"));
    QCOMPARE(classText(*numbers(Dtype::Bool, {1}, {}, ValueKind::NumpyScalar)), std::string("<class 'numpy.bool_'>"));
    QCOMPARE(typeName(*numbers(Dtype::Float16, {1}, {}, ValueKind::NumpyScalar)), std::string_view("float16"));
    QCOMPARE(typeName(*sequence(ValueKind::Size, {})), std::string_view("Size"));
  }

  static void leavesComeInTheOrderOfSame() {
    const ValuePtr root =
        list({integer(7), dict({{text("b"), integer(1)}, {text("a"), list({real(2), text("x")})}}),
              sequence(ValueKind::Set, {integer(3)}), list({}), sequence(ValueKind::Size, {integer(4)})});
    QCOMPARE(leavesOf(root), std::string("[0]=7;[1].a[0]=2.0;[1].a[1]='x';[1].b=1;[2]={3};[4][0]=4;"));
    QCOMPARE(leavesOf(root, 2), std::string("[0]=7;[1].a[0]=2.0;"));
    QCOMPARE(leavesOf(integer(1)), std::string("=1;"));
  }

  static void keysAreSortedWherePythonCan() {
    const auto order = [](std::vector<ValuePtr> keys) {
      std::vector<std::pair<ValuePtr, ValuePtr>> members;
      for (ValuePtr& key : keys) members.emplace_back(std::move(key), none());
      return sortedKeys(*dict(std::move(members)));
    };
    using Order = std::vector<std::size_t>;
    QCOMPARE(order({text("b"), text("B"), text("a10"), text("a9")}), (Order{1, 2, 3, 0}));
    QCOMPARE(order({text("\xc3\xa9"), text("z")}), (Order{1, 0}));
    QCOMPARE(order({integer(10), integer(-2), real(2.5), boolean(true)}), (Order{1, 3, 2, 0}));
    const auto pair = [](std::int64_t first, std::string second) {
      return sequence(ValueKind::Tuple, {integer(first), text(std::move(second))});
    };
    QCOMPARE(order({pair(1, "b"), pair(1, "a"), pair(0, "z")}), (Order{2, 1, 0}));
    QCOMPARE(order({text("b"), integer(1), text("a")}), (Order{0, 1, 2}));  // Python would raise
    QCOMPARE(order({}), Order{});
  }

  static void pathsReadAsOneWouldWriteThem() {
    QCOMPARE(pathText({}), std::string());
    QCOMPARE(pathText({"1", "layer0.weight"}), std::string("[1].layer0.weight"));
    QCOMPARE(pathText({"outputs", "loss"}), std::string("outputs.loss"));
    QCOMPARE(pathText({"outputs", "0", "1"}), std::string("outputs[0][1]"));
  }

  static void dictsAreMadeInTheOrderGiven() {
    const ValuePtr value = dictValue({{"z", integer(1)}, {"a", none()}});
    QCOMPARE(value->kind, ValueKind::Dict);
    QCOMPARE(reprText(*value), std::string("{'z': 1, 'a': None}"));
    QCOMPARE(reprText(*tensorValue(scalarTensor(1, Dtype::Float32))), std::string("tensor(scalar, float32)"));
  }
};

QTEST_GUILESS_MAIN(ValueTest)
#include "value_test.moc"
