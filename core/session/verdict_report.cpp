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

/// Source is what is reported, and the words that open it again.
struct Source {
  reports::ReportSource source;
  reports::ReportWords words;
};

base::Outcome<Source> ofPair(const Snapshot& pair, const base::Progress& progress) {
  if (!pair.actual.isFile)
    return bad("This run was put together from several files.", "Save the report from the overview of its commit.",
               pair.actual.path);
  Source out;
  out.words = {.sources = {pair.actual.path}, .trees = {pair.expected.path}, .rules = pair.ruleId};
  const auto wish = reports::wishOfWords(out.words);
  if (!wish) return wish.error();
  auto opened = reports::openReportSource(*wish, progress);
  if (opened.isCancelled()) return base::Cancelled{};
  if (opened.isError()) return opened.error();
  out.source = std::move(opened.value());
  return out;
}

base::Outcome<Source> sourceOf(const VerdictReportWish& wish, const base::Progress& progress) {
  if (wish.commit) return Source{{wish.commit->view}, reports::wordsOf(*wish.commit->view, wish.commit->ruleId)};
  if (wish.pair) return ofPair(*wish.pair, progress);
  return bad("There is nothing to report on.", "Open a run and its baseline first.", {});
}

}  // namespace

base::Outcome<std::size_t> saveVerdictReport(const VerdictReportWish& wish, const std::string& path,
                                             const base::Progress& progress) {
  const auto format = reports::formatOfFile(path);
  if (!format)
    return bad("The ending of this file name says no format that a report can be written in.",
               "End the name in .html, .md, .json, .csv, .xml (JUnit) or .txt.", path);
  auto made = sourceOf(wish, progress);
  if (made.isCancelled()) return base::Cancelled{};
  if (made.isError()) return made.error();
  const Source& from = made.value();
  if (reports::isInput(*from.source.view, path))
    return bad("This file is one of the inputs.", "Take another name for the report.", path);
  const reports::ReportOptions options{.allRows = reports::wantsAllRows(*format),
                                       .withCharts = *format == reports::ReportFormat::Html,
                                       .words = from.words};
  const auto report = reports::makeReport(from.source, options, progress);
  if (report.isCancelled()) return base::Cancelled{};
  if (report.isError()) return report.error();
  const std::string text = reports::writeReport(report.value(), *format);
  if (progress.stopRequested()) return base::Cancelled{};
  if (auto saved = files::saveFile(path, text); !saved) return saved.error();
  return text.size();
}

}  // namespace plumbline::session
