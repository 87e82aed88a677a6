// SPDX-License-Identifier: GPL-3.0-or-later
// The data files compiled into the programs: rule sets, the metric catalogue, samples.
//
//   for (const EmbeddedFile& f : embeddedFiles())
//     if (f.name == "rules/2025-11.toml") parse(f.bytes);
#pragma once

#include <span>
#include <string_view>

namespace plumbline::resources {

struct EmbeddedFile {
  std::string_view name;   ///< path relative to resources/, e.g. "rules/2025-11.toml"
  std::string_view bytes;  ///< the file's bytes, unchanged
};

/// embeddedFiles lists every compiled-in file, in the order resources/CMakeLists.txt names them.
std::span<const EmbeddedFile> embeddedFiles();

}  // namespace plumbline::resources
