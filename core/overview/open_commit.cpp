// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/open_commit.h"

#include <algorithm>
#include <utility>

#include "core/flaky/checkout.h"
#include "core/verdicts/checkout_rules.h"

namespace plumbline::overview {
namespace {

constexpr const char* kCheckout = "checkout";
/// The bar runs to kBar; opening takes up to kOpenPart of it.
constexpr std::uint64_t kBar = 1000;
constexpr std::uint64_t kOpenPart = 700;

base::Progress stage(const base::Progress& whole, std::uint64_t from, std::uint64_t to) {
  return base::Progress(whole.stopToken(), [&whole, from, to](std::uint64_t done, std::uint64_t total) {
    (void)whole.report(total == 0 ? from : from + (to - from) * std::min(done, total) / total, kBar);
  });
}

base::Result<std::shared_ptr<const verdicts::RuleSet>> rulesOf(const std::string& id, const sources::Opened& opened) {
  if (id.empty()) return verdicts::ruleSet(verdicts::kDefaultGeneration);
  if (id != kCheckout) return verdicts::ruleSet(id);
  const std::string baseline = mainBaseline(opened);
  const auto checkout = baseline.empty() ? std::nullopt : flaky::findCheckout(baseline);
  if (!checkout)
    return base::fail({base::ErrorCode::BadArgument,
                       "There is no PyTorch checkout with check scripts around these baselines.",
                       "Name a generation instead; \"plumbline-cli rules\" lists them.", baseline, 0, 0});
  auto found = verdicts::checkoutRules(*checkout);
  if (!found) return base::fail(found.error());
  return found->rules;
}

}  // namespace

std::string mainBaseline(const sources::Opened& opened) {
  const auto depth = [](const std::string& path) { return std::count(path.begin(), path.end(), '/'); };
  const std::string* best = nullptr;
  for (const sources::Piece& piece : opened.pieces)
    if (piece.isBaseline && !piece.path.empty() && (best == nullptr || depth(piece.path) < depth(*best)))
      best = &piece.path;
  return best == nullptr ? std::string() : *best;
}

std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> ownListsOf(const sources::Opened& opened,
                                                                         flaky::Date today) {
  std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> lists;
  for (const sources::Piece& piece : opened.pieces) {
    if (!piece.isBaseline || piece.path.empty()) continue;
    const std::size_t slash = piece.path.find_last_of('/');
    auto& own = lists[slash == std::string::npos ? "" : piece.path.substr(0, slash)];
    if (own == nullptr) own = std::make_shared<const flaky::OwnFlaky>(flaky::readOwnLists(piece.path, today));
  }
  return lists;
}

base::Outcome<CommitPtr> openCommit(const OpenWish& wish, const base::Progress& progress) {
  auto opened = sources::open(wish.paths, wish.open, stage(progress, 0, kOpenPart));
  if (opened.isCancelled()) return base::Cancelled{};
  if (opened.isError()) return opened.error();
  const auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));
  ViewOptions options = wish.view;
  if (options.rules == nullptr) {
    auto rules = rulesOf(wish.ruleId, *shared);
    if (!rules) return rules.error();
    options.rules = *std::move(rules);
  }
  if (options.ownFlaky.empty()) options.ownFlaky = ownListsOf(*shared, wish.today.value_or(flaky::localToday()));
  return CommitView::make(shared, options, stage(progress, kOpenPart, kBar), wish.sideBySide);
}

}  // namespace plumbline::overview
