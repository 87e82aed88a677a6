// SPDX-License-Identifier: GPL-3.0-or-later
// What CI runs, as a value: backend and its variants, suite, mode, platform; and the way between that and the names of
// baseline files. Words and spellings come from resources/configs/*.toml (SPEC 8, 9.1, 12).
//
//   auto config = configOfBaseline("ci_expected_accuracy/rocm/dynamic_inductor_timm_training.csv");
//   config->suite          // "timm_models": the canonical word, whatever the file calls it
//   baselineFile(*config)  // "rocm/dynamic_inductor_timm_training.csv"
//   configName(*config)    // "rocm/dynamic_inductor_timm_training": what people read and type
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plumbline::configs {

enum class Mode : std::uint8_t { Training, Inference };
/// modeName returns "training" or "inference".
std::string_view modeName(Mode mode);

/// Config is one table of CI: one baseline file, or one column of an XPU baseline.
struct Config {
  std::string test;      ///< TEST_CONFIG without the suite: "dynamic_cpu_inductor_amp_freezing"; avx suffixes dropped
  std::string suite;     ///< canonical: "torchbench", "huggingface", "timm_models"
  Mode mode = Mode::Training;
  std::string platform;  ///< sub-folder of the baselines: "" (CUDA and CPU), "rocm", "cu124", "xpu" ...
  std::string dtype;     ///< XPU's wide baselines and dashboard files only: "amp_bf16"; otherwise ""
  auto operator<=>(const Config&) const = default;
};

/// Parts are what `test` is made of.
struct Parts {
  std::string backend;  ///< "inductor", "aot_eager", "aot_inductor", "dynamo_eager", "max_autotune_inductor" ...
  std::string device;   ///< "cuda", "cpu", "xpu"; ROCm is a platform of device "cuda"
  bool dynamic = false;
  bool freezing = false;
  bool amp = false;
  std::string rest;     ///< what no word of the catalogue explains, joined by '_'; "" for every known config
};
Parts partsOf(const Config& config);

/// configName is stable and unique; dtype follows after a dot: "xpu/inductor_torchbench_training.amp_bf16".
std::string configName(const Config& config);
/// configOfName reads it back. Errors: BadArgument naming what was not understood.
base::Result<Config> configOfName(std::string_view name);

/// baselineFile is the path below ci_expected_accuracy ("rocm/inductor_timm_training.csv").
std::string baselineFile(const Config& config);
/// configOfBaseline reads a path: the file name says test, suite and mode; a folder below ci_expected_accuracy, or a
/// parent folder that the catalogue knows as a platform, says the platform. Errors: BadFormat with the reason.
base::Result<Config> configOfBaseline(std::string_view path);

/// suiteNames and deviceNames list the known canonical words, for people to choose from.
std::vector<std::string> suiteNames();
std::vector<std::string> deviceNames();

/// platformTitle and columnTitle name the matrix's columns for people: "CUDA", "ROCm", "CPU", "XPU"; below them
/// "dynamic inductor", "inductor amp freezing", "inductor amp_bf16".
std::string platformTitle(const Config& config);
std::string columnTitle(const Config& config);

/// isPerformance returns whether a config is that of a timed run.
bool isPerformance(const Config& config);
/// accuracyTwin is the config of the accuracy run that belongs to a timed run, "inductor_with_cudagraphs" for
/// "inductor_with_cudagraphs_performance"; any other config is its own.
Config accuracyTwin(const Config& config);

// Which configs are siblings: the same suite (and so the same models) in another variant (SPEC 17: changed in one file,
// forgotten in the dynamic and rocm ones).
//
//   for (const Sibling& s : siblingsOf(config, allConfigs)) show(configName(s.config), s.words);   // "dynamic", "ROCm"

struct Sibling {
  std::size_t index = 0;  ///< in the list that was given
  Config config;
  int distance = 0;       ///< number of differences: 1 is the closest
  std::string words;      ///< what differs, for people: "dynamic", "inference", "ROCm, dynamic"
};

/// siblingsOf returns the configs of the same suite and backend family that differ in dynamic shapes, mode, freezing,
/// amp, device or platform; closest first, then by name. The config itself is not among them.
std::vector<Sibling> siblingsOf(const Config& config, const std::vector<Config>& all);

}  // namespace plumbline::configs
