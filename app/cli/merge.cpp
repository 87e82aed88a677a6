// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>

#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/overview/merge_choice.h"
#include "core/reports/merge_report.h"

namespace plumbline::cli {

namespace {

CommandSpec spec() {
  return {.name = "merge",
          .summary = "Put the shards of one run together into one CSV.",
          .positionals = {{.name = "SHARD",
                           .help = "CSV of a shard, or a folder or artifact zip that holds shards of one config",
                           .many = true}},
          .options = {{.name = "--output",
                       .letter = 'o',
                       .value = "FILE",
                       .help = "where the merged CSV goes; - is standard output",
                       .required = true},
                      {.name = "--config",
                       .value = "NAME",
                       .help = "the config to merge, when there are several: rocm/inductor_timm_training"},
                      {.name = "--attempt",
                       .value = "A",
                       .help = "which attempt of a shard in a folder or zip is taken: latest complete (default) or first",
                       .choices = {"latest", "first"}},
                      {.name = "--force", .value = "", .help = "replace FILE when it exists"}},
          .details =
              "examples:\n"
              "  plumbline-cli merge shard1.csv shard2.csv -o run.csv\n"
              "  plumbline-cli merge artifacts/ --config inductor_torchbench_training -o run.csv\n"
              "\n"
              "Rows keep their bytes and their order. CSVs named one by one are all merged; in folders and\n"
              "zips one attempt stands for each shard. A model that two files bring is kept once, the\n"
              "first time, and told on standard error, as are shards that are missing.\n"
              "exit status:\n"
              "  0 merged; 1 merged, but a model comes twice with different rows;\n"
              "  2 bad arguments, or a file cannot be used or written. Then nothing is written.\n"};
}

void say(Context& context, const std::string& lines) {
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) context.err << "plumbline-cli: " << line << '\n';
  context.err.flush();
}

base::Result<void> write(const std::string& file, bool force, std::string_view bytes, Context& context) {
  if (file == "-") {
    context.out << bytes << std::flush;
    return {};
  }
  const auto saved = files::saveFile(file, std::string(bytes), force ? nullptr : &files::kNoFile);
  if (saved) return {};
  base::Error error = saved.error();
  if (error.code == base::ErrorCode::Changed) {
    error.text = "This file exists already.";
    error.hint = "Take another name, or --force to replace it.";
  }
  return base::fail(std::move(error));
}

int run(const ParsedArguments& arguments, Context& context) {
  overview::MergeWish wish;
  if (const auto name = arguments.value("--config")) {
    const auto config = configs::configOfName(*name);
    if (!config) return refuse(context, spec(), config.error());
    wish.config = *config;
  }
  if (arguments.valueOr("--attempt", "latest") == "first") wish.attempts = overview::AttemptRule::First;
  const std::string file = arguments.valueOr("--output", "");
  if (file.empty()) return refuse(context, spec(), {.code = base::ErrorCode::BadArgument, .text = "argument --output: name a file, or -"});

  std::vector<sources::SourcePath> paths;
  for (const std::string& path : arguments.positionals) paths.push_back({path, sources::Role::Actual});
  const auto stop = [&](const base::Error& error) {
    complain(context, error);
    return kExitUsage;
  };
  const auto opened = sources::open(paths);
  if (!opened.isValue()) return stop(opened.error());
  for (const base::Error& problem : opened.value().problems) complain(context, problem);
  if (!opened.value().problems.empty()) return kExitUsage;
  const auto choice = overview::chooseToMerge(opened.value(), wish);
  if (!choice) return stop(choice.error());
  const auto merged = tables::mergeShards(choice->tables, file);
  if (!merged.isValue()) return stop(merged.error());
  if (const auto written = write(file, arguments.has("--force"), merged.value().table->bytes(), context); !written)
    return stop(written.error());
  say(context, reports::mergeText({file, opened.value(), *choice, merged.value()}));
  return reports::differingRepeats(merged.value()) > 0 ? kExitFails : kExitOk;
}

}  // namespace

Command mergeCommand() { return {spec(), run}; }

}  // namespace plumbline::cli
