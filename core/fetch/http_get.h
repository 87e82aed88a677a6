// SPDX-License-Identifier: GPL-3.0-or-later
// One GET: redirects followed by hand, limits on silence, on the headers and on the whole time, the body handed on in
// pieces as it comes. One attempt only; retries are the caller's. It speaks HTTP/1.1 itself: Qt's own client reads
// headers without end and cannot be stopped while it does. A connection is used again for the next request.
//
//   HttpGet get(rules);
//   get.start({.url = url}, {.head = ..., .body = ..., .done = [](const HttpEnd& end) { ... }});
//   get.stop();          // nothing is called any more
//
// Lives on a thread with an event loop. Nothing is called from within start(). A handler may destroy the HttpGet only
// with deleteLater().
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTimer>
#include <QUrl>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "core/fetch/http_reader.h"

class QSslSocket;

namespace plumbline::fetch {

/// HttpRules hold for every request of a fetch.
struct HttpRules {
  QUrl api;              ///< the token goes to this scheme, host and port, and nowhere else
  std::string token;     ///< "" for none
  int stallMs = 30'000;  ///< no byte for so long: given up
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
};

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
  void send(const QUrl& url);
  void openConnection();
  void closeConnection();
  void writeRequest();
  void readAnswer();
  void connectionEnded();
  bool useHead();
  void redirect();
  void end(HttpEnd::Kind kind, std::string text);

  const HttpRules& m_rules;
  QSslSocket* m_socket = nullptr;  ///< owned as a child; kept after a complete answer
  QUrl m_origin;                   ///< of m_socket
  unsigned m_serial = 0;           ///< of m_socket; queued news of an earlier one are dropped
  QTimer m_stall, m_deadline;
  HttpRequest m_request;
  Handlers m_handlers;
  QUrl m_url;  ///< after the redirects
  HttpReader m_reader;
  HttpHead m_head;
  std::uint64_t m_received = 0;
  bool m_isBusy = false;
  bool m_isReused = false;  ///< the connection carried an earlier request, so the server may just be closing it
  std::set<QUrl> m_seen;    ///< of this chain of redirects
};

}  // namespace plumbline::fetch
