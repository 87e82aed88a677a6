// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/files/file_bytes.h"
#include "core/python/tokens.h"
#include "core/reports/text_parts.h"
#include "core/runs/spec/command_template.h"
#include "core/runs/spec/run_spec.h"
#include "core/runs/spec/spec_check.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

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
constexpr std::int64_t kMaxTensorBytes = std::int64_t{1} << 40;
constexpr std::size_t kMaxDimensions = 64;

bool isNameStart(char c) { return text::isLetter(c) || c == '_'; }

/// isDotted: "mypackage.model".
bool isDotted(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    const std::string_view name = text.substr(0, dot);
    if (name.empty() || !isNameStart(name.front()) || !std::ranges::all_of(name, text::isWordPart)) return false;
    if (dot == text.npos) return true;
    text.remove_prefix(dot + 1);
  }
}

/// kRenamedDevice has its name until the package of its backend gives it another.
constexpr std::string_view kRenamedDevice = "privateuseone";
constexpr std::array<std::string_view, 7> kDeviceTypes{"cpu", "cuda", "xpu", "mps", "hpu", "mtia", kRenamedDevice};
constexpr const char* kDeviceHint = "Use cpu or cuda:0; there are also xpu, mps, hpu, mtia and privateuseone.";

/// isDevice: "cuda" or "cuda:1".
bool isDevice(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (std::ranges::find(kDeviceTypes, text.substr(0, colon)) == kDeviceTypes.end()) return false;
  const std::string_view index = colon == text.npos ? "0" : text.substr(colon + 1);
  return !index.empty() && std::ranges::all_of(index, text::isDigit);
}

/// isSameDevice: "cuda" is the first one.
bool isSameDevice(const std::string& a, const std::string& b) {
  const auto whole = [](const std::string& device) { return device.find(':') == device.npos ? device + ":0" : device; };
  return whole(a) == whole(b);
}

bool isQuotable(std::string_view text) { return !text.empty() && text.find_first_of("'\"\\\n\r\t ") == text.npos; }

std::string tuple(const std::vector<std::int64_t>& sizes) {
  std::string out = "(";
  for (const std::int64_t size : sizes) out += std::to_string(size) + ", ";
  if (sizes.size() > 1) out.resize(out.size() - 2);
  if (sizes.size() == 1) out.pop_back();
  return out + ")";
}

base::Result<std::string> inputText(const NewReproInput& input, std::size_t number) {
  const std::string name = "Input " + std::to_string(number + 1);
  const auto dtype = std::ranges::find_if(kDtypes, [&](const auto& known) { return known.first == input.dtype; });
  if (dtype == kDtypes.end())
    return refuseSpec(name + " has the dtype " + input.dtype + ", which is not known.",
                      "Use torch.float32, torch.int64 ...");
  if (!isDevice(input.device))
    return refuseSpec(name + " has the device \"" + input.device + "\", which is not known.", kDeviceHint);
  if (input.shape.size() > kMaxDimensions) return refuseSpec(name + " has too many dimensions.", "At most 64.");
  std::int64_t bytes = dtype->second;
  for (const std::int64_t size : input.shape) {
    if (size < 0 || (size > 0 && bytes > kMaxTensorBytes / size))
      return refuseSpec(name + " has a size of " + std::to_string(size) + ".",
                        "Use sizes of 0 and more that fit into memory.");
    bytes *= size;
  }
  const std::string buffer = "buf" + std::to_string(number);
  return "    " + buffer + " = reader.storage(None, " + std::to_string(bytes) + ", device='" + input.device +
         "', dtype_hint=" + input.dtype + ")\n    reader.tensor(" + buffer + ", " + tuple(input.shape) +
         ", dtype=" + input.dtype + (input.requiresGrad ? ", requires_grad=True" : "") + ", is_leaf=True)\n";
}

bool isKnownDtype(std::string_view dtype) {
  return std::ranges::any_of(kDtypes, [&](const auto& known) { return known.first == dtype; });
}

bool isFloating(std::string_view dtype) {
  return dtype.empty() || dtype.starts_with("torch.float") || dtype == "torch.bfloat16";
}

/// deviceOfModel: a model on the cpu cannot take inputs of another device.
std::string deviceOfModel(const NewRepro& repro) {
  if (!repro.device.empty()) return repro.device;
  const auto away =
      std::ranges::find_if(repro.inputs, [](const NewReproInput& input) { return input.device != "cpu"; });
  return away == repro.inputs.end() ? std::string() : away->device;
}

/// PyTorch makes the float64 reference of a GraphModule: it casts the dtypes in the graph. A plain module has none there.
constexpr std::string_view kReferenceText =
    "\n\nclass WithGraph(torch.nn.Module):\n"
    "    graph = torch.fx.Graph()  # the float64 reference casts the dtypes in it; a plain module has none there\n\n"
    "    def __init__(self, model):\n"
    "        super().__init__()\n"
    "        self.model = model\n\n"
    "    def forward(self, *args):\n"
    "        return self.model(*args)\n\n"
    "    def recompile(self):\n"
    "        pass\n\n\n"
    "mod = WithGraph(mod)\n\n\n";

/// boundNames are those that an expression binds itself: between `for` and `in`, between `lambda` and `:`, and before `:=`.
std::vector<std::string> boundNames(const std::vector<python::Token>& tokens) {
  struct Binder {
    std::string_view end;    ///< of its names
    int depth = 0;           ///< of brackets around it
    bool isDefault = false;  ///< within the default of a lambda's parameter
  };
  std::vector<std::string> names;
  std::vector<Binder> open;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const python::Token& token = tokens[i];
    const auto isOneOf = [&](auto... words) { return (token.is(words) || ...); };
    const bool isWithin = !open.empty() && depth == open.back().depth;
    if (isOneOf("for", "lambda")) open.push_back({.end = token.is("for") ? "in" : ":", .depth = depth});
    else if (isOneOf("(", "[", "{", ")", "]", "}")) depth += isOneOf("(", "[", "{") ? 1 : -1;
    else if (isWithin && token.is(open.back().end)) open.pop_back();
    else if (isWithin && isOneOf("=", ",")) open.back().isDefault = token.is("=");
    else if (token.kind == python::TokenKind::Name &&
             ((!open.empty() && !open.back().isDefault) || (i + 1 < tokens.size() && tokens[i + 1].is(":="))))
      names.push_back(token.text);
  }
  return names;
}

/// privateNames are those of the module that an expression uses by themselves: "import *" leaves out what begins with an
/// underscore.
std::vector<std::string> privateNames(const std::string& expression, std::string_view module) {
  const auto statements = python::readStatements(expression);
  const std::vector<python::Token> tokens = statements.empty() ? std::vector<python::Token>() : statements.front().tokens;
  std::vector<std::string> names, bound = boundNames(tokens);
  bound.emplace_back(module.substr(0, module.find('.')));  // the script imports it
  const auto isAt = [&](std::size_t at, std::string_view word) { return at < tokens.size() && tokens[at].is(word); };
  const auto isIn = [](const std::vector<std::string>& list, const std::string& name) { return std::ranges::find(list, name) != list.end(); };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& name = tokens[i].text;
    if (tokens[i].kind != python::TokenKind::Name || !name.starts_with('_') || name.starts_with("__") || name.size() == 1) continue;
    // Neither an attribute nor a keyword; what the expression itself binds is none of the module's.
    if (!(i > 0 && isAt(i - 1, ".")) && !isAt(i + 1, "=") && !isIn(bound, name) && !isIn(names, name)) names.push_back(name);
  }
  return names;
}

std::string_view accuracyText(ReproAccuracy accuracy) {
  if (accuracy == ReproAccuracy::Strict) return "'strict_accuracy'";
  return accuracy == ReproAccuracy::Accuracy ? "'accuracy'" : "''";
}

using Json = nlohmann::ordered_json;

std::string accuracyWord(const ReproScript& script) {
  const ReproAccuracy accuracy = script.accuracy;
  if (accuracy == ReproAccuracy::Accuracy && !script.hasReference)
    return "yes; PyTorch makes a float64 reference of a GraphModule only, which this model is not";
  if (accuracy == ReproAccuracy::Off) return "no: both are run, nothing is compared";
  return accuracy == ReproAccuracy::Strict ? "strict, without needing a float64 reference"
                                           : "yes, with a float64 reference";
}

std::string inputText(const ReproInput& input) {
  std::string text;
  for (const ReproTensor& tensor : input.tensors)
    text += (text.empty() ? "(" : "; (") + text::joined(tensor.shape) + ")" +
            (tensor.dtype.empty() ? "" : " " + tensor.dtype) + (tensor.requiresGrad ? " requires grad" : "");
  if (text.empty()) text = std::to_string(input.bytes) + " bytes";
  if (!input.device.empty()) text += " on " + input.device;
  if (input.isPresent) return text + ", saved";
  return text + (input.file.empty() ? ", random" : ", not there: " + input.file);
}

}  // namespace

base::Result<std::string> reproText(const NewRepro& repro) {
  if (!isDotted(repro.module))
    return refuseSpec("\"" + repro.module + "\" is not the import path of a module.",
                      "Write it as Python imports it: mypackage.model.");
  if (repro.expression.empty() || repro.expression.find_first_of("\n\r;#") != std::string::npos)
    return refuseSpec("The model is not one expression on one line.", "Write it as in Python: Model(3).");
  if (repro.inputs.empty()) return refuseSpec("There are no inputs.", "Give at least one: 8,3,224,224.");
  if (!isQuotable(repro.backend)) return refuseSpec("The backend \"" + repro.backend + "\" is not a name.", "Use inductor, aot_eager or eager.");
  if (repro.accuracy == ReproAccuracy::Strict)
    return refuseSpec("The after_dynamo form has no strict accuracy.", "Take accuracy, or none.");
  std::string inputs;
  for (std::size_t i = 0; i < repro.inputs.size(); ++i) {
    auto text = inputText(repro.inputs[i], i);
    if (!text) return text;
    inputs += *text;
  }
  if (!repro.dtype.empty() && !isKnownDtype(repro.dtype))
    return refuseSpec("The dtype " + repro.dtype + " is not known.", "Use torch.float32, torch.bfloat16 ...");
  if (!isFloating(repro.dtype))
    return refuseSpec("The model cannot have the dtype " + repro.dtype + ": PyTorch moves modules to floating types only.",
                      "Use torch.float32, torch.bfloat16 ...");
  if (!repro.device.empty() && !isDevice(repro.device))
    return refuseSpec("The device \"" + repro.device + "\" is not known.", kDeviceHint);
  double tolerance = 0;
  const char* end = repro.tolerance.data() + repro.tolerance.size();
  if (const auto read = std::from_chars(repro.tolerance.data(), end, tolerance);
      !repro.tolerance.empty() && (read.ec != std::errc() || read.ptr != end || !std::isfinite(tolerance) || tolerance < 0))
    return refuseSpec("The tolerance \"" + repro.tolerance + "\" is not a finite number of 0 or more.", "Use 0.001.");
  const auto moved = [](const std::string& where) { return where.empty() ? where : "mod = mod.to(" + where + ")\n"; };
  const std::string device = deviceOfModel(repro);
  const std::vector<std::string> names = privateNames(repro.expression, repro.module);
  const std::string from = "from " + repro.module + " import ";
  // The expression may use names of the module: Model(3), build(depth=2).
  return "import torch\nimport torch._dynamo\n" + from + "*\n" + (names.empty() ? "" : from + text::joined(names) + "\n") + "import " + repro.module +
         "\n\n"
         "torch.manual_seed(" +
         std::to_string(repro.seed) + ")\n" +
         (repro.tolerance.empty() ? "" : "torch._dynamo.config.repro_tolerance = " + repro.tolerance + "\n") +
         "mod = " + repro.expression + "\n" + moved(device.empty() ? device : "'" + device + "'") + moved(repro.dtype) +
         std::string(kReferenceText) + "def load_args(reader):\n" + inputs +
         "\n\nload_args._version = 0\n\n"
         "if __name__ == '__main__':\n"
         "    from torch._dynamo.repro.after_dynamo import run_repro\n"
         "    run_repro(mod, load_args, accuracy=" +
         std::string(accuracyText(repro.accuracy)) +
         ", command='run', save_dir=None, autocast=" + (repro.autocast ? "True" : "False") + ", backend='" +
         repro.backend + "')\n";
}

std::vector<std::string> reproNotes(const NewRepro& repro) {
  std::vector<std::string> notes;
  const std::string model = deviceOfModel(repro);
  const std::string device = model.empty() ? "cpu" : model;
  for (std::size_t i = 0; i < repro.inputs.size(); ++i) {
    const NewReproInput& input = repro.inputs[i];
    const std::string name = "Input " + std::to_string(i + 1) + " is ";
    // Layers take whole numbers, as indices, whatever their own type is.
    if (!repro.dtype.empty() && !repro.autocast && input.dtype != repro.dtype && isFloating(input.dtype))
      notes.push_back(name + input.dtype + " and the model " + repro.dtype +
                      "; most layers refuse that. Leave the type of the input out, or name the same one.");
    if (!isSameDevice(input.device, device))
      notes.push_back(std::string(name).append("on ").append(input.device).append(" and the model on ").append(device) +
                      "; most layers refuse that. Leave the device of the input out, or name the same one.");
  }
  if (device.starts_with(kRenamedDevice))
    notes.push_back("The device " + device + " needs the package of its backend, which the model's module must import.");
  return notes;
}

std::string scriptText(const ReproScript& script) {
  std::string out = reports::labelledLine("script", script.path);
  const std::string form(toName(kReproFormNames, script.form));
  out += reports::labelledLine("form", script.callsRunRepro ? form : "its own comparison");
  if (script.callsRunRepro) out += reports::labelledLine("does", script.command);
  if (script.form == ReproForm::AfterDynamo && script.callsRunRepro)
    out += reports::labelledLine("backend", script.backend.empty() ? "none" : script.backend) +
           reports::labelledLine("autocast", script.autocast ? "yes" : "no");
  if (!script.tracingMode.empty()) out += reports::labelledLine("tracing", script.tracingMode);
  if (!script.checkStr.empty()) out += reports::labelledLine("check", script.checkStr);
  out += reports::labelledLine("compares", accuracyWord(script));
  out += reports::labelledLine("save_dir", script.saveDir.empty() ? "none: random inputs" : script.saveDir);
  out += reports::labelledLine("graph", text::counted(static_cast<std::size_t>(script.nodes), "operation") + ", " +
                           text::counted(script.submodules.size(), "submodule"));
  for (const ReproInput& input : script.inputs) out += reports::labelledLine("input", inputText(input));
  if (!script.symints.empty()) out += reports::labelledLine("symints", text::joined(script.symints));
  for (const auto& [name, value] : script.environment) out += reports::labelledLine("sets", std::string(name).append("=").append(value));
  for (const ReproSetting& setting : script.settings)
    out += reports::labelledLine("left out", "line " + std::to_string(setting.line) + ", " + setting.name + '=' + setting.value +
                                (setting.isFolder ? ": the run has its own folder" : ": starts the repro machinery again"));
  if (!script.popped.empty()) out += reports::labelledLine("takes away", text::joined(script.popped));
  for (const std::string& note : script.notes) out += reports::labelledLine("note", note);
  return out;
}

std::string scriptJson(const ReproScript& script) {
  Json inputs = Json::array(), environment = Json::object();
  for (const ReproInput& input : script.inputs) {
    Json tensors = Json::array();
    for (const ReproTensor& tensor : input.tensors)
      tensors.push_back({{"shape", tensor.shape},
                         {"stride", tensor.stride},
                         {"dtype", tensor.dtype},
                         {"requires_grad", tensor.requiresGrad}});
    inputs.push_back({{"hash", input.hash},
                      {"bytes", input.bytes},
                      {"device", input.device},
                      {"dtype_hint", input.dtypeHint},
                      {"file", input.file},
                      {"present", input.isPresent},
                      {"tensors", std::move(tensors)}});
  }
  for (const auto& [name, value] : script.environment) environment[name] = value;
  Json settings = Json::array();
  for (const ReproSetting& setting : script.settings)
    settings.push_back({{"line", setting.line},
                        {"name", setting.name},
                        {"value", setting.value},
                        {"kind", setting.isFolder ? "folder" : "repro"}});
  constexpr std::string_view kAccuracy[] = {"", "accuracy", "strict_accuracy"};
  const Json out = {{"format", "plumbline-repro-script"},
                    {"version", 2},
                    {"path", script.path},
                    {"form", toName(kReproFormNames, script.form)},
                    {"calls_run_repro", script.callsRunRepro},
                    {"accuracy", kAccuracy[static_cast<std::size_t>(script.accuracy)]},
                    {"command", script.command},
                    {"save_dir", script.saveDir},
                    {"backend", script.backend},
                    {"tracing_mode", script.tracingMode},
                    {"check_str", script.checkStr},
                    {"autocast", script.autocast},
                    {"load_args_version", script.loadArgsVersion ? Json(*script.loadArgsVersion) : Json()},
                    {"inputs", std::move(inputs)},
                    {"missing", script.missing().size()},
                    {"symints", script.symints},
                    {"environment", std::move(environment)},
                    {"popped", script.popped},
                    {"left_out", std::move(settings)},
                    {"submodules", script.submodules},
                    {"nodes", script.nodes},
                    {"notes", script.notes}};
  return text::toJsonText(out, 2) + '\n';
}

base::Result<void> saveScript(const std::string& path, const std::string& text) {
  if (const auto done = files::saveFile(path, text); !done) return base::fail(done.error());
  return {};
}

}  // namespace plumbline::runs
