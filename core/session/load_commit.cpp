// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/load_commit.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "core/overview/open_commit.h"
#include "core/session/load_pair.h"
#include "core/tasks/both.h"
#include "core/verdicts/rule_set.h"

namespace plumbline::session {
namespace {

using Clock = std::chrono::steady_clock;

/// The bar runs to kBar; opening takes up to kOpenPart of it.
constexpr std::uint64_t kBar = 1000;
constexpr std::uint64_t kOpenPart = 700;

double msSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// part maps a piece of work to [from, to) of the bar, which never goes back: several threads may report.
base::Progress part(const base::Progress& whole, std::uint64_t from, std::uint64_t to,
                    std::atomic<std::uint64_t>& furthest) {
  return base::Progress(whole.stopToken(), [&whole, from, to, &furthest](std::uint64_t done, std::uint64_t total) {
    if (total == 0) return;
    const auto share = static_cast<double>(std::min(done, total)) / static_cast<double>(total);
    const std::uint64_t here = from + static_cast<std::uint64_t>(share * static_cast<double>(to - from));
    std::uint64_t before = furthest;
    while (before < here && !furthest.compare_exchange_weak(before, here)) continue;
    (void)whole.report(furthest, kBar);
  });
}

void bothSides(const std::function<void()>& one, const std::function<void()>& other) {
  const auto done = [](const std::function<void()>& work) {
    work();
    return true;
  };
  (void)tasks::both([&] { return done(one); }, [&] { return done(other); });
}

const RuleOffer* offerOf(const std::vector<RuleOffer>& offers, const std::string& ruleId) {
  const auto found = std::ranges::find(offers, ruleId, &RuleOffer::id);
  return found == offers.end() ? nullptr : &*found;
}

base::Outcome<CommitSnapshotPtr> judged(CommitSnapshot snapshot, std::shared_ptr<const sources::Opened> opened,
                                        const RuleOffer& offer, const CommitRequest& request,
                                        const base::Progress& progress) {
  const auto start = Clock::now();
  overview::ViewOptions options;
  options.rules = offer.rules;
  options.sha = request.sha;
  options.attempts = request.attempts;
  options.choices = request.choices;
  options.commit = request.commit;
  options.ownFlaky = overview::ownListsOf(*opened, flaky::localToday());
  auto view = overview::CommitView::make(std::move(opened), options, progress, bothSides);
  if (view.isCancelled()) return base::Cancelled{};
  if (view.isError()) return view.error();
  snapshot.view = std::move(view.value());
  snapshot.groups = overview::groupsOf(*snapshot.view);
  snapshot.ruleId = offer.id;
  snapshot.judgeMs = msSince(start);
  if (progress.stopRequested()) return base::Cancelled{};
  return CommitSnapshotPtr(std::make_shared<const CommitSnapshot>(std::move(snapshot)));
}

}  // namespace

base::Outcome<CommitSnapshotPtr> loadCommit(const CommitRequest& request, const base::Progress& progress) {
  const auto start = Clock::now();
  std::atomic<std::uint64_t> furthest = 0;
  sources::OpenOptions options;
  options.assignments = request.assignments;
  options.sideBySide = bothSides;
  auto opened = sources::open(request.paths, options, part(progress, 0, kOpenPart, furthest));
  if (opened.isCancelled()) return base::Cancelled{};
  if (opened.isError()) return opened.error();
  auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));
  CommitSnapshot snapshot;
  snapshot.offers = ruleOffers(overview::mainBaseline(*shared));
  snapshot.readMs = msSince(start);
  const RuleOffer* offer = offerOf(snapshot.offers, request.ruleId);
  if (offer == nullptr) {
    snapshot.unmetRuleId = request.ruleId;
    offer = offerOf(snapshot.offers, std::string(verdicts::kDefaultGeneration));
  }
  if (offer == nullptr)
    return base::Error{.code = base::ErrorCode::Internal,
                       .text = "The rule sets that come with the program cannot be read.",
                       .hint = "Install the program again."};
  const RuleOffer chosen = *offer;
  return judged(std::move(snapshot), std::move(shared), chosen, request, part(progress, kOpenPart, kBar, furthest));
}

base::Outcome<CommitSnapshotPtr> judgeCommit(const CommitSnapshotPtr& snapshot, const CommitRequest& request,
                                             const base::Progress& progress) {
  CommitSnapshot again = *snapshot;
  const std::string& wanted = request.ruleId.empty() ? again.ruleId : request.ruleId;
  const RuleOffer* offer = offerOf(again.offers, wanted);
  if (offer == nullptr) {
    std::string known;
    for (const RuleOffer& each : again.offers) known += (known.empty() ? "" : ", ") + each.id;
    return base::Error{.code = base::ErrorCode::BadArgument,
                       .text = "There are no rules \"" + wanted + "\" for what is open.",
                       .hint = "Choose one of: " + known + "."};
  }
  const RuleOffer chosen = *offer;
  again.unmetRuleId.clear();
  std::atomic<std::uint64_t> furthest = 0;
  return judged(std::move(again), snapshot->view->openedPtr(), chosen, request, part(progress, 0, kBar, furthest));
}

}  // namespace plumbline::session
