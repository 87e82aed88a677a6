// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/evidence/rate_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

/// levelPercent has as many digits as the level needs: 0.95 is "95 %", 0.999 is "99.9 %".
std::string levelPercent(double level) { return text::shortNumber(100 * level, 6) + " %"; }

}  // namespace

std::string moreRunsText(const std::optional<std::size_t>& moreRuns) {
  if (!moreRuns) return "no number of runs decides if the rate stays";
  return text::counted(*moreRuns, "more run") + (*moreRuns == 1 ? " decides" : " decide") + " if the rate stays";
}

std::string ratePercent(double share) {
  const double percent = 100 * share;
  const int digits = percent > 0 && percent < 0.995 ? 1 - static_cast<int>(std::floor(std::log10(percent))) : 1;
  return text::fixedText(percent, digits) + " %";
}

std::string rateText(const statistics::RunCount& count, const statistics::RateOptions& options) {
  const statistics::RateJudgement judged = judgeRate(count, options);
  std::string line = text::groupedText(count.fails) + " of " + text::groupedText(count.runs) + ": ";
  line += (count.runs == 0 ? "no rate" : ratePercent(judged.rate)) + " (" + levelPercent(options.level) + ' ' +
          std::string(rateMethodTitle(options.method)) + ": " + ratePercent(judged.interval.low) + " to " +
          ratePercent(judged.interval.high) + "), " + std::string(rateClassName(judged.rateClass));
  if (judged.rateClass == statistics::RateClass::CannotTell) line += ", " + moreRunsText(judged.moreRuns);
  return line + '\n';
}

std::string rateJson(const statistics::RunCount& count, const statistics::RateOptions& options) {
  const statistics::RateJudgement judged = judgeRate(count, options);
  nlohmann::ordered_json json = {{"format", "plumbline-rate"}, {"version", 1}, {"fails", count.fails}, {"runs", count.runs}};
  text::setNumber(json, "rate", judged.rate);
  json["low"] = judged.interval.low;
  json["high"] = judged.interval.high;
  json["level"] = options.level;
  json["method"] = rateMethodTitle(options.method);
  json["class"] = rateClassName(judged.rateClass);
  json["moreRuns"] = judged.moreRuns ? nlohmann::ordered_json(*judged.moreRuns) : nlohmann::ordered_json();
  return text::toJsonText(json, 2) + '\n';
}

}  // namespace plumbline::reports
