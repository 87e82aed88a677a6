// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/shard_choice.h"

#include <algorithm>
#include <set>
#include <utility>

namespace plumbline::overview {
namespace {

using configs::Identity;

/// Candidate is one result as the choice sees it.
struct Candidate {
  std::size_t piece = 0;
  const Identity* identity = nullptr;
  std::optional<std::string> unreadable;
  bool complete = false;
  int byHand = -1;  ///< place among the hand choices; the last one wins
};

/// Series are candidates that can stand together: one workflow run, one number of shards, one kind of machine.
using Series = std::vector<Candidate>;

/// newerId orders GitHub's ids, which are digits without leading zeros.
bool newerId(const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() > b.size() : a > b; }

/// haveSameAttempt: artifacts got from the store by hand lie in one folder, and no name says the attempt. GitHub gives
/// ids in the order of time, so of two jobs for one shard the one with the higher id is the later attempt.
bool haveSameAttempt(const Identity& a, const Identity& b) {
  return a.attempt == b.attempt && !a.jobId.empty() && !b.jobId.empty() && a.jobId != b.jobId;
}
bool isNewer(const Identity& a, const Identity& b) {
  return haveSameAttempt(a, b) ? newerId(a.jobId, b.jobId) : a.attempt > b.attempt;
}

/// hasRivals returns whether two machines bring the same attempt of the same shard.
bool hasRivals(const Series& series) {
  std::map<std::pair<int, int>, std::string> machines;
  for (const Candidate& c : series) {
    const auto [at, isNew] = machines.emplace(std::pair(c.identity->shard, c.identity->attempt), c.identity->machine);
    if (!isNew && at->second != c.identity->machine) return true;
  }
  return false;
}

std::vector<Series> seriesOf(Series all) {
  std::map<std::pair<int, std::string>, Series> byRun;
  for (Candidate& c : all) byRun[{c.identity->shards, c.identity->workflowId}].push_back(std::move(c));
  std::vector<Series> out;
  for (auto& [run, series] : byRun) {
    if (!hasRivals(series)) {
      out.push_back(std::move(series));
      continue;
    }
    std::map<std::string, Series> byMachine;
    for (Candidate& c : series) byMachine[c.identity->machine].push_back(std::move(c));
    for (auto& [machine, part] : byMachine) out.push_back(std::move(part));
  }
  return out;
}

/// SeriesRank sorts series: the one a person picked, then the complete ones, the fuller ones, the newer ones.
struct SeriesRank {
  int byHand = -1;
  bool complete = false;
  std::size_t readableShards = 0;
  std::string workflow;
  int attempt = 0;
};
SeriesRank rankOf(const Series& series) {
  SeriesRank rank;
  std::set<int> shards;
  for (const Candidate& c : series) {
    rank.byHand = std::max(rank.byHand, c.byHand);
    rank.attempt = std::max(rank.attempt, c.identity->attempt);
    if (!c.unreadable) shards.insert(c.identity->shard);
  }
  rank.workflow = series.front().identity->workflowId;
  rank.readableShards = shards.size();
  const auto wanted = static_cast<std::size_t>(std::max(series.front().identity->shards, 1));
  rank.complete = shards.size() >= wanted;
  return rank;
}
bool isBetter(const SeriesRank& a, const SeriesRank& b, AttemptRule rule) {
  if (a.byHand != b.byHand) return a.byHand > b.byHand;
  if (a.complete != b.complete) return a.complete;
  if (!a.complete && a.readableShards != b.readableShards) return a.readableShards > b.readableShards;
  const bool first = rule == AttemptRule::First;
  if (a.workflow != b.workflow) return first ? newerId(b.workflow, a.workflow) : newerId(a.workflow, b.workflow);
  return a.attempt != b.attempt && (first ? a.attempt < b.attempt : a.attempt > b.attempt);
}

std::string seriesText(const Series& series) {
  const Identity& id = *series.front().identity;
  std::string text = id.shards > 0   ? std::to_string(id.shards) + (id.shards == 1 ? " shard" : " shards")
                     : id.shard > 0 ? "shards without a total"
                                     : "whole files";
  if (!id.machine.empty()) text += " on " + id.machine;
  if (!id.workflowId.empty()) text += " in workflow run " + id.workflowId;
  return text;
}

std::string attemptText(const Candidate& c, int last) {
  if (c.identity->attempt == 0) return "a file without an attempt";
  return "attempt " + std::to_string(c.identity->attempt) + " of " + std::to_string(std::max(last, c.identity->attempt));
}

/// ShardPicker chooses among the candidates of one shard and says why.
class ShardPicker {
 public:
  ShardPicker(const sources::Opened& opened, AttemptRule rule, ShardChoice& out)
      : m_opened(opened), m_rule(rule), m_out(out) {}

  void pick(Series shard) {
    std::ranges::stable_sort(shard,
                             [](const Candidate& a, const Candidate& b) { return isNewer(*b.identity, *a.identity); });
    const std::size_t chosen = choose(shard);
    const int last = shard.back().identity->attempt;
    for (std::size_t i = 0; i < shard.size(); ++i) {
      ShardUse use = useOf(shard[i]);
      use.used = i == chosen && !shard[i].unreadable;
      use.why = i == chosen ? whyChosen(shard, i, last) : whyNot(shard, i, chosen, last);
      m_out.shards.push_back(std::move(use));
    }
    if (shard[chosen].unreadable) {
      m_out.unreadable = true;
      m_out.notes.push_back(shardText(shard[chosen]) + " is left out: " + *shard[chosen].unreadable);
    }
    noteShorter(shard, chosen);
  }

  ShardUse useOf(const Candidate& c) const {
    ShardUse use;
    use.piece = c.piece;
    use.identity = *c.identity;
    use.origin = m_opened.pieces[c.piece].origin;
    use.rows = rowsOf(c);
    return use;
  }

 private:
  std::size_t rowsOf(const Candidate& c) const { return m_opened.pieces[c.piece].table->rowCount(); }
  const std::string& originOf(const Candidate& c) const { return m_opened.pieces[c.piece].origin; }
  static std::string shardText(const Candidate& c) {
    return c.identity->shard > 0 ? "Shard " + std::to_string(c.identity->shard) : "The result";
  }

  /// choose returns the index of the one that stands; where none can be read, that of the one that would.
  std::size_t choose(const Series& shard) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < shard.size(); ++i)
      if (isBetterAttempt(shard[i], shard[best])) best = i;
    return best;
  }
  bool isBetterAttempt(const Candidate& a, const Candidate& b) const {
    if (a.byHand != b.byHand) return a.byHand > b.byHand;
    if (a.unreadable.has_value() != b.unreadable.has_value()) return !a.unreadable;
    if (m_rule == AttemptRule::First) return isNewer(*b.identity, *a.identity);
    if (a.complete != b.complete) return a.complete;
    return isNewer(*a.identity, *b.identity);
  }

  std::string whyChosen(const Series& shard, std::size_t i, int last) const {
    const Candidate& c = shard[i];
    if (c.unreadable) return "cannot be read: " + *c.unreadable;
    if (c.byHand >= 0) return "chosen by hand";
    if (shard.size() == 1) return c.identity->attempt == 0 ? "only file" : "only attempt";
    if (shard.front().identity->attempt == last) {
      const bool byJob = std::ranges::all_of(shard, [&](const Candidate& other) {
        return other.piece == c.piece || haveSameAttempt(*other.identity, *c.identity);
      });
      if (!byJob) return "the first of " + std::to_string(shard.size()) + " files for it";
      const std::string which = m_rule == AttemptRule::First ? "the first" : c.complete ? "the latest complete one" : "the latest";
      return "job " + c.identity->jobId + ": " + which + " of " + std::to_string(shard.size()) + " jobs";
    }
    if (m_rule == AttemptRule::First) return attemptText(c, last) + ": the first one";
    return attemptText(c, last) + (c.complete ? ": the latest complete one" : ": the latest; none is complete");
  }

  std::string whyNot(const Series& shard, std::size_t i, std::size_t chosen, int last) const {
    const Candidate& c = shard[i];
    const Candidate& winner = shard[chosen];
    if (c.unreadable) return "cannot be read: " + *c.unreadable;
    if (c.identity->attempt != winner.identity->attempt) {
      const bool incomplete = !c.complete && winner.complete && m_rule == AttemptRule::LatestComplete;
      return attemptText(c, last) + (incomplete ? ": not complete; " : ": ") +
             (winner.identity->attempt == 0 ? "a file without an attempt"
                                            : "attempt " + std::to_string(winner.identity->attempt)) +
             " is used";
    }
    if (haveSameAttempt(*c.identity, *winner.identity)) {
      const bool incomplete = !c.complete && winner.complete && m_rule == AttemptRule::LatestComplete;
      return "job " + c.identity->jobId + (incomplete ? ": not complete; " : ": ") + "job " + winner.identity->jobId + " is used";
    }
    if (m_opened.pieces[c.piece].table->bytes() == m_opened.pieces[winner.piece].table->bytes())
      return "the same bytes as " + originOf(winner);
    if (winner.byHand < 0)
      m_out.notes.push_back(shardText(c) + " is here twice with different rows: " + originOf(winner) + " is used, " +
                            originOf(c) + " is not. Choose by hand if that is wrong.");
    return "a second file for the same shard and attempt; " + originOf(winner) + " is used";
  }

  /// A later attempt that brings fewer models than an earlier one was perhaps cut short: said, never decided silently.
  void noteShorter(const Series& shard, std::size_t chosen) const {
    const Candidate& winner = shard[chosen];
    if (winner.unreadable || winner.byHand >= 0) return;
    for (const Candidate& c : shard) {
      if (c.unreadable || rowsOf(c) <= rowsOf(winner) || c.identity->attempt == winner.identity->attempt) continue;
      m_out.notes.push_back(shardText(winner) + ": attempt " + std::to_string(winner.identity->attempt) +
                            " is used and has " + std::to_string(rowsOf(winner)) +
                            (rowsOf(winner) == 1 ? " row" : " rows") + ", attempt " +
                            std::to_string(c.identity->attempt) + " has " + std::to_string(rowsOf(c)) + ".");
      return;
    }
  }

  const sources::Opened& m_opened;
  AttemptRule m_rule;
  ShardChoice& m_out;
};

using sources::Piece;

constexpr std::size_t kNamedConfigs = 6;

base::Error refused(base::ErrorCode code, std::string text, std::string hint, std::string file = {}) {
  return {.code = code, .text = std::move(text), .hint = std::move(hint), .file = std::move(file)};
}

/// isNamedAlone returns whether a file was named itself rather than found in a folder or a zip.
bool isNamedAlone(const sources::Opened& opened, const Piece& piece) {
  return !piece.path.empty() && piece.source < opened.paths.size() && opened.paths[piece.source].path == piece.path;
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count++ == kNamedConfigs) return text + ", and " + std::to_string(names.size() - kNamedConfigs) + " more";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

/// configOf finds the one config that is to be merged; nothing when no file says any.
base::Result<std::optional<configs::Config>> configOf(const sources::Opened& opened, const MergeRequest& request) {
  std::set<std::string> names;
  std::optional<configs::Config> found;
  for (const Piece& piece : opened.pieces) {
    if (!piece.identity || (request.config && piece.identity->config != *request.config)) continue;
    found = piece.identity->config;
    names.insert(configs::configName(*found));
  }
  if (names.size() > 1)
    return base::fail(refused(base::ErrorCode::BadArgument,
                              "These results are of " + std::to_string(names.size()) + " configs: " + listed(names) + ".",
                              "Name one of them with --config."));
  if (request.config && !found)
    return base::fail(refused(base::ErrorCode::BadArgument,
                              "No result here is of " + configs::configName(*request.config) + ".",
                              "Look at the names of the files."));
  return found;
}

void noteMissing(const ShardChoice& choice, std::vector<std::string>& notes) {
  if (choice.wanted == 0) return;
  std::set<int> here;
  for (const ShardUse& use : choice.shards)
    if (use.used) here.insert(use.identity.shard);
  if (static_cast<int>(here.size()) >= choice.wanted) return;
  std::string missing;
  for (int shard = 1; shard <= choice.wanted; ++shard)
    if (!here.contains(shard)) missing += (missing.empty() ? "" : ", ") + std::to_string(shard);
  notes.push_back(std::to_string(here.size()) + " of " + std::to_string(choice.wanted) +
                  (choice.wanted == 1 ? " shard" : " shards") + ": " + missing + " not here.");
}

void noteLeftOut(const ShardChoice& choice, std::vector<std::string>& notes) {
  for (const ShardUse& use : choice.shards)
    if (!use.used) notes.push_back(use.origin + " is left out: " + use.why + ".");
}

/// whyUnreadable describes the first chosen shard that cannot be read.
base::Error whyUnreadable(const sources::Opened& opened, const ShardChoice& choice) {
  for (const ShardUse& use : choice.shards) {
    const auto why = overview::whyUnreadable(*opened.pieces[use.piece].table);
    if (!use.used && why) return refused(base::ErrorCode::BadFormat, *why, "Take the file away to merge without it.", use.origin);
  }
  return refused(base::ErrorCode::BadFormat, "A shard cannot be read.", "Take it away to merge without it.");
}

}  // namespace

std::optional<std::string> whyUnreadable(const tables::CsvTable& table) {
  if (table.pandasError()) return table.pandasError()->text;
  if (!table.columnOf("name")) return "it has no column \"name\".";
  return std::nullopt;
}

JobFiles::TestKey JobFiles::testOf(const Identity& identity) {
  return {identity.config.test, identity.config.suite, identity.config.platform};
}
JobFiles::JobKey JobFiles::jobOf(const Identity& identity) {
  return {testOf(identity), identity.workflowId, identity.machine, identity.shards, identity.shard, identity.attempt, identity.jobId};
}

JobFiles::JobFiles(const sources::Opened& opened, const std::vector<std::size_t>& results) {
  for (const std::size_t index : results) {
    const Identity& identity = *opened.pieces[index].identity;
    const unsigned bit = 1U << static_cast<unsigned>(identity.config.mode);
    m_tests[testOf(identity)] |= bit;
    unsigned& job = m_jobs[jobOf(identity)];
    if (!whyUnreadable(*opened.pieces[index].table)) job |= bit;
  }
}

bool JobFiles::isComplete(const Identity& identity) const {
  const auto job = m_jobs.find(jobOf(identity));
  const auto test = m_tests.find(testOf(identity));
  return job != m_jobs.end() && test != m_tests.end() && job->second == test->second;
}

ShardChoice chooseShards(const sources::Opened& opened, const std::vector<std::size_t>& pieces, const JobFiles& jobs,
                         AttemptRule rule, const std::vector<AttemptChoice>& choices) {
  ShardChoice out;
  Series all;
  for (const std::size_t index : pieces) {
    const sources::Piece& piece = opened.pieces[index];
    Candidate c{index, &*piece.identity, whyUnreadable(*piece.table), jobs.isComplete(*piece.identity), -1};
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (choices[i].origin == piece.origin) c.byHand = static_cast<int>(i);
    all.push_back(std::move(c));
  }
  if (all.empty()) return out;
  std::vector<Series> series = seriesOf(std::move(all));
  std::size_t best = 0;
  for (std::size_t i = 1; i < series.size(); ++i)
    if (isBetter(rankOf(series[i]), rankOf(series[best]), rule)) best = i;
  const std::string bestText = seriesText(series[best]);
  out.wanted = series[best].front().identity->shards;
  std::map<int, Series> byShard;
  for (Candidate& c : series[best]) byShard[c.identity->shard].push_back(std::move(c));
  ShardPicker picker(opened, rule, out);
  for (auto& [shard, candidates] : byShard) picker.pick(std::move(candidates));
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (i == best) continue;
    for (const Candidate& c : series[i]) {
      out.shards.push_back(picker.useOf(c));
      out.shards.back().why = "of another run; the one with " + bestText + " is used";
    }
    out.notes.push_back("There is a second run: " + seriesText(series[i]) + "; the one with " + bestText +
                        " is used. Choose one of its files to switch.");
  }
  return out;
}

base::Result<MergeChoice> chooseToMerge(const sources::Opened& opened, const MergeRequest& request) {
  const auto config = configOf(opened, request);
  if (!config) return base::fail(config.error());
  MergeChoice choice;
  choice.config = *config;
  std::vector<std::size_t> found;  // in folders and zips
  std::vector<std::size_t> results;
  std::set<std::string> commits;
  for (std::size_t i = 0; i < opened.pieces.size(); ++i) {
    const Piece& piece = opened.pieces[i];
    const bool alone = isNamedAlone(opened, piece);
    if (alone && piece.form != sources::Form::Csv)
      return base::fail(refused(base::ErrorCode::BadFormat, "Only CSVs of one run can be merged.", "", piece.origin));
    if (piece.form != sources::Form::Csv) continue;
    if (piece.identity) results.push_back(i);
    const bool isOther = piece.identity && piece.identity->config != *choice.config;
    if (isOther && alone)
      return base::fail(refused(base::ErrorCode::BadArgument,
                                "This file is of " + configs::configName(piece.identity->config) + ", not of " +
                                    configs::configName(*choice.config) + ".",
                                "Leave it out.", piece.origin));
    if (isOther || (!piece.identity && !alone)) continue;
    if (piece.identity && !piece.identity->commit.empty()) commits.insert(piece.identity->commit);
    (alone ? choice.pieces : found).push_back(i);
  }
  if (commits.size() > 1)
    return base::fail(refused(base::ErrorCode::BadFormat,
                              "These results are of " + std::to_string(commits.size()) + " commits: " + listed(commits) + ".",
                              "Merge those of one commit."));
  if (!found.empty()) {
    const ShardChoice shards = chooseShards(opened, found, JobFiles(opened, results), request.attempts, {});
    if (shards.unreadable) return base::fail(whyUnreadable(opened, shards));
    for (const ShardUse& use : shards.shards)
      if (use.used) choice.pieces.push_back(use.piece);
    choice.notes = shards.notes;
    noteMissing(shards, choice.notes);
    noteLeftOut(shards, choice.notes);
  }
  if (choice.pieces.empty())
    return base::fail(refused(base::ErrorCode::BadArgument, "Nothing here can be merged: no CSV that belongs to a config.",
                              "Name the CSVs one by one."));
  for (const std::size_t piece : choice.pieces) choice.tables.push_back(opened.pieces[piece].table);
  return choice;
}

}  // namespace plumbline::overview
