// SPDX-License-Identifier: GPL-3.0-or-later
// An entry of a check script's set taken out, or changed where it stands.
#include <algorithm>

#include "core/flaky/entry_comment.h"
#include "core/flaky/python_edit.h"
#include "core/flaky/python_list.h"
#include "core/flaky/set_layout.h"

namespace plumbline::flaky {
namespace {

/// editable gives the layout around an entry. Errors: BadFormat with the line.
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
  if (i + 1 < elements.size() && lineEnd(bytes, e.end) > elements[i + 1].begin)
    return {e.begin, elements[i + 1].begin, {}};
  if (i > 0 && lineEnd(bytes, elements[i - 1].end) > e.begin) {
    const bool tuple = bytes[layout.open()] == '(' && elements.size() == 2 && e.comma == kNowhere;
    return {tuple ? elements[i - 1].comma + 1 : elements[i - 1].end, e.end, {}};
  }
  return {e.begin, layout.afterIt(i), {}};
}

}  // namespace

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
