// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/reports/diff_parts.h"
#include "core/reports/diff_text_parts.h"
#include "core/reports/shown_text.h"
#include "core/text/runner_commands.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kWidth = 120;         ///< of lists, where the terminal's width is not known
constexpr std::size_t kConfigsInFull = 20;  ///< with more, the rest has one line each
constexpr std::size_t kEntriesOfMany = 12;  ///< rows of a config where there are several
constexpr std::size_t kWordsOfMany = 4;     ///< alarms and flips of a config where there are several
constexpr std::size_t kNamesOfMany = 10;    ///< gone or new models of a config where there are several
constexpr std::size_t kNameLength = 64;

std::string shownName(std::string_view name) { return elidedText(shownText(name), kNameLength); }

/// moreLine says how much of a list was left out, and where it is.
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
    const bool isCalm = m_diffs.onlyIn.empty() &&
                        std::all_of(m_parts.begin(), m_parts.end(), [](const DiffPart& part) { return part.isCalm(); });
    if (isCalm && m_options.isChangedOnly && !m_options.whatIf) return calmLine();
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
  std::string calmLine() const;
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
  std::size_t width() const { return m_paint.columns > 0 ? m_paint.columns : kWidth; }

  const diff::Diffs& m_diffs;
  const DiffReportOptions& m_options;
  std::vector<DiffPart> m_parts;
  DiffPaint m_paint;
  std::string m_out;
};

std::string DiffTextWriter::calmLine() const {
  std::string sides;
  for (const std::string& label : sideLabels(m_diffs)) sides += (sides.empty() ? "" : ", ") + shownName(label);
  return headWords(m_diffs, m_parts) + " (" + sides + ")\n";
}

void DiffTextWriter::writeHead() {
  const auto labels = sideLabels(m_diffs);
  constexpr std::string_view kThresholds = "thresholds";
  std::size_t widest = kThresholds.size();
  for (const std::string& label : labels) widest = std::max(widest, std::min(shownText(label).size(), kNameLength));
  for (std::size_t side = 0; side < labels.size(); ++side) {
    std::string words = side < m_options.sideWords.size() ? m_options.sideWords[side] : "";
    if (words.empty() && m_parts.size() == 1 && side < m_parts.front().diff->runs().size())
      words = m_parts.front().diff->runs()[side].origin;
    std::string label = shownName(labels[side]);
    label.resize(std::max(label.size(), widest), ' ');
    m_out += label + "  " + shownText(words) + '\n';
  }
  std::string label(kThresholds);
  label.resize(widest, ' ');
  m_out += label + "  " + wrappedText(limitWords(m_options), m_paint.columns, widest + 2) + "\n\n";
  m_out += headWords(m_diffs, m_parts) + '\n';
}

void DiffTextWriter::writeWarnings(const DiffPart& part) {
  constexpr std::size_t kIndent = 2;
  const auto say = [&](const std::string& sentence) {
    m_out += m_paint.over("!", kWarnCode) + ' ' + wrappedText(shownText(sentence), m_paint.columns, kIndent) + '\n';
  };
  for (const std::string& words : shardWords(part)) say(words);
  for (const diff::SummaryLine& line : part.summary)
    if (line.signsDisagree) say(line.sentence);
  std::size_t told = 0;
  for (const diff::RatioAlarm& alarm : part.alarms) {
    if (isMany() && m_options.isChangedOnly && told == kWordsOfMany) break;
    ++told;
    say(elidedText(part.diff->model(alarm.row), kNameLength) + ": " + alarm.sentence);
  }
  if (told < part.alarms.size()) m_out += moreLine(part.alarms.size() - told);
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
  std::size_t told = 0;
  for (const diff::Flip& flip : part.flips) {
    if (isMany() && m_options.isChangedOnly && told == kWordsOfMany) break;
    ++told;
    const DiffEntry entry{.row = flip.row, .metric = flip.metric, .move = flip.to, .delta = {}};
    const auto values = valueWords(part, entry);
    std::string words = flip.from == flip.to
                            ? std::string(moveWord(flip.to))
                            : std::string(moveWord(flip.from)) + " -> " + std::string(moveWord(flip.to));
    if (flip.wasBelow != flip.isBelow) words += flip.isBelow ? ", below the floor" : ", no longer below the floor";
    m_out += "  " + words + ": " + shownName(part.diff->model(flip.row)) + ' ' +
             shownText(part.diff->metrics()[flip.metric].name) + ' ' + shownText(values.front()) + " -> " +
             shownText(values.back()) + '\n';
  }
  if (told < part.flips.size()) m_out += moreLine(part.flips.size() - told);
}

void DiffTextWriter::writeDoubled(const DiffPart& part) {
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
  if (m_options.whatIf) m_out += "\n" + whatIfWords(m_parts, m_options) + '\n';
  writeFlips(part);
}

void DiffTextWriter::writeMeansInBrief(const DiffPart& part) {
  std::string words;
  for (const diff::SummaryLine& line : part.summary) {
    if (line.before.count == 0 || line.before.value == line.after.value) continue;
    const std::string change = pairedChange(line, m_options.thresholds);
    words +=
        (words.empty() ? "" : "; ") + line.title + ' ' + meanWords(line) + (change.empty() ? "" : " (" + change + ")");
  }
  if (!words.empty()) m_out += "  " + wrappedText(shownText(words), width(), 2) + '\n';
}

/// runsOf says which runs a config is compared by, where they are not the first and the last of all.
std::string DiffTextWriter::runsOf(const DiffPart& part) const {
  const auto labels = sideLabels(m_diffs);
  const auto& runs = part.diff->runs();
  if (runs[part.before].label == labels.front() && runs[part.after].label == labels.back()) return "";
  return " (" + shownName(runs[part.before].label) + " -> " + shownName(runs[part.after].label) + ")";
}

void DiffTextWriter::writeMany() {
  const std::vector<const DiffPart*> order = partsToTell(m_parts, m_options);
  const std::size_t calm = m_parts.size() - order.size();
  std::size_t inFull = 0;
  for (const DiffPart* part : order) {
    const bool isFull = !m_options.isChangedOnly || inFull < kConfigsInFull;
    m_out += (isFull || inFull == kConfigsInFull ? "\n" : "");
    ++inFull;
    m_out += m_paint.over(shownName(part->config), kBoldCode) + runsOf(*part) + ": " + countWords(part->models) +
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
  if (m_options.whatIf) m_out += "\n" + whatIfWords(m_parts, m_options) + '\n';
}

void DiffTextWriter::writeOnlyIn() {
  if (m_diffs.onlyIn.empty()) return;
  m_out += "\non one side only (" + std::to_string(m_diffs.onlyIn.size()) + "):\n";
  for (const std::string& line : m_diffs.onlyIn) m_out += "  " + shownText(line) + '\n';
}

}  // namespace

std::string diffText(const diff::Diffs& diffs, const DiffReportOptions& options) {
  return text::withoutCommands(DiffTextWriter(diffs, options).write());
}

}  // namespace plumbline::reports
