// SPDX-License-Identifier: GPL-3.0-or-later
// A repro script, read without running it: which of PyTorch's two forms it has, what it asks for, which inputs it needs
// and whether they are there (SPEC 15.3, 15.4).
//
//   auto script = readReproScript("repro.py");
//   if (!script->missing().empty()) warn("random numbers take the place of ...");
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace plumbline::runs {

enum class ReproForm : std::uint8_t { AfterDynamo, AfterAot };
/// ReproAccuracy is what `accuracy=` says: "", "accuracy" (an fp64 reference is a must), "strict_accuracy".
enum class ReproAccuracy : std::uint8_t { Off, Accuracy, Strict };

/// ReproInput is one reader.storage(...) of load_args; `tensors` what is made of it.
struct ReproTensor {
  std::vector<std::string> shape;    ///< as written: a size may be a symbol
  std::vector<std::string> stride;
  std::string dtype;                 ///< "torch.float32"; "": the storage's
  bool requiresGrad = false;
};
struct ReproInput {
  std::string hash;                  ///< name of its file below save_dir/storages; "" for none
  std::uint64_t bytes = 0;
  std::string device;                ///< "cuda:0"; "": cpu
  std::string dtypeHint;
  std::vector<ReproTensor> tensors;
  std::string file;                  ///< where it should lie; "" without a save_dir
  bool isPresent = false;            ///< it is there; looked up only on this machine
};

struct ReproScript {
  std::string path;
  ReproForm form = ReproForm::AfterDynamo;
  bool callsRunRepro = true;         ///< false: it makes the comparison itself; which options it knows cannot be told
  ReproAccuracy accuracy = ReproAccuracy::Off;
  std::string command = "run";       ///< what it does when it gets no arguments
  std::string saveDir;               ///< "": none, random data is made
  std::string backend;               ///< AfterDynamo: "inductor"; "": None
  std::string tracingMode;           ///< AfterAot: "real", "fake", "symbolic"
  std::string checkStr;              ///< AfterAot
  bool autocast = false;
  std::optional<int> loadArgsVersion;
  std::vector<ReproInput> inputs;
  std::vector<std::string> symints;  ///< as written
  std::vector<std::pair<std::string, std::string>> environment;  ///< what the script sets before torch is imported
  std::vector<std::string> popped;   ///< variables it takes away
  std::vector<std::string> submodules;  ///< classes of self.x = ... in Repro's __init__, as written
  int nodes = 0;                     ///< statements of Repro.forward that compute something
  std::vector<std::string> notes;    ///< sentences about what is odd: a missing or newer version, unknown keywords

  /// missing are the inputs that are not there: random numbers are used in their place, and what is compared is then not
  /// what failed.
  std::vector<const ReproInput*> missing() const;
  bool needsCuda() const;
};

/// reproScriptOf reads the text. Errors: BadFormat naming the line: no run_repro call, neither of the two forms.
base::Result<ReproScript> reproScriptOf(std::string_view text, const std::string& path);
/// readReproScript reads the file and looks for its inputs. Errors: also those of readFile.
base::Result<ReproScript> readReproScript(const std::string& path);

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
};
/// reproText writes a script that readReproScript reads back. Errors: BadArgument: a name that is no import path, no inputs.
base::Result<std::string> reproText(const NewRepro& repro);

}  // namespace plumbline::runs
