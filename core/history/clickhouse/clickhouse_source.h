// SPDX-License-Identifier: GPL-3.0-or-later
// A table of a ClickHouse server as a source of runs: its address, what is asked of it, and its rows as records of HUD's
// schema v3, so that a row is read by the same rules as a file. Which column holds what: resources/configs/clickhouse.toml.
//
//   const auto source = clickHouseSource("clickhouse+https://me@host/?table=benchmark.oss_ci_benchmark_v3", {.branch = "main"});
//   request(source->url, source->user);
#pragma once

#include <QUrl>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plumbline::history {

struct ClickHouseFilter {
  std::string branch = {};  ///< "": all
  std::int64_t since = 0;   ///< whole jobs that reported a value since then
};

struct ClickHouseSource {
  QUrl url;          ///< of the request, without a user
  std::string user;  ///< "" for none
  std::string name;  ///< "clickhouse+https://host/benchmark.table": to show, and what runs come from
  std::string key;   ///< of the keyring: "clickhouse+https://me@host"
};

/// isClickHouse: an address of this kind, whether or not it is right.
bool isClickHouse(std::string_view address);

/// clickHouseSource reads clickhouse+https://[USER@]HOST[:PORT]/?table=[DATABASE.]TABLE (clickhouse+http on this machine). Errors:
/// BadArgument; nothing of the address is in them but the name of a table, since it may hold a password.
base::Result<ClickHouseSource> clickHouseSource(std::string_view address, const ClickHouseFilter& filter = {});

/// ClickHouseRow is one value of a run. Rows of a run have the same `run` and stand one after the other.
struct ClickHouseRow {
  std::string run;     ///< what the rows of one run have in common
  std::string record;  ///< a record of schema v3, one line
  std::string commit, branch, workflowId, jobId, machine, output;
  std::int64_t time = 0;
  int attempt = 0;
};

/// readClickHouseRow reads a line of the answer. Errors: BadFormat with what is wrong in it, which may be a message of the server.
base::Result<ClickHouseRow> readClickHouseRow(std::string_view line);

}  // namespace plumbline::history
