// SPDX-License-Identifier: GPL-3.0-or-later
// Which cells of baselines belong to which rows of runs. XPU's baselines have a column for each data type; the runs of one are a config
// of their own, "xpu/inductor_torchbench_training.bfloat16".
//
//   for (const CellPlace& cell : baselineCells(row.config, row.metric)) ...   // where its expected value stands
//   rowOfCell("xpu/inductor_torchbench_training", "bfloat16")                 // {"xpu/....bfloat16", "accuracy"}
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plumbline::history {

/// CellPlace is a config with a metric of its runs, or with a column of its baselines.
struct CellPlace {
  std::string config, column;
  auto operator<=>(const CellPlace&) const = default;
};

/// baselineCells are the cells that a row is compared with: the one of its name, and for the status of a data type that one's column.
std::vector<CellPlace> baselineCells(const std::string& config, const std::string& metric);
/// rowOfCell is the way back, from a column of a config's baseline.
CellPlace rowOfCell(const std::string& config, const std::string& column);
/// isDtypeColumn: a baseline has this column for a data type.
bool isDtypeColumn(const std::string& column);
/// nameOfBaseline is the config whose baseline the path is, "" for other files.
std::string nameOfBaseline(const std::string& path);
/// configOfPair is the baseline's; where that has a column for each data type, the one of the run's. "" for a file that is no baseline.
std::string configOfPair(const std::string& expectedPath, const std::string& actualPath, const std::vector<std::string>& expectedColumns);
/// dtypeColumn is the column of the baseline `path` for a config of one data type, "bfloat16"; nullopt for a file of another config, and
/// for one of the config itself.
std::optional<std::string> dtypeColumn(const std::string& path, const std::string& config);

}  // namespace plumbline::history
