// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/zip_download.h"

#include <QByteArray>
#include <QFile>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "core/text/quantities.h"

namespace plumbline::fetch {
namespace {

constexpr std::string_view kMember = "PK\x03\x04";
constexpr std::string_view kEnd = "PK\x05\x06";  // also the whole of an empty zip
constexpr qint64 kEndBytes = 22;                 // without its comment
constexpr qint64 kLongestComment = 65535;

constexpr int kLongestPause = 60;  // seconds; limit of Retry-After

/// ByteRange is a Content-Range: "bytes 100-399/400".
struct ByteRange {
  std::uint64_t first = 0, total = 0;
};

std::optional<ByteRange> rangeOf(const QByteArray& header) {
  const qsizetype dash = header.indexOf('-'), slash = header.indexOf('/');
  if (!header.startsWith("bytes ") || dash < 0 || slash < dash) return std::nullopt;
  bool isFirst = false, isTotal = false;
  const ByteRange range{header.mid(6, dash - 6).trimmed().toULongLong(&isFirst),
                        header.mid(slash + 1).trimmed().toULongLong(&isTotal)};
  return isFirst && isTotal ? std::optional(range) : std::nullopt;
}

std::string statusText(int status) {
  switch (status) {
    case 404: return "not found (404): the job may have left no artifact";
    case 410: return "expired (410): CI has removed it";
    case 401:
    case 403: return "refused (" + std::to_string(status) + "): it is not there, or not for everybody";
    default: return "the server answers " + std::to_string(status);
  }
}

}  // namespace

std::optional<std::string> startProblem(std::string_view first) {
  if (first.starts_with(kMember) || first.starts_with(kEnd)) return std::nullopt;
  const QByteArray text = QByteArray(first.data(), static_cast<qsizetype>(first.size())).trimmed().toLower();
  for (const char* start : {"<!do", "<htm", "<hea", "<bod", "<!--"})
    if (!text.isEmpty() && (text.startsWith(start) || (text.size() < 4 && QByteArray(start).startsWith(text))))
      return "a web page (HTML) came instead of a zip: a login page or a proxy may stand in between";
  if (text.startsWith('<')) return "an XML text came instead of a zip";
  return "what came is no zip";
}

bool endsAsZip(const std::string& path) {
  QFile file(QFile::decodeName(path.c_str()));
  if (!file.open(QIODevice::ReadOnly)) return false;
  file.seek(std::max(qint64{0}, file.size() - kEndBytes - kLongestComment));
  const QByteArray tail = file.readAll();
  // The comment's length must lead to the end of the file; otherwise the mark is part of the data.
  for (qsizetype at = tail.size() - kEndBytes; at >= 0; --at) {
    if (std::string_view(tail.constData() + at, kEnd.size()) != kEnd) continue;
    const auto low = static_cast<unsigned char>(tail[at + kEndBytes - 2]);
    const auto high = static_cast<unsigned char>(tail[at + kEndBytes - 1]);
    if (at + kEndBytes + low + 256 * high == tail.size()) return true;
  }
  return false;
}

ZipDownload::ZipDownload(const HttpRules& rules, Cache& cache, const FetchOptions& options, GotBytes gotBytes,
                         QObject* parent)
    : QObject(parent),
      m_cache(cache),
      m_options(options),
      m_get(rules, this),
      m_again(this),
      m_gotBytes(std::move(gotBytes)) {
  m_again.setSingleShot(true);
  connect(&m_again, &QTimer::timeout, this, &ZipDownload::ask);
}

void ZipDownload::start(const Artifact& artifact, Done done) {
  m_artifact = artifact;
  m_done = std::move(done);
  m_attempt = 0;
  m_file.reset();
  if (auto partial = m_cache.resume(artifact.url)) {
    QFile file(QFile::decodeName(partial->file.path().c_str()));
    m_hash.reset();
    if (file.open(QIODevice::ReadOnly) && m_hash.addData(&file)) {
      m_file = std::move(partial->file);
      m_etag = partial->etag;
    }
  }
  ask();
}

void ZipDownload::stop() {
  m_again.stop();
  m_get.stop();
  m_file.reset();
}

void ZipDownload::ask() {
  m_isKnownZip = false;
  m_first.clear();
  HttpRequest request{.url = QUrl(QString::fromStdString(m_artifact.url)), .offset = 0, .ifRange = {}, .deadlineMs = m_options.zipMs};
  if (m_file && m_file->size() > 0 && m_etag.startsWith('"')) {
    request.offset = m_file->size();
    request.ifRange = m_etag;
  }
  m_get.start(request, {.head = [this](const HttpHead& head) { return takeHead(head); },
                        .body = [this](const QByteArray& bytes) { return takeBody(bytes); },
                        .done = [this](const HttpEnd& end) { answered(end); }});
}

bool ZipDownload::takeHead(const HttpHead& head) {
  std::uint64_t total = head.length.value_or(0);
  if (head.status == 206) {
    const auto range = rangeOf(head.contentRange);
    if (!m_file || !range || range->first != m_file->size() || (!head.etag.isEmpty() && head.etag != m_etag)) {
      dropFile();
      tryAgain("the server sent another part than the requested one");
      return false;
    }
    m_isKnownZip = true;  // its beginning was looked at when it came
    total = range->total;
  } else if (!startOver(head.etag)) {
    return false;
  }
  if (total <= m_options.fileBytes) return true;
  dropFile();
  finish({.path = {},
          .problem = "too large: " + text::sizeText(total) + "; the limit is " + text::sizeText(m_options.fileBytes),
          .fatal = {},
          .isGone = true});
  return false;
}

/// startOver makes an empty file for a body that begins at its beginning.
bool ZipDownload::startOver(const QByteArray& etag) {
  m_hash.reset();
  if (m_file && etag == m_etag) {
    if (const auto cleared = m_file->clear()) return true;
  }
  dropFile();
  auto file = m_cache.begin(m_artifact.url, etag);
  if (!file) {
    finish({.path = {}, .problem = {}, .fatal = file.error()});
    return false;
  }
  m_file = *std::move(file);
  m_etag = etag;
  return true;
}

bool ZipDownload::takeBody(const QByteArray& bytes) {
  m_gotBytes(static_cast<std::uint64_t>(bytes.size()));
  if (m_isKnownZip) return write(bytes);
  m_first += bytes;
  if (m_first.size() < static_cast<qsizetype>(kStartBytes)) return true;
  if (const auto problem = startProblem(m_first.toStdString())) {
    dropFile();
    finish({.path = {}, .problem = *problem, .fatal = {}});
    return false;
  }
  m_isKnownZip = true;
  return write(std::exchange(m_first, {}));
}

bool ZipDownload::write(const QByteArray& bytes) {
  if (m_file->size() + static_cast<std::uint64_t>(bytes.size()) > m_options.fileBytes) {
    dropFile();
    finish({.path = {}, .problem = "too large: over the limit of " + text::sizeText(m_options.fileBytes), .fatal = {}, .isGone = true});
    return false;
  }
  if (const auto written = m_file->append({bytes.constData(), static_cast<std::size_t>(bytes.size())}); !written) {
    finish({.path = {}, .problem = {}, .fatal = written.error()});
    return false;
  }
  m_hash.addData(bytes);
  return true;
}

void ZipDownload::answered(const HttpEnd& end) {
  switch (end.kind) {
    case HttpEnd::Kind::Complete: return complete();
    case HttpEnd::Kind::Broken: return tryAgain(end.text);
    case HttpEnd::Kind::Unreachable:
    case HttpEnd::Kind::Refused: return finish({.path = {}, .problem = end.text, .fatal = {}});
    case HttpEnd::Kind::Status: break;
  }
  const int status = end.head.status;
  if (status == 416 && m_file) {
    // What is there may be all of it: "bytes */400".
    if (end.head.contentRange == "bytes */" + QByteArray::number(qulonglong{m_file->size()})) return complete();
    dropFile();
    return tryAgain("the server does not have the requested part (416)");
  }
  if (status == 429 || status >= 500)
    return tryAgain(statusText(status), std::clamp(end.head.retryAfter.toInt(), 0, kLongestPause) * 1000);
  finish({.path = {}, .problem = statusText(status), .fatal = {}, .isGone = true});
}

void ZipDownload::complete() {
  if (!m_isKnownZip && m_file && m_file->size() == 0) {
    dropFile();
    const auto problem = m_first.isEmpty() ? std::string("it is empty") : startProblem(m_first.toStdString());
    return finish({.path = {}, .problem = problem.value_or("it is no zip"), .fatal = {}});
  }
  if (!endsAsZip(m_file->path())) {
    dropFile();
    return tryAgain("it is cut off: the end of the zip is missing");
  }
  const std::string hash = m_hash.result().toHex().toStdString();
  auto path = m_cache.store(*std::exchange(m_file, std::nullopt), hash, m_artifact.path);
  if (!path) return finish({.path = {}, .problem = {}, .fatal = path.error()});
  finish({.path = *std::move(path), .problem = {}, .fatal = {}});
}

void ZipDownload::tryAgain(const std::string& problem, int minDelayMs) {
  if (m_attempt >= m_options.retries) {
    const std::string tried = m_options.retries > 0 ? ", tried " + std::to_string(m_attempt + 1) + " times" : "";
    return finish({.path = {}, .problem = problem + tried, .fatal = {}});
  }
  m_again.start(std::max(minDelayMs, m_options.retryDelayMs << std::min(m_attempt, 10)));
  ++m_attempt;
}

void ZipDownload::dropFile() {
  if (m_file) (void)m_file->discard();
  m_file.reset();
  m_etag.clear();
}

void ZipDownload::finish(ZipEnd end) {
  if (m_file && !m_etag.startsWith('"')) dropFile();  // it cannot be resumed
  m_file.reset();
  const Done done = std::exchange(m_done, {});  // which may start the next one
  done(std::move(end));
}

}  // namespace plumbline::fetch
