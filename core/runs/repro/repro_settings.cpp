// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro/repro_settings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/python/calls.h"
#include "core/python/repr.h"
#include "core/text/quantities.h"

namespace plumbline::runs {
namespace {

using python::argumentsAt;
using python::CallArgument;
using python::Statement;
using python::textValue;
using python::Token;
using python::TokenKind;
using python::Tokens;
using python::topLevel;
using python::written;

constexpr std::array<std::string_view, 4> kReproSettings{"TORCHDYNAMO_REPRO_AFTER", "TORCHDYNAMO_REPRO_LEVEL",
                                                         "repro_after", "repro_level"};
/// Folders that are written; TRITON_OVERRIDE_DIR is read, and stays.
constexpr std::array<std::string_view, 11> kFolderSettings{
    "TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR", "TORCH_COMPILE_DEBUG_DIR", "TRITON_HOME",
    "TRITON_DUMP_DIR", "TRITON_REPRODUCER_PATH", "TORCH_EXTENSIONS_DIR",
    "TORCH_TRACE", "TORCH_LOGS_OUT", "debug_dir_root", "trace.debug_dir"};

/// Assigned is a variable of the environment, or an option below a "config", that a statement sets.
struct Assigned {
  std::string name;
  Tokens value;
  Tokens whole;          ///< what sets it: the statement, or its entry in a dict
  bool isEntry = false;   ///< others are set with it
  bool isOption = false;  ///< of a config
  bool isTarget = false;  ///< one of several targets of an assignment
  bool isPair = false;    ///< an entry ('A', 'x') of a list
};

constexpr std::size_t kMaxValueBytes = 4'000'000;  ///< of a script
constexpr const char* kNotShown = "\u2026";
constexpr int kMaxNesting = 4;  ///< os.environ.update(dict({...}))

/// openOfDict is the position of the bracket of {...} or dict(...).
std::optional<std::size_t> openOfDict(Tokens t) {
  if (t.size() > 1 && t[0].is("{")) return 0;
  return t.size() > 1 && t[0].is("dict") && t[1].is("(") ? std::optional<std::size_t>(1) : std::nullopt;
}

bool isComprehension(const std::vector<CallArgument>& arguments) {
  return std::ranges::any_of(arguments, [](const CallArgument& argument) { return topLevel(argument.whole, "for") < argument.whole.size(); });
}

/// addPairs adds the entries of [('A', 'x'), ...] or (('A', 'x'), ...).
void addPairs(std::vector<Assigned>& out, Tokens tokens) {
  const auto pairs = argumentsAt(tokens, 0);
  if (isComprehension(pairs)) return;
  for (const CallArgument& pair : pairs) {
    if (!pair.whole.front().is("(") && !pair.whole.front().is("[")) continue;
    const auto parts = argumentsAt(pair.whole, 0);
    const auto name = parts.size() == 2 && parts[0].whole.size() == 1 ? textValue(parts[0].value) : std::nullopt;
    if (name) out.push_back({*name, parts[1].value, pair.whole, true, false, false, true});
  }
}

/// addEntries adds the entries {'A': 'x'}, (A='x') or **{'A': 'x'} behind the bracket at `open`; a comprehension has none.
void addEntries(std::vector<Assigned>& out, Tokens tokens, std::size_t open, int nesting = 0) {
  const auto arguments = argumentsAt(tokens, open);
  if (isComprehension(arguments)) return;
  for (const CallArgument& argument : arguments) {
    const std::size_t stars = argument.whole.front().is("**") ? 1 : 0;
    const Tokens t = argument.whole.subspan(stars);
    if (!argument.keyword.empty())
      out.push_back({argument.keyword, argument.value, t, true});
    else if (t.size() > 2 && t[0].kind == TokenKind::String && t[1].is(":"))
      out.push_back({t[0].text, t.subspan(2), t, true});
    else if (const auto inner = openOfDict(t); inner && nesting < kMaxNesting)
      addEntries(out, t, *inner, nesting + 1);
    else if (tokens[open].is("(") && stars == 0 && (t[0].is("[") || t[0].is("(")))
      addPairs(out, t);
  }
}

/// addOption adds "torch._inductor.config.trace.debug_dir = ...".
void addOption(std::vector<Assigned>& out, Tokens t) {
  const auto equals = std::ranges::find_if(t, [](const Token& token) { return token.is("="); });
  const auto config = std::find_if(t.begin(), equals, [](const Token& token) { return token.is("config"); });
  if (equals == t.end() || equals - config < 3 || !config[1].is(".")) return;
  std::string name;
  for (auto it = config + 2; it != equals; ++it) name += it->text;
  out.push_back({std::move(name), {equals + 1, t.end()}, t, false, true});
}

/// behindModule is what stands behind "os.", whatever the script calls the module.
Tokens behindModule(Tokens t) {
  const bool isModule = t[0].kind == TokenKind::Name && !t[0].is("self") && t[1].is(".") && (t[2].is("environ") || t[2].is("putenv"));
  return isModule ? t.subspan(2) : t;
}

/// assignedIn reads one statement: os.environ['A'] = 'x', setdefault, update, |= and os.putenv.
std::vector<Assigned> assignedIn(Tokens t) {
  std::vector<Assigned> out;
  if (t.size() < 5) return out;
  const Tokens rest = behindModule(t);
  const auto call = [&](std::size_t open) {
    const auto arguments = argumentsAt(rest, open);
    const auto name = arguments.size() < 2 ? std::nullopt : textValue(arguments[0].value);
    if (name) out.push_back({*name, arguments[1].value, t});
  };
  if (rest[0].is("putenv") && rest[1].is("(")) {
    call(1);
  } else if (!rest[0].is("environ")) {
    addOption(out, t);
  } else if (rest[1].is("[") && rest.size() > 5 && rest[2].kind == TokenKind::String && rest[4].is("=")) {
    out.push_back({rest[2].text, rest.subspan(5), t});
  } else if (rest[1].is("|=")) {
    if (const auto open = openOfDict(rest.subspan(2))) addEntries(out, rest, *open + 2);
  } else if (rest[1].is(".") && rest.size() > 4 && rest[3].is("(")) {
    if (rest[2].is("setdefault") || rest[2].is("__setitem__")) call(3);
    if (rest[2].is("update")) addEntries(out, rest, 3);
  }
  return out;
}

/// targetsIn reads a statement; of "a = b = 'x'" each target by itself.
std::vector<Assigned> targetsIn(Tokens t) {
  std::vector<std::size_t> ends;
  for (std::size_t at = topLevel(t, "="); at < t.size(); at = topLevel(t, "=", at + 1)) ends.push_back(at + 1);
  if (ends.size() < 2) return assignedIn(t);
  std::vector<Assigned> out;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    for (Assigned& assigned : assignedIn(t.subspan(begin, end + 1 <= t.size() ? end + 1 - begin : end - begin))) {
      assigned.value = t.subspan(ends.back());
      assigned.whole = t.subspan(begin, end - begin);
      assigned.isTarget = true;
      out.push_back(std::move(assigned));
    }
    begin = end;
  }
  return out;
}

/// bodyOnLine is where the body of "if x: a = 1" begins; 0 for a statement of another kind.
std::size_t bodyOnLine(Tokens t) {
  static constexpr std::array<std::string_view, 9> kCompound{"if", "elif", "else", "for", "while", "with", "try", "except", "finally"};
  if (t.empty() || std::ranges::none_of(kCompound, [&](std::string_view word) { return t[0].is(word); })) return 0;
  return std::min(topLevel(t, ":") + 1, t.size());
}

/// addAssigned keeps the value until the values of a script are too many bytes: each target of "a = b = 'x'" has the same.
void addAssigned(const Assigned& assigned, std::string value, ReproScript& script) {
  const bool wasFull = script.valueBytes > kMaxValueBytes;
  script.valueBytes += value.size();
  const bool isFull = script.valueBytes > kMaxValueBytes;
  if (isFull && !wasFull) script.notes.push_back("What the script sets is longer than " + text::sizeText(kMaxValueBytes) + "; the rest of it is not shown.");
  if (isFull) value = kNotShown;
  const Token& first = assigned.whole.front();
  if (!assigned.isOption && !isFull) script.environment.emplace_back(assigned.name, value);
  const auto isOneOf = [&](const auto& names) { return std::ranges::find(names, assigned.name) != names.end(); };
  const bool isFolder = isOneOf(kFolderSettings);
  if (!isFolder && !isOneOf(kReproSettings)) return;
  script.settings.push_back({.name = assigned.name,
                             .value = value,
                             .line = first.line,
                             .isFolder = isFolder,
                             .isVariable = !assigned.isOption,
                             .isEntry = assigned.isEntry,
                             .isPair = assigned.isPair,
                             .isTarget = assigned.isTarget,
                             .begin = first.begin,
                             .end = assigned.whole.back().end});
}

/// firstWork is the first statement that does something: a docstring and imports from __future__ have to stand before any other.
const Statement* firstWork(const std::vector<Statement>& statements) {
  const auto found = std::ranges::find_if(statements, [](const Statement& statement) {
    const Tokens t = statement.tokens;
    return !(t.size() == 1 && t[0].kind == TokenKind::String) && !(t.size() > 1 && t[0].is("from") && t[1].is("__future__"));
  });
  return found == statements.end() ? nullptr : &*found;
}

/// isCompound: nothing may stand before it in its line.
bool isCompound(const Statement& statement) {
  const Token& first = statement.tokens.front();
  return bodyOnLine(statement.tokens) > 0 || first.is("@") || first.is("def") || first.is("class") || first.is("async");
}

}  // namespace

void readSettings(std::string_view source, const Statement& statement, ReproScript& script) {
  const Tokens t = statement.tokens;
  for (std::size_t begin = bodyOnLine(t); begin < t.size();) {
    const std::size_t end = topLevel(t, ";", begin);
    Tokens read;  // the targets of an assignment have one value
    std::string value;
    for (const Assigned& assigned : targetsIn(t.subspan(begin, end - begin))) {
      if (assigned.value.data() != read.data() || assigned.value.size() != read.size())
        value = textValue(assigned.value).value_or(written(source, assigned.value));
      read = assigned.value;
      addAssigned(assigned, script.valueBytes > kMaxValueBytes ? std::string() : value, script);
    }
    begin = end + 1;
  }
}

std::string scriptForRun(std::string_view text, const ReproScript& script, const std::string& folder) {
  std::string out;
  std::size_t at = 0;
  const auto statements = script.settings.empty() || folder.empty() ? std::vector<Statement>() : python::readStatements(text);
  if (const Statement* first = firstWork(statements)) {
    at = first->tokens.front().begin;
    out.append(text.substr(0, at)).append("__import__('sys').path.insert(1, ");
    python::appendRepr(out, folder);
    out += isCompound(*first) ? ")\n" : "); ";
  }
  for (const ReproSetting& setting : script.settings) {
    out += text.substr(at, setting.begin - at);
    at = setting.end;
    if (setting.isTarget) {
      at = std::min(text.find_first_not_of(" \t", at), text.size());
      continue;
    }
    out += setting.isPair ? "*()" : setting.isEntry ? "**{}" : "pass";
    // What stood on several lines keeps their number; a ';' behind it stays in its statement.
    const auto next = text.find_first_not_of(" \t", at);
    const bool isFollowed = next != text.npos && text[next] == ';';
    const std::string_view removed = text.substr(setting.begin, setting.end - setting.begin);
    for (auto lines = std::ranges::count(removed, '\n'); lines > 0; --lines) out += isFollowed ? " \\\n" : "\n";
  }
  return out.append(text.substr(at));
}

}  // namespace plumbline::runs
