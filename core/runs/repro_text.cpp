// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/runs/repro_script.h"

namespace plumbline::runs {
namespace {

constexpr std::array<std::pair<std::string_view, int>, 10> kDtypes{{{"torch.float64", 8},
                                                                    {"torch.float32", 4},
                                                                    {"torch.float16", 2},
                                                                    {"torch.bfloat16", 2},
                                                                    {"torch.int64", 8},
                                                                    {"torch.int32", 4},
                                                                    {"torch.int16", 2},
                                                                    {"torch.int8", 1},
                                                                    {"torch.uint8", 1},
                                                                    {"torch.bool", 1}}};
constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;
constexpr std::size_t kMostDimensions = 64;

auto refuse(std::string text, std::string hint) {
  return base::fail({.code = base::ErrorCode::BadArgument, .text = std::move(text), .hint = std::move(hint)});
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isNamePart(char c) { return isLetter(c) || (c >= '0' && c <= '9'); }

/// isDotted: "mypackage.model".
bool isDotted(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    const std::string_view name = text.substr(0, dot);
    if (name.empty() || !isLetter(name.front()) || !std::all_of(name.begin(), name.end(), isNamePart)) return false;
    if (dot == text.npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool isPlain(std::string_view text) {
  return !text.empty() && text.find_first_of("'\"\\\n\r\t ") == text.npos;
}

std::string tuple(const std::vector<std::int64_t>& sizes) {
  std::string out = "(";
  for (const std::int64_t size : sizes) out += std::to_string(size) + ", ";
  if (sizes.size() > 1) out.resize(out.size() - 2);
  if (sizes.size() == 1) out.pop_back();
  return out + ")";
}

base::Result<std::string> inputText(const NewReproInput& input, std::size_t number) {
  const std::string name = "Input " + std::to_string(number + 1);
  const auto dtype = std::find_if(kDtypes.begin(), kDtypes.end(), [&](const auto& known) { return known.first == input.dtype; });
  if (dtype == kDtypes.end()) return refuse(name + " has the dtype " + input.dtype + ", which is not known.", "Say torch.float32, torch.int64 ...");
  if (!isPlain(input.device)) return refuse(name + " has no proper device.", "Say cpu or cuda:0.");
  if (input.shape.size() > kMostDimensions) return refuse(name + " has too many dimensions.", "At most 64.");
  std::int64_t bytes = dtype->second;
  for (const std::int64_t size : input.shape) {
    if (size < 0 || (size > 0 && bytes > kMostBytes / size)) return refuse(name + " has a size of " + std::to_string(size) + ".", "Say sizes of 0 and more that fit into memory.");
    bytes *= size;
  }
  const std::string buffer = "buf" + std::to_string(number);
  return "    " + buffer + " = reader.storage(None, " + std::to_string(bytes) + ", device='" + input.device + "', dtype_hint=" + input.dtype +
         ")\n    reader.tensor(" + buffer + ", " + tuple(input.shape) + ", dtype=" + input.dtype +
         (input.requiresGrad ? ", requires_grad=True" : "") + ", is_leaf=True)\n";
}

std::string_view accuracyText(ReproAccuracy accuracy) {
  if (accuracy == ReproAccuracy::Strict) return "'strict_accuracy'";
  return accuracy == ReproAccuracy::Accuracy ? "'accuracy'" : "''";
}

}  // namespace

base::Result<std::string> reproText(const NewRepro& repro) {
  if (!isDotted(repro.module)) return refuse("\"" + repro.module + "\" is no import path of a module.", "Write it as Python imports it: mypackage.model.");
  if (repro.expression.empty() || repro.expression.find_first_of("\n\r;#") != std::string::npos)
    return refuse("What makes the model is no expression on one line.", "Write it as in Python: Model(3).");
  if (repro.inputs.empty()) return refuse("There are no inputs.", "Give at least one: 8,3,224,224.");
  if (!isPlain(repro.backend)) return refuse("There is no proper backend.", "Say inductor, aot_eager or eager.");
  if (repro.accuracy == ReproAccuracy::Strict) return refuse("The after_dynamo form has no strict accuracy.", "Take accuracy, or none.");
  std::string inputs;
  for (std::size_t i = 0; i < repro.inputs.size(); ++i) {
    auto text = inputText(repro.inputs[i], i);
    if (!text) return text;
    inputs += *text;
  }
  // The expression may use names of the module: Model(3), build(depth=2).
  return "import torch\n"
         "import torch._dynamo\n"
         "from " + repro.module + " import *\n"
         "import " + repro.module + "\n\n"
         "torch.manual_seed(0)\n"
         "mod = " + repro.expression + "\n\n\n"
         "def load_args(reader):\n" + inputs + "\n\nload_args._version = 0\n\n"
         "if __name__ == '__main__':\n"
         "    from torch._dynamo.repro.after_dynamo import run_repro\n"
         "    run_repro(mod, load_args, accuracy=" + std::string(accuracyText(repro.accuracy)) +
         ", command='run', save_dir=None, autocast=" + (repro.autocast ? "True" : "False") + ", backend='" + repro.backend + "')\n";
}

}  // namespace plumbline::runs
