// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/compare_session.h"

#include <QFile>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/evidence/number_tests.h"
#include "core/overview/open_commit.h"
#include "core/session/history/history_client.h"
#include "core/tasks/latest_runner.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::session {
namespace {

struct CompareLoad;

struct CompareRequest {
  SnapshotPtr pair = {};
  CommitSnapshotPtr commit = {};
  std::vector<diff::Run> chosen = {};      ///< by hand; counts when followsPair is false
  bool followsPair = true;
  std::vector<std::string> paths = {};     ///< to read as further runs
  std::size_t before = 0, after = 1;
  std::shared_ptr<const CompareLoad> last = {};  ///< what did not change since is taken from it
};

/// CompareLoad is the answer to a request; immutable.
struct CompareLoad {
  std::vector<diff::Run> runs;
  bool followsPair = true;  ///< false as soon as a file was opened
  diff::RunDiffPtr diff, trend;
  std::vector<diff::RunChoice> offers;
  std::shared_ptr<const std::vector<sources::CacheRun>> cacheRuns;  ///< of the commit and of opened files; never null
  std::vector<sources::CacheRun> openedCaches;                      ///< of opened files alone
  std::shared_ptr<const overview::CommitView> view;                 ///< what offers, trend and cacheRuns were made of
  std::optional<configs::Config> trendConfig;
};
using CompareLoadPtr = std::shared_ptr<const CompareLoad>;

/// pairRuns are baseline and actual of the pair on screen, in that order; empty without a pair.
std::vector<diff::Run> pairRuns(const SnapshotPtr& pair);

/// openRuns reads a path as runs: a file is one; of a folder or zip with several configs, the one of config `like`
/// where it has that, else all.
struct OpenedRuns {
  std::vector<diff::Run> runs;
  std::vector<sources::CacheRun> caches;
};
base::Outcome<OpenedRuns> openRuns(const std::string& path, const std::optional<configs::Config>& like,
                                   const base::Progress& progress = {});

/// Reading files takes the bar up to kReadRunsPart of base::Progress::kScale.
constexpr std::uint64_t kReadRunsPart = 800;

base::Error tooMany(std::size_t runs) {
  return base::Error{.code = base::ErrorCode::BadArgument,
                     .text = "That would be " + std::to_string(runs) + " runs; at most " +
                             std::to_string(diff::kMaxRuns) + " can be held beside each other.",
                     .hint = "Remove a run first, or open fewer files."};
}

bool isSameRun(const diff::Run& one, const diff::Run& other) {
  return one.label == other.label && one.origin == other.origin && one.tables == other.tables;
}

/// makeLabelUnique changes the label of a run that another one has already: its folder, else a number.
void makeLabelUnique(std::vector<diff::Run>& runs, std::size_t index) {
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
std::vector<diff::Run> startRuns(const CompareRequest& request) {
  if (!request.followsPair) return request.chosen;
  if (request.pair) return pairRuns(request.pair);
  if (request.commit && request.commit->view)
    for (const overview::ConfigResult& config : request.commit->view->configs())
      if (auto runs = diff::actualAgainstBaseline(config)) return std::move(*runs);
  // Results without a baseline: one run is a beginning, and the page shows where the next one is chosen.
  if (request.commit && request.commit->view)
    if (auto offers = diff::runChoices(*request.commit->view); !offers.empty()) return {std::move(offers.front().run)};
  return {};
}

/// openPaths reads the files of a request. A run that is there already is read anew in its place.
base::Outcome<bool> openPaths(const CompareRequest& request, CompareLoad& made, const base::Progress& progress) {
  for (std::size_t i = 0; i < request.paths.size(); ++i) {
    const std::optional<configs::Config> like = made.runs.empty() ? std::nullopt : made.runs.front().config;
    const std::uint64_t from = kReadRunsPart * i / request.paths.size(), to = kReadRunsPart * (i + 1) / request.paths.size();
    auto opened = openRuns(request.paths[i], like, progress.part(from, to));
    if (!opened.isValue()) return opened.failure();
    for (diff::Run& run : opened.value().runs) {
      const auto there = std::ranges::find(made.runs, run.origin, &diff::Run::origin);
      if (there != made.runs.end()) {
        run.label = there->label;
        *there = std::move(run);
        continue;
      }
      made.runs.push_back(std::move(run));
      makeLabelUnique(made.runs, made.runs.size() - 1);
    }
    if (made.runs.size() > diff::kMaxRuns) return tooMany(made.runs.size());
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
  auto joined = diff::RunDiff::make(std::move(runs.value()), progress, diff::kMaxTrendRuns);
  if (joined.isCancelled()) return base::Cancelled{};
  return joined.isError() ? diff::RunDiffPtr() : joined.value();
}

void listOffers(const CompareRequest& request, CompareLoad& made) {
  for (diff::Run& run : pairRuns(request.pair)) made.offers.push_back({std::move(run), "on screen"});
  if (made.view == nullptr) return;
  if (request.last && request.last->view == made.view) {
    for (const diff::RunChoice& offer : request.last->offers)
      if (offer.group != "on screen") made.offers.push_back(offer);
    return;
  }
  std::ranges::move(diff::runChoices(*made.view), std::back_inserter(made.offers));
}

void gatherCaches(const CompareRequest& request, CompareLoad& made) {
  if (request.last && request.last->view == made.view && request.last->openedCaches.size() == made.openedCaches.size()) {
    made.cacheRuns = request.last->cacheRuns;
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

/// shortName is a file's name without folders and ending.
std::string shortName(const std::string& origin) {
  const std::size_t member = origin.rfind('!');
  const std::filesystem::path path(member == std::string::npos ? origin : origin.substr(member + 1));
  const std::string stem = path.has_filename() ? path.stem().string() : path.parent_path().filename().string();
  return stem.empty() ? origin : stem;
}

diff::Run runOfPiece(const sources::Piece& piece) {
  diff::Run run;
  run.label = shortName(piece.origin);
  run.origin = piece.origin;
  run.tables = {piece.table};
  if (piece.identity) {
    run.config = piece.identity->config;
    run.commit = piece.identity->commit;
  }
  run.isBaseline = piece.isBaseline;
  return run;
}

base::Error nothingIn(const std::string& path, const sources::Opened& opened) {
  if (!opened.problems.empty()) return opened.problems.front();
  return base::Error{.code = base::ErrorCode::NotFound,
                     .text = "There is no result here that could be compared.",
                     .hint = "Open a CSV, or a folder or zip of results.",
                     .file = path};
}

base::Outcome<std::vector<diff::Run>> configRuns(const std::shared_ptr<const sources::Opened>& opened,
                                                 const base::Progress& progress) {
  const std::vector<RuleOffer> rules = ruleOffers(overview::mainBaseline(*opened));
  const auto usual = std::ranges::find(rules, std::string(verdicts::kDefaultGeneration), &RuleOffer::id);
  overview::ViewOptions options;
  if (usual != rules.end()) options.rules = usual->rules;
  auto view = overview::CommitView::make(opened, options, progress);
  if (!view.isValue()) return view.failure();
  std::vector<diff::Run> runs;
  for (diff::RunChoice& offer : diff::runChoices(*view.value())) runs.push_back(std::move(offer.run));
  return runs;
}

/// keepOf drops the runs that do not match, unless none does.
template <typename Match>
void keepOf(std::vector<diff::Run>& runs, const Match& match) {
  if (std::ranges::any_of(runs, match)) std::erase_if(runs, [&](const diff::Run& run) { return !match(run); });
}

std::vector<diff::Run> pairRuns(const SnapshotPtr& pair) {
  if (!pair || !pair->actual.table || !pair->expected.table) return {};
  std::optional<configs::Config> config;
  if (auto known = configs::configOfBaseline(pair->expected.path)) config = std::move(*known);
  return {{.label = "baseline", .origin = pair->expected.path, .tables = {pair->expected.table}, .config = config,
           .commit = {}, .isBaseline = true, .notes = pair->expectedNotes},
          {.label = "actual", .origin = pair->actual.path, .tables = {pair->actual.table}, .config = config,
           .commit = {}, .isBaseline = false, .notes = pair->actualNotes}};
}

/// loadCompare. Errors: those of reading a file; BadArgument for more than diff::kMaxRuns runs, or a folder that holds
/// no table.
base::Outcome<CompareLoadPtr> loadCompare(const CompareRequest& request, const base::Progress& progress) {
  CompareLoad made;
  made.followsPair = request.followsPair;
  made.runs = startRuns(request);
  if (request.last) made.openedCaches = request.last->openedCaches;
  if (request.commit) made.view = request.commit->view;
  if (made.runs.size() > diff::kMaxRuns) return tooMany(made.runs.size());
  auto opened = openPaths(request, made, progress);
  if (!opened.isValue()) return opened.failure();

  const base::Progress rest = progress.part(kReadRunsPart, base::Progress::kScale);
  if (request.last && request.last->diff && std::ranges::equal(request.last->runs, made.runs, isSameRun)) {
    made.diff = request.last->diff;
  } else if (!made.runs.empty()) {
    auto joined = diff::RunDiff::make(made.runs, rest);
    if (!joined.isValue()) return joined.failure();
    made.diff = std::move(joined.value());
  }
  if (made.view && made.view->commits().size() > 1) {
    made.trendConfig = trendConfigOf(made);
    if (request.last && request.last->view == made.view && request.last->trendConfig == made.trendConfig) {
      made.trend = request.last->trend;
    } else if (made.trendConfig) {
      auto trend = makeTrend(made, rest);
      if (trend.isCancelled()) return base::Cancelled{};
      made.trend = std::move(trend.value());
    }
  }
  listOffers(request, made);
  gatherCaches(request, made);
  if (progress.stopRequested()) return base::Cancelled{};
  return CompareLoadPtr(std::make_shared<const CompareLoad>(std::move(made)));
}

base::Outcome<OpenedRuns> openRuns(const std::string& path, const std::optional<configs::Config>& like,
                                   const base::Progress& progress) {
  auto read = sources::open({{path}}, {}, progress);
  if (!read.isValue()) return read.failure();
  const auto opened = std::make_shared<const sources::Opened>(std::move(read.value()));
  OpenedRuns made;
  made.caches = opened->cacheRuns;
  if (opened->pieces.size() == 1) {
    made.runs.push_back(runOfPiece(opened->pieces.front()));
  } else if (opened->pieces.size() > 1) {
    auto runs = configRuns(opened, progress);
    if (!runs.isValue()) return runs.failure();
    made.runs = std::move(runs.value());
    if (made.runs.empty())  // no name says what they are: each for itself
      for (const sources::Piece& piece : opened->pieces) made.runs.push_back(runOfPiece(piece));
    keepOf(made.runs, [](const diff::Run& run) { return !run.isBaseline; });
    if (like) keepOf(made.runs, [&like](const diff::Run& run) { return run.config == like; });
    if (made.runs.size() == 1) made.runs.front().label = shortName(path);
  }
  if (made.runs.empty()) return nothingIn(path, *opened);
  return made;
}

}  // namespace

struct CompareSession::Private {
  explicit Private(CompareSession& owner)
      : q(owner),
        runner([this](base::Outcome<CompareLoadPtr> outcome) { finish(std::move(outcome)); },
               [this](quint64 done, quint64 total) { Q_EMIT q.progress(done, total); }) {
    CompareState empty;
    empty.thresholds = diff::defaultThresholds();
    empty.cacheRuns = std::make_shared<const std::vector<sources::CacheRun>>();
    shown = std::make_shared<const CompareState>(std::move(empty));
  }

  void start() {
    runner.run([request = wanted](const base::Progress& progress) { return loadCompare(request, progress); });
    if (!std::exchange(busy, true)) Q_EMIT q.busyChanged(true);
  }

  void finish(base::Outcome<CompareLoadPtr> outcome) {
    const bool isMade = outcome.isValue();
    if (isMade) {
      wanted.last = outcome.value();
      wanted.followsPair = wanted.last->followsPair;
      wanted.chosen = wanted.followsPair ? std::vector<diff::Run>() : wanted.last->runs;
      wanted.paths.clear();
      fitSides();
      good = wanted;
    } else {
      forgetRequest();
    }
    idle();
    if (isMade) show();
    if (outcome.isError()) Q_EMIT q.failed(outcome.error());
  }

  void idle() {
    if (std::exchange(busy, false)) Q_EMIT q.busyChanged(false);
  }

  /// forgetRequest goes back to the runs on screen. What the other sessions show stays.
  void forgetRequest() {
    CompareRequest back = good;
    back.pair = wanted.pair;
    back.commit = wanted.commit;
    wanted = std::move(back);
  }

  void fitSides() {
    const std::size_t runs = wanted.last ? wanted.last->runs.size() : 0;
    if (wanted.before < runs && wanted.after < runs && (wanted.before != wanted.after || runs == 1)) return;
    wanted.before = 0;
    wanted.after = runs > 1 ? 1 : 0;
  }

  void show() {
    CompareState state;
    state.number = ++number;
    if (wanted.last) {
      state.diff = wanted.last->diff;
      state.trend = wanted.last->trend;
      state.cacheRuns = wanted.last->cacheRuns;
      state.offers = wanted.last->offers;
    } else {
      state.cacheRuns = shown->cacheRuns;
    }
    state.before = wanted.before;
    state.after = wanted.after;
    state.thresholds = thresholds;
    state.repeats = repeats < runCount() ? repeats : 0;
    if (isSameComparison(state, *shown)) state.earlier = shown->earlier;
    state.followsPair = wanted.followsPair;
    shown = std::make_shared<const CompareState>(std::move(state));
    Q_EMIT q.changed(shown);
  }

  ~Private() { testing.request_stop(); }

  /// setEarlier takes the answer of a test, if its runs and sides are still shown.
  void setEarlier(const CompareStatePtr& of, const std::shared_ptr<const diff::Repeats>& earlier) {
    if (!isSameComparison(*of, *shown) || shown->earlier == earlier) return;
    CompareState state = *shown;
    state.number = ++number;
    state.earlier = earlier;
    shown = std::make_shared<const CompareState>(std::move(state));
    Q_EMIT q.changed(shown);
  }

  void forgetTests() {
    testing.request_stop();
    testing = std::stop_source();
    tested.reset();
  }

  static bool isSameComparison(const CompareState& one, const CompareState& other) {
    return one.diff == other.diff && one.before == other.before && one.after == other.after;
  }

  /// sides changes nothing but which two runs deltas are taken of.
  void sides(std::size_t before, std::size_t after) {
    wanted.before = good.before = before;
    wanted.after = good.after = after;
    show();
  }

  std::size_t runCount() const { return wanted.last ? wanted.last->runs.size() : 0; }

  CompareSession& q;
  CompareStatePtr shown;
  std::uint64_t number = 0;
  diff::Thresholds thresholds = diff::defaultThresholds();
  std::size_t repeats = 0;
  CompareRequest wanted;  ///< of the newest request
  CompareRequest good;    ///< of what is shown
  bool busy = false;
  CompareStatePtr tested;     ///< whose moves were last held against the history; null: none
  std::stop_source testing;   ///< of that test
  tasks::LatestRunner<CompareLoadPtr> runner;  ///< last, so that it ends first
};

CompareSession::CompareSession(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {}
CompareSession::~CompareSession() = default;

CompareStatePtr CompareSession::state() const { return d->shown; }
bool CompareSession::isBusy() const { return d->busy; }

void CompareSession::showPair(const SnapshotPtr& snapshot) {
  const std::vector<diff::Run> old = pairRuns(std::exchange(d->wanted.pair, snapshot));
  // A side that was chosen by hand and read anew is the same run still.
  for (const diff::Run& now : pairRuns(snapshot))
    for (const diff::Run& was : old)
      for (diff::Run& run : d->wanted.chosen)
        if (was.origin == now.origin && run.origin == now.origin && run.tables == was.tables) run.tables = now.tables;
  d->start();
}

void CompareSession::showCommit(const CommitSnapshotPtr& snapshot) {
  d->wanted.commit = snapshot;
  d->start();
}

void CompareSession::choose(const std::vector<diff::Run>& runs) {
  d->wanted.chosen = runs;
  d->wanted.followsPair = false;
  d->wanted.paths.clear();
  d->start();
}

void CompareSession::openFiles(const QStringList& paths) {
  if (paths.isEmpty()) return;
  for (const QString& path : paths) d->wanted.paths.push_back(QFile::encodeName(path).toStdString());
  d->start();
}

void CompareSession::removeRun(std::size_t run) {
  if (run >= d->runCount()) return;
  // By what it is, not by its place: another run may have been taken away a moment ago.
  const diff::Run gone = d->wanted.last->runs[run];
  std::vector<diff::Run> runs = d->wanted.followsPair ? d->wanted.last->runs : d->wanted.chosen;
  std::erase_if(runs, [&gone](const diff::Run& each) { return each.label == gone.label && each.origin == gone.origin; });
  const auto follow = [run](std::size_t& side) {
    if (side > run) --side;
    else if (side == run) side = diff::kMaxRuns;  // gone: fitSides chooses anew
  };
  follow(d->wanted.before);
  follow(d->wanted.after);
  d->wanted.chosen = std::move(runs);
  d->wanted.followsPair = false;
  d->start();
}

void CompareSession::swapSides() {
  if (d->runCount() > 1) d->sides(d->wanted.after, d->wanted.before);
}

void CompareSession::setSides(std::size_t before, std::size_t after) {
  if (before == after || before >= d->runCount() || after >= d->runCount()) return;
  if (before != d->wanted.before || after != d->wanted.after) d->sides(before, after);
}

void CompareSession::followPair() {
  d->wanted.chosen.clear();
  d->wanted.paths.clear();
  d->wanted.followsPair = true;
  d->wanted.before = 0;
  d->wanted.after = 1;
  d->start();
}

void CompareSession::setThresholds(const diff::Thresholds& thresholds) {
  if (thresholds == d->thresholds) return;
  d->thresholds = thresholds;
  d->show();
}

void CompareSession::setRepeats(std::size_t first) {
  if (std::exchange(d->repeats, first) != first) d->show();
}

void CompareSession::testMoves(HistoryClient& history) {
  const CompareStatePtr state = d->shown;
  if (!state->diff || state->before == state->after) return;
  if (!history.hasStore()) return d->setEarlier(state, nullptr);
  const CompareStatePtr& last = d->tested;
  if (last && Private::isSameComparison(*last, *state) && last->thresholds == state->thresholds) return;
  d->forgetTests();
  d->tested = state;
  const std::stop_token stop = d->testing.get_token();
  using Tested = std::vector<std::shared_ptr<const diff::Repeats>>;
  history.read<Tested>(
      this,
      [state, stop](history::Store& store) {
        const evidence::Moved moved{state->diff, {state->before, state->after}};
        return evidence::testMoves(store, {&moved, 1}, state->thresholds, base::Progress(stop));
      },
      [this, state, stop](const base::Result<Tested>& read) {
        if (!stop.stop_requested() && read && !read->empty()) d->setEarlier(state, read->front());
      });
}

void CompareSession::forgetTests() { d->forgetTests(); }

void CompareSession::cancel() {
  if (!d->busy) return;
  d->runner.cancel();
  d->forgetRequest();
  d->idle();
}

}  // namespace plumbline::session
