// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the runs of a ClickHouse table to the history. The answer is read as it comes, with about 8 MB of it in memory, and
// each run is stored as soon as its last row is there; the server is not trusted: what is no row, a cut, an endless or a
// redirected answer is an error, and what was stored before stays. The secret goes into one header of the requests to that
// host, and nowhere else.
//
//   auto added = addClickHouse(*source, secretOf(*source), *store, {}, progress);
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/clickhouse/clickhouse_source.h"
#include "core/history/store.h"

namespace plumbline::history {

struct ClickHouseOptions {
  std::uint64_t answerBytes = std::uint64_t{8} << 30;
  std::size_t rowBytes = std::size_t{1} << 20;
  std::size_t runBytes = std::size_t{64} << 20;  ///< all rows of one run
  int stallMs = 120'000;                         ///< a server that sorts is silent for a while
  int deadlineMs = 4 * 3'600'000;
  std::int64_t now = 0;  ///< Unix seconds; 0: the clock's
  /// progress is called some times a second.
  std::function<void(std::size_t runs, std::uint64_t bytes)> progress = {};
};

struct ClickHouseAdded {
  RunStore::Added added;
  std::size_t young = 0;  ///< runs left out: their newest row is younger than an hour, so that others may follow
  std::size_t skippedCount = 0;
  std::vector<base::Error> skipped;  ///< the first of them, with why
};

/// readClickHouseSecret: PLUMBLINE_CLICKHOUSE_PASSWORD, else the keyring (service "plumbline", key ClickHouseSource::key); "" for none.
std::string readClickHouseSecret(const ClickHouseSource& source);

/// addClickHouse sends the secret with the user as a password, and without one as a bearer token. Needs a QCoreApplication.
/// Errors: NotReadable for a server that cannot be reached or refuses, BadFormat for an answer that is none, TooLarge; those
/// of RunStore::add. `total` has what was added until then.
base::Outcome<bool> addClickHouse(const ClickHouseSource& source, const std::string& secret, Store& store, const ClickHouseOptions& options,
                                  const std::stop_token& stop, ClickHouseAdded& total);

}  // namespace plumbline::history
