// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_format.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"

namespace plumbline::reports {
namespace {

std::string diffJsonWithExit(const diff::Diffs& diffs, const DiffReportOptions& options) {
  return diffJson(diffs, options, diffExit(diffs, options));
}

/// Form is a format of the report, and of the diff where that has it.
struct Form {
  ReportFormat format;
  std::string_view name, ending, otherEnding;
  bool wantsAllRows, hasCharts;
  std::string (*write)(const Report& report);
  std::string (*writeDiff)(const diff::Diffs& diffs, const DiffReportOptions& options);
};
constexpr std::array kForms = {
    Form{ReportFormat::Html, "html", ".html", ".htm", false, true, htmlReport, diffHtml},
    Form{ReportFormat::Markdown, "markdown", ".md", ".md", false, false, markdownReport, diffMarkdown},
    Form{ReportFormat::Json, "json", ".json", ".json", true, false, jsonReport, diffJsonWithExit},
    Form{ReportFormat::Csv, "csv", ".csv", ".csv", true, false, csvReport, diffCsv},
    Form{ReportFormat::Junit, "junit", ".xml", ".xml", true, false, junitReport, nullptr},
    Form{ReportFormat::Annotations, "annotations", "", "", false, false, annotationsReport, nullptr},
    Form{ReportFormat::Text, "text", ".txt", ".txt", false, false, textReport, diffText}};

std::optional<ReportFormat> formatOf(const Form* form) {
  return form == kForms.end() ? std::nullopt : std::optional(form->format);
}

const Form& formOf(ReportFormat format) { return *std::ranges::find(kForms, format, &Form::format); }

}  // namespace

std::optional<ReportFormat> formatOfFile(std::string_view fileName) {
  const std::string lower = text::toLower(fileName);
  return formatOf(std::ranges::find_if(kForms, [&](const Form& form) {
    return !form.ending.empty() && (lower.ends_with(form.ending) || lower.ends_with(form.otherEnding));
  }));
}

std::optional<ReportFormat> formatOfName(std::string_view name) {
  return formatOf(std::ranges::find(kForms, name, &Form::name));
}

bool wantsAllRows(ReportFormat format) { return formOf(format).wantsAllRows; }
bool hasCharts(ReportFormat format) { return formOf(format).hasCharts; }
bool isDiffFormat(ReportFormat format) { return formOf(format).writeDiff != nullptr; }

std::string writeReport(const Report& report, ReportFormat format) { return formOf(format).write(report); }

std::string writeDiff(const diff::Diffs& diffs, const DiffReportOptions& options, ReportFormat format) {
  return formOf(format).writeDiff(diffs, options);
}

}  // namespace plumbline::reports
