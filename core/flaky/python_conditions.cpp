// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/python_conditions.h"

#include <algorithm>

namespace plumbline::flaky {
namespace {

int depthStep(const Token& token) {
  if (token.is("(") || token.is("[") || token.is("{")) return 1;
  return token.is(")") || token.is("]") || token.is("}") ? -1 : 0;
}

PathCondition unknownCondition() {
  PathCondition condition;
  condition.unknown = true;
  return condition;
}

/// withoutParentheses strips brackets that go around the whole expression.
std::span<const Token> withoutParentheses(std::span<const Token> tokens) {
  while (tokens.size() >= 2 && tokens.front().is("(") && tokens.back().is(")")) {
    int depth = 0;
    std::size_t closedAt = 0;
    for (std::size_t i = 0; i < tokens.size() && closedAt == 0; ++i)
      if ((depth += depthStep(tokens[i])) == 0) closedAt = i;
    if (closedAt + 1 != tokens.size()) break;
    tokens = tokens.subspan(1, tokens.size() - 2);
  }
  return tokens;
}

bool isFileName(std::string_view text) { return text.size() > 4 && text.ends_with(".csv"); }

/// textOf gives a token's plain text when it is a literal or the name of one.
const std::string* textOf(const Token& token, const ConditionNames& names) {
  if (token.kind == TokenKind::String) return &token.text;
  if (token.kind != TokenKind::Name) return nullptr;
  const auto known = names.texts.find(token.text);
  return known == names.texts.end() ? nullptr : &known->second;
}

PathCondition readPart(std::span<const Token> part, const ConditionNames& names) {
  bool negate = false;
  part = withoutParentheses(part);
  while (!part.empty() && part.front().is("not")) {
    negate = !negate;
    part = withoutParentheses(part.subspan(1));
  }
  PathCondition found = unknownCondition();
  if (part.size() == 1 && part.front().kind == TokenKind::Name) {
    if (const auto known = names.conditions.find(part.front().text); known != names.conditions.end())
      found = known->second;
  } else if (part.size() >= 3) {
    const std::string* text = textOf(part.front(), names);
    if (text != nullptr && *text == "rocm") {
      if (part[1].is("in")) found = {Rocm::Yes, {}, false};
      if (part[1].is("not") && part[2].is("in")) found = {Rocm::No, {}, false};
    } else {
      const auto compare =
          std::find_if(part.begin(), part.end(), [](const Token& t) { return t.is("==") || t.is("in"); });
      std::vector<std::string> files;
      // On the right of "in" stand whole base names; on the left it would be a substring test, which is another
      // question.
      for (const Token& token :
           compare != part.end() && compare->is("in") ? part.subspan(compare - part.begin()) : part)
        if (const std::string* name = textOf(token, names); name != nullptr && isFileName(*name))
          files.push_back(*name);
      const bool excluded = compare != part.begin() && compare != part.end() && (compare - 1)->is("not");
      if (compare != part.end() && !files.empty() && !excluded) found = {Rocm::Any, std::move(files), false};
    }
  }
  return negate ? negated(found) : found;
}

}  // namespace

PathCondition both(const PathCondition& a, const PathCondition& b) {
  PathCondition out = a;
  out.unknown = a.unknown || b.unknown;
  if (out.rocm == Rocm::Any) {
    out.rocm = b.rocm;
  } else if (b.rocm != Rocm::Any && b.rocm != out.rocm) {
    out.unknown = true;
  }
  if (out.files.empty()) {
    out.files = b.files;
  } else if (!b.files.empty() && b.files != out.files) {
    out.unknown = true;
  }
  return out;
}

PathCondition negated(const PathCondition& condition) {
  if (condition.unknown || !condition.files.empty() || condition.rocm == Rocm::Any) return unknownCondition();
  return {condition.rocm == Rocm::Yes ? Rocm::No : Rocm::Yes, {}, false};
}

PathCondition readCondition(std::span<const Token> tokens, const ConditionNames& names) {
  constexpr std::size_t kMaxTokens = 500;  // a real condition has a dozen
  if (tokens.size() > kMaxTokens) return unknownCondition();
  tokens = withoutParentheses(tokens);
  PathCondition all;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= tokens.size(); ++i) {
    if (i < tokens.size()) {
      depth += depthStep(tokens[i]);
      if (depth == 0 && (tokens[i].is("or") || tokens[i].is("if"))) return unknownCondition();
      if (depth != 0 || !tokens[i].is("and")) continue;
    }
    all = both(all, readPart(tokens.subspan(begin, i - begin), names));
    begin = i + 1;
  }
  return all;
}

}  // namespace plumbline::flaky
