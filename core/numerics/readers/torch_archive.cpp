// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/torch_archive.h"

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

Error archiveError(const FileBytesView& view, std::string text, std::string hint) {
  return {.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint), .file = view.file};
}

class TorchArchive {
 public:
  TorchArchive(const FileBytesView& view, std::vector<ZipEntry> entries)
      : m_view(view), m_entries(std::move(entries)) {}

  base::Outcome<ValuePtr> read(const base::Progress& progress) {
    if (auto error = findPickle()) return *error;
    if (auto error = indexEntries()) return *error;
    PickleObjects objects(m_view.bytes.size());
    TorchRebuild rebuild(
        objects, [this](std::string_view key) { return storageOf(key); }, toStorage(*m_pickle));
    const auto root = readPickle(m_pickle->bytes, objects, rebuild, progress);
    if (root.isCancelled()) return base::Cancelled{};
    if (root.isError()) return inFile(root.error());
    auto value = toValue(objects, root.value());
    if (!value) {
      Error error = value.error();
      error.text += ".";
      return inFile(std::move(error));
    }
    return *std::move(value);
  }

 private:
  Error inFile(Error error) const {
    error.file = m_view.file;
    return error;
  }

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

base::Outcome<ValuePtr> readTorch(const FileBytesView& view, const base::Progress& progress) {
  auto entries = readZipEntries(view, {}, progress);
  if (entries.isCancelled()) return base::Cancelled{};
  if (entries.isError()) return entries.error();
  return TorchArchive(view, std::move(entries.value())).read(progress);
}

}  // namespace plumbline::numerics
