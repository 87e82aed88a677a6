// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <set>

#include "app/cli/command.h"
#include "app/cli/commit_options.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/baselines/drafts.h"
#include "core/history/clickhouse/clickhouse_reader.h"
#include "core/history/decisions/decision_store.h"
#include "core/history/decisions/flaky_episodes.h"
#include "core/history/past/commit_times.h"
#include "core/history/run_intake.h"
#include "core/reports/text_parts.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

constexpr std::size_t kAllCommits = 10'000'000;
constexpr std::size_t kMaxVersionBytes = std::size_t{1} << 30;
constexpr std::size_t kMinCommitDigits = 7;  // as git abbreviates

CommandSpec historyAddSpec() {
  return {.name = "history add",
          .summary = "Add results, or the history of a checkout's baselines, to the history.",
          .positionals = {{.name = "SOURCES",
                           .help = "results: folders, artifact zips, CSVs, benchmark JSON, logs, finished runs, or "
                                   "clickhouse+https://USER@HOST/?table=DATABASE.TABLE",
                           .required = false,
                           .many = true}},
          .options = withStoreOption({option("--git REPO", "checkout whose baselines to read (all of them, also if it names a folder in it)"), nameOption(),
                                      option("--commit SHA", "commit of results that do not name theirs"),
                                      option("--time T", "when the commit of the results was made: a day, a time or Unix seconds"),
                                      option("--branch B", "branch of the results; of a ClickHouse table: read only these"),
                                      option("--since T", "of a ClickHouse table: jobs that reported a value since then")})};
}

/// decisionsIn reads a log; `others` gets the numbers of lines that are no decision. A log beside its baselines names the files alone; in
/// a repository they get their paths there, since the folder says the platform.
base::Result<std::vector<baselines::LoggedDecision>> decisionsIn(const std::string& path, std::vector<std::size_t>& others) {
  auto log = baselines::readDecisionLog(path, &others);
  if (!log || std::filesystem::path(path).filename() != baselines::kLogBesideBaselines) return log;
  const auto places = baselines::placesOf({path});
  if (!places || !places->inRepository) return log;
  const std::filesystem::path folder = std::filesystem::path(places->inside.front()).parent_path();
  for (baselines::LoggedDecision& line : *log)
    if (line.baseline.find('/') == std::string::npos) line.baseline = (folder / line.baseline).string();
  return log;
}

/// addDecisionLogs adds what was decided about baselines; most have no log.
int addDecisionLogs(const std::set<std::string>& logs, const WatchedWork& work, history::Store& store,
                    Context& context) {
  history::AddedDecisions total;
  for (const std::string& path : logs) {
    std::vector<std::size_t> others;
    const auto log = decisionsIn(path, others);
    if (!log) {
      if (log.error().code != base::ErrorCode::NotFound)
        context.out << "skipped " << reports::printableText(base::describe(log.error())) << '\n';
      continue;
    }
    if (!others.empty())
      context.out << "skipped " << text::counted(others.size(), "line") << " of " << reports::printableText(path) << ": no decision; the first is line "
                  << others.front() << '\n';
    const auto added = history::addDecisions(store.connection(), *log);
    if (!added) return work.isStopped() ? kExitStopped : printError(context, added.error());
    total.decisions += added->decisions;
    total.known += added->known;
    total.undated += added->undated;
  }
  if (total.decisions + total.known > 0)
    context.out << "added " << text::counted(total.decisions, "decision") << "; " << total.known
                << " were there already\n";
  if (total.undated > 0) context.out << "skipped " << text::counted(total.undated, "decision") << ": without a time\n";
  context.out.flush();
  return kExitOk;
}

/// addEpisodes adds when entries came onto flaky lists and left them; it prints nothing where no list is in the repository.
int addEpisodes(const std::string& repository, const base::Progress& progress, const WatchedWork& work, history::Store& store, Context& context) {
  const auto read = history::readFlakyEpisodes(repository, {.commits = kAllCommits, .bytes = kMaxVersionBytes}, progress);
  if (read.isCancelled()) return kExitStopped;
  if (read.isError()) return printError(context, read.error());
  if (read.value().empty()) return kExitOk;
  const auto added = history::addEpisodes(store.connection(), read.value());
  if (!added) return work.isStopped() ? kExitStopped : printError(context, added.error());
  context.out << "added " << text::counted(added->episodes, "entry", "entries") << " of flaky lists, " << added->changed << " changed; " << added->known
              << " were there already\n";
  return kExitOk;
}

int addGit(const std::string& repository, history::Store& store, Context& context) {
  WatchedWork work(context);
  const base::Progress progress = work.progress("reading the history of " + repository);
  // A commit is stored once, with all that it changed: always from the top of the work tree.
  sources::Git git(repository, progress.stopToken());
  const auto up = git.run({"rev-parse", "--show-cdup"});
  if (git.wasCancelled()) return kExitStopped;
  if (!up) return printError(context, up.error());
  const std::string top = repository + '/' + std::string(text::trimmed(*up));
  const auto read = history::readBaselineHistory(top, {.commits = kAllCommits, .bytes = kMaxVersionBytes, .endings = {".csv"}}, progress);
  if (read.isCancelled()) return kExitStopped;
  if (read.isError()) return printError(context, read.error());
  const history::BaselineHistory& moves = read.value();
  store.connection().stopWith(work.stopToken());
  const auto added = store.baselines().add(moves);
  if (!added) return work.isStopped() ? kExitStopped : printError(context, added.error());
  context.out << "added " << text::counted(added->commits, "commit") << " with " << text::counted(added->moves, "moved cell") << " and "
              << text::counted(added->changes - added->moves, "cell") << " that came or went; " << added->knownCommits
              << " were there already\n";
  if (moves.otherFiles > 0)
    context.out << "skipped " << text::counted(moves.otherFiles, "CSV file") << ": no column \"name\" with \"accuracy\", \"graph_breaks\" or status words\n";
  for (const base::Error& problem : moves.skipped) context.out << "left out: " << reports::printableText(base::describe(problem)) << '\n';
  if (moves.isCut)
    context.out << "older commits are missing: the clone is shallow, or its versions take more than " << text::sizeText(kMaxVersionBytes)
                << "; what cells said that have not moved since is not known\n";
  if (const int exit = addEpisodes(top, progress, work, store, context); exit != kExitOk) return exit;
  std::set<std::string> folders = {repository}, logs;
  for (const std::string& file : moves.files) folders.insert((std::filesystem::path(top) / file).parent_path().string());
  for (const std::string& folder : folders) logs.merge(baselines::decisionLogPaths(folder + "/baselines"));
  return addDecisionLogs(logs, work, store, context);
}

void printAdded(const history::RunStore::Added& added, Context& context) {
  context.out << "added " << text::counted(added.runs, "run") << " with " << text::counted(added.values, "value")
              << "; " << added.knownRuns << " were there already\n";
  if (added.repeated > 0)
    context.out << "skipped " << text::counted(added.repeated, "value")
                << ": the model occurs again in the same table\n";
}

int addTable(const history::ClickHouseSource& source, history::Store& store, Context& context) {
  WatchedWork work(context);
  ProgressLine line(context);
  history::ClickHouseOptions options;
  options.progress = [&](std::size_t runs, std::uint64_t bytes) {
    line.show("reading " + source.name + ", " + text::counted(runs, "run") + ", " + text::sizeText(bytes));
  };
  store.connection().stopWith(work.stopToken());
  history::ClickHouseAdded total;
  const auto done = history::addClickHouse(source, history::readClickHouseSecret(source), store, options, work.stopToken(), total);
  line.show("");
  printAdded(total.added, context);
  if (total.young > 0) context.out << "skipped " << text::counted(total.young, "run") << " of the last hour: more of their values may follow\n";
  for (const base::Error& problem : total.skipped) context.out << "skipped " << reports::printableText(base::describe(problem)) << '\n';
  if (total.skippedCount > total.skipped.size()) context.out << "skipped " << text::groupedText(total.skippedCount - total.skipped.size()) << " more\n";
  context.out.flush();
  if (done.isError()) return printError(context, done.error());
  return done.isValue() ? kExitOk : kExitStopped;
}

/// findLogs finds the decision logs of what was opened: those of baselines, and any that lies in a folder beside a table. A table that a log
/// beside it is about is a baseline, too.
std::set<std::string> findLogs(std::vector<sources::Piece>& pieces) {
  std::set<std::string> logs, seen, baselineFiles;
  for (sources::Piece& piece : pieces) {
    if (piece.path.empty()) continue;
    const std::filesystem::path file = piece.path;
    const std::string log = baselines::decisionLogBeside(piece.path);
    if (seen.insert(log).second)
      if (const auto lines = baselines::readDecisionLog(log); lines || lines.error().code != base::ErrorCode::NotFound) {
        logs.insert(log);
        if (lines)
          for (const baselines::LoggedDecision& line : *lines) baselineFiles.insert((std::filesystem::path(log).parent_path() / line.baseline).string());
      }
    if (baselineFiles.contains((std::filesystem::path(log).parent_path() / file.filename()).string())) piece.isBaseline = true;
    if (piece.isBaseline) logs.merge(baselines::decisionLogPaths(piece.path));
  }
  return logs;
}

int addSources(const overview::OpenRequest& request, const history::IntakeOptions& options, history::Store& store, Context& context) {
  WatchedWork work(context);
  auto opened = sources::open(request.paths, request.open, work.progress("reading the results"));
  if (opened.isCancelled()) return kExitStopped;
  if (opened.isError()) return printError(context, opened.error());
  if (const auto error = unknownFile(request, opened.value())) return printError(context, *error);
  const std::set<std::string> logs = findLogs(opened.value().pieces);
  const history::Intake intake = history::runsOf(opened.value(), options);
  store.connection().stopWith(work.stopToken());
  const auto added = history::addRuns(store.runs(), intake);
  if (!added) return work.isStopped() ? kExitStopped : printError(context, added.error());
  printAdded(*added, context);
  if (intake.baselines > 0) context.out << "skipped " << text::counted(intake.baselines, "baseline") << ": their history comes from git, with --git\n";
  for (const base::Error& problem : intake.skipped) context.out << "skipped " << reports::printableText(base::describe(problem)) << '\n';
  const int exit = addDecisionLogs(logs, work, store, context);
  return exit == kExitOk && unreadSource(opened.value()) ? kExitUsage : exit;  // the line above says why
}

/// addTimes reads the times of the runs' commits from the checkout whose baselines were read.
int addTimes(const std::string& repository, history::Store& store, Context& context) {
  WatchedWork work(context);
  store.connection().stopWith(work.stopToken());
  const auto learnt = history::readCommitTimes(store, repository, work.stopToken());
  if (work.isStopped()) return kExitStopped;
  return learnt ? kExitOk : printError(context, learnt.error());
}

/// commitOf is the commit that was named; "" for none.
base::Result<std::string> commitOf(const ParsedArguments& arguments) {
  const std::string given = arguments.valueOr("--commit", "");
  std::string commit = text::toLower(given);
  if (given.empty() || text::isHash(commit, kMinCommitDigits)) return commit;
  return base::fail(badArgument("--commit takes 7 to 64 hexadecimal digits, not \"" + given + '"'));
}

int runHistoryAdd(const ParsedArguments& arguments, Context& context) {
  const auto git = arguments.value("--git");
  if (!git && arguments.positionals.empty()) return printUsageError(context, historyAddSpec(), badArgument("give SOURCES or --git"));
  ParsedArguments files = arguments;
  std::vector<std::string> addresses;
  std::erase_if(files.positionals, [&](const std::string& given) {
    if (history::isClickHouse(given)) addresses.push_back(given);
    return history::isClickHouse(given);
  });
  auto request = openOptions(files, context);
  if (!request) return printUsageError(context, historyAddSpec(), request.error());
  const auto commit = commitOf(arguments);
  if (!commit) return printUsageError(context, historyAddSpec(), commit.error());
  const auto time = timeOf(arguments, "--time", 0, false);
  if (!time) return printUsageError(context, historyAddSpec(), time.error());
  const auto since = timeOf(arguments, "--since", 0, false);
  if (!since) return printUsageError(context, historyAddSpec(), since.error());
  if (addresses.empty() && arguments.has("--since")) return printUsageError(context, historyAddSpec(), badArgument("--since is for a ClickHouse table"));
  std::vector<history::ClickHouseSource> tables;
  for (const std::string& address : addresses) {
    auto table = history::clickHouseSource(address, {arguments.valueOr("--branch", ""), *since});
    if (!table) return printUsageError(context, historyAddSpec(), table.error());
    tables.push_back(*std::move(table));
  }
  auto store = openHistory(arguments, context, history::Store::Access::ReadWrite);
  if (!store) return printEitherError(context, historyAddSpec(), store.error());
  int exit = git ? addGit(*git, store->get(), context) : kExitOk;
  for (std::size_t i = 0; exit == kExitOk && i < tables.size(); ++i) exit = addTable(tables[i], store->get(), context);
  if (exit == kExitOk && !files.positionals.empty())
    exit = addSources(*request, {*commit, arguments.valueOr("--branch", ""), *time}, store->get(), context);
  return git && exit == kExitOk ? addTimes(*git, store->get(), context) : exit;
}

}  // namespace

Command makeHistoryAddCommand() { return {historyAddSpec(), runHistoryAdd}; }

}  // namespace plumbline::cli
