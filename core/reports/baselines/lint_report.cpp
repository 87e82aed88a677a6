// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/baselines/lint_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/reports/printable_text.h"
#include "core/text/json_text.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;  // members keep their order

const char* layoutState(const baselines::LintedFile& file) {
  if (file.replacement) return "differs";
  return file.layoutFixed ? "fixed" : "clean";
}

Json fileJson(const LintReport& report) {
  Json findings = Json::array();
  for (const baselines::LintFinding& finding : report.file.findings)
    findings.push_back({{"kind", finding.kind},
                        {"severity", finding.severity},
                        {"line", finding.line},
                        {"column", finding.column},
                        {"text", finding.text},
                        {"hint", finding.hint}});
  return {{"path", report.file.path},
          {"problem", report.error ? Json(base::describe(*report.error)) : Json(nullptr)},
          {"layout", report.error ? Json(nullptr) : Json(layoutState(report.file))},
          {"resolved", report.file.resolved},
          {"saved", report.saved},
          {"findings", std::move(findings)}};
}

}  // namespace

std::string lintText(const LintReport& report) {
  const std::string path = printableText(report.file.path);
  std::string text;
  if (report.file.resolved > 0)
    text += path + ": " + std::to_string(report.file.resolved) +
            (report.file.resolved == 1 ? " conflict" : " conflicts") + " resolved\n";
  if (report.file.layoutFixed) text += path + ": laid out anew\n";
  const bool conflict = std::any_of(
      report.file.findings.begin(), report.file.findings.end(),
      [](const baselines::LintFinding& f) { return f.kind == "conflict" || f.kind == "broken-conflict"; });
  if (report.file.replacement)
    text += path + ": warning: the rows are not followed by three empty lines each; " +
            (conflict ? "--fix lays the file out once its conflicts are settled" : "--fix lays the file out") +
            " [layout]\n";
  for (const baselines::LintFinding& finding : report.file.findings) {
    text += path;
    if (finding.line > 0) text += ':' + std::to_string(finding.line);
    if (finding.column > 0) text += ':' + std::to_string(finding.column);
    text += ": " + finding.severity + ": " + printableText(finding.text);
    if (!finding.hint.empty()) text += ' ' + printableText(finding.hint);
    text += " [" + finding.kind + "]\n";
  }
  return text;
}

std::string lintJson(const std::vector<LintReport>& reports, int exit) {
  Json files = Json::array();
  for (const LintReport& report : reports) files.push_back(fileJson(report));
  const Json json = {{"format", "plumbline-lint"}, {"version", 2}, {"exit", exit}, {"files", std::move(files)}};
  return text::toJsonText(json, 2) + '\n';
}

}  // namespace plumbline::reports
