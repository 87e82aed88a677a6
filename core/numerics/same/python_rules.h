// SPDX-License-Identifier: GPL-3.0-or-later
// Python's own rules for the values around tensors: equality, keys, items, iteration, str(). Checked against Python
// 3.11 with torch and numpy.
//
//   auto member = itemAt(*fp64, *key);       // fp64[key]
//   if (!member) return raise(member.error());   // KeyError "'loss'"
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

/// PythonError is an exception that Python, numpy or torch raises.
struct PythonError {
  std::string type;  ///< "KeyError"
  std::string text;  ///< str() of it
};
template <typename T>
using PythonResult = tl::expected<T, PythonError>;
tl::unexpected<PythonError> raise(std::string type, std::string text);

/// isSet is false for a frozenset.
bool isSet(const Value& value);

/// isNumpyNumber: an integer or floating numpy scalar, not numpy.bool_ or a complex one.
bool isNumpyNumber(const Value& value);
/// itemOf is scalar.item(): Python's own int or float.
ValuePtr itemOf(const Value& scalar);

/// isEqual is the truth of `ref == res` for a ref that is a string, an integer, None, a bool or a device. Errors: a
/// tensor or an array of more than one element has no truth.
PythonResult<bool> isEqual(const Value& ref, const Value& res);

/// keyText is equal for two values if Python treats them as the same dict key: 1, 1.0 and True are one key, "1" is
/// another. Tensors are keys by identity.
std::string keyText(const Value& key);

/// DictIndex finds the members of a dict by key.
class DictIndex {
 public:
  explicit DictIndex(const Value& dict);
  /// find returns the index among the dict's items.
  std::optional<std::size_t> find(const Value& key) const;

 private:
  std::unordered_map<std::string, std::size_t> m_indices;
};

/// sortingOrder are the indices of keys in the order of Python's sorted(). Errors: TypeError for keys without an order.
PythonResult<std::vector<std::size_t>> sortingOrder(const std::vector<ValuePtr>& keys);

/// itemAt is container[key]. Errors: KeyError, IndexError, TypeError with Python's text.
PythonResult<ValuePtr> itemAt(const Value& container, const Value& key);

/// iteratedItems are the first `atMost` items of an iteration: items, keys of a dict, characters, rows of a tensor.
/// Errors: TypeError.
PythonResult<std::vector<ValuePtr>> iteratedItems(const Value& value, std::size_t atMost);

/// rowOf is tensor[row] of a tensor or array with at least one axis.
ValuePtr rowOf(const Value& tensor, std::int64_t row);

/// strText is str(value): strings as they are, tensors of one element as torch prints them ("tensor(2.)"), larger ones
/// by shape and dtype.
std::string strText(const Value& value);

}  // namespace plumbline::numerics
