// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/folder_walk.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "core/baselines/baseline_names.h"
#include "core/configs/catalogue.h"
#include "core/text/ascii.h"

namespace plumbline::sources {
namespace {

namespace fs = std::filesystem;
using base::ErrorCode;

constexpr std::size_t kReportEvery = 256;

struct Ending {
  std::string_view text;
  FileKind kind;
};
constexpr std::array kEndings = {Ending{".csv", FileKind::Csv},   Ending{".zip", FileKind::Zip},
                                 Ending{".json", FileKind::Json}, Ending{".jsonl", FileKind::Json},
                                 Ending{".log", FileKind::Text},  Ending{".txt", FileKind::Text}};

std::string thousands(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

/// Folder to walk.
struct Folder {
  std::string path;
  std::string whole;  ///< absolute, without links
  std::size_t depth = 0;
  bool isBaselines = false;
};

/// canonicalPath is the same for every path to a folder.
std::string canonicalPath(const std::string& folder) {
  std::error_code failed;
  const fs::path given = folder.empty() ? fs::path(".") : fs::path(folder);
  std::string whole = fs::weakly_canonical(given, failed).string();
  if (failed) whole = fs::absolute(given, failed).lexically_normal().string();
  while (whole.size() > 1 && whole.back() == '/') whole.pop_back();
  return whole;
}

class Walker {
 public:
  Walker(const std::vector<SourcePath>& paths, const Limits& limits, const base::Progress& progress)
      : m_paths(paths), m_limits(limits), m_progress(progress) {}

  base::Outcome<Walk> walk() {
    for (std::size_t i = 0; i < m_paths.size(); ++i)
      if (!addPath(i)) return base::Cancelled{};
    removeDuplicates();
    return std::move(m_walk);
  }

 private:
  bool addPath(std::size_t index) {
    m_source = index;
    const std::string& path = m_paths[index].path;
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (path.empty() || path.find('\0') != std::string::npos || status.type() == fs::file_type::not_found) {
      addProblem(ErrorCode::NotFound, "There is no file or folder here.", "Check the path.", path);
    } else if (failed) {
      addProblem(ErrorCode::NotReadable, "This cannot be read: " + failed.message() + ".",
              "Ask its owner, or change its permissions.", path);
    } else if (status.type() == fs::file_type::directory) {
      return addFolder(path);
    } else if (status.type() == fs::file_type::regular) {
      ++m_walk.readable;
      const fs::path given(path);
      const std::string whole = canonicalPath(given.parent_path().string()) + "/" + given.filename().string();
      addFile(path, whole, kindOf(path), liesInBaselines(whole), true);
    } else {
      addProblem(ErrorCode::NotReadable, "This is a device or a pipe, not a file.", "", path);
    }
    return true;
  }

  bool addFolder(const std::string& path) {
    const std::string checkout = treeOfCheckout(path);
    const std::string& top = checkout.empty() ? path : checkout;
    m_links = m_tooDeep = 0;
    m_reportedFull = false;
    const std::size_t before = m_walk.files.size(), others = m_walk.otherFiles, problems = m_walk.problems.size();
    std::string whole = canonicalPath(top);
    const bool isTree = !checkout.empty() || liesInBaselines(whole + "/");
    if (!walkBelow({top, std::move(whole), 0, isTree})) return false;
    std::sort(m_walk.files.begin() + static_cast<std::ptrdiff_t>(before), m_walk.files.end(),
              [](const FoundFile& a, const FoundFile& b) { return a.path < b.path; });
    if (m_links != 0)
      addProblem(ErrorCode::NotReadable,
              thousands(m_links) + (m_links == 1 ? " link in this folder was" : " links in this folder were") +
                  " not followed: it might lead outside, or in a circle.",
              "Open its target itself if you need it.", top);
    if (m_tooDeep != 0)
      addProblem(ErrorCode::TooLarge,
              "Folders below level " + std::to_string(m_limits.depth) + " were not read (" +
                  thousands(m_tooDeep) + ").",
              "Open a folder further down.", top);
    if (m_walk.files.size() == before && m_walk.problems.size() == problems)
      addProblem(ErrorCode::NotFound,
              m_walk.otherFiles == others ? std::string("This folder is empty.")
                                          : "This folder holds no CSV, zip, JSON or log, only " +
                                                thousands(m_walk.otherFiles - others) + " other files.",
              "Open the folder that holds a run's results, its artifact zips, or a PyTorch checkout.", top);
    return true;
  }

  /// treeOfCheckout is the folder of baselines if this is a checkout, else "".
  std::string treeOfCheckout(const std::string& folder) const {
    flaky::Checkout checkout;
    checkout.root = folder;
    return baselines::baselineFolder(checkout);
  }

  bool walkBelow(Folder first) {
    bool wasRead = false;
    std::vector<Folder> open{std::move(first)};
    while (!open.empty()) {
      const Folder folder = std::move(open.back());
      open.pop_back();
      std::error_code failed;
      fs::directory_iterator entry(folder.path, failed);
      if (failed) {
        addProblem(ErrorCode::NotReadable, "This folder cannot be listed: " + failed.message() + ".",
                "Ask its owner, or change its permissions.", folder.path);
        continue;
      }
      if (!std::exchange(wasRead, true)) ++m_walk.readable;
      for (const fs::directory_iterator end; entry != end; entry.increment(failed)) {
        if (m_entries == m_limits.files) {
          if (!std::exchange(m_reportedFull, true))
            addProblem(ErrorCode::TooLarge,
                    thousands(m_entries) + " files read; there are more, and they were left out.",
                    "Open the folder that holds the results, not one far above it.", folder.path);
          return true;
        }
        if (++m_entries % kReportEvery == 0 && !m_progress.report(0, 0)) return false;
        addEntry(*entry, folder, open);
      }
      if (failed)
        addProblem(ErrorCode::NotReadable, "This folder cannot be listed to its end: " + failed.message() + ".", "",
                folder.path);
    }
    return !m_progress.stopRequested();
  }

  void addEntry(const fs::directory_entry& entry, const Folder& folder, std::vector<Folder>& open) {
    std::error_code failed;
    const std::string name = entry.path().filename().string();
    if (entry.is_symlink(failed)) {
      ++m_links;
    } else if (entry.is_directory(failed)) {
      const auto& known = configs::catalogue().hiddenFolders;
      if (name.front() == '.' && std::ranges::find(known, name) == known.end()) return;  // .git and the like
      if (folder.depth + 1 > m_limits.depth) {
        ++m_tooDeep;
        return;
      }
      const std::string checkout = treeOfCheckout(entry.path().string());
      const bool isTree = folder.isBaselines || name == configs::catalogue().baselineFolder;
      if (checkout.empty()) {
        open.push_back({entry.path().string(), folder.whole + "/" + name, folder.depth + 1, isTree});
      } else {
        open.push_back({checkout, canonicalPath(checkout), folder.depth + 1, true});
      }
    } else if (name.front() != '.' && entry.is_regular_file(failed)) {  // our own log of decisions is no result
      addFile(entry.path().string(), folder.whole + "/" + name, kindOf(name), folder.isBaselines, false);
    } else {
      ++m_walk.otherFiles;
    }
  }

  void addFile(const std::string& path, std::string whole, FileKind kind, bool inBaselines, bool isGiven) {
    if (kind == FileKind::Other && !isGiven) {
      ++m_walk.otherFiles;
      return;
    }
    const Role role = m_paths[m_source].role;
    FoundFile file{path, m_source, role, role == Role::Auto ? inBaselines : role == Role::Expected, kind, isGiven};
    file.whole = std::move(whole);
    m_walk.files.push_back(std::move(file));
  }

  /// removeDuplicates keeps a file that several paths lead to once, where it was found first; an explicit role wins.
  void removeDuplicates() {
    std::unordered_map<std::string_view, std::size_t> known;
    std::vector<FoundFile> kept;
    kept.reserve(m_walk.files.size());
    for (FoundFile& file : m_walk.files) {
      const auto found = known.find(file.whole);
      if (found == known.end()) {
        kept.push_back(std::move(file));
        known.emplace(kept.back().whole, kept.size() - 1);
      } else if (FoundFile& first = kept[found->second]; first.role == Role::Auto && file.role != Role::Auto) {
        first.role = file.role;
        first.isBaseline = file.isBaseline;
      }
    }
    m_walk.files = std::move(kept);
  }

  void addProblem(ErrorCode code, std::string text, std::string hint, const std::string& path) {
    m_walk.problems.push_back({code, std::move(text), std::move(hint), path});
  }

  const std::vector<SourcePath>& m_paths;
  const Limits& m_limits;
  const base::Progress& m_progress;
  Walk m_walk;
  std::size_t m_source = 0, m_entries = 0, m_links = 0, m_tooDeep = 0;
  bool m_reportedFull = false;
};

}  // namespace

FileKind kindOf(std::string_view name) {
  for (const Ending& ending : kEndings) {
    if (name.size() <= ending.text.size()) continue;
    const std::string_view tail = name.substr(name.size() - ending.text.size());
    if (text::toLower(tail) == ending.text) return ending.kind;
  }
  return FileKind::Other;
}

bool liesInBaselines(std::string_view path) {
  const std::string_view word = configs::catalogue().baselineFolder;
  for (std::size_t at = path.find(word); !word.empty() && at != path.npos; at = path.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || path[at - 1] == '/') && end < path.size() && path[end] == '/') return true;
  }
  return false;
}

base::Outcome<Walk> walkPaths(const std::vector<SourcePath>& paths, const Limits& limits,
                              const base::Progress& progress) {
  return Walker(paths, limits, progress).walk();
}

}  // namespace plumbline::sources
