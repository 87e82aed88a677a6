// SPDX-License-Identifier: GPL-3.0-or-later
// Gets the artifacts of a commit into the cache: API pages, then zips, several at a time, resumable, stoppable at any
// moment. Works on its own thread (core/tasks); signals arrive on the owner's.
//
//   Fetcher fetcher({.cacheFolder = cache});
//   connect(&fetcher, &Fetcher::finished, this, [](const FetchReport& r) { open(r.folder); });
//   fetcher.start(*targetOf("https://github.com/pytorch/pytorch/commit/0123..."));
//
// Without an event loop (the command line): waiting_fetch.h.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/fetch/fetch_plan.h"

namespace plumbline::fetch {

struct FetchOptions {
  std::string cacheFolder;  ///< all that is written lies below it; defaultCacheFolder() in cache.h
  std::string into;         ///< copy (hard links where possible) the zips here afterwards; "": leave them in the cache
  Endpoints endpoints = {};
  int parallel = 8;
  std::uint64_t cacheBytes = std::uint64_t{4} << 30;  ///< the oldest go when it is over this
  std::uint64_t fileBytes = std::uint64_t{1} << 30;   ///< a larger zip is refused
  int stallMs = 30'000;                               ///< no byte for so long: given up, then tried again
  int retries = 3;                                    ///< on 5xx, resets and truncated bodies
  int retryDelayMs = 500;                             ///< before the first of them; doubled each time
  bool offline = false;                               ///< only what the cache holds
  std::string token;                                  ///< sent to the API host only; never written, never in an error
};

struct FetchedFile {
  Artifact artifact;
  std::string path;  ///< on disk; "" when it was not to be had
  std::uint64_t bytes = 0;
  bool fromCache = false;
  std::string problem;  ///< why not: "not found (404): the job may have left none", "expired (410)" ...
};
struct FetchReport {
  Target target;
  std::string sha;
  std::string folder;  ///< what to open: every zip lies below it
  std::vector<FetchedFile> files;
  std::size_t jobs = 0, running = 0;  ///< benchmark jobs, and those that are not finished
  QStringList notes;                  ///< sentences: jobs still running, job names that were not understood

  std::size_t missing() const;  ///< files that were not to be had
};
/// reportText: "142 of 150 artifacts (3 from the cache, 8 not there: ...)".
std::string reportText(const FetchReport& report);

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
  void said(const QString& sentence);  ///< "Asking for the jobs of 3 runs"
  void finished(const plumbline::fetch::FetchReport& report);
  void failed(const plumbline::base::Error& error);

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::fetch
