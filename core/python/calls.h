// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a statement: calls with their arguments, literals, what stands outside of brackets.
//
//   if (const auto open = findCall(statement.tokens, "f")) use(argumentsAt(statement.tokens, *open));
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/python/tokens.h"

namespace plumbline::python {

using Tokens = std::span<const Token>;

struct CallArgument {
  std::string keyword;  ///< "" for a positional one
  Tokens value;
  Tokens whole;         ///< with the keyword
};

/// argumentsAt splits the arguments behind the opening bracket at `open` at their commas.
std::vector<CallArgument> argumentsAt(Tokens tokens, std::size_t open);
/// keywordIn is the value of a keyword; empty when it is missing.
Tokens keywordIn(const std::vector<CallArgument>& arguments, std::string_view keyword);
/// findCall is the position of the opening bracket of a call of `name` from `from` on, not of its definition.
std::optional<std::size_t> findCall(Tokens tokens, std::string_view name, std::size_t from = 0);
/// topLevel is the position of an operator or word outside of brackets, or the number of tokens.
std::size_t topLevel(Tokens tokens, std::string_view word, std::size_t from = 0);

/// textValue is the value of a literal; adjacent literals are one text.
std::optional<std::string> textValue(Tokens value);
/// written is the source of tokens, blanks and line ends shortened, at most 200 bytes.
std::string written(std::string_view source, Tokens tokens);

}  // namespace plumbline::python
