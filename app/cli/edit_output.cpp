// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/edit_output.h"
#include "app/cli/history_store.h"

#include <filesystem>

#include "core/baselines/commit_message.h"
#include "core/flaky/script_compiles.h"
#include "core/sources/git_commit.h"

namespace plumbline::cli {

namespace {

int writePatch(const std::string& path, const std::string& patch, std::size_t files, Context& context) {
  if (const auto saved = files::saveFile(path, patch); !saved) return printError(context, saved.error());
  context.out << path << ": a patch of " << files << (files == 1 ? " file" : " files") << '\n' << std::flush;
  return kExitOk;
}

/// commit hands the written files to git. What git and the hooks printed goes to standard error when they refuse.
int commit(const baselines::SaveReport& report, const std::string& message, Context& context) {
  sources::CommitRequest request{.paths = {}, .message = message};
  for (const baselines::SavedFile& file : report.files) request.paths.push_back(std::filesystem::absolute(file.path));
  const auto done = sources::commitFiles(request);
  if (done.isError()) return printError(context, done.error());
  if (!done.value().isCommitted()) {
    context.err << done.value().output << std::flush;
    return printError(context, {base::ErrorCode::NotReadable, "git did not commit the files.",
                                "They are saved; its output is above.", done.value().root});
  }
  context.out << done.value().sentence() << " To take it back: git reset --soft HEAD~1\n" << std::flush;
  return kExitOk;
}

int save(const ParsedArguments& arguments, baselines::Drafts& drafts, Context& context, const std::string& proposed) {
  std::string message;  // made before the edits become the saved state
  if (arguments.has("--git-commit"))
    message = arguments.valueOr("--message", proposed.empty() ? baselines::commitMessage(drafts) : proposed);
  const baselines::SaveReport report = baselines::saveAll(drafts, decisionStore(context));
  for (const std::string& path : report.changedOutside)
    printError(context,
             {base::ErrorCode::Changed, "The file was changed in the meantime.", "Check it, then try again.", path});
  for (const baselines::SavedFile& file : report.files)
    if (file.error) printError(context, *file.error);
  if (report.logError) printError(context, *report.logError);
  // Edits that were not written end with this program: it cannot promise to keep them, as the window does.
  const std::string sentence = report.allWritten() ? report.sentence() : report.written();
  if (!sentence.empty()) context.out << sentence << '\n' << std::flush;
  if (report.allWritten() && arguments.has("--git-commit") && !report.files.empty()) return commit(report, message, context);
  return report.allWritten() ? kExitOk : kExitUsage;
}

}  // namespace

std::vector<OptionSpec> withEditOptions(std::vector<OptionSpec> options) {
  options.push_back(option("--diff", "print the changes as a diff (default)"));
  options.push_back(option("--patch FILE", "write a diff for git apply to FILE; - is standard output"));
  options.push_back(option("--write", "change the files"));
  options.push_back(option("--git-commit", "with --write: commit exactly these files with git; hooks run, nothing is pushed"));
  options.push_back(option("--message TEXT", "with --git-commit: the commit message (default: the proposed one)"));
  return options;
}

std::optional<base::Error> editOptionsError(const ParsedArguments& arguments) {
  const int given =
      (arguments.has("--diff") ? 1 : 0) + (arguments.has("--patch") ? 1 : 0) + (arguments.has("--write") ? 1 : 0);
  const auto bad = [](std::string text) { return base::Error{base::ErrorCode::BadArgument, std::move(text), ""}; };
  if (given > 1) return bad("--diff, --patch and --write exclude each other");
  if (arguments.has("--git-commit") && !arguments.has("--write")) return bad("--git-commit needs --write");
  if (arguments.has("--git-commit") && arguments.value("--format") == "json") return bad("--git-commit and --format json exclude each other");
  if (arguments.has("--message") && !arguments.has("--git-commit")) return bad("--message needs --git-commit");
  const auto patch = arguments.value("--patch");
  if (!patch) return std::nullopt;
  std::vector<std::string> read = arguments.positionals;
  if (const auto into = arguments.value("--into")) read.push_back(*into);
  std::error_code ignored;  // one of the two is not there, so they are not the same file
  for (const std::string& path : read)
    if (std::filesystem::equivalent(*patch, path, ignored))
      return bad("argument --patch: " + path + " is read, and would be overwritten");
  return std::nullopt;
}

int outputEdits(const ParsedArguments& arguments, baselines::Drafts& drafts, Context& context, const std::string& message) {
  for (const baselines::Drafts::File* file : drafts.changed()) {
    if (!file->path.ends_with(".py")) continue;
    const auto problem = flaky::compileProblem(file->saved, file->pending);
    if (!problem) continue;
    return printError(context, {base::ErrorCode::BadFormat,
                                "Python could not compile the script after this edit: " + problem->words + '.',
                                "Nothing was written.", file->path, problem->line});
  }
  if (arguments.has("--write")) return save(arguments, drafts, context, message);
  const auto patch = baselines::patchText(drafts);
  if (!patch) return printError(context, patch.error());
  const auto path = arguments.value("--patch");
  if (patch->empty()) {  // git apply takes no empty patch
    context.err << "plumbline-cli: nothing to change\n" << std::flush;
    return kExitOk;
  }
  if (path && !isStandardOutput(*path)) return writePatch(*path, *patch, drafts.changed().size(), context);
  context.out << *patch << std::flush;
  return kExitOk;
}

}  // namespace plumbline::cli
