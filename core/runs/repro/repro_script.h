// SPDX-License-Identifier: GPL-3.0-or-later
// A repro script, read without running it: its form, its options, its inputs and whether
// they are present (SPEC 15.3, 15.4).
//
//   auto script = readReproScript("repro.py");
//   if (!script->missing().empty()) warn("random inputs");
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
/// ReproAccuracy is the value of `accuracy=`: "", "accuracy" (needs an fp64 reference), "strict_accuracy".
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
  bool isSaved = false;              ///< the script names a file
  std::uint64_t bytes = 0;
  std::string device;                ///< "cuda:0"; "": cpu
  std::string dtypeHint;
  std::vector<ReproTensor> tensors;
  std::string file;                  ///< where it should lie; "" without a save_dir
  bool isPresent = false;            ///< it is there; looked up only on this machine
};

/// ReproSetting is a line, or an entry of a dict, that a run leaves out: one that would start the repro machinery again inside of it, or that
/// names the cache or debug folder of an earlier run.
struct ReproSetting {
  std::string name;         ///< "TORCHDYNAMO_REPRO_AFTER"
  std::string value;
  std::size_t line = 0;     ///< 1-based
  bool isFolder = false;    ///< a cache or debug folder; false: the repro machinery
  bool isVariable = true;   ///< of the environment; false: an option of torch's config
  bool isEntry = false;     ///< an entry of a dict that sets others, too
  bool isPair = false;      ///< such an entry as ('A', 'x') in a list
  bool isTarget = false;    ///< one of several targets of an assignment: it goes alone
  std::size_t begin = 0, end = 0;  ///< bytes of the statement or entry
};

struct ReproScript {
  std::string path;
  ReproForm form = ReproForm::AfterDynamo;
  bool callsRunRepro = true;         ///< false: it makes the comparison itself, and its options are unknown
  ReproAccuracy accuracy = ReproAccuracy::Off;
  bool hasReference = true;          ///< PyTorch can make a float64 reference of its model: a graph, or one with a graph
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
  std::vector<std::string> popped;   ///< variables it removes
  std::vector<ReproSetting> settings;  ///< what scriptForRun leaves out
  std::size_t valueBytes = 0;        ///< of the values in both
  std::vector<std::string> submodules;  ///< classes of self.x = ... in Repro's __init__, as written
  int nodes = 0;                     ///< statements of Repro.forward that compute something
  std::vector<std::string> notes;    ///< sentences about what is odd: a missing or newer version, unknown keywords

  /// missing are the saved inputs that are not there: random numbers are used in their place, and what is compared is
  /// then not what failed.
  std::vector<const ReproInput*> missing() const;
  bool needsCuda() const;
};

/// reproScriptOf reads the text. Errors: BadFormat naming the line: no run_repro call, neither of the two forms.
base::Result<ReproScript> reproScriptOf(std::string_view text, const std::string& path);
/// readReproScript reads the file and looks for its inputs. Errors: also those of readFile.
base::Result<ReproScript> readReproScript(const std::string& path);

}  // namespace plumbline::runs
