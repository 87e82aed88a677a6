// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSettings>
#include <QString>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "app/cli/commit_options.h"
#include "app/cli/fetch_run.h"
#include "app/cli/history_store.h"
#include "app/cli/pair_input.h"
#include "app/cli/progress_line.h"
#include "app/cli/qt_application.h"
#include "core/fetch/token.h"
#include "core/files/child_process.h"
#include "core/files/file_bytes.h"
#include "core/reports/text_parts.h"
#include "core/session/desktop_links.h"
#include "core/session/user_settings.h"
#include "core/session/watch/branch_source.h"
#include "core/session/watch/desktop_notice.h"
#include "core/session/watch/folder_source.h"
#include "core/session/watch/watch_outputs.h"
#include "core/session/watch/watcher.h"
#include "core/tasks/object_thread.h"
#include "core/text/ascii.h"
#include "core/text/quantities.h"

namespace plumbline::cli {

namespace {

constexpr int kMinutesOfWeek = 7 * 24 * 60;
constexpr int kMaxHours = 720;
constexpr int kSecondsOfDay = 86'400;
constexpr int kMaxDownloads = 32;
constexpr std::int64_t kSecondsOfMinute = 60, kSecondsOfHour = 3600;
constexpr std::size_t kMinSha = 7;

CommandSpec watchSpec() {
  return {.name = "watch",
          .summary = "Report what new commits of a branch, or new results in a folder, break and heal.",
          .positionals = {{.name = "FOLDER", .help = "folder that gets results, to watch instead of a branch", .required = false}},
          .options = withStoreOption({expectedTreeOption(true),
                                      option("--repo OWNER/NAME", "repository on GitHub (default: pytorch/pytorch)"),
                                      option("--branch B", "branch (default: main); with FOLDER: branch of the results, for the history"),
                                      option("--since WHAT", "begin after this commit, or after this entry of FOLDER (default: with the newest)"),
                                      option("--interval N", "minutes between two rounds (default: 10)"),
                                      option("--once", "do one round and exit"),
                                      option("--patience H", "hours that a commit may hold back later ones while CI works on it (default: 12)"),
                                      option("--settle S", "seconds without a change after which a result of FOLDER is complete (default: 30)"),
                                      option("--state FILE", "what the watch knows (default: by its name in ~/.local/state/plumbline)"),
                                      option("--format F", "text (default) or jsonl", {"text", "jsonl"}),
                                      option("-o, --output FILE", "also append the reports to this file as JSON lines, each once"),
                                      option("--comment FILE", "also write the newest report to this file as Markdown"),
                                      option("--exec CMD", "also run this shell command for each report, with the report on standard input"),
                                      option("--notify", "also show a notification of the desktop; a click opens the commit in the browser"),
                                      attemptOption(), rulesOption(), option("--no-history", "do not add the results to the history"),
                                      option("--jobs N", "parallel downloads (default: 8)"), option("--api URL", "base URL of the API, as for fetch"),
                                      option("--artifacts URL", "base URL of the artifact store, as for fetch")})};
}

bool isRepository(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == name.size() || name.ends_with("/.") || name.ends_with("/..")) return false;
  return std::ranges::all_of(name.substr(slash + 1), [](char c) { return text::isAlphanumeric(c) || c == '.' || c == '_' || c == '-'; }) &&
         std::ranges::all_of(name.substr(0, slash), [](char c) { return text::isAlphanumeric(c) || c == '-' || c == '_'; });
}

base::Result<std::unique_ptr<session::WatchSource>> branchSource(const ParsedArguments& arguments) {
  session::BranchWatch watch{.repository = arguments.valueOr("--repo", "pytorch/pytorch"), .branch = arguments.valueOr("--branch", "main"),
                             .since = text::toLower(arguments.valueOr("--since", "")), .fetch = {}};
  if (!isRepository(watch.repository)) return base::fail(badArgument("argument --repo: \"" + watch.repository + "\" is not OWNER/NAME"));
  if (watch.branch.empty()) return base::fail(badArgument("argument --branch: name a branch"));
  if (arguments.has("--since") && (watch.since.size() > fetch::kFullSha || !text::isHash(watch.since, kMinSha)))
    return base::fail(badArgument("argument --since: \"" + watch.since + "\" is no commit", "Write 7 to 40 of its hex digits."));
  const auto hours = wholeNumberOf(arguments, "--patience", static_cast<int>(watch.patienceS / kSecondsOfHour), 0, kMaxHours);
  if (!hours) return base::fail(hours.error());
  watch.patienceS = *hours * kSecondsOfHour;
  auto options = session::fetchOptionsFrom(QSettings(QStringLiteral("plumbline"), QStringLiteral("plumbline")), arguments.valueOr("--api", ""),
                                           arguments.valueOr("--artifacts", ""));
  if (!options) return base::fail(options.error());
  watch.fetch = *std::move(options);
  const auto jobs = wholeNumberOf(arguments, "--jobs", watch.fetch.parallel, 1, kMaxDownloads);
  if (!jobs) return base::fail(jobs.error());
  watch.fetch.parallel = *jobs;
  watch.fetch.token = fetch::TokenReader().readNow().value;
  return std::make_unique<session::BranchSource>(std::move(watch));
}

base::Result<std::unique_ptr<session::WatchSource>> folderSource(const ParsedArguments& arguments) {
  for (const char* name : {"--repo", "--patience", "--jobs", "--api", "--artifacts"})
    if (arguments.has(name)) return base::fail(badArgument(std::string(name) + " is for a branch, not for a FOLDER"));
  session::FolderWatch watch{.folder = arguments.positionals.front(), .since = arguments.valueOr("--since", "")};
  const auto seconds = wholeNumberOf(arguments, "--settle", static_cast<int>(watch.settleS), 0, kSecondsOfDay);
  if (!seconds) return base::fail(seconds.error());
  watch.settleS = *seconds;
  return std::make_unique<session::FolderSource>(std::move(watch));
}

base::Result<std::unique_ptr<session::WatchSource>> sourceOf(const ParsedArguments& arguments) {
  if (!arguments.positionals.empty()) return folderSource(arguments);
  if (arguments.has("--settle")) return base::fail(badArgument("--settle is for a FOLDER, not for a branch"));
  return branchSource(arguments);
}

base::Result<session::WatchOptions> watchOptions(const ParsedArguments& arguments, const session::WatchSource& source, const Context& context) {
  auto request = openOptions(arguments, context);
  if (!request) return base::fail(request.error());
  request->paths.resize(1);  // the baselines; FOLDER is read part by part
  if (const auto there = files::stampOf(request->paths.front().path); !there && there.error().code == base::ErrorCode::NotFound) return base::fail(there.error());
  session::WatchOptions options{.stateFile = arguments.value("--state").value_or(session::defaultWatchFile(source.name())),
                                .store = arguments.has("--no-history") ? "" : arguments.value("--store").value_or(history::defaultStoreFile()),
                                .branch = arguments.valueOr("--branch", arguments.positionals.empty() ? "main" : ""),
                                .judge = *std::move(request)};
  if (options.stateFile.empty()) return base::fail(badArgument("argument --state: name a file"));
  if (!arguments.has("--no-history") && options.store.empty()) return base::fail(badArgument("--store needs a file or a URL"));
  return options;
}

/// Notifier shows reports and opens a commit that is clicked, on a thread of its own.
class Notifier {
 public:
  Notifier() : m_thread([] {
    auto notice = std::make_unique<session::DesktopNotice>();
    QObject::connect(notice.get(), &session::DesktopNotice::clicked, notice.get(), [](const QString& link) {
      (void)files::runChild({.program = "xdg-open", .arguments = {link.toStdString()}});
    });
    return notice;
  }) {}

  session::WatchOutput output() {
    return {"notify", [this](const reports::NewsReport& report, bool) -> base::Result<void> {
              const QString title = QString::fromStdString(overview::newsTitle(report.news)), link = QString::fromStdString(report.link);
              const QString text = QString::fromStdString(reports::newsHeading(report) + '\n' + report.news.commit.subject);
              m_thread.post([=](session::DesktopNotice& notice) { notice.send(title, text, link); });
              return {};
            }};
  }

 private:
  tasks::ObjectThread<session::DesktopNotice> m_thread;
};

std::string textOf(const reports::NewsReport& report, bool isRepeat) {
  const std::string again = "report " + report.id + " again: the watch was ended before it knew that it was written\n";
  return (isRepeat ? again : "") + reports::newsText(report);
}

/// Watching is what a watch on the command line has beside its Watcher.
struct Watching {
  Context& context;
  WatchedWork work;  ///< first: other threads inherit its signal mask
  const QtApplication application = {};
  bool isJson = false;
  std::optional<Notifier> notifier = {};
  std::string lastProblems = {};

  base::Result<std::vector<session::WatchOutput>> outputs(const ParsedArguments& arguments);
  /// showProblems prints what a round met, unless the round before met the same.
  void showProblems(const session::RoundEnd& end, std::int64_t pauseS);
  bool wait(std::int64_t seconds) const;
};

base::Result<std::vector<session::WatchOutput>> Watching::outputs(const ParsedArguments& arguments) {
  std::vector<session::WatchOutput> all = {{"standard output", [this](const reports::NewsReport& report, bool isRepeat) -> base::Result<void> {
                                              context.out << (isJson ? reports::newsJson(report, isRepeat) : textOf(report, isRepeat)) << std::flush;
                                              if (context.out) return {};
                                              return base::fail(base::ErrorCode::NotWritable, "Standard output cannot be written.");
                                            }}};
  for (const char* name : {"--output", "--comment"}) {
    const auto file = arguments.value(name);
    if (!file) continue;
    if (file->empty() || isStandardOutput(*file)) return base::fail(badArgument(std::string("argument ") + name + ": name a file"));
    if (auto problem = files::saveProblem(*file)) return base::fail(*std::move(problem));
    all.push_back(std::string_view(name) == "--output" ? session::watchLogOutput(*file) : session::watchCommentOutput(*file));
  }
  if (const auto command = arguments.value("--exec")) {
    if (text::trimmed(*command).empty()) return base::fail(badArgument("argument --exec: name a command"));
    all.push_back(session::watchCommandOutput(*command, isJson ? reports::newsJson : textOf, work.stopToken()));
  }
  if (arguments.has("--notify")) all.push_back(notifier.emplace().output());
  return all;
}

void Watching::showProblems(const session::RoundEnd& end, std::int64_t pauseS) {
  std::vector<base::Error> problems = end.warnings;
  if (end.stopped && std::holds_alternative<base::Error>(*end.stopped)) problems.push_back(std::get<base::Error>(*end.stopped));
  std::string all;
  for (const base::Error& problem : problems) all += base::describe(problem) + '\n';
  if (all != lastProblems) {
    for (const base::Error& problem : problems) printError(context, problem);
    if (end.stopped && pauseS > 0) context.err << "plumbline-cli: The watch goes on in " << text::durationText(static_cast<double>(pauseS)) << ".\n" << std::flush;
  }
  lastProblems = std::move(all);
}

/// wait returns false when a signal came.
bool Watching::wait(std::int64_t seconds) const {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, work.stopToken(), std::chrono::seconds(seconds), [] { return false; });
  return !work.isStopped();
}

int runRounds(session::Watcher& watcher, bool isOnce, std::int64_t intervalS, Watching& watching) {
  do {
    const session::RoundEnd end = watcher.round(base::Progress(watching.work.stopToken()));
    if (watching.work.isStopped()) return kExitStopped;
    const std::int64_t pause = watcher.pauseAfter(end, intervalS);
    watching.showProblems(end, isOnce ? 0 : pause);
    if (isOnce) return end.stopped || !watcher.state().outbox.empty() ? kExitUsage : end.newFailures > 0 ? kExitFails : kExitOk;
    if (!watching.wait(pause)) return kExitStopped;
  } while (true);
}

int runWatch(const ParsedArguments& arguments, Context& context) {
  Watching watching{.context = context, .work = WatchedWork(context), .isJson = arguments.valueOr("--format", "text") == "jsonl"};
  const auto minutes = wholeNumberOf(arguments, "--interval", 10, 0, kMinutesOfWeek);
  if (!minutes) return printUsageError(context, watchSpec(), minutes.error());
  auto source = sourceOf(arguments);
  if (!source) return printEitherError(context, watchSpec(), source.error());
  auto options = watchOptions(arguments, **source, context);
  if (!options) return printEitherError(context, watchSpec(), options.error());
  auto outputs = watching.outputs(arguments);
  if (!outputs) return printEitherError(context, watchSpec(), outputs.error());
  auto watcher = session::Watcher::open(*std::move(options), *std::move(source), *std::move(outputs));
  if (!watcher) return printError(context, watcher.error());
  return runRounds(*watcher, arguments.has("--once"), *minutes * kSecondsOfMinute, watching);
}

}  // namespace

Command makeWatchCommand() { return {watchSpec(), runWatch}; }

}  // namespace plumbline::cli
