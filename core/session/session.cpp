// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <QFile>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "core/flaky/checkout.h"
#include "core/session/load_support.h"
#include "core/session/pair_watcher.h"
#include "core/tasks/both.h"
#include "core/tasks/latest_runner.h"
#include "core/verdicts/rule_sets/checkout_rules.h"

namespace plumbline::session {
namespace {

using Clock = std::chrono::steady_clock;

/// Below this size a second thread costs more than it saves.
constexpr std::uint64_t kParallelBytes = 1U << 18U;
/// Reading and scanning take the bar up to kReadPart of base::Progress::kScale.
constexpr std::uint64_t kReadPart = 600;

/// ReadProgress joins the progress of two files that are read at the same time.
class ReadProgress {
 public:
  explicit ReadProgress(const base::Progress& whole) : m_whole(whole) {}
  base::Progress part(std::atomic<std::uint64_t>& own) {
    return base::Progress(m_whole.stopToken(), [this, &own](std::uint64_t done, std::uint64_t total) {
      if (total == 0) return;
      own = std::min(done, total) * (kReadPart / 2) / total;
      (void)m_whole.report(m_actual + m_expected, base::Progress::kScale);
    });
  }
  std::atomic<std::uint64_t> m_actual = 0;
  std::atomic<std::uint64_t> m_expected = 0;

 private:
  const base::Progress& m_whole;
};

base::Outcome<InputFile> readSide(const std::string& path, const base::Progress& progress) {
  constexpr std::uint64_t kHalf = base::Progress::kScale / 2;
  auto file = files::readFile(path, progress.part(0, kHalf));
  if (!file.isValue()) return file.failure();
  auto scanned =
      tables::CsvTable::scan(std::move(file.value().bytes), path, progress.part(kHalf, base::Progress::kScale));
  if (!scanned.isValue()) return scanned.failure();
  return InputFile{path, file.value().stamp, std::move(scanned.value())};
}

base::Outcome<InputFile> readActualSide(const LoadRequest& request, const base::Progress& progress) {
  if (!request.run) return readSide(request.actualPath, progress);
  return InputFile{request.run->fileName(), files::kNoFile, request.run, false};
}

std::uint64_t sizeOf(const std::string& path) {
  const auto stamp = files::stampOf(path);
  return stamp ? stamp->size : 0;
}

base::Outcome<SnapshotPtr> judged(Snapshot snapshot, const std::string& ruleId, std::optional<std::string> sha,
                                  const base::Progress& progress, std::uint64_t barFrom) {
  const auto start = Clock::now();
  const auto offer = std::ranges::find(snapshot.offers, ruleId, &RuleOffer::id);
  std::atomic<std::uint64_t> furthest = barFrom;  // two checks may report at once
  const base::Progress part = growingPart(progress, barFrom, base::Progress::kScale, furthest);
  verdicts::JudgeRequest request{.actual = snapshot.actual.table,
                                 .expected = snapshot.expected.table,
                                 .actualPath = snapshot.actual.path,
                                 .expectedPath = snapshot.expected.path,
                                 .rules = offer->rules,
                                 .sha = std::move(sha),
                                 .defaultFlakyList = snapshot.defaultFlakyList};
  if (std::min(request.actual->bytes().size(), request.expected->bytes().size()) >= kParallelBytes)
    request.sideBySide = tasks::bothAtOnce;
  auto made = verdicts::judgePair(request, part);
  if (!made.isValue()) return made.failure();
  snapshot.ruleId = offer->id;
  snapshot.comparison = std::move(made.value());
  baselines::DecisionLogs logs(snapshot.decisions);
  snapshot.earlier = logs.answersFor(*snapshot.comparison, snapshot.expected.path);
  if (!logs.problems().empty()) snapshot.earlierProblem = logs.problems().front();
  snapshot.judgeMs = millisecondsSince(start);
  return SnapshotPtr(std::make_shared<const Snapshot>(std::move(snapshot)));
}

bool isOffered(const std::vector<RuleOffer>& offers, const std::string& ruleId) {
  return std::ranges::any_of(offers, [&](const RuleOffer& o) { return o.id == ruleId; });
}

}  // namespace

std::vector<RuleOffer> ruleOffers(const std::string& expectedPath) {
  std::vector<RuleOffer> offers;
  for (const std::string& generation : verdicts::generations()) {
    auto rules = verdicts::ruleSet(generation);
    if (!rules) continue;
    const bool isDefault = generation == verdicts::kDefaultGeneration;
    offers.push_back({generation, isDefault ? generation + " (default)" : generation, *std::move(rules)});
  }
  if (const auto checkout = flaky::findCheckout(expectedPath))
    if (auto rules = verdicts::checkoutRules(*checkout))
      offers.push_back({kCheckoutRuleId, rules->label, std::move(rules->rules)});
  return offers;
}

base::Outcome<SnapshotPtr> loadPair(const LoadRequest& request, const base::Progress& progress) {
  const auto start = Clock::now();
  ReadProgress parts(progress);
  const auto readActual = [&] { return readActualSide(request, parts.part(parts.m_actual)); };
  const auto readExpected = [&] { return readSide(request.expectedPath, parts.part(parts.m_expected)); };
  const bool large =
      !request.run && std::min(sizeOf(request.actualPath), sizeOf(request.expectedPath)) > kParallelBytes;
  auto [actual, expected] = large ? tasks::both(readActual, readExpected) : std::pair(readActual(), readExpected());
  if (actual.isError()) return actual.error();
  if (expected.isError()) return expected.error();
  if (actual.isCancelled() || expected.isCancelled()) return base::Cancelled{};

  Snapshot snapshot;
  snapshot.actual = std::move(actual.value());
  snapshot.expected = std::move(expected.value());
  snapshot.actualNotes = request.run ? request.runNotes : sources::readNotes(request.actualPath, sources::readFileBeside);
  snapshot.expectedNotes = sources::readNotes(request.expectedPath, sources::readFileBeside);
  snapshot.expected.saveProblem = files::saveProblem(request.expectedPath);
  snapshot.offers = ruleOffers(request.expectedPath);
  snapshot.defaultFlakyList = request.defaultFlakyList;
  snapshot.decisions = request.decisions;
  snapshot.readMs = millisecondsSince(start);
  const std::string wanted =
      isOffered(snapshot.offers, request.ruleId) ? request.ruleId : std::string(verdicts::kDefaultGeneration);
  if (!isOffered(snapshot.offers, wanted))
    return base::fail(base::ErrorCode::Internal, "The rule sets that come with the program cannot be read.",
                      "Install the program again.");
  if (wanted != request.ruleId) snapshot.unmetRuleId = request.ruleId;
  return judged(std::move(snapshot), wanted, request.sha, progress, kReadPart);
}

base::Outcome<SnapshotPtr> judgeAgain(const SnapshotPtr& snapshot, const std::string& ruleId,
                                      std::optional<std::string> sha, const base::Progress& progress) {
  // Rules that this pair does not offer: those that stand in for them go on.
  if (!ruleId.empty() && ruleId == snapshot->unmetRuleId)
    return judged(*snapshot, snapshot->ruleId, std::move(sha), progress, 0);
  if (!isOffered(snapshot->offers, ruleId)) {
    std::string known;
    for (const RuleOffer& offer : snapshot->offers) known += (known.empty() ? "" : ", ") + offer.id;
    return base::fail(base::ErrorCode::BadArgument, "There are no rules \"" + ruleId + "\" for this pair.",
                      "Choose one of: " + known + ".");
  }
  Snapshot again = *snapshot;
  again.unmetRuleId.clear();
  return judged(std::move(again), ruleId, std::move(sha), progress, 0);
}

struct Session::Private {
  explicit Private(Session& owner)
      : q(owner),
        runner([this](base::Outcome<SnapshotPtr> outcome) { finish(std::move(outcome)); },
               [this](quint64 done, quint64 total) { Q_EMIT q.progress(done, total); }) {}

  using Work = tasks::LatestRunner<SnapshotPtr>::Work;

  void start(Work work) {
    runner.run(std::move(work));
    if (std::exchange(busy, true)) return;
    Q_EMIT q.busyChanged(true);
  }

  void load() {
    loading = true;
    const LoadRequest request{
        toNativePath(actualPath), toNativePath(expectedPath), ruleId, shaFromEnvironment(), run, runNotes, flakyList, decisions};
    start([request](const base::Progress& progress) { return loadPair(request, progress); });
  }

  void judge() {
    if (loading) return load();
    if (!shown) return;
    Snapshot again = *shown;
    again.defaultFlakyList = flakyList;
    again.decisions = decisions;
    start([again = std::make_shared<const Snapshot>(std::move(again)), id = ruleId, sha = shaFromEnvironment()](
              const base::Progress& progress) { return judgeAgain(again, id, sha, progress); });
  }

  void finish(base::Outcome<SnapshotPtr> outcome) {
    loading = false;
    if (outcome.isValue()) {
      auto next = std::make_shared<Snapshot>(*outcome.value());
      next->number = ++number;
      shown = std::move(next);
      if (ruleId.empty()) ruleId = shown->ruleId;  // a request that this pair cannot fulfil is kept for the next one
      watch();
    }
    if (!outcome.isValue()) forgetChoice();
    idle();
    if (outcome.isValue()) Q_EMIT q.snapshotChanged(shown);
    if (outcome.isError()) Q_EMIT q.failed(outcome.error());
  }

  void idle() {
    if (std::exchange(busy, false)) Q_EMIT q.busyChanged(false);
  }

  /// forgetChoice goes back to the pair on screen; before the first one the choice stays, so that reload() tries again.
  void forgetChoice() {
    if (!shown) return;
    actualPath = toShownPath(shown->actual.path);
    expectedPath = toShownPath(shown->expected.path);
    run = shown->actual.isFile ? nullptr : shown->actual.table;
    runNotes = shown->actualNotes;
    ruleId = shown->ruleId;
  }

  void watch() {
    std::vector<PairWatcher::Watched> files;
    for (const InputFile* side : {&shown->actual, &shown->expected})
      if (side->isFile && (files.empty() || shown->expected.path != shown->actual.path))
        files.push_back({toShownPath(side->path), side->stamp});
    watcher.watch(std::move(files));
  }

  Session& q;
  SnapshotPtr shown;
  std::uint64_t number = 0;
  QString actualPath;
  QString expectedPath;
  std::shared_ptr<const tables::CsvTable> run;  ///< the actual side when it is no file; actualPath is its label then
  sources::RunNotes runNotes;                   ///< of `run`
  std::string ruleId;                           ///< wanted; empty: the default
  baselines::DecisionStore decisions;
  std::string flakyList;                        ///< wanted, as Snapshot::defaultFlakyList
  bool busy = false;
  bool loading = false;  ///< files are being read, as opposed to judged again
  PairWatcher watcher;
  tasks::LatestRunner<SnapshotPtr> runner;  ///< last, so that it ends first
};

Session::Session(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {
  connect(&d->watcher, &PairWatcher::changed, this, &Session::changedOnDisk);
}

Session::~Session() = default;

SnapshotPtr Session::snapshot() const { return d->shown; }
bool Session::isBusy() const { return d->busy; }
QString Session::actualPath() const { return d->actualPath; }
QString Session::expectedPath() const { return d->expectedPath; }

void Session::open(const QString& actualPath, const QString& expectedPath) {
  if (actualPath.isEmpty() && expectedPath.isEmpty()) return;
  // A lone side waits for the other one; it never meets a side of the pair on screen by accident.
  const bool waiting = d->actualPath.isEmpty() != d->expectedPath.isEmpty();
  if (actualPath != d->actualPath) d->run.reset();
  d->actualPath = actualPath.isEmpty() && waiting ? d->actualPath : actualPath;
  d->expectedPath = expectedPath.isEmpty() && waiting ? d->expectedPath : wholePath(expectedPath);
  if (!d->actualPath.isEmpty() && !d->expectedPath.isEmpty()) {
    d->load();
    return;
  }
  d->runner.cancel();
  d->loading = false;
  d->idle();
  Q_EMIT onlyOneSide(d->actualPath, d->expectedPath);
}

void Session::openRun(std::shared_ptr<const tables::CsvTable> run, const QString& expectedPath, sources::RunNotes notes) {
  if (!run || expectedPath.isEmpty()) return;
  d->actualPath = toShownPath(run->fileName());
  d->expectedPath = wholePath(expectedPath);
  d->run = std::move(run);
  d->runNotes = std::move(notes);
  d->load();
}

void Session::swapSides() {
  if (d->run) {
    Q_EMIT failed({.code = base::ErrorCode::BadArgument,
                   .text = "This run was put together from shards: no file holds it, so it cannot be the baseline.",
                   .hint = "Open two files to compare them the other way round.",
                   .file = d->run->fileName()});
    return;
  }
  const QString actual = d->actualPath;
  const QString expected = d->expectedPath;
  d->actualPath.clear();
  d->expectedPath.clear();
  open(expected, actual);
}

void Session::reload() {
  if (d->actualPath.isEmpty() || d->expectedPath.isEmpty()) d->forgetChoice();
  if (!d->actualPath.isEmpty() && !d->expectedPath.isEmpty()) d->load();
}

void Session::useRules(const QString& ruleId) {
  d->ruleId = ruleId.toStdString();
  d->judge();
}

void Session::useFlakyList(const QString& path) {
  if (d->flakyList == toNativePath(path)) return;
  d->flakyList = toNativePath(path);
  d->judge();
}

void Session::useDecisions(baselines::DecisionStore store) { d->decisions = std::move(store); }

void Session::cancel() {
  if (!d->busy) return;
  d->runner.cancel();
  d->loading = false;
  d->forgetChoice();
  d->idle();
}

}  // namespace plumbline::session
