// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "core/numerics/python_rules.h"

namespace plumbline::numerics {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;

/// Number is one of Python's or numpy's, exactly.
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

/// numberOf is nothing for what is no real number of Python's.
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
  // numpy compares None and devices with each element; torch, and numpy for strings, say that it is not equal as a whole.
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
      std::array<char, 2 * sizeof(void*) + 8> place{};
      (void)std::snprintf(place.data(), place.size(), "@%p", static_cast<const void*>(&value));
      out += place.data();
      break;
    }
    default: out.append(typeName(value)).append(":").append(reprText(value));
  }
}

}  // namespace

tl::unexpected<PythonError> raise(std::string type, std::string text) {
  return tl::unexpected<PythonError>({std::move(type), std::move(text)});
}

bool isDict(const Value& value) { return value.kind == ValueKind::Dict || value.kind == ValueKind::OrderedDict; }

bool isSequence(const Value& value) {
  return value.kind == ValueKind::List || value.kind == ValueKind::Tuple || value.kind == ValueKind::Deque ||
         value.kind == ValueKind::Size;
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
  if (res.kind == ValueKind::Tensor || res.kind == ValueKind::Parameter || res.kind == ValueKind::Array)
    return isEqualToTensor(ref, res);
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
  m_places.reserve(dict.keys.size());
  for (std::size_t i = 0; i < dict.keys.size(); ++i) m_places.emplace(keyText(*dict.keys[i]), i);
}

std::optional<std::size_t> DictIndex::find(const Value& key) const {
  const auto found = m_places.find(keyText(key));
  if (found == m_places.end()) return std::nullopt;
  return found->second;
}

}  // namespace plumbline::numerics
