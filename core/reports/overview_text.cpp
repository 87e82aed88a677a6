// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/overview/headline.h"
#include "core/reports/overview_parts.h"
#include "core/reports/overview_report.h"
#include "core/reports/shown_text.h"
#include "core/text/runner_commands.h"
#include "core/text/utf8.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kWidth = 120;
constexpr std::size_t kHeading = 10;       ///< glyph and word of a group's kind
constexpr std::size_t kMinNames = 24;      ///< room for names behind a long title
constexpr std::size_t kGroupsInFull = 6;   ///< up to so many groups have a line for their configs too
constexpr std::size_t kSectionLines = 4;   ///< of each section; the JSON form has all

std::string groupWord(overview::GroupKind kind) {
  if (kind == overview::GroupKind::MissingShard) return "no shard";
  if (kind == overview::GroupKind::Missing) return "missing";
  return groupHeading(kind);
}

/// oneLine lists names of a section that says nothing about each.
std::string oneLine(const Section& section) {
  std::string out;
  for (std::size_t i = 0; i < section.lines.size(); ++i) {
    const std::string name = shownText(section.lines[i].name);
    if (i > 0 && out.size() + name.size() > kWidth) return out + " and " + std::to_string(section.lines.size() - i) + " more";
    out += (i == 0 ? "" : ", ") + name;
  }
  return out;
}

std::string sectionText(const Section& section) {
  std::string out = section.heading + " (" + std::to_string(section.lines.size()) + ")";
  bool bare = true;
  for (const Section::Line& line : section.lines) bare = bare && line.text.empty();
  if (bare) return out + ": " + oneLine(section) + '\n';
  out += ":\n";
  for (std::size_t i = 0; i < section.lines.size(); ++i) {
    if (i == kSectionLines && section.lines.size() > kSectionLines + 1)
      return out + "  ... and " + std::to_string(section.lines.size() - i) + " more (--format json has all)\n";
    const Section::Line& line = section.lines[i];
    out += "  " + shownText(line.name) + (line.name.empty() ? "" : ": ") + shownText(line.text) + '\n';
  }
  return out;
}

std::string groupText(const OverviewReport& report, const overview::Group& group, bool inFull) {
  // A script that wants a baseline tightened fails over what got better as well: said, or nobody finds the cause.
  const bool isSurprise = group.failsCi && group.kind == overview::GroupKind::Improved;
  const std::string title = shownText(overview::groupTitle(group)) + (isSurprise ? ", fails CI" : "");
  const std::size_t taken = kHeading + 3 + text::codePoints(title);
  const std::size_t room = kWidth > taken + kMinNames ? kWidth - taken : kMinNames;
  std::string heading = std::string(verdicts::classGlyph(group.cls)) + ' ' + groupWord(group.kind);
  heading.resize(std::max(heading.size(), kHeading + verdicts::classGlyph(group.cls).size()), ' ');
  std::string out = heading + title + ": " + shownText(overview::groupModels(group, room)) + '\n';
  if (inFull)
    out += std::string(kHeading + 1, ' ') + "in " +
           shownText(overview::groupConfigs(*report.view, group, kWidth - kHeading - 4)) + '\n';
  return out;
}

}  // namespace

std::string overviewText(const OverviewReport& report) {
  const overview::Headline head = overview::headlineOf(*report.view, report.groups);
  std::string out = shownText(head.sentence) + '\n' + shownText(head.completeness) + '\n' + shownText(commitWords(report)) + '\n';
  const bool inFull = report.groups.size() <= kGroupsInFull;
  if (!report.groups.empty()) out += '\n';
  for (const overview::Group& group : report.groups) out += groupText(report, group, inFull);
  const auto sections = sectionsOf(report);
  if (!sections.empty()) out += '\n';
  for (const Section& section : sections) out += sectionText(section);
  return text::withoutCommands(std::move(out));
}

}  // namespace plumbline::reports
