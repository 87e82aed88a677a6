// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/charts/make_chart.h"
#include "core/reports/diff/diff_parts.h"
#include "core/reports/html_parts.h"

namespace plumbline::reports {
namespace {

using diff::Move;
using verdicts::VerdictClass;

constexpr std::size_t kRowsOfOne = 4000;
constexpr std::size_t kRowsOfMany = 300;    ///< of each config; the CSV form has all
constexpr std::size_t kConfigsOpen = 4;     ///< up to so many are unfolded
constexpr std::size_t kConfigsCharted = 8;  ///< the worst ones have charts
constexpr std::size_t kNumberDecimals = 6;
constexpr int kDiffChartWidth = 720, kDiffChartHeight = 400;

/// classOf gives a move the glyph and colour that the same news has in the table of verdicts.
VerdictClass classOf(Move move) {
  switch (move) {
    case Move::Broke:
    case Move::Worse: return VerdictClass::Fail;
    case Move::OnlyBefore:
    case Move::MissingShard: return VerdictClass::Missing;
    case Move::Better:
    case Move::Healed: return VerdictClass::Improved;
    case Move::Changed:
    case Move::OnlyAfter: return VerdictClass::Flaky;
    case Move::Same:
    case Move::Nothing:
    case Move::Count: break;
  }
  return VerdictClass::Pass;
}

std::string sortValue(double value) {
  return std::isfinite(value) ? numberText(value, kNumberDecimals) : std::string();
}

std::string count(std::size_t value) {
  return html::number(value == 0 ? "" : std::to_string(value), std::to_string(value));
}

std::string meansTable(const DiffPart& part, const DiffReportOptions& options) {
  if (part.summary.empty()) return "";
  std::string out = html::tableOpen(
      "Means", {{"mean"}, {"as HUD shows it", true}, {"of models", true}, {"paired", true}, {"change"}, {"of"}});
  for (const diff::SummaryLine& line : part.summary) {
    out += line.signsDisagree ? html::rowOpen(VerdictClass::Flaky) : std::string("<tr>");
    out += html::rowHead(html::text(line.title + (line.unit.empty() ? "" : " (" + line.unit + ")")));
    out +=
        html::number(html::text(line.hudBefore.text + " \u2192 " + line.hudAfter.text), sortValue(line.hudAfter.value));
    out += html::number(std::to_string(line.hudBefore.count) + " \u2192 " + std::to_string(line.hudAfter.count),
                        std::to_string(line.hudAfter.count));
    out += html::number(html::text(pairedMeans(line, " \u2192 ")), sortValue(line.after.value));
    out += html::cell(html::text(pairedChange(line, options.thresholds))) + html::cell(html::text(pairedCount(line))) +
           "</tr>\n";
  }
  return out.append(html::kTableClose);
}

std::string notesList(const DiffPart& part, const DiffReportOptions& options) {
  std::string out;
  const auto addNote = [&](const std::string& sentence) { out += "<li>" + html::sentence(sentence) + "</li>\n"; };
  for (const auto& sentences : {shardSentences(part), breakSentences(part)})
    for (const std::string& words : sentences) addNote(words);
  for (const diff::SummaryLine& line : part.summary)
    if (!line.sentence.empty()) addNote(line.sentence);
  for (const diff::RatioAlarm& alarm : part.alarms) addNote(part.diff->model(alarm.row) + ": " + alarm.sentence);
  if (options.whatIf && part.flips.empty()) addNote(whatIfSummary({part}, options));
  if (part.isByRepeats || part.repeats.isOfEarlierRuns()) addNote(repeatsSentence(part));
  for (const auto& [run, row] : part.diff->doubled())
    addNote("twice in " + part.diff->runs()[run].label + ", the first row counts: " + part.diff->model(row));
  return out.empty() ? "" : "<ul class=\"plain\">\n" + out + "</ul>\n";
}

std::vector<html::Head> entryHeads(const DiffPart& part) {
  std::vector<html::Head> heads = {{"move"}, {"model"}, {"metric"}};
  for (const std::string& label : shownLabels(part)) heads.push_back({label, true});
  heads.push_back({"change", true});
  return heads;
}

std::string entryRow(const DiffPart& part, const DiffEntry& entry) {
  const verdicts::MetricInfo& info = part.diff->metrics()[entry.metric];
  const VerdictClass cls = classOf(entry.move);
  std::string out = entry.move == Move::Same || entry.move == Move::Nothing ? std::string("<tr>") : html::rowOpen(cls);
  out +=
      html::cell(html::badge(cls, moveLabel(entry.move)), "w") + html::rowHead(html::name(part.diff->model(entry.row)));
  out += html::cell(html::text(info.title.empty() ? info.name : info.title), "w");
  const auto values = entryValues(part, entry);
  const auto runs = shownRuns(part);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const diff::Reading reading = entryReading(part, entry, runs[i]);
    const bool isNumber = reading.state == diff::ReadingState::Number;
    out += isNumber ? html::number(html::text(values[i]), sortValue(reading.number))
                    : html::cell(html::name(values[i]), "n");
  }
  const double size = entry.delta.isNumeric ? entry.delta.relative : 0;
  return out + html::number(html::text(entryChange(part, entry)), sortValue(size)) + "</tr>\n";
}

std::string entriesTable(const DiffPart& part, const DiffReportOptions& options, std::size_t most) {
  std::string rows;
  std::size_t listed = 0, left = 0;
  for (const DiffEntry& entry : part.entries) {
    // Models that one run alone has are named in a list: a row for each of their metrics would bury the rest.
    if (options.isChangedOnly && isOneSided(entry.move)) continue;
    if (listed == most) {
      ++left;
      continue;
    }
    ++listed;
    rows += entryRow(part, entry);
  }
  if (rows.empty()) return "";
  std::string out = html::tableOpen("What moved", entryHeads(part)) + rows + std::string(html::kTableClose);
  if (left > 0)
    out += "<p class=\"muted\">" + std::to_string(left) + " more rows: <code>--format csv</code> has all.</p>\n";
  return out;
}

std::string names(std::string_view heading, const DiffPart& part, const std::vector<std::uint32_t>& rows) {
  if (rows.empty()) return "";
  std::string out = "<p><b>" + html::text(heading) + " (" + std::to_string(rows.size()) + ")</b> ";
  for (std::size_t i = 0; i < rows.size(); ++i) out += (i == 0 ? "" : ", ") + html::name(part.diff->model(rows[i]));
  return out + "</p>\n";
}

std::string nameLists(const DiffPart& part) {
  return names("gone", part, part.onlyBefore) + names("new", part, part.onlyAfter) +
         names("not run", part, part.ofMissingShard);
}

std::string flipsTable(const DiffPart& part, const DiffReportOptions& options) {
  if (part.flips.empty()) return "";
  std::string out = html::tableOpen("What if", {{"from"}, {"to"}, {"model"}, {"metric"}});
  for (const diff::Flip& flip : part.flips)
    out +=
        "<tr>" +
        html::cell(html::badge(classOf(flip.from), moveLabel(flip.from)) + (flip.wasBelow ? ", below the floor" : "")) +
        html::cell(html::badge(classOf(flip.to), moveLabel(flip.to)) + (flip.isBelow ? ", below the floor" : "")) +
        html::rowHead(html::name(part.diff->model(flip.row))) +
        html::cell(html::text(part.diff->metrics()[flip.metric].name)) + "</tr>\n";
  return html::details(html::text(whatIfSummary({part}, options)), out.append(html::kTableClose));
}

std::string figures(const DiffPart& part, const DiffReportOptions& options) {
  charts::ChartOptions chartOptions{.thresholds = options.thresholds};
  // Only charts of the requested metric, if there is one.
  for (const std::size_t metric : part.metrics)
    if (chartOptions.metric.empty() && !options.metrics.empty() && part.diff->metrics()[metric].name != "accuracy")
      chartOptions.metric = part.diff->metrics()[metric].name;
  const auto chart = [](const charts::ChartData& data) { return html::figure(data, kDiffChartWidth, kDiffChartHeight); };
  std::string out;
  if (chartOptions.metric.empty() || chartOptions.metric == "speedup")
    out += chart(charts::speedupChart(*part.diff, part.before, part.after, chartOptions));
  out += chart(charts::deltaCurve(*part.diff, part.before, part.after, chartOptions));
  out += chart(charts::scatterChart(*part.diff, part.before, part.after, chartOptions));
  if (chartOptions.metric.empty()) out += chart(charts::memoryChart(*part.diff, part.before, part.after, chartOptions));
  return out.empty() ? "" : "<div class=\"charts\">\n" + out + "</div>\n";
}

std::string partBody(const DiffPart& part, const DiffReportOptions& options, std::size_t most, bool hasCharts) {
  return meansTable(part, options) + notesList(part, options) + entriesTable(part, options, most) + nameLists(part) +
         flipsTable(part, options) + (hasCharts ? figures(part, options) : "");
}

std::string oneBody(const DiffPart& part, const DiffReportOptions& options) {
  const auto section = [](std::string_view title, const std::string& inside) {
    return inside.empty() ? "" : "<h2>" + html::text(title) + "</h2>\n" + inside;
  };
  return section("Means", meansTable(part, options) + notesList(part, options)) +
         section("What moved", entriesTable(part, options, kRowsOfOne) + nameLists(part) + flipsTable(part, options)) +
         section("Charts", figures(part, options));
}

std::string chips(const std::vector<DiffPart>& parts) {
  std::string out = "<ul class=\"chips\">\n";
  for (const Move move : {Move::Broke, Move::OnlyBefore, Move::Worse, Move::Healed, Move::Better, Move::Changed,
                          Move::OnlyAfter, Move::MissingShard, Move::Same}) {
    std::size_t models = 0;
    for (const DiffPart& part : parts) models += part.models[static_cast<std::size_t>(move)];
    if (move == Move::MissingShard && models == 0) continue;  // rare
    const VerdictClass cls = classOf(move);
    out += "<li class=\"chip v-" + std::string(verdicts::className(cls)) + (models == 0 ? " none" : "") +
           "\"><span class=\"g\" aria-hidden=\"true\">" + std::string(verdicts::classGlyph(cls)) + "</span><b>" +
           std::to_string(models) + "</b> " + html::text(moveLabel(move)) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string header(const diff::Diffs& diffs, const DiffReportOptions& options, const std::vector<DiffPart>& parts) {
  std::string out = "<p class=\"kicker\">Plumbline diff</p>\n<h1>" + html::text(diffHeadline(diffs, parts)) + "</h1>\n" +
                    chips(parts) + "<ul class=\"facts\">\n";
  const auto fact = [&](const std::string& name, const std::string& text) {
    out += "<li><span class=\"muted\">" + html::text(name) + "</span> " + html::sentence(text) + "</li>\n";
  };
  const auto labels = sideLabels(diffs);
  for (std::size_t side = 0; side < labels.size(); ++side)
    fact(labels[side], side < options.sideDescriptions.size() ? options.sideDescriptions[side] : "");
  fact("thresholds", thresholdsSummary(options));
  return out + "</ul>\n";
}

std::string configTable(const std::vector<const DiffPart*>& order) {
  std::string out = "<h2>Configs</h2>\n" + html::tableOpen("Configs", {{"config"},
                                                                       {"broke", true},
                                                                       {"gone", true},
                                                                       {"worse", true},
                                                                       {"healed", true},
                                                                       {"better", true},
                                                                       {"changed", true},
                                                                       {"new", true},
                                                                       {"models", true}});
  std::size_t number = 0;
  for (const DiffPart* part : order) {
    const auto of = [&](Move move) { return count(part->models[static_cast<std::size_t>(move)]); };
    out +=
        "<tr>" + html::rowHead("<a href=\"#c" + std::to_string(++number) + "\">" + html::name(part->config) + "</a>");
    out += of(Move::Broke) + of(Move::OnlyBefore) + of(Move::Worse) + of(Move::Healed) + of(Move::Better) +
           of(Move::Changed) + of(Move::OnlyAfter) + html::number(std::to_string(part->diff->rowCount())) + "</tr>\n";
  }
  return out.append(html::kTableClose);
}

std::string manyBody(const std::vector<DiffPart>& parts, const DiffReportOptions& options) {
  const std::vector<const DiffPart*> order = shownParts(parts, options);
  std::string out;
  if (order.size() < parts.size())
    out += "<p>Nothing moved in " + std::to_string(parts.size() - order.size()) + " of " +
           std::to_string(parts.size()) + " configs.</p>\n";
  if (!order.empty()) out += configTable(order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const DiffPart& part = *order[i];
    const std::string summary = "<span class=\"h\" role=\"heading\" aria-level=\"3\">" + html::name(part.config) +
                                "</span> <span class=\"sum\">" + html::text(moveCounts(part.models)) + " of " +
                                std::to_string(part.diff->rowCount()) + "</span>";
    out += "<div id=\"c" + std::to_string(i + 1) + "\">" +
           html::details(summary, partBody(part, options, kRowsOfMany, i < kConfigsCharted),
                         order.size() <= kConfigsOpen) +
           "</div>\n";
  }
  return out;
}

}  // namespace

std::string diffHtml(const diff::Diffs& diffs, const DiffReportOptions& options) {
  const auto parts = diffParts(diffs, options);
  std::string body = parts.size() == 1 ? oneBody(parts.front(), options) : manyBody(parts, options);
  if (!diffs.onlyIn.empty()) {
    std::string list = "<ul class=\"plain\">\n";
    for (const std::string& line : diffs.onlyIn) list += "<li>" + html::text(line) + "</li>\n";
    body += html::details("on one side only (" + std::to_string(diffs.onlyIn.size()) + ")", list + "</ul>\n");
  }
  return html::page({.title = "Plumbline diff: " + diffHeadline(diffs, parts),
                     .bodyHtml = body,
                     .headerHtml = header(diffs, options, parts),
                     .footerHtml = options.toolVersion.empty()
                                       ? ""
                                       : "<p>Written by Plumbline " + html::text(options.toolVersion) + ".</p>\n"});
}

}  // namespace plumbline::reports
