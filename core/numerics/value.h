// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of results holds, in Python's words: tensors, and the lists, dicts and numbers around them. Never changes
// after it was read; parts may be shared, but there are no cycles.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/tensor.h"

namespace plumbline::numerics {

enum class ValueKind : std::uint8_t {
  None, Bool, Integer, Float, Complex, String, Bytes, Device, Dtype,
  List, Tuple, Deque, Size, Dict, OrderedDict, Set,
  Tensor, Parameter, Array, NumpyScalar,  ///< Array: numpy.ndarray; NumpyScalar: numpy.float32 and the like, one element
};

struct Value;
using ValuePtr = std::shared_ptr<const Value>;

struct Value {
  ValueKind kind = ValueKind::None;
  bool boolean = false;            ///< Bool; of Bytes: a bytearray; of Set: a frozenset
  std::int64_t integer = 0;        ///< Integer; beyond 64 bits `text` holds its decimal digits
  double real = 0;                 ///< Float, Complex
  double imaginary = 0;
  std::string text = {};           ///< String (UTF-8), Bytes, Device ("cuda:0"), Dtype ("torch.float32"), big Integer
  std::vector<ValuePtr> items = {};  ///< List, Tuple, Deque, Size, Set; values of Dict and OrderedDict
  std::vector<ValuePtr> keys = {};   ///< Dict, OrderedDict: as many as items, in the file's order; never twice the same
  Tensor tensor = {};              ///< Tensor, Parameter, Array, NumpyScalar
};

ValuePtr tensorValue(Tensor tensor);
ValuePtr dictValue(std::vector<std::pair<std::string, ValuePtr>> members);

/// classText is what Python's str(type(x)) says: "<class 'torch.Tensor'>", "<class 'collections.OrderedDict'>".
std::string classText(const Value& value);
/// typeName is its last part: "Tensor", "dict".
std::string_view typeName(const Value& value);
/// reprText is Python's repr() of anything but tensors and arrays, which are "tensor(shape, dtype)" here.
std::string reprText(const Value& value);

/// sortedKeys are the places of a dict's members as Python's sorted(keys) has them; in the file's order where Python could
/// not sort them.
std::vector<std::size_t> sortedKeys(const Value& dict);

/// Leaf is something that holds no further values (same() takes a set as one), with the way there: "layer0.weight", "[1]['loss']" become
/// {"layer0.weight"}, {"1", "loss"}.
struct Leaf {
  std::vector<std::string> path;
  ValuePtr value;
};
/// forEachLeaf goes through in the order same() does (lists in order, dicts by sorted key). Stops when `use` says false.
void forEachLeaf(const ValuePtr& root, const std::function<bool(const Leaf&)>& use);
/// pathText is "outputs.loss", "[1].layer0.weight"; "" for the root itself.
std::string pathText(const std::vector<std::string>& path);

}  // namespace plumbline::numerics
