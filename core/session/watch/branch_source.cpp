// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/branch_source.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/fetch/branch_commits.h"

namespace plumbline::session {
namespace {

constexpr std::chrono::milliseconds kPollInterval{50};
/// kMinTries rounds must have failed before an overdue commit is given up.
constexpr int kMinTries = 5;

/// isDone: CI is done with the commit, and every artifact is here or gone for good.
bool isDone(const fetch::FetchReport& report) {
  return report.running == 0 &&
         std::ranges::all_of(report.files, [](const fetch::FetchedFile& file) { return !file.path.empty() || file.isGone; });
}

std::ptrdiff_t offset(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

}  // namespace

std::optional<base::Failure> BranchSource::run(WatchRound& round) {
  if (auto stop = listNew(round)) return stop;
  return round.state().isStarted || !m_watch.since.empty() ? runInOrder(round) : runFromNewest(round);
}

BranchSource::Stop BranchSource::listNew(WatchRound& round) {
  const bool isFirst = round.state().newest.name.empty();
  const std::string known = isFirst ? m_watch.since : round.state().newest.name;
  const auto listed = fetch::listCommits({.repository = m_watch.repository, .branch = m_watch.branch, .known = known}, m_watch.fetch,
                                         round.progress().stopToken(), round.end().retryAfterS);
  if (!listed.isValue()) return listed.failure();
  const std::vector<fetch::BranchCommit>& commits = listed.value().commits;
  if (isFirst && !known.empty() && !listed.value().isKnownFound)
    return base::Error{base::ErrorCode::NotFound, "The newest " + std::to_string(commits.size()) + " commits of " + m_watch.branch + " do not include " + known + ".",
                       "Name a newer one with --since."};
  if (!isFirst && !listed.value().isKnownFound)
    round.end().warnings.push_back({base::ErrorCode::Changed, m_watch.branch + " does not include commit " + known + " any more.",
                                    "The watch goes on with its newest " + std::to_string(commits.size()) + " commits that it does not know."});
  if (commits.empty()) return std::nullopt;
  WatchState next = round.state();
  for (auto commit = commits.rbegin(); commit != commits.rend(); ++commit) {
    const bool isRewritten = !isFirst && !listed.value().isKnownFound && commit->time <= next.newest.time;
    const bool isKnown = std::ranges::any_of(next.waiting, [&](const WaitingCommit& one) { return one.mark.name == commit->sha; });
    if (!isKnown && !isRewritten) next.waiting.push_back({.mark = {.name = commit->sha, .time = commit->time, .subject = commit->subject}, .seen = round.now()});
  }
  next.newest = {.name = commits.front().sha, .time = commits.front().time};
  if (auto saved = round.keep(std::move(next)); !saved) return saved.error();
  return std::nullopt;
}

bool BranchSource::isOverdue(const WatchRound& round, std::size_t index) const {
  return round.now() - round.state().waiting[index].seen > m_watch.patienceS;
}

BranchSource::Stop BranchSource::runInOrder(WatchRound& round) {
  for (std::size_t i = 0; i < round.state().waiting.size();) {
    const auto fetched = fetchCommit(round, round.state().waiting[i].mark.name);
    if (!fetched.isValue()) {
      if (auto stop = giveUpOrStop(round, i, fetched.failure())) return stop;
      continue;
    }
    const fetch::FetchReport& report = fetched.value();
    if (report.jobs == 0 && !isOverdue(round, i)) {
      ++i;
      continue;
    }
    if (!isDone(report) && !isOverdue(round, i)) return std::nullopt;
    const std::size_t before = round.state().waiting.size();
    if (auto stop = judge(round, i, report)) return stop;
    if (round.state().waiting.size() + 1 != before) i = 0;  // else only this one was dropped
  }
  return std::nullopt;
}

BranchSource::Stop BranchSource::runFromNewest(WatchRound& round) {
  for (std::size_t i = round.state().waiting.size(); i-- > 0 && !round.state().isStarted;) {
    const auto fetched = fetchCommit(round, round.state().waiting[i].mark.name);
    if (!fetched.isValue()) return fetched.failure();
    if (fetched.value().jobs == 0 || !isDone(fetched.value())) continue;
    const std::size_t later = round.state().waiting.size() - i - 1;
    if (auto stop = judge(round, i, fetched.value())) return stop;
    i = round.state().waiting.size() - later;
  }
  return std::nullopt;
}

base::Outcome<fetch::FetchReport> BranchSource::fetchCommit(WatchRound& round, const std::string& sha) const {
  fetch::BlockingFetcher fetcher(m_watch.fetch);
  fetcher.start({.repository = m_watch.repository, .sha = sha});
  bool isStopping = false;
  while (!fetcher.wait(kPollInterval)) {
    if (isStopping || !round.progress().stopRequested()) continue;
    isStopping = true;
    fetcher.cancel();
  }
  auto outcome = fetcher.take();
  round.end().retryAfterS = fetcher.state().retryAfterS;
  return outcome;
}

/// judge also drops the commits before this one, which have no jobs.
BranchSource::Stop BranchSource::judge(WatchRound& round, std::size_t index, const fetch::FetchReport& report) const {
  WatchState next = round.state();
  const WatchItem item{.mark = next.waiting[index].mark,
                       .commit = next.waiting[index].mark.name,
                       .link = "https://github.com/" + m_watch.repository + "/commit/" + next.waiting[index].mark.name,
                       .paths = {{report.folder, sources::Role::Actual}}};
  if (report.missing() == report.files.size()) {
    next.waiting.erase(next.waiting.begin() + offset(index));
    if (report.jobs > 0)
      round.end().warnings.push_back({base::ErrorCode::NotFound, "Commit " + item.commit + " is passed over: " + fetch::reportText(report) + "."});
    if (auto saved = round.keep(std::move(next)); !saved) return saved.error();
    return std::nullopt;
  }
  next.waiting.erase(next.waiting.begin(), next.waiting.begin() + offset(index) + 1);
  auto stop = round.judge(item, std::move(next));
  return stop ? giveUpOrStop(round, index, *std::move(stop)) : stop;
}

/// giveUpOrStop ends the round, or drops a commit that has failed for too long. A rate limit is no fault of the commit.
BranchSource::Stop BranchSource::giveUpOrStop(WatchRound& round, std::size_t index, base::Failure failure) const {
  const auto* error = std::get_if<base::Error>(&failure);
  if (error == nullptr || round.end().retryAfterS > 0) return failure;
  WatchState next = round.state();
  if (index >= next.waiting.size()) return failure;
  if (++next.waiting[index].tries > kMinTries && isOverdue(round, index)) {
    round.end().warnings.push_back({base::ErrorCode::NotReadable, "Commit " + next.waiting[index].mark.name + " is given up: " + error->text});
    next.waiting.erase(next.waiting.begin() + offset(index));
    if (auto saved = round.keep(std::move(next)); !saved) return saved.error();
    return std::nullopt;
  }
  if (auto saved = round.keep(std::move(next)); !saved) return saved.error();
  return failure;
}

}  // namespace plumbline::session
