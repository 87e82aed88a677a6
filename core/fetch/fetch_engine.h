// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a fetch: the cache, the API's pages, then several zips at a time. Lives on one thread with an event loop;
// Fetcher and BlockingFetcher give it a thread of its own.
//
//   connect(&engine, &FetchEngine::finished, ...);
//   engine.start(target, 1);
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

#include "core/fetch/api_client.h"
#include "core/fetch/cache.h"
#include "core/fetch/fetch_plan.h"
#include "core/fetch/fetcher.h"
#include "core/fetch/http_get.h"
#include "core/fetch/zip_download.h"

namespace plumbline::fetch {

class FetchEngine : public QObject {
  Q_OBJECT

 public:
  explicit FetchEngine(FetchOptions options);
  ~FetchEngine() override;

  /// start begins; a running fetch is cancelled first. `number` comes back in every signal of this start. Either
  /// finished() or failed() comes last, once; nothing comes after cancel().
  void start(const Target& target, quint64 number);
  void cancel();
  /// retryAfterS holds while failed() is emitted: as ApiClient::retryAfterS.
  std::int64_t retryAfterS() const { return m_retryAfterS; }

 Q_SIGNALS:
  void progress(quint64 number, int done, int total, quint64 bytes);
  void statusMessage(quint64 number, const QString& sentence);
  void finished(quint64 number, const plumbline::fetch::FetchReport& report);
  void failed(quint64 number, const plumbline::base::Error& error);

 private:
  void listed(JobList list);
  void listOffline();
  void useArtifacts(std::vector<Artifact> artifacts);
  void fillSlot(std::size_t slot);
  void startNext(std::size_t slot);
  bool useCached(std::size_t index);
  void zipEnded(std::size_t slot, std::size_t index, ZipEnd end);
  bool copyOut(std::size_t index);
  void fileDone(std::size_t slot, std::size_t index);
  void finish();
  void fail(const base::Error& error);
  void report(const std::string& sentence);
  void reportProgress(bool always = false);

  const FetchOptions m_options;
  HttpRules m_rules;
  std::optional<quint64> m_number;  ///< of the present start; none when nothing runs
  FetchReport m_report;
  std::uint64_t m_round = 0;  ///< what is still queued for an earlier start does nothing
  std::optional<Cache> m_cache;
  std::unique_ptr<ApiClient> m_api;
  std::unique_ptr<JobLister> m_lister;
  std::vector<std::unique_ptr<ZipDownload>> m_slots;
  std::size_t m_next = 0, m_done = 0;
  std::uint64_t m_bytes = 0;
  std::int64_t m_retryAfterS = 0;
  QElapsedTimer m_lastProgress;
  QTimer m_progressLater;
};

}  // namespace plumbline::fetch
