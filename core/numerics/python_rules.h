// SPDX-License-Identifier: GPL-3.0-or-later
// What Python itself does with the values around tensors: equality, keys, items, iteration, str(). Checked against
// Python 3.11 with torch and numpy.
//
//   auto member = itemAt(*fp64, *key);       // fp64[key]
//   if (!member) return raise(member.error());   // KeyError "'loss'"
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "core/numerics/value.h"

namespace plumbline::numerics {

/// PythonError is an exception that Python, numpy or torch raises.
struct PythonError {
  std::string type;  ///< "KeyError"
  std::string text;  ///< str() of it
};
template <typename T>
using PythonResult = tl::expected<T, PythonError>;
tl::unexpected<PythonError> raise(std::string type, std::string text);

bool isDict(const Value& value);
/// isSequence: list, tuple, deque, torch.Size.
bool isSequence(const Value& value);
/// isSet: set alone, a frozenset is none.
bool isSet(const Value& value);

/// isNumpyNumber: an integer or a floating scalar of numpy's; numpy.bool_ and complex ones are none.
bool isNumpyNumber(const Value& value);
/// itemOf is scalar.item(): Python's own int or float.
ValuePtr itemOf(const Value& scalar);

/// isEqual is the truth of `ref == res` for a ref that is a string, an integer, None, a bool or a device. Errors: a
/// tensor or an array of more than one element has no truth.
PythonResult<bool> isEqual(const Value& ref, const Value& res);

/// keyText has the same text for two values when Python takes them for the same key: 1, 1.0 and True are one, "1" is
/// another. Tensors are keys by identity.
std::string keyText(const Value& key);

/// DictIndex finds the members of a dict by key.
class DictIndex {
 public:
  explicit DictIndex(const Value& dict);
  /// find is nothing for a key that is not there; else the place among its items.
  std::optional<std::size_t> find(const Value& key) const;

 private:
  std::unordered_map<std::string, std::size_t> m_places;
};

/// sortingOrder are the places of keys in Python's sorted(); errors: TypeError of keys that have no order.
PythonResult<std::vector<std::size_t>> sortingOrder(const std::vector<ValuePtr>& keys);

/// itemAt is container[key]. Errors: KeyError, IndexError, TypeError with Python's text.
PythonResult<ValuePtr> itemAt(const Value& container, const Value& key);

/// iteratedItems are at most `atMost` of what iterating over it gives: items, keys of a dict, characters, rows of a
/// tensor. Errors: TypeError.
PythonResult<std::vector<ValuePtr>> iteratedItems(const Value& value, std::size_t atMost);

/// rowOf is tensor[row] of a tensor or array with at least one axis.
ValuePtr rowOf(const Value& tensor, std::int64_t row);

/// strText is str(value): strings as they are, tensors of one element as torch prints them ("tensor(2.)"); larger ones
/// are told by shape and dtype.
std::string strText(const Value& value);
/// setText is repr() of a set of these: "{'a', 'b'}", "set()".
std::string setText(const std::vector<ValuePtr>& items);

}  // namespace plumbline::numerics
