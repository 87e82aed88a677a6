// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/set_layout.h"

#include "core/python/tokens.h"
#include "core/text/ascii.h"

namespace plumbline::flaky {
namespace {

std::string_view trimmedBlanks(std::string_view text) { return text::trimmed(text, text::kBlanks); }

/// commentText takes the '#' signs and the blanks away.
std::string commentText(std::string_view comment) {
  comment = trimmedBlanks(comment);
  while (!comment.empty() && comment.front() == '#') comment.remove_prefix(1);
  return std::string(trimmedBlanks(comment));
}

bool isCommentLine(std::string_view source, std::size_t begin) {
  const std::size_t at = skipBlanks(source, begin);
  return at < source.size() && source[at] == '#';
}

/// previousLine returns the begin of the line before the one that begins at `begin` (> 0).
std::size_t previousLine(std::string_view source, std::size_t begin) {
  std::size_t end = begin - 1;
  if (source[end] == '\n' && end > 0 && source[end - 1] == '\r') --end;
  return lineBegin(source, end);
}

std::string joinedComments(std::string_view source, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t at = begin; at < end; at = afterLine(source, at)) {
    const std::string line = commentText(source.substr(at, lineEnd(source, at) - at));
    if (!line.empty()) text += (text.empty() ? "" : " ") + line;
  }
  return text;
}

}  // namespace

std::size_t lineBegin(std::string_view bytes, std::size_t at) {
  while (at > 0 && !text::isLineEnd(bytes[at - 1])) --at;
  return at;
}

std::size_t lineEnd(std::string_view bytes, std::size_t at) {
  while (at < bytes.size() && !text::isLineEnd(bytes[at])) ++at;
  return at;
}

std::size_t afterLine(std::string_view bytes, std::size_t at) {
  at = lineEnd(bytes, at);
  if (at == bytes.size()) return at;
  return at + (bytes[at] == '\r' && at + 1 < bytes.size() && bytes[at + 1] == '\n' ? 2 : 1);
}

std::size_t skipBlanks(std::string_view bytes, std::size_t at) {
  while (at < bytes.size() && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\f')) ++at;
  return at;
}

std::string lineEndOf(std::string_view bytes, std::size_t at) {
  std::size_t end = lineEnd(bytes, at);
  if (end == bytes.size()) end = lineEnd(bytes, 0);
  if (end == bytes.size()) return "\n";
  return std::string(bytes.substr(end, afterLine(bytes, end) - end));
}

std::size_t endComment(std::string_view source, std::size_t from) {
  const std::size_t end = lineEnd(source, from);
  std::size_t after = from;
  for (const python::Statement& s : python::readStatements(source.substr(from, end - from)))
    after = from + s.tokens.back().end;
  const std::size_t at = source.substr(0, end).find('#', after);
  return at == std::string_view::npos ? kNowhere : at;
}

bool namesIssue(std::string_view text) {
  if (text.find("://") != std::string_view::npos) return true;
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
    if (at + 1 < text.size() && text::isDigit(text[at + 1])) return true;
  return false;
}

SetLayout::SetLayout(std::string_view source, const PythonSet& set) : m_open(set.begin), m_close(set.end - 1) {
  const std::vector<python::Statement> inside = python::readStatements(source.substr(set.begin, set.end - set.begin));
  m_plain = set.isDisplay && inside.size() == 1 && inside[0].tokens.size() > 1;
  if (!m_plain) return;
  const std::vector<python::Token>& tokens = inside[0].tokens;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    const python::Token& token = tokens[i];
    const bool isText = token.kind == python::TokenKind::String;
    if (!isText && !token.is(",")) m_plain = false;
    if (!isText) continue;
    if (tokens[i - 1].kind == python::TokenKind::String) {  // adjacent literals are one text
      m_elements.back().end = m_open + token.end;
    } else {
      m_elements.push_back({m_open + token.begin, m_open + token.end, kNowhere});
    }
    if (tokens[i + 1].is(",")) m_elements.back().comma = m_open + tokens[i + 1].begin;
  }
  const python::Token& last = tokens.back();
  m_plain = m_plain && (last.is("}") || last.is("]") || last.is(")")) && m_open + last.begin == m_close &&
            m_elements.size() == set.names.size();
  for (std::size_t i = 0; m_plain && i < m_elements.size(); ++i)
    m_plain =
        m_elements[i].begin == set.names[i].begin && (m_elements[i].comma != kNowhere || i + 1 == m_elements.size());
  findLines(source);
  if (m_plain) readSharedComments(source);
}

void SetLayout::findLines(std::string_view source) {
  std::size_t begin = kNowhere, end = 0;  // of the last line that was looked at
  const auto lookAt = [&](std::size_t at) {
    if (begin != kNowhere && at >= begin && at <= end) return;
    begin = flaky::lineBegin(source, at);
    end = flaky::lineEnd(source, at);
  };
  for (SetElement& e : m_elements) {
    lookAt(e.begin);
    e.lineBegin = begin;
    lookAt(e.end);
    e.lineEnd = end;
  }
}

/// readSharedComments finds the parts "name: text" of comments behind several entries.
void SetLayout::readSharedComments(std::string_view source) {
  constexpr int kMaxColons = 8;  // of a name
  std::size_t read = kNowhere;
  for (const SetElement& e : m_elements) {
    if (e.lineEnd == read) continue;
    read = e.lineEnd;
    const std::size_t hash = endComment(source, e.end);
    for (std::size_t begin = hash == kNowhere ? read : hash + 1; begin < read;) {
      const std::size_t stop = std::min(source.substr(0, read).find("; ", begin), read);
      const std::string_view part = trimmedBlanks(source.substr(begin, stop - begin));
      const auto at = static_cast<std::size_t>(part.data() - source.data());
      std::size_t colon = part.find(": ");
      for (int i = 0; i < kMaxColons && colon != std::string_view::npos; ++i, colon = part.find(": ", colon + 1))
        m_shared.try_emplace({read, std::string(part.substr(0, colon))},
                             Comment{Comment::Kind::Shared, at, at + part.size(),
                                     std::string(trimmedBlanks(part.substr(colon + 2)))});
      begin = stop + 1;
    }
  }
}

std::size_t SetLayout::afterIt(std::size_t i) const {
  const SetElement& e = m_elements[i];
  return e.comma == kNowhere ? e.end : e.comma + 1;
}

bool SetLayout::beginsLine(std::string_view source, std::size_t i) const {
  const std::string_view before = source.substr(0, m_elements[i].begin);
  return skipBlanks(before, m_elements[i].lineBegin) == m_elements[i].begin;
}

bool SetLayout::endsLine(std::string_view source, std::size_t i) const {
  const SetElement& e = m_elements[i];
  if (e.comma == kNowhere || skipBlanks(source, e.end) != e.comma) return false;
  const std::size_t at = skipBlanks(source, e.comma + 1);
  return at < source.size() && (source[at] == '#' || text::isLineEnd(source[at]));
}

bool SetLayout::isAlone(std::string_view source, std::size_t i) const {
  if (!beginsLine(source, i)) return false;
  if (endsLine(source, i)) return true;
  if (m_elements[i].comma != kNowhere) return false;
  const std::size_t at = skipBlanks(source, m_elements[i].end);
  return at < source.size() && (source[at] == '#' || text::isLineEnd(source[at]));
}

std::size_t SetLayout::aboveBegin(std::string_view source, std::size_t i) const {
  std::size_t begin = m_elements[i].lineBegin;
  if (!beginsLine(source, i)) return begin;
  while (begin > 0) {
    const std::size_t above = previousLine(source, begin);
    if (above <= m_open || !isCommentLine(source, above)) break;
    begin = above;
  }
  return begin;
}

Comment SetLayout::besideComment(std::string_view source, std::size_t i) const {
  const SetElement& e = m_elements[i];
  const bool sole = (i == 0 || m_elements[i - 1].lineEnd < e.begin) &&
                    (i + 1 == m_elements.size() || e.lineEnd < m_elements[i + 1].begin);
  if (!sole) return {};
  std::size_t at = skipBlanks(source, e.end);
  if (at == e.comma) at = skipBlanks(source, at + 1);
  if (at >= source.size() || source[at] != '#') return {};
  const std::size_t end = lineEnd(source, at);
  return {Comment::Kind::Beside, at, end, commentText(source.substr(at, end - at))};
}

bool SetLayout::ownsAbove(std::string_view source, std::size_t i, std::string_view text) const {
  for (std::size_t k = i + 1; k < m_elements.size(); ++k) {
    if (m_elements[k - 1].lineEnd > m_elements[k].begin) return false;  // they share the line
    if (afterLine(source, m_elements[k - 1].lineEnd) != m_elements[k].lineBegin) return true;
    if (!namesIssue(text) || besideComment(source, k).kind == Comment::Kind::None) return false;
  }
  return true;
}

bool SetLayout::ownsLinesAbove(std::string_view source, std::size_t i) const {
  const std::size_t begin = aboveBegin(source, i);
  const std::size_t end = m_elements[i].lineBegin;
  return begin != end && isAlone(source, i) && ownsAbove(source, i, joinedComments(source, begin, end));
}

Comment SetLayout::commentOf(std::string_view source, std::size_t i, std::string_view name) const {
  if (Comment beside = besideComment(source, i); beside.kind != Comment::Kind::None) return beside;
  if (!isAlone(source, i)) {
    const auto known = m_shared.find({m_elements[i].lineEnd, std::string(name)});
    return known == m_shared.end() ? Comment{} : known->second;
  }
  const std::size_t end = m_elements[i].lineBegin;
  const std::size_t begin = aboveBegin(source, i);
  if (begin == end) return {};
  std::string text = joinedComments(source, begin, end);
  const bool own = ownsAbove(source, i, text);
  return {own ? Comment::Kind::Above : Comment::Kind::Heading, begin, end, std::move(text)};
}

}  // namespace plumbline::flaky
