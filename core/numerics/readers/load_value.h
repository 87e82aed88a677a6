// SPDX-License-Identifier: GPL-3.0-or-later
// Reads .npy, .npz, .safetensors and torch.save archives (.pt, .pth, .bin) without running anything that is in them.
// The format is recognized by the first bytes, not by the name. Tensors stay in the file; only their description is
// read.
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

}  // namespace plumbline::numerics
