// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/git_commit.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "core/baselines/drafts.h"
#include "core/files/child_process.h"
#include "core/sources/git_history.h"
#include "core/text/ascii.h"

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

std::vector<std::string> uncommitted(const std::vector<std::string>& paths, const std::stop_token& stop) {
  std::vector<std::string> waiting;
  for (const std::string& path : paths) {
    const auto places = baselines::placesOf({path});
    if (!places || !places->inRepository) continue;
    const auto status = Git(places->root, stop).run({"status", "--porcelain", "--ignored", "--untracked-files=all", "--", places->inside.front()});
    if (!status || !text::trimmed(*status).empty()) waiting.push_back(path);
  }
  return waiting;
}

base::Result<std::string> committedBytes(const std::string& path, const std::stop_token& stop) {
  const auto places = baselines::placesOf({path});
  if (!places) return base::fail(places.error());
  Git git(places->root, stop);
  auto listed = git.run({"ls-tree", "-z", "HEAD", "--", places->inside.front()});
  if (!listed || listed->empty()) return listed;
  return git.run({"cat-file", "blob", "HEAD:" + places->inside.front()});
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
