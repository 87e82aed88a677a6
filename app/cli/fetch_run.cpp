// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fetch_run.h"

#include <QCoreApplication>
#include <charconv>
#include <chrono>
#include <optional>

#include "app/cli/interrupt.h"
#include "core/fetch/cache.h"
#include "core/fetch/token.h"
#include "core/fetch/waiting_fetch.h"

namespace plumbline::cli {
namespace {

constexpr std::chrono::milliseconds kLook{50};  // between two looks at Ctrl-C and the progress
constexpr int kMostJobs = 32;

base::Error bad(std::string text) { return {base::ErrorCode::BadArgument, std::move(text), ""}; }

base::Result<int> jobsOf(const std::string& text) {
  int jobs = 0;
  const auto end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, jobs);
  if (problem != std::errc() || stop != end || jobs < 1 || jobs > kMostJobs)
    return base::fail(bad("argument --jobs: a number from 1 to " + std::to_string(kMostJobs)));
  return jobs;
}

std::string shellWord(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@%+,-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// sameAgain is the command line that goes on where this one was stopped.
std::string sameAgain(const CommandSpec& spec, const ParsedArguments& arguments) {
  std::string line = "plumbline-cli " + spec.name;
  for (const std::string& positional : arguments.positionals) line += " " + shellWord(positional);
  for (const OptionSpec& option : spec.options) {
    const auto value = arguments.value(option.name);
    if (value) line += " " + option.name + (option.value.empty() ? "" : " " + shellWord(*value));
  }
  return line;
}

/// ProgressLine is one line of a terminal, written over and over.
class ProgressLine {
 public:
  explicit ProgressLine(Context& context) : m_context(context) {}
  ~ProgressLine() { show(""); }
  void show(const std::string& text) {
    if (!m_context.environment.errorTerminal || text == m_shown) return;
    m_context.err << "\r\x1b[K" << text << std::flush;
    m_shown = text;
  }

 private:
  Context& m_context;
  std::string m_shown;
};

std::string progressText(const fetch::WaitingFetch::State& state) {
  if (state.total == 0) return state.said;
  return std::to_string(state.done) + " of " + std::to_string(state.total) + " artifacts, " +
         std::to_string(state.bytes / 1'000'000) + " MB";
}

}  // namespace

std::vector<OptionSpec> withFetchOptions(std::vector<OptionSpec> options) {
  std::vector<OptionSpec> all = {
      {.name = "--sha", .value = "SHA", .help = "the commit, 7 to 40 hex digits"},
      {.name = "--url", .value = "URL", .help = "of a commit, run, job or pull request, on GitHub or HUD"}};
  for (OptionSpec& option : options) all.push_back(std::move(option));
  all.push_back({.name = "--jobs", .value = "N", .help = "downloads at a time; default 8"});
  all.push_back({.name = "--offline", .value = "", .help = "only what the cache holds"});
  all.push_back({.name = "--api", .value = "URL", .help = "address of the API; default PLUMBLINE_API_URL or GitHub's"});
  all.push_back({.name = "--artifacts",
                 .value = "URL",
                 .help = "address of the artifact store; default PLUMBLINE_ARTIFACTS_URL or PyTorch's"});
  return all;
}

base::Result<FetchWanted> fetchWanted(const ParsedArguments& arguments) {
  FetchWanted wanted;
  if (arguments.has("--sha") == arguments.has("--url")) return base::fail(bad("give either --sha or --url"));
  auto target = fetch::targetOf(arguments.value("--sha").value_or(arguments.valueOr("--url", "")));
  if (!target) return base::fail(target.error());
  wanted.target = *std::move(target);
  auto endpoints = fetch::endpointsFrom(arguments.valueOr("--api", ""), arguments.valueOr("--artifacts", ""));
  if (!endpoints) return base::fail(endpoints.error());
  wanted.options.endpoints = *std::move(endpoints);
  const auto jobs = jobsOf(arguments.valueOr("--jobs", std::to_string(wanted.options.parallel)));
  if (!jobs) return base::fail(jobs.error());
  wanted.options.parallel = *jobs;
  wanted.options.offline = arguments.has("--offline");
  wanted.options.cacheFolder = fetch::defaultCacheFolder();
  return wanted;
}

base::Outcome<fetch::FetchReport> runFetch(const FetchWanted& wanted, const CommandSpec& spec,
                                           const ParsedArguments& arguments, Context& context) {
  const Interrupt interrupt;
  // Qt's threads want an application; its event loop never runs here.
  int count = 1;
  char name[] = "plumbline-cli";
  char* words[] = {name, nullptr};
  std::optional<QCoreApplication> application;
  if (QCoreApplication::startingUp()) application.emplace(count, words);

  fetch::FetchOptions options = wanted.options;
  if (!options.offline) options.token = fetch::TokenReader().readNow().value;
  ProgressLine line(context);
  fetch::WaitingFetch fetch(options);
  fetch.start(wanted.target);
  bool stopping = false;
  while (!fetch.wait(kLook)) {
    line.show(progressText(fetch.state()));
    if (stopping || !interrupt.arrived()) continue;
    stopping = true;
    fetch.cancel();
  }
  auto outcome = fetch.take();
  if (outcome.isCancelled()) {
    line.show("");
    const auto state = fetch.state();
    const std::string after = state.total > 0 ? " after " + progressText(state) : "";
    context.err << "plumbline-cli: Stopped" << after << ". What was received is kept. To go on:\n  "
                << sameAgain(spec, arguments) << '\n'
                << std::flush;
  }
  return outcome;
}

}  // namespace plumbline::cli
