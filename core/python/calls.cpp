// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/python/calls.h"

#include "core/text/utf8.h"

namespace plumbline::python {
namespace {

constexpr std::size_t kMaxWritten = 200;

/// depthChange: the tokenizer gives some operators two characters, but never joins brackets with others.
int depthChange(const Token& token) {
  if (token.kind != TokenKind::Operator || token.text.size() != 1) return 0;
  if (std::string_view("([{").find(token.text.front()) != std::string_view::npos) return 1;
  return std::string_view(")]}").find(token.text.front()) != std::string_view::npos ? -1 : 0;
}

CallArgument argumentOf(Tokens tokens) {
  if (tokens.size() > 2 && tokens[0].kind == TokenKind::Name && tokens[1].is("="))
    return {tokens[0].text, tokens.subspan(2), tokens};
  return {{}, tokens, tokens};
}

}  // namespace

std::vector<CallArgument> argumentsAt(Tokens tokens, std::size_t open) {
  std::vector<CallArgument> out;
  std::size_t begin = open + 1;
  int depth = 1;
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    depth += depthChange(tokens[i]);
    const bool isEnd = depth == 0;
    if (!isEnd && !(depth == 1 && tokens[i].is(","))) continue;
    if (i > begin) out.push_back(argumentOf(tokens.subspan(begin, i - begin)));
    begin = i + 1;
    if (isEnd) break;
  }
  return out;
}

std::size_t topLevel(Tokens tokens, std::string_view word, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < tokens.size(); ++i) {
    if (depth == 0 && tokens[i].is(word)) return i;
    depth += depthChange(tokens[i]);
  }
  return tokens.size();
}

Tokens keywordIn(const std::vector<CallArgument>& arguments, std::string_view keyword) {
  for (const CallArgument& argument : arguments)
    if (argument.keyword == keyword) return argument.value;
  return {};
}

std::optional<std::size_t> findCall(Tokens tokens, std::string_view name, std::size_t from) {
  for (std::size_t i = from; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::Name || tokens[i].text != name || !tokens[i + 1].is("(")) continue;
    if (i == 0 || !(tokens[i - 1].is("def") || tokens[i - 1].is("class"))) return i + 1;
  }
  return std::nullopt;
}

std::optional<std::string> textValue(Tokens value) {
  std::string text;
  for (const Token& token : value) {
    if (token.kind != TokenKind::String) return std::nullopt;
    text += token.text;
  }
  return value.empty() ? std::nullopt : std::optional(text);
}

std::string written(std::string_view source, Tokens tokens) {
  if (tokens.empty()) return {};
  std::string out;
  bool isBlank = false;
  for (const char c : source.substr(tokens.front().begin, tokens.back().end - tokens.front().begin)) {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      isBlank = true;
      continue;
    }
    if (isBlank && !out.empty()) out += ' ';
    isBlank = false;
    out += c;
    if (out.size() > kMaxWritten) return std::string(text::prefixOf(out, kMaxWritten)) + "\u2026";
  }
  return out;
}

}  // namespace plumbline::python
