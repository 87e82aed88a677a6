// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/new_baseline.h"

#include <algorithm>
#include <map>

#include "core/baselines/column_style.h"
#include "core/configs/siblings.h"
#include "core/tables/cell_writer.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::overview {

namespace {

constexpr const char* kGap = "\n\n\n\n";  // SPEC 8: patches of neighbouring rows then never meet

std::string spelled(std::string_view text, bool first) {
  return tables::needsQuotes(text, first) ? tables::quoted(text) : std::string(text);
}

bool isCount(std::string_view column) {
  const std::uint8_t metric = verdicts::metricIndex(column);
  return metric != verdicts::kNoMetric && column != "accuracy" && verdicts::metricCatalogue()[metric].decimals == 0;
}

std::vector<std::string> columnsFor(const CommitView& view, const ConfigResult& config) {
  std::vector<configs::Config> all;
  for (const ConfigResult& other : view.configs())
    if (other.baseline && other.valueColumn.empty() && other.baseline->columnOf("name") && other.baseline->columnOf("accuracy"))
      all.push_back(other.config);
  std::vector<std::string> columns{"name", "accuracy", "graph_breaks"};
  if (const auto siblings = configs::siblingsOf(config.config, all); !siblings.empty())
    columns = view.find(siblings.front().config)->baseline->columnNames();
  std::erase_if(columns, [&](const std::string& column) { return !config.run->columnOf(column); });
  return columns;
}

}  // namespace

std::string newBaseline(const CommitView& view, const ConfigResult& config) {
  const tables::CsvTable& run = *config.run;
  const auto name = run.columnOf("name");
  if (!name || run.pandasError() || run.leadingColumns() > 0) return {};
  const std::vector<std::string> columns = columnsFor(view, config);
  std::map<std::string, std::pair<std::string, std::size_t>> rows;  // line and how often, by model
  std::string scratch;
  for (std::size_t row = 0; row < run.rowCount(); ++row) {
    if (run.isComment(row) || run.isConflictMarker(row)) continue;
    const std::string model(run.cell(row, *name, scratch));
    if (tables::isNaWord(model) || model.find_first_of("\r\n") != std::string::npos) continue;
    std::string line;
    bool fits = true;
    for (const std::string& column : columns) {
      const std::string_view text = run.cell(row, *run.columnOf(column), scratch);
      const baselines::ColumnStyle style{isCount(column) ? baselines::ColumnStyle::Kind::Whole
                                                         : baselines::ColumnStyle::Kind::AsWritten, 0};
      const std::string cell = tables::isNaWord(text) ? std::string() : baselines::styled(style, text);
      fits = fits && cell.find_first_of("\r\n") == std::string::npos;
      line += (&column == &columns.front() ? "" : ",") + spelled(cell, &column == &columns.front());
    }
    if (!fits) continue;
    auto& [bytes, count] = rows[model];
    bytes = std::move(line);
    ++count;
  }
  std::string header;
  for (const std::string& column : columns) header += (header.empty() ? "" : ",") + spelled(column, header.empty());
  std::string out;
  for (const auto& [model, row] : rows)
    if (row.second == 1) out += kGap + row.first;
  return out.empty() ? out : header + out + '\n';
}

}  // namespace plumbline::overview
