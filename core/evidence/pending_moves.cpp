// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pending_moves.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "core/baselines/baseline_edit.h"
#include "core/configs/config.h"
#include "core/files/file_bytes.h"
#include "core/history/baseline_changes.h"
#include "core/history/run_store.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::evidence {
namespace {

using tables::CsvTable;

/// Side finds the rows of a table by name.
class Side {
 public:
  explicit Side(const CsvTable& table) : m_table(table), m_name(table.columnOf("name")) {
    std::string scratch;
    for (std::size_t row = 0; m_name && row < table.rowCount(); ++row)
      m_rows.try_emplace(std::string(table.cell(row, *m_name, scratch)), row);
  }
  std::optional<std::string> cell(const std::string& model, const std::string& column) const {
    const auto row = m_rows.find(model);
    const auto at = m_table.columnOf(column);
    if (row == m_rows.end() || !at) return std::nullopt;
    std::string scratch;
    return std::string(m_table.cell(row->second, *at, scratch));
  }
  bool hasModel(const std::string& model) const { return m_rows.contains(model); }
  /// models lists each name once, in the order of the rows.
  std::vector<std::string> models() const {
    std::vector<std::pair<std::size_t, std::string>> sorted;
    for (const auto& [model, row] : m_rows) sorted.emplace_back(row, model);
    std::ranges::sort(sorted);
    std::vector<std::string> names;
    for (auto& [row, model] : sorted) names.push_back(std::move(model));
    return names;
  }
  const CsvTable& table() const { return m_table; }

 private:
  const CsvTable& m_table;
  std::optional<std::size_t> m_name;
  std::unordered_map<std::string, std::size_t> m_rows;
};

struct Sides {
  Side actual, expected;
  std::vector<std::size_t> siblings = {};  ///< indices of other pairs
};

/// isPinned: a count or a status word, by the catalogue, or for columns it does not know by the words in the cell.
bool isPinned(const std::string& column, const std::string& before, const std::string& after) {
  if (column == "name" || verdicts::identifiesARow(column)) return false;
  if (column == history::kStatusMetric || history::isStatusWord(before) || history::isStatusWord(after)) return true;
  const std::uint8_t metric = verdicts::metricIndex(column);
  if (metric == verdicts::kNoMetric) return false;
  const verdicts::MetricInfo& info = verdicts::metricCatalogue()[metric];
  return info.decimals == 0 && info.unit.empty();
}

void addSiblings(std::span<const TablePair> pairs, std::vector<Sides>& sides) {
  std::vector<configs::Config> known;
  std::vector<std::size_t> pairOf;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (auto config = configs::configOfBaseline(pairs[i].path)) {
      known.push_back(*std::move(config));
      pairOf.push_back(i);
    }
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const configs::Sibling& sibling : configs::siblingsOf(known[i], known))
      if (sibling.distance == 1 && sibling.config.mode == known[i].mode)
        sides[pairOf[i]].siblings.push_back(pairOf[sibling.index]);
}

RowMove rowMove(const std::string& path, const std::string& model, const Sides& own, const std::vector<Sides>& all) {
  RowMove row{path, model, own.expected.cell(model, std::string(history::kStatusMetric)).value_or(""),
              own.actual.cell(model, std::string(history::kStatusMetric)).value_or("")};
  for (const std::string& column : own.expected.table().columnNames()) {
    const auto before = own.expected.cell(model, column), after = own.actual.cell(model, column);
    if (!before || !after || after->empty() || baselines::sameValue(column, *before, *after)) continue;
    if (!isPinned(column, *before, *after)) continue;
    CellMove cell{column, *before, *after};
    for (const std::size_t sibling : own.siblings) {
      const auto had = all[sibling].expected.cell(model, column), has = all[sibling].actual.cell(model, column);
      if (!had || !has || !baselines::sameValue(column, *had, *before)) continue;
      ++cell.siblingsInStep;
      cell.siblingsAlong += baselines::sameValue(column, *has, *after) ? 1 : 0;
    }
    row.cells.push_back(std::move(cell));
  }
  return row;
}

std::shared_ptr<const CsvTable> readTable(const std::filesystem::path& path) {
  constexpr std::uint64_t kMaxBytes = 4'000'000;
  auto bytes = files::readFile(path.string(), kMaxBytes);
  if (!bytes) return nullptr;
  auto table = CsvTable::scan(std::move(bytes->bytes), path.string());
  return table.isValue() ? table.value() : nullptr;
}

}  // namespace

void addNeighbours(std::vector<TablePair>& pairs, const std::string& actualPath) {
  constexpr std::size_t kMaxPairs = 400, kMaxBytes = 64'000'000;
  std::size_t bytes = 0;
  const std::filesystem::path own = pairs.front().path;
  const std::filesystem::path results = std::filesystem::path(actualPath).parent_path();
  std::error_code error;
  const auto folder = own.parent_path().empty() ? std::filesystem::path(".") : own.parent_path();
  if (std::filesystem::equivalent(folder, results.empty() ? std::filesystem::path(".") : results, error)) return;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".csv" && entry->path().filename() != own.filename())
      names.push_back(entry->path().filename().string());
  std::ranges::sort(names);
  for (const std::string& name : names) {
    if (pairs.size() >= kMaxPairs || bytes > kMaxBytes) break;
    if (!std::filesystem::is_regular_file(results / name, error)) continue;
    auto actual = readTable(results / name);
    auto expected = actual ? readTable(folder / name) : nullptr;
    if (!expected) continue;
    bytes += actual->bytes().size() + expected->bytes().size();
    pairs.push_back({(own.parent_path() / name).string(), std::move(actual), std::move(expected)});
  }
}

RunMoves pendingMoves(std::span<const TablePair> pairs) {
  std::vector<Sides> sides;
  sides.reserve(pairs.size());
  for (const TablePair& pair : pairs) sides.push_back({Side(*pair.actual), Side(*pair.expected)});
  addSiblings(pairs, sides);
  RunMoves run;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (const std::string& model : sides[i].actual.models()) {
      if (!sides[i].expected.hasModel(model)) continue;
      RowMove row = rowMove(pairs[i].path, model, sides[i], sides);
      if (!row.cells.empty()) run.push_back(std::move(row));
    }
  return run;
}

}  // namespace plumbline::evidence
