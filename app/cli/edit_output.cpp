// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/edit_output.h"

#include "core/baselines/hand_over.h"
#include "core/files/file_bytes.h"

namespace plumbline::cli {

namespace {

int writePatch(const std::string& path, const std::string& patch, std::size_t files, Context& context) {
  if (const auto saved = files::saveFile(path, patch); !saved) {
    complain(context, saved.error());
    return kExitUsage;
  }
  context.out << path << ": a patch of " << files << (files == 1 ? " file" : " files") << '\n' << std::flush;
  return kExitOk;
}

int save(baselines::Drafts& drafts, Context& context) {
  const baselines::SaveReport report = baselines::saveAll(drafts);
  for (const std::string& path : report.changedOutside)
    complain(context,
             {base::ErrorCode::Changed, "The file was changed meanwhile.", "Look at it, then try again.", path});
  for (const baselines::SavedFile& file : report.files)
    if (file.error) complain(context, *file.error);
  if (report.logError) complain(context, *report.logError);
  context.out << report.sentence() << '\n' << std::flush;
  return report.allWritten() ? kExitOk : kExitUsage;
}

}  // namespace

std::vector<OptionSpec> withEditOptions(std::vector<OptionSpec> options) {
  options.push_back({.name = "--diff", .value = "", .help = "show what would change as a diff (the default)"});
  options.push_back({.name = "--patch", .value = "FILE", .help = "write the diff to FILE, for git apply; - is standard output"});
  options.push_back({.name = "--write", .value = "", .help = "change the files"});
  return options;
}

std::optional<base::Error> editOptionsError(const ParsedArguments& arguments) {
  const int given =
      (arguments.has("--diff") ? 1 : 0) + (arguments.has("--patch") ? 1 : 0) + (arguments.has("--write") ? 1 : 0);
  if (given < 2) return std::nullopt;
  return base::Error{base::ErrorCode::BadArgument, "--diff, --patch and --write exclude each other", ""};
}

int handOver(const ParsedArguments& arguments, baselines::Drafts& drafts, Context& context) {
  if (arguments.has("--write")) return save(drafts, context);
  const auto patch = baselines::patchText(drafts);
  if (!patch) {
    complain(context, patch.error());
    return kExitUsage;
  }
  const auto path = arguments.value("--patch");
  if (path && *path != "-") return writePatch(*path, *patch, drafts.changed().size(), context);
  context.out << *patch << std::flush;
  return kExitOk;
}

}  // namespace plumbline::cli
