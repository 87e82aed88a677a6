// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "app/cli/diff_wish.h"
#include "app/cli/word_list.h"
#include "core/files/file_bytes.h"
#include "core/tasks/both.h"

namespace plumbline::cli {

namespace {

/// atOnce reads two sources at the same time.
void atOnce(const std::function<void()>& one, const std::function<void()>& other) {
  const auto done = [](const std::function<void()>& work) {
    work();
    return true;
  };
  (void)tasks::both([&] { return done(one); }, [&] { return done(other); });
}

/// unknownMetric complains of a metric that no run has: its report would be empty, and read as "nothing moved".
std::optional<base::Error> unknownMetric(const std::vector<std::string>& metrics, const diff::Diffs& diffs) {
  std::vector<std::string> known;
  for (const diff::ConfigDiff& config : diffs.configs)
    for (const verdicts::MetricInfo& info : config.diff->metrics())
      if (std::find(known.begin(), known.end(), info.name) == known.end()) known.push_back(info.name);
  for (const std::string& metric : metrics) {
    if (std::find(known.begin(), known.end(), metric) != known.end()) continue;
    std::string list;
    for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
    return badWord("--metrics", metric, list);
  }
  return std::nullopt;
}

std::string written(const DiffWish& wish, const diff::Diffs& diffs, int exit) {
  using reports::ReportFormat;
  if (wish.format == ReportFormat::Markdown) return reports::diffMarkdown(diffs, wish.options);
  if (wish.format == ReportFormat::Csv) return reports::diffCsv(diffs, wish.options);
  if (wish.format == ReportFormat::Json) return reports::diffJson(diffs, wish.options, exit);
  if (wish.format == ReportFormat::Html) return reports::diffHtml(diffs, wish.options);
  return reports::diffText(diffs, wish.options);
}

/// isSource tells whether a report would replace what it was made from.
bool isSource(const DiffWish& wish) {
  for (const diff::SideWish& side : wish.sides)
    for (const std::string& path : side.paths) {
      std::error_code error;
      if (std::filesystem::equivalent(path, wish.file, error) && !error) return true;
    }
  return false;
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto wish = diffWish(arguments, context);
  if (!wish) return refuse(context, diffSpec(), wish.error());
  const bool isFile = !wish->file.empty() && wish->file != "-";
  if (isFile && isSource(*wish))
    return refuse(
        context, diffSpec(),
        {base::ErrorCode::BadArgument, "argument --output: the report would replace one of the runs", "", wish->file});
  const auto diffs = diff::diffsOf(wish->sides, {}, atOnce);
  if (!diffs.isValue()) {
    if (diffs.isError()) complain(context, diffs.error());
    return kExitUsage;
  }
  if (const auto unknown = unknownMetric(wish->options.metrics, diffs.value()))
    return refuse(context, diffSpec(), *unknown);
  for (const base::Error& problem : diffs.value().problems) complain(context, problem);
  const int exit = reports::diffExit(diffs.value(), wish->options);
  const std::string report = written(*wish, diffs.value(), exit);
  if (!isFile) {
    context.out << report << std::flush;
    return exit;
  }
  if (const auto saved = files::saveFile(wish->file, report); !saved) {
    complain(context, saved.error());
    return kExitUsage;
  }
  return exit;
}

}  // namespace

Command diffCommand() { return {diffSpec(), run}; }

}  // namespace plumbline::cli
