// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/forge.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"

namespace plumbline::sources {
namespace {

/// Forge is a host with its pages below a repository. On GitLab and Bitbucket "#123" is an issue.
struct Forge {
  std::string_view host, commit, pull;
};
constexpr std::array<Forge, 4> kForges = {{{"github.com", "/commit/", "/pull/"},
                                           {"codeberg.org", "/commit/", "/pulls/"},
                                           {"gitlab.com", "/-/commit/", ""},
                                           {"bitbucket.org", "/commits/", ""}}};
constexpr std::string_view kScheme = "https://";

/// isPath: two names or more, such as "pytorch/pytorch" or "group/team/project".
bool isPath(std::string_view path) {
  const auto isOfName = [](char c) { return text::isWordPart(c) || c == '-' || c == '.'; };
  std::size_t names = 0;
  for (std::size_t at = 0; at <= path.size(); ++names) {
    const std::string_view name = path.substr(at, path.find('/', at) - at);
    if (name.empty() || name.find_first_not_of('.') == std::string_view::npos || !std::ranges::all_of(name, isOfName)) return false;
    at += name.size() + 1;
  }
  return names >= 2;
}

std::string pageOf(std::string_view repository, std::string_view Forge::* folder, std::string_view name) {
  if (repository.empty() || repositoryAddress(repository) != repository) return {};
  const std::string_view host = repository.substr(kScheme.size(), repository.find('/', kScheme.size()) - kScheme.size());
  const Forge& forge = *std::ranges::find(kForges, host, &Forge::host);
  return (forge.*folder).empty() ? std::string() : std::string(repository).append(forge.*folder).append(name);
}

}  // namespace

std::string repositoryAddress(std::string_view remote) {
  remote = text::trimmed(remote);
  const std::size_t scheme = remote.find("://");
  const bool isUrl = scheme != std::string_view::npos;
  if (isUrl) remote.remove_prefix(scheme + 3);
  // https://user:password@host:port/path, or user@host:path
  const std::size_t end = remote.find(isUrl ? '/' : ':');
  if (end == std::string_view::npos) return {};
  std::string_view host = remote.substr(0, end), path = remote.substr(end + 1);
  host.remove_prefix(host.rfind('@') + 1);  // npos + 1 is 0
  const std::string name = text::toLower(host.substr(0, host.find(':')));
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(".git")) path.remove_suffix(4);
  if (std::ranges::find(kForges, name, &Forge::host) == kForges.end() || !isPath(path)) return {};
  return std::string(kScheme).append(name).append("/").append(path);
}

std::string commitAddress(std::string_view repository, std::string_view hash) { return pageOf(repository, &Forge::commit, hash); }

std::string pullRequestAddress(std::string_view repository, std::int64_t number) {
  return pageOf(repository, &Forge::pull, std::to_string(number));
}

}  // namespace plumbline::sources
