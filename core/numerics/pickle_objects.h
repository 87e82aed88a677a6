// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle makes while it is read: objects in one list, told apart by number, so that a hostile one that holds itself
// is no leak. Text points into the pickle; only toValue copies it.
//
//   PickleObjects objects;
//   const ObjectId list = objects.add({.kind = ObjectKind::List});
//   objects.at(list).items.push_back(objects.integer(3));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/pickle_globals.h"
#include "core/numerics/value.h"

namespace plumbline::numerics {

using ObjectId = std::uint32_t;

enum class ObjectKind : std::uint8_t {
  None, Bool, Integer, LongInteger, Float, Complex, String, Bytes, Device, Dtype,
  List, Tuple, Deque, Size, Dict, OrderedDict, Set,
  Tensor,                                     ///< any of the kinds of a Value with numbers
  Global, Storage, NumpyDtype, PendingArray,  ///< parts of tensors, no values by themselves
};

struct PickleObject {
  ObjectKind kind = ObjectKind::None;
  bool flag = false;                 ///< Bool; Bytes: bytearray; Set: frozenset; NumpyDtype: swapped; LongInteger: as digits
  Global global = Global::None;      ///< Global
  Dtype dtype = Dtype::Float32;      ///< Dtype, NumpyDtype; of a storage class
  std::uint32_t index = 0;           ///< Tensor, Storage: place in its list; Bytes: 1 + place of their owner, 0: the pickle's
  std::int64_t integer = 0;
  double real = 0, imaginary = 0;
  std::string_view text = {};        ///< String, Bytes; LongInteger: little-endian bytes, or digits
  std::vector<ObjectId> items = {};  ///< of dicts: key, value, key, value ...
};

struct MadeTensor {
  ValueKind kind = ValueKind::Tensor;
  Tensor tensor = {};
};

struct MadeStorage {
  Storage storage = {};
  std::optional<Dtype> dtype = {};  ///< nothing: untyped
};

class PickleObjects {
 public:
  PickleObjects();

  ObjectId add(PickleObject object);
  ObjectId add(MadeTensor tensor);
  ObjectId add(MadeStorage storage);
  /// none, boolean, emptyTuple and small integers are one object each.
  ObjectId none() const { return 0; }
  ObjectId boolean(bool value) const { return value ? 2 : 1; }
  ObjectId emptyTuple() const { return 3; }
  ObjectId integer(std::int64_t value);
  /// ownBytes makes Bytes of memory of our own.
  ObjectId ownBytes(std::string bytes);

  PickleObject& at(ObjectId id) { return m_objects[id]; }
  const PickleObject& at(ObjectId id) const { return m_objects[id]; }
  std::size_t count() const { return m_objects.size(); }
  const MadeTensor& tensorOf(ObjectId id) const { return m_tensors[at(id).index]; }
  const MadeStorage& storageOf(ObjectId id) const { return m_storages[at(id).index]; }
  /// ownerOf Bytes: null when they lie in the pickle.
  std::shared_ptr<const void> ownerOf(ObjectId id) const;

  /// spend counts what is copied between objects; false when it is too much for any honest file.
  bool spend(std::size_t items);
  bool isFull() const;

 private:
  std::vector<PickleObject> m_objects;
  std::vector<MadeTensor> m_tensors;
  std::vector<MadeStorage> m_storages;
  std::vector<std::shared_ptr<const std::string>> m_owned;
  std::uint64_t m_spent = 0;
};

/// toValue makes the value of an object, shared where it is shared. Errors: BadFormat for what holds itself, what is no
/// value (a class, a bare storage) and keys that no dict can have; TooLarge over kMaxNodes or kMaxNesting.
base::Result<ValuePtr> toValue(const PickleObjects& objects, ObjectId root);

/// kMaxNesting is how deep lists in lists may be.
inline constexpr std::size_t kMaxNesting = 200;

}  // namespace plumbline::numerics
