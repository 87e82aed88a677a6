// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same/same.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "core/numerics/kernels/block_reader.h"
#include "core/numerics/same/same_tensor.h"

namespace plumbline::numerics {
namespace {

struct StepText {
  Step step;
  std::string_view name;
  std::string_view text;
};

constexpr std::array kSteps{
    StepText{Step::DtypeMismatch, "dtype", "other dtype"},
    StepText{Step::BoolIgnored, "bool-ignored", "bool, ignored"},
    StepText{Step::BoolIou, "bool-iou", "overlap of booleans"},
    StepText{Step::BoolEqual, "bool", "equality of booleans"},
    StepText{Step::Cosine, "cosine", "cosine similarity"},
    StepText{Step::AllClose, "allclose", "within tolerance"},
    StepText{Step::NanRescue, "nan-rescue", "NaN in ref only, res agrees with fp64"},
    StepText{Step::Rmse, "rmse", "RMSE against fp64"},
    StepText{Step::BothNan, "both-nan", "both errors are NaN"},
    StepText{Step::NonFloatIgnored, "non-fp-ignored", "no fp64 reference, ignored"},
    StepText{Step::Tolerance, "tolerance", "not within tolerance"},
    StepText{Step::Equality, "equality", "equality"},
    StepText{Step::EqualityIgnored, "equality-ignored", "no tensor, ignored"},
    StepText{Step::Structure, "structure", "structure"},
    StepText{Step::NotCompared, "not-compared", "not compared by torch"},
};

const StepText& textsOf(Step step) { return kSteps[static_cast<std::size_t>(step)]; }

base::Error badOption(std::string text, std::string hint) {
  return {.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint)};
}

const ValuePtr kNothing;

constexpr std::size_t kMembersPerReport = 1024;

/// kComparedClasses: classes whose attributes same() compares, by name.
constexpr std::array<std::string_view, 11> kComparedClasses = {
    "MaskedLMOutput", "Seq2SeqLMOutput", "CausalLMOutputWithCrossAttentions", "LongformerMaskedLMOutput", "Instances",
    "SquashedNormal", "Boxes", "Normal", "TanhTransform", "Foo", "Variable"};

bool isOpaque(const ValuePtr& value) { return value && value->kind == ValueKind::OpaqueTensor; }

std::string dtypeText(const Value& tensor) {
  if (tensor.kind == ValueKind::OpaqueTensor) return std::string(opaqueDtype(tensor));
  const auto made = asTensor(tensor);
  return made ? std::string(torchName(made->dtype)) : std::string();
}

/// opaqueError is what allclose raises for tensors of which one is opaque.
PythonError opaqueError(const ValuePtr& ref, const ValuePtr& res) {
  const auto formOf = [](const ValuePtr& value) { return isOpaque(value) ? opaqueForm(*value) : std::string_view(); };
  const std::array<std::string_view, 2> forms = {formOf(ref), formOf(res)};
  for (const std::string_view form : forms)
    if (form.starts_with("NestedTensor"))
      return {"NotImplementedError", "Could not run 'aten::allclose' with arguments from the '" + std::string(form) + "' backend."};
  for (const std::string_view form : forms)
    if (form == "Quantized") return {"RuntimeError", "isclose is not supported for quantized inputs."};
  if (forms[0] == "Meta" && forms[1] == "Meta") return {"RuntimeError", "Tensor.item() cannot be called on meta tensors"};
  for (const std::size_t other : {std::size_t{1}, std::size_t{0}})
    if (forms[1 - other] == "Meta") {
      const Value& value = other == 0 ? *ref : *res;
      const std::string& device = value.tensor.storage.device;
      return differentDevices("meta", device.empty() ? "cpu" : device);
    }
  return {"RuntimeError", "unsupported tensor layout: " + std::string(forms[0].empty() ? forms[1] : forms[0])};
}

/// bytesRead of a leaf of ref, for the progress.
std::uint64_t bytesRead(const Value& leaf) {
  return static_cast<std::uint64_t>(elementCount(leaf.tensor)) * itemSize(leaf.tensor.dtype);
}

/// SameWalk walks through values as same() does: the rule for each kind, in torch's order, and the options passed on
/// (SPEC 14, 1 to 10).
class SameWalk {
 public:
  SameWalk(Detail detail, const base::Progress& progress) : m_detail(detail), m_progress(progress) {}

  /// run returns nullopt if there is a result, else why there is none.
  std::optional<End> run(const SameInput& input, const SameOptions& options) {
    forEachLeaf(input.ref, [this](const Leaf& leaf) {
      m_total += bytesRead(*leaf.value);
      return true;
    });
    const Flow flow = compare({input.ref, input.res, input.fp64}, options);
    if (flow == Flow::Ended) return m_end;
    m_result.answer = flow == Flow::Same ? Answer::Same : flow == Flow::Different ? Answer::Different : Answer::Raised;
    for (const ValuePtr& root : {input.ref, input.res, input.fp64})
      if (root) checkFiles(root);
    return m_end;
  }

  SameResult takeResult() { return std::move(m_result); }

 private:
  enum class Flow : std::uint8_t { Same, Different, Raised, Ended };
  /// Triple is three values at one path; fp64 is null where ref replaces it.
  struct Triple {
    const ValuePtr& ref;
    const ValuePtr& res;
    const ValuePtr& fp64;
  };

  /// checkFiles: an answer from a file that changed meanwhile is none.
  void checkFiles(const ValuePtr& root) {
    const void* checked = nullptr;
    forEachLeaf(root, [&](const Leaf& leaf) {
      const Storage& storage = leaf.value->tensor.storage;
      if (storage.isWhole && std::exchange(checked, storage.owner.get()) != storage.owner.get() && !storage.isWhole())
        m_end = fileChanged(leaf.value->tensor);
      return !m_end;
    });
  }

  Flow compare(const Triple& triple, const SameOptions& options) {
    const Value& ref = *triple.ref;
    // None means "no reference" at every level.
    if (triple.fp64 && triple.fp64->kind == ValueKind::None) return compare({triple.ref, triple.res, kNothing}, options);
    if (isSequence(ref)) return compareSequence(triple, options);
    if (isDict(ref) && typeName(ref) == "QuestionAnsweringModelOutput") return compareLoss(triple, options);
    if (isDict(ref)) return compareDict(triple, options);
    if (isSet(ref)) return compareSet(triple);
    switch (ref.kind) {
      case ValueKind::Tensor:
      case ValueKind::Parameter:
      case ValueKind::OpaqueTensor:
      case ValueKind::Float: return compareTensor(triple, options);
      case ValueKind::Object:
        if (std::ranges::find(kComparedClasses, typeName(ref)) != kComparedClasses.end()) return compareAttributes(triple, options);
        break;
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

  Flow compareSequence(const Triple& triple, const SameOptions& options) {
    const Value& ref = *triple.ref;
    const Value& res = *triple.res;
    // torch.Size is a tuple.
    if (!isSequence(res)) return raised(triple, Step::Structure, {"AssertionError", "type mismatch " + classText(ref) + " " + classText(res)});
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

  Flow compareDict(const Triple& triple, const SameOptions& options) {
    const Value& ref = *triple.ref;
    const Value& res = *triple.res;
    if (!isDict(res)) return raised(triple, Step::Structure, {"AssertionError", ""});
    const DictIndex others(res);
    const bool hasSameKeys =
        ref.keys.size() == res.keys.size() &&
        std::ranges::all_of(ref.keys, [&](const ValuePtr& key) { return others.find(*key).has_value(); });
    if (!hasSameKeys) {
      const Flow flow =
          raised(triple, Step::Structure, {"AssertionError", "keys mismatch " + setText(ref.keys) + " == " + setText(res.keys)});
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

  /// compareLoss: of this class torch compares `.loss` only.
  Flow compareLoss(const Triple& triple, const SameOptions& options) {
    const auto lossOf = [](const ValuePtr& output) {
      const auto key = std::ranges::find_if(output->keys, [](const ValuePtr& each) { return each->text == "loss"; });
      const auto none = std::make_shared<const Value>();
      return key == output->keys.end() ? none : output->items[static_cast<std::size_t>(key - output->keys.begin())];
    };
    for (const ValuePtr* other : {&triple.res, &triple.fp64})
      if (*other && !isDict(**other))
        return raised(triple, Step::Structure,
                      {"AttributeError", "'" + std::string(typeName(**other)) + "' object has no attribute 'loss'"});
    const ValuePtr fp64 = triple.fp64 ? lossOf(triple.fp64) : kNothing;
    const Flow flow = enter("loss", {lossOf(triple.ref), lossOf(triple.res), fp64}, options, Flow::Same);
    if (flow == Flow::Ended || !goesOn()) return flow;
    for (std::size_t i = 0; i < triple.ref->keys.size(); ++i) {
      if (triple.ref->keys[i]->text == "loss") continue;
      m_path.push_back(pathStep(*triple.ref->keys[i]));
      noteUnreached({triple.ref->items[i], kNothing, kNothing}, "torch compares only .loss of its class.");
      m_path.pop_back();
    }
    return flow;
  }

  Flow compareMembers(const Triple& triple, const SameOptions& options, const std::vector<std::size_t>& order) {
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
        m_path.push_back(pathStep(key));
        noteUnreached({ref.items[i], kNothing, kNothing}, "");
        m_path.pop_back();
        continue;
      }
      ++partners;
      const ValuePtr& other = triple.res->items[*partner];
      ValuePtr reference;
      if (triple.fp64) {
        const auto found = references ? references->find(key) : std::nullopt;
        const auto item = found ? PythonResult<ValuePtr>(triple.fp64->items[*found]) : itemAt(*triple.fp64, key);
        if (!item && flow == Flow::Same) {
          m_path.push_back(pathStep(key));
          flow = raised({ref.items[i], other, kNothing}, Step::Structure, item.error());
          m_path.pop_back();
          if (!goesOn()) return flow;
          continue;
        }
        if (item) reference = *item;
      }
      const Flow before = flow;
      flow = enter(pathStep(key), {ref.items[i], other, reference}, options, before);
      if (flow == Flow::Ended) return flow;
      if (before == Flow::Same && flow == Flow::Different)
        log(LogLevel::Error, "Accuracy failed for key name " + strText(key));
      if (flow != Flow::Same && !goesOn()) return flow;
    }
    if (partners == triple.res->keys.size()) return flow;
    const DictIndex mine(ref);
    for (std::size_t i = 0; i < triple.res->keys.size(); ++i) {
      if (mine.find(*triple.res->keys[i])) continue;
      m_path.push_back(pathStep(*triple.res->keys[i]));
      noteUnreached({kNothing, triple.res->items[i], kNothing}, "");
      m_path.pop_back();
    }
    return flow;
  }

  Flow compareSet(const Triple& triple) {
    const Value& ref = *triple.ref;
    const Value& res = *triple.res;
    if (!isSet(res)) return raised(triple, Step::Structure, {"AssertionError", ""});
    // keyText of a set does not depend on the order.
    if (keyText(ref) != keyText(res))
      return raised(triple, Step::Structure, {"AssertionError", "elements mismatch " + setText(ref.items) + " == " + setText(res.items)});
    return decide(triple, Step::Equality, true);
  }

  /// compareOpaque: the dtypes may differ; else allclose raises.
  Flow compareOpaque(const Triple& triple, const SameOptions& options) {
    for (const ValuePtr* value : {&triple.ref, &triple.res})
      if (const auto made = isOpaque(*value) ? PythonResult<Tensor>() : asTensor(**value); !made) return raised(triple, Step::Structure, made.error());
    const std::string ref = dtypeText(*triple.ref), res = dtypeText(*triple.res);
    if (!options.exactDtype || ref == res) return raised(triple, Step::AllClose, opaqueError(triple.ref, triple.res));
    const std::string text = "dtype mismatch " + ref + ", " + res;
    log(LogLevel::Error, text);
    return decide(triple, Step::DtypeMismatch, false, text);
  }

  /// compareAttributes of two objects of one class, in ref's order.
  Flow compareAttributes(const Triple& triple, const SameOptions& options) {
    const Value& ref = *triple.ref;
    if (triple.res->kind != ValueKind::Object || triple.res->text != ref.text) return raised(triple, Step::Structure, {"AssertionError", ""});
    SameOptions passedOn = options;  // torch does not pass these on from here
    passedOn.forceMaxMultiplier = false;
    passedOn.useIouForBool = false;
    const DictIndex others(*triple.res);
    std::optional<DictIndex> references;
    if (triple.fp64) references.emplace(*triple.fp64);
    const auto attribute = [](const Value& object, const DictIndex& index, const Value& key) -> PythonResult<ValuePtr> {
      if (const auto found = index.find(key)) return object.items[*found];
      return raise("AttributeError", "'" + std::string(typeName(object)) + "' object has no attribute '" + key.text + "'");
    };
    Flow flow = Flow::Same;
    for (std::size_t i = 0; i < ref.keys.size(); ++i) {
      if (i % kMembersPerReport == 0 && !m_progress.report(std::min(m_done, m_total), m_total)) {
        m_end = base::Cancelled{};
        return Flow::Ended;
      }
      const auto other = attribute(*triple.res, others, *ref.keys[i]);
      const auto fp64 = references ? attribute(*triple.fp64, *references, *ref.keys[i]) : PythonResult<ValuePtr>(kNothing);
      if ((!other || !fp64) && flow == Flow::Same) flow = raised(triple, Step::Structure, other ? fp64.error() : other.error());
      else if (other && fp64) flow = enter(pathStep(*ref.keys[i]), {ref.items[i], *other, *fp64}, passedOn, flow);
      if (flow == Flow::Ended || (flow != Flow::Same && !goesOn())) return flow;
    }
    return flow;
  }

  Flow compareTensor(const Triple& triple, const SameOptions& options) {
    if (isOpaque(triple.ref) || isOpaque(triple.res)) return compareOpaque(triple, options);
    if (isOpaque(triple.fp64)) return compareTensor({triple.ref, triple.res, kNothing}, options);
    auto ref = asTensor(*triple.ref);
    auto res = ref ? asTensor(*triple.res) : ref;
    auto fp64 = res && triple.fp64 ? asTensor(*triple.fp64) : ref;
    for (const PythonResult<Tensor>* made : {&ref, &res, &fp64})
      if (!*made) return raised(triple, Step::Structure, made->error());
    if (ref->isSparse && !res->isSparse) return raised(triple, Step::Structure, {"AssertionError", ""});
    for (const Tensor* other : {&*ref, &*fp64})
      if (const auto shape = broadcastShape(other->sizes, res->sizes); shape && isBoundless(*shape, *other, *res))
        return raised(triple, Step::Structure,
                      {"RuntimeError", "tensors that repeat their elements, or each other's, to " + sizeText(*shape) +
                                           " are not compared here"});
    const std::uint64_t before = m_done, share = bytesRead(*triple.ref);
    const base::Progress progress(m_progress.stopToken(), [&](std::uint64_t done, std::uint64_t total) {
      const double part = total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 1;
      (void)m_progress.report(std::min(before + static_cast<std::uint64_t>(part * static_cast<double>(share)), m_total), m_total);
    });
    Decision& decision = add(triple, Step::Structure);
    decision.forcesMaxMultiplier = options.forceMaxMultiplier;
    const TensorAnswer answer = compareTensors({*ref, *res, *fp64}, options, m_detail, progress, decision);
    m_done = before + share;
    if (answer.end) {
      m_end = answer.end;
      return Flow::Ended;
    }
    if (!m_progress.report(std::min(m_done, m_total), m_total)) {  // attributes of objects are not in the total
      m_end = base::Cancelled{};
      return Flow::Ended;
    }
    for (const LogLine& line : answer.log) log(line.level, line.text);
    if (answer.raised) {
      if (!m_isBehind) {
        m_result.raisedType = answer.raised->type;
        m_result.raisedText = answer.raised->text;
      }
      trim();
      return Flow::Raised;
    }
    const bool isSame = decision.passed;
    if (isSame && ref->sizes != res->sizes) decision.text = "The shapes differ; torch broadcasts them.";
    trim();
    return isSame ? Flow::Same : Flow::Different;
  }

  Flow compareEqual(const Triple& triple, const SameOptions& options) {
    if (options.ignoreNonFp) return decide(triple, Step::EqualityIgnored, true);
    const auto equal = isEqual(*triple.ref, *triple.res);
    if (!equal) return raised(triple, Step::Equality, equal.error());
    if (*equal) return decide(triple, Step::Equality, true);
    const std::string text = "Accuracy failed (" + classText(*triple.ref) + "): " + strText(*triple.ref) + " != " + strText(*triple.res);
    log(LogLevel::Error, text);
    return decide(triple, Step::Equality, false, text);
  }

  Flow compareNumpy(const Triple& triple, const SameOptions& options) {
    ValuePtr ref = triple.ref;
    const Value& res = *triple.res;
    if (options.relaxNumpyEquality && !isNumpyNumber(res)) ref = itemOf(*ref);
    const bool isSameType =
        ref->kind == res.kind && (ref->kind != ValueKind::NumpyScalar || ref->tensor.dtype == res.tensor.dtype);
    if (isSameType && isEqual(*ref, res).value_or(false)) return decide(triple, Step::Equality, true);
    const std::string text = "Accuracy failed (numpy): " + strText(*ref) + " != " + strText(res);
    log(LogLevel::Error, text);
    return decide(triple, Step::Equality, false, text);
  }

  Flow compareArray(const Triple& triple, const SameOptions& options) {
    if (triple.res->kind != ValueKind::Array)
      return decide(triple, Step::Structure, false, "An array against " + classText(*triple.res) + ".");
    // torch does not pass these on from here.
    SameOptions passedOn = options;
    passedOn.forceMaxMultiplier = false;
    passedOn.useIouForBool = false;
    return compareTensor(triple, passedOn);
  }

  /// enter compares a member of a container; torch's own call ends at the first difference.
  Flow enter(std::string step, const Triple& triple, const SameOptions& options, Flow before) {
    m_path.push_back(std::move(step));
    const bool wasBehind = m_isBehind;
    m_isBehind = wasBehind || before != Flow::Same;
    const Flow flow = compare(triple, options);
    m_isBehind = wasBehind;
    m_path.pop_back();
    if (flow == Flow::Ended) return flow;
    return before == Flow::Same ? flow : before;
  }

  /// noteUnreached adds leaves that are not compared: without a partner, or after the end of torch's own loop (`why`).
  void noteUnreached(const Triple& triple, std::string_view why) {
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

  Decision& add(const Triple& triple, Step step) {
    Decision& decision = m_result.decisions.emplace_back();
    decision.path = m_path;
    decision.step = step;
    decision.reached = !m_isBehind;
    decision.ref = triple.ref;
    decision.res = triple.res;
    decision.fp64 = triple.fp64;
    return decision;
  }

  /// trim drops the latest decision over kMaxDecisions, unless it is the first failure or the worst.
  void trim() {
    const Decision& latest = m_result.decisions.back();
    const bool isFirstFailure = !latest.passed && !m_hasFailure;
    // The comparison is false for NaN on either side: the first NaN is the worst there can be.
    const bool isWorst = latest.margin && (!m_worst || (!std::isnan(*m_worst) && !(*latest.margin <= *m_worst)));
    m_hasFailure = m_hasFailure || isFirstFailure;
    if (isWorst) m_worst = latest.margin;
    std::vector<Decision>& kept = m_result.decisions;
    if (kept.size() <= kMaxDecisions) return;
    if (isWorst && m_onlyWorst) {  // margins may rise all the time
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(*std::exchange(m_onlyWorst, std::nullopt)));
      ++m_result.omitted;
    }
    if (isWorst && !isFirstFailure) m_onlyWorst = kept.size() - 1;
    if (isFirstFailure || isWorst) return;
    kept.pop_back();
    ++m_result.omitted;
  }

  Flow decide(const Triple& triple, Step step, bool passed, std::string text = {}) {
    Decision& decision = add(triple, step);
    decision.passed = passed;
    decision.text = std::move(text);
    trim();
    return passed ? Flow::Same : Flow::Different;
  }

  Flow raised(const Triple& triple, Step step, PythonError error) {
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

  void log(LogLevel level, std::string text) {
    if (!m_isBehind) m_result.log.push_back({level, std::move(text)});
  }

  bool goesOn() const { return m_detail != Detail::Verdict; }

  Detail m_detail;
  const base::Progress& m_progress;
  SameResult m_result;
  std::vector<std::string> m_path;
  std::optional<End> m_end;
  std::optional<double> m_worst;
  std::optional<std::size_t> m_onlyWorst;  // over kMaxDecisions, and not the first failure
  bool m_hasFailure = false;
  bool m_isBehind = false;  // torch's own call has ended before this
  std::uint64_t m_done = 0, m_total = 0;
};

}  // namespace

std::string_view stepName(Step step) { return textsOf(step).name; }
std::string_view stepText(Step step) { return textsOf(step).text; }

base::Result<void> checkOptions(const SameOptions& options) {
  if (!std::isfinite(options.tol) || options.tol < 0)
    return base::fail(badOption("The tolerance must be a finite number that is not negative.",
                                "Give one such as 1e-4."));
  if (!(options.iouThreshold >= 0 && options.iouThreshold <= 1))
    return base::fail(badOption("The threshold of the overlap must be between 0 and 1.", "Give one such as 0.99."));
  return {};
}

std::optional<std::size_t> SameResult::firstFailure() const {
  const auto failed = std::ranges::find_if(decisions, [](const Decision& decision) { return !decision.passed; });
  if (failed == decisions.end()) return std::nullopt;
  return static_cast<std::size_t>(failed - decisions.begin());
}

std::optional<std::size_t> SameResult::worst() const {
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const std::optional<double>& margin = decisions[i].margin;
    if (!margin) continue;
    if (std::isnan(*margin)) return i;
    if (!worst || *margin > *decisions[*worst].margin) worst = i;
  }
  return worst;
}

base::Outcome<SameResult> same(const SameInput& input, const SameOptions& options, Detail detail,
                               const base::Progress& progress) {
  if (const auto checked = checkOptions(options); !checked) return checked.error();
  SameWalk walk(detail, progress);
  if (const auto end = walk.run(input, options))
    return std::visit([](const auto& why) { return base::Outcome<SameResult>(why); }, *end);
  return walk.takeResult();
}

base::Outcome<bool> addMargin(Decision& decision, const SameOptions& options, const base::Progress& progress) {
  if (decision.step != Step::AllClose || !decision.passed || decision.margin || !decision.ref || !decision.res) return false;
  const auto ref = asTensor(*decision.ref), res = asTensor(*decision.res), fp64 = decision.fp64 ? asTensor(*decision.fp64) : ref;
  for (const auto* tensor : {&ref, &res, &fp64})
    if (!*tensor) return false;
  SameOptions passedOn = options;
  passedOn.forceMaxMultiplier = decision.forcesMaxMultiplier;
  if (const auto end = addTensorMargin({*ref, *res, *fp64}, passedOn, progress, decision).end)
    return std::visit([](const auto& why) { return base::Outcome<bool>(why); }, *end);
  return decision.margin.has_value();
}

}  // namespace plumbline::numerics
