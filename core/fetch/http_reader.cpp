// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/http_reader.h"

#include <algorithm>

namespace plumbline::fetch {

bool HttpReader::fail(const char* problem) {
  m_problem = problem;
  m_part = Part::Done;
  m_staysOpen = false;
  return false;
}

void HttpReader::add(const QByteArray& bytes) {
  m_hasBegun = m_hasBegun || !bytes.isEmpty();
  m_input += bytes;
  bool goesOn = true;
  while (goesOn) {
    switch (m_part) {
      case Part::Head: goesOn = readHead(); break;
      case Part::ChunkSize: goesOn = readChunkSize(); break;
      case Part::Length:
      case Part::UntilClose:
      case Part::Chunk: goesOn = readBody(); break;
      case Part::ChunkEnd:
      case Part::Trailer: {
        const auto line = nextLine();
        if (line && line->isEmpty()) m_part = m_part == Part::Trailer ? Part::Done : Part::ChunkSize;
        else if (line && m_part == Part::ChunkEnd) fail("its body is no chunked text");
        goesOn = line.has_value();
        break;
      }
      case Part::Done: return;
    }
  }
}

void HttpReader::close() {
  m_staysOpen = false;
  if (m_part == Part::UntilClose) m_part = Part::Done;
}

/// nextLine takes a line off the input; all lines of an answer that are not its body count against one limit.
std::optional<QByteArray> HttpReader::nextLine() {
  const qsizetype end = m_input.indexOf('\n');
  if (m_headBytes + (end < 0 ? m_input.size() : end) > kMaxHead) {
    fail("the headers of its answer have no end");
    return std::nullopt;
  }
  if (end < 0) return std::nullopt;
  QByteArray line = m_input.left(end);
  m_input.remove(0, end + 1);
  m_headBytes += end + 1;
  if (line.endsWith('\r')) line.chop(1);
  return line;
}

bool HttpReader::readHead() {
  const auto line = nextLine();
  if (!line) return false;
  if (m_nextStatus == 0) return readStatusLine(*line);
  return line->isEmpty() ? headEnds() : readHeader(*line);
}

bool HttpReader::readStatusLine(const QByteArray& line) {
  m_nextStatus = line.mid(9, 3).toInt();
  m_staysOpen = line.startsWith("HTTP/1.1 ");
  m_headers.clear();
  return (line.startsWith("HTTP/1.0 ") || m_staysOpen) && m_nextStatus >= 100 ? true : fail("its answer is no HTTP");
}

bool HttpReader::readHeader(const QByteArray& line) {
  const qsizetype colon = line.indexOf(':');
  const QByteArray name = line.left(colon).toLower(), value = line.mid(colon + 1).trimmed();
  if (colon <= 0 || name != name.trimmed()) return fail("its answer is no HTTP");
  // Two lengths would let two readers see two bodies.
  if (name == "content-length" && m_headers.value(name, value) != value) return fail("its answer has two lengths");
  m_headers.insert(name, value);
  return true;
}

bool HttpReader::headEnds() {
  const int status = std::exchange(m_nextStatus, 0);
  if (status < 200) return true;  // "100 Continue": the answer itself follows
  m_status = status;
  if (header("connection").toLower().contains("close")) m_staysOpen = false;
  bool isNumber = false;
  m_left = header("content-length").toULongLong(&isNumber);
  const QByteArray coding = header("transfer-encoding").toLower();
  if (!coding.isEmpty()) {
    if (coding != "chunked") return fail("its answer is coded in an unknown way");
    m_part = Part::ChunkSize;
  } else if (status == 204 || status == 304) {
    m_part = Part::Done;
  } else if (isNumber) {
    m_length = m_left;
    m_part = m_left == 0 ? Part::Done : Part::Length;
  } else {
    m_part = Part::UntilClose;
  }
  return true;
}

bool HttpReader::readChunkSize() {
  m_headBytes = 0;
  const auto line = nextLine();
  if (!line) return false;
  bool isNumber = false;
  m_left = line->split(';').front().trimmed().toULongLong(&isNumber, 16);
  if (!isNumber) return fail("its body is no chunked text");
  m_part = m_left == 0 ? Part::Trailer : Part::Chunk;
  return true;
}

bool HttpReader::readBody() {
  if (m_input.isEmpty()) return false;
  if (m_part == Part::UntilClose) {
    m_body += std::exchange(m_input, {});
    return false;
  }
  const qsizetype size = static_cast<qsizetype>(std::min<std::uint64_t>(m_left, static_cast<std::uint64_t>(m_input.size())));
  m_body += m_input.left(size);
  m_input.remove(0, size);
  m_left -= static_cast<std::uint64_t>(size);
  if (m_left == 0) m_part = m_part == Part::Chunk ? Part::ChunkEnd : Part::Done;
  return true;
}

}  // namespace plumbline::fetch
