// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/baseline_cells.h"

#include <algorithm>

#include "core/configs/catalogue.h"
#include "core/configs/ci_names.h"
#include "core/configs/config.h"
#include "core/history/run_store.h"

namespace plumbline::history {

std::vector<CellPlace> baselineCells(const std::string& config, const std::string& metric) {
  std::vector<CellPlace> cells = {{config, metric}};
  if (const std::size_t dot = config.rfind('.'); dot != std::string::npos && metric == kStatusMetric)
    if (std::string dtype = config.substr(dot + 1); isDtypeColumn(dtype)) cells.push_back({config.substr(0, dot), std::move(dtype)});
  return cells;
}

CellPlace rowOfCell(const std::string& config, const std::string& column) {
  if (isDtypeColumn(column)) return {config + '.' + column, std::string(kStatusMetric)};
  return {config, column};
}

bool isDtypeColumn(const std::string& column) { return configs::catalogue().dtype(column) != nullptr; }

std::string nameOfBaseline(const std::string& path) {
  const auto config = configs::configOfBaseline(path);
  return config ? configs::configName(*config) : std::string();
}

std::string configOfPair(const std::string& expectedPath, const std::string& actualPath, const std::vector<std::string>& expectedColumns) {
  auto config = configs::configOfBaseline(expectedPath);
  if (!config) return {};
  const auto run = configs::identityOf(actualPath);
  if (run && !run->config.dtype.empty() && std::ranges::find(expectedColumns, run->config.dtype) != expectedColumns.end())
    config->dtype = run->config.dtype;
  return configs::configName(*config);
}

std::optional<std::string> dtypeColumn(const std::string& path, const std::string& config) {
  std::vector<CellPlace> cells = baselineCells(config, std::string(kStatusMetric));
  if (cells.size() == 1 || nameOfBaseline(path) != cells.back().config) return std::nullopt;
  return std::move(cells.back().column);
}

}  // namespace plumbline::history
