// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/overview/overview_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/reports/markdown_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::reports {
namespace {

using overview::ConfigResult;

constexpr std::size_t kCommitHash = 12;

std::string nameOf(const ConfigResult& config) { return configs::configName(config.config); }

/// addAttempts lists the shards for which there was a choice, and why this file was taken.
void addAttempts(const ConfigResult& config, Section& section) {
  for (const overview::ShardUse& use : config.shards) {
    const auto ofShard = [&](const overview::ShardUse& other) { return other.identity.shard == use.identity.shard; };
    if (!use.used || std::ranges::count_if(config.shards, ofShard) < 2) continue;
    const std::string shard = use.identity.shard > 0 ? "shard " + std::to_string(use.identity.shard) + ", " : "";
    section.lines.push_back({nameOf(config), shard + use.why});
  }
}

constexpr std::size_t kLineWidth = 120;
constexpr std::size_t kHeading = 10;       ///< glyph and word of a group's kind
constexpr std::size_t kMinNames = 24;      ///< room for names behind a long title
constexpr std::size_t kGroupsInFull = 6;   ///< up to so many groups have a line for their configs too
constexpr std::size_t kCauses = 3;         ///< of each group, of those that differ
constexpr std::size_t kSectionLines = 4;   ///< of each section; the JSON form has all

std::string groupWord(overview::GroupKind kind) {
  if (kind == overview::GroupKind::MissingShard) return "no shard";
  if (kind == overview::GroupKind::Missing) return "missing";
  return groupHeading(kind);
}

/// oneLine lists the names of a section without details.
std::string oneLine(const Section& section) {
  std::string out;
  for (std::size_t i = 0; i < section.lines.size(); ++i) {
    const std::string name = printableText(section.lines[i].name);
    if (i > 0 && out.size() + name.size() > kLineWidth) return out + " and " + std::to_string(section.lines.size() - i) + " more";
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
    out += "  " + printableText(line.name) + (line.name.empty() ? "" : ": ") + printableText(line.text) + '\n';
  }
  return out;
}

/// causesText has a line for each cause of a group's rows, with the first log that has it: "because ..., 3 rows".
std::string causesText(const overview::CommitView& view, const overview::Group& group, std::size_t limit) {
  std::vector<std::pair<std::string, std::size_t>> found;  // line, rows
  std::map<std::string, std::size_t> known;
  for (const overview::RowRef row : group.members) {
    const ConfigResult& config = view.configs()[row.config];
    const sources::FailureCause* cause = config.causeOf(row.row);
    if (cause == nullptr) continue;
    const auto [at, isNew] = known.try_emplace(cause->text, found.size());
    if (isNew) found.emplace_back(causeText(config, row.row, ""), 0);
    ++found[at->second].second;
  }
  std::string out;
  for (std::size_t i = 0; i < std::min(limit, found.size()); ++i)
    out += std::string(kHeading + 1, ' ') + "because " + printableText(found[i].first) +
           (found[i].second > 1 ? ", " + text::counted(found[i].second, "row") : "") + '\n';
  if (found.size() > limit)
    out += std::string(kHeading + 1, ' ') + "and " + text::counted(found.size() - limit, "other cause", "other causes") + '\n';
  return out;
}

std::string groupText(const OverviewReport& report, const ShownGroup& shown, bool inFull) {
  const overview::Group& group = shown.group;
  // Scripts that require a baseline to be tightened fail on improvements as well.
  const bool isSurprise = group.failsCi && group.kind == overview::GroupKind::Improved;
  const std::string title = printableText(overview::groupTitle(group)) + (isSurprise ? ", fails CI" : "") + sinceNote(shown);
  const std::size_t taken = kHeading + 3 + text::codePoints(title);
  const std::size_t room = kLineWidth > taken + kMinNames ? kLineWidth - taken : kMinNames;
  std::string heading = std::string(verdicts::classGlyph(group.cls)) + ' ' + groupWord(group.kind);
  heading.resize(std::max(heading.size(), kHeading + verdicts::classGlyph(group.cls).size()), ' ');
  std::string out = heading + title + ": " + printableText(overview::groupModels(group, room)) + '\n';
  if (inFull)
    out += std::string(kHeading + 1, ' ') + "in " +
           printableText(overview::groupConfigs(*report.view, group, kLineWidth - kHeading - 4)) + '\n';
  return out + causesText(*report.view, group, inFull ? kCauses : 1);
}

using Json = nlohmann::ordered_json;  // members keep their order
using overview::SiblingRow;
using Cell = overview::ModelRow::Cell;

constexpr std::size_t kMoveHash = 10;

std::string nameOf(const overview::CommitView& view, std::uint32_t config) {
  return configs::configName(view.configs()[config].config);
}

/// shownCell: "7", or "7 -> 6" where the run says something else; "(0)" is padding of a failed run.
TableCell shownCell(const Cell& cell) {
  const std::string expected = cell.expected.empty() ? "-" : printableText(cell.expected);
  if (cell.actual.empty() || (!cell.changed && !cell.notMeasured)) return {expected};
  return {expected, " -> " + (cell.notMeasured ? '(' + printableText(cell.actual) + ')' : printableText(cell.actual))};
}

std::string valueOrNothing(const std::string& text) { return text.empty() ? "nothing" : printableText(text); }

}  // namespace

std::vector<Section> sectionsOf(const OverviewReport& report) {
  const overview::CommitView& view = *report.view;
  Section problems{"not judged", {}}, incomplete{"incomplete", {}}, notes{"to know", {}}, twice{"models in two shards", {}};
  Section attempts{"shards with several files", {}};
  Section notRun{"not run", {}}, noBaseline{"no baseline", {}}, doubled{"baselines given twice", {}};
  Section unnamed{"files without a known name", {}}, unread{"problems while reading", {}}, stale{"stale baseline rows", {}};
  Section lists{"flaky lists that cannot be used", {}};
  for (const ConfigResult& config : view.configs()) {
    if (config.problem) problems.lines.push_back({nameOf(config), base::describe(*config.problem)});
    if (!config.isComplete()) incomplete.lines.push_back({nameOf(config), overview::completenessText(config)});
    addAttempts(config, attempts);
    for (const std::string& note : config.notes) notes.lines.push_back({nameOf(config), note});
    for (const overview::InTwoShards& both : config.twice)
      twice.lines.push_back({both.model, (both.sameRow ? "the same row in " : "different rows in ") + both.keptOrigin +
                                             " (shown) and " + both.droppedOrigin});
    if (config.shards.empty()) notRun.lines.push_back({nameOf(config), ""});
    if (!config.shards.empty() && config.baseline == nullptr) noBaseline.lines.push_back({nameOf(config), ""});
  }
  for (const std::size_t piece : view.doubledBaselines())
    doubled.lines.push_back({view.opened().pieces[piece].origin, "another one of this config is used"});
  for (const std::size_t piece : view.unnamed())
    unnamed.lines.push_back({view.opened().pieces[piece].origin, view.opened().pieces[piece].unnamedReason});
  const auto addErrors = [](const std::vector<base::Error>& errors, Section& to) {
    for (base::Error error : errors) {
      const std::string file = std::exchange(error.file, {});
      to.lines.push_back({file, base::describe(error)});
    }
  };
  addErrors(view.opened().problems, unread);
  addErrors(view.flakyProblems(), lists);
  if (report.stale)
    for (const overview::StaleRow& row : report.stale->rows)
      stale.lines.push_back({row.model, row.path + ":" + std::to_string(row.line) + ", in none of " +
                                            std::to_string(row.commits) +
                                            (row.commits == 1 ? " complete run" : " complete runs")});
  std::vector<Section> sections;
  for (Section* section : {&problems, &incomplete, &attempts, &notes, &twice, &notRun, &noBaseline, &doubled, &unnamed,
                           &unread, &lists, &stale})
    if (!section->lines.empty()) sections.push_back(std::move(*section));
  return sections;
}

std::string sectionMarkdown(const Section& section) {
  constexpr std::size_t kMarkdownLines = 60;
  std::string out;
  for (std::size_t i = 0; i < section.lines.size(); ++i) {
    if (i == kMarkdownLines) return out + "- ... and " + std::to_string(section.lines.size() - i) + " more\n";
    const Section::Line& line = section.lines[i];
    const std::string name = markdown::code(line.name);
    const std::string text = markdown::code(line.text);
    out.append("- ").append(name).append(name.empty() || text.empty() ? "" : ": ").append(text).append("\n");
  }
  return out;
}

std::string commitText(const OverviewReport& report) {
  const std::string& commit = report.view->commit();
  std::string words = commit.empty() ? "" : "commit " + commit.substr(0, kCommitHash) + ", ";
  if (report.view->commits().size() > 1)
    words = (commit.empty() ? "results without a commit, " : words) + "one of " +
            std::to_string(report.view->commits().size()) + " opened, ";
  return words + "rules " + report.view->options().rules->generation;
}

std::vector<ShownGroup> shownGroups(const OverviewReport& report) {
  std::vector<ShownGroup> shown;
  for (std::size_t i = 0; i < report.groups.size(); ++i) {
    ShownGroup& one = shown.emplace_back(ShownGroup{report.groups[i], report.past ? report.past->groups[i] : overview::GroupPast()});
    if (!report.past || report.past->commit.empty()) continue;
    const auto isOld = [](const overview::RowPast& row) { return row.then == overview::RowPast::Then::Red; };
    std::vector<overview::RowRef> fresh;
    for (std::size_t row = 0; row < one.past.rows.size(); ++row)
      if (!isOld(one.past.rows[row])) fresh.push_back(one.group.members[row]);
    std::erase_if(one.past.rows, isOld);
    one.group.members = std::move(fresh);
    overview::describeMembers(*report.view, one.group);
  }
  std::erase_if(shown, [](const ShownGroup& one) { return one.group.members.empty(); });
  return shown;
}

std::string sinceNote(const ShownGroup& shown) {
  const std::string since = overview::sinceText(shown.past);
  const std::string noise = overview::noiseText(shown.past);
  return (since.empty() ? since : ", red since " + since) + (noise.empty() ? noise : ", " + noise);
}

std::string causeText(const ConfigResult& config, std::size_t row, const char* before) {
  const sources::FailureCause* cause = config.causeOf(row);
  return cause == nullptr ? std::string() : before + sources::shortCause(cause->text) + sources::placeText(cause->log, cause->line);
}

std::string groupHeading(overview::GroupKind kind) {
  switch (kind) {
    case overview::GroupKind::Fail: return "fail";
    case overview::GroupKind::Invalid: return "invalid";
    case overview::GroupKind::Missing: return "missing in the baseline";
    case overview::GroupKind::Lost: return "lost";
    case overview::GroupKind::MissingShard: return "shards not here";
    case overview::GroupKind::Improved: return "improved";
    case overview::GroupKind::Flaky: return "flaky";
  }
  return {};
}

std::string_view groupKindName(overview::GroupKind kind) {
  switch (kind) {
    case overview::GroupKind::Fail: return "fail";
    case overview::GroupKind::Invalid: return "invalid";
    case overview::GroupKind::Missing: return "missing";
    case overview::GroupKind::Lost: return "lost";
    case overview::GroupKind::MissingShard: return "missing-shard";
    case overview::GroupKind::Improved: return "improved";
    case overview::GroupKind::Flaky: return "flaky";
  }
  return "";
}

std::string overviewText(const OverviewReport& report) {
  const overview::Headline head = overview::headlineOf(*report.view, report.groups);
  std::string out = printableText(head.sentence) + '\n' + printableText(head.completeness) + '\n' + printableText(commitText(report)) + '\n';
  if (report.past && !report.past->commit.empty()) out += printableText(overview::newText(*report.past)) + '\n';
  const std::vector<ShownGroup> groups = shownGroups(report);
  const bool inFull = groups.size() <= kGroupsInFull;
  if (!groups.empty()) out += '\n';
  for (const ShownGroup& group : groups) out += groupText(report, group, inFull);
  const auto sections = sectionsOf(report);
  if (!sections.empty()) out += '\n';
  for (const Section& section : sections) out += sectionText(section);
  return text::withoutCommands(std::move(out));
}

std::string siblingsText(const overview::CommitView& view, const std::string& model, const std::vector<SiblingRow>& rows) {
  std::string text = printableText(model) + " in " + text::counted(rows.size(), "config", "configs") + '\n';
  if (rows.empty()) return text;
  std::vector<TableColumn> columns{{.title = "CONFIG"}};
  for (const Cell& cell : rows.front().row.cells) columns.push_back({.title = cell.column, .firstToTheRight = cell.column != "accuracy"});
  columns.push_back({.title = "ITS OWN RUN"});
  TextTable table(columns);
  std::vector<std::vector<TableCell>> lines;
  for (const SiblingRow& row : rows) {
    std::vector<TableCell> line{{nameOf(view, row.row.config)}};
    for (const Cell& cell : row.row.cells) line.push_back(shownCell(cell));
    line.push_back({standingText(view, row)});
    lines.push_back(std::move(line));
  }
  return text + table.written(lines);
}

std::string siblingsJson(const overview::CommitView& view, const std::string& model, const std::vector<SiblingRow>& rows) {
  Json list = Json::array();
  for (const SiblingRow& row : rows) {
    Json cells = Json::array();
    for (const Cell& cell : row.row.cells)
      cells.push_back({{"column", cell.column},
                       {"expected", text::stringOrNull(cell.expected)},
                       {"actual", text::stringOrNull(cell.actual)},
                       {"changed", cell.changed},
                       {"not_measured", cell.notMeasured}});
    list.push_back({{"config", nameOf(view, row.row.config)},
                    {"baseline", text::stringOrNull(view.configs()[row.row.config].baselinePath)},
                    {"standing", overview::standingWord(row.standing)},
                    {"like", row.like ? Json(nameOf(view, *row.like)) : Json(nullptr)},
                    {"cells", std::move(cells)}});
  }
  return text::toJsonText(Json{{"format", "plumbline-siblings"}, {"version", 2}, {"model", model}, {"rows", std::move(list)}}, 2) + '\n';
}

std::string driftText(const DriftReport& report) {
  const std::string where = text::counted(report.commits, "commit", "commits") + (report.cut ? " (there are older ones)" : "");
  if (report.rows.empty()) return "no row was left behind in " + where + '\n';
  std::string text = text::counted(report.rows.size(), "row was", "rows were") + " left behind in " + where + '\n';
  for (const overview::DriftRow& row : report.rows) {
    text += '\n' + configs::configName(row.stayed) + ": " + printableText(row.model) + ' ' + printableText(row.column) + " stayed " +
            valueOrNothing(row.stayedValue) + ", " + configs::configName(row.moved) + " says " + valueOrNothing(row.movedValue) + '\n';
    for (const overview::Move& move : row.moves)
      text += "  " + move.commit.substr(0, kMoveHash) + ' ' + printableText(move.date) + "  " + valueOrNothing(move.from) + " -> " +
              valueOrNothing(move.to) + "  " + printableText(move.subject) + '\n';
  }
  return text;
}

std::string driftJson(const DriftReport& report, int exit) {
  Json list = Json::array();
  for (const overview::DriftRow& row : report.rows) {
    Json moves = Json::array();
    for (const overview::Move& move : row.moves)
      moves.push_back({{"commit", move.commit}, {"date", move.date}, {"subject", move.subject},
                       {"from", text::stringOrNull(move.from)}, {"to", text::stringOrNull(move.to)}});
    list.push_back({{"model", row.model},
                    {"column", row.column},
                    {"stayed", {{"config", configs::configName(row.stayed)}, {"path", row.stayedPath}, {"value", row.stayedValue}}},
                    {"moved", {{"config", configs::configName(row.moved)}, {"path", row.movedPath}, {"value", row.movedValue}}},
                    {"moves", std::move(moves)}});
  }
  return text::toJsonText(Json{{"format", "plumbline-drift"}, {"version", 2}, {"exit", exit}, {"commits", report.commits},
                  {"cut", report.cut}, {"rows", std::move(list)}}, 2) + '\n';
}

}  // namespace plumbline::reports
