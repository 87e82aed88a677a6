// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "core/diff/choose_runs.h"
#include "core/sources/git_output.h"

namespace plumbline::diff {
namespace {

/// isHash also keeps options out of git's command line.
bool isHash(const std::string& text) {
  return (text.size() == 40 || text.size() == 64) && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// historyOf lists commits from old to new, from where the given ones part on: the years before that say nothing about
/// them. Nothing when git does not know one of them.
std::optional<std::vector<std::string>> historyOf(const std::vector<std::string>& commits, const std::string& checkout,
                                                  const std::stop_token& stop) {
  sources::Git git(checkout, stop);
  std::vector<std::string> words = {"log", "--format=%H", "--topo-order", "--reverse"};
  words.insert(words.end(), commits.begin(), commits.end());
  std::vector<std::string> forBase = {"merge-base", "--octopus"};
  forBase.insert(forBase.end(), commits.begin(), commits.end());
  std::vector<std::string> out;
  if (const auto base = git.run(forBase)) {
    out = linesOf(*base);
    for (const std::string& commit : out) words.push_back("^" + commit);
  }
  words.emplace_back("--");
  const auto history = git.run(words);
  if (!history) return std::nullopt;
  const std::vector<std::string> later = linesOf(*history);
  out.insert(out.end(), later.begin(), later.end());
  return out;
}

}  // namespace

std::vector<std::string> commitOrder(std::vector<std::string> commits, const std::string& checkout,
                                     const std::stop_token& stop) {
  if (checkout.empty() || commits.size() < 2 || !std::ranges::all_of(commits, isHash)) return commits;
  const auto history = historyOf(commits, checkout, stop);
  if (!history) return commits;
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < history->size(); ++i) place.emplace((*history)[i], i);
  if (!std::ranges::all_of(commits, [&place](const std::string& commit) { return place.contains(commit); }))
    return commits;
  std::ranges::stable_sort(commits, {}, [&place](const std::string& commit) { return place.at(commit); });
  return commits;
}

}  // namespace plumbline::diff
