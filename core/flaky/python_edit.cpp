// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/python_edit.h"

#include <algorithm>

#include "core/flaky/entry_comment.h"

namespace plumbline::flaky {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::size_t trimmedEnd(std::string_view bytes, std::size_t from, std::size_t end) {
  while (end > from && isBlank(bytes[end - 1])) --end;
  return end;
}

bool isNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

base::Error notUnderstood(std::string what, std::size_t line) {
  return {base::ErrorCode::BadFormat, std::move(what), "Edit this script by hand.", {}, line};
}

base::Result<std::string> literalFor(std::string_view name, std::string_view neighbour) {
  if (name.empty() || !isPlainText(name))
    return base::fail({base::ErrorCode::BadArgument,
                       "This name cannot stand in a script: it is empty, not UTF-8, or has control characters.",
                       "Check the name."});
  const std::size_t at = neighbour.find_first_of("\"'");
  const char quote = at == std::string_view::npos ? '"' : neighbour[at];
  std::string literal(1, quote);
  for (const char c : name) {
    if (c == quote || c == '\\') literal.push_back('\\');
    literal.push_back(c);
  }
  literal.push_back(quote);
  return literal;
}

std::string lineEndOf(std::string_view bytes, std::size_t at) {
  std::size_t end = lineEnd(bytes, at);
  if (end == bytes.size()) end = lineEnd(bytes, 0);
  if (end == bytes.size()) return "\n";
  return std::string(bytes.substr(end, afterLine(bytes, end) - end));
}

base::Result<text::ByteEdit> withEndComment(std::string_view bytes, std::size_t from, const std::string& text) {
  const std::size_t end = lineEnd(bytes, from);
  if (endComment(bytes, from) != kNowhere) {
    const std::size_t at = trimmedEnd(bytes, from, end);
    return text::ByteEdit{at, at, "; " + text};
  }
  const std::size_t at = trimmedEnd(bytes, from, end);
  if (at > 0 && bytes[at - 1] == '\\')
    return base::fail({base::ErrorCode::BadArgument,
                       "There is no room for a comment: this line goes on with a backslash.",
                       "Add the entry without reason and issue.",
                       {},
                       0});
  return text::ByteEdit{at, at, "  # " + text};
}

text::ByteEdit withoutComment(std::string_view bytes, const Comment& comment) {
  if (comment.kind == Comment::Kind::Above) return {comment.begin, comment.end, {}};
  if (comment.kind == Comment::Kind::Beside)
    return {trimmedEnd(bytes, lineBegin(bytes, comment.begin), comment.begin), comment.end, {}};
  if (comment.kind != Comment::Kind::Shared) return {0, 0, {}};
  const std::size_t before = trimmedEnd(bytes, lineBegin(bytes, comment.begin), comment.begin);
  const bool first = before > 0 && bytes[before - 1] == '#';
  const std::size_t after = skipBlanks(bytes, comment.end);
  const bool last = after == lineEnd(bytes, after);
  if (!first) return {before - 1, comment.end, {}};  // with the semicolon before it
  if (!last) return {comment.begin, skipBlanks(bytes, after + 1), {}};
  return {trimmedEnd(bytes, lineBegin(bytes, before), before - 1), after, {}};
}

bool lastOfBraces(std::string_view bytes, const SetLayout& layout) {
  if (bytes[layout.open()] != '{' || layout.elements().size() > 1) return false;
  std::size_t at = layout.open();
  while (at > 0 && (isBlank(bytes[at - 1]) || bytes[at - 1] == '\n' || bytes[at - 1] == '\r')) --at;
  // set({}), update({}) and the like take an empty dict for what it is: nothing
  return at < 2 || bytes[at - 1] != '(' || !isNamePart(bytes[at - 2]);
}

}  // namespace plumbline::flaky
