// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/http_get.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <utility>

#include "core/fetch/url_rules.h"

namespace plumbline::fetch {
namespace {

constexpr std::size_t kMaxRedirects = 10;
constexpr qint64 kReadBuffer = qint64{1} << 20;  // what Qt may hold of a body that is not taken yet

bool isRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool isContent(int status) { return status == 200 || status == 206; }

HttpHead headOf(const QNetworkReply& reply) {
  HttpHead head;
  head.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
  head.url = reply.url();
  bool isNumber = false;
  const qulonglong length = reply.rawHeader("Content-Length").trimmed().toULongLong(&isNumber);
  if (isNumber) head.length = length;
  head.etag = reply.rawHeader("ETag");
  head.contentRange = reply.rawHeader("Content-Range");
  head.link = reply.rawHeader("Link");
  head.retryAfter = reply.rawHeader("Retry-After");
  head.rateRemaining = reply.rawHeader("X-RateLimit-Remaining");
  head.rateReset = reply.rawHeader("X-RateLimit-Reset");
  return head;
}

/// lasting tests whether another attempt would fail in the same way.
bool lasting(QNetworkReply::NetworkError error) {
  switch (error) {
    case QNetworkReply::HostNotFoundError:
    case QNetworkReply::SslHandshakeFailedError:
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::AuthenticationRequiredError:
      return true;
    default:
      return false;
  }
}

std::string words(const QNetworkReply& reply, std::uint64_t received, const HttpHead& head) {
  switch (reply.error()) {
    case QNetworkReply::ConnectionRefusedError:
      return "the server takes no connection";
    case QNetworkReply::HostNotFoundError:
      return "there is no server of this name (" + reply.url().host().toStdString() + ")";
    case QNetworkReply::RemoteHostClosedError: {
      const std::string of = head.length ? " of " + std::to_string(*head.length) : "";
      return "the connection was cut after " + std::to_string(received) + of + " bytes";
    }
    default:
      return reply.errorString().toStdString();
  }
}

}  // namespace

HttpGet::HttpGet(QNetworkAccessManager& manager, const HttpRules& rules, QObject* parent)
    : QObject(parent), m_manager(manager), m_rules(rules), m_stall(this) {
  m_stall.setSingleShot(true);
  m_stall.setInterval(rules.stallMs);
  connect(&m_stall, &QTimer::timeout, this, [this] {
    end(HttpEnd::Kind::Broken, "no byte came for " + std::to_string((m_rules.stallMs + 999) / 1000) + " s");
  });
}

HttpGet::~HttpGet() { stop(); }

void HttpGet::start(const HttpRequest& request, Handlers handlers) {
  stop();
  m_request = request;
  m_handlers = std::move(handlers);
  m_seen.clear();
  send(request.url);
}

void HttpGet::stop() {
  m_stall.stop();
  if (m_reply == nullptr) return;
  QNetworkReply* reply = std::exchange(m_reply, nullptr);
  reply->disconnect(this);
  reply->abort();
  reply->deleteLater();
}

void HttpGet::send(const QUrl& url) {
  m_seen.insert(url);
  m_head = {};
  m_headTold = false;
  m_received = 0;
  QNetworkRequest request(url);
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
  request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
  request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
  request.setRawHeader("User-Agent", "plumbline");
  request.setRawHeader("Accept-Encoding", "identity");  // Content-Length then counts the received bytes
  if (m_request.offset > 0) {
    request.setRawHeader("Range", "bytes=" + QByteArray::number(qulonglong{m_request.offset}) + "-");
    request.setRawHeader("If-Range", m_request.ifRange);
  }
  if (sameOrigin(url, m_rules.api)) {
    request.setRawHeader("Accept", "application/vnd.github+json");
    request.setRawHeader("X-GitHub-Api-Version", "2022-11-28");
    if (!m_rules.token.empty())
      request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(m_rules.token));
  }
  m_reply = m_manager.get(request);
  m_reply->setReadBufferSize(kReadBuffer);
  connect(m_reply, &QNetworkReply::metaDataChanged, this, &HttpGet::readHead);
  connect(m_reply, &QNetworkReply::readyRead, this, &HttpGet::takeBody);
  connect(m_reply, &QNetworkReply::finished, this, &HttpGet::replyFinished);
  m_stall.start();
}

void HttpGet::readHead() {
  m_stall.start();
  m_head = headOf(*m_reply);
  if (m_headTold || !isContent(m_head.status)) return;
  m_headTold = true;
  if (!m_handlers.head(m_head)) stop();
}

void HttpGet::takeBody() {
  m_stall.start();
  if (!m_headTold) readHead();
  if (m_reply == nullptr) return;
  const QByteArray bytes = m_reply->readAll();
  m_received += static_cast<std::uint64_t>(bytes.size());
  if (m_headTold && !bytes.isEmpty() && !m_handlers.body(bytes)) stop();
}

void HttpGet::replyFinished() {
  if (m_reply->bytesAvailable() > 0) takeBody();
  if (m_reply == nullptr) return;
  m_head = headOf(*m_reply);
  if (isRedirect(m_head.status)) return redirect();
  const QNetworkReply::NetworkError error = m_reply->error();
  if (m_head.status >= 300 && error != QNetworkReply::RemoteHostClosedError)
    return end(HttpEnd::Kind::Status, "the server answers " + std::to_string(m_head.status));
  if (error != QNetworkReply::NoError)
    return end(lasting(error) ? HttpEnd::Kind::Unreachable : HttpEnd::Kind::Broken,
               words(*m_reply, m_received, m_head));
  if (!isContent(m_head.status))
    return end(HttpEnd::Kind::Status, "the server answers " + std::to_string(m_head.status));
  if (!m_headTold) readHead();  // an answer without a body
  if (m_reply == nullptr) return;
  if (m_head.length && *m_head.length != m_received)
    return end(HttpEnd::Kind::Broken, "the connection was cut after " + std::to_string(m_received) + " of " +
                                          std::to_string(*m_head.length) + " bytes");
  end(HttpEnd::Kind::Complete, {});
}

void HttpGet::redirect() {
  const QUrl from = m_reply->url();
  const QUrl to = from.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location"), QUrl::StrictMode));
  const std::string where = " (redirected by " + from.host().toStdString() + ")";
  if (m_reply->rawHeader("Location").isEmpty()) return end(HttpEnd::Kind::Refused, "a redirect leads nowhere" + where);
  if (const auto problem = redirectProblem(from, to))
    return end(HttpEnd::Kind::Refused, "a redirect is not followed: " + *problem + where);
  if (m_seen.count(to) > 0) return end(HttpEnd::Kind::Refused, "the redirects go in a circle" + where);
  if (m_seen.size() > kMaxRedirects) return end(HttpEnd::Kind::Refused, "there are too many redirects" + where);
  stop();
  send(to);
}

void HttpGet::end(HttpEnd::Kind kind, std::string text) {
  HttpEnd result{kind, m_head, std::move(text)};
  stop();
  const auto done = m_handlers.done;  // which may start the next one
  done(result);
}

}  // namespace plumbline::fetch
