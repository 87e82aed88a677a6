// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/group_past.h"

#include <algorithm>
#include <cmath>

#include "core/text/quantities.h"

namespace plumbline::overview {
namespace {

constexpr std::size_t kCommitHash = 12;

std::string extent(const CommitPast::Count& count, const char* adjective) {
  return text::counted(count.rows, adjective + std::string("row"), adjective + std::string("rows")) + " in " +
         text::counted(count.groups, "group", "groups");
}

}  // namespace

std::size_t GroupPast::newRows() const {
  return rows.size() - static_cast<std::size_t>(std::ranges::count(rows, RowPast::Then::Red, &RowPast::then));
}

CommitPast::Count CommitPast::redNow() const {
  Count count;
  for (const GroupPast& group : groups) {
    count.groups += group.rows.empty() ? 0 : 1;
    count.rows += group.rows.size();
  }
  return count;
}

CommitPast::Count CommitPast::newNow() const {
  Count count;
  for (const GroupPast& group : groups) {
    count.groups += group.newRows() == 0 ? 0 : 1;
    count.rows += group.newRows();
    count.withoutRun += static_cast<std::size_t>(std::ranges::count(group.rows, RowPast::Then::NoRun, &RowPast::then));
  }
  return count;
}

bool isRed(const Group& group) { return group.kind == GroupKind::Fail || group.kind == GroupKind::Invalid; }

std::string sinceText(const GroupPast& past) {
  const RowPast* first = nullptr;
  for (const RowPast& row : past.rows) {
    if (!row.isKnown) continue;
    // "" is the opened commit: later than any day.
    if (first == nullptr || (!row.since.empty() && (first->since.empty() || row.since < first->since))) first = &row;
  }
  if (first == nullptr) return {};
  if (first->since.empty()) return "this commit";
  const auto later = static_cast<std::size_t>(std::ranges::count_if(
      past.rows, [&](const RowPast& row) { return row.isKnown && row.since != first->since; }));
  return first->since + ", " + text::counted(first->runs, "run", "runs") +
         (later == 0 ? "" : "; " + text::counted(later, "row", "rows") + " later");
}

double minQ(const GroupPast& past) {
  double q = std::numeric_limits<double>::quiet_NaN();
  for (const RowPast& row : past.rows) q = std::fmin(q, row.q);
  return q;
}

std::string noiseText(const GroupPast& past) {
  using Noise = RowPast::Noise;
  const auto countOf = [&](Noise noise) { return static_cast<std::size_t>(std::ranges::count(past.rows, noise, &RowPast::noise)); };
  const std::size_t within = countOf(Noise::Within), beyond = countOf(Noise::Beyond);
  if (within + beyond == 0) return countOf(Noise::CannotTell) == 0 ? "" : "noise unknown, too few runs";
  const std::string least = text::shortNumber(minQ(past), 2) + ')';
  const std::size_t rows = past.rows.size();
  if (rows == 1 || beyond == rows || within == rows)
    return (beyond > 0 ? "beyond the noise (q " : "within the noise (q ") + (rows == 1 ? "" : std::string("from ")) + least;
  // The smallest q is one of a row beyond the noise, where there is any.
  const std::string ofRows = " of " + text::counted(rows, "row", "rows") + (beyond > 0 ? " beyond" : " within") + " the noise (q from " + least;
  return text::groupedText(beyond > 0 ? beyond : within) + ofRows + (beyond > 0 && within > 0 ? ", " + text::groupedText(within) + " within" : "");
}

std::string newText(const CommitPast& past) {
  if (past.commit.empty()) return {};
  const CommitPast::Count fresh = past.newNow();
  return "New since " + past.commit.substr(0, kCommitHash) + " (" + past.day + "): " + extent(fresh, "") + ", of " +
         extent(past.redNow(), "red ") +
         (fresh.withoutRun == 0 ? "" : "; no run until then has " + text::counted(fresh.withoutRun, "row", "rows") + " of them");
}

}  // namespace plumbline::overview
