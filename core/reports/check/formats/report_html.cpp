// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "core/reports/check/report_format.h"
#include "core/reports/check/report_parts.h"
#include "core/reports/html_parts.h"
#include "core/text/quantities.h"
#include "core/text/reserve.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kNamesCharacters = 120;
/// Configs that fail are open as long as the page stays readable.
constexpr std::size_t kOpenConfigs = 6;
constexpr std::size_t kRowsOpen = 40;
/// Texts up to this length stay on one line where the page is wide enough.
constexpr std::size_t kOneLineCharacters = 62;
constexpr int kChartWidth = 560, kChartHeight = 380;

std::string anchor(std::size_t config) { return "c" + std::to_string(config + 1); }

std::string heading(std::string_view words, std::string_view count, std::string_view id) {
  return "<h2 id=\"" + std::string(id) + "\">" + std::string(words) +
         (count.empty() ? "" : " <span class=\"count\">" + std::string(count) + "</span>") + "</h2>\n";
}

std::string fact(std::string_view term, const std::string& valueHtml) {
  return "<li><span class=\"muted\">" + std::string(term) + "</span> " + valueHtml + "</li>\n";
}

verdicts::VerdictClass answerClass(bool fails) { return fails ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass; }

std::string header(const Report& report) {
  const verdicts::VerdictClass cls = answerClass(report.exitStatus != 0);
  std::string out = "<p class=\"kicker\">Plumbline report</p>\n<h1><span class=\"v-" + std::string(verdicts::className(cls)) +
                    "\" aria-hidden=\"true\">" + std::string(verdicts::classGlyph(cls)) + "</span><span>" +
                    html::text(report.headline) + "</span></h1>\n<p class=\"muted\">" + html::text(report.completeness) + "</p>\n";
  out += "<ul class=\"chips\" aria-label=\"rows by verdict\">\n";
  for (const verdicts::VerdictClass each : verdicts::kAllClasses) out += html::chip(each, report.counts.of(each)) + '\n';
  out += "</ul>\n<ul class=\"facts\">\n";
  if (!report.commit.empty()) out += fact("commit", "<code>" + html::text(report.commit.substr(0, kHashCharacters)) + "</code>");
  out += fact("rules", html::text(report.ruleSet));
  const auto used = std::ranges::count_if(report.inputs, [](const ReportInput& i) { return i.isUsed; });
  out += fact("inputs", "<a href=\"#inputs\">" + text::counted(static_cast<std::size_t>(used), "file", "files") + "</a>");
  if (report.counts.excused > 0) out += fact("excused", text::counted(report.counts.excused, "row", "rows") + " by flaky.toml");
  return out + "</ul>\n";
}

/// arrows shows the plain texts' "->" as the window does.
std::string arrows(std::string title) {
  for (std::size_t at = title.find(" -> "); at != std::string::npos; at = title.find(" -> ", at)) title.replace(at, 4, " \u2192 ");
  return title;
}

/// groupClass shows what a flaky.toml excuses as flaky, although CI fails it.
verdicts::VerdictClass groupClass(const overview::Group& group) {
  return group.kind == overview::GroupKind::Flaky ? verdicts::VerdictClass::Flaky : group.cls;
}

std::string groupsHtml(const Report& report) {
  if (report.groups.empty()) return "<p class=\"muted\">Nothing needs a look.</p>\n";
  std::string out = html::tableOpen("Causes: rows with the same change", {{"Kind"}, {"What"}, {"Models"}, {"Configs"}, {"Rows", true}});
  for (const ReportGroup& group : report.groups) {
    const std::string shown = group.configs.empty() ? "" : group.configs.front();
    const std::string configs = html::name(shown) + (group.configs.size() > 1 ? " and " + std::to_string(group.configs.size() - 1) + " more" : "");
    const verdicts::VerdictClass cls = groupClass(group.group);
    const std::string kind(group.group.kind == overview::GroupKind::MissingShard ? "no shard" : groupKindName(group.group.kind));
    out += html::rowOpen(cls) + html::cell(html::badge(cls, kind), "w") +
           html::rowHead("<b>" + html::sentence(arrows(group.title)) + "</b>") + html::cell(html::sentence(overview::groupModels(group.group, kNamesCharacters))) +
           html::cell(configs) + html::number(std::to_string(group.group.members.size())) + "</tr>\n";
  }
  return out + std::string(html::kTableClose);
}

std::string countCell(std::size_t count) {
  return count == 0 ? "<td class=\"n zero\" data-v=\"0\">\u00b7</td>" : html::number(std::to_string(count));
}

std::string configsHtml(const Report& report) {
  using verdicts::VerdictClass;
  std::string out = html::tableOpen("Configs", {{"Config"}, {"CI"}, {"Fail", true}, {"Invalid", true}, {"Missing", true},
                                                {"Flaky", true}, {"Improved", true}, {"Expected fail", true}, {"Pass", true}, {"Run"}});
  std::vector<std::size_t> order(report.configs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return report.configs[a].exitStatus > report.configs[b].exitStatus; });
  for (const std::size_t i : order) {
    const ReportConfig& config = report.configs[i];
    if (!config.hasRun) continue;
    const bool isLinked = !config.rows.empty() || !config.problem.empty() || !config.summary.empty() || !config.charts.empty();
    const std::string shown = html::name(config.name);
    out += "<tr>" + html::rowHead(isLinked ? "<a href=\"#" + anchor(i) + "\">" + shown + "</a>" : shown, config.name.size() <= kOneLineCharacters ? "w" : "");
    const std::string word = ciAnswer(config);
    out += html::cell(word == "pass" || word == "fail" ? html::badge(answerClass(config.exitStatus != 0), word)
                                                 : "<span class=\"muted\">" + html::text(word) + "</span>", "w");
    for (const VerdictClass cls : {VerdictClass::Fail, VerdictClass::Invalid, VerdictClass::Missing, VerdictClass::Flaky,
                                   VerdictClass::Improved, VerdictClass::ExpectedFail, VerdictClass::Pass})
      out += countCell(config.counts.of(cls));
    out += html::cell(html::text(config.completeness), config.completeness.size() <= kOneLineCharacters / 2 ? "w muted" : "muted") + "</tr>\n";
  }
  return out + std::string(html::kTableClose);
}

std::string changeHtml(const ReportRow::Cell& c) {
  const bool isOneSided = c.expected.empty() || c.actual.empty();
  const std::size_t length = c.metric.size() + c.expected.size() + c.actual.size();
  const std::string css = std::string("change") + (isOneSided ? " i" : "") + (length <= kOneLineCharacters ? " w" : "");
  std::string out = "<span class=\"" + css + "\"><span class=\"m\">" + html::text(c.metric) + "</span> ";
  out += isOneSided ? html::name(c.expected + c.actual) : html::name(c.expected) + " \u2192 <b>" + html::name(c.actual) + "</b>";
  if (c.isNotMeasured) out += " <span class=\"m\">not measured</span>";
  else if (!c.delta.empty()) out += " <span class=\"m\">" + html::text(c.delta) + "</span>";
  return out + "</span>";
}

std::string changesHtml(const ReportRow& row) {
  std::string out;
  std::size_t more = 0;
  for (const ReportRow::Cell* c : shownChanges(row, more)) out += (out.empty() ? "" : " ") + changeHtml(*c);
  if (more > 0) out += " <span class=\"change i m\">and " + std::to_string(more) + " more</span>";
  return out;
}

void addRowsTable(std::string& out, const ReportConfig& config) {
  out += html::tableOpen("Rows of " + html::text(config.name), {{"Verdict"}, {"Model"}, {"Change"}, {"Why"}});
  const std::size_t begin = out.size();
  for (const ReportRow& row : config.rows) {
    const std::string word = rowStatus(row).empty() ? std::string(verdicts::classWord(row.cls)) : rowStatus(row);
    out += html::rowOpen(row.cls) + html::cell(html::badge(row.cls, word), "w") + html::rowHead(html::name(row.model), row.model.size() <= kOneLineCharacters / 2 ? "w" : "") +
           html::cell(changesHtml(row), "of") + html::cell(html::sentence(reasonText(row)), "why") + "</tr>\n";
    if (&row == &config.rows.front()) text::reserveAlike(out, config.rows.size(), out.size() - begin);
  }
  out += html::kTableClose;
}

std::string summaryHtml(const ReportConfig& config) {
  std::string out;
  if (!config.summary.empty()) {
    out = html::tableOpen("Performance of " + html::text(config.name) + ": the dashboard's numbers, and ours over the models both have",
                          {{"Metric"}, {"Baseline", true}, {"Run", true}, {"Baseline, same models", true}, {"Run, same models", true}, {"Models", true}});
    for (const diff::SummaryLine& line : config.summary) {
      const std::string unit = line.unit.empty() ? "" : " " + line.unit;
      out += "<tr>" + html::rowHead(html::text(line.title)) + html::number(html::text(line.hudBefore.text + unit)) + html::number(html::text(line.hudAfter.text + unit)) +
             html::number(html::text(meanText(line.before, line))) + html::number(html::text(meanText(line.after, line))) +
             html::number(std::to_string(line.after.count)) + "</tr>\n";
    }
    out += html::kTableClose;
  }
  std::string remarks;
  for (const diff::SummaryLine& line : config.summary)
    if (!line.sentence.empty()) remarks += "<li>" + html::sentence(line.sentence) + "</li>\n";
  for (std::size_t i = 0; i < config.ratioAlarms.size(); ++i)
    remarks += "<li><b>" + html::name(config.alarmModels[i]) + "</b>: " + html::sentence(config.ratioAlarms[i].sentence) + "</li>\n";
  return out + (remarks.empty() ? "" : "<ul class=\"plain\">\n" + remarks + "</ul>\n");
}

std::string chartsHtml(const std::vector<charts::ChartData>& all) {
  if (all.empty()) return "";
  std::string out = "<div class=\"charts\">\n";
  for (const charts::ChartData& chart : all) out += html::figure(chart, kChartWidth, kChartHeight);
  return out + "</div>\n";
}

void addConfig(std::string& out, const ReportConfig& config, std::size_t number, std::size_t& open) {
  const std::string word = ciAnswer(config);
  std::string summary = "<span class=\"h\" role=\"heading\" aria-level=\"3\" id=\"" + anchor(number) + "\">" + html::name(config.name) +
                        "</span><span class=\"sum\">" +
                        html::badge(answerClass(config.exitStatus != 0), word) +
                        text::counted(config.rows.size(), "row", "rows") + " of " + std::to_string(config.rowsTotal) + "</span>";
  const bool isOpen = config.exitStatus != 0 && config.rows.size() <= kRowsOpen && open < kOpenConfigs;
  open += isOpen ? 1 : 0;
  out += html::detailsOpen(summary, isOpen);
  if (!config.problem.empty()) out += "<p>" + html::sentence(config.problem) + "</p>\n";
  if (!config.rows.empty()) addRowsTable(out, config);
  out += html::kDetailsClose;
}

std::string sectionsHtml(const Report& report) {
  std::string out;
  for (const Section& section : report.sections) {
    std::string lines = "<ul class=\"plain\">\n";
    for (const Section::Line& line : section.lines)
      lines += "<li>" + (line.name.empty() ? "" : "<b>" + html::name(line.name) + "</b> ") + html::sentence(line.text) + "</li>\n";
    out += html::details(html::text(section.heading) + "<span class=\"sum\">" + std::to_string(section.lines.size()) + "</span>", lines + "</ul>\n");
  }
  return out;
}

std::string inputsHtml(const Report& report) {
  std::string out = html::tableOpen("Inputs with their SHA-256", {{"Kind"}, {"File"}, {"Bytes", true}, {"SHA-256"}});
  for (const ReportInput& input : report.inputs)
    out += "<tr>" + html::cell(html::text(input.kind) + (input.isUsed ? "" : " <span class=\"muted\">not used</span>"), "w") +
           html::cell(html::text(input.origin), "path") + html::number(std::to_string(input.bytes)) + html::cell(html::text(input.sha256), "path") + "</tr>\n";
  return html::details("Files and their SHA-256<span class=\"sum\">" + std::to_string(report.inputs.size()) + "</span>",
                       out + std::string(html::kTableClose));
}

std::string rulesHtml(const Report& report) {
  std::string out = "<ul class=\"plain\">\n<li>" + html::text(report.ruleSet) + ": " + html::text(report.ruleDetails) + "</li>\n<li>thresholds: ";
  bool first = true;
  for (const std::string& threshold : diff::thresholdTexts(report.thresholds)) {
    out += (first ? "" : ", ") + std::string("<code>") + html::text(threshold) + "</code>";
    first = false;
  }
  return html::details("Rules and thresholds", out + "</li>\n</ul>\n");
}

void addBody(std::string& out, const Report& report) {
  out += heading("Causes", std::to_string(report.groups.size()), "causes") + groupsHtml(report);
  const auto ran = std::ranges::count_if(report.configs, [](const ReportConfig& c) { return c.hasRun; });
  out += heading("Configs", std::to_string(ran), "configs") + configsHtml(report);
  const auto hasRows = [](const ReportConfig& config) { return !config.rows.empty() || !config.problem.empty(); };
  if (std::ranges::any_of(report.configs, hasRows))
    out += heading(report.hasAllRows ? "Rows" : "Rows that need a look", "", "rows");
  std::string performance;
  std::size_t open = 0;
  for (std::size_t i = 0; i < report.configs.size(); ++i) {
    const ReportConfig& config = report.configs[i];
    if (hasRows(config)) addConfig(out, config, i, open);
    const std::string numbers = summaryHtml(config) + chartsHtml(config.charts);
    const std::string id = hasRows(config) ? "" : " id=\"" + anchor(i) + "\"";
    if (!numbers.empty()) performance.append("<h3").append(id).append(">").append(html::name(config.name)).append("</h3>\n").append(numbers);
  }
  performance += chartsHtml(report.charts);
  if (report.configsWithoutCharts > 0)
    performance += "<p class=\"muted\">The charts of " + text::counted(report.configsWithoutCharts, "more config", "more configs") +
                   " are left out.</p>\n";
  if (!performance.empty()) out += heading("Performance", "", "performance") + performance;
  if (const std::string sections = sectionsHtml(report); !sections.empty())
    out += heading("Beside the verdicts", "", "beside") + sections;
  out += heading("What this rests on", "", "inputs") + inputsHtml(report) + rulesHtml(report);
}

}  // namespace

std::string htmlReport(const Report& report) {
  const html::Page page = {.title = "Plumbline report: " + report.headline,
                           .bodyHtml = {},
                           .headerHtml = header(report),
                           .footerHtml = "<p>Written by Plumbline " + html::text(report.toolVersion) +
                                         ". A report in JSON can be checked with <code>plumbline-cli verify</code>.</p>\n"};
  std::string out = html::pageOpen(page);
  addBody(out, report);
  out += html::pageClose(page);
  return out;
}

}  // namespace plumbline::reports
