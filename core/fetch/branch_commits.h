// SPDX-License-Identifier: GPL-3.0-or-later
// The newest commits of a branch, from GitHub's API. Blocks: call it off the GUI thread.
//
//   std::int64_t retryAfterS = 0;
//   auto listed = listCommits({.branch = "main", .known = sha}, options, stop, retryAfterS);
//   for (const BranchCommit& commit : listed.value().commits) ...    // newest first, without the known one
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/fetch/fetcher.h"

namespace plumbline::fetch {

struct BranchRequest {
  std::string repository = "pytorch/pytorch";
  std::string branch = "main";
  std::string known = {};  ///< the listing ends before this commit, of which the first digits will do; "": first page only
  std::size_t limit = 1000;  ///< commits at most
};

struct BranchListing {
  std::vector<BranchCommit> commits;
  bool isKnownFound = false;  ///< the listing ends at the known commit
};

/// listCommits asks for one page after the other until it comes to the known commit, the limit or the branch's first commit. `retryAfterS`
/// is set as ApiClient::retryAfterS. Errors: NotFound for a repository or branch that there is not; those of
/// ApiClient::pages.
base::Outcome<BranchListing> listCommits(const BranchRequest& request, const FetchOptions& options,
                                         const std::stop_token& stop, std::int64_t& retryAfterS);

}  // namespace plumbline::fetch
