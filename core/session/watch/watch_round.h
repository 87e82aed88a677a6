// SPDX-License-Identifier: GPL-3.0-or-later
// One round of a watch: its source finds what is new; this judges it, adds it to the history, saves the state with the
// report in it, and then hands the report to the outputs. In this order a kill at any moment loses no report.
//
//   WatchRound round(options, outputs, state, progress);
//   auto stopped = source.run(round);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/history/run_intake.h"
#include "core/overview/open_commit.h"
#include "core/session/watch/watch_state.h"

namespace plumbline::session {

/// currentUnixTime in seconds.
std::int64_t currentUnixTime();

struct WatchOptions {
  std::string stateFile;
  std::string store = {};   ///< the history; "": none
  std::string branch = {};  ///< of the runs that are added to it
  overview::OpenRequest judge = {};  ///< its paths are the baselines
  std::function<std::int64_t()> now = currentUnixTime;
};

/// WatchOutput writes a report. `isRepeat`: it may have been written before, with the same id. A report is written again
/// in later rounds until no error comes.
struct WatchOutput {
  std::string name;  ///< the same in the next process: the state remembers it
  std::function<base::Result<void>(const reports::NewsReport& report, bool isRepeat)> write;
};

/// WatchItem is a commit, or a result of a folder, ready to be judged.
struct WatchItem {
  overview::CommitMark mark;
  std::string commit = {};  ///< its hash; "" where it is unknown
  std::string link = {};    ///< as NewsReport::link
  std::vector<sources::SourcePath> paths = {};
};

struct RoundEnd {
  std::size_t judged = 0;       ///< commits and results
  std::size_t newFailures = 0;  ///< reported by this round for the first time
  std::vector<base::Error> warnings = {};
  std::optional<base::Failure> stopped = {};  ///< why the round ended early; the next one goes on there
  std::int64_t retryAfterS = 0;  ///< the time that the server asks for; 0: none
};

class WatchRound {
 public:
  WatchRound(const WatchOptions& options, const std::vector<WatchOutput>& outputs, WatchState& state, base::Progress progress)
      : m_options(options), m_outputs(outputs), m_state(state), m_progress(std::move(progress)) {}

  const WatchState& state() const { return m_state; }
  std::int64_t now() const { return m_options.now(); }
  const base::Progress& progress() const { return m_progress; }
  RoundEnd& end() { return m_end; }

  /// keep saves a new state. Errors: as saveWatchState; the old one then stays.
  base::Result<void> keep(WatchState next);
  /// storePending adds to the history what earlier rounds could not. A history that still fails is a warning.
  std::optional<base::Failure> storePending();
  /// judge judges, adds and reports an item. `next` is the state with the item taken out of what waits; it is saved with
  /// the report. Returns why it could not be done, with the state as it was.
  std::optional<base::Failure> judge(const WatchItem& item, WatchState next);
  /// deliver writes the reports that wait to the outputs that do not have them.
  std::optional<base::Failure> deliver();

 private:
  history::Intake intakeOf(const sources::Opened& opened, const overview::CommitMark& mark, const std::string& commit) const;
  /// addToHistory. Errors: as Store::open and addRuns.
  base::Result<void> addToHistory(const history::Intake& intake);
  /// addUnstored adds the runs that are still what was judged; what a changed file holds by now is another result. Errors: as addToHistory.
  base::Result<void> addUnstored(const sources::Opened& opened, const UnstoredResult& result);
  /// addOrDefer adds a result to the history, or to what `next` keeps for it.
  void addOrDefer(const sources::Opened& opened, const WatchItem& item, WatchState& next);

  const WatchOptions& m_options;
  const std::vector<WatchOutput>& m_outputs;
  WatchState& m_state;
  base::Progress m_progress;
  RoundEnd m_end;
  std::set<std::string> m_broken;  ///< outputs that failed in this round; later reports wait for earlier ones
  bool m_isHistoryDown = false;  ///< it failed in this round, and is not tried again
};

/// WatchSource finds what is new.
class WatchSource {
 public:
  virtual ~WatchSource() = default;
  /// name is displayed, and the same for every watch of the same.
  virtual std::string name() const = 0;
  /// run judges all that is ready, oldest first. Returns why it stopped early.
  virtual std::optional<base::Failure> run(WatchRound& round) = 0;
};

}  // namespace plumbline::session
