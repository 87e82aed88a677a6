// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/export_file.h"

#include <QFile>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/diff/repeats.h"
#include "core/files/file_bytes.h"
#include "core/reports/check/report_format.h"
#include "core/reports/diff/diff_report.h"

namespace plumbline::session {
namespace {

base::Error bad(std::string text, std::string hint, const std::string& path) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), path};
}

using reports::ReportFormat;

base::Error noSuchFormat(const std::string& path) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "The ending of this file name says no format that a comparison can be written in.",
          .hint = "End the name in .md, .html, .csv, .json or .txt.",
          .file = path};
}

/// inOrder puts the runs as reports read them: before first, its repeats behind it, after last, the others between.
base::Outcome<diff::RunDiffPtr> inOrder(const CompareState& state, const base::Progress& progress) {
  const std::vector<diff::Run>& runs = state.diff->runs();
  if (state.before == 0 && state.after + 1 == runs.size()) return state.diff;
  const auto repeats = diff::repeatGroups(*state.diff, state.before, state.after, state.repeats).before;
  std::vector<diff::Run> ordered;
  for (const std::size_t run : repeats) ordered.push_back(runs[run]);
  for (std::size_t run = 0; run < runs.size(); ++run)
    if (run != state.after && std::ranges::find(repeats, run) == repeats.end()) ordered.push_back(runs[run]);
  if (state.after != state.before) ordered.push_back(runs[state.after]);
  return diff::RunDiff::make(std::move(ordered), progress);
}

}  // namespace

base::Result<void> saveExport(const QString& path, const std::string& bytes) {
  const auto saved = files::saveFile(QFile::encodeName(path).toStdString(), bytes);
  if (!saved) return base::fail(saved.error());
  return {};
}

base::Outcome<std::size_t> saveVerdictReport(const VerdictReportRequest& request, const std::string& path,
                                             const base::Progress& progress) {
  const auto format = reports::formatOfFile(path);
  if (!format)
    return bad("The ending of this file name says no format that a report can be written in.",
               "End the name in .html, .md, .json, .csv, .xml (JUnit) or .txt.", path);
  reports::ReportSource source;
  reports::ReportArguments words;
  if (request.commit) {
    source.view = request.commit->view;
    words = reports::argumentsOf(*source.view, request.commit->ruleId);
  } else if (request.pair) {
    if (!request.pair->actual.isFile)
      return bad("This run was put together from several files.", "Save the report from the overview of its commit.",
                 request.pair->actual.path);
    words = {.sources = {request.pair->actual.path},
             .trees = {request.pair->expected.path},
             .rules = request.pair->ruleId,
             .flakyList = request.pair->defaultFlakyList};
    auto opening = reports::openOptionsOf(words);
    if (!opening) return opening.error();
    auto opened = reports::openReportSource(*opening, progress);
    if (!opened.isValue()) return opened.failure();
    source = std::move(opened.value());
  } else {
    return bad("There is nothing to report on.", "Open a run and its baseline first.", {});
  }
  if (reports::isInput(*source.view, path))
    return bad("This file is one of the inputs.", "Take another name for the report.", path);
  const reports::ReportOptions options{.allRows = reports::wantsAllRows(*format),
                                       .withCharts = reports::hasCharts(*format),
                                       .arguments = words};
  const auto report = reports::makeReport(source, options, progress);
  if (!report.isValue()) return report.failure();
  const std::string text = reports::writeReport(report.value(), *format);
  if (progress.stopRequested()) return base::Cancelled{};
  if (auto saved = files::saveFile(path, text); !saved) return saved.error();
  return text.size();
}

base::Outcome<std::size_t> saveCompareReport(const CompareState& state, const std::string& path,
                                             const CompareReportOptions& options, const base::Progress& progress) {
  const std::optional<ReportFormat> format = reports::formatOfFile(path);
  if (!format || !reports::isDiffFormat(*format)) return noSuchFormat(path);
  if (!state.diff)
    return base::fail(base::ErrorCode::BadArgument, "There is no run to report on.", "Open two runs first.");
  auto ordered = inOrder(state, progress);
  if (!ordered.isValue()) return ordered.failure();
  const diff::RunDiffPtr& diff = ordered.value();
  diff::Diffs diffs;
  const auto& config = diff->runs().front().config;
  diffs.configs.push_back({config ? configs::configName(*config) : std::string(), diff});
  if (state.earlier) diffs.configs.back().earlier = std::make_shared<const diff::Repeats>(state.earlier->inRowsOf(*diff, *state.diff));
  reports::DiffReportOptions report;
  report.thresholds = state.thresholds;
  report.isChangedOnly = options.isChangedOnly;
  if (state.repeats > 0) report.repeats = diff::repeatGroups(*state.diff, state.before, state.after, state.repeats).before.size();
  report.toolVersion = options.toolVersion;
  for (const diff::Run& run : diff->runs()) report.sideDescriptions.push_back(run.origin);
  const std::string text = reports::writeDiff(diffs, report, *format);
  if (progress.stopRequested()) return base::Cancelled{};
  if (auto saved = files::saveFile(path, text); !saved) return saved.error();
  return text.size();
}

base::Result<void> writePatch(const baselines::Drafts& drafts, const QString& path) {
  const std::string name = QFile::encodeName(path).toStdString();
  const auto patch = baselines::patchText(drafts);
  if (!patch) return base::fail(patch.error());
  if (patch->empty())
    return base::fail(base::ErrorCode::BadArgument, "Nothing is edited, so there is no patch.", "", name);
  for (const baselines::Drafts::File* file : drafts.changed()) {
    std::error_code none;
    if (file->path == name || std::filesystem::equivalent(file->path, name, none))
      return base::fail(base::ErrorCode::BadArgument, "This is one of the edited files.",
                        "Choose another name for the patch.", name);
  }
  const auto written = files::saveFile(name, *patch);
  if (!written) return base::fail(written.error());
  return {};
}

}  // namespace plumbline::session
