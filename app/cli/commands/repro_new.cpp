// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "core/files/file_bytes.h"
#include "core/runs/repro/repro_script.h"
#include "core/runs/repro/repro_text.h"

namespace plumbline::cli {

namespace {

CommandSpec reproNewSpec() {
  return {
      .name = "repro new",
      .summary = "Write a repro script for a model that Python can import.",
      .positionals = {{.name = "MODULE", .help = "module to import: mypackage.model; or with its class: mypackage.model.Model"},
                      {.name = "EXPRESSION",
                       .help = "expression for the model, with names of the module: \"Model(3)\" (default: the class of "
                               "MODULE, without arguments)",
                       .required = false}},
      .options = {{.name = "--input",
                   .value = "I",
                   .help = "input tensor as SIZES[:DTYPE[:DEVICE]]: 8,3,224,224:float16:cuda:0; repeatable",
                   .required = true,
                   .repeatable = true},
                  option("--backend B", "backend (default: inductor)"),
                  option("--no-accuracy", "do not compare with eager"),
                  option("--autocast", "use autocast"),
                  option("--device D", "device of the model, and of inputs without one (default: that of the inputs)"),
                  option("--dtype T", "dtype of the model, and of inputs without one: bfloat16"),
                  option("--tolerance T", "tolerance of the comparison (default: PyTorch's, 0.001)"),
                  option("--seed N", "seed of the model's random weights (default: 0)"),
                  option("-o, --output FILE", "write to FILE (default: standard output)")}};
}

std::string torchName(const std::string& dtype) {
  return dtype.empty() || dtype.starts_with("torch.") ? dtype : "torch." + dtype;
}

base::Result<runs::NewReproInput> inputOf(const std::string& text, const runs::NewRepro& defaults) {
  const auto bad = [&] { return base::fail(badArgument("argument --input: \"" + text + "\" is not SIZES[:DTYPE[:DEVICE]]")); };
  runs::NewReproInput input;
  if (!defaults.dtype.empty()) input.dtype = defaults.dtype;
  if (!defaults.device.empty()) input.device = defaults.device;
  const std::size_t colon = text.find(':');
  std::string_view sizes = std::string_view(text).substr(0, colon);
  while (!sizes.empty()) {
    const std::size_t comma = sizes.find(',');
    const std::string_view word = sizes.substr(0, comma);
    std::int64_t size = 0;
    const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), size);
    if (problem != std::errc() || stop != word.data() + word.size()) return bad();
    input.shape.push_back(size);
    if (comma == sizes.npos) break;
    sizes.remove_prefix(comma + 1);
    if (sizes.empty()) return bad();
  }
  if (colon == std::string::npos) return input;
  const std::string rest = text.substr(colon + 1);
  const std::size_t second = rest.find(':');
  const std::string dtype = rest.substr(0, second);
  if (dtype.empty()) return bad();
  input.dtype = torchName(dtype);
  if (second != std::string::npos) input.device = rest.substr(second + 1);
  return input;
}

/// modelOf reads MODULE EXPRESSION, or MODULE.CLASS alone.
base::Result<runs::NewRepro> modelOf(const std::vector<std::string>& words) {
  if (words.size() > 1) return runs::NewRepro{.module = words[0], .expression = words[1], .inputs = {}};
  // With its module: "import *" leaves out names that begin with an underscore.
  const std::size_t dot = words.at(0).rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == words[0].size())
    return base::fail(badArgument("argument EXPRESSION: it says how to make the model of the module \"" + words[0] + "\"",
                                  "Add an expression such as \"Model(3)\", or name a class: " + words[0] + ".Model"));
  return runs::NewRepro{.module = words[0].substr(0, dot), .expression = words[0] + "()", .inputs = {}};
}

int runReproNew(const ParsedArguments& arguments, Context& context) {
  const auto refused = [&](const base::Error& error) { return printUsageError(context, reproNewSpec(), error); };
  auto model = modelOf(arguments.positionals);
  if (!model) return refused(model.error());
  runs::NewRepro requested = *std::move(model);
  requested.backend = arguments.valueOr("--backend", requested.backend);
  requested.accuracy = arguments.has("--no-accuracy") ? runs::ReproAccuracy::Off : runs::ReproAccuracy::Accuracy;
  requested.autocast = arguments.has("--autocast");
  requested.device = arguments.valueOr("--device", "");
  requested.dtype = torchName(arguments.valueOr("--dtype", ""));
  requested.tolerance = arguments.valueOr("--tolerance", "");
  if (auto read = readNumber(arguments, "--seed", requested.seed); !read) return refused(read.error());
  for (const std::string& text : arguments.list("--input")) {
    auto input = inputOf(text, requested);
    if (!input) return refused(input.error());
    requested.inputs.push_back(*std::move(input));
  }
  const auto text = runs::reproText(requested);
  if (!text) return refused(text.error());
  for (const std::string& note : runs::reproNotes(requested)) context.err << "plumbline-cli: " << note << '\n';
  const auto file = arguments.value("--output");
  if (!file || isStandardOutput(*file)) {
    context.out << *text << std::flush;
    return kExitOk;
  }
  if (const auto saved = files::saveFile(*file, *text, &files::kNoFile); !saved) {
    printError(context, saved.error());
    return kExitUsage;
  }
  return kExitOk;
}

}  // namespace

Command makeReproNewCommand() { return {reproNewSpec(), runReproNew}; }

}  // namespace plumbline::cli
