// SPDX-License-Identifier: GPL-3.0-or-later
// What the reports of the history share.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/history/baseline_changes.h"
#include "core/history/run_store.h"

namespace plumbline::history {

using OrderedJson = nlohmann::ordered_json;

inline constexpr std::size_t kShortHash = 12;

/// utcText writes "2026-03-01T12:00:00Z".
std::string utcText(std::int64_t seconds);
/// dayText writes "2026-03-01".
std::string dayText(std::int64_t seconds);
/// shardText is "attempt 2, shard 1/3", "" for a run that is whole and the only one.
std::string shardText(const RunInfo& run);
/// numberText is the pull request, "" without one.
std::string numberText(const BaselineCommit& commit);
/// shortName is "#12345", or the commit's short hash without a number.
std::string shortName(const BaselineCommit& commit);
/// tabbed writes cells with tabs between them, by CsvLine.
std::string tabbed(const std::vector<std::string>& cells);

OrderedJson textOrNull(const std::optional<std::string>& text);
OrderedJson commitJson(const BaselineCommit& commit);
/// jsonText writes the object behind "format" and "version".
std::string jsonText(const char* format, const OrderedJson& out);

}  // namespace plumbline::history
