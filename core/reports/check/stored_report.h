// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the parts of a JSON report that its verification needs. Safe for any input.
//
//   auto stored = readReport(bytes, "report.json");
//   if (!stored) return fail(stored.error());
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/reports/check/report_source.h"

namespace plumbline::reports {

inline constexpr const char* kReportFormat = "plumbline-report";
inline constexpr int kReportVersion = 2;
/// Limits of a report.
inline constexpr std::size_t kMaxReportBytes = std::size_t{256} << 20U;
inline constexpr std::size_t kMaxReportDepth = 32;
inline constexpr std::size_t kMaxReportTexts = 10'000;

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
  ReportArguments arguments;
  bool hasAllRows = false;
  std::vector<StoredInput> inputs;
  std::vector<StoredConfig> configs;
};

/// readReport. Errors: BadFormat naming the member that is missing or of another type, a version that is not known, or
/// JSON nested deeper than a report is; TooLarge.
base::Result<StoredReport> readReport(std::string_view json, const std::string& path);

}  // namespace plumbline::reports
