// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/headline.h"
#include "core/reports/markdown_parts.h"
#include "core/reports/overview/overview_report.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kGroupNames = 160;
constexpr std::size_t kRowsPerGroup = 60;
constexpr std::size_t kSpare = 400;  ///< room for the note about omitted parts

using markdown::code;
using markdown::folded;

/// titleMarkdown is overview::groupTitle with what may come from a file as code.
std::string titleMarkdown(const overview::Group& group) {
  const std::string title = overview::groupTitle(group);
  const std::string what = group.metric.empty() ? group.change : group.metric + ' ' + group.change;
  const bool isSurprise = group.failsCi && group.kind == overview::GroupKind::Improved;
  return "**" + code(what) + "**" + title.substr(what.size()) + (isSurprise ? ", fails CI" : "");
}

std::string cellText(const overview::CommitView& view, overview::RowRef row) {
  const verdicts::Comparison& comparison = *view.configs()[row.config].comparison;
  std::string out;
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
    const verdicts::MetricCell cell = comparison.cell(row.row, m);
    const bool oneSided = !cell.expected || !cell.actual;  // a new or a lost model: what the one side has
    if (!cell.changed && !oneSided) continue;
    out += (out.empty() ? "" : ", ") + comparison.metrics()[m].info.name + ' ' +
           (oneSided ? cell.expectedText + cell.actualText : cell.expectedText + " -> " + cell.actualText) +
           (cell.notMeasured ? " (not measured)" : "");
  }
  return out;
}

std::string rowsTable(const OverviewReport& report, const overview::Group& group) {
  const overview::CommitView& view = *report.view;
  std::string out = "| config | model | change |\n|---|---|---|\n";
  std::string scratch;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    if (i == kRowsPerGroup) return out + "\n... and " + std::to_string(group.members.size() - i) + " more rows.\n";
    const overview::RowRef row = group.members[i];
    const overview::ConfigResult& config = view.configs()[row.config];
    out += "| " + code(configs::configName(config.config), true) + " | " +
           code(config.comparison->modelName(row.row, scratch), true) + " | " + code(cellText(view, row) + causeText(config, row.row, ": "), true) +
           " |\n";
  }
  return out;
}

}  // namespace

std::string overviewMarkdown(const OverviewReport& report) {
  const overview::Headline head = overview::headlineOf(*report.view, report.groups);
  std::string out = "### " + head.sentence + "\n\n" + code(head.completeness) + " \u00b7 " + code(commitText(report)) + "\n";
  if (report.past && !report.past->commit.empty()) out += "\n" + code(overview::newText(*report.past)) + "\n";
  std::optional<overview::GroupKind> kind;
  std::size_t left = 0;
  const std::vector<ShownGroup> groups = shownGroups(report);
  for (const ShownGroup& shown : groups) {
    const overview::Group& group = shown.group;
    std::string line = kind == group.kind ? "" : "\n" + groupHeading(group.kind) + "\n\n";
    line += "- " + titleMarkdown(group) + sinceNote(shown) + ": " + code(overview::groupModels(group, kGroupNames)) + '\n';
    if (left > 0 || out.size() + line.size() + kSpare > markdown::kCommentBytes) {
      ++left;
      continue;
    }
    kind = group.kind;
    out += line;
  }
  if (left > 0) out += "\n" + std::to_string(left) + " more groups do not fit here.\n";
  // The rows and the rest are folded away and come only as far as there is room.
  bool cut = false;
  const auto add = [&](const std::string& block) {
    const bool fits = out.size() + block.size() + kSpare <= markdown::kCommentBytes;
    if (fits) out += block;
    cut = cut || !fits;
  };
  for (const Section& section : sectionsOf(report))
    add(folded(section.heading + " (" + std::to_string(section.lines.size()) + ")", sectionMarkdown(section)));
  std::size_t number = 0;
  for (const auto& [group, past] : groups) {
    ++number;
    add(folded("rows of group " + std::to_string(number) + ", " + groupHeading(group.kind) + " (" +
                   std::to_string(group.members.size()) + ")",
               titleMarkdown(group) + "\n\n" + rowsTable(report, group)));
  }
  if (cut) out += "\nSome lists are left out: a comment holds no more. `plumbline-cli overview --format json` has all.\n";
  return out;
}

}  // namespace plumbline::reports
