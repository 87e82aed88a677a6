// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_format.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"

namespace plumbline::reports {
namespace {

struct Form {
  ReportFormat format;
  std::string_view name, ending, otherEnding;
  std::string (*write)(const Report& report);
};
constexpr std::array kForms = {Form{ReportFormat::Html, "html", ".html", ".htm", htmlReport},
                               Form{ReportFormat::Markdown, "markdown", ".md", ".md", markdownReport},
                               Form{ReportFormat::Json, "json", ".json", ".json", jsonReport},
                               Form{ReportFormat::Csv, "csv", ".csv", ".csv", csvReport},
                               Form{ReportFormat::Junit, "junit", ".xml", ".xml", junitReport},
                               Form{ReportFormat::Annotations, "annotations", "", "", annotationsReport},
                               Form{ReportFormat::Text, "text", ".txt", ".txt", textReport}};

std::optional<ReportFormat> formatOf(const Form* form) {
  return form == kForms.end() ? std::nullopt : std::optional(form->format);
}

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

bool wantsAllRows(ReportFormat format) {
  return format == ReportFormat::Json || format == ReportFormat::Csv || format == ReportFormat::Junit;
}

std::string writeReport(const Report& report, ReportFormat format) {
  return std::ranges::find(kForms, format, &Form::format)->write(report);
}

}  // namespace plumbline::reports
