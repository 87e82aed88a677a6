// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/numerics/as_tensor.h"
#include "core/numerics/block_reader.h"
#include "core/numerics/same_texts.h"
#include "core/numerics/same_walk.h"

namespace plumbline::numerics {

Decision& SameWalk::add(const Triple& triple, Step step) {
  Decision& decision = m_result.decisions.emplace_back();
  decision.path = m_path;
  decision.step = step;
  decision.reached = !m_isBehind;
  decision.ref = triple.ref;
  decision.res = triple.res;
  decision.fp64 = triple.fp64;
  return decision;
}

void SameWalk::trim() {
  const Decision& latest = m_result.decisions.back();
  const bool isFirstFailure = !latest.passed && !m_hasFailure;
  // The comparison is false for NaN on either side: the first NaN is the worst there can be.
  const bool isWorst = latest.margin && (!m_worst || (!std::isnan(*m_worst) && !(*latest.margin <= *m_worst)));
  m_hasFailure = m_hasFailure || isFirstFailure;
  if (isWorst) m_worst = latest.margin;
  if (m_result.decisions.size() <= kMostDecisions || isFirstFailure || isWorst) return;
  m_result.decisions.pop_back();
  ++m_result.omitted;
}

void SameWalk::log(LogLevel level, std::string text) {
  if (!m_isBehind) m_result.log.push_back({level, std::move(text)});
}

SameWalk::Flow SameWalk::decide(const Triple& triple, Step step, bool passed, std::string text) {
  Decision& decision = add(triple, step);
  decision.passed = passed;
  decision.text = std::move(text);
  trim();
  return passed ? Flow::Same : Flow::Different;
}

SameWalk::Flow SameWalk::raised(const Triple& triple, Step step, PythonError error) {
  Decision& decision = add(triple, step);
  decision.raised = true;
  decision.text = error.text;
  if (!m_isBehind) {
    m_result.raisedType = std::move(error.type);
    m_result.raisedText = std::move(error.text);
  }
  trim();
  return Flow::Raised;
}

void SameWalk::noteUnreached(const Triple& triple, std::string_view why) {
  const bool wasBehind = m_isBehind;
  m_isBehind = true;
  forEachLeaf(triple.ref ? triple.ref : triple.res, [&](const Leaf& leaf) {
    const ValuePtr none;
    const bool isRef = triple.ref != nullptr;
    Decision& decision = add({isRef ? leaf.value : none, isRef ? none : leaf.value, none},
                             why.empty() ? Step::Structure : Step::NotCompared);
    decision.path.insert(decision.path.end(), leaf.path.begin(), leaf.path.end());
    decision.passed = !why.empty();
    decision.text = !why.empty() ? std::string(why) : isRef ? "It is in ref only." : "It is in res only.";
    trim();
    return true;
  });
  m_isBehind = wasBehind;
}

std::uint64_t bytesRead(const Value& leaf) {
  return static_cast<std::uint64_t>(elementCount(leaf.tensor)) * itemSize(leaf.tensor.dtype);
}

SameWalk::Flow SameWalk::compareTensor(const Triple& triple, const SameOptions& options) {
  auto ref = asTensor(*triple.ref);
  auto res = ref ? asTensor(*triple.res) : ref;
  auto fp64 = res && triple.fp64 ? asTensor(*triple.fp64) : ref;
  for (const PythonResult<Tensor>* made : {&ref, &res, &fp64})
    if (!*made) return raised(triple, Step::Structure, made->error());
  for (const Tensor* other : {&*ref, &*fp64})
    if (const auto shape = broadcastShape(other->sizes, res->sizes); shape && isBoundless(*shape, *other, *res))
      return raised(triple, Step::Structure,
                    {"RuntimeError", "tensors that repeat their elements, or each other's, to " + sizeText(*shape) +
                                         " are not compared here"});
  const std::uint64_t before = m_done, share = bytesRead(*triple.ref);
  const base::Progress progress(m_progress.stopToken(), [&](std::uint64_t done, std::uint64_t total) {
    const double part = total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 1;
    (void)m_progress.report(before + static_cast<std::uint64_t>(part * static_cast<double>(share)), m_total);
  });
  TensorTest test(options, m_detail, progress);
  Decision& decision = add(triple, Step::Structure);
  test.run({*ref, *res, *fp64}, decision);
  m_done = before + share;
  if (test.end()) {
    m_end = test.end();
    return Flow::Ended;
  }
  if (!m_progress.report(m_done, m_total)) {
    m_end = base::Cancelled{};
    return Flow::Ended;
  }
  for (const LogLine& line : test.log()) log(line.level, line.text);
  if (test.raised()) {
    if (!m_isBehind) {
      m_result.raisedType = test.raised()->type;
      m_result.raisedText = test.raised()->text;
    }
    trim();
    return Flow::Raised;
  }
  const bool isSame = decision.passed;
  if (isSame && ref->sizes != res->sizes) decision.text = "The shapes differ; torch broadcasts them.";
  trim();
  return isSame ? Flow::Same : Flow::Different;
}

SameWalk::Flow SameWalk::compareEqual(const Triple& triple, const SameOptions& options) {
  if (options.ignoreNonFp) return decide(triple, Step::EqualityIgnored, true);
  const auto equal = isEqual(*triple.ref, *triple.res);
  if (!equal) return raised(triple, Step::Equality, equal.error());
  if (*equal) return decide(triple, Step::Equality, true);
  const std::string text = equalityText(*triple.ref, *triple.res);
  log(LogLevel::Error, text);
  return decide(triple, Step::Equality, false, text);
}

SameWalk::Flow SameWalk::compareNumpy(const Triple& triple, const SameOptions& options) {
  ValuePtr ref = triple.ref;
  const Value& res = *triple.res;
  if (options.relaxNumpyEquality && !isNumpyNumber(res)) ref = itemOf(*ref);
  const bool isSameType = ref->kind == res.kind && (ref->kind != ValueKind::NumpyScalar || ref->tensor.dtype == res.tensor.dtype);
  if (isSameType && isEqual(*ref, res).value_or(false)) return decide(triple, Step::Equality, true);
  const std::string text = numpyText(*ref, res);
  log(LogLevel::Error, text);
  return decide(triple, Step::Equality, false, text);
}

SameWalk::Flow SameWalk::compareArray(const Triple& triple, const SameOptions& options) {
  if (triple.res->kind != ValueKind::Array)
    return decide(triple, Step::Structure, false,
                  "An array against " + classText(*triple.res) + ".");
  // torch does not pass these on from here.
  SameOptions passedOn = options;
  passedOn.forceMaxMultiplier = false;
  passedOn.useIouForBool = false;
  return compareTensor(triple, passedOn);
}

}  // namespace plumbline::numerics
