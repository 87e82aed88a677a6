// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>

#include "core/text/line_diff.h"

namespace plumbline::text {

namespace {

/// quotedPath writes a path as git does: in C quotes with octal bytes when it holds anything unusual, and with a tab
/// behind when it holds a space, so that no reader takes the rest for a date.
std::string quotedPath(const std::string& path) {
  std::string body;
  bool needsQuotes = false;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    static constexpr std::string_view kEscaped = "\a\b\t\n\v\f\r\"\\";
    static constexpr std::string_view kLetters = "abtnvfr\"\\";
    if (const std::size_t at = kEscaped.find(c); at != std::string_view::npos) {
      body += {'\\', kLetters[at]};
      needsQuotes = true;
    } else if (byte < 0x20U || byte >= 0x7FU) {
      body += {'\\', static_cast<char>('0' + (byte >> 6U)), static_cast<char>('0' + ((byte >> 3U) & 7U)),
               static_cast<char>('0' + (byte & 7U))};
      needsQuotes = true;
    } else {
      body += c;
    }
  }
  const char* end = path.find(' ') != std::string::npos ? "\t" : "";
  return (needsQuotes ? '"' + body + '"' : body) + end;
}

void appendRange(std::string& out, char sign, std::size_t first, std::size_t count) {
  out += sign;
  out += std::to_string(count == 0 ? first : first + 1);
  if (count != 1) out += ',' + std::to_string(count);
}

void appendLine(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string unifiedDiff(const DiffPaths& paths, std::string_view before, std::string_view after, std::size_t context) {
  const std::vector<Hunk> hunks = hunksOf(before, after, context);
  if (hunks.empty()) return {};
  const std::vector<std::string_view> a = linesOf(before);
  const std::vector<std::string_view> b = linesOf(after);
  std::string out = "--- " + quotedPath(paths.beforePath) + "\n+++ " + quotedPath(paths.afterPath) + '\n';
  for (const Hunk& hunk : hunks) {
    out += "@@ ";
    appendRange(out, '-', hunk.range.beforeFirst, hunk.range.beforeCount);
    out += ' ';
    appendRange(out, '+', hunk.range.afterFirst, hunk.range.afterCount);
    out += " @@\n";
    std::size_t at = hunk.range.beforeFirst;
    for (const LineChange& change : hunk.changes) {
      for (; at < change.beforeFirst; ++at) appendLine(out, ' ', a[at]);
      for (; at < change.beforeFirst + change.beforeCount; ++at) appendLine(out, '-', a[at]);
      for (std::size_t i = 0; i < change.afterCount; ++i) appendLine(out, '+', b[change.afterFirst + i]);
    }
    for (; at < hunk.range.beforeFirst + hunk.range.beforeCount; ++at) appendLine(out, ' ', a[at]);
  }
  return out;
}

}  // namespace plumbline::text
