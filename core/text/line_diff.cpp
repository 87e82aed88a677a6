// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/name_index.h"

namespace plumbline::text {
namespace {

using Texts = std::span<const std::string_view>;
using Items = std::span<const std::uint32_t>;
using Index = std::ptrdiff_t;

/// Myers marks what has to go and what has to come. Boxes still to be looked at lie on a stack of its own: a recursion
/// over two long texts without a common line would be deep.
class Myers {
 public:
  Myers(Items before, Items after) : m_before(before), m_after(after), gone(before.size()), come(after.size()) {
    const std::size_t reach = before.size() + after.size() + 3;
    m_forward.resize(2 * reach);
    m_backward.resize(2 * reach);
    m_zero = static_cast<Index>(reach);
  }

  void run() {
    std::vector<Box> boxes = {{0, static_cast<Index>(m_before.size()), 0, static_cast<Index>(m_after.size())}};
    while (!boxes.empty()) {
      Box box = boxes.back();
      boxes.pop_back();
      while (box.a < box.aEnd && box.b < box.bEnd && same(box.a, box.b)) ++box.a, ++box.b;
      while (box.a < box.aEnd && box.b < box.bEnd && same(box.aEnd - 1, box.bEnd - 1)) --box.aEnd, --box.bEnd;
      if (box.a == box.aEnd || box.b == box.bEnd) {
        std::fill(gone.begin() + box.a, gone.begin() + box.aEnd, true);
        std::fill(come.begin() + box.b, come.begin() + box.bEnd, true);
        continue;
      }
      const auto [x, y] = middle(box);
      boxes.push_back({box.a, x, box.b, y});
      boxes.push_back({x, box.aEnd, y, box.bEnd});
    }
  }

 private:
  struct Box {
    Index a, aEnd, b, bEnd;
  };

  /// kOutside stands for a path that ran out of the box; a sum with it never looks like two paths that met.
  static constexpr Index kOutside = std::numeric_limits<Index>::min() / 4;
  static bool isOutside(Index x, Index k, Index n, Index m) { return x < 0 || x > n || x - k > m; }
  bool same(Index a, Index b) const {
    return m_before[static_cast<std::size_t>(a)] == m_after[static_cast<std::size_t>(b)];
  }
  Index& forward(Index k) { return m_forward[static_cast<std::size_t>(m_zero + k)]; }
  Index& backward(Index k) { return m_backward[static_cast<std::size_t>(m_zero + k)]; }

  /// middle finds a point on a shortest path through the box, neither its first nor its last corner. Paths run from
  /// both corners until they meet; after kMaxSteps the farthest one from the start is taken as it is.
  std::pair<Index, Index> middle(const Box& box) {
    constexpr Index kMaxSteps = 512;
    const Index n = box.aEnd - box.a;
    const Index m = box.bEnd - box.b;
    const Index delta = n - m;
    const bool odd = delta % 2 != 0;
    forward(1) = 0;
    backward(1) = 0;
    for (Index d = 0;; ++d) {
      // Diagonals that have left the box need no look.
      for (Index k = -d + 2 * std::max<Index>(0, d - m); k <= d - 2 * std::max<Index>(0, d - n); k += 2) {
        Index x = k == -d || (k != d && forward(k - 1) < forward(k + 1)) ? forward(k + 1) : forward(k - 1) + 1;
        if (isOutside(x, k, n, m)) x = kOutside;
        while (x >= 0 && x < n && x - k < m && same(box.a + x, box.b + x - k)) ++x;
        forward(k) = x;
        const Index other = delta - k;
        if (odd && other >= -(d - 1) && other <= d - 1 && x + backward(other) >= n) return {box.a + x, box.b + x - k};
      }
      for (Index k = -d + 2 * std::max<Index>(0, d - m); k <= d - 2 * std::max<Index>(0, d - n); k += 2) {
        Index x = k == -d || (k != d && backward(k - 1) < backward(k + 1)) ? backward(k + 1) : backward(k - 1) + 1;
        if (isOutside(x, k, n, m)) x = kOutside;
        while (x >= 0 && x < n && x - k < m && same(box.aEnd - 1 - x, box.bEnd - 1 - (x - k))) ++x;
        backward(k) = x;
        const Index other = delta - k;
        if (!odd && other >= -d && other <= d && x + forward(other) >= n) return {box.aEnd - x, box.bEnd - (x - k)};
      }
      if (d >= kMaxSteps) return farthest(box, d);
    }
  }

  std::pair<Index, Index> farthest(const Box& box, Index d) {
    const Index n = box.aEnd - box.a;
    const Index m = box.bEnd - box.b;
    Index bestX = 0;
    Index bestY = 0;
    for (Index k = -d + 2 * std::max<Index>(0, d - m); k <= d - 2 * std::max<Index>(0, d - n); k += 2) {
      const Index x = forward(k);
      const Index y = x - k;
      if (x >= 0 && x + y > bestX + bestY) bestX = x, bestY = y;
    }
    return {box.a + bestX, box.b + bestY};
  }

  Items m_before;
  Items m_after;
  std::vector<Index> m_forward, m_backward;
  Index m_zero = 0;

 public:
  std::vector<bool> gone, come;
};

/// known returns the positions of items that the other side has too; the rest has changed in any case.
std::vector<std::size_t> known(Items items, Items others) {
  std::uint32_t most = 0;
  for (const Items side : {items, others})
    for (const std::uint32_t id : side) most = std::max(most, id);
  std::vector<bool> there(std::size_t{most} + 1);
  for (const std::uint32_t id : others) there[id] = true;
  std::vector<std::size_t> places;
  places.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    if (there[items[i]]) places.push_back(i);
  return places;
}

std::vector<std::uint32_t> picked(Items items, const std::vector<std::size_t>& places) {
  std::vector<std::uint32_t> out;
  out.reserve(places.size());
  for (const std::size_t place : places) out.push_back(items[place]);
  return out;
}

std::vector<bool> spread(const std::vector<bool>& marks, const std::vector<std::size_t>& places, std::size_t size) {
  std::vector<bool> out(size, true);
  for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] = marks[i];
  return out;
}

std::vector<LineChange> changesFrom(const std::vector<bool>& gone, const std::vector<bool>& come, std::size_t offset) {
  std::vector<LineChange> changes;
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < gone.size() || b < come.size()) {
    LineChange change{offset + a, 0, offset + b, 0};
    while (a < gone.size() && gone[a]) ++a, ++change.beforeCount;
    while (b < come.size() && come[b]) ++b, ++change.afterCount;
    if (change.beforeCount + change.afterCount != 0) {
      changes.push_back(change);
    } else {
      ++a, ++b;
    }
  }
  return changes;
}

/// Slider moves changes that only add or only remove to where a reader expects them.
class Slider {
 public:
  Slider(Texts before, Texts after) : m_before(before), m_after(after) {}

  std::vector<LineChange> slide(const std::vector<LineChange>& changes) const {
    std::vector<LineChange> up;  // last change first
    for (auto it = changes.rbegin(); it != changes.rend(); ++it) {
      up.push_back(*it);
      const bool hasNext = std::next(it) != changes.rend();
      const std::size_t floor = hasNext ? std::next(it)->beforeFirst + std::next(it)->beforeCount : 0;
      LineChange moved = *it;
      while (moved.beforeFirst > floor && canMoveUp(moved)) --moved.beforeFirst, --moved.afterFirst;
      if (hasNext && moved.beforeFirst == floor) up.back() = moved;  // only to join its neighbour
    }
    std::vector<LineChange> joined;
    for (auto it = up.rbegin(); it != up.rend(); ++it) append(joined, *it);
    std::vector<LineChange> down;
    for (std::size_t i = 0; i < joined.size(); ++i) {
      LineChange change = joined[i];
      const std::size_t ceiling = i + 1 < joined.size() ? joined[i + 1].beforeFirst : m_before.size();
      while (change.beforeFirst + change.beforeCount < ceiling && canMoveDown(change))
        ++change.beforeFirst, ++change.afterFirst;
      if (i + 1 < joined.size() && change.beforeFirst + change.beforeCount == ceiling) {
        joined[i + 1] = merged(change, joined[i + 1]);
      } else {
        down.push_back(change);
      }
    }
    return down;
  }

 private:
  static LineChange merged(const LineChange& first, const LineChange& second) {
    return {first.beforeFirst, first.beforeCount + second.beforeCount, first.afterFirst,
            first.afterCount + second.afterCount};
  }
  static void append(std::vector<LineChange>& changes, const LineChange& next) {
    const bool touches = !changes.empty() && changes.back().beforeFirst + changes.back().beforeCount == next.beforeFirst;
    if (touches) {
      changes.back() = merged(changes.back(), next);
    } else {
      changes.push_back(next);
    }
  }
  bool canMoveUp(const LineChange& c) const {
    if (c.beforeCount == 0) return m_after[c.afterFirst - 1] == m_after[c.afterFirst + c.afterCount - 1];
    if (c.afterCount == 0) return m_before[c.beforeFirst - 1] == m_before[c.beforeFirst + c.beforeCount - 1];
    return false;
  }
  bool canMoveDown(const LineChange& c) const {
    if (c.beforeCount == 0) return m_after[c.afterFirst] == m_after[c.afterFirst + c.afterCount];
    if (c.afterCount == 0) return m_before[c.beforeFirst] == m_before[c.beforeFirst + c.beforeCount];
    return false;
  }

  Texts m_before;
  Texts m_after;
};

/// Interner returns equal texts equal numbers.
class Interner {
 public:
  std::vector<std::uint32_t> of(Texts texts) {
    std::vector<std::uint32_t> ids;
    ids.reserve(texts.size());
    for (const std::string_view text : texts)
      ids.push_back(m_ids.emplace(text, static_cast<std::uint32_t>(m_ids.size())).first->second);
    return ids;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> m_ids;
};

/// filePath is the path of a file line: a tab behind a path with a space keeps readers from taking the rest for a date.
std::string filePath(const std::string& path) {
  return gitPath(path) + (path.find(' ') != std::string::npos ? "\t" : "");
}

void appendRange(std::string& out, char sign, std::size_t first, std::size_t count) {
  out += sign;
  out += std::to_string(count == 0 ? first : first + 1);
  if (count != 1) out += ',' + std::to_string(count);
}

void appendLine(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

/// isWordByte: letters, digits, what joins them in names and numbers, and every byte of a character beyond ASCII.
bool isWordByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return isAlphanumeric(c) || c == '_' || c == '.' || byte >= 0x80U;
}

/// isCsvLine recognises rows of a table: they have a comma, no indentation, and no space after a comma.
bool isCsvLine(std::string_view line) {
  if (line.find(',') == std::string_view::npos || line.starts_with(' ') || line.starts_with('\t')) return false;
  return line.find(", ") == std::string_view::npos;
}

std::size_t cellEnd(std::string_view line, std::size_t at) {
  if (at < line.size() && line[at] == '"') {
    for (++at; at < line.size(); ++at) {
      if (line[at] != '"') continue;
      if (at + 1 >= line.size() || line[at + 1] != '"') break;
      ++at;
    }
  }
  while (at < line.size() && line[at] != ',' && !isLineEnd(line[at])) ++at;
  return at;
}

std::vector<std::string_view> tokensOf(std::string_view line, bool byCells) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    if (byCells) {
      end = cellEnd(line, at);
    } else {
      while (end < line.size() && isWordByte(line[end])) ++end;
    }
    if (end == at) ++end;  // a comma, a line end, a sign
    tokens.push_back(line.substr(at, end - at));
    at = end;
  }
  return tokens;
}

void mark(std::vector<CharacterSpan>& spans, std::string_view line, const std::vector<std::string_view>& tokens,
          std::size_t first, std::size_t count) {
  if (count == 0) return;
  const auto begin = static_cast<std::size_t>(tokens[first].data() - line.data());
  const std::string_view last = tokens[first + count - 1];
  spans.push_back({begin, static_cast<std::size_t>(last.data() - line.data()) + last.size()});
}

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

struct NameHash {
  std::size_t operator()(std::string_view item) const { return hashName(item); }
};

/// replacedItems is the quick answer for texts of the same length whose differing items occur nowhere else: each was
/// replaced where it stands. Nullopt when that is not so; the numbers of all items have to be compared then.
std::optional<std::vector<LineChange>> replacedItems(Texts before, Texts after, std::size_t offset) {
  constexpr std::size_t kMaxShare = 8;  // of the items may differ: beyond that this is not quicker
  if (before.size() != after.size()) return std::nullopt;
  std::vector<LineChange> changes;
  std::unordered_map<std::string_view, bool, NameHash> isNew;  // of the items that differ
  std::size_t count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == after[i]) continue;
    if (++count > before.size() / kMaxShare) return std::nullopt;
    if (isNew.try_emplace(before[i], false).first->second || !isNew.try_emplace(after[i], true).first->second)
      return std::nullopt;
    if (!changes.empty() && changes.back().beforeFirst + changes.back().beforeCount == offset + i) {
      ++changes.back().beforeCount;
      ++changes.back().afterCount;
    } else {
      changes.push_back({offset + i, 1, offset + i, 1});
    }
  }
  for (std::size_t i = 0, next = 0; i < before.size(); ++i) {
    while (next < changes.size() && changes[next].beforeFirst + changes[next].beforeCount <= offset + i) ++next;
    if (next < changes.size() && changes[next].beforeFirst <= offset + i) continue;  // one that differs
    if (isNew.contains(before[i])) return std::nullopt;
  }
  return changes;
}

}  // namespace

std::vector<LineChange> changedItems(Texts before, Texts after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  if (const auto replaced = replacedItems(before.subspan(head, before.size() - tail - head),
                                          after.subspan(head, after.size() - tail - head), head))
    return Slider(before, after).slide(*replaced);
  // Only what lies between is worth a number.
  Interner ids;
  const std::vector<std::uint32_t> a = ids.of(before.subspan(head, before.size() - tail - head));
  const std::vector<std::uint32_t> b = ids.of(after.subspan(head, after.size() - tail - head));
  if (a.empty() && b.empty()) return {};

  const std::vector<std::size_t> aPlaces = known(a, b);
  const std::vector<std::size_t> bPlaces = known(b, a);
  const std::vector<std::uint32_t> aKnown = picked(a, aPlaces);
  const std::vector<std::uint32_t> bKnown = picked(b, bPlaces);
  Myers myers(aKnown, bKnown);
  myers.run();
  const std::vector<LineChange> changes =
      changesFrom(spread(myers.gone, aPlaces, a.size()), spread(myers.come, bPlaces, b.size()), head);
  return Slider(before, after).slide(changes);
}

std::vector<std::string_view> linesOf(std::string_view bytes) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = bytes.find('\n', at);
    const std::size_t next = end == std::string_view::npos ? bytes.size() : end + 1;
    lines.push_back(bytes.substr(at, next - at));
    at = next;
  }
  return lines;
}

std::vector<LineChange> changedLines(std::string_view before, std::string_view after) {
  if (before == after) return {};
  return changedItems(linesOf(before), linesOf(after));
}

ByteEdits lineEdits(std::string_view before, std::string_view after) {
  const auto startsOf = [](std::string_view bytes) {
    std::vector<std::size_t> starts{0};
    for (const std::string_view line : linesOf(bytes)) starts.push_back(starts.back() + line.size());
    return starts;
  };
  const std::vector<std::size_t> from = startsOf(before);
  const std::vector<std::size_t> to = startsOf(after);
  ByteEdits edits;
  for (const LineChange& c : changedLines(before, after)) {
    const std::size_t begin = to[c.afterFirst];
    edits.push_back({from[c.beforeFirst], from[c.beforeFirst + c.beforeCount],
                     std::string(after.substr(begin, to[c.afterFirst + c.afterCount] - begin))});
  }
  return edits;
}

std::vector<Hunk> hunksOf(std::string_view before, std::string_view after, std::size_t context) {
  const std::vector<LineChange> changes = changedLines(before, after);
  if (changes.empty()) return {};
  const auto count = [](std::string_view bytes) {
    const auto feeds = static_cast<std::size_t>(std::ranges::count(bytes, '\n'));
    return feeds + (bytes.empty() || bytes.ends_with('\n') ? 0 : 1);
  };
  const std::size_t lines = count(before);
  std::vector<Hunk> hunks;
  for (const LineChange& change : changes) {
    if (!hunks.empty()) {
      const LineChange& last = hunks.back().changes.back();
      if (change.beforeFirst - (last.beforeFirst + last.beforeCount) <= 2 * context) {
        hunks.back().changes.push_back(change);
        continue;
      }
    }
    hunks.push_back({{}, {change}});
  }
  for (Hunk& hunk : hunks) {
    const LineChange& first = hunk.changes.front();
    const LineChange& last = hunk.changes.back();
    const std::size_t above = std::min(context, first.beforeFirst);
    const std::size_t below = std::min(context, lines - (last.beforeFirst + last.beforeCount));
    hunk.range.beforeFirst = first.beforeFirst - above;
    hunk.range.afterFirst = first.afterFirst - above;
    hunk.range.beforeCount = last.beforeFirst + last.beforeCount + below - hunk.range.beforeFirst;
    hunk.range.afterCount = last.afterFirst + last.afterCount + below - hunk.range.afterFirst;
  }
  return hunks;
}

std::string gitPath(const std::string& path) {
  std::string body;
  bool needsQuotes = false;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    static constexpr std::string_view kEscaped = "\a\b\t\n\v\f\r\"\\";
    static constexpr std::string_view kLetters = "abtnvfr\"\\";
    if (const std::size_t at = kEscaped.find(c); at != std::string_view::npos) {
      body += {'\\', kLetters[at]};
      needsQuotes = true;
    } else if (byte < 0x20U || byte >= 0x7FU) {
      body += {'\\', static_cast<char>('0' + (byte >> 6U)), static_cast<char>('0' + ((byte >> 3U) & 7U)),
               static_cast<char>('0' + (byte & 7U))};
      needsQuotes = true;
    } else {
      body += c;
    }
  }
  return needsQuotes ? '"' + body + '"' : body;
}

std::string unifiedDiff(const DiffPaths& paths, std::string_view before, std::string_view after, std::size_t context) {
  const std::vector<Hunk> hunks = hunksOf(before, after, context);
  if (hunks.empty()) return {};
  const std::vector<std::string_view> a = linesOf(before);
  const std::vector<std::string_view> b = linesOf(after);
  std::string out = "--- " + filePath(paths.beforePath) + "\n+++ " + filePath(paths.afterPath) + '\n';
  for (const Hunk& hunk : hunks) {
    out += "@@ ";
    appendRange(out, '-', hunk.range.beforeFirst, hunk.range.beforeCount);
    out += ' ';
    appendRange(out, '+', hunk.range.afterFirst, hunk.range.afterCount);
    out += " @@\n";
    std::size_t at = hunk.range.beforeFirst;
    for (const LineChange& change : hunk.changes) {
      for (; at < change.beforeFirst; ++at) appendLine(out, ' ', a[at]);
      for (; at < change.beforeFirst + change.beforeCount; ++at) appendLine(out, '-', a[at]);
      for (std::size_t i = 0; i < change.afterCount; ++i) appendLine(out, '+', b[change.afterFirst + i]);
    }
    for (; at < hunk.range.beforeFirst + hunk.range.beforeCount; ++at) appendLine(out, ' ', a[at]);
  }
  return out;
}

CharacterChanges changedCharacters(std::string_view before, std::string_view after) {
  const bool byCells = isCsvLine(before) && isCsvLine(after);
  const std::vector<std::string_view> a = tokensOf(before, byCells);
  const std::vector<std::string_view> b = tokensOf(after, byCells);
  CharacterChanges out;
  for (const LineChange& change : changedItems(a, b)) {
    mark(out.before, before, a, change.beforeFirst, change.beforeCount);
    mark(out.after, after, b, change.afterFirst, change.afterCount);
  }
  return out;
}

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
