// SPDX-License-Identifier: GPL-3.0-or-later
// The worker under the thread sanitizer: no Qt here, because its queued calls give false alarms. Exit 0 when all holds.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "core/tasks/both.h"
#include "core/tasks/latest_worker.h"

using plumbline::base::Progress;
using plumbline::tasks::LatestWorker;

namespace {

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "FAIL: %s\n", what);
  std::exit(1);
}

/// Owner is an event loop of the plainest kind: it waits for wakes and takes the updates.
struct Owner {
  std::mutex mutex;
  std::condition_variable woken;
  int wakes = 0;

  void wake() {
    const std::lock_guard lock(mutex);
    ++wakes;
    woken.notify_one();
  }
  void wait() {
    std::unique_lock lock(mutex);
    woken.wait(lock, [this] { return wakes > 0; });
    --wakes;
  }
};

void newestWins() {
  Owner owner;
  std::vector<int> delivered;  // unguarded on purpose: only the owner's thread may touch it
  std::uint64_t lastProgress = 0;
  LatestWorker worker([&] { owner.wake(); });
  constexpr int kJobs = 3000;
  for (int i = 0; i < kJobs; ++i) {
    worker.submit([i, &delivered](const Progress& progress) -> LatestWorker::Delivery {
      auto buffer = std::make_shared<std::vector<int>>(64, i);
      for (std::uint64_t step = 0; step < 50 && progress.report(step, 50); ++step) (*buffer)[step] += 1;
      return [buffer, i, &delivered] { delivered.push_back((*buffer)[0] - 1 == i ? i : -1); };
    });
    if (i % 7 == 0) worker.cancel();
    if (i % 3 == 0) {
      const LatestWorker::Updates updates = worker.take();
      if (updates.progress) lastProgress = updates.progress->done;
      if (updates.finished) (*updates.finished)();
    }
  }
  while (worker.isBusy()) {
    owner.wait();
    const LatestWorker::Updates updates = worker.take();
    if (updates.progress) lastProgress = updates.progress->done;
    if (updates.finished) (*updates.finished)();
  }
  check(!delivered.empty() && delivered.back() == kJobs - 1, "the newest job is delivered last");
  for (std::size_t i = 1; i < delivered.size(); ++i) check(delivered[i - 1] < delivered[i], "in order, none twice");
  check(lastProgress <= 50, "progress is the job's own");
}

void destructionWhileBusy() {
  for (int i = 0; i < 300; ++i) {
    std::atomic<int> wakes = 0;
    LatestWorker worker([&] { ++wakes; });
    worker.submit([](const Progress& progress) -> LatestWorker::Delivery {
      while (progress.report(1, 2)) std::this_thread::yield();
      return {};
    });
    if (i % 2 == 0) std::this_thread::yield();
  }
}

void twoAtOnce() {
  std::vector<int> left(1000), right(1000);
  const auto sums = plumbline::tasks::both(
      [&] {
        for (int& v : left) v = 1;
        return left.size();
      },
      [&] {
        for (int& v : right) v = 2;
        return right.size();
      });
  check(sums.first == 1000 && sums.second == 1000 && left[999] + right[999] == 3, "both sides are done");
}

}  // namespace

int main() {
  newestWins();
  destructionWhileBusy();
  twoAtOnce();
  return 0;
}
