// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_model.h"

#include <algorithm>

#include "core/reports/check/report_parts.h"

namespace plumbline::reports {
namespace {

using overview::ConfigResult;

/// Keeps the file small enough for a mail.
constexpr std::size_t kMaxCharts = 80;

void add(verdicts::ClassCounts& to, const verdicts::ClassCounts& from) {
  for (std::size_t i = 0; i < std::size(to.byClass); ++i) to.byClass[i] += from.byClass[i];
  for (std::size_t i = 0; i < std::size(to.findings); ++i) to.findings[i] += from.findings[i];
  to.needDecision += from.needDecision;
  to.excused += from.excused;
}

/// problemOf returns why a config has no verdicts, or why CI fails in it although no row does.
std::string problemOf(const ConfigResult& config) {
  if (config.problem) return base::describe(*config.problem);
  if (!config.comparison) return "";
  for (const verdicts::CheckSummary& check : config.comparison->checks()) {
    const auto& why = check.crash ? check.crash : check.refused;
    if (why) return std::string(verdicts::checkName(check.check)) + ": " + base::describe(*why);
  }
  return "";
}

ReportConfig configOf(const ReportSource& source, const ConfigResult& from, const ReportOptions& options) {
  ReportConfig out;
  out.name = nameOf(source, from);
  out.ciExit = from.ciExit;
  out.hasRun = from.run != nullptr;
  out.hasBaseline = from.baseline != nullptr;
  out.completeness = overview::completenessText(from);
  out.problem = problemOf(from);
  if (from.comparison) addRows(from, options.allRows, out);
  addPerformance(from, options, out);
  return out;
}

/// addConfigs fills the configs, with charts as long as there is room.
bool addConfigs(const ReportSource& source, const ReportOptions& options, const base::Progress& progress, Report& report) {
  const auto& configs = source.view->configs();
  std::size_t charts = 0;
  for (const ConfigResult& config : configs) {
    if (progress.stopRequested()) return false;
    ReportOptions here = options;
    here.withCharts = options.withCharts && charts < kMaxCharts;
    report.configs.push_back(configOf(source, config, here));
    const ReportConfig& made = report.configs.back();
    charts += made.charts.size();
    if (options.withCharts && !here.withCharts && !made.summary.empty()) ++report.configsWithoutCharts;
    add(report.counts, made.counts);
    (void)progress.report(report.configs.size(), configs.size());
  }
  return true;
}

void addSections(const ReportSource& source, const std::vector<overview::Group>& groups, Report& report) {
  report.sections = sectionsOf({source.view, groups});
  if (source.pairName.empty()) return;
  for (Section& section : report.sections)
    for (Section::Line& line : section.lines)
      if (line.name == configs::configName(source.view->configs().front().config)) line.name = source.pairName;
}

}  // namespace

std::string nameOf(const ReportSource& source, const ConfigResult& config) {
  return source.pairName.empty() ? configs::configName(config.config) : source.pairName;
}

base::Outcome<Report> makeReport(const ReportSource& source, const ReportOptions& options,
                                 const base::Progress& progress) {
  const overview::CommitView& view = *source.view;
  const bool isJudged = std::ranges::any_of(
      view.configs(), [](const ConfigResult& config) { return config.comparison != nullptr || config.ciExit != 0; });
  if (!isJudged)
    return base::fail(base::ErrorCode::NotFound, "Nothing could be judged: no config has both a run and a baseline.",
                      "Name results and, with --expected, the baselines.");
  Report report;
  report.toolVersion = PLUMBLINE_VERSION;
  report.ruleSet = view.options().rules->generation;
  report.ruleDetails = ruleDetails(view);
  report.commit = view.commit();
  report.thresholds = options.thresholds;
  report.arguments = options.arguments;
  report.arguments.day = flakyDate(view);
  // By name, so that a later default does not judge an old report.
  if (report.arguments.rules.empty()) report.arguments.rules = report.ruleSet;
  // The commit that was shown, so that one more among the sources does not make another report of the same arguments.
  if (view.commits().size() > 1) report.arguments.commit = view.commit().empty() ? overview::kNoCommit : view.commit();
  report.hasAllRows = options.allRows;
  report.ciExit = view.ciExit();
  if (!addConfigs(source, options, progress, report)) return base::Cancelled{};
  addCompileTimes(view, options, report);
  report.inputs = inputsOf(source, report.arguments);
  auto groups = overview::groupsOf(view);
  const overview::Headline head = overview::headlineOf(view, groups);
  report.headline = head.sentence;
  report.completeness = head.completeness;
  for (const overview::Group& group : groups) {
    ReportGroup out{group, overview::groupTitle(group), {}};
    for (const std::uint32_t config : group.configs) out.configs.push_back(nameOf(source, view.configs()[config]));
    report.groups.push_back(std::move(out));
  }
  addSections(source, groups, report);
  return report;
}

}  // namespace plumbline::reports
