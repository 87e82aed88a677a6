// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/report_parts.h"

#include <QDateTime>

#include "core/reports/text_parts.h"
#include "core/text/json_text.h"

namespace plumbline::history {
namespace {

constexpr std::size_t kLengthOfDay = 10;  // of "2026-08-02"

}  // namespace

std::string utcText(std::int64_t seconds) { return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(Qt::ISODate).toStdString(); }

std::string dayText(std::int64_t seconds) { return utcText(seconds).substr(0, kLengthOfDay); }

std::string shardText(const RunInfo& run) {
  std::string text = run.attempt > 0 ? "attempt " + std::to_string(run.attempt) : std::string();
  if (run.shard > 0) text += (text.empty() ? "shard " : ", shard ") + std::to_string(run.shard) + (run.shards > 0 ? '/' + std::to_string(run.shards) : "");
  return text;
}

std::string numberText(const BaselineCommit& commit) {
  return commit.pullRequest ? std::to_string(*commit.pullRequest) : std::string();
}

/// shortName is "#12345", or the commit's short hash without a number.
std::string shortName(const BaselineCommit& commit) { return commit.pullRequest ? '#' + numberText(commit) : commit.hash.substr(0, kShortHash); }

OrderedJson textOrNull(const std::optional<std::string>& text) { return text ? OrderedJson(*text) : OrderedJson(nullptr); }

std::string tabbed(const std::vector<std::string>& cells) {
  std::string line;
  reports::CsvLine writer(line, '\t');
  for (const std::string& cell : cells) writer.cell(cell);
  writer.end();
  return line;
}

OrderedJson commitJson(const BaselineCommit& commit) {
  return {{"hash", commit.hash},
          {"time", utcText(commit.time)},
          {"unix_s", commit.time},
          {"pull_request", commit.pullRequest ? OrderedJson(*commit.pullRequest) : OrderedJson(nullptr)},
          {"kind", kindName(commit.kind)},
          {"subject", commit.subject}};
}

std::string jsonText(const char* format, const OrderedJson& out) {
  OrderedJson all = {{"format", format}, {"version", 1}};
  all.update(out);
  return text::toJsonText(all, 2) + '\n';
}

}  // namespace plumbline::history
