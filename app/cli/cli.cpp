// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/cli/command.h"

namespace plumbline::cli {

namespace {

constexpr std::array<std::string_view, 3> kFamilies{"check", "flaky", "run"};  // their commands have two words

bool isFamily(const std::string& word) { return std::find(kFamilies.begin(), kFamilies.end(), word) != kFamilies.end(); }

/// familyText lists the commands of one family.
std::string familyText(const std::string& family) {
  std::string text = "usage: plumbline-cli " + family + " COMMAND ...\n\ncommands:\n";
  std::size_t width = 0;
  const auto isOf = [&](const Command& command) { return command.spec.name.starts_with(family + ' '); };
  for (const Command& command : commands())
    if (isOf(command)) width = std::max(width, command.spec.name.size());
  for (const Command& command : commands())
    if (isOf(command))
      text += "  " + command.spec.name + std::string(width - command.spec.name.size() + 2, ' ') + command.spec.summary + '\n';
  return text + "\nplumbline-cli " + family + " COMMAND --help shows the options of a command.\n";
}

std::string overview() {
  std::string text =
      "usage: plumbline-cli COMMAND ...\n\n"
      "Checks, compares and updates the CSV files of TorchInductor's benchmarks as CI\n"
      "does.\n\ncommands:\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, command.spec.name.size());
  for (const Command& command : commands())
    text += "  " + command.spec.name + std::string(width - command.spec.name.size() + 2, ' ') + command.spec.summary + '\n';
  text +=
      "\noptions:\n"
      "  -h, --help  show this help, or that of the command before it, and exit\n"
      "  --version   show the version and exit\n"
      "\nexamples:\n"
      "  plumbline-cli check accuracy --actual run.csv --expected baseline.csv\n"
      "      prints the text of the script and returns its exit status\n"
      "  plumbline-cli compare run.csv baseline.csv\n"
      "      one table over all metrics, with reasons and findings\n"
      "  plumbline-cli flaky add flaky.toml llama --reason \"times out\" --write\n"
      "      add an entry to a flaky list, or to the set of a check script\n"
      "  plumbline-cli run torchcache --pytorch ~/pytorch --suite torchbench -o torchcache.json\n"
      "      compile times with a cold and a warm cache: local, over ssh or on Slurm\n"
      "  plumbline-cli sample demo && plumbline-cli compare demo/actual.csv demo/expected.csv\n"
      "      the same with sample files\n"
      "\nexit status:\n"
      "  check   as the script: 0 passes, 1 fails or raises an exception, 2 bad arguments\n"
      "  run     0 success, 1 some tasks failed, 2 bad arguments, 3 could not start\n"
      "  repro   as run; reproduce: 4 too few results\n"
      "  others  0 success, 1 CI would fail, 2 bad input or bad arguments\n";
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
  if (isFamily(name) && words.size() > 1) name += ' ' + words[1];
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
    if (command == nullptr && rest.size() == 1 && isFamily(rest.front())) {
      out << familyText(rest.front()) << std::flush;
      return kExitOk;
    }
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
    const bool help = rest.size() == 2 && (rest[1] == "--help" || rest[1] == "-h") && isFamily(rest.front());
    if (!help) return unknown(rest, context);
    out << familyText(rest.front()) << std::flush;
    return kExitOk;
  }
  const auto arguments = parseArguments(command->spec, rest);
  if (!arguments) return printUsageError(context, command->spec, arguments.error());
  if (arguments->help) {
    out << helpText(command->spec) << std::flush;
    return kExitOk;
  }
  return command->run(*arguments, context);
}

}  // namespace plumbline::cli
