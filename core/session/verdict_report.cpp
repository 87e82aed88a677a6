// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/verdict_report.h"

#include <utility>

#include "core/files/file_bytes.h"
#include "core/reports/report_writers.h"

namespace plumbline::session {
namespace {

base::Error bad(std::string text, std::string hint, const std::string& path) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), path, 0, 0};
}

}  // namespace

base::Outcome<std::size_t> saveVerdictReport(const VerdictReportWish& wish, const std::string& path,
                                             const base::Progress& progress) {
  const auto format = reports::formatOfFile(path);
  if (!format)
    return bad("The ending of this file name says no format that a report can be written in.",
               "End the name in .html, .md, .json, .csv, .xml (JUnit) or .txt.", path);
  reports::ReportSource source;
  reports::ReportWords words;
  if (wish.commit) {
    source.view = wish.commit->view;
    words = reports::wordsOf(*source.view, wish.commit->ruleId);
  } else if (wish.pair) {
    if (!wish.pair->actual.isFile)
      return bad("This run was put together from several files.", "Save the report from the overview of its commit.",
                 wish.pair->actual.path);
    words = {.sources = {wish.pair->actual.path}, .trees = {wish.pair->expected.path}, .rules = wish.pair->ruleId};
    const auto opening = reports::wishOfWords(words);
    if (!opening) return opening.error();
    auto opened = reports::openReportSource(*opening, progress);
    if (opened.isCancelled()) return base::Cancelled{};
    if (opened.isError()) return opened.error();
    source = std::move(opened.value());
  } else {
    return bad("There is nothing to report on.", "Open a run and its baseline first.", {});
  }
  if (reports::isInput(*source.view, path))
    return bad("This file is one of the inputs.", "Take another name for the report.", path);
  const reports::ReportOptions options{.allRows = reports::wantsAllRows(*format),
                                       .withCharts = *format == reports::ReportFormat::Html,
                                       .words = words};
  const auto report = reports::makeReport(source, options, progress);
  if (report.isCancelled()) return base::Cancelled{};
  if (report.isError()) return report.error();
  const std::string text = reports::writeReport(report.value(), *format);
  if (progress.stopRequested()) return base::Cancelled{};
  if (auto saved = files::saveFile(path, text); !saved) return saved.error();
  return text.size();
}

}  // namespace plumbline::session
