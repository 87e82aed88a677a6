// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/git_history.h"

#include <set>
#include <unordered_map>

#include "core/sources/git_output.h"

namespace plumbline::sources {

namespace {

base::Error oddOutput(const std::string& what) {
  return {base::ErrorCode::BadFormat, "git's answer was not understood: " + what + '.',
          "Try the same with git itself: git log --raw."};
}

/// Reader asks git four times: where the work tree is, which commits touched which files, what is there now, and the bytes
/// of every version.
class Reader {
 public:
  Reader(std::string checkout, std::string folder, const HistoryOptions& options, const base::Progress& progress)
      : m_git(std::move(checkout), progress.stopToken()),
        m_folder(std::move(folder)),
        m_options(options),
        m_progress(progress) {}

  base::Outcome<GitHistory> read() {
    for (const auto step : {&Reader::findRoot, &Reader::readLog, &Reader::readTree, &Reader::measure, &Reader::readBytes}) {
      if (!m_progress.report(m_step++, 5)) return base::Cancelled{};
      if (auto error = (this->*step)()) return *std::move(error);
      if (m_git.wasCancelled()) return base::Cancelled{};
    }
    assemble();
    return std::move(m_history);
  }

 private:
  using Problem = std::optional<base::Error>;

  Problem findRoot() {
    const auto said = m_git.run({"rev-parse", "--show-toplevel", "--is-shallow-repository"});
    if (!said) return said.error();
    const std::size_t end = said->rfind('\n', said->size() < 2 ? 0 : said->size() - 2);
    if (said->empty() || end == std::string::npos) return oddOutput("no folder named");
    m_history.root = said->substr(0, end);
    m_shallow = said->substr(end + 1) == "true\n";
    return std::nullopt;
  }

  std::vector<std::string> inFolder(std::vector<std::string> words) const {
    if (!m_folder.empty()) words.insert(words.end(), {"--", m_folder});
    return words;
  }

  Problem readLog() {
    const auto said = m_git.run(inFolder(
        {"log", "--first-parent", "-m", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-color", "--no-ext-diff",
         "--no-textconv", "--no-show-signature", "--no-mailmap", "--no-notes", "--no-decorate", "-O/dev/null",
         "--date=short", "--format=%H%x00%P%x00%ad%x00%an%x00%s", "-n", std::to_string(m_options.commits + 1), "HEAD"}));
    if (!said) return said.error();
    auto commits = loggedCommits(*said);
    if (!commits) return oddOutput(commits.error());
    m_logged = std::move(*commits);
    if (m_logged.size() > m_options.commits) {
      m_logged.resize(m_options.commits);
      m_history.cut = true;
    }
    // The oldest commit of a shallow clone seems to bring everything; in truth nobody here knows what it did.
    if (m_shallow && !m_logged.empty() && !m_logged.back().hasParent) {
      m_logged.pop_back();
      m_history.cut = true;
    }
    return std::nullopt;
  }

  Problem readTree() {
    const auto said = m_git.run(inFolder({"ls-tree", "-r", "-z", "--full-name", "HEAD"}));
    if (!said) return said.error();
    auto files = listedFiles(*said);
    if (!files) return oddOutput(files.error());
    m_now = std::move(*files);
    return std::nullopt;
  }

  /// measure leaves out the oldest commits where all versions together would take too much memory.
  Problem measure() {
    std::vector<std::string> ids;
    std::set<std::string> seen;
    const auto want = [&](const std::string& id) {
      if (!id.empty() && seen.insert(id).second) ids.push_back(id);
    };
    for (const auto& [path, id] : m_now) want(id);
    for (const LoggedCommit& commit : m_logged)
      for (const LoggedFile& file : commit.files) {
        want(file.after);
        want(file.before);
      }
    const auto sizes = m_git.sizes(ids);
    if (!sizes) return sizes.error();
    if (m_git.wasCancelled()) return std::nullopt;

    std::uint64_t total = 0;
    const auto take = [&](const std::string& id) {
      if (!id.empty() && m_wanted.emplace(id, std::string()).second) total += sizes->at(id);
    };
    for (const auto& [path, id] : m_now) take(id);
    if (total > m_options.bytes)
      return base::Error{base::ErrorCode::TooLarge,
                         "The files take " + std::to_string(total) + " bytes, more than " +
                             std::to_string(m_options.bytes) + '.',
                         "Name a smaller folder.", m_folder};
    for (std::size_t i = 0; i < m_logged.size(); ++i) {
      for (const LoggedFile& file : m_logged[i].files) {
        take(file.after);
        take(file.before);
      }
      if (total <= m_options.bytes) continue;
      m_logged.resize(i);
      m_history.cut = true;
    }
    return std::nullopt;
  }

  Problem readBytes() {
    std::set<std::string> needed;
    for (const auto& [path, id] : m_now) needed.insert(id);
    for (const LoggedCommit& commit : m_logged)
      for (const LoggedFile& file : commit.files) {
        needed.insert(file.after);
        needed.insert(file.before);
      }
    needed.erase("");
    std::erase_if(m_wanted, [&](const auto& blob) { return needed.count(blob.first) == 0; });
    return m_git.fill(m_wanted, m_options.bytes);
  }

  const std::string& bytesOf(const std::string& id) const { return m_wanted.at(id); }

  void assemble() {
    std::map<std::string, std::string> oldest = m_now;  // by path, the id before everything listed so far
    for (std::size_t i = 0; i < m_logged.size(); ++i) {
      LoggedCommit& commit = m_logged[i];
      for (const LoggedFile& file : commit.files) {
        GitVersion version{.commit = i, .exists = !file.after.empty(), .bytes = {}};
        if (version.exists) version.bytes = bytesOf(file.after);
        m_history.versions[file.path].push_back(std::move(version));
        oldest[file.path] = file.before;
      }
      m_history.commits.push_back(std::move(commit.commit));
    }
    for (const auto& [path, id] : oldest)
      if (!id.empty()) m_history.before[path] = bytesOf(id);
  }

  Git m_git;
  std::string m_folder;
  HistoryOptions m_options;
  const base::Progress& m_progress;
  std::uint64_t m_step = 0;
  bool m_shallow = false;
  std::vector<LoggedCommit> m_logged;
  std::map<std::string, std::string> m_now;               ///< blob by path in HEAD
  std::unordered_map<std::string, std::string> m_wanted;  ///< bytes by blob id
  GitHistory m_history;
};

}  // namespace

base::Outcome<GitHistory> readHistory(const std::string& checkout, const std::string& folder,
                                      const HistoryOptions& options, const base::Progress& progress) {
  return Reader(checkout, folder, options, progress).read();
}

}  // namespace plumbline::sources
