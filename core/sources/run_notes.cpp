// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/run_notes.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/text/json_text.h"

namespace plumbline::sources {
namespace {

constexpr std::array<std::string_view, 4> kCacheNames = {"", "cold", "warm", "unknown"};
constexpr std::string_view kCsvEnding = ".csv";
constexpr const char *kFormatKey = "format", *kNotesFormat = "plumbline-notes", *kCompileTimesKey = "compile_times";
constexpr std::uint64_t kMaxNotesBytes = std::uint64_t{16} << 20;

}  // namespace

std::string_view cacheName(CompileCache cache) { return kCacheNames.at(static_cast<std::size_t>(cache)); }

CompileCache cacheOfName(std::string_view name) {
  for (const CompileCache cache : {CompileCache::Cold, CompileCache::Warm, CompileCache::Unknown})
    if (cacheName(cache) == name) return cache;
  return CompileCache::Unstated;
}

bool comparesCompileTimes(CompileCache one, CompileCache other) {
  const auto known = [](CompileCache cache) { return cache == CompileCache::Unstated ? CompileCache::Cold : cache; };
  return known(one) == known(other) && one != CompileCache::Unknown;
}

std::string notesNameOf(std::string_view csv) {
  if (!csv.ends_with(kCsvEnding)) return {};
  return std::string(csv.substr(0, csv.size() - kCsvEnding.size())).append(kNotesEnding);
}

std::string notesText(const RunNotes& notes, const std::string& run, const std::string& title) {
  const nlohmann::ordered_json out = {{kFormatKey, kNotesFormat},
                                      {"version", 1},
                                      {"run", run},
                                      {"title", title},
                                      {kCompileTimesKey, text::stringOrNull(cacheName(notes.cache))}};
  return text::toJsonText(out, 1) + '\n';
}

RunNotes readNotes(std::string_view csv, const ReadBeside& read) {
  RunNotes notes;
  const std::string name = notesNameOf(csv);
  const auto bytes = name.empty() ? std::nullopt : read(name);
  const nlohmann::json json = bytes ? text::parseJson(*bytes) : nlohmann::json();
  if (!json.is_object() || json.value(kFormatKey, nlohmann::json()) != kNotesFormat) return notes;
  if (const auto cache = json.find(kCompileTimesKey); cache != json.end() && cache->is_string())
    notes.cache = cacheOfName(cache->get<std::string>());
  return notes;
}

std::optional<std::string> readFileBeside(const std::string& path) {
  auto file = files::readFile(path, kMaxNotesBytes);
  return file ? std::optional(std::move(file->bytes)) : std::nullopt;
}

}  // namespace plumbline::sources
