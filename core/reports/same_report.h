// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of same() as text, Markdown and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/numerics/error_statistics.h"
#include "core/numerics/same.h"
#include "core/reports/margin_report.h"

namespace plumbline::reports {

/// SameReport is what there is to tell; statistics has one entry per decision, or none at all.
struct SameReport {
  std::string ref = {}, res = {}, fp64 = {};  ///< as the user named them; fp64 "" without one
  numerics::SameOptions options = {};
  numerics::SameResult result = {};
  std::vector<std::optional<numerics::ErrorStatistics>> statistics = {};
  bool isAll = false;          ///< every tensor was looked at, not only up to the first failure; every one has its row
  bool isByMargin = false;     ///< rows of text and Markdown begin with the largest margin, else they are in torch's order
  std::vector<std::string> notes = {};  ///< sentences about the files
};

/// sameExit is 0 for the same, 1 for everything else torch answers.
int sameExit(const SameReport& report);

std::string sameText(const SameReport& report);
std::string sameMarkdown(const SameReport& report);
std::string sameJson(const SameReport& report);

}  // namespace plumbline::reports
