// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/checkout.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/files/file_bytes.h"

namespace plumbline::flaky {
namespace {

namespace fs = std::filesystem;

std::optional<CheckScript> readScript(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  CheckScript script{path.string(), {}, {}};
  if (auto file = files::readFile(script.path, kMaxScriptBytes)) {
    script.source = std::move(file->bytes);
  } else {
    script.problem = file.error();
  }
  return script;
}

}  // namespace

std::optional<Checkout> findCheckout(const std::string& expectedPath) {
  std::error_code failed;
  const fs::path file = fs::absolute(expectedPath, failed).lexically_normal();
  if (failed || expectedPath.empty()) return std::nullopt;
  for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
    const fs::path scripts = folder / "benchmarks" / "dynamo";
    Checkout found{folder.string(), readScript(scripts / "check_accuracy.py"),
                   readScript(scripts / "check_graph_breaks.py")};
    if (found.accuracy || found.graphBreaks) return found;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

}  // namespace plumbline::flaky
