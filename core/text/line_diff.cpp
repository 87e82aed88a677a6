// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/line_diff.h"

#include <algorithm>

#include "core/text/sequence_diff.h"

namespace plumbline::text {

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
    const auto feeds = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
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

}  // namespace plumbline::text
