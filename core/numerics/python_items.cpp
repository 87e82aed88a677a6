// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "core/numerics/python_rules.h"

namespace plumbline::numerics {
namespace {

bool isTensorLike(const Value& value) {
  return value.kind == ValueKind::Tensor || value.kind == ValueKind::Parameter || value.kind == ValueKind::Array;
}

/// className is how an exception names a type: with its module for torch's and numpy's, without for Python's own.
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

/// place is the element meant by an index that may count from the end.
std::optional<std::size_t> place(std::int64_t index, std::size_t count) {
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
  const auto at = place(*index, sequence.items.size());
  if (!at) return raise("IndexError", name + " index out of range");
  return sequence.items[*at];
}

PythonResult<ValuePtr> itemOfTensor(const Value& tensor, const Value& key) {
  const bool isArray = tensor.kind == ValueKind::Array;
  const std::vector<std::int64_t>& sizes = tensor.tensor.sizes;
  if (key.kind != ValueKind::Integer) {
    if (isArray)
      return raise("IndexError",
                   "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
                   "are valid indices");
    if (sizes.empty()) return raise("IndexError", "too many indices for tensor of dimension 0");
    return raise("TypeError", "new(): invalid data type '" + std::string(typeName(key)) + "'");
  }
  if (sizes.empty())
    return raise("IndexError", isArray ? "too many indices for array: array is 0-dimensional, but 1 were indexed"
                                       : "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                                         "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
  const auto at = place(key.integer, static_cast<std::size_t>(sizes[0]));
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

}  // namespace

PythonResult<ValuePtr> itemAt(const Value& container, const Value& key) {
  if (isDict(container)) {
    const std::string wanted = keyText(key);
    const auto found = std::ranges::find_if(
        container.keys, [&wanted](const ValuePtr& candidate) { return keyText(*candidate) == wanted; });
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
    const auto parts = isText ? characters(container, container.text.size()) : byteNumbers(container, container.text.size());
    const auto at = place(*index, parts.size());
    if (!at) return raise("IndexError", isText ? "string index out of range" : "index out of range");
    return parts[*at];
  }
  return raise("TypeError", "'" + className(container) + "' object is not subscriptable");
}

PythonResult<std::vector<ValuePtr>> iteratedItems(const Value& value, std::size_t atMost) {
  const auto firstOf = [atMost](const std::vector<ValuePtr>& items) {
    return std::vector<ValuePtr>(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(std::min(atMost, items.size())));
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

}  // namespace plumbline::numerics
