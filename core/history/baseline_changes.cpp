// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/baseline_changes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <ranges>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/sources/forge.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::history {
namespace {

constexpr std::array<std::string_view, 4> kKindNames = {"refresh", "revert", "reland", "code"};

/// kCellCost is what a cell takes beside its texts: a node of a map and three strings.
constexpr std::size_t kCellCost = 160, kMaxSkipped = 100;

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

std::size_t costOf(const Cells& cells) {
  std::size_t cost = 0;
  for (const auto& [cell, value] : cells) cost += kCellCost + cell.first.size() + cell.second.size() + value.size();
  return cost;
}

/// kMinSame is the share of bytes that stay the same when a file is renamed, as in git.
constexpr double kMinSame = 0.5;

/// Limits of the files that one commit moves and changes, of which each pair is compared: as many pairs as git compares by default,
/// and lines that take a second.
constexpr std::size_t kMaxPairs = 1'000'000, kMaxPairLines = 300'000'000, kMaxMovedLines = 2'000'000;

/// Lines are the lines of a file, equal ones once, by their hash.
struct Lines {
  struct Line {
    std::size_t hash = 0, bytes = 0;
  };
  explicit Lines(std::string_view file) : size(std::max<std::size_t>(file.size(), 1)) {
    for (std::size_t at = 0, end = 0; at < file.size(); at = end) {
      end = std::min(file.find('\n', at), file.size() - 1) + 1;
      lines.push_back({std::hash<std::string_view>()(file.substr(at, end - at)), end - at});
    }
    std::ranges::sort(lines, {}, &Line::hash);
    std::size_t kept = 0;
    for (const Line& line : lines) {
      if (kept > 0 && lines[kept - 1].hash == line.hash) lines[kept - 1].bytes += line.bytes;
      else lines[kept++] = line;
    }
    lines.resize(kept);
  }
  std::size_t size = 0;
  std::vector<Line> lines;
};

/// sameShare is the share of the larger file's bytes that stand in lines which both have.
double sameShare(const Lines& one, const Lines& other) {
  const std::size_t larger = std::max(one.size, other.size);
  if (static_cast<double>(std::min(one.size, other.size)) < kMinSame * static_cast<double>(larger)) return 0;
  std::size_t same = 0;
  auto b = other.lines.begin();
  for (auto a = one.lines.begin(); a != one.lines.end() && b != other.lines.end();) {
    if (a->hash < b->hash) ++a;
    else if (b->hash < a->hash) ++b;
    else same += std::min(a++->bytes, b++->bytes);
  }
  return static_cast<double>(same) / static_cast<double>(larger);
}

std::string_view fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// ChangeReader walks through the commits from the oldest on, holding what each file says.
class ChangeReader {
 public:
  ChangeReader(const BaselineLimits& limits, const base::Progress& progress) : m_limits(limits), m_progress(progress) {}

  std::optional<base::Failure> read(const sources::GitHistory& part) {
    m_out.isCut = part.cut;
    m_others.clear();
    m_commit = m_out.commits.size();
    for (auto commit = part.commits.rbegin(); commit != part.commits.rend(); ++commit)
      m_out.commits.push_back({commit->hash, commit->date, commit->author, commit->subject, commit->time,
                               pullRequestOf(commit->subject), kindOfSubject(commit->subject)});
    for (const auto& [path, bytes] : part.before)
      if (auto cells = cellsOf(*bytes, path)) hold(path, bytes, *std::move(cells));
    std::vector<std::vector<std::pair<const std::string*, const sources::GitVersion*>>> byCommit(part.commits.size());
    for (const auto& [path, versions] : part.versions) {
      m_paths.insert(path);
      for (const sources::GitVersion& version : versions)
        byCommit[part.commits.size() - 1 - version.commit].emplace_back(&path, &version);
    }
    for (const auto& versions : byCommit) {
      followRenames(versions);
      for (const auto& [path, version] : versions) {
        if (m_progress.stopRequested()) return base::Cancelled{};
        readVersion(*path, *version);
        if (m_held > m_limits.memory)
          return base::Error{base::ErrorCode::TooLarge,
                             "The baselines of this repository take more than " + text::sizeText(m_limits.memory) +
                                 " at commit " + m_out.commits[m_commit].hash.substr(0, 12) + "; nothing was stored.",
                             "Look for large CSV files with a column \"name\" in that commit.", *path};
      }
      ++m_commit;
    }
    return std::nullopt;
  }

  BaselineHistory finish() {
    m_out.otherFiles = static_cast<std::size_t>(
        std::ranges::count_if(m_paths, [&](const std::string& path) { return m_fileAt.find(path) == m_fileAt.end(); }));
    return std::move(m_out);
  }

 private:
  struct State {
    sources::GitBytes bytes;
    Cells cells;
    std::size_t cost = 0;
  };

  /// cellsOf is nullopt for bytes that are no baseline. A file that is one may lose all its rows.
  std::optional<Cells> cellsOf(const std::string& bytes, const std::string& path) {
    const bool isKnown = m_now.find(path) != m_now.end();
    if (isKnown && bytes.empty()) return Cells();
    if (!isKnown && m_others.contains(&bytes)) return std::nullopt;
    auto cells = readCells(bytes, path, isKnown);
    if (!cells && !isKnown) m_others.insert(&bytes);
    return cells;
  }

  std::optional<Cells> readCells(const std::string& bytes, const std::string& path, bool isKnown) {
    const auto scanned = tables::CsvTable::scan(bytes, path, base::Progress(m_progress.stopToken()));
    m_reason = scanned.isError() ? scanned.error().text : "There is no column \"name\".";
    if (!scanned.isValue() || !scanned.value()->columnOf("name")) return std::nullopt;
    const tables::CsvTable& table = *scanned.value();
    if (auto problem = tableLimit(table, path)) {
      skip(*std::move(problem));
      return std::nullopt;
    }
    if (!isKnown && !isBaseline(table)) return std::nullopt;
    const std::size_t name = *table.columnOf("name");
    Cells cells;
    std::string scratch;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
      if (table.isConflictMarker(row)) {  // a merge that was committed half done
        m_reason = "It has lines of a git conflict.";
        return std::nullopt;
      }
      const std::string model(table.cell(row, name, scratch));
      for (std::size_t column = 0; column < table.columnNames().size(); ++column)
        if (column != name)
          cells.emplace(CellKey{model, table.columnNames()[column]}, std::string(table.cell(row, column, scratch)));
    }
    return cells;
  }

  void skip(base::Error problem) {
    if (m_out.skipped.size() < kMaxSkipped) m_out.skipped.push_back(std::move(problem));
  }

  std::size_t fileOf(const std::string& path) {
    const auto [file, isNew] = m_fileAt.emplace(path, m_out.files.size());
    if (isNew) m_out.files.push_back(path);
    return file->second;
  }

  void hold(const std::string& path, const sources::GitBytes& bytes, Cells cells) {
    const std::size_t cost = bytes->size() + costOf(cells);
    State& state = m_now[path];
    m_held += cost - state.cost;
    state = {bytes, std::move(cells), cost};
  }

  /// MovedFile is a path that a commit takes away or brings; its bytes are those of a version that is held, of equal ones the first.
  struct MovedFile {
    const std::string *path = nullptr, *bytes = nullptr;
    bool isDone = false;
  };
  using MovedFiles = std::vector<MovedFile>;

  /// followRenames moves what a file said to its new path, so that only the cells that the commit changed show a change.
  template <typename Versions>
  void followRenames(const Versions& versions) {
    MovedFiles gone, come;
    for (const auto& [path, version] : versions) {
      const auto now = m_now.find(*path);
      if (!version->exists && now != m_now.end()) gone.push_back({path, now->second.bytes.get()});
      else if (version->exists && now == m_now.end()) come.push_back({path, version->bytes.get()});
    }
    if (gone.empty() || come.empty() || !shareEqualBytes(gone, come)) return;
    std::set<const std::string*> before, after;  // a file that is whole under another path needs no comparison of lines
    for (const MovedFile& file : gone) before.insert(file.bytes);
    for (const MovedFile& file : come) after.insert(file.bytes);
    followEqualFiles(gone, come);
    std::erase_if(gone, [&](const MovedFile& file) { return after.contains(file.bytes); });
    std::erase_if(come, [&](const MovedFile& file) { return before.contains(file.bytes); });
    if (!gone.empty() && !come.empty()) followChangedFiles(gone, come);
  }

  /// shareEqualBytes makes equal bytes the same pointer, looking at those of a pointer once: thousands of paths may have one large
  /// file. False when a stop was asked for.
  bool shareEqualBytes(MovedFiles& gone, MovedFiles& come) const {
    std::unordered_map<const std::string*, const std::string*> firstOf;
    std::map<std::string_view, const std::string*> byContent;
    for (MovedFiles* files : {&gone, &come})
      for (MovedFile& file : *files) {
        if (m_progress.stopRequested()) return false;
        const auto [first, isNew] = firstOf.emplace(file.bytes, file.bytes);
        if (isNew) first->second = byContent.emplace(*file.bytes, file.bytes).first->second;
        file.bytes = first->second;
      }
    return true;
  }

  /// followEqualFiles takes those of one file name first.
  void followEqualFiles(MovedFiles& gone, MovedFiles& come) {
    for (const bool hasSameName : {true, false}) {
      std::map<std::pair<const std::string*, std::string_view>, std::vector<MovedFile*>> waiting;  // the first one last
      const auto keyOf = [&](const MovedFile& file) {
        return std::pair(file.bytes, hasSameName ? fileName(*file.path) : std::string_view());
      };
      for (MovedFile& file : std::views::reverse(gone))
        if (!file.isDone) waiting[keyOf(file)].push_back(&file);
      for (MovedFile& file : come) {
        if (m_progress.stopRequested()) return;
        const auto from = file.isDone ? waiting.end() : waiting.find(keyOf(file));
        if (from == waiting.end() || from->second.empty()) continue;
        follow(*from->second.back(), file);
        from->second.pop_back();
      }
    }
  }

  /// takesPairs: comparing each pair is within the limits; it counts to them.
  bool takesPairs(const MovedFiles& gone, const MovedFiles& come) {
    if (gone.size() * come.size() > kMaxPairs) return false;
    std::unordered_map<const std::string*, std::size_t> known;
    const auto linesIn = [&](const MovedFiles& files) {
      std::size_t lines = 0;
      for (const MovedFile& file : files) {
        const auto [count, isNew] = known.emplace(file.bytes, 1);
        if (isNew) count->second += static_cast<std::size_t>(std::ranges::count(*file.bytes, '\n'));
        lines += count->second;
      }
      return lines;
    };
    const std::size_t goneLines = linesIn(gone), comeLines = linesIn(come), pairLines = gone.size() * comeLines + come.size() * goneLines;
    if (goneLines + comeLines > kMaxMovedLines || m_pairLines + pairLines > kMaxPairLines) return false;
    m_pairLines += pairLines;
    return true;
  }

  /// followChangedFiles takes the most similar pair first.
  void followChangedFiles(MovedFiles& gone, MovedFiles& come) {
    struct Pair {
      double share = 0;
      bool hasSameName = false;
      MovedFile *from = nullptr, *to = nullptr;
    };
    if (!takesPairs(gone, come))
      return skip({base::ErrorCode::TooLarge,
                   "At commit " + m_out.commits[m_commit].hash.substr(0, 12) + ' ' + text::groupedText(come.size()) + " files came and " +
                       text::groupedText(gone.size()) + " went that are not equal; they are not compared with each other, so a baseline that moved is a new one.",
                   "", *come.front().path});
    std::map<const std::string*, Lines> known;
    const auto linesOf = [&](const MovedFile& file) -> const Lines& { return known.try_emplace(file.bytes, *file.bytes).first->second; };
    std::vector<Pair> pairs;
    for (MovedFile& to : come) {
      if (m_progress.stopRequested()) return;
      const Lines& lines = linesOf(to);
      for (MovedFile& from : gone)
        if (const double share = sameShare(linesOf(from), lines); share >= kMinSame)
          pairs.push_back({share, fileName(*from.path) == fileName(*to.path), &from, &to});
    }
    std::ranges::stable_sort(pairs, std::ranges::greater(), [](const Pair& pair) { return std::pair(pair.share, pair.hasSameName); });
    for (const Pair& pair : pairs)
      if (!pair.from->isDone && !pair.to->isDone) follow(*pair.from, *pair.to);
  }

  void follow(MovedFile& from, MovedFile& to) {
    from.isDone = to.isDone = true;
    m_out.renames.push_back({m_commit, fileOf(*from.path), fileOf(*to.path)});
    auto state = m_now.extract(*from.path);
    state.key() = *to.path;
    m_now.insert(std::move(state));
  }

  void readVersion(const std::string& path, const sources::GitVersion& version) {
    const auto now = m_now.find(path);
    if (now != m_now.end() && version.exists && now->second.bytes == version.bytes) return;
    std::optional<Cells> cells;
    if (version.exists) {
      const std::size_t skipped = m_out.skipped.size();
      cells = cellsOf(*version.bytes, path);
      if (!cells && now != m_now.end() && m_out.skipped.size() == skipped)
        skip({base::ErrorCode::BadFormat, "At commit " + m_out.commits[m_commit].hash.substr(0, 12) + " this is no baseline. " + m_reason, "", path});
      if (!cells) return;
    }
    static const Cells kNone;
    compare(path, now == m_now.end() ? kNone : now->second.cells, cells ? *cells : kNone);
    if (cells) {
      hold(path, version.bytes, *std::move(cells));
    } else if (now != m_now.end()) {
      m_held -= now->second.cost;
      m_now.erase(now);
    }
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
    m_held += kCellCost + cell.first.size() + cell.second.size() + before.value_or("").size() + after.value_or("").size();
    m_out.changes.push_back({fileOf(path), m_commit, cell.first, cell.second, std::move(before), std::move(after)});
  }

  BaselineLimits m_limits;
  const base::Progress& m_progress;
  BaselineHistory m_out;
  std::map<std::string, std::size_t> m_fileAt;
  std::map<std::string, State> m_now;
  std::set<std::string> m_paths;
  std::unordered_set<const std::string*> m_others;  ///< bytes of this part that are no baseline under a new path
  std::string m_reason;                  ///< why cellsOf had nothing
  std::size_t m_commit = 0, m_held = 0;  ///< bytes of m_now and of all changes
  std::size_t m_pairLines = 0;           ///< that were compared to follow renames
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
  // git before 2.43 puts one "Revert" before the other for a revert of a revert; since then it writes "Reapply".
  constexpr std::string_view kRevert = "revert \"";
  std::size_t reverts = 0;
  while (std::string_view(plain).substr(reverts * kRevert.size()).starts_with(kRevert)) ++reverts;
  if (reverts > 0) return reverts % 2 == 0 ? ChangeKind::Reland : ChangeKind::Revert;
  if (plain.starts_with("revert ") || plain.starts_with("back out") || plain.starts_with("backout")) return ChangeKind::Revert;
  if (plain.starts_with("reland") || plain.starts_with("re-land") || plain.starts_with("reapply ")) return ChangeKind::Reland;
  for (const std::string_view tag : {"[reland]", "[re-land]", "(reland)", "(re-land)"})
    if (lower.find(tag) != std::string::npos) return ChangeKind::Reland;
  for (const std::string_view verb : {"update ", "bump ", "refresh ", "upgrade ", "re-baseline", "rebaseline"})
    if (plain.starts_with(verb)) return ChangeKind::Refresh;
  return ChangeKind::Code;
}

std::optional<std::int64_t> pullRequestOf(std::string_view subject) {
  constexpr std::string_view kMerge = "Merge pull request #";
  if (std::int64_t number = 0; subject.starts_with(kMerge)) {
    std::from_chars(subject.data() + kMerge.size(), subject.data() + subject.size(), number);
    return number > 0 ? std::optional(number) : std::nullopt;
  }
  for (std::size_t at = subject.rfind("(#"); at != std::string_view::npos; at = at == 0 ? at : subject.rfind("(#", at - 1)) {
    std::int64_t number = 0;
    const auto read = std::from_chars(subject.data() + at + 2, subject.data() + subject.size(), number);
    if (read.ec == std::errc() && number > 0 && read.ptr != subject.data() + subject.size() && *read.ptr == ')') return number;
    if (at == 0) break;
  }
  return std::nullopt;
}

std::optional<base::Error> tableLimit(const tables::CsvTable& table, const std::string& file) {
  const auto lineOf = [&](std::size_t row) {
    const std::string_view before = table.bytes().substr(0, table.recordSpan(row).begin);
    return static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  };
  const std::vector<std::string>& columns = table.columnNames();
  if (table.rowCount() > kMaxTableCells / std::max<std::size_t>(columns.size(), 1))
    return base::Error{base::ErrorCode::TooLarge, "The history takes no table of more than " + text::groupedText(kMaxTableCells) + " cells.",
                       "Split it.", file};
  const auto tooLong = [&](std::string_view what, std::size_t line) {
    return base::Error{base::ErrorCode::TooLarge,
                       std::string(what) + " is longer than the " + text::groupedText(kMaxWordBytes) + " bytes that the history takes.",
                       "Shorten it.", file, line};
  };
  for (const std::string& column : columns)
    if (column.size() > kMaxWordBytes) return tooLong("The name of a column", 1);
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row)
    for (std::size_t column = 0; column < columns.size(); ++column)
      if (table.cell(row, column, scratch).size() > kMaxWordBytes)
        return tooLong("The cell of column " + columns[column].substr(0, 40), lineOf(row));
  return std::nullopt;
}

base::Outcome<BaselineHistory> readBaselineHistory(const std::string& checkout, const sources::HistoryOptions& options,
                                                   const base::Progress& progress, const BaselineLimits& limits) {
  ChangeReader reader(limits, progress);
  const auto use = [&](const sources::GitHistory& part) { return reader.read(part); };
  if (auto problem = sources::readHistoryParts(checkout, "", options, progress, use)) return *std::move(problem);
  BaselineHistory history = reader.finish();
  const auto origin = sources::Git(checkout, progress.stopToken()).run({"remote", "get-url", "origin"});
  if (origin) history.repository = sources::repositoryAddress(*origin);  // without a remote it is on no forge
  return history;
}

}  // namespace plumbline::history
