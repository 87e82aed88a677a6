// SPDX-License-Identifier: GPL-3.0-or-later
// flaky add and flaky remove: one entry more or less, everything else byte for byte.

#include "app/cli/edit_output.h"
#include "app/cli/flaky_files.h"
#include "core/flaky/flaky_entry.h"
#include "core/verdicts/findings.h"

namespace plumbline::cli {

namespace {

/// choicesOf adds the empty value, which means "every".
std::vector<std::string> choicesOf(const std::vector<std::string_view>& words) {
  std::vector<std::string> choices(words.begin(), words.end());
  choices.emplace_back();
  return choices;
}

std::vector<OptionSpec> scopeOptions() {
  return {option("--pattern", "NAME is a pattern with * and ? (flaky.toml only)"),
          option("--check C", "check the entry applies to (default: every check, or the script's own)",
                 choicesOf(flaky::checkNames())),
          option("--platform P", "platform the entry applies to (default: every platform)",
                 choicesOf(flaky::platformNamesOf(flaky::Origin::Toml))),
          option("--config GLOB", "baselines the entry applies to, by file name without .csv")};
}

constexpr const char* kFileHelp =
    "a flaky.toml (created if missing), a check script, or a PyTorch checkout (both scripts)";
constexpr const char* kExitHelp =
    "The changed list is parsed again before it is shown or written, and must differ by exactly\n"
    "this entry. A script whose set cannot be parsed is refused with its line.\n"
    "exit status:\n"
    "  0 success; 2 not possible, or bad arguments; no file was changed.\n";

CommandSpec flakyAddSpec() {
  CommandSpec spec{
      .name = "flaky add",
      .summary = "Add an entry to a flaky list.",
      .positionals = {{.name = "LIST", .help = kFileHelp}, {.name = "NAME", .help = "model"}},
      .options = scopeOptions(),
      .details = kExitHelp};
  spec.options.push_back(option("--reason TEXT", "the reason; in a script the comment beside the name"));
  spec.options.push_back(option("--issue LINK", "link or number: #12"));
  spec.options.push_back(option("--owner NAME", "person responsible (flaky.toml only)"));
  spec.options.push_back(option("--expires DAY", "last day of the entry: 2026-12-01 (flaky.toml only)"));
  spec.options = withEditOptions(std::move(spec.options));
  return spec;
}

CommandSpec flakyRemoveSpec() {
  return {.name = "flaky remove",
          .summary = "Remove an entry from a flaky list.",
          .positionals = {{.name = "LIST", .help = kFileHelp},
                          {.name = "NAME", .help = "model, or the pattern as written in the list"}},
          .options = withEditOptions(scopeOptions()),
          .details = kExitHelp};
}

base::Result<flaky::FlakyEntry> entryFrom(const ParsedArguments& arguments) {
  flaky::FlakyEntry entry;
  entry.name = arguments.positionals[1];
  entry.isPattern = arguments.has("--pattern");
  entry.check = arguments.valueOr("--check", "");
  entry.platform = arguments.valueOr("--platform", "");
  entry.config = arguments.valueOr("--config", "");
  entry.reason = arguments.valueOr("--reason", "");
  entry.issue = arguments.valueOr("--issue", "");
  entry.owner = arguments.valueOr("--owner", "");
  if (const auto day = arguments.value("--expires")) {
    entry.expires = flaky::parseDate(*day);
    if (!entry.expires)
      return base::fail(
          {base::ErrorCode::BadArgument, "argument --expires: \"" + *day + "\" is not a date such as 2026-12-01", ""});
  }
  return entry;
}

/// editAll changes each list that was named and hands the result over; a list that --check is not about is left out.
template <typename Edit>
int editAll(const ParsedArguments& arguments, Context& context, const CommandSpec& spec, Edit edit) {
  if (const auto error = editOptionsError(arguments)) return printUsageError(context, spec, *error);
  const auto paths = listPaths({arguments.positionals[0]});
  const std::string check = arguments.valueOr("--check", "");
  baselines::Drafts drafts;
  const auto all = [&]() -> base::Result<void> {
    if (!paths) return base::fail(paths.error());
    std::size_t edited = 0;
    for (const std::string& path : *paths) {
      const auto source = readList(drafts, path, true);
      if (!source) return base::fail(source.error());
      const bool other =
          source->origin() != flaky::Origin::Toml && !check.empty() && check != flaky::originName(source->origin());
      if (other && paths->size() > 1) continue;
      const base::Result<text::ByteEdits> edits = edit(*source);
      if (!edits) return base::fail(edits.error());
      const auto done = drafts.apply({.text = {}, .files = {{path, *edits}}, .decisions = {}});
      if (!done) return base::fail(done.error());
      ++edited;
    }
    if (edited == 0)
      return base::fail(base::ErrorCode::BadArgument, "Neither script has a set for the check " + check + ".",
                        "Put the entry into a flaky.toml.", arguments.positionals[0]);
    return {};
  };
  if (const auto done = all(); !done) return printError(context, done.error());
  return outputEdits(arguments, drafts, context);
}

int runFlakyAdd(const ParsedArguments& arguments, Context& context) {
  const auto entry = entryFrom(arguments);
  if (!entry) return printUsageError(context, flakyAddSpec(), entry.error());
  if (const std::string_view why = verdicts::nameOddity(entry->name); !why.empty())
    printError(context, {base::ErrorCode::BadArgument, "warning: \"" + entry->name + "\": " + std::string(why), ""});
  return editAll(arguments, context, flakyAddSpec(), [&](const flaky::FlakySource& source) {
    flaky::FlakyEntry here = *entry;
    if (source.origin() == flaky::Origin::Toml) here.added = today(context);
    return source.add(here);
  });
}

/// indexOf finds the entry that was meant. Errors: NotFound; BadArgument when the name stands there several times.
base::Result<std::size_t> indexOf(const flaky::FlakySource& source, const ParsedArguments& arguments) {
  std::vector<std::size_t> found;
  const auto fits = [&](const char* option, const std::string& value) {
    const auto requested = arguments.value(option);
    return !requested || *requested == value;
  };
  for (std::size_t i = 0; i < source.entries().size(); ++i) {
    const flaky::FlakyEntry& e = source.entries()[i];
    if (e.name == arguments.positionals[1] && (!arguments.has("--pattern") || e.isPattern) &&
        fits("--check", e.check) && fits("--platform", e.platform) && fits("--config", e.config))
      found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  const std::string name = "\"" + arguments.positionals[1] + "\"";
  if (found.empty())
    return base::fail(base::ErrorCode::NotFound, "There is no entry " + name + " of that scope in this list.",
                      "See plumbline-cli flaky list.", source.path());
  std::string lines;
  for (const std::size_t i : found) lines += (lines.empty() ? "" : ", ") + std::to_string(source.entries()[i].line);
  return base::fail(base::ErrorCode::BadArgument,
                    "The list has " + name + " more than once, in the lines " + lines + ".",
                    "Choose one with --platform, --config and --check; an empty value means every.", source.path());
}

int runFlakyRemove(const ParsedArguments& arguments, Context& context) {
  return editAll(arguments, context, flakyRemoveSpec(),
                 [&](const flaky::FlakySource& source) -> base::Result<text::ByteEdits> {
                   const auto index = indexOf(source, arguments);
                   if (!index) return base::fail(index.error());
                   return source.remove(*index);
                 });
}

}  // namespace

Command makeFlakyAddCommand() { return {flakyAddSpec(), runFlakyAdd}; }
Command makeFlakyRemoveCommand() { return {flakyRemoveSpec(), runFlakyRemove}; }

}  // namespace plumbline::cli
