// SPDX-License-Identifier: GPL-3.0-or-later
// Lists, dicts, scalars: Python's rules, what is raised, what is passed down, and what comes behind the first failure.
#include <QTest>

#include "core/numerics/same/same.h"
#include "tests/core/numerics/value_maker.h"

using namespace plumbline;
using namespace plumbline::numerics;
using namespace plumbline::testing;

namespace {

SameResult decided(const SameInput& input, const SameOptions& options = {}, Detail detail = Detail::Verdict) {
  auto outcome = same(input, options, detail);
  return outcome.isValue() ? std::move(outcome.value())
                           : SameResult{.answer = Answer::Raised, .raisedText = "no answer"};
}

/// textOf is the answer and the log in one text: "differs | Length mismatch".
std::string textOf(const SameResult& result) {
  std::string out = result.answer == Answer::Same        ? "same"
                    : result.answer == Answer::Different ? "differs"
                                                         : result.raisedType + ": " + result.raisedText;
  for (const LogLine& line : result.log) out += " | " + line.text;
  return out;
}

std::string textOf(const ValuePtr& ref, const ValuePtr& res, const SameOptions& options = {}) {
  return textOf(decided({ref, res}, options));
}

/// leaves lists each decision: path, passed or not, reached or not.
std::string leaves(const SameResult& result) {
  std::string out;
  for (const Decision& decision : result.decisions) {
    if (!out.empty()) out += ", ";
    out += pathText(decision.path) + (decision.raised ? " raises" : decision.passed ? " same" : " differs") +
           (decision.reached ? "" : " (behind)");
  }
  return out;
}

ValuePtr numpyScalar(Dtype dtype, double value) { return numbers(dtype, {value}, {}, ValueKind::NumpyScalar); }
ValuePtr array(Dtype dtype, const std::vector<double>& values) {
  return numbers(dtype, values, {static_cast<std::int64_t>(values.size())}, ValueKind::Array);
}

}  // namespace

class SameStructureTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void sequences() {
    const ValuePtr tuple = sequence(ValueKind::Tuple, {integer(1), text("a")});
    QCOMPARE(textOf(list({integer(1), text("a")}), tuple), std::string("same"));
    QCOMPARE(textOf(tuple, sequence(ValueKind::Deque, {integer(1), text("a")})), std::string("same"));
    QCOMPARE(textOf(list({integer(1)}), tuple), std::string("differs | Length mismatch"));
    QCOMPARE(textOf(list({}), floats({1})),
             std::string("AssertionError: type mismatch <class 'list'> <class 'torch.Tensor'>"));
    QCOMPARE(textOf(sequence(ValueKind::Size, {integer(2)}), text("a")),
             std::string("AssertionError: type mismatch <class 'torch.Size'> <class 'str'>"));
  }
  static void dicts() {
    const auto pair = [](double first, double second) {
      return dict({{text("b"), floats({second})}, {text("a"), floats({first})}});
    };
    QCOMPARE(textOf(pair(1, 2), pair(1, 2)), std::string("same"));
    // Sorted by key: "a" fails first.
    QCOMPARE(textOf(pair(1, 2), pair(5, 6)),
             std::string("differs | Accuracy failed: allclose not within tol=0.0001 | Accuracy failed for key name a"));
    QCOMPARE(textOf(pair(1, 2), dict({{text("a"), floats({1})}})),
             std::string("AssertionError: keys mismatch {'b', 'a'} == {'a'}"));
    QCOMPARE(textOf(pair(1, 2), list({})), std::string("AssertionError: "));
    QCOMPARE(textOf(dict({}), dict({{integer(1), none()}})), std::string("AssertionError: keys mismatch set() == {1}"));
    QCOMPARE(textOf(dict({{integer(1), integer(2)}}), dict({{real(1), real(2)}})), std::string("same"));
    QCOMPARE(textOf(dict({{integer(1), none()}, {text("a"), none()}}), dict({{integer(1), none()}, {text("a"), none()}})),
             std::string("TypeError: '<' not supported between instances of 'str' and 'int'"));
  }
  static void sets() {
    const auto set = [](std::vector<ValuePtr> items) { return sequence(ValueKind::Set, std::move(items)); };
    QCOMPARE(textOf(set({integer(1), integer(2)}), set({integer(2), real(1)})), std::string("same"));
    QCOMPARE(textOf(set({integer(1)}), set({})), std::string("AssertionError: elements mismatch {1} == set()"));
    QCOMPARE(textOf(set({}), list({})), std::string("AssertionError: "));
  }
  static void scalars_data() {
    QTest::addColumn<ValuePtr>("ref");
    QTest::addColumn<ValuePtr>("res");
    QTest::addColumn<std::string>("wanted");
    const auto add = [](const char* name, ValuePtr ref, ValuePtr res, const char* wanted) {
      QTest::newRow(name) << std::move(ref) << std::move(res) << std::string(wanted);
    };
    add("int and float", integer(1), real(1), "same");
    add("int and bool", integer(1), boolean(true), "same");
    add("ints", integer(1), integer(2), "differs | Accuracy failed (<class 'int'>): 1 != 2");
    add("strings", text("a"), text("b"), "differs | Accuracy failed (<class 'str'>): a != b");
    add("None", none(), none(), "same");
    add("None and 0", none(), integer(0), "differs | Accuracy failed (<class 'NoneType'>): None != 0");
    add("bools", boolean(true), boolean(false), "differs | Accuracy failed (<class 'bool'>): True != False");
    add("devices", device("cpu"), device("cuda:0"),
        "differs | Accuracy failed (<class 'torch.device'>): cpu != cuda:0");
    add("int and tensor", integer(1), numbers(Dtype::Float32, {1}, {}), "same");
    add("int and another tensor", integer(1), numbers(Dtype::Float32, {2}, {}),
        "differs | Accuracy failed (<class 'int'>): 1 != tensor(2.)");
    add("int and tensors", integer(1), floats({1, 2}),
        "RuntimeError: Boolean value of Tensor with more than one value is ambiguous");
    add("floats", real(0.1), real(0.1), "same");
    add("float and int", real(1), integer(1), "differs | dtype mismatch torch.float32, torch.int64");
    add("float and str", real(1), text("a"), "TypeError: new(): invalid data type 'str'");
    add("float and None", real(1), none(), "RuntimeError: Could not infer dtype of NoneType");
    add("tensor and list", floats({1, 2}), list({real(1), real(2)}), "same");
    add("tensor and ragged list", floats({1, 2}), list({list({real(1), real(2)}), list({real(3)})}),
        "ValueError: expected sequence of length 2 at dim 1 (got 1)");
    add("complex", made({.kind = ValueKind::Complex, .real = 1}), real(1), "RuntimeError: unsupported type: complex");
    add("numpy", numpyScalar(Dtype::Float32, 0.1), numpyScalar(Dtype::Float32, 0.1), "same");
    add("numpy, other type", numpyScalar(Dtype::Float32, 0.1), real(0.1),
        "differs | Accuracy failed (numpy): 0.1 != 0.1");
    add("numpy float64 is a float", numpyScalar(Dtype::Float64, 1), numpyScalar(Dtype::Float64, 1), "same");
    add("numpy bool", numpyScalar(Dtype::Bool, 1), boolean(true), "RuntimeError: unsupported type: bool_");
    add("arrays", array(Dtype::Float32, {1, 2}), array(Dtype::Float32, {1, 2}), "same");
    add("array and tensor", array(Dtype::Float32, {1, 2}), floats({1, 2}), "differs");
  }
  static void scalars() {
    QFETCH(const ValuePtr, ref);
    QFETCH(const ValuePtr, res);
    QFETCH(const std::string, wanted);
    QCOMPARE(textOf(ref, res), wanted);
  }
  static void relaxedNumpy() {
    const SameOptions relaxed{.relaxNumpyEquality = true};
    QCOMPARE(textOf(numpyScalar(Dtype::Int32, 3), integer(3), relaxed), std::string("same"));
    QCOMPARE(textOf(numpyScalar(Dtype::Int32, 3), real(3), relaxed),
             std::string("differs | Accuracy failed (numpy): 3 != 3.0"));
    QCOMPARE(textOf(numpyScalar(Dtype::Int32, 3), numpyScalar(Dtype::Int64, 3), relaxed),
             std::string("differs | Accuracy failed (numpy): 3 != 3"));
  }
  static void ignoredScalars() {
    QCOMPARE(decided({text("a"), text("b")}, {.ignoreNonFp = true}).decisions.at(0).step, Step::EqualityIgnored);
  }
  static void arraysDoNotGetTheLargestMultiplier() {
    const auto of = [](Dtype dtype, double value) {
      return numbers(dtype, std::vector<double>(1000, value), {1000}, ValueKind::Array);
    };
    const SameResult result = decided({of(Dtype::Float32, 1), of(Dtype::Float32, 9), of(Dtype::Float64, 1)},
                                      {.forceMaxMultiplier = true});
    QCOMPARE(*result.decisions.at(0).multiplier, 2.0);
  }
  static void referencesOfLists() {
    const ValuePtr ref = list({floats({1}), floats({2})}), res = list({floats({1.5}), floats({9})});
    // The second is behind the end of the references: zip() leaves it out.
    const SameResult result = decided({ref, res, list({doubles({1.25})})}, {}, Detail::All);
    QCOMPARE(textOf(result), std::string("same"));
    QCOMPARE(leaves(result), std::string("[0] same, [1] same (behind)"));
    QCOMPARE(result.decisions.at(1).step, Step::NotCompared);
    QCOMPARE(textOf(decided({ref, res, real(1)})), std::string("TypeError: 'float' object is not iterable"));
    // None stands for ref itself.
    QCOMPARE(textOf(decided({ref, ref, list({none(), none()})})), std::string("same"));
  }
  static void referencesOfDicts() {
    const ValuePtr ref = dict({{text("a"), floats({1})}});
    QCOMPARE(textOf(decided({ref, ref, dict({})})), std::string("KeyError: 'a'"));
    QCOMPARE(textOf(decided({ref, ref, list({})})),
             std::string("TypeError: list indices must be integers or slices, not str"));
  }
  static void goesOnBehindTheFirstFailure() {
    const auto tree = [](double first, double second, double third) {
      return dict({{text("a"), list({floats({first}), floats({second})})}, {text("b"), floats({third})}});
    };
    const std::string wanted =
        "differs | Accuracy failed: allclose not within tol=0.0001 | Accuracy failed for key name a";
    const SameResult verdict = decided({tree(1, 2, 3), tree(9, 2, 8)});
    QCOMPARE(textOf(verdict), wanted);
    QCOMPARE(leaves(verdict), std::string("a[0] differs"));
    const SameResult all = decided({tree(1, 2, 3), tree(9, 2, 8)}, {}, Detail::All);
    QCOMPARE(textOf(all), wanted);
    QCOMPARE(leaves(all), std::string("a[0] differs, a[1] same (behind), b differs (behind)"));
    QCOMPARE(all.firstFailure(), std::optional<std::size_t>(0));
  }
  static void goesOnBehindWhatIsRaised() {
    const SameResult result = decided({dict({{text("a"), floats({1})}, {text("b"), floats({2})}}),
                                       dict({{text("b"), floats({2})}, {text("c"), floats({3})}})},
                                      {}, Detail::All);
    QCOMPARE(textOf(result), std::string("AssertionError: keys mismatch {'a', 'b'} == {'b', 'c'}"));
    QCOMPARE(leaves(result), std::string(" raises, a differs (behind), b same (behind), c differs (behind)"));
  }
  static void keepsAtMostTheLimitOfDecisions() {
    const ValuePtr zero = integer(0);
    std::vector<ValuePtr> ref(kMaxDecisions + 10, zero), res(kMaxDecisions + 10, zero);
    res[kMaxDecisions + 5] = integer(1);
    const SameResult result = decided({list(ref), list(res)}, {}, Detail::All);
    QCOMPARE(textOf(result), std::string("differs | Accuracy failed (<class 'int'>): 0 != 1"));
    QCOMPARE(result.decisions.size(), kMaxDecisions + 1);
    QCOMPARE(result.omitted, 9U);
    QCOMPARE(result.firstFailure(), std::optional(kMaxDecisions));
  }
  static void keepsOneWorstOverTheLimit() {
    std::vector<ValuePtr> ref(kMaxDecisions + 10, doubles({1})), res;
    for (std::size_t i = 0; i < ref.size(); ++i) res.push_back(doubles({1 + static_cast<double>(i) * 1e-12}));
    res[kMaxDecisions + 4] = doubles({2});
    const SameResult result = decided({list(ref), list(res)}, {}, Detail::Margins);
    QCOMPARE(result.answer, Answer::Different);
    QCOMPARE(result.decisions.size(), kMaxDecisions + 1);
    QCOMPARE(result.omitted, 9U);
    QCOMPARE(result.firstFailure(), std::optional(kMaxDecisions));
    QCOMPARE(result.worst(), std::optional(kMaxDecisions));
  }
};

QTEST_APPLESS_MAIN(SameStructureTest)
#include "same_structure_test.moc"
