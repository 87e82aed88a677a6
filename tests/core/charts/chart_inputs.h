// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of every awkward shape, for the tests of charts.
//
//   const diff::RunDiffPtr diff = shapeOf("padded");
#pragma once

#include <string>
#include <vector>

#include "core/diff/run_diff.h"
#include "core/sources/formats/cache_run.h"
#include "core/tables/pandas_number.h"

namespace plumbline::tests {

inline diff::Run runOf(const std::string& label, const std::string& csv) {
  diff::Run run;
  run.label = label;
  run.origin = label + ".csv";
  auto table = tables::CsvTable::scan(csv, run.origin);
  if (table.isValue()) run.tables.push_back(table.value());
  return run;
}

/// addPhases gives every model phases that add up to its compile time.
inline void addPhases(diff::Run& run) {
  for (const auto& table : run.tables) {
    const auto name = table->columnOf("name"), compile = table->columnOf("compilation_latency");
    for (std::size_t row = 0; name && compile && row < table->rowCount(); ++row) {
      std::string scratch, other;
      double seconds = 0;
      if (!tables::parsePandasReal(table->cell(row, *compile, scratch), seconds) || !(seconds > 0 && seconds < 1e6)) continue;
      run.notes.phases[std::string(table->cell(row, *name, other))] = {{"_compile.compile_inner", seconds},
                                                                      {"OutputGraph.call_user_compiler", seconds * 0.75},
                                                                      {"compile_fx_inner", seconds * 0.5},
                                                                      {"GraphLowering.codegen", seconds * 0.125}};
    }
  }
}

inline diff::RunDiffPtr diffOf(const std::vector<std::string>& csvs) {
  static constexpr const char* kLabels[] = {"before", "after", "third", "fourth"};
  std::vector<diff::Run> runs;
  for (std::size_t i = 0; i < csvs.size(); ++i) addPhases(runs.emplace_back(runOf(kLabels[i], csvs[i])));
  auto made = diff::RunDiff::make(std::move(runs));
  return made.isValue() ? made.value() : nullptr;
}

inline const std::string kHead =
    "name,accuracy,speedup,compilation_latency,compression_ratio,eager_peak_mem,dynamo_peak_mem\n";

/// csvOf has `count` models; values are made of the model's number, so that every machine makes the same.
inline std::string csvOf(std::size_t count, std::size_t shift) {
  std::string csv = kHead;
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = [&](std::size_t step, std::size_t from, std::size_t range) {
      const std::size_t number = from + (i * step + i * i % 17 * shift) % range;
      const std::string digits = std::to_string(number % 1000);
      return std::to_string(number / 1000) + "." + std::string(3 - digits.size(), '0') + digits;
    };
    csv += "model_" + std::to_string(i) + ",pass," + value(37, 600, 2400) + "," + value(911, 4000, 60000) + "," +
           value(13, 800, 500) + "," + value(701, 2000, 30000) + "," + value(691, 1800, 31000) + "\n";
  }
  return csv;
}

inline const std::vector<std::string> kShapes = {"normal",   "empty", "one",  "padded", "words",
                                                 "negative", "equal", "many", "alone"};

inline diff::RunDiffPtr shapeOf(const std::string& shape) {
  if (shape == "normal")
    return diffOf({kHead +
                       "resnet50,pass,1.5,20,1.1,4,3.6\nBERT_pytorch,pass,1.8,31.5,1,8,8\nhf_T5,pass,0.9,40,0.8,16,20\n"
                       "moco,pass,2.25,12,1.3,3,2.3\ngone,pass,1.2,9,1,1,1\n",
                   kHead + "resnet50,pass,1.52,21,1.12,4,3.55\nBERT_pytorch,pass,1.5,30,0.9,8,8.9\n"
                           "hf_T5,pass,1.1,25,0.82,16,19.5\nmoco,pass,2.2,12,1.2,3,2.5\nfresh,pass,1.3,8,1,1,1\n"});
  if (shape == "empty") return diffOf({kHead, kHead});
  if (shape == "one") return diffOf({kHead + "only,pass,1.5,20,1.1,4,3.6\n", kHead + "only,pass,1.4,22,1,4,4\n"});
  if (shape == "padded")
    return diffOf({kHead + "failed,fail_to_run,0,0,0,0,0\nnan,pass,nan,,nan,nan,nan\ninf,pass,inf,inf,inf,inf,inf\n"
                           "zero,pass,0.0,0,0,0,0\ngood,pass,1.5,20,1.1,4,3.6\n",
                   kHead + "failed,pass,1.1,10,1,2,2\nnan,pass,1.2,10,1,2,2\ninf,pass,1.3,10,1,2,2\n"
                           "zero,pass,1.5,10,1,2,2\ngood,pass,1.6,19,1.2,4,3.3\n"});
  if (shape == "words")
    return diffOf({kHead + "word,pass,fast,slow,high,big,small\nempty,pass,,,,,\ngood,pass,1.5,20,1.1,4,3.6\n",
                   kHead + "word,pass,1.4,10,1,2,2\nempty,pass,1.3,9,1,2,2\ngood,pass,1.6,19,1.2,4,3.3\n"});
  if (shape == "negative")
    return diffOf({kHead + "a,pass,-1,-2.5,-1,-4,-3\nb,pass,1,3,1,4,4\nc,pass,1e308,1e308,1e308,1e308,1e308\n",
                   kHead + "a,pass,-1.5,2.5,-0.5,-4,-2\nb,pass,-1,-3,0.5,4,5\nc,pass,-1e308,1e300,1,1e308,1e307\n"});
  if (shape == "equal") {
    const std::string rows = "a,pass,1.5,20,1.1,4,3.6\nb,pass,1.5,20,1.1,4,3.6\nc,pass,1.5,20,1.1,4,3.6\n";
    return diffOf({kHead + rows, kHead + rows});
  }
  if (shape == "many") return diffOf({csvOf(2000, 1), csvOf(2000, 5)});
  return diffOf({"name,accuracy\nresnet50,pass\nmoco,fail_to_run\n", kHead + "resnet50,pass,1.5,20,1.1,4,3.6\n"
                                                                             "moco,fail_to_run,0.0,0,0,0,0\n"
                                                                             "new,pass,0.9,5,0.85,2,2.4\n"});
}

inline std::string cacheRecord(const std::string& model, const std::string& metric, const std::string& values,
                               const std::string& more = "") {
  return R"({"benchmark": {"name": "TorchCache Benchmark", "mode": "training", "extra_info": {"is_dynamic": false, "device": "cuda"}}, )" +
         more + R"("model": {"name": ")" + model +
         R"(", "backend": "inductor", "origins": ["torchbench"]}, "metric": {"name": ")" + metric +
         R"(", "type": "OSS model", "benchmark_values": )" + values + "}}";
}

/// cacheModel is what cachebench writes for a model: three records.
inline std::string cacheModel(const std::string& model, const std::string& cold, const std::string& warm,
                              const std::string& speedup, const std::string& more = "") {
  return cacheRecord(model, "Cold compile time (s)", cold, more) + ", " +
         cacheRecord(model, "Warm compile time (s)", warm, more) + ", " +
         cacheRecord(model, "Speedup (%)", speedup, more);
}

}  // namespace plumbline::tests
