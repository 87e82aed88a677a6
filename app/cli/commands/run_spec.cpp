// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/command.h"
#include "app/cli/run_options.h"
#include "app/cli/run_to_end.h"
#include "core/files/file_bytes.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::cli {

namespace {

CommandSpec runSpecSpec() {
  return {.name = "run spec",
          .summary = "Run a spec saved by --save-spec or in the window.",
          .positionals = {{.name = "FILE", .help = "spec, or the name of a preset of the window"}},
          .options = withRunOptions({option("-o, --output FILE", "write the result to FILE (default: as saved)")}),
          .details = kRunExitText};
}

/// presetOf finds a spec by its name in the window.
std::optional<runs::RunSpec> presetOf(const std::string& name) {
  std::vector<base::Error> problems;
  for (runs::Preset& preset : runs::readPresets(runs::defaultPresetFolder(), problems))
    if (preset.name == name) return std::move(preset.spec);
  return std::nullopt;
}

base::Result<runs::RunSpec> specOf(const std::string& file) {
  const auto bytes = files::readFile(file);
  if (bytes) return runs::specOf(bytes->bytes, file);
  if (bytes.error().code == base::ErrorCode::NotFound)
    if (auto preset = presetOf(file)) return *std::move(preset);
  return base::fail(bytes.error());
}

int runRunSpec(const ParsedArguments& arguments, Context& context) {
  auto saved = specOf(arguments.positionals.front());
  if (!saved) {
    printError(context, saved.error());
    return kExitUsage;
  }
  if (saved->kind == runs::RunKind::TorchCache && saved->output.empty() && !arguments.has("--output") && !arguments.has("--dry-run"))
    return printUsageError(context, runSpecSpec(), badArgument("the following arguments are required: --output"));
  const auto request = runOptions(arguments, *std::move(saved));
  if (!request) return printUsageError(context, runSpecSpec(), request.error());
  return runToEnd(*request, context);
}

}  // namespace

Command makeRunSpecCommand() { return {runSpecSpec(), runRunSpec}; }

}  // namespace plumbline::cli
