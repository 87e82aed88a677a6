// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same_walk.h"

#include <algorithm>
#include <numeric>

#include "core/numerics/same_texts.h"

namespace plumbline::numerics {
namespace {

std::string stepOf(const Value& key) { return key.kind == ValueKind::String ? key.text : reprText(key); }

const ValuePtr kNothing;

}  // namespace

std::optional<End> SameWalk::run(const SameInput& input, const SameOptions& options) {
  forEachLeaf(input.ref, [this](const Leaf& leaf) {
    m_total += bytesRead(*leaf.value);
    return true;
  });
  switch (compare({input.ref, input.res, input.fp64}, options)) {
    case Flow::Same: m_result.answer = Answer::Same; break;
    case Flow::Different: m_result.answer = Answer::Different; break;
    case Flow::Raised: m_result.answer = Answer::Raised; break;
    case Flow::Ended: break;
  }
  return m_end;
}

SameWalk::Flow SameWalk::compare(const Triple& triple, const SameOptions& options) {
  const Value& ref = *triple.ref;
  // None stands for "no reference" at every level.
  if (triple.fp64 && triple.fp64->kind == ValueKind::None) return compare({triple.ref, triple.res, kNothing}, options);
  if (isSequence(ref)) return compareSequence(triple, options);
  if (isDict(ref)) return compareDict(triple, options);
  if (isSet(ref)) return compareSet(triple);
  switch (ref.kind) {
    case ValueKind::Tensor:
    case ValueKind::Parameter:
    case ValueKind::Float: return compareTensor(triple, options);
    case ValueKind::String:
    case ValueKind::Integer:
    case ValueKind::None:
    case ValueKind::Bool:
    case ValueKind::Device: return compareEqual(triple, options);
    case ValueKind::Array: return compareArray(triple, options);
    case ValueKind::NumpyScalar:
      // numpy.float64 is a float to Python.
      if (ref.tensor.dtype == Dtype::Float64) return compareTensor(triple, options);
      if (isNumpyNumber(ref)) return compareNumpy(triple, options);
      break;
    default: break;
  }
  return raised(triple, Step::Structure, {"RuntimeError", "unsupported type: " + std::string(typeName(ref))});
}

SameWalk::Flow SameWalk::enter(std::string step, const Triple& triple, const SameOptions& options, Flow before) {
  m_path.push_back(std::move(step));
  const bool wasBehind = m_isBehind;
  m_isBehind = wasBehind || before != Flow::Same;
  const Flow flow = compare(triple, options);
  m_isBehind = wasBehind;
  m_path.pop_back();
  if (flow == Flow::Ended) return flow;
  return before == Flow::Same ? flow : before;
}

SameWalk::Flow SameWalk::compareSequence(const Triple& triple, const SameOptions& options) {
  const Value& ref = *triple.ref;
  const Value& res = *triple.res;
  // torch.Size is a tuple.
  if (!isSequence(res)) return raised(triple, Step::Structure, {"AssertionError", typeMismatchText(ref, res)});
  Flow flow = Flow::Same;
  if (ref.items.size() != res.items.size()) {
    log(LogLevel::Error, "Length mismatch");
    flow = decide(triple, Step::Structure, false, "Length mismatch");
    if (!goesOn()) return flow;
  }
  std::vector<ValuePtr> references;
  bool hasReferences = triple.fp64 != nullptr;
  if (hasReferences) {
    auto items = iteratedItems(*triple.fp64, ref.items.size());
    if (!items && flow == Flow::Same) {
      flow = raised(triple, Step::Structure, items.error());
      if (!goesOn()) return flow;
    }
    hasReferences = items.has_value();
    if (items) references = std::move(*items);
  }
  for (std::size_t i = 0; i < std::max(ref.items.size(), res.items.size()); ++i) {
    const ValuePtr& mine = i < ref.items.size() ? ref.items[i] : kNothing;
    const ValuePtr& other = i < res.items.size() ? res.items[i] : kNothing;
    // zip() ends with the shortest of the three.
    const bool isOver = hasReferences && i >= references.size();
    if (isOver || !mine || !other) {
      m_path.push_back(std::to_string(i));
      noteUnreached({mine, other, kNothing}, mine && other ? "The list of fp64 references ends before it." : "");
      m_path.pop_back();
      continue;
    }
    flow = enter(std::to_string(i), {mine, other, hasReferences ? references[i] : kNothing}, options, flow);
    if (flow == Flow::Ended || (flow != Flow::Same && !goesOn())) return flow;
  }
  return flow;
}

SameWalk::Flow SameWalk::compareDict(const Triple& triple, const SameOptions& options) {
  const Value& ref = *triple.ref;
  const Value& res = *triple.res;
  if (!isDict(res)) return raised(triple, Step::Structure, {"AssertionError", ""});
  const DictIndex others(res);
  const bool hasSameKeys = ref.keys.size() == res.keys.size() &&
                           std::ranges::all_of(ref.keys, [&](const ValuePtr& key) { return others.find(*key).has_value(); });
  if (!hasSameKeys) {
    const Flow flow =
        raised(triple, Step::Structure, {"AssertionError", mismatchText("keys", ref.keys, res.keys)});
    if (!goesOn()) return flow;
    const bool wasBehind = m_isBehind;
    m_isBehind = true;
    const Flow rest = compareMembers(triple, options, sortedKeys(ref));
    m_isBehind = wasBehind;
    return rest == Flow::Ended ? rest : flow;
  }
  const auto order = sortingOrder(ref.keys);
  if (!order) return raised(triple, Step::Structure, order.error());
  return compareMembers(triple, options, *order);
}

SameWalk::Flow SameWalk::compareMembers(const Triple& triple, const SameOptions& options,
                                        const std::vector<std::size_t>& order) {
  const Value& ref = *triple.ref;
  const DictIndex others(*triple.res);
  std::optional<DictIndex> references;
  if (triple.fp64 && isDict(*triple.fp64)) references.emplace(*triple.fp64);
  Flow flow = Flow::Same;
  std::size_t partners = 0;
  for (const std::size_t i : order) {
    const Value& key = *ref.keys[i];
    const auto partner = others.find(key);
    if (!partner) {
      m_path.push_back(stepOf(key));
      noteUnreached({ref.items[i], kNothing, kNothing}, "");
      m_path.pop_back();
      continue;
    }
    ++partners;
    const ValuePtr& other = triple.res->items[*partner];
    ValuePtr reference;
    if (triple.fp64) {
      const auto place = references ? references->find(key) : std::nullopt;
      const auto item = place ? PythonResult<ValuePtr>(triple.fp64->items[*place]) : itemAt(*triple.fp64, key);
      if (!item && flow == Flow::Same) {
        m_path.push_back(stepOf(key));
        flow = raised({ref.items[i], other, kNothing}, Step::Structure, item.error());
        m_path.pop_back();
        if (!goesOn()) return flow;
        continue;
      }
      if (item) reference = *item;
    }
    const Flow before = flow;
    flow = enter(stepOf(key), {ref.items[i], other, reference}, options, before);
    if (flow == Flow::Ended) return flow;
    if (before == Flow::Same && flow == Flow::Different)
      log(LogLevel::Error, "Accuracy failed for key name " + strText(key));
    if (flow != Flow::Same && !goesOn()) return flow;
  }
  if (partners == triple.res->keys.size()) return flow;
  const DictIndex mine(ref);
  for (std::size_t i = 0; i < triple.res->keys.size(); ++i) {
    if (mine.find(*triple.res->keys[i])) continue;
    m_path.push_back(stepOf(*triple.res->keys[i]));
    noteUnreached({kNothing, triple.res->items[i], kNothing}, "");
    m_path.pop_back();
  }
  return flow;
}

SameWalk::Flow SameWalk::compareSet(const Triple& triple) {
  const Value& ref = *triple.ref;
  const Value& res = *triple.res;
  if (!isSet(res)) return raised(triple, Step::Structure, {"AssertionError", ""});
  // keyText of a set does not depend on the order.
  if (keyText(ref) != keyText(res))
    return raised(triple, Step::Structure, {"AssertionError", mismatchText("elements", ref.items, res.items)});
  return decide(triple, Step::Equality, true);
}

}  // namespace plumbline::numerics
