// SPDX-License-Identifier: GPL-3.0-or-later
// A repro script as text and JSON, and a new one as a file.
//
//   if (auto done = saveScript(path, *reproText(repro)); !done) show(done.error());
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/repro/repro_script.h"

namespace plumbline::runs {

/// scriptText shows what a script is, a line per fact; scriptJson is for programs (resources/help/json.md).
std::string scriptText(const ReproScript& script);
std::string scriptJson(const ReproScript& script);

/// NewRepro is what a new script of the after_dynamo form is written from: a model by import path, and its inputs.
struct NewReproInput {
  std::vector<std::int64_t> shape;
  std::string dtype = "torch.float32";
  std::string device = "cpu";
  bool requiresGrad = false;
};
struct NewRepro {
  std::string module;      ///< "mypackage.model"
  std::string expression;  ///< makes the module, for example "Model(3)"
  std::vector<NewReproInput> inputs;
  std::string backend = "inductor";
  ReproAccuracy accuracy = ReproAccuracy::Accuracy;
  bool autocast = false;
  std::string device = {};     ///< of the model; "": that of the first input that is not on the cpu
  std::string dtype = {};      ///< of the model, "torch.bfloat16"; "": as it is made
  std::string tolerance = {};  ///< of the comparison; "": PyTorch's
  int seed = 0;
};
/// reproText writes a script that readReproScript reads back. Errors: BadArgument: a name that is no import path, no
/// inputs.
base::Result<std::string> reproText(const NewRepro& repro);

/// reproNotes are sentences about what most models will refuse: inputs of another device or floating type than the model.
std::vector<std::string> reproNotes(const NewRepro& repro);

/// saveScript replaces what is at the path. Errors: NotWritable.
base::Result<void> saveScript(const std::string& path, const std::string& text);

}  // namespace plumbline::runs
