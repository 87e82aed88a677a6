// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "core/baselines/layout_lint.h"
#include "core/files/file_bytes.h"
#include "core/reports/baselines/baseline_report.h"

namespace plumbline::cli {

namespace {

using baselines::ConflictChoice;
using reports::LintReport;

CommandSpec lintSpec() {
  return {.name = "lint",
          .summary = "Check baselines for their layout, as PyTorch's linter does, and for other errors.",
          .positionals = {{.name = "FILE",
                           .help = "baseline CSV; @LIST reads paths from the file LIST, one per line",
                           .many = true}},
          .options = {option("--fix", "rewrite files in the layout of the linter"),
                      listOption("--resolve LIST", "ours, theirs or both for all conflicts, or one of them per "
                                                   "conflict in order; writes the file"),
                      option("--format F", "text (default), json, or lintrunner for PyTorch's lintrunner",
                             {"text", "json", "lintrunner"})}};
}

std::string_view choiceName(ConflictChoice choice) {
  switch (choice) {
    case ConflictChoice::Ours: return "ours";
    case ConflictChoice::Theirs: return "theirs";
    case ConflictChoice::Both: break;
  }
  return "both";
}

/// choices reads --resolve, in which a word may come again.
base::Result<std::vector<ConflictChoice>> choices(const ParsedArguments& arguments) {
  std::vector<ConflictChoice> out;
  const auto list = arguments.value("--resolve");
  if (!list) return out;
  for (const std::string& word : splitAtCommas(*list)) {
    bool known = false;
    for (const ConflictChoice choice : {ConflictChoice::Ours, ConflictChoice::Theirs, ConflictChoice::Both}) {
      if (choiceName(choice) != word) continue;
      out.push_back(choice);
      known = true;
    }
    if (!known) return base::fail(unknownValue("--resolve", word, "ours, theirs, both"));
  }
  return out;
}

/// namedFiles takes @LIST apart, one path on each line, but not behind "--".
base::Result<std::vector<std::string>> namedFiles(const ParsedArguments& arguments) {
  std::vector<std::string> paths;
  const std::size_t literal = arguments.positionals.size() - arguments.behindDashes;
  for (std::size_t i = 0; i < arguments.positionals.size(); ++i) {
    const std::string& word = arguments.positionals[i];
    if (i >= literal || !word.starts_with('@')) {
      paths.push_back(word);
      continue;
    }
    const auto list = files::readFile(word.substr(1));
    if (!list) return base::fail(list.error());
    for (std::size_t begin = 0; begin < list->bytes.size();) {
      const std::size_t end = std::min(list->bytes.find('\n', begin), list->bytes.size());
      std::string path = list->bytes.substr(begin, end - begin);
      if (path.ends_with('\r')) path.pop_back();
      if (!path.empty()) paths.push_back(std::move(path));
      begin = end + 1;
    }
  }
  return paths;
}

LintReport lint(const std::string& path, const baselines::LintRequest& request, const std::string& format, Context& context) {
  LintReport report;
  report.file.path = path;
  const auto read = files::readFile(path);
  if (!read) {
    report.error = read.error();
    return report;
  }
  auto linted = baselines::lintFile(read->bytes, path, request);
  if (!linted) {
    report.error = linted.error();
    return report;
  }
  if (format == "lintrunner" && linted->replacement)
    context.out << baselines::linterLine(path, read->bytes, *linted->replacement) << '\n';
  if (linted->bytes != read->bytes) {
    if (const auto saved = files::saveFile(path, linted->bytes, &read->stamp); !saved) {
      report.error = saved.error();
      return report;
    }
    report.saved = true;
  }
  report.file = std::move(*linted);
  return report;
}

int exitOf(const std::vector<LintReport>& reports, const std::string& format) {
  int exit = kExitOk;
  for (const LintReport& report : reports) {
    if (report.error) return kExitUsage;
    if (!report.file.isClean() && format != "lintrunner") exit = kExitFails;
  }
  return exit;
}

int runLint(const ParsedArguments& arguments, Context& context) {
  const std::string format = arguments.valueOr("--format", "text");
  const auto chosen = choices(arguments);
  if (!chosen) return printUsageError(context, lintSpec(), chosen.error());
  const baselines::LintRequest request{.fix = arguments.has("--fix"), .choices = *chosen};
  if (format == "lintrunner" && (request.fix || !request.choices.empty()))
    return printUsageError(context, lintSpec(),
                           badArgument("--format lintrunner only reports; lintrunner -a changes the files"));
  const auto paths = namedFiles(arguments);
  if (!paths) return printError(context, paths.error());
  std::vector<LintReport> reports;
  for (const std::string& path : *paths) {
    reports.push_back(lint(path, request, format, context));
    if (reports.back().error) printError(context, *reports.back().error);
    if (format == "text" && !reports.back().error) context.out << reports::lintText(reports.back());
  }
  const int exit = exitOf(reports, format);
  if (format == "json") context.out << reports::lintJson(reports, exit);
  context.out.flush();
  return exit;
}

}  // namespace

Command makeLintCommand() { return {lintSpec(), runLint}; }

}  // namespace plumbline::cli
