// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/torch_rebuild.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/numerics/load_value.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

/// A storage's id is ("storage", class, key, location, number of elements); older writers add a view that is None.
constexpr std::size_t kPersistentItems = 5;
constexpr std::int64_t kMaxDeviceIndex = 127;  // torch keeps it in a signed byte

tl::unexpected<Error> bad(std::string text, std::string hint = "The file is damaged, or torch did not write it.") {
  return base::fail({.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint)});
}

tl::unexpected<Error> badCall(std::string_view what) {
  return bad("The pickle calls " + std::string(what) + " with arguments it does not take");
}

bool hasDictItems(ObjectKind kind) { return kind == ObjectKind::Dict || kind == ObjectKind::OrderedDict; }

bool hasPlainItems(ObjectKind kind) {
  return kind == ObjectKind::List || kind == ObjectKind::Tuple || kind == ObjectKind::Size || kind == ObjectKind::Set ||
         kind == ObjectKind::Deque;
}

}  // namespace

TorchRebuild::TorchRebuild(PickleObjects& objects, StorageLookup storages, Storage pickle)
    : m_objects(objects), m_storages(std::move(storages)), m_pickle(std::move(pickle)) {}

std::optional<std::vector<std::int64_t>> TorchRebuild::integersOf(ObjectId id) const {
  const PickleObject& object = m_objects.at(id);
  if (object.kind != ObjectKind::Tuple && object.kind != ObjectKind::List && object.kind != ObjectKind::Size)
    return std::nullopt;
  if (object.items.size() > kMaxAxes) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const ObjectId item : object.items) {
    if (!is(item, ObjectKind::Integer)) return std::nullopt;
    numbers.push_back(m_objects.at(item).integer);
  }
  return numbers;
}

std::optional<std::string_view> TorchRebuild::textOf(ObjectId id) const {
  if (!is(id, ObjectKind::String)) return std::nullopt;
  return m_objects.at(id).text;
}

base::Result<ObjectId> TorchRebuild::call(ObjectId function, ObjectId arguments) {
  if (!is(arguments, ObjectKind::Tuple)) return bad("The pickle calls something without a tuple of arguments");
  if (!is(function, ObjectKind::Global)) return bad("The pickle calls something that is no function");
  const Items items = m_objects.at(arguments).items;
  if (!m_objects.spend(items.size())) return bad("The pickle calls functions with more arguments than any file needs");
  switch (const Global global = m_objects.at(function).global; global) {
    case Global::OrderedDict: return orderedDict(items);
    case Global::Deque: {
      const bool hasLength = items.size() == 2 && (is(items[1], ObjectKind::None) || is(items[1], ObjectKind::Integer));
      if (items.size() > 1 && !hasLength) return badCall("collections.deque");
      return container(ObjectKind::Deque, false, items.empty() ? Items{} : Items{items[0]});
    }
    case Global::Set: return container(ObjectKind::Set, false, items);
    case Global::Frozenset: return container(ObjectKind::Set, true, items);
    case Global::Size:
      if (items.size() == 1 && !integersOf(items[0])) return badCall("torch.Size");
      return container(ObjectKind::Size, false, items);
    case Global::Complex: return complexNumber(items);
    case Global::Bytearray: return byteString(items, true);
    case Global::Bytes: return byteString(items, false);
    case Global::Encode: return encode(items);
    case Global::Device: return device(items);
    case Global::RebuildTensor:
    case Global::RebuildTensorV2:
    case Global::RebuildTensorV3: return tensor(items, global);
    case Global::RebuildParameter:
    case Global::RebuildParameterWithState: return parameter(items, global);
    case Global::RebuildFromType: return fromType(items);
    case Global::NumpyDtype: return numpyDtype(items);
    case Global::NumpyScalar: return numpyScalar(items);
    case Global::NumpyReconstruct: {
      if (items.empty() || !is(items[0], ObjectKind::Global) || m_objects.at(items[0]).global != Global::NumpyArray)
        return badCall("numpy's _reconstruct");
      return m_objects.add(PickleObject{.kind = ObjectKind::PendingArray});
    }
    case Global::NumpyFromBuffer: return numpyFromBuffer(items);
    default: return bad("The pickle calls a class that is no function of ours");
  }
}

base::Result<ObjectId> TorchRebuild::container(ObjectKind kind, bool flag, const Items& items) {
  if (items.size() > 1) return badCall("a class of containers");
  PickleObject made{.kind = kind, .flag = flag};
  if (items.size() == 1) {
    const PickleObject& source = m_objects.at(items[0]);
    if (!hasPlainItems(source.kind)) return badCall("a class of containers");
    if (!m_objects.spend(source.items.size())) return bad("The pickle copies a list more often than any file needs");
    made.items = source.items;
  }
  return m_objects.add(std::move(made));
}

base::Result<ObjectId> TorchRebuild::orderedDict(const Items& items) {
  PickleObject made{.kind = ObjectKind::OrderedDict};
  if (items.size() > 1) return badCall("collections.OrderedDict");
  if (items.size() == 1) {
    const PickleObject& source = m_objects.at(items[0]);
    if (!m_objects.spend(2 * source.items.size())) return bad("The pickle copies a dict more often than any file needs");
    if (hasDictItems(source.kind)) {
      made.items = source.items;
    } else if (hasPlainItems(source.kind)) {
      for (const ObjectId pair : source.items) {
        const PickleObject& both = m_objects.at(pair);
        if (!hasPlainItems(both.kind) || both.items.size() != 2) return badCall("collections.OrderedDict");
        made.items.insert(made.items.end(), both.items.begin(), both.items.end());
      }
    } else {
      return badCall("collections.OrderedDict");
    }
  }
  return m_objects.add(std::move(made));
}

base::Result<ObjectId> TorchRebuild::complexNumber(const Items& items) {
  if (items.size() != 2 || !is(items[0], ObjectKind::Float) || !is(items[1], ObjectKind::Float))
    return badCall("complex");
  return m_objects.add(PickleObject{.kind = ObjectKind::Complex,
                                    .real = m_objects.at(items[0]).real,
                                    .imaginary = m_objects.at(items[1]).real});
}

base::Result<ObjectId> TorchRebuild::byteString(const Items& items, bool isArray) {
  PickleObject made{.kind = ObjectKind::Bytes, .flag = isArray};
  if (items.empty()) return m_objects.add(std::move(made));
  ObjectId source = items[0];
  if (items.size() == 2) {
    auto encoded = encode(items);
    if (!encoded) return encoded;
    source = *encoded;
  }
  if (items.size() > 2 || !is(source, ObjectKind::Bytes)) return badCall(isArray ? "bytearray" : "bytes");
  made.text = m_objects.at(source).text;
  made.index = m_objects.at(source).index;
  return m_objects.add(std::move(made));
}

/// encode: how protocols up to 2 write bytes, as text of the characters U+0000 to U+00FF.
base::Result<ObjectId> TorchRebuild::encode(const Items& items) {
  const auto charset = items.size() == 2 ? textOf(items[1]) : std::nullopt;
  const auto text = items.empty() ? std::nullopt : textOf(items[0]);
  if (!text || (charset != "latin1" && charset != "latin-1")) return badCall("_codecs.encode");
  if (const auto found = m_encoded.find(items[0]); found != m_encoded.end()) return found->second;
  std::string bytes;
  bytes.reserve(text->size());
  for (std::size_t i = 0; i < text->size(); ++i) {
    const auto lead = static_cast<unsigned char>((*text)[i]);
    if (lead < 0x80) {
      bytes += static_cast<char>(lead);
      continue;
    }
    if (lead > 0xC3 || i + 1 >= text->size()) return badCall("_codecs.encode");
    const auto tail = static_cast<unsigned char>((*text)[++i]);
    bytes += static_cast<char>((lead & 0x03U) << 6U | (tail & 0x3FU));
  }
  const ObjectId made = m_objects.ownBytes(std::move(bytes));
  m_encoded.emplace(items[0], made);
  return made;
}

base::Result<ObjectId> TorchRebuild::device(const Items& items) {
  const auto type = items.empty() ? std::nullopt : textOf(items[0]);
  if (!type || items.size() > 2) return badCall("torch.device");
  if (items.size() == 1 || is(items[1], ObjectKind::None))
    return m_objects.add(PickleObject{.kind = ObjectKind::Device, .text = *type});
  const PickleObject& index = m_objects.at(items[1]);
  if (index.kind != ObjectKind::Integer || index.integer < 0 || index.integer > kMaxDeviceIndex)
    return badCall("torch.device");
  const ObjectId name = m_objects.ownBytes(std::string(*type) + ":" + std::to_string(index.integer));
  return m_objects.add(PickleObject{.kind = ObjectKind::Device, .text = m_objects.at(name).text});
}

base::Result<ObjectId> TorchRebuild::persistent(ObjectId id) {
  const Items& items = m_objects.at(id).items;
  const bool isTuple = is(id, ObjectKind::Tuple) && items.size() >= kPersistentItems &&
                       items.size() <= kPersistentItems + 1 && textOf(items[0]) == "storage";
  if (!isTuple) return bad("The pickle refers to something outside of it that is no storage");
  const PickleObject& storageClass = m_objects.at(items[1]);
  const bool isTyped = storageClass.kind == ObjectKind::Global && storageClass.global == Global::TypedStorage;
  const bool isUntyped = storageClass.kind == ObjectKind::Global && storageClass.global == Global::UntypedStorage;
  const auto key = textOf(items[2]);
  const PickleObject& count = m_objects.at(items[4]);
  if ((!isTyped && !isUntyped) || !key || !textOf(items[3]) || count.kind != ObjectKind::Integer)
    return bad("The pickle describes a storage in a form torch does not write");
  if (items.size() > kPersistentItems && !is(items[kPersistentItems], ObjectKind::None))
    return bad("The pickle holds a view of a storage, as torch wrote before version 0.4", "Save it again with torch.save.");
  const auto found = m_storages(*key);
  const std::string name = "data/" + std::string(key->substr(0, 100));
  if (!found) return bad("The pickle asks for the storage " + name + ", which is not in the archive");
  const std::size_t size = isTyped ? itemSize(storageClass.dtype) : 1;
  const auto elements = static_cast<std::uint64_t>(count.integer);
  if (count.integer < 0 || elements > found->bytes.size() / size)
    return bad("The storage " + name + " holds " + std::to_string(found->bytes.size()) + " bytes, where the pickle says " +
               std::to_string(count.integer) + " elements of " + std::to_string(size));
  MadeStorage made{.storage = *found};
  made.storage.bytes = found->bytes.first(static_cast<std::size_t>(elements) * size);
  if (isTyped) made.dtype = storageClass.dtype;
  return m_objects.add(std::move(made));
}

base::Result<void> TorchRebuild::build(ObjectId object, ObjectId state) {
  switch (m_objects.at(object).kind) {
    case ObjectKind::NumpyDtype: return buildNumpyDtype(object, state);
    case ObjectKind::PendingArray: return buildArray(object, state);
    case ObjectKind::OrderedDict:
      // state_dict() hangs the versions of its modules on the dict; they are no results.
      if (is(state, ObjectKind::Dict) || is(state, ObjectKind::None)) return {};
      [[fallthrough]];
    default: return bad("The pickle gives a state to something that has none");
  }
}

}  // namespace plumbline::numerics
