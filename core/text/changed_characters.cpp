// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/line_diff.h"
#include "core/text/sequence_diff.h"

namespace plumbline::text {

namespace {

bool isLineEnd(char c) { return c == '\n' || c == '\r'; }

/// isWordByte: letters, digits, what joins them in names and numbers, and every byte of a character beyond ASCII.
bool isWordByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         byte >= 0x80U;
}

/// isCsvLine tells rows of a table from lines of a program: there is a comma, nobody indents, none has a space behind.
bool isCsvLine(std::string_view line) {
  if (line.find(',') == std::string_view::npos || line.starts_with(' ') || line.starts_with('\t')) return false;
  return line.find(", ") == std::string_view::npos;
}

std::size_t cellEnd(std::string_view line, std::size_t at) {
  if (at < line.size() && line[at] == '"') {
    for (++at; at < line.size(); ++at) {
      if (line[at] != '"') continue;
      if (at + 1 >= line.size() || line[at + 1] != '"') break;
      ++at;
    }
  }
  while (at < line.size() && line[at] != ',' && !isLineEnd(line[at])) ++at;
  return at;
}

std::vector<std::string_view> tokensOf(std::string_view line, bool byCells) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    if (byCells) {
      end = cellEnd(line, at);
    } else {
      while (end < line.size() && isWordByte(line[end])) ++end;
    }
    if (end == at) ++end;  // a comma, a line end, a sign
    tokens.push_back(line.substr(at, end - at));
    at = end;
  }
  return tokens;
}

void mark(std::vector<CharacterSpan>& spans, std::string_view line, const std::vector<std::string_view>& tokens,
          std::size_t first, std::size_t count) {
  if (count == 0) return;
  const auto begin = static_cast<std::size_t>(tokens[first].data() - line.data());
  const std::string_view last = tokens[first + count - 1];
  spans.push_back({begin, static_cast<std::size_t>(last.data() - line.data()) + last.size()});
}

}  // namespace

CharacterChanges changedCharacters(std::string_view before, std::string_view after) {
  const bool byCells = isCsvLine(before) && isCsvLine(after);
  const std::vector<std::string_view> a = tokensOf(before, byCells);
  const std::vector<std::string_view> b = tokensOf(after, byCells);
  CharacterChanges out;
  for (const LineChange& change : changedItems(a, b)) {
    mark(out.before, before, a, change.beforeFirst, change.beforeCount);
    mark(out.after, after, b, change.afterFirst, change.afterCount);
  }
  return out;
}

}  // namespace plumbline::text
