// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/python/tokens.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/text/ascii.h"

namespace plumbline::python {
namespace {

using text::isDigit;

bool isNameStart(char c) { return text::isLetter(c) || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0; }
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }

int hexValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void appendUtf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U)), put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U)), put(0x80U | ((code >> 6U) & 0x3FU)), put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | ((code >> 18U) & 0x07U)), put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU)), put(0x80U | (code & 0x3FU));
  }
}

/// Numeric escapes: how many digits follow the letter; 0 for none.
std::size_t escapeDigits(char letter) {
  if (letter == 'x') return 2;
  if (letter == 'u') return 4;
  return letter == 'U' ? 8 : 0;
}

/// unescape returns the value of the text between the quotes of a plain literal.
std::string unescape(std::string_view raw) {
  static constexpr std::string_view kLetters = "abfnrtv\\'\"";
  static constexpr std::string_view kValues = "\a\b\f\n\r\t\v\\'\"";
  std::string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      out.push_back(raw[i]);
      continue;
    }
    const char next = raw[++i];
    if (const auto known = kLetters.find(next); known != std::string_view::npos) {
      out.push_back(kValues[known]);
    } else if (next == '\n') {
      continue;  // an escaped line end is no character
    } else if (next >= '0' && next <= '7') {
      std::uint32_t code = 0;
      std::size_t digits = 0;
      for (; digits < 3 && i + digits < raw.size() && raw[i + digits] >= '0' && raw[i + digits] <= '7'; ++digits)
        code = code * 8 + static_cast<std::uint32_t>(raw[i + digits] - '0');
      i += digits - 1;
      appendUtf8(out, code);
    } else if (const std::size_t count = escapeDigits(next); count > 0 && i + count < raw.size()) {
      std::uint32_t code = 0;
      bool good = true;
      for (std::size_t k = 1; k <= count; ++k) {
        const int digit = hexValue(raw[i + k]);
        good = good && digit >= 0;
        code = code * 16 + static_cast<std::uint32_t>(std::max(digit, 0));
      }
      if (good) {
        appendUtf8(out, code);
        i += count;
      } else {
        out.push_back('\\'), out.push_back(next);
      }
    } else {
      out.push_back('\\'), out.push_back(next);  // Python keeps unknown escapes as they stand
    }
  }
  return out;
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : m_source(source.substr(0, std::numeric_limits<std::uint32_t>::max())) {
    if (m_source.substr(0, 3) == "\xEF\xBB\xBF") m_at = 3;
  }

  std::vector<Statement> run() {
    startLine();
    while (m_at < m_source.size()) step();
    endStatement();
    return std::move(m_statements);
  }

 private:
  char peek(std::size_t ahead = 0) const { return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0'; }

  void startLine() {
    m_current.indent = 0;
    for (; peek() == ' ' || peek() == '\t' || peek() == '\f'; ++m_at)
      m_current.indent = peek() == '\t' ? (m_current.indent / 8 + 1) * 8 : m_current.indent + 1;
  }

  void endStatement() {
    if (!m_current.tokens.empty()) m_statements.push_back(std::move(m_current));
    m_current = {};
  }

  void newLine() {
    ++m_line;
    if (m_depth > 0) return;  // inside brackets a statement goes on
    endStatement();
    startLine();
  }

  void step() {
    const char c = peek();
    if (c == '\n' || c == '\r') {
      m_at += c == '\r' && peek(1) == '\n' ? 2 : 1;
      newLine();
    } else if (c == ' ' || c == '\t' || c == '\f') {
      ++m_at;
    } else if (c == '#') {
      while (m_at < m_source.size() && peek() != '\n' && peek() != '\r') ++m_at;
    } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      m_at += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      ++m_line;
    } else if (c == '"' || c == '\'') {
      readString(m_at);
    } else if (isNameStart(c)) {
      readName();
    } else if (isDigit(c)) {
      const std::size_t begin = m_at;
      while (isNamePart(peek()) || peek() == '.') ++m_at;
      add(TokenKind::Number, std::string(m_source.substr(begin, m_at - begin)), begin);
    } else {
      readOperator();
    }
  }

  void add(TokenKind kind, std::string text, std::size_t begin) {
    const auto small = [](std::size_t number) { return static_cast<std::uint32_t>(number); };
    m_current.tokens.push_back({std::move(text), small(begin), small(m_at), small(m_line), kind});
  }

  void readName() {
    const std::size_t begin = m_at;
    while (isNamePart(peek())) ++m_at;
    const std::string_view word = m_source.substr(begin, m_at - begin);
    const bool prefix = word.size() <= 2 && word.find_first_not_of("rRbBuUfF") == std::string_view::npos;
    if (prefix && (peek() == '"' || peek() == '\'')) {
      readString(begin);
    } else {
      add(TokenKind::Name, std::string(word), begin);
    }
  }

  /// readString reads a literal whose quote is at m_at and whose prefix began at `begin`.
  void readString(std::size_t begin) {
    const std::string_view prefix = m_source.substr(begin, m_at - begin);
    const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
    const bool opaque = prefix.find_first_of("bBfF") != std::string_view::npos;
    const char quote = peek();
    const std::size_t width = peek(1) == quote && peek(2) == quote ? 3 : 1;
    const std::size_t firstLine = m_line;
    m_at += width;
    const std::size_t inside = m_at;
    const auto closes = [&] { return peek() == quote && (width == 1 || (peek(1) == quote && peek(2) == quote)); };
    while (m_at < m_source.size() && !closes()) {
      if (width == 1 && peek() == '\n') break;  // never closed: Python would refuse the script
      if (peek() == '\n') ++m_line;
      if (peek() == '\\' && m_at + 1 < m_source.size()) {
        if (peek(1) == '\n') ++m_line;
        ++m_at;
      }
      ++m_at;
    }
    m_at = std::min(m_at, m_source.size());
    const std::string_view text = m_source.substr(inside, m_at - inside);
    if (m_at < m_source.size() && closes()) m_at += width;
    add(opaque ? TokenKind::Opaque : TokenKind::String, raw || opaque ? std::string(text) : unescape(text), begin);
    m_current.tokens.back().line = static_cast<std::uint32_t>(firstLine);
  }

  void readOperator() {
    static constexpr std::array<std::string_view, 17> kPairs = {
        "==", "!=", "<=", ">=", "|=", "&=", "-=", "+=", "*=", "/=", "^=", "%=", "**", "//", "->", ":=", "<<"};
    const std::size_t begin = m_at;
    const std::string_view two = m_source.substr(m_at, 2);
    const std::size_t size = std::ranges::find(kPairs, two) != kPairs.end() ? 2 : 1;
    const char c = peek();
    if (c == '(' || c == '[' || c == '{') ++m_depth;
    if ((c == ')' || c == ']' || c == '}') && m_depth > 0) --m_depth;
    m_at += size;
    if (c == ';' && m_depth == 0) {
      const std::size_t indent = m_current.indent;
      endStatement();
      m_current.indent = indent;
      return;
    }
    add(TokenKind::Operator, std::string(m_source.substr(begin, size)), begin);
  }

  std::string_view m_source;
  std::size_t m_at = 0;
  std::size_t m_line = 1;
  std::size_t m_depth = 0;
  Statement m_current;
  std::vector<Statement> m_statements;
};

}  // namespace

std::vector<Statement> readStatements(std::string_view source) { return Lexer(source).run(); }

}  // namespace plumbline::python
