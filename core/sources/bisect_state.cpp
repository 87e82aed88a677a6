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

#include "core/sources/git_history.h"
#include "core/text/json_text.h"

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

/// isHash tests for a whole hash: any other name of a commit could be an option of git.
bool isHash(std::string_view commit) {
  return (commit.size() == 40 || commit.size() == 64) && commit.find_first_not_of("0123456789abcdef") == commit.npos;
}

}  // namespace

base::Result<std::vector<std::string>> commitsBetween(const std::string& repository, const std::string& good,
                                                      const std::string& bad) {
  Git git(repository, {});
  std::vector<std::string> ends;
  for (const std::string& name : {good, bad}) {
    const auto hash = git.run({"rev-parse", "--verify", "--end-of-options", name + "^{commit}"});
    if (!hash && hash.error().text.find("single revision") != std::string::npos)
      return base::fail(base::ErrorCode::NotFound, "There is no commit " + name + " in this repository.",
                        "List the commits with git log, or fetch what is missing.", repository);
    if (!hash) return base::fail(hash.error());
    const auto lines = filledLines(*hash);
    if (lines.empty()) return base::fail(base::ErrorCode::BadArgument, "There is no commit " + name + '.');
    ends.push_back(lines.front());
  }
  if (ends[0] == ends[1])
    return base::fail(base::ErrorCode::BadArgument, "The good commit " + good + " and the bad one, " + bad + ", are the same.",
                      "Give an older commit as --good.");
  const auto list = git.run({"rev-list", "--first-parent", "--reverse", ends[1], "^" + ends[0]});
  if (!list) return base::fail(list.error());
  std::vector<std::string> commits = filledLines(*list);
  const auto base = git.run({"merge-base", ends[0], ends[1]});
  if (commits.empty() || !base || filledLines(*base) != std::vector{ends[0]})
    return base::fail(base::ErrorCode::BadArgument, "The good commit " + good + " is no ancestor of the bad one, " + bad + '.',
                      "Give the older commit as --good.");
  commits.insert(commits.begin(), ends[0]);
  return commits;
}

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

base::Result<std::size_t> commitNamed(const BisectState& state, const std::string& name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < state.commits.size(); ++i) {
    if (state.commits[i] == name) return i;
    if (!name.empty() && state.commits[i].starts_with(name)) found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  return base::fail(base::ErrorCode::BadArgument,
                    found.empty() ? "\"" + name + "\" is none of the commits of this bisection"
                                  : "\"" + name + "\" begins several commits of this bisection");
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
                      .stamp = file->stamp};
    if (!state.repository.empty() && !std::ranges::all_of(state.commits, isHash)) return base::fail(badState(path));
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
  const nlohmann::ordered_json json = {{"format", "plumbline-bisect"},
                                       {"version", 1},
                                       {"repository", state.repository},
                                       {"commits", state.commits},
                                       {"confidence", state.confidence},
                                       {"run_minutes", state.runMinutes},
                                       {"switch_minutes", state.switchMinutes},
                                       {"results", std::move(results)}};
  const auto saved = files::saveFile(path, text::toJsonText(json, 1) + '\n', &state.stamp);
  if (!saved) return base::fail(saved.error());
  return {};
}

base::Result<void> startBisectState(const std::string& path, BisectState state) {
  state.stamp = files::kNoFile;
  if (files::stampOf(path)) {
    const auto old = readBisectState(path);
    if (!old || !old->results.empty())
      return base::fail(base::ErrorCode::BadArgument,
                        old ? "There is a bisection with results already." : "There is another file already.",
                        old ? "Forget them with \"plumbline-cli bisect reset\" first, or give another --state."
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
                    .switchMinutes = request.switchMinutes, .results = {}, .stamp = {}};
  const bool isFile = !request.commitsFile.empty();
  if (!isFile && (request.good.empty() || request.bad.empty()))
    return base::fail(base::ErrorCode::BadArgument, "--good and --bad are needed, or --commits");
  if (!isFile) {
    std::error_code problem;
    state.repository = std::filesystem::absolute(request.repository, problem).lexically_normal().string();
  }
  auto commits = isFile ? namesBetween(request.commitsFile, request.good, request.bad)
                        : commitsBetween(state.repository, request.good, request.bad);
  if (!commits) return base::fail(commits.error());
  state.commits = *std::move(commits);
  return state;
}

namespace {

/// changeResults repeats a change until no other process wrote the file in between.
base::Result<BisectState> changeResults(const std::string& path,
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

}  // namespace

base::Result<BisectState> addBisectResult(const std::string& path, const std::string& commit, bool hasFailed) {
  return changeResults(path, [&](BisectState& state) -> std::optional<base::Error> {
    const auto place = commitNamed(state, commit);
    if (!place) return place.error();
    state.results.push_back({.commit = *place, .hasFailed = hasFailed});
    return std::nullopt;
  });
}

base::Result<BisectState> removeBisectResult(const std::string& path) {
  return changeResults(path, [&](BisectState& state) -> std::optional<base::Error> {
    if (state.results.empty())
      return base::Error{.code = base::ErrorCode::BadArgument, .text = "There is no result to take back.", .hint = "", .file = path};
    state.results.pop_back();
    return std::nullopt;
  });
}

}  // namespace plumbline::sources
