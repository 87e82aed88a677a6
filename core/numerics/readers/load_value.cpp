// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/load_value.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/numerics/readers/zip_entries.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::numerics {
namespace {

/// FileKind is the format of a file, from its first bytes, or why it is not read.
struct FileKind {
  std::optional<FileFormat> format = {};
  std::string problem = {};  ///< without a format: one sentence, and what to do
  std::string hint = {};
  bool isForeign = false;    ///< without a format: nothing suggests a file of tensors
};

constexpr std::string_view kZip{"PK\x03\x04"}, kEmptyZip{"PK\x05\x06"};
constexpr std::string_view kNpy{"\x93NUMPY"};
/// torch before 0.1.10 wrote a tar.
constexpr std::string_view kTarMagic{"ustar"};
constexpr std::size_t kTarMagicAt = 257;
constexpr std::string_view kGzip{"\x1f\x8b"};
constexpr std::string_view kHdf5{"\x89HDF\r\n"};
constexpr std::string_view kSaveAgain =
    "Load it in Python and save it again with torch.save(results, path), which writes a zip since torch 1.6.";

FileKind unreadable(std::string problem, std::string_view hint, bool isForeign = false) {
  return {.problem = std::move(problem), .hint = std::string(hint), .isForeign = isForeign};
}

bool isSafetensors(std::string_view bytes) {
  std::uint64_t header = 0;
  if (bytes.size() <= sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return bytes[sizeof header] == '{' && (header >> 32U) == 0;
}

FileKind kindOf(std::span<const std::byte> bytes) {
  const std::string_view start = asText(bytes);
  if (start.empty()) return unreadable("The file is empty.", "Write it again.");
  if (start.starts_with(kNpy)) return {.format = FileFormat::Npy};
  if (start.starts_with(kEmptyZip)) return {.format = FileFormat::Npz};
  if (start.starts_with(kZip)) {
    const bool isNpz = firstEntryName(bytes).ends_with(".npy");
    return {.format = isNpz ? FileFormat::Npz : FileFormat::Torch};
  }
  if (isSafetensors(start)) return {.format = FileFormat::Safetensors};
  if (isLegacyTorch(bytes)) return {.format = FileFormat::Torch};
  if (start.size() > kTarMagicAt && start.substr(kTarMagicAt).starts_with(kTarMagic))
    return unreadable("This is a tar; if torch.save wrote it, in a form that is not read.", kSaveAgain);
  if (start.size() > 1 && start[0] == '\x80' && start[1] >= 0 && start[1] <= 5)
    return unreadable("This is a bare pickle, which is not read.",
                      "Save the results with torch.save(results, path) instead of pickle.dump.");
  if (start.starts_with(kGzip)) return unreadable("The file is packed with gzip.", "Unpack it first: gzip -d FILE.");
  if (start.starts_with(kHdf5))
    return unreadable("This is an HDF5 file, which is not read.", "Save the results as .npz or .safetensors.");
  return unreadable("This is no file of tensors: neither .npy, .npz, .safetensors nor an archive of torch.save.",
                 "Choose a file that holds results.", true);
}

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

constexpr std::size_t kMaxFiles = 50'000;  // the system maps some 65,000 at a time
constexpr std::size_t kMaxListedNames = 5;

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
  const auto read = [&]() -> base::Outcome<ValuePtr> {
    switch (format) {
      case FileFormat::Npy: return fromResult(readNpy(view));
      case FileFormat::Npz: return readNpz(view, progress);
      case FileFormat::Safetensors: return fromResult(readSafetensors(view));
      default: return readTorch(view, progress);
    }
  };
  auto value = read();
  if (!file.isWhole()) return fileChanged(file.path());
  return value;
}

Error refusal(const std::string& path, const FileKind& kind) {
  return {.code = ErrorCode::BadFormat, .text = kind.problem, .hint = kind.hint, .file = path};
}

struct LeafCounts {
  std::uint64_t nodes = 0, tensors = 0, swapped = 0, notCompared = 0;
};

void countLeaves(const ValuePtr& root, LeafCounts& counted) {
  forEachLeaf(root, [&counted](const Leaf& leaf) {
    ++counted.nodes;
    const ValueKind kind = leaf.value->kind;
    if (kind != ValueKind::Tensor && kind != ValueKind::Parameter && kind != ValueKind::Array &&
        kind != ValueKind::NumpyScalar)
      return true;
    ++counted.tensors;
    counted.swapped += leaf.value->tensor.storage.isSwapped ? 1 : 0;
    counted.notCompared += isFloat8(leaf.value->tensor.dtype) ? 1 : 0;
    return true;
  });
}

void describe(const LeafCounts& counted, Loaded& loaded) {
  loaded.tensors = counted.tensors;
  if (counted.swapped > 0)
    loaded.notes.push_back(
        "Written on a big-endian machine: " + text::counted(counted.swapped, "tensor is turned", "tensors are turned") +
        " while reading.");
  if (counted.notCompared > 0)
    loaded.notes.push_back(text::counted(counted.notCompared, "tensor is", "tensors are") +
                           " of a float8 dtype, which same() refuses to compare.");
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
    LeafCounts counted;
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
      countLeaves(value.value(), counted);
      if (counted.nodes > kMaxNodes)
        return Error{
            .code = ErrorCode::TooLarge,
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
    noteOthers(others, loaded);
    return loaded;
  }

 private:
  Error notReadable(const std::error_code& problem) const {
    return {.code = ErrorCode::NotReadable,
            .text = "The folder cannot be read: " + problem.message() + ".",
            .hint = "Check its permissions.",
            .file = m_root};
  }

  /// list does not follow links to folders, and skips hidden files.
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

  void noteOthers(const std::vector<std::string>& others, Loaded& loaded) const {
    if (m_unnamed > 0)
      loaded.notes.push_back(
          text::counted(m_unnamed, "file whose name is not UTF-8 was", "files whose names are not UTF-8 were") +
          " left out.");
    if (others.empty()) return;
    std::string note =
        text::counted(others.size(), "file without tensors was left out: ", "files without tensors were left out: ");
    for (std::size_t i = 0; i < std::min(others.size(), kMaxListedNames); ++i) note += (i > 0 ? ", " : "") + others[i];
    loaded.notes.push_back(note + (others.size() > kMaxListedNames ? " ..." : "."));
  }

  static constexpr std::size_t kMaxDepth = 50;
  std::string m_root;
  const base::Progress& m_progress;
  std::vector<std::string> m_names;
  std::size_t m_unnamed = 0;
};

}  // namespace

base::Outcome<Loaded> loadValue(const std::string& path, const base::Progress& progress) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return FolderReader(path, progress).read();
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  const FileKind kind = kindOf(file->bytes());
  if (!kind.format) return refusal(path, kind);
  auto value = readMapped(*file, *kind.format, progress);
  if (!value.isValue()) return value.failure();
  Loaded loaded;
  loaded.path = path;
  loaded.format = *kind.format;
  loaded.value = std::move(value.value());
  loaded.bytes = file->bytes().size();
  LeafCounts counted;
  countLeaves(loaded.value, counted);
  describe(counted, loaded);
  return loaded;
}

}  // namespace plumbline::numerics
