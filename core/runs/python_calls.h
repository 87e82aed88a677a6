// SPDX-License-Identifier: GPL-3.0-or-later
// Calls in a Python script read as text: their arguments, and literals as values. Nothing is executed.
//
//   for (const CallArgument& argument : argumentsAt(statement.tokens, open)) use(argument.keyword, textValue(argument.value));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/flaky/python_tokens.h"

namespace plumbline::runs {

using Tokens = std::span<const flaky::Token>;

struct CallArgument {
  std::string keyword;  ///< "" for a positional one
  Tokens value;
};

/// argumentsAt splits what stands behind the opening bracket at `open` at its commas, up to the closing one.
std::vector<CallArgument> argumentsAt(Tokens tokens, std::size_t open);
/// keywordIn is the value of a keyword; empty when it is not there.
Tokens keywordIn(const std::vector<CallArgument>& arguments, std::string_view keyword);
/// findCall is the place of the opening bracket of a call of `name` from `from` on; none in its definition or import.
std::optional<std::size_t> findCall(Tokens tokens, std::string_view name, std::size_t from = 0);

/// textValue is the value of a literal; literals side by side are one text.
std::optional<std::string> textValue(Tokens value);
std::optional<bool> boolValue(Tokens value);
std::optional<std::uint64_t> numberValue(Tokens value);
bool isNone(Tokens value);
/// written is the source of tokens, blanks and line ends shortened, at most 200 bytes.
std::string written(std::string_view source, Tokens tokens);
/// itemsOf are the items of a written tuple or list: "(64, s0)" has "64" and "s0".
std::vector<std::string> itemsOf(std::string_view source, Tokens value);

}  // namespace plumbline::runs
