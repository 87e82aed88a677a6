// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/http_get.h"

#include <QNetworkProxy>
#include <QSslSocket>
#include <utility>

#include "core/fetch/url_rules.h"
#include "core/text/quantities.h"

namespace plumbline::fetch {
namespace {

constexpr std::size_t kMaxRedirects = 10;
constexpr qint64 kReadBuffer = qint64{1} << 20;  // what Qt may hold of a body that is not taken yet

bool isRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool isContent(int status) { return status == 200 || status == 206; }

/// isLasting tests whether another attempt would fail in the same way.
bool isLasting(QAbstractSocket::SocketError error) {
  switch (error) {
    case QAbstractSocket::HostNotFoundError:
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyAuthenticationRequiredError:
      return true;
    default:
      return false;
  }
}

std::string cutText(std::uint64_t received, const std::optional<std::uint64_t>& length) {
  return "the connection was cut after " + std::to_string(received) +
         (length ? " of " + std::to_string(*length) : std::string()) + " bytes";
}

std::string errorText(const QSslSocket& socket) {
  if (socket.error() == QAbstractSocket::ConnectionRefusedError) return "the server takes no connection";
  if (socket.error() == QAbstractSocket::HostNotFoundError)
    return "there is no server of this name (" + socket.peerName().toStdString() + ")";
  return socket.errorString().toStdString();
}

QNetworkProxy proxyFor(const QUrl& url) {
  if (isLoopback(url)) return QNetworkProxy::NoProxy;  // a server on this machine is not behind a proxy
  const QList<QNetworkProxy> proxies = QNetworkProxyFactory::proxyForQuery(QNetworkProxyQuery(url));
  return proxies.isEmpty() ? QNetworkProxy(QNetworkProxy::NoProxy) : proxies.front();
}

/// addHeader leaves out a value that would end its line: marks of partial files are read from names on the disk.
void addHeader(QByteArray& text, const char* name, const QByteArray& value) {
  for (const char c : value)
    if (static_cast<unsigned char>(c) < ' ') return;
  text.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

HttpGet::HttpGet(const HttpRules& rules, QObject* parent)
    : QObject(parent), m_rules(rules), m_stall(this), m_deadline(this) {
  for (QTimer* timer : {&m_stall, &m_deadline}) timer->setSingleShot(true);
  m_stall.setInterval(rules.stallMs);
  connect(&m_stall, &QTimer::timeout, this, [this] {
    end(HttpEnd::Kind::Broken, "no byte came for " + std::to_string((m_rules.stallMs + 999) / 1000) + " s");
  });
  connect(&m_deadline, &QTimer::timeout, this, [this] {
    end(HttpEnd::Kind::Unreachable, "its answer took longer than " + text::durationText(m_request.deadlineMs / 1000.0));
  });
}

HttpGet::~HttpGet() { stop(); }

void HttpGet::start(const HttpRequest& request, Handlers handlers) {
  stop();
  m_request = request;
  m_handlers = std::move(handlers);
  m_seen.clear();
  m_deadline.start(request.deadlineMs);
  send(request.url);
}

void HttpGet::stop() {
  m_stall.stop();
  m_deadline.stop();
  if (std::exchange(m_isBusy, false)) closeConnection();
}

void HttpGet::send(const QUrl& url) {
  m_seen.insert(url);
  m_url = url;
  m_head = {};
  m_reader = {};
  m_received = 0;
  m_isBusy = true;
  m_stall.start();
  m_isReused = m_socket != nullptr && m_socket->state() == QAbstractSocket::ConnectedState && sameOrigin(url, m_origin);
  if (m_isReused) return writeRequest();
  openConnection();
}

void HttpGet::openConnection() {
  closeConnection();
  m_isReused = false;
  m_origin = m_url;
  m_socket = new QSslSocket(this);
  m_socket->setReadBufferSize(kReadBuffer);
  m_socket->setProxy(proxyFor(m_url));
  connect(m_socket, &QSslSocket::readyRead, this, &HttpGet::readAnswer);
  // Queued: a refused connection may be known before start() has returned.
  connect(
      m_socket, &QSslSocket::errorOccurred, this,
      [this, serial = ++m_serial] {
        if (serial == m_serial) connectionEnded();
      },
      Qt::QueuedConnection);
  const bool isSafe = m_url.scheme() == QStringLiteral("https");
  connect(m_socket, isSafe ? &QSslSocket::encrypted : &QAbstractSocket::connected, this, &HttpGet::writeRequest);
  if (isSafe) m_socket->connectToHostEncrypted(m_url.host(), static_cast<quint16>(m_url.port(443)));
  else m_socket->connectToHost(m_url.host(), static_cast<quint16>(m_url.port(80)));
}

void HttpGet::closeConnection() {
  if (m_socket == nullptr) return;
  ++m_serial;
  QSslSocket* socket = std::exchange(m_socket, nullptr);
  socket->disconnect(this);
  socket->abort();
  socket->deleteLater();  // this may be one of its own signals
}

void HttpGet::writeRequest() {
  const QUrl url = m_url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveFragment);
  QByteArray target = url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority);
  if (!target.startsWith('/')) target.prepend('/');
  QByteArray text = "GET " + target + " HTTP/1.1\r\n";
  addHeader(text, "Host", url.authority(QUrl::FullyEncoded).toLatin1());
  addHeader(text, "User-Agent", "plumbline");
  addHeader(text, "Accept-Encoding", "identity");  // Content-Length then counts the received bytes
  if (m_request.offset > 0) {
    addHeader(text, "Range", "bytes=" + QByteArray::number(qulonglong{m_request.offset}) + "-");
    addHeader(text, "If-Range", m_request.ifRange);
  }
  if (sameOrigin(m_url, m_rules.api)) {
    addHeader(text, "Accept", "application/vnd.github+json");
    addHeader(text, "X-GitHub-Api-Version", "2022-11-28");
    if (!m_rules.token.empty()) addHeader(text, "Authorization", "Bearer " + QByteArray::fromStdString(m_rules.token));
  }
  m_socket->write(text + "\r\n");
}

void HttpGet::readAnswer() {
  if (!m_isBusy) return closeConnection();  // bytes that belong to no request
  const bool hadHead = m_reader.hasHead();
  m_reader.add(m_socket->readAll());
  if (m_reader.hasHead()) m_stall.start();  // a head in drops counts as silence
  if (!hadHead && m_reader.hasHead() && !useHead()) return;
  const QByteArray bytes = m_reader.takeBody();
  m_received += static_cast<std::uint64_t>(bytes.size());
  if (!bytes.isEmpty() && !m_handlers.body(bytes)) return stop();
  if (*m_reader.problem() != 0) return end(HttpEnd::Kind::Refused, m_reader.problem());
  if (m_reader.isComplete()) end(HttpEnd::Kind::Complete, {});
}

/// useHead returns false when the answer's body is not wanted.
bool HttpGet::useHead() {
  m_head = {.status = m_reader.status(),
            .url = m_url,
            .length = m_reader.length(),
            .etag = m_reader.header("etag"),
            .contentRange = m_reader.header("content-range"),
            .link = m_reader.header("link"),
            .retryAfter = m_reader.header("retry-after"),
            .rateRemaining = m_reader.header("x-ratelimit-remaining"),
            .rateReset = m_reader.header("x-ratelimit-reset")};
  if (isRedirect(m_head.status)) {
    redirect();
    return false;
  }
  if (!isContent(m_head.status)) {
    end(HttpEnd::Kind::Status, "the server answers " + std::to_string(m_head.status));
    return false;
  }
  if (m_handlers.head(m_head)) return true;
  stop();
  return false;
}

void HttpGet::connectionEnded() {
  if (m_socket == nullptr) return;
  if (!m_isBusy) return closeConnection();
  const QAbstractSocket::SocketError error = m_socket->error();
  if (m_socket->bytesAvailable() > 0) {
    readAnswer();
    if (!m_isBusy || m_socket == nullptr) return;
  }
  if (m_isReused && !m_reader.hasBegun()) return openConnection();
  m_reader.close();
  if (m_reader.isComplete()) return end(HttpEnd::Kind::Complete, {});
  if (error == QAbstractSocket::RemoteHostClosedError)
    return end(HttpEnd::Kind::Broken, cutText(m_received, m_head.length));
  end(isLasting(error) ? HttpEnd::Kind::Unreachable : HttpEnd::Kind::Broken, errorText(*m_socket));
}

void HttpGet::redirect() {
  const QUrl from = m_url;
  const QByteArray location = m_reader.header("location");
  const QUrl to = from.resolved(QUrl::fromEncoded(location, QUrl::StrictMode));
  const std::string where = " (redirected by " + from.host().toStdString() + ")";
  if (location.isEmpty()) return end(HttpEnd::Kind::Refused, "a redirect leads nowhere" + where);
  if (const auto problem = redirectProblem(from, to))
    return end(HttpEnd::Kind::Refused, "a redirect is not followed: " + *problem + where);
  if (m_seen.count(to) > 0) return end(HttpEnd::Kind::Refused, "the redirects go in a circle" + where);
  if (m_seen.size() > kMaxRedirects) return end(HttpEnd::Kind::Refused, "there are too many redirects" + where);
  closeConnection();
  send(to);
}

void HttpGet::end(HttpEnd::Kind kind, std::string text) {
  HttpEnd result{kind, m_head, std::move(text)};
  if (kind == HttpEnd::Kind::Complete && m_reader.isReusable()) m_isBusy = false;
  stop();
  const auto done = m_handlers.done;  // which may start the next one
  done(result);
}

}  // namespace plumbline::fetch
