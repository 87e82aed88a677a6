// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/run_notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/files/file_bytes.h"
#include "core/sources/formats/source_text.h"
#include "core/tables/csv_table.h"
#include "core/tables/pandas_number.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::sources {
namespace {

constexpr std::array<std::string_view, 4> kCacheNames = {"", "cold", "warm", "unknown"};
constexpr std::string_view kCsvEnding = ".csv";
constexpr const char *kFormatKey = "format", *kNotesFormat = "plumbline-notes", *kCompileTimesKey = "compile_times",
                     *kRunKey = "run", *kTorchKey = "torch_version", *kCausesKey = "causes";
constexpr std::uint64_t kMaxNotesBytes = std::uint64_t{16} << 20;
constexpr std::size_t kReasonWidth = 160, kMaxVersionBytes = 200, kMaxIdBytes = 200;

/// CellsOf reads a table by the names of its columns; texts of absent columns are empty.
class CellsOf {
 public:
  explicit CellsOf(std::string bytes) {
    auto scanned = tables::CsvTable::scan(std::move(bytes), {});
    if (scanned.isValue()) m_table = scanned.value();
  }
  std::size_t rowCount() const { return m_table ? m_table->rowCount() : 0; }
  std::vector<std::string> columns() const { return m_table ? m_table->columnNames() : std::vector<std::string>(); }
  std::string text(std::size_t row, std::string_view column) const {
    std::string scratch;
    const auto at = m_table->columnOf(column);
    return at ? std::string(m_table->cell(row, *at, scratch)) : std::string();
  }

 private:
  std::shared_ptr<const tables::CsvTable> m_table;
};

/// reasonOf: the harness quotes the text once more.
std::string reasonOf(std::string_view cell) {
  if (cell.starts_with('"')) cell.remove_prefix(1);
  std::string_view line = text::trimmed(cell.substr(0, cell.find('\n')));
  if (line.ends_with('"')) line.remove_suffix(1);
  return std::string(text::prefixOf(line, kReasonWidth));
}

/// codeOf reads the last "<FrameSummary file F, line N in FUNCTION>": the innermost frame.
std::string codeOf(std::string_view stack) {
  constexpr std::string_view kFile = "<FrameSummary file ", kLine = ", line ";
  const std::size_t at = stack.rfind(kFile);
  if (at == stack.npos) return {};
  stack.remove_prefix(at + kFile.size());
  stack = stack.substr(0, stack.rfind('>'));
  const std::size_t line = stack.rfind(kLine);
  if (line == stack.npos) return {};
  const std::string_view file = stack.substr(0, line);
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::string(stack.substr(line + kLine.size()));
}

void readBreaks(std::string bytes, RunNotes& notes) {
  notes.hasBreaks = true;
  const CellsOf cells(std::move(bytes));
  for (std::size_t row = 0; row < cells.rowCount(); ++row)
    if (std::string reason = reasonOf(cells.text(row, "reason")); !reason.empty())
      notes.breaks[cells.text(row, "model")].push_back({std::move(reason), codeOf(cells.text(row, "user_stack"))});
  for (auto& [model, breaks] : notes.breaks) {
    std::ranges::sort(breaks);
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  }
}

void readPhases(std::string bytes, RunNotes& notes) {
  const CellsOf cells(std::move(bytes));
  const std::vector<std::string> columns = cells.columns();
  for (std::size_t row = 0; row < cells.rowCount(); ++row) {
    auto& phases = notes.phases[cells.text(row, "name")];
    phases.clear();  // the last row of a model that was measured again
    for (const std::string& column : columns) {
      double seconds = 0;
      if (column == "dev" || column == "name" || column == "batch_size") continue;
      if (tables::parsePandasReal(cells.text(row, column), seconds) && std::isfinite(seconds) && seconds > 0)
        phases.emplace_back(column, seconds);
    }
  }
}

/// PhaseTimes sums the phases of one model by name. Names differ between torch versions.
class PhaseTimes {
 public:
  explicit PhaseTimes(const std::vector<std::pair<std::string, double>>& phases) : m_phases(phases) {}
  double sum(std::initializer_list<std::string_view> names) const {
    double seconds = 0;
    for (const auto& [name, time] : m_phases)
      if (std::ranges::find(names, name) != names.end()) seconds += time;
    return seconds;
  }
  /// first is the time of the first of these phases that was measured; 0 without one.
  double first(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names)
      if (const double seconds = sum({name}); seconds > 0) return seconds;
    return 0;
  }

 private:
  const std::vector<std::pair<std::string, double>>& m_phases;
};

std::string secondsText(double seconds) {
  return text::fixedText(seconds, seconds >= 100 ? 0 : seconds >= 10 ? 1 : 2) + " s";
}

constexpr std::size_t kShownBreaks = 5;

/// addBreaks adds "graph breaks WHAT: a at b; c at d" for those that `others` lack.
void addBreaks(std::string& sentence, const char* what, const std::vector<GraphBreak>& breaks,
               const std::vector<GraphBreak>& others) {
  std::vector<GraphBreak> only;
  std::set_difference(breaks.begin(), breaks.end(), others.begin(), others.end(), std::back_inserter(only));
  if (only.empty()) return;
  sentence += (sentence.empty() ? "" : "; ") + std::string(only.size() == 1 ? "graph break " : "graph breaks ") + what;
  for (std::size_t i = 0; i < only.size() && i < kShownBreaks; ++i)
    sentence += (i == 0 ? ": " : "; ") + breakText(only[i]);
  if (only.size() > kShownBreaks) sentence += " and " + std::to_string(only.size() - kShownBreaks) + " more";
}

}  // namespace

void joinNotes(RunNotes& notes, const RunNotes& more, bool hasCompileTimes) {
  notes.hasBreaks = notes.hasBreaks || more.hasBreaks;
  notes.breaks.insert(more.breaks.begin(), more.breaks.end());
  notes.phases.insert(more.phases.begin(), more.phases.end());
  if (!hasCompileTimes) return;
  const bool isOther = notes.cache != CompileCache::Unstated && notes.cache != more.cache;
  notes.cache = isOther ? CompileCache::Unknown : more.cache;
}

std::string breakSentence(const RunNotes& before, const RunNotes& after, const std::string& model) {
  const auto of = [&](const RunNotes& notes) {
    const auto found = notes.breaks.find(model);
    return found == notes.breaks.end() ? std::vector<GraphBreak>() : found->second;
  };
  std::string sentence;
  if (!after.hasBreaks) return sentence;
  addBreaks(sentence, before.hasBreaks ? "new" : "now", of(after), of(before));
  if (before.hasBreaks) addBreaks(sentence, "gone", of(before), of(after));
  return sentence.empty() ? sentence : model + ": " + sentence;
}

double totalOf(const CompileParts& parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

std::optional<CompileParts> compileParts(const RunNotes& notes, const std::string& model) {
  const auto found = notes.phases.find(model);
  if (found == notes.phases.end()) return std::nullopt;
  const PhaseTimes times(found->second);
  const auto rest = [](double whole, double inner) { return std::max(whole - inner, 0.0); };
  const double backward = times.sum({"entire_backward_compile"});
  const double frames = times.first({"entire_frame_compile", "_compile.compile_inner", "_compile.<locals>.compile_inner"});
  double backend = times.first({"OutputGraph.call_user_compiler", "call_user_compiler", "backend_compile",
                                "create_aot_dispatcher_function"}) + backward;
  const double inductor = times.first({"compile_fx_inner", "inductor_compile", "fx_codegen_and_compile"});
  if (frames + backend + inductor <= 0) return std::nullopt;
  backend = std::max(backend, inductor);
  const double before = times.sum({"_recursive_pre_grad_passes", "_recursive_joint_graph_passes"});
  const double after = times.sum({"_recursive_post_grad_passes"});
  double generated = times.first({"GraphLowering.codegen", "code_gen"});
  if (generated <= 0)
    generated = times.sum({"Scheduler.__init__", "Scheduler.codegen", "PythonWrapperCodegen.generate", "WrapperCodeGen.generate"});
  double kernels = times.first({"PyCodeCache.load_by_key_path"});
  if (kernels <= 0) kernels = times.sum({"async_compile.precompile", "async_compile.wait"});
  return CompileParts{rest(frames + backward, backend), rest(backend, inductor + before),    before + after,
                      rest(inductor, after + generated + kernels), generated, kernels};
}

std::string partsText(const CompileParts& parts) {
  std::string out = secondsText(totalOf(parts));
  const char* separator = ": ";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] <= 0) continue;
    out += separator + std::string(kCompileParts[i]) + " " + secondsText(parts[i]);
    separator = ", ";
  }
  return out;
}

std::string phaseSentence(const RunNotes& notes, const std::string& model) {
  const auto parts = compileParts(notes, model);
  return parts ? model + ": compiling took " + partsText(*parts) : std::string();
}

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

std::string cacheSentence(const std::string& before, CompileCache one, const std::string& after, CompileCache other) {
  if (comparesCompileTimes(one, other)) return {};
  const auto text = [](const std::string& label, CompileCache cache) {
    if (cache == CompileCache::Unknown) return label + ": a cache that earlier runs may have filled";
    return label + ": " + std::string(cacheName(cache == CompileCache::Unstated ? CompileCache::Cold : cache)) + " cache";
  };
  return "Compile times are not compared: " + text(before, one) + ", " + text(after, other) + ".";
}

std::string breakText(const GraphBreak& one) { return one.reason + (one.code.empty() ? "" : " at " + one.code); }

std::string besideName(std::string_view csv, std::string_view ending) {
  if (!csv.ends_with(kCsvEnding)) return {};
  return std::string(csv.substr(0, csv.size() - kCsvEnding.size())).append(ending);
}

std::vector<std::string> besideNames(std::string_view csv, std::string_view ending) {
  std::vector<std::string> names;
  std::string exact = besideName(csv, ending);
  if (exact.empty()) return names;
  if (ending == kBreaksEnding) {
    std::string cut = std::string(csv.substr(0, csv.find_last_not_of(kCsvEnding) + 1)).append(ending);
    if (cut != exact) names.push_back(std::move(cut));
  }
  names.push_back(std::move(exact));
  return names;
}

std::string notesText(const RunNotes& notes, const std::string& run, const std::string& title) {
  nlohmann::ordered_json out = {{kFormatKey, kNotesFormat},
                                      {"version", 1},
                                      {kRunKey, run},
                                      {"title", title},
                                      {kCompileTimesKey, text::stringOrNull(cacheName(notes.cache))}};
  if (!notes.details.torchVersion.empty()) out[kTorchKey] = notes.details.torchVersion;
  for (const FailureCause& cause : notes.causes) out[kCausesKey].push_back(causeJson(cause));
  return text::toJsonText(out, 1) + '\n';
}

std::string joinedTables(const std::vector<std::string>& tables) {
  if (tables.size() == 1) return tables.front();
  std::vector<std::string> columns;
  for (const std::string& bytes : tables)
    for (const CellsOf cells(bytes); const std::string& column : cells.columns())
      if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  if (columns.empty()) return {};
  DerivedCsv joined(columns);
  for (const std::string& bytes : tables) {
    const CellsOf cells(bytes);
    for (std::size_t row = 0; row < cells.rowCount(); ++row) {
      std::vector<std::string> texts;
      for (const std::string& column : columns) texts.push_back(cells.text(row, column));
      joined.add(texts);
    }
  }
  const auto table = joined.table({});
  return table ? std::string(table->bytes()) : std::string();
}

RunNotes readNotes(std::string_view csv, const ReadBeside& read) {
  RunNotes notes;
  const auto bytesOf = [&](std::string_view ending) -> std::optional<std::string> {
    for (const std::string& name : besideNames(csv, ending))
      if (auto bytes = read(name)) return bytes;
    return std::nullopt;
  };
  if (auto breaks = bytesOf(kBreaksEnding)) readBreaks(*std::move(breaks), notes);
  if (auto phases = bytesOf(kPhasesEnding)) readPhases(*std::move(phases), notes);
  const auto bytes = bytesOf(kNotesEnding);
  const nlohmann::ordered_json json = bytes ? text::parseOrderedJson(*bytes) : nlohmann::ordered_json();
  if (!json.is_object() || json.value(kFormatKey, nlohmann::ordered_json()) != kNotesFormat) return notes;
  if (const auto cache = json.find(kCompileTimesKey); cache != json.end() && cache->is_string())
    notes.cache = cacheOfName(cache->get<std::string>());
  if (const auto run = json.find(kRunKey); run != json.end() && run->is_string())
    notes.details.run = text::prefixOf(run->get_ref<const std::string&>(), kMaxIdBytes);
  if (const auto version = json.find(kTorchKey); version != json.end() && version->is_string())
    notes.details.torchVersion = text::prefixOf(version->get_ref<const std::string&>(), kMaxVersionBytes);
  if (const auto causes = json.find(kCausesKey); causes != json.end() && causes->is_array())
    for (const auto& one : *causes)
      if (FailureCause cause = causeOfJson(one); !cause.model.empty() && notes.causes.size() < kMaxCauses)
        notes.causes.push_back(std::move(cause));
  return notes;
}

std::optional<std::string> readFileBeside(const std::string& path) {
  auto file = files::readFile(path, kMaxNotesBytes);
  return file ? std::optional(std::move(file->bytes)) : std::nullopt;
}

}  // namespace plumbline::sources
