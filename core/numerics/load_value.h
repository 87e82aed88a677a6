// SPDX-License-Identifier: GPL-3.0-or-later
// Reads .npy, .npz, .safetensors and torch.save archives (.pt, .pth, .bin) without running anything that is in them. The
// format is told by the first bytes, not by the name. Tensors stay in the file; what is read is their description.
//
//   auto loaded = loadValue("ref.pt");
//   if (loaded.isError()) show(loaded.error());       // names the file, the offset or the pickle's global, what to do
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/mapped_file.h"
#include "core/numerics/value.h"

namespace plumbline::numerics {

enum class FileFormat : std::uint8_t { Npy, Npz, Safetensors, Torch, Folder };
std::string_view formatName(FileFormat format);

struct Loaded {
  std::string path;
  FileFormat format = FileFormat::Torch;
  ValuePtr value;               ///< never null
  std::uint64_t bytes = 0;      ///< of the file, or of all files of a folder
  std::uint64_t tensors = 0;    ///< leaves that hold numbers
  std::vector<std::string> notes;  ///< sentences: "stride tricks: 3 tensors share one storage" is not one; what a person
                                   ///< should know is ("written on a big-endian machine")
};

/// kMaxNodes is how many values one file may hold when shared ones are counted each time they are used.
inline constexpr std::uint64_t kMaxNodes = 4'000'000;

/// loadValue reads a file, or a folder of such files as a dict by relative path (others in it are left out, with a note;
/// an empty folder is an error). Errors: NotFound, NotReadable; TooLarge over kMaxNodes or a nesting of 200; BadFormat for
/// everything a good writer does not write: a pickle that asks for a global we do not know (named), a tensor outside its
/// storage, cycles, bad sizes, truncation, a legacy torch file (not a zip), an encrypted or compressed-bomb archive.
base::Outcome<Loaded> loadValue(const std::string& path, const base::Progress& progress = {});

/// The readers, each over bytes of a mapped file (or of memory, in tests and fuzzers). `file` is for error texts.
struct FileBytesView {
  std::string file;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;
  std::function<bool()> isWhole;
};
base::Result<ValuePtr> readNpy(const FileBytesView& view);
base::Outcome<ValuePtr> readNpz(const FileBytesView& view, const base::Progress& progress = {});
base::Result<ValuePtr> readSafetensors(const FileBytesView& view);
base::Outcome<ValuePtr> readTorch(const FileBytesView& view, const base::Progress& progress = {});

}  // namespace plumbline::numerics
