// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/watch_round.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "core/history/run_intake.h"
#include "core/history/store.h"
#include "core/reports/sha256.h"

namespace plumbline::session {
namespace {

constexpr std::size_t kIdDigits = 16;
constexpr std::size_t kMaxWarnings = 3;  // of one item

/// reportId is of this report alone: two watches of the same source have other commits under the same number.
std::string reportId(const WatchState& state, const WatchItem& item) {
  const std::string content = state.source + '\0' + std::to_string(state.number) + '\0' + item.mark.name + '\0' + std::to_string(item.mark.time);
  return reports::sha256Hex(content).substr(0, kIdDigits);
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
  addToHistory(opened, item);
  if (m_progress.stopRequested()) return base::Cancelled{};
  if (auto saved = keep(std::move(next)); !saved) return saved.error();
  ++m_end.judged;
  m_end.newFailures += newFailures;
  return deliver();
}

void WatchRound::addToHistory(const sources::Opened& opened, const WatchItem& item) {
  if (m_options.store.empty()) return;
  const history::Intake intake = history::runsOf(opened, {.commit = item.commit, .branch = m_options.branch, .commitTime = item.commit.empty() ? 0 : item.mark.time});
  const auto add = [&]() -> base::Result<void> {
    auto store = history::Store::open(m_options.store, history::Store::Access::ReadWrite);
    if (!store) return base::fail(store.error());
    (*store)->connection().stopWith(m_progress.stopToken());
    if (auto added = history::addRuns((*store)->runs(), intake); !added) return base::fail(added.error());
    return {};
  };
  if (auto added = add(); !added && !m_progress.stopRequested()) {
    added.error().text = item.mark.name + " is not added to the history: " + added.error().text;
    m_end.warnings.push_back(std::move(added.error()));
  }
}

std::optional<base::Failure> WatchRound::deliver() {
  std::set<std::string> broken;  // later reports wait for earlier ones
  for (std::size_t i = 0; i < m_state.outbox.size();) {
    PendingReport pending = m_state.outbox[i];
    const auto isLeft = [&pending](const WatchOutput& output) { return pending.delivered.count(output.name) == 0; };
    for (const WatchOutput& output : m_outputs) {
      if (!isLeft(output) || broken.count(output.name) > 0) continue;
      if (m_progress.stopRequested()) return base::Cancelled{};
      if (auto written = output.write(pending.report, pending.isRepeat); !written) {
        m_end.warnings.push_back(std::move(written.error()));
        broken.insert(output.name);
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
