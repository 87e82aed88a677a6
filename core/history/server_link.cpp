// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/server_link.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "core/reports/text_parts.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace plumbline::history {
namespace {

using base::ErrorCode;
using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;
using Answer = std::unique_ptr<PGresult, decltype(&PQclear)>;

constexpr int kOldestServer = 12'00'00;
constexpr std::size_t kMaxStatements = 64;
constexpr std::size_t kMaxShownText = 300;
constexpr const char* kServerSettings =
    " -c statement_timeout=240000 -c lock_timeout=20000 -c idle_in_transaction_session_timeout=600000 -c "
    "extra_float_digits=1"
    " -c standard_conforming_strings=on";

base::Error badUrl(std::string text) {
  return {ErrorCode::BadArgument, std::move(text),
          "Write postgresql://user@host:port/database, with ?sslmode=verify-full and such as libpq knows them."};
}

/// parsed reads a URL as libpq does. Its own error texts repeat the URL, so they are dropped.
base::Result<Options> parsed(const std::string& url) {
  if (std::ranges::any_of(url, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
    return base::fail(badUrl("This address of a database has a control character in it."));
  char* problem = nullptr;
  Options options(PQconninfoParse(url.c_str(), &problem), &PQconninfoFree);
  PQfreemem(problem);
  if (!options) return base::fail(badUrl("This is no address of a PostgreSQL database."));
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option)
    // libpq marks what is secret with "*".
    if (option->val != nullptr && std::string_view(option->dispchar) == "*")
      return base::fail(
          base::Error{ErrorCode::BadArgument,
                      "A password does not belong into the address of a database: others can read it there.",
                      "Put it into ~/.pgpass, the keyring or PGPASSWORD, and leave it out of the address."});
  return options;
}

std::string valueOf(const PQconninfoOption* options, std::string_view keyword) {
  for (; options->keyword != nullptr; ++options)
    if (keyword == options->keyword && options->val != nullptr) return options->val;
  return {};
}

std::string nameFrom(const PQconninfoOption* options) {
  std::string name = "postgresql://";
  if (const std::string user = valueOf(options, "user"); !user.empty()) name += user + '@';
  name += valueOf(options, "host");
  if (const std::string port = valueOf(options, "port"); !port.empty()) name += ':' + port;
  return reports::printableText(name + '/' + valueOf(options, "dbname"));
}

ServerRows::Type typeOf(Oid oid) {
  switch (oid) {
    case 16: return ServerRows::Type::Switch;  // bool, int8, int2, int4, float4, float8 in pg_type
    case 20:
    case 21:
    case 23: return ServerRows::Type::Integer;
    case 700:
    case 701: return ServerRows::Type::Real;
    default: return ServerRows::Type::Text;
  }
}

bool fits(std::string_view cell, ServerRows::Type type) {
  const auto isRead = [&](auto number) {
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return read.ec == std::errc() && read.ptr == cell.data() + cell.size();
  };
  switch (type) {
    case ServerRows::Type::Integer: return isRead(std::int64_t{});
    case ServerRows::Type::Real: return cell == "NaN" || cell == "Infinity" || cell == "-Infinity" || isRead(double{});
    case ServerRows::Type::Switch: return cell == "t" || cell == "f";
    case ServerRows::Type::Text: break;
  }
  return cell.find('\0') == cell.npos && !text::firstInvalidUtf8(cell);
}

/// stateOf finds the SQLSTATE in "FATAL:  28P01" of PQERRORS_SQLSTATE.
std::string stateOf(std::string_view message) {
  message = text::trimmed(message);
  constexpr std::size_t kLength = 5;
  if (message.size() < kLength + 1) return {};
  const std::string_view state = message.substr(message.size() - kLength);
  const bool isState = std::ranges::all_of(state, [](char c) { return text::isUpper(c) || text::isDigit(c); });
  return isState && message[message.size() - kLength - 1] == ' ' ? std::string(state) : std::string();
}

/// Bound holds values in the text form of the server.
struct Bound {
  std::vector<QByteArray> texts;
  std::vector<const char*> pointers;

  explicit Bound(const QVariantList& values) {
    for (const QVariant& value : values) {
      if (value.typeId() == QMetaType::Double) {
        std::array<char, 40> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value.toDouble());
        texts.emplace_back(text.data(), end.ptr - text.data());
      } else {
        texts.push_back(value.toString().toUtf8());
      }
    }
    for (qsizetype i = 0; i < values.size(); ++i)
      pointers.push_back(values[i].isNull() ? nullptr : texts[static_cast<std::size_t>(i)].constData());
  }
  int count() const { return static_cast<int>(pointers.size()); }
};

}  // namespace

base::Result<std::string> ServerLink::nameOf(const std::string& url) {
  const auto options = parsed(url);
  if (!options) return base::fail(options.error());
  return nameFrom(options->get());
}

base::Result<std::unique_ptr<ServerLink>> ServerLink::open(const std::string& url, const std::string& password,
                                                           bool isReadOnly, const Limits& limits, bool* needsPassword) {
  const auto options = parsed(url);
  if (!options) return base::fail(options.error());
  std::unique_ptr<ServerLink> link(new ServerLink(nameFrom(options->get()), limits));
  const std::string settings =
      valueOf(options->get(), "options") + kServerSettings + (isReadOnly ? " -c default_transaction_read_only=on" : "");
  std::vector<const char*> keywords, values;
  for (const PQconninfoOption* option = options->get(); option->keyword != nullptr; ++option) {
    if (option->val == nullptr || std::string_view(option->keyword) == "options") continue;
    keywords.push_back(option->keyword);
    values.push_back(option->val);
  }
  for (const auto& [keyword, value] :
       {std::pair("options", settings.c_str()), std::pair("client_encoding", "UTF8"),
        std::pair("application_name", "plumbline"), std::pair("password", password.c_str())}) {
    keywords.push_back(keyword);
    values.push_back(value);
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  link->m_connection = PQconnectStartParams(keywords.data(), values.data(), 0);
  auto connected = link->connect();
  if (connected) return link;
  if (needsPassword != nullptr)
    *needsPassword = link->m_connection != nullptr && PQconnectionNeedsPassword(link->m_connection) != 0;
  return base::fail(std::move(connected.error()));
}

ServerLink::~ServerLink() { PQfinish(m_connection); }

base::Result<void> ServerLink::connect() {
  if (m_connection == nullptr) return base::fail(lost("there is no memory left"));
  // libpq's own receiver writes what a server says to the terminal.
  PQsetNoticeReceiver(
      m_connection, [](void*, const PGresult*) {}, nullptr);
  PQsetErrorVerbosity(m_connection, PQERRORS_SQLSTATE);
  Wait wait{Clock::now() + m_limits.connecting};
  for (PostgresPollingStatusType state = PGRES_POLLING_WRITING; state != PGRES_POLLING_OK;
       state = PQconnectPoll(m_connection)) {
    if (PQstatus(m_connection) == CONNECTION_BAD || state == PGRES_POLLING_FAILED) return base::fail(connectError());
    pollfd socket{PQsocket(m_connection), static_cast<short>(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(wait.end - Clock::now()).count();
    if (left <= 0 || ::poll(&socket, 1, static_cast<int>(left)) == 0)
      return base::fail(lost("the server does not answer"));
    int waiting = 0;
    ::ioctl(socket.fd, FIONREAD, &waiting);
    wait.bytes += static_cast<std::uint64_t>(waiting);
    if (wait.bytes > m_limits.answerBytes) return base::fail(lost("its answer has no end"));
  }
  PQsetnonblocking(m_connection, 1);
  const char* encoding = PQparameterStatus(m_connection, "server_encoding");
  if (PQserverVersion(m_connection) < kOldestServer)
    return base::fail(ErrorCode::BadFormat, "The server is too old: PostgreSQL 12 or newer is needed.",
                      "Name another server with --store.", m_name);
  if (encoding == nullptr || std::string_view(encoding) != "UTF8")
    return base::fail(ErrorCode::BadFormat, "The database does not store UTF-8.",
                      "Make one with createdb --encoding=UTF8 --template=template0.", m_name);
  return {};
}

base::Error ServerLink::connectError() const {
  const std::string message = PQerrorMessage(m_connection), state = stateOf(message);
  if (PQconnectionNeedsPassword(m_connection) != 0)
    return {ErrorCode::NotReadable, "The server asks for a password, and there is none.",
            "Put it into ~/.pgpass, PGPASSWORD or the keyring (secret-tool store --label=Plumbline user " + m_name +
                " server plumbline type plaintext).",
            m_name};
  if (state == "28P01" || state == "28000")
    return {ErrorCode::NotReadable, "The server refuses this user or password.",
            "Look at the user's name, ~/.pgpass, PGPASSWORD, the keyring and pg_hba.conf.", m_name};
  if (state == "3D000")
    return {ErrorCode::NotFound, "There is no such database on the server.",
            "Make it with createdb, then try again; Plumbline makes the tables.", m_name};
  if (state == "53300" || state == "57P03")
    return {ErrorCode::NotReadable, "The server takes no connection now (" + state + ").", "Try again in a moment.",
            m_name};
  return {ErrorCode::NotReadable, "The server cannot be reached: " + shown(message) + '.',
          "Look at its name, the port, the network and the TLS settings.", m_name};
}

std::string ServerLink::shown(std::string text) const {
  const char* password = m_connection == nullptr ? nullptr : PQpass(m_connection);
  return serverText(std::move(text), password == nullptr ? "" : password);
}

std::string serverText(std::string text, std::string_view secret) {
  // A server that was given the secret in clear could repeat it.
  if (!secret.empty())
    for (std::size_t at = text.find(secret); at != text.npos; at = text.find(secret, at)) text.replace(at, secret.size(), "...");
  std::string line(text::trimmed(text));
  std::ranges::replace(line, '\n', ' ');
  while (line.ends_with('.')) line.pop_back();
  return reports::printableText(text::prefixOf(line, kMaxShownText));
}

base::Error ServerLink::lost(const std::string& what) {
  PQfinish(m_connection);
  m_connection = nullptr;
  return {ErrorCode::NotReadable,
          "The connection to the server is lost: " + what + ". What was stored before is unharmed.",
          "Look at the server and the network, then run the same command again.", m_name};
}

base::Error ServerLink::errorOf(const pg_result* result) const {
  const auto field = [&](int code) {
    const char* text = PQresultErrorField(result, code);
    return std::string(text == nullptr ? "" : text);
  };
  const std::string state = field(PG_DIAG_SQLSTATE), kind = state.substr(0, 2),
                    text = shown(field(PG_DIAG_MESSAGE_PRIMARY));
  if (state == "55P03")
    return {ErrorCode::NotWritable, "Another program is writing to the history and does not finish.",
            "Try again when it is done.", m_name};
  if (state == "25006" || state == "42501")
    return {ErrorCode::NotWritable, "The history is read-only for this user; nothing was changed (" + text + ").",
            "Ask its owner for the right to write.", m_name};
  if (kind == "53")
    return {ErrorCode::NotWritable,
            "The history cannot be written: the server has no room (" + text + "). What was stored before is unharmed.",
            "Free some space there, then run the same command again.", m_name};
  if (state == "57014")
    return {ErrorCode::NotReadable, "The server took too long for a statement.", "Try again, or ask for less.", m_name};
  if (kind == "57" || kind == "08")
    return {ErrorCode::NotReadable,
            "The connection to the server is lost: " + text + ". What was stored before is unharmed.",
            "Run the same command again.", m_name};
  if (kind == "XX" || kind == "58")
    return {ErrorCode::BadFormat, "The history is damaged, or the server fails (" + text + ").",
            "Look at the server's log; nothing was changed.", m_name};
  return {ErrorCode::Internal, "The database refused a statement: " + text + " (" + shown(state) + ").", "", m_name};
}

base::Result<void> ServerLink::receive(Wait& wait) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(wait.end - Clock::now()).count();
  pollfd socket{PQsocket(m_connection), POLLIN, 0};
  if (left <= 0 || ::poll(&socket, 1, static_cast<int>(left)) == 0)
    return base::fail(lost("it does not finish an answer"));
  int waiting = 0;
  ::ioctl(socket.fd, FIONREAD, &waiting);
  wait.bytes += static_cast<std::uint64_t>(waiting);
  if (wait.bytes > m_limits.answerBytes) return base::fail(lost("its answer is larger than any history's"));
  if (PQconsumeInput(m_connection) == 0) return base::fail(lost(shown(PQerrorMessage(m_connection))));
  while (PGnotify* notice = PQnotifies(m_connection)) PQfreemem(notice);
  return {};
}

base::Result<void> ServerLink::flush(Wait& wait) {
  for (int left = PQflush(m_connection); left != 0; left = PQflush(m_connection)) {
    if (left < 0) return base::fail(lost(shown(PQerrorMessage(m_connection))));
    pollfd socket{PQsocket(m_connection), POLLIN | POLLOUT, 0};
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(wait.end - Clock::now()).count();
    if (time <= 0 || ::poll(&socket, 1, static_cast<int>(time)) == 0) return base::fail(lost("it takes no statement"));
    if ((socket.revents & POLLIN) != 0)
      if (auto received = receive(wait); !received) return received;
  }
  return {};
}

base::Result<pg_result*> ServerLink::next(Wait& wait) {
  while (PQisBusy(m_connection) != 0)
    if (auto received = receive(wait); !received) return base::fail(std::move(received.error()));
  // A server that has rows without a pause never lets receive() wait.
  if (Clock::now() > wait.end) return base::fail(lost("it does not finish an answer"));
  return PQgetResult(m_connection);
}

base::Result<void> ServerLink::append(ServerRows& rows, const pg_result* result) const {
  const int columns = PQnfields(result);
  if (rows.types.empty())
    for (int i = 0; i < columns; ++i) rows.types.push_back(typeOf(PQftype(result, i)));
  for (int row = 0; row < PQntuples(result); ++row)
    for (int i = 0; i < columns; ++i) {
      const std::string_view cell(PQgetvalue(result, row, i), static_cast<std::size_t>(PQgetlength(result, row, i)));
      const bool isNull = PQgetisnull(result, row, i) != 0;
      if (rows.types.size() != static_cast<std::size_t>(columns) || PQfformat(result, i) != 0 ||
          (!isNull && !fits(cell, rows.types[static_cast<std::size_t>(i)])))
        return base::fail(ErrorCode::BadFormat, "The server answers with values that are none.",
                          "Look at the server; nothing was changed.", m_name);
      rows.cells.push_back({rows.bytes.size(), isNull ? -1 : static_cast<std::int64_t>(cell.size())});
      rows.bytes += cell;
    }
  return {};
}

base::Result<ServerRows> ServerLink::answer() {
  Wait wait{Clock::now() + m_limits.statement};
  PQsetSingleRowMode(m_connection);
  if (auto sent = flush(wait); !sent) return base::fail(std::move(sent.error()));
  ServerRows rows;
  std::optional<base::Error> problem;
  for (;;) {
    const auto read = next(wait);
    if (!read) return base::fail(read.error());
    const Answer result(*read, &PQclear);
    if (!result) break;
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_FATAL_ERROR && !problem) problem = errorOf(result.get());
    if (PQstatus(m_connection) == CONNECTION_BAD)
      return base::fail(
          lost(problem && status == PGRES_FATAL_ERROR ? shown(PQresultErrorMessage(result.get())) : "it ended it"));
    if (status == PGRES_FATAL_ERROR || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY) continue;
    if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK)
      return base::fail(lost("it answers with something else"));
    auto added = append(rows, result.get());
    // Two bytes of an answer become a cell of sixteen: count what is held.
    if (rows.bytes.size() + rows.cells.size() * sizeof(ServerRows::Cell) > 2 * m_limits.answerBytes)
      return base::fail(lost("its answer is larger than any history's"));
    if (!added) {
      static_cast<void>(lost("it lies"));
      return base::fail(std::move(added.error()));
    }
  }
  if (problem) return base::fail(*std::move(problem));
  return rows;
}

base::Result<void> ServerLink::prepare(const std::string& sql, std::string& statement) {
  if (const auto known = m_statements.find(sql); known != m_statements.end()) {
    statement = known->second;
    return {};
  }
  if (m_statements.size() >= kMaxStatements) {
    m_statements.clear();
    if (auto gone = run("DEALLOCATE ALL", {}); !gone) return base::fail(std::move(gone.error()));
  }
  statement = "s" + std::to_string(m_statements.size());
  if (PQsendPrepare(m_connection, statement.c_str(), sql.c_str(), 0, nullptr) == 0)
    return base::fail(lost(shown(PQerrorMessage(m_connection))));
  auto prepared = answer();
  if (!prepared) return base::fail(std::move(prepared.error()));
  m_statements.emplace(sql, statement);
  return {};
}

base::Result<ServerRows> ServerLink::run(std::string_view sql, const QVariantList& values, bool isKept) {
  if (m_connection == nullptr) return base::fail(lost("it was given up"));
  const std::string text(sql);
  const Bound bound(values);
  std::string statement;
  if (isKept)
    if (auto prepared = prepare(text, statement); !prepared) return base::fail(std::move(prepared.error()));
  const int sent = isKept ? PQsendQueryPrepared(m_connection, statement.c_str(), bound.count(), bound.pointers.data(),
                                                nullptr, nullptr, 0)
                          : PQsendQueryParams(m_connection, text.c_str(), bound.count(), nullptr, bound.pointers.data(),
                                              nullptr, nullptr, 0);
  if (sent == 0) return base::fail(lost(shown(PQerrorMessage(m_connection))));
  return answer();
}

}  // namespace plumbline::history
