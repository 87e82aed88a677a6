// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/watch_round.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "core/history/store.h"
#include "core/text/quantities.h"
#include "core/text/sha256.h"

namespace plumbline::session {
namespace {

constexpr std::size_t kIdDigits = 16;
constexpr std::size_t kMaxWarnings = 3;  // of one item

/// reportId is of this report alone: two watches of the same source have other commits under the same number.
std::string reportId(const WatchState& state, const WatchItem& item) {
  const std::string content = state.source + '\0' + std::to_string(state.number) + '\0' + item.mark.name + '\0' + std::to_string(item.mark.time);
  return text::sha256Hex(content).substr(0, kIdDigits);
}

}  // namespace

std::int64_t currentUnixTime() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

base::Result<void> WatchRound::keep(WatchState next) {
  if (auto saved = saveWatchState(m_options.stateFile, next); !saved) return saved;
  m_state = std::move(next);
  return {};
}

std::optional<base::Failure> WatchRound::judge(const WatchItem& item, WatchState next) {
  overview::OpenRequest request = m_options.judge;
  request.paths.insert(request.paths.end(), item.paths.begin(), item.paths.end());
  const auto view = overview::openCommit(request, m_progress);
  if (!view.isValue()) return view.failure();
  const sources::Opened& opened = view.value()->opened();
  for (std::size_t i = 0; i < std::min(kMaxWarnings, opened.problems.size()); ++i) m_end.warnings.push_back(opened.problems[i]);
  overview::CommitNews news = overview::newsOf(*view.value(), item.mark, next.red, !next.isStarted);
  if (news.judged == 0)
    m_end.warnings.push_back({base::ErrorCode::NotFound, item.mark.name + " is passed over: no config has both a run and a baseline.",
                              "Look at the baselines that --expected names."});
  const std::size_t newFailures = news.fresh.size();
  if (news.judged > 0) {
    next.isStarted = true;
    if (news.hasNews()) {
      ++next.number;
      next.outbox.push_back({.report = {.id = reportId(next, item), .number = next.number, .source = next.source, .link = item.link, .news = std::move(news)}});
    }
  }
  addOrDefer(opened, item, next);
  if (m_progress.stopRequested()) return base::Cancelled{};
  if (auto saved = keep(std::move(next)); !saved) return saved.error();
  ++m_end.judged;
  m_end.newFailures += newFailures;
  return deliver();
}

history::Intake WatchRound::intakeOf(const sources::Opened& opened, const overview::CommitMark& mark, const std::string& commit) const {
  return history::runsOf(opened, {.commit = commit, .branch = m_options.branch, .commitTime = commit.empty() ? 0 : mark.time});
}

base::Result<void> WatchRound::addToHistory(const history::Intake& intake) {
  auto store = history::Store::open(m_options.store, history::Store::Access::ReadWrite);
  if (!store) return base::fail(std::move(store.error()));
  (*store)->connection().stopWith(m_progress.stopToken());
  auto added = history::addRuns((*store)->runs(), intake);
  return added ? base::Result<void>() : base::fail(std::move(added.error()));
}

base::Result<void> WatchRound::addUnstored(const sources::Opened& opened, const UnstoredResult& result) {
  history::Intake intake = intakeOf(opened, result.mark, result.commit);
  if (!result.runs.empty())
    std::erase_if(intake.runs, [&](const history::RunRecord& run) { return std::ranges::find(result.runs, run.info.contentHash) == result.runs.end(); });
  auto added = addToHistory(intake);
  if (added && intake.runs.size() < result.runs.size())
    m_end.warnings.push_back({base::ErrorCode::Changed,
                              result.mark.name + " is not whole in the history: " + text::counted(result.runs.size() - intake.runs.size(), "run") +
                                  " changed on disk before the history could be reached.",
                              "What the files hold now is judged and added as a new result."});
  return added;
}

void WatchRound::addOrDefer(const sources::Opened& opened, const WatchItem& item, WatchState& next) {
  if (m_options.store.empty()) return;
  const history::Intake intake = intakeOf(opened, item.mark, item.commit);
  if (!m_isHistoryDown) {
    auto added = addToHistory(intake);
    if (added || m_progress.stopRequested()) return;
    m_isHistoryDown = true;
    added.error().text = item.mark.name + " is not added to the history: " + added.error().text + " Later rounds try again.";
    m_end.warnings.push_back(std::move(added.error()));
  }
  next.unstored.push_back({.mark = item.mark, .commit = item.commit});
  for (const sources::SourcePath& path : item.paths) next.unstored.back().paths.push_back(path.path);
  for (const history::RunRecord& run : intake.runs) next.unstored.back().runs.push_back(run.info.contentHash);
}

std::optional<base::Failure> WatchRound::storePending() {
  if (m_options.store.empty()) return std::nullopt;
  while (!m_state.unstored.empty()) {
    WatchState next = m_state;
    const UnstoredResult first = next.unstored.front();
    next.unstored.erase(next.unstored.begin());
    std::vector<sources::SourcePath> paths;
    for (const std::string& path : first.paths) paths.push_back({path, sources::Role::Actual});
    const auto opened = sources::open(paths, m_options.judge.open, m_progress);
    if (opened.isCancelled()) return base::Cancelled{};
    if (opened.isError()) {
      m_end.warnings.push_back(opened.error());
      m_end.warnings.back().text.insert(0, first.mark.name + " is left out of the history: ");
    } else if (auto added = addUnstored(opened.value(), first); !added) {
      if (m_progress.stopRequested()) return base::Cancelled{};
      m_isHistoryDown = true;
      m_end.warnings.push_back(std::move(added.error()));
      m_end.warnings.back().text.insert(0, text::counted(m_state.unstored.size(), "result waits", "results wait") + " for the history: ");
      next.unstored.push_back(first);  // another one begins the next round, if this one is the cause
      if (auto saved = keep(std::move(next)); !saved) return saved.error();
      return std::nullopt;
    }
    if (auto saved = keep(std::move(next)); !saved) return saved.error();
  }
  return std::nullopt;
}

std::optional<base::Failure> WatchRound::deliver() {
  for (std::size_t i = 0; i < m_state.outbox.size();) {
    PendingReport pending = m_state.outbox[i];
    const auto isLeft = [&pending](const WatchOutput& output) { return pending.delivered.count(output.name) == 0; };
    for (const WatchOutput& output : m_outputs) {
      if (!isLeft(output) || m_broken.count(output.name) > 0) continue;
      if (m_progress.stopRequested()) return base::Cancelled{};
      if (auto written = output.write(pending.report, pending.isRepeat); !written) {
        m_end.warnings.push_back(std::move(written.error()));
        m_broken.insert(output.name);
        continue;
      }
      pending.delivered.insert(output.name);
      if (std::ranges::none_of(m_outputs, isLeft)) break;
      WatchState next = m_state;
      next.outbox[i] = pending;
      if (auto saved = keep(std::move(next)); !saved) return saved.error();
    }
    if (std::ranges::any_of(m_outputs, isLeft)) {
      m_state.outbox[i++].isRepeat = true;
      continue;
    }
    WatchState next = m_state;
    next.outbox.erase(next.outbox.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto saved = keep(std::move(next)); !saved) return saved.error();
  }
  return std::nullopt;
}

}  // namespace plumbline::session
