// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commit_session.h"

#include <QFile>
#include <algorithm>
#include <utility>

#include "core/session/load_commit.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::session {
namespace {

std::string nativePath(const QString& path) { return QFile::encodeName(path).toStdString(); }
QString shownPath(const std::string& path) { return QFile::decodeName(QByteArray::fromStdString(path)); }

std::optional<std::string> shaFromEnvironment() {
  if (!qEnvironmentVariableIsSet("SHA1")) return std::nullopt;
  return qgetenv("SHA1").toStdString();
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
      forgetWish();
    }
    idle();
    if (outcome.isValue()) Q_EMIT q.snapshotChanged(shown);
    if (outcome.isError()) Q_EMIT q.failed(outcome.error());
  }

  void idle() {
    if (std::exchange(busy, false)) Q_EMIT q.busyChanged(false);
  }

  /// forgetWish goes back to what is on screen; before the first snapshot the wish stays, so that reload() tries again.
  void forgetWish() {
    if (shown) wanted = good;
  }

  void stop() {
    runner.cancel();
    reading = false;
  }

  void addPaths(const QStringList& paths, sources::Role role) {
    if (paths.isEmpty()) return;
    for (const QString& path : paths) {
      const std::string native = nativePath(path);
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
  for (const sources::SourcePath& path : d->wanted.paths) paths << shownPath(path.path);
  return paths;
}

void CommitSession::open(const QStringList& actual, const QStringList& expected) {
  if (actual.isEmpty() && expected.isEmpty()) return;
  d->wanted.paths.clear();
  d->wanted.assignments.clear();
  d->wanted.choices.clear();
  d->wanted.commit.clear();
  for (const QString& path : expected) d->wanted.paths.push_back({nativePath(path), sources::Role::Expected});
  d->addPaths(actual, sources::Role::Auto);
  if (actual.isEmpty()) d->load();
}

void CommitSession::add(const QStringList& paths) { d->addPaths(paths, sources::Role::Auto); }
void CommitSession::addTrees(const QStringList& paths) { d->addPaths(paths, sources::Role::Expected); }

void CommitSession::remove(const QString& path) {
  const std::size_t before = d->wanted.paths.size();
  std::erase_if(d->wanted.paths, [native = nativePath(path)](const auto& p) { return p.path == native; });
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

void CommitSession::showCommit(const QString& commit) {
  d->wanted.commit = commit.toStdString();
  d->judge();
}

void CommitSession::cancel() {
  if (!d->busy) return;
  d->stop();
  d->forgetWish();
  d->idle();
}

}  // namespace plumbline::session

// In a unit of its own: programs that only open pairs need not link the overview.
#include "moc_commit_session.cpp"
