// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/run_intake.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "core/history/baseline_changes.h"
#include "core/reports/sha256.h"
#include "core/text/ascii.h"

namespace plumbline::history {
namespace {

/// Columns that describe a row: of a result, and of a table made from a log.
constexpr std::array<std::string_view, 6> kNoMetrics = {"name", "dev", "batch_size", "mode", "tag", "log_line"};
constexpr std::int64_t kNsOfSecond = 1'000'000'000;

std::string hashOf(const sources::Piece& piece, const RunInfo& info) {
  std::string content = configs::configName(piece.identity->config);
  for (const std::string* part : {&info.commit, &info.workflowId, &info.jobId, &info.machine}) content.append(1, '\0').append(*part);
  for (const int part : {info.attempt, info.shard, info.shards}) content.append(1, '\0').append(std::to_string(part));
  if (info.jobId.empty()) {  // runs of one's own often have equal content: the file and its time differ
    std::error_code error;
    content.append(1, '\0').append(std::filesystem::weakly_canonical(piece.path.empty() ? piece.origin : piece.path, error).string());
    content.append(1, '\0').append(std::to_string(piece.stamp.modifiedNs));
  }
  return reports::sha256Hex(content + '\0' + std::string(piece.table->bytes()));
}

RunRecord recordOf(const sources::Piece& piece, std::size_t nameColumn, const IntakeOptions& options) {
  const configs::Identity& identity = *piece.identity;
  const tables::CsvTable& table = *piece.table;
  RunRecord record;
  RunInfo& info = record.info;
  info.commit = identity.commit.empty() ? options.commit : identity.commit;
  info.commitTime = info.commit == options.commit ? options.commitTime : 0;
  info.branch = options.branch;
  info.workflowId = identity.workflowId;
  info.jobId = identity.jobId;
  info.attempt = identity.attempt;
  info.shard = identity.shard;
  info.shards = identity.shards;
  info.machine = identity.machine;
  info.device = configs::partsOf(identity.config).device;
  info.origin = piece.origin;
  info.measuredAt = piece.stamp.modifiedNs / kNsOfSecond;
  info.contentHash = hashOf(piece, info);
  const std::string config = configs::configName(identity.config);
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::string model(table.cell(row, nameColumn, scratch));
    for (std::size_t column = 0; column < table.columnNames().size(); ++column) {
      const std::string& metric = table.columnNames()[column];
      if (std::ranges::find(kNoMetrics, metric) != kNoMetrics.end()) continue;
      const std::string cell(table.cell(row, column, scratch));
      const auto number = finiteNumber(cell);
      record.samples.push_back({{identity.config.suite, config, model, metric, {}}, number, number ? std::string() : cell});
    }
  }
  return record;
}

}  // namespace

std::optional<double> finiteNumber(std::string_view cell) {
  cell = text::trimmed(cell);
  double number = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (cell.empty() || read.ec != std::errc() || read.ptr != cell.data() + cell.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

Intake runsOf(const sources::Opened& opened, const IntakeOptions& options) {
  Intake intake;
  for (const base::Error& problem : opened.problems) intake.skipped.push_back(problem);
  for (const sources::Piece& piece : opened.pieces) {
    if (piece.isBaseline) {
      ++intake.baselines;
      continue;
    }
    if (!piece.identity) {
      intake.skipped.push_back({base::ErrorCode::BadFormat, piece.unnamedReason, "Give its config with --name.", piece.origin});
      continue;
    }
    const auto name = piece.table->columnOf("name");
    if (!name || piece.table->pandasError()) {
      intake.skipped.push_back({base::ErrorCode::BadFormat, name ? piece.table->pandasError()->text : "There is no column \"name\".", "", piece.origin});
      continue;
    }
    if (auto problem = tableLimit(*piece.table, piece.origin)) {
      intake.skipped.push_back(*std::move(problem));
      continue;
    }
    intake.runs.push_back(recordOf(piece, *name, options));
  }
  return intake;
}

base::Result<RunStore::Added> addRuns(RunStore& store, const Intake& intake) {
  RunStore::Added total;
  for (const RunRecord& run : intake.runs) {
    const auto added = store.add({&run, 1});
    if (!added) return added;
    total.runs += added->runs;
    total.knownRuns += added->knownRuns;
    total.values += added->values;
    total.repeated += added->repeated;
  }
  return total;
}

}  // namespace plumbline::history
