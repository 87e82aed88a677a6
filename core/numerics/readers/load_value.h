// SPDX-License-Identifier: GPL-3.0-or-later
// Reads .npy, .npz, .safetensors and torch.save archives (.pt, .pth, .bin) without running anything that is in them.
// The format is recognized by the first bytes, not by the name. Tensors stay in the file; only their description is
// read.
//
//   auto loaded = loadValue("ref.pt");
//   if (loaded.isError()) show(loaded.error());       // names the file, the offset or the pickle's global, what to do
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/numerics/readers/mapped_file.h"
#include "core/numerics/tensors/value.h"

namespace plumbline::numerics {

enum class FileFormat : std::uint8_t { Npy, Npz, Safetensors, Torch, Folder };

struct Loaded {
  std::string path;
  FileFormat format = FileFormat::Torch;
  ValuePtr value;               ///< never null
  std::uint64_t bytes = 0;      ///< of the file, or of all files of a folder
  std::uint64_t tensors = 0;    ///< leaves that hold numbers
  std::vector<std::string> notes;  ///< sentences for the user, such as "Written on a big-endian machine ..."
};

/// kMaxNodes is the limit of values in one file; shared ones count each time they are used. Small pickles may hold fewer.
inline constexpr std::uint64_t kMaxNodes = 4'000'000;

/// loadValue reads a file, or a folder of such files as a dict by relative path (a note lists other files; an empty
/// folder is an error). Errors: NotFound, NotReadable; TooLarge over kMaxNodes, a nesting of 200 or for a zip bomb;
/// BadFormat for a pickle with an unknown global (named), a tensor outside its storage, cycles, bad sizes, truncation,
/// a tar of torch before 0.1.10, an encrypted archive.
base::Outcome<Loaded> loadValue(const std::string& path, const base::Progress& progress = {});

// One reader per format, over the bytes of a mapped file:
//
//   auto array = readNpy({.file = "ref.npy", .bytes = mapped.bytes(), .owner = mapped.owner()});

/// readNpy reads NumPy's .npy (versions 1.0, 2.0 and 3.0, see numpy.lib.format) as a tensor, as torch.from_numpy() does;
/// its numbers stay in the file. Bytes after them are ignored, as by numpy.load(). Errors: BadFormat: truncation, another
/// version, a header with anything but its three members, a dtype that no tensor has (by name).
base::Result<ValuePtr> readNpy(const FileBytesView& view);
/// readNpz reads a zip of .npy files as a dict by member name without ".npy". Stored members (numpy.savez) stay in the
/// file. Errors: as readZipEntries and readNpy; BadFormat for members that are no arrays or have the same name.
base::Outcome<ValuePtr> readNpz(const FileBytesView& view, const base::Progress& progress = {});

/// readSafetensors makes a dict of tensors in the header's order, without "__metadata__"; the numbers stay in the file.
/// The format: eight bytes of length, a JSON object {"name": {"dtype", "shape", "data_offsets": [begin, end]}}, which is
/// read event by event, then the numbers, little-endian; every byte after the header belongs to exactly one tensor.
/// Errors: TooLarge over kMaxNodes tensors; BadFormat: truncation, a header that is no such JSON, an unknown dtype,
/// tensors that overlap, leave holes or do not match their shape.
base::Result<ValuePtr> readSafetensors(const FileBytesView& view);

/// readTorch reads torch.save's archives (a zip whose one folder holds data.pkl, and beside it the numbers as data/0,
/// data/1 ...) and the files of torch before 1.6, which are pickles with the numbers behind them. It runs nothing that is
/// in the pickle; numbers stay in the file. Errors: as readZipEntries, readPickle and toValue; BadFormat for other zips,
/// and for TorchScript.
base::Outcome<ValuePtr> readTorch(const FileBytesView& view, const base::Progress& progress = {});
/// isLegacyTorch recognizes a file of torch before 1.6 by its first bytes.
bool isLegacyTorch(std::span<const std::byte> bytes);

}  // namespace plumbline::numerics
