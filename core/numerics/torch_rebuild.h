// SPDX-License-Identifier: GPL-3.0-or-later
// What the calls in a pickle come to: for each function and class we know, its own rule, checked to the last number. The
// pickle reader asks; errors here say what is wrong, and the reader adds where.
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
#include "core/numerics/pickle_objects.h"

namespace plumbline::numerics {

/// StorageLookup finds the bytes of a storage by its key in the archive ("3" is data/3); nothing when there are none.
using StorageLookup = std::function<std::optional<Storage>(std::string_view key)>;

class TorchRebuild {
 public:
  /// `pickle` is what holds the pickle's bytes: numpy's numbers stay there.
  TorchRebuild(PickleObjects& objects, StorageLookup storages, Storage pickle);

  /// call is REDUCE and NEWOBJ: `function` of a tuple of arguments.
  base::Result<ObjectId> call(ObjectId function, ObjectId arguments);
  /// build is BUILD: the state of an object that was just made.
  base::Result<void> build(ObjectId object, ObjectId state);
  /// persistent is BINPERSID: a storage.
  base::Result<ObjectId> persistent(ObjectId id);

 private:
  using Items = std::vector<ObjectId>;
  base::Result<ObjectId> container(ObjectKind kind, bool flag, const Items& items);
  base::Result<ObjectId> orderedDict(const Items& items);
  base::Result<ObjectId> complexNumber(const Items& items);
  base::Result<ObjectId> byteString(const Items& items, bool isArray);
  base::Result<ObjectId> encode(const Items& items);
  base::Result<ObjectId> device(const Items& items);
  base::Result<ObjectId> tensor(const Items& items, Global form);
  base::Result<ObjectId> parameter(const Items& items, Global form);
  base::Result<ObjectId> fromType(const Items& items);
  base::Result<ObjectId> numpyDtype(const Items& items);
  base::Result<ObjectId> numpyScalar(const Items& items);
  base::Result<ObjectId> numpyFromBuffer(const Items& items);
  base::Result<void> buildNumpyDtype(ObjectId object, ObjectId state);
  base::Result<void> buildArray(ObjectId object, ObjectId state);

  base::Result<MadeTensor> numpyTensor(ObjectId bytes, ObjectId dtype, std::vector<std::int64_t> sizes, bool isFortran);
  std::optional<std::vector<std::int64_t>> integersOf(ObjectId id) const;
  std::optional<std::string_view> textOf(ObjectId id) const;
  bool is(ObjectId id, ObjectKind kind) const { return m_objects.at(id).kind == kind; }

  PickleObjects& m_objects;
  StorageLookup m_storages;
  Storage m_pickle;
  std::unordered_map<ObjectId, ObjectId> m_encoded;       // text to its bytes: made once
};

/// checkedTensor places sizes and strides in a storage of `bytes`. Errors: BadFormat unless every element lies inside.
base::Result<Tensor> checkedTensor(Dtype dtype, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides,
                                   std::int64_t offset, Storage storage);

}  // namespace plumbline::numerics
