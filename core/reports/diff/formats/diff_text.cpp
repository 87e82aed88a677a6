// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "core/reports/diff/diff_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/escapes.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

struct DiffPaint {
  std::size_t columns = 0;  ///< width to fit into; 0: no limit
  bool isColoured = false;
  const diff::Thresholds& thresholds;
  std::string over(const std::string& text, const char* code) const {
    return isColoured ? code + text + "\x1b[0m" : text;
  }
  std::string code(const char* code) const { return isColoured ? code : ""; }
};
constexpr const char* kBoldCode = "\x1b[1m";
constexpr const char* kWarnCode = "\x1b[33m";

using diff::Move;

constexpr std::size_t kModelCharacters = 64;
constexpr std::size_t kMinModelCharacters = 24;
constexpr std::size_t kValueCharacters = 32;
constexpr std::size_t kModelColumn = 1;
constexpr std::size_t kHudCount = 2, kPairedCount = 5;  ///< columns of the means

/// moveCode is the colour of a move, of the eight a terminal's user has chosen.
const char* moveCode(Move move) {
  switch (move) {
    case Move::Broke:
    case Move::Worse:
    case Move::OnlyBefore: return "\x1b[31m";
    case Move::Better:
    case Move::Healed: return "\x1b[34m";
    case Move::Changed:
    case Move::OnlyAfter:
    case Move::MissingShard: return "\x1b[33m";
    case Move::Nothing:
    case Move::Same:
    case Move::Count: break;
  }
  return "";
}

std::string valueText(const std::string& value) { return elidedText(printableText(value), kValueCharacters); }

std::vector<TableCell> entryCells(const DiffPart& part, const DiffEntry& entry, const DiffPaint& paint,
                                  std::size_t nameWidth) {
  const verdicts::MetricInfo& info = part.diff->metrics()[entry.metric];
  std::vector<TableCell> cells;
  cells.push_back({.first = std::string(moveLabel(entry.move)), .firstStyle = paint.code(moveCode(entry.move))});
  cells.push_back({.first = elidedText(printableText(part.diff->model(entry.row)), nameWidth)});
  cells.push_back({.first = printableText(info.name)});
  const auto values = entryValues(part, entry);
  if (values.size() == 2) {
    cells.push_back({.first = valueText(values[0]), .second = " -> " + valueText(values[1])});
  } else {
    for (const std::string& value : values) cells.push_back({.first = valueText(value)});
  }
  cells.push_back({.first = entryChange(part, entry)});
  return cells;
}

std::vector<TableColumn> entryColumns(const DiffPart& part) {
  std::vector<TableColumn> columns = {{"MOVE"}, {"MODEL"}, {"METRIC"}};
  std::vector<std::string> labels;
  for (const std::string& label : shownLabels(part)) labels.push_back(elidedText(printableText(label), kMinModelCharacters));
  if (labels.size() == 2) labels = {labels[0] + " -> " + labels[1]};
  for (std::string& label : labels) columns.push_back({std::move(label), true});
  columns.push_back({"CHANGE"});
  return columns;
}

std::string unitText(const diff::SummaryLine& line) { return line.unit.empty() ? "" : " (" + line.unit + ")"; }

/// summaryTable sets HUD's numbers beside the paired ones.
std::string summaryTable(const DiffPart& part, const DiffPaint& paint) {
  if (part.summary.empty()) return "";
  TextTable table({{"MEAN"}, {"AS HUD SHOWS IT", true}, {"OF MODELS"}, {"PAIRED", true}, {"CHANGE"}, {"OF"}});
  std::vector<std::vector<TableCell>> lines;
  for (const diff::SummaryLine& line : part.summary) {
    const std::string hud = std::to_string(line.hudBefore.count) + " -> " + std::to_string(line.hudAfter.count);
    lines.push_back({{.first = printableText(line.title + unitText(line))},
                     {.first = line.hudBefore.text, .second = " -> " + line.hudAfter.text},
                     {.first = hud},
                     {.first = pairedMeans(line)},
                     {.first = pairedChange(line, paint.thresholds)},
                     {.first = pairedCount(line)}});
    if (line.signsDisagree)
      for (TableCell& cell : lines.back()) cell.firstStyle = cell.secondStyle = paint.code(kWarnCode);
    table.measure(lines.back());
  }
  // The dashboard's count is the least important column, then the number of paired models.
  for (const std::size_t column : {kHudCount, kPairedCount})
    if (paint.columns > 0 && table.width() > paint.columns) table.hide(column);
  std::string out = table.header(paint.code(kBoldCode));
  for (const auto& cells : lines) out += table.line(cells);
  return out;
}

/// entriesTable lists values that moved; the values of runs between the first and the last have columns of their own.
std::string entriesTable(const DiffPart& part, std::span<const DiffEntry> entries, const DiffPaint& paint) {
  if (entries.empty()) return "";
  std::size_t nameWidth = kModelCharacters;
  const auto measured = [&] {
    TextTable table(entryColumns(part));
    for (const DiffEntry& entry : entries) table.measure(entryCells(part, entry, paint, nameWidth));
    return table;
  };
  TextTable table = measured();
  if (paint.columns > 0 && table.width() > paint.columns) {
    const std::size_t over = table.width() - paint.columns;
    const std::size_t present = table.columnWidth(kModelColumn);
    nameWidth = std::max(present > over + 2 ? present - over - 2 : 0, kMinModelCharacters);
    table = measured();
  }
  std::string out = table.header(paint.code(kBoldCode));
  for (const DiffEntry& entry : entries) out += table.line(entryCells(part, entry, paint, nameWidth));
  return out;
}

constexpr std::size_t kListWidth = 120;         ///< of lists, where the terminal's width is not known
constexpr std::size_t kConfigsInFull = 20;  ///< with more, the rest has one line each
constexpr std::size_t kEntriesOfMany = 12;  ///< rows of a config where there are several
constexpr std::size_t kWordsOfMany = 4;     ///< alarms and flips of a config where there are several
constexpr std::size_t kNamesOfMany = 10;    ///< gone or new models of a config where there are several
constexpr std::size_t kNameLength = 64;

std::string shownName(std::string_view name) { return elidedText(printableText(name), kNameLength); }

/// moreLine is the last line of a shortened list.
std::string moreLine(std::size_t left) {
  return "  ... and " + std::to_string(left) + " more (--format csv or json has all)\n";
}

class DiffTextWriter {
 public:
  DiffTextWriter(const diff::Diffs& diffs, const DiffReportOptions& options)
      : m_diffs(diffs),
        m_options(options),
        m_parts(diffParts(diffs, options)),
        m_paint{options.columns, options.isColoured, options.thresholds} {}

  std::string write() {
    const bool isUnchanged =
        m_diffs.onlyIn.empty() && std::ranges::all_of(m_parts, [](const DiffPart& part) { return part.isUnchanged(); });
    if (isUnchanged && m_options.isChangedOnly && !m_options.whatIf) return unchangedLine();
    writeHead();
    if (m_parts.size() == 1) {
      writeOne(m_parts.front());
    } else {
      writeMany();
    }
    writeOnlyIn();
    return std::move(m_out);
  }

 private:
  bool isMany() const { return m_parts.size() > 1; }
  std::string unchangedLine() const;
  void writeHead();
  void writeOne(const DiffPart& part);
  void writeMany();
  void writeMeansInBrief(const DiffPart& part);
  void writeWarnings(const DiffPart& part);
  void writeEntries(const DiffPart& part);
  void writeNames(const std::string& heading, const DiffPart& part, const std::vector<std::uint32_t>& rows);
  void writeFloors(const DiffPart& part);
  void writeFlips(const DiffPart& part);
  std::string runsOf(const DiffPart& part) const;
  void writeDoubled(const DiffPart& part);
  void writeOnlyIn();
  std::size_t width() const { return m_paint.columns > 0 ? m_paint.columns : kListWidth; }

  const diff::Diffs& m_diffs;
  const DiffReportOptions& m_options;
  std::vector<DiffPart> m_parts;
  DiffPaint m_paint;
  std::string m_out;
};

std::string DiffTextWriter::unchangedLine() const {
  std::string sides;
  for (const std::string& label : sideLabels(m_diffs)) sides += (sides.empty() ? "" : ", ") + shownName(label);
  return diffHeadline(m_diffs, m_parts) + " (" + sides + ")\n";
}

void DiffTextWriter::writeHead() {
  const auto labels = sideLabels(m_diffs);
  constexpr std::string_view kThresholds = "thresholds";
  std::size_t widest = kThresholds.size();
  for (const std::string& label : labels) widest = std::max(widest, std::min(printableText(label).size(), kNameLength));
  for (std::size_t side = 0; side < labels.size(); ++side) {
    std::string words = side < m_options.sideDescriptions.size() ? m_options.sideDescriptions[side] : "";
    if (words.empty() && m_parts.size() == 1 && side < m_parts.front().diff->runs().size())
      words = m_parts.front().diff->runs()[side].origin;
    std::string label = shownName(labels[side]);
    label.resize(std::max(label.size(), widest), ' ');
    m_out += label + "  " + printableText(words) + '\n';
  }
  std::string label(kThresholds);
  label.resize(widest, ' ');
  m_out += label + "  " + wrappedText(thresholdsSummary(m_options), m_paint.columns, widest + 2) + "\n\n";
  m_out += diffHeadline(m_diffs, m_parts) + '\n';
}

void DiffTextWriter::writeWarnings(const DiffPart& part) {
  constexpr std::size_t kIndent = 2;
  const auto addNote = [&](const std::string& sentence) {
    m_out += m_paint.over("!", kWarnCode) + ' ' + wrappedText(printableText(sentence), m_paint.columns, kIndent) + '\n';
  };
  for (const auto& sentences : {shardSentences(part), breakSentences(part)})
    for (const std::string& words : sentences) addNote(words);
  for (const diff::SummaryLine& line : part.summary)
    if (!line.sentence.empty()) addNote(line.sentence);
  std::size_t listed = 0;
  for (const diff::RatioAlarm& alarm : part.alarms) {
    if (isMany() && m_options.isChangedOnly && listed == kWordsOfMany) break;
    ++listed;
    addNote(elidedText(part.diff->model(alarm.row), kNameLength) + ": " + alarm.sentence);
  }
  if (listed < part.alarms.size()) m_out += moreLine(part.alarms.size() - listed);
}

void DiffTextWriter::writeEntries(const DiffPart& part) {
  // Models that one run alone has are named in a list: a line for each of their metrics would bury the rest.
  std::vector<DiffEntry> shown;
  for (const DiffEntry& entry : part.entries)
    if (!m_options.isChangedOnly || !isOneSided(entry.move)) shown.push_back(entry);
  const std::size_t limit = isMany() && m_options.isChangedOnly ? kEntriesOfMany : shown.size();
  const std::size_t count = std::min(limit, shown.size());
  m_out += entriesTable(part, std::span(shown).first(count), m_paint);
  if (count < shown.size()) m_out += moreLine(shown.size() - count);
}

void DiffTextWriter::writeNames(const std::string& heading, const DiffPart& part,
                                const std::vector<std::uint32_t>& rows) {
  if (rows.empty()) return;
  std::string names;
  const bool isShort = isMany() && m_options.isChangedOnly && rows.size() > kNamesOfMany + 1;
  for (const std::uint32_t row : std::span(rows).first(isShort ? kNamesOfMany : rows.size()))
    names += (names.empty() ? "" : ", ") + shownName(part.diff->model(row));
  if (isShort) names += " and " + std::to_string(rows.size() - kNamesOfMany) + " more";
  m_out += wrappedText(heading + " (" + std::to_string(rows.size()) + "): " + names, width(), 2) + '\n';
}

void DiffTextWriter::writeFloors(const DiffPart& part) {
  for (const std::size_t metric : part.metrics) {
    std::string names;
    std::size_t count = 0;
    const verdicts::MetricInfo& info = part.diff->metrics()[metric];
    for (const DiffEntry& entry : part.belowFloor) {
      if (entry.metric != metric) continue;
      ++count;
      names += (names.empty() ? "" : ", ") + shownName(part.diff->model(entry.row)) + ' ' +
               numberText(part.diff->reading(part.after, entry.row, metric).number, info.decimals);
    }
    if (count == 0) continue;
    std::string heading = info.name + " below " + numberText(*m_options.thresholds.floorOf(info.name), 2) + " (" +
                                std::to_string(count) + ")";
    if (!isMany()) heading.append(": ").append(names);
    m_out.append(wrappedText(heading, width(), 2)).append("\n");
  }
}

void DiffTextWriter::writeFlips(const DiffPart& part) {
  std::size_t listed = 0;
  for (const diff::Flip& flip : part.flips) {
    if (isMany() && m_options.isChangedOnly && listed == kWordsOfMany) break;
    ++listed;
    const DiffEntry entry{.row = flip.row, .metric = flip.metric, .move = flip.to, .delta = {}};
    const auto values = entryValues(part, entry);
    std::string words = flip.from == flip.to
                            ? std::string(moveLabel(flip.to))
                            : std::string(moveLabel(flip.from)) + " -> " + std::string(moveLabel(flip.to));
    if (flip.wasBelow != flip.isBelow) words += flip.isBelow ? ", below the floor" : ", no longer below the floor";
    m_out += "  " + words + ": " + shownName(part.diff->model(flip.row)) + ' ' +
             printableText(part.diff->metrics()[flip.metric].name) + ' ' + printableText(values.front()) + " -> " +
             printableText(values.back()) + '\n';
  }
  if (listed < part.flips.size()) m_out += moreLine(part.flips.size() - listed);
}

void DiffTextWriter::writeDoubled(const DiffPart& part) {
  if (!part.repeats.isEmpty()) m_out += wrappedText("noise: " + printableText(repeatsSentence(part)), width(), 2) + '\n';
  if (!part.repeats.isEmpty() && !part.repeats.isOfEarlierRuns()) return;
  for (const auto& [run, row] : part.diff->doubled())
    m_out += "twice in " + shownName(part.diff->runs()[run].label) +
             ", the first row counts: " + shownName(part.diff->model(row)) + '\n';
}

void DiffTextWriter::writeOne(const DiffPart& part) {
  const auto block = [&](auto&& write) {
    const std::size_t start = m_out.size();
    write();
    if (m_out.size() > start) m_out.insert(start, 1, '\n');
  };
  block([&] { m_out += summaryTable(part, m_paint); });
  block([&] { writeWarnings(part); });
  block([&] { writeEntries(part); });
  block([&] {
    writeNames("gone", part, part.onlyBefore);
    writeNames("new", part, part.onlyAfter);
    writeNames("not run", part, part.ofMissingShard);
    writeFloors(part);
    writeDoubled(part);
  });
  if (m_options.whatIf) m_out += "\n" + whatIfSummary(m_parts, m_options) + '\n';
  writeFlips(part);
}

void DiffTextWriter::writeMeansInBrief(const DiffPart& part) {
  std::string words;
  for (const diff::SummaryLine& line : part.summary) {
    if (line.before.count == 0 || line.before.value == line.after.value) continue;
    const std::string change = pairedChange(line, m_options.thresholds);
    words +=
        (words.empty() ? "" : "; ") + line.title + ' ' + pairedMeans(line) + (change.empty() ? "" : " (" + change + ")");
  }
  if (!words.empty()) m_out += "  " + wrappedText(printableText(words), width(), 2) + '\n';
}

/// runsOf names the compared runs of a config unless they are the first and the last of all.
std::string DiffTextWriter::runsOf(const DiffPart& part) const {
  const auto labels = sideLabels(m_diffs);
  const auto& runs = part.diff->runs();
  if (runs[part.before].label == labels.front() && runs[part.after].label == labels.back()) return "";
  return " (" + shownName(runs[part.before].label) + " -> " + shownName(runs[part.after].label) + ")";
}

void DiffTextWriter::writeMany() {
  const std::vector<const DiffPart*> order = shownParts(m_parts, m_options);
  const std::size_t calm = m_parts.size() - order.size();
  std::size_t inFull = 0;
  for (const DiffPart* part : order) {
    const bool isFull = !m_options.isChangedOnly || inFull < kConfigsInFull;
    m_out += (isFull || inFull == kConfigsInFull ? "\n" : "");
    ++inFull;
    m_out += m_paint.over(shownName(part->config), kBoldCode) + runsOf(*part) + ": " + moveCounts(part->models) +
             " of " + std::to_string(part->diff->rowCount()) + '\n';
    if (!isFull) continue;
    writeMeansInBrief(*part);
    writeWarnings(*part);
    writeEntries(*part);
    writeNames("gone", *part, part->onlyBefore);
    writeNames("new", *part, part->onlyAfter);
    writeNames("not run", *part, part->ofMissingShard);
    writeFloors(*part);
    writeDoubled(*part);
    writeFlips(*part);
  }
  if (calm > 0) m_out += "\nnothing moved in " + std::to_string(calm) + (calm == 1 ? " config\n" : " configs\n");
  if (m_options.whatIf) m_out += "\n" + whatIfSummary(m_parts, m_options) + '\n';
}

void DiffTextWriter::writeOnlyIn() {
  if (m_diffs.onlyIn.empty()) return;
  m_out += "\non one side only (" + std::to_string(m_diffs.onlyIn.size()) + "):\n";
  for (const std::string& line : m_diffs.onlyIn) m_out += "  " + printableText(line) + '\n';
}

}  // namespace

std::string diffText(const diff::Diffs& diffs, const DiffReportOptions& options) {
  return text::withoutCommands(DiffTextWriter(diffs, options).write());
}

}  // namespace plumbline::reports
