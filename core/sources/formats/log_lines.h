// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a console log as displayed: without GitHub's time stamps and the names that gh puts before them, colours,
// NUL bytes, and split where a progress bar overwrites itself.
//
//   LogLines lines(bytes);
//   while (lines.next()) use(lines.number(), lines.text());
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::sources {

class LogLines {
 public:
  explicit LogLines(std::string_view bytes) : m_bytes(bytes) {}
  /// next reads the text up to a line feed, a carriage return or both; number() counts line feeds only, from 1.
  bool next();
  std::size_t number() const { return m_number; }
  std::string_view text() const { return m_text; }

 private:
  std::string_view m_bytes, m_text;
  std::size_t m_at = 0, m_number = 0;
  bool m_newLine = true;
  std::string m_cleaned;
};

/// LogMessage is a line without what a launcher or a logger puts before it.
struct LogMessage {
  std::string_view line;  ///< without a time stamp and "[rank0]: "
  std::string_view text;  ///< also without "E0131 12:00:00.000000 4711 torch/x.py:40] [0/0] "
  bool isLogged = false;  ///< torch's logger wrote it
};
LogMessage messageIn(std::string_view line);

}  // namespace plumbline::sources
