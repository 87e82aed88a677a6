// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_format.h"

#include <algorithm>
#include <array>

#include "core/reports/check/report_parts.h"
#include "core/text/ascii.h"

namespace plumbline::reports {
namespace {

constexpr const char* kCheckout = "checkout";
constexpr const char* kFirst = "first";
constexpr const char* kPair = "this pair";  ///< stands where sentences name a suite

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), "", "", 0, 0}; }

bool isJudged(const overview::CommitView& view) {
  return std::ranges::any_of(view.configs(),
                             [](const overview::ConfigResult& config) { return config.comparison || config.problem; });
}

/// Pair is a run and a baseline that were named as files.
struct Pair {
  const sources::Piece* actual = nullptr;
  const sources::Piece* expected = nullptr;
};

std::optional<Pair> pairOf(const sources::Opened& opened) {
  if (opened.pieces.size() != 2) return std::nullopt;
  Pair pair;
  for (const sources::Piece& piece : opened.pieces) {
    const bool isFile = piece.form == sources::Form::Csv && piece.origin == opened.paths[piece.source].path;
    if (isFile) (piece.isBaseline ? pair.expected : pair.actual) = &piece;
  }
  if (pair.actual == nullptr || pair.expected == nullptr) return std::nullopt;
  return pair;
}

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
  out.exitStatus = from.exitStatus();
  out.hasRun = from.run != nullptr;
  out.hasBaseline = from.baseline != nullptr;
  out.completeness = overview::completenessText(from);
  out.problem = problemOf(from);
  if (from.comparison && !from.isUnjudged()) addRows(from, options.allRows, out);
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

std::string diffJsonWithExit(const diff::Diffs& diffs, const DiffReportOptions& options) {
  return diffJson(diffs, options, diffExit(diffs, options));
}

/// Form is a format of the report, and of the diff where that has it.
struct Form {
  ReportFormat format;
  std::string_view name, ending, otherEnding;
  bool wantsAllRows, hasCharts;
  std::string (*write)(const Report& report);
  std::string (*writeDiff)(const diff::Diffs& diffs, const DiffReportOptions& options);
};
constexpr std::array kForms = {
    Form{ReportFormat::Html, "html", ".html", ".htm", false, true, htmlReport, diffHtml},
    Form{ReportFormat::Markdown, "markdown", ".md", ".md", false, false, markdownReport, diffMarkdown},
    Form{ReportFormat::Json, "json", ".json", ".json", true, false, jsonReport, diffJsonWithExit},
    Form{ReportFormat::Csv, "csv", ".csv", ".csv", true, false, csvReport, diffCsv},
    Form{ReportFormat::Junit, "junit", ".xml", ".xml", true, false, junitReport, nullptr},
    Form{ReportFormat::Annotations, "annotations", "", "", false, false, annotationsReport, nullptr},
    Form{ReportFormat::Text, "text", ".txt", ".txt", false, false, textReport, diffText}};

std::optional<ReportFormat> formatOf(const Form* form) {
  return form == kForms.end() ? std::nullopt : std::optional(form->format);
}

const Form& formOf(ReportFormat format) { return *std::ranges::find(kForms, format, &Form::format); }

}  // namespace

base::Result<overview::OpenRequest> openOptionsOf(const ReportArguments& arguments) {
  overview::OpenRequest options;
  // The tree that was named comes first: of two baselines of a config the first counts.
  for (const std::string& tree : arguments.trees) options.paths.push_back({tree, sources::Role::Expected});
  for (const std::string& source : arguments.sources) options.paths.push_back({source, sources::Role::Auto});
  for (const std::string& text : arguments.names) {
    auto assignment = overview::assignmentOfText(text);
    if (!assignment) return base::fail(assignment.error());
    options.open.assignments.push_back(*std::move(assignment));
  }
  for (const std::string& use : arguments.uses) options.view.choices.push_back({use});
  options.ruleId = arguments.rules;
  if (!arguments.rules.empty() && arguments.rules != kCheckout) {
    auto rules = verdicts::ruleSet(arguments.rules);
    if (!rules) return base::fail(rules.error());
    options.view.rules = *std::move(rules);
  }
  if (!arguments.attempts.empty() && arguments.attempts != kFirst && arguments.attempts != "latest")
    return base::fail(bad("\"" + arguments.attempts + "\" is neither latest nor first."));
  if (arguments.attempts == kFirst) options.view.attempts = overview::AttemptRule::First;
  options.view.commit = arguments.commit;
  options.defaultFlakyList = arguments.flakyList;
  if (!arguments.day.empty()) {
    options.today = flaky::parseDate(arguments.day);
    if (!options.today) return base::fail(bad("\"" + arguments.day + "\" is no day."));
  }
  return options;
}

base::Outcome<ReportSource> openReportSource(const overview::OpenRequest& options, const base::Progress& progress) {
  auto view = overview::openCommit(options, progress);
  if (!view.isValue()) return view.failure();
  if (isJudged(*view.value()) || !options.open.assignments.empty()) return ReportSource{view.value()};
  const auto pair = pairOf(view.value()->opened());
  if (!pair) return ReportSource{view.value()};
  configs::Identity identity = pair->actual->identity     ? *pair->actual->identity
                               : pair->expected->identity ? *pair->expected->identity
                                                          : configs::Identity{};
  // A file of its own is no part of a sharded run.
  identity.shard = identity.shards = 0;
  if (!pair->actual->identity && !pair->expected->identity) identity.config.suite = kPair;
  overview::OpenRequest named = options;
  named.open.assignments = {{pair->actual->origin, identity}, {pair->expected->origin, identity}};
  auto judged = overview::openCommit(named, progress);
  if (!judged.isValue()) return judged.failure();
  const std::string& path = pair->actual->origin;
  return ReportSource{judged.value(), path.substr(path.find_last_of('/') + 1)};
}

ReportArguments argumentsOf(const overview::CommitView& view, const std::string& ruleId) {
  ReportArguments arguments;
  for (const sources::SourcePath& source : view.opened().paths)
    (source.role == sources::Role::Expected ? arguments.trees : arguments.sources).push_back(source.path);
  arguments.rules = ruleId;
  const overview::ViewOptions& options = view.options();
  arguments.attempts = options.attempts == overview::AttemptRule::First ? "first" : "latest";
  arguments.commit = options.commit;
  for (const sources::Piece& piece : view.opened().pieces)
    if (piece.assigned && piece.identity) arguments.names.push_back(overview::assignmentText({piece.origin, *piece.identity}));
  for (const overview::AttemptChoice& choice : options.choices) arguments.uses.push_back(choice.origin);
  return arguments;
}

bool isInput(const overview::CommitView& view, const std::string& file) {
  const auto stamp = files::stampOf(file);
  if (!stamp) return false;
  const sources::Opened& opened = view.opened();
  const auto isSame = [&](const std::string& path) {
    const auto other = files::stampOf(path);
    return other && *other == *stamp;
  };
  return std::ranges::any_of(opened.paths, [&](const auto& source) { return isSame(source.path); }) ||
         std::ranges::any_of(opened.pieces, [&](const auto& piece) {
           return piece.stamp == *stamp || (!piece.path.empty() && isSame(piece.path));
         });
}

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
  report.arguments.flakyList = defaultFlakyList(view);
  // By name, so that a later default does not judge an old report.
  if (report.arguments.rules.empty()) report.arguments.rules = report.ruleSet;
  // The commit that was shown, so that one more among the sources does not make another report of the same arguments.
  if (view.commits().size() > 1) report.arguments.commit = view.commit().empty() ? overview::kNoCommit : view.commit();
  report.hasAllRows = options.allRows;
  report.exitStatus = view.exitStatus();
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

std::optional<ReportFormat> formatOfFile(std::string_view fileName) {
  const std::string lower = text::toLower(fileName);
  return formatOf(std::ranges::find_if(kForms, [&](const Form& form) {
    return !form.ending.empty() && (lower.ends_with(form.ending) || lower.ends_with(form.otherEnding));
  }));
}

std::optional<ReportFormat> formatOfName(std::string_view name) {
  return formatOf(std::ranges::find(kForms, name, &Form::name));
}

bool wantsAllRows(ReportFormat format) { return formOf(format).wantsAllRows; }
bool hasCharts(ReportFormat format) { return formOf(format).hasCharts; }
bool isDiffFormat(ReportFormat format) { return formOf(format).writeDiff != nullptr; }

std::string writeReport(const Report& report, ReportFormat format) { return formOf(format).write(report); }

std::string writeDiff(const diff::Diffs& diffs, const DiffReportOptions& options, ReportFormat format) {
  return formOf(format).writeDiff(diffs, options);
}

}  // namespace plumbline::reports
