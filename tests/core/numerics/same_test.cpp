// SPDX-License-Identifier: GPL-3.0-or-later
// Two tensors: which step decides, with which numbers, and what is logged.
#include "core/numerics/same/same.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "core/numerics/same/same_tensor.h"
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

Step stepOf(const SameResult& result) { return result.decisions.at(0).step; }

std::string logged(const SameResult& result) {
  std::string out;
  for (const LogLine& line : result.log) out += (line.level == LogLevel::Error ? "E " : "W ") + line.text + "\n";
  return out;
}

std::vector<double> many(std::size_t count, double value) { return std::vector<double>(count, value); }

}  // namespace

class SameTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void withinToleranceOfRes() {
    const SameOptions options{.tol = 0.1};
    // 0.1 + 0.1 * |res|: the sides are not alike.
    QCOMPARE(decided({floats({1.0}), floats({1.22})}, options).answer, Answer::Same);
    QCOMPARE(decided({floats({1.22}), floats({1.0})}, options).answer, Answer::Different);
    QCOMPARE(stepOf(decided({floats({1.0}), floats({1.22})}, options)), Step::AllClose);
  }
  static void otherDtype() {
    const SameResult result = decided({floats({1}), doubles({1})});
    QCOMPARE(stepOf(result), Step::DtypeMismatch);
    QCOMPARE(logged(result), std::string("E dtype mismatch torch.float32, torch.float64\n"));
    QCOMPARE(decided({floats({1}), doubles({1})}, {.exactDtype = false}).answer, Answer::Same);
  }
  /// A list becomes a tensor of the type that torch.promote_types gives its numbers, in any order.
  static void listsOfMixedNumbers() {
    const auto typeOf = [](std::vector<ValuePtr> items) {
      const auto tensor = asTensor(*list(std::move(items)));
      return tensor ? tensor->dtype : Dtype::Bool;
    };
    const auto one = [](Dtype dtype) { return tensorValue(scalarTensor(1, dtype)); };
    for (const auto& [a, b, both] :
         {std::tuple{Dtype::Bool, Dtype::UInt8, Dtype::UInt8}, {Dtype::Int64, Dtype::Float32, Dtype::Float32},
          {Dtype::Int64, Dtype::Float16, Dtype::Float16}, {Dtype::Float64, Dtype::Complex64, Dtype::Complex128},
          {Dtype::Float32, Dtype::Complex64, Dtype::Complex64}, {Dtype::Int64, Dtype::Complex64, Dtype::Complex64},
          {Dtype::Float16, Dtype::BFloat16, Dtype::Float32}, {Dtype::Float32, Dtype::Float64, Dtype::Float64},
          {Dtype::UInt8, Dtype::Int8, Dtype::Int16}, {Dtype::Int8, Dtype::Int32, Dtype::Int32}, {Dtype::Int16, Dtype::Int16, Dtype::Int16}}) {
      QCOMPARE(typeOf({one(a), one(b)}), both);
      QCOMPARE(typeOf({one(b), one(a)}), both);
    }
    QCOMPARE(typeOf({}), Dtype::Float32);
  }
  static void withoutReference() {
    const SameResult result = decided({floats({1, 2}), floats({1, 3})}, {.tol = 1e-3});
    QCOMPARE(result.answer, Answer::Different);
    QCOMPARE(stepOf(result), Step::Tolerance);
    QCOMPARE(logged(result), std::string("E Accuracy failed: allclose not within tol=0.001\n"));
    QVERIFY(!result.decisions[0].margin);
    QCOMPARE(stepOf(decided({floats({1, 2}), floats({1, 3})}, {.ignoreNonFp = true})), Step::NonFloatIgnored);
  }
  static void againstReference() {
    // Errors: ref 0.25, res 0.5; three times the former, as the tensor is small.
    const SameInput input{floats({1.25, 2.25}), floats({1.5, 2.5}), doubles({1, 2})};
    const SameResult result = decided(input);
    QCOMPARE(result.answer, Answer::Same);
    const Decision& decision = result.decisions[0];
    QCOMPARE(decision.step, Step::Rmse);
    QCOMPARE(*decision.refError, 0.25);
    QCOMPARE(*decision.resError, 0.5);
    QCOMPARE(*decision.multiplier, 3.0);
    QCOMPARE(*decision.bound, 3.0 * 0.25 + 1e-4 / 10.0);
    QCOMPARE(*decision.margin, 0.5 / (3.0 * 0.25 + 1e-4 / 10.0));
    QVERIFY(logged(result).empty());
  }
  static void failsAgainstReference() {
    const SameResult result = decided({floats({1.25, 2.25}), floats({2.5, 3.5}), doubles({1, 2})});
    QCOMPARE(result.answer, Answer::Different);
    QCOMPARE(logged(result),
             std::string("E RMSE (res-fp64): 1.50000, (ref-fp64): 0.25000 and shape=torch.Size([2]). res.dtype: "
                         "torch.float32, multiplier: 3.000000, tol: 0.000100, "
                         "use_larger_multiplier_for_smaller_tensor: 0\n"));
    QCOMPARE(result.firstFailure(), std::optional<std::size_t>(0));
    QCOMPARE(result.worst(), std::optional<std::size_t>(0));
  }
  static void refItselfIsTheReference() {
    // A float64 ref has no error of its own: a tenth of the tolerance is all that is left.
    const SameResult result = decided({doubles({0}), doubles({0.00009})}, {.tol = 1e-4});
    QCOMPARE(stepOf(result), Step::AllClose);
    const SameResult failed = decided({doubles({0}), doubles({0.00011})}, {.tol = 1e-4});
    QCOMPARE(stepOf(failed), Step::Rmse);
    QCOMPARE(*failed.decisions[0].refError, 0.0);
    QVERIFY(failed.decisions[0].fp64 == nullptr);
  }
  static void multiplier_data() {
    QTest::addColumn<int>("elements");
    QTest::addColumn<bool>("isHalf");
    QTest::addColumn<bool>("isForced");
    QTest::addColumn<bool>("isLarger");
    QTest::addColumn<double>("tol");
    QTest::addColumn<double>("wanted");
    QTest::newRow("large") << 1000 << false << false << false << 1e-3 << 2.0;
    QTest::newRow("large, half") << 1000 << true << false << false << 1e-3 << 3.0;
    QTest::newRow("noisy") << 999 << false << false << false << 1e-3 << 3.0;
    QTest::newRow("high tolerance") << 1000 << false << false << false << 0.02 << 3.0;
    QTest::newRow("below high tolerance") << 1000 << false << false << false << 0.0199 << 2.0;
    QTest::newRow("tiny") << 10 << false << false << true << 1e-3 << 10.0;
    QTest::newRow("small") << 11 << false << false << true << 1e-3 << 8.0;
    QTest::newRow("last small") << 500 << true << false << true << 1e-3 << 8.0;
    QTest::newRow("not small") << 501 << false << false << true << 1e-3 << 3.0;
    QTest::newRow("forced") << 1000 << false << true << true << 1e-3 << 10.0;
  }
  static void multiplier() {
    QFETCH(const int, elements);
    QFETCH(const bool, isHalf);
    QFETCH(const bool, isForced);
    QFETCH(const bool, isLarger);
    QFETCH(const double, tol);
    QFETCH(const double, wanted);
    const auto count = static_cast<std::size_t>(elements);
    const Dtype dtype = isHalf ? Dtype::Float16 : Dtype::Float32;
    const SameResult result =
        decided({row(dtype, many(count, 1)), row(dtype, many(count, 9)), row(Dtype::Float64, many(count, 1))},
                {.tol = tol, .useLargerMultiplierForSmallerTensor = isLarger, .forceMaxMultiplier = isForced});
    QCOMPARE(result.decisions.at(0).multiplier, std::optional<double>(wanted));
  }
  static void pointwiseConvolution() {
    const auto weight = [](Dtype dtype, double value) { return numbers(dtype, many(1200, value), {30, 40, 1, 1}); };
    const SameResult result =
        decided({weight(Dtype::Float32, 1), weight(Dtype::Float32, 9), weight(Dtype::Float64, 1)});
    QCOMPARE(*result.decisions.at(0).multiplier, 3.0);
  }
  static void nanInRefOnlyIsForgiven() {
    const SameResult result = decided({floats({kNan, 2}), floats({1, 2}), doubles({1.01, 2.01})});
    QCOMPARE(result.answer, Answer::Same);
    QCOMPARE(stepOf(result), Step::NanRescue);
    QVERIFY(logged(result).empty());
    // Too far off: NaN stands in the way of any bound.
    const SameResult far = decided({floats({kNan, 2}), floats({1, 2}), doubles({1.5, 2})});
    QCOMPARE(far.answer, Answer::Different);
    QVERIFY(logged(far).starts_with(
        "W Found nan in reference. Consider running in higher precision.\nE RMSE (res-fp64): "));
    QVERIFY(std::isnan(*far.decisions[0].margin));
  }
  static void nanEverywhere() {
    const SameInput input{floats({kNan, 2}), floats({kNan, 3}), doubles({1, 2})};
    QCOMPARE(decided(input).answer, Answer::Different);
    const SameResult result = decided(input, {.equalNan = true});
    QCOMPARE(result.answer, Answer::Same);
    QCOMPARE(stepOf(result), Step::BothNan);
    QCOMPARE(logged(result), std::string("W Found nan in reference. Consider running in higher precision.\n"));
  }
  static void booleans() {
    const auto flags = [](const std::vector<double>& values) { return row(Dtype::Bool, values); };
    QCOMPARE(decided({flags({1, 0}), flags({1, 0})}).answer, Answer::Same);
    const SameResult result = decided({flags({1, 0}), flags({1, 1})});
    QCOMPARE(stepOf(result), Step::BoolEqual);
    QCOMPARE(logged(result), std::string("E Accuracy failed: uint8 tensor did not match\n"));
    QCOMPARE(stepOf(decided({flags({1, 0}), flags({1, 1})}, {.ignoreNonFp = true})), Step::BoolIgnored);
    const SameResult overlap =
        decided({flags({1, 0, 1}), flags({1, 1, 0})}, {.useIouForBool = true, .iouThreshold = 0.5});
    QCOMPARE(stepOf(overlap), Step::BoolIou);
    QCOMPARE(logged(overlap), std::string("E IoU accuracy failed: 0.3333 < 0.50 (intersection=1, union=3, ref_sum=2, "
                                          "res_sum=2, shape=torch.Size([3]))\n"));
    QCOMPARE(decided({flags({0, 0}), flags({0, 0})}, {.useIouForBool = true}).answer, Answer::Same);
  }
  static void cosine() {
    const SameOptions options{.cosSimilarity = true};
    QCOMPARE(decided({floats({1, 0}), floats({2, 0.001})}, options).answer, Answer::Same);
    const SameResult result = decided({floats({1, 0}), floats({1, 1})}, options);
    QCOMPARE(result.answer, Answer::Different);
    QCOMPARE(stepOf(result), Step::Cosine);
    QVERIFY(logged(result).starts_with("W Similarity score=0.7071"));
    const SameResult withNan = decided({floats({1, kNan}), floats({1, 1})}, options);
    QCOMPARE(withNan.answer, Answer::Different);
    QVERIFY(logged(withNan).empty());
    QCOMPARE(decided({floats({1, kNan}), floats({1, kNan})}, options).answer, Answer::Same);
    // Flattened, so that the shapes need not fit.
    QCOMPARE(decided({numbers(Dtype::Float32, {1, 2, 3, 4}, {2, 2}), floats({1, 2, 3, 4})}, options).answer,
             Answer::Same);
  }
  static void shapesAreBroadcast() {
    const ValuePtr cube = numbers(Dtype::Float32, {1, 2, 1, 2, 1, 2, 1, 2}, {2, 2, 2});
    QCOMPARE(decided({cube, floats({1, 2})}).answer, Answer::Same);
    const SameResult result = decided({floats({1, 2}), floats({1, 2, 3})});
    QCOMPARE(result.answer, Answer::Raised);
    QCOMPARE(result.raisedType, std::string("RuntimeError"));
    QCOMPARE(result.raisedText, std::string("The size of tensor a (2) must match the size of tensor b (3) at "
                                            "non-singleton dimension 0"));
    QVERIFY(result.decisions.at(0).raised);
  }
  static void complexNumbers() {
    const auto pair = [](double real, double imaginary) {
      const auto parts = std::make_shared<const std::array<double, 2>>(std::array{real, imaginary});
      Tensor tensor{.dtype = Dtype::Complex128, .sizes = {1}, .strides = {1}};
      tensor.storage = {.owner = parts, .bytes = std::as_bytes(std::span(*parts))};
      return made({.kind = ValueKind::Tensor, .tensor = tensor});
    };
    for (const bool isCosine : {false, true})
      QCOMPARE(decided({pair(1, 2), pair(1, 2)}, {.cosSimilarity = isCosine}, Detail::Margins).answer, Answer::Same);
    QCOMPARE(decided({pair(1, 2), pair(1, 2.0001)}, {.tol = 1e-4}).answer, Answer::Same);
    QCOMPARE(decided({pair(1, 2), pair(1, -2)}).answer, Answer::Different);
    QCOMPARE(decided({pair(1, 2), pair(1, -2)}, {.cosSimilarity = true}).answer, Answer::Same);  // by the real parts
    QCOMPARE(decided({pair(1, kNan), pair(kNan, 1)}, {.equalNan = true}).answer, Answer::Same);
    QCOMPARE(decided({pair(1, kNan), pair(1, kNan)}).answer, Answer::Different);
    QCOMPARE(decided({pair(1, kInfinity), pair(1, kInfinity)}).answer, Answer::Same);
    QCOMPARE(decided({row(Dtype::Complex64, {1}), row(Dtype::Complex64, {5})}, {.equalNan = true}).answer, Answer::Different);
    QCOMPARE(decided({floats({1}), pair(1, 0)}, {.exactDtype = false}).answer, Answer::Same);
    QCOMPARE(decided({floats({1}), pair(1, 1)}, {.exactDtype = false}).answer, Answer::Different);
    QCOMPARE(decided({row(Dtype::Complex32, {1}), row(Dtype::Complex32, {1})}).answer, Answer::Raised);
  }
  static void wideUnsignedNumbers() {
    for (const Dtype dtype : {Dtype::UInt16, Dtype::UInt32, Dtype::UInt64}) {
      QCOMPARE(decided({row(dtype, {1, 60'000}), row(dtype, {1, 60'000})}).answer, Answer::Same);
      QCOMPARE(decided({row(dtype, {1, 3}), row(dtype, {3, 1})}).answer, Answer::Different);
    }
  }
  static void float8HasNoProduct() {
    const SameResult result = decided({row(Dtype::Float8E8M0Fnu, {2}), row(Dtype::Float8E8M0Fnu, {2})});
    QCOMPARE(result.raisedType, std::string("NotImplementedError"));
    QCOMPARE(result.raisedText, std::string("\"mul_cpu_reduced_float\" not implemented for 'Float8_e8m0fnu'"));
  }
  static void onlyTheLossOfAQuestionsAnswer() {
    const auto output = [](double loss, double logits) {
      Value value = *dictValue({{"loss", floats({loss})}, {"logits", floats({logits})}});
      value.text = "transformers.modeling_outputs.QuestionAnsweringModelOutput";
      return std::make_shared<const Value>(value);
    };
    QCOMPARE(decided({output(1, 2), output(1, 3)}).answer, Answer::Same);
    QCOMPARE(decided({output(1, 2), output(2, 2)}).answer, Answer::Different);
    QCOMPARE(decided({output(1, 2), output(1, 3)}, {}, Detail::All).decisions.back().step, Step::NotCompared);
    QCOMPARE(decided({output(1, 2), floats({1})}).raisedType, std::string("AttributeError"));
  }
  /// What a few bytes repeat without end is refused, rather than gone through for years.
  static void repeatedWithoutEnd() {
    Value endless = *floats({1});
    endless.tensor.sizes = {std::int64_t{1} << 50};
    endless.tensor.strides = {0};
    const auto value = std::make_shared<const Value>(endless);
    const SameResult result = decided({value, value});
    QCOMPARE(result.raisedType, std::string("RuntimeError"));
    QVERIFY(result.raisedText.find("torch.Size([1125899906842624])") != std::string::npos);
    QCOMPARE(decided({value, floats({1})}).answer, Answer::Raised);
    QCOMPARE(decided({floats({1}), floats({1}), value}).answer, Answer::Raised);
    // Each is small enough, but not both together; their product is beyond 63 bits.
    Value wide = endless, high = endless;
    wide.tensor.sizes = {1, std::int64_t{1} << 33};
    high.tensor.sizes = {std::int64_t{1} << 33, 1};
    wide.tensor.strides = high.tensor.strides = {0, 0};
    QCOMPARE(decided({std::make_shared<const Value>(wide), std::make_shared<const Value>(high)}).answer,
             Answer::Raised);
  }
  static void emptyTensors() {
    QCOMPARE(decided({floats({}), floats({})}).answer, Answer::Same);
    QCOMPARE(decided({floats({}), floats({1})}).answer, Answer::Same);  // broadcast to nothing
  }
  static void marginsWhereToleranceDecided() {
    const SameInput input{floats({1, 2}), floats({1, 2.0001}), doubles({1, 2})};
    QVERIFY(!decided(input, {.tol = 1e-3}).decisions.at(0).margin);
    const SameResult result = decided(input, {.tol = 1e-3}, Detail::Margins);
    QCOMPARE(stepOf(result), Step::AllClose);
    QVERIFY(*result.decisions.at(0).margin > 0.6 && *result.decisions.at(0).margin < 0.8);
    QVERIFY(logged(result).empty());
  }
  static void noErrorAndNoBoundIsAMarginOfZero() {
    const SameInput input{floats({1, 2}), floats({1, 2}), doubles({1, 2})};
    const SameResult result = decided(input, {.tol = 0}, Detail::Margins);
    QCOMPARE(result.answer, Answer::Same);
    QCOMPARE(result.decisions.at(0).bound, std::optional(0.0));
    QCOMPARE(result.decisions.at(0).margin, std::optional(0.0));
  }
  static void onlyNanInRefIsForgiven() {
    const SameResult result = decided({floats({kInfinity, 1}), floats({kInfinity, 2}), doubles({kInfinity, 2})});
    QCOMPARE(result.answer, Answer::Different);  // the error of ref is NaN, ref is not
    QCOMPARE(stepOf(result), Step::Rmse);
  }
  static void optionsOutOfRange() {
    for (const double tol : {-1.0, kNan, kInfinity}) QVERIFY(!checkOptions({.tol = tol}));
    for (const double threshold : {-0.1, 1.1, kNan}) QVERIFY(!checkOptions({.iouThreshold = threshold}));
    QVERIFY(same({floats({1}), floats({1})}, {.tol = -1}).isError());
  }
  static void cancelled() {
    std::stop_source stop;
    stop.request_stop();
    const auto outcome = same({floats({1}), floats({1})}, {}, Detail::Verdict, base::Progress(stop.get_token()));
    QVERIFY(outcome.isCancelled());
  }
  static void whatIsNoTensorHasNoMargin() {
    const ValuePtr one = floats({1}), word = text("a");
    for (const std::array<ValuePtr, 3>& values : {std::array{word, one, one}, {one, word, one}, {one, one, word}}) {
      Decision decision;
      decision.step = Step::AllClose;
      decision.passed = true;
      std::tie(decision.ref, decision.res, decision.fp64) = std::tie(values[0], values[1], values[2]);
      const auto added = addMargin(decision, {}, {});
      QVERIFY(added.isValue() && !added.value() && !decision.margin);
    }
  }
  static void progressOnlyRises() {
    const ValuePtr many = floats(std::vector<double>(300'000, 1));
    std::vector<double> steps;
    const auto outcome = same({many, many}, {}, Detail::Margins, base::Progress({}, [&](std::uint64_t done, std::uint64_t total) {
                                steps.push_back(static_cast<double>(done) / static_cast<double>(total));
                              }));
    QVERIFY(outcome.isValue());
    QVERIFY(std::ranges::is_sorted(steps));
    // The comparison reaches half, the measuring of its margin the rest.
    QVERIFY(std::ranges::count_if(steps, [](double at) { return at > 0 && at < 0.5; }) > 1);
    QCOMPARE(steps.back(), 1.0);
  }
  static void progressCountsEachTensorOnce() {
    const ValuePtr many = floats(std::vector<double>(1000, 1)), all = list({many, many, many});
    std::vector<std::uint64_t> steps;
    std::uint64_t whole = 0;
    QVERIFY(same({all, all}, {}, Detail::Verdict, base::Progress({}, [&](std::uint64_t done, std::uint64_t total) {
                   steps.push_back(done);
                   whole = total;
                 })).isValue());
    for (const std::uint64_t part : {1, 2, 3}) QVERIFY(std::ranges::find(steps, whole * part / 3) != steps.end());
    QVERIFY(std::ranges::is_sorted(steps));
  }
  static void cutFile() {
    Value value{.kind = ValueKind::Tensor, .tensor = tensorOf(Dtype::Float32, {1, 2}, {2})};
    value.tensor.storage.isWhole = [] { return false; };
    const ValuePtr cut = made(std::move(value));
    const auto outcome = same({cut, floats({1, 2})}, {});
    QVERIFY(outcome.isError());
    QCOMPARE(outcome.error().code, base::ErrorCode::Changed);
  }
};

QTEST_APPLESS_MAIN(SameTest)
#include "same_test.moc"
