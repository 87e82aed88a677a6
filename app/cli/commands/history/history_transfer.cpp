// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/progress_line.h"
#include "core/history/decisions/decision_store.h"
#include "core/history/decisions/flaky_episodes.h"
#include "core/history/transfer/stored_runs.h"
#include "core/history/transfer/v3_records.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

constexpr std::size_t kRunsAtOnce = 64;
constexpr std::streamsize kMaxLineBytes = std::streamsize{1} << 20;  // a sparse file is one endless line

CommandSpec historyExportSpec() {
  return {.name = "history export",
          .summary = "Write the runs of the history as JSON lines in the form of HUD's database (v3).",
          .options = withStoreOption({option("--format F", "jsonl (default), or csv for spreadsheets", {"jsonl", "csv"}),
                                      option("--branch B", "runs of one branch (default: all)"),
                                      option("--since T", "runs since then: a day, a time or Unix seconds")})};
}

CommandSpec historyImportSpec() {
  return {.name = "history import",
          .summary = "Add runs that history export wrote.",
          .positionals = {{.name = "FILE", .help = "JSON lines of history export"}},
          .options = withStoreOption({})};
}

CommandSpec historyCopySpec() {
  return {.name = "history copy",
          .summary = "Copy runs, baseline changes, decisions and flaky entries into another history.",
          .options = withStoreOption({option("--to STORE", "the other history; it is made where there is none")})};
}

int runHistoryExport(const ParsedArguments& arguments, Context& context) {
  const auto since = timeOf(arguments, "--since", 0, false);
  if (!since) return printUsageError(context, historyExportSpec(), since.error());
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyExportSpec(), store.error());
  const bool isCsv = arguments.valueOr("--format", "jsonl") == "csv";
  if (isCsv) context.out << history::csvHeader();
  const auto repository = store->get().baselines().repository();
  if (!repository) return printError(context, repository.error());
  bool hasRuns = false;
  const auto written =
      history::eachRun(store->get().connection(), {arguments.valueOr("--branch", ""), *since},
                       [&](history::RunRecord&& run) -> base::Result<void> {
                         hasRuns = true;
                         context.out << (isCsv ? history::csvRows(run) : history::v3Lines(run, repository->value_or("")));
                         if (context.out) return {};
                         return base::fail(base::ErrorCode::NotWritable, "The output cannot be written.");
                       });
  if (!written) return printError(context, written.error());
  if (!isCsv) {
    const auto episodes = history::readEpisodes(store->get().connection());
    if (!episodes) return printError(context, episodes.error());
    for (const history::FlakyEpisode& one : *episodes)
      if (!one.ended || one.ended->time >= *since) context.out << history::episodeLine(one);  // still on the list, or lately
    if (*repository && hasRuns) context.out << history::repositoryLine(**repository);
  }
  context.out.flush();
  return kExitOk;
}

/// RunAdder adds runs in batches; each is stored whole or not at all.
class RunAdder {
 public:
  explicit RunAdder(history::Store& store) : m_store(store) {}
  base::Result<void> add(history::RunRecord&& run) {
    m_runs.push_back(std::move(run));
    return m_runs.size() < kRunsAtOnce ? base::Result<void>() : flush();
  }
  void add(history::FlakyEpisode&& episode) { m_episodes.push_back(std::move(episode)); }
  void add(std::optional<std::string>&& repository) { m_repository = std::move(repository); }
  base::Result<void> flush() {
    const auto added = m_store.runs().add(m_runs);
    if (!added) return base::fail(added.error());
    m_added.runs += added->runs;
    m_added.knownRuns += added->knownRuns;
    m_added.values += added->values;
    m_runs.clear();
    return {};
  }
  /// addRest adds what came between the runs.
  base::Result<void> addRest() {
    if (m_repository)
      if (auto kept = m_store.baselines().keepRepository(*m_repository); !kept) return kept;
    const auto added = history::addEpisodes(m_store.connection(), m_episodes);
    if (!added) return base::fail(added.error());
    m_listed = *added;
    return {};
  }
  std::string text() const {
    const std::string episodes = m_episodes.empty() ? "" : "added " + text::counted(m_listed.episodes, "entry", "entries") + " of flaky lists, " +
                                     text::groupedText(m_listed.changed) + " changed; " + text::groupedText(m_listed.known) + " were there already\n";
    return episodes + "added " + text::counted(m_added.runs, "run") + " with " + text::counted(m_added.values, "value") + "; " +
           text::groupedText(m_added.knownRuns) + " were there already\n";
  }

 private:
  history::Store& m_store;
  std::vector<history::RunRecord> m_runs;
  history::RunStore::Added m_added;
  std::vector<history::FlakyEpisode> m_episodes;
  history::AddedEpisodes m_listed;
  std::optional<std::string> m_repository;
};

/// readLines hands out the runs of a file; without `adder` it only checks them. When stopped it leaves the batch out that is not full yet.
base::Result<void> readLines(const std::string& file, RunAdder* adder, const base::Progress& progress) {
  std::error_code error;
  std::ifstream in;
  if (std::filesystem::is_regular_file(file, error)) in.open(file, std::ios::binary);  // a pipe would be waited for
  if (!in.is_open())
    return base::fail(base::ErrorCode::NotReadable, "The file cannot be read.",
                      "Name a file that history export wrote.", file);
  if (in.peek() == 0x1f)  // gzip begins with it, and no JSON
    return base::fail(base::ErrorCode::BadFormat, "The file is compressed.", "Unpack it first, for example with gunzip.", file);
  const std::uint64_t size = std::filesystem::file_size(file, error);
  std::uint64_t done = 0;
  history::V3Reader reader;
  std::vector<char> room(static_cast<std::size_t>(kMaxLineBytes));
  for (std::size_t number = 1; in.getline(room.data(), kMaxLineBytes) || in.gcount() > 0; ++number) {
    const auto count = static_cast<std::size_t>(in.gcount());
    if (in.fail() && !in.eof())
      return base::fail({.code = base::ErrorCode::TooLarge, .text = "Line " + std::to_string(number) + " is longer than 1 MB.",
                         .hint = "Name a file that history export wrote.", .file = file});
    done += count;
    if (!progress.report(std::min(done, size), size)) return {};
    const std::string_view line(room.data(), count - (in.eof() ? 0 : 1));  // without its end
    const auto atLine = [&](base::Error problem) {
      problem.file = file;
      problem.line = number;
      return base::fail(std::move(problem));
    };
    auto episode = history::episodeOfLine(line);
    if (!episode) return atLine(std::move(episode.error()));
    auto repository = history::repositoryOfLine(line);
    if (!repository) return atLine(std::move(repository.error()));
    const bool isRead = *episode || *repository;
    if (*episode && adder != nullptr) adder->add(**std::move(episode));
    if (*repository && adder != nullptr) adder->add(*std::move(repository));
    if (isRead) continue;
    auto run = reader.add(line);
    if (!run) {
      run.error().file = file;
      return base::fail(std::move(run.error()));
    }
    if (adder != nullptr && *run)
      if (auto added = adder->add(**std::move(run)); !added) return added;
  }
  if (in.bad()) return base::fail(base::ErrorCode::NotReadable, "The file cannot be read to its end.", "", file);
  auto last = reader.finish();
  if (adder == nullptr) return {};
  if (last)
    if (auto added = adder->add(*std::move(last)); !added) return added;
  if (auto added = adder->flush(); !added) return added;
  return adder->addRest();
}

int runHistoryImport(const ParsedArguments& arguments, Context& context) {
  const std::string& file = arguments.positionals.front();
  // Twice: a file with a mistake at its end adds nothing.
  WatchedWork work(context);
  if (const auto sound = readLines(file, nullptr, work.progress("checking " + file)); !sound) return printError(context, sound.error());
  if (work.isStopped()) return kExitStopped;
  auto store = openHistory(arguments, context, history::Store::Access::ReadWrite);
  if (!store) return printEitherError(context, historyImportSpec(), store.error());
  RunAdder adder(store->get());
  if (const auto added = readLines(file, &adder, work.progress("adding " + file)); !added) return printError(context, added.error());
  if (work.isStopped()) {
    printLines(context, "Stopped; the same command adds the rest: " + adder.text());
    return kExitStopped;
  }
  context.out << adder.text() << std::flush;
  return kExitOk;
}

int runHistoryCopy(const ParsedArguments& arguments, Context& context) {
  const auto target = arguments.value("--to");
  if (!target || target->empty())
    return printUsageError(context, historyCopySpec(), badArgument("give --to with the other history"));
  auto store = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!store) return printEitherError(context, historyCopySpec(), store.error());
  std::error_code error;
  if (std::filesystem::equivalent(store->get().name(), *target, error))
    return printUsageError(context, historyCopySpec(), badArgument("--to names the history itself"));
  auto other = history::Store::open(*target, history::Store::Access::ReadWrite);
  if (!other) return printError(context, other.error());
  const auto moves = store->get().baselines().read();  // first: a history of another repository takes none of this
  if (!moves) return printError(context, moves.error());
  if (!moves->commits.empty()) {
    const auto added = (*other)->baselines().add(*moves);
    if (!added) return printError(context, added.error());
    context.out << "added " << text::counted(added->commits, "commit") << " of baselines; "
                << text::groupedText(added->knownCommits) << " were there already\n";
  }
  RunAdder adder(**other);
  auto copied = history::eachRun(store->get().connection(), {},
                                 [&](history::RunRecord&& run) { return adder.add(std::move(run)); });
  if (copied) copied = adder.flush();
  if (!copied) return printError(context, copied.error());
  const auto decided = history::copyDecisions(store->get().connection(), (*other)->connection());
  if (!decided) return printError(context, decided.error());
  if (decided->decisions + decided->known > 0)
    context.out << "added " << text::counted(decided->decisions, "decision") << "; "
                << text::groupedText(decided->known) << " were there already\n";
  auto episodes = history::readEpisodes(store->get().connection());
  if (!episodes) return printError(context, episodes.error());
  auto repository = store->get().baselines().repository();
  if (!repository) return printError(context, repository.error());
  adder.add(*std::move(repository));
  for (history::FlakyEpisode& one : *episodes) adder.add(std::move(one));
  if (const auto added = adder.addRest(); !added) return printError(context, added.error());
  context.out << adder.text() << std::flush;
  return kExitOk;
}

}  // namespace

Command makeHistoryExportCommand() { return {historyExportSpec(), runHistoryExport}; }
Command makeHistoryImportCommand() { return {historyImportSpec(), runHistoryImport}; }
Command makeHistoryCopyCommand() { return {historyCopySpec(), runHistoryCopy}; }

}  // namespace plumbline::cli
