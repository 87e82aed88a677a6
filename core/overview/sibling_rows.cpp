// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/sibling_rows.h"

#include <algorithm>

#include "core/baselines/column_style.h"
#include "core/configs/siblings.h"

namespace plumbline::overview {

namespace {

using Cell = ModelRow::Cell;

bool isReal(const Cell& cell) { return !cell.actual.empty() && !cell.notMeasured; }
bool differs(const Cell& cell) {
  return isReal(cell) && !cell.expected.empty() && !baselines::sameValue(cell.column, cell.expected, cell.actual);
}

/// saysAlready tells whether the sibling's baseline holds every value that moved here.
bool saysAlready(const ModelRow& here, const ModelRow& sibling) {
  for (std::size_t i = 0; i < here.cells.size(); ++i) {
    const Cell& there = sibling.cells[i];
    if (differs(here.cells[i]) && !baselines::sameValue(there.column, there.expected, here.cells[i].actual)) return false;
  }
  return true;
}

bool movesAlike(const ModelRow& here, const ModelRow& sibling) {
  for (std::size_t i = 0; i < here.cells.size(); ++i) {
    const Cell& mine = here.cells[i];
    const Cell& theirs = sibling.cells[i];
    if (!differs(mine)) continue;
    if (!differs(theirs) || !baselines::sameValue(mine.column, mine.actual, theirs.actual)) return false;
  }
  return true;
}

/// keepColumnsOfBaselines leaves out what only runs say: nobody holds it against anything.
void keepColumnsOfBaselines(ModelView& all) {
  std::vector<bool> kept(all.metrics.size());
  for (const ModelRow& row : all.rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) kept[i] = kept[i] || !row.cells[i].expected.empty();
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) return;
  for (ModelRow& row : all.rows) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (kept[i]) cells.push_back(std::move(row.cells[i]));
    row.cells = std::move(cells);
  }
}

}  // namespace

std::string_view standingWord(Standing standing) {
  switch (standing) {
    case Standing::NotRun: return "not-run";
    case Standing::AsBaseline: return "as-baseline";
    case Standing::InSibling: return "in-sibling";
    case Standing::WithSibling: return "with-sibling";
    case Standing::Alone: return "alone";
  }
  return "";
}

std::vector<SiblingRow> siblingRows(const CommitView& view, const std::string& model) {
  ModelView all = modelView(view, model);
  keepColumnsOfBaselines(all);
  std::sort(all.rows.begin(), all.rows.end(), [](const ModelRow& a, const ModelRow& b) { return a.config < b.config; });
  std::vector<configs::Config> configs;
  for (const ModelRow& row : all.rows) configs.push_back(view.configs()[row.config].config);

  std::vector<SiblingRow> out;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    SiblingRow found{all.rows[i], Standing::NotRun, std::nullopt};
    const auto& cells = found.row.cells;
    if (std::any_of(cells.begin(), cells.end(), isReal)) found.standing = Standing::AsBaseline;
    if (std::any_of(cells.begin(), cells.end(), differs)) {
      found.standing = Standing::Alone;
      const auto siblings = configs::siblingsOf(configs[i], configs);
      for (const auto& [standing, fits] : {std::pair{Standing::InSibling, &saysAlready}, {Standing::WithSibling, &movesAlike}}) {
        const auto like = std::find_if(siblings.begin(), siblings.end(), [&, test = fits](const configs::Sibling& sibling) {
          return test(found.row, all.rows[sibling.index]);
        });
        if (like == siblings.end()) continue;
        found.standing = standing;
        found.like = all.rows[like->index].config;
        break;
      }
    }
    out.push_back(std::move(found));
  }
  return out;
}

std::string standingText(const CommitView& view, const SiblingRow& row) {
  const std::string like = row.like ? configs::configName(view.configs()[*row.like].config) : std::string();
  switch (row.standing) {
    case Standing::NotRun: return "not run";
    case Standing::AsBaseline: return "as its baseline";
    case Standing::InSibling: return "as the baseline of " + like + " says already";
    case Standing::WithSibling: return "the same change as " + like;
    case Standing::Alone: return "differs as no sibling does";
  }
  return {};
}

}  // namespace plumbline::overview
