// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_ci_server.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <utility>

#include "core/tasks/object_thread.h"

namespace plumbline::support {
namespace {

constexpr qint64 kPiece = 64 * 1024;  // of a body, at a time
constexpr int kTickMs = 5;            // of a limited rate

/// Shared is what both threads see.
struct Shared {
  mutable std::mutex mutex;
  std::map<std::string, std::vector<FakeAnswer>> answers;
  std::vector<FakeRequest> requests;
  qint64 rate = 0;
  int busy = 0, mostBusy = 0;
  QElapsedTimer clock;
  std::vector<std::pair<qint64, int>> busyLog;  ///< from this nanosecond on, so many
};

FakeAnswer nextAnswer(Shared& shared, const QByteArray& path) {
  const std::lock_guard lock(shared.mutex);
  auto it = shared.answers.find(path.toStdString());
  if (it == shared.answers.end()) it = shared.answers.find(path.left(path.indexOf('?')).toStdString());
  if (it == shared.answers.end()) return {.status = 404, .body = "nothing here"};
  FakeAnswer answer = it->second.front();
  if (it->second.size() > 1) it->second.erase(it->second.begin());
  return answer;
}

void countBusy(Shared& shared, int change) {
  const std::lock_guard lock(shared.mutex);
  shared.busy += change;
  shared.mostBusy = std::max(shared.mostBusy, shared.busy);
  shared.busyLog.emplace_back(shared.clock.nsecsElapsed(), shared.busy);
}

/// Connection speaks with one client, one request after the other.
class Connection : public QObject {
 public:
  Connection(QTcpSocket* socket, Shared& shared) : QObject(socket), m_socket(socket), m_shared(shared), m_tick(this) {
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(socket, &QTcpSocket::readyRead, this, &Connection::read);
    connect(socket, &QTcpSocket::bytesWritten, this, &Connection::sendMore);
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    connect(&m_tick, &QTimer::timeout, this, &Connection::sendSlice);
  }
  ~Connection() override { setBusy(false); }

 private:
  void read() {
    m_input += m_socket->readAll();
    const qsizetype end = m_input.indexOf("\r\n\r\n");
    if (end < 0 || m_busy) return;
    const QList<QByteArray> lines = m_input.left(end).split('\n');
    m_input.remove(0, end + 4);
    FakeRequest request;
    request.path = lines.front().split(' ').value(1);
    for (const QByteArray& line : lines.mid(1)) {
      const qsizetype colon = line.indexOf(':');
      request.headers.append({line.left(colon).toLower(), line.mid(colon + 1).trimmed()});
    }
    request.host = request.header("host");
    {
      const std::lock_guard lock(m_shared.mutex);
      m_shared.requests.push_back(request);
      m_rate = m_shared.rate;
    }
    reply(request, nextAnswer(m_shared, request.path));
  }

  void reply(const FakeRequest& request, FakeAnswer answer) {
    setBusy(true);
    qint64 total = answer.body.size();
    QByteArray extra;
    for (const auto& [name, value] : answer.headers) {
      extra += name + ": " + value + "\r\n";
      if (!answer.ranges || name != "ETag" || request.header("if-range") != value) continue;
      const qint64 from = request.header("range").mid(6).chopped(1).toLongLong();
      if (from >= total) {
        answer.status = 416;
        extra += "Content-Range: bytes */" + QByteArray::number(total) + "\r\n";
        answer.body.clear();
      } else {
        answer.status = 206;
        extra += "Content-Range: bytes " + QByteArray::number(from) + "-" + QByteArray::number(total - 1) + "/" +
                 QByteArray::number(total) + "\r\n";
        answer.body = answer.body.mid(from);
      }
      total = answer.body.size();
    }
    using Trick = FakeAnswer::Trick;
    QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + " Said\r\n" + extra;
    if (answer.trick == Trick::NoLength)
      head += "Connection: close\r\n";
    else
      head += "Content-Length: " + QByteArray::number(answer.trick == Trick::Claim ? answer.bytes : total) + "\r\n";
    m_trick = answer.trick;
    m_body = answer.body;
    m_stop = m_trick == Trick::CutAfter || m_trick == Trick::StallAfter ? std::min(answer.bytes, total) : total;
    m_sent = 0;
    m_piece = m_trick == Trick::Slow ? answer.bytes : kPiece;
    m_socket->write(head + "\r\n");
    if (m_rate > 0 && m_stop > m_piece) {
      m_rateClock.start();
      m_tick.start(kTickMs);
    }
    sendMore();
  }

  void sendSlice() {
    const qint64 allowed = m_rate * m_rateClock.elapsed() / 1000;
    while (m_busy && m_sent < m_stop && m_sent < allowed) sendPiece();
    finishIfSent();
  }

  void sendMore() {
    if (!m_busy || m_tick.isActive()) return;
    // One piece in the socket at a time, so that a client that goes away is noticed.
    while (m_sent < m_stop && m_socket->bytesToWrite() < (m_trick == FakeAnswer::Trick::Slow ? 1 : 4 * kPiece))
      sendPiece();
    finishIfSent();
  }

  void sendPiece() {
    const qint64 length = std::min(m_piece, m_stop - m_sent);
    m_socket->write(m_body.constData() + m_sent, length);
    m_sent += length;
  }

  void finishIfSent() {
    if (!m_busy || m_sent < m_stop || m_socket->bytesToWrite() > 0) return;
    m_tick.stop();
    if (m_trick == FakeAnswer::Trick::StallAfter) return;  // and not a byte more
    setBusy(false);
    if (m_trick != FakeAnswer::Trick::None && m_trick != FakeAnswer::Trick::Slow) return m_socket->disconnectFromHost();
    if (!m_input.isEmpty()) read();
  }

  void setBusy(bool busy) {
    if (busy != std::exchange(m_busy, busy)) countBusy(m_shared, busy ? 1 : -1);
  }

  QTcpSocket* m_socket;
  Shared& m_shared;
  QTimer m_tick;
  QElapsedTimer m_rateClock;
  QByteArray m_input, m_body;
  FakeAnswer::Trick m_trick = FakeAnswer::Trick::None;
  qint64 m_rate = 0, m_sent = 0, m_stop = 0, m_piece = kPiece;
  bool m_busy = false;
};

class Listener : public QTcpServer {
 public:
  explicit Listener(Shared& shared) {
    connect(this, &QTcpServer::newConnection, this, [this, &shared] {
      while (QTcpSocket* socket = nextPendingConnection()) new Connection(socket, shared);
    });
    listen(QHostAddress::LocalHost);
  }
};

/// overBusyTime weighs `value` with time, from the first moment with so many answers at once to the last.
double overBusyTime(const Shared& shared, int connections, const std::function<double(int)>& value) {
  const std::lock_guard lock(shared.mutex);
  const auto& log = shared.busyLog;
  std::size_t first = 0, last = log.size();
  while (first < log.size() && log[first].second < connections) ++first;
  while (last > first && log[last - 1].second < connections) --last;
  if (first >= last || last == log.size()) return 0.0;
  double sum = 0.0;
  for (std::size_t i = first; i < last; ++i)
    sum += value(log[i].second) * static_cast<double>(log[i + 1].first - log[i].first);
  return sum / static_cast<double>(log[last].first - log[first].first);
}

}  // namespace

QByteArray FakeRequest::header(const QByteArray& name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return value;
  return {};
}

struct FakeCiServer::Private {
  Shared shared;
  quint16 port = 0;
  std::unique_ptr<tasks::ObjectThread<Listener>> thread;
};

FakeCiServer::FakeCiServer() : d(std::make_unique<Private>()) {
  d->shared.clock.start();
  d->thread = std::make_unique<tasks::ObjectThread<Listener>>([this] { return std::make_unique<Listener>(d->shared); });
  std::promise<quint16> port;
  d->thread->post([&port](Listener& listener) { port.set_value(listener.serverPort()); });
  d->port = port.get_future().get();
}

FakeCiServer::~FakeCiServer() = default;

std::string FakeCiServer::url(const char* host) const {
  return "http://" + std::string(host) + ":" + std::to_string(d->port);
}

void FakeCiServer::answer(const std::string& path, std::vector<FakeAnswer> answers) {
  const std::lock_guard lock(d->shared.mutex);
  d->shared.answers[path] = std::move(answers);
}

void FakeCiServer::answerFirst(const std::string& path, std::vector<FakeAnswer> answers) {
  const std::lock_guard lock(d->shared.mutex);
  std::vector<FakeAnswer>& all = d->shared.answers[path];
  all.insert(all.begin(), answers.begin(), answers.end());
}

std::vector<FakeRequest> FakeCiServer::requests() const {
  const std::lock_guard lock(d->shared.mutex);
  return d->shared.requests;
}

std::vector<FakeRequest> FakeCiServer::requests(const std::string& path) const {
  std::vector<FakeRequest> fitting;
  for (const FakeRequest& request : requests())
    if (request.path.toStdString() == path) fitting.push_back(request);
  return fitting;
}

void FakeCiServer::limitRate(qint64 bytesPerSecond) {
  const std::lock_guard lock(d->shared.mutex);
  d->shared.rate = bytesPerSecond;
}

int FakeCiServer::mostAtOnce() const {
  const std::lock_guard lock(d->shared.mutex);
  return d->shared.mostBusy;
}

double FakeCiServer::busyShare(int connections) const {
  return overBusyTime(d->shared, connections, [&](int busy) { return busy >= connections ? 1.0 : 0.0; });
}

double FakeCiServer::meanBusy(int connections) const {
  return overBusyTime(d->shared, connections, [](int busy) { return static_cast<double>(busy); });
}

}  // namespace plumbline::support
