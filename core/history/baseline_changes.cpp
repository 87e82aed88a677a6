// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/baseline_changes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "core/tables/csv_table.h"
#include "core/text/ascii.h"

namespace plumbline::history {
namespace {

constexpr std::array<std::string_view, 4> kKindNames = {"refresh", "revert", "reland", "code"};

using CellKey = std::pair<std::string, std::string>;  // model, column
using Cells = std::map<CellKey, std::string>;

bool holdsStatusWords(const tables::CsvTable& table, std::size_t column) {
  std::size_t words = 0, cells = 0;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::string_view cell = text::trimmed(table.cell(row, column, scratch));
    if (cell.empty()) continue;
    ++cells;
    words += isStatusWord(cell) ? 1 : 0;
  }
  return words > 0 && words * 2 >= cells;
}

bool isBaseline(const tables::CsvTable& table) {
  if (!table.columnOf("name")) return false;
  if (table.columnOf("accuracy") || table.columnOf("graph_breaks")) return true;
  for (std::size_t column = 0; column < table.columnNames().size(); ++column)
    if (holdsStatusWords(table, column)) return true;
  return false;
}

/// cellsOf is nullopt for bytes that are no baseline.
std::optional<Cells> cellsOf(const std::string& bytes, const std::string& path) {
  const auto scanned = tables::CsvTable::scan(bytes, path);
  if (!scanned.isValue() || !isBaseline(*scanned.value())) return std::nullopt;
  const tables::CsvTable& table = *scanned.value();
  const std::size_t name = *table.columnOf("name");
  Cells cells;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    if (table.isConflictMarker(row)) return std::nullopt;  // a merge that was committed half done
    const std::string model(table.cell(row, name, scratch));
    for (std::size_t column = 0; column < table.columnNames().size(); ++column)
      if (column != name)
        cells.emplace(CellKey{model, table.columnNames()[column]}, std::string(table.cell(row, column, scratch)));
  }
  return cells;
}

/// ChangeReader walks through the commits from the oldest on, holding what each file says.
class ChangeReader {
 public:
  explicit ChangeReader(const sources::GitHistory& history) : m_history(history) {}

  BaselineHistory read() {
    m_out.isCut = m_history.cut;
    for (auto commit = m_history.commits.rbegin(); commit != m_history.commits.rend(); ++commit)
      m_out.commits.push_back({commit->hash, commit->date, commit->author, commit->subject, commit->time,
                               pullRequestOf(commit->subject), kindOfSubject(commit->subject)});
    for (const auto& [path, bytes] : m_history.before)
      if (auto cells = cellsOf(*bytes, path)) m_now[path] = {bytes, *std::move(cells)};
    std::vector<std::vector<std::pair<const std::string*, const sources::GitVersion*>>> byCommit(m_history.commits.size());
    for (const auto& [path, versions] : m_history.versions)
      for (const sources::GitVersion& version : versions)
        byCommit[m_history.commits.size() - 1 - version.commit].emplace_back(&path, &version);
    for (m_commit = 0; m_commit < byCommit.size(); ++m_commit) {
      followRenames(byCommit[m_commit]);
      for (const auto& [path, version] : byCommit[m_commit]) readVersion(*path, *version);
    }
    m_out.otherFiles = static_cast<std::size_t>(std::ranges::count_if(
        m_history.versions, [&](const auto& file) { return m_fileAt.find(file.first) == m_fileAt.end(); }));
    return std::move(m_out);
  }

 private:
  struct State {
    sources::GitBytes bytes;
    Cells cells;
  };

  std::size_t fileOf(const std::string& path) {
    const auto [file, isNew] = m_fileAt.emplace(path, m_out.files.size());
    if (isNew) m_out.files.push_back(path);
    return file->second;
  }

  /// followRenames moves what a file said to its new path, so that neither path shows a change.
  template <typename Versions>
  void followRenames(const Versions& versions) {
    for (const auto& [to, made] : versions) {
      if (!made->exists || m_now.find(*to) != m_now.end()) continue;
      for (const auto& [from, removed] : versions) {
        const auto now = m_now.find(*from);
        if (removed->exists || now == m_now.end() || now->second.bytes != made->bytes) continue;
        m_out.renames.push_back({m_commit, fileOf(*from), fileOf(*to)});
        auto state = m_now.extract(now);
        state.key() = *to;
        m_now.insert(std::move(state));
        break;
      }
    }
  }

  void readVersion(const std::string& path, const sources::GitVersion& version) {
    const auto now = m_now.find(path);
    if (now != m_now.end() && version.exists && now->second.bytes == version.bytes) return;
    std::optional<Cells> cells;
    if (version.exists) {
      cells = cellsOf(*version.bytes, path);
      if (!cells) return;
    }
    static const Cells kNone;
    compare(path, now == m_now.end() ? kNone : now->second.cells, cells ? *cells : kNone);
    if (cells)
      m_now[path] = {version.bytes, *std::move(cells)};
    else if (now != m_now.end())
      m_now.erase(now);
  }

  void compare(const std::string& path, const Cells& before, const Cells& after) {
    auto old = before.begin();
    auto now = after.begin();
    while (old != before.end() || now != after.end()) {
      if (now == after.end() || (old != before.end() && old->first < now->first)) {
        add(path, old->first, old->second, std::nullopt);
        ++old;
      } else if (old == before.end() || now->first < old->first) {
        add(path, now->first, std::nullopt, now->second);
        ++now;
      } else {
        if (old->second != now->second) add(path, now->first, old->second, now->second);
        ++old;
        ++now;
      }
    }
  }

  void add(const std::string& path, const CellKey& cell, std::optional<std::string> before, std::optional<std::string> after) {
    m_out.changes.push_back({fileOf(path), m_commit, cell.first, cell.second, std::move(before), std::move(after)});
  }

  const sources::GitHistory& m_history;
  BaselineHistory m_out;
  std::map<std::string, std::size_t> m_fileAt;
  std::map<std::string, State> m_now;
  std::size_t m_commit = 0;
};

/// withoutTags removes "[CI]", "[inductor][cpu]" and blanks from the front.
std::string_view withoutTags(std::string_view subject) {
  subject = text::trimmed(subject);
  while (subject.starts_with('[')) {
    const std::size_t end = subject.find(']');
    if (end == std::string_view::npos) break;
    subject = text::trimmed(subject.substr(end + 1));
  }
  return subject;
}

}  // namespace

bool isStatusWord(std::string_view cell) {
  if (cell == "pass" || cell == "timeout" || cell == "OOM" || cell == "infra_error") return true;
  if (cell.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != std::string_view::npos) return false;
  return cell.starts_with("pass_") || cell.starts_with("fail_") || cell.find("_fail") != std::string_view::npos ||
         cell.starts_with("eager_") || cell.find("_OOM") != std::string_view::npos;
}

std::string_view kindName(ChangeKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

ChangeKind kindOfName(std::string_view name) {
  const auto found = std::ranges::find(kKindNames, name);
  return found == kKindNames.end() ? ChangeKind::Code : static_cast<ChangeKind>(found - kKindNames.begin());
}

ChangeKind kindOfSubject(std::string_view subject) {
  const std::string lower = text::toLower(subject);
  const std::string plain = text::toLower(withoutTags(subject));
  if (plain.starts_with("revert ") || plain.starts_with("back out") || plain.starts_with("backout")) return ChangeKind::Revert;
  if (lower.find("[reland]") != std::string::npos || plain.starts_with("reland") || plain.starts_with("re-land")) return ChangeKind::Reland;
  for (const std::string_view verb : {"update ", "bump ", "refresh ", "upgrade ", "re-baseline", "rebaseline"})
    if (plain.starts_with(verb)) return ChangeKind::Refresh;
  return ChangeKind::Code;
}

std::optional<std::int64_t> pullRequestOf(std::string_view subject) {
  for (std::size_t at = subject.rfind("(#"); at != std::string_view::npos; at = at == 0 ? at : subject.rfind("(#", at - 1)) {
    std::int64_t number = 0;
    const auto read = std::from_chars(subject.data() + at + 2, subject.data() + subject.size(), number);
    if (read.ec == std::errc() && number > 0 && read.ptr != subject.data() + subject.size() && *read.ptr == ')') return number;
    if (at == 0) break;
  }
  return std::nullopt;
}

BaselineHistory changesIn(const sources::GitHistory& history) { return ChangeReader(history).read(); }

}  // namespace plumbline::history
