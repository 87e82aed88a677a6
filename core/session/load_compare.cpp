// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/load_compare.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/overview/open_commit.h"

namespace plumbline::session {
namespace {

/// The bar runs to kBar; reading files takes up to kOpenPart of it.
constexpr std::uint64_t kBar = 1000;
constexpr std::uint64_t kOpenPart = 800;

/// part maps a piece of work to [from, to) of the bar.
base::Progress part(const base::Progress& whole, std::uint64_t from, std::uint64_t to) {
  return base::Progress(whole.stopToken(), [&whole, from, to](std::uint64_t done, std::uint64_t total) {
    if (total > 0) (void)whole.report(from + (to - from) * std::min(done, total) / total, kBar);
  });
}

base::Error tooMany(std::size_t runs) {
  return base::Error{.code = base::ErrorCode::BadArgument,
                     .text = "That would be " + std::to_string(runs) + " runs; at most " +
                             std::to_string(diff::kMostRuns) + " can be held beside each other.",
                     .hint = "Remove a run first, or open fewer files."};
}

bool isSameRun(const diff::Run& one, const diff::Run& other) {
  return one.label == other.label && one.origin == other.origin && one.tables == other.tables;
}

/// tellApart changes the label of a run that another one has already: its folder, else a number.
void tellApart(std::vector<diff::Run>& runs, std::size_t index) {
  const auto isTaken = [&](const std::string& label) {
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (i != index && runs[i].label == label) return true;
    return false;
  };
  diff::Run& run = runs[index];
  if (!isTaken(run.label)) return;
  const std::string folder = std::filesystem::path(run.origin).parent_path().filename().string();
  const std::string plain = run.label;
  if (!folder.empty()) run.label = folder + "/" + plain;
  for (std::size_t number = 2; isTaken(run.label); ++number) run.label = plain + " " + std::to_string(number);
}

/// startRuns are those before any file is opened.
std::vector<diff::Run> startRuns(const CompareWish& wish) {
  if (!wish.followsPair) return wish.chosen;
  if (wish.pair) return pairRuns(wish.pair);
  if (wish.commit && wish.commit->view)
    for (const overview::ConfigResult& config : wish.commit->view->configs())
      if (auto runs = diff::actualAgainstBaseline(config)) return std::move(*runs);
  // Results without a baseline: one run is a beginning, and the page shows where the next one is chosen.
  if (wish.commit && wish.commit->view)
    if (auto offers = diff::runOffers(*wish.commit->view); !offers.empty()) return {std::move(offers.front().run)};
  return {};
}

/// openPaths reads the files of a wish. A run that is there already is read anew in its place.
base::Outcome<bool> openPaths(const CompareWish& wish, CompareLoad& made, const base::Progress& progress) {
  for (std::size_t i = 0; i < wish.paths.size(); ++i) {
    const std::optional<configs::Config> like = made.runs.empty() ? std::nullopt : made.runs.front().config;
    const std::uint64_t from = kOpenPart * i / wish.paths.size(), to = kOpenPart * (i + 1) / wish.paths.size();
    auto opened = openRuns(wish.paths[i], like, part(progress, from, to));
    if (opened.isCancelled()) return base::Cancelled{};
    if (opened.isError()) return opened.error();
    for (diff::Run& run : opened.value().runs) {
      const auto there = std::ranges::find(made.runs, run.origin, &diff::Run::origin);
      if (there != made.runs.end()) {
        run.label = there->label;
        *there = std::move(run);
        continue;
      }
      made.runs.push_back(std::move(run));
      tellApart(made.runs, made.runs.size() - 1);
    }
    if (made.runs.size() > diff::kMostRuns) return tooMany(made.runs.size());
    std::ranges::move(opened.value().caches, std::back_inserter(made.openedCaches));
    made.followsPair = false;
  }
  return true;
}

/// checkoutOf is a folder of the trees whose git may know the order of commits; "" without one.
std::string checkoutOf(const sources::Opened& opened) {
  const std::string baseline = overview::mainBaseline(opened);
  return baseline.empty() ? std::string() : std::filesystem::path(baseline).parent_path().string();
}

std::optional<configs::Config> trendConfigOf(const CompareLoad& made) {
  for (const diff::Run& run : made.runs)
    if (run.config) return run.config;
  for (const overview::ConfigResult& config : made.view->configs())
    if (config.run) return config.config;
  return std::nullopt;
}

/// makeTrend joins one run per commit. A config that fewer than two commits have has no trend; that is no error.
base::Outcome<diff::RunDiffPtr> makeTrend(const CompareLoad& made, const base::Progress& progress) {
  auto runs = diff::trendRuns(*made.view, *made.trendConfig, checkoutOf(made.view->opened()), progress);
  if (runs.isCancelled()) return base::Cancelled{};
  if (runs.isError() || runs.value().size() < 2) return diff::RunDiffPtr();
  auto joined = diff::RunDiff::make(std::move(runs.value()), progress, diff::kMostTrendRuns);
  if (joined.isCancelled()) return base::Cancelled{};
  return joined.isError() ? diff::RunDiffPtr() : joined.value();
}

void listOffers(const CompareWish& wish, CompareLoad& made) {
  for (diff::Run& run : pairRuns(wish.pair)) made.offers.push_back({std::move(run), "on screen"});
  if (made.view == nullptr) return;
  if (wish.last && wish.last->view == made.view) {
    for (const diff::RunOffer& offer : wish.last->offers)
      if (offer.group != "on screen") made.offers.push_back(offer);
    return;
  }
  std::ranges::move(diff::runOffers(*made.view), std::back_inserter(made.offers));
}

void gatherCaches(const CompareWish& wish, CompareLoad& made) {
  if (wish.last && wish.last->view == made.view && wish.last->openedCaches.size() == made.openedCaches.size()) {
    made.cacheRuns = wish.last->cacheRuns;
    return;
  }
  auto all = std::make_shared<std::vector<sources::CacheRun>>();
  if (made.view) *all = made.view->opened().cacheRuns;
  for (const sources::CacheRun& run : made.openedCaches)
    if (std::ranges::none_of(*all, [&run](const sources::CacheRun& known) {
          return known.origin == run.origin && known.suite == run.suite && known.mode == run.mode &&
                 known.isDynamic == run.isDynamic && known.commit == run.commit;
        }))
      all->push_back(run);
  made.cacheRuns = std::move(all);
}

}  // namespace

std::vector<diff::Run> pairRuns(const SnapshotPtr& pair) {
  if (!pair || !pair->actual.table || !pair->expected.table) return {};
  std::optional<configs::Config> config;
  if (auto known = configs::configOfBaseline(pair->expected.path)) config = std::move(*known);
  return {{.label = "baseline", .origin = pair->expected.path, .tables = {pair->expected.table}, .config = config,
           .commit = {}, .isBaseline = true},
          {.label = "actual", .origin = pair->actual.path, .tables = {pair->actual.table}, .config = config,
           .commit = {}, .isBaseline = false}};
}

base::Outcome<CompareLoadPtr> loadCompare(const CompareWish& wish, const base::Progress& progress) {
  CompareLoad made;
  made.followsPair = wish.followsPair;
  made.runs = startRuns(wish);
  if (wish.last) made.openedCaches = wish.last->openedCaches;
  if (wish.commit) made.view = wish.commit->view;
  if (made.runs.size() > diff::kMostRuns) return tooMany(made.runs.size());
  auto opened = openPaths(wish, made, progress);
  if (opened.isCancelled()) return base::Cancelled{};
  if (opened.isError()) return opened.error();

  const base::Progress rest = part(progress, kOpenPart, kBar);
  if (wish.last && wish.last->diff && std::ranges::equal(wish.last->runs, made.runs, isSameRun)) {
    made.diff = wish.last->diff;
  } else if (!made.runs.empty()) {
    auto joined = diff::RunDiff::make(made.runs, rest);
    if (joined.isCancelled()) return base::Cancelled{};
    if (joined.isError()) return joined.error();
    made.diff = std::move(joined.value());
  }
  if (made.view && made.view->commits().size() > 1) {
    made.trendConfig = trendConfigOf(made);
    if (wish.last && wish.last->view == made.view && wish.last->trendConfig == made.trendConfig) {
      made.trend = wish.last->trend;
    } else if (made.trendConfig) {
      auto trend = makeTrend(made, rest);
      if (trend.isCancelled()) return base::Cancelled{};
      made.trend = std::move(trend.value());
    }
  }
  listOffers(wish, made);
  gatherCaches(wish, made);
  if (progress.stopRequested()) return base::Cancelled{};
  return CompareLoadPtr(std::make_shared<const CompareLoad>(std::move(made)));
}

}  // namespace plumbline::session
