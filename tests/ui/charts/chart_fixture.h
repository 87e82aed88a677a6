// SPDX-License-Identifier: GPL-3.0-or-later
// Runs with everything a chart can meet: models that moved either way, that one run alone has, that were not measured,
// compile times of a cold and a warm cache, and a few commits.
//
//   session::CompareStatePtr state = testing::compareState({.models = 62});
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/session/compare_session.h"

namespace plumbline::testing {

struct StateOptions {
  std::size_t models = 62;
  std::size_t commits = 8;
  bool hasCaches = true;
  bool hasDiff = true;
};

inline std::string chartModel(std::size_t i) {
  static const char* const kNames[] = {"AlbertForMaskedLM", "BERT_pytorch", "dcgan", "hf_T5_base", "mobilenet_v2_quantized_qat",
                                       "moco", "phlippe_densenet", "resnet50", "speech_transformer", "timm_vision_transformer_large",
                                       "yolov3", "LearningToPaint"};
  const std::size_t round = i / 12;
  return std::string(kNames[i % 12]) + (round == 0 ? "" : "_" + std::to_string(round));
}

inline double wave(std::size_t i, double seed) { return std::sin(static_cast<double>(i) * 12.9898 + seed * 78.233); }

/// chartTable is a performance table; `drift` is how far models moved from the first table.
inline std::shared_ptr<const tables::CsvTable> chartTable(std::size_t models, double drift, const std::string& path) {
  std::string csv = "dev,name,batch_size,accuracy,speedup,abs_latency,compilation_latency,compression_ratio,eager_peak_mem,dynamo_peak_mem\n";
  char line[300];
  for (std::size_t i = 0; i < models; ++i) {
    const double moved = i % 9 == 4 ? 1 + 0.22 * drift * wave(i, 3) : 1 + 0.03 * drift * wave(i, 5);
    const double speedup = std::exp(0.35 + 0.45 * wave(i, 1)) * moved;
    const double latency = std::exp(2.5 + 1.4 * wave(i, 2)) / moved;
    const double compile = 12 + 60 * std::abs(wave(i, 4)) / moved;
    const double eager = 1.5 + 9 * std::abs(wave(i, 6));
    const double ratio = (0.9 + 0.35 * wave(i, 7)) * (i % 11 == 7 ? 1 - 0.09 * drift : 1 + 0.01 * drift);
    std::snprintf(line, sizeof line, "cuda,%s,8,pass,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n", chartModel(i).c_str(), speedup, latency, compile,
                  ratio, eager, eager / ratio);
    csv += i % 31 == 30 ? "cuda," + chartModel(i) + ",8,fail_to_run,0,0,0,0,0,0\n" : std::string(line);
  }
  return tables::CsvTable::scan(csv, path).value();
}

inline std::shared_ptr<const std::vector<sources::CacheRun>> chartCaches(std::size_t models) {
  auto runs = std::make_shared<std::vector<sources::CacheRun>>(1);
  runs->front() = {.origin = "torchcache.json", .suite = "torchbench", .mode = "training", .device = "cuda", .commit = {}, .isDynamic = false, .models = {}};
  for (std::size_t i = 0; i < models; ++i) {
    const double cold = 14 + 70 * std::abs(wave(i, 1));
    const double warm = cold * (i % 13 == 5 ? 1.12 : 0.25 + 0.3 * std::abs(wave(i, 2)));
    sources::CacheModel model;
    model.name = chartModel(i);
    model.cold = {cold, cold * 1.06, cold * 0.97};
    model.warm = {warm, warm * 1.05, warm * 0.93};
    runs->front().models.push_back(std::move(model));
  }
  return runs;
}

inline diff::Run chartRun(const std::string& label, std::size_t models, double drift) {
  diff::Run run;
  run.label = label;
  run.origin = label + ".csv";
  run.tables = {chartTable(models, drift, run.origin)};
  for (std::size_t i = 0; i < models; ++i) {
    const double whole = 12 + 60 * std::abs(wave(i, 4)) * (1 + drift / 4);
    run.notes.phases[chartModel(i)] = {{"_compile.compile_inner", whole},      {"OutputGraph.call_user_compiler", whole * 0.7},
                                       {"compile_fx_inner", whole * 0.5},      {"_recursive_joint_graph_passes", whole * 0.07},
                                       {"GraphLowering.codegen", whole * 0.2}, {"PyCodeCache.load_by_key_path", whole * 0.15}};
  }
  return run;
}

inline session::CompareStatePtr compareState(const StateOptions& options = {}) {
  auto state = std::make_shared<session::CompareState>();
  state->thresholds = diff::defaultThresholds();
  state->cacheRuns = options.hasCaches ? chartCaches(options.models) : std::make_shared<std::vector<sources::CacheRun>>();
  if (!options.hasDiff) return state;
  state->diff = diff::RunDiff::make({chartRun("before", options.models, 0), chartRun("after", options.models, 1)}).value();
  state->after = 1;
  std::vector<diff::Run> commits;
  for (std::size_t i = 0; i < options.commits && i < diff::kMaxRuns; ++i) {
    static const char* const kCommits[] = {"4f1c2a9", "81be003", "a90d7e1", "c33f518", "e07b6d4", "f9125ac"};
    commits.push_back(chartRun(kCommits[i], options.models, static_cast<double>(i) / 5));
  }
  if (commits.size() > 1) state->trend = diff::RunDiff::make(commits).value();
  return state;
}

/// steppedState has thirty commits; from the nineteenth on its models stand elsewhere.
inline session::CompareStatePtr steppedState() {
  auto state = std::make_shared<session::CompareState>(*compareState());
  std::vector<diff::Run> runs;
  for (int i = 0; i < 30; ++i) runs.push_back(chartRun("c" + std::to_string(i), 12, (i < 18 ? 0 : 8) + 0.1 * (i * 7 % 5)));
  state->trend = diff::RunDiff::make(std::move(runs), {}, diff::kMaxTrendRuns).value();
  return state;
}

}  // namespace plumbline::testing
