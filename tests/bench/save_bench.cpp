// SPDX-License-Identifier: GPL-3.0-or-later
// How long handing over takes: 1,000 accepted cells over 128 baselines in one repository, from edits in the words of
// models to the patch and the commit message, and the save of all files with their decisions.
//
//   bench_save FOLDER      prints milliseconds; FOLDER is made, and should lie on the disk that matters
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/baselines/baseline_edit.h"
#include "core/baselines/commit_message.h"
#include "core/baselines/drafts.h"

using namespace plumbline;

namespace {

constexpr std::size_t kFiles = 128;
constexpr std::size_t kEdits = 1000;
constexpr std::size_t kRows = 100;

std::string baseline(std::size_t salt) {
  std::string bytes = "name,accuracy,graph_breaks\n";
  for (std::size_t row = 0; row < kRows; ++row)
    bytes += "\n\n\nmodel_" + std::to_string(1000 + row) + ",pass," + std::to_string((row + salt) % 13) + '\n';
  return bytes;
}

[[noreturn]] void die(const base::Error& error) {
  std::fprintf(stderr, "%s\n", base::describe(error).c_str());
  std::exit(2);
}

template <typename Work>
auto timed(const char* what, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  auto result = work();
  const auto end = std::chrono::steady_clock::now();
  std::printf("%-40s %8.2f ms\n", what, std::chrono::duration<double, std::milli>(end - begin).count());
  return result;
}

/// accept makes the edits of one file and their decisions.
baselines::Change accept(const baselines::Drafts& drafts, const std::string& path, std::size_t count) {
  const auto table = baselines::BaselineTable::of(drafts.find(path)->pending, path);
  if (!table) die(table.error());
  std::vector<baselines::BaselineEdit> edits;
  baselines::Change change;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string model = "model_" + std::to_string(1000 + i * kRows / count);
    edits.emplace_back(baselines::SetValue{model, "graph_breaks", "99"});
    change.decisions.push_back(
        {{path, model}, baselines::Decision{baselines::DecisionKind::Accepted, "graph_breaks -> 99", "why", ""}});
  }
  auto bytes = baselines::bytesFor(*table, edits);
  if (!bytes) die(bytes.error());
  change.files.push_back({path, std::move(*bytes)});
  return change;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_save FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  std::filesystem::create_directories(folder + "/.git");
  baselines::Drafts drafts;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < kFiles; ++i) {
    paths.push_back(folder + "/config_" + std::to_string(i) + ".csv");
    if (const auto made = files::saveFile(paths.back(), baseline(i)); !made) die(made.error());
    if (const auto open = drafts.open(paths.back()); !open) die(open.error());
  }
  timed("accept 1,000 cells in 128 files", [&] {
    for (std::size_t i = 0; i < kFiles; ++i) {
      const std::size_t share = kEdits / kFiles + (i < kEdits % kFiles ? 1 : 0);
      if (const auto undo = drafts.apply(accept(drafts, paths[i], share)); !undo) die(undo.error());
    }
    return 0;
  });
  const auto patch = timed("patch (the preview)", [&] { return baselines::patchText(drafts); });
  if (!patch) die(patch.error());
  const std::string message = timed("commit message", [&] { return baselines::commitMessage(drafts); });
  const auto report = timed("save", [&] { return baselines::saveAll(drafts); });
  std::printf("%zu bytes of patch, %zu of message; %s\n", patch->size(), message.size(), report.sentence().c_str());
  return report.allWritten() ? 0 : 1;
}
