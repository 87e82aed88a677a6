// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/git_commit.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <unordered_map>

#include "core/baselines/drafts.h"
#include "core/files/child_process.h"
#include "core/files/file_bytes.h"
#include "core/sources/git_history.h"
#include "core/text/ascii.h"
#include "core/text/sha256.h"
#include "core/text/utf8.h"

namespace plumbline::sources {
namespace {

using base::ErrorCode;

constexpr std::size_t kShortHash = 10;
constexpr std::chrono::seconds kGrace{2};  // git removes its locks on SIGTERM

std::string oneLine(const base::Result<std::string>& output) {
  return output ? std::string(text::trimmed(*output)) : std::string();
}

/// commonRoot returns the repository that holds all files.
base::Result<std::string> commonRoot(const std::vector<std::string>& paths) {
  std::string root;
  for (const std::string& path : paths) {
    const auto found = baselines::repositoryRoot(path);
    if (!found)
      return base::fail(ErrorCode::BadArgument, "The file is in no git repository.", "Open a clone of PyTorch.", path);
    if (!root.empty() && *found != root)
      return base::fail(ErrorCode::BadArgument, "The files are in several git repositories.",
                        "Save and commit the files of one repository at a time.", *found);
    root = *found;
  }
  return root;
}

/// runWriting runs git with the repository's settings and hooks.
base::Outcome<files::ChildAnswer> runWriting(const std::string& root, std::vector<std::string> arguments,
                                             const std::string& input, const std::stop_token& stop) {
  files::ChildRequest request{.program = "git",
                              .arguments = {"-C", root, "--no-pager", "--literal-pathspecs"},
                              .input = input,
                              .untrusted = root,
                              .environmentWithout = {"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"},
                              .environmentWith = {"GIT_TERMINAL_PROMPT=0", "LC_ALL=C.UTF-8"},
                              .grace = kGrace};
  request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
  return files::runChild(request, stop);
}

std::vector<std::string> withPaths(std::vector<std::string> arguments, const std::vector<std::string>& paths) {
  arguments.push_back("--");
  arguments.insert(arguments.end(), paths.begin(), paths.end());
  return arguments;
}

/// newFiles returns those of the files that the index does not have.
base::Result<std::vector<std::string>> newFiles(Git& git, const std::vector<std::string>& paths) {
  const auto listed = git.run(withPaths({"ls-files", "-z"}, paths));
  if (!listed) return base::fail(listed.error());
  std::set<std::string, std::less<>> known;
  for (std::size_t begin = 0; begin < listed->size();) {
    const std::size_t end = std::min(listed->find('\0', begin), listed->size());
    known.insert(listed->substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<std::string> fresh;
  for (const std::string& path : paths)
    if (!known.contains(path)) fresh.push_back(path);
  return fresh;
}

struct WorkFile {
  std::string path;
  std::string inside;  ///< its path in the repository
};

using HeadFiles = std::map<std::string, std::string>;  ///< bytes by escaped path

/// headFiles are those of the files that HEAD has. Errors: those of Git, TooLarge over 64 MB.
base::Result<HeadFiles> headFiles(Git& git, const std::vector<WorkFile>& files) {
  std::vector<std::string> paths;
  for (const WorkFile& file : files) paths.push_back(file.inside);
  const auto listed = git.run(withPaths({"ls-tree", "-z", "HEAD"}, paths));
  if (!listed) return base::fail(listed.error());
  const auto ids = listedFiles(*listed);
  if (!ids) return base::fail(ErrorCode::BadFormat, ids.error(), "");
  std::unordered_map<std::string, std::string> blobs;
  for (const auto& [path, id] : *ids) blobs.try_emplace(id);
  if (auto error = git.fill(blobs, kMaxGitOutput)) return base::fail(*std::move(error));
  HeadFiles head;
  for (const auto& [path, id] : *ids) head.emplace(path, blobs[id]);
  return head;
}

/// convertsLineEnds returns whether git makes LF of CRLF in a file: gitattributes(5), core.autocrlf.
bool convertsLineEnds(Git& git, const std::string& inside) {
  const auto attributes = git.run({"check-attr", "-z", "text", "eol", "--", inside});
  const auto isSetTo = [&](const char* attribute, const char* value) {  // "path NUL text NUL auto NUL path NUL eol NUL lf NUL"
    return attributes && attributes->find(std::string(1, '\0') + attribute + '\0' + value + '\0') != std::string::npos;
  };
  if (!attributes || isSetTo("text", "unset")) return false;
  if (!isSetTo("text", "unspecified") || !isSetTo("eol", "unspecified")) return true;
  const auto isTrue = git.run({"config", "--type=bool", "core.autocrlf"});  // also yes, on and 1
  return isTrue ? oneLine(isTrue) == "true" : text::toLower(oneLine(git.run({"config", "core.autocrlf"}))) == "input";
}

/// withLineEndsOf gives what HEAD has the line ends that the file has in the work tree, if git would take them away.
std::string withLineEndsOf(const std::string& bytes, const std::string& head, Git& git, const std::string& inside) {
  if (bytes.find("\r\n") == std::string::npos || head.find('\r') != std::string::npos || !convertsLineEnds(git, inside)) return head;
  std::string plain, whole;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes.compare(i, 2, "\r\n") != 0) plain += bytes[i];
  if (plain == head) return bytes;  // of which some lines may end in LF
  for (const char c : head) whole += c == '\n' ? "\r\n" : std::string(1, c);
  return whole;
}

/// addIfDifferent compares a file with HEAD's.
void addIfDifferent(HeadVersions& waiting, const WorkFile& file, const HeadFiles& head, Git& git) {
  const auto known = head.find(text::escapedBytes(file.inside));
  const auto now = files::readFile(file.path, kMaxGitOutput);
  if (known == head.end()) {
    if (now || now.error().code != ErrorCode::NotFound) waiting.emplace(file.path, "");
    return;
  }
  const std::string version = now ? withLineEndsOf(now->bytes, known->second, git, file.inside) : known->second;
  if (now && version == now->bytes) return;
  if (!version.starts_with("version https://git-lfs.github.com/spec/v1\n")) {
    waiting.emplace(file.path, version);
  } else if (!now || version.find("\noid sha256:" + text::sha256Hex(now->bytes) + '\n') == std::string::npos) {
    waiting.emplace(file.path, std::nullopt);
  }
}

base::Outcome<CommitResult> explain(CommitResult result) {
  const auto says = [&result](std::string_view words) { return result.output.find(words) != std::string::npos; };
  if (says("Please tell me who you are") || says("empty ident name"))
    return base::Error{ErrorCode::NotFound, "git does not know your name and e-mail.",
                       "Set them: git config --global user.name NAME, and user.email. The files are saved.", result.root};
  if (says("nothing to commit") || says("no changes added to commit") || says("nothing added to commit"))
    return base::Error{ErrorCode::NotFound, "There is nothing to commit: HEAD has these files already.", "", result.root};
  return result;
}

base::Outcome<CommitResult> commitIn(CommitResult result, const std::vector<std::string>& paths,
                                     const std::string& message, const std::stop_token& stop) {
  Git git(result.root, stop);
  const auto fresh = newFiles(git, paths);
  if (!fresh) return fresh.error();
  if (!fresh->empty()) {  // git commit takes known files only
    const auto added = runWriting(result.root, withPaths({"add", "--intent-to-add"}, *fresh), {}, stop);
    if (!added.isValue()) return added.isError() ? base::Outcome<CommitResult>(added.error()) : base::Cancelled{};
    result.output = added.value().err;
    if (added.value().exitCode != 0) return result;
  }
  const auto head = [&root = result.root] {
    return oneLine(Git(root, {}).run({"rev-parse", "--verify", "--quiet", "HEAD"}));
  };
  const std::string before = head();
  const auto made = runWriting(
      result.root, withPaths({"commit", "--only", "--cleanup=whitespace", "--file=-"}, paths), message, stop);
  if (made.isValue()) result.output += made.value().err + made.value().out;
  result.hash = head();
  if (result.hash != before) return result;  // also when a hook was stopped that ran afterwards
  result.hash.clear();
  if (!fresh->empty()) {  // as it was before; also when a hook was stopped
    const auto restored = runWriting(result.root, withPaths({"rm", "--cached", "--force", "--quiet"}, *fresh), {}, {});
    if (restored.isError()) result.output += restored.error().text + '\n';
  }
  if (made.isError()) return made.error();
  if (made.isCancelled()) return base::Cancelled{};
  return explain(std::move(result));
}

}  // namespace

std::string CommitResult::sentence() const {
  if (isCommitted()) return "Committed as " + hash.substr(0, kShortHash) + " on " + branch + '.';
  const std::string_view all = text::trimmed(output);
  const std::string_view line = all.substr(0, all.find('\n'));
  return "git did not commit: " + (line.empty() ? "it printed nothing." : std::string(line));
}

base::Outcome<CommitResult> commitFiles(const CommitRequest& request, const std::stop_token& stop) {
  if (text::trimmed(request.message).empty())
    return base::Error{ErrorCode::BadArgument, "The commit message is empty.", "Write what changed and why."};
  if (request.paths.empty())
    return base::Error{ErrorCode::BadArgument, "There is nothing to commit: no file was saved.", ""};
  const auto root = commonRoot(request.paths);
  if (!root) return root.error();
  const auto places = baselines::placesOf(request.paths);
  if (!places) return places.error();
  Git git(*root, stop);
  CommitResult result{.root = *root, .hash = {}, .branch = {}, .output = {}};
  if (const auto head = git.run({"rev-parse", "--git-dir"}); !head) return head.error();
  result.branch = oneLine(git.run({"symbolic-ref", "--short", "HEAD"}));
  if (git.wasCancelled()) return base::Cancelled{};
  if (result.branch.empty())
    return base::Error{ErrorCode::BadArgument, "HEAD is detached: a commit here would be on no branch.",
                       "Make one first: git switch -c NAME. The files are saved.", *root};
  return commitIn(std::move(result), places->inside, request.message, stop);
}

HeadVersions uncommitted(const std::vector<std::string>& paths, const std::stop_token& stop) {
  std::map<std::string, std::vector<WorkFile>> byRoot;
  for (const std::string& path : paths)
    if (const auto places = baselines::placesOf({path}); places && places->inRepository)
      byRoot[places->root].push_back({path, places->inside.front()});
  HeadVersions waiting;
  for (const auto& [root, files] : byRoot) {
    Git git(root, stop);
    const auto head = headFiles(git, files);
    for (const WorkFile& file : files) {
      if (head) addIfDifferent(waiting, file, *head, git);
      else waiting.emplace(file.path, std::nullopt);
    }
  }
  return waiting;
}

base::Result<void> undoCommit(const CommitResult& commit, const std::stop_token& stop) {
  Git git(commit.root, stop);
  const auto listed = git.run({"rev-list", "--parents", "-n1", "HEAD"});  // "hash parent"; the first commit has none
  if (!listed) return base::fail(listed.error());
  const std::string_view line = text::trimmed(*listed);
  const std::size_t space = std::min(line.find(' '), line.size());
  if (line.substr(0, space) != commit.hash)
    return base::fail(ErrorCode::Changed, "HEAD is another commit by now.",
                      "Look at it first: git log. To take it back: git revert.", commit.root);
  const std::string parent(text::trimmed(line.substr(space)));
  const auto done = parent.empty() ? git.run({"update-ref", "-d", "HEAD", commit.hash})
                                   : git.run({"update-ref", "HEAD", parent, commit.hash});
  if (!done) return base::fail(done.error());
  return {};
}

}  // namespace plumbline::sources
