// SPDX-License-Identifier: GPL-3.0-or-later
// The two clients of FetchEngine: Fetcher with signals for a program with an event loop, BlockingFetcher for one
// without. Both get the artifacts of a commit into the cache: API pages, then zips, several at a time; a fetch can be
// cancelled and continued. Each runs the engine on a thread of its own.
//
//   Fetcher fetcher({.cacheFolder = cache});
//   connect(&fetcher, &Fetcher::finished, this, [](const FetchReport& r) { open(r.folder); });
//   fetcher.start(*targetOf("https://github.com/pytorch/pytorch/commit/0123..."));
#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/fetch/fetch_plan.h"

namespace plumbline::fetch {

struct FetchOptions {
  std::string cacheFolder;  ///< nothing is written outside; defaultCacheFolder() in cache.h
  std::string into;         ///< copy (hard links where possible) the zips here afterwards; "": leave them in the cache
  Endpoints endpoints = {};
  int parallel = 8;
  std::uint64_t cacheBytes = std::uint64_t{4} << 30;  ///< the oldest are evicted above this
  std::uint64_t fileBytes = std::uint64_t{1} << 30;   ///< a larger zip is refused
  int stallMs = 30'000;                               ///< no byte for so long: given up, then tried again
  int pageMs = 120'000;                               ///< for one page of the API in all
  int zipMs = 1'800'000;                              ///< for one zip in all; what came is continued by the next start
  int retries = 3;                                    ///< on 5xx, resets and truncated bodies
  int retryDelayMs = 500;                             ///< before the first of them; doubled each time
  bool offline = false;                               ///< only what the cache holds
  bool acceptsNone = false;  ///< a commit without benchmark jobs is a report without files, no error
  std::string token;                                  ///< sent to the API host only; never written, never in an error
};

class Fetcher : public QObject {
  Q_OBJECT

 public:
  explicit Fetcher(FetchOptions options, QObject* parent = nullptr);
  ~Fetcher() override;

  /// start begins; a running fetch is cancelled first.
  void start(const plumbline::fetch::Target& target);
  /// cancel stops at once; what was received stays for the next start (resumable). Nothing is emitted afterwards.
  void cancel();
  bool isBusy() const;

 Q_SIGNALS:
  /// progress: artifacts done of total (0: still asking the API), bytes so far.
  void progress(int done, int total, quint64 bytes);
  void statusMessage(const QString& sentence);  ///< "Asking for the jobs of 3 runs"
  void finished(const plumbline::fetch::FetchReport& report);
  void failed(const plumbline::base::Error& error);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

/// BlockingFetcher is for a program without an event loop:
///
///   BlockingFetcher fetch(options);
///   fetch.start(target);
///   while (!fetch.wait(std::chrono::milliseconds(50))) show(fetch.state());
///   auto outcome = fetch.take();
class BlockingFetcher {
 public:
  struct State {
    int done = 0, total = 0;  ///< artifacts; total is 0 while the API is asked
    std::uint64_t bytes = 0;
    std::string statusMessage;  ///< the newest one
    std::int64_t retryAfterS = 0;  ///< what the rate limit that ended it has left; 0: none, or unknown
  };

  explicit BlockingFetcher(FetchOptions options);
  ~BlockingFetcher();
  BlockingFetcher(const BlockingFetcher&) = delete;
  BlockingFetcher& operator=(const BlockingFetcher&) = delete;

  void start(const Target& target);
  /// cancel ends it: take() returns Cancelled then.
  void cancel();
  /// wait returns true as soon as there is an outcome; false after `limit`.
  bool wait(std::chrono::milliseconds limit);
  State state() const;
  base::Outcome<FetchReport> take();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::fetch
