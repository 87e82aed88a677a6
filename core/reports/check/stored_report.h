// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the parts of a JSON report that its verification needs. Safe for any input.
//
//   auto stored = readReport(bytes, "report.json");
//   if (!stored) return fail(stored.error());
//
// Checks a report against its inputs: opens, hashes and judges them again, and lists every difference.
//
//   auto checked = verifyReport(jsonBytes, "report.json");
//   if (checked.value().isEqual()) ...
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/reports/check/report_format.h"
#include "core/verdicts/comparison.h"

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

struct Difference {
  std::string what;     ///< "input", "rules", "verdict"; "member" when none of these differs, and yet the JSON does
  std::string subject;  ///< origin, or config and model
  std::string text;     ///< one sentence: "changed: SHA-256 was 12ab..., is 34cd..."
};
struct Verified {
  std::vector<Difference> differences;  ///< inputs first, then rules, then verdicts; or members alone
  std::vector<std::string> remarks;     ///< no difference, yet worth knowing: written by another version of the tool
  std::size_t inputs = 0, verdicts = 0; ///< compared
  bool isEqual() const { return differences.empty(); }
};
/// verifyReport judges with the default flaky list that the report names, never with that of the settings. Relative
/// paths are looked for from the working folder, then from the report's. Errors: BadFormat when it is no report of this
/// kind or version, naming what is wrong; NotFound when none of its sources is there.
base::Outcome<Verified> verifyReport(std::string_view json, const std::string& reportPath,
                                     const base::Progress& progress = {}, const base::SideBySide& sideBySide = {});

/// verifyText lists the differences, one per line, then "equal" or their number; verifyJson writes the format
/// "plumbline-verify", version 2 (resources/help/json.md).
std::string verifyText(const Verified& verified);
std::string verifyJson(const Verified& verified, int exit);

}  // namespace plumbline::reports
