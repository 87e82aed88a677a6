// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/file_kind.h"

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/numerics/zip_entries.h"

namespace plumbline::numerics {
namespace {

constexpr std::string_view kZip{"PK\x03\x04"}, kEmptyZip{"PK\x05\x06"};
constexpr std::string_view kNpy{"\x93NUMPY"};
/// torch before 1.6 wrote a pickle of this number first, and before 0.1.10 a tar.
constexpr std::string_view kLegacyMagic{"\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"};
constexpr std::string_view kTarMagic{"ustar"};
constexpr std::size_t kTarMagicAt = 257;
constexpr std::string_view kGzip{"\x1f\x8b"};
constexpr std::string_view kHdf5{"\x89HDF\r\n"};
constexpr std::string_view kSaveAgain =
    "Load it in Python and save it again with torch.save(results, path), which writes a zip since torch 1.6.";

std::string_view charsOf(std::span<const std::byte> bytes) {
  return {static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size()};
}

FileKind refused(std::string problem, std::string_view hint, bool isForeign = false) {
  return {.problem = std::move(problem), .hint = std::string(hint), .isForeign = isForeign};
}

bool isSafetensors(std::string_view bytes) {
  std::uint64_t header = 0;
  if (bytes.size() <= sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return bytes[sizeof header] == '{' && (header >> 32U) == 0;
}

}  // namespace

FileKind kindOf(std::span<const std::byte> bytes) {
  const std::string_view start = charsOf(bytes);
  if (start.empty()) return refused("The file is empty.", "Write it again.");
  if (start.starts_with(kNpy)) return {.format = FileFormat::Npy};
  if (start.starts_with(kEmptyZip)) return {.format = FileFormat::Npz};
  if (start.starts_with(kZip)) {
    const bool isNpz = firstEntryName(bytes).ends_with(".npy");
    return {.format = isNpz ? FileFormat::Npz : FileFormat::Torch};
  }
  if (isSafetensors(start)) return {.format = FileFormat::Safetensors};
  if (start.substr(0, 32).find(kLegacyMagic) != start.npos)
    return refused("This is a file of torch.save in the form from before torch 1.6, which is not read.", kSaveAgain);
  if (start.size() > kTarMagicAt && start.substr(kTarMagicAt).starts_with(kTarMagic))
    return refused("This is a tar; if torch.save wrote it, in a form that is not read.", kSaveAgain);
  if (start.size() > 1 && start[0] == '\x80' && start[1] >= 0 && start[1] <= 5)
    return refused("This is a bare pickle, which is not read.",
                   "Save the results with torch.save(results, path) instead of pickle.dump.");
  if (start.starts_with(kGzip))
    return refused("The file is packed with gzip.", "Unpack it first: gzip -d FILE.");
  if (start.starts_with(kHdf5))
    return refused("This is an HDF5 file, which is not read.", "Save the results as .npz or .safetensors.");
  return refused("This is no file of tensors: neither .npy, .npz, .safetensors nor an archive of torch.save.",
                 "Choose a file that holds results.", true);
}

}  // namespace plumbline::numerics
