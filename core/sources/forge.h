// SPDX-License-Identifier: GPL-3.0-or-later
// Where a repository and its commits are on the web.
//
//   repositoryAddress("git@github.com:me/pytorch.git")                  // "https://github.com/me/pytorch"
//   commitAddress("https://github.com/me/pytorch", "1a2b3c4d")          // "https://github.com/me/pytorch/commit/1a2b3c4d"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::sources {

/// repositoryAddress is the page of a git remote, never with a user, password or port; "" for what is on no forge whose pages are known.
std::string repositoryAddress(std::string_view remote);

/// commitAddress and pullRequestAddress are pages of the repository at an address; "" if that is none of repositoryAddress, or where a
/// "(#123)" in a subject is no pull request.
std::string commitAddress(std::string_view repository, std::string_view hash);
std::string pullRequestAddress(std::string_view repository, std::int64_t number);

}  // namespace plumbline::sources
