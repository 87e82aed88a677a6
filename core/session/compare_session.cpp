// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/compare_session.h"

#include <QFile>
#include <algorithm>
#include <utility>

#include "core/session/load_compare.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {

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
      forgetWish();
    }
    idle();
    if (isMade) show();
    if (outcome.isError()) Q_EMIT q.failed(outcome.error());
  }

  void idle() {
    if (std::exchange(busy, false)) Q_EMIT q.busyChanged(false);
  }

  /// forgetWish goes back to the runs on screen. What the other sessions show is no wish: that stays.
  void forgetWish() {
    CompareWish back = good;
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
    state.followsPair = wanted.followsPair;
    shown = std::make_shared<const CompareState>(std::move(state));
    Q_EMIT q.changed(shown);
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
  CompareWish wanted;  ///< of the newest request
  CompareWish good;    ///< of what is shown
  bool busy = false;
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
    else if (side == run) side = diff::kMostRuns;  // gone: fitSides chooses anew
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

void CompareSession::cancel() {
  if (!d->busy) return;
  d->runner.cancel();
  d->forgetWish();
  d->idle();
}

}  // namespace plumbline::session
