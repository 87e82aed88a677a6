// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/healed_entries.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "core/charts/change_marks.h"
#include "core/evidence/number_evidence.h"
#include "core/history/report_parts.h"
#include "core/reports/evidence/rate_report.h"
#include "core/reports/text_parts.h"
#include "core/text/quantities.h"

namespace plumbline::evidence {
namespace {

using statistics::TimedRun;

constexpr std::string_view kMethod = "beta-binomial, green days doubled with each relapse";

/// checkOf is the name of the check that compares a column, as flaky lists write it.
std::string_view checkOf(const std::string& metric) {
  if (metric == history::kStatusMetric) return "accuracy";
  if (metric == "compression_ratio") return "memory";
  return limitOf(metric, std::nullopt) ? "graph-breaks" : "perf";
}

/// runsOf merges the columns of a model: a run has failed if one of them has. Attempts of a commit stay apart, in their order.
std::vector<TimedRun> runsOf(const flaky::FlakyEntry& entry, const std::vector<RowEvidence>& rows, std::size_t& matched) {
  using RunKey = std::tuple<std::string, std::string, std::int64_t, std::string, std::size_t>;
  std::map<RunKey, bool> failed;
  for (const RowEvidence& row : rows) {
    if (!row.status || !isListed(entry, row.row)) continue;
    ++matched;
    std::map<std::pair<std::int64_t, std::string>, std::size_t> attempts;
    for (const EvidenceRun& run : row.runs) {
      if (run.isMissing) continue;
      const std::size_t attempt = attempts[{run.time, run.commit}]++;
      bool& hasFailed = failed[{row.row.config, row.row.model, run.time, run.commit, attempt}];
      hasFailed = hasFailed || run.hasFailed;
    }
  }
  std::vector<TimedRun> runs;
  for (const auto& [key, hasFailed] : failed) runs.push_back({std::get<2>(key), hasFailed});
  std::ranges::stable_sort(runs, {}, &TimedRun::time);
  return runs;
}

EntryState stateOf(const HealedEntry& entry) {
  if (entry.stretch.before.runs + entry.stretch.greenRuns == 0) return EntryState::NoRuns;
  if (entry.judged.isHealed) return EntryState::Healed;
  return entry.stretch.greenRuns == 0 ? EntryState::StillFails : EntryState::NeedsRuns;
}

std::string daysText(double days) {
  return text::counted(static_cast<std::size_t>(std::ceil(days - 1e-9)), "day");
}

std::string neededText(const HealedEntry& entry) {
  std::vector<std::string> parts;
  if (entry.judged.moreRuns > 0) parts.push_back(text::counted(entry.judged.moreRuns, "more green run"));
  if (entry.judged.moreDays > 0) parts.push_back(daysText(entry.judged.moreDays) + " more");
  return text::joined(parts, " and ");
}

}  // namespace

std::string_view entryStateName(EntryState state) {
  switch (state) {
    case EntryState::Healed: return "healed";
    case EntryState::NeedsRuns: return "needs runs";
    case EntryState::StillFails: return "still fails";
    case EntryState::NoRuns: break;
  }
  return "no runs";
}

bool isListed(const flaky::FlakyEntry& entry, const history::RowKey& row) {
  return entry.appliesTo(row.model, row.config + ".csv") && (entry.check.empty() || entry.check == checkOf(row.metric));
}

base::Result<std::vector<HealedEntry>> healedEntries(history::Store& store, const std::vector<flaky::FlakySource>& sources,
                                                     const EvidenceQuery& query, flaky::Date today, const base::Progress& progress) {
  EvidenceQuery asked = query;
  const auto isPattern = [](const flaky::FlakySource& source) { return std::ranges::any_of(source.entries(), &flaky::FlakyEntry::isPattern); };
  if (asked.models.empty() && std::ranges::none_of(sources, isPattern))
    for (const flaky::FlakySource& source : sources)
      for (const flaky::FlakyEntry& entry : source.entries()) asked.models.push_back(entry.name);
  const auto rows = readEvidence(store, asked, progress);
  if (!rows) return base::fail(rows.error());
  std::vector<HealedEntry> healed;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    const std::vector<flaky::FlakyEntry>& entries = sources[source].entries();
    for (std::size_t entry = 0; entry < entries.size(); ++entry) {
      HealedEntry one{.source = source, .entry = entry, .listed = entries[entry]};
      one.isExpired = one.listed.isExpired(today);
      one.isUnexplained = one.listed.reason.empty() && one.listed.issue.empty();
      const std::vector<TimedRun> runs = runsOf(one.listed, *rows, one.rows);
      one.stretch = statistics::greenStretch(runs);
      if (one.stretch.before.runs > 0) one.lastFail = runs[one.stretch.before.runs - 1].time;
      one.judged = statistics::judgeHealing(one.stretch);
      one.state = stateOf(one);
      healed.push_back(std::move(one));
    }
  }
  std::ranges::stable_sort(healed, {}, [](const HealedEntry& entry) {
    return std::tuple(entry.state, !entry.isExpired, !entry.isUnexplained, entry.judged.moreRuns, entry.judged.moreDays);
  });
  return healed;
}

std::string healedSentence(const HealedEntry& entry) {
  const statistics::GreenStretch& stretch = entry.stretch;
  std::string text;
  if (entry.state == EntryState::NoRuns) {
    text = entry.rows == 0 ? "The history has no row of it" : "The history has no run of it";
    text += "; the risk of a relapse is unknown.";
  } else {
    text = "0 of " + text::counted(stretch.greenRuns, "run") + " fail in " + daysText(stretch.greenDays);
    if (stretch.before.fails > 0)
      text += ", after " + text::groupedText(stretch.before.fails) + " of " + text::counted(stretch.before.runs, "run") + " until " +
              history::dayText(entry.lastFail) + " (luck: p " + charts::pText(entry.judged.luck) + ')';
    if (stretch.relapses > 0) text += "; it relapsed " + (stretch.relapses == 1 ? "once" : text::counted(stretch.relapses, "time")) + " before";
    if (stretch.before.fails > 0)
      text += "; a failed run within 30 days: " + reports::ratePercent(entry.judged.relapseRisk) + " (" + std::string(kMethod) + ')';
    else
      text += "; it never failed in the history, so a failed run within 30 days: at most " + reports::ratePercent(entry.judged.relapseRisk) +
              " (upper end of the 95 % Jeffreys interval)";
    if (!entry.judged.isHealed) text += "; still needed: " + neededText(entry);
    text += '.';
  }
  if (entry.isExpired) text += " It expired on " + flaky::dateText(*entry.listed.expires) + '.';
  if (entry.isUnexplained) text += " It has no reason and no issue.";
  return text;
}

std::string removalMessage(const std::vector<flaky::FlakySource>& sources, const std::vector<HealedEntry>& entries) {
  std::string body;
  std::size_t count = 0;
  std::string name;
  for (const HealedEntry& entry : entries) {
    if (!entry.isRemovable()) continue;
    ++count;
    name = entry.listed.name;
    body += "\n- " + reports::wrappedText(reports::printableText(entry.listed.name) + " (" + 
            std::string(flaky::originName(sources[entry.source].origin())) + "): " + healedSentence(entry), 70, 2);
    if (!body.ends_with('\n')) body += '\n';
  }
  if (count == 0) return {};
  const std::string what = count == 1 ? reports::elidedText(reports::printableText(name), 40) : text::counted(count, "model");
  return "Take " + what + " off the flaky list\n" + body;
}

}  // namespace plumbline::evidence
