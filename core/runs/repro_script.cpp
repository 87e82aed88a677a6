// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repro_script.h"

#include <algorithm>
#include <filesystem>

#include "core/files/file_bytes.h"
#include "core/runs/repro_parts.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostScriptBytes = std::uint64_t{8} << 20;  // a graph of 50,000 nodes stays below
constexpr const char* kHint =
    "Name a repro.py, minifier_launcher.py or checkpoint that PyTorch wrote, or a script that calls run_repro.";

auto refuse(std::string text, const std::string& file, std::size_t line = 0) {
  return base::fail({.code = base::ErrorCode::BadFormat, .text = std::move(text), .hint = kHint, .file = file, .line = line});
}

}  // namespace

std::vector<const ReproInput*> ReproScript::missing() const {
  std::vector<const ReproInput*> out;
  for (const ReproInput& input : inputs)
    if (!input.isPresent) out.push_back(&input);
  return out;
}

bool ReproScript::needsCuda() const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const ReproInput& input) { return input.device.starts_with("cuda"); });
}

base::Result<ReproScript> reproScriptOf(std::string_view text, const std::string& path) {
  if (text.find('\0') != text.npos || text::firstInvalidUtf8(text))
    return refuse("This is not a Python script: it is not text in UTF-8.", path);
  const std::vector<flaky::Statement> statements = flaky::pythonStatements(text);
  if (statements.empty()) return refuse("This script is empty.", path);
  ReproParts parts(text, statements);
  ReproScript script;
  script.path = path;
  if (!parts.readCall(script) && !parts.readOwnComparison(script))
    return refuse("This is no repro script: nothing in it calls run_repro or compares two models.", path,
                  statements.back().tokens.empty() ? 0 : statements.back().tokens.back().line);
  parts.readInputs(script);
  parts.readModule(script);
  parts.readEnvironment(script);
  const fs::path folder = script.saveDir.empty() ? fs::path() : fs::path(path).parent_path() / script.saveDir;
  for (ReproInput& input : script.inputs)
    if (!folder.empty() && !input.hash.empty()) input.file = (folder / "storages" / input.hash).lexically_normal().string();
  return script;
}

base::Result<ReproScript> readReproScript(const std::string& path) {
  // A pipe that nobody writes to would be waited for; nor could Python run what was read from one.
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  if (fs::is_fifo(status) || fs::is_socket(status)) return refuse("This is a pipe, not a script.", path, 0);
  const auto file = files::readFile(path, kMostScriptBytes);
  if (!file) return base::fail(file.error());
  auto script = reproScriptOf(file->bytes, path);
  if (!script) return script;
  for (ReproInput& input : script->inputs) {
    std::error_code error;
    input.isPresent = !input.file.empty() && fs::is_regular_file(input.file, error);
  }
  const std::size_t missing = script->missing().size();
  if (missing > 0 && !script->saveDir.empty())
    script->notes.push_back(std::to_string(missing) + " of " + std::to_string(script->inputs.size()) +
                            " inputs are not in save_dir on this machine; random numbers would take their place.");
  return script;
}

}  // namespace plumbline::runs
