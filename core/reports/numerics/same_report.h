// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of same() as text, Markdown and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/numerics/errors/error_statistics.h"
#include "core/numerics/same/same.h"
#include "core/reports/numerics/margin_report.h"

namespace plumbline::reports {

/// SameReport is what the formats write; `statistics` has one entry per decision, or none at all.
struct SameReport {
  std::string ref = {}, res = {}, fp64 = {};  ///< as the user named them; fp64 "" without one
  numerics::SameOptions options = {};
  numerics::SameResult result = {};
  std::vector<std::optional<numerics::ErrorStatistics>> statistics = {};
  bool isAll = false;          ///< all tensors were compared, not only up to the first failure; each has its row
  bool isByMargin = false;     ///< rows of text and Markdown by margin, the largest first; else in torch's order
  std::vector<std::string> notes = {};  ///< sentences about the files
};

/// sameExit returns 0 when torch answers "same", else 1.
int sameExit(const SameReport& report);

std::string sameText(const SameReport& report);
std::string sameMarkdown(const SameReport& report);
std::string sameJson(const SameReport& report);

}  // namespace plumbline::reports
