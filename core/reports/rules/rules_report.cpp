// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/rules/rules_report.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kLongestCell = 60;

std::string untilText(const flaky::FlakyEntry& entry, flaky::Date today) {
  if (!entry.expires) return {};
  return flaky::dateText(*entry.expires) + (entry.isExpired(today) ? " (over)" : "");
}

std::string reasonText(const flaky::FlakyEntry& entry) {
  if (entry.issue.empty() || entry.reason.find(entry.issue) != std::string::npos) return entry.reason;
  return entry.reason.empty() ? entry.issue : entry.reason + " (" + entry.issue + ')';
}

std::vector<TableCell> cellsOf(const flaky::FlakyEntry& entry, const FlakyReport& report) {
  const auto cell = [](const std::string& text) {
    return TableCell{.first = elidedText(printableText(text), kLongestCell)};
  };
  const std::string matches =
      report.baselines.empty() ? std::string() : std::to_string(flaky::matchesNow(entry, report.baselines).size());
  return {cell(std::to_string(entry.line)),
          cell(entry.name),
          cell(entry.check),
          cell(entry.platform),
          cell(entry.config),
          cell(untilText(entry, report.today)),
          cell(matches),
          cell(reasonText(entry))};
}

using Json = nlohmann::ordered_json;

Json dayJson(const std::optional<flaky::Date>& day) { return day ? Json(flaky::dateText(*day)) : Json(); }

Json entryJson(const flaky::FlakyEntry& entry, const FlakyReport& report) {
  Json json = {{"line", entry.line},
               {entry.isPattern ? "pattern" : "name", entry.name},
               {"check", entry.check},
               {"platform", entry.platform},
               {"config", entry.config},
               {"reason", entry.reason},
               {"issue", entry.issue},
               {"owner", entry.owner},
               {"added", dayJson(entry.added)},
               {"expires", dayJson(entry.expires)},
               {"expired", entry.isExpired(report.today)}};
  if (!report.baselines.empty()) json["matches"] = flaky::matchesNow(entry, report.baselines);
  return json;
}

using verdicts::AccuracyForm;
using verdicts::Compare;
using verdicts::GraphBreaksForm;

constexpr std::size_t kListColumns = 100;

/// appendList appends "  label: a, b, c\n", folded with a deeper indent.
void appendList(std::string& out, const std::string& label, const std::vector<std::string>& items) {
  std::string line = "  " + label + ':';
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (line.size() + 1 + item.size() > kListColumns) {
      out += line + '\n';
      line = "   ";
    }
    line += ' ' + item;
  }
  out += line + (items.empty() ? " none\n" : "\n");
}

void flakyLists(std::string& out, const flaky::FlakyModels& flaky) {
  appendList(out, "flaky models (" + std::to_string(flaky.base.size()) + ")", flaky.base);
  if (!flaky.rocm.empty())
    appendList(out, "also flaky when \"rocm\" is in the expected path (" + std::to_string(flaky.rocm.size()) + ")", flaky.rocm);
  for (const flaky::FileExtra& extra : flaky.files)
    appendList(out, "also flaky for " + extra.fileName +
                  (extra.unlessContains.empty() ? "" : " unless the path holds \"" + extra.unlessContains + '"'),
         extra.names);
}

const char* compareText(Compare compare) {
  switch (compare) {
    case Compare::LowerIsBetter: return "lower is better";
    case Compare::HigherIsBetter: return "higher is better";
    case Compare::DropTolerance: break;
  }
  return "a drop within the tolerance passes";
}

const char* formName(AccuracyForm form) { return form == AccuracyForm::A1 ? "A1" : "A3"; }

const char* formName(GraphBreaksForm form) {
  switch (form) {
    case GraphBreaksForm::G1: return "G1";
    case GraphBreaksForm::G2: return "G2";
    case GraphBreaksForm::G3: break;
  }
  return "G3";
}

}  // namespace

std::string_view remarkName(flaky::Remark::Kind kind) {
  static constexpr std::array<std::string_view, 5> kWords = {"expired", "in-no-baseline", "no-reason",
                                                             "one-script-only", "twice"};
  return kWords[static_cast<std::size_t>(kind)];
}

void writeFlakyText(const FlakyReport& report, const TextSink& sink) {
  ChunkedText out(sink);
  bool first = true;
  for (const flaky::FlakySource& source : report.sources) {
    if (!first) out << '\n';
    first = false;
    const std::size_t count = source.entries().size();
    out << printableText(source.path()) << ": " << std::to_string(count) << (count == 1 ? " entry" : " entries") << '\n';
    TextTable table({{.title = "LINE", .firstToTheRight = true},
                     {.title = "NAME"},
                     {.title = "CHECK"},
                     {.title = "PLATFORM"},
                     {.title = "CONFIG"},
                     {.title = "UNTIL"},
                     {.title = "MATCHES", .firstToTheRight = true},
                     {.title = "REASON"}});
    std::vector<bool> used(8, false);
    for (const flaky::FlakyEntry& entry : source.entries()) {
      const auto cells = cellsOf(entry, report);
      table.measure(cells);
      for (std::size_t i = 0; i < cells.size(); ++i) used[i] = used[i] || !cells[i].first.empty();
    }
    for (std::size_t i = 0; i < used.size(); ++i)
      if (!used[i]) table.hide(i);
    if (count != 0) out << table.header({});
    for (const flaky::FlakyEntry& entry : source.entries()) out << table.line(cellsOf(entry, report));
    for (const std::string& problem : source.problems()) out << "not understood: " << printableText(problem) << '\n';
  }
}

std::size_t writeRemarks(const FlakyReport& report, const TextSink& sink) {
  ChunkedText out(sink);
  std::size_t count = 0;
  for (std::size_t s = 0; s < report.sources.size(); ++s) {
    const flaky::FlakySource& source = report.sources[s];
    for (const flaky::Remark& remark : report.remarks) {
      if (remark.source != s) continue;
      ++count;
      out << printableText(source.path()) << ':' << std::to_string(source.entries()[remark.entry].line) << ": "
          << printableText(remark.text) << '\n';
    }
    for (const std::string& problem : source.problems()) {
      ++count;
      out << printableText(source.path()) << ": " << printableText(problem) << '\n';
    }
  }
  return count;
}

void writeFlakyJson(const FlakyReport& report, const TextSink& sink) {
  Json lists = Json::array();
  for (const flaky::FlakySource& source : report.sources) {
    Json entries = Json::array();
    for (const flaky::FlakyEntry& entry : source.entries()) entries.push_back(entryJson(entry, report));
    lists.push_back({{"path", source.path()},
                     {"origin", flaky::originName(source.origin())},
                     {"problems", source.problems()},
                     {"entries", std::move(entries)}});
  }
  Json remarks = Json::array();
  for (const flaky::Remark& remark : report.remarks) {
    const flaky::FlakySource& source = report.sources[remark.source];
    remarks.push_back({{"kind", remarkName(remark.kind)},
                       {"path", source.path()},
                       {"line", source.entries()[remark.entry].line},
                       {"name", source.entries()[remark.entry].name},
                       {"text", remark.text}});
  }
  const Json json = {{"format", "plumbline-flaky"},
                     {"version", 2},
                     {"today", flaky::dateText(report.today)},
                     {"lists", std::move(lists)},
                     {"remarks", std::move(remarks)}};
  sink(text::toJsonText(json, 2) + '\n');
}

std::string rulesLine(const verdicts::RuleSet& rules, bool isDefault) {
  return rules.generation + (isDefault ? "  (default)  " : "             ") + rules.origin + '\n';
}

std::string rulesText(const verdicts::RuleSet& rules) {
  std::string out = rules.generation + ": " + rules.origin + '\n';
  out += std::string("\naccuracy: form ") + formName(rules.accuracy.form) + '\n';
  flakyLists(out, rules.accuracy.flaky);
  out += std::string("\ngraph-breaks: form ") + formName(rules.graphBreaks.form) + '\n';
  for (const verdicts::TrackedMetric& metric : rules.graphBreaks.tracked)
    out += "  tracks " + metric.name + ", " + compareText(metric.compare) + '\n';
  if (rules.graphBreaks.form == GraphBreaksForm::G3) {
    out += "  drop tolerance: " + text::shortestText(rules.graphBreaks.dropTolerance) + '\n';
    appendList(out, "may pass without a captured graph", rules.graphBreaks.passWithoutCapture);
    appendList(out, "statuses that need no captured graph", rules.graphBreaks.captureOptionalStatuses);
  }
  flakyLists(out, rules.graphBreaks.flaky);
  out += "\nmemory: passes from " + text::shortestText(rules.memory.tolerance) + " of the expected compression ratio\n";
  out += "speedup: passes from " + text::shortestText(rules.hfBertSpeedup) + '\n';
  out += "\naccuracy words\n";
  appendList(out, "known", rules.knownStatuses);
  if (!rules.knownStatusPrefixes.empty()) appendList(out, "known beginnings", rules.knownStatusPrefixes);
  return out;
}

}  // namespace plumbline::reports
