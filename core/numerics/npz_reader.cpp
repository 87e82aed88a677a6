// SPDX-License-Identifier: GPL-3.0-or-later
// .npz: a zip of .npy files, a dict by their names without ".npy". Stored members (numpy.savez) stay in the file;
// deflated ones (numpy.savez_compressed) were unpacked by the zip's reader, within its limits.
#include <algorithm>
#include <utility>

#include "core/numerics/load_value.h"
#include "core/numerics/npy_header.h"
#include "core/numerics/zip_entries.h"

namespace plumbline::numerics {
namespace {

constexpr std::string_view kEnding = ".npy";
constexpr std::uint64_t kEntriesPerReport = 1024;

base::Error inside(base::Error error, const FileBytesView& view, std::string_view entry) {
  error.text = std::string(entry) + ": " + error.text;
  error.file = view.file;
  return error;
}

base::Error notAnArray(const FileBytesView& view, std::string_view entry) {
  return inside({.code = base::ErrorCode::BadFormat,
                 .text = "This is no .npy array; a .npz file holds nothing else.",
                 .hint = "Write the file again with numpy.savez()."},
                view, entry);
}

/// twice finds a name that two members have once ".npy" is gone; "" without one.
std::string_view twice(const std::vector<std::pair<std::string, ValuePtr>>& members) {
  std::vector<std::string_view> names;
  names.reserve(members.size());
  for (const auto& [name, value] : members) names.push_back(name);
  std::ranges::sort(names);
  const auto found = std::ranges::adjacent_find(names);
  return found == names.end() ? std::string_view{} : *found;
}

}  // namespace

base::Outcome<ValuePtr> readNpz(const FileBytesView& view, const base::Progress& progress) {
  auto zip = readZipEntries(view, {}, progress);
  if (zip.isCancelled()) return base::Cancelled{};
  if (zip.isError()) return zip.error();
  std::vector<std::pair<std::string, ValuePtr>> members;
  members.reserve(zip.value().size());
  for (const ZipEntry& entry : zip.value()) {
    if (members.size() % kEntriesPerReport == 0 && progress.stopRequested()) return base::Cancelled{};
    if (!isNpy(entry.bytes)) return notAnArray(view, entry.name);
    auto array = readNpy({.file = view.file,
                          .bytes = entry.bytes,
                          .owner = entry.owner,
                          .isWhole = entry.isPacked ? nullptr : view.isWhole});
    if (!array) return inside(array.error(), view, entry.name);
    std::string name = entry.name;
    if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    members.emplace_back(std::move(name), std::move(*array));
  }
  if (const std::string_view name = twice(members); !name.empty())
    return inside({.code = base::ErrorCode::BadFormat, .text = "Two members of the file have this name."}, view, name);
  return dictValue(std::move(members));
}

}  // namespace plumbline::numerics
