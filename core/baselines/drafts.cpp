// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baselines/drafts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <unordered_map>

#include "core/files/locked_log.h"
#include "core/text/json_text.h"
#include "core/text/line_diff.h"
#include "core/text/quantities.h"

namespace plumbline::baselines {
namespace {

using LineCounts = std::unordered_map<std::string_view, long>;  ///< how often a line leaves, less how often it comes

void countLines(LineCounts& lines, long by, std::span<const std::string_view> some) {
  for (const std::string_view line : some)
    if (line.find_first_not_of(" \t\r\n") != std::string_view::npos) lines[line] += by;
}

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxGitFileBytes = 64 * 1024;

/// realPath resolves links, so that a baseline is looked for where its bytes are. What does not exist yet stays as it
/// is.
fs::path realPath(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path, error).lexically_normal() : real;
}

/// fileKey names a file in its real folder, so that it is one draft however its path is spelled. A link to a file is
/// another file: it cannot be saved.
std::string fileKey(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return (realPath(whole.parent_path().string()) / whole.filename()).string();
}

/// entryOf finds a file among those of Drafts, which are kept by fileKey.
template <typename Files>
auto entryOf(Files& files, const std::string& path) {
  auto entry = files.find(path);
  if (entry == files.end() && !files.empty()) entry = files.find(fileKey(path));
  return entry;
}

/// markOf returns the ".git" of the work tree around a file: a folder, or the file of a linked work tree.
std::optional<fs::path> markOf(const fs::path& file) {
  std::error_code error;
  for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder / ".git";
    if (folder == folder.root_path()) break;
  }
  return std::nullopt;
}

/// namedIn returns the path that a file of git holds behind `prefix`, relative to the file's folder.
std::optional<fs::path> namedIn(const fs::path& file, std::string_view prefix) {
  const auto read = files::readFile(file.string(), kMaxGitFileBytes);
  if (!read || !read->bytes.starts_with(prefix)) return std::nullopt;
  const std::string& text = read->bytes;
  const std::size_t begin = text.find_first_not_of(" \t", prefix.size());
  const std::size_t end = std::min(text.find_first_of("\r\n", prefix.size()), text.size());
  if (begin == std::string::npos || begin >= end) return std::nullopt;
  return (file.parent_path() / text.substr(begin, end - begin)).lexically_normal();
}

/// belongsTo returns whether the folder that a ".git" file names is of its work tree: git notes the way back for a
/// linked work tree, and keeps those of submodules in the repository around them.
bool belongsTo(const fs::path& folder, const fs::path& mark) {
  std::error_code error;
  if (const auto back = namedIn(folder / "gitdir", ""); back && fs::equivalent(*back, mark, error)) return true;
  const auto around = gitFolder(mark.parent_path().string());
  return around && realPath(folder.string()).string().starts_with(realPath(*around + "/modules").string() + '/');
}

fs::path commonFolder(const std::vector<fs::path>& files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files) {
    fs::path kept;
    auto part = file.begin();
    for (const fs::path& name : common) {
      if (part == file.end() || *part != name) break;
      kept /= name;
      ++part;
    }
    common = kept;
  }
  return common;
}

base::Error twoRoots(const std::string& one, const std::string& other) {
  return {base::ErrorCode::BadArgument, one + " and " + other + " do not lie in one repository.",
          "Make a patch for each of them.", other};
}

using Json = nlohmann::ordered_json;  // members stay in the order they are given

std::string utcText(std::chrono::system_clock::time_point now) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string keyOf(const std::string& baseline, const std::string& model) { return baseline + '\n' + model; }

/// withoutTime is what a line says apart from its time.
std::string contentOf(Json line) {
  line.erase("time");
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// newestLines reads the last line about each model. What is not JSON is skipped: a log is never a reason to fail.
std::unordered_map<std::string, std::string> newestLines(const std::string& path) {
  std::unordered_map<std::string, std::string> newest;
  const auto read = files::readLog(path);
  if (!read) return newest;
  const std::string& bytes = *read;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    Json line = text::parseOrderedJson(std::string_view(bytes).substr(begin, end - begin));
    begin = end + 1;
    if (!line.is_object() || !line["baseline"].is_string() || !line["model"].is_string()) continue;
    const std::string key = keyOf(line["baseline"], line["model"]);
    newest[key] = contentOf(std::move(line));
  }
  return newest;
}

std::string insidePath(const std::string& baseline) {
  const auto places = placesOf({baseline});
  return places ? places->inside.front() : baseline;
}

/// isAsRead returns whether the file on disk is still the one that the edits were made on.
bool isAsRead(const Drafts::File& file) {
  const auto now = files::stampOf(file.path);
  if (now) return file.exists && *now == file.stamp;
  return !file.exists && now.error().code == base::ErrorCode::NotFound;
}

/// editsIn counts as editCount of a file whose changed lines are known.
std::size_t editsIn(const Drafts::File& file, const std::vector<text::LineChange>& changes) {
  if (changes.empty() || !file.path.ends_with(".csv")) return changes.size();  // a stretch of a list or script is one edit
  const auto before = text::linesOf(file.saved);
  const auto after = text::linesOf(file.pending);
  LineCounts lines;
  for (const text::LineChange& change : changes) {
    countLines(lines, 1, std::span(before).subspan(change.beforeFirst, change.beforeCount));
    countLines(lines, -1, std::span(after).subspan(change.afterFirst, change.afterCount));
  }
  std::unordered_map<std::string_view, std::array<long, 2>> rows;  // by name, before and after
  for (const auto& [line, left] : lines) rows[line.substr(0, line.find_first_of(",\r\n"))][left > 0 ? 0 : 1] += std::abs(left);
  std::size_t count = 0;
  for (const auto& [name, sides] : rows) count += static_cast<std::size_t>(std::max(sides[0], sides[1]));
  return std::max<std::size_t>(count, 1);  // a change of blank lines or of the order only is one edit all the same
}

/// FileOfDecision finds the file of one decision after the other. Its answers are kept: a lookup may ask the file
/// system, and thousands of decisions are about one file.
class FileOfDecision {
 public:
  explicit FileOfDecision(const Drafts& drafts) : m_drafts(drafts) {}
  const Drafts::File* operator()(const DecisionKey& key) {
    const auto [known, isNew] = m_files.try_emplace(key.baseline);
    if (isNew) known->second = m_drafts.find(key.baseline);
    return known->second;
  }

 private:
  const Drafts& m_drafts;
  std::unordered_map<std::string, const Drafts::File*> m_files;
};

/// loggableDecisions are those that are settled. What was decided about a file that could not be written may still be
/// changed: it is logged when that is saved.
Decisions loggableDecisions(const Drafts& drafts) {
  const std::vector<const Drafts::File*> unsaved = drafts.changed();
  FileOfDecision fileOf(drafts);
  Decisions loggable;
  for (const auto& [key, decision] : drafts.decisions())
    if (!decision.isEvidenceOnly() && std::ranges::find(unsaved, fileOf(key)) == unsaved.end())
      loggable.emplace_hint(loggable.end(), key, decision);
  return loggable;
}

SavedFile lineCounts(const Drafts::File& file) {
  const std::vector<text::LineChange> changes = text::changedLines(file.saved, file.pending);
  SavedFile report{.path = file.path, .edits = editsIn(file, changes), .before = file.saved, .error = std::nullopt};
  for (const text::LineChange& change : changes) {
    report.linesRemoved += change.beforeCount;
    report.linesAdded += change.afterCount;
  }
  return report;
}

}  // namespace

base::Result<const Drafts::File*> Drafts::open(const std::string& path, bool mayBeNew) {
  if (const File* known = find(path)) return known;
  auto read = files::readFile(path);
  if (read) return adopt({path, read->bytes, read->bytes, read->stamp, true});
  if (mayBeNew && read.error().code == base::ErrorCode::NotFound) return adopt({path, {}, {}, {}, false});
  return base::fail(read.error());
}

const Drafts::File* Drafts::adopt(File file) {
  auto entry = entryOf(m_files, file.path);
  if (entry == m_files.end()) return &m_files.emplace(fileKey(file.path), std::move(file)).first->second;
  file.path = entry->second.path;
  entry->second = std::move(file);
  return &entry->second;
}

const Drafts::File* Drafts::find(const std::string& path) const {
  const auto entry = entryOf(m_files, path);
  return entry == m_files.end() ? nullptr : &entry->second;
}

Drafts Drafts::changedFiles() const {
  Drafts changed;
  for (const auto& [key, file] : m_files)
    if (file.isChanged()) changed.m_files.emplace(key, file);
  return changed;
}

std::vector<const Drafts::File*> Drafts::changed() const {
  std::vector<const File*> out;
  for (const auto& [path, file] : m_files)
    if (file.isChanged()) out.push_back(&file);
  return out;
}

base::Result<Change> Drafts::apply(const Change& change) {
  // First everything that can fail, then the state moves in one go.
  std::map<std::string, std::string> after;
  Change back;
  back.text = change.text;
  for (const FileChange& part : change.files) {
    const File* file = find(part.path);
    if (file == nullptr) {
      return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "", part.path);
    }
    const auto earlier = after.find(file->path);
    const std::string& bytes = earlier == after.end() ? file->pending : earlier->second;
    auto result = text::applied(bytes, part.edits);
    if (!result) {
      base::Error error = result.error();
      error.file = part.path;
      return base::fail(std::move(error));
    }
    back.files.push_back({file->path, text::inverse(bytes, part.edits)});
    after[file->path] = std::move(*result);
  }
  FileOfDecision fileOf(*this);
  for (const DecisionChange& decided : change.decisions) {
    const File* file = fileOf(decided.key);
    const DecisionKey key{file == nullptr ? decided.key.baseline : file->path, decided.key.model};
    const auto it = m_decisions.find(key);
    back.decisions.push_back({key, it == m_decisions.end() ? std::nullopt : std::optional(it->second)});
    if (decided.now) {
      m_decisions[key] = *decided.now;
    } else if (it != m_decisions.end()) {
      m_decisions.erase(it);
    }
  }
  // What was done last is taken back first.
  std::reverse(back.files.begin(), back.files.end());
  std::reverse(back.decisions.begin(), back.decisions.end());
  for (auto& [path, bytes] : after) entryOf(m_files, path)->second.pending = std::move(bytes);
  return back;
}

void Drafts::rebase(const std::string& path, std::string onDisk, files::FileStamp stamp, std::string pending) {
  adopt({path, std::move(onDisk), std::move(pending), stamp, true});
}

base::Result<Change> Drafts::discardChange(const std::string& path) const {
  const File* file = find(path);
  if (file == nullptr) {
    return base::fail(base::ErrorCode::BadArgument, "This file is not open for editing.", "", path);
  }
  Change change;
  change.text = "Discard the edits of " + path.substr(path.find_last_of('/') + 1);
  change.files.push_back({file->path, text::between(file->pending, file->saved)});
  for (const auto& [key, decision] : m_decisions)
    if (key.baseline == file->path) change.decisions.push_back({key, std::nullopt});
  for (DecisionChange& gone : flakyDecisionsRemoved(m_decisions, file->pending, file->saved)) change.decisions.push_back(std::move(gone));
  return change;
}

std::vector<DecisionChange> flakyDecisionsRemoved(const Decisions& decisions, std::string_view was, std::string_view willBe) {
  std::vector<DecisionChange> gone;
  for (const auto& [key, decision] : decisions) {
    if (decision.kind != DecisionKind::Flaky) continue;
    const std::string model = key.model.substr(0, key.model.find('#', 1));  // a list names models, never their columns
    const auto names = [&model](std::string_view text) {
      return text.find('"' + model + '"') != std::string_view::npos || text.find('\'' + model + '\'') != std::string_view::npos;
    };
    if (names(was) && !names(willBe)) gone.push_back({key, std::nullopt});
  }
  return gone;
}

std::size_t editCount(const Drafts::File& file) { return editsIn(file, text::changedLines(file.saved, file.pending)); }

std::size_t editCount(const Drafts& drafts) {
  std::size_t count = 0;
  for (const Drafts::File* file : drafts.changed()) count += editCount(*file);
  return count;
}

std::size_t EditCounter::count(const Drafts& drafts) {
  std::map<std::string, Counted> files;
  std::size_t edits = 0;
  for (const Drafts::File* file : drafts.changed()) {
    const std::hash<std::string_view> hash;
    Counted now{.saved = hash(file->saved), .pending = hash(file->pending)};
    const auto known = m_files.find(file->path);
    const bool isSame = known != m_files.end() && known->second.saved == now.saved && known->second.pending == now.pending;
    now.edits = isSame ? known->second.edits : editCount(*file);
    edits += now.edits;
    files[file->path] = now;
  }
  m_files = std::move(files);
  return edits;
}

Step stepBetween(const Drafts& before, const Drafts& after, const std::string& text) {
  Step step{.forward = {.text = text, .files = {}, .decisions = {}}, .back = {.text = text, .files = {}, .decisions = {}}};
  for (const Drafts::File* file : after.changed()) {
    const Drafts::File* was = before.find(file->path);
    const std::string& bytes = was != nullptr && was->saved == file->saved ? was->pending : file->saved;
    if (bytes == file->pending) continue;
    step.forward.files.push_back({file->path, text::lineEdits(bytes, file->pending)});
    step.back.files.push_back({file->path, text::lineEdits(file->pending, bytes)});
  }
  for (const auto& [key, decision] : after.decisions()) {
    const auto was = before.decisions().find(key);
    const bool isNew = was == before.decisions().end();
    if (!isNew && was->second == decision) continue;
    step.forward.decisions.push_back({key, decision});
    step.back.decisions.push_back({key, isNew ? std::nullopt : std::optional(was->second)});
  }
  return step;
}

std::optional<std::string> repositoryRoot(const std::string& path) {
  const auto mark = markOf(realPath(path));
  if (!mark) return std::nullopt;
  return mark->parent_path().string();
}

std::optional<std::string> gitFolder(const std::string& path) {
  const auto mark = markOf(realPath(path));
  if (!mark) return std::nullopt;
  std::error_code error;
  fs::path folder = *mark;
  if (const auto kind = fs::symlink_status(*mark, error).type(); kind != fs::file_type::directory) {
    const auto named = kind == fs::file_type::regular ? namedIn(*mark, "gitdir:") : std::nullopt;
    if (!named || !belongsTo(*named, *mark)) return std::nullopt;
    folder = *named;
  }
  if (!fs::is_regular_file(folder / "HEAD", error)) return std::nullopt;
  return folder.string();
}

base::Result<Places> placesOf(const std::vector<std::string>& paths) {
  Places places;
  if (paths.empty()) return places;
  std::vector<fs::path> files;
  std::map<fs::path, std::optional<fs::path>> marks;  // by folder: many files lie in few
  std::optional<fs::path> first;
  for (const std::string& path : paths) {
    files.push_back(realPath(path));
    const auto [known, isNew] = marks.try_emplace(files.back().parent_path());
    if (isNew) known->second = markOf(files.back());
    if (files.size() == 1) first = known->second;
    if (known->second != first) return base::fail(twoRoots(paths.front(), path));
  }
  places.inRepository = first.has_value();
  places.root = first ? first->parent_path().string() : commonFolder(files).string();
  for (const fs::path& file : files) places.inside.push_back(file.lexically_relative(places.root).generic_string());
  return places;
}

base::Result<std::string> patchText(const Drafts& drafts) {
  const std::vector<const Drafts::File*> changed = drafts.changed();
  std::vector<std::string> paths;
  for (const Drafts::File* file : changed) paths.push_back(file->path);
  const auto places = placesOf(paths);
  if (!places) return base::fail(places.error());
  std::string patch;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const Drafts::File& file = *changed[i];
    const std::string before = "a/" + places->inside[i];
    const std::string after = "b/" + places->inside[i];
    patch += "diff --git " + text::gitPath(before) + ' ' + text::gitPath(after) + '\n';
    if (!file.exists) patch += "new file mode 100644\n";
    patch += text::unifiedDiff({file.exists ? before : "/dev/null", after}, file.saved, file.pending);
  }
  return patch;
}

std::string decisionName(const Decision& decision) {
  if (!decision.kind) return "note";
  switch (*decision.kind) {
    case DecisionKind::Accepted: return "accepted";
    case DecisionKind::Kept: return "kept";
    case DecisionKind::Flaky: break;
  }
  return "flaky";
}

std::optional<DecisionKind> decisionKind(std::string_view name) {
  for (const DecisionKind kind : {DecisionKind::Accepted, DecisionKind::Kept, DecisionKind::Flaky})
    if (decisionName({.kind = kind, .what = {}, .reason = {}, .note = {}}) == name) return kind;
  return std::nullopt;
}

std::string decisionLogBeside(const std::string& file) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  return ((error ? fs::path(file) : real).parent_path() / kLogBesideBaselines).string();
}

std::string decisionLogPath(const std::string& baseline) {
  if (const auto folder = gitFolder(baseline)) return *folder + "/plumbline/decisions.jsonl";
  return decisionLogBeside(baseline);
}

std::set<std::string> decisionLogPaths(const std::string& baseline) { return {decisionLogPath(baseline), decisionLogBeside(baseline)}; }

std::string decisionPath(const std::string& baseline) {
  const auto places = placesOf({baseline});
  if (!places) return baseline;
  return places->inRepository ? places->inside.front() : (fs::path(places->root) / places->inside.front()).string();
}

std::vector<LoggedDecision> loggedDecisions(const Decisions& decisions, DecisionStore::Time now) {
  std::map<std::string, std::string> paths;
  std::vector<LoggedDecision> lines;
  for (const auto& [key, decision] : decisions) {
    const auto [path, isNew] = paths.try_emplace(key.baseline);
    if (isNew) path->second = decisionPath(key.baseline);
    lines.push_back({utcText(now), path->second, key.model, decisionName(decision), decision});
  }
  return lines;
}

base::Result<void> logDecisions(const Decisions& decisions, std::chrono::system_clock::time_point now) {
  std::map<std::string, std::vector<Decisions::const_iterator>> byLog;
  std::map<std::string, std::string> logs;    // of a baseline
  std::map<std::string, std::string> inside;  // of a baseline
  for (auto it = decisions.begin(); it != decisions.end(); ++it) {
    const std::string& baseline = it->first.baseline;
    if (logs.count(baseline) == 0) {
      logs[baseline] = decisionLogPath(baseline);
      inside[baseline] = insidePath(baseline);
    }
    byLog[logs[baseline]].push_back(it);
  }
  base::Result<void> result;
  const std::string time = utcText(now);
  for (const auto& [log, entries] : byLog) {
    const auto newest = newestLines(log);
    std::string lines;
    for (const auto& entry : entries) {
      const Decision& decision = entry->second;
      Json line = {{"time", time},
                         {"baseline", inside[entry->first.baseline]},
                         {"model", entry->first.model},
                         {"decision", decisionName(decision)},
                         {"what", decision.what},
                         {"reason", decision.reason},
                         {"note", decision.note}};
      if (!decision.values.empty()) line["values"] = decision.values;
      const auto before = newest.find(keyOf(inside[entry->first.baseline], entry->first.model));
      if (before != newest.end() && before->second == contentOf(line)) continue;
      lines += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    }
    auto done = files::appendLines(log, lines);
    if (!done && result) result = base::fail(done.error());
  }
  return result;
}

bool SaveReport::allWritten() const {
  if (!changedOutside.empty()) return false;
  for (const SavedFile& file : files)
    if (file.error) return false;
  return true;
}

std::string SaveReport::written() const {
  std::size_t saved = 0;
  std::size_t edits = 0;
  for (const SavedFile& file : files) {
    if (file.error) continue;
    ++saved;
    edits += file.edits;
  }
  if (saved == 0) return {};
  return text::counted(saved, "file", "files") + " saved with " + text::counted(edits, "edit") + '.';
}

std::string SaveReport::sentence() const {
  if (!changedOutside.empty())
    return text::counted(changedOutside.size(), "file was", "files were") +
           " changed outside meanwhile; nothing was written.";
  if (files.empty()) return decisions == 0 ? "There is nothing to save." : text::counted(decisions, "decision") + " saved.";
  std::string text = written();
  const auto hasError = [](const SavedFile& file) { return file.error.has_value(); };
  if (const auto kept = static_cast<std::size_t>(std::ranges::count_if(files, hasError)); kept > 0)
    text += (text.empty() ? "" : " ") +
            text::counted(kept, "file was not written; its", "files were not written; their") + " edits are kept. " +
            std::ranges::find_if(files, hasError)->error->text;
  return text;
}

SaveReport saveAll(Drafts& drafts, const DecisionStore& store) {
  SaveReport report;
  const std::vector<const Drafts::File*> changed = drafts.changed();
  for (const Drafts::File* file : changed)
    if (!isAsRead(*file)) report.changedOutside.push_back(file->path);
  if (!report.changedOutside.empty()) return report;

  std::vector<files::SaveRequest> requests;
  for (const Drafts::File* file : changed) {
    report.files.push_back(lineCounts(*file));
    requests.push_back({file->path, &file->pending, file->exists ? &file->stamp : &files::kNoFile});
  }
  const auto stamps = files::saveFiles(requests);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (stamps[i]) {
      const std::string bytes = changed[i]->pending;
      drafts.rebase(report.files[i].path, bytes, *stamps[i], bytes);
    } else {
      report.files[i].error = stamps[i].error();
    }
  }

  const Decisions loggable = loggableDecisions(drafts);
  if (loggable.empty()) return report;
  const auto now = std::chrono::system_clock::now();
  const auto stored = store.add ? store.add(loggable, now) : base::Result<void>();
  if (!stored) report.logError = stored.error();
  if (store.add && stored && !store.writesLog) return report;
  if (const auto logged = logDecisions(loggable, now); !logged) report.logError = logged.error();
  return report;
}

}  // namespace plumbline::baselines
