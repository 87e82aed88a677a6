// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/value.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "core/numerics/python_repr.h"
#include "core/verdicts/python_text.h"

namespace plumbline::numerics {
namespace {

struct Names {
  ValueKind kind;
  std::string_view module;  // with its dot
  std::string_view name;
};

constexpr std::array kNames{
    Names{ValueKind::None, "", "NoneType"},
    Names{ValueKind::Bool, "", "bool"},
    Names{ValueKind::Integer, "", "int"},
    Names{ValueKind::Float, "", "float"},
    Names{ValueKind::Complex, "", "complex"},
    Names{ValueKind::String, "", "str"},
    Names{ValueKind::Bytes, "", "bytes"},
    Names{ValueKind::Device, "torch.", "device"},
    Names{ValueKind::Dtype, "torch.", "dtype"},
    Names{ValueKind::List, "", "list"},
    Names{ValueKind::Tuple, "", "tuple"},
    Names{ValueKind::Deque, "collections.", "deque"},
    Names{ValueKind::Size, "torch.", "Size"},
    Names{ValueKind::Dict, "", "dict"},
    Names{ValueKind::OrderedDict, "collections.", "OrderedDict"},
    Names{ValueKind::Set, "", "set"},
    Names{ValueKind::Tensor, "torch.", "Tensor"},
    Names{ValueKind::Parameter, "torch.nn.parameter.", "Parameter"},
    Names{ValueKind::Array, "numpy.", "ndarray"},
    Names{ValueKind::NumpyScalar, "numpy.", ""},
};

const Names& namesOf(ValueKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

bool isOrdered(ValueKind kind) {
  return kind == ValueKind::List || kind == ValueKind::Tuple || kind == ValueKind::Deque || kind == ValueKind::Size;
}

bool isNumber(ValueKind kind) {
  return kind == ValueKind::Bool || kind == ValueKind::Integer || kind == ValueKind::Float;
}

double numberOf(const Value& value) {
  if (value.kind == ValueKind::Bool) return value.boolean ? 1 : 0;
  return value.kind == ValueKind::Float ? value.real : static_cast<double>(value.integer);
}

/// isBefore is Python's `<` of two keys; nothing where Python has no answer.
std::optional<bool> isBefore(const Value& a, const Value& b) {
  if (a.kind == ValueKind::Integer && b.kind == ValueKind::Integer) return a.integer < b.integer;
  if (isNumber(a.kind) && isNumber(b.kind)) return numberOf(a) < numberOf(b);
  if (a.kind != b.kind) return std::nullopt;
  // UTF-8 keeps the order of the code points.
  if (a.kind == ValueKind::String || a.kind == ValueKind::Bytes) return a.text < b.text;
  if (a.kind != ValueKind::Tuple) return std::nullopt;
  for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i) {
    const auto less = isBefore(*a.items[i], *b.items[i]);
    const auto more = isBefore(*b.items[i], *a.items[i]);
    if (!less || !more) return std::nullopt;
    if (*less || *more) return less;
  }
  return a.items.size() < b.items.size();
}

std::string keyText(const Value& key) { return key.kind == ValueKind::String ? key.text : reprText(key); }

class LeafWalk {
 public:
  explicit LeafWalk(const std::function<bool(const Leaf&)>& use) : m_use(use) {}

  bool visit(const ValuePtr& value) {
    if (isOrdered(value->kind)) {
      for (std::size_t i = 0; i < value->items.size(); ++i)
        if (!enter(std::to_string(i), value->items[i])) return false;
      return true;
    }
    if (value->kind == ValueKind::Dict || value->kind == ValueKind::OrderedDict) {
      return std::ranges::all_of(sortedKeys(*value), [&](std::size_t i) {
        return enter(keyText(*value->keys[i]), value->items[i]);
      });
    }
    m_leaf.value = value;
    return m_use(m_leaf);
  }

 private:
  bool enter(std::string step, const ValuePtr& value) {
    m_leaf.path.push_back(std::move(step));
    const bool goOn = visit(value);
    m_leaf.path.pop_back();
    return goOn;
  }

  const std::function<bool(const Leaf&)>& m_use;
  Leaf m_leaf;
};

std::string joined(const std::vector<ValuePtr>& items) {
  std::string out;
  for (const ValuePtr& item : items) {
    if (!out.empty()) out += ", ";
    out += reprText(*item);
  }
  return out;
}

std::string pairs(const Value& value, std::string_view open, std::string_view between, std::string_view close) {
  std::string out;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ", ";
    out.append(open).append(reprText(*value.keys[i])).append(between);
    out.append(reprText(*value.items[i])).append(close);
  }
  return out;
}

std::string textRepr(std::string_view utf8) {
  std::string out;
  verdicts::appendTextRepr(out, utf8);
  return out;
}

std::string deviceRepr(std::string_view device) {
  const std::size_t colon = device.find(':');
  std::string out = "device(type='" + std::string(device.substr(0, colon)) + "'";
  if (colon != device.npos) out.append(", index=").append(device.substr(colon + 1));
  return out + ")";
}

std::string setRepr(const Value& value) {
  const std::string inside = value.items.empty() ? "" : "{" + joined(value.items) + "}";
  if (value.boolean) return "frozenset(" + inside + ")";
  return inside.empty() ? "set()" : inside;
}

std::string tensorRepr(const Value& value) {
  return (value.kind == ValueKind::Array ? "array(" : "tensor(") + shapeText(value.tensor.sizes) + ", " +
         std::string(shortName(value.tensor.dtype)) + ")";
}

}  // namespace

std::vector<std::size_t> sortedKeys(const Value& dict) {
  std::vector<std::size_t> order(dict.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Keys that Python cannot put in order stay in the file's: a comparison that answers now and then would not be one.
  for (std::size_t i = 1; i < order.size(); ++i)
    if (!isBefore(*dict.keys[i - 1], *dict.keys[i])) return order;
  std::ranges::stable_sort(order, [&dict](std::size_t a, std::size_t b) {
    return isBefore(*dict.keys[a], *dict.keys[b]).value_or(false);
  });
  return order;
}

ValuePtr tensorValue(Tensor tensor) {
  auto value = std::make_shared<Value>();
  value->kind = ValueKind::Tensor;
  value->tensor = std::move(tensor);
  return value;
}

ValuePtr dictValue(std::vector<std::pair<std::string, ValuePtr>> members) {
  auto value = std::make_shared<Value>();
  value->kind = ValueKind::Dict;
  for (auto& member : members) {
    auto key = std::make_shared<Value>();
    key->kind = ValueKind::String;
    key->text = std::move(member.first);
    value->keys.push_back(std::move(key));
    value->items.push_back(std::move(member.second));
  }
  return value;
}

std::string classText(const Value& value) {
  std::string out = "<class '";
  out.append(namesOf(value.kind).module).append(typeName(value));
  return out + "'>";
}

std::string_view typeName(const Value& value) {
  if (value.kind == ValueKind::NumpyScalar)
    return value.tensor.dtype == Dtype::Bool ? std::string_view("bool_") : shortName(value.tensor.dtype);
  if (value.kind == ValueKind::Bytes && value.boolean) return "bytearray";
  if (value.kind == ValueKind::Set && value.boolean) return "frozenset";
  return namesOf(value.kind).name;
}

std::string reprText(const Value& value) {
  switch (value.kind) {
    case ValueKind::None: return "None";
    case ValueKind::Bool: return value.boolean ? "True" : "False";
    case ValueKind::Integer: return value.text.empty() ? std::to_string(value.integer) : value.text;
    case ValueKind::Float: return floatText(value.real);
    case ValueKind::Complex: return complexRepr(value.real, value.imaginary);
    case ValueKind::String: return textRepr(value.text);
    case ValueKind::Bytes: return value.boolean ? "bytearray(" + bytesRepr(value.text) + ")" : bytesRepr(value.text);
    case ValueKind::Device: return deviceRepr(value.text);
    case ValueKind::Dtype: return value.text;
    case ValueKind::List: return "[" + joined(value.items) + "]";
    case ValueKind::Tuple: return "(" + joined(value.items) + (value.items.size() == 1 ? ",)" : ")");
    case ValueKind::Deque: return "deque([" + joined(value.items) + "])";
    case ValueKind::Size: return "torch.Size([" + joined(value.items) + "])";
    case ValueKind::Dict: return "{" + pairs(value, "", ": ", "") + "}";
    case ValueKind::OrderedDict:
      return value.items.empty() ? "OrderedDict()" : "OrderedDict([" + pairs(value, "(", ", ", ")") + "])";
    case ValueKind::Set: return setRepr(value);
    case ValueKind::Tensor:
    case ValueKind::Parameter:
    case ValueKind::Array: return tensorRepr(value);
    case ValueKind::NumpyScalar: return numpyScalarText(value.tensor);
  }
  return {};
}

void forEachLeaf(const ValuePtr& root, const std::function<bool(const Leaf&)>& use) { LeafWalk(use).visit(root); }

std::string pathText(const std::vector<std::string>& path) {
  std::string out;
  for (const std::string& step : path) {
    const bool isIndex = !step.empty() && std::ranges::all_of(step, [](char c) { return c >= '0' && c <= '9'; });
    if (isIndex) {
      out += "[" + step + "]";
    } else {
      if (!out.empty()) out += ".";
      out += step;
    }
  }
  return out;
}

}  // namespace plumbline::numerics
