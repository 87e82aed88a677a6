// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/reports/shown_text.h"
#include "core/runs/reproducibility.h"
#include "core/runs/result_words.h"

namespace plumbline::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPercentDecimals = 1;

std::string percent(double share) { return fixedText(share * 100, kPercentDecimals) + " %"; }

std::string rateText(const Rate& rate) {
  return std::to_string(rate.count) + " of " + std::to_string(rate.of) + ", " + percent(rate.value) +
         " (with 95 % confidence " + percent(rate.low) + " to " + percent(rate.high) + ")";
}

Json rateJson(const Rate& rate) {
  return {{"count", rate.count}, {"of", rate.of}, {"value", rate.value}, {"low", rate.low}, {"high", rate.high}};
}

}  // namespace

std::string reproducibilityText(const Reproducibility& result) {
  std::string out = std::string(classText(result.classification)) + ". " + result.why + '\n';
  if (result.moreNeeded > 0)
    out += "At least " + countOf(static_cast<std::size_t>(result.moreNeeded), "more run") + " that hold" +
           (result.moreNeeded == 1 ? "s" : "") + " compiled against eager would be needed.\n";
  if (result.failureRate.of > 0) out += "Differs:       " + rateText(result.failureRate) + '\n';
  if (result.eagerRate.count > 0) out += "Eager differs: " + rateText(result.eagerRate) + '\n';
  std::string counts;
  for (const ResultCount& count : result.counts)
    counts += (counts.empty() ? "" : ", ") + std::string(resultText(count.result)) + ' ' + std::to_string(count.count);
  if (!counts.empty()) out += "Runs:          " + counts + '\n';
  for (const std::string& warning : result.warnings) out += "warning: " + reports::shownText(warning) + '\n';
  return out;
}

std::string reproducibilityJson(const Reproducibility& result, std::span<const ReproOutcome> outcomes) {
  Json counts = Json::object(), runs = Json::array();
  for (const ResultCount& count : result.counts) counts[std::string(resultWord(count.result))] = count.count;
  for (const ReproOutcome& outcome : outcomes) runs.push_back(Json::parse(outcomeJson(outcome), nullptr, false));
  const Json out = {{"format", "plumbline-reproducibility"},
                    {"version", 1},
                    {"class", className(result.classification)},
                    {"why", result.why},
                    {"moreNeeded", result.moreNeeded},
                    {"failureRate", rateJson(result.failureRate)},
                    {"eagerRate", rateJson(result.eagerRate)},
                    {"counts", std::move(counts)},
                    {"warnings", result.warnings},
                    {"runs", std::move(runs)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace plumbline::runs
