// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a fetch, on one thread with an event loop: the cache, the API's pages, then several zips at a time.
// Fetcher and WaitingFetch give it a thread of its own.
//
//   engine.start(target, {.progress = ..., .said = ..., .finished = ..., .failed = ...});   // called on this thread
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/fetch/cache.h"
#include "core/fetch/fetcher.h"
#include "core/fetch/http_get.h"
#include "core/fetch/job_lister.h"
#include "core/fetch/zip_download.h"

class QNetworkAccessManager;

namespace plumbline::fetch {

/// FetchNews is told what happens. Either `finished` or `failed` comes last, once; after cancel() nothing comes.
struct FetchNews {
  std::function<void(int done, int total, std::uint64_t bytes)> progress;
  std::function<void(const std::string&)> said;
  std::function<void(const FetchReport&)> finished;
  std::function<void(const base::Error&)> failed;
};

class FetchEngine : public QObject {
  Q_OBJECT

 public:
  explicit FetchEngine(FetchOptions options);
  ~FetchEngine() override;

  void start(const Target& target, FetchNews news);
  void cancel();

 private:
  void listed(JobList list);
  void listOffline();
  void useArtifacts(std::vector<Artifact> artifacts);
  void fillSlot(std::size_t slot);
  void takeNext(std::size_t slot);
  bool takeFromCache(std::size_t index);
  void zipEnded(std::size_t slot, std::size_t index, ZipEnd end);
  bool handOut(std::size_t index);
  void fileDone(std::size_t slot, std::size_t index);
  void finish();
  void fail(const base::Error& error);
  void tellProgress(bool always = false);
  QNetworkAccessManager& managerFor(std::size_t slot);

  const FetchOptions m_options;
  HttpRules m_rules;
  FetchNews m_news;
  FetchReport m_report;
  std::uint64_t m_ticket = 0;  ///< number of the newest start: what is still queued for an older one does nothing
  std::optional<Cache> m_cache;
  std::vector<std::unique_ptr<QNetworkAccessManager>> m_managers;
  std::unique_ptr<ApiClient> m_api;
  std::unique_ptr<JobLister> m_lister;
  std::vector<std::unique_ptr<ZipDownload>> m_slots;
  std::size_t m_next = 0, m_done = 0;
  std::uint64_t m_bytes = 0;
  QElapsedTimer m_lastProgress;
  QTimer m_progressLater;
};

}  // namespace plumbline::fetch
