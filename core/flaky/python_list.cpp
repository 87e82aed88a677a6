// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/python_list.h"

#include <algorithm>
#include <optional>

#include "core/flaky/set_layout.h"
#include "core/python/tokens.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::flaky {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::size_t trimmedEnd(std::string_view bytes, std::size_t from, std::size_t end) {
  while (end > from && isBlank(bytes[end - 1])) --end;
  return end;
}

/// notUnderstood is the refusal to touch what cannot be read for certain.
base::Error notUnderstood(std::string what, std::size_t line) {
  return {base::ErrorCode::BadFormat, std::move(what), "Edit this script by hand.", {}, line};
}

/// literalFor writes a name with the quotes of a literal near by. Errors: BadArgument for "" and what isPlainText
/// denies.
base::Result<std::string> literalFor(std::string_view name, std::string_view neighbour) {
  if (name.empty() || !isPlainText(name))
    return base::fail(base::ErrorCode::BadArgument,
                      "This name cannot stand in a script: it is empty, not UTF-8, or has control characters.",
                      "Check the name.");
  const std::size_t at = neighbour.find_first_of("\"'");
  const char quote = at == std::string_view::npos ? '"' : neighbour[at];
  std::string literal(1, quote);
  for (const char c : name) {
    if (c == quote || c == '\\') literal.push_back('\\');
    literal.push_back(c);
  }
  literal.push_back(quote);
  return literal;
}

/// withEndComment adds `text` to the comment at the end of the line around `from` (outside texts and comments), or
/// starts one. Errors: BadArgument where a line goes on with a backslash.
base::Result<text::ByteEdit> withEndComment(std::string_view bytes, std::size_t from, const std::string& text) {
  const std::size_t end = lineEnd(bytes, from);
  if (endComment(bytes, from) != kNowhere) {
    const std::size_t at = trimmedEnd(bytes, from, end);
    return text::ByteEdit{at, at, "; " + text};
  }
  const std::size_t at = trimmedEnd(bytes, from, end);
  if (at > 0 && bytes[at - 1] == '\\')
    return base::fail(base::ErrorCode::BadArgument,
                      "There is no room for a comment: this line goes on with a backslash.",
                      "Add the entry without reason and issue.");
  return text::ByteEdit{at, at, "  # " + text};
}

/// withoutComment takes away a comment that is an entry's own, with the blanks before it or its place in a shared one.
text::ByteEdit withoutComment(std::string_view bytes, const Comment& comment) {
  if (comment.kind == Comment::Kind::Above) return {comment.begin, comment.end, {}};
  if (comment.kind == Comment::Kind::Beside)
    return {trimmedEnd(bytes, lineBegin(bytes, comment.begin), comment.begin), comment.end, {}};
  if (comment.kind != Comment::Kind::Shared) return {0, 0, {}};
  const std::size_t before = trimmedEnd(bytes, lineBegin(bytes, comment.begin), comment.begin);
  const bool first = before > 0 && bytes[before - 1] == '#';
  const std::size_t after = skipBlanks(bytes, comment.end);
  const bool last = after == lineEnd(bytes, after);
  if (!first) return {before - 1, comment.end, {}};  // with the semicolon before it
  if (!last) return {comment.begin, skipBlanks(bytes, after + 1), {}};
  return {trimmedEnd(bytes, lineBegin(bytes, before), before - 1), after, {}};
}

/// lastOfBraces returns whether a display is the kind of "{...}" that may not become empty: {} would be a dict.
bool lastOfBraces(std::string_view bytes, const SetLayout& layout) {
  if (bytes[layout.open()] != '{' || layout.elements().size() > 1) return false;
  std::size_t at = layout.open();
  while (at > 0 && (isBlank(bytes[at - 1]) || bytes[at - 1] == '\n' || bytes[at - 1] == '\r')) --at;
  // set({}), update({}) and the like take an empty dict for what it is: nothing
  return at < 2 || bytes[at - 1] != '(' || !text::isWordPart(bytes[at - 2]);
}

constexpr std::string_view kEnding = ".csv";

/// scopeOf fills platform and config from the condition under which a set counts, for one of its files.
void scopeOf(const PathCondition& condition, std::string_view file, FlakyEntry& entry) {
  if (condition.rocm == Rocm::Yes) entry.platform = "rocm";
  if (condition.rocm == Rocm::No) entry.platform = platformOf(file);
  if (file.ends_with(kEnding)) file.remove_suffix(kEnding.size());
  entry.config = file;
}

bool isUsable(const PythonSet& set) { return !set.condition.unknown; }

/// fits rates how well a set's condition matches the entry's scope: 0 not at all, 2 exactly, 1 where the entry leaves
/// open what the set asks.
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

std::vector<python::Token> flat(std::string_view source, std::vector<std::size_t>& indents) {
  std::vector<python::Token> tokens;
  std::vector<python::Statement> statements = python::readStatements(source);
  std::size_t count = 0;
  for (const python::Statement& s : statements) count += s.tokens.size();
  tokens.reserve(count);
  for (python::Statement& s : statements) {
    indents.push_back(s.indent);
    indents.push_back(s.tokens.size());  // taken back below: statements must stay statements
    std::move(s.tokens.begin(), s.tokens.end(), std::back_inserter(tokens));
    s = {};  // a script of many short statements takes most memory here
  }
  return tokens;
}

bool sameToken(const python::Token& a, const python::Token& b) { return a.kind == b.kind && a.text == b.text; }

bool bytesBefore(const std::string& a, const std::string& b) { return a < b; }
bool lettersBefore(const std::string& a, const std::string& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return text::toLower(x) < text::toLower(y); });
}

/// placeFor returns the position of a new name: its sorted place when the set is sorted, else the end.
std::size_t placeFor(const std::vector<PythonName>& names, const std::string& name) {
  std::vector<std::string> all;
  for (const PythonName& n : names) all.push_back(n.name);
  if (all.size() < 2) return all.size();
  for (const auto before : {&bytesBefore, &lettersBefore})
    if (std::is_sorted(all.begin(), all.end(), before))
      return static_cast<std::size_t>(std::upper_bound(all.begin(), all.end(), name, before) - all.begin());
  return all.size();
}

/// Adder works on one display.
class Adder {
 public:
  Adder(std::string_view bytes, const SetLayout& layout) : m_bytes(bytes), m_layout(layout) {}

  base::Result<text::ByteEdits> add(std::size_t place, const FlakyEntry& entry) const {
    const auto& elements = m_layout.elements();
    std::string_view neighbour;
    if (!elements.empty()) {
      const SetElement& near = elements[std::min(place, elements.size() - 1)];
      neighbour = m_bytes.substr(near.begin, near.end - near.begin);
    }
    const auto literal = literalFor(entry.name, neighbour);
    if (!literal) return base::fail(literal.error());
    const auto line = lineFor(place);
    const auto comment = commentFor(entry, !line.has_value());
    if (!comment) return base::fail(comment.error());
    if (!line) return insideLine(place, *literal, *comment);
    std::string with = indentNear(place) + *literal + ",";
    if (!comment->empty()) with += "  # " + *comment;
    return text::ByteEdits{{*line, *line, with + endBefore(*line)}};
  }

 private:
  /// lineFor returns the begin of the line before which a line of its own can be put; none where the set has no such
  /// lines.
  std::optional<std::size_t> lineFor(std::size_t place) const {
    const auto& elements = m_layout.elements();
    if (!anyBeginsLine()) return std::nullopt;
    if (place > 0 && m_layout.endsLine(m_bytes, place - 1)) {
      const std::size_t next = afterLine(m_bytes, elements[place - 1].comma);
      if (next <= m_layout.close()) return next;
    }
    if (place == elements.size()) {
      // The last one has no comma, or shares its line with the bracket: before it, so that one line differs.
      if (place == 0 || !m_layout.beginsLine(m_bytes, place - 1)) return std::nullopt;
      return lineFor(place - 1);
    }
    if (!m_layout.beginsLine(m_bytes, place)) return std::nullopt;
    // Below comment lines of the next entry the new one would take them for its own.
    return m_layout.ownsLinesAbove(m_bytes, place) ? m_layout.aboveBegin(m_bytes, place)
                                                   : lineBegin(m_bytes, elements[place].begin);
  }

  /// endBefore returns the bytes that end the line before the one at `begin`; there is one, the set opens above.
  std::string endBefore(std::size_t begin) const {
    const bool two = begin > 1 && m_bytes[begin - 1] == '\n' && m_bytes[begin - 2] == '\r';
    return std::string(m_bytes.substr(begin - (two ? 2 : 1), two ? 2 : 1));
  }

  bool anyBeginsLine() const {
    for (std::size_t i = 0; i < m_layout.elements().size(); ++i)
      if (m_layout.beginsLine(m_bytes, i)) return true;
    return false;
  }

  std::string indentNear(std::size_t place) const {
    const auto& elements = m_layout.elements();
    std::size_t best = kNowhere;
    const auto distance = [&](std::size_t i) { return i < place ? place - 1 - i : i - place; };
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (m_layout.beginsLine(m_bytes, i) && (best == kNowhere || distance(i) < distance(best))) best = i;
    const std::size_t begin = lineBegin(m_bytes, elements[best].begin);
    return std::string(m_bytes.substr(begin, elements[best].begin - begin));
  }

  base::Result<text::ByteEdits> insideLine(std::size_t place, const std::string& literal,
                                           const std::string& comment) const {
    const auto& elements = m_layout.elements();
    text::ByteEdits edits;
    std::size_t from = m_layout.open() + 1;
    if (elements.empty()) {
      edits.push_back({from, from, literal});
    } else if (place < elements.size()) {
      from = elements[place].begin;
      edits.push_back({from, from, literal + ", "});
    } else {
      from = elements.back().end;
      edits.push_back({from, from, ", " + literal});
    }
    if (comment.empty()) return edits;
    auto atEnd = withEndComment(m_bytes, from, comment);
    if (!atEnd) return base::fail(atEnd.error());
    edits.push_back(std::move(*atEnd));
    return edits;
  }

  std::string_view m_bytes;
  const SetLayout& m_layout;
};

/// editable returns the layout around an entry. Errors: BadFormat with the line.
base::Result<SetLayout> editable(std::string_view bytes, const PythonList& list, std::size_t index) {
  const PythonSet& set = list.sets.sets[list.places[index].set];
  if (set.doubtLine != 0)
    return base::fail(
        notUnderstood("Something is done with this flaky set that Plumbline does not follow.", set.doubtLine));
  if (set.condition.files.size() > 1)
    return base::fail(notUnderstood("This name counts for several files at once.", list.entries[index].line));
  SetLayout layout(bytes, set);
  if (!layout.isPlain()) return base::fail(notUnderstood("This flaky set is not a plain list of names.", set.line));
  return layout;
}

/// keepTuple adds the comma without which ("a") would be no tuple.
void keepTuple(std::string_view bytes, const SetLayout& layout, std::size_t removed, text::ByteEdits& edits) {
  const auto& elements = layout.elements();
  if (bytes[layout.open()] != '(' || elements.size() != 2 || removed != 0 || elements[1].comma != kNowhere) return;
  edits.push_back({elements[1].end, elements[1].end, ","});
}

/// insideLine takes an entry out of a line that holds other things.
text::ByteEdit insideLine(std::string_view bytes, const SetLayout& layout, std::size_t i) {
  const auto& elements = layout.elements();
  const SetElement& e = elements[i];
  if (i + 1 < elements.size() && e.lineEnd > elements[i + 1].begin)
    return {e.begin, elements[i + 1].begin, {}};
  if (i > 0 && elements[i - 1].lineEnd > e.begin) {
    const bool tuple = bytes[layout.open()] == '(' && elements.size() == 2 && e.comma == kNowhere;
    return {tuple ? elements[i - 1].comma + 1 : elements[i - 1].end, e.end, {}};
  }
  return {e.begin, layout.afterIt(i), {}};
}

}  // namespace

Origin originOfScript(std::string_view bytes, std::string_view path) {
  const std::string_view file = path.substr(path.find_last_of('/') + 1);
  if (file.find("graph_breaks") != std::string_view::npos) return Origin::GraphBreaksScript;
  if (file.find("accuracy") != std::string_view::npos) return Origin::AccuracyScript;
  for (const python::Statement& s : python::readStatements(bytes))
    for (const python::Token& t : s.tokens)
      if (t.text == "graph_breaks" && t.kind != python::TokenKind::Opaque) return Origin::GraphBreaksScript;
  return Origin::AccuracyScript;
}

std::size_t conflictLine(std::string_view bytes) {
  constexpr std::string_view kMarker = "<<<<<<< ";
  for (std::size_t at = bytes.find(kMarker); at != std::string_view::npos; at = bytes.find(kMarker, at + 1))
    if (at == 0 || bytes[at - 1] == '\n')
      return 1 + static_cast<std::size_t>(std::ranges::count(bytes.substr(0, at), '\n'));
  return 0;
}

/// hostileLayout says why a file is not laid out as any script is: every set is read together with its lines, so that many
/// sets on long lines would take quadratic time. "" when it is.
std::string hostileLayout(std::string_view bytes, const PythonSets& sets) {
  constexpr std::size_t kMaxSets = 500, kMaxLine = std::size_t{16} << 10U;
  if (sets.sets.size() <= 1) return {};
  if (sets.sets.size() > kMaxSets) return "More than " + std::to_string(kMaxSets) + " flaky sets are in this script; none is read.";
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < bytes.size(); begin = afterLine(bytes, begin), ++number)
    if (lineEnd(bytes, begin) - begin > kMaxLine)
      return "Line " + std::to_string(number) + " is longer than " + std::to_string(kMaxLine) + " bytes; no set of this script is read.";
  return {};
}

PythonList readPythonList(std::string_view bytes, Origin origin) {
  PythonList list{readPythonSets(bytes), {}, {}};
  if (std::string why = hostileLayout(bytes, list.sets); !why.empty()) {
    list.sets.sets.clear();
    list.sets.problems = {std::move(why)};
  }
  if (const std::size_t line = conflictLine(bytes); line != 0)
    list.sets.problems.insert(list.sets.problems.begin(),
                              "Line " + std::to_string(line) + ": git left a conflict, which is not resolved here.");
  constexpr std::size_t kMaxCommentBytes = 4'000'000;  // one comment counts for each file of its set
  std::size_t comments = 0;
  bool isFull = false;
  for (std::size_t s = 0; s < list.sets.sets.size(); ++s) {
    const PythonSet& set = list.sets.sets[s];
    if (!isUsable(set)) continue;
    const SetLayout layout(bytes, set);
    std::vector<std::string> files(set.condition.files.begin(), set.condition.files.end());
    if (files.empty()) files.emplace_back();
    for (std::size_t n = 0; n < set.names.size(); ++n) {
      FlakyEntry entry;
      entry.name = set.names[n].name;
      entry.check = originName(origin);
      entry.origin = origin;
      entry.line = set.names[n].line;
      if (layout.isPlain()) {
        const Comment comment = layout.commentOf(bytes, n, entry.name);
        if (comment.kind != Comment::Kind::Heading || namesIssue(comment.text)) readComment(comment.text, entry);
      }
      comments += (entry.reason.size() + entry.issue.size()) * files.size();
      if (comments > kMaxCommentBytes) {
        if (!isFull)
          list.sets.problems.push_back("Line " + std::to_string(entry.line) + ": from here on the comments are left out: they take more than " +
                                       text::sizeText(kMaxCommentBytes) + ", one for each file.");
        isFull = true;
        entry.reason.clear();
        entry.issue.clear();
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
  return base::fail(list.sets.problems.empty() ? base::ErrorCode::BadArgument : base::ErrorCode::BadFormat,
                    "This script has no flaky set " + scope + ".",
                    list.sets.problems.empty() ? "Write the set into the script first." : list.sets.problems.front());
}

bool samePythonButFor(std::string_view before, std::string_view after, std::size_t added, std::size_t removed) {
  std::vector<std::size_t> indentsBefore;
  std::vector<std::size_t> indentsAfter;
  const std::vector<python::Token> a = flat(before, indentsBefore);
  const std::vector<python::Token> b = flat(after, indentsAfter);
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
  const auto textsIn = [&](const std::vector<python::Token>& tokens, bool& plain) {
    std::size_t texts = 0;
    for (std::size_t i = head; i < tokens.size() - tail; ++i) {
      if (tokens[i].kind == python::TokenKind::String)
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

base::Result<text::ByteEdits> addToPython(std::string_view bytes, const PythonList& list, const FlakyEntry& entry) {
  const auto index = setFor(list, entry);
  if (!index) return base::fail(index.error());
  const PythonSet& set = list.sets.sets[*index];
  if (set.doubtLine != 0)
    return base::fail(
        notUnderstood("Something is done with this flaky set that Plumbline does not follow.", set.doubtLine));
  const SetLayout layout(bytes, set);
  if (!layout.isPlain()) return base::fail(notUnderstood("This flaky set is not a plain list of names.", set.line));
  if (layout.elements().empty() && lastOfBraces(bytes, layout))
    return base::fail(notUnderstood("An empty {} is a dict in Python, no set.", set.line));
  return Adder(bytes, layout).add(placeFor(set.names, entry.name), entry);
}

base::Result<text::ByteEdits> removeFromPython(std::string_view bytes, const PythonList& list, std::size_t index) {
  const auto layout = editable(bytes, list, index);
  if (!layout) return base::fail(layout.error());
  const std::size_t i = list.places[index].name;
  if (lastOfBraces(bytes, *layout))
    return base::fail(notUnderstood("This is the last name of the set, and an empty {} is a dict in Python, no set.",
                                    list.entries[index].line));
  const Comment comment = layout->commentOf(bytes, i, list.entries[index].name);
  const SetElement& element = layout->elements()[i];
  text::ByteEdits edits;
  if (layout->isAlone(bytes, i)) {
    const std::size_t begin =
        layout->ownsLinesAbove(bytes, i) ? layout->aboveBegin(bytes, i) : lineBegin(bytes, element.begin);
    edits.push_back({begin, afterLine(bytes, layout->afterIt(i)), {}});
  } else {
    edits.push_back(insideLine(bytes, *layout, i));
    if (comment.kind == Comment::Kind::Beside || comment.kind == Comment::Kind::Shared) {
      text::ByteEdit without = withoutComment(bytes, comment);
      without.begin = std::max(without.begin, edits.back().end);
      edits.push_back(std::move(without));
    }
  }
  keepTuple(bytes, *layout, i, edits);
  return text::sortEdits(std::move(edits));
}

base::Result<text::ByteEdits> replaceInPython(std::string_view bytes, const PythonList& list, std::size_t index,
                                              const FlakyEntry& entry) {
  const auto layout = editable(bytes, list, index);
  if (!layout) return base::fail(layout.error());
  const FlakyEntry& old = list.entries[index];
  const std::size_t i = list.places[index].name;
  const SetElement& element = layout->elements()[i];
  const Comment comment = layout->commentOf(bytes, i, old.name);
  text::ByteEdits edits;
  if (entry.name != old.name) {
    const auto literal = literalFor(entry.name, bytes.substr(element.begin, element.end - element.begin));
    if (!literal) return base::fail(literal.error());
    edits.push_back({element.begin, element.end, *literal});
  }
  const bool isShared = comment.kind == Comment::Kind::Shared;
  const bool alone = layout->isAlone(bytes, i);
  const bool isNew = comment.kind == Comment::Kind::None || comment.kind == Comment::Kind::Heading;
  const auto text = commentFor(entry, isShared || (isNew && !alone));
  if (!text) return base::fail(text.error());
  const bool same = entry.reason == old.reason && entry.issue == old.issue && (!isShared || entry.name == old.name);
  if (same) return edits;
  if (text->empty()) {
    if (!isNew) edits.push_back(withoutComment(bytes, comment));
  } else if (isNew && alone) {
    const std::size_t at = layout->afterIt(i);
    edits.push_back({at, at, "  # " + *text});
  } else if (isNew) {
    auto atEnd = withEndComment(bytes, element.end, *text);
    if (!atEnd) return base::fail(atEnd.error());
    edits.push_back(std::move(*atEnd));
  } else if (comment.kind == Comment::Kind::Above) {
    const std::size_t indent = skipBlanks(bytes, comment.begin) - comment.begin;
    edits.push_back(
        {comment.begin, comment.end,
         std::string(bytes.substr(comment.begin, indent)) + "# " + *text + lineEndOf(bytes, comment.begin)});
  } else {
    edits.push_back({comment.begin, comment.end, isShared ? *text : "# " + *text});
  }
  return text::sortEdits(std::move(edits));
}

}  // namespace plumbline::flaky
