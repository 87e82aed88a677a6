// SPDX-License-Identifier: GPL-3.0-or-later
// flaky.toml: our own list, one [[flaky]] table for each entry, read with toml++ and edited by lines.
//
//   [[flaky]]
//   name = "llama"              # or pattern = "res*"
//   check = "accuracy"          # left out: every check
//   platform = "rocm"
//   config = "inductor_*_training"
//   reason = "times out"
//   issue = "https://example.org/1"
//   owner = "someone"
//   added = 2026-09-01
//   expires = 2026-12-01        # last day on which it excuses
//
// Removing a table takes the comment lines directly above it along, unless they open the file; comments elsewhere stay.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/flaky/flaky_entry.h"
#include "core/text/byte_edits.h"

namespace plumbline::flaky {

/// kTomlKeys are the keys of a table in the order in which they are written.
inline constexpr std::array<std::string_view, 10> kTomlKeys = {"name",   "pattern", "check", "platform", "config",
                                                               "reason", "issue",   "owner", "added",    "expires"};
/// kFlakyCheckNames and kFlakyPlatformNames are the values that check and platform may have.
inline constexpr std::array<std::string_view, 7> kFlakyCheckNames = {"accuracy", "graph-breaks", "memory",      "perf",
                                                                "status",   "speedup",      "instructions"};
inline constexpr std::array<std::string_view, 4> kFlakyPlatformNames = {"rocm", "cuda", "cpu", "xpu"};

struct TomlList {
  /// KeyPlace is one "key = value": whole lines, and the bytes of the value.
  struct KeyPlace {
    std::size_t lineBegin = 0, afterLine = 0;  ///< afterLine == 0: the table has no such key
    std::size_t valueBegin = 0, valueEnd = 0;
  };
  struct TablePlace {
    std::size_t begin = 0;      ///< of the header's line
    std::size_t headerEnd = 0;  ///< first byte after the header's line
    std::size_t end = 0;        ///< first byte after the last line that belongs to it
    bool isInline = false;      ///< flaky = [{...}]: not edited, and nothing else is set
    std::array<KeyPlace, kTomlKeys.size()> keys;
  };
  std::vector<FlakyEntry> entries;
  std::vector<TablePlace> places;
};

/// Errors: BadFormat with line and column for text that is no TOML, unknown keys and words, wrong types, dates that are
/// none, a table with both name and pattern or neither.
base::Result<TomlList> readTomlList(std::string_view bytes, const std::string& path);

/// checkTomlEntry is why an entry cannot stand in a list. Errors: BadArgument.
base::Result<void> checkTomlEntry(const FlakyEntry& entry);

base::Result<text::ByteEdits> addToToml(std::string_view bytes, const TomlList& list, const FlakyEntry& entry);
base::Result<text::ByteEdits> removeFromToml(std::string_view bytes, const TomlList& list, std::size_t index);
base::Result<text::ByteEdits> replaceInToml(std::string_view bytes, const TomlList& list, std::size_t index,
                                            const FlakyEntry& entry);

}  // namespace plumbline::flaky
