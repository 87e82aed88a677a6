// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/wide_baseline.h"

#include <algorithm>
#include <map>

#include "core/baselines/baseline_edit.h"
#include "core/tables/csv_shape.h"

namespace plumbline::baselines {

namespace {

constexpr const char* kName = "name";

std::string spelled(const std::string& text, bool first) {
  return tables::needsQuotes(text, first) ? tables::csvQuoted(text) : text;
}

/// inWide is one edit in the words of the wide file.
void inWide(PlannedEdit& planned, const BaselineTable& wide, const std::string& column) {
  planned.column = column;
  if (auto* set = std::get_if<SetValue>(&planned.edit)) {
    set->column = column;
  } else if (const auto* gone = std::get_if<RemoveModel>(&planned.edit)) {
    const std::string model = gone->model;
    planned.from = wide.value(model, column).value_or("");
    planned.edit = SetValue{model, column, ""};
  } else if (auto* added = std::get_if<AddModel>(&planned.edit)) {
    std::string word;
    std::string model;
    for (const auto& [name, text] : added->cells) (name == kName ? model : word) = text;
    if (wide.recordOf(model)) {
      planned.from = wide.value(model, column).value_or("");
      planned.to = word;
      planned.edit = SetValue{model, column, word};
    } else {
      planned.column.clear();
      for (auto& [name, text] : added->cells)
        if (name != kName) name = column;
    }
  }
}

/// isBare returns whether a row has no word in any column once the cells of `now` are set.
bool isBare(const BaselineTable& wide, const std::string& model, const std::map<std::string, std::string>& now) {
  return std::ranges::all_of(wide.columns(), [&](const std::string& column) {
    if (column == kName) return true;
    const auto set = now.find(column);
    return set != now.end() ? set->second.empty() : wide.value(model, column).value_or("").empty();
  });
}

}  // namespace

base::Result<BaselineTable> narrowTable(const BaselineTable& wide, const std::string& valueColumn) {
  const auto column = wide.columnIndex(valueColumn);
  if (!column) return base::fail(column.error());
  const auto name = wide.columnIndex(kName);
  if (!name) return base::fail(name.error());
  std::string bytes = "name,accuracy\n";
  for (std::size_t row = 0; row < wide.modelCount(); ++row) {
    if (wide.csv().isComment(row)) continue;
    bytes += spelled(wide.cellAt(row + 1, *name), true) + ',' + spelled(wide.cellAt(row + 1, *column), false) + '\n';
  }
  return BaselineTable::of(std::move(bytes), wide.csv().fileName());
}

Plan toWideColumns(Plan plan, const BaselineTable& wide, const std::string& valueColumn) {
  for (PlannedEdit& planned : plan.edits) inWide(planned, wide, valueColumn);
  return plan;
}

std::vector<BaselineEdit> wideEdits(const BaselineTable& wide, const std::vector<BaselineEdit>& edits) {
  std::vector<BaselineEdit> out;
  std::map<std::string, std::size_t> added;                          // place in `out` by model
  std::map<std::string, std::map<std::string, std::string>> setTo;  // by model and column
  for (const BaselineEdit& edit : edits) {
    if (const auto* set = std::get_if<SetValue>(&edit)) setTo[set->model][set->column] = set->text;
    const auto* row = std::get_if<AddModel>(&edit);
    if (row == nullptr) {
      out.push_back(edit);
      continue;
    }
    const auto name = std::ranges::find_if(row->cells, [](const auto& c) { return c.first == kName; });
    const auto [at, isNew] = added.try_emplace(name == row->cells.end() ? std::string() : name->second, out.size());
    if (isNew) {
      out.push_back(edit);
      continue;
    }
    auto& cells = std::get<AddModel>(out[at->second]).cells;
    for (const auto& cell : row->cells)
      if (cell.first != kName) cells.push_back(cell);
  }
  for (const auto& [model, cells] : setTo) {
    if (!isBare(wide, model, cells)) continue;
    std::erase_if(out, [&](const BaselineEdit& edit) {
      const auto* set = std::get_if<SetValue>(&edit);
      return set != nullptr && set->model == model;
    });
    out.emplace_back(RemoveModel{model});
  }
  return out;
}

base::Result<std::string> keptColumn(const BaselineTable& saved, const BaselineTable& pending,
                                     const std::vector<std::string>& models, const std::string& valueColumn) {
  std::vector<std::string> left;  // models whose whole row went
  for (const std::string& model : models)
    if (saved.recordOf(model) && !pending.recordOf(model)) left.push_back(model);
  base::Result<std::string> bytes = left.empty() ? std::string(pending.csv().bytes()) : withoutRowEdits(saved, pending, left);
  if (!bytes) return bytes;
  const auto now = BaselineTable::of(*bytes, pending.csv().fileName());
  if (!now) return base::fail(now.error());
  std::vector<BaselineEdit> edits;
  for (const std::string& model : models) {
    const auto cell = now->value(model, valueColumn);
    const std::string text = saved.value(model, valueColumn).value_or("");
    if (cell && *cell != text) edits.emplace_back(SetValue{model, valueColumn, text});
    // A row that came back has its other columns still decided otherwise.
    if (std::ranges::find(left, model) == left.end()) continue;
    for (const std::string& column : now->columns())
      if (column != kName && column != valueColumn && !now->value(model, column).value_or("").empty())
        edits.emplace_back(SetValue{model, column, ""});
  }
  const auto change = bytesFor(*now, wideEdits(*now, edits));
  if (!change) return base::fail(change.error());
  return text::applied(now->csv().bytes(), *change);
}

}  // namespace plumbline::baselines
