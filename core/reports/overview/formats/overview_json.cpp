// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/overview/headline.h"
#include "core/reports/overview/overview_report.h"
#include "core/text/json_text.h"

namespace plumbline::reports {
namespace {

using Json = nlohmann::ordered_json;
using overview::ConfigResult;

const char* answerName(overview::Headline::Answer answer) {
  switch (answer) {
    case overview::Headline::Answer::Pass: return "pass";
    case overview::Headline::Answer::Fail: return "fail";
    case overview::Headline::Answer::NotJudged: break;
  }
  return "not-judged";
}

Json memberJson(const overview::CommitView& view, overview::RowRef row) {
  const ConfigResult& config = view.configs()[row.config];
  const verdicts::Comparison& comparison = *config.comparison;
  const verdicts::ComparedRow& compared = comparison.row(row.row);
  std::string scratch;
  Json cells = Json::object();
  for (std::size_t m = 0; m < comparison.metrics().size(); ++m) {
    const verdicts::MetricCell cell = comparison.cell(row.row, m);
    if (!cell.changed && cell.expected && cell.actual) continue;
    cells[comparison.metrics()[m].info.name] = {{"expected", cell.expected ? Json(cell.expectedText) : Json()},
                                                {"actual", cell.actual ? Json(cell.actualText) : Json()},
                                                {"not_measured", cell.notMeasured}};
  }
  const sources::FailureCause* cause = config.causeOf(row.row);
  const bool hasActual = compared.actualRow != verdicts::kNoRow && compared.actualRow < config.origins.size();
  return {{"config", configs::configName(config.config)},
          {"model", comparison.modelName(row.row, scratch)},
          {"class", verdicts::className(compared.cls)},
          {"status", comparison.statusWord(row.row)},
          {"fails_ci", compared.failsCi},
          {"cause", cause == nullptr ? Json() : Json(cause->text)},
          {"cause_log", cause == nullptr ? Json() : text::stringOrNull(cause->log)},
          {"cause_line", cause == nullptr || cause->line == 0 ? Json() : Json(cause->line)},
          {"origin", hasActual ? Json(config.shards[config.origins[compared.actualRow].shard].origin) : Json()},
          {"changes", std::move(cells)}};
}

Json pastJson(const overview::RowPast& row) {
  constexpr std::string_view kThen[] = {"no-run", "good", "red"};
  constexpr std::string_view kNoise[] = {"not-tested", "cannot-tell", "within", "beyond"};
  return {{"known", row.isKnown},
          {"red_since", text::stringOrNull(row.since)},
          {"first_commit", text::stringOrNull(row.firstCommit)},
          {"red_runs", row.runs},
          {"then", kThen[static_cast<std::size_t>(row.then)]},
          {"noise", kNoise[static_cast<std::size_t>(row.noise)]},
          {"q", std::isnan(row.q) ? Json() : Json(row.q)}};
}

Json groupJson(const overview::CommitView& view, const ShownGroup& shown) {
  const overview::Group& group = shown.group;
  Json members = Json::array();
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    members.push_back(memberJson(view, group.members[i]));
    if (i < shown.past.rows.size()) members.back()["past"] = pastJson(shown.past.rows[i]);
  }
  Json configs = Json::array();
  for (const std::uint32_t config : group.configs) configs.push_back(configs::configName(view.configs()[config].config));
  return {{"id", group.id},
          {"kind", groupKindName(group.kind)},
          {"class", verdicts::className(group.cls)},
          {"title", overview::groupTitle(group)},
          {"metric", group.metric},
          {"change", group.change},
          {"fails_ci", group.failsCi},
          {"models", group.models},
          {"configs", std::move(configs)},
          {"rows", std::move(members)}};
}

Json shardJson(const overview::ShardUse& use) {
  return {{"origin", use.origin},
          {"shard", use.identity.shard},
          {"shards", use.identity.shards},
          {"attempt", use.identity.attempt},
          {"job_id", text::stringOrNull(use.identity.jobId)},
          {"workflow_id", text::stringOrNull(use.identity.workflowId)},
          {"machine", text::stringOrNull(use.identity.machine)},
          {"rows", use.rows},
          {"used", use.used},
          {"why", use.why},
          {"exit", use.ciExit}};
}

Json configJson(const ConfigResult& config) {
  Json shards = Json::array();
  for (const overview::ShardUse& use : config.shards) shards.push_back(shardJson(use));
  Json twice = Json::array();
  for (const overview::InTwoShards& both : config.twice)
    twice.push_back({{"model", both.model},
                     {"shown", both.keptOrigin},
                     {"left_out", both.droppedOrigin},
                     {"same_row", both.sameRow}});
  Json classes = Json();
  if (config.comparison != nullptr) {
    classes = Json::object();
    for (const verdicts::VerdictClass cls : verdicts::kAllClasses) classes[text::jsonKey(verdicts::className(cls))] = 0;
    for (std::size_t row = 0; row < config.comparison->rowCount(); ++row)
      if (config.absentRow(row) != overview::Absent::MissingShard)
        classes[text::jsonKey(verdicts::className(config.comparison->row(row).cls))].get_ref<Json::number_integer_t&>() += 1;
  }
  return {{"config", configs::configName(config.config)},
          {"suite", config.config.suite},
          {"mode", configs::modeName(config.config.mode)},
          {"platform", config.config.platform},
          {"test", config.config.test},
          {"baseline", text::stringOrNull(config.baselinePath)},
          {"has_baseline", config.baseline != nullptr},
          {"has_run", config.run != nullptr},
          {"exit", config.exitStatus()},
          {"worst", config.comparison == nullptr ? Json() : Json(verdicts::className(config.worst()))},
          {"counts", std::move(classes)},
          {"completeness", overview::completenessText(config)},
          {"shards_here", config.shardsHere},
          {"shards_expected", config.shardsWanted},
          {"models_judged", config.modelsJudged},
          {"models_expected", config.modelsExpected},
          {"lost", config.lost()},
          {"in_missing_shards", config.inMissingShards()},
          {"problem", config.problem ? Json(base::describe(*config.problem)) : Json()},
          {"notes", config.notes},
          {"in_two_shards", std::move(twice)},
          {"shards", std::move(shards)}};
}

Json filesJson(const OverviewReport& report) {
  const overview::CommitView& view = *report.view;
  Json unnamed = Json::array();
  for (const std::size_t piece : view.unnamed())
    unnamed.push_back({{"origin", view.opened().pieces[piece].origin}, {"reason", view.opened().pieces[piece].unnamedReason}});
  Json doubled = Json::array();
  for (const std::size_t piece : view.doubledBaselines()) doubled.push_back(view.opened().pieces[piece].origin);
  const auto problems = [](const std::vector<base::Error>& errors) {
    Json list = Json::array();
    for (const base::Error& error : errors)
      list.push_back({{"file", error.file}, {"line", error.line}, {"text", error.text}, {"hint", error.hint}});
    return list;
  };
  return {{"unnamed", std::move(unnamed)},
          {"baselines_given_twice", std::move(doubled)},
          {"problems", problems(view.opened().problems)},
          {"flaky_problems", problems(view.flakyProblems())},
          {"side_files", view.opened().sideFiles},
          {"other_files", view.opened().otherFiles}};
}

Json newSinceJson(const OverviewReport& report) {
  if (!report.past || report.past->commit.empty()) return nullptr;
  const overview::CommitPast::Count fresh = report.past->newNow(), red = report.past->redNow();
  return {{"commit", report.past->commit}, {"day", report.past->day},           {"rows", fresh.rows},
          {"groups", fresh.groups},        {"rows_without_run", fresh.withoutRun}, {"red_rows", red.rows},
          {"red_groups", red.groups}};
}

Json staleJson(const OverviewReport& report) {
  if (!report.stale) return nullptr;
  Json rows = Json::array();
  for (const overview::StaleRow& row : report.stale->rows)
    rows.push_back({{"config", configs::configName(row.config)},
                    {"model", row.model},
                    {"path", text::stringOrNull(row.path)},
                    {"line", row.line},
                    {"runs", row.commits}});
  return rows;
}

}  // namespace

std::string overviewJson(const OverviewReport& report, int exit) {
  const overview::CommitView& view = *report.view;
  const overview::Headline head = overview::headlineOf(view, report.groups);
  const verdicts::RuleSet& rules = *view.options().rules;
  Json groups = Json::array();
  for (const ShownGroup& group : shownGroups(report)) groups.push_back(groupJson(view, group));
  Json configs = Json::array();
  for (const ConfigResult& config : view.configs()) configs.push_back(configJson(config));
  const Json json = {{"format", "plumbline-overview"},
                     {"version", 2},
                     {"exit", exit},
                     {"answer", answerName(head.answer)},
                     {"sentence", head.sentence},
                     {"completeness", head.completeness},
                     {"is_complete", head.isComplete},
                     {"rules", {{"generation", rules.generation}, {"origin", rules.origin}}},
                     {"attempts", view.options().attempts == overview::AttemptRule::First ? "first" : "latest"},
                     {"commit", text::stringOrNull(view.commit())},
                     {"commits", view.commits()},
                     {"new_since", newSinceJson(report)},
                     {"groups", std::move(groups)},
                     {"configs", std::move(configs)},
                     {"files", filesJson(report)},
                     {"stale", staleJson(report)}};
  return text::toJsonText(json, 2) + '\n';
}

}  // namespace plumbline::reports
