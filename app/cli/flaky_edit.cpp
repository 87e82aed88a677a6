// SPDX-License-Identifier: GPL-3.0-or-later
// flaky add and flaky remove: one entry more or less, everything else byte for byte.
#include <algorithm>

#include "app/cli/edit_output.h"
#include "app/cli/flaky_files.h"
#include "core/flaky/form_limits.h"

namespace plumbline::cli {

namespace {

/// choicesOf adds the empty word, which says "every" where that must be said.
std::vector<std::string> choicesOf(const std::vector<std::string_view>& words) {
  std::vector<std::string> choices(words.begin(), words.end());
  choices.emplace_back();
  return choices;
}

std::vector<OptionSpec> scopeOptions() {
  return {{.name = "--pattern", .value = "", .help = "NAME is a pattern with * and ? (flaky.toml only)"},
          {.name = "--check",
           .value = "C",
           .help = "the check that it is about; default: every check, or the script's own",
           .choices = choicesOf(flaky::checkWords())},
          {.name = "--platform",
           .value = "P",
           .help = "the platform that it is about; default: every platform",
           .choices = choicesOf(flaky::platformWordsOf(flaky::Origin::Toml))},
          {.name = "--config", .value = "GLOB", .help = "the baselines that it is about, by file name without .csv"}};
}

constexpr const char* kFileHelp =
    "a flaky.toml (made when there is none), a check script, or a PyTorch checkout (both scripts)";
constexpr const char* kExitHelp =
    "The changed list is read again before anything is shown or written: it must differ by\n"
    "exactly this entry. A script whose set is not understood is refused, with the line.\n"
    "exit status:\n"
    "  0 done; 2 not possible, or bad arguments. Then no file has changed.\n";

CommandSpec addSpec() {
  CommandSpec spec{
      .name = "flaky add",
      .summary = "Put an entry into a flaky list.",
      .positionals = {{.name = "LIST", .help = kFileHelp}, {.name = "NAME", .help = "the model"}},
      .options = scopeOptions(),
      .details = std::string("examples:\n"
                             "  plumbline-cli flaky add flaky.toml llama --expires 2026-12-01 --reason \"times out\"\n"
                             "  plumbline-cli flaky add ~/pytorch llama --platform rocm --issue \"#12\" --write\n"
                             "\n") +
                 kExitHelp};
  spec.options.push_back({.name = "--reason", .value = "TEXT", .help = "why; in a script the comment beside the name"});
  spec.options.push_back({.name = "--issue", .value = "LINK", .help = "a link, or a number such as #12"});
  spec.options.push_back({.name = "--owner", .value = "NAME", .help = "who looks after it (flaky.toml only)"});
  spec.options.push_back({.name = "--expires",
                          .value = "DAY",
                          .help = "last day on which it excuses, such as 2026-12-01 (flaky.toml only)"});
  spec.options = withEditOptions(std::move(spec.options));
  return spec;
}

CommandSpec removeSpec() {
  return {.name = "flaky remove",
          .summary = "Take an entry out of a flaky list.",
          .positionals = {{.name = "LIST", .help = kFileHelp},
                          {.name = "NAME", .help = "the model, or the pattern as it stands there"}},
          .options = withEditOptions(scopeOptions()),
          .details = std::string("example:\n"
                                 "  plumbline-cli flaky remove ~/pytorch llama --platform rocm --write\n"
                                 "\n"
                                 "The scope may be left out where the list has the name once.\n") +
                     kExitHelp};
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
          {base::ErrorCode::BadArgument, "argument --expires: \"" + *day + "\" is no day such as 2026-12-01", ""});
  }
  return entry;
}

/// editAll changes each list that was named and hands the result over; a list that --check is not about is left out.
template <typename Edit>
int editAll(const ParsedArguments& arguments, Context& context, const CommandSpec& spec, Edit edit) {
  if (const auto error = editOptionsError(arguments)) return refuse(context, spec, *error);
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
          source->origin() != flaky::Origin::Toml && !check.empty() && check != flaky::originWord(source->origin());
      if (other && paths->size() > 1) continue;
      const base::Result<text::ByteEdits> edits = edit(*source);
      if (!edits) return base::fail(edits.error());
      const auto done = drafts.apply({.text = {}, .files = {{path, *edits}}, .decisions = {}});
      if (!done) return base::fail(done.error());
      ++edited;
    }
    if (edited == 0)
      return base::fail({base::ErrorCode::BadArgument, "Neither script has a set for the check " + check + ".",
                         "Put the entry into a flaky.toml.", arguments.positionals[0]});
    return {};
  };
  if (const auto done = all(); !done) {
    complain(context, done.error());
    return kExitUsage;
  }
  return handOver(arguments, drafts, context);
}

int runAdd(const ParsedArguments& arguments, Context& context) {
  const auto entry = entryFrom(arguments);
  if (!entry) return refuse(context, addSpec(), entry.error());
  return editAll(arguments, context, addSpec(), [&](const flaky::FlakySource& source) {
    flaky::FlakyEntry here = *entry;
    if (source.origin() == flaky::Origin::Toml) here.added = today(context);
    return source.add(here);
  });
}

/// indexOf finds the entry that was meant. Errors: NotFound; BadArgument when the name stands there several times.
base::Result<std::size_t> indexOf(const flaky::FlakySource& source, const ParsedArguments& arguments) {
  std::vector<std::size_t> found;
  const auto fits = [&](const char* option, const std::string& value) {
    const auto wanted = arguments.value(option);
    return !wanted || *wanted == value;
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
    return base::fail({base::ErrorCode::NotFound, "There is no entry " + name + " of that scope in this list.",
                       "See plumbline-cli flaky list.", source.path()});
  std::string lines;
  for (const std::size_t i : found) lines += (lines.empty() ? "" : ", ") + std::to_string(source.entries()[i].line);
  return base::fail({base::ErrorCode::BadArgument,
                     "The list has " + name + " more than once, in the lines " + lines + ".",
                     "Say which with --platform, --config and --check; an empty value means every.", source.path()});
}

int runRemove(const ParsedArguments& arguments, Context& context) {
  return editAll(arguments, context, removeSpec(),
                 [&](const flaky::FlakySource& source) -> base::Result<text::ByteEdits> {
                   const auto index = indexOf(source, arguments);
                   if (!index) return base::fail(index.error());
                   return source.remove(*index);
                 });
}

}  // namespace

Command flakyAddCommand() { return {addSpec(), runAdd}; }
Command flakyRemoveCommand() { return {removeSpec(), runRemove}; }

}  // namespace plumbline::cli
