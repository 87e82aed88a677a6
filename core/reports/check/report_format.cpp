// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/reports/check/report_format.h"

namespace plumbline::reports {
namespace {

struct Named {
  std::string_view word;
  ReportFormat format;
};
constexpr std::array kFormatNames = {Named{"html", ReportFormat::Html},         Named{"markdown", ReportFormat::Markdown},
                               Named{"json", ReportFormat::Json},         Named{"csv", ReportFormat::Csv},
                               Named{"junit", ReportFormat::Junit},       Named{"annotations", ReportFormat::Annotations},
                               Named{"text", ReportFormat::Text}};
constexpr std::array kEndings = {Named{".html", ReportFormat::Html}, Named{".htm", ReportFormat::Html},
                                 Named{".md", ReportFormat::Markdown}, Named{".json", ReportFormat::Json},
                                 Named{".csv", ReportFormat::Csv},   Named{".xml", ReportFormat::Junit},
                                 Named{".txt", ReportFormat::Text}};

}  // namespace

std::optional<ReportFormat> formatOfFile(std::string_view fileName) {
  std::string lower(fileName);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Named& ending : kEndings)
    if (lower.ends_with(ending.word)) return ending.format;
  return std::nullopt;
}

std::optional<ReportFormat> formatOfName(std::string_view name) {
  for (const Named& named : kFormatNames)
    if (named.word == name) return named.format;
  return std::nullopt;
}

bool wantsAllRows(ReportFormat format) {
  return format == ReportFormat::Json || format == ReportFormat::Csv || format == ReportFormat::Junit;
}

std::string writeReport(const Report& report, ReportFormat format) {
  switch (format) {
    case ReportFormat::Html: return htmlReport(report);
    case ReportFormat::Markdown: return markdownReport(report);
    case ReportFormat::Json: return jsonReport(report);
    case ReportFormat::Csv: return csvReport(report);
    case ReportFormat::Junit: return junitReport(report);
    case ReportFormat::Annotations: return annotationsReport(report);
    case ReportFormat::Text: break;
  }
  return textReport(report);
}

}  // namespace plumbline::reports
