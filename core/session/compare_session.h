// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are held beside each other, and by which thresholds: state behind the charts and the before/after page.
// Reading and joining run in core/tasks, newest request wins, a failure leaves the last good state in place.
//
//   CompareSession compare;
//   connect(&session, &Session::snapshotChanged, &compare, &CompareSession::showPair);
//   connect(&compare, &CompareSession::changed, page, &ComparePage::showState);
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>

#include "core/base/result.h"
#include "core/diff/choose_runs.h"
#include "core/diff/thresholds.h"
#include "core/session/commit_session.h"
#include "core/session/session.h"

namespace plumbline::session {

/// CompareState is what the pages show at one moment; replaced as a whole.
struct CompareState {
  std::uint64_t number = 0;
  diff::RunDiffPtr diff;             ///< null: fewer than one run is chosen
  std::size_t before = 0, after = 0; ///< the two runs that deltas are taken of
  diff::RunDiffPtr trend;            ///< one run per commit, old to new; null when fewer than two commits have the config
  std::shared_ptr<const std::vector<sources::CacheRun>> cacheRuns;  ///< of the opened sources and files; never null
  std::vector<diff::RunChoice> offers;  ///< to choose from: the pair on screen, runs and baselines of the opened commit
  diff::Thresholds thresholds;
  std::size_t repeats = 0;           ///< runs in front that repeat one run, the others another (diff/repeats.h); 0: none do
  std::shared_ptr<const diff::Repeats> earlier;  ///< what moved against the noise of earlier runs; null where it is not known
  bool followsPair = true;           ///< shows actual against baseline of whatever pair is on screen
};
using CompareStatePtr = std::shared_ptr<const CompareState>;

class HistoryClient;

class CompareSession : public QObject {
  Q_OBJECT

 public:
  explicit CompareSession(QObject* parent = nullptr);
  ~CompareSession() override;

  CompareStatePtr state() const;  ///< never null
  bool isBusy() const;

 public Q_SLOTS:
  /// showPair and showCommit take what the other sessions show. Until runs are chosen by hand, baseline against actual
  /// of the pair is shown; without a pair, those of the commit's first config that has both; else its first run alone.
  void showPair(const plumbline::session::SnapshotPtr& snapshot);
  void showCommit(const plumbline::session::CommitSnapshotPtr& snapshot);
  /// choose takes these runs; openFiles reads files or folders as further runs (at most diff::kMaxRuns in all).
  void choose(const std::vector<plumbline::diff::Run>& runs);
  void openFiles(const QStringList& paths);
  void removeRun(std::size_t run);
  void swapSides();
  void setSides(std::size_t before, std::size_t after);
  /// followPair goes back to what is on screen.
  void followPair();
  /// setThresholds only changes numbers: the state is given out again at once.
  void setThresholds(const plumbline::diff::Thresholds& thresholds);
  /// setRepeats takes effect while there are more runs than that.
  void setRepeats(std::size_t first);
  void cancel();
  /// testMoves holds what moved against the noise of the history and sets CompareState::earlier, once for each choice of runs, sides and
  /// thresholds until forgetTests; a newer choice ends the test of an older one. A history that cannot be read leaves it unset.
  void testMoves(HistoryClient& history);
  void forgetTests();

 Q_SIGNALS:
  void changed(const plumbline::session::CompareStatePtr& state);
  void failed(const plumbline::base::Error& error);
  void busyChanged(bool busy);
  void progress(quint64 done, quint64 total);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::session
