// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_format.h"
#include "core/reports/check/report_parts.h"
#include "core/reports/markdown_parts.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

using markdown::code;
using markdown::folded;

constexpr std::size_t kModelsCharacters = 160;
constexpr std::size_t kRowsPerConfig = 60;
constexpr std::size_t kChangeCharacters = 400;

/// countsLine is "✗ 3 fail · ≈ 1 flaky": classes that occur, in words of ours.
std::string countsLine(const verdicts::ClassCounts& counts) {
  std::string out;
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses) {
    if (counts.of(cls) == 0) continue;
    out += (out.empty() ? "" : " \u00b7 ") + std::string(verdicts::classGlyph(cls)) + ' ' + std::to_string(counts.of(cls)) +
           ' ' + std::string(verdicts::classWord(cls));
  }
  return out;
}

/// groupLine is the group's title with what may come from a file as code.
std::string groupLine(const ReportGroup& group) {
  const std::string what = group.group.metric.empty() ? group.group.change : group.group.metric + ' ' + group.group.change;
  const bool isSurprise = group.group.failsCi && group.group.kind == overview::GroupKind::Improved;
  return "- **" + markdown::name(what) + "**" + group.title.substr(what.size()) + (isSurprise ? ", fails CI" : "") + ": " +
         markdown::name(overview::groupModels(group.group, kModelsCharacters)) + '\n';
}

std::string configsTable(const Report& report) {
  std::string out = "| config | CI | rows | needs a look |\n|---|---|--:|--:|\n";
  for (const ReportConfig& config : report.configs)
    if (config.hasRun)
      out += "| " + markdown::name(config.name, true) + " | " + ciAnswer(config) + " | " + std::to_string(config.rowsTotal) + " | " +
             std::to_string(config.counts.needDecision) + " |\n";
  return out;
}

std::string cut(std::string text) {
  if (text.size() <= kChangeCharacters) return text;
  text.resize(kChangeCharacters);
  return text + " ...";
}

std::string markdownRows(const ReportConfig& config) {
  std::string out = "| | model | change |\n|---|---|---|\n";
  std::size_t number = 0;
  for (const ReportRow& row : config.rows) {
    if (!row.needsAttention) continue;
    if (++number > kRowsPerConfig) continue;
    out += "| " + std::string(verdicts::classGlyph(row.cls)) + ' ' + code(rowStatus(row), true) + " | " + markdown::name(row.model, true) +
           " | " + code(cut(detailText(row)), true) + " |\n";
  }
  if (number > kRowsPerConfig) out += "\n... and " + std::to_string(number - kRowsPerConfig) + " more rows.\n";
  return number == 0 ? "" : out;
}

std::string performance(const ReportConfig& config) {
  if (config.summary.empty()) return "";
  std::string out = "| metric | baseline | run | baseline, same models | run, same models | models |\n|---|--:|--:|--:|--:|--:|\n";
  std::string sentences;
  for (const diff::SummaryLine& line : config.summary) {
    const std::string unit = line.unit.empty() ? "" : " " + line.unit;
    for (const std::string& cell : {code(line.title, true), line.hudBefore.text + unit, line.hudAfter.text + unit,
                                    meanText(line.before, line), meanText(line.after, line), std::to_string(line.after.count)})
      out.append("| ").append(cell).append(" ");
    out += "|\n";
    if (!line.sentence.empty()) sentences += "- " + code(line.sentence) + '\n';
  }
  for (std::size_t i = 0; i < config.ratioAlarms.size(); ++i)
    sentences += "- " + markdown::name(config.alarmModels[i]) + ": " + code(config.ratioAlarms[i].sentence) + '\n';
  return out + (sentences.empty() ? "" : "\n" + sentences);
}

}  // namespace

std::string markdownReport(const Report& report) {
  std::string head = "### " + report.headline + "\n\n" + countsLine(report.counts) + "\n\n" + code(report.completeness) +
                     " \u00b7 " + (report.commit.empty() ? "" : "commit " + code(report.commit.substr(0, kHashCharacters)) + ", ") +
                     "rules " + code(report.ruleSet) + '\n';
  markdown::Body body(std::move(head));
  std::optional<overview::GroupKind> kind;
  std::size_t left = 0;
  for (const ReportGroup& group : report.groups) {
    const std::string heading = kind == group.group.kind ? "" : "\n" + groupHeading(group.group.kind) + "\n\n";
    if (left > 0 || !body.add(heading + groupLine(group))) ++left;
    kind = group.group.kind;
  }
  if (left > 0) (void)body.add("\n" + text::counted(left, "more group does", "more groups do") + " not fit here.\n");
  for (const Section& section : report.sections)
    (void)body.add(folded(section.heading + " (" + std::to_string(section.lines.size()) + ")", sectionMarkdown(section)));
  (void)body.add(folded("configs (" + std::to_string(report.configs.size()) + ")", configsTable(report)));
  for (const ReportConfig& config : report.configs) {
    const std::string title = markdown::summaryName(config.name) + ": ";
    std::string inside = config.problem.empty() ? "" : code(config.problem) + "\n\n";
    inside += markdownRows(config);
    if (!inside.empty()) (void)body.add(folded(title + ciAnswer(config) + ", " + countsLine(config.counts), inside));
    if (const std::string text = performance(config); !text.empty()) (void)body.add(folded(title + "performance", text));
  }
  return body.finish("\nSome lists are left out: a comment holds no more. `plumbline-cli report -o report.html` has all.\n");
}

}  // namespace plumbline::reports
