// SPDX-License-Identifier: GPL-3.0-or-later
// Margins read from logs, i.e. how close each model came to the limit of same(), as text, Markdown and JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/margins/margin_log.h"

namespace plumbline::reports {

/// MarginReport: one list per log, in the order they were given.
struct MarginReport {
  std::vector<std::string> logs;
  std::vector<std::vector<numerics::LoggedMargin>> margins;
  numerics::MarginOptions options;
  bool isAll = false;  ///< every line is shown, in the log's order; else the worst of each model, the worst first
};

/// marginState in a word, since colours do not reach everywhere: "over" the limit, "close" to it, "no number", "fine".
std::string_view marginState(double margin, const numerics::MarginOptions& options);
/// marginDigits has three decimals, and more where a margin would look like the limit without being it: "0.9996".
std::string marginDigits(double margin);
/// marginExit is 1 when a margin of any log is at or over options.warnAt or no number, else 0.
int marginExit(const MarginReport& report);

/// marginText, marginMarkdown and marginJson list the margins of each log, and the trend over two or more logs.
std::string marginText(const MarginReport& report);
std::string marginMarkdown(const MarginReport& report);
std::string marginJson(const MarginReport& report);

}  // namespace plumbline::reports
