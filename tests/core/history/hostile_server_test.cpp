// SPDX-License-Identifier: GPL-3.0-or-later
// A server that lies: whatever it sends, the answer is one error in time, and the next call is one too.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QTest>
#include <string>
#include <thread>

#include "core/history/sql_connection.h"

using namespace plumbline;
using history::SqlConnection;

namespace {

std::string bytesOf(std::uint32_t number) {
  number = htonl(number);
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string shortOf(std::uint16_t number) {
  number = htons(number);
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string message(char type, const std::string& body) { return type + bytesOf(static_cast<std::uint32_t>(body.size() + 4)) + body; }

/// header of an answer with one column of this type.
std::string header(std::uint32_t type) {
  return message('1', "") + message('2', "") +
         message('T', shortOf(1) + std::string("x\0", 2) + bytesOf(0) + shortOf(0) + bytesOf(type) + shortOf(8) + bytesOf(0) + shortOf(0));
}

std::string rowWith(const std::string& cell) { return message('D', shortOf(1) + bytesOf(static_cast<std::uint32_t>(cell.size())) + cell); }

std::string errorWith(const std::string& code, const std::string& text) {
  return message('E', std::string("SERROR\0C", 8) + code + '\0' + 'M' + text + '\0' + '\0');
}

const std::string kEnd = message('C', std::string("SELECT 1\0", 9)) + message('Z', "I");

/// LyingServer serves one client: `hello` after it has come, `answer` to its first statement, then `endless` for ever.
class LyingServer {
 public:
  LyingServer(std::string hello, std::string answer, std::string endless, bool hangsUp)
      : m_hello(std::move(hello)), m_answer(std::move(answer)), m_endless(std::move(endless)), m_hangsUp(hangsUp) {
    m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(m_socket, 1) != 0) qFatal("no port");
    ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size);
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { serve(); });
  }
  ~LyingServer() {
    ::shutdown(m_socket, SHUT_RDWR);
    m_thread.join();
    ::close(m_socket);
  }
  std::string url() const { return "postgresql://me@127.0.0.1:" + std::to_string(m_port) + "/d?sslmode=disable&gssencmode=disable"; }

 private:
  void serve() const {
    const int client = ::accept(m_socket, nullptr, nullptr);
    std::string input(65'536, '\0');
    const auto next = [&] { return ::recv(client, input.data(), input.size(), 0) > 0; };
    const auto say = [&](const std::string& bytes) { return ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0; };
    if (client >= 0 && next() && say(m_hello) && next() && say(m_answer))
      while (!m_hangsUp && (m_endless.empty() ? next() : say(m_endless))) {
      }
    ::close(client);
  }
  std::string m_hello, m_answer, m_endless;
  bool m_hangsUp;
  int m_socket = -1;
  std::uint16_t m_port = 0;
  std::thread m_thread;
};

const std::string kWelcome = message('R', bytesOf(0)) + message('S', std::string("server_encoding\0UTF8\0", 21)) +
                             message('S', std::string("server_version\00015.0\0", 20)) + message('Z', "I");

constexpr std::uint32_t kInt8 = 20, kFloat8 = 701, kText = 25;

}  // namespace

class HostileServerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lies_data();
  void lies();
  void honest();
  void greetings_data();
  void greetings();
  void aPasswordThatComesBack();

 private:
  static constexpr history::ServerLink::Limits kLimits{std::chrono::seconds(3), std::chrono::seconds(3), 4U << 20};
};

void HostileServerTest::lies_data() {
  QTest::addColumn<QByteArray>("answer");
  QTest::addColumn<QByteArray>("endless");
  QTest::addColumn<bool>("hangsUp");
  const auto row = [](const char* name, const std::string& answer, const std::string& endless = {}, bool hangsUp = false) {
    QTest::newRow(name) << QByteArray::fromStdString(answer) << QByteArray::fromStdString(endless) << hangsUp;
  };
  row("no answer", "");
  row("half a row", header(kText) + rowWith("abcdef").substr(0, 9));
  row("rows without end", header(kInt8), rowWith("1"));
  row("empty rows without end", header(kText), rowWith(""));
  row("notices without end", "", message('N', std::string("SNOTICE\0Mx\x1b[31m\0\0", 18)));
  row("notifications without end", "", message('A', bytesOf(1) + std::string("c\0p\0", 4)));
  row("settings without end", "", message('S', std::string("TimeZone\0UTC\0", 13)));
  row("one row without end", header(kText) + "D" + bytesOf(1U << 30), std::string(65'536, 'x'));
  row("no number", header(kInt8) + rowWith("1x") + kEnd);
  row("too large a number", header(kInt8) + rowWith("99999999999999999999") + kEnd);
  row("no number of a float", header(kFloat8) + rowWith("0x1") + kEnd);
  row("NUL", header(kText) + rowWith(std::string("a\0b", 3)) + kEnd);
  row("no UTF-8", header(kText) + rowWith("\xff") + kEnd);
  row("two cells in one column", header(kText) + message('D', shortOf(2) + bytesOf(0) + bytesOf(0)) + kEnd);
  row("a copy", message('1', "") + message('2', "") + message('H', std::string("\0\0\0", 3)));
  row("noise", std::string(300, '\x7f'));
  row("a negative length", "D" + bytesOf(0xffffffff));
  row("colours in an error", errorWith("XX000", "\x1b[31mred\x1b]0;title\x07 \xe2\x80\xae gone") + message('Z', "I"));
  row("an error of a megabyte", errorWith("42601", std::string(1U << 20, 'e')) + message('Z', "I"));
  row("end", "", "", true);
}

void HostileServerTest::lies() {
  QFETCH(QByteArray, answer);
  QFETCH(QByteArray, endless);
  QFETCH(bool, hangsUp);
  const LyingServer server(kWelcome, answer.toStdString(), endless.toStdString(), hangsUp);
  auto connection = SqlConnection::open(server.url(), SqlConnection::Access::ReadWrite, kLimits);
  QVERIFY2(connection, connection ? "" : base::describe(connection.error()).c_str());
  const auto rows = (*connection)->query("SELECT x FROM run WHERE id = ?", {1});
  QVERIFY(!rows);
  const std::string text = base::describe(rows.error());
  QVERIFY2(text.size() < 1000, text.c_str());
  for (const char c : text) QVERIFY2(static_cast<unsigned char>(c) >= ' ', text.c_str());
  QVERIFY2(text.find("\xe2\x80\xae") == std::string::npos, text.c_str());
}

void HostileServerTest::honest() {
  const LyingServer server(kWelcome, header(kInt8) + rowWith("42") + kEnd, "", false);
  auto connection = SqlConnection::open(server.url(), SqlConnection::Access::ReadWrite, kLimits);
  const auto number = (*connection)->number("SELECT x FROM run");
  QVERIFY2(number, number ? "" : base::describe(number.error()).c_str());
  QCOMPARE(*number, 42);
}

void HostileServerTest::greetings_data() {
  QTest::addColumn<QByteArray>("hello");
  const auto row = [](const char* name, const std::string& hello) { QTest::newRow(name) << QByteArray::fromStdString(hello); };
  row("silence", "");
  row("web server", "HTTP/1.1 400 Bad Request\r\n\r\n");
  row("unknown login", message('R', bytesOf(99)));
  row("old", message('R', bytesOf(0)) + message('S', std::string("server_encoding\0UTF8\0", 21)) + message('S', std::string("server_version\0009.6\0", 19)) + message('Z', "I"));
  row("no encoding", message('R', bytesOf(0)) + message('S', std::string("server_version\00015.0\0", 20)) + message('Z', "I"));
  row("error with colours", errorWith("53300", "\x1b[31mfull"));
}

void HostileServerTest::greetings() {
  QFETCH(QByteArray, hello);
  const LyingServer server(hello.toStdString(), "", "", false);
  const auto connection = SqlConnection::open(server.url(), SqlConnection::Access::ReadWrite, kLimits);
  QVERIFY(!connection);
  for (const char c : base::describe(connection.error())) QVERIFY(static_cast<unsigned char>(c) >= ' ');
}

void HostileServerTest::aPasswordThatComesBack() {
  qputenv("PGPASSWORD", "s3cret");
  // The server asks for it in clear, and repeats it.
  const LyingServer server(message('R', bytesOf(3)), kWelcome + errorWith("42601", "you said s3cret, s3cret") + message('Z', "I"), "", false);
  auto connection = SqlConnection::open(server.url(), SqlConnection::Access::ReadWrite, kLimits);
  std::string text = connection ? "" : base::describe(connection.error());
  if (connection)
    if (const auto rows = (*connection)->query("SELECT 1"); !rows) text = base::describe(rows.error());
  qunsetenv("PGPASSWORD");
  QVERIFY(!text.empty());
  QVERIFY2(text.find("s3cret") == std::string::npos, text.c_str());
}

QTEST_GUILESS_MAIN(HostileServerTest)
#include "hostile_server_test.moc"
