// SPDX-License-Identifier: GPL-3.0-or-later
// Objects become values: each once, however often it is used.
#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include "core/numerics/load_value.h"
#include "core/numerics/pickle_objects.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

/// So many bytes of text count as one value: text that is shared a million times over has to be refused, too.
constexpr std::uint64_t kTextPerNode = 256;

constexpr std::array kValueKinds{
    ValueKind::None, ValueKind::Bool,  ValueKind::Integer, ValueKind::Integer, ValueKind::Float,
    ValueKind::Complex, ValueKind::String, ValueKind::Bytes, ValueKind::Device, ValueKind::Dtype,
    ValueKind::List, ValueKind::Tuple, ValueKind::Deque, ValueKind::Size, ValueKind::Dict,
    ValueKind::OrderedDict, ValueKind::Set,
};

/// digitsOf writes a little-endian two's complement number of any length in decimal.
std::string digitsOf(std::string_view bytes) {
  const bool isNegative = !bytes.empty() && static_cast<unsigned char>(bytes.back()) >= 0x80;
  std::vector<std::uint32_t> words((bytes.size() + 3) / 4, isNegative ? ~0U : 0U);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t shift = 8 * (i % 4);
    words[i / 4] &= ~(0xFFU << shift);
    words[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << shift;
  }
  std::uint64_t carry = 1;
  for (std::uint32_t& word : words) {
    if (!isNegative) break;
    carry += static_cast<std::uint32_t>(~word);
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32U;
  }
  std::string reversed;
  while (!words.empty()) {
    if (words.back() == 0) {
      words.pop_back();
      continue;
    }
    constexpr std::uint64_t kBase = 1'000'000'000;
    std::uint64_t rest = 0;
    for (std::size_t i = words.size(); i-- > 0;) {
      rest = rest << 32U | words[i];
      words[i] = static_cast<std::uint32_t>(rest / kBase);
      rest %= kBase;
    }
    for (int digit = 0; digit < 9; ++digit, rest /= 10) reversed += static_cast<char>('0' + rest % 10);
  }
  while (reversed.size() > 1 && reversed.back() == '0') reversed.pop_back();
  if (reversed.empty()) reversed = "0";
  if (isNegative) reversed += '-';
  return {reversed.rbegin(), reversed.rend()};
}

class Maker {
 public:
  explicit Maker(const PickleObjects& objects)
      : m_objects(objects), m_values(objects.count()), m_sums(objects.count()), m_open(objects.count(), false) {}

  base::Result<ValuePtr> make(ObjectId id, std::size_t depth) {
    if (m_values[id]) return m_values[id];
    if (m_open[id]) return bad("The pickle holds a list or dict that contains itself");
    if (depth > kMaxNesting) return tooDeep();
    m_open[id] = true;
    const PickleObject& object = m_objects.at(id);
    auto value = std::make_shared<Value>();
    Sum sum{.nodes = 1 + object.text.size() / kTextPerNode, .height = 1};
    if (auto error = fill(*value, object, id)) return base::fail(*std::move(error));
    const bool isDict = object.kind == ObjectKind::Dict || object.kind == ObjectKind::OrderedDict;
    if (isDict) value->keys.reserve(object.items.size() / 2);
    value->items.reserve(isDict ? object.items.size() / 2 : object.items.size());
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      auto item = make(object.items[i], depth + 1);
      if (!item) return item;
      const Sum& part = m_sums[object.items[i]];
      sum.nodes = std::min(sum.nodes + part.nodes, kMaxNodes + 1);
      sum.height = std::max(sum.height, part.height + 1);
      (isDict && i % 2 == 0 ? value->keys : value->items).push_back(*std::move(item));
    }
    if (sum.nodes > kMaxNodes)
      return base::fail({.code = ErrorCode::TooLarge,
                         .text = "The pickle holds more than " + std::to_string(kMaxNodes) +
                                 " values when shared ones are counted each time they are used",
                         .hint = "Save the results in several files."});
    if (sum.height > kMaxNesting) return tooDeep();
    if (auto error = checkKeys(isDict ? value->keys : value->items, isDict, object.kind == ObjectKind::Set))
      return base::fail(*std::move(error));
    m_sums[id] = sum;
    m_open[id] = false;
    m_values[id] = std::move(value);
    return m_values[id];
  }

 private:
  struct Sum {
    std::uint64_t nodes = 0;
    std::size_t height = 0;
  };

  static tl::unexpected<Error> bad(std::string text, std::string hint = "No program that saves results writes this.") {
    return base::fail({.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint)});
  }
  static tl::unexpected<Error> tooDeep() {
    return base::fail({.code = ErrorCode::TooLarge,
                       .text = "The pickle nests lists and dicts more than " + std::to_string(kMaxNesting) + " deep",
                       .hint = "Save the results in a flatter form."});
  }

  std::optional<Error> fill(Value& value, const PickleObject& object, ObjectId id) const {
    const auto kind = static_cast<std::size_t>(object.kind);
    if (object.kind == ObjectKind::Tensor) {
      const MadeTensor& made = m_objects.tensorOf(id);
      value.kind = made.kind;
      value.tensor = made.tensor;
      return std::nullopt;
    }
    if (kind >= kValueKinds.size())
      return bad("The pickle holds a class or a part of a tensor by itself where a value should be",
                 "Save tensors, not storages, classes or functions.")
          .value();
    value.kind = kValueKinds[kind];
    value.boolean = object.flag;
    value.integer = object.integer;
    value.real = object.real;
    value.imaginary = object.imaginary;
    if (object.kind == ObjectKind::Dtype) {
      value.text = torchName(object.dtype);
    } else if (object.kind == ObjectKind::LongInteger) {
      value.boolean = false;
      value.text = object.flag ? std::string(object.text) : digitsOf(object.text);
    } else {
      value.text = object.text;
    }
    return std::nullopt;
  }

  static bool canBeKey(const Value& value) {
    switch (value.kind) {
      case ValueKind::List:
      case ValueKind::Deque:
      case ValueKind::Dict:
      case ValueKind::OrderedDict:
      case ValueKind::Tensor:
      case ValueKind::Parameter:
      case ValueKind::Array: return false;
      case ValueKind::Set:
      case ValueKind::Bytes: return value.boolean == (value.kind == ValueKind::Set);
      default: return true;
    }
  }

  /// checkKeys: what cannot be hashed is no key; strings and integers may be there once.
  static std::optional<Error> checkKeys(const std::vector<ValuePtr>& keys, bool isDict, bool isSet) {
    if (!isDict && !isSet) return std::nullopt;
    std::unordered_set<std::string_view> texts;
    std::unordered_set<std::int64_t> integers;
    for (const ValuePtr& key : keys) {
      if (!canBeKey(*key) || (key->kind == ValueKind::Tuple && !std::ranges::all_of(key->items, [](const ValuePtr& part) {
            return canBeKey(*part);
          })))
        return bad("The pickle has a key of a dict or member of a set that Python could not have made").value();
      const bool isFresh = key->kind == ValueKind::String ? texts.insert(key->text).second
                           : key->kind == ValueKind::Integer && key->text.empty()
                               ? integers.insert(key->integer).second
                               : true;
      if (!isFresh && isDict) return bad("The pickle has a dict with the key " + reprText(*key) + " twice").value();
    }
    return std::nullopt;
  }

  const PickleObjects& m_objects;
  std::vector<ValuePtr> m_values;
  std::vector<Sum> m_sums;
  std::vector<bool> m_open;
};

}  // namespace

base::Result<ValuePtr> toValue(const PickleObjects& objects, ObjectId root) { return Maker(objects).make(root, 1); }

}  // namespace plumbline::numerics
