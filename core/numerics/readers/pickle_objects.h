// SPDX-License-Identifier: GPL-3.0-or-later
// The objects that a pickle creates while it is read, in one list by number, so that a cycle in a hostile pickle is no
// leak. Text points into the pickle; only toValue copies it.
//
//   PickleObjects objects(view.bytes.size());
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
#include "core/numerics/tensors/dtype.h"
#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

/// Global is a name that a pickle of tensors may refer to. Each is implemented here; nothing is ever imported.
///
///   auto known = globalNamed("torch._utils", "_rebuild_tensor_v2");   // Global::RebuildTensorV2
///   auto other = globalNamed("os", "system");                         // an error that names os.system
enum class Global : std::uint8_t {
  None,
  OrderedDict, Deque, Set, Frozenset, Complex, Bytearray, Bytes, Encode,
  Size, Device, Dtype, TypedStorage, UntypedStorage,
  RebuildTensor, RebuildTensorV2, RebuildTensorV3, RebuildParameter, RebuildParameterWithState, RebuildFromType, RebuildSparse, Layout,
  RebuildNested, RebuildQuantized, RebuildMeta, RebuildWrapper, QuantizationScheme,
  TensorClass, ParameterClass,
  DefaultDict, Factory, ModelOutput, ReturnType,  ///< Factory: of a defaultdict; ModelOutput: of transformers
  Class,  ///< a class of which instances may be described, but nothing may be called
  NumpyScalar, NumpyReconstruct, NumpyFromBuffer, NumpyArray, NumpyDtype,
};

struct KnownGlobal {
  Global global = Global::None;
  Dtype dtype = Dtype::Float32;  ///< of Global::Dtype and Global::TypedStorage
  std::string_view quantized = {};  ///< of a storage of quantized numbers: "torch.quint8"
};

/// globalNamed. Errors: BadFormat with the name; the hint says what to save instead.
base::Result<KnownGlobal> globalNamed(std::string_view module, std::string_view name);
/// refusedName is the error for a name that may not be called or be a value.
base::Error refusedName(std::string_view module, std::string_view name);

using ObjectId = std::uint32_t;

/// tooManyObjects is the error when a pickle takes more memory than memoryFor its file.
base::Error tooManyObjects();

enum class ObjectKind : std::uint8_t {
  None, Bool, Integer, LongInteger, Float, Complex, String, Bytes, Device, Dtype,
  List, Tuple, Deque, Size, Dict, OrderedDict, Set,
  Instance,                                   ///< of Global::Class, with attributes
  Called,                                     ///< what a Global::Class made of arguments: unknown until items are added
  Tensor,                                     ///< any kind of a Value with a tensor
  Global, Storage, NumpyDtype, PendingArray,  ///< parts of tensors, not values
};

struct PickleObject {
  ObjectKind kind = ObjectKind::None;
  bool flag = false;                 ///< Bool; Bytes: bytearray; Set: frozenset; NumpyDtype: swapped; LongInteger: digits;
                                     ///< Instance: it got attributes
  Global global = Global::None;      ///< Global
  Dtype dtype = Dtype::Float32;      ///< Dtype, NumpyDtype; of a storage class
  std::uint32_t index = 0;           ///< Tensor, Storage: in its list; Bytes: 1 + index of their owner, 0: the pickle
  std::int64_t integer = 0;
  double real = 0, imaginary = 0;
  std::string_view text = {};        ///< String, Bytes; LongInteger: little-endian bytes, or digits; the class of an
                                     ///< Instance, Called, of a Dict, OrderedDict or Tuple that has one of its own, and of its
                                     ///< Global; of a storage class its quantized dtype
  std::vector<ObjectId> items = {};  ///< of dicts and instances: key, value, key, value ...
};

struct MadeTensor {
  ValueKind kind = ValueKind::Tensor;
  Tensor tensor = {};
  std::string form = {};  ///< of an OpaqueTensor: Value::text
};

struct MadeStorage {
  Storage storage = {};
  std::optional<Dtype> dtype = {};  ///< nothing: untyped
  std::string_view quantized = {};  ///< "torch.quint8"; "" for plain numbers
};

class PickleObjects {
 public:
  /// fileBytes: of the whole file; what its objects and values may take depends on it (memoryFor).
  explicit PickleObjects(std::uint64_t fileBytes);

  ObjectId add(PickleObject object);
  ObjectId add(MadeTensor tensor);
  ObjectId add(MadeStorage storage);
  /// none, boolean, emptyTuple and small integers are one object each.
  ObjectId none() const { return 0; }
  ObjectId boolean(bool value) const { return value ? 2 : 1; }
  ObjectId emptyTuple() const { return 3; }
  ObjectId integer(std::int64_t value);
  /// ownBytes adds Bytes that are not in the pickle.
  ObjectId ownBytes(std::string bytes);

  PickleObject& at(ObjectId id) { return m_objects[id]; }
  const PickleObject& at(ObjectId id) const { return m_objects[id]; }
  std::size_t count() const { return m_objects.size(); }
  const MadeTensor& tensorOf(ObjectId id) const { return m_tensors[at(id).index]; }
  const MadeStorage& storageOf(ObjectId id) const { return m_storages[at(id).index]; }
  /// ownerOf Bytes: nullptr if they are in the pickle.
  std::shared_ptr<const void> ownerOf(ObjectId id) const;

  /// spend charges bytes for what is made of the pickle; false over the limit.
  bool spend(std::uint64_t bytes) { return (m_spent += bytes) <= m_limit; }
  bool isFull() const { return m_spent > m_limit; }
  std::uint64_t fileBytes() const { return m_fileBytes; }

 private:
  std::vector<PickleObject> m_objects;
  std::vector<MadeTensor> m_tensors;
  std::vector<MadeStorage> m_storages;
  std::vector<std::shared_ptr<const std::string>> m_owned;
  std::uint64_t m_fileBytes, m_limit, m_spent = 0;
};

/// toValue converts an object; shared objects become shared values. Errors: BadFormat for cycles, for what is no value
/// (a class, a bare storage) and for invalid dict keys; TooLarge over kMaxNodes (2^17 below 1 MB), kMaxNesting, memoryFor
/// the file, or for tensors that repeat the file's numbers too often (2^22 below 1 MB).
base::Result<ValuePtr> toValue(PickleObjects& objects, ObjectId root);

/// kMaxNesting is the limit of lists in lists.
inline constexpr std::size_t kMaxNesting = 200;

}  // namespace plumbline::numerics
