// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all as a log: lines are valid UTF-8 and as many as there are line feeds, colours cover what they say, the
// search finds what a slow reader finds. The log begins with a part of itself and grows.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_file.h"
#include "core/text/utf8.h"

namespace {

using namespace plumbline;

void hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

std::vector<std::string> linesOf(const std::string& bytes) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    lines.push_back(bytes.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

void lineIsSound(const runs::LogLine& line, const std::string& raw, runs::AnsiStyle& style) {
  hold(!text::firstInvalidUtf8(line.text), "a line is UTF-8");
  hold(line.bytesLeftOut <= raw.size(), "no more is left out than there is");
  const runs::AnsiText text = runs::readAnsi(line.text, style);
  hold(!text::firstInvalidUtf8(text.plain), "without colours, too");
  hold(text.plain.find_first_of("\x1B\r\n\b\t\a") == text.plain.npos, "nothing for a terminal is left");
  std::size_t end = 0;
  for (const runs::AnsiSpan& span : text.spans) {
    hold(span.length > 0 && span.begin >= end && span.begin + span.length <= text.plain.size(), "spans are in order");
    hold(span.style.colour >= -1 && span.style.colour < 16 && span.style.background >= -1 && span.style.background < 16,
         "there are sixteen colours");
    end = span.begin + span.length;
  }
  (void)runs::looksLikeError(text.plain);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1U << 16U) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::string path = (std::filesystem::temp_directory_path() / "log_lines_XXXXXX").string();
  const int file = ::mkstemp(path.data());
  hold(file >= 0, "there is room");
  runs::LogFile log(path);
  for (std::size_t at = 0; at <= size;) {
    const std::size_t length = std::min(size - at, at == 0 ? size / 3 + 1 : size);
    hold(::write(file, bytes.data() + at, length) == static_cast<ssize_t>(length), "the log grows");
    const auto more = log.update();
    hold(more.isValue() && !more.value(), "the log can be read");
    at += length;
    if (at == size) break;
  }
  const std::vector<std::string> wanted = linesOf(bytes);
  const std::vector<runs::LogLine> lines = log.lines(0, wanted.size() + 1);
  hold(log.lineCount() == wanted.size() && lines.size() == wanted.size(), "every line is there");
  runs::AnsiStyle style;
  for (std::size_t i = 0; i < lines.size(); ++i) lineIsSound(lines[i], wanted[i], style);
  std::string room;
  const std::string needle = bytes.substr(0, std::min<std::size_t>(bytes.find('\n'), 2));
  const bool isCapital = needle.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != needle.npos;
  if (!needle.empty() && isCapital && needle.find('\x1B') == needle.npos) {
    std::optional<std::uint64_t> first, last;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (runs::withoutSequences(wanted[i], room).find(needle) != std::string_view::npos) {
        if (!first) first = i;
        last = i;
      }
    hold(log.find(needle, 0, false).value() == first, "the first place is found");
    hold(log.find(needle, wanted.size(), true).value() == last, "and the last one");
  }
  const auto error = log.firstError(0);
  hold(error.isValue() && (!error.value() || *error.value() < wanted.size()), "an error is in a line");
  ::unlink(path.c_str());
  ::close(file);
  return 0;
}
