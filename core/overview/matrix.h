// SPDX-License-Identifier: GPL-3.0-or-later
// The configs as a grid: suite and mode down, platform and backend across.
//
//   Matrix matrix = matrixOf(*view, {.changedOnly = true});
//   matrix.at(row, column).worst
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

struct MatrixCell {
  std::optional<std::uint32_t> config;  ///< index into configs(); absent: no such config
  bool hasRun = false, hasBaseline = false;
  verdicts::VerdictClass worst = verdicts::VerdictClass::Pass;
  std::uint32_t fail = 0, invalid = 0, missing = 0, flaky = 0, improved = 0, expectedFail = 0, pass = 0;
  std::uint32_t lost = 0, inMissingShards = 0;
  int shardsHere = 0, shardsWanted = 0;
  std::string problem;                  ///< could not be judged, and why
};

struct MatrixRow {
  std::string suite;
  configs::Mode mode;
  std::string title;    ///< "torchbench training"
};
struct MatrixColumn {
  std::string platform; ///< as Config
  std::string test;
  std::string dtype;
  std::string group;    ///< header above several columns: "CUDA", "ROCm", "CPU", "XPU"
  std::string title;    ///< "inductor", "dynamic inductor"
};

struct Matrix {
  std::vector<MatrixRow> rows;
  std::vector<MatrixColumn> columns;  ///< by group, then title
  std::vector<MatrixCell> cells;      ///< rows x columns, row by row
  const MatrixCell& at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};

/// PendingConfigs are configs as edits that are not saved leave them, by index into CommitView::configs(); see ciChange.
using PendingConfigs = std::map<std::uint32_t, ConfigResult>;
using PendingConfigsPtr = std::shared_ptr<const PendingConfigs>;

struct MatrixFilter {
  bool changedOnly = false;   ///< leave out rows and columns in which nothing needs a decision and nothing is missing
  PendingConfigsPtr pending = {};  ///< shown in place of the view's
};
Matrix matrixOf(const CommitView& view, const MatrixFilter& filter = {});

/// rowTotal and columnTotal add up the rows of every judged config of a line.
MatrixCell rowTotal(const Matrix& matrix, std::size_t row);
MatrixCell columnTotal(const Matrix& matrix, std::size_t column);

/// cellText: the words of a cell for people and screen readers: "3 fail, 1 lost, 2 of 4 shards"; "not run", "".
std::string cellText(const MatrixCell& cell);

}  // namespace plumbline::overview
