// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/log_lines.h"

#include <algorithm>

#include "core/text/ascii.h"

namespace plumbline::sources {
namespace {

/// timeLength is that of "2026-11-20T12:00:00.0000000Z " at the front of a line; 0 if there is none.
std::size_t timeLength(std::string_view line) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  if (line.size() < kForm.size()) return 0;
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == '0' ? !text::isDigit(line[i]) : line[i] != kForm[i]) return 0;
  std::size_t at = kForm.size();
  if (at < line.size() && line[at] == '.') ++at;
  while (at < line.size() && text::isDigit(line[at])) ++at;
  if (at == line.size() || line[at] != 'Z') return 0;
  ++at;
  return at < line.size() && line[at] == ' ' ? at + 1 : at;
}

/// stampLength also counts what "gh run view --log" puts before the time, the job and the step with a tab behind each, and the
/// byte order mark of GitHub's logs.
std::size_t stampLength(std::string_view line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::size_t start = 0;
  for (int names = 0; names < 3; ++names) {
    const std::size_t mark = line.substr(start).starts_with(kMark) ? kMark.size() : 0;
    if (const std::size_t time = timeLength(line.substr(start + mark)); time > 0 && names != 1) return start + mark + time;
    const std::size_t tab = line.find('\t', start);
    if (tab == line.npos) break;
    start = tab + 1;
  }
  return 0;
}

/// The length of a colour or another control sequence at the front of a text that begins with ESC.
std::size_t escapeLength(std::string_view text) {
  if (text.size() < 2 || text[1] != '[') return 1;
  std::size_t at = 2;
  while (at < text.size() && (text[at] < '@' || text[at] > '~')) ++at;
  return std::min(at + 1, text.size());
}

/// withoutStamp takes away what a CI log or a launcher puts before every line: "2026-01-31T12:00:00.1Z ", "[rank0]: ".
std::string_view withoutStamp(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank != line.npos && blank >= 19 && text::isDigit(line[0]) && line[4] == '-' && line[7] == '-' &&
      line[10] == 'T')
    line.remove_prefix(blank + 1);
  if (line.starts_with("[rank") || line.starts_with("[default")) {
    const std::size_t end = line.find("]:");
    if (end != line.npos && end < 20)
      line.remove_prefix(std::min(line.size(), end + (line.substr(end + 2, 1) == " " ? 3 : 2)));
  }
  return line;
}

/// isContext: "0/0", "1/0_1" and "!0/0/1" of a compilation, "__graph_breaks" of a kind of messages.
bool isContext(std::string_view text) {
  if (text.starts_with("__")) return std::ranges::all_of(text, [](char c) { return text::isAlphanumeric(c) || c == '_'; });
  return text.size() > 1 && text.find_first_of("/!") != text.npos && text.find_first_of("0123456789") != text.npos &&
         text.find_first_not_of("0123456789/_!") == text.npos;
}

/// withoutContext takes away the "[0/0] " that torch's logger puts before a message; the indentation behind it stays.
std::string_view withoutContext(std::string_view text) {
  while (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == text.npos || (end + 1 < text.size() && text[end + 1] != ' ') || !isContext(text.substr(1, end - 1))) break;
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return text;
}

/// behindLogPrefix is the message of torch's logger, behind "E0131 12:00:00.000000 4711 torch/x.py:40] [0/0] ", before torch
/// 2.2 "[2023-10-04 12:00:00,000] [0/0] torch._dynamo.utils: [ERROR] "; "" for others.
std::string_view behindLogPrefix(std::string_view line) {
  if (line.size() > 5 && line[0] == '[' && text::isDigit(line[1]) && line[5] == '-') {
    const std::size_t level = line.find(": [");
    const std::size_t end = level == line.npos ? level : line.find("] ", level);
    return end == line.npos ? std::string_view() : line.substr(end + 2);
  }
  if (line.size() < 5 || std::string_view("CEIWV").find(line[0]) == line.npos || !text::isDigit(line[1]) ||
      !text::isDigit(line[4]))
    return {};
  const std::size_t end = line.find("] ");
  return end == line.npos ? std::string_view() : withoutContext(line.substr(end + 2));
}

/// withoutRail takes away the "  | " before the tracebacks of an ExceptionGroup.
std::string_view withoutRail(std::string_view text) {
  const std::size_t at = std::min(text.find_first_not_of(' '), text.size());
  return at > 0 && text.substr(at).starts_with("| ") ? text.substr(at + 2) : text;
}

}  // namespace

LogMessage messageIn(std::string_view line) {
  line = withoutStamp(line);
  const std::string_view logged = behindLogPrefix(line);
  return {line, logged.empty() ? withoutRail(line) : logged, !logged.empty()};
}

bool LogLines::next() {
  if (m_at >= m_bytes.size()) return false;
  if (m_newLine) ++m_number;
  const std::size_t end = std::min(m_bytes.find_first_of("\r\n", m_at), m_bytes.size());
  std::string_view line = m_bytes.substr(m_at, end - m_at);
  const bool isBoth = m_bytes.substr(std::min(end, m_bytes.size())).starts_with("\r\n");
  m_newLine = isBoth || end == m_bytes.size() || m_bytes[end] == '\n';
  m_at = end + (isBoth ? 2 : 1);
  if (line.find_first_of(std::string_view("\0\x1B", 2)) != line.npos) {
    m_cleaned.clear();
    for (std::size_t i = 0; i < line.size();) {
      if (line[i] == '\x1B') {
        i += escapeLength(line.substr(i));
      } else {
        if (line[i] != '\0') m_cleaned += line[i];
        ++i;
      }
    }
    line = m_cleaned;
  }
  line.remove_prefix(stampLength(line));
  m_text = line;
  return true;
}

}  // namespace plumbline::sources
