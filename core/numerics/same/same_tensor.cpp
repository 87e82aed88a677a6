// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same/same_tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/numerics/kernels/block_reader.h"
#include "core/numerics/kernels/compare_kernels.h"
#include "core/numerics/readers/load_value.h"
#include "core/text/quantities.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kMaxCopiedBytes = std::size_t{32} << 20U;

/// flatTensor is tensor.flatten(): a view if possible, the tensor itself if `other` has the same shape, which is
/// equivalent element by element, else a copy. Errors: TooLarge for repeating strides whose copy would be larger than
/// the storage and than kMaxCopiedBytes; Changed.
base::Outcome<Tensor> flatTensor(const Tensor& tensor, const Tensor& other) {
  if (tensor.sizes == other.sizes && !tensor.sizes.empty()) return tensor;
  const std::int64_t count = elementCount(tensor);
  Tensor flat = tensor;
  flat.sizes = {count};
  flat.strides = {1};
  if (isContiguous(tensor)) return flat;
  const std::size_t bytes = static_cast<std::size_t>(count) * itemSize(tensor.dtype);
  // A view that repeats elements could be of any size.
  if (bytes > std::max(kMaxCopiedBytes, tensor.storage.bytes.size()))
    return base::fail(base::ErrorCode::TooLarge, "A tensor that repeats its elements is too large to be flattened.",
                      "Save it with .contiguous().");
  const auto copy = std::make_shared<std::vector<std::byte>>();
  copy->reserve(bytes);
  BlockReader reader({tensor, tensor.dtype}, tensor.sizes);
  for (std::size_t n = 0; (n = reader.next(kBlockElements)) > 0;) {
    const std::size_t size = n * itemSize(tensor.dtype);
    copy->insert(copy->end(), reader.data(), reader.data() + size);
  }
  if (!reader.isWhole()) return fileChanged(tensor);
  flat.offset = 0;
  flat.isConjugated = flat.isNegated = false;
  flat.storage = {.owner = copy, .bytes = *copy};
  return flat;
}

/// deviceError: tensors of two devices; a scalar on the CPU goes with every other device.
std::optional<PythonError> deviceError(const Tensor& a, const Tensor& b) {
  const std::string& first = a.storage.device.empty() ? b.storage.device : a.storage.device;
  const Tensor& other = a.storage.device == first ? b : a;
  const std::string& device = other.storage.device;
  if (device == first || (device.empty() && other.sizes.empty())) return std::nullopt;
  return differentDevices(first, device.empty() ? "cpu" : device);
}

constexpr double kLooseTolerance = 0.04;    // for a ref that has NaN where res has none
constexpr float kMinSimilarity = 0.99F;   // of the cosine; torch compares in float32
constexpr double kToleranceShare = 10.0;    // the bound grows by tol / 10

bool isRmsePossible(const TensorInput& input) { return input.fp64.dtype == Dtype::Float64; }

/// marginOf is 0 if error and bound are 0, and NaN if the error is.
double marginOf(double error, double bound) {
  if (error == 0 && bound == 0) return 0;
  return error / bound;
}

// The lines that same() logs, character by character as Python's logging prints them (SPEC 14).

std::string whole(double value) { return text::fixedText(value, 0); }

std::string iouText(const OverlapCounts& counts, double score, double threshold, const Tensor& ref) {
  return "IoU accuracy failed: " + text::fixedText(score, 4) + " < " + text::fixedText(threshold, 2) +
         " (intersection=" + whole(counts.intersection) + ", union=" + whole(counts.unionCount) +
         ", ref_sum=" + whole(counts.ref) + ", res_sum=" + whole(counts.res) + ", shape=" + sizeText(ref.sizes) + ")";
}

/// rmseText has the numbers of the decision.
std::string rmseText(const Decision& decision, const Tensor& res, const SameOptions& options) {
  constexpr int kErrorDecimals = 5, kDefaultDecimals = 6;  // of %.5f and %f
  return "RMSE (res-fp64): " + text::fixedText(decision.resError.value_or(0), kErrorDecimals) +
         ", (ref-fp64): " + text::fixedText(decision.refError.value_or(0), kErrorDecimals) +
         " and shape=" + sizeText(res.sizes) + ". res.dtype: " + std::string(torchName(res.dtype)) +
         ", multiplier: " + text::fixedText(decision.multiplier.value_or(0), kDefaultDecimals) +
         ", tol: " + text::fixedText(options.tol, kDefaultDecimals) +
         ", use_larger_multiplier_for_smaller_tensor: " + (options.useLargerMultiplierForSmallerTensor ? "1" : "0");
}

/// multiplierFor is the factor by which the error of res may exceed that of ref.
double multiplierFor(const TensorInput& input, const SameOptions& options) {
  constexpr double kForced = 10.0, kTiny = 10.0, kSmall = 8.0, kNoisy = 3.0, kHalf = 3.0, kDefault = 2.0;
  constexpr std::int64_t kTinyElements = 10, kSmallElements = 500, kNoisyElements = 1000;
  constexpr double kLargeTolerance = 0.02;
  constexpr std::size_t kConvolutionAxes = 4;
  if (options.forceMaxMultiplier) return kForced;
  const std::int64_t elements = elementCount(input.fp64);
  if (options.useLargerMultiplierForSmallerTensor) {
    if (elements <= kTinyElements) return kTiny;
    if (elements <= kSmallElements) return kSmall;
  }
  const std::vector<std::int64_t>& sizes = input.ref.sizes;
  const bool isPointwise = sizes.size() == kConvolutionAxes && sizes[2] == 1 && sizes[3] == 1;
  if (elements < kNoisyElements || isPointwise || options.tol >= kLargeTolerance) return kNoisy;
  return input.res.dtype == Dtype::Float16 || input.res.dtype == Dtype::BFloat16 ? kHalf : kDefault;
}

class TensorTest {
 public:
  TensorTest(const SameOptions& options, Detail detail, const base::Progress& progress)
      : m_options(options), m_detail(detail), m_progress(progress) {}

  TensorAnswer run(const TensorInput& input, Decision& decision) {
    const std::optional<bool> passed = decide(input, decision);
    decision.passed = passed.value_or(false);
    decision.raised = m_answer.raised.has_value();
    if (m_answer.raised) decision.text = m_answer.raised->text;
    return std::move(m_answer);
  }

  TensorAnswer margin(const TensorInput& input, Decision& decision) {
    if (isRmsePossible(input)) addMargin(input, {input.ref, input.res.dtype}, decision);
    return std::move(m_answer);
  }

 private:
  // nullopt: torch raises there (m_answer.raised), or the work ended (m_answer.end).
  std::optional<bool> decide(const TensorInput& input, Decision& decision) {
    const Dtype resDtype = input.res.dtype;
    if (m_options.exactDtype) {
      if (input.ref.dtype != resDtype) {
        decision.step = Step::DtypeMismatch;
        return differs(decision, LogLevel::Error, std::string("dtype mismatch ").append(torchName(input.ref.dtype)).append(", ").append(torchName(resDtype)));
      }
      if (resDtype == Dtype::Bool) return decideBool(input, decision);
    }
    if (m_options.cosSimilarity) return decideCosine(input, decision);
    decision.step = Step::AllClose;
    const Operand ref{input.ref, resDtype};
    const auto close = isClose(ref, {input.res, resDtype}, m_options.tol, m_options.equalNan);
    if (!close) return close;
    if (*close) {
      if (m_detail == Detail::Margins && isRmsePossible(input)) addMargin(input, ref, decision);
      return m_answer.end ? std::nullopt : std::optional(true);
    }
    if (isRmsePossible(input)) return decideRmse(input, ref, decision);
    if (m_options.ignoreNonFp) {
      decision.step = Step::NonFloatIgnored;
      return true;
    }
    decision.step = Step::Tolerance;
    return differs(decision, LogLevel::Error, "Accuracy failed: allclose not within tol=" + floatText(m_options.tol));
  }

  std::optional<bool> decideBool(const TensorInput& input, Decision& decision) {
    if (m_options.ignoreNonFp) {
      decision.step = Step::BoolIgnored;
      return true;
    }
    if (m_options.useIouForBool) return decideOverlap(input, decision);
    decision.step = Step::BoolEqual;
    const auto close = isClose({input.ref, Dtype::UInt8}, {input.res, Dtype::UInt8}, m_options.tol, m_options.equalNan);
    if (!close || *close) return close;
    return differs(decision, LogLevel::Error, "Accuracy failed: uint8 tensor did not match");
  }

  std::optional<bool> decideOverlap(const TensorInput& input, Decision& decision) {
    decision.step = Step::BoolIou;
    if (auto error = m_options.ignoreDevice ? std::nullopt : deviceError(input.ref, input.res)) {
      m_answer.raised = std::move(error);
      return std::nullopt;
    }
    if (isMixed(input, "NotImplementedError", "Could not run 'aten::bitwise_and.Tensor' with arguments from the 'SparseCPU' backend."))
      return std::nullopt;
    const auto counts = unwrap(overlapCounts(input.ref, input.res, part(0)));
    if (!counts) return std::nullopt;
    if (counts->unionCount == 0) return true;
    const float score = static_cast<float>(counts->intersection) / static_cast<float>(counts->unionCount);
    decision.score = static_cast<double>(score);
    if (*decision.score >= m_options.iouThreshold) return true;
    return differs(decision, LogLevel::Error, iouText(*counts, *decision.score, m_options.iouThreshold, input.ref));
  }

  std::optional<bool> decideCosine(const TensorInput& input, Decision& decision) {
    decision.step = Step::Cosine;
    if (input.res.sizes.size() != 1 && isMixed(input, "RuntimeError", "reshape is not implemented for sparse tensors")) return std::nullopt;
    const auto ref = unwrap(flatTensor(input.ref, input.res));
    const auto res = ref ? unwrap(flatTensor(input.res, input.ref)) : std::nullopt;
    if (!ref || !res) return std::nullopt;
    const auto close = isClose({*ref, Dtype::Float32}, {*res, Dtype::Float32}, m_options.tol, true);
    if (!close || *close) return close;
    const auto score = unwrap(cosineSimilarity(*ref, *res, part(1)));
    if (!score) return std::nullopt;
    decision.score = static_cast<double>(*score);
    if (*score >= kMinSimilarity) return true;
    if (*score < kMinSimilarity) return differs(decision, LogLevel::Warning, "Similarity score=" + floatText(*decision.score));
    decision.text = "The cosine similarity is NaN.";  // torch logs nothing here
    return false;
  }

  std::optional<bool> decideRmse(const TensorInput& input, const Operand& ref, Decision& decision) {
    decision.step = Step::Rmse;
    // torch checks for the rescue first. A ref with NaN has a NaN error, so it is enough to check if the error is NaN or
    // missing.
    const std::size_t logged = m_answer.log.size();
    auto errors = errorsOf(input, ref);
    if (m_answer.end) return std::nullopt;
    if (!errors || std::isnan(errors->ref)) {
      const auto later = m_answer.raised;
      m_answer.raised.reset();
      const auto rescued = isRescued(input, ref);
      if (!rescued || *rescued) {
        m_answer.log.resize(logged);
        decision.step = Step::NanRescue;
        return rescued;
      }
      m_answer.raised = later;
      if (!errors) return std::nullopt;
    }
    fillErrors(input, *errors, decision);
    if (errors->res <= *decision.bound) return true;
    if (m_options.equalNan && std::isnan(errors->ref) && std::isnan(errors->res)) {
      decision.step = Step::BothNan;
      return true;
    }
    return differs(decision, LogLevel::Error, rmseText(decision, input.res, m_options));
  }

  /// isRescued: res and the reference agree, and have no NaN where ref has.
  std::optional<bool> isRescued(const TensorInput& input, const Operand& ref) {
    const auto refHas = hasNanAs(ref);
    if (!refHas || !*refHas) return refHas;
    const auto fp64Has = hasNanAs({input.fp64, input.fp64.dtype});
    if (!fp64Has || *fp64Has) return fp64Has ? std::optional(false) : std::nullopt;
    const auto resHas = hasNanAs({input.res, input.res.dtype});
    if (!resHas || *resHas) return resHas ? std::optional(false) : std::nullopt;
    return isClose({input.fp64, input.res.dtype}, {input.res, input.res.dtype}, kLooseTolerance, m_options.equalNan);
  }

  /// errorsOf warns about a NaN in ref before it checks res, as torch does.
  std::optional<RmsePair> errorsOf(const TensorInput& input, const Operand& ref) {
    for (const Tensor* other : {&input.ref, &input.res})
      if (!m_options.ignoreDevice && broadcastShape(input.fp64.sizes, other->sizes))
        if (auto error = deviceError(input.fp64, *other)) {
          m_answer.raised = std::move(error);
          return std::nullopt;
        }
    const bool isSparse = input.fp64.isSparse;
    if (isSparse || (isComplex(ref.as) && broadcastShape(input.fp64.sizes, input.ref.sizes))) {
      m_answer.raised = isSparse ? PythonError{"RuntimeError", "add(sparse, dense) is not supported. Use add(dense, sparse) instead."}
                                 : PythonError{"TypeError", "must be real number, not complex"};  // by math.isnan()
      return std::nullopt;
    }
    auto errors = unwrap(rmsePair(input.fp64, ref, input.res, part(1)));
    const char* const warning = "Found nan in reference. Consider running in higher precision.";
    if (errors) {
      if (std::isnan(errors->ref)) m_answer.log.push_back({LogLevel::Warning, warning});
      return errors;
    }
    if (m_answer.end || broadcastShape(input.fp64.sizes, input.res.sizes)) return std::nullopt;
    // Only res does not match: torch has computed the other error by then.
    const PythonError misfit = *m_answer.raised;
    m_answer.raised.reset();
    const auto refError = unwrap(rmsePair(input.fp64, ref, input.fp64, part(1)));
    if (refError) {
      if (std::isnan(refError->ref)) m_answer.log.push_back({LogLevel::Warning, warning});
      m_answer.raised = misfit;
    }
    return std::nullopt;
  }

  void fillErrors(const TensorInput& input, const RmsePair& errors, Decision& decision) const {
    decision.refError = errors.ref;
    decision.resError = errors.res;
    decision.multiplier = multiplierFor(input, m_options);
    decision.bound = *decision.multiplier * errors.ref + m_options.tol / kToleranceShare;
    decision.margin = marginOf(errors.res, *decision.bound);
  }

  void addMargin(const TensorInput& input, const Operand& ref, Decision& decision) {
    // torch does not get here, so what it would raise only means that there is no margin.
    if (const auto errors = unwrap(rmsePair(input.fp64, ref, input.res, part(1)))) fillErrors(input, *errors, decision);
    m_answer.raised.reset();
  }

  /// isMixed raises for a dense ref and a sparse res, which torch does not make dense.
  bool isMixed(const TensorInput& input, const char* type, const char* text) {
    if (input.ref.isSparse || !input.res.isSparse) return false;
    m_answer.raised = PythonError{type, text};
    return true;
  }

  std::optional<bool> isClose(const Operand& ref, const Operand& res, double tol, bool equalNan) {
    // With equal_nan, torch combines its results in a tensor of ref's shape.
    if (const auto shape = broadcastShape(ref.tensor.sizes, res.tensor.sizes);
        equalNan && (isFloating(ref.as) || isComplex(ref.as)) && shape && *shape != ref.tensor.sizes) {
      m_answer.raised = PythonError{"RuntimeError", "output with shape " + indexText(ref.tensor.sizes) +
                                                 " doesn't match the broadcast shape " + indexText(*shape)};
      return std::nullopt;
    }
    // The shapes come first, as in torch.
    if (!m_options.ignoreDevice && broadcastShape(ref.tensor.sizes, res.tensor.sizes))
      if (auto error = deviceError(ref.tensor, res.tensor)) {
        m_answer.raised = std::move(error);
        return std::nullopt;
      }
    if (isMixed({ref.tensor, res.tensor, ref.tensor}, "NotImplementedError", "Could not run 'aten::eq.Tensor' with arguments from the 'SparseCPU' backend."))
      return std::nullopt;
    if (isFloat8(ref.as) && tol != 0) {
      m_answer.raised = PythonError{"NotImplementedError", "\"mul_cpu_reduced_float\" not implemented for 'F" +
                                                               std::string(shortName(ref.as).substr(1)) + "'"};
      return std::nullopt;
    }
    return unwrap(allClose(ref, res, tol, tol, equalNan, part(0)));
  }

  std::optional<bool> hasNanAs(const Operand& operand) {
    if (!isFloating(operand.as) || !isFloating(operand.tensor.dtype)) return false;
    return unwrap(hasNan(operand.tensor, part(0)));
  }

  bool differs(Decision& decision, LogLevel level, std::string text) {
    decision.text = text;
    m_answer.log.push_back({level, std::move(text)});
    return false;
  }

  /// part is the progress of one pass over the numbers: the first one reaches half.
  base::Progress part(int pass) const {
    return base::Progress(m_progress.stopToken(), [this, pass](std::uint64_t done, std::uint64_t total) {
      if (total > 0) (void)m_progress.report(done / 2 + (pass > 0 ? total / 2 : 0), total);
    });
  }

  template <typename T>
  std::optional<T> unwrap(base::Outcome<T> outcome) {
    if (outcome.isValue()) return std::move(outcome.value());
    if (outcome.isCancelled()) {
      m_answer.end = base::Cancelled{};
    } else if (outcome.error().code == base::ErrorCode::BadArgument) {
      m_answer.raised = PythonError{"RuntimeError", outcome.error().text};
    } else {
      m_answer.end = outcome.error();
    }
    return std::nullopt;
  }

  const SameOptions& m_options;
  Detail m_detail;
  const base::Progress& m_progress;
  TensorAnswer m_answer;
};

constexpr std::size_t kMaxListAxes = 128;  // torch's own limit for nested lists

bool isNested(const Value& value) { return isSequence(value) || value.kind == ValueKind::Array; }

PythonResult<std::size_t> lengthOf(const Value& value) {
  if (isSequence(value)) return value.items.size();
  if (value.tensor.sizes.empty()) return raise("TypeError", "len() of unsized object");
  return static_cast<std::size_t>(value.tensor.sizes[0]);
}

ValuePtr memberOf(const Value& value, std::size_t i) {
  return isSequence(value) ? value.items[i] : rowOf(value, static_cast<std::int64_t>(i));
}

/// sizesOf follows the first members, as torch does.
PythonResult<std::vector<std::int64_t>> sizesOf(const Value& value) {
  std::vector<std::int64_t> sizes;
  ValuePtr held;
  const Value* at = &value;
  while (isNested(*at)) {
    const auto length = lengthOf(*at);
    if (!length) return tl::unexpected<PythonError>(length.error());
    sizes.push_back(static_cast<std::int64_t>(*length));
    if (*length == 0) break;
    held = memberOf(*at, 0);
    at = held.get();
  }
  // A string is an endless nesting of strings.
  if (at->kind == ValueKind::String || sizes.size() > kMaxListAxes)
    return raise("ValueError", "too many dimensions '" + std::string(typeName(*at)) + "'");
  return sizes;
}

PythonResult<Dtype> scalarDtype(const Value& value) {
  switch (value.kind) {
    case ValueKind::Bool: return Dtype::Bool;
    case ValueKind::Integer: return Dtype::Int64;
    case ValueKind::Float: return Dtype::Float32;
    case ValueKind::Complex: return Dtype::Complex64;
    case ValueKind::NumpyScalar:
    case ValueKind::Tensor:
    case ValueKind::Parameter: return value.tensor.dtype;
    case ValueKind::String:
    case ValueKind::Bytes: return raise("TypeError", "new(): invalid data type '" + std::string(typeName(value)) + "'");
    default: break;
  }
  const bool isTorch = value.kind == ValueKind::Device || value.kind == ValueKind::Dtype;
  return raise("RuntimeError", "Could not infer dtype of " + (isTorch ? std::string("torch.") : std::string()) +
                                   std::string(typeName(value)));
}

/// promoted is torch.promote_types(a, b).
Dtype promoted(Dtype a, Dtype b) {
  if (a == b) return a;
  const auto rank = [](Dtype dtype) {
    return dtype == Dtype::Bool ? 0 : isComplex(dtype) ? 3 : isFloating(dtype) ? 2 : 1;
  };
  if (rank(a) != rank(b)) {
    const Dtype high = rank(a) > rank(b) ? a : b;
    const Dtype low = rank(a) > rank(b) ? b : a;
    return isComplex(high) && low == Dtype::Float64 ? Dtype::Complex128 : high;
  }
  if (itemSize(a) == itemSize(b)) {
    if (isFloating(a)) return Dtype::Float32;                                    // float16 and bfloat16
    return itemSize(a) == 1 ? Dtype::Int16 : itemSize(a) == 2 ? Dtype::Int32 : Dtype::Int64;  // signed and unsigned
  }
  const Dtype wide = itemSize(a) > itemSize(b) ? a : b;
  return wide;
}

PythonResult<Dtype> dtypeOf(const Value& value) {
  if (value.kind == ValueKind::Array) return value.tensor.dtype;
  if (!isSequence(value)) return scalarDtype(value);
  std::optional<Dtype> dtype;
  for (const ValuePtr& item : value.items) {
    auto own = dtypeOf(*item);
    if (!own) return own;
    dtype = dtype ? promoted(*dtype, *own) : *own;
  }
  return dtype.value_or(Dtype::Float32);
}

class TensorFiller {
 public:
  TensorFiller(std::vector<std::int64_t> sizes, Dtype dtype) : m_sizes(std::move(sizes)), m_dtype(dtype) {}

  PythonResult<bool> fill(const Value& value, std::size_t axis) {
    if (axis == m_sizes.size()) return appendValue(value);
    if (!isNested(value)) return raise("TypeError", "not a sequence");
    const auto length = lengthOf(value);
    if (!length) return tl::unexpected<PythonError>(length.error());
    if (static_cast<std::int64_t>(*length) != m_sizes[axis])
      return raise("ValueError", "expected sequence of length " + std::to_string(m_sizes[axis]) + " at dim " +
                                     std::to_string(axis) + " (got " + std::to_string(*length) + ")");
    for (std::size_t i = 0; i < *length; ++i)
      if (auto filled = fill(*memberOf(value, i), axis + 1); !filled) return filled;
    return true;
  }

  Tensor takeTensor() {
    Tensor tensor{.dtype = m_dtype, .sizes = m_sizes, .strides = contiguousStrides(m_sizes)};
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(m_bytes));
    tensor.storage = {.owner = owner, .bytes = *owner};
    return tensor;
  }

 private:
  PythonResult<bool> appendValue(const Value& value) {
    if (isTensorLike(value) || value.kind == ValueKind::NumpyScalar) {
      if (elementCount(value.tensor) != 1)
        return raise("ValueError", "only one element tensors can be converted to Python scalars");
      if (value.tensor.dtype == m_dtype && !value.tensor.storage.isSwapped && !value.tensor.isNegated &&
          !value.tensor.isConjugated && isContiguous(value.tensor)) {
        append(elementBytes(value.tensor));
        return true;
      }
      appendNumber(elementAt(value.tensor, 0));
      return true;
    }
    if (isNested(value))
      return raise("TypeError", isFloating(m_dtype) ? "must be real number, not " + std::string(typeName(value))
                                                    : "'" + std::string(typeName(value)) +
                                                          "' object cannot be interpreted as an integer");
    if (value.kind == ValueKind::Integer && !value.text.empty() && !isFloating(m_dtype))
      return raise("RuntimeError", "Overflow when unpacking long");
    if (value.kind == ValueKind::Integer && m_dtype == Dtype::Int64) {
      append(std::as_bytes(std::span(&value.integer, 1)));
    } else if (value.kind == ValueKind::Complex || isComplex(m_dtype)) {
      appendComplex(value);
    } else {
      appendNumber(toReal(value));
    }
    return true;
  }

  void appendComplex(const Value& value) {
    const double real = isRealNumber(value) ? toReal(value) : value.real;
    m_dtype == Dtype::Complex128 ? appendPair<double>(real, value.imaginary) : appendPair<float>(real, value.imaginary);
  }

  template <typename T>
  void appendPair(double real, double imaginary) {
    const std::array<T, 2> pair{static_cast<T>(real), static_cast<T>(imaginary)};
    append(std::as_bytes(std::span(pair)));
  }

  void appendNumber(double number) { append(elementBytes(scalarTensor(number, m_dtype))); }
  void append(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }

  std::vector<std::int64_t> m_sizes;
  Dtype m_dtype;
  std::vector<std::byte> m_bytes;
};

}  // namespace

PythonError differentDevices(std::string_view one, std::string_view other) {
  return {"RuntimeError", "Expected all tensors to be on the same device, but found at least two devices, " + std::string(one) + " and " +
                              std::string(other) + "!"};
}

TensorAnswer compareTensors(const TensorInput& input, const SameOptions& options, Detail detail,
                            const base::Progress& progress, Decision& decision) {
  return TensorTest(options, detail, progress).run(input, decision);
}

TensorAnswer addTensorMargin(const TensorInput& input, const SameOptions& options, const base::Progress& progress, Decision& decision) {
  return TensorTest(options, Detail::Margins, progress).margin(input, decision);
}

PythonResult<Tensor> asTensor(const Value& value) {
  if (isTensorLike(value) || value.kind == ValueKind::NumpyScalar) return value.tensor;
  // torch checks the whole before its parts.
  if (!isSequence(value))
    if (const auto dtype = scalarDtype(value); !dtype) return tl::unexpected<PythonError>(dtype.error());
  auto sizes = sizesOf(value);
  if (!sizes) return tl::unexpected<PythonError>(sizes.error());
  const auto dtype = dtypeOf(value);
  if (!dtype) return tl::unexpected<PythonError>(dtype.error());
  // A file can refer to one large array many times: the size is limited before anything is allocated.
  const auto count = checkedElementCount(*sizes);
  if (!count || *count > static_cast<std::int64_t>(kMaxNodes))
    return raise("RuntimeError",
                 "a list of more than " + std::to_string(kMaxNodes) + " numbers is not made a tensor here");
  TensorFiller filler(std::move(*sizes), *dtype);
  if (const auto filled = filler.fill(value, 0); !filled) return tl::unexpected<PythonError>(filled.error());
  return filler.takeTensor();
}

}  // namespace plumbline::numerics
