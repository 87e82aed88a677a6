// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sibling_moves.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "core/configs/config.h"
#include "core/history/rows/baseline_cells.h"

namespace plumbline::history {
namespace {

constexpr std::array<std::string_view, kSiblingOutcomes> kOutcomeNames = {"together", "later", "elsewhere", "stayed"};

using Cell = std::pair<std::string_view, std::string_view>;  // model, column

std::string folderOf(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

/// siblingsByFile lists for each file those that differ from it in one variant. A file of another tree is none.
std::vector<std::vector<std::size_t>> siblingsByFile(const std::vector<std::string>& files, std::size_t& unnamed) {
  std::vector<configs::Config> known;
  std::vector<std::size_t> fileOfConfig;
  std::vector<std::vector<std::size_t>> siblings(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto config = configs::configOfBaseline(files[i]);
    if (!config) {
      ++unnamed;
      continue;
    }
    known.push_back(*std::move(config));
    fileOfConfig.push_back(i);
  }
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const configs::Sibling& sibling : configs::siblingsOf(known[i], known)) {
      const std::size_t file = fileOfConfig[i], other = fileOfConfig[sibling.index];
      const bool isOneTree = known[i].platform != sibling.config.platform || folderOf(files[file]) == folderOf(files[other]);
      if (sibling.distance == 1 && sibling.config.mode == known[i].mode && isOneTree) siblings[file].push_back(other);
    }
  return siblings;
}

/// Replay walks through the commits with the value of every cell, and watches siblings until they move.
class Replay {
 public:
  Replay(const BaselineHistory& history, SiblingMoves& out)
      : m_history(history), m_out(out), m_siblings(siblingsByFile(history.files, out.unnamedFiles)), m_now(history.files.size()) {}

  void run(std::int64_t asOf) {
    std::size_t change = 0, rename = 0;
    for (std::size_t commit = 0; commit < m_history.commits.size(); ++commit) {
      const std::size_t first = change, firstRename = rename;
      while (change < m_history.changes.size() && m_history.changes[change].commit == commit) ++change;
      while (rename < m_history.renames.size() && m_history.renames[rename].commit == commit) ++rename;
      if (m_history.commits[commit].time > asOf) break;
      for (std::size_t i = firstRename; i < rename; ++i) moveFile(m_history.renames[i].from, m_history.renames[i].to);
      for (std::size_t i = first; i < change; ++i) watch(i);
      for (std::size_t i = first; i < change; ++i) apply(m_history.changes[i]);
      for (std::size_t i = first; i < change; ++i) settle(m_history.changes[i], commit);
    }
  }

 private:
  void moveFile(std::size_t from, std::size_t to) {
    m_now[to] = std::exchange(m_now[from], {});
    m_watched[to] = std::exchange(m_watched[from], {});
  }

  void watch(std::size_t index) {
    const BaselineChange& change = m_history.changes[index];
    if (!change.isMove()) return;
    for (const std::size_t sibling : m_siblings[change.file])
      if (const auto now = m_now[sibling].find({change.model, change.column}); now != m_now[sibling].end()) watchCell(index, sibling, *now);
    if (!isDtypeColumn(change.column)) return;
    const auto& row = m_now[change.file];
    for (auto now = row.lower_bound({change.model, {}}); now != row.end() && now->first.first == change.model; ++now)
      if (const std::string column(now->first.second); column != change.column && isDtypeColumn(column)) watchCell(index, change.file, *now);
  }

  /// watchCell does so where the sibling is in step.
  void watchCell(std::size_t index, std::size_t sibling, const std::pair<const Cell, std::string_view>& now) {
    const BaselineChange& change = m_history.changes[index];
    if (now.second != *change.before) return;
    m_watched[sibling][now.first].push_back(m_out.moves.size());
    m_out.moves.push_back({index, sibling, std::string(now.first.second), SiblingOutcome::Stayed, change.commit, 0});
  }

  void apply(const BaselineChange& change) {
    const Cell cell{change.model, change.column};
    if (change.after)
      m_now[change.file][cell] = *change.after;
    else
      m_now[change.file].erase(cell);
  }

  /// settle ends the watches of a cell that moved in this commit.
  void settle(const BaselineChange& change, std::size_t commit) {
    const auto watched = m_watched[change.file].find({change.model, change.column});
    if (watched == m_watched[change.file].end()) return;
    for (const std::size_t index : watched->second) {
      SiblingMove& move = m_out.moves[index];
      const BaselineChange& cause = m_history.changes[move.change];
      const bool isSame = change.after == cause.after;
      move.outcome = !isSame ? SiblingOutcome::Elsewhere : commit == cause.commit ? SiblingOutcome::Together : SiblingOutcome::Later;
      move.commit = commit;
      move.lagSeconds = m_history.commits[commit].time - m_history.commits[cause.commit].time;
    }
    m_watched[change.file].erase(watched);
  }

  const BaselineHistory& m_history;
  SiblingMoves& m_out;
  std::vector<std::vector<std::size_t>> m_siblings;
  std::vector<std::map<Cell, std::string_view>> m_now;                       ///< by file
  std::map<std::size_t, std::map<Cell, std::vector<std::size_t>>> m_watched;  ///< by file: indices of moves
};

}  // namespace

std::string_view outcomeName(SiblingOutcome outcome) { return kOutcomeNames[static_cast<std::size_t>(outcome)]; }

std::size_t SiblingMoves::count(SiblingOutcome outcome) const {
  return static_cast<std::size_t>(std::ranges::count(moves, outcome, &SiblingMove::outcome));
}

SiblingMoves siblingMoves(const BaselineHistory& history, std::int64_t asOf) {
  SiblingMoves out;
  Replay(history, out).run(asOf);
  return out;
}

}  // namespace plumbline::history
