// SPDX-License-Identifier: GPL-3.0-or-later
// The queue for a program without an event loop: it waits, looks at how far it is, and may stop.
//
//   WaitingQueue queue({.folder = folder, .adoptOthers = false});
//   auto id = queue.add(spec);
//   while (!queue.wait(*id, std::chrono::milliseconds(100))) show(*queue.queue());
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/run_queue.h"

namespace plumbline::runs {

class WaitingQueue {
 public:
  explicit WaitingQueue(QueueOptions options);
  ~WaitingQueue();
  WaitingQueue(const WaitingQueue&) = delete;
  WaitingQueue& operator=(const WaitingQueue&) = delete;

  /// probe asks the spec's place and waits for the answer. Who may stop waiting begins with startProbe: probed gives the
  /// answer once, or nothing after `limit`.
  ProbeReport probe(const RunSpec& spec);
  void startProbe(const RunSpec& spec);
  std::optional<ProbeReport> probed(std::chrono::milliseconds limit);
  /// add queues a run and gives its id. Errors: those of planRun, NotWritable.
  base::Result<std::string> add(const RunSpec& spec);
  /// adopted are the runs that were found again (adoptOthers), in queue order.
  std::vector<std::string> adopted();
  void cancel(const std::string& run);
  /// wait is true as soon as the run is over and its results are written; false after `limit`.
  bool wait(const std::string& run, std::chrono::milliseconds limit);
  QueuePtr queue() const;
  /// takeProblems gives what no run's own words hold (a damaged journal, a full disk), once each.
  std::vector<base::Error> takeProblems();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::runs
