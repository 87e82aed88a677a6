// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/reapply.h"

#include <algorithm>


namespace plumbline::text {

namespace {

using Lines = std::vector<std::string_view>;

/// Side is one version's lines and its changes from the base, as fine as they come: a run of lines that became equally
/// many is taken line by line, so that neighbours can go different ways.
struct Side {
  Lines lines;
  std::vector<LineChange> changes;
  bool isOpen = false;  ///< the last line has no LF
};

Side sideOf(const Lines& base, std::string_view bytes) {
  Side side{linesOf(bytes), {}, !bytes.empty() && !bytes.ends_with('\n')};
  for (const LineChange& change : changedItems(base, side.lines)) {
    if (change.beforeCount != change.afterCount) {
      side.changes.push_back(change);
      continue;
    }
    for (std::size_t i = 0; i < change.beforeCount; ++i)
      side.changes.push_back({change.beforeFirst + i, 1, change.afterFirst + i, 1});
  }
  return side;
}

std::size_t endOf(const LineChange& change) { return change.beforeFirst + change.beforeCount; }

bool areAlike(const LineChange& a, const Side& ours, const LineChange& b, const Side& theirs) {
  if (a.beforeFirst != b.beforeFirst || a.beforeCount != b.beforeCount || a.afterCount != b.afterCount) return false;
  for (std::size_t i = 0; i < a.afterCount; ++i)
    if (ours.lines[a.afterFirst + i] != theirs.lines[b.afterFirst + i]) return false;
  return true;
}

/// doMeet returns whether two changes conflict: both change a line, one inserts where the other removes, or both insert
/// at the same position.
bool doMeet(const LineChange& a, const LineChange& b) {
  if (a.beforeCount == 0 && b.beforeCount == 0) return a.beforeFirst == b.beforeFirst;
  return a.beforeFirst < endOf(b) && b.beforeFirst < endOf(a);
}

struct Piece {
  LineChange change;
  const Side* side;
};

}  // namespace

Reapplied reapply(std::string_view base, std::string_view ours, std::string_view theirs) {
  const Lines baseLines = linesOf(base);
  const Side us = sideOf(baseLines, ours);
  const Side them = sideOf(baseLines, theirs);

  Reapplied out;
  std::vector<Piece> pieces;
  for (const LineChange& change : them.changes) pieces.push_back({change, &them});
  auto next = them.changes.begin();
  for (const LineChange& change : us.changes) {
    while (next != them.changes.end() && endOf(*next) < change.beforeFirst) ++next;
    bool alike = false;
    bool meets = false;
    for (auto it = next; it != them.changes.end() && it->beforeFirst <= endOf(change); ++it) {
      alike = alike || areAlike(change, us, *it, them);
      // A last line without LF must stay the last: nothing can be put behind it.
      const bool bothAtEnd = endOf(change) == baseLines.size() && endOf(*it) == baseLines.size();
      meets = meets || doMeet(change, *it) || (bothAtEnd && (us.isOpen || them.isOpen));
    }
    if (alike || !meets) ++out.done;
    if (alike) continue;
    if (meets) {
      out.refused.push_back(change);
    } else {
      pieces.push_back({change, &us});
    }
  }

  // What is put in before a line comes before what becomes of the line.
  std::ranges::stable_sort(pieces, [](const Piece& a, const Piece& b) {
    return a.change.beforeFirst != b.change.beforeFirst ? a.change.beforeFirst < b.change.beforeFirst
                                                        : endOf(a.change) < endOf(b.change);
  });
  out.bytes.reserve(theirs.size() + ours.size());
  std::size_t at = 0;
  for (const Piece& piece : pieces) {
    for (; at < piece.change.beforeFirst; ++at) out.bytes += baseLines[at];
    for (std::size_t i = 0; i < piece.change.afterCount; ++i) out.bytes += piece.side->lines[piece.change.afterFirst + i];
    at = endOf(piece.change);
  }
  for (; at < baseLines.size(); ++at) out.bytes += baseLines[at];
  return out;
}

}  // namespace plumbline::text
