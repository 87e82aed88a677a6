// SPDX-License-Identifier: GPL-3.0-or-later
// One GET through libcurl, driven by Qt's event loop: redirects followed by hand, limits on silence, on the headers and
// on the whole time, the body handed on in pieces as it comes. One attempt only; retries are the caller's. A connection
// is used again for the next request. HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE hold, the proxies not for this machine.
//
//   HttpGet get(rules);
//   get.start({.url = url}, {.head = ..., .body = ..., .done = [](const HttpEnd& end) { ... }});
//   get.stop();          // nothing is called any more
//
// Lives on a thread with an event loop. Nothing is called from within start(). A handler may call stop(), and
// `done` also start(); it may destroy the HttpGet only with deleteLater().
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QTimer>
#include <QUrl>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/fetch/fetch_plan.h"

class QSocketNotifier;

namespace plumbline::fetch {

// The rules for URLs: https everywhere, http only for this machine; where a redirect may lead; the services' addresses.
//
//   if (auto error = redirectProblem(from, to)) return stop(*error);
//   if (sameOrigin(url, api)) request.setRawHeader("Authorization", ...);

/// isLoopback tests whether a URL's host is this machine: localhost, 127.x, ::1.
bool isLoopback(const QUrl& url);

/// urlProblem is why this URL must not be requested: no https (http for loopback), no host, a name or password in it.
std::optional<std::string> urlProblem(const QUrl& url);

/// redirectProblem is why `to` must not be followed from `from`: as urlProblem, from https to http, from another
/// machine to this one.
std::optional<std::string> redirectProblem(const QUrl& from, const QUrl& to);

/// sameOrigin compares scheme, host and port, with the scheme's own port filled in.
bool sameOrigin(const QUrl& a, const QUrl& b);

/// endpointsFrom checks them; an empty one is taken from PLUMBLINE_API_URL or PLUMBLINE_ARTIFACTS_URL, or is the
/// default. Errors: BadArgument.
base::Result<Endpoints> endpointsFrom(const std::string& api, const std::string& artifacts);

/// HttpRules hold for every request of a fetch.
struct HttpRules {
  QUrl api;              ///< the token goes to this scheme, host and port, and nowhere else
  std::string token;     ///< "" for none
  int stallMs = 30'000;  ///< no byte for so long: given up
  /// headers go where the token goes, and nowhere else.
  std::vector<std::pair<const char*, QByteArray>> headers = {{"Accept", "application/vnd.github+json"},
                                                             {"X-GitHub-Api-Version", "2022-11-28"}};
  std::size_t maxRedirects = 10;
  qsizetype errorBytes = 0;  ///< HttpEnd::body holds so much of an answer of another status
};

struct HttpRequest {
  QUrl url;
  std::uint64_t offset = 0;  ///< request the rest from here ...
  QByteArray ifRange;        ///< ... if the content still has this mark (ETag)
  int deadlineMs = 120'000;  ///< for all of it, redirects included
};

/// HttpHead is status and headers of an answer.
struct HttpHead {
  int status = 0;
  QUrl url;                             ///< after the redirects
  std::optional<std::uint64_t> length;  ///< Content-Length
  bool hasEnd = false;                  ///< the answer says where it ends: a cut one is Broken
  QByteArray etag, contentRange, link, retryAfter, rateRemaining, rateReset;
};

struct HttpEnd {
  enum class Kind {
    Complete,     ///< 200 or 206, with the announced length
    Status,       ///< any other status
    Broken,       ///< reset, cut off, stalled: worth another attempt
    Unreachable,  ///< no such host, no safe connection, past the deadline: another attempt would end alike
    Refused,      ///< a redirect that must not be followed, an answer that is no HTTP or has headers without end
  };
  Kind kind = Kind::Broken;
  HttpHead head;
  std::string text;  ///< what happened: "the connection was cut after 12 of 400 bytes"
  QByteArray body = {};  ///< of another status: its beginning
};

/// initHttp prepares libcurl. Called first on the thread that outlives the engines: OpenSSL keeps state for the thread that
/// calls it, and a worker thread that ends with the program would leave that behind.
void initHttp();

class HttpGet : public QObject {
  Q_OBJECT

 public:
  struct Handlers {
    /// head is called once, for 200 and 206 only; false ends it all without another call.
    std::function<bool(const HttpHead&)> head;
    /// body likewise, with the pieces in order.
    std::function<bool(const QByteArray&)> body;
    std::function<void(const HttpEnd&)> done;
  };

  explicit HttpGet(const HttpRules& rules, QObject* parent = nullptr);
  ~HttpGet() override;

  void start(const HttpRequest& request, Handlers handlers);
  void stop();

 private:
  struct Transfer;

  void send(const QUrl& url);
  void connectTransfer();
  void setHeaders();
  void watch(int socket, int what);
  void drive(int socket, int events);
  bool takeHeaderLine(const QByteArray& line);
  bool takeBody(const QByteArray& bytes);
  bool useHead(int status);
  QList<QByteArray> headerValues(const char* name) const;
  void transferEnded(int code);
  void redirect();
  void end(HttpEnd::Kind kind, std::string text);

  const HttpRules& m_rules;
  void* m_multi;                         ///< curl's; keeps connections between requests
  std::unique_ptr<Transfer> m_transfer;  ///< null between requests
  QHash<int, QList<QSocketNotifier*>> m_watched;
  int m_idleSocket = -1;  ///< of the last connection, if it was kept
  QTimer m_curlTimer, m_stall, m_deadline;
  HttpRequest m_request;
  Handlers m_handlers;
  QUrl m_url;  ///< after the redirects
  HttpHead m_head;
  QByteArray m_errorBody;
  std::string m_problem;  ///< why the answer is refused
  qsizetype m_headBytes = 0;
  std::uint64_t m_received = 0;
  bool m_isBusy = false;
  bool m_isInCurl = false;  ///< in a callback: nothing of curl's may be freed
  std::set<QUrl> m_seen;    ///< of this chain of redirects
};

}  // namespace plumbline::fetch
