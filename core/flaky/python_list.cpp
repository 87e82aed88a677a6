// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/python_list.h"

#include <algorithm>

#include "core/flaky/entry_comment.h"
#include "core/flaky/python_tokens.h"
#include "core/flaky/set_layout.h"

namespace plumbline::flaky {
namespace {

constexpr std::string_view kEnding = ".csv";

/// scopeOf fills platform and config from the condition under which a set counts, for one of its files.
void scopeOf(const PathCondition& condition, std::string_view file, FlakyEntry& entry) {
  if (condition.rocm == Rocm::Yes) entry.platform = "rocm";
  if (condition.rocm == Rocm::No) entry.platform = platformOf(file);
  if (file.ends_with(kEnding)) file.remove_suffix(kEnding.size());
  entry.config = file;
}

bool isUsable(const PythonSet& set) { return !set.condition.unknown; }

/// fits tells how well a set's condition is the entry's scope: 0 not at all, 2 exactly, 1 where the entry leaves open
/// what the set asks.
int fits(const PathCondition& condition, const FlakyEntry& entry) {
  if (entry.config.empty() != condition.files.empty()) return 0;
  if (entry.config.empty()) {
    const bool rocm = condition.rocm == Rocm::Yes;
    return (entry.platform == "rocm") == rocm ? 2 : 0;
  }
  FlakyEntry scope;
  if (condition.files.size() != 1) return 0;
  scopeOf(condition, condition.files.front(), scope);
  if (scope.config != entry.config) return 0;
  if (scope.platform == entry.platform) return 2;
  return entry.platform.empty() ? 1 : 0;
}

std::vector<Token> flat(std::string_view source, std::vector<std::size_t>& indents) {
  std::vector<Token> tokens;
  for (Statement& s : pythonStatements(source)) {
    indents.push_back(s.indent);
    indents.push_back(s.tokens.size());  // taken back below: statements must stay statements
    std::move(s.tokens.begin(), s.tokens.end(), std::back_inserter(tokens));
  }
  return tokens;
}

bool sameToken(const Token& a, const Token& b) { return a.kind == b.kind && a.text == b.text; }

}  // namespace

Origin originOfScript(std::string_view bytes, std::string_view path) {
  const std::string_view file = path.substr(path.find_last_of('/') + 1);
  if (file.find("graph_breaks") != std::string_view::npos) return Origin::GraphBreaksScript;
  if (file.find("accuracy") != std::string_view::npos) return Origin::AccuracyScript;
  for (const Statement& s : pythonStatements(bytes))
    for (const Token& t : s.tokens)
      if (t.text == "graph_breaks" && t.kind != TokenKind::Opaque) return Origin::GraphBreaksScript;
  return Origin::AccuracyScript;
}

std::size_t conflictLine(std::string_view bytes) {
  constexpr std::string_view kMarker = "<<<<<<< ";
  for (std::size_t at = bytes.find(kMarker); at != std::string_view::npos; at = bytes.find(kMarker, at + 1))
    if (at == 0 || bytes[at - 1] == '\n')
      return 1 + static_cast<std::size_t>(std::ranges::count(bytes.substr(0, at), '\n'));
  return 0;
}

PythonList readPythonList(std::string_view bytes, Origin origin) {
  PythonList list{readPythonSets(bytes), {}, {}};
  if (const std::size_t line = conflictLine(bytes); line != 0)
    list.sets.problems.insert(list.sets.problems.begin(),
                              "Line " + std::to_string(line) + ": git left a conflict; its sides are not told apart.");
  for (std::size_t s = 0; s < list.sets.sets.size(); ++s) {
    const PythonSet& set = list.sets.sets[s];
    if (!isUsable(set)) continue;
    const SetLayout layout(bytes, set);
    std::vector<std::string> files = set.condition.files;
    if (files.empty()) files.emplace_back();
    for (std::size_t n = 0; n < set.names.size(); ++n) {
      FlakyEntry entry;
      entry.name = set.names[n].name;
      entry.check = originWord(origin);
      entry.origin = origin;
      entry.line = set.names[n].line;
      if (layout.isPlain()) {
        const Comment comment = layout.commentOf(bytes, n, entry.name);
        if (comment.kind != Comment::Kind::Heading || namesIssue(comment.text)) readComment(comment.text, entry);
      }
      for (const std::string& file : files) {
        scopeOf(set.condition, file, entry);
        list.entries.push_back(entry);
        list.places.push_back({s, n});
      }
    }
  }
  return list;
}

base::Result<std::size_t> setFor(const PythonList& list, const FlakyEntry& entry) {
  std::size_t best = kNowhere;
  int how = 0;
  for (std::size_t s = 0; s < list.sets.sets.size(); ++s) {
    const PythonSet& set = list.sets.sets[s];
    if (!isUsable(set)) continue;
    const int fit = fits(set.condition, entry);
    // A display takes a new name, x.add("name") does not, and {} may be a dict; among equals the first counts.
    const int worth = fit == 0 ? 0 : fit * 4 + (set.isDisplay ? 2 : 0) + (set.names.empty() ? 0 : 1);
    if (worth <= how) continue;
    how = worth;
    best = s;
  }
  if (best != kNowhere) return best;
  std::string scope = "for every path";
  if (!entry.config.empty()) scope = "for " + entry.config + std::string(kEnding);
  if (!entry.platform.empty()) scope = "for " + entry.platform + (entry.config.empty() ? "" : " and " + entry.config);
  return base::fail({list.sets.problems.empty() ? base::ErrorCode::BadArgument : base::ErrorCode::BadFormat,
                     "This script has no flaky set " + scope + ".",
                     list.sets.problems.empty() ? "Write the set into the script first." : list.sets.problems.front()});
}

bool samePythonButFor(std::string_view before, std::string_view after, std::size_t added, std::size_t removed) {
  std::vector<std::size_t> indentsBefore;
  std::vector<std::size_t> indentsAfter;
  const std::vector<Token> a = flat(before, indentsBefore);
  const std::vector<Token> b = flat(after, indentsAfter);
  if (indentsBefore.size() != indentsAfter.size()) return false;
  std::size_t changed = 0;
  for (std::size_t i = 0; i < indentsBefore.size(); ++i) {
    const bool isSize = i % 2 == 1;
    if (!isSize && indentsBefore[i] != indentsAfter[i]) return false;
    if (isSize && indentsBefore[i] != indentsAfter[i]) ++changed;
  }
  if (changed > 1) return false;
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && sameToken(a[head], b[head])) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head && sameToken(a[a.size() - 1 - tail], b[b.size() - 1 - tail]))
    ++tail;
  const auto textsIn = [&](const std::vector<Token>& tokens, bool& plain) {
    std::size_t texts = 0;
    for (std::size_t i = head; i < tokens.size() - tail; ++i) {
      if (tokens[i].kind == TokenKind::String)
        ++texts;
      else
        plain = plain && tokens[i].is(",");
    }
    return texts;
  };
  bool plain = true;
  const std::size_t less = textsIn(a, plain);
  const std::size_t more = textsIn(b, plain);
  return plain && less <= std::max(removed, added) + removed && more <= added + std::max(added, removed) &&
         more + removed == less + added;
}

}  // namespace plumbline::flaky
