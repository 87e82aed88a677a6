// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/load_value.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/numerics/file_kind.h"
#include "core/text/utf8.h"

namespace plumbline::numerics {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

constexpr std::size_t kMaxFiles = 50'000;  // the system maps some 65,000 at a time
constexpr std::size_t kToldNames = 5;

std::string countOf(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

bool hasTensorName(const fs::path& path) {
  constexpr std::array<std::string_view, 5> kEndings{".npy", ".npz", ".safetensors", ".pt", ".pth"};
  const std::string ending = path.extension().string();
  return std::ranges::find(kEndings, ending) != kEndings.end();
}


base::Outcome<ValuePtr> readMapped(const MappedFile& file, FileFormat format, const base::Progress& progress) {
  const FileBytesView view{file.path(), file.bytes(), file.owner(), [file] { return file.isWhole(); }};
  const auto fromResult = [](base::Result<ValuePtr> read) -> base::Outcome<ValuePtr> {
    if (!read) return read.error();
    return *std::move(read);
  };
  switch (format) {
    case FileFormat::Npy: return fromResult(readNpy(view));
    case FileFormat::Npz: return readNpz(view, progress);
    case FileFormat::Safetensors: return fromResult(readSafetensors(view));
    default: return readTorch(view, progress);
  }
}

Error refusal(const std::string& path, const FileKind& kind) {
  return {.code = ErrorCode::BadFormat, .text = kind.problem, .hint = kind.hint, .file = path};
}

struct Counted {
  std::uint64_t nodes = 0, tensors = 0, swapped = 0, notCompared = 0;
};

void count(const ValuePtr& root, Counted& counted) {
  forEachLeaf(root, [&counted](const Leaf& leaf) {
    ++counted.nodes;
    const ValueKind kind = leaf.value->kind;
    if (kind != ValueKind::Tensor && kind != ValueKind::Parameter && kind != ValueKind::Array &&
        kind != ValueKind::NumpyScalar)
      return true;
    ++counted.tensors;
    counted.swapped += leaf.value->tensor.storage.isSwapped ? 1 : 0;
    counted.notCompared += canCompare(leaf.value->tensor.dtype) ? 0 : 1;
    return true;
  });
}

void describe(const Counted& counted, Loaded& loaded) {
  loaded.tensors = counted.tensors;
  if (counted.swapped > 0)
    loaded.notes.push_back("Written on a big-endian machine: " +
                           countOf(counted.swapped, "tensor is turned", "tensors are turned") + " while reading.");
  if (counted.notCompared > 0)
    loaded.notes.push_back(countOf(counted.notCompared, "tensor is", "tensors are") +
                           " complex or of a float8 dtype, which same() refuses to compare.");
}

class FolderReader {
 public:
  FolderReader(std::string root, const base::Progress& progress) : m_root(std::move(root)), m_progress(progress) {}

  base::Outcome<Loaded> read() {
    if (auto error = list()) return *error;
    if (m_progress.stopRequested()) return base::Cancelled{};
    Loaded loaded;
    loaded.path = m_root;
    loaded.format = FileFormat::Folder;
    std::vector<std::pair<std::string, ValuePtr>> members;
    std::vector<std::string> others;
    Counted counted;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
      if (!m_progress.report(i, m_names.size())) return base::Cancelled{};
      const fs::path path = fs::path(m_root) / m_names[i];
      auto file = MappedFile::open(path.string());
      if (!file) return file.error();
      const FileKind kind = kindOf(file->bytes());
      if (!kind.format) {
        if (!kind.isForeign && hasTensorName(path)) return refusal(path.string(), kind);
        others.push_back(m_names[i]);
        continue;
      }
      auto value = readMapped(*file, *kind.format, base::Progress(m_progress.stopToken()));
      if (!value.isValue()) return value.isError() ? base::Outcome<Loaded>(value.error()) : base::Cancelled{};
      count(value.value(), counted);
      if (counted.nodes > kMaxNodes)
        return Error{.code = ErrorCode::TooLarge,
                     .text = "The files of the folder hold more than " + std::to_string(kMaxNodes) + " values together.",
                     .hint = "Open a part of it.",
                     .file = m_root};
      loaded.bytes += file->bytes().size();
      members.emplace_back(m_names[i], std::move(value.value()));
    }
    if (members.empty())
      return Error{.code = ErrorCode::BadFormat,
                   .text = "No file in this folder holds tensors.",
                   .hint = "Choose a folder with .npy, .npz, .safetensors or torch.save files.",
                   .file = m_root};
    loaded.value = dictValue(std::move(members));
    describe(counted, loaded);
    tellOthers(others, loaded);
    return loaded;
  }

 private:
  Error notReadable(const std::error_code& problem) const {
    return {.code = ErrorCode::NotReadable,
            .text = "The folder cannot be read: " + problem.message() + ".",
            .hint = "Check its permissions.",
            .file = m_root};
  }

  /// list: links to folders are not followed, what is hidden is left alone.
  std::optional<Error> list() {
    std::error_code problem;
    fs::recursive_directory_iterator at(m_root, problem);
    for (; !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
      if (m_progress.stopRequested()) return std::nullopt;
      const bool isHidden = at->path().filename().string().starts_with('.');
      std::error_code ignored;
      if (isHidden || at.depth() > static_cast<int>(kMaxDepth)) {
        at.disable_recursion_pending();
        continue;
      }
      if (!at->is_regular_file(ignored)) continue;
      std::string name = at->path().lexically_relative(m_root).generic_string();
      if (text::firstInvalidUtf8(name)) {
        m_unnamed += 1;
        continue;
      }
      m_names.push_back(std::move(name));
      if (m_names.size() > kMaxFiles)
        return Error{.code = ErrorCode::TooLarge,
                     .text = "The folder holds more than " + std::to_string(kMaxFiles) + " files.",
                     .hint = "Choose the folder of one run.",
                     .file = m_root};
    }
    if (problem) return notReadable(problem);
    std::ranges::sort(m_names);
    return std::nullopt;
  }

  void tellOthers(const std::vector<std::string>& others, Loaded& loaded) const {
    if (m_unnamed > 0)
      loaded.notes.push_back(countOf(m_unnamed, "file whose name is not UTF-8 was", "files whose names are not UTF-8 were") +
                             " left out.");
    if (others.empty()) return;
    std::string note = countOf(others.size(), "file without tensors was left out: ", "files without tensors were left out: ");
    for (std::size_t i = 0; i < std::min(others.size(), kToldNames); ++i) note += (i > 0 ? ", " : "") + others[i];
    loaded.notes.push_back(note + (others.size() > kToldNames ? " ..." : "."));
  }

  static constexpr std::size_t kMaxDepth = 50;
  std::string m_root;
  const base::Progress& m_progress;
  std::vector<std::string> m_names;
  std::size_t m_unnamed = 0;
};

}  // namespace

std::string_view formatName(FileFormat format) {
  switch (format) {
    case FileFormat::Npy: return "npy";
    case FileFormat::Npz: return "npz";
    case FileFormat::Safetensors: return "safetensors";
    case FileFormat::Torch: return "torch";
    case FileFormat::Folder: return "folder";
  }
  return {};
}

base::Outcome<Loaded> loadValue(const std::string& path, const base::Progress& progress) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return FolderReader(path, progress).read();
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  const FileKind kind = kindOf(file->bytes());
  if (!kind.format) return refusal(path, kind);
  auto value = readMapped(*file, *kind.format, progress);
  if (value.isCancelled()) return base::Cancelled{};
  if (value.isError()) return value.error();
  Loaded loaded;
  loaded.path = path;
  loaded.format = *kind.format;
  loaded.value = std::move(value.value());
  loaded.bytes = file->bytes().size();
  Counted counted;
  count(loaded.value, counted);
  describe(counted, loaded);
  return loaded;
}

}  // namespace plumbline::numerics
