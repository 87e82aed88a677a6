// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>

#include "core/fetch/fetch_plan.h"
#include "core/fetch/fetch_words.h"

namespace plumbline::fetch {
namespace {

constexpr std::size_t kShortestSha = 7;  // what git and GitHub show
constexpr std::size_t kFullSha = 40;
constexpr std::size_t kShownSha = 12;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool isSha(std::string_view text) {
  return text.size() >= kShortestSha && text.size() <= kFullSha &&
         lower(text).find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// isName tells whether a word may be an owner or a repository of GitHub, and so a part of a URL's path.
bool isName(std::string_view text) {
  return !text.empty() && text.size() <= 100 && text.find_first_not_of('.') != std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '-';
         });
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || value == 0) return std::nullopt;
  return value;
}

std::vector<std::string_view> pathParts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

base::Error bad(std::string text) {
  return {base::ErrorCode::BadArgument, std::move(text),
          "Give a commit (7 to 40 hex digits), or the URL of a commit, a workflow run, a job or a pull request."};
}

using Parts = std::vector<std::string_view>;

/// readGithub reads OWNER/REPOSITORY/commit/SHA and its like.
base::Result<Target> readGithub(const Parts& parts) {
  if (parts.size() < 4 || !isName(parts[0]) || !isName(parts[1]))
    return base::fail(bad("This URL of github.com names no commit, run or pull request."));
  Target target;
  target.repository = std::string(parts[0]) + "/" + std::string(parts[1]);
  const std::string_view kind = parts[2];
  if (kind == "commit" || kind == "commits" || kind == "tree") {
    if (!isSha(parts[3])) return base::fail(bad("\"" + std::string(parts[3]) + "\" is no commit: a branch moves on."));
    target.sha = lower(parts[3]);
    return target;
  }
  if (kind == "pull") {
    const auto pull = number(parts[3]);
    if (!pull) return base::fail(bad("\"" + std::string(parts[3]) + "\" is no number of a pull request."));
    // A commit of the pull request says more than its number.
    if (parts.size() >= 6 && (parts[4] == "commits" || parts[4] == "changes") && isSha(parts[5]))
      target.sha = lower(parts[5]);
    else
      target.pullRequest = *pull;
    return target;
  }
  if (kind == "actions" && parts[3] == "runs" && parts.size() >= 5) {
    const auto run = number(parts[4]);
    if (!run) return base::fail(bad("\"" + std::string(parts[4]) + "\" is no number of a workflow run."));
    target.runId = *run;
    return target;
  }
  return base::fail(bad("This URL of github.com names no commit, run or pull request."));
}

/// readHud reads the dashboard's pages: OWNER/REPOSITORY/commit/SHA, commit/OWNER/REPOSITORY/SHA, pr/NUMBER,
/// pr/OWNER/REPOSITORY/NUMBER, OWNER/REPOSITORY/pull/NUMBER.
base::Result<Target> readHud(const Parts& parts) {
  Target target;
  target.repository = fetchWords().repository;
  const auto named = [&](std::size_t owner) {
    if (owner + 1 >= parts.size() || !isName(parts[owner]) || !isName(parts[owner + 1])) return false;
    target.repository = std::string(parts[owner]) + "/" + std::string(parts[owner + 1]);
    return true;
  };
  std::string_view kind, last;
  if (parts.size() == 2 && (parts[0] == "pr" || parts[0] == "commit")) {
    kind = parts[0];
    last = parts[1];
  } else if (parts.size() >= 4 && (parts[0] == "pr" || parts[0] == "commit") && named(1)) {
    kind = parts[0];
    last = parts[3];
  } else if (parts.size() >= 4 && named(0)) {
    kind = parts[2];
    last = parts[3];
  }
  if (kind == "commit" && isSha(last)) {
    target.sha = lower(last);
    return target;
  }
  const auto pull = kind == "pr" || kind == "pull" ? number(last) : std::nullopt;
  if (!pull) return base::fail(bad("This URL of hud.pytorch.org names no commit and no pull request."));
  target.pullRequest = *pull;
  return target;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

base::Result<Target> targetOf(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return base::fail(bad("No commit is named."));
  if (isSha(text)) {
    Target target;
    target.repository = fetchWords().repository;
    target.sha = lower(text);
    return target;
  }
  std::string_view rest = text;
  for (const std::string_view scheme : {"https://", "http://"})
    if (lower(rest.substr(0, scheme.size())) == scheme) {
      rest.remove_prefix(scheme.size());
      break;
    }
  rest = rest.substr(0, rest.find_first_of("?#"));
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string host = lower(rest.substr(0, slash));
  if (host.starts_with("www.")) host.erase(0, 4);
  const Parts parts = pathParts(rest.substr(slash));
  if (host == "github.com") return readGithub(parts);
  if (host == "hud.pytorch.org") return readHud(parts);
  return base::fail(
      bad("\"" + std::string(text) + "\" is neither a commit nor a URL of github.com or hud.pytorch.org."));
}

std::string targetWords(const Target& target) {
  if (target.runId != 0) return "run " + std::to_string(target.runId);
  if (target.pullRequest != 0) return "pull request " + std::to_string(target.pullRequest);
  return "commit " + target.sha.substr(0, kShownSha);
}

}  // namespace plumbline::fetch
