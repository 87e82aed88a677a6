// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <QFile>
#include <utility>
#include <vector>

#include "core/session/load_pair.h"
#include "core/session/load_support.h"
#include "core/session/pair_watcher.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {
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
    const LoadRequest request{toNativePath(actualPath), toNativePath(expectedPath), ruleId, shaFromEnvironment(), run, runNotes};
    start([request](const base::Progress& progress) { return loadPair(request, progress); });
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
  d->expectedPath = expectedPath.isEmpty() && waiting ? d->expectedPath : expectedPath;
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
  d->expectedPath = expectedPath;
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
  if (d->loading) {
    d->load();
  } else if (d->shown) {
    d->start([shown = d->shown, id = d->ruleId, sha = shaFromEnvironment()](const base::Progress& progress) {
      return judgeAgain(shown, id, sha, progress);
    });
  }
}

void Session::cancel() {
  if (!d->busy) return;
  d->runner.cancel();
  d->loading = false;
  d->forgetChoice();
  d->idle();
}

}  // namespace plumbline::session
