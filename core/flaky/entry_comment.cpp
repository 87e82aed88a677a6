// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/entry_comment.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace plumbline::flaky {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// issueIn gives the first link or "#123" of a text, "" without one.
std::string_view issueIn(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest[0] == '#' && rest.size() > 1 && isDigit(rest[1])) {
      std::size_t size = 2;
      while (size < rest.size() && isDigit(rest[size])) ++size;
      return rest.substr(0, size);
    }
    if (rest.starts_with("https://") || rest.starts_with("http://")) {
      std::string_view link = rest.substr(0, rest.find_first_of(" \t\"'<>)]"));
      while (!link.empty() && std::string_view(".,;:").find(link.back()) != std::string_view::npos)
        link.remove_suffix(1);
      return link;
    }
  }
  return {};
}

std::string withoutSemicolons(std::string text) {
  std::replace(text.begin(), text.end(), ';', ',');
  return text;
}

}  // namespace

bool isPlainText(std::string_view text) {
  return !text::firstInvalidUtf8(text) && std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

base::Result<std::string> commentFor(const FlakyEntry& entry, bool shared) {
  if (!isPlainText(entry.reason) || !isPlainText(entry.issue))
    return base::fail({base::ErrorCode::BadArgument,
                       "A reason or an issue has a line end or another control character.", "Write it in one line."});
  std::string text = entry.reason;
  if (!entry.issue.empty() && text.find(entry.issue) == std::string::npos)
    text += text.empty() ? entry.issue : " (" + entry.issue + ")";
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return std::string();
  text = text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
  return shared ? withoutSemicolons(entry.name + ": " + text) : text;
}

void readComment(std::string_view text, FlakyEntry& entry) {
  const std::string_view issue = issueIn(text);
  entry.issue = std::string(issue);
  const std::string atEnd = " (" + entry.issue + ")";
  if (!issue.empty() && text == issue) {
    entry.reason.clear();
  } else if (!issue.empty() && text.ends_with(atEnd)) {
    entry.reason = std::string(text.substr(0, text.size() - atEnd.size()));
  } else {
    entry.reason = std::string(text);
  }
}

}  // namespace plumbline::flaky
