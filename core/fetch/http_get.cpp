// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/http_get.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <poll.h>
#include <sys/socket.h>

#include <QSocketNotifier>
#include <array>
#include <cstdlib>
#include <utility>

#include "core/text/quantities.h"

namespace plumbline::fetch {
namespace {

const QString kHttps = QStringLiteral("https");
const QString kHttp = QStringLiteral("http");

int portOf(const QUrl& url) { return url.port(url.scheme() == kHttps ? 443 : 80); }

/// endpoint checks one address of a service; the first that is not empty counts: the option, the variable, the default.
base::Result<std::string> endpoint(const std::string& given, const char* variable, const std::string& usual) {
  const char* fromEnvironment = std::getenv(variable);
  std::string text = given;
  if (text.empty() && fromEnvironment != nullptr) text = fromEnvironment;
  if (text.empty()) text = usual;
  while (text.ends_with('/')) text.pop_back();
  const QUrl url(QString::fromStdString(text), QUrl::StrictMode);
  // The address itself is not repeated: it may hold a password.
  std::optional<std::string> problem = urlProblem(url);
  if (!problem && (url.hasQuery() || url.hasFragment())) problem = "it ends in a query";
  if (problem)
    return base::fail(base::ErrorCode::BadArgument, "This address of a server cannot be used: " + *problem + ".",
                      std::string("Look at ") + variable + " and the options for the addresses.");
  return text;
}

constexpr qsizetype kMaxHead = 64 * 1024;  // GitHub sends about 3 kB
constexpr const char* kNoEnd = "the headers of its answer have no end";

/// Failure is what one of curl's error codes means to a caller. Any other code: the connection was cut.
struct Failure {
  int code;
  HttpEnd::Kind kind;
  const char* text;
};

constexpr std::array kFailures{
    Failure{CURLE_COULDNT_RESOLVE_PROXY, HttpEnd::Kind::Unreachable, "there is no proxy of this name"},
    Failure{CURLE_COULDNT_RESOLVE_HOST, HttpEnd::Kind::Unreachable, "there is no server of this name"},
    Failure{CURLE_COULDNT_CONNECT, HttpEnd::Kind::Broken, "the server takes no connection"},
    Failure{CURLE_PROXY, HttpEnd::Kind::Unreachable, "the proxy refuses"},
    Failure{CURLE_PEER_FAILED_VERIFICATION, HttpEnd::Kind::Unreachable, "its certificate is not trusted"},
    Failure{CURLE_SSL_CACERT_BADFILE, HttpEnd::Kind::Unreachable, "SSL_CERT_FILE cannot be read"},
    Failure{CURLE_SSL_CONNECT_ERROR, HttpEnd::Kind::Broken, "no safe connection can be made"},
    Failure{CURLE_UNSUPPORTED_PROTOCOL, HttpEnd::Kind::Refused, "its answer is no HTTP"},
    Failure{CURLE_WEIRD_SERVER_REPLY, HttpEnd::Kind::Refused, "its answer is no HTTP"},
    Failure{CURLE_BAD_CONTENT_ENCODING, HttpEnd::Kind::Refused, "its answer is coded in an unknown way"},
    Failure{CURLE_OUT_OF_MEMORY, HttpEnd::Kind::Refused, kNoEnd},  // a line over curl's own limit
    Failure{100, HttpEnd::Kind::Refused, kNoEnd},                  // the same since 8.6: CURLE_TOO_LARGE
};

bool isRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

bool isContent(int status) { return status == 200 || status == 206; }

std::string cutText(std::uint64_t received, const std::optional<std::uint64_t>& length) {
  return "the connection was cut after " + std::to_string(received) +
         (length ? " of " + std::to_string(*length) : std::string()) + " bytes";
}

/// openSocket keeps the connection from programs that are started meanwhile.
curl_socket_t openSocket(void*, curlsocktype, curl_sockaddr* address) {
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

}  // namespace

bool isLoopback(const QUrl& url) {
  const QString host = url.host().toLower();
  in_addr four{};
  in6_addr six{};
  if (inet_pton(AF_INET, host.toLatin1().constData(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  if (inet_pton(AF_INET6, host.toLatin1().constData(), &six) == 1)
    return IN6_IS_ADDR_LOOPBACK(&six) || (IN6_IS_ADDR_V4MAPPED(&six) && six.s6_addr[12] == 127);
  return host == QStringLiteral("localhost");
}

std::optional<std::string> urlProblem(const QUrl& url) {
  if (!url.isValid() || url.host().isEmpty()) return "it is no URL of a server";
  if (!url.userInfo().isEmpty()) return "it holds a user name";
  if (url.scheme() == kHttps || (url.scheme() == kHttp && isLoopback(url))) return std::nullopt;
  return "it is not https";
}

std::optional<std::string> redirectProblem(const QUrl& from, const QUrl& to) {
  if (from.scheme() == kHttps && to.scheme() != kHttps) return "it is not https";
  if (auto problem = urlProblem(to)) return problem;
  if (isLoopback(to) && !isLoopback(from)) return "it leads to this machine";
  return std::nullopt;
}

bool sameOrigin(const QUrl& a, const QUrl& b) {
  return a.scheme() == b.scheme() && a.host().compare(b.host(), Qt::CaseInsensitive) == 0 && portOf(a) == portOf(b);
}

base::Result<Endpoints> endpointsFrom(const std::string& api, const std::string& artifacts) {
  const Endpoints usual;
  auto first = endpoint(api, "PLUMBLINE_API_URL", usual.api);
  if (!first) return base::fail(first.error());
  auto second = endpoint(artifacts, "PLUMBLINE_ARTIFACTS_URL", usual.artifacts);
  if (!second) return base::fail(second.error());
  return Endpoints{*std::move(first), *std::move(second)};
}

struct HttpGet::Transfer {
  explicit Transfer(void* ofMulti) : multi(ofMulti) {}
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() {
    curl_multi_remove_handle(multi, easy);
    curl_easy_cleanup(easy);
    curl_slist_free_all(lines);
  }

  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(easy, option, value);
  }
  /// addLine leaves out a value that would end its line: marks of partial files are read from names on the disk.
  void addLine(const char* name, const QByteArray& value) {
    for (const char c : value)
      if (static_cast<unsigned char>(c) < ' ') return;
    lines = curl_slist_append(lines, (name + (": " + value)).constData());
  }
  long number(CURLINFO info) const {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
  }

  void* multi;
  CURL* easy = curl_easy_init();
  curl_slist* lines = nullptr;
  std::array<char, CURL_ERROR_SIZE> error{};
};

void initHttp() { [[maybe_unused]] static const CURLcode once = curl_global_init(CURL_GLOBAL_DEFAULT); }

HttpGet::HttpGet(const HttpRules& rules, QObject* parent)
    : QObject(parent), m_rules(rules), m_curlTimer(this), m_stall(this), m_deadline(this) {
  initHttp();
  m_multi = curl_multi_init();
  curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, 1L);
  const auto watchSocket = [](CURL*, curl_socket_t socket, int what, void* self, void*) {
    static_cast<HttpGet*>(self)->watch(socket, what);
    return 0;
  };
  const auto setTimer = [](CURLM*, long ms, void* self) {
    QTimer& timer = static_cast<HttpGet*>(self)->m_curlTimer;
    if (ms < 0)
      timer.stop();
    else
      timer.start(static_cast<int>(ms));
    return 0;
  };
  curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, +watchSocket);
  curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, +setTimer);
  curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
  for (QTimer* timer : {&m_curlTimer, &m_stall, &m_deadline}) timer->setSingleShot(true);
  m_stall.setInterval(rules.stallMs);
  connect(&m_curlTimer, &QTimer::timeout, this, [this] { drive(CURL_SOCKET_TIMEOUT, 0); });
  connect(&m_stall, &QTimer::timeout, this, [this] {
    end(HttpEnd::Kind::Broken, "no byte came for " + std::to_string((m_rules.stallMs + 999) / 1000) + " s");
  });
  connect(&m_deadline, &QTimer::timeout, this, [this] {
    end(HttpEnd::Kind::Unreachable, "its answer took longer than " + text::durationText(m_request.deadlineMs / 1000.0));
  });
}

HttpGet::~HttpGet() {
  stop();
  curl_multi_cleanup(m_multi);
}

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
  m_isBusy = false;
  if (!m_isInCurl) m_transfer.reset();
}

void HttpGet::send(const QUrl& url) {
  m_seen.insert(url);
  m_url = url;
  m_head = {};
  m_errorBody.clear();
  m_problem.clear();
  m_headBytes = 0;
  m_received = 0;
  m_isBusy = true;
  m_stall.start();
  m_transfer.reset();  // the earlier one is gone before the next is added
  m_transfer = std::make_unique<Transfer>(m_multi);
  connectTransfer();
  setHeaders();
  curl_multi_add_handle(m_multi, m_transfer->easy);
}

void HttpGet::connectTransfer() {
  Transfer& to = *m_transfer;
  const auto takeLine = [](char* bytes, std::size_t, std::size_t size, void* self) -> std::size_t {
    return static_cast<HttpGet*>(self)->takeHeaderLine({bytes, static_cast<qsizetype>(size)}) ? size : size + 1;
  };
  const auto takePiece = [](char* bytes, std::size_t, std::size_t size, void* self) -> std::size_t {
    return static_cast<HttpGet*>(self)->takeBody({bytes, static_cast<qsizetype>(size)}) ? size : size + 1;
  };
  to.set(CURLOPT_HEADERFUNCTION, +takeLine);
  to.set(CURLOPT_HEADERDATA, this);
  to.set(CURLOPT_WRITEFUNCTION, +takePiece);
  to.set(CURLOPT_WRITEDATA, this);
  to.set(CURLOPT_ERRORBUFFER, to.error.data());
  to.set(CURLOPT_OPENSOCKETFUNCTION, &openSocket);
  to.set(CURLOPT_URL, m_url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveFragment).toEncoded().constData());
  to.set(CURLOPT_PROTOCOLS_STR, "http,https");
  to.set(CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  to.set(CURLOPT_FOLLOWLOCATION, 0L);
  to.set(CURLOPT_NOSIGNAL, 1L);
  to.set(CURLOPT_QUICK_EXIT, 1L);  // stop() waits for no name server
  pollfd idle{m_idleSocket, POLLIN, 0};
  // Bytes that belong to no request must not begin the next answer.
  if (::poll(&idle, 1, 0) > 0) to.set(CURLOPT_FRESH_CONNECT, 1L);
  if (isLoopback(m_url)) to.set(CURLOPT_NOPROXY, "*");  // a server on this machine is not behind a proxy
  if (const QByteArray file = qgetenv("SSL_CERT_FILE"); !file.isEmpty())
    for (const CURLoption option : {CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO}) to.set(option, file.constData());
}

void HttpGet::setHeaders() {
  Transfer& to = *m_transfer;
  to.set(CURLOPT_USERAGENT, "plumbline");
  to.addLine("Accept-Encoding", "identity");  // Content-Length then counts the received bytes
  if (m_request.offset > 0) {
    to.addLine("Range", "bytes=" + QByteArray::number(qulonglong{m_request.offset}) + "-");
    to.addLine("If-Range", m_request.ifRange);
  }
  if (sameOrigin(m_url, m_rules.api)) {
    for (const auto& [name, value] : m_rules.headers) to.addLine(name, value);
    if (!m_rules.token.empty()) to.addLine("Authorization", "Bearer " + QByteArray::fromStdString(m_rules.token));
  }
  to.set(CURLOPT_HTTPHEADER, to.lines);
  to.set(CURLOPT_HEADEROPT, long{CURLHEADER_SEPARATE});  // none of them for a proxy
}

/// watch is called by curl for each socket whose events it waits for.
void HttpGet::watch(int socket, int what) {
  for (QSocketNotifier* old : m_watched.take(socket)) {
    old->setEnabled(false);
    old->deleteLater();  // this may be its own signal
  }
  const auto add = [&](QSocketNotifier::Type type, int events) {
    auto* notifier = new QSocketNotifier(socket, type, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, socket, events] { drive(socket, events); });
    m_watched[socket].append(notifier);
  };
  if ((what & CURL_POLL_IN) != 0) add(QSocketNotifier::Read, CURL_CSELECT_IN);
  if ((what & CURL_POLL_OUT) != 0) add(QSocketNotifier::Write, CURL_CSELECT_OUT);
}

/// drive lets curl work on what has happened; the callbacks come from here.
void HttpGet::drive(int socket, int events) {
  int count = 0;
  m_isInCurl = true;
  curl_multi_socket_action(m_multi, socket, events, &count);
  m_isInCurl = false;
  if (!m_isBusy) return m_transfer.reset();
  if (const CURLMsg* message = curl_multi_info_read(m_multi, &count)) transferEnded(message->data.result);
}

/// takeHeaderLine also gets the lines of a proxy's answer, of "100 Continue" and the trailers: all count.
bool HttpGet::takeHeaderLine(const QByteArray& line) {
  m_headBytes += line.size();
  if (m_headBytes > kMaxHead) m_problem = kNoEnd;
  if (!m_problem.empty()) return false;
  const auto status = static_cast<int>(m_transfer->number(CURLINFO_RESPONSE_CODE));
  return !line.trimmed().isEmpty() || m_head.status != 0 || status < 200 || useHead(status);
}

QList<QByteArray> HttpGet::headerValues(const char* name) const {
  QList<QByteArray> values;
  curl_header* header = nullptr;
  for (std::size_t i = 0; curl_easy_header(m_transfer->easy, name, i, CURLH_HEADER, -1, &header) == CURLHE_OK; ++i)
    values.append(QByteArray(header->value).trimmed());  // an empty value may be "\r"
  return values;
}

/// useHead returns false when the answer's body is not wanted.
bool HttpGet::useHead(int status) {
  const auto value = [this](const char* name) { return headerValues(name).value(0); };
  m_stall.start();  // a head in drops counts as silence
  m_head = {.status = status,
            .url = m_url,
            .length = {},
            .hasEnd = false,
            .etag = value("etag"),
            .contentRange = value("content-range"),
            .link = value("link"),
            .retryAfter = value("retry-after"),
            .rateRemaining = value("x-ratelimit-remaining"),
            .rateReset = value("x-ratelimit-reset")};
  if (!isContent(status)) return m_rules.errorBytes > 0 && !isRedirect(status);
  const QList<QByteArray> lengths = headerValues("content-length"), codings = headerValues("transfer-encoding");
  // Two lengths would let two readers see two bodies.
  if (lengths.count(lengths.value(0)) != lengths.size()) m_problem = "its answer has two lengths";
  for (const QByteArray& coding : codings)
    if (coding.toLower() != "chunked") m_problem = "its answer is coded in an unknown way";
  if (!m_problem.empty()) return false;
  bool isNumber = false;
  const qulonglong length = lengths.value(0).toULongLong(&isNumber);
  if (isNumber && codings.isEmpty()) m_head.length = length;
  m_head.hasEnd = isNumber || !codings.isEmpty();
  if (!m_handlers.head(m_head)) stop();
  return m_isBusy;
}

bool HttpGet::takeBody(const QByteArray& bytes) {
  m_received += static_cast<std::uint64_t>(bytes.size());
  if (!isContent(m_head.status)) {
    m_errorBody += bytes.left(m_rules.errorBytes - m_errorBody.size());
    return m_errorBody.size() < m_rules.errorBytes;
  }
  if (!bytes.isEmpty() && !m_handlers.body(bytes)) stop();
  if (m_isBusy) m_stall.start();  // behind the handler, which may have waited
  return m_isBusy;
}

void HttpGet::transferEnded(int code) {
  if (!m_problem.empty()) return end(HttpEnd::Kind::Refused, m_problem);
  if (isRedirect(m_head.status)) return redirect();
  if (m_head.status != 0 && !isContent(m_head.status))
    return end(HttpEnd::Kind::Status, "the server answers " + std::to_string(m_head.status));
  if (code == CURLE_OK && m_head.status != 0) return end(HttpEnd::Kind::Complete, {});
  if (const long status = m_transfer->number(CURLINFO_HTTP_CONNECTCODE); status >= 300)
    return end(HttpEnd::Kind::Unreachable, "the proxy answers " + std::to_string(status));
  const std::string detail = m_transfer->error.data();
  if (code == CURLE_RECV_ERROR && detail.find("chunk") != std::string::npos)
    return end(HttpEnd::Kind::Refused, "its body is no chunked text");
  for (const Failure& failure : kFailures) {
    if (failure.code != code) continue;
    const bool isNamed = code == CURLE_COULDNT_RESOLVE_HOST;
    const bool isSafety = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CONNECT_ERROR;
    const std::string more = isNamed ? m_url.host().toStdString() : isSafety ? detail : std::string();
    return end(failure.kind, failure.text + (more.empty() ? more : " (" + more + ")"));
  }
  end(HttpEnd::Kind::Broken, cutText(m_received, m_head.length));
}

void HttpGet::redirect() {
  const QUrl from = m_url;
  const QByteArray location = headerValues("location").value(0);
  const QUrl to = from.resolved(QUrl::fromEncoded(location, QUrl::StrictMode));
  const std::string where = " (redirected by " + from.host().toStdString() + ")";
  if (location.isEmpty()) return end(HttpEnd::Kind::Refused, "a redirect leads nowhere" + where);
  if (const auto problem = redirectProblem(from, to))
    return end(HttpEnd::Kind::Refused, "a redirect is not followed: " + *problem + where);
  if (m_seen.count(to) > 0) return end(HttpEnd::Kind::Refused, "the redirects go in a circle" + where);
  if (m_seen.size() > m_rules.maxRedirects) return end(HttpEnd::Kind::Refused, "there are too many redirects" + where);
  send(to);
}

void HttpGet::end(HttpEnd::Kind kind, std::string text) {
  const HttpEnd result{kind, m_head, std::move(text), m_errorBody};
  curl_easy_getinfo(m_transfer->easy, CURLINFO_ACTIVESOCKET, &m_idleSocket);
  stop();
  const auto done = m_handlers.done;  // which may start the next one
  done(result);
}

}  // namespace plumbline::fetch
