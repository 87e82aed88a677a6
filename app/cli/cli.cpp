// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli.h"

#include <algorithm>
#include <span>

#include "app/cli/command.h"
#include "app/cli/help_text.h"

namespace plumbline::cli {

namespace {

std::string overview() {
  std::string text =
      "usage: plumbline-cli COMMAND ...\n\n"
      "Says what CI says about the CSV files of TorchInductor's benchmarks, and what\n"
      "matters in them.\n\ncommands:\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, command.spec.name.size());
  for (const Command& command : commands())
    text += "  " + command.spec.name + std::string(width - command.spec.name.size() + 2, ' ') + command.spec.summary + '\n';
  text +=
      "\noptions:\n"
      "  -h, --help  show this help, or that of the command it stands after, and exit\n"
      "  --version   show the version and exit\n"
      "\nexamples:\n"
      "  plumbline-cli check accuracy --actual run.csv --expected baseline.csv\n"
      "      the script's own text and exit status, in its place in a CI job\n"
      "  plumbline-cli compare run.csv baseline.csv\n"
      "      one table over all metrics, with reasons and what CI does not say\n"
      "  plumbline-cli flaky add flaky.toml llama --reason \"times out\" --write\n"
      "      an entry more in a flaky list, or in the set of a check script\n"
      "  plumbline-cli sample demo && plumbline-cli compare demo/actual.csv demo/expected.csv\n"
      "      the same on a small sample\n"
      "\nexit status:\n"
      "  check   what the script answers: 0 fine, 1 fails or dies, 2 bad arguments\n"
      "  others  0 nothing to do, 1 CI would fail, 2 bad input or bad arguments\n";
  return text;
}

/// find gives the command that the words begin with, and drops its name from them.
const Command* find(std::span<const std::string>& words) {
  for (const std::size_t length : {2UL, 1UL}) {
    if (words.size() < length) continue;
    const std::string name = length == 2 ? words[0] + ' ' + words[1] : words[0];
    const auto& all = commands();
    const auto it = std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.spec.name == name; });
    if (it == all.end()) continue;
    words = words.subspan(length);
    return &*it;
  }
  return nullptr;
}

int unknown(std::span<const std::string> words, Context& context) {
  std::string name = words.front();
  if ((name == "check" || name == "flaky") && words.size() > 1) name += ' ' + words[1];
  std::string hint;
  for (const Command& command : commands())
    if (command.spec.name.starts_with(words.front())) hint += (hint.empty() ? "" : ", ") + command.spec.name;
  if (hint.empty()) hint = "see plumbline-cli --help";
  context.err << "usage: plumbline-cli COMMAND ...\nplumbline-cli: error: there is no command \"" << name << "\" (" << hint
              << ")\n"
              << std::flush;
  return kExitUsage;
}

}  // namespace

int runCli(const std::vector<std::string>& words, std::ostream& out, std::ostream& err, const Environment& environment) {
  Context context{out, err, environment};
  std::span<const std::string> rest = words;
  if (rest.empty()) {
    err << overview() << std::flush;
    return kExitUsage;
  }
  if (rest.front() == "help") {  // "help check perf" is "check perf --help"
    rest = rest.subspan(1);
    const Command* command = find(rest);
    if (command == nullptr && !rest.empty()) return unknown(rest, context);
    out << (command == nullptr ? overview() : helpText(command->spec)) << std::flush;
    return kExitOk;
  }
  if (rest.front() == "--version") {
    out << "plumbline-cli " PLUMBLINE_VERSION "\n" << std::flush;
    return kExitOk;
  }
  if (rest.front() == "--help" || rest.front() == "-h") {
    out << overview() << std::flush;
    return kExitOk;
  }
  const Command* command = find(rest);
  if (command == nullptr) {
    const bool help = rest.size() == 2 && (rest[1] == "--help" || rest[1] == "-h") &&
                      (rest[0] == "check" || rest[0] == "flaky");
    if (!help) return unknown(rest, context);
    out << overview() << std::flush;
    return kExitOk;
  }
  const auto arguments = parseArguments(command->spec, rest);
  if (!arguments) return refuse(context, command->spec, arguments.error());
  if (arguments->help) {
    out << helpText(command->spec) << std::flush;
    return kExitOk;
  }
  return command->run(*arguments, context);
}

}  // namespace plumbline::cli
