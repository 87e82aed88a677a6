// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/overview/shard_choice.h"
#include "core/reports/baselines/baseline_report.h"

namespace plumbline::cli {

namespace {

CommandSpec mergeSpec() {
  return {.name = "merge",
          .summary = "Merge the shards of a run into one CSV.",
          .positionals = {{.name = "SHARD",
                           .help = "CSV of a shard, or a folder or artifact zip with shards of one config",
                           .many = true}},
          .options = {requiredOption("-o, --output FILE", "write the merged CSV to FILE; - is standard output"),
                      option("--config NAME", "config to merge if there are several: rocm/inductor_timm_training"),
                      option("--attempt A", "attempt to use for each shard of a folder or zip: latest complete "
                                            "(default) or first", {"latest", "first"}),
                      option("--force", "replace an existing FILE")}};
}

base::Result<void> write(const std::string& file, bool force, std::string_view bytes, Context& context) {
  if (isStandardOutput(file)) {
    context.out << bytes << std::flush;
    return {};
  }
  const auto saved = files::saveFile(file, std::string(bytes), force ? nullptr : &files::kNoFile);
  if (saved) return {};
  base::Error error = saved.error();
  if (error.code == base::ErrorCode::Changed) {
    error.text = "This file exists already.";
    error.hint = "Choose another name, or pass --force to replace it.";
  }
  return base::fail(std::move(error));
}

int runMerge(const ParsedArguments& arguments, Context& context) {
  overview::MergeRequest request;
  if (const auto name = arguments.value("--config")) {
    const auto config = configs::configOfName(*name);
    if (!config) return printUsageError(context, mergeSpec(), config.error());
    request.config = *config;
  }
  if (arguments.valueOr("--attempt", "latest") == "first") request.attempts = overview::AttemptRule::First;
  const std::string file = arguments.valueOr("--output", "");
  if (file.empty()) return printUsageError(context, mergeSpec(), badArgument("argument --output: name a file, or -"));

  std::vector<sources::SourcePath> paths;
  for (const std::string& path : arguments.positionals) paths.push_back({path, sources::Role::Actual});
  const auto opened = sources::open(paths);
  if (!opened.isValue()) return printError(context, opened.error());
  for (const base::Error& problem : opened.value().problems) printError(context, problem);
  if (!opened.value().problems.empty()) return kExitUsage;
  const auto choice = overview::chooseToMerge(opened.value(), request);
  if (!choice) return printError(context, choice.error());
  const auto merged = tables::mergeShards(choice->tables, file);
  if (!merged.isValue()) return printError(context, merged.error());
  if (const auto written = write(file, arguments.has("--force"), merged.value().table->bytes(), context); !written)
    return printError(context, written.error());
  printLines(context, reports::mergeText({file, opened.value(), *choice, merged.value()}));
  return reports::differingRepeats(merged.value()) > 0 ? kExitFails : kExitOk;
}

}  // namespace

Command makeMergeCommand() { return {mergeSpec(), runMerge}; }

}  // namespace plumbline::cli
