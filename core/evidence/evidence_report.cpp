// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/evidence_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/charts/change_marks.h"
#include "core/history/report_parts.h"
#include "core/reports/evidence/change_report.h"
#include "core/reports/evidence/rate_report.h"
#include "core/reports/text_parts.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::evidence {
namespace {

using history::OrderedJson;
using reports::printableText;
using statistics::RateClass;
using text::numberOrNull;

constexpr std::size_t kStripRuns = 40;
constexpr std::size_t kWidth = 100;
constexpr std::size_t kIndent = 2;

std::string lineOf(const CardLine& line) {
  return "  " + line.name + std::string(line.name.size() < 9 ? 9 - line.name.size() : 1, ' ') + line.text + '\n';
}

/// addStrata lists machines, or images, of which none differs; the others are in the sentence.
void addStrata(std::vector<CardLine>& lines, const StatusEvidence& status, const std::string& field) {
  std::vector<std::string> parts;
  double smallest = 1;
  for (const Stratum& stratum : status.strata) {
    if (stratum.field != field) continue;
    parts.push_back(stratum.name + ' ' + std::to_string(stratum.count.fails) + " of " + std::to_string(stratum.count.runs));
    smallest = std::min(smallest, stratum.q);
  }
  if (parts.empty()) return;
  const char* difference = smallest <= kMaxQ ? " (they differ" : " (no difference shown";
  lines.push_back({field, printableText(text::joined(parts)) + difference + ": smallest q " + charts::pText(smallest) + ", Fisher's exact test)"});
}

/// spreadRange is the interval of a spread; a spread of 0 has none, but counts.
std::string spreadRange(const statistics::NoiseFloor& noise) {
  if (noise.spread > 0) return text::shortNumber(noise.low, 3) + " to " + text::shortNumber(noise.high, 3);
  if (noise.odd.empty()) return "all the same";
  return text::groupedText(noise.odd.size()) + " differ, by up to " + text::shortNumber(noise.odd.back(), 3);
}

std::string methodOf(const statistics::DeltaJudgement& delta) { return delta.isCounted ? "counts" : "Student t"; }

void addNoise(std::vector<CardLine>& lines, const NumberEvidence& numbers) {
  const statistics::NoiseFloor& noise = numbers.noise;
  if (std::isnan(noise.spread)) return;
  std::string text = "spread " + text::shortNumber(noise.spread, 3);
  if (noise.spread > 0) text += " (95 %: " + spreadRange(noise) + ')';
  text += " around " + text::shortNumber(noise.level, 5);
  if (noise.spread > 0) text += ", autocorrelation " + text::fixedText(noise.autocorrelation, 2);
  text += "; " + text::counted(noise.values, "value") + " in " + text::counted(noise.groups, numbers.isFromRepeats ? "repeated commit" : "level");
  text += noise.spread > 0 ? ", Shamos" : ", " + spreadRange(noise);
  if (!std::isnan(numbers.delta.p))
    text += "; the newest is " +
            std::string(numbers.delta.noiseClass == statistics::NoiseClass::Unknown ? "not judged by" : noiseClassName(numbers.delta.noiseClass)) + " it (" +
            (std::isnan(numbers.delta.effect) ? "" : text::shortNumber(numbers.delta.effect, 2) + " spreads, ") + "p " +
            charts::pText(numbers.delta.p) + ", " + methodOf(numbers.delta) + ')';
  lines.push_back({"noise", text});
}

void addChanges(std::vector<CardLine>& lines, const RowEvidence& row) {
  sources::NumberSeries series;
  for (const EvidenceRun& run : row.runs) series.times.push_back(runLabel(run));
  for (const statistics::Change& change : row.numbers->changes) {
    // The q-value of the row is of another test.
    std::string text = reports::changeLine(series, change, std::numeric_limits<double>::quiet_NaN()).substr(2, std::string::npos);
    while (text.ends_with('\n')) text.pop_back();
    lines.push_back({"change", std::move(text)});
  }
}

std::string cardText(const RowEvidence& row) {
  std::string out = printableText(row.row.model) + "  " + printableText(row.row.config) + "  " + printableText(row.row.metric) + '\n';
  out += std::string(kIndent, ' ') + reports::wrappedText(printableText(evidenceSentence(row)), kWidth, kIndent) + '\n';
  out += lineOf(runsLine(row));
  for (const CardLine& line : cardLines(row)) out += lineOf(line);
  return out;
}

std::string summaryText(std::span<const RowEvidence> rows, std::size_t shown) {
  std::map<std::string, std::size_t> classes;
  for (const RowEvidence& row : rows)
    if (row.status) ++classes[std::string(rateClassName(row.rateClass()))];
  std::vector<std::string> parts;
  for (const auto& [name, count] : classes) parts.push_back(text::groupedText(count) + ' ' + name);
  std::string text = text::groupedText(shown) + " of " + text::counted(rows.size(), "row") + " shown";
  if (!parts.empty()) text += "; " + text::joined(parts);
  return text + "; q-values over all of them (Benjamini-Hochberg).\n";
}

OrderedJson countJson(const statistics::RunCount& count) { return {{"fails", count.fails}, {"runs", count.runs}}; }

OrderedJson statusJson(const RowEvidence& row) {
  if (!row.status) return nullptr;
  const StatusEvidence& status = *row.status;
  OrderedJson strata = OrderedJson::array();
  for (const Stratum& stratum : status.strata)
    strata.push_back({{"field", stratum.field}, {"name", stratum.name}, {"fails", stratum.count.fails}, {"runs", stratum.count.runs},
                      {"p", stratum.p}, {"q", stratum.q}, {"differs", stratum.isDifferent()}, {"method", "Fisher's exact test"}});
  OrderedJson json = countJson(status.count);
  json["rate"] = numberOrNull(status.rate.rate);
  json["low"] = status.rate.interval.low;
  json["high"] = status.rate.interval.high;
  json["method"] = "Jeffreys, 95 %";
  json["more_runs"] = row.moreRuns() ? OrderedJson(*row.moreRuns()) : OrderedJson(nullptr);
  json["red_runs"] = status.redRuns;
  json["green_runs"] = status.greenRuns;
  json["since"] = nullptr;
  if (status.shift)
    json["since"] = {{"unix_s", row.runs[status.shiftRun].time}, {"commit", row.runs[status.shiftRun].commit}, {"p", status.shift->p},
                     {"before", countJson(status.shift->before)}, {"method", "Fisher's exact test at the most likely place, Bonferroni"}};
  json["strata"] = std::move(strata);
  return json;
}

OrderedJson marginJson(const MarginEvidence& margin) {
  return {{"class", marginClassName(margin.marginClass)}, {"baseline", margin.expected}, {"limit", margin.limit},
          {"side", margin.isBoth ? "both" : margin.isLower ? "below" : "above"}, {"tolerance", margin.tolerance},
          {"rate", margin.fails.rate}, {"low", margin.fails.low}, {"high", margin.fails.high},
          {"advised_tolerance", numberOrNull(margin.advised)}, {"advised_unseen", numberOrNull(margin.unseen)}, {"method", margin.method}};
}

OrderedJson numbersJson(const RowEvidence& row) {
  if (!row.numbers) return nullptr;
  const NumberEvidence& numbers = *row.numbers;
  OrderedJson changes = OrderedJson::array();
  for (const statistics::Change& change : numbers.changes)
    changes.push_back({{"run", change.index}, {"commit", row.runs[change.index].commit}, {"before", change.before}, {"after", change.after},
                       {"low", numberOrNull(change.low)}, {"high", numberOrNull(change.high)}, {"p", numberOrNull(change.p)}, {"drift", change.isDrift}});
  OrderedJson json = {{"newest", numbers.newest}, {"level", numberOrNull(numbers.noise.level)}, {"spread", numberOrNull(numbers.noise.spread)},
                      {"spread_low", numberOrNull(numbers.noise.low)}, {"spread_high", numberOrNull(numbers.noise.high)},
                      {"autocorrelation", numbers.noise.autocorrelation}, {"values", numbers.noise.values}, {"odd", numbers.noise.odd.size()}, {"levels", numbers.noise.groups},
                      {"from", numbers.isFromRepeats ? "repeated commits" : "unchanged levels"}, {"method", "Shamos"}};
  json["delta"] = {{"class", noiseClassName(numbers.delta.noiseClass)}, {"band", numberOrNull(numbers.delta.band)}, {"p", numberOrNull(numbers.delta.p)},
                   {"spreads", numberOrNull(numbers.delta.effect)}, {"more_runs", numbers.delta.moreRuns}, {"method", methodOf(numbers.delta)}};
  json["changes"] = std::move(changes);
  json["margin"] = numbers.margin ? marginJson(*numbers.margin) : OrderedJson(nullptr);
  return json;
}

OrderedJson rowJson(const RowEvidence& row) {
  OrderedJson runs = OrderedJson::array();
  const std::size_t from = row.runs.size() - std::min(row.runs.size(), kStripRuns);
  for (std::size_t i = from; i < row.runs.size(); ++i)
    runs.push_back({{"unix_s", row.runs[i].time}, {"commit", row.runs[i].commit}, {"value", row.runs[i].value}, {"failed", row.runs[i].hasFailed}});
  return {{"model", row.row.model}, {"config", row.row.config}, {"metric", row.row.metric},
          {"class", row.status ? OrderedJson(rateClassName(row.rateClass())) : OrderedJson(nullptr)}, {"sentence", evidenceSentence(row)}, {"baseline", history::textOrNull(row.expected)},
          {"p", numberOrNull(row.p)}, {"q", numberOrNull(row.q)}, {"status", statusJson(row)}, {"numbers", numbersJson(row)}, {"last_runs", std::move(runs)}};
}

/// noiseSentence is the card's line; "" where the spread is not known.
std::string noiseSentence(const RowEvidence& row) {
  std::vector<CardLine> lines;
  addNoise(lines, *row.numbers);
  return lines.empty() ? std::string() : lines.front().text;
}

OrderedJson partJson(const RowEvidence& row, EvidencePart part) {
  OrderedJson numbers = numbersJson(row);
  if (part == EvidencePart::Noise) numbers["margin"] = nullptr;
  else numbers["changes"] = OrderedJson::array();
  return {{"model", row.row.model}, {"config", row.row.config}, {"metric", row.row.metric}, {"class", nullptr},
          {"sentence", part == EvidencePart::Margins ? marginSentence(row) : noiseSentence(row)}, {"baseline", history::textOrNull(row.expected)},
          {"p", numberOrNull(row.p)}, {"q", numberOrNull(row.q)}, {"status", nullptr}, {"numbers", std::move(numbers)}, {"last_runs", OrderedJson::array()}};
}

std::string advisedText(const MarginEvidence& margin) {
  return std::isfinite(margin.advised) && margin.advised > 0 ? text::shortNumber(100 * margin.advised, 3) + " %" : "-";
}

std::string gapSection(const std::string& title, std::span<const RowEvidence> rows, const std::vector<std::size_t>& indices) {
  std::string out = title + ": " + text::groupedText(indices.size()) + '\n';
  for (const std::size_t i : indices)
    out += "  " + printableText(rows[i].row.model + "  " + rows[i].row.config + "  " + rows[i].row.metric) + "\n    " +
           reports::wrappedText(printableText(evidenceSentence(rows[i])), kWidth, 4) + '\n';
  return out;
}

}  // namespace

int urgency(const RowEvidence& row) {
  if (row.isBroken()) return 0;
  if (row.status && row.status->isNewlyRed()) return 1;
  if (row.rateClass() == RateClass::Flaky) return 2;
  if (row.numbers && row.numbers->margin && (row.numbers->margin->marginClass == MarginClass::Flaps || row.numbers->margin->marginClass == MarginClass::Fails)) return 3;
  if (row.numbers && !row.numbers->changes.empty() && row.q <= kMaxQ) return 4;
  return row.status && row.rateClass() == RateClass::CannotTell ? 5 : 6;
}

CardLine runsLine(const RowEvidence& row) {
  const std::size_t from = row.runs.size() - std::min(row.runs.size(), kStripRuns);
  std::string strip;
  for (std::size_t i = from; i < row.runs.size(); ++i) strip += row.runs[i].isMissing ? '_' : row.runs[i].hasFailed ? 'x' : '.';
  return {"runs", strip + "  (" + (from == 0 ? "all " : "last " + std::to_string(kStripRuns) + " of ") +
                      std::to_string(row.runs.size()) + ", newest right: . passed, x failed, _ no value)"};
}

std::vector<CardLine> cardLines(const RowEvidence& row) {
  std::vector<CardLine> lines;
  if (row.status) {
    addStrata(lines, *row.status, "machine");
    addStrata(lines, *row.status, "image");
  }
  if (row.numbers) {
    addNoise(lines, *row.numbers);
    addChanges(lines, row);
  }
  return lines;
}

bool isNotable(const RowEvidence& row) { return urgency(row) <= 4; }

std::string evidenceText(std::span<const RowEvidence> rows, bool isAll) {
  std::vector<const RowEvidence*> shown;
  for (const RowEvidence& row : rows)
    if (isAll || isNotable(row)) shown.push_back(&row);
  std::ranges::stable_sort(shown, {}, [](const RowEvidence* row) { return urgency(*row); });
  std::string out;
  for (const RowEvidence* row : shown) out += cardText(*row) + '\n';
  return out + summaryText(rows, shown.size());
}

std::string noiseText(std::span<const RowEvidence> rows) {
  reports::TextTable table({{.title = "MODEL"}, {.title = "CONFIG"}, {.title = "METRIC"}, {.title = "LEVEL", .firstToTheRight = true},
                            {.title = "SPREAD", .firstToTheRight = true}, {.title = "95 %"}, {.title = "AUTOCORR", .firstToTheRight = true},
                            {.title = "N", .firstToTheRight = true}, {.title = "NEWEST"}});
  std::vector<std::vector<reports::TableCell>> lines;
  for (const RowEvidence& row : rows) {
    if (!row.numbers) continue;
    const statistics::NoiseFloor& noise = row.numbers->noise;
    const statistics::DeltaJudgement& delta = row.numbers->delta;
    std::string newest(noiseClassName(delta.noiseClass));
    if (delta.moreRuns > 0) newest += ", " + text::counted(delta.moreRuns, "more run");
    else newest += " +-" + text::shortNumber(delta.band, 3) + " (p " + charts::pText(delta.p) + ')';
    lines.push_back({{printableText(row.row.model)}, {printableText(row.row.config)}, {printableText(row.row.metric)},
                     {text::shortNumber(noise.level, 5)}, {text::shortNumber(noise.spread, 3)},
                     {spreadRange(noise)},
                     {text::fixedText(noise.autocorrelation, 2)}, {std::to_string(noise.values)}, {newest}});
  }
  if (lines.empty()) return "no row has two numbers or more\n";
  return table.written(lines) + text::counted(lines.size(), "row") + "; spread: Shamos, of levels between changes or of repeated commits; newest: Student t, 95 %, "
         "or counts where the spread is 0.\n";
}

std::string marginsText(std::span<const RowEvidence> rows) {
  std::string out;
  std::size_t warned = 0, count = 0;
  reports::TextTable table({{.title = "MODEL"}, {.title = "CONFIG"}, {.title = "METRIC"}, {.title = "BASELINE", .firstToTheRight = true},
                            {.title = "TOLERANCE", .firstToTheRight = true}, {.title = "ADVISED", .firstToTheRight = true},
                            {.title = "FAILS"}, {.title = "N", .firstToTheRight = true}, {.title = "MARGIN"}});
  std::vector<std::vector<reports::TableCell>> lines;
  for (const RowEvidence& row : rows) {
    if (!row.numbers || !row.numbers->margin) continue;
    const MarginEvidence& margin = *row.numbers->margin;
    ++count;
    lines.push_back({{printableText(row.row.model)}, {printableText(row.row.config)}, {printableText(row.row.metric)},
                     {text::shortNumber(margin.expected, 5)}, {text::shortNumber(100 * margin.tolerance, 3) + " %"}, {advisedText(margin)},
                     {failsText(margin.fails)},
                     {std::to_string(row.numbers->noise.levelValues)}, {std::string(marginClassName(margin.marginClass))}});
    if (margin.marginClass != MarginClass::Flaps && margin.marginClass != MarginClass::Fails) continue;
    ++warned;
    out += printableText(row.row.model + "  " + row.row.config + "  " + row.row.metric) + "\n  " +
           reports::wrappedText(printableText(marginSentence(row)), kWidth, kIndent) + '\n';
  }
  if (count == 0) return "no row has numbers, a baseline and a limit; --tolerance gives a limit, --expected baselines\n";
  return table.written(lines) + (out.empty() ? "" : '\n' + out) + text::counted(count, "row") + ", " + text::groupedText(warned) +
         " with a limit that is too near. ADVISED fails about 1 in 1,000 runs, the baseline being at\n"
         "the present level and the noise staying as it is; spikes that the N runs lack are not in it.\n";
}

std::string evidenceJson(std::span<const RowEvidence> rows, EvidencePart part) {
  OrderedJson list = OrderedJson::array();
  for (const RowEvidence& row : rows) {
    if (part != EvidencePart::All && (!row.numbers || (part == EvidencePart::Margins && !row.numbers->margin))) continue;
    list.push_back(part == EvidencePart::All ? rowJson(row) : partJson(row, part));
  }
  return history::jsonText("plumbline-evidence", {{"rows", std::move(list)}});
}

std::string gapsText(std::span<const RowEvidence> rows, const EvidenceGaps& gaps) {
  std::string out = gapSection("Rows that flap and are on no list", rows, gaps.unlisted) + '\n' +
                    gapSection("Rows whose limit is far beyond their noise", rows, gaps.tooWide) + '\n';
  if (!gaps.hasBaselines) return out + "Models that no baseline has: name the baselines with --expected.\n";
  out += "Models that run and that no baseline has: " + text::groupedText(gaps.uncompared.size()) + '\n';
  for (const UncomparedModel& model : gaps.uncompared)
    out += "  " + printableText(model.model + "  " + model.config) + (model.hasBaseline ? ": the baseline has no such row (" : ": the config has no baseline (") +
           text::counted(model.runs, "run") + ")\n";
  return out;
}

std::string gapsJson(std::span<const RowEvidence> rows, const EvidenceGaps& gaps) {
  OrderedJson unlisted = OrderedJson::array(), tooWide = OrderedJson::array(), uncompared = OrderedJson::array();
  for (const std::size_t i : gaps.unlisted) unlisted.push_back(rowJson(rows[i]));
  for (const std::size_t i : gaps.tooWide) tooWide.push_back(rowJson(rows[i]));
  for (const UncomparedModel& model : gaps.uncompared)
    uncompared.push_back({{"model", model.model}, {"config", model.config}, {"config_has_baseline", model.hasBaseline}, {"runs", model.runs}});
  return history::jsonText("plumbline-evidence-gaps", {{"rows", gaps.rows}, {"on_no_list", std::move(unlisted)}, {"too_wide", std::move(tooWide)},
                                                       {"no_baseline", gaps.hasBaselines ? std::move(uncompared) : OrderedJson(nullptr)}});
}

std::string healedText(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries) {
  std::string out;
  std::size_t removable = 0;
  for (const HealedEntry& entry : entries) {
    removable += entry.isRemovable() ? 1 : 0;
    out += printableText(sources[entry.source].path()) + ':' + std::to_string(entry.listed.line) + "  " + printableText(entry.listed.name) + ": " +
           std::string(entryStateName(entry.state)) + "\n  " + reports::wrappedText(printableText(healedSentence(entry)), kWidth, kIndent) + '\n';
  }
  return out + text::groupedText(removable) + " of " + text::counted(entries.size(), "entry", "entries") + " can go.\n";
}

std::string healedJson(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries) {
  OrderedJson list = OrderedJson::array();
  for (const HealedEntry& entry : entries)
    list.push_back({{"list", sources[entry.source].path()}, {"line", entry.listed.line}, {"name", entry.listed.name}, {"check", entry.listed.check},
                    {"platform", entry.listed.platform}, {"config", entry.listed.config}, {"state", entryStateName(entry.state)},
                    {"removable", entry.isRemovable()}, {"expired", entry.isExpired}, {"unexplained", entry.isUnexplained}, {"rows", entry.rows},
                    {"before", countJson(entry.stretch.before)}, {"green_runs", entry.stretch.greenRuns}, {"green_days", entry.stretch.greenDays},
                    {"relapses", entry.stretch.relapses}, {"more_runs", entry.judged.moreRuns}, {"more_days", entry.judged.moreDays},
                    {"luck_p", entry.judged.luck}, {"relapse_risk_30_days", entry.state == EntryState::NoRuns ? OrderedJson() : OrderedJson(entry.judged.relapseRisk)},
                    {"sentence", healedSentence(entry)}});
  return history::jsonText("plumbline-flaky-healed", {{"entries", std::move(list)}, {"message", removalMessage(sources, entries)}});
}

}  // namespace plumbline::evidence
