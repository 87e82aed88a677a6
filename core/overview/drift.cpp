// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/drift.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/baselines/baseline_edit.h"

namespace plumbline::overview {

using baselines::BaselineTable;

namespace {

/// CellMove is a move before its commit is written out.
struct CellMove {
  std::size_t commit = 0;  ///< index into GitHistory::commits; smaller is newer
  std::string from, to;
};
using CellKey = std::pair<std::string, std::string>;  // model, column

/// FileHistory is one baseline: what it says today, and every cell that ever moved, newest move first.
struct FileHistory {
  configs::Config config;
  std::string path;
  std::optional<BaselineTable> now;
  std::map<CellKey, std::vector<CellMove>> moves;
};

using Table = std::optional<BaselineTable>;

/// wholeRows are moves of all cells of a table: its file came or went.
void wholeRows(const BaselineTable& table, std::size_t commit, bool came, FileHistory& file) {
  for (std::size_t row = 0; row < table.modelCount(); ++row)
    for (std::size_t column = 0; column < table.columns().size(); ++column) {
      std::string text = table.cellAt(row + 1, column);
      CellMove move{commit, came ? std::string() : text, came ? text : std::string()};
      file.moves[{table.modelName(row), table.columns()[column]}].push_back(std::move(move));
    }
}

void movesBetween(const Table& before, const Table& after, std::size_t commit, FileHistory& file) {
  if (!before && after) return wholeRows(*after, commit, true, file);
  if (before && !after) return wholeRows(*before, commit, false, file);
  if (!before) return;
  for (const baselines::BaselineEdit& edit : baselines::editsBetween(*before, *after)) {
    if (const auto* set = std::get_if<baselines::SetValue>(&edit)) {
      std::string old = before->value(set->model, set->column).value_or("");
      if (!baselines::sameValue(set->column, old, set->text))
        file.moves[{set->model, set->column}].push_back({commit, std::move(old), set->text});
    } else if (const auto* added = std::get_if<baselines::AddModel>(&edit)) {
      const auto name = std::ranges::find_if(added->cells, [](const auto& c) { return c.first == "name"; });
      if (name == added->cells.end()) continue;
      for (const auto& [column, text] : added->cells) file.moves[{name->second, column}].push_back({commit, "", text});
    } else if (const auto* gone = std::get_if<baselines::RemoveModel>(&edit)) {
      for (const std::string& column : before->columns())
        file.moves[{gone->model, column}].push_back({commit, before->value(gone->model, column).value_or(""), ""});
    }
  }
}

/// tableOf returns nothing for bytes that are no baseline with a header.
Table tableOf(const std::string& bytes, const std::string& path) {
  auto table = BaselineTable::of(bytes, path);
  if (!table || table->isPrTime()) return std::nullopt;
  return std::move(*table);
}

FileHistory readFile(const sources::GitHistory& history, const std::string& path, configs::Config config) {
  FileHistory file{std::move(config), path, std::nullopt, {}};
  if (const auto start = history.before.find(path); start != history.before.end()) file.now = tableOf(*start->second, path);
  if (const auto versions = history.versions.find(path); versions != history.versions.end()) {
    for (auto version = versions->second.rbegin(); version != versions->second.rend(); ++version) {
      Table after = version->exists ? tableOf(*version->bytes, path) : std::nullopt;
      // A version that cannot be read (a conflict that was committed) is passed over, as if it had not been.
      if (version->exists && !after) continue;
      movesBetween(file.now, after, version->commit, file);
      file.now = std::move(after);
    }
  }
  for (auto& [cell, moves] : file.moves) std::reverse(moves.begin(), moves.end());
  return file;
}

/// Search looks at one stayed baseline after the other.
class Search {
 public:
  Search(const sources::GitHistory& history, std::vector<FileHistory> files) : m_history(history), m_files(std::move(files)) {
    for (const FileHistory& file : m_files) m_configs.push_back(file.config);
  }

  std::size_t size() const { return m_files.size(); }

  void look(std::size_t index, const std::string& onlyModel) {
    const FileHistory& stayed = m_files[index];
    if (!stayed.now) return;
    const std::vector<const FileHistory*> closest = closestTo(index);
    for (std::size_t row = 0; row < stayed.now->modelCount(); ++row) {
      const std::string model = stayed.now->modelName(row);
      if (!onlyModel.empty() && model != onlyModel) continue;
      for (const std::string& column : stayed.now->columns())
        if (column != "name") lookAtCell(stayed, {model, column}, closest);
    }
  }

  std::vector<DriftRow> take() {
    std::ranges::stable_sort(m_found, {}, &Found::newest);
    std::vector<DriftRow> rows;
    for (Found& found : m_found) rows.push_back(std::move(found.row));
    return rows;
  }

 private:
  struct Found {
    std::size_t newest = 0;
    DriftRow row;
  };

  std::vector<const FileHistory*> closestTo(std::size_t index) const {
    std::vector<const FileHistory*> out;
    int distance = 0;
    for (const configs::Sibling& sibling : configs::siblingsOf(m_files[index].config, m_configs)) {
      const FileHistory& file = m_files[sibling.index];
      if (file.config.mode != m_files[index].config.mode || !file.now) continue;
      if (out.empty()) distance = sibling.distance;
      if (sibling.distance == distance) out.push_back(&file);
    }
    return out;
  }

  void lookAtCell(const FileHistory& stayed, const CellKey& cell, const std::vector<const FileHistory*>& closest) {
    const auto here = stayed.now->value(cell.first, cell.second);
    if (!here) return;  // the name occurs twice
    const auto own = stayed.moves.find(cell);
    const std::size_t lastOwn = own == stayed.moves.end() ? m_history.commits.size() : own->second.front().commit;
    std::optional<Found> best;
    for (const FileHistory* moved : closest) {
      const auto moves = moved->moves.find(cell);
      const auto there = moved->now->value(cell.first, cell.second);
      if (moves == moved->moves.end() || !there || baselines::sameValue(cell.second, *here, *there)) continue;
      // Only what the sibling did after this row last moved; in the same commit both were looked at.
      const auto end =
          std::ranges::find_if(moves->second, [&](const CellMove& move) { return move.commit >= lastOwn; });
      if (end == moves->second.begin() || !baselines::sameValue(cell.second, *here, std::prev(end)->from)) continue;
      if (best && best->newest <= moves->second.front().commit) continue;
      DriftRow row{stayed.config, moved->config, stayed.path, moved->path, cell.first, cell.second, *here, *there, {}};
      for (auto move = moves->second.begin(); move != end; ++move) {
        const sources::GitCommit& commit = m_history.commits[move->commit];
        row.moves.push_back({commit.hash, commit.date, commit.subject, move->from, move->to});
      }
      best = Found{moves->second.front().commit, std::move(row)};
    }
    if (best) m_found.push_back(std::move(*best));
  }

  const sources::GitHistory& m_history;
  std::vector<FileHistory> m_files;
  std::vector<configs::Config> m_configs;
  std::vector<Found> m_found;
};

}  // namespace

base::Outcome<std::vector<DriftRow>> driftRows(const sources::GitHistory& history, const std::string& model,
                                               const base::Progress& progress) {
  std::set<std::string> paths;
  for (const auto& [path, bytes] : history.before) paths.insert(path);
  for (const auto& [path, versions] : history.versions) paths.insert(path);
  std::vector<FileHistory> files;
  std::uint64_t done = 0;
  for (const std::string& path : paths) {
    if (!progress.report(done++, 2 * paths.size())) return base::Cancelled{};
    if (!path.ends_with(".csv")) continue;
    if (auto config = configs::configOfBaseline(path)) files.push_back(readFile(history, path, std::move(*config)));
  }
  Search search(history, std::move(files));
  for (std::size_t i = 0; i < search.size(); ++i) {
    if (!progress.report(paths.size() + i, 2 * paths.size())) return base::Cancelled{};
    search.look(i, model);
  }
  return search.take();
}

}  // namespace plumbline::overview
