// SPDX-License-Identifier: GPL-3.0-or-later
// evidence, evidence noise, evidence margins and evidence gaps; and flaky healed, which reads the same rows.
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/edit_output.h"
#include "app/cli/fetch_run.h"
#include "app/cli/flaky_files.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/evidence/evidence_report.h"

namespace plumbline::cli {

namespace {

using evidence::EvidenceQuery;
using evidence::RowEvidence;

/// withRowOptions adds the options that choose rows.
std::vector<OptionSpec> withRowOptions(std::vector<OptionSpec> options) {
  const std::vector<OptionSpec> rows{
      option("--config GLOB", "configs: a name, with * for any text and ? for any character"),
      option("--metric M", "one metric: accuracy, graph_breaks, speedup ..."),
      option("--since T", "runs since then: a day, a time or Unix seconds"),
      option("--runs N", "the newest N runs of each row (default: 400)"),
      option("--expected TREE", "baselines for what the history has no baseline of: a PyTorch checkout, its folder "
                                "ci_expected_accuracy, or one file"),
      option("--tolerance P", "what numbers may move from their baseline, in percent (default: by the check scripts)"),
      option("--format F", "text (default) or json", {"text", "json"})};
  options.insert(options.end(), rows.begin(), rows.end());
  return withStoreOption(std::move(options));
}

CommandSpec evidenceRowsSpec(std::string name, std::string summary, std::vector<OptionSpec> options = {}) {
  return {.name = std::move(name), .summary = std::move(summary),
          .positionals = {{.name = "MODEL", .help = "models, as in the CSV files (default: all)", .required = false, .many = true}},
          .options = withRowOptions(std::move(options))};
}

CommandSpec evidenceSpec() {
  return evidenceRowsSpec("evidence", "Show what the runs of a row say: healthy, flaky or broken since when, on which machines, how surely.",
                {option("--all", "also rows that are healthy, steady, or have too few runs (default: all of a MODEL)")});
}
CommandSpec evidenceNoiseSpec() { return evidenceRowsSpec("evidence noise", "Show how far numbers move by themselves, and whether the newest is beyond that."); }
CommandSpec evidenceMarginsSpec() {
  return evidenceRowsSpec("evidence margins", "Show how often values will fail at their tolerance, and the one that fails 1 in 1,000 runs.");
}
CommandSpec evidenceGapsSpec() {
  return evidenceRowsSpec("evidence gaps", "Show what is not watched: rows that flap and are on no list, wide tolerances, models without a baseline.",
                {listOption("--list LIST", "flaky lists: a flaky.toml, a check script or a checkout; repeatable")});
}
CommandSpec flakyHealedSpec() {
  CommandSpec spec{.name = "flaky healed",
                   .summary = "Show which entries of flaky lists may go by the runs in the history, and take them out.",
                   .positionals = {{.name = "LIST", .help = "a flaky.toml, a check script, or a PyTorch checkout (both scripts)"}},
                   .options = withRowOptions({})};
  std::erase_if(spec.options, [](const OptionSpec& one) { return one.name == "--metric" || one.name == "--tolerance"; });
  spec.options = withEditOptions(std::move(spec.options));
  return spec;
}

base::Result<evidence::BaselineValues> baselineValuesOf(const ParsedArguments& arguments) {
  const auto tree = arguments.value("--expected");
  if (!tree) return evidence::BaselineValues{};
  const auto opened = sources::open({{*tree, sources::Role::Expected}});
  if (!opened.isValue()) return base::fail(opened.error());
  auto values = evidence::baselineValues(opened.value());
  if (values.empty())
    return base::fail(base::ErrorCode::NotFound, "There is no baseline whose name gives its config.",
                      "Name a PyTorch checkout or its folder ci_expected_accuracy.", *tree);
  return values;
}

base::Result<EvidenceQuery> evidenceQueryOf(const ParsedArguments& arguments) {
  EvidenceQuery query{.config = arguments.valueOr("--config", ""), .metric = arguments.valueOr("--metric", "")};
  if (auto error = assign(query.since, timeOf(arguments, "--since", 0, false))) return base::fail(*error);
  if (auto error = assign(query.runs, wholeNumberOf(arguments, "--runs", 400, 1))) return base::fail(*error);
  if (arguments.has("--tolerance")) {
    const auto percent = numberOf(arguments, "--tolerance", 0);
    if (!percent) return base::fail(percent.error());
    if (!(*percent >= 0 && *percent < 100)) return base::fail(badArgument("argument --tolerance: must be from 0 to less than 100, as in 5 for 5 %"));
    query.options.tolerance = *percent / 100;
  }
  if (auto error = assign(query.baselines, baselineValuesOf(arguments))) return base::fail(*error);
  return query;
}

/// FoundRows is what the commands print from.
struct FoundRows {
  std::vector<RowEvidence> rows;
  evidence::BaselineValues baselines;
};

base::Result<FoundRows> findRows(const ParsedArguments& arguments, Context& context) {
  auto query = evidenceQueryOf(arguments);
  if (!query) return base::fail(query.error());
  query->models = arguments.positionals;
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return base::fail(store.error());
  WatchedWork work(context);
  store->get().connection().stopWith(work.stopToken());
  FoundRows found;
  if (auto error = assign(found.rows, evidence::readEvidence(store->get(), *query, work.progress("reading the history")))) return base::fail(*error);
  if (found.rows.empty())
    return base::fail(base::ErrorCode::NotFound, "The history has no such rows.",
                      "Names are spelled as in the CSV files; history stats shows what is there.", store->get().name());
  found.baselines = std::move(query->baselines);
  return found;
}

using RowsText = std::string (*)(std::span<const RowEvidence>);

int printRows(const ParsedArguments& arguments, Context& context, const CommandSpec& spec, RowsText textOf,
              evidence::EvidencePart part = evidence::EvidencePart::All) {
  const auto found = findRows(arguments, context);
  if (!found) return printEitherError(context, spec, found.error());
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? evidence::evidenceJson(found->rows, part) : textOf(found->rows)) << std::flush;
  return kExitOk;
}

int runEvidence(const ParsedArguments& arguments, Context& context) {
  const bool isAll = arguments.has("--all") || !arguments.positionals.empty();
  return printRows(arguments, context, evidenceSpec(),
               isAll ? RowsText([](std::span<const RowEvidence> rows) { return evidence::evidenceText(rows, true); })
                     : RowsText([](std::span<const RowEvidence> rows) { return evidence::evidenceText(rows, false); }));
}
int runEvidenceNoise(const ParsedArguments& arguments, Context& context) {
  return printRows(arguments, context, evidenceNoiseSpec(), evidence::noiseText, evidence::EvidencePart::Noise);
}
int runEvidenceMargins(const ParsedArguments& arguments, Context& context) {
  return printRows(arguments, context, evidenceMarginsSpec(), evidence::marginsText, evidence::EvidencePart::Margins);
}

int runEvidenceGaps(const ParsedArguments& arguments, Context& context) {
  std::vector<std::string> lists = valuesOf(arguments, "--list");
  if (lists.empty() && !context.environment.flakyList.empty()) lists.push_back(context.environment.flakyList);
  const auto sources = readLists(lists);
  if (!sources) return printError(context, sources.error());
  std::vector<flaky::FlakyEntry> listed;
  for (const flaky::FlakySource& source : *sources)
    for (const flaky::FlakyEntry& entry : source.entries())
      if (!entry.isExpired(today(context))) listed.push_back(entry);
  const auto found = findRows(arguments, context);
  if (!found) return printEitherError(context, evidenceGapsSpec(), found.error());
  const evidence::EvidenceGaps gaps = evidence::findGaps(found->rows, listed, found->baselines);
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  context.out << (isJson ? evidence::gapsJson(found->rows, gaps) : evidence::gapsText(found->rows, gaps)) << std::flush;
  return kExitOk;
}

/// takeOutHealed removes the entries from the back, so that the positions of those in front stay.
std::optional<base::Error> takeOutHealed(baselines::Drafts& drafts, const std::vector<flaky::FlakySource>& sources,
                                   const std::vector<evidence::HealedEntry>& entries) {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const evidence::HealedEntry& entry : entries)
    if (entry.isRemovable()) places.emplace_back(entry.source, entry.entry);
  std::ranges::sort(places, std::greater<>());
  for (const auto& [source, entry] : places) {
    const std::string& path = sources[source].path();
    const auto now = readList(drafts, path);
    if (!now) return now.error();
    const auto edits = now->remove(entry);
    if (!edits) return edits.error();
    if (const auto done = drafts.apply({.text = {}, .files = {{path, *edits}}, .decisions = {}}); !done) return done.error();
  }
  return std::nullopt;
}

int runFlakyHealed(const ParsedArguments& arguments, Context& context) {
  if (const auto error = editOptionsError(arguments)) return printUsageError(context, flakyHealedSpec(), *error);
  const bool isEdited = arguments.has("--write") || arguments.has("--diff") || arguments.has("--patch");
  const bool isJson = arguments.valueOr("--format", "text") == "json";
  if (isEdited && isJson)
    return printUsageError(context, flakyHealedSpec(), badArgument("--format json shows no edits: it and --write, --diff and --patch exclude each other"));
  const auto query = evidenceQueryOf(arguments);
  if (!query) return printEitherError(context, flakyHealedSpec(), query.error());
  const auto paths = listPaths({arguments.positionals.front()});
  if (!paths) return printError(context, paths.error());
  baselines::Drafts drafts;
  std::vector<flaky::FlakySource> sources;
  for (const std::string& path : *paths) {
    auto source = readList(drafts, path);
    if (!source) return printError(context, source.error());
    sources.push_back(*std::move(source));
  }
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, flakyHealedSpec(), store.error());
  WatchedWork work(context);
  auto entries = evidence::healedEntries(store->get(), sources, *query, today(context), work.progress("reading the history"));
  if (work.isStopped()) return kExitStopped;
  if (!entries) return printError(context, entries.error());
  std::ranges::stable_partition(*entries, [](const evidence::HealedEntry& entry) { return entry.isExpired || entry.isUnexplained; });
  const std::string message = evidence::removalMessage(sources, *entries);
  if (arguments.has("--diff"))
    context.out << message << (message.empty() ? "" : "\n") << std::flush;
  else if (!arguments.has("--patch"))
    context.out << (isJson ? evidence::healedJson(sources, *entries) : evidence::healedText(sources, *entries)) << std::flush;
  if (!isEdited) return kExitOk;
  if (const auto error = takeOutHealed(drafts, sources, *entries)) return printError(context, *error);
  return outputEdits(arguments, drafts, context, message);
}

}  // namespace

std::vector<Command> makeEvidenceCommands() {
  return {{evidenceSpec(), runEvidence}, {evidenceNoiseSpec(), runEvidenceNoise}, {evidenceMarginsSpec(), runEvidenceMargins}, {evidenceGapsSpec(), runEvidenceGaps}};
}
Command makeFlakyHealedCommand() { return {flakyHealedSpec(), runFlakyHealed}; }

}  // namespace plumbline::cli
