// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/pickle_objects.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "core/numerics/readers/load_value.h"
#include "core/sources/zip_reader.h"

namespace plumbline::numerics {
namespace {

struct KnownName {
  std::string_view module, name;
  Global global;
};

// NumPy 2 calls its core _core.
constexpr std::array kKnownNames{
    KnownName{"collections", "OrderedDict", Global::OrderedDict},
    KnownName{"collections", "deque", Global::Deque},
    KnownName{"collections", "defaultdict", Global::DefaultDict},
    KnownName{"builtins", "list", Global::Factory},
    KnownName{"builtins", "dict", Global::Factory},
    KnownName{"builtins", "tuple", Global::Factory},
    KnownName{"builtins", "int", Global::Factory},
    KnownName{"builtins", "float", Global::Factory},
    KnownName{"builtins", "str", Global::Factory},
    KnownName{"builtins", "bool", Global::Factory},
    KnownName{"builtins", "set", Global::Set},
    KnownName{"builtins", "frozenset", Global::Frozenset},
    KnownName{"builtins", "complex", Global::Complex},
    KnownName{"builtins", "bytearray", Global::Bytearray},
    KnownName{"builtins", "bytes", Global::Bytes},
    KnownName{"_codecs", "encode", Global::Encode},
    KnownName{"torch", "Size", Global::Size},
    KnownName{"torch", "device", Global::Device},
    KnownName{"torch", "Tensor", Global::TensorClass},
    KnownName{"torch", "UntypedStorage", Global::UntypedStorage},
    KnownName{"torch.storage", "UntypedStorage", Global::UntypedStorage},
    KnownName{"torch.storage", "_UntypedStorage", Global::UntypedStorage},
    KnownName{"torch._utils", "_rebuild_tensor", Global::RebuildTensor},
    KnownName{"torch._utils", "_rebuild_tensor_v2", Global::RebuildTensorV2},
    KnownName{"torch._utils", "_rebuild_tensor_v3", Global::RebuildTensorV3},
    KnownName{"torch._utils", "_rebuild_parameter", Global::RebuildParameter},
    KnownName{"torch._utils", "_rebuild_parameter_with_state", Global::RebuildParameterWithState},
    KnownName{"torch._tensor", "_rebuild_from_type_v2", Global::RebuildFromType},
    KnownName{"torch._utils", "_rebuild_sparse_tensor", Global::RebuildSparse},
    KnownName{"torch._utils", "_rebuild_sparse_csr_tensor", Global::RebuildSparse},
    KnownName{"torch._utils", "_rebuild_nested_tensor", Global::RebuildNested},
    KnownName{"torch._utils", "_rebuild_qtensor", Global::RebuildQuantized},
    KnownName{"torch._utils", "_rebuild_meta_tensor_no_storage", Global::RebuildMeta},
    KnownName{"torch._utils", "_rebuild_wrapper_subclass", Global::RebuildWrapper},
    KnownName{"torch", "per_tensor_affine", Global::QuantizationScheme},
    KnownName{"torch", "per_tensor_symmetric", Global::QuantizationScheme},
    KnownName{"torch", "per_channel_affine", Global::QuantizationScheme},
    KnownName{"torch", "per_channel_symmetric", Global::QuantizationScheme},
    KnownName{"torch", "per_channel_affine_float_qparams", Global::QuantizationScheme},
    KnownName{"torch.serialization", "_get_layout", Global::Layout},
    KnownName{"torch.nn.parameter", "Parameter", Global::ParameterClass},
    KnownName{"torch.nn", "Parameter", Global::ParameterClass},
    KnownName{"numpy.core.multiarray", "scalar", Global::NumpyScalar},
    KnownName{"numpy._core.multiarray", "scalar", Global::NumpyScalar},
    KnownName{"numpy.core.multiarray", "_reconstruct", Global::NumpyReconstruct},
    KnownName{"numpy._core.multiarray", "_reconstruct", Global::NumpyReconstruct},
    KnownName{"numpy.core.numeric", "_frombuffer", Global::NumpyFromBuffer},
    KnownName{"numpy._core.numeric", "_frombuffer", Global::NumpyFromBuffer},
    KnownName{"numpy", "ndarray", Global::NumpyArray},
    KnownName{"numpy", "dtype", Global::NumpyDtype},
};

/// kBuiltInModules have no classes that results are of.
constexpr std::array<std::string_view, 8> kBuiltInModules = {"builtins", "os", "posix", "nt", "sys", "subprocess", "codeop", "types"};

constexpr std::string_view kNameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";

struct StorageClass {
  std::string_view name;
  Dtype dtype;
  std::string_view quantized = {};
};

constexpr std::array kStorageClasses{
    StorageClass{"DoubleStorage", Dtype::Float64},     StorageClass{"FloatStorage", Dtype::Float32},
    StorageClass{"HalfStorage", Dtype::Float16},       StorageClass{"BFloat16Storage", Dtype::BFloat16},
    StorageClass{"LongStorage", Dtype::Int64},         StorageClass{"IntStorage", Dtype::Int32},
    StorageClass{"ShortStorage", Dtype::Int16},        StorageClass{"CharStorage", Dtype::Int8},
    StorageClass{"ByteStorage", Dtype::UInt8},         StorageClass{"BoolStorage", Dtype::Bool},
    StorageClass{"ComplexFloatStorage", Dtype::Complex64}, StorageClass{"ComplexDoubleStorage", Dtype::Complex128},
    StorageClass{"QInt8Storage", Dtype::Int8, "torch.qint8"}, StorageClass{"QUInt8Storage", Dtype::UInt8, "torch.quint8"},
    StorageClass{"QInt32Storage", Dtype::Int32, "torch.qint32"},
    StorageClass{"QUInt4x2Storage", Dtype::UInt8, "torch.quint4x2"}, StorageClass{"QUInt2x4Storage", Dtype::UInt8, "torch.quint2x4"},
};

/// Refused are functions of torch for tensors that are not supported, each with an alternative.
struct Refused {
  std::string_view name, what, hint;
};
constexpr std::array kRefused{
    Refused{"torch._utils._rebuild_device_tensor_from_numpy", "a tensor of a device kept by way of numpy",
            "Save tensor.cpu() instead."},
    Refused{"torch._utils._rebuild_device_tensor_from_cpu_tensor", "a tensor of a device kept by way of the CPU",
            "Save tensor.cpu() instead."},
    Refused{"torch.nn.modules.container.ParameterList", "a list of parameters", "Save list(result) instead."},
    Refused{"torch.storage._load_from_bytes", "a second pickle inside of this one",
            "Save the tensors themselves with torch.save."},
};


/// isClassName: a class, as Python programs name them, with its module. Only a description of its instances is read.
bool isClassName(std::string_view module, std::string_view name) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return !last.empty() && last.front() >= 'A' && last.front() <= 'Z' && !module.empty() && name.size() + module.size() < 200 &&
         name.find_first_not_of(kNameCharacters) == name.npos && module.find_first_not_of(kNameCharacters) == module.npos &&
         std::ranges::find(kBuiltInModules, module) == kBuiltInModules.end();
}

// What one object, one item of it and one value take, with the lists beside them.
constexpr std::uint64_t kObjectBytes = sizeof(PickleObject) + 48, kItemBytes = 2 * sizeof(ObjectId);
constexpr std::uint64_t kTensorBytes = 2 * sizeof(MadeTensor);
constexpr std::uint64_t kValueBytes = sizeof(Value) + 48, kPartBytes = sizeof(ValuePtr);

constexpr std::uint64_t bytesOverSmall(std::uint64_t fileBytes) {
  constexpr std::uint64_t kSmallFile = 1'000'000;
  return fileBytes > kSmallFile ? fileBytes - kSmallFile : 0;
}

/// numbersFor: the elements of all tensors of a file, counted each time they are used. A view may repeat few bytes
/// without end, and a comparison reads them all.
constexpr std::uint64_t numbersFor(std::uint64_t fileBytes) {
  constexpr std::uint64_t kFreeElements = std::uint64_t{1} << 22U, kPerByte = 1024;
  return kFreeElements + kPerByte * bytesOverSmall(fileBytes);
}

/// valuesFor: the values of a file, counted each time they are used. A value takes a byte of the file, and hundreds in
/// memory as a row of a comparison.
constexpr std::uint64_t valuesFor(std::uint64_t fileBytes) {
  constexpr std::uint64_t kFreeValues = std::uint64_t{1} << 17U;
  return std::min(kMaxNodes, kFreeValues + bytesOverSmall(fileBytes));
}
/// kTensorNodes: a tensor counts as so many values, since it takes as much longer to compare.
constexpr std::uint64_t kTensorNodes = 16;
constexpr std::int64_t kMinShared = -8, kMaxShared = 255;
constexpr ObjectId kFirstShared = 4;

using base::Error;
using base::ErrorCode;

/// Bytes of text that count as one value, so that text shared a million times is rejected, too.
constexpr std::uint64_t kTextPerNode = 256;

constexpr std::array kValueKinds{
    ValueKind::None, ValueKind::Bool,  ValueKind::Integer, ValueKind::Integer, ValueKind::Float,
    ValueKind::Complex, ValueKind::String, ValueKind::Bytes, ValueKind::Device, ValueKind::Dtype,
    ValueKind::List, ValueKind::Tuple, ValueKind::Deque, ValueKind::Size, ValueKind::Dict,
    ValueKind::OrderedDict, ValueKind::Set, ValueKind::Object,
};

/// isScalar: a class made of one such value may be a kind of number or text, as an IntEnum is, or a tuple.
bool isScalar(ObjectKind kind) { return kind > ObjectKind::None && kind <= ObjectKind::Bytes; }

/// digitsOf converts a little-endian two's complement number of any length to decimal.
std::string digitsOf(std::string_view bytes) {
  const bool isNegative = !bytes.empty() && static_cast<unsigned char>(bytes.back()) >= 0x80;
  std::vector<std::uint32_t> words((bytes.size() + 3) / 4, isNegative ? ~0U : 0U);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t shift = 8 * (i % 4);
    words[i / 4] &= ~(0xFFU << shift);
    words[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << shift;
  }
  std::uint64_t carry = 1;
  for (std::uint32_t& word : words) {
    if (!isNegative) break;
    carry += static_cast<std::uint32_t>(~word);
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32U;
  }
  std::string reversed;
  while (!words.empty()) {
    if (words.back() == 0) {
      words.pop_back();
      continue;
    }
    constexpr std::uint64_t kBase = 1'000'000'000;
    std::uint64_t rest = 0;
    for (std::size_t i = words.size(); i-- > 0;) {
      rest = rest << 32U | words[i];
      words[i] = static_cast<std::uint32_t>(rest / kBase);
      rest %= kBase;
    }
    for (int digit = 0; digit < 9; ++digit, rest /= 10) reversed += static_cast<char>('0' + rest % 10);
  }
  while (reversed.size() > 1 && reversed.back() == '0') reversed.pop_back();
  if (reversed.empty()) reversed = "0";
  if (isNegative) reversed += '-';
  return {reversed.rbegin(), reversed.rend()};
}

class ValueMaker {
 public:
  explicit ValueMaker(PickleObjects& objects)
      : m_objects(objects), m_maxNumbers(numbersFor(objects.fileBytes())), m_maxNodes(valuesFor(objects.fileBytes())), m_values(objects.count()), m_sums(objects.count()), m_open(objects.count(), false) {}

  base::Result<ValuePtr> make(ObjectId id, std::size_t depth) {
    if (m_values[id]) return m_values[id];
    if (m_open[id]) return badValue("The pickle holds a list or dict that contains itself");
    if (depth > kMaxNesting) return tooDeep();
    m_open[id] = true;
    const PickleObject& object = m_objects.at(id);
    if (object.items.size() > m_maxNodes) return tooManyValues();
    if (!m_objects.spend(kValueBytes + kPartBytes * object.items.size() + object.text.size()))
      return base::fail(tooManyObjects());
    auto value = std::make_shared<Value>();
    Sum sum{.nodes = (object.kind == ObjectKind::Tensor ? kTensorNodes : 1) + object.text.size() / kTextPerNode, .height = 1};
    if (auto error = fill(*value, object, id)) return base::fail(*std::move(error));
    sum.numbers = std::min(numbersOf(value->tensor), m_maxNumbers + 1);
    const bool isDict = object.kind == ObjectKind::Dict || object.kind == ObjectKind::OrderedDict ||
                        object.kind == ObjectKind::Instance;
    if (isDict) value->keys.reserve(object.items.size() / 2);
    value->items.reserve(isDict ? object.items.size() / 2 : object.items.size());
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      auto item = make(object.items[i], depth + 1);
      if (!item) return item;
      const Sum& part = m_sums[object.items[i]];
      sum.nodes = std::min(sum.nodes + part.nodes, m_maxNodes + 1);
      sum.numbers = std::min(sum.numbers + part.numbers, m_maxNumbers + 1);
      sum.height = std::max(sum.height, part.height + 1);
      (isDict && i % 2 == 0 ? value->keys : value->items).push_back(*std::move(item));
    }
    if (sum.nodes > m_maxNodes) return tooManyValues();
    if (sum.numbers > m_maxNumbers)
      return base::fail(ErrorCode::TooLarge,
                        "The tensors of the pickle repeat the numbers of the file to more than " +
                            std::to_string(m_maxNumbers) + " elements",
                        "Save them with .contiguous().");
    if (sum.height > kMaxNesting) return tooDeep();
    if (auto error = checkKeys(isDict ? value->keys : value->items, isDict, object.kind == ObjectKind::Set))
      return base::fail(*std::move(error));
    m_sums[id] = sum;
    m_open[id] = false;
    m_values[id] = std::move(value);
    return m_values[id];
  }

 private:
  struct Sum {
    std::uint64_t nodes = 0, numbers = 0;
    std::size_t height = 0;
  };

  static std::uint64_t numbersOf(const Tensor& tensor) {
    return tensor.storage.bytes.empty() ? 0 : static_cast<std::uint64_t>(elementCount(tensor));
  }

  static tl::unexpected<Error> badValue(std::string text,
                                        std::string hint = "No program that saves results writes this.") {
    return base::fail(ErrorCode::BadFormat, std::move(text), std::move(hint));
  }
  tl::unexpected<Error> tooManyValues() const {
    return base::fail(ErrorCode::TooLarge,
                      "The pickle holds more than " + std::to_string(m_maxNodes) +
                          " values when shared ones are counted each time they are used, and tensors " +
                          std::to_string(kTensorNodes) + " times",
                      "Save lists of numbers as tensors, or the results in several files.");
  }
  static tl::unexpected<Error> tooDeep() {
    return base::fail(ErrorCode::TooLarge,
                      "The pickle nests lists and dicts more than " + std::to_string(kMaxNesting) + " deep",
                      "Save the results in a flatter form.");
  }

  std::optional<Error> fill(Value& value, const PickleObject& object, ObjectId id) const {
    const auto kind = static_cast<std::size_t>(object.kind);
    if (object.kind == ObjectKind::Tensor) {
      const MadeTensor& made = m_objects.tensorOf(id);
      value.kind = made.kind;
      value.tensor = made.tensor;
      value.text = made.form;
      return std::nullopt;
    }
    if (object.kind == ObjectKind::Called || (object.kind == ObjectKind::Global && object.global == Global::Class)) {
      const std::size_t dot = object.text.rfind('.');
      return refusedName(object.text.substr(0, dot), object.text.substr(dot + 1));
    }
    if (object.kind == ObjectKind::Instance && !object.flag)
      return badValue("The pickle holds an empty object of " + std::string(object.text) + ", which may be a list, a dict or anything else",
                      "Save it as what it is: list(result) or dict(result).")
          .value();
    if (object.kind == ObjectKind::Tuple && !object.text.empty() && object.items.size() == 1 && isScalar(m_objects.at(object.items[0]).kind))
      return badValue("The pickle makes an object of " + std::string(object.text) + " from one value, which may be a number, a text or a tuple",
                      "Save it as what it is: int(result), str(result) or tuple(result).")
          .value();
    if (kind >= kValueKinds.size())
      return badValue("The pickle holds a class or a part of a tensor by itself where a value should be",
                 "Save tensors, not storages, classes or functions.")
          .value();
    value.kind = kValueKinds[kind];
    value.boolean = object.flag;
    value.integer = object.integer;
    value.real = object.real;
    value.imaginary = object.imaginary;
    if (object.kind == ObjectKind::Dtype) {
      value.text = torchName(object.dtype);
    } else if (object.kind == ObjectKind::LongInteger) {
      value.boolean = false;
      value.text = object.flag ? std::string(object.text) : digitsOf(object.text);
    } else {
      value.text = object.text;
    }
    return std::nullopt;
  }

  static bool canBeKey(const Value& value) {
    switch (value.kind) {
      case ValueKind::List:
      case ValueKind::Deque:
      case ValueKind::Dict:
      case ValueKind::OrderedDict:
      case ValueKind::Tensor:
      case ValueKind::Parameter:
      case ValueKind::Array: return false;
      case ValueKind::Set:
      case ValueKind::Bytes: return value.boolean == (value.kind == ValueKind::Set);
      default: return true;
    }
  }

  /// checkKeys rejects unhashable keys and repeated strings and integers.
  static std::optional<Error> checkKeys(const std::vector<ValuePtr>& keys, bool isDict, bool isSet) {
    if (!isDict && !isSet) return std::nullopt;
    std::unordered_set<std::string_view> texts;
    std::unordered_set<std::int64_t> integers;
    for (const ValuePtr& key : keys) {
      if (!canBeKey(*key) || (key->kind == ValueKind::Tuple &&
                              !std::ranges::all_of(key->items, [](const ValuePtr& part) { return canBeKey(*part); })))
        return badValue("The pickle has a key of a dict or member of a set that Python could not have made").value();
      const bool isFresh = key->kind == ValueKind::String                         ? texts.insert(key->text).second
                           : key->kind == ValueKind::Integer && key->text.empty() ? integers.insert(key->integer).second
                                                                                  : true;
      if (!isFresh && isDict)
        return badValue("The pickle has a dict with the key " + reprText(*key) + " twice").value();
    }
    return std::nullopt;
  }

  PickleObjects& m_objects;
  std::uint64_t m_maxNumbers, m_maxNodes;
  std::vector<ValuePtr> m_values;
  std::vector<Sum> m_sums;
  std::vector<bool> m_open;
};

}  // namespace

base::Error refusedName(std::string_view module, std::string_view name) {
  const std::string whole = std::string(module) + "." + std::string(name);
  const auto refused = std::ranges::find(kRefused, whole, &Refused::name);
  if (refused != kRefused.end())
    return {.code = base::ErrorCode::BadFormat,
            .text = "The pickle holds " + std::string(refused->what) + " (" + whole + "), which is not read",
            .hint = std::string(refused->hint)};
  return {.code = base::ErrorCode::BadFormat,
          .text = "The pickle asks for " + sources::printableName(whole) + ", which no tensor needs",
          .hint =
              "Nothing of it was run. Save only tensors, lists, tuples, dicts, numbers and strings; make a plain dict "
              "of an object first."};
}

base::Result<KnownGlobal> globalNamed(std::string_view module, std::string_view name) {
  if (module == "__builtin__") module = "builtins";
  const auto known = std::ranges::find_if(
      kKnownNames, [&](const KnownName& each) { return each.module == module && each.name == name; });
  if (known != kKnownNames.end()) return KnownGlobal{known->global};
  if (name.find_first_not_of(kNameCharacters) == name.npos) {
    // Results of transformers are dicts with attributes, and those of torch.max() tuples with names; both are read as what
    // same() treats them as.
    if ((module.starts_with("transformers.") || module.starts_with("diffusers.")) && name.find("Output") != name.npos &&
        module.find_first_not_of(kNameCharacters) == module.npos)
      return KnownGlobal{Global::ModelOutput};
    if (module == "torch.return_types") return KnownGlobal{Global::ReturnType};
  }
  if (module == "torch") {
    const auto storage = std::ranges::find(kStorageClasses, name, &StorageClass::name);
    if (storage != kStorageClasses.end()) return KnownGlobal{Global::TypedStorage, storage->dtype, storage->quantized};
    if (const std::optional<Dtype> dtype = name.starts_with("torch.") ? std::nullopt : dtypeNamed(name))
      return KnownGlobal{Global::Dtype, *dtype};
  }
  const bool isRefused = std::ranges::find(kRefused, std::string(module) + "." + std::string(name), &Refused::name) != kRefused.end();
  if (!isRefused && isClassName(module, name)) return KnownGlobal{Global::Class};
  return base::fail(refusedName(module, name));
}

base::Error tooManyObjects() {
  return {.code = ErrorCode::TooLarge,
          .text = "The pickle makes more objects than a file of its size should",
          .hint = "Save the results in several files."};
}

PickleObjects::PickleObjects(std::uint64_t fileBytes) : m_fileBytes(fileBytes), m_limit(memoryFor(fileBytes)) {
  add(PickleObject{.kind = ObjectKind::None});
  add(PickleObject{.kind = ObjectKind::Bool, .flag = false});
  add(PickleObject{.kind = ObjectKind::Bool, .flag = true});
  add(PickleObject{.kind = ObjectKind::Tuple});
  for (std::int64_t i = kMinShared; i <= kMaxShared; ++i) add(PickleObject{.kind = ObjectKind::Integer, .integer = i});
}

ObjectId PickleObjects::add(PickleObject object) {
  m_spent += kObjectBytes + kItemBytes * object.items.size();
  m_objects.push_back(std::move(object));
  return static_cast<ObjectId>(m_objects.size() - 1);
}

ObjectId PickleObjects::add(MadeTensor tensor) {
  m_spent += kTensorBytes;
  m_tensors.push_back(std::move(tensor));
  return add(PickleObject{.kind = ObjectKind::Tensor, .index = static_cast<std::uint32_t>(m_tensors.size() - 1)});
}

ObjectId PickleObjects::add(MadeStorage storage) {
  m_storages.push_back(std::move(storage));
  return add(PickleObject{.kind = ObjectKind::Storage, .index = static_cast<std::uint32_t>(m_storages.size() - 1)});
}

ObjectId PickleObjects::integer(std::int64_t value) {
  if (value >= kMinShared && value <= kMaxShared) return kFirstShared + static_cast<ObjectId>(value - kMinShared);
  return add(PickleObject{.kind = ObjectKind::Integer, .integer = value});
}

ObjectId PickleObjects::ownBytes(std::string bytes) {
  m_owned.push_back(std::make_shared<const std::string>(std::move(bytes)));
  return add(PickleObject{
      .kind = ObjectKind::Bytes, .index = static_cast<std::uint32_t>(m_owned.size()), .text = *m_owned.back()});
}

std::shared_ptr<const void> PickleObjects::ownerOf(ObjectId id) const {
  const std::uint32_t owner = at(id).index;
  return owner == 0 ? nullptr : m_owned[owner - 1];
}

base::Result<ValuePtr> toValue(PickleObjects& objects, ObjectId root) { return ValueMaker(objects).make(root, 1); }

}  // namespace plumbline::numerics
