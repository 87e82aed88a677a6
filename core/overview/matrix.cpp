// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/matrix.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace plumbline::overview {
namespace {

using verdicts::VerdictClass;

MatrixCell cellOf(const ConfigResult& config, std::uint32_t index) {
  MatrixCell cell;
  cell.config = index;
  cell.hasRun = !config.shards.empty();
  cell.hasBaseline = config.baseline != nullptr;
  cell.shardsHere = config.shardsHere;
  cell.shardsWanted = config.shardsWanted;
  if (config.problem) {
    cell.problem = config.problem->text;
    cell.worst = VerdictClass::Invalid;
  }
  if (config.problem || config.comparison == nullptr) return cell;
  for (std::size_t i = 0; i < config.comparison->rowCount(); ++i) {
    if (const auto absent = config.absentRow(i)) {
      if (*absent == Absent::MissingShard) {
        ++cell.inMissingShards;
        continue;
      }
      ++cell.lost;
      cell.worst = std::min(cell.worst, VerdictClass::Missing);
      continue;
    }
    const VerdictClass cls = config.comparison->row(i).cls;
    cell.worst = std::min(cell.worst, cls);
    switch (cls) {
      case VerdictClass::Fail: ++cell.fail; break;
      case VerdictClass::Invalid: ++cell.invalid; break;
      case VerdictClass::Missing: ++cell.missing; break;
      case VerdictClass::Flaky: ++cell.flaky; break;
      case VerdictClass::Improved: ++cell.improved; break;
      case VerdictClass::ExpectedFail: ++cell.expectedFail; break;
      case VerdictClass::Pass: ++cell.pass; break;
    }
  }
  return cell;
}

/// isKept returns whether a cell must stay when only changes are wanted.
bool isKept(const MatrixCell& cell) {
  return cell.fail + cell.invalid + cell.missing + cell.improved + cell.lost + cell.inMissingShards > 0 ||
         !cell.problem.empty() || cell.shardsHere < cell.shardsWanted || (cell.hasRun && !cell.hasBaseline);
}

MatrixCell emptyTotal() {
  MatrixCell total;
  total.config = 0;
  total.hasRun = total.hasBaseline = true;
  return total;
}

void addTo(MatrixCell& total, const MatrixCell& cell) {
  if (!cell.config || !cell.hasRun || !cell.hasBaseline) return;
  for (const auto count : {&MatrixCell::fail, &MatrixCell::invalid, &MatrixCell::missing, &MatrixCell::flaky,
                           &MatrixCell::improved, &MatrixCell::expectedFail, &MatrixCell::pass, &MatrixCell::lost})
    total.*count += cell.*count;
  total.worst = std::min(total.worst, cell.worst);
}

std::string withoutUnderscores(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// ColumnKey sorts the columns: by group, then by title.
using ColumnKey = std::tuple<std::string, std::string, std::string, std::string, std::string>;

ColumnKey columnOf(const configs::Config& config) {
  std::string title = withoutUnderscores(config.test);
  if (!config.dtype.empty()) title += ' ' + config.dtype;
  return {configs::platformTitle(config), std::move(title), config.platform, config.test, config.dtype};
}

}  // namespace

Matrix matrixOf(const CommitView& view, const MatrixFilter& filter) {
  using RowKey = std::pair<std::string, configs::Mode>;
  std::map<RowKey, std::size_t> rows;
  std::map<ColumnKey, std::size_t> columns;
  std::vector<std::tuple<RowKey, ColumnKey, MatrixCell>> kept;
  for (std::uint32_t i = 0; i < view.configs().size(); ++i) {
    const auto edited = filter.pending ? filter.pending->find(i) : PendingConfigs::const_iterator();
    const ConfigResult& config = filter.pending && edited != filter.pending->end() ? edited->second : view.configs()[i];
    MatrixCell cell = cellOf(config, i);
    RowKey row{config.config.suite, config.config.mode};
    ColumnKey column = columnOf(config.config);
    if (!filter.changedOnly || isKept(cell)) {
      rows.emplace(row, 0);
      columns.emplace(column, 0);
    }
    kept.emplace_back(std::move(row), std::move(column), std::move(cell));
  }
  Matrix matrix;
  for (auto& [key, place] : rows) {
    place = matrix.rows.size();
    matrix.rows.push_back({key.first, key.second, key.first + ' ' + std::string(configs::modeName(key.second))});
  }
  for (auto& [key, place] : columns) {
    place = matrix.columns.size();
    const auto& [group, title, platform, test, dtype] = key;
    matrix.columns.push_back({platform, test, dtype, group, title});
  }
  matrix.cells.resize(matrix.rows.size() * matrix.columns.size());
  // A row or column that stays shows all its cells: a gap would look like a config that does not exist.
  for (auto& [row, column, cell] : kept) {
    const auto r = rows.find(row);
    const auto c = columns.find(column);
    if (r != rows.end() && c != columns.end())
      matrix.cells[r->second * matrix.columns.size() + c->second] = std::move(cell);
  }
  return matrix;
}

MatrixCell rowTotal(const Matrix& matrix, std::size_t row) {
  MatrixCell total = emptyTotal();
  for (std::size_t column = 0; column < matrix.columns.size(); ++column) addTo(total, matrix.at(row, column));
  return total;
}

MatrixCell columnTotal(const Matrix& matrix, std::size_t column) {
  MatrixCell total = emptyTotal();
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) addTo(total, matrix.at(row, column));
  return total;
}

std::string cellText(const MatrixCell& cell) {
  if (!cell.config) return {};
  if (!cell.problem.empty()) return "not judged: " + cell.problem;
  if (!cell.hasRun) return "not run";
  std::string out;
  const auto say = [&](std::uint32_t count, const char* word) {
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + ' ' + word;
  };
  say(cell.fail, "fail");
  say(cell.invalid, "invalid");
  say(cell.missing, "without baseline row");
  say(cell.lost, "lost");
  say(cell.improved, "improved");
  say(cell.flaky, "flaky");
  if (!cell.hasBaseline) out = "no baseline";
  if (out.empty()) out = std::to_string(cell.pass + cell.expectedFail) + " as expected";
  if (cell.shardsHere < cell.shardsWanted)
    out += ", " + std::to_string(cell.shardsHere) + " of " + std::to_string(cell.shardsWanted) + " shards";
  return out;
}

}  // namespace plumbline::overview
