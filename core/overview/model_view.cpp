// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/model_view.h"

#include <algorithm>
#include <set>

#include "core/baselines/baseline_edit.h"
#include "core/configs/config.h"

namespace plumbline::overview {
namespace {

using verdicts::kNoRow;
using verdicts::VerdictClass;

/// rowOf finds the model in a comparison; where it has several rows, the worst.
std::optional<std::uint32_t> rowOf(const verdicts::Comparison& comparison, std::string_view model) {
  std::optional<std::uint32_t> best;
  std::string scratch;
  for (std::uint32_t row = 0; row < comparison.rowCount(); ++row)
    if (comparison.modelName(row, scratch) == model && (!best || comparison.row(row).cls < comparison.row(*best).cls))
      best = row;
  return best;
}

std::string textAt(const tables::CsvTable* table, std::optional<std::uint32_t> row, const std::string& column) {
  if (table == nullptr || !row) return {};
  const auto place = table->columnOf(column);
  std::string scratch;
  return place ? std::string(table->cell(*row, *place, scratch)) : std::string();
}

/// RowSide is the model's row in one table.
struct RowSide {
  const tables::CsvTable* table = nullptr;
  std::optional<std::uint32_t> row;
};
struct Found {
  ModelRow row;
  RowSide expected, actual;
};

std::optional<Found> find(const ConfigResult& config, std::uint32_t index, const std::string& model) {
  Found found;
  found.row.config = index;
  found.expected.table = config.baseline.get();
  found.actual.table = config.run.get();
  if (config.baseline != nullptr) found.expected.row = config.baseline->rowNamed(model);
  if (config.run != nullptr) found.actual.row = config.run->rowNamed(model);
  if (config.comparison != nullptr) {
    found.row.row = rowOf(*config.comparison, model);
    if (!found.row.row) return std::nullopt;
    const verdicts::ComparedRow& row = config.comparison->row(*found.row.row);
    found.row.cls = row.cls;
    found.row.statusWord = config.comparison->statusWord(*found.row.row);
    found.actual.row = row.actualRow == kNoRow ? std::nullopt : std::optional(row.actualRow);
    found.expected.row = row.expectedRow == kNoRow ? std::nullopt : std::optional(row.expectedRow);
    if (config.absentRow(*found.row.row) == Absent::MissingShard) found.row.statusWord = "NOT RUN";
  } else {
    if (!found.expected.row && !found.actual.row) return std::nullopt;
    found.row.cls = VerdictClass::Missing;
    found.row.statusWord = config.run == nullptr ? "NOT RUN" : config.baseline == nullptr ? "NO BASELINE" : "NOT JUDGED";
  }
  if (found.actual.row && *found.actual.row < config.origins.size())
    found.row.origin = config.shards[config.origins[*found.actual.row].shard].origin;
  return found;
}

/// metricsOf lists the columns that hold values for the model: the catalogue's in its order, then the others by name.
std::vector<std::string> metricsOf(const std::vector<Found>& all) {
  std::set<std::string> known, others;
  for (const Found& found : all) {
    for (const RowSide& side : {found.expected, found.actual}) {
      if (side.table == nullptr || !side.row) continue;
      for (const std::string& column : side.table->columnNames())
        (verdicts::metricIndex(column) == verdicts::kNoMetric ? others : known).insert(column);
    }
  }
  std::vector<std::string> out;
  for (const verdicts::MetricInfo& info : verdicts::metricCatalogue())
    if (known.contains(info.name)) out.push_back(info.name);
  for (const std::string& column : others)
    if (column != "name" && column != "dev" && column != "batch_size") out.push_back(column);
  return out;
}

ModelRow::Cell cellOf(const Found& found, const ConfigResult& config, const std::string& column) {
  ModelRow::Cell cell{column, textAt(found.expected.table, found.expected.row, column),
                      textAt(found.actual.table, found.actual.row, column), false, false};
  if (!found.row.row || config.comparison == nullptr) return cell;
  const auto& metrics = config.comparison->metrics();
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    if (metrics[m].info.name != column) continue;
    const verdicts::MetricCell judged = config.comparison->cell(*found.row.row, m);
    cell.changed = judged.changed;
    cell.notMeasured = judged.notMeasured;
    cell.expected = judged.expectedText;
    cell.actual = judged.actualText;
  }
  return cell;
}

bool isNotRun(const ModelRow& row) { return row.statusWord == "NOT RUN"; }

using Cell = ModelRow::Cell;

bool isReal(const Cell& cell) { return !cell.actual.empty() && !cell.notMeasured; }
bool differs(const Cell& cell) {
  return isReal(cell) && !cell.expected.empty() && !baselines::sameValue(cell.column, cell.expected, cell.actual);
}

/// holdsAlready returns whether the sibling's baseline holds every value that moved here.
bool holdsAlready(const ModelRow& here, const ModelRow& sibling) {
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

/// keepColumnsOfBaselines leaves out the columns that only runs have: no check uses them.
void keepColumnsOfBaselines(ModelView& all) {
  std::vector<bool> kept(all.metrics.size());
  for (const ModelRow& row : all.rows)
    for (std::size_t i = 0; i < row.cells.size(); ++i) kept[i] = kept[i] || !row.cells[i].expected.empty();
  if (std::ranges::find(kept, true) == kept.end()) return;
  for (ModelRow& row : all.rows) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (kept[i]) cells.push_back(std::move(row.cells[i]));
    row.cells = std::move(cells);
  }
}

}  // namespace

ModelView modelView(const CommitView& view, const std::string& model) {
  ModelView out;
  out.model = model;
  std::vector<Found> all;
  for (std::uint32_t i = 0; i < view.configs().size(); ++i)
    if (auto found = find(view.configs()[i], i, model)) all.push_back(*std::move(found));
  out.metrics = metricsOf(all);
  for (Found& found : all) {
    for (const std::string& column : out.metrics)
      found.row.cells.push_back(cellOf(found, view.configs()[found.row.config], column));
    out.rows.push_back(std::move(found.row));
  }
  std::ranges::stable_sort(out.rows, [&](const ModelRow& a, const ModelRow& b) {
    if (isNotRun(a) != isNotRun(b)) return isNotRun(b);
    if (a.cls != b.cls) return a.cls < b.cls;
    return configs::configName(view.configs()[a.config].config) < configs::configName(view.configs()[b.config].config);
  });
  return out;
}

std::vector<std::string> modelNames(const CommitView& view) {
  std::set<std::string, std::less<>> names;
  std::string scratch;
  const auto add = [&](const tables::CsvTable* table) {
    const auto column = table == nullptr ? std::nullopt : table->columnOf("name");
    for (std::size_t row = 0; column && row < table->rowCount(); ++row) {
      if (table->isComment(row) || table->isConflictMarker(row)) continue;
      const std::string_view name = table->cell(row, *column, scratch);
      if (!name.empty() && !names.contains(name)) names.emplace(name);
    }
  };
  for (const ConfigResult& config : view.configs()) {
    add(config.baseline.get());
    add(config.run.get());
  }
  return {names.begin(), names.end()};
}

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
  std::ranges::sort(all.rows, {}, &ModelRow::config);
  std::vector<configs::Config> configs;
  for (const ModelRow& row : all.rows) configs.push_back(view.configs()[row.config].config);

  std::vector<SiblingRow> out;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    SiblingRow found{all.rows[i], Standing::NotRun, std::nullopt};
    const auto& cells = found.row.cells;
    if (std::ranges::any_of(cells, isReal)) found.standing = Standing::AsBaseline;
    if (std::ranges::any_of(cells, differs)) {
      found.standing = Standing::Alone;
      const auto siblings = configs::siblingsOf(configs[i], configs);
      for (const auto& [standing, fits] : {std::pair{Standing::InSibling, &holdsAlready}, {Standing::WithSibling, &movesAlike}}) {
        const auto like = std::ranges::find_if(siblings, [&, test = fits](const configs::Sibling& sibling) {
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
