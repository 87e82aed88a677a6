// SPDX-License-Identifier: GPL-3.0-or-later
// Implements the calls in a pickle: known functions and classes of torch and numpy, with every argument checked. The
// pickle reader adds the offset to the errors.
//
//   TorchRebuild rebuild(objects, [&](std::string_view key) { return storageNamed(key); });
//   auto tensor = rebuild.call(function, arguments);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/numerics/readers/pickle_objects.h"

namespace plumbline::numerics {

/// StorageRequest is a storage as the pickle describes it; the key is that in the archive ("3" is data/3).
struct StorageRequest {
  std::string_view key;
  std::uint64_t elements = 0;
  std::size_t itemBytes = 1;
};
/// StorageLookup finds the bytes of a storage; nullopt if there is none. A storage without an owner is not read yet.
using StorageLookup = std::function<std::optional<Storage>(const StorageRequest& request)>;

class TorchRebuild {
 public:
  /// `pickle` holds the pickle's bytes, which contain numpy's numbers.
  TorchRebuild(PickleObjects& objects, StorageLookup storages, Storage pickle);

  /// call is REDUCE and NEWOBJ (`isNew`): `function` of a tuple of arguments.
  base::Result<ObjectId> call(ObjectId function, ObjectId arguments, bool isNew);
  /// build is BUILD: the state of an object that was just made.
  base::Result<void> build(ObjectId object, ObjectId state);
  /// persistent is BINPERSID: a storage.
  base::Result<ObjectId> persistent(ObjectId id);

 private:
  using Items = std::vector<ObjectId>;
  base::Result<ObjectId> container(ObjectKind kind, bool flag, const Items& items);
  base::Result<ObjectId> orderedDict(const Items& items);
  base::Result<ObjectId> ownClass(ObjectId function, const Items& items);
  base::Result<ObjectId> complexNumber(const Items& items);
  base::Result<ObjectId> byteString(const Items& items, bool isArray);
  base::Result<ObjectId> encode(const Items& items);
  base::Result<ObjectId> device(const Items& items);
  base::Result<ObjectId> tensor(const Items& items, Global form);
  base::Result<ObjectId> parameter(const Items& items, Global form);
  base::Result<ObjectId> fromType(const Items& items);
  base::Result<ObjectId> sparse(const Items& items);
  base::Result<ObjectId> compressedSparse(std::string_view form, const Items& parts);
  base::Result<ObjectId> opaque(const Items& items, Global form);
  base::Result<ObjectId> instance(ObjectId function, const Items& items, bool isNew);
  base::Result<ObjectId> numpyDtype(const Items& items);
  base::Result<ObjectId> numpyScalar(const Items& items);
  base::Result<ObjectId> numpyFromBuffer(const Items& items);
  base::Result<void> buildNumpyDtype(ObjectId object, ObjectId state);
  base::Result<void> buildArray(ObjectId object, ObjectId state);
  base::Result<void> buildInstance(ObjectId object, ObjectId state);

  base::Result<MadeTensor> numpyTensor(ObjectId bytes, ObjectId dtype, std::vector<std::int64_t> sizes, bool isFortran);
  std::optional<std::vector<std::int64_t>> integersOf(ObjectId id) const;
  std::optional<std::string_view> textOf(ObjectId id) const;
  /// layout is a torch.layout, an object of that class; nameOfLayout is its name, "torch.sparse_coo".
  ObjectId layout(ObjectId name);
  std::optional<std::string_view> nameOfLayout(ObjectId id) const;
  bool is(ObjectId id, ObjectKind kind) const { return m_objects.at(id).kind == kind; }

  PickleObjects& m_objects;
  StorageLookup m_storages;
  Storage m_pickle;
  std::unordered_map<ObjectId, ObjectId> m_encoded;       // bytes by text
};

/// checkedTensor. Errors: BadFormat unless every element lies inside the storage.
base::Result<Tensor> checkedTensor(Dtype dtype, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides,
                                   std::int64_t offset, Storage storage);

}  // namespace plumbline::numerics
