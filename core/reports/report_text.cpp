// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/report_parts.h"

#include <utility>

#include "core/reports/report_writers.h"
#include "core/reports/shown_text.h"
#include "core/reports/text_table.h"
#include "core/text/runner_commands.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kNames = 100;
constexpr std::size_t kSentence = 400;
constexpr std::size_t kHash = 12;

std::string shown(std::string_view raw) { return elidedText(shownText(raw), kNames); }

std::string sentence(std::string_view raw) { return elidedText(shownText(raw), kSentence); }

std::string rowsTable(const ReportConfig& config) {
  TextTable table({{.title = "VERDICT"}, {.title = "MODEL"}, {.title = "CHANGE"}});
  std::vector<std::vector<TableCell>> lines;
  for (const ReportRow& row : config.rows) {
    const std::string glyph(verdicts::classGlyph(row.cls));
    lines.push_back({{glyph + ' ' + shown(rowWord(row))}, {shown(row.model)}, {shown(changeText(row))}});
    table.measure(lines.back());
  }
  std::string out = "  " + table.header("");
  for (const auto& line : lines) out += "  " + table.line(line);
  return out;
}

std::string performanceText(const ReportConfig& config) {
  std::string out;
  for (const diff::SummaryLine& line : config.summary) {
    out += "  " + line.title + ": " + line.hudBefore.text + " -> " + line.hudAfter.text +
           (line.unit.empty() ? "" : " " + line.unit) + ", " + countedNoun(line.hudAfter.count, "model", "models") + '\n';
    if (!line.sentence.empty()) out += "    " + shownText(line.sentence) + '\n';
  }
  for (std::size_t i = 0; i < config.ratioAlarms.size(); ++i)
    out += "  " + shown(config.alarmModels[i]) + ": " + shownText(config.ratioAlarms[i].sentence) + '\n';
  return out;
}

}  // namespace

std::string textReport(const Report& report) {
  std::string out = report.headline + '\n' + shownText(report.completeness) + '\n';
  out += (report.commit.empty() ? "" : "commit " + shownText(report.commit.substr(0, kHash)) + ", ") + "rules " +
         shownText(report.ruleSet) + '\n';
  std::optional<overview::GroupKind> kind;
  for (const ReportGroup& group : report.groups) {
    if (kind != group.group.kind) out += "\n" + groupHeading(group.group.kind) + '\n';
    kind = group.group.kind;
    out += "  " + sentence(group.title) + ": " + sentence(overview::groupModels(group.group, kNames)) + '\n';
  }
  for (const ReportConfig& config : report.configs) {
    const std::string performance = performanceText(config);
    if (config.rows.empty() && config.problem.empty() && performance.empty()) continue;
    out += '\n' + shownText(config.name) + ": " + ciWord(config) + ", " + shownText(config.completeness) + '\n';
    if (!config.problem.empty()) out += "  " + shownText(config.problem) + '\n';
    if (!config.rows.empty()) out += rowsTable(config);
    out += performance;
  }
  for (const Section& section : report.sections) {
    out += '\n' + section.heading + '\n';
    for (const Section::Line& line : section.lines)
      out += "  " + shownText(line.name) + (line.name.empty() || line.text.empty() ? "" : ": ") + shownText(line.text) + '\n';
  }
  return text::withoutCommands(std::move(out));
}

}  // namespace plumbline::reports
