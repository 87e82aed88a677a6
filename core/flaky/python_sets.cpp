// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/python_sets.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/quantities.h"

namespace plumbline::flaky {
namespace {

bool opens(const python::Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes(const python::Token& t) { return t.is(")") || t.is("]") || t.is("}"); }
int depthStep(const python::Token& t) { return opens(t) ? 1 : closes(t) ? -1 : 0; }

PathCondition unknownCondition() {
  PathCondition condition;
  condition.unknown = true;
  return condition;
}

/// withoutParentheses strips brackets that go around the whole expression.
std::span<const python::Token> withoutParentheses(std::span<const python::Token> tokens) {
  while (tokens.size() >= 2 && tokens.front().is("(") && tokens.back().is(")")) {
    int depth = 0;
    std::size_t closedAt = 0;
    for (std::size_t i = 0; i < tokens.size() && closedAt == 0; ++i) {
      depth += depthStep(tokens[i]);
      if (depth == 0) closedAt = i;
    }
    if (closedAt + 1 != tokens.size()) break;
    tokens = tokens.subspan(1, tokens.size() - 2);
  }
  return tokens;
}

/// isFileName: no file of Linux has a longer name.
bool isFileName(std::string_view text) { return text.size() > 4 && text.size() <= 255 && text.ends_with(".csv"); }

/// textOf returns a token's plain text when it is a literal or the name of one.
const std::string* textOf(const python::Token& token, const ConditionNames& names) {
  if (token.kind == python::TokenKind::String) return &token.text;
  if (token.kind != python::TokenKind::Name) return nullptr;
  const auto known = names.texts.find(token.text);
  return known == names.texts.end() ? nullptr : &known->second;
}

PathCondition readPart(std::span<const python::Token> part, const ConditionNames& names) {
  bool negate = false;
  part = withoutParentheses(part);
  while (!part.empty() && part.front().is("not")) {
    negate = !negate;
    part = withoutParentheses(part.subspan(1));
  }
  PathCondition found = unknownCondition();
  if (part.size() == 1 && part.front().kind == python::TokenKind::Name) {
    if (const auto known = names.conditions.find(part.front().text); known != names.conditions.end())
      found = known->second;
  } else if (part.size() >= 3) {
    const std::string* text = textOf(part.front(), names);
    if (text != nullptr && *text == "rocm") {
      if (part[1].is("in")) found = {Rocm::Yes, {}, false};
      if (part[1].is("not") && part[2].is("in")) found = {Rocm::No, {}, false};
    } else {
      const auto compare = std::ranges::find_if(part, [](const python::Token& t) { return t.is("==") || t.is("in"); });
      std::vector<std::string> files;
      // On the right of "in" stand whole base names; on the left it would be a substring test, which is another
      // question.
      for (const python::Token& token :
           compare != part.end() && compare->is("in") ? part.subspan(compare - part.begin()) : part)
        if (const std::string* name = textOf(token, names); name != nullptr && isFileName(*name))
          files.push_back(*name);
      const bool excluded = compare != part.begin() && compare != part.end() && (compare - 1)->is("not");
      if (compare != part.end() && !files.empty() && !excluded) found = {Rocm::Any, std::move(files), false};
    }
  }
  return negate ? negated(found) : found;
}

using Tokens = std::span<const python::Token>;

/// Limits against hostile scripts; real ones stay far below.
constexpr int kMaxNesting = 32;
constexpr std::size_t kMaxProblems = 20;     // of a variable
constexpr std::size_t kMaxAllProblems = 1000;
constexpr std::size_t kMaxUses = 20'000;     // of sets by variables, with the files of conditions: "b = a | a; a = b | b"
constexpr std::size_t kMaxNames = 50'000;    // a name counts for each file of its set
constexpr std::size_t kMaxNameBytes = 2'000'000;  // of these names together
constexpr std::size_t kMaxVariableBytes = 1000;   // of the name of a variable, which every set of it repeats

/// kReturn is the variable name used for what a function returns.
constexpr std::string_view kReturn = "return";

/// findOutside returns the position of an operator or keyword outside brackets, tokens.size() when there is none.
std::size_t findOutside(Tokens tokens, std::string_view word) {
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (depth == 0 && tokens[i].is(word)) return i;
    depth += depthStep(tokens[i]);
  }
  return tokens.size();
}

/// afterBracket returns the position after the bracket that closes the one at `open`.
std::size_t afterBracket(Tokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    depth += depthStep(tokens[i]);
    if (depth == 0) return i + 1;
  }
  return tokens.size();
}

bool soundsFlaky(std::string_view name) {
  return name.find("flaky") != std::string_view::npos || name.find("FLAKY") != std::string_view::npos;
}

class SetReader {
 public:
  PythonSets run(const std::vector<python::Statement>& statements) {
    for (const python::Statement& s : statements) readStatement(s.indent, s.tokens);
    return finish();
  }

 private:
  struct Use {
    std::size_t set;
    PathCondition condition;
  };
  struct Variable {
    std::vector<Use> uses;
    std::vector<std::string> problems;
    std::size_t doubtLine = 0;  ///< of names taken out, or of an operator that is no union
    bool flaky = false;
    bool consumed = false;  ///< its sets went into another variable, which is the one that counts
  };
  struct Block {
    std::size_t indent;
    PathCondition condition;
    PathCondition all;  ///< with those of the blocks around it
  };

  PathCondition enclosing() const { return m_blocks.empty() ? PathCondition() : m_blocks.back().all; }

  void readStatement(std::size_t indent, Tokens tokens) {
    m_line = tokens.front().line;
    PathCondition orElse;  // what an else or elif at this indent adds
    while (!m_blocks.empty() && m_blocks.back().indent >= indent) {
      if (m_blocks.back().indent == indent) orElse = negated(m_blocks.back().condition);
      m_blocks.pop_back();
    }
    static constexpr std::array<std::string_view, 12> kBlocks = {"if",  "elif",   "else",    "for", "while", "with",
                                                                 "try", "except", "finally", "def", "class", "async"};
    const std::string_view word =
        tokens.front().kind == python::TokenKind::Name ? tokens.front().text : std::string_view{};
    if (std::ranges::find(kBlocks, word) == kBlocks.end()) {
      simpleStatement(tokens);
      return;
    }
    const std::size_t colon = findOutside(tokens, ":");
    PathCondition condition;
    if (word == "if" || word == "elif") condition = readCondition(tokens.subspan(1, colon - 1), m_names);
    if (word == "elif" || word == "else") condition = both(orElse, condition);
    m_blocks.push_back({indent, condition, both(enclosing(), condition)});
    if (colon + 1 < tokens.size()) simpleStatement(tokens.subspan(colon + 1));
  }

  void simpleStatement(Tokens tokens) {
    if (tokens.size() < 2 || tokens.front().kind != python::TokenKind::Name) return;
    const std::string& name = tokens.front().text;
    if (name.size() > kMaxVariableBytes) {
      if (m_longLine == 0) m_longLine = m_line;
    } else if (name == kReturn) {
      add(name, tokens.subspan(1), false);
    } else if (tokens[1].is("=") || tokens[1].is(":")) {
      const std::size_t equals = findOutside(tokens, "=");
      if (equals < tokens.size()) assign(name, tokens.subspan(equals + 1));
    } else if (tokens[1].is("|=")) {
      add(name, tokens.subspan(2), false);
    } else if (tokens.size() > 4 && tokens[1].is(".") && tokens[3].is("(")) {
      const std::string& method = tokens[2].text;
      const Tokens arguments = tokens.subspan(4, afterBracket(tokens, 3) - 5);
      if (method == "update") add(name, arguments, false);
      if (method == "add") addOne(name, tokens, arguments);
      if (method == "discard" || method == "remove" || method == "difference_update") removal(name, tokens.front());
    } else if (tokens[1].is("-=") || tokens[1].is("&=")) {
      removal(name, tokens.front());
    }
  }

  void assign(const std::string& name, Tokens value) {
    if (value.size() == 1 && value.front().kind == python::TokenKind::String) m_names.texts[name] = value.front().text;
    if (m_tooManyLine == 0)  // past the limit nothing is kept, and a long condition would be copied for each of many lines
      if (PathCondition c = readCondition(value, m_names); !c.unknown && charge(c)) m_names.conditions[name] = std::move(c);
    add(name, value, enclosing().always());
  }

  void add(const std::string& name, Tokens value, bool replace) {
    Variable gathered;
    m_keepsOwn = !replace;
    gather(name, value, enclosing(), gathered);
    doubt(name, value, gathered);
    if (gathered.uses.empty() && gathered.problems.empty()) return;
    Variable& variable = m_variables[name];
    if (replace) variable.uses.clear();
    variable.uses.insert(variable.uses.end(), gathered.uses.begin(), gathered.uses.end());
    addProblems(variable, gathered.problems);
    if (variable.doubtLine == 0 || replace) variable.doubtLine = gathered.doubtLine;
    variable.flaky = variable.flaky || gathered.flaky || soundsFlaky(name);
  }

  /// doubt notes what makes an expression something else than a union of its sets.
  void doubt(const std::string& name, Tokens value, Variable& gathered) {
    static constexpr std::array<std::string_view, 8> kOdd = {
        "-", "&", "^", "for", "difference", "intersection", "symmetric_difference", "("};
    if (gathered.uses.empty()) return;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto odd = std::ranges::find_if(kOdd, [&](std::string_view word) { return value[i].is(word); });
      if (odd == kOdd.end() || (*odd == "(" && !isBareText(value, i))) continue;
      gathered.doubtLine = value[i].line;
      gathered.problems.push_back("Line " + std::to_string(value[i].line) + ": what stands here for " + name +
                                  " is not a plain union of sets; Plumbline may read it wrongly.");
      return;
    }
  }

  /// isBareText recognises a text in brackets, which Python splits into letters, unlike a tuple.
  static bool isBareText(Tokens value, std::size_t open) {
    if (open > 0 && (value[open - 1].kind == python::TokenKind::Name || closes(value[open - 1]))) return false;
    const Tokens inside = value.subspan(open + 1);
    const auto other =
        std::ranges::find_if(inside, [](const python::Token& t) { return t.kind != python::TokenKind::String; });
    return other != inside.begin() && other != inside.end() && other->is(")");
  }

  void addOne(const std::string& name, Tokens all, Tokens arguments) {
    if (arguments.empty() || arguments.front().kind != python::TokenKind::String) return;
    PythonSet set{name, {}, all[3].begin, arguments.back().end + 1, all.front().line, {}, false};
    set.names.push_back(
        {arguments.front().text, arguments.front().begin, arguments.front().end, arguments.front().line});
    Variable& variable = m_variables[name];
    addSet(variable, std::move(set), enclosing());
    variable.flaky = variable.flaky || soundsFlaky(name);
  }

  void removal(const std::string& name, const python::Token& at) {
    Variable& variable = m_variables[name];
    if (variable.doubtLine == 0) variable.doubtLine = at.line;
    variable.problems.push_back("Line " + std::to_string(at.line) + " takes names out of " + name +
                                "; Plumbline does not follow that.");
  }

  /// gather collects the sets that an expression adds to `name`.
  void gather(const std::string& name, Tokens value, const PathCondition& condition, Variable& out) {
    if (m_nesting >= kMaxNesting) return;
    ++m_nesting;
    gatherParts(name, value, condition, out);
    --m_nesting;
  }

  void gatherParts(const std::string& name, Tokens value, const PathCondition& condition, Variable& out) {
    if (const std::size_t question = findOutside(value, "if"); question < value.size()) {
      const std::size_t otherwise = findOutside(value, "else");
      const PathCondition asked =
          readCondition(value.subspan(question + 1, std::max(otherwise, question + 1) - question - 1), m_names);
      gather(name, value.first(question), both(condition, asked), out);
      if (otherwise < value.size()) gather(name, value.subspan(otherwise + 1), both(condition, negated(asked)), out);
      return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      const python::Token& token = value[i];
      const bool afterName = i > 0 && (value[i - 1].kind == python::TokenKind::Name || closes(value[i - 1]));
      if (token.kind == python::TokenKind::Name) {
        if (i == 0 || !value[i - 1].is(".")) take(name, token.text, condition, out);
      } else if (token.is("{") || (opens(token) && !afterName && i + 1 < value.size() && isEntry(value[i + 1]))) {
        const std::size_t after = afterBracket(value, i);
        readDisplay(name, value.subspan(i, after - i), condition, out);
        i = after - 1;
      }
    }
  }

  static bool isEntry(const python::Token& t) { return t.kind == python::TokenKind::String || t.is("*"); }

  /// take adds the sets of another variable.
  void take(const std::string& name, const std::string& other, const PathCondition& condition, Variable& out) {
    const auto known = m_variables.find(other);
    if (known == m_variables.end()) return;
    if (other == name && m_keepsOwn) return;  // x = x | {...}: what x has stays under its own conditions
    for (const Use& use : known->second.uses)
      if (!addUse(out, use.set, both(use.condition, condition))) break;
    if (known->second.flaky) addProblems(out, known->second.problems);
    if (out.doubtLine == 0) out.doubtLine = known->second.doubtLine;
    out.flaky = out.flaky || known->second.flaky;
    if (other != name) known->second.consumed = true;
  }

  /// readDisplay reads "{...}" with both brackets: names, spreads, or a dict from file names to sets.
  void readDisplay(const std::string& name, Tokens display, const PathCondition& condition, Variable& out) {
    PythonSet set{name, {}, display.front().begin, display.back().end, display.front().line, {}};
    const bool closed = display.size() > 1 && closes(display.back());
    const Tokens inside = display.subspan(1, display.size() - (closed ? 2 : 1));
    bool isDict = false;
    for (std::size_t begin = 0; begin < inside.size();) {
      const Tokens rest = inside.subspan(begin);
      const Tokens entry = rest.first(findOutside(rest, ","));
      begin += entry.size() + 1;
      if (entry.empty()) continue;
      if (const std::size_t colon = findOutside(entry, ":"); colon < entry.size()) {
        isDict = true;
        const bool file = entry.front().kind == python::TokenKind::String && isFileName(entry.front().text);
        PathCondition here{Rocm::Any, {}, !file};
        if (file) here.files = std::vector{entry.front().text};
        gather(name, entry.subspan(colon + 1), both(condition, here), out);
      } else if (entry.size() == 2 && entry.front().is("*")) {
        take(name, entry.back().text, condition, out);
      } else if (std::ranges::all_of(entry,
                                     [](const python::Token& t) { return t.kind == python::TokenKind::String; })) {
        PythonName one{{}, entry.front().begin, entry.back().end, entry.front().line};
        for (const python::Token& part : entry) one.name += part.text;  // adjacent literals are one text
        set.names.push_back(std::move(one));
      } else {
        if (set.doubtLine == 0) set.doubtLine = entry.front().line;
        if (out.problems.size() >= kMaxProblems) continue;
        out.problems.push_back("Line " + std::to_string(entry.front().line) + ": an entry of " + name +
                               " is not a plain name and is left out.");
      }
    }
    if (isDict) return;
    addSet(out, std::move(set), condition);
  }

  /// charge counts a condition that is kept; false when the script has too many.
  bool charge(const PathCondition& condition) {
    m_uses += 1 + condition.files.size();
    if (m_uses > kMaxUses && m_tooManyLine == 0) m_tooManyLine = m_line;
    return m_tooManyLine == 0;
  }

  bool addUse(Variable& variable, std::size_t set, PathCondition condition) {
    if (!charge(condition)) return false;
    variable.uses.push_back({set, std::move(condition)});
    return true;
  }

  /// addSet keeps only a set that a variable uses.
  void addSet(Variable& variable, PythonSet set, PathCondition condition) {
    if (addUse(variable, m_sets.size(), std::move(condition))) m_sets.push_back(std::move(set));
  }

  void addProblems(Variable& variable, const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
      if (variable.problems.size() >= kMaxProblems || m_problems >= kMaxAllProblems) return;
      variable.problems.push_back(problem);
      ++m_problems;
    }
  }

  PythonSets finish() {
    PythonSets out;
    std::size_t names = 0, bytes = 0;
    std::map<std::size_t, PathCondition> conditions;  // of every set that counts, in the script's order
    for (auto& [name, variable] : m_variables) {
      for (const Use& use : variable.uses)
        if (m_sets[use.set].doubtLine == 0) m_sets[use.set].doubtLine = variable.doubtLine;
      if (!variable.flaky || variable.consumed) continue;
      for (std::string& problem : variable.problems) out.problems.push_back(std::move(problem));
      for (const Use& use : variable.uses) {
        const auto [at, isNew] = conditions.emplace(use.set, use.condition);
        if (!isNew) at->second = either(at->second, use.condition);
      }
    }
    for (const auto& [index, condition] : conditions) {
      PythonSet& set = m_sets[index];
      set.condition = condition;
      if (set.doubtLine == 0) set.doubtLine = m_tooManyLine;
      const bool usable =
          !condition.unknown && (condition.files.empty() ? condition.rocm != Rocm::No : condition.rocm != Rocm::Yes);
      if (!usable) {
        set.condition.unknown = true;
        out.problems.push_back("Line " + std::to_string(set.line) + ": " + std::to_string(set.names.size()) +
                               " names are added under a condition that Plumbline does not know; they are left out.");
      }
      const std::size_t files = usable ? std::max<std::size_t>(condition.files.size(), 1) : 0, counted = set.names.size() * files;
      std::size_t countedBytes = 0;
      for (const PythonName& name : set.names) countedBytes += name.name.size() * files;
      if (counted > kMaxNames - names || countedBytes > kMaxNameBytes - bytes) {
        set.condition.unknown = true;
        out.problems.push_back("Line " + std::to_string(set.line) + ": these " + std::to_string(set.names.size()) +
                               " names are left out: a script has at most " +
                               (counted > kMaxNames - names ? std::to_string(kMaxNames) : text::sizeText(kMaxNameBytes) + " of them") +
                               ", one for each file.");
      } else {
        names += counted;
        bytes += countedBytes;
      }
      out.sets.push_back(std::move(set));
    }
    if (m_tooManyLine != 0)
      out.problems.push_back("Line " + std::to_string(m_tooManyLine) +
                             ": there are too many sets to follow; what comes from here on is left out.");
    if (m_longLine != 0)
      out.problems.push_back("Line " + std::to_string(m_longLine) + ": the name of a variable is longer than " +
                             std::to_string(kMaxVariableBytes) + " bytes; what it holds is left out.");
    std::sort(out.problems.begin(), out.problems.end());
    out.problems.erase(std::unique(out.problems.begin(), out.problems.end()), out.problems.end());
    return out;
  }

  /// either returns the condition of a set that counts under a and under b.
  static PathCondition either(const PathCondition& a, const PathCondition& b) {
    if (a == b || a.always()) return a;
    if (b.always()) return b;
    if (!a.unknown && !b.unknown && a.files == b.files) return {Rocm::Any, a.files, false};  // with and without rocm
    return {Rocm::Any, {}, true};
  }

  ConditionNames m_names;
  std::vector<Block> m_blocks;
  int m_nesting = 0;
  std::size_t m_uses = 0, m_problems = 0;
  std::size_t m_line = 0;         ///< of the statement being read
  std::size_t m_tooManyLine = 0;  ///< where the limit of uses was reached
  std::size_t m_longLine = 0;     ///< of the first variable with too long a name
  bool m_keepsOwn = false;  ///< the statement being read adds to its variable and does not replace it
  std::vector<PythonSet> m_sets;
  std::map<std::string, Variable, std::less<>> m_variables;
};

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

PathCondition readCondition(std::span<const python::Token> tokens, const ConditionNames& names) {
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

FlakyModels PythonSets::models() const {
  FlakyModels out;
  for (const PythonSet& set : sets) {
    if (set.condition.unknown) continue;
    std::vector<std::string> names;
    for (const PythonName& name : set.names) names.push_back(name.name);
    for (const std::string& file : set.condition.files)
      out.files.push_back({file, set.condition.rocm == Rocm::No ? "rocm" : "", names});
    if (!set.condition.files.empty()) continue;
    std::vector<std::string>& into = set.condition.rocm == Rocm::Yes ? out.rocm : out.base;
    into.insert(into.end(), names.begin(), names.end());
  }
  return out;
}

PythonSets readPythonSets(const std::vector<python::Statement>& statements) { return SetReader().run(statements); }

PythonSets readPythonSets(std::string_view source) { return readPythonSets(python::readStatements(source)); }

}  // namespace plumbline::flaky
