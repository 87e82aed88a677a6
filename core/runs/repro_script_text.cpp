// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/reports/shown_text.h"
#include "core/runs/repro_script.h"
#include "core/runs/result_words.h"
#include "core/runs/spec_words.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLabelWidth = 13;

std::string line(std::string label, const std::string& text) {
  label.resize(std::max(kLabelWidth, label.size() + 1), ' ');
  return label + reports::shownText(text) + '\n';
}

std::string accuracyWord(ReproAccuracy accuracy) {
  if (accuracy == ReproAccuracy::Off) return "no: both are run, nothing is compared";
  return accuracy == ReproAccuracy::Strict ? "strict, without needing a float64 reference"
                                           : "yes, with a float64 reference";
}

std::string list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

std::string inputText(const ReproInput& input) {
  std::string text;
  for (const ReproTensor& tensor : input.tensors)
    text += (text.empty() ? "(" : "; (") + list(tensor.shape) + ")" + (tensor.dtype.empty() ? "" : " " + tensor.dtype) +
            (tensor.requiresGrad ? " requires grad" : "");
  if (text.empty()) text = std::to_string(input.bytes) + " bytes";
  if (!input.device.empty()) text += " on " + input.device;
  if (input.isPresent) return text + ", saved";
  return text + (input.file.empty() ? ", random" : ", not there: " + input.file);
}

}  // namespace

std::string scriptText(const ReproScript& script) {
  std::string out = line("script", script.path);
  const std::string form(wordOf(kReproFormWords, script.form));
  out += line("form", script.callsRunRepro ? form : "its own comparison");
  if (script.callsRunRepro) out += line("does", script.command);
  if (script.form == ReproForm::AfterDynamo && script.callsRunRepro)
    out += line("backend", script.backend.empty() ? "none" : script.backend) + line("autocast", script.autocast ? "yes" : "no");
  if (!script.tracingMode.empty()) out += line("tracing", script.tracingMode);
  if (!script.checkStr.empty()) out += line("check", script.checkStr);
  out += line("compares", accuracyWord(script.accuracy));
  out += line("save_dir", script.saveDir.empty() ? "none: random inputs" : script.saveDir);
  out += line("graph", countOf(static_cast<std::size_t>(script.nodes), "operation") + ", " +
                           countOf(script.submodules.size(), "submodule"));
  for (const ReproInput& input : script.inputs) out += line("input", inputText(input));
  if (!script.symints.empty()) out += line("symints", list(script.symints));
  for (const auto& [name, value] : script.environment) out += line("sets", std::string(name).append("=").append(value));
  if (!script.popped.empty()) out += line("takes away", list(script.popped));
  for (const std::string& note : script.notes) out += line("note", note);
  return out;
}

std::string scriptJson(const ReproScript& script) {
  Json inputs = Json::array(), environment = Json::object();
  for (const ReproInput& input : script.inputs) {
    Json tensors = Json::array();
    for (const ReproTensor& tensor : input.tensors)
      tensors.push_back({{"shape", tensor.shape}, {"stride", tensor.stride}, {"dtype", tensor.dtype}, {"requiresGrad", tensor.requiresGrad}});
    inputs.push_back({{"hash", input.hash}, {"bytes", input.bytes}, {"device", input.device}, {"dtypeHint", input.dtypeHint},
                      {"file", input.file}, {"present", input.isPresent}, {"tensors", std::move(tensors)}});
  }
  for (const auto& [name, value] : script.environment) environment[name] = value;
  constexpr std::string_view kAccuracy[] = {"", "accuracy", "strict_accuracy"};
  const Json out = {{"format", "plumbline-repro-script"},
                    {"version", 1},
                    {"path", script.path},
                    {"form", wordOf(kReproFormWords, script.form)},
                    {"callsRunRepro", script.callsRunRepro},
                    {"accuracy", kAccuracy[static_cast<std::size_t>(script.accuracy)]},
                    {"command", script.command},
                    {"saveDir", script.saveDir},
                    {"backend", script.backend},
                    {"tracingMode", script.tracingMode},
                    {"checkStr", script.checkStr},
                    {"autocast", script.autocast},
                    {"loadArgsVersion", script.loadArgsVersion ? Json(*script.loadArgsVersion) : Json()},
                    {"inputs", std::move(inputs)},
                    {"missing", script.missing().size()},
                    {"symints", script.symints},
                    {"environment", std::move(environment)},
                    {"popped", script.popped},
                    {"submodules", script.submodules},
                    {"nodes", script.nodes},
                    {"notes", script.notes}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace plumbline::runs
