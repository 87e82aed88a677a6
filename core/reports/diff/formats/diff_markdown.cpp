// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/reports/diff/diff_parts.h"
#include "core/reports/markdown_parts.h"

namespace plumbline::reports {
namespace {

using markdown::code;

constexpr std::size_t kOpenEntries = 12;  ///< stand in the open, the rest is folded away
constexpr std::size_t kNotWorthFolding = 3;
constexpr std::size_t kFoldedEntries = 200;  ///< of one config
constexpr std::size_t kNamedModels = 40;
constexpr std::size_t kNotes = 12;

std::string moreNote(std::size_t left, const char* what) {
  return "\n... and " + std::to_string(left) + " more " + what + ".\n";
}

std::string joinedValues(const DiffPart& part, const DiffEntry& entry) {
  std::string out;
  for (const std::string& value : entryValues(part, entry)) out += (out.empty() ? "" : " -> ") + value;
  return out;
}

std::string entryLine(const DiffPart& part, const DiffEntry& entry) {
  const verdicts::MetricInfo& info = part.diff->metrics()[entry.metric];
  const std::string move =
      diff::isBad(entry.move) ? "**" + std::string(moveLabel(entry.move)) + "**" : std::string(moveLabel(entry.move));
  return "| " + move + " | " + code(part.diff->model(entry.row), true) + " | " + code(info.name, true) + " | " +
         code(joinedValues(part, entry), true) + " | " + entryChange(part, entry) + " |\n";
}

std::string entriesTable(const DiffPart& part, const std::vector<const DiffEntry*>& entries, std::size_t first,
                         std::size_t most) {
  if (first >= entries.size()) return "";
  std::string values;
  for (const std::string& label : shownLabels(part)) values += (values.empty() ? "" : " -> ") + code(label, true);
  std::string out = "| move | model | metric | " + values + " | change |\n|---|---|---|---|---|\n";
  const std::size_t end = std::min(entries.size(), first + most);
  for (std::size_t i = first; i < end; ++i) out += entryLine(part, *entries[i]);
  const bool isFoldedBelow = first == 0 && most == kOpenEntries;
  if (end < entries.size() && !isFoldedBelow) out += moreNote(entries.size() - end, "rows");
  return out;
}

std::string summaryTable(const DiffPart& part, const DiffReportOptions& options) {
  if (part.summary.empty()) return "";
  std::string out = "\n| mean | as HUD shows it | of models | paired | change | of |\n|---|---|---|---|---|---|\n";
  for (const diff::SummaryLine& line : part.summary)
    out += "| " + line.title + (line.unit.empty() ? "" : " (" + line.unit + ")") + " | " + line.hudBefore.text +
           " -> " + line.hudAfter.text + " | " + std::to_string(line.hudBefore.count) + " -> " +
           std::to_string(line.hudAfter.count) + " | " + pairedMeans(line) + " | " +
           pairedChange(line, options.thresholds) + " | " + pairedCount(line) + " |\n";
  return out;
}

/// notes are the sentences that a reader of the means must not miss. They name models: code spans.
std::string notes(const DiffPart& part) {
  std::string out;
  std::size_t count = 0;
  const auto addNote = [&](const std::string& sentence) {
    if (count++ < kNotes) out += "- " + code(sentence) + '\n';
  };
  for (const auto& sentences : {shardSentences(part), breakSentences(part)})
    for (const std::string& words : sentences) addNote(words);
  for (const diff::SummaryLine& line : part.summary)
    if (!line.sentence.empty()) addNote(line.sentence);
  for (const diff::RatioAlarm& alarm : part.alarms) addNote(part.diff->model(alarm.row) + ": " + alarm.sentence);
  if (count > kNotes) out += "- ... and " + std::to_string(count - kNotes) + " more\n";
  return out.empty() ? "" : "\n" + out;
}

std::string namesLine(const std::string& heading, const DiffPart& part, const std::vector<std::uint32_t>& rows) {
  if (rows.empty()) return "";
  std::string out = "\n" + heading + " (" + std::to_string(rows.size()) + "): ";
  for (std::size_t i = 0; i < rows.size() && i < kNamedModels; ++i)
    out += (i == 0 ? "" : ", ") + code(part.diff->model(rows[i]));
  if (rows.size() > kNamedModels) out += " and " + std::to_string(rows.size() - kNamedModels) + " more";
  return out + '\n';
}

std::string flips(const DiffPart& part) {
  if (part.flips.empty()) return "";
  std::string out = "| from | to | model | metric |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < part.flips.size() && i < kFoldedEntries; ++i) {
    const diff::Flip& flip = part.flips[i];
    out += "| " + std::string(moveLabel(flip.from)) + (flip.wasBelow ? ", below the floor" : "") + " | " +
           std::string(moveLabel(flip.to)) + (flip.isBelow ? ", below the floor" : "") + " | " +
           code(part.diff->model(flip.row), true) + " | " + code(part.diff->metrics()[flip.metric].name, true) + " |\n";
  }
  if (part.flips.size() > kFoldedEntries) out += moreNote(part.flips.size() - kFoldedEntries, "flips");
  return out;
}

std::vector<const DiffEntry*> listed(const DiffPart& part, const DiffReportOptions& options) {
  std::vector<const DiffEntry*> out;
  for (const DiffEntry& entry : part.entries)
    if (!options.isChangedOnly || !isOneSided(entry.move)) out.push_back(&entry);
  return out;
}

std::string sidesLine(const diff::Diffs& diffs, const DiffReportOptions& options) {
  std::string out;
  const auto labels = sideLabels(diffs);
  for (std::size_t side = 0; side < labels.size(); ++side) {
    out += (side == 0 ? "" : " \u00b7 ") + code(labels[side]);
    if (side < options.sideDescriptions.size() && options.sideDescriptions[side] != labels[side])
      out += ": " + code(options.sideDescriptions[side]);
  }
  return out + " \u00b7 thresholds: " + code(thresholdsSummary(options)) + "\n";
}

void addOne(markdown::Body& body, const DiffPart& part, const DiffReportOptions& options) {
  body.add(summaryTable(part, options));
  body.add(notes(part));
  const auto entries = listed(part, options);
  if (!entries.empty())
    body.add("\n" + entriesTable(part, entries, 0,
                                 entries.size() > kOpenEntries + kNotWorthFolding ? kOpenEntries : entries.size()));
  if (entries.size() > kOpenEntries + kNotWorthFolding)
    body.add(markdown::folded(std::to_string(entries.size() - kOpenEntries) + " more rows",
                              entriesTable(part, entries, kOpenEntries, kFoldedEntries)));
  body.add(namesLine("gone", part, part.onlyBefore));
  body.add(namesLine("new", part, part.onlyAfter));
  body.add(namesLine("not run", part, part.ofMissingShard));
  if (!part.flips.empty()) body.add(markdown::folded(whatIfSummary({part}, options), flips(part)));
}

void addMany(markdown::Body& body, const std::vector<DiffPart>& parts, const DiffReportOptions& options) {
  const std::vector<const DiffPart*> order = shownParts(parts, options);
  if (order.size() < parts.size())
    body.add("\nNothing moved in " + std::to_string(parts.size() - order.size()) + " of " +
             std::to_string(parts.size()) + " configs.\n");
  std::string table = "\n| config | what moved | models |\n|---|---|---|\n";
  for (const DiffPart* part : order)
    table += "| " + code(part->config, true) + " | " + moveCounts(part->models) + " | " +
             std::to_string(part->diff->rowCount()) + " |\n";
  if (!order.empty()) body.add(table);
  for (const DiffPart* part : order) {
    if (body.isCut()) break;
    const auto entries = listed(*part, options);
    std::string inside = summaryTable(*part, options) + notes(*part);
    if (!entries.empty()) inside += "\n" + entriesTable(*part, entries, 0, kFoldedEntries);
    inside += namesLine("gone", *part, part->onlyBefore) + namesLine("new", *part, part->onlyAfter) +
              namesLine("not run", *part, part->ofMissingShard);
    if (!part->flips.empty()) inside += "\n" + whatIfSummary({*part}, options) + "\n\n" + flips(*part);
    // <summary> is HTML, in which a code span is not read: the config's name goes into the Markdown below it.
    body.add(markdown::folded(moveCounts(part->models) + " of " + std::to_string(part->diff->rowCount()),
                              "**" + code(part->config) + "**\n" + inside));
  }
}

}  // namespace

std::string diffMarkdown(const diff::Diffs& diffs, const DiffReportOptions& options) {
  const auto parts = diffParts(diffs, options);
  markdown::Body body("### " + diffHeadline(diffs, parts) + "\n\n" + sidesLine(diffs, options));
  if (parts.size() == 1) {
    addOne(body, parts.front(), options);
  } else {
    addMany(body, parts, options);
  }
  std::string oneSided;
  for (const std::string& line : diffs.onlyIn) oneSided += "- " + code(line) + '\n';
  if (!oneSided.empty())
    body.add(markdown::folded("on one side only (" + std::to_string(diffs.onlyIn.size()) + ")", oneSided));
  return body.finish("\nSome lists are left out: a comment holds no more. `plumbline-cli diff --format json` has all.\n");
}

}  // namespace plumbline::reports
