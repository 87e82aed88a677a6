// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/git_history.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "core/files/child_process.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"
#include "core/text/utf8.h"

namespace plumbline::sources {
namespace {

using base::ErrorCode;

/// safeSettings are arguments before git's command. They override, from the command line, settings of a repository that
/// would start a program or change the output.
const std::vector<std::string>& safeSettings() {
  static const std::vector<std::string> kSettings = {
      "--no-pager", "--no-optional-locks", "--no-replace-objects",
      "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false",
      "-c", "gpg.program=/bin/false", "-c", "gpg.ssh.program=/bin/false", "-c", "core.sshCommand=/bin/false",
      "-c", "protocol.allow=never", "-c", "diff.external=", "-c", "diff.relative=false", "-c", "log.follow=false",
      "-c", "i18n.logOutputEncoding=UTF-8", "-c", "core.quotePath=false",
      // A folder of a tree that looks like a bare repository is none. Packs are mapped in small windows, so that the
      // limit of address space holds for large clones too.
      "-c", "safe.bareRepository=explicit", "-c", "core.packedGitWindowSize=16m", "-c", "core.packedGitLimit=64m"};
  return kSettings;
}

/// isSafe: what looks at the files of the work tree (status, diff, stash, add) starts the filters of the repository.
bool isSafe(std::string_view command) {
  constexpr std::array<std::string_view, 12> kSafe = {"cat-file", "check-attr", "config", "log", "ls-files", "ls-tree",
                                                      "merge-base", "remote", "rev-list", "rev-parse", "symbolic-ref", "update-ref"};
  return std::ranges::find(kSafe, command) != kSafe.end();
}

/// workTreeOf returns the folder around `checkout` that holds ".git": all in it is of the repository's author. Outside a
/// repository it is `checkout` itself. Links are resolved.
std::string workTreeOf(const std::string& checkout) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path named = fs::weakly_canonical(checkout, error);
  for (fs::path folder = named; !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder.string();
    if (folder == folder.root_path()) break;
  }
  return named.string();
}

/// waitingFile returns a pipe or device in a repository that git would wait for.
std::optional<std::string> waitingFile(const std::string& tree) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path git = fs::path(tree) / ".git";
  for (const fs::path& file : {git, git / "HEAD", git / "config", git / "config.worktree", git / "commondir", git / "packed-refs",
                               git / "shallow", git / "index", git / "info" / "attributes", git / "info" / "grafts",
                               git / "objects" / "info" / "alternates"}) {
    const fs::file_status status = fs::status(file, error);
    if (fs::is_fifo(status) || fs::is_character_file(status)) return file.string();
  }
  return std::nullopt;
}

/// firstLine of git's error message, without "fatal: ".
std::string firstLine(const std::string& err) {
  std::string line = err.substr(0, err.find('\n'));
  for (const std::string_view prefix : {"fatal: ", "error: "})
    if (line.starts_with(prefix)) line.erase(0, prefix.size());
  if (!line.empty() && !line.ends_with('.')) line += '.';
  return line;
}

/// isBundle: the file begins with "# v2 git bundle" or a later version.
bool isBundle(const std::string& path) {
  std::array<char, 16> head{};
  std::error_code noFile;
  if (!std::filesystem::is_regular_file(path, noFile)) return false;
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  const std::string_view line(head.data(), head.size());
  return line.starts_with("# v") && line.ends_with(" git bundle\n");
}

base::Error complaint(const std::string& checkout, const files::ChildAnswer& answer, std::size_t maxMemory) {
  if (answer.err.find("ut of memory") != std::string::npos ||
      answer.err.find("Cannot allocate memory") != std::string::npos)
    return {ErrorCode::TooLarge, "git needs more memory for this repository than its limit of " +
                                     text::sizeText(maxMemory) + '.',
            "Name a smaller folder, or look at the repository first: git fsck.", checkout};
  if (answer.err.find("dubious ownership") != std::string::npos)
    return {ErrorCode::NotReadable, "git does not trust this repository: it belongs to another user.",
            "Mark it as safe: git config --global --add safe.directory FOLDER.", checkout};
  if (answer.err.find("cannot use bare repository") != std::string::npos)
    return {ErrorCode::NotReadable, "This repository has no work tree (it is a bare one).",
            "Clone it first: git clone REPOSITORY FOLDER.", checkout};
  if (answer.err.find("not a git repository") != std::string::npos ||
      answer.err.find("cannot change to") != std::string::npos) {
    if (isBundle(checkout))
      return {ErrorCode::NotFound, "This is a git bundle, not a repository.", "Clone it first: git clone BUNDLE FOLDER.", checkout};
    return {ErrorCode::NotFound, "There is no git repository here.", "Name a folder of a clone.", checkout};
  }
  if (answer.err.find("does not have any commits") != std::string::npos ||
      answer.err.find("bad revision 'HEAD'") != std::string::npos ||
      answer.err.find("Not a valid object name HEAD") != std::string::npos)
    return {ErrorCode::NotFound, "This repository has no commits yet.", "Commit something, or name a folder of another clone.", checkout};
  return {ErrorCode::NotReadable, "git failed: " + firstLine(answer.err), "", checkout};
}

base::Error missingVersion(const std::string& checkout) {
  return {ErrorCode::NotFound, "This clone does not hold every version of the files (it is a partial one).",
          "Get the rest first: git fetch --refetch --no-filter.", checkout};
}

base::Error blobsError(const std::string& checkout) {
  return {ErrorCode::BadFormat, "git's output was not understood: versions of files are missing from it.",
          "Look at the repository first: git fsck.", checkout};
}

/// Fields splits output at a separator.
class Fields {
 public:
  Fields(std::string_view output, char separator) : m_rest(output), m_separator(separator) {}
  bool atEnd() const { return m_rest.empty(); }
  std::string_view peek() const { return m_rest.substr(0, m_rest.find(m_separator)); }
  /// next returns nullopt if the separator is missing: every field ends in one.
  std::optional<std::string_view> next() {
    const std::size_t end = m_rest.find(m_separator);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view field = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return field;
  }

 private:
  std::string_view m_rest;
  char m_separator;
};

std::string idIn(std::string_view mode, std::string_view id) {
  return mode.starts_with("100") ? std::string(id) : std::string();
}

constexpr std::size_t kMaxCommitText = 4096;  // of a subject or an author, which every change of a commit repeats

/// toUtf8 replaces invalid bytes and cuts what is too long: names and subjects are shown and written as JSON.
std::string toUtf8(std::string_view text) {
  std::string out(text.substr(0, kMaxCommitText));
  for (std::size_t at = 0; const auto bad = text::firstInvalidUtf8(std::string_view(out).substr(at)); ++at) out[at += *bad] = '?';
  return out;
}

/// fileOf reads ":100644 100644 OLD NEW M".
std::optional<LoggedFile> fileOf(std::string_view meta) {
  Fields fields(meta, ' ');
  const auto oldMode = fields.next();
  const auto newMode = fields.next();
  const auto before = fields.next();
  const auto after = fields.next();
  if (!after || !oldMode->starts_with(':') || !text::isWholeHash(*before) || !text::isWholeHash(*after)) return std::nullopt;
  return LoggedFile{{}, idIn(oldMode->substr(1), *before), idIn(*newMode, *after)};
}

tl::unexpected<const char*> badOutput(const char* what) { return tl::unexpected<const char*>(what); }

bool isRaw(std::string_view field) { return field.starts_with("\n:") || field.starts_with(':'); }

bool parseNumber(std::string_view text, std::uint64_t& value) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

base::Error outputError(const std::string& what) {
  return {base::ErrorCode::BadFormat, "git's output was not understood: " + what + '.',
          "Try the same with git itself: git log --raw."};
}

/// asPattern writes a text so that it matches itself alone.
std::string asPattern(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// HistoryReader runs git for the commits and their files, for the files of HEAD, and for the sizes and the bytes of
/// every version.
class HistoryReader {
 public:
  HistoryReader(std::string checkout, std::string folder, const HistoryOptions& options, const base::Progress& progress)
      : m_git(std::move(checkout), progress.stopToken(), options.git),
        m_folder(std::move(folder)),
        m_options(options),
        m_progress(progress) {}

  /// read hands out parts of at most `atOnce` bytes.
  std::optional<base::Failure> read(std::uint64_t atOnce, const HistoryPartUse& use) {
    for (const auto step : {&HistoryReader::findShallow, &HistoryReader::readLog, &HistoryReader::readTree,
                            &HistoryReader::measure}) {
      if (!m_progress.report(m_step++, kSteps)) return base::Cancelled{};
      if (auto error = (this->*step)()) return *std::move(error);
      if (m_git.wasCancelled()) return base::Cancelled{};
    }
    const std::size_t all = m_logged.size();
    for (std::size_t end = all, isFirst = 1; end > 0 || isFirst != 0; isFirst = 0) {
      const base::Progress rest = m_progress.part(base::Progress::kScale * m_step / kSteps, base::Progress::kScale);
      if (!rest.report(all - end, all)) return base::Cancelled{};
      if (auto error = readPart(end, atOnce, isFirst != 0)) return *std::move(error);
      if (m_git.wasCancelled()) return base::Cancelled{};
      end -= m_part.commits.size();
      if (auto problem = use(m_part)) return problem;
    }
    return std::nullopt;
  }

 private:
  using Problem = std::optional<base::Error>;

  Problem findShallow() {
    const auto output = m_git.run({"rev-parse", "--is-shallow-repository"});
    if (!output) return output.error();
    m_shallow = *output == "true\n";
    return std::nullopt;
  }

  std::vector<std::string> inFolder(std::vector<std::string> arguments) const {
    if (!m_options.endings.empty()) {
      arguments.emplace_back("--");
      for (const std::string& ending : m_options.endings)
        arguments.push_back(asPattern(m_folder) + (m_folder.empty() ? "" : "/") + "**/*" + asPattern(ending));
    } else if (!m_folder.empty()) {
      arguments.insert(arguments.end(), {"--", m_folder});
    }
    return arguments;
  }

  Problem readLog() {
    const auto output = m_git.run(inFolder({"log",
                                            "--first-parent",
                                            "-m",
                                            "-z",
                                            "--raw",
                                            "--no-abbrev",
                                            "--no-renames",
                                            "--no-color",
                                            "--no-ext-diff",
                                            "--no-textconv",
                                            "--no-show-signature",
                                            "--no-mailmap",
                                            "--no-notes",
                                            "--no-decorate",
                                            "-O/dev/null",
                                            "--date=short",
                                            "--format=%H%x00%P%x00%ad%x00%ct%x00%an%x00%s",
                                            "-n",
                                            std::to_string(m_options.commits + 1),
                                            "HEAD"}),
                                  {}, kMaxGitOutput, m_options.endings.empty() ? Git::Paths::Literal : Git::Paths::Patterns);
    if (!output) return output.error();
    auto commits = loggedCommits(*output);
    if (!commits) return outputError(commits.error());
    m_logged = std::move(*commits);
    if (m_logged.size() > m_options.commits) {
      m_logged.resize(m_options.commits);
      m_cut = true;
    }
    // The oldest commit of a shallow clone seems to add every file; what it changed is unknown.
    if (m_shallow && !m_logged.empty() && !m_logged.back().hasParent) {
      m_logged.pop_back();
      m_cut = true;
    }
    return std::nullopt;
  }

  Problem readTree() {
    std::vector<std::string> arguments = {"ls-tree", "-r", "-z", "--full-name", "HEAD"};  // it knows no patterns
    if (!m_folder.empty()) arguments.insert(arguments.end(), {"--", m_folder});
    const auto output = m_git.run(arguments);
    if (!output) return output.error();
    auto files = listedFiles(*output);
    if (!files) return outputError(files.error());
    m_now = std::move(*files);
    std::erase_if(m_now, [&](const auto& file) {
      const auto isEnd = [&](const std::string& ending) { return file.first.ends_with(ending); };
      return !m_options.endings.empty() && std::ranges::none_of(m_options.endings, isEnd);
    });
    return std::nullopt;
  }

  /// measure drops the oldest commits if all versions together would take too much memory.
  Problem measure() {
    std::vector<std::string> ids;
    std::set<std::string> seen;
    const auto addId = [&](const std::string& id) {
      if (!id.empty() && seen.insert(id).second) ids.push_back(id);
    };
    for (const auto& [path, id] : m_now) addId(id);
    for (const LoggedCommit& commit : m_logged)
      for (const LoggedFile& file : commit.files) {
        addId(file.after);
        addId(file.before);
      }
    auto sizes = m_git.sizes(ids);
    if (!sizes) return sizes.error();
    if (m_git.wasCancelled()) return std::nullopt;
    m_sizes = *std::move(sizes);

    std::uint64_t total = 0;
    const auto addBlob = [&](const std::string& id) {
      if (seen.erase(id) > 0) total += m_sizes.at(id);
    };
    for (const auto& [path, id] : m_now) addBlob(id);
    if (total > m_options.bytes)
      return base::Error{base::ErrorCode::TooLarge,
                         "The files take " + std::to_string(total) + " bytes, more than " +
                             std::to_string(m_options.bytes) + '.',
                         "Name a smaller folder.", m_folder};
    for (std::size_t i = 0; i < m_logged.size(); ++i) {
      for (const LoggedFile& file : m_logged[i].files) {
        addBlob(file.after);
        addBlob(file.before);
      }
      if (total <= m_options.bytes) continue;
      m_logged.resize(i);
      m_cut = true;
    }
    return std::nullopt;
  }

  /// readPart reads commits before `end`, the oldest one first, until `atOnce` bytes are reached.
  Problem readPart(std::size_t end, std::uint64_t atOnce, bool isFirst) {
    m_part = {};
    m_part.cut = m_cut;
    m_blobs.clear();
    std::uint64_t total = 0;
    const auto addBlob = [&](const std::string& id) {
      if (!id.empty() && m_blobs.emplace(id, std::string()).second) total += m_sizes.at(id);
    };
    const std::map<std::string, std::string> oldest = isFirst ? oldestFiles() : std::map<std::string, std::string>();
    for (const auto& [path, id] : oldest) addBlob(id);
    std::size_t first = end;
    for (; first > 0; --first) {
      const std::vector<LoggedFile>& files = m_logged[first - 1].files;
      std::uint64_t more = 0;
      for (const LoggedFile& file : files) more += file.after.empty() ? 0 : m_sizes.at(file.after);
      if (first < end && total + more > atOnce) break;
      for (const LoggedFile& file : files) addBlob(file.after);
    }
    if (total > atOnce)
      return base::Error{base::ErrorCode::TooLarge,
                         "The versions of commit " + (end > 0 ? m_logged[end - 1].commit.hash.substr(0, 12) : "HEAD") + " take " +
                             text::sizeText(total) + ", more than " + text::sizeText(atOnce) + '.',
                         "Look for large files: git ls-tree -r -l HEAD.", m_folder};
    if (auto error = m_git.fill(m_blobs, total)) return error;
    if (!m_git.wasCancelled()) assemble(first, end, oldest);
    return std::nullopt;
  }

  /// oldestFiles are the files before the oldest commit: blob by path.
  std::map<std::string, std::string> oldestFiles() const {
    std::map<std::string, std::string> oldest = m_now;
    for (const LoggedCommit& commit : m_logged)
      for (const LoggedFile& file : commit.files) oldest[file.path] = file.before;
    return oldest;
  }

  void assemble(std::size_t first, std::size_t end, const std::map<std::string, std::string>& oldest) {
    std::unordered_map<std::string, GitBytes> shared;
    const auto bytesOf = [&](const std::string& id) {
      GitBytes& bytes = shared[id];
      if (!bytes) bytes = std::make_shared<const std::string>(std::move(m_blobs.at(id)));
      return bytes;
    };
    for (std::size_t i = first; i < end; ++i) {
      for (const LoggedFile& file : m_logged[i].files) {
        GitVersion version{.commit = i - first, .exists = !file.after.empty(), .bytes = {}};
        if (version.exists) version.bytes = bytesOf(file.after);
        m_part.versions[file.path].push_back(std::move(version));
      }
      m_part.commits.push_back(std::move(m_logged[i].commit));
    }
    for (const auto& [path, id] : oldest)
      if (!id.empty()) m_part.before[path] = bytesOf(id);
  }

  static constexpr std::uint64_t kSteps = 5;
  Git m_git;
  std::string m_folder;
  HistoryOptions m_options;
  const base::Progress& m_progress;
  std::uint64_t m_step = 0;
  bool m_shallow = false;
  std::vector<LoggedCommit> m_logged;
  std::map<std::string, std::string> m_now;               ///< blob by path in HEAD
  std::unordered_map<std::string, std::uint64_t> m_sizes;
  std::unordered_map<std::string, std::string> m_blobs;  ///< bytes by blob id, of one part
  bool m_cut = false;
  GitHistory m_part;
};

}  // namespace

ParsedGit<std::vector<LoggedCommit>> loggedCommits(std::string_view output) {
  std::vector<LoggedCommit> commits;
  Fields fields(output, '\0');
  while (!fields.atEnd()) {
    const auto hash = fields.next();
    const auto parents = fields.next();
    const auto date = fields.next();
    const auto time = fields.next();
    const auto author = fields.next();
    const auto subject = fields.next();
    std::uint64_t seconds = 0;
    if (!subject || !text::isWholeHash(*hash) || !parseNumber(*time, seconds)) return badOutput("a commit without its hash or time");
    LoggedCommit commit{{std::string(*hash), toUtf8(*date), toUtf8(*author), toUtf8(*subject), static_cast<std::int64_t>(seconds)},
                        !parents->empty(), {}};
    while (!fields.atEnd() && isRaw(fields.peek())) {
      std::string_view meta = *fields.next();
      if (meta.starts_with('\n')) meta.remove_prefix(1);
      auto file = fileOf(meta);
      const auto path = fields.next();
      if (!file || !path || path->empty()) return badOutput("a file without its versions");
      file->path = text::escapedBytes(*path);
      if (file->before != file->after) commit.files.push_back(std::move(*file));
    }
    commits.push_back(std::move(commit));
  }
  return commits;
}

ParsedGit<std::map<std::string, std::string>> listedFiles(std::string_view output) {
  std::map<std::string, std::string> files;
  Fields entries(output, '\0');
  while (!entries.atEnd()) {
    const auto entry = entries.next();
    const std::size_t tab = entry ? entry->find('\t') : std::string_view::npos;
    if (tab == std::string_view::npos) return badOutput("a file without a path");
    Fields fields(entry->substr(0, tab), ' ');
    const auto mode = fields.next();
    const auto type = fields.next();
    if (!type || !text::isWholeHash(fields.peek())) return badOutput("a file without its version");
    std::string id = idIn(*mode, fields.peek());
    if (!id.empty()) files.emplace(text::escapedBytes(entry->substr(tab + 1)), std::move(id));
  }
  return files;
}

base::Result<std::string> Git::run(const std::vector<std::string>& arguments, const std::string& input,
                                   std::size_t maxOutput, Paths paths) {
  if (arguments.empty() || !isSafe(arguments.front()))
    return base::fail(ErrorCode::BadArgument, "This command of git may start programs of the repository.", "", m_checkout);
  const std::string tree = workTreeOf(m_checkout);
  if (auto file = waitingFile(tree))
    return base::fail(ErrorCode::NotReadable, "This is a pipe or a device where git has a file.", "Remove it if you did not make it.",
                      *std::move(file));
  files::ChildRequest request{.program = "git",
                              .arguments = {"-C", m_checkout},
                              .input = input,
                              .maxOutput = maxOutput,
                              .patience = m_limits.time,
                              .maxMemory = m_limits.memory,
                              .untrusted = tree,
                              .environmentWithout = {"GIT_"},
                              .environmentWith = {"GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0",
                                                  "LC_ALL=C"}};
  request.arguments.insert(request.arguments.end(), safeSettings().begin(), safeSettings().end());
  request.arguments.emplace_back(paths == Paths::Literal ? "--literal-pathspecs" : "--glob-pathspecs");
  request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
  auto answer = files::runChild(request, m_stop);
  if (answer.isCancelled()) {
    m_cancelled = true;
    return std::string();
  }
  if (answer.isError()) {
    base::Error error = answer.error();
    if (error.code == ErrorCode::NotFound) error.hint = "Install git.";
    return base::fail(std::move(error));
  }
  if (answer.value().exitCode != 0) return base::fail(complaint(m_checkout, answer.value(), m_limits.memory));
  return std::move(answer.value().out);
}

base::Result<std::unordered_map<std::string, std::uint64_t>> Git::sizes(const std::vector<std::string>& ids) {
  std::unordered_map<std::string, std::uint64_t> sizes;
  std::string input;
  for (const std::string& id : ids) input += id + '\n';
  const auto output = run({"cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"}, input);
  if (!output || m_cancelled) return output ? base::Result<decltype(sizes)>(sizes) : base::fail(output.error());
  Fields lines(*output, '\n');
  for (const std::string& id : ids) {
    const auto line = lines.next();
    if (line && line->ends_with(" missing")) return base::fail(missingVersion(m_checkout));
    std::uint64_t size = 0;
    if (!line || !line->starts_with(id + " blob ") || !parseNumber(line->substr(id.size() + 6), size))
      return base::fail(blobsError(m_checkout));
    sizes.emplace(id, size);
  }
  return sizes;
}

std::optional<base::Error> Git::fill(std::unordered_map<std::string, std::string>& blobs, std::size_t limit) {
  std::string input;
  for (const auto& [id, bytes] : blobs) input += id + '\n';
  if (input.empty()) return std::nullopt;
  const auto output = run({"cat-file", "--batch", "--buffer"}, input, limit + blobs.size() * 128);
  if (!output) return output.error();
  if (m_cancelled) return std::nullopt;
  std::string_view rest = *output;
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return blobsError(m_checkout);
    const std::string_view head = rest.substr(0, end);
    const std::size_t blank = head.find(' ');
    const auto blob = blobs.find(std::string(head.substr(0, blank)));
    std::uint64_t size = 0;
    rest.remove_prefix(end + 1);
    if (blob == blobs.end() || !head.substr(blank).starts_with(" blob ") ||
        !parseNumber(head.substr(blank + 6), size) || rest.size() < size + 1)
      return blobsError(m_checkout);
    blob->second = rest.substr(0, size);
    rest.remove_prefix(size + 1);
  }
  return std::nullopt;
}

base::Outcome<GitHistory> readHistory(const std::string& checkout, const std::string& folder,
                                      const HistoryOptions& options, const base::Progress& progress) {
  GitHistory whole;
  HistoryReader reader(checkout, folder, options, progress);
  const auto keep = [&](const GitHistory& part) {
    whole = part;
    return std::optional<base::Failure>();
  };
  if (auto problem = reader.read(std::numeric_limits<std::uint64_t>::max(), keep)) return *std::move(problem);
  return whole;
}

std::optional<base::Failure> readHistoryParts(const std::string& checkout, const std::string& folder, const HistoryOptions& options,
                                              const base::Progress& progress, const HistoryPartUse& use) {
  return HistoryReader(checkout, folder, options, progress).read(options.bytesAtOnce, use);
}

}  // namespace plumbline::sources
