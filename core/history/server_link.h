// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to a PostgreSQL server, through libpq. The server is not trusted: every wait has an end, an answer has
// a largest size, what it holds is checked against the types it claims, and no text of the server reaches an error
// unescaped. libpq alone reads .pgpass, PGPASSWORD and the TLS settings; a password is never kept, logged or put into
// an error.
//
//   auto link = ServerLink::open("postgresql://me@db.example/ci?sslmode=verify-full", {}, ServerLink::Limits{});
//   auto rows = (*link)->run("SELECT hash FROM baseline_commit WHERE pr = $1", {pr});
//
// Why not Qt's QPSQL: it waits for a server without end and cannot be stopped in a result that has none.
#pragma once

#include <QVariant>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/history/sql_rows.h"

struct pg_conn;
struct pg_result;

namespace plumbline::history {

/// serverText is a server's message as it may be shown: one short line, escaped, without the secret that it may repeat.
std::string serverText(std::string text, std::string_view secret);

class ServerLink {
 public:
  struct Limits {
    std::chrono::milliseconds connecting = std::chrono::seconds(15);
    std::chrono::milliseconds statement =
        std::chrono::minutes(5);  ///< from sending a statement to the end of its answer
    std::uint64_t answerBytes = std::uint64_t{512} << 20;
  };

  /// nameOf returns a URL without password and options, to show and to name the entry of the keyring. Errors:
  /// BadArgument for what is no URL of a database, and for a password in it; nothing of the URL is in them.
  static base::Result<std::string> nameOf(const std::string& url);

  /// open connects. `password` is "" for what libpq finds by itself. `needsPassword` is set when the server asks for
  /// one and there is none. Errors: BadArgument as nameOf, NotReadable for a server that cannot be reached or refuses,
  /// NotFound for a database that is not there.
  static base::Result<std::unique_ptr<ServerLink>> open(const std::string& url, const std::string& password,
                                                        bool isReadOnly, const Limits& limits,
                                                        bool* needsPassword = nullptr);
  ServerLink(const ServerLink&) = delete;
  ServerLink& operator=(const ServerLink&) = delete;
  ~ServerLink();

  /// run sends one statement and waits for the end of its answer; `isKept` prepares it for the next time. After a lost
  /// or lying server every further call is an error at once.
  base::Result<ServerRows> run(std::string_view sql, const QVariantList& values, bool isKept = false);

 private:
  using Clock = std::chrono::steady_clock;
  struct Wait {
    Clock::time_point end;
    std::uint64_t bytes = 0;
  };
  ServerLink(std::string name, const Limits& limits) : m_name(std::move(name)), m_limits(limits) {}
  base::Result<void> connect();
  base::Result<void> prepare(const std::string& sql, std::string& statement);
  base::Result<ServerRows> answer();
  base::Result<void> flush(Wait& wait);
  base::Result<pg_result*> next(Wait& wait);
  base::Result<void> receive(Wait& wait);
  base::Result<void> append(ServerRows& rows, const pg_result* result) const;
  base::Error connectError() const;
  base::Error errorOf(const pg_result* result) const;
  base::Error lost(const std::string& what);
  std::string shown(std::string text) const;

  std::string m_name;
  Limits m_limits;
  pg_conn* m_connection = nullptr;
  std::map<std::string, std::string> m_statements;  ///< SQL to the name of its prepared statement
};

}  // namespace plumbline::history
