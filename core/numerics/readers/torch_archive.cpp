// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/load_value.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/numerics/readers/pickle_reader.h"
#include "core/numerics/readers/torch_rebuild.h"
#include "core/numerics/readers/zip_entries.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kPickle = "/data.pkl";
constexpr std::string_view kStorageFolder = "data/";
/// torch before 1.6 wrote a pickle that begins with this number.
constexpr std::string_view kLegacyMagic{"\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"};
constexpr std::size_t kLegacyMagicWithin = 32;

Error archiveError(const FileBytesView& view, std::string text, std::string hint) {
  return {.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint), .file = view.file};
}

base::Outcome<ValuePtr> valueOf(const base::Outcome<ObjectId>& root, PickleObjects& objects,
                                const FileBytesView& view) {
  if (root.isCancelled()) return base::Cancelled{};
  const auto value = root.isValue() ? toValue(objects, root.value()) : base::fail(root.error());
  if (value) return *value;
  Error error = value.error();
  if (root.isValue()) error.text += ".";
  error.file = view.file;
  return error;
}

/// LegacyFile is what torch.save wrote before torch 1.6, and still writes on request: four pickles (a number, a version, the
/// system, the value), then a pickle with the keys of the storages, then each storage with its length before it.
class LegacyFile {
 public:
  explicit LegacyFile(const FileBytesView& view) : m_view(view) {}

  base::Outcome<ValuePtr> read(const base::Progress& progress) {
    std::size_t at = 0;
    for (int head = 0; head < 3; ++head) {
      PickleObjects objects(m_view.bytes.size());
      const auto root = readOne(objects, at, progress);
      if (!root.isValue()) return valueOf(root, objects, m_view);
      if (head == 2) m_isSwapped = isBigEndian(objects, root.value());
    }
    // The storages follow the value: the first time it is read for their sizes only.
    const std::size_t valueAt = at;
    {
      PickleObjects objects(m_view.bytes.size());
      const auto root = readOne(objects, at, progress);
      if (!root.isValue()) return valueOf(root, objects, m_view);
    }
    PickleObjects keys(m_view.bytes.size());
    const auto list = readOne(keys, at, progress);
    if (!list.isValue()) return valueOf(list, keys, m_view);
    for (const ObjectId key : keys.at(list.value()).items)
      if (!placeStorage(keys.at(key), at))
        return archiveError(m_view, "The file ends before its storages do, or names one that nothing uses.",
                            "Write or copy it again; it may have been cut while it was copied.");
    PickleObjects objects(m_view.bytes.size());
    m_isPlaced = true;
    at = valueAt;
    return valueOf(readOne(objects, at, progress), objects, m_view);
  }

 private:
  struct Place {
    std::uint64_t elements = 0;
    std::size_t itemBytes = 1, at = 0;
  };

  base::Outcome<ObjectId> readOne(PickleObjects& objects, std::size_t& at, const base::Progress& progress) {
    TorchRebuild rebuild(objects, [this](const StorageRequest& request) { return storageOf(request); },
                         {.owner = m_view.owner, .bytes = m_view.bytes, .isWhole = m_view.isWhole});
    std::size_t end = 0;
    auto root = readPickle(m_view.bytes.subspan(at), objects, rebuild, progress, &end);
    at += end;
    return root;
  }

  static bool isBigEndian(const PickleObjects& objects, ObjectId system) {
    const std::vector<ObjectId>& items = objects.at(system).items;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
      if (objects.at(items[i]).text == "little_endian") return !objects.at(items[i + 1]).flag;
    return false;
  }

  std::optional<Storage> storageOf(const StorageRequest& request) {
    if (request.elements > m_view.bytes.size() / request.itemBytes) return std::nullopt;
    const auto [found, isNew] =
        m_storages.try_emplace(std::string(request.key), Place{request.elements, request.itemBytes, 0});
    const Place& place = found->second;
    if (place.elements != request.elements || place.itemBytes != request.itemBytes || (m_isPlaced && place.at == 0))
      return std::nullopt;
    return Storage{.owner = m_isPlaced ? m_view.owner : nullptr,
                   .bytes = m_view.bytes.subspan(place.at, static_cast<std::size_t>(place.elements) * place.itemBytes),
                   .isSwapped = m_isSwapped,
                   .name = std::string(kStorageFolder) + found->first,
                   .isWhole = m_view.isWhole};
  }

  /// placeStorage: the number of elements, then the elements.
  bool placeStorage(const PickleObject& key, std::size_t& at) {
    const auto found = m_storages.find(std::string(key.text));
    std::uint64_t elements = 0;
    if (found == m_storages.end() || m_view.bytes.size() - at < sizeof elements) return false;
    for (std::size_t i = 0; i < sizeof elements; ++i)
      elements |= std::to_integer<std::uint64_t>(m_view.bytes[at + (m_isSwapped ? sizeof elements - 1 - i : i)]) << (8 * i);
    at += sizeof elements;
    Place& place = found->second;
    const std::size_t bytes = static_cast<std::size_t>(place.elements) * place.itemBytes;
    if (elements != place.elements || m_view.bytes.size() - at < bytes) return false;
    place.at = at;
    at += bytes;
    return true;
  }

  const FileBytesView& m_view;
  std::unordered_map<std::string, Place> m_storages;
  bool m_isSwapped = false, m_isPlaced = false;
};

class TorchArchive {
 public:
  TorchArchive(const FileBytesView& view, std::vector<ZipEntry> entries)
      : m_view(view), m_entries(std::move(entries)) {}

  base::Outcome<ValuePtr> read(const base::Progress& progress) {
    if (auto error = findPickle()) return *error;
    if (auto error = indexEntries()) return *error;
    PickleObjects objects(m_view.bytes.size());
    TorchRebuild rebuild(
        objects, [this](const StorageRequest& request) { return storageOf(request.key); }, toStorage(*m_pickle));
    return valueOf(readPickle(m_pickle->bytes, objects, rebuild, progress), objects, m_view);
  }

 private:

  std::optional<Error> findPickle() {
    for (const ZipEntry& entry : m_entries) {
      if (!entry.name.ends_with(kPickle) || entry.name.find('/') != entry.name.size() - kPickle.size()) continue;
      if (m_pickle != nullptr)
        return archiveError(m_view, "The archive holds two pickles: " + m_pickle->name + " and " + entry.name + ".",
                   "Save each result in a file of its own.");
      if (entry.isPacked)
        return archiveError(m_view, entry.name + " is compressed; torch.save stores it as it is.",
                            "Save the results again with torch.save(results, path).");
      m_pickle = &entry;
    }
    if (m_pickle == nullptr)
      return archiveError(m_view, "This zip is no archive of torch.save: no folder in it holds data.pkl.",
                 "Save the results with torch.save(results, path).");
    m_top = std::string_view(m_pickle->name).substr(0, m_pickle->name.size() - kPickle.size() + 1);
    return std::nullopt;
  }

  std::optional<Error> indexEntries() {
    for (const ZipEntry& entry : m_entries) {
      std::string_view name = entry.name;
      if (!name.starts_with(m_top)) continue;
      name.remove_prefix(m_top.size());
      if (name == "constants.pkl" || name.starts_with("code/"))
        return archiveError(m_view, "This is a TorchScript program, not a file of results.",
                   "Run it and save what it returns with torch.save(results, path).");
      if (name.starts_with(kStorageFolder)) m_storages.emplace(name.substr(kStorageFolder.size()), &entry);
      if (name == "byteorder") {
        const std::string_view order = asText(entry.bytes);
        if (order != "little" && order != "big")
          return archiveError(m_view, "The archive has neither 'little' nor 'big' in " + entry.name + ".",
                     "The file is damaged; write or copy it again.");
        m_isSwapped = order == "big";
      }
    }
    return std::nullopt;
  }

  Storage toStorage(const ZipEntry& entry) const {
    Storage storage;
    storage.owner = entry.owner;
    storage.bytes = entry.bytes;
    // Unpacked bytes lie in memory and cannot be cut.
    if (!entry.isPacked) storage.isWhole = m_view.isWhole;
    return storage;
  }

  std::optional<Storage> storageOf(std::string_view key) const {
    const auto found = m_storages.find(key);
    if (found == m_storages.end()) return std::nullopt;
    Storage storage = toStorage(*found->second);
    storage.isSwapped = m_isSwapped;
    storage.name = std::string(kStorageFolder) + std::string(key);
    return storage;
  }

  const FileBytesView& m_view;
  std::vector<ZipEntry> m_entries;
  const ZipEntry* m_pickle = nullptr;
  std::string_view m_top;  // with its slash
  std::unordered_map<std::string_view, const ZipEntry*> m_storages;
  bool m_isSwapped = false;
};

}  // namespace

bool isLegacyTorch(std::span<const std::byte> bytes) {
  return asText(bytes).substr(0, kLegacyMagicWithin).find(kLegacyMagic) != std::string_view::npos;
}

base::Outcome<ValuePtr> readTorch(const FileBytesView& view, const base::Progress& progress) {
  if (isLegacyTorch(view.bytes)) return LegacyFile(view).read(progress);
  auto entries = readZipEntries(view, {}, progress);
  if (!entries.isValue()) return entries.failure();
  return TorchArchive(view, std::move(entries.value())).read(progress);
}

}  // namespace plumbline::numerics
