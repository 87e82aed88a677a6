// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/stale.h"

#include <map>
#include <set>
#include <unordered_set>
#include <utility>

namespace plumbline::overview {
namespace {

/// Seen is what the runs of one config brought, over all commits.
struct Seen {
  std::size_t completeRuns = 0;
  bool ran = false;
  std::unordered_set<std::string> models;
};

void addNames(const tables::CsvTable& table, std::unordered_set<std::string>& names) {
  const auto column = table.columnOf("name");
  std::string scratch;
  for (std::size_t row = 0; column && row < table.rowCount(); ++row) names.emplace(table.cell(row, *column, scratch));
}

void look(const CommitView& view, std::map<configs::Config, Seen>& seen) {
  for (const ConfigResult& config : view.configs()) {
    if (config.shards.empty()) continue;
    Seen& of = seen[config.config];
    of.ran = true;
    if (config.run == nullptr) continue;
    addNames(*config.run, of.models);
    if (config.isComplete()) ++of.completeRuns;
  }
}

}  // namespace

StaleReport staleBaselines(const CommitView& view, std::size_t minimum) {
  std::map<configs::Config, Seen> seen;
  look(view, seen);
  for (const std::string& commit : view.commits()) {
    if (commit == view.commit()) continue;
    ViewOptions options = view.options();
    options.commit = commit.empty() ? kNoCommit : commit;
    const auto other = CommitView::make(view.openedPtr(), options);
    if (other.isValue()) look(*other.value(), seen);
  }
  StaleReport report;
  for (const ConfigResult& config : view.configs()) {
    const auto found = seen.find(config.config);
    if (config.baseline != nullptr && found == seen.end()) report.withoutRun.push_back(config.config);
    if (config.baseline == nullptr || found == seen.end() || found->second.completeRuns < std::max<std::size_t>(minimum, 1))
      continue;
    const tables::CsvTable& table = *config.baseline;
    const auto column = table.columnOf("name");
    std::unordered_set<std::string> said;
    std::string scratch;
    for (std::size_t row = 0; column && row < table.rowCount(); ++row) {
      if (table.isComment(row) || table.isConflictMarker(row)) continue;
      std::string name(table.cell(row, *column, scratch));
      if (found->second.models.contains(name) || !said.insert(name).second) continue;
      report.rows.push_back({config.config, config.baselinePath, std::move(name), table.lineOf(row),
                             found->second.completeRuns});
    }
  }
  std::set<configs::Config> withBaseline;
  for (const ConfigResult& config : view.configs())
    if (config.baseline != nullptr) withBaseline.insert(config.config);
  for (const auto& [config, of] : seen)
    if (of.ran && !withBaseline.contains(config)) report.withoutBaseline.push_back(config);
  return report;
}

}  // namespace plumbline::overview
