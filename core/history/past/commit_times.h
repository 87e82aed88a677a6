// SPDX-License-Identifier: GPL-3.0-or-later
// When the commits of runs were made. Most sources do not have it. Without it a run counts from its measurement, so that a late run of an old
// commit looks newer than the commits after it. Once the time of a commit is known, all its runs have it.
//
//   readCommitTimes(*store, "pytorch", stop);     // from a checkout
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/history/sql_connection.h"
#include "core/sources/open.h"

namespace plumbline::history {

class Store;

using CommitTimes = std::map<std::string, std::int64_t>;  ///< by commit, Unix seconds

/// commitTimeOf is the time of a commit by the baselines' history or by another run of it; 0 where neither has it. Errors as SqlConnection,
/// for all functions.
base::Result<std::int64_t> commitTimeOf(SqlConnection& connection, const std::string& commit);

/// setCommitTimes gives these times to the runs of the commits that have none, and brings newest_before up to date. It returns the number of
/// those commits. Call it in a transaction.
base::Result<std::size_t> setCommitTimes(SqlConnection& connection, const CommitTimes& times);
/// setIndexedCommitTimes does so for all commits of the baselines' history.
base::Result<std::size_t> setIndexedCommitTimes(SqlConnection& connection);

/// readCommitTimes reads the times of the runs' commits that have none from a checkout; it leaves out those that the checkout does not
/// have. Errors: those of git, too.
base::Result<std::size_t> readCommitTimes(Store& store, const std::string& repository, const std::stop_token& stop);
/// The same from the checkout of the first baseline that lies in one. A checkout that git cannot read is passed over.
base::Result<std::size_t> readCommitTimes(Store& store, const sources::Opened& opened, const std::stop_token& stop);

}  // namespace plumbline::history
