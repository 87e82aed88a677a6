// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/same/python_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace plumbline::numerics {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;

/// Number is the exact value of a Python or numpy number.
struct Number {
  bool isReal = false;
  double real = 0;
  std::int64_t integer = 0;
  std::string_view digits = {};  // of an integer beyond 64 bits
};

bool operator==(const Number& a, const Number& b) {
  if (a.isReal && b.isReal) return a.real == b.real;
  if (!a.isReal && !b.isReal) return a.digits == b.digits && (!a.digits.empty() || a.integer == b.integer);
  const Number& whole = a.isReal ? b : a;
  const double real = a.isReal ? a.real : b.real;
  if (std::floor(real) != real || !std::isfinite(real)) return false;
  if (whole.digits.empty()) {
    if (real < -kTwoTo63 || real >= kTwoTo63) return false;
    return static_cast<std::int64_t>(real) == whole.integer;
  }
  // "%.0f" has every digit of a whole double.
  std::array<char, 512> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.0f", real);
  return length > 0 && whole.digits == std::string_view(text.data(), static_cast<std::size_t>(length));
}

Number numberOfElement(const Tensor& tensor, std::int64_t flat) {
  if (isFloating(tensor.dtype)) return {.isReal = true, .real = elementAt(tensor, flat)};
  if (tensor.dtype == Dtype::Bool) return {.integer = elementAt(tensor, flat) != 0 ? 1 : 0};
  Number number;
  const std::string text = elementText(tensor, flat);
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number.integer);
  if (parsed.ec != std::errc()) return {.isReal = true, .real = elementAt(tensor, flat)};  // uint64 over 2^63
  return number;
}

/// numberOf returns nullopt for what Python does not treat as a real number.
std::optional<Number> numberOf(const Value& value) {
  switch (value.kind) {
    case ValueKind::Bool: return Number{.integer = value.boolean ? 1 : 0};
    case ValueKind::Integer: return Number{.integer = value.integer, .digits = value.text};
    case ValueKind::Float: return Number{.isReal = true, .real = value.real};
    case ValueKind::Complex:
      if (value.imaginary == 0) return Number{.isReal = true, .real = value.real};
      return std::nullopt;
    case ValueKind::NumpyScalar:
      if (isComplex(value.tensor.dtype)) return std::nullopt;
      return numberOfElement(value.tensor, 0);
    default: return std::nullopt;
  }
}

PythonResult<bool> isEqualToTensor(const Value& ref, const Value& res) {
  const bool isArray = res.kind == ValueKind::Array;
  const std::optional<Number> number = numberOf(ref);
  // numpy compares None and devices with each element. torch, and numpy for strings, compare with the whole: not equal.
  const bool isElementwise = isArray && (ref.kind == ValueKind::None || ref.kind == ValueKind::Device);
  if (!number && !isElementwise) return false;
  if (!isArray && number && !number->digits.empty()) return raise("RuntimeError", "Overflow when unpacking long");
  const std::int64_t count = elementCount(res.tensor);
  if (count == 0) {
    if (isArray) return false;
    return raise("RuntimeError", "Boolean value of Tensor with no values is ambiguous");
  }
  if (count > 1) {
    if (isArray)
      return raise("ValueError",
                   "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
    return raise("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous");
  }
  return number && !isComplex(res.tensor.dtype) && *number == numberOfElement(res.tensor, 0);
}

void appendKey(std::string& out, const Value& value) {
  if (const auto number = numberOf(value)) {
    if (!number->isReal) {
      out += number->digits.empty() ? std::to_string(number->integer) : std::string(number->digits);
    } else if (std::floor(number->real) == number->real && std::abs(number->real) < kTwoTo63) {
      out += std::to_string(static_cast<std::int64_t>(number->real));
    } else {
      out += floatText(number->real);
    }
    return;
  }
  switch (value.kind) {
    case ValueKind::String: out += '"' + value.text + '"'; break;
    case ValueKind::Tuple:
    case ValueKind::Size:
      out += '(';
      for (const ValuePtr& item : value.items) {
        std::string part;
        appendKey(part, *item);
        out += std::to_string(part.size()) + ':' + part;
      }
      out += ')';
      break;
    case ValueKind::Set: {
      std::vector<std::string> parts;
      for (const ValuePtr& item : value.items) parts.push_back(keyText(*item));
      std::ranges::sort(parts);
      out += '{';
      for (const std::string& part : parts) out += std::to_string(part.size()) + ':' + part;
      out += '}';
      break;
    }
    case ValueKind::Tensor:
    case ValueKind::Parameter:
    case ValueKind::Array: {
      std::array<char, 2 * sizeof(void*) + 8> address{};
      (void)std::snprintf(address.data(), address.size(), "@%p", static_cast<const void*>(&value));
      out += address.data();
      break;
    }
    default: out.append(typeName(value)).append(":").append(reprText(value));
  }
}

/// className is a type's name in an exception: with its module for torch and numpy, without for built-in types.
std::string className(const Value& value) {
  const std::string text = classText(value);
  constexpr std::string_view kOpen = "<class '", kClose = "'>";
  return text.substr(kOpen.size(), text.size() - kOpen.size() - kClose.size());
}

std::optional<std::int64_t> wholeIndex(const Value& key) {
  if (key.kind == ValueKind::Bool) return key.boolean ? 1 : 0;
  if (key.kind == ValueKind::Integer && key.text.empty()) return key.integer;
  return std::nullopt;
}

/// positionOf is the element of an index that may count from the end.
std::optional<std::size_t> positionOf(std::int64_t index, std::size_t count) {
  const auto size = static_cast<std::int64_t>(count);
  if (index < -size || index >= size) return std::nullopt;
  return static_cast<std::size_t>(index < 0 ? index + size : index);
}

PythonResult<ValuePtr> itemOfSequence(const Value& sequence, const Value& key) {
  const bool isDeque = sequence.kind == ValueKind::Deque;
  // torch.Size is a tuple to its errors.
  const std::string name = sequence.kind == ValueKind::Size ? "tuple" : std::string(typeName(sequence));
  const auto index = wholeIndex(key);
  if (!index) {
    const std::string type(typeName(key));
    if (isDeque) return raise("TypeError", "sequence index must be integer, not '" + type + "'");
    return raise("TypeError", name + " indices must be integers or slices, not " + type);
  }
  const auto at = positionOf(*index, sequence.items.size());
  if (!at) return raise("IndexError", name + " index out of range");
  return sequence.items[*at];
}

PythonResult<ValuePtr> itemOfTensor(const Value& tensor, const Value& key) {
  const bool isArray = tensor.kind == ValueKind::Array;
  const std::vector<std::int64_t>& sizes = tensor.tensor.sizes;
  if (key.kind != ValueKind::Integer) {
    if (isArray)
      return raise(
          "IndexError",
          "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
          "are valid indices");
    if (sizes.empty()) return raise("IndexError", "too many indices for tensor of dimension 0");
    return raise("TypeError", "new(): invalid data type '" + std::string(typeName(key)) + "'");
  }
  if (sizes.empty())
    return raise("IndexError", isArray ? "too many indices for array: array is 0-dimensional, but 1 were indexed"
                                       : "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                                         "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
  const auto at = positionOf(key.integer, static_cast<std::size_t>(sizes[0]));
  if (!at || !key.text.empty())
    return raise("IndexError", "index " + reprText(key) + " is out of bounds for " + (isArray ? "axis" : "dimension") +
                                   " 0 with size " + std::to_string(sizes[0]));
  return rowOf(tensor, static_cast<std::int64_t>(*at));
}

/// characters are the code points of valid UTF-8, bytes of anything else.
std::vector<ValuePtr> characters(const Value& text, std::size_t atMost) {
  std::vector<ValuePtr> out;
  for (std::size_t i = 0; i < text.text.size() && out.size() < atMost;) {
    std::size_t end = i + 1;
    while (end < text.text.size() && (static_cast<unsigned char>(text.text[end]) & 0xC0U) == 0x80U) ++end;
    auto character = std::make_shared<Value>();
    character->kind = ValueKind::String;
    character->text = text.text.substr(i, end - i);
    out.push_back(std::move(character));
    i = end;
  }
  return out;
}

std::vector<ValuePtr> byteNumbers(const Value& bytes, std::size_t atMost) {
  std::vector<ValuePtr> out;
  for (std::size_t i = 0; i < std::min(bytes.text.size(), atMost); ++i) {
    auto number = std::make_shared<Value>();
    number->kind = ValueKind::Integer;
    number->integer = static_cast<unsigned char>(bytes.text[i]);
    out.push_back(std::move(number));
  }
  return out;
}

bool isLess(const std::string& digits, const std::string& others) {
  const bool isNegative = digits.starts_with('-');
  if (isNegative != others.starts_with('-')) return isNegative;
  if (digits.size() != others.size()) return (digits.size() < others.size()) != isNegative;
  return isNegative ? others < digits : digits < others;
}

PythonResult<bool> isLess(const Value& a, const Value& b) {
  const auto noOrder = [&] {
    return raise("TypeError", "'<' not supported between instances of '" + std::string(typeName(a)) + "' and '" +
                                  std::string(typeName(b)) + "'");
  };
  if (a.kind == ValueKind::Integer && b.kind == ValueKind::Integer) {
    if (a.text.empty() && b.text.empty()) return a.integer < b.integer;
    return isLess(reprText(a), reprText(b));
  }
  if (isRealNumber(a) && isRealNumber(b)) return toReal(a) < toReal(b);
  if (a.kind != b.kind) return noOrder();
  // UTF-8 keeps the order of the code points.
  if (a.kind == ValueKind::String || (a.kind == ValueKind::Bytes && !a.boolean)) return a.text < b.text;
  if (a.kind != ValueKind::Tuple && a.kind != ValueKind::Size) return noOrder();
  for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i)
    if (keyText(*a.items[i]) != keyText(*b.items[i])) return isLess(*a.items[i], *b.items[i]);
  return a.items.size() < b.items.size();
}

/// failingComparison is the first failing comparison of Python's sort, which finds a run and extends it by binary
/// insertion.
PythonError failingComparison(const std::vector<ValuePtr>& keys) {
  constexpr std::size_t kFirstRun = 64;
  const auto less = [&](std::size_t a, std::size_t b) { return isLess(*keys[a], *keys[b]); };
  const auto first = less(1, 0);
  if (!first) return first.error();
  std::size_t run = 2;
  for (; run < keys.size(); ++run) {
    const auto next = less(run, run - 1);
    if (!next) return next.error();
    if (*next != *first) break;
  }
  std::vector<std::size_t> sorted(run);
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  if (*first) std::ranges::reverse(sorted);
  for (std::size_t i = run; i < std::min(keys.size(), kFirstRun); ++i) {
    std::size_t low = 0, high = sorted.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const auto before = less(i, sorted[middle]);
      if (!before) return before.error();
      (*before ? high : low) = *before ? middle : middle + 1;
    }
    sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(low), i);
  }
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (const auto next = less(i, i - 1); !next) return next.error();
  return {"TypeError", "'<' not supported between these keys"};
}

/// elementOfPrint is one number as torch prints a tensor of only this one: four digits, a point behind whole numbers.
std::string elementOfPrint(const Tensor& tensor) {
  if (!isFloating(tensor.dtype)) return elementText(tensor, 0);
  constexpr double kLarge = 1e8, kSmall = 1e-4;
  const double value = elementAt(tensor, 0);
  if (!std::isfinite(value)) return elementText(tensor, 0);
  const double size = std::abs(value);
  const bool isWhole = std::ceil(value) == value;
  const bool isScientific = size > kLarge || (!isWhole && size < kSmall);
  std::array<char, 400> text{};
  (void)std::snprintf(text.data(), text.size(), isScientific ? "%.4e" : isWhole ? "%.0f." : "%.4f", value);
  return text.data();
}

std::string tensorText(const Value& value) {
  const Tensor& tensor = value.tensor;
  if (elementCount(tensor) != 1 || isComplex(tensor.dtype)) return reprText(value);
  std::string out = "tensor(" + std::string(tensor.sizes.size(), '[') + elementOfPrint(tensor) +
                    std::string(tensor.sizes.size(), ']');
  if (tensor.dtype != Dtype::Float32 && tensor.dtype != Dtype::Int64 && tensor.dtype != Dtype::Bool)
    out.append(", dtype=").append(torchName(tensor.dtype));
  out += tensor.requiresGrad ? ", requires_grad=True)" : ")";
  return (value.kind == ValueKind::Parameter ? "Parameter containing:\n" : "") + out;
}

}  // namespace

tl::unexpected<PythonError> raise(std::string type, std::string text) {
  return tl::unexpected<PythonError>({std::move(type), std::move(text)});
}

bool isSet(const Value& value) { return value.kind == ValueKind::Set && !value.boolean; }

bool isNumpyNumber(const Value& value) {
  return value.kind == ValueKind::NumpyScalar && value.tensor.dtype != Dtype::Bool && !isComplex(value.tensor.dtype);
}

ValuePtr itemOf(const Value& scalar) {
  auto item = std::make_shared<Value>();
  const Number number = numberOfElement(scalar.tensor, 0);
  item->kind = number.isReal ? ValueKind::Float : ValueKind::Integer;
  item->real = number.real;
  item->integer = number.integer;
  return item;
}

PythonResult<bool> isEqual(const Value& ref, const Value& res) {
  if (isTensorLike(res)) return isEqualToTensor(ref, res);
  if (const auto number = numberOf(ref)) {
    const auto other = numberOf(res);
    return other && *number == *other;
  }
  if (ref.kind != res.kind) return false;
  return ref.kind == ValueKind::None || ref.text == res.text;
}

std::string keyText(const Value& key) {
  std::string out;
  appendKey(out, key);
  return out;
}

DictIndex::DictIndex(const Value& dict) {
  m_indices.reserve(dict.keys.size());
  for (std::size_t i = 0; i < dict.keys.size(); ++i) m_indices.emplace(keyText(*dict.keys[i]), i);
}

std::optional<std::size_t> DictIndex::find(const Value& key) const {
  const auto found = m_indices.find(keyText(key));
  if (found == m_indices.end()) return std::nullopt;
  return found->second;
}

PythonResult<ValuePtr> itemAt(const Value& container, const Value& key) {
  if (isDict(container)) {
    const std::string text = keyText(key);
    const auto found = std::ranges::find_if(
        container.keys, [&text](const ValuePtr& candidate) { return keyText(*candidate) == text; });
    if (found == container.keys.end()) return raise("KeyError", reprText(key));
    return container.items[static_cast<std::size_t>(found - container.keys.begin())];
  }
  if (isSequence(container)) return itemOfSequence(container, key);
  if (isTensorLike(container)) return itemOfTensor(container, key);
  if (container.kind == ValueKind::NumpyScalar) return raise("IndexError", "invalid index to scalar variable.");
  if (container.kind == ValueKind::String || container.kind == ValueKind::Bytes) {
    const bool isText = container.kind == ValueKind::String;
    const auto index = wholeIndex(key);
    const std::string type(typeName(key));
    if (!index)
      return raise("TypeError", isText ? "string indices must be integers, not '" + type + "'"
                                       : "byte indices must be integers or slices, not " + type);
    const auto parts =
        isText ? characters(container, container.text.size()) : byteNumbers(container, container.text.size());
    const auto at = positionOf(*index, parts.size());
    if (!at) return raise("IndexError", isText ? "string index out of range" : "index out of range");
    return parts[*at];
  }
  return raise("TypeError", "'" + className(container) + "' object is not subscriptable");
}

PythonResult<std::vector<ValuePtr>> iteratedItems(const Value& value, std::size_t atMost) {
  const auto firstOf = [atMost](const std::vector<ValuePtr>& items) {
    return std::vector<ValuePtr>(items.begin(),
                                 items.begin() + static_cast<std::ptrdiff_t>(std::min(atMost, items.size())));
  };
  if (isDict(value)) return firstOf(value.keys);
  if (isSequence(value) || value.kind == ValueKind::Set) return firstOf(value.items);
  if (value.kind == ValueKind::String) return characters(value, atMost);
  if (value.kind == ValueKind::Bytes) return byteNumbers(value, atMost);
  if (!isTensorLike(value)) return raise("TypeError", "'" + className(value) + "' object is not iterable");
  if (value.tensor.sizes.empty())
    return raise("TypeError",
                 value.kind == ValueKind::Array ? "iteration over a 0-d array" : "iteration over a 0-d tensor");
  std::vector<ValuePtr> rows;
  const auto count = std::min(atMost, static_cast<std::size_t>(value.tensor.sizes[0]));
  for (std::size_t row = 0; row < count; ++row) rows.push_back(rowOf(value, static_cast<std::int64_t>(row)));
  return rows;
}

ValuePtr rowOf(const Value& tensor, std::int64_t row) {
  auto value = std::make_shared<Value>();
  value->kind = tensor.kind == ValueKind::Array ? ValueKind::Array : ValueKind::Tensor;
  value->tensor = tensor.tensor;
  value->tensor.offset += row * tensor.tensor.strides[0];
  value->tensor.sizes.erase(value->tensor.sizes.begin());
  value->tensor.strides.erase(value->tensor.strides.begin());
  if (value->kind == ValueKind::Array && value->tensor.sizes.empty()) value->kind = ValueKind::NumpyScalar;
  return value;
}

PythonResult<std::vector<std::size_t>> sortingOrder(const std::vector<ValuePtr>& keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Comparing neighbours decides for all pairs but those of tuples, which the sort checks.
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (!isLess(*keys[i], *keys[i - 1]))
      return tl::unexpected<PythonError>(failingComparison(keys));
  bool isOrdered = true;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto less = isLess(*keys[a], *keys[b]);
    isOrdered = isOrdered && less.has_value();
    return less.value_or(false);
  });
  if (!isOrdered) return tl::unexpected<PythonError>(failingComparison(keys));
  return order;
}

std::string strText(const Value& value) {
  if (value.kind == ValueKind::String || value.kind == ValueKind::Device) return value.text;
  if (value.kind == ValueKind::Tensor || value.kind == ValueKind::Parameter) return tensorText(value);
  return reprText(value);
}

}  // namespace plumbline::numerics
