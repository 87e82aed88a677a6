// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a result besides its table, from the files beside it: Plumbline's own NAME.run.json, and those that the
// benchmark writes: NAME_graph_breaks.csv and NAME_compilation_metrics.csv (SPEC 11.2).
//
//   const RunNotes notes = readNotes("out/inductor_torchbench_training.csv", readFileBeside);
//   if (!comparesCompileTimes(notes.cache, others.cache)) say("cold against warm");
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sources/formats/failure_causes.h"

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
/// cacheSentence: "Compile times are not compared: before: cold cache, after: warm cache."; "" where they are compared.
std::string cacheSentence(const std::string& before, CompileCache one, const std::string& after, CompileCache other);
/// kCompileTimeColumn is the column that the state of the caches is about.
inline constexpr std::string_view kCompileTimeColumn = "compilation_latency";

struct GraphBreak {
  std::string reason;  ///< its first line: "copy.deepcopy()"
  std::string code;    ///< the innermost frame of the user's stack: "configuration_utils.py:1361 in get_text_config"
  auto operator<=>(const GraphBreak&) const = default;
};
/// breakText: "copy.deepcopy() at configuration_utils.py:1361 in get_text_config".
std::string breakText(const GraphBreak& one);

/// RunDetails is what the records of a result say of its run besides its identity; "" and 0 where they do not.
struct RunDetails {
  std::string branch, workflow, job, image, torchVersion;
  std::map<std::string, std::string> pins = {};  ///< versions of what it was built with, by name
  std::int64_t measuredAt = 0;                   ///< Unix seconds
  std::string run = {};                          ///< id of a run of Plumbline's own
};

struct RunNotes {
  CompileCache cache = CompileCache::Unstated;
  RunDetails details = {};
  bool hasBreaks = false;  ///< there is a file of graph breaks: a model that it lacks has none
  std::map<std::string, std::vector<GraphBreak>> breaks = {};  ///< by model, each once, sorted
  /// phases of compiling by model, in s, in the file's order. They contain each other.
  std::map<std::string, std::vector<std::pair<std::string, double>>> phases = {};
  std::vector<FailureCause> causes = {};  ///< why models failed, from the logs of the run
};

/// kCompileParts are the stages of a compile in their order. The harness' phases contain each other; these do not.
inline constexpr std::array<std::string_view, 6> kCompileParts = {
    "Dynamo", "AOT Autograd", "graph passes", "Inductor lowering", "code generation", "kernel compilation"};
inline constexpr std::array<std::string_view, kCompileParts.size()> kCompilePartKeys = {
    "dynamo", "aot_autograd", "graph_passes", "inductor_lowering", "code_generation", "kernel_compilation"};
/// CompileParts are the seconds of each stage. Their sum is the time of the whole compile.
using CompileParts = std::array<double, kCompileParts.size()>;
double totalOf(const CompileParts& parts);
/// compileParts derives the stages from the phases of a model. Nothing without a phase that names a whole stage.
std::optional<CompileParts> compileParts(const RunNotes& notes, const std::string& model);
/// partsText is "32.9 s: Dynamo 9.94 s, AOT Autograd 4.94 s ..."; stages that took no time are left out.
std::string partsText(const CompileParts& parts);
/// phaseSentence: "T5Small: compiling took 32.9 s: Dynamo 9.94 s ..."; "" when that is not known.
std::string phaseSentence(const RunNotes& notes, const std::string& model);

/// joinNotes adds the graph breaks and phases of another table of the same run; of a model in both, the first ones stay.
/// The cache counts for a table with compile times alone; Unknown where those of two tables differ.
void joinNotes(RunNotes& notes, const RunNotes& more, bool hasCompileTimes);

/// breakSentence says which graph breaks of a model are new and which are gone, or lists them all when those before are
/// not known; "" for the same ones, and when those after are not known.
std::string breakSentence(const RunNotes& before, const RunNotes& after, const std::string& model);

/// kNotesEnding, kBreaksEnding and kPhasesEnding replace ".csv" in the name of a table.
inline constexpr std::string_view kNotesEnding = ".run.json", kBreaksEnding = "_graph_breaks.csv",
                                  kPhasesEnding = "_compilation_metrics.csv";
/// besideName is the name under which Plumbline writes such a file beside a CSV; "" for any other name.
std::string besideName(std::string_view csv, std::string_view ending);
/// besideNames are the names it may have, the one to look for first in front: the harness cuts the name with Python's
/// rstrip('.csv') for its graph breaks, so those of "timm_models.csv" lie in "timm_model_graph_breaks.csv".
std::vector<std::string> besideNames(std::string_view csv, std::string_view ending);
/// notesText is what Plumbline writes into them, of `notes` the caches, the version of PyTorch where it is known, and the
/// causes.
std::string notesText(const RunNotes& notes, const std::string& run, const std::string& title);

/// joinedTables puts the rows of several CSVs below each other, with all their columns; "" for none.
std::string joinedTables(const std::vector<std::string>& tables);

/// ReadBeside reads another file by its name; nullopt where there is none.
using ReadBeside = std::function<std::optional<std::string>(const std::string& name)>;
/// readNotes reads what lies beside a CSV. What is damaged is left out.
RunNotes readNotes(std::string_view csv, const ReadBeside& read);
/// readFileBeside reads from disk, small files only.
std::optional<std::string> readFileBeside(const std::string& path);

}  // namespace plumbline::sources
