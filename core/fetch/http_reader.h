// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one HTTP/1.1 answer from the bytes of a connection, in pieces of any size: status, headers up to a limit, and
// the body by its length, in chunks, or up to the end of the connection.
//
//   HttpReader reader;
//   reader.add(socket.readAll());
//   if (reader.hasHead()) use(reader.status(), reader.header("etag"), reader.takeBody());
//   if (reader.isComplete()) ...
#pragma once

#include <QByteArray>
#include <QHash>
#include <cstdint>
#include <optional>
#include <utility>

namespace plumbline::fetch {

class HttpReader {
 public:
  static constexpr qsizetype kMaxHead = 64 * 1024;  ///< GitHub sends about 3 kB

  void add(const QByteArray& bytes);
  /// close says that the connection has ended, which completes a body without a length.
  void close();

  bool hasBegun() const { return m_hasBegun; }
  bool hasHead() const { return m_status != 0; }
  bool isComplete() const { return m_part == Part::Done; }
  /// problem describes an answer that is no HTTP, or has no end to its headers; "" if there is none.
  const char* problem() const { return m_problem; }

  int status() const { return m_status; }
  QByteArray header(const char* lowerCaseName) const { return m_headers.value(lowerCaseName); }
  std::optional<std::uint64_t> length() const { return m_length; }
  QByteArray takeBody() { return std::exchange(m_body, {}); }
  /// isReusable: the connection can carry another request.
  bool isReusable() const { return isComplete() && m_staysOpen && m_input.isEmpty(); }

 private:
  enum class Part { Head, Length, UntilClose, ChunkSize, Chunk, ChunkEnd, Trailer, Done };

  std::optional<QByteArray> nextLine();
  bool readHead();
  bool readStatusLine(const QByteArray& line);
  bool readHeader(const QByteArray& line);
  bool headEnds();
  bool readChunkSize();
  bool readBody();
  bool fail(const char* problem);

  Part m_part = Part::Head;
  QByteArray m_input, m_body;
  QHash<QByteArray, QByteArray> m_headers;
  std::optional<std::uint64_t> m_length;
  std::uint64_t m_left = 0;  ///< of the body or the chunk
  qsizetype m_headBytes = 0;
  int m_status = 0, m_nextStatus = 0;
  bool m_hasBegun = false, m_staysOpen = false;
  const char* m_problem = "";
};

}  // namespace plumbline::fetch
