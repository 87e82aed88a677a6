// SPDX-License-Identifier: GPL-3.0-or-later
// A watch for a program with an event loop: its rounds run on a thread of their own, at their times, until it is stopped.
//
//   WatchClient watch;
//   connect(&watch, &WatchClient::reported, page, [&](const reports::NewsReport& report) { show(report); });
//   watch.start({.branch = {.fetch = options}, .watch = watchOptionsFor(*view, store)});
#pragma once

#include <QObject>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "core/overview/commit_view.h"
#include "core/session/watch/branch_source.h"
#include "core/session/watch/watch_round.h"
#include "core/tasks/object_thread.h"

namespace plumbline::session {

struct WatchRequest {
  BranchWatch branch;
  WatchOptions watch;  ///< without a state file: the default one of windows, which a command's watch does not use
  std::int64_t intervalS = 600;
};

/// hasBaselines: something that is open can be judged against. watchOptionsFor judges as the view was judged, against its
/// baselines.
bool hasBaselines(const overview::CommitView& view);
WatchOptions watchOptionsFor(const overview::CommitView& view, const std::string& store);

class WatchClient : public QObject {
  Q_OBJECT

 public:
  WatchClient();
  ~WatchClient() override;

  /// start ends a watch that runs. A state that cannot be used is one problem(), then stopped().
  void start(WatchRequest request);
  /// stop ends the watch; nothing is emitted afterwards. What it knows is kept for the next start.
  void stop();
  bool isRunning() const { return m_thread != nullptr; }

 Q_SIGNALS:
  void reported(const plumbline::reports::NewsReport& report);
  /// problem: a warning, or why a round ended early; the watch goes on in `pauseS` seconds, not at all when it is negative.
  void problem(const plumbline::base::Error& error, qint64 pauseS);
  void roundDone();  ///< for tests: a round is over, whatever came of it
  void stopped();

 private:
  class Rounds;

  std::stop_source m_stop;
  std::unique_ptr<tasks::ObjectThread<Rounds>> m_thread;
};

}  // namespace plumbline::session
