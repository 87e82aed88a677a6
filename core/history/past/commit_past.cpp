// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/past/commit_past.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/history/baseline_changes.h"
#include "core/history/report_parts.h"
#include "core/history/row_history.h"
#include "core/history/store.h"
#include "core/text/ascii.h"

namespace plumbline::history {
namespace {

using overview::RowPast;

constexpr std::size_t kNamedCommits = 3;  // in the error for an unknown one

/// AskedRow is one metric of a member.
struct AskedRow {
  std::size_t group = 0, member = 0;
};

/// metricsOf are the columns that the group is about: Group::metric has several with ", " between them.
std::vector<std::string> metricsOf(const overview::Group& group) {
  std::vector<std::string> metrics;
  for (std::size_t at = 0; at < group.metric.size();) {
    const std::size_t end = std::min(group.metric.find(", ", at), group.metric.size());
    metrics.push_back(group.metric.substr(at, end - at));
    at = end + 2;
  }
  if (metrics.empty()) metrics.emplace_back(kStatusMetric);
  return metrics;
}

RowKey keyOf(const overview::ConfigResult& config, std::uint32_t row, std::string metric) {
  const verdicts::Comparison& comparison = *config.comparison;
  std::string scratch;
  RowKey key{configs::configName(config.config), std::string(comparison.modelName(row, scratch)), std::move(metric)};
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m)
    if (comparison.metrics()[m].info.name == key.metric)
      if (const verdicts::MetricCell cell = comparison.cell(row, m); cell.expected) key.expected = cell.expectedText;
  return key;
}

/// canBeRed: the history judges words of a status and counts of graph breaks, not other numbers.
bool canBeRed(const RowStreak& streak) {
  return streak.latest && (streak.row.metric == kStatusMetric || streak.row.metric == kGraphBreaks || isStatusWord(streak.value));
}

/// addNow keeps the earliest beginning of all metrics of a row.
void addNow(const RedRows& now, const RowStreak& streak, RowPast& past) {
  if (!canBeRed(streak)) return;
  past.isKnown = true;
  if (streak.length == 0) return;
  const RunInfo& first = now.runs[*streak.first];
  const std::string day = dayText(timeOfRun(first));
  if (!past.since.empty() && past.since <= day) return;
  past.since = day;
  past.firstCommit = first.commit;
  past.runs = streak.length;
}

void addThen(const RowStreak& streak, RowPast& past) {
  if (!canBeRed(streak)) return;
  if (streak.length > 0) past.then = RowPast::Then::Red;
  if (streak.length == 0 && past.then == RowPast::Then::NoRun) past.then = RowPast::Then::Good;
}

base::Error unknownCommit(Store& store, const std::string& commit) {
  std::string hint = "Add its runs with plumbline-cli history add";
  if (const auto newest = store.runs().commits({.limit = kNamedCommits}); newest && !newest->empty()) {
    hint += ", or name one of its commits; the newest are";
    for (const KnownCommit& known : *newest)
      hint += (&known == newest->data() ? " " : ", ") + known.hash.substr(0, kShortHash) + " (" + dayText(known.time) + ")";
  }
  return {base::ErrorCode::NotFound, "The history has no run of commit " + commit + ".", hint + ".", store.name()};
}

base::Result<KnownCommit> earlierCommit(Store& store, const std::string& digits, const overview::CommitView& view,
                                        const std::optional<KnownCommit>& opened) {
  const auto bad = [&](const std::string& text, const std::string& hint) {
    return base::fail({base::ErrorCode::BadArgument, text, hint, store.name()});
  };
  if (digits.size() < kMinCommitDigits || !std::ranges::all_of(digits, [](char c) { return text::isHexDigit(c); }))
    return bad(digits + " is no commit.", "Give at least " + std::to_string(kMinCommitDigits) + " hexadecimal digits of one.");
  const auto found = store.runs().commits({.prefix = text::toLower(digits), .limit = 2});
  if (!found) return base::fail(found.error());
  if (found->empty()) return base::fail(unknownCommit(store, digits));
  const KnownCommit& commit = found->front();
  if (found->size() > 1)
    return bad(digits + " fits several commits of the history, among them " + commit.hash + " and " + found->back().hash + ".",
               "Give more of its digits.");
  if (commit.hash == view.commit()) return bad("Commit " + digits + " is the opened one.", "Name an earlier commit.");
  if (opened && commit.time > opened->time)
    return bad("Commit " + digits + " (" + dayText(commit.time) + ") is newer than the opened one (" + dayText(opened->time) + ").",
               "Name an earlier commit.");
  return commit;
}

/// knownCommit finds a commit by its whole hash; nullopt for one that the history does not have.
base::Result<std::optional<KnownCommit>> knownCommit(Store& store, const std::string& hash) {
  if (hash.empty()) return std::nullopt;
  auto found = store.runs().commits({.prefix = hash, .limit = 1});
  if (!found) return base::fail(std::move(found.error()));
  return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

}  // namespace

base::Result<overview::CommitPast> commitPast(Store& store, const overview::CommitView& view,
                                              const std::vector<overview::Group>& groups, const PastOptions& options) {
  overview::CommitPast past;
  past.groups.resize(groups.size());
  std::vector<RowKey> keys;
  std::vector<AskedRow> asked;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!overview::isRed(groups[g])) continue;
    past.groups[g].rows.resize(groups[g].members.size());
    for (const std::string& metric : metricsOf(groups[g]))
      for (std::size_t m = 0; m < groups[g].members.size(); ++m) {
        const overview::RowRef member = groups[g].members[m];
        keys.push_back(keyOf(view.configs()[member.config], member.row, metric));
        asked.push_back({g, m});
      }
  }
  const auto opened = knownCommit(store, view.commit());
  if (!opened) return base::fail(opened.error());
  if (*opened) past.until = (*opened)->time;
  const auto now = store.rows().redSince(keys, {.until = past.until});
  if (!now) return base::fail(now.error());
  for (std::size_t i = 0; i < asked.size(); ++i)
    addNow(*now, now->rows[i], past.groups[asked[i].group].rows[asked[i].member]);
  if (options.newSince.empty()) return past;
  const auto earlier = earlierCommit(store, options.newSince, view, *opened);
  if (!earlier) return base::fail(earlier.error());
  past.commit = earlier->hash;
  past.day = dayText(earlier->time);
  const auto then = store.rows().redSince(keys, {.until = earlier->time});
  if (!then) return base::fail(then.error());
  for (std::size_t i = 0; i < asked.size(); ++i)
    addThen(then->rows[i], past.groups[asked[i].group].rows[asked[i].member]);
  return past;
}

base::Result<std::vector<KnownCommit>> earlierCommits(Store& store, const std::string& commit, std::size_t limit) {
  const auto opened = knownCommit(store, commit);
  if (!opened) return base::fail(opened.error());
  auto found = store.runs().commits({.until = *opened ? (*opened)->time : std::numeric_limits<std::int64_t>::max(), .limit = limit + 1});
  if (!found) return found;
  std::erase_if(*found, [&](const KnownCommit& known) { return known.hash == commit; });
  if (found->size() > limit) found->resize(limit);
  return found;
}

}  // namespace plumbline::history
