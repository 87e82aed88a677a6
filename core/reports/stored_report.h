// SPDX-License-Identifier: GPL-3.0-or-later
// A report in JSON read back: only what its check needs, every type looked at, nothing opened. Whatever the bytes are,
// reading them ends, and fails with a sentence.
//
//   auto stored = readReport(bytes, "report.json");
//   if (!stored) return fail(stored.error());
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reports/report_source.h"

namespace plumbline::reports {

inline constexpr const char* kReportFormat = "plumbline-report";
inline constexpr int kReportVersion = 1;
/// Limits of what is taken for a report.
inline constexpr std::size_t kMostReportBytes = std::size_t{256} << 20U;
inline constexpr std::size_t kMostReportDepth = 32;
inline constexpr std::size_t kMostReportWords = 10'000;

struct StoredInput {
  std::string kind, origin, sha256;
  bool isUsed = true;
  bool operator==(const StoredInput&) const = default;
};
struct StoredRow {
  std::string model, cls, status;
  bool failsCi = false, isExcused = false;
  bool operator==(const StoredRow&) const = default;
};
struct StoredConfig {
  std::string name, answer;
  std::int64_t exit = 0;
  std::vector<StoredRow> rows;
};
struct StoredReport {
  std::string toolVersion, ruleSet, ruleDetails;
  std::vector<std::string> thresholds;
  ReportWords words;
  bool hasAllRows = false;
  std::vector<StoredInput> inputs;
  std::vector<StoredConfig> configs;
};

/// readReport. Errors: BadFormat naming the member that is missing or of another type, a version that is not known, or
/// JSON nested deeper than a report is; TooLarge.
base::Result<StoredReport> readReport(std::string_view json, const std::string& path);

}  // namespace plumbline::reports
