// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that are red now, by the run since which they are.
//
//   out << streaksReport(*red, clustersOf(*red), ReportForm::Text);
#pragma once

#include <string>
#include <vector>

#include "core/history/history_report.h"
#include "core/history/streaks.h"

namespace plumbline::history {

/// streaksReport: a heading, what changed and the rows of each cluster; in tsv one line for each row.
std::string streaksReport(const RedRows& red, const std::vector<StreakCluster>& clusters, ReportForm form);

}  // namespace plumbline::history
