// SPDX-License-Identifier: GPL-3.0-or-later
// The data files compiled into the programs: rule sets, the metric catalogue, samples.
//
//   if (const auto bytes = embeddedBytes("rules/2025-11.toml")) parse(*bytes);
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace plumbline::resources {

struct EmbeddedFile {
  std::string_view name;   ///< path relative to resources/, e.g. "rules/2025-11.toml"
  std::string_view bytes;  ///< the file's bytes, unchanged
};

/// embeddedFiles lists every compiled-in file, in the order resources/CMakeLists.txt names them.
std::span<const EmbeddedFile> embeddedFiles();

/// embeddedBytes are those of one file; none when it was not compiled in.
inline std::optional<std::string_view> embeddedBytes(std::string_view name) {
  for (const EmbeddedFile& file : embeddedFiles())
    if (file.name == name) return file.bytes;
  return std::nullopt;
}

}  // namespace plumbline::resources
