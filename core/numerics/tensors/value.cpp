// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/numerics/tensors/dtype.h"
#include "core/python/repr.h"
#include "core/text/ascii.h"

namespace plumbline::numerics {
namespace {

constexpr int kHalfDigits = 5;  // enough to read back the same float16

double parsed(const char* begin, const char* end) {
  double value = 0;
  std::from_chars(begin, end, value);
  return value;
}

/// shortestOf is the decimal number of the fewest digits that rounds to `value` in a float16 or float32.
double shortestOf(float value, Dtype dtype) {
  if (!std::isfinite(value)) return static_cast<double>(value);
  std::array<char, 64> digits{};
  char* const last = digits.data() + digits.size();
  if (dtype == Dtype::Float16) {
    for (int precision = 0; precision < kHalfDigits; ++precision) {
      const char* end =
          std::to_chars(digits.data(), last, static_cast<double>(value), std::chars_format::scientific, precision).ptr;
      const double shorter = parsed(digits.data(), end);
      if (floatToHalf(static_cast<float>(shorter)) == floatToHalf(value)) return shorter;
    }
  }
  const char* end = std::to_chars(digits.data(), last, value, std::chars_format::scientific).ptr;
  return parsed(digits.data(), end);
}

/// bytesRepr is repr() of bytes: "b'\\x00a'".
std::string bytesRepr(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const char quote = bytes.find('\'') != bytes.npos && bytes.find('"') == bytes.npos ? '"' : '\'';
  std::string out = {'b', quote};
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out.append({'\\', c});
    } else if (c == '\t' || c == '\n' || c == '\r') {
      out.append({'\\', c == '\t' ? 't' : c == '\n' ? 'n' : 'r'});
    } else if (byte < 0x20 || byte >= 0x7f) {
      out.append({'\\', 'x', kHex[byte >> 4U], kHex[byte & 0xfU]});
    } else {
      out += c;
    }
  }
  return out + quote;
}

/// complexRepr is repr() of a complex: "(1+2j)", "2j".
std::string complexRepr(double real, double imaginary) {
  const std::array<double, 2> parts{real, imaginary};
  Tensor tensor;
  tensor.dtype = Dtype::Complex128;
  tensor.storage.bytes = std::as_bytes(std::span(parts));
  return elementText(tensor, 0);
}

/// numpyScalarText is str() of a numpy scalar: the shortest digits in its own dtype, "0.1" for float32(0.1), where
/// item() has 0.10000000149011612.
std::string numpyScalarText(const Tensor& scalar) {
  if (scalar.dtype == Dtype::Complex64) {
    Tensor parts = scalar;
    parts.dtype = Dtype::Float32;
    parts.sizes = {2};
    parts.strides = {1};
    parts.offset = 2 * scalar.offset;
    const auto part = [&parts](std::int64_t at) { return static_cast<float>(elementAt(parts, at)); };
    return complexRepr(shortestOf(part(0), Dtype::Float32), shortestOf(part(1), Dtype::Float32));
  }
  if (scalar.dtype != Dtype::Float16 && scalar.dtype != Dtype::Float32) return elementText(scalar, 0);
  const auto value = static_cast<float>(elementAt(scalar, 0));
  return floatText(shortestOf(value, scalar.dtype));
}

struct TypeNames {
  ValueKind kind;
  std::string_view module;  // with its dot
  std::string_view name;
};

constexpr std::array kTypeNames{
    TypeNames{ValueKind::None, "", "NoneType"},
    TypeNames{ValueKind::Bool, "", "bool"},
    TypeNames{ValueKind::Integer, "", "int"},
    TypeNames{ValueKind::Float, "", "float"},
    TypeNames{ValueKind::Complex, "", "complex"},
    TypeNames{ValueKind::String, "", "str"},
    TypeNames{ValueKind::Bytes, "", "bytes"},
    TypeNames{ValueKind::Device, "torch.", "device"},
    TypeNames{ValueKind::Dtype, "torch.", "dtype"},
    TypeNames{ValueKind::List, "", "list"},
    TypeNames{ValueKind::Tuple, "", "tuple"},
    TypeNames{ValueKind::Deque, "collections.", "deque"},
    TypeNames{ValueKind::Size, "torch.", "Size"},
    TypeNames{ValueKind::Dict, "", "dict"},
    TypeNames{ValueKind::OrderedDict, "collections.", "OrderedDict"},
    TypeNames{ValueKind::Set, "", "set"},
    TypeNames{ValueKind::Tensor, "torch.", "Tensor"},
    TypeNames{ValueKind::Parameter, "torch.nn.parameter.", "Parameter"},
    TypeNames{ValueKind::Array, "numpy.", "ndarray"},
    TypeNames{ValueKind::NumpyScalar, "numpy.", ""},
    TypeNames{ValueKind::Object, "", "object"},
    TypeNames{ValueKind::OpaqueTensor, "torch.", "Tensor"},
};

const TypeNames& namesOf(ValueKind kind) { return kTypeNames[static_cast<std::size_t>(kind)]; }

/// isBefore is Python's `<` of two keys; nothing where Python has no answer.
std::optional<bool> isBefore(const Value& a, const Value& b) {
  if (a.kind == ValueKind::Integer && b.kind == ValueKind::Integer) return a.integer < b.integer;
  if (isRealNumber(a) && isRealNumber(b)) return toReal(a) < toReal(b);
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

class LeafWalk {
 public:
  explicit LeafWalk(const std::function<bool(const Leaf&)>& use) : m_use(use) {}

  bool visit(const ValuePtr& value) {
    if (isSequence(*value)) {
      for (std::size_t i = 0; i < value->items.size(); ++i)
        if (!enter(std::to_string(i), value->items[i])) return false;
      return true;
    }
    if (isDict(*value)) {
      return std::ranges::all_of(sortedKeys(*value),
                                 [&](std::size_t i) { return enter(pathStep(*value->keys[i]), value->items[i]); });
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

/// hasOwnClass: "transformers.modeling_outputs.MaskedLMOutput", "torch.return_types.max", a namedtuple.
bool hasOwnClass(const Value& value) {
  return !value.text.empty() && (isDict(value) || value.kind == ValueKind::Tuple || value.kind == ValueKind::Object);
}

std::string joined(const std::vector<ValuePtr>& items) {
  std::string out;
  for (const ValuePtr& item : items) {
    if (!out.empty()) out += ", ";
    out += reprText(*item);
  }
  return out;
}

std::string joinedMembers(const Value& value, std::string_view open, std::string_view between, std::string_view close) {
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
  python::appendRepr(out, utf8);
  return out;
}

std::string deviceRepr(std::string_view device) {
  const std::size_t colon = device.find(':');
  std::string out = "device(type='" + std::string(device.substr(0, colon)) + "'";
  if (colon != device.npos) out.append(", index=").append(device.substr(colon + 1));
  return out + ")";
}

std::string setRepr(const Value& value) {
  if (!value.boolean) return setText(value.items);
  return value.items.empty() ? "frozenset()" : "frozenset(" + setText(value.items) + ")";
}

std::string tensorRepr(const Value& value) {
  return (value.kind == ValueKind::Array ? "array(" : "tensor(") + shapeText(value.tensor.sizes) + ", " +
         std::string(shortName(value.tensor.dtype)) + ")";
}

}  // namespace

bool isDict(const Value& value) { return value.kind == ValueKind::Dict || value.kind == ValueKind::OrderedDict; }

std::string_view opaqueForm(const Value& value) { return std::string_view(value.text).substr(0, value.text.find(' ')); }

std::string_view opaqueDtype(const Value& value) { return std::string_view(value.text).substr(value.text.find(' ') + 1); }

bool isSequence(const Value& value) {
  return value.kind == ValueKind::List || value.kind == ValueKind::Tuple || value.kind == ValueKind::Deque ||
         value.kind == ValueKind::Size;
}

bool isTensorLike(const Value& value) {
  return value.kind == ValueKind::Tensor || value.kind == ValueKind::Parameter || value.kind == ValueKind::Array;
}

bool isRealNumber(const Value& value) {
  return value.kind == ValueKind::Bool || value.kind == ValueKind::Integer || value.kind == ValueKind::Float;
}

double toReal(const Value& number) {
  if (number.kind == ValueKind::Bool) return number.boolean ? 1 : 0;
  return number.kind == ValueKind::Float ? number.real : static_cast<double>(number.integer);
}

std::string setText(const std::vector<ValuePtr>& items) { return items.empty() ? "set()" : "{" + joined(items) + "}"; }

std::string pathStep(const Value& key) { return key.kind == ValueKind::String ? key.text : reprText(key); }

std::vector<std::size_t> sortedKeys(const Value& dict) {
  std::vector<std::size_t> order(dict.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Keys that Python cannot sort keep the file's order: a partial order must not reach the sort.
  for (std::size_t i = 1; i < order.size(); ++i)
    if (!isBefore(*dict.keys[i - 1], *dict.keys[i])) return order;
  std::ranges::stable_sort(
      order, [&dict](std::size_t a, std::size_t b) { return isBefore(*dict.keys[a], *dict.keys[b]).value_or(false); });
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
  if (hasOwnClass(value)) return out + value.text + "'>";
  out.append(namesOf(value.kind).module).append(typeName(value));
  return out + "'>";
}

std::string_view typeName(const Value& value) {
  if (hasOwnClass(value)) return std::string_view(value.text).substr(value.text.rfind('.') + 1);
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
    case ValueKind::Dict: return "{" + joinedMembers(value, "", ": ", "") + "}";
    case ValueKind::OrderedDict:
      return value.items.empty() ? "OrderedDict()" : "OrderedDict([" + joinedMembers(value, "(", ", ", ")") + "])";
    case ValueKind::Set: return setRepr(value);
    case ValueKind::Tensor:
    case ValueKind::Parameter:
    case ValueKind::Array: return tensorRepr(value);
    case ValueKind::NumpyScalar: return numpyScalarText(value.tensor);
    case ValueKind::Object:
      if (value.text == "torch.layout" && value.items.size() == 1) return value.items[0]->text;  // its name, "torch.strided"
      return "<" + value.text + " object>";
    case ValueKind::OpaqueTensor: return "tensor(" + value.text + ")";
  }
  return {};
}

void forEachLeaf(const ValuePtr& root, const std::function<bool(const Leaf&)>& use) { LeafWalk(use).visit(root); }

std::string pathText(const std::vector<std::string>& path) {
  std::string out;
  for (const std::string& step : path) {
    if (text::hasOnlyDigits(step)) {
      out += "[" + step + "]";
    } else {
      if (!out.empty()) out += ".";
      out += step;
    }
  }
  return out;
}

}  // namespace plumbline::numerics
