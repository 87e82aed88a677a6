// SPDX-License-Identifier: GPL-3.0-or-later
// The report in its formats. Pure functions: the same report gives the same bytes. Whatever comes from a file is text in
// every format: no markup, no link, no mention, no formula, no workflow command.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/reports/check/report_model.h"
#include "core/reports/diff/diff_report.h"

namespace plumbline::reports {

enum class ReportFormat : unsigned char { Html, Markdown, Json, Csv, Junit, Annotations, Text };
/// formatOfFile goes by the ending: .html .htm .md .json .csv .xml .txt; annotations have none. formatOfName reads a word
/// ("html", "markdown", "json", "csv", "junit", "annotations", "text").
std::optional<ReportFormat> formatOfFile(std::string_view fileName);
std::optional<ReportFormat> formatOfName(std::string_view name);

/// wantsAllRows: JSON, CSV and JUnit list what passes too; the others are read by people.
bool wantsAllRows(ReportFormat format);
bool hasCharts(ReportFormat format);
bool isDiffFormat(ReportFormat format);

std::string writeReport(const Report& report, ReportFormat format);
/// writeDiff writes a diff in one of its formats (isDiffFormat).
std::string writeDiff(const diff::Diffs& diffs, const DiffReportOptions& options, ReportFormat format);

/// htmlReport is one file: style, a small script that sorts tables, SVG charts; readable without the script, printable,
/// light and dark.
std::string htmlReport(const Report& report);
/// markdownReport: a summary, details folded; below the 60,000 bytes of a comment; omitted parts are mentioned.
std::string markdownReport(const Report& report);
/// jsonReport is the format "plumbline-report", version 2 (resources/help/json.md); verifyReport reads it.
std::string jsonReport(const Report& report);
std::string csvReport(const Report& report);
/// junitReport: a suite per config, a case per model; a row that fails CI is a failure, an excused one is skipped.
std::string junitReport(const Report& report);
/// annotationsReport: GitHub workflow commands, ::error and ::warning with file and line of the baseline.
std::string annotationsReport(const Report& report);
/// textReport is for a terminal: groups, then the rows that need a look, config by config.
std::string textReport(const Report& report);

}  // namespace plumbline::reports
