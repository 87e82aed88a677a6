// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/bisect_state.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "core/files/child_process.h"
#include "core/sources/git_history.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::sources {
namespace {

std::vector<std::string> filledLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

base::Error badState(const std::string& path) {
  return {.code = base::ErrorCode::BadFormat,
          .text = "This is no state of a bisection.",
          .hint = "Begin one with \"plumbline-cli bisect start\".",
          .file = path};
}

}  // namespace

namespace {

/// commitOf asks git which commit a name means. Errors: NotFound; those of Git.
base::Result<std::string> commitOf(Git& git, const std::string& repository, const std::string& name) {
  const auto hash = git.run({"rev-parse", "--verify", "--end-of-options", name + "^{commit}"});
  if (!hash && hash.error().text.find("single revision") == std::string::npos) return base::fail(hash.error());
  const auto lines = filledLines(hash ? *hash : std::string());
  if (lines.empty())
    return base::fail(base::ErrorCode::NotFound, "There is no commit " + name + " in this repository.",
                      "List the commits with git log, or fetch what is missing.", repository);
  return lines.front();
}

/// addCommits adds the first parents from `good` to `bad`, both included, with their subjects. Errors: those of Git; BadArgument if
/// `good` is no ancestor of `bad`.
std::optional<base::Error> addCommits(BisectState& state, const std::string& good, const std::string& bad) {
  Git git(state.repository, {});
  const auto first = commitOf(git, state.repository, good);
  if (!first) return first.error();
  const auto last = commitOf(git, state.repository, bad);
  if (!last) return last.error();
  if (*first == *last)
    return base::Error{.code = base::ErrorCode::BadArgument,
                       .text = "The good commit " + good + " and the bad one, " + bad + ", are the same.",
                       .hint = "Give an older commit as --good."};
  const auto base = git.run({"merge-base", *first, *last});
  if (!base || filledLines(*base) != std::vector{*first})
    return base::Error{.code = base::ErrorCode::BadArgument,
                       .text = "The good commit " + good + " is no ancestor of the bad one, " + bad + '.',
                       .hint = "Give the older commit as --good."};
  const std::string format = "--format=%H %s";
  for (const auto& range : {std::vector{std::string("--no-walk"), *first}, {"--first-parent", "--reverse", *last, "^" + *first}}) {
    std::vector<std::string> words{"log", "--no-color", format};
    words.insert(words.end(), range.begin(), range.end());
    const auto list = git.run(words);
    if (!list) return list.error();
    for (const std::string& line : filledLines(*list)) {
      const std::size_t blank = std::min(line.find(' '), line.size());
      state.commits.push_back(line.substr(0, blank));
      state.subjects.push_back(line.substr(std::min(blank + 1, line.size())));
    }
  }
  return std::nullopt;
}

}  // namespace

base::Result<std::vector<std::string>> namesBetween(const std::string& path, const std::string& good, const std::string& bad) {
  const auto file = files::readFile(path);
  if (!file) return base::fail(file.error());
  std::vector<std::string> names = filledLines(file->bytes);
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size())
    return base::fail(base::ErrorCode::BadArgument, "A commit is named twice.", "Write each once, one a line.", path);
  if (names.size() < 2)
    return base::fail(base::ErrorCode::BadArgument, "A bisection needs two commits or more, one a line.", "", path);
  const auto from = good.empty() ? names.begin() : std::ranges::find(names, good);
  const auto to = bad.empty() ? names.end() - 1 : std::ranges::find(names, bad);
  if (from == names.end() || to == names.end() || from == to)
    return base::fail(base::ErrorCode::BadArgument, "--good and --bad must be two of the commits.", "", path);
  std::vector<std::string> between(std::min(from, to), std::max(from, to) + 1);
  if (to < from) std::ranges::reverse(between);
  return between;
}

base::Result<BisectState> readBisectState(const std::string& path) {
  const auto file = files::readFile(path);
  if (!file) {
    base::Error error = file.error();
    if (error.code == base::ErrorCode::NotFound) error.hint = "Begin a bisection with \"plumbline-cli bisect start\".";
    return base::fail(error);
  }
  const nlohmann::json json = text::parseJson(file->bytes);
  try {
    if (json.is_discarded() || json.at("format") != "plumbline-bisect" || json.at("version") != 1)
      return base::fail(badState(path));
    BisectState state{.repository = json.at("repository").get<std::string>(),
                      .commits = json.at("commits").get<std::vector<std::string>>(),
                      .confidence = json.at("confidence").get<double>(),
                      .runMinutes = json.at("run_minutes").get<double>(),
                      .switchMinutes = json.at("switch_minutes").get<double>(),
                      .results = {},
                      .subjects = json.value("subjects", std::vector<std::string>()),
                      .head = json.value("head", ""),
                      .stamp = file->stamp};
    // Git would take a branch "-f" for an option.
    if (state.head.starts_with('-') || (!state.subjects.empty() && state.subjects.size() != state.commits.size()))
      return base::fail(badState(path));
    if (!state.repository.empty() && !std::ranges::all_of(state.commits, text::isWholeHash)) return base::fail(badState(path));
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < state.commits.size(); ++i) places.emplace(state.commits[i], i);
    for (const auto& run : json.at("results")) {
      const auto place = places.find(run.at("commit").get_ref<const std::string&>());
      if (place == places.end()) return base::fail(badState(path));
      state.results.push_back({.commit = place->second, .hasFailed = run.at("failed").get<bool>()});
    }
    if (state.commits.size() < 2 || !(state.confidence > 0 && state.confidence < 1) || !(state.runMinutes > 0))
      return base::fail(badState(path));
    return state;
  } catch (const nlohmann::json::exception&) {
    return base::fail(badState(path));
  }
}

base::Result<void> saveBisectState(const std::string& path, const BisectState& state) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const BisectRun& run : state.results)
    results.push_back({{"commit", state.commits[run.commit]}, {"failed", run.hasFailed}});
  nlohmann::ordered_json json = {{"format", "plumbline-bisect"},
                                 {"version", 1},
                                 {"repository", state.repository},
                                 {"commits", state.commits},
                                 {"confidence", state.confidence},
                                 {"run_minutes", state.runMinutes},
                                 {"switch_minutes", state.switchMinutes},
                                 {"results", std::move(results)}};
  if (!state.subjects.empty()) json["subjects"] = state.subjects;
  if (!state.head.empty()) json["head"] = state.head;
  const auto saved = files::saveFile(path, text::toJsonText(json, 1) + '\n', &state.stamp);
  if (!saved) return base::fail(saved.error());
  return {};
}

base::Result<void> startBisectState(const std::string& path, BisectState state) {
  state.stamp = files::kNoFile;
  if (files::stampOf(path)) {
    const auto old = readBisectState(path);
    if (!old || !old->results.empty() || !old->head.empty())
      return base::fail(base::ErrorCode::BadArgument,
                        !old                  ? "There is another file already."
                        : old->head.empty() ? "There is a bisection with results already."
                                              : "There is a bisection already, and its search was cut off.",
                        old ? "End it with \"plumbline-cli bisect reset\" first, or give another --state."
                            : "Give another --state.",
                        path);
    state.stamp = old->stamp;
  }
  return saveBisectState(path, state);
}

base::Result<BisectState> newBisectState(const BisectRequest& request) {
  if (!(request.confidence > 0 && request.confidence < 1))
    return base::fail(base::ErrorCode::BadArgument, "argument --confidence: must be between 0 and 1");
  if (!(request.runMinutes > 0) || !(request.switchMinutes >= 0))
    return base::fail(base::ErrorCode::BadArgument,
                      "argument --run-minutes and --switch-minutes: must be over 0, and 0 or more");
  BisectState state{.repository = {}, .commits = {}, .confidence = request.confidence, .runMinutes = request.runMinutes,
                    .switchMinutes = request.switchMinutes, .results = {}, .subjects = {}, .head = {}, .stamp = {}};
  const bool isFile = !request.commitsFile.empty();
  if (!isFile && (request.good.empty() || request.bad.empty()))
    return base::fail(base::ErrorCode::BadArgument, "--good and --bad are needed, or --commits");
  if (!isFile) {
    std::error_code problem;
    state.repository = std::filesystem::absolute(request.repository, problem).lexically_normal().string();
  }
  if (!isFile) {
    if (auto error = addCommits(state, request.good, request.bad)) return base::fail(*std::move(error));
    return state;
  }
  auto commits = namesBetween(request.commitsFile, request.good, request.bad);
  if (!commits) return base::fail(commits.error());
  state.commits = *std::move(commits);
  return state;
}

namespace {

/// changeState repeats a change until no other process wrote the file in between.
base::Result<BisectState> changeState(const std::string& path,
                                      const std::function<std::optional<base::Error>(BisectState&)>& change) {
  constexpr int kMaxTries = 1000;
  for (int tries = 1;; ++tries) {
    auto state = readBisectState(path);
    if (!state) return state;
    if (auto error = change(*state)) return base::fail(*std::move(error));
    const auto saved = saveBisectState(path, *state);
    if (saved) return state;
    if (saved.error().code != base::ErrorCode::Changed || tries == kMaxTries) return base::fail(saved.error());
  }
}

/// indexOf returns the position of a name, a revision of the repository, or the beginning of one commit's name. Errors: BadArgument.
base::Result<std::size_t> indexOf(const BisectState& state, const std::string& name) {
  const auto exact = std::ranges::find(state.commits, name);
  if (exact != state.commits.end()) return static_cast<std::size_t>(exact - state.commits.begin());
  if (!state.repository.empty() && !name.empty()) {
    Git git(state.repository, {});
    if (const auto hash = commitOf(git, state.repository, name)) {
      const auto found = std::ranges::find(state.commits, *hash);
      if (found != state.commits.end()) return static_cast<std::size_t>(found - state.commits.begin());
      return base::fail(base::ErrorCode::BadArgument,
                        "\"" + name + "\" is the commit " + *hash + ", which is none of the commits of this bisection");
    }
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < state.commits.size(); ++i)
    if (!name.empty() && state.commits[i].starts_with(name)) found.push_back(i);
  if (found.size() == 1) return found.front();
  return base::fail(base::ErrorCode::BadArgument,
                    found.empty() ? "\"" + name + "\" is none of the commits of this bisection"
                                  : "\"" + name + "\" begins several commits of this bisection");
}

/// checkoutError says in one sentence why git checked nothing out.
base::Error checkoutError(const std::string& repository, const std::string& what, const std::string& complaint) {
  base::Error error{.code = base::ErrorCode::NotWritable, .text = "git cannot check " + what + " out", .hint = "", .file = repository};
  std::vector<std::string> files;
  std::string rest;
  for (const std::string& line : filledLines(complaint)) {
    if (line.starts_with('\t')) files.push_back(line.substr(1));
    else rest += (rest.empty() ? "" : " ") + std::string(text::trimmed(line));
  }
  constexpr std::size_t kMaxShown = 3;
  if (files.size() > kMaxShown) {
    const std::size_t more = files.size() - kMaxShown;
    files.resize(kMaxShown);
    files.push_back(std::to_string(more) + " more");
  }
  if (files.empty()) {
    error.text += ": " + rest;
    error.hint = "Try the same with git itself: git checkout.";
  } else {
    error.text += ": changes that are not committed would be lost in " + text::joined(files) + '.';
    error.hint = "Commit or stash them.";
  }
  return error;
}

/// keepHead notes what is checked out, unless a search that was cut off noted it and left one of its commits checked out.
std::optional<base::Error> keepHead(BisectState& state) {
  const auto answer = Git(state.repository, {}).run({"rev-parse", "HEAD", "--symbolic-full-name", "HEAD"});
  if (!answer) return answer.error();
  const auto lines = filledLines(*answer);
  constexpr std::string_view kBranches = "refs/heads/";
  if (lines.size() != 2) return badState(state.repository);
  const bool isBranch = lines[1].starts_with(kBranches);
  if (!isBranch && !state.head.empty() && std::ranges::find(state.commits, lines[0]) != state.commits.end()) return std::nullopt;
  state.head = isBranch ? lines[1].substr(kBranches.size()) : lines[0];
  return std::nullopt;
}

}  // namespace

base::Result<BisectState> addBisectResult(const std::string& path, const std::string& commit, bool hasFailed) {
  return changeState(path, [&](BisectState& state) -> std::optional<base::Error> {
    const auto place = indexOf(state, commit);
    if (!place) return place.error();
    state.results.push_back({.commit = *place, .hasFailed = hasFailed});
    return std::nullopt;
  });
}

base::Result<BisectLock> BisectLock::take(const std::string& path) {
  auto file = files::StreamFile::create(path + ".lock");
  if (file) return BisectLock(*std::move(file));
  if (file.error().code != base::ErrorCode::Changed) return base::fail(file.error());
  return base::fail(base::ErrorCode::Changed, "Another \"bisect run\" searches with this file.",
                    "Wait until it ends, stop it with Ctrl-C, or give another --state.", path);
}

BisectLock::~BisectLock() {
  if (m_file) (void)m_file->discard();
}

base::Result<BisectState> beginBisectSearch(const std::string& path) {
  return changeState(path, [](BisectState& state) { return state.repository.empty() ? std::nullopt : keepHead(state); });
}

std::optional<base::Error> checkOutBisected(const BisectState& state, const std::string& name) {
  if (state.repository.empty()) return std::nullopt;
  const auto answer = files::runChild({.program = "git",
                                       .arguments = {"-C", state.repository, "checkout", "--quiet", name, "--"},
                                       .untrusted = state.repository,
                                       .environmentWithout = {"GIT_"},
                                       .environmentWith = {"LC_ALL=C"},
                                       .outlives = true});
  if (answer.isError()) return answer.error();
  if (answer.isValue() && answer.value().exitCode == 0) return std::nullopt;
  return checkoutError(state.repository, name, answer.isValue() ? answer.value().err : "");
}

base::Result<BisectState> endBisectSearch(const std::string& path, const BisectState& begun) {
  if (begun.head.empty()) return readBisectState(path);
  if (auto error = checkOutBisected(begun, begun.head)) return base::fail(*std::move(error));
  return changeState(path, [](BisectState& now) -> std::optional<base::Error> {
    now.head.clear();
    return std::nullopt;
  });
}

base::Result<BisectState> resetBisectState(const std::string& path) {
  auto state = readBisectState(path);
  // HEAD is where the search left it, unless something else was checked out since.
  if (state && !state->head.empty()) state = beginBisectSearch(path);
  if (state) state = endBisectSearch(path, *state);
  if (!state) return state;
  return changeState(path, [](BisectState& now) -> std::optional<base::Error> {
    now.results.clear();
    return std::nullopt;
  });
}

base::Result<BisectState> removeBisectResult(const std::string& path) {
  return changeState(path, [&](BisectState& state) -> std::optional<base::Error> {
    if (state.results.empty())
      return base::Error{.code = base::ErrorCode::BadArgument, .text = "There is no result to take back.", .hint = "", .file = path};
    state.results.pop_back();
    return std::nullopt;
  });
}

}  // namespace plumbline::sources
