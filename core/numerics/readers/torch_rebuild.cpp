// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/torch_rebuild.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

/// A storage's id is ("storage", class, key, location, number of elements); older writers add a view that is None.
constexpr std::size_t kPersistentItems = 5;
constexpr std::int64_t kMaxDeviceIndex = 127;  // torch keeps it in a signed byte

bool hasDictItems(ObjectKind kind) { return kind == ObjectKind::Dict || kind == ObjectKind::OrderedDict; }

bool hasPlainItems(ObjectKind kind) {
  return kind == ObjectKind::List || kind == ObjectKind::Tuple || kind == ObjectKind::Size || kind == ObjectKind::Set ||
         kind == ObjectKind::Deque;
}

constexpr std::string_view kDamaged = "The file is damaged, or torch did not write it.";

tl::unexpected<Error> pickleError(std::string text, std::string hint = std::string(kDamaged)) {
  return base::fail(ErrorCode::BadFormat, std::move(text), std::move(hint));
}

tl::unexpected<Error> badCall(std::string_view what) {
  return pickleError("The pickle calls " + std::string(what) + " with arguments it does not take");
}

std::string_view nameOf(Global form) {
  switch (form) {
    case Global::RebuildTensor: return "torch._utils._rebuild_tensor";
    case Global::RebuildTensorV2: return "torch._utils._rebuild_tensor_v2";
    case Global::RebuildTensorV3: return "torch._utils._rebuild_tensor_v3";
    case Global::RebuildParameter: return "torch._utils._rebuild_parameter";
    default: return "torch._utils._rebuild_parameter_with_state";
  }
}

/// wrapperTensor refuses a tensor that is made of others, as DTensor is.
tl::unexpected<Error> wrapperTensor(const PickleObject& type) {
  const bool isNamed = type.kind == ObjectKind::Global && !type.text.empty();
  return pickleError("The pickle holds a tensor of the class " + (isNamed ? std::string(type.text) : "of its own") + ", which is not read",
                     "Save plain tensors instead: those of a DTensor are tensor.full_tensor() and tensor.to_local().");
}

constexpr std::size_t kMaxDeviceName = 32;

struct CompressedLayout {
  std::string_view name, form;
};
constexpr std::array kCompressedLayouts{
    CompressedLayout{"torch.sparse_csr", "SparseCsr"}, CompressedLayout{"torch.sparse_csc", "SparseCsc"},
    CompressedLayout{"torch.sparse_bsr", "SparseBsr"}, CompressedLayout{"torch.sparse_bsc", "SparseBsc"}};

constexpr std::string_view kLayoutClass = "torch.layout";

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

base::Result<ObjectId> TorchRebuild::call(ObjectId function, ObjectId arguments, bool isNew) {
  if (!is(arguments, ObjectKind::Tuple)) return pickleError("The pickle calls something without a tuple of arguments");
  if (!is(function, ObjectKind::Global)) return pickleError("The pickle calls something that is no function");
  const Items items = m_objects.at(arguments).items;
  if (!m_objects.spend(sizeof(ObjectId) * items.size())) return base::fail(tooManyObjects());
  switch (const Global global = m_objects.at(function).global; global) {
    case Global::OrderedDict: return orderedDict(items);
    case Global::Deque: {
      const bool hasLength = items.size() == 2 && (is(items[1], ObjectKind::None) || is(items[1], ObjectKind::Integer));
      if (items.size() > 1 && !hasLength) return badCall("collections.deque");
      return container(ObjectKind::Deque, false, items.empty() ? Items{} : Items{items[0]});
    }
    case Global::DefaultDict:
    case Global::ModelOutput:
    case Global::ReturnType: return ownClass(function, items);
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
    case Global::RebuildSparse: return sparse(items);
    case Global::RebuildNested:
    case Global::RebuildQuantized:
    case Global::RebuildMeta: return opaque(items, global);
    case Global::RebuildWrapper: return wrapperTensor(items.empty() ? PickleObject{} : m_objects.at(items[0]));
    case Global::Class: return instance(function, items, isNew);
    case Global::Layout:
      if (items.size() != 1 || !textOf(items[0])) return badCall("torch.layout");
      return layout(items[0]);
    case Global::NumpyDtype: return numpyDtype(items);
    case Global::NumpyScalar: return numpyScalar(items);
    case Global::NumpyReconstruct: {
      if (items.empty() || !is(items[0], ObjectKind::Global) || m_objects.at(items[0]).global != Global::NumpyArray)
        return badCall("numpy's _reconstruct");
      return m_objects.add(PickleObject{.kind = ObjectKind::PendingArray});
    }
    case Global::NumpyFromBuffer: return numpyFromBuffer(items);
    default: return pickleError("The pickle calls a class that is no function of ours");
  }
}

base::Result<ObjectId> TorchRebuild::container(ObjectKind kind, bool flag, const Items& items) {
  if (items.size() > 1) return badCall("a class of containers");
  PickleObject made{.kind = kind, .flag = flag};
  if (items.size() == 1) {
    const PickleObject& source = m_objects.at(items[0]);
    if (!hasPlainItems(source.kind)) return badCall("a class of containers");
    if (!m_objects.spend(sizeof(ObjectId) * source.items.size())) return base::fail(tooManyObjects());
    made.items = source.items;
  }
  return m_objects.add(std::move(made));
}

/// ownClass makes a dict or tuple that keeps the name of its class. The members of a dict follow as items; the arguments
/// of a ModelOutput repeat them.
base::Result<ObjectId> TorchRebuild::ownClass(ObjectId function, const Items& items) {
  const PickleObject callee = m_objects.at(function);
  PickleObject made{.kind = ObjectKind::OrderedDict, .text = callee.text};
  if (callee.global == Global::DefaultDict) {
    made.kind = ObjectKind::Dict;
    if (items.size() > 1 || (items.size() == 1 && !is(items[0], ObjectKind::Global) && !is(items[0], ObjectKind::None)))
      return badCall(callee.text);
  } else if (callee.global == Global::ReturnType) {
    made.kind = ObjectKind::Tuple;
    if (items.empty() || items.size() > 2 || !is(items[0], ObjectKind::Tuple)) return badCall(callee.text);
    made.items = m_objects.at(items[0]).items;
    if (!m_objects.spend(sizeof(ObjectId) * made.items.size())) return base::fail(tooManyObjects());
  }
  return m_objects.add(std::move(made));
}

/// instance describes an object of an unknown class: a namedtuple by its items, others by attributes.
base::Result<ObjectId> TorchRebuild::instance(ObjectId function, const Items& items, bool isNew) {
  const std::string_view name = m_objects.at(function).text;
  // What a class makes of arguments is unknown, unless the items of a dict or list follow.
  if (!isNew) return m_objects.add(PickleObject{.kind = ObjectKind::Called, .text = name});
  return m_objects.add(PickleObject{.kind = items.empty() ? ObjectKind::Instance : ObjectKind::Tuple, .text = name, .items = items});
}

/// buildInstance takes attributes from a dict, or from (dict, dict of slots).
base::Result<void> TorchRebuild::buildInstance(ObjectId object, ObjectId state) {
  const PickleObject& given = m_objects.at(state);
  PickleObject& made = m_objects.at(object);
  for (const ObjectId each : given.kind == ObjectKind::Tuple && given.items.size() == 2 ? given.items : Items{state}) {
    if (is(each, ObjectKind::None)) continue;
    if (!is(each, ObjectKind::Dict)) return pickleError("The pickle gives an object of " + std::string(made.text) + " a state that is no dict");
    const Items members = m_objects.at(each).items;
    if (!m_objects.spend(sizeof(ObjectId) * 2 * members.size())) return base::fail(tooManyObjects());
    // A tuple's own class gets one tuple; a namedtuple gets its items, and has no attributes.
    if (made.kind == ObjectKind::Tuple && !members.empty() && !(made.items.size() == 1 && is(made.items[0], ObjectKind::Tuple)))
      return pickleError("The pickle makes an object of " + std::string(made.text) + " from arguments, and only that class knows what they mean",
                         "Nothing of it was run. Save vars(result), a plain dict, instead.");
    if (made.kind != ObjectKind::Instance) continue;  // a class made of dict, list or tuple: same() looks at its items only
    made.flag = true;
    made.items.insert(made.items.end(), members.begin(), members.end());
  }
  return {};
}

base::Result<ObjectId> TorchRebuild::orderedDict(const Items& items) {
  PickleObject made{.kind = ObjectKind::OrderedDict};
  if (items.size() > 1) return badCall("collections.OrderedDict");
  if (items.size() == 1) {
    const PickleObject& source = m_objects.at(items[0]);
    if (!m_objects.spend(sizeof(ObjectId) * 2 * source.items.size())) return base::fail(tooManyObjects());
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
  return m_objects.add(PickleObject{
      .kind = ObjectKind::Complex, .real = m_objects.at(items[0]).real, .imaginary = m_objects.at(items[1]).real});
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

/// encode: protocols up to 2 write bytes as text of the characters U+0000 to U+00FF.
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
  // The legacy format keeps the source of a module beside its class.
  if (is(id, ObjectKind::Tuple) && items.size() == 4 && textOf(items[0]) == "module" && is(items[1], ObjectKind::Global)) return items[1];
  const bool isTuple = is(id, ObjectKind::Tuple) && items.size() >= kPersistentItems &&
                       items.size() <= kPersistentItems + 1 && textOf(items[0]) == "storage";
  if (!isTuple) return pickleError("The pickle refers to something outside of it that is no storage");
  const PickleObject& storageClass = m_objects.at(items[1]);
  const bool isTyped = storageClass.kind == ObjectKind::Global && storageClass.global == Global::TypedStorage;
  const bool isUntyped = storageClass.kind == ObjectKind::Global && storageClass.global == Global::UntypedStorage;
  const auto key = textOf(items[2]);
  const PickleObject& count = m_objects.at(items[4]);
  const auto device = textOf(items[3]);
  if ((!isTyped && !isUntyped) || !key || !device || device->size() > kMaxDeviceName || count.kind != ObjectKind::Integer)
    return pickleError("The pickle describes a storage in a form torch does not write");
  if (items.size() > kPersistentItems && !is(items[kPersistentItems], ObjectKind::None))
    return pickleError("The pickle holds a view of a storage, as torch wrote before version 0.4",
                       "Save it again with torch.save.");
  const std::size_t size = isTyped ? itemSize(storageClass.dtype) : 1;
  const auto elements = static_cast<std::uint64_t>(count.integer);
  const auto found = m_storages({*key, elements, size});
  const std::string name = "data/" + std::string(key->substr(0, 100));
  if (!found) return pickleError("The pickle asks for the storage " + name + ", which is not in the archive");
  if (count.integer < 0 || elements > found->bytes.size() / size)
    return pickleError("The storage " + name + " holds " + std::to_string(found->bytes.size()) +
                       " bytes, where the pickle says " + std::to_string(count.integer) + " elements of " +
                       std::to_string(size));
  MadeStorage made{.storage = *found};
  made.storage.bytes = found->bytes.first(static_cast<std::size_t>(elements) * size);
  if (*device != "cpu") made.storage.device = *device;
  if (isTyped) made.dtype = storageClass.dtype;
  if (isTyped) made.quantized = storageClass.text;
  return m_objects.add(std::move(made));
}

base::Result<void> TorchRebuild::build(ObjectId object, ObjectId state) {
  switch (m_objects.at(object).kind) {
    case ObjectKind::NumpyDtype: return buildNumpyDtype(object, state);
    case ObjectKind::PendingArray: return buildArray(object, state);
    case ObjectKind::Instance: return buildInstance(object, state);
    case ObjectKind::Dict:
    case ObjectKind::List:
    case ObjectKind::Tuple:
      if (!m_objects.at(object).text.empty()) return buildInstance(object, state);
      return pickleError("The pickle gives a state to something that has none");
    case ObjectKind::OrderedDict:
      // state_dict() attaches the versions of its modules; they are no results.
      if (is(state, ObjectKind::Dict) || is(state, ObjectKind::None)) return {};
      [[fallthrough]];
    default: return pickleError("The pickle gives a state to something that has none");
  }
}

base::Result<Tensor> checkedTensor(Dtype dtype, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides,
                                   std::int64_t offset, Storage storage) {
  const auto isNegative = [](std::int64_t number) { return number < 0; };
  if (sizes.size() != strides.size() || std::ranges::any_of(sizes, isNegative) ||
      std::ranges::any_of(strides, isNegative) || offset < 0)
    return pickleError("The pickle describes a tensor with sizes, strides or an offset that no tensor has");
  std::int64_t count = 1;
  for (const std::int64_t size : sizes)
    if (size > 0 && __builtin_mul_overflow(count, size, &count))
      return pickleError("The pickle describes a tensor of more elements than can be counted");
  const auto elements = static_cast<std::int64_t>(storage.bytes.size() / itemSize(dtype));
  if (std::ranges::find(sizes, 0) != sizes.end()) {
    // No element is ever accessed; strides and offset may be anything.
    strides.assign(sizes.size(), 1);
    offset = std::min(offset, elements);
  } else {
    std::int64_t last = offset;
    bool isInside = offset < elements;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      std::int64_t reach = 0;
      isInside = isInside && !__builtin_mul_overflow(sizes[i] - 1, strides[i], &reach) &&
                 !__builtin_add_overflow(last, reach, &last) && last < elements;
      if (sizes[i] == 1) strides[i] = std::min(strides[i], elements);
    }
    if (!isInside)
      return pickleError("The pickle describes a tensor of size " + shapeText(sizes) +
                         " that reaches beyond its storage " + storage.name + " of " + std::to_string(elements) +
                         " elements");
  }
  Tensor tensor;
  tensor.dtype = dtype;
  tensor.sizes = std::move(sizes);
  tensor.strides = std::move(strides);
  tensor.offset = offset;
  tensor.storage = std::move(storage);
  return tensor;
}

base::Result<ObjectId> TorchRebuild::tensor(const Items& items, Global form) {
  const std::string_view name = nameOf(form);
  const bool hasGrad = form != Global::RebuildTensor;
  const bool hasDtype = form == Global::RebuildTensorV3;
  const std::size_t minItems = hasDtype ? 7 : hasGrad ? 6 : 4;
  if (items.size() < minItems || items.size() > minItems + (hasGrad ? 1 : 0)) return badCall(name);
  auto sizes = integersOf(items[2]);
  auto strides = integersOf(items[3]);
  if (!is(items[0], ObjectKind::Storage) || !is(items[1], ObjectKind::Integer) || !sizes || !strides ||
      (hasGrad && !is(items[4], ObjectKind::Bool)) || (hasDtype && !is(items[6], ObjectKind::Dtype)))
    return badCall(name);
  bool isConjugated = false, isNegated = false;
  if (items.size() > minItems) {
    const PickleObject& later = m_objects.at(items.back());
    if (later.kind != ObjectKind::Dict && later.kind != ObjectKind::None) return badCall(name);
    for (std::size_t i = 0; i + 1 < later.items.size(); i += 2) {
      const auto bit = textOf(later.items[i]);
      if ((bit != "conj" && bit != "neg") || !is(later.items[i + 1], ObjectKind::Bool)) return badCall(name);
      (bit == "conj" ? isConjugated : isNegated) = m_objects.at(later.items[i + 1]).flag;
    }
  }
  const MadeStorage& storage = m_objects.storageOf(items[0]);
  const std::optional<Dtype> dtype = hasDtype ? m_objects.at(items[6]).dtype : storage.dtype;
  if (!dtype) return pickleError("The pickle makes a tensor without a dtype");
  auto made =
      checkedTensor(*dtype, *std::move(sizes), *std::move(strides), m_objects.at(items[1]).integer, storage.storage);
  if (!made) return base::fail(made.error());
  made->requiresGrad = hasGrad && m_objects.at(items[4]).flag;
  // Only views of complex numbers have these bits.
  if ((isConjugated && !isComplex(*dtype)) || (isNegated && isIntegral(*dtype))) return badCall(name);
  made->isConjugated = isConjugated;
  made->isNegated = isNegated;
  return m_objects.add(MadeTensor{.tensor = *std::move(made)});
}

base::Result<ObjectId> TorchRebuild::parameter(const Items& items, Global form) {
  if (items.size() != (form == Global::RebuildParameter ? 3U : 4U) || !is(items[0], ObjectKind::Tensor) ||
      !is(items[1], ObjectKind::Bool))
    return badCall(nameOf(form));
  MadeTensor made = m_objects.tensorOf(items[0]);
  if (made.kind != ValueKind::Tensor && made.kind != ValueKind::Parameter) return badCall(nameOf(form));
  made.kind = ValueKind::Parameter;
  made.tensor.requiresGrad = m_objects.at(items[1]).flag;
  return m_objects.add(std::move(made));
}

/// fromType: a tensor with attributes, which are ignored.
base::Result<ObjectId> TorchRebuild::fromType(const Items& items) {
  constexpr std::string_view kName = "torch._tensor._rebuild_from_type_v2";
  if (items.size() != 4 || !is(items[0], ObjectKind::Global) || !is(items[1], ObjectKind::Global))
    return badCall(kName);
  const Global form = m_objects.at(items[0]).global;
  const Global type = m_objects.at(items[1]).global;
  if (form == Global::RebuildWrapper) return wrapperTensor(m_objects.at(items[1]));
  const bool isTensor =
      form == Global::RebuildTensor || form == Global::RebuildTensorV2 || form == Global::RebuildTensorV3;
  if (!isTensor || (type != Global::TensorClass && type != Global::ParameterClass && type != Global::Class))
    return badCall(kName);
  auto inner = call(items[0], items[2], false);
  if (!inner || type != Global::ParameterClass) return inner;
  MadeTensor made = m_objects.tensorOf(*inner);
  made.kind = ValueKind::Parameter;
  return m_objects.add(std::move(made));
}

ObjectId TorchRebuild::layout(ObjectId name) {
  const ObjectId key = m_objects.add(PickleObject{.kind = ObjectKind::String, .text = "name"});
  return m_objects.add(PickleObject{.kind = ObjectKind::Instance, .flag = true, .text = kLayoutClass, .items = {key, name}});
}

std::optional<std::string_view> TorchRebuild::nameOfLayout(ObjectId id) const {
  const PickleObject& object = m_objects.at(id);
  const bool isLayout = object.kind == ObjectKind::Instance && object.text == kLayoutClass && object.items.size() == 2;
  return isLayout ? textOf(object.items[1]) : std::nullopt;
}

/// sparse reads (layout, (indices, values, size, is coalesced)).
base::Result<ObjectId> TorchRebuild::sparse(const Items& items) {
  constexpr std::string_view kName = "torch._utils._rebuild_sparse_tensor";
  const auto layout = items.size() == 2 ? nameOfLayout(items[0]) : std::nullopt;
  if (!layout || !is(items[1], ObjectKind::Tuple)) return badCall(kName);
  const auto refuse = [](const std::string& what) {
    return pickleError("The pickle holds a sparse tensor " + what + ", which is not read",
                       "Save tensor.to_dense() instead.");
  };
  const Items parts = m_objects.at(items[1]).items;
  const auto compressed = std::ranges::find(kCompressedLayouts, *layout, &CompressedLayout::name);
  if (compressed != kCompressedLayouts.end()) return compressedSparse(compressed->form, parts);
  if (layout != "torch.sparse_coo") return refuse("of the layout " + std::string(layout->substr(0, kMaxDeviceName)));
  const auto sizes = parts.size() < 3 ? std::nullopt : integersOf(parts[2]);
  if (!sizes || !is(parts[0], ObjectKind::Tensor) || !is(parts[1], ObjectKind::Tensor)) return badCall(kName);
  const Tensor indices = m_objects.tensorOf(parts[0]).tensor, values = m_objects.tensorOf(parts[1]).tensor;
  if (values.storage.owner == nullptr) return m_objects.add(MadeTensor{.tensor = values});
  const auto elements = checkedElementCount(*sizes);
  std::size_t bytes = 0;
  if (!elements || __builtin_mul_overflow(static_cast<std::size_t>(*elements), itemSize(values.dtype), &bytes) || !m_objects.spend(bytes))
    return base::fail(tooManyObjects());
  auto dense = toDense(indices, values, *sizes);
  if (!dense) return refuse(dense.error());
  return m_objects.add(MadeTensor{.tensor = *std::move(dense)});
}

/// compressedSparse: (indices of rows or columns, the other ones, values, size).
base::Result<ObjectId> TorchRebuild::compressedSparse(std::string_view form, const Items& parts) {
  if (parts.size() != 4 || !is(parts[2], ObjectKind::Tensor)) return badCall("torch._utils._rebuild_sparse_tensor");
  const Tensor& values = m_objects.tensorOf(parts[2]).tensor;
  return m_objects.add(MadeTensor{.kind = ValueKind::OpaqueTensor, .form = std::string(form) + " " + std::string(torchName(values.dtype))});
}

/// opaque: a tensor that same() raises for, whatever its numbers are.
base::Result<ObjectId> TorchRebuild::opaque(const Items& items, Global form) {
  MadeTensor made{.kind = ValueKind::OpaqueTensor};
  if (form == Global::RebuildNested) {
    if (items.size() != 4 || !is(items[0], ObjectKind::Tensor)) return badCall("torch._utils._rebuild_nested_tensor");
    const Tensor& buffer = m_objects.tensorOf(items[0]).tensor;
    made.form = std::string(buffer.storage.device.empty() ? "NestedTensorCPU " : "NestedTensorCUDA ") + std::string(torchName(buffer.dtype));
  } else if (form == Global::RebuildQuantized) {
    const bool isStorage = items.size() == 7 && is(items[0], ObjectKind::Storage) && !m_objects.storageOf(items[0]).quantized.empty();
    if (!isStorage || !integersOf(items[2])) return badCall("torch._utils._rebuild_qtensor");
    made.form = "Quantized " + std::string(m_objects.storageOf(items[0]).quantized);
  } else {
    if (items.size() != 4 || !is(items[0], ObjectKind::Dtype) || !integersOf(items[1])) return badCall("torch._utils._rebuild_meta_tensor_no_storage");
    made.form = "Meta " + std::string(torchName(m_objects.at(items[0]).dtype));
  }
  return m_objects.add(std::move(made));
}

base::Result<ObjectId> TorchRebuild::numpyDtype(const Items& items) {
  auto name = items.empty() ? std::nullopt : textOf(items[0]);
  if (!name || items.size() > 3) return badCall("numpy.dtype");
  PickleObject made{.kind = ObjectKind::NumpyDtype, .flag = name->starts_with('>')};
  if (!name->empty() && std::string_view("<>=|").find(name->front()) != std::string_view::npos) name->remove_prefix(1);
  const auto dtype = dtypeOfNumpyCode(*name);
  if (!dtype)
    return pickleError(
        "The pickle holds a numpy array of dtype '" + std::string(name->substr(0, 50)) + "', which is not read",
        "Save it as an array of numbers or bools.");
  made.dtype = *dtype;
  return m_objects.add(std::move(made));
}

/// buildNumpyDtype: (version, byte order, fields of structured types).
base::Result<void> TorchRebuild::buildNumpyDtype(ObjectId object, ObjectId state) {
  constexpr std::size_t kMinItems = 5, kMaxItems = 9;
  const PickleObject& given = m_objects.at(state);
  if (given.kind != ObjectKind::Tuple || given.items.size() < kMinItems || given.items.size() > kMaxItems)
    return badCall("numpy.dtype");
  const auto order = textOf(given.items[1]);
  if (!order || order->size() != 1 || std::string_view("<>=|").find(*order) == std::string_view::npos)
    return badCall("numpy.dtype");
  for (std::size_t i = 2; i < kMinItems; ++i)
    if (!is(given.items[i], ObjectKind::None)) return badCall("numpy.dtype");
  m_objects.at(object).flag = *order == ">";
  return {};
}

base::Result<MadeTensor> TorchRebuild::numpyTensor(ObjectId bytes, ObjectId dtype, std::vector<std::int64_t> sizes,
                                                   bool isFortran) {
  const PickleObject& type = m_objects.at(dtype);
  const PickleObject& numbers = m_objects.at(bytes);
  Storage storage;
  storage.bytes = std::as_bytes(std::span(numbers.text));
  storage.owner = m_objects.ownerOf(bytes);
  if (storage.owner == nullptr) {
    storage.owner = m_pickle.owner;
    storage.isWhole = m_pickle.isWhole;
  }
  storage.isSwapped = type.flag && itemSize(type.dtype) > 1;
  storage.name = "numpy array";
  std::int64_t count = static_cast<std::int64_t>(itemSize(type.dtype));
  for (const std::int64_t size : sizes)
    if (size < 0 || __builtin_mul_overflow(count, size, &count))
      return pickleError("The pickle describes a numpy array of a size that no array has");
  if (static_cast<std::uint64_t>(count) != storage.bytes.size())
    return pickleError("The pickle describes a numpy array of " + std::to_string(count) + " bytes with " +
               std::to_string(storage.bytes.size()) + " bytes");
  std::vector<std::int64_t> strides(sizes.size(), 1);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < sizes.size() && count > 0; ++i) {
    const std::size_t axis = isFortran ? i : sizes.size() - 1 - i;
    strides[axis] = stride;
    stride *= sizes[axis];
  }
  auto made = checkedTensor(type.dtype, std::move(sizes), std::move(strides), 0, std::move(storage));
  if (!made) return base::fail(made.error());
  return MadeTensor{.kind = ValueKind::Array, .tensor = *std::move(made)};
}

base::Result<ObjectId> TorchRebuild::numpyScalar(const Items& items) {
  if (items.size() != 2 || !is(items[0], ObjectKind::NumpyDtype) || !is(items[1], ObjectKind::Bytes))
    return badCall("numpy's scalar");
  auto made = numpyTensor(items[1], items[0], {}, false);
  if (!made) return base::fail(made.error());
  made->kind = ValueKind::NumpyScalar;
  return m_objects.add(*std::move(made));
}

base::Result<ObjectId> TorchRebuild::numpyFromBuffer(const Items& items) {
  auto sizes = items.size() == 4 ? integersOf(items[2]) : std::nullopt;
  const auto order = sizes ? textOf(items[3]) : std::nullopt;
  if (!order || (*order != "C" && *order != "F") || !is(items[0], ObjectKind::Bytes) ||
      !is(items[1], ObjectKind::NumpyDtype))
    return badCall("numpy's _frombuffer");
  auto made = numpyTensor(items[0], items[1], *std::move(sizes), *order == "F");
  if (!made) return base::fail(made.error());
  return m_objects.add(*std::move(made));
}

/// buildArray: (version, shape, dtype, is in Fortran order, bytes).
base::Result<void> TorchRebuild::buildArray(ObjectId object, ObjectId state) {
  const PickleObject& given = m_objects.at(state);
  if (given.kind != ObjectKind::Tuple || given.items.size() != 5) return badCall("numpy.ndarray");
  const Items items = given.items;
  auto sizes = integersOf(items[1]);
  if (!sizes || !is(items[2], ObjectKind::NumpyDtype) || !is(items[3], ObjectKind::Bool) ||
      !is(items[4], ObjectKind::Bytes))
    return badCall("numpy.ndarray");
  auto made = numpyTensor(items[4], items[2], *std::move(sizes), m_objects.at(items[3]).flag);
  if (!made) return base::fail(made.error());
  const ObjectId tensor = m_objects.add(*std::move(made));
  m_objects.at(object) = m_objects.at(tensor);
  return {};
}

}  // namespace plumbline::numerics
