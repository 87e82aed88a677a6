// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_parts.h"

#include <utility>

#include "core/reports/check/report_format.h"
#include "core/reports/text_parts.h"
#include "core/text/escapes.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kLabelCharacters = 100;
constexpr std::size_t kSentenceLimit = 400;

std::string shown(std::string_view raw) { return elidedText(printableText(raw), kLabelCharacters); }

std::string sentence(std::string_view raw) { return elidedText(printableText(raw), kSentenceLimit); }

std::string rowsTable(const ReportConfig& config) {
  TextTable table({{.title = "VERDICT"}, {.title = "MODEL"}, {.title = "CHANGE"}});
  std::vector<std::vector<TableCell>> lines;
  for (const ReportRow& row : config.rows) {
    const std::string glyph(verdicts::classGlyph(row.cls));
    lines.push_back({{glyph + ' ' + shown(rowStatus(row))}, {shown(row.model)}, {sentence(detailText(row))}});
  }
  return table.written(lines, "  ");
}

std::string performanceText(const ReportConfig& config) {
  std::string out;
  for (const diff::SummaryLine& line : config.summary) {
    out += "  " + line.title + ": " + line.hudBefore.text + " -> " + line.hudAfter.text +
           (line.unit.empty() ? "" : " " + line.unit) + ", " + text::counted(line.hudAfter.count, "model", "models") + '\n';
    if (!line.sentence.empty()) out += "    " + printableText(line.sentence) + '\n';
  }
  for (std::size_t i = 0; i < config.ratioAlarms.size(); ++i)
    out += "  " + shown(config.alarmModels[i]) + ": " + printableText(config.ratioAlarms[i].sentence) + '\n';
  return out;
}

}  // namespace

std::string textReport(const Report& report) {
  std::string out = report.headline + '\n' + printableText(report.completeness) + '\n';
  out += (report.commit.empty() ? "" : "commit " + printableText(report.commit.substr(0, kHashCharacters)) + ", ") + "rules " +
         printableText(report.ruleSet) + '\n';
  std::optional<overview::GroupKind> kind;
  for (const ReportGroup& group : report.groups) {
    if (kind != group.group.kind) out += "\n" + groupHeading(group.group.kind) + '\n';
    kind = group.group.kind;
    out += "  " + sentence(group.title) + ": " + sentence(overview::groupModels(group.group, kLabelCharacters)) + '\n';
  }
  for (const ReportConfig& config : report.configs) {
    const std::string performance = performanceText(config);
    if (config.rows.empty() && config.problem.empty() && performance.empty()) continue;
    out += '\n' + printableText(config.name) + ": " + ciAnswer(config) + ", " + printableText(config.completeness) + '\n';
    if (!config.problem.empty()) out += "  " + printableText(config.problem) + '\n';
    if (!config.rows.empty()) out += rowsTable(config);
    out += performance;
  }
  for (const Section& section : report.sections) {
    out += '\n' + section.heading + '\n';
    for (const Section::Line& line : section.lines)
      out += "  " + printableText(line.name) + (line.name.empty() || line.text.empty() ? "" : ": ") + printableText(line.text) + '\n';
  }
  return text::withoutCommands(std::move(out));
}

}  // namespace plumbline::reports
