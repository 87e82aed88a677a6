// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/streaks_report.h"

#include <nlohmann/json.hpp>

#include "core/history/report_parts.h"
#include "core/reports/text_parts.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

using reports::printableText;

/// runName is the time and the commit of a run, or where it came from.
std::string runName(const RunInfo& run) {
  return utcText(timeOfRun(run)) + ' ' +
         printableText(run.commit.empty() ? run.origin : run.commit.substr(0, kShortHash));
}

std::string changesText(const StreakCluster& cluster) {
  std::vector<std::string> parts;
  for (const FieldChange& change : cluster.changes) {
    std::string part = printableText(change.field + ": " + change.before + " -> " + change.after);
    if (change.rows < cluster.rows.size()) part += " (" + text::counted(change.rows, "row") + ')';
    parts.push_back(std::move(part));
  }
  return parts.empty() ? std::string() : "  changed: " + text::joined(parts) + '\n';
}

std::string streaksText(const RedRows& red, const std::vector<StreakCluster>& clusters) {
  if (clusters.empty()) return "no row is red\n";
  std::string out;
  for (const StreakCluster& cluster : clusters) {
    out += (out.empty() ? "" : "\n") + text::counted(cluster.rows.size(), "row") + " red since " +
           runName(red.runs[cluster.first]);
    if (cluster.withoutGood > 0) out += ", " + text::groupedText(cluster.withoutGood) + " without a good run before";
    out += '\n' + changesText(cluster);
    reports::TextTable table({{.title = "CONFIG"},
                              {.title = "MODEL"},
                              {.title = "METRIC"},
                              {.title = "VALUE"},
                              {.title = "BASELINE"},
                              {.title = "RUNS"},
                              {.title = "LAST GOOD"}});
    std::vector<std::vector<reports::TableCell>> rows;
    for (const std::size_t row : cluster.rows) {
      const RowStreak& streak = red.rows[row];
      rows.push_back({{printableText(streak.row.config)},
                      {printableText(streak.row.model)},
                      {printableText(streak.row.metric)},
                      {printableText(streak.value)},
                      {printableText(streak.expected.value_or("-"))},
                      {std::to_string(streak.length)},
                      {streak.lastGood ? runName(red.runs[*streak.lastGood]) : "-"}});
    }
    out += table.written(rows, "  ");
  }
  return out;
}

std::string streaksTsv(const RedRows& red, const std::vector<StreakCluster>& clusters) {
  std::string out =
      "since\tunix\tcommit\tconfig\tmodel\tmetric\tvalue\tbaseline\truns\tlast_good\tlast_good_commit\tchanged\n";
  for (const StreakCluster& cluster : clusters)
    for (const std::size_t row : cluster.rows) {
      const RowStreak& streak = red.rows[row];
      const RunInfo &first = red.runs[*streak.first], &good = streak.lastGood ? red.runs[*streak.lastGood] : first;
      std::vector<std::string> changes;
      for (const FieldChange& change : changedFields(good, first))
        changes.push_back(change.field + ": " + change.before + " -> " + change.after);
      out += tabbed({utcText(timeOfRun(first)), std::to_string(timeOfRun(first)), first.commit, streak.row.config,
                     streak.row.model, streak.row.metric, streak.value, streak.expected.value_or(""),
                     std::to_string(streak.length), streak.lastGood ? utcText(timeOfRun(good)) : "",
                     streak.lastGood ? good.commit : "", text::joined(changes)});
    }
  return out;
}

OrderedJson runJson(const RunInfo& run) {
  return {{"time", utcText(timeOfRun(run))},
          {"unix_s", timeOfRun(run)},
          {"commit", run.commit},
          {"branch", run.branch},
          {"job_id", run.jobId},
          {"attempt", run.attempt},
          {"machine", run.machine},
          {"image", run.image},
          {"torch_version", run.torchVersion},
          {"origin", run.origin}};
}

std::string streaksJson(const RedRows& red, const std::vector<StreakCluster>& clusters) {
  OrderedJson list = OrderedJson::array();
  for (const StreakCluster& cluster : clusters) {
    OrderedJson changes = OrderedJson::array(), rows = OrderedJson::array();
    for (const FieldChange& change : cluster.changes)
      changes.push_back(
          {{"field", change.field}, {"old", change.before}, {"new", change.after}, {"rows", change.rows}});
    for (const std::size_t row : cluster.rows) {
      const RowStreak& streak = red.rows[row];
      rows.push_back({{"config", streak.row.config},
                      {"model", streak.row.model},
                      {"metric", streak.row.metric},
                      {"value", streak.value},
                      {"baseline", textOrNull(streak.expected)},
                      {"runs", streak.length},
                      {"last_good", streak.lastGood ? runJson(red.runs[*streak.lastGood]) : OrderedJson(nullptr)}});
    }
    list.push_back(
        {{"since", runJson(red.runs[cluster.first])}, {"changed", std::move(changes)}, {"rows", std::move(rows)}});
  }
  return jsonText("plumbline-history-streaks", {{"clusters", std::move(list)}});
}

}  // namespace

std::string streaksReport(const RedRows& red, const std::vector<StreakCluster>& clusters, ReportForm form) {
  if (form == ReportForm::Json) return streaksJson(red, clusters);
  return form == ReportForm::Tsv ? streaksTsv(red, clusters) : streaksText(red, clusters);
}

}  // namespace plumbline::history
