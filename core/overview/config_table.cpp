// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/config_table.h"

namespace plumbline::overview {
namespace {

base::Error told(const ConfigResult& config, const std::string& what, const char* hint) {
  return {base::ErrorCode::NotFound, configs::configName(config.config) + what, hint, config.baselinePath, 0, 0};
}

}  // namespace

std::optional<base::Error> tableProblem(const ConfigResult& config) {
  if (config.problem) return config.problem;
  if (!config.run) return told(config, " was not run: there is a baseline, and no result.", "Open its shards as well.");
  if (!config.baseline)
    return told(config, " has no baseline.", "Open the tree of baselines that holds it, or make one with update.");
  if (!config.valueColumn.empty())
    return told(config, " is one column of a wide baseline, which has no table of its own.",
                "Decide about its rows on the overview.");
  if (config.baselinePath.empty())
    return told(config, " has a baseline that is no file of its own.", "Unpack it to look at its rows.");
  return std::nullopt;
}

std::optional<std::uint32_t> worstTable(const CommitView& view) {
  std::optional<std::uint32_t> found;
  verdicts::VerdictClass worst = verdicts::VerdictClass::Pass;
  for (std::uint32_t i = 0; i < view.configs().size(); ++i) {
    if (tableProblem(view.configs()[i])) continue;
    const verdicts::VerdictClass here = view.configs()[i].worst();
    if (found && here >= worst) continue;
    found = i;
    worst = here;
  }
  return found;
}

}  // namespace plumbline::overview
