// SPDX-License-Identifier: GPL-3.0-or-later
// Just enough of Python's lexical rules to read a script without running it: statements with their indentation, names,
// operators and string literals with their places. Tolerant: text it cannot read becomes operators, never an error.
//
//   for (const Statement& s : readStatements(source)) use(s.indent, s.tokens);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::python {

enum class TokenKind : std::uint8_t {
  Name,    ///< identifiers and keywords
  String,  ///< a literal; `text` is its value with escapes resolved
  Opaque,  ///< an f-string or bytes literal: its value is not a plain text; `text` is what stands between the quotes
  Number,
  Operator,  ///< one or two characters: { } ( ) [ ] , : = == |= -= ...
};

/// Token is small, because a hostile script has as many as bytes.
struct Token {
  std::string text;
  std::uint32_t begin = 0;  ///< byte offset in the source, quotes and prefix included
  std::uint32_t end = 0;
  std::uint32_t line = 0;  ///< 1-based
  TokenKind kind = TokenKind::Operator;
  bool is(std::string_view word) const {
    return (kind == TokenKind::Name || kind == TokenKind::Operator) && text == word;
  }
};

/// Statement is one logical line: brackets, backslashes and triple quotes may spread it over several physical lines.
struct Statement {
  std::size_t indent = 0;  ///< columns of white space before it (a tab goes to the next multiple of 8)
  std::vector<Token> tokens;
};

/// readStatements splits a source of at most 4 GB; what is behind is not read. Comments and blank lines are left out. Cost is
/// linear in the bytes.
std::vector<Statement> readStatements(std::string_view source);

}  // namespace plumbline::python
