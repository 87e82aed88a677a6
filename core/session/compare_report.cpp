// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/compare_report.h"

#include <optional>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/reports/diff_report.h"
#include "core/reports/report_writers.h"

namespace plumbline::session {
namespace {

using reports::ReportFormat;

base::Error noSuchFormat(const std::string& path) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "The ending of this file name says no format that a comparison can be written in.",
          .hint = "End the name in .md, .html, .csv, .json or .txt.",
          .file = path};
}

/// inOrder puts the runs as reports read them: before first, after last, the others between.
base::Outcome<diff::RunDiffPtr> inOrder(const CompareState& state, const base::Progress& progress) {
  const std::vector<diff::Run>& runs = state.diff->runs();
  if (state.before == 0 && state.after + 1 == runs.size()) return state.diff;
  std::vector<diff::Run> ordered{runs[state.before]};
  for (std::size_t run = 0; run < runs.size(); ++run)
    if (run != state.before && run != state.after) ordered.push_back(runs[run]);
  if (state.after != state.before) ordered.push_back(runs[state.after]);
  return diff::RunDiff::make(std::move(ordered), progress);
}

std::optional<std::string> written(const diff::Diffs& diffs, const reports::DiffReportOptions& options, ReportFormat format) {
  switch (format) {
    case ReportFormat::Html: return reports::diffHtml(diffs, options);
    case ReportFormat::Markdown: return reports::diffMarkdown(diffs, options);
    case ReportFormat::Csv: return reports::diffCsv(diffs, options);
    case ReportFormat::Json: return reports::diffJson(diffs, options, reports::diffExit(diffs, options));
    case ReportFormat::Text: return reports::diffText(diffs, options);
    case ReportFormat::Junit:
    case ReportFormat::Annotations: break;
  }
  return std::nullopt;
}

}  // namespace

base::Outcome<std::size_t> saveCompareReport(const CompareState& state, const std::string& path,
                                             const CompareReportOptions& options, const base::Progress& progress) {
  const std::optional<ReportFormat> format = reports::formatOfFile(path);
  if (!format) return noSuchFormat(path);
  if (!state.diff)
    return base::Error{.code = base::ErrorCode::BadArgument, .text = "There is no run to report on.", .hint = "Open two runs first."};
  auto ordered = inOrder(state, progress);
  if (ordered.isCancelled()) return base::Cancelled{};
  if (ordered.isError()) return ordered.error();
  const diff::RunDiffPtr& diff = ordered.value();
  diff::Diffs diffs;
  const auto& config = diff->runs().front().config;
  diffs.configs.push_back({config ? configs::configName(*config) : std::string(), diff});
  reports::DiffReportOptions report;
  report.thresholds = state.thresholds;
  report.isChangedOnly = options.isChangedOnly;
  report.toolVersion = options.toolVersion;
  for (const diff::Run& run : diff->runs()) report.sideWords.push_back(run.origin);
  const std::optional<std::string> text = written(diffs, report, *format);
  if (!text) return noSuchFormat(path);
  if (progress.stopRequested()) return base::Cancelled{};
  if (auto saved = files::saveFile(path, *text); !saved) return saved.error();
  return text->size();
}

}  // namespace plumbline::session
