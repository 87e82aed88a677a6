// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commit_session.h"

#include <QFile>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/overview/open_commit.h"
#include "core/session/load_support.h"
#include "core/tasks/both.h"
#include "core/tasks/latest_runner.h"
#include "core/verdicts/rule_sets/rule_set.h"

namespace plumbline::session {
namespace {

struct CommitRequest {
  std::vector<sources::SourcePath> paths = {};
  std::vector<sources::Assignment> assignments = {};
  std::string ruleId = {};  ///< requested; the default generation when these sources do not offer it
  overview::AttemptRule attempts = overview::AttemptRule::LatestComplete;
  std::vector<overview::AttemptChoice> choices = {};
  std::string commit = {};              ///< as overview::ViewOptions::commit
  std::optional<std::string> sha = {};  ///< the SHA1 variable, for what the scripts print
  baselines::DecisionStore decisions = {};
  std::string defaultFlakyList = {};    ///< as overview::OpenRequest::defaultFlakyList
};

using Clock = std::chrono::steady_clock;

/// Opening takes the bar up to kOpenPart of base::Progress::kScale.
constexpr std::uint64_t kOpenPart = 700;

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
  options.decisions = request.decisions;
  options.ownFlaky = overview::ownListsOf(*opened, flaky::localToday(), request.defaultFlakyList);
  auto view = overview::CommitView::make(std::move(opened), options, progress, tasks::bothAtOnce);
  if (!view.isValue()) return view.failure();
  snapshot.view = std::move(view.value());
  snapshot.groups = overview::groupsOf(*snapshot.view);
  snapshot.ruleId = offer.id;
  snapshot.judgeMs = millisecondsSince(start);
  if (progress.stopRequested()) return base::Cancelled{};
  return CommitSnapshotPtr(std::make_shared<const CommitSnapshot>(std::move(snapshot)));
}

/// loadCommit opens, merges, judges and groups. Errors: those of sources::open and CommitView::make.
base::Outcome<CommitSnapshotPtr> loadCommit(const CommitRequest& request, const base::Progress& progress) {
  const auto start = Clock::now();
  std::atomic<std::uint64_t> furthest = 0;
  sources::OpenOptions options;
  options.assignments = request.assignments;
  options.sideBySide = tasks::bothAtOnce;
  auto opened = sources::open(request.paths, options, growingPart(progress, 0, kOpenPart, furthest));
  if (!opened.isValue()) return opened.failure();
  auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));
  CommitSnapshot snapshot;
  snapshot.offers = ruleOffers(overview::mainBaseline(*shared));
  snapshot.readMs = millisecondsSince(start);
  const RuleOffer* offer = offerOf(snapshot.offers, request.ruleId);
  if (offer == nullptr) {
    snapshot.unmetRuleId = request.ruleId;
    offer = offerOf(snapshot.offers, std::string(verdicts::kDefaultGeneration));
  }
  if (offer == nullptr)
    return base::fail(base::ErrorCode::Internal, "The rule sets that come with the program cannot be read.",
                      "Install the program again.");
  const RuleOffer chosen = *offer;
  return judged(std::move(snapshot), std::move(shared), chosen, request, growingPart(progress, kOpenPart, base::Progress::kScale, furthest));
}

/// judgeCommit judges what a snapshot has open with other attempts, choices, rules, or another commit. The results are
/// not read again. Errors: BadArgument when there are no rules of that id.
base::Outcome<CommitSnapshotPtr> judgeCommit(const CommitSnapshotPtr& snapshot, const CommitRequest& request,
                                             const base::Progress& progress) {
  CommitSnapshot again = *snapshot;
  // Rules that nothing here offers: those that stand in for them go on.
  const bool keepsRules = request.ruleId.empty() || request.ruleId == again.unmetRuleId;
  const std::string& wanted = keepsRules ? again.ruleId : request.ruleId;
  const RuleOffer* offer = offerOf(again.offers, wanted);
  if (offer == nullptr) {
    std::string known;
    for (const RuleOffer& each : again.offers) known += (known.empty() ? "" : ", ") + each.id;
    return base::fail(base::ErrorCode::BadArgument, "There are no rules \"" + wanted + "\" for what is open.",
                      "Choose one of: " + known + ".");
  }
  const RuleOffer chosen = *offer;
  if (!keepsRules) again.unmetRuleId.clear();
  std::atomic<std::uint64_t> furthest = 0;
  return judged(std::move(again), snapshot->view->openedPtr(), chosen, request, growingPart(progress, 0, base::Progress::kScale, furthest));
}

/// shardOf is the place of an origin in a view: its config, and the shard there.
std::optional<std::pair<std::size_t, int>> shardOf(const CommitSnapshot& snapshot, const std::string& origin) {
  const auto& configs = snapshot.view->configs();
  for (std::size_t i = 0; i < configs.size(); ++i)
    for (const overview::ShardUse& use : configs[i].shards)
      if (use.origin == origin) return std::pair(i, use.identity.shard);
  return std::nullopt;
}

}  // namespace

struct CommitSession::Private {
  explicit Private(CommitSession& owner)
      : q(owner),
        runner([this](base::Outcome<CommitSnapshotPtr> outcome) { finish(std::move(outcome)); },
               [this](quint64 done, quint64 total) { Q_EMIT q.progress(done, total); }) {}

  void start(tasks::LatestRunner<CommitSnapshotPtr>::Work work) {
    runner.run(std::move(work));
    if (!std::exchange(busy, true)) Q_EMIT q.busyChanged(true);
  }

  void load() {
    if (wanted.paths.empty()) return;
    reading = true;
    wanted.sha = shaFromEnvironment();
    start([request = wanted](const base::Progress& progress) { return loadCommit(request, progress); });
  }

  /// judge keeps to what is in memory, unless something is being read just now: then that is judged the new way.
  void judge() {
    if (reading) return load();
    if (!shown) return;
    wanted.sha = shaFromEnvironment();
    start([request = wanted, shown = shown](const base::Progress& progress) {
      return judgeCommit(shown, request, progress);
    });
  }

  void finish(base::Outcome<CommitSnapshotPtr> outcome) {
    reading = false;
    if (outcome.isValue()) {
      auto next = std::make_shared<CommitSnapshot>(*outcome.value());
      next->number = ++number;
      shown = std::move(next);
      good = wanted;
    } else {
      forgetRequest();
    }
    idle();
    if (outcome.isValue()) Q_EMIT q.snapshotChanged(shown);
    if (outcome.isError()) Q_EMIT q.failed(outcome.error());
  }

  void idle() {
    if (std::exchange(busy, false)) Q_EMIT q.busyChanged(false);
  }

  /// forgetRequest goes back to what is on screen; before the first snapshot the request stays, so that reload() tries
  /// again.
  void forgetRequest() {
    if (shown) wanted = good;
  }

  void stop() {
    runner.cancel();
    reading = false;
  }

  void addPaths(const QStringList& paths, sources::Role role) {
    if (paths.isEmpty()) return;
    for (const QString& path : paths) {
      const std::string native = toNativePath(wholePath(path));
      const auto found = std::ranges::find(wanted.paths, native, &sources::SourcePath::path);
      if (found == wanted.paths.end())
        wanted.paths.push_back({native, role});
      else if (role != sources::Role::Auto)
        found->role = role;
    }
    load();
  }

  /// originOf finds the piece of that name: a file name's bytes need not survive the way through a QString.
  std::string originOf(const QString& origin) const {
    if (shown)
      for (const sources::Piece& piece : shown->view->opened().pieces)
        if (QString::fromStdString(piece.origin) == origin) return piece.origin;
    return origin.toStdString();
  }

  /// dropChoices takes away what was chosen for the shard of an origin.
  void dropChoices(const std::string& origin) {
    const auto place = shown ? shardOf(*shown, origin) : std::nullopt;
    std::erase_if(wanted.choices, [&](const overview::AttemptChoice& choice) {
      return choice.origin == origin || (place && shardOf(*shown, choice.origin) == place);
    });
  }

  CommitSession& q;
  CommitSnapshotPtr shown;
  std::uint64_t number = 0;
  CommitRequest wanted;  ///< of the newest request
  CommitRequest good;    ///< of what is shown
  bool busy = false;
  bool reading = false;                           ///< files are being read, as opposed to judged again
  tasks::LatestRunner<CommitSnapshotPtr> runner;  ///< last, so that it ends first
};

CommitSession::CommitSession(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {}
CommitSession::~CommitSession() = default;

CommitSnapshotPtr CommitSession::snapshot() const { return d->shown; }
bool CommitSession::isBusy() const { return d->busy; }

QStringList CommitSession::sources() const {
  QStringList paths;
  for (const sources::SourcePath& path : d->wanted.paths) paths << toShownPath(path.path);
  return paths;
}

void CommitSession::open(const QStringList& actual, const QStringList& expected) {
  if (actual.isEmpty() && expected.isEmpty()) return;
  d->wanted.paths.clear();
  d->wanted.assignments.clear();
  d->wanted.choices.clear();
  d->wanted.commit.clear();
  for (const QString& path : expected) d->wanted.paths.push_back({toNativePath(wholePath(path)), sources::Role::Expected});
  d->addPaths(actual, sources::Role::Auto);
  if (actual.isEmpty()) d->load();
}

void CommitSession::add(const QStringList& paths) { d->addPaths(paths, sources::Role::Auto); }
void CommitSession::addTrees(const QStringList& paths) { d->addPaths(paths, sources::Role::Expected); }

void CommitSession::remove(const QString& path) {
  const std::size_t before = d->wanted.paths.size();
  std::erase_if(d->wanted.paths, [native = toNativePath(wholePath(path))](const auto& p) { return p.path == native; });
  if (d->wanted.paths.size() == before) return;
  if (!d->wanted.paths.empty()) return d->load();
  d->stop();
  d->wanted.assignments.clear();
  d->wanted.choices.clear();
  d->wanted.commit.clear();
  d->good = d->wanted;
  d->idle();
  if (std::exchange(d->shown, nullptr)) Q_EMIT snapshotChanged({});
}

void CommitSession::reload() { d->load(); }

void CommitSession::assign(const QString& origin, const configs::Identity& identity) {
  const std::string native = d->originOf(origin);
  std::erase_if(d->wanted.assignments, [&](const sources::Assignment& a) { return a.origin == native; });
  d->wanted.assignments.push_back({native, identity});
  d->dropChoices(native);
  d->load();
}

void CommitSession::forgetAssignment(const QString& origin) {
  const std::string native = d->originOf(origin);
  if (std::erase_if(d->wanted.assignments, [&](const sources::Assignment& a) { return a.origin == native; }) > 0)
    d->load();
}

void CommitSession::chooseAttempt(const QString& origin) {
  if (origin.isEmpty()) {
    d->wanted.choices.clear();
  } else {
    const std::string native = d->originOf(origin);
    d->dropChoices(native);
    d->wanted.choices.push_back({native});
  }
  d->judge();
}

void CommitSession::forgetChoice(const QString& origin) {
  d->dropChoices(d->originOf(origin));
  d->judge();
}

void CommitSession::useAttempts(overview::AttemptRule rule) {
  d->wanted.attempts = rule;
  d->judge();
}

void CommitSession::useRules(const QString& ruleId) {
  d->wanted.ruleId = ruleId.toStdString();
  d->judge();
}

void CommitSession::useDecisions(baselines::DecisionStore store) { d->wanted.decisions = std::move(store); }

void CommitSession::useFlakyList(const QString& path) {
  if (d->wanted.defaultFlakyList == toNativePath(path)) return;
  d->wanted.defaultFlakyList = toNativePath(path);
  d->judge();
}

void CommitSession::showCommit(const QString& commit) {
  d->wanted.commit = commit.toStdString();
  d->judge();
}

void CommitSession::cancel() {
  if (!d->busy) return;
  d->stop();
  d->forgetRequest();
  d->idle();
}

struct SiblingTrees::Private {
  explicit Private(SiblingTrees& owner)
      : runner([this, &owner](base::Outcome<overview::CommitPtr> outcome) {
          tree = outcome.isValue() ? std::move(outcome.value()) : nullptr;
          readFolder = wantedFolder;
          Q_EMIT owner.changed();
        }) {}

  overview::CommitPtr commit;
  overview::CommitPtr tree;
  std::string readFolder;    ///< of `tree`, which is null where that folder could not be read
  std::string wantedFolder;  ///< being read
  tasks::LatestRunner<overview::CommitPtr> runner;  ///< last, so that it ends first
};

SiblingTrees::SiblingTrees(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {}
SiblingTrees::~SiblingTrees() = default;

void SiblingTrees::setCommit(const overview::CommitPtr& commit) {
  if (d->commit == commit) return;
  d->commit = commit;
  Q_EMIT changed();
}

overview::CommitPtr SiblingTrees::viewOf(const std::string& baselinePath) {
  if (d->commit && overview::configOfFile(*d->commit, baselinePath)) return d->commit;
  const std::string folder = overview::treeFolder(baselinePath);
  if (folder.empty()) return nullptr;
  if (folder == d->readFolder) return d->tree;
  if (folder != d->wantedFolder) {
    d->wantedFolder = folder;
    d->runner.run([baselinePath](const base::Progress& progress) { return overview::treeAround(baselinePath, progress); });
  }
  return nullptr;
}

void SiblingTrees::readAgain() {
  d->runner.cancel();
  d->tree = nullptr;
  d->readFolder.clear();
  d->wantedFolder.clear();
  Q_EMIT changed();
}

}  // namespace plumbline::session

#include "moc_commit_session.cpp"
