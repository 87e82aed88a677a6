// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/report_saver.h"

#include <QCoreApplication>
#include <QFile>
#include <algorithm>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/reports/diff_report.h"
#include "core/reports/report_writers.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

using reports::ReportFormat;

base::Error noSuchFormat(const std::string& path) {
  return {.code = base::ErrorCode::BadArgument,
          .text = "The ending of this file name says no format that a comparison can be written in.",
          .hint = "End the name in .md, .html, .csv, .json or .txt.",
          .file = path};
}

/// inOrder puts the runs as reports read them: before first, after last, the others between.
base::Outcome<diff::RunDiffPtr> inOrder(const session::CompareState& state, const base::Progress& progress) {
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

QString reportKinds() {
  return u"Reports (*.md *.html *.csv *.json *.txt);;Markdown (*.md);;HTML (*.html);;CSV (*.csv);;JSON (*.json);;Text (*.txt)"_s;
}

ReportSaver::ReportSaver(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Saved> outcome) {
        if (outcome.isValue()) Q_EMIT saved(outcome.value().path, outcome.value().bytes);
        if (outcome.isError()) Q_EMIT failed(outcome.error());
      }) {}

void ReportSaver::save(const session::CompareStatePtr& state, const QString& path, bool changedOnly) {
  if (!state || !state->diff) return;
  const std::string native = QFile::encodeName(path).toStdString();
  const std::string version = QCoreApplication::applicationVersion().toStdString();
  m_runner.run([state, path, native, version, changedOnly](const base::Progress& progress) -> base::Outcome<Saved> {
    const std::optional<ReportFormat> format = reports::formatOfFile(native);
    if (!format) return noSuchFormat(native);
    auto ordered = inOrder(*state, progress);
    if (ordered.isCancelled()) return base::Cancelled{};
    if (ordered.isError()) return ordered.error();
    diff::Diffs diffs;
    const auto& config = ordered.value()->runs().front().config;
    diffs.configs.push_back({config ? configs::configName(*config) : std::string(), ordered.value()});
    reports::DiffReportOptions options;
    options.thresholds = state->thresholds;
    options.isChangedOnly = changedOnly;
    options.toolVersion = version;
    for (const diff::Run& run : ordered.value()->runs()) options.sideWords.push_back(run.origin);
    const std::optional<std::string> text = written(diffs, options, *format);
    if (!text) return noSuchFormat(native);
    if (auto done = files::saveFile(native, *text); !done) return done.error();
    return Saved{path, text->size()};
  });
}

}  // namespace plumbline::ui
