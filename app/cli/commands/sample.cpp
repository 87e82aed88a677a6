// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <string_view>

#include "app/cli/command.h"
#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "resources/embedded.h"

namespace plumbline::cli {

namespace {

constexpr std::string_view kSamplePrefix = "samples/";

CommandSpec sampleSpec() {
  return {.name = "sample",
          .summary = "Write sample files: a pair with every verdict class, two runs, compile times.",
          .positionals = {{.name = "DIR", .help = "folder to write to (default: the current folder)", .required = false}}};
}

int runSample(const ParsedArguments& arguments, Context& context) {
  namespace fs = std::filesystem;
  const fs::path folder = arguments.positionals.empty() ? fs::path(".") : fs::path(arguments.positionals.front());
  for (const resources::EmbeddedFile& file : resources::embeddedFiles()) {
    if (!file.name.starts_with(kSamplePrefix)) continue;
    const fs::path path = folder / file.name.substr(kSamplePrefix.size());
    if (const auto made = files::makeFolders(path.parent_path().string(), ""); !made) return printError(context, made.error());
    std::error_code error;
    if (fs::exists(path, error)) {
      context.out << path.string() << " already exists\n";
      continue;
    }
    if (const auto saved = files::saveFile(path.string(), std::string(file.bytes)); !saved)
      return printError(context, saved.error());
    context.out << path.string() << '\n';
  }
  context.out.flush();
  return kExitOk;
}

}  // namespace

Command makeSampleCommand() { return {sampleSpec(), runSample}; }

}  // namespace plumbline::cli
