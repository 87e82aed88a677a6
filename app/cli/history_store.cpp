// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/history_store.h"

#include <QDateTime>
#include <filesystem>
#include <system_error>

#include "app/cli/progress_line.h"
#include "core/history/decisions/decision_store.h"
#include "core/history/past/commit_times.h"
#include "core/history/run_intake.h"
#include "core/reports/text_parts.h"
#include "core/text/quantities.h"

namespace plumbline::cli {
namespace {

constexpr const char* kResults = "The results are";

void printNotAdded(const std::string& what, base::Error error, Context& context) {
  error.text = what + " not added to the history: " + error.text;
  printError(context, error);
}

}  // namespace

std::vector<OptionSpec> withStoreOption(std::vector<OptionSpec> options) {
  options.insert(options.begin(), option("--store STORE", "the history: a file (default: plumbline/history.sqlite in the user's data folder) or postgresql://user@host:port/database"));
  return options;
}

base::Result<OpenHistory> openHistory(const ParsedArguments& arguments, Context& context, history::Store::Access access) {
  auto application = std::make_unique<QtApplication>();
  const std::string file = arguments.value("--store").value_or(history::defaultStoreFile());
  if (file.empty()) return base::fail(badArgument("--store needs a file or a URL"));
  auto store = history::Store::open(file, access);
  if (!store) return base::fail(std::move(store.error()));
  if (const int version = (*store)->migratedFrom(); version > 0)
    context.err << "plumbline-cli: " << reports::printableText((*store)->name()) << " was the history of an older Plumbline (version " << version
                << ") and is brought up to date\n";
  return OpenHistory(std::move(application), *std::move(store));
}

base::Result<std::optional<OpenHistory>> openKnownHistory(const ParsedArguments& arguments, Context& context) {
  std::error_code error;
  if (!arguments.has("--store") && !std::filesystem::exists(history::defaultStoreFile(), error)) return std::nullopt;
  auto opened = openHistory(arguments, context, history::Store::Access::ReadOnly);
  if (!opened) return base::fail(std::move(opened.error()));
  return std::optional(*std::move(opened));
}

OptionSpec noHistoryOption() {
  return option("--no-history", "do not add the results to the history, whatever the settings say");
}

void addToHistory(const std::vector<std::string>& results, Context& context) {
  if (context.environment.history.empty() || results.empty()) return;
  std::vector<sources::SourcePath> paths;
  for (const std::string& result : results) paths.push_back({result});
  const auto opened = sources::open(paths);
  if (opened.isValue()) return addToHistory(opened.value(), context);
  printNotAdded(kResults, opened.error(), context);
}

void addToHistory(const sources::Opened& opened, Context& context) {
  if (context.environment.history.empty()) return;
  const history::Intake intake = history::runsOf(opened);
  if (const std::size_t count = intake.skipped.size(); count > 0)
    printNotAdded(count == 1 ? "This is" : "This and " + text::groupedText(count - 1) + " more are",
                  intake.skipped.front(), context);
  if (intake.runs.empty()) return;
  const QtApplication application;
  WatchedWork work(context);
  auto store = history::Store::open(context.environment.history, history::Store::Access::ReadWrite);
  if (!store) return printNotAdded(kResults, store.error(), context);
  (*store)->connection().stopWith(work.stopToken());
  if (const auto added = history::addRuns((*store)->runs(), intake); !added)
    return printNotAdded(kResults, added.error(), context);
  if (const auto learnt = history::readCommitTimes(**store, opened, work.stopToken()); !learnt && !work.isStopped())
    printNotAdded("The times of commits are", learnt.error(), context);
}

baselines::DecisionStore decisionStore(const Context& context) {
  if (context.environment.history.empty()) return {};
  const baselines::DecisionStore kept = history::decisionStoreAt(context.environment.history);
  return {.add =
              [add = kept.add](const baselines::Decisions& decisions, baselines::DecisionStore::Time now) {
                const QtApplication application;
                return add(decisions, now);
              },
          .read =
              [read = kept.read] {
                const QtApplication application;
                return read();
              },
          .writesLog = context.environment.logsDecisions};
}

base::Result<std::int64_t> timeOf(const ParsedArguments& arguments, const std::string& option, std::int64_t otherwise, bool end) {
  const auto given = arguments.value(option);
  if (!given) return otherwise;
  const QString text = QString::fromStdString(*given);
  bool isNumber = false;
  const qlonglong seconds = text.toLongLong(&isNumber);
  constexpr qlonglong kLeastUnixTime = 100'000'000;  // of 1973; shorter numbers are mistyped days, such as 20260301
  if (isNumber && seconds >= kLeastUnixTime) return seconds;
  QDateTime time = QDateTime::fromString(text, Qt::ISODate);
  const bool isDay = text.size() == 10;
  if (!time.isValid() || time.date().year() < 1970)
    return base::fail(badArgument(option + ": " + *given + " is no date", "Write 2026-03-01, 2026-03-01T12:00:00Z or Unix seconds (9 digits or more)."));
  if (time.timeSpec() == Qt::LocalTime) time.setTimeSpec(Qt::UTC);
  constexpr std::int64_t kLastSecondOfDay = 86'399;
  return time.toSecsSinceEpoch() + (isDay && end ? kLastSecondOfDay : 0);
}

}  // namespace plumbline::cli
