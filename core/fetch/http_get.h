// SPDX-License-Identifier: GPL-3.0-or-later
// One GET: redirects followed by hand, a limit on silence, the body handed on in pieces as it comes. One attempt only;
// retries are the caller's.
//
//   HttpGet get(manager, rules);
//   get.start({.url = url}, {.head = ..., .body = ..., .done = [](const HttpEnd& end) { ... }});
//   get.stop();          // nothing is called any more
//
// Lives on a thread with an event loop. Nothing is called from within start(). A handler may destroy the HttpGet only
// with deleteLater().
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

class QNetworkAccessManager;
class QNetworkReply;

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
    Unreachable,  ///< no such host, no safe connection: another attempt would end alike
    Refused,      ///< a redirect that must not be followed
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

  HttpGet(QNetworkAccessManager& manager, const HttpRules& rules, QObject* parent = nullptr);
  ~HttpGet() override;

  void start(const HttpRequest& request, Handlers handlers);
  void stop();

 private:
  void send(const QUrl& url);
  void readHead();
  void takeBody();
  void replyFinished();
  void redirect();
  void end(HttpEnd::Kind kind, std::string text);

  QNetworkAccessManager& m_manager;
  const HttpRules& m_rules;
  QPointer<QNetworkReply> m_reply;
  QTimer m_stall;
  HttpRequest m_request;
  Handlers m_handlers;
  HttpHead m_head;
  std::uint64_t m_received = 0;
  bool m_headTold = false;
  std::set<QUrl> m_seen;  ///< of this chain of redirects
};

}  // namespace plumbline::fetch
