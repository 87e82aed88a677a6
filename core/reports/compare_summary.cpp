// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/reports/compare_report.h"

namespace plumbline::reports {

std::string compareSummary(const CompareReport& report) {
  verdicts::ClassCounts counts;
  for (const std::uint32_t row : report.rows) ++counts.byClass[static_cast<std::size_t>(report.comparison.row(row).cls)];
  std::string text = std::to_string(report.rows.size()) + (report.rows.size() == 1 ? " model" : " models");
  std::string list;
  for (const verdicts::VerdictClass cls : verdicts::kAllClasses)
    if (counts.of(cls) != 0)
      list += (list.empty() ? ": " : ", ") + std::to_string(counts.of(cls)) + ' ' + std::string(verdicts::classWord(cls));
  if (report.comparison.checks().empty()) return text + list + "; no check applies";
  return text + list + (report.comparison.ciExit() == 0 ? "; CI passes" : "; CI fails");
}

}  // namespace plumbline::reports
