// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "app/cli/command.h"
#include "app/cli/run_wish.h"
#include "core/files/file_bytes.h"
#include "core/runs/repro_script.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "repro new",
          .summary = "Write a repro script for a model that Python can import.",
          .positionals = {{.name = "MODULE", .help = "its module, as Python imports it: mypackage.model"},
                          {.name = "EXPRESSION", .help = "what makes the model, with the module's names: \"Model(3)\""}},
          .options = {{.name = "--input", .value = "I", .help = "a tensor: SIZES[:DTYPE[:DEVICE]], 8,3,224,224:float16:cuda:0; one for each", .required = true, .repeatable = true},
                      {.name = "--backend", .value = "B", .help = "default inductor"},
                      {.name = "--no-accuracy", .value = "", .help = "run both, compare nothing"},
                      {.name = "--autocast", .value = "", .help = "under autocast"},
                      {.name = "--output", .letter = 'o', .value = "FILE", .help = "default: standard output"}},
          .details = "examples:\n"
                     "  plumbline-cli repro new mypackage.model \"Model(3)\" --input 8,3,32,32 -o repro.py\n"
                     "  plumbline-cli repro new nets \"nets.build(depth=2)\" --input 4,16:int64 --input 4:float32:cuda:0\n"
                     "\n"
                     "The inputs are random numbers. It has the after_dynamo form, and whoever runs it must be able to\n"
                     "import the module (PYTHONPATH). An older FILE is not replaced.\n"
                     "exit status:\n"
                     "  0 written; 2 bad arguments, or FILE cannot be written.\n"};
}

base::Result<runs::NewReproInput> inputOf(const std::string& text) {
  const auto bad = [&] { return base::fail(badOption("argument --input: \"" + text + "\" is not SIZES[:DTYPE[:DEVICE]]")); };
  runs::NewReproInput input;
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
  input.dtype = dtype.starts_with("torch.") ? dtype : "torch." + dtype;
  if (second != std::string::npos) input.device = rest.substr(second + 1);
  return input;
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto refused = [&](const base::Error& error) { return refuse(context, spec(), error); };
  runs::NewRepro wanted{.module = arguments.positionals.at(0), .expression = arguments.positionals.at(1), .inputs = {}};
  wanted.backend = arguments.valueOr("--backend", wanted.backend);
  wanted.accuracy = arguments.has("--no-accuracy") ? runs::ReproAccuracy::Off : runs::ReproAccuracy::Accuracy;
  wanted.autocast = arguments.has("--autocast");
  for (const std::string& text : arguments.list("--input")) {
    auto input = inputOf(text);
    if (!input) return refused(input.error());
    wanted.inputs.push_back(*std::move(input));
  }
  const auto text = runs::reproText(wanted);
  if (!text) return refused(text.error());
  const auto file = arguments.value("--output");
  if (!file) {
    context.out << *text << std::flush;
    return kExitOk;
  }
  if (const auto saved = files::saveFile(*file, *text, &files::kNoFile); !saved) {
    complain(context, saved.error());
    return kExitUsage;
  }
  return kExitOk;
}

}  // namespace

Command reproNewCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
