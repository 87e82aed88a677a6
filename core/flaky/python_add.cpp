// SPDX-License-Identifier: GPL-3.0-or-later
// A new entry in a set of a check script: on a line of its own where the set has such lines, else inside the line.
#include <algorithm>
#include <optional>

#include "core/flaky/entry_comment.h"
#include "core/flaky/python_edit.h"
#include "core/flaky/python_list.h"
#include "core/flaky/set_layout.h"

namespace plumbline::flaky {
namespace {

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool bytesBefore(const std::string& a, const std::string& b) { return a < b; }
bool lettersBefore(const std::string& a, const std::string& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](char x, char y) { return lowered(x) < lowered(y); });
}

/// placeFor gives the position of a new name: its sorted place when the set is sorted, else the end.
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
  /// lineFor gives the begin of the line before which a line of its own can be put; none where the set has no such
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

  /// endBefore gives the bytes that end the line before the one at `begin`; there is one, the set opens above.
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

}  // namespace

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

}  // namespace plumbline::flaky
