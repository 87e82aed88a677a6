// SPDX-License-Identifier: GPL-3.0-or-later
// A value read from a file: tensors, and the Python lists, dicts and numbers around them. Immutable; parts may be
// shared, but there are no cycles.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/tensors/tensor.h"

namespace plumbline::numerics {

enum class ValueKind : std::uint8_t {
  None, Bool, Integer, Float, Complex, String, Bytes, Device, Dtype,
  List, Tuple, Deque, Size, Dict, OrderedDict, Set,
  Tensor, Parameter, Array, NumpyScalar,  ///< Array: numpy.ndarray; NumpyScalar: numpy.float32 ..., one element
  Object,        ///< of a class that is none of these, with its attributes
  OpaqueTensor,  ///< a tensor whose numbers are not read: torch raises for them
};

struct Value;
using ValuePtr = std::shared_ptr<const Value>;

struct Value {
  ValueKind kind = ValueKind::None;
  bool boolean = false;            ///< Bool; of Bytes: a bytearray; of Set: a frozenset
  std::int64_t integer = 0;        ///< Integer; beyond 64 bits `text` holds its decimal digits
  double real = 0;                 ///< Float, Complex
  double imaginary = 0;
  std::string text = {};           ///< String (UTF-8), Bytes, Device ("cuda:0"), Dtype ("torch.float32"), big Integer;
                                   ///< the class of an Object, and of a Dict, OrderedDict or Tuple that has one of its own;
                                   ///< form and dtype of an OpaqueTensor: "SparseCsr torch.float32"
  std::vector<ValuePtr> items = {};  ///< List, Tuple, Deque, Size, Set; values of Dict, OrderedDict and Object
  std::vector<ValuePtr> keys = {};   ///< Dict, OrderedDict, Object: as many as items, in the file's order; never twice the same
  Tensor tensor = {};              ///< Tensor, Parameter, Array, NumpyScalar
};

ValuePtr tensorValue(Tensor tensor);
ValuePtr dictValue(std::vector<std::pair<std::string, ValuePtr>> members);

/// classText is Python's str(type(x)): "<class 'torch.Tensor'>", "<class 'collections.OrderedDict'>".
std::string classText(const Value& value);
/// typeName is its last part: "Tensor", "dict".
std::string_view typeName(const Value& value);
/// reprText is Python's repr() of anything but tensors and arrays, which are "tensor(shape, dtype)" here.
std::string reprText(const Value& value);

bool isDict(const Value& value);
/// opaqueForm and opaqueDtype of an OpaqueTensor: "SparseCsr", "torch.float32".
std::string_view opaqueForm(const Value& value);
std::string_view opaqueDtype(const Value& value);
/// isSequence: list, tuple, deque, torch.Size.
bool isSequence(const Value& value);
/// isTensorLike: tensor, parameter, numpy array.
bool isTensorLike(const Value& value);
/// isRealNumber: bool, int, float. toReal converts one.
bool isRealNumber(const Value& value);
double toReal(const Value& number);

/// setText is repr() of a set of these: "{'a', 'b'}", "set()".
std::string setText(const std::vector<ValuePtr>& items);

/// sortedKeys are the indices of a dict's members in the order of Python's sorted(keys); in the file's order if Python
/// cannot sort them.
std::vector<std::size_t> sortedKeys(const Value& dict);

/// Leaf is a value without further values inside (for same() a set is one), with its path: {"layer0.weight"}, {"1",
/// "loss"}.
struct Leaf {
  std::vector<std::string> path;
  ValuePtr value;
};
/// forEachLeaf visits leaves in the order of same(): lists in order, dicts by sorted key. Stops when `use` returns
/// false.
void forEachLeaf(const ValuePtr& root, const std::function<bool(const Leaf&)>& use);
/// pathStep is a dict key as a step of a path.
std::string pathStep(const Value& key);
/// pathText is "outputs.loss", "[1].layer0.weight"; "" for the root itself.
std::string pathText(const std::vector<std::string>& path);

}  // namespace plumbline::numerics
