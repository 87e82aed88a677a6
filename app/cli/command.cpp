// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <algorithm>
#include <sstream>

#include "core/reports/text_parts.h"
#include "resources/embedded.h"

namespace plumbline::cli {
namespace {

constexpr std::size_t kHelpColumns = 80;
constexpr std::size_t kHelpColumn = 26;

/// folded appends words to text, starting a new line of `indent` blanks where kHelpColumns would be passed.
void folded(std::string& text, const std::vector<std::string>& words, std::size_t column, std::size_t indent) {
  for (const std::string& word : words) {
    if (column + 1 + word.size() > kHelpColumns && column > indent) {
      text += '\n' + std::string(indent, ' ') + word;
      column = indent + word.size();
    } else {
      if (column > indent || indent == 0) {
        text += ' ';
        ++column;
      }
      text += word;
      column += word.size();
    }
  }
}

std::vector<std::string> splitAtBlanks(const std::string& sentence) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : sentence + ' ') {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

std::string withValue(const std::string& name, const OptionSpec& option) {
  return option.value.empty() ? name : name + ' ' + option.value;
}

void entry(std::string& text, const std::string& left, const std::string& help) {
  std::string line = "  " + left;
  if (line.size() + 2 > kHelpColumn) {
    text += line + '\n';
    line.clear();
  }
  line.resize(kHelpColumn, ' ');
  folded(line, splitAtBlanks(help), kHelpColumn, kHelpColumn);
  text += line + '\n';
}

constexpr Command (*kMakers[])() = {
    makeCheckInstructionsCommand, makeCompareCommand, makeDiffCommand, makeChartCommand, makeOverviewCommand,
    makeSameCommand, makeMarginsCommand, makeRateCommand, makeChangesCommand, makeCausesCommand, makeAdviseCommand,
    makeAcceptCommand, makeUpdateCommand, makeSiblingsCommand, makeLintCommand, makeMergeCommand, makeFlakyListCommand,
    makeFlakyCheckCommand, makeFlakyAddCommand, makeFlakyRemoveCommand, makeFlakyImportCommand, makeFlakyExportCommand,
    makeFlakyHealedCommand, makeReportCommand, makeVerifyCommand, makeFetchCommand, makeWatchCommand,
    makeRunTorchcacheCommand, makeRunSuiteCommand, makeRunRepeatCommand, makeRunCommandCommand, makeRunSpecCommand,
    makeRunListCommand, makeRunShowCommand, makeRunLogCommand, makeRunCancelCommand, makeRunResumeCommand,
    makeRunRemoveCommand, makeHistoryAddCommand, makeHistoryBlameCommand, makeHistoryShowCommand,
    makeHistorySiblingsCommand, makeHistoryStreaksCommand, makeHistoryExportCommand, makeHistoryImportCommand,
    makeHistoryCopyCommand, makeHistoryPruneCommand, makeHistoryCheckCommand, makeHistoryStatsCommand, makeReproCommand,
    makeReproNewCommand, makeReproduceCommand, makeWhyCommand, makeRulesCommand, makeSampleCommand};

}  // namespace

std::string helpResource(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return std::string(resources::embeddedBytes("cli/" + name + ".txt").value_or(""));
}

std::string usageText(const CommandSpec& spec) {
  std::string text = "usage: plumbline-cli" + (spec.name.empty() ? "" : ' ' + spec.name);
  std::vector<std::string> parts;
  for (const PositionalSpec& p : spec.positionals) {
    parts.push_back(p.required ? p.name : '[' + p.name + ']');
    if (p.many) parts.push_back('[' + p.name + " ...]");
  }
  for (const OptionSpec& option : spec.options) {
    const std::string shown = withValue(option.letter != 0 ? std::string{'-', option.letter} : option.name, option);
    parts.push_back(option.required ? shown : '[' + shown + ']');
  }
  parts.emplace_back("[-h]");
  const std::size_t indent = 8;
  std::size_t column = text.size();
  for (const std::string& part : parts) {
    if (column + 1 + part.size() > kHelpColumns) {
      text += '\n' + std::string(indent, ' ') + part;
      column = indent + part.size();
    } else {
      text += ' ' + part;
      column += 1 + part.size();
    }
  }
  return text + '\n';
}

std::string helpText(const CommandSpec& spec) {
  std::string text = usageText(spec) + '\n' + spec.summary + "\n";
  if (!spec.positionals.empty()) {
    text += "\narguments:\n";
    for (const PositionalSpec& p : spec.positionals) entry(text, p.name, p.help);
  }
  text += "\noptions:\n";
  for (const OptionSpec& option : spec.options) {
    std::string left = option.letter != 0 ? std::string{'-', option.letter} + ", " : "";
    left += option.name;
    if (!option.alsoNamed.empty()) left += ", " + option.alsoNamed;
    entry(text, withValue(left, option), option.help);
  }
  entry(text, "-h, --help", "show this help and exit");
  const std::string details = helpResource(spec.name) + spec.details;
  return details.empty() ? text : text + '\n' + details;
}

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = [] {
    std::vector<Command> all = makeCheckPairCommands();
    for (Command& command : makeCheckFileCommands()) all.push_back(std::move(command));
    for (Command (*make)() : kMakers) all.push_back(make());
    for (Command& command : makeEvidenceCommands()) all.push_back(std::move(command));
    for (Command& command : makeBisectCommands()) all.push_back(std::move(command));
    return all;
  }();
  return kCommands;
}

int printError(Context& context, const base::Error& error, int exit) {
  context.out.flush();
  context.err << "plumbline-cli: " << reports::printableText(base::describe(error)) << '\n' << std::flush;
  return exit;
}

void printWarnings(Context& context, const std::vector<base::Error>& problems) {
  for (const base::Error& problem : problems) printError(context, problem);
}

void printLines(Context& context, const std::string& lines) {
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);)
    context.err << (line.starts_with(' ') ? "" : "plumbline-cli: ") << line << '\n';
  context.err.flush();
}

int printUsageError(Context& context, const CommandSpec& spec, const base::Error& error) {
  context.out.flush();
  base::Error shown = error;
  // Texts as argparse writes them have no full stop, and a hint is a sentence of its own.
  const bool hasEnd = shown.text.empty() || std::string_view(".!?:").find(shown.text.back()) != std::string_view::npos;
  if (!shown.hint.empty() && !hasEnd) shown.text += '.';
  context.err << usageText(spec) << "plumbline-cli " << spec.name << ": error: " << reports::printableText(base::describe(shown)) << '\n'
              << std::flush;
  return kExitUsage;
}

int printEitherError(Context& context, const CommandSpec& spec, const base::Error& error) {
  const bool isUsage = error.code == base::ErrorCode::BadArgument && error.file.empty();
  return isUsage ? printUsageError(context, spec, error) : printError(context, error);
}

int printRun(const verdicts::CheckRun& run, Context& context) {
  context.out << run.output << std::flush;
  return run.crash ? printError(context, *run.crash, kExitFails) : run.exitCode;
}

std::string checkExitText() {
  return "\n"
         "Prints exactly what the script prints.\n"
         "exit status:\n"
         "  0 the check passes; 1 it fails, or the script would raise an exception, printed to\n"
         "  standard error; 2 bad arguments.\n";
}

}  // namespace plumbline::cli
