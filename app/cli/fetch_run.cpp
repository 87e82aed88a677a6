// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/fetch_run.h"

#include <QSettings>
#include <chrono>

#include "app/cli/progress_line.h"
#include "app/cli/qt_application.h"
#include "core/fetch/http_get.h"
#include "core/fetch/token.h"
#include "core/session/user_settings.h"
#include "core/text/escapes.h"

namespace plumbline::cli {
namespace {

constexpr std::chrono::milliseconds kFetchPollInterval{50};  // between two looks at Ctrl-C and the progress
constexpr int kMaxJobs = 32;

/// sameAgain returns the command line that continues where this one was stopped.
std::string sameAgain(const CommandSpec& spec, const ParsedArguments& arguments) {
  std::vector<std::string> words = arguments.positionals;
  for (const OptionSpec& option : spec.options) {
    const auto value = arguments.value(option.name);
    if (value) words.push_back(option.name);
    if (value && !option.value.empty()) words.push_back(*value);
  }
  return "plumbline-cli " + spec.name + (words.empty() ? "" : " " + text::shellLine(words));
}

std::string progressText(const fetch::BlockingFetcher::State& state) {
  if (state.total == 0) return state.statusMessage;
  return std::to_string(state.done) + " of " + std::to_string(state.total) + " artifacts, " +
         std::to_string(state.bytes / 1'000'000) + " MB";
}

}  // namespace

std::vector<OptionSpec> withFetchOptions(std::vector<OptionSpec> options) {
  std::vector<OptionSpec> all = {option("--sha SHA", "commit, 7 to 40 hex digits"),
                                 option("--url URL", "commit, run, job or pull request on GitHub or HUD")};
  for (OptionSpec& option : options) all.push_back(std::move(option));
  all.push_back(option("--jobs N", "parallel downloads (default: 8)"));
  all.push_back(option("--offline", "use the cache only"));
  all.push_back(option("--api URL", "base URL of the API (default: $PLUMBLINE_API_URL or GitHub's)"));
  all.push_back(option("--artifacts URL", "base URL of the artifact store (default: $PLUMBLINE_ARTIFACTS_URL or "
                                          "PyTorch's)"));
  return all;
}

base::Result<FetchRequest> fetchRequest(const ParsedArguments& arguments) {
  FetchRequest requested;
  if (arguments.has("--sha") == arguments.has("--url")) return base::fail(badArgument("give either --sha or --url"));
  auto target = fetch::targetOf(arguments.value("--sha").value_or(arguments.valueOr("--url", "")));
  if (!target) return base::fail(target.error());
  requested.target = *std::move(target);
  auto options = session::fetchOptionsFrom(QSettings(QStringLiteral("plumbline"), QStringLiteral("plumbline")),
                                           arguments.valueOr("--api", ""), arguments.valueOr("--artifacts", ""));
  if (!options) return base::fail(options.error());
  requested.options = *std::move(options);
  const auto jobs = wholeNumberOf(arguments, "--jobs", requested.options.parallel, 1, kMaxJobs);
  if (!jobs) return base::fail(jobs.error());
  requested.options.parallel = *jobs;
  requested.options.offline = arguments.has("--offline");
  return requested;
}

base::Outcome<fetch::FetchReport> runFetch(const FetchRequest& requested, const CommandSpec& spec,
                                           const ParsedArguments& arguments, Context& context) {
  const Interrupt interrupt;
  const QtApplication application;

  fetch::FetchOptions options = requested.options;
  if (!options.offline) options.token = fetch::TokenReader().readNow().value;
  ProgressLine line(context);
  fetch::BlockingFetcher fetch(options);
  fetch.start(requested.target);
  bool stopping = false;
  while (!fetch.wait(kFetchPollInterval)) {
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
    context.err << "plumbline-cli: Stopped" << after << ". Downloads so far are kept. To resume:\n  "
                << sameAgain(spec, arguments) << '\n'
                << std::flush;
  }
  return outcome;
}

}  // namespace plumbline::cli
