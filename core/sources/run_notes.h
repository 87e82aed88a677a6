// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a result besides its table, from the files beside it: Plumbline's own NAME.run.json.
//
//   const RunNotes notes = readNotes("out/inductor_torchbench_training.csv", readFileBeside);
//   if (!comparesCompileTimes(notes.cache, others.cache)) say("cold against warm");
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::sources {

/// CompileCache is the state of the compiler's caches when the compile times of a table were measured.
enum class CompileCache : std::uint8_t {
  Unstated,  ///< a table without notes, as CI writes it: taken for cold
  Cold,
  Warm,
  Unknown,   ///< a cache that earlier runs may have filled
};
/// cacheName is "cold", "warm", "unknown"; "" for Unstated. cacheOfName reads it back; Unstated for any other text.
std::string_view cacheName(CompileCache cache);
CompileCache cacheOfName(std::string_view name);
/// comparesCompileTimes: both are known to be the same.
bool comparesCompileTimes(CompileCache one, CompileCache other);

struct RunNotes {
  CompileCache cache = CompileCache::Unstated;
};

/// kNotesEnding replaces ".csv" in the name of Plumbline's notes.
inline constexpr std::string_view kNotesEnding = ".run.json";
/// notesNameOf is the name of the notes beside a CSV; "" for any other name.
std::string notesNameOf(std::string_view csv);
/// notesText is what Plumbline writes into them.
std::string notesText(const RunNotes& notes, const std::string& run, const std::string& title);

/// ReadBeside reads another file by its name; nullopt where there is none.
using ReadBeside = std::function<std::optional<std::string>(const std::string& name)>;
/// readNotes reads what lies beside a CSV. Damaged notes are none.
RunNotes readNotes(std::string_view csv, const ReadBeside& read);
/// readFileBeside reads from disk, small files only.
std::optional<std::string> readFileBeside(const std::string& path);

}  // namespace plumbline::sources
