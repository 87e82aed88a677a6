// SPDX-License-Identifier: GPL-3.0-or-later
// One artifact from the store into the cache: resumable retries, limits, and a check that it is a zip. The body goes to
// disk as it arrives.
//
//   download.start(artifact, [](ZipEnd end) { ... });
#pragma once

#include <QCryptographicHash>
#include <QObject>
#include <QTimer>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/fetch/cache.h"
#include "core/fetch/fetcher.h"
#include "core/fetch/http_get.h"

namespace plumbline::fetch {

// Whether the received bytes can be a zip, judged by the first and the last of them.
//
//   if (auto problem = startProblem(first)) refuse(*problem);        // "a web page (HTML) came instead of a zip"
//   if (!endsAsZip(path)) again();                                   // cut off somewhere on the way

/// kStartBytes is how many bytes startProblem reads.
inline constexpr std::size_t kStartBytes = 4;

/// startProblem describes bytes that do not begin a zip.
std::optional<std::string> startProblem(std::string_view first);

/// endsAsZip searches the zip's directory end at the end of the file. False when it cannot be read.
bool endsAsZip(const std::string& path);

/// ZipEnd is exactly one of: a path, a problem of this artifact, an error that ends the whole fetch (disk full).
struct ZipEnd {
  std::string path;
  std::string problem;
  std::optional<base::Error> fatal;
  bool isGone = false;  ///< the server has it not, or not for us: another attempt would end alike
};

class ZipDownload : public QObject {
  Q_OBJECT

 public:
  using Done = std::function<void(ZipEnd)>;
  using GotBytes = std::function<void(std::uint64_t)>;

  ZipDownload(const HttpRules& rules, Cache& cache, const FetchOptions& options,
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
  void tryAgain(const std::string& problem, int minDelayMs = 0);
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
