// SPDX-License-Identifier: GPL-3.0-or-later
// One artifact from the store into the cache: further attempts that go on where the last one stopped, limits, and a
// look at whether it is a zip at all. The body goes to disk as it comes.
//
//   download.start(artifact, [](ZipEnd end) { ... });
#pragma once

#include <QCryptographicHash>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/fetch/cache.h"
#include "core/fetch/fetcher.h"
#include "core/fetch/http_get.h"

namespace plumbline::fetch {

/// ZipEnd is exactly one of: a path, a problem of this artifact, an error that ends the whole fetch (disk full).
struct ZipEnd {
  std::string path;
  std::string problem;
  std::optional<base::Error> fatal;
};

class ZipDownload : public QObject {
  Q_OBJECT

 public:
  using Done = std::function<void(ZipEnd)>;
  using GotBytes = std::function<void(std::uint64_t)>;

  ZipDownload(QNetworkAccessManager& manager, const HttpRules& rules, Cache& cache, const FetchOptions& options,
              GotBytes gotBytes, QObject* parent = nullptr);

  void start(const Artifact& artifact, Done done);
  /// stop ends it without another call; what was received stays in the cache's partial folder.
  void stop();

 private:
  void ask();
  bool takeHead(const HttpHead& head);
  bool takeBody(const QByteArray& bytes);
  bool write(const QByteArray& bytes);
  void answered(const HttpEnd& end);
  void complete();
  void tryAgain(const std::string& problem, int leastDelayMs = 0);
  bool startOver(const QByteArray& etag);
  void dropFile();
  void finish(ZipEnd end);

  Cache& m_cache;
  const FetchOptions& m_options;
  HttpGet m_get;
  QTimer m_again;
  GotBytes m_gotBytes;
  Artifact m_artifact;
  Done m_done;
  std::optional<files::StreamFile> m_file;
  QByteArray m_etag;
  QCryptographicHash m_hash{kContentHash};  ///< of what is in m_file
  QByteArray m_first;                                     ///< until there are enough bytes to know a zip by
  bool m_isKnownZip = false;
  int m_attempt = 0;
};

}  // namespace plumbline::fetch
