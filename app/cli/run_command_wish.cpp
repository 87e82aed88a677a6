// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_command_wish.h"

#include "app/cli/run_wish.h"
#include "core/runs/command_template.h"

namespace plumbline::cli {

std::vector<OptionSpec> commandOptions() {
  return {{.name = "--form", .value = "F", .help = "what the program writes: csv (default) or cachejson", .choices = {"csv", "cachejson"}},
          {.name = "--working-folder", .value = "DIR", .help = "where the program runs; default: the checkout, else this folder"}};
}

std::string fieldsText() {
  std::string text;
  constexpr std::size_t kWidth = 14;
  for (const auto& [name, help] : runs::fieldNames()) {
    std::string field = "  {" + name + "}";
    field.resize(std::max(kWidth, field.size() + 1), ' ');
    text += field + help + '\n';
  }
  return text;
}

base::Result<void> readCommand(const ParsedArguments& arguments, std::vector<std::string> words, runs::RunSpec& spec) {
  if (words.empty()) return base::fail(badOption("name the program and its arguments behind --"));
  spec.kind = runs::RunKind::Command;
  spec.command = std::move(words);
  spec.form = arguments.valueOr("--form", "csv") == "csv" ? runs::ResultForm::Csv : runs::ResultForm::CacheJson;
  spec.models = arguments.list("--model");
  spec.python = arguments.valueOr("--python", spec.python);
  spec.freshCache = arguments.has("--fresh-cache");
  spec.baseline = arguments.valueOr("--expected", "");
  spec.workingFolder = arguments.valueOr("--working-folder", "");
  // Words that lead to files are meant from here, as they are in a shell. Another machine has no such place.
  const bool isElsewhere = arguments.valueOr("--on", "").starts_with("ssh:");
  if (spec.workingFolder.empty() && !arguments.has("--pytorch") && !isElsewhere) spec.workingFolder = wholePath(".");
  return {};
}

}  // namespace plumbline::cli
