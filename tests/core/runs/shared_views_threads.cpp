// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's threads share of a run, under the thread sanitizer: a log that is indexed here and searched there, a
// snapshot that both read, the tables of words that the first reader fills. No Qt here, because its queued calls give
// false alarms. Exit 0 when both threads say what one alone says.
#include <cstdio>
#include <filesystem>
#include <string>

#include "core/files/stream_file.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/logs/log_file.h"
#include "core/runs/spec/run_plan.h"
#include "core/tasks/both.h"

using namespace plumbline;

namespace {

constexpr int kLines = 20'000;

std::string block(int from) {
  std::string text;
  for (int i = from; i < from + kLines; ++i) text += "line " + std::to_string(i) + " of the log\n";
  return text;
}

/// searchWhileItGrows indexes what is added on one thread while the other looks through what was there.
bool searchWhileItGrows(const std::string& path) {
  auto file = files::StreamFile::create(path);
  if (!file || !file->append(block(0) + "RuntimeError: here\n")) return false;
  runs::LogFile log(path);
  if (!log.update().isValue()) return false;
  const runs::LogFile view = log.shared();
  const auto grow = [&] {
    for (int round = 1; round <= 5; ++round)
      if (!file->append(block(round * kLines)) || !log.update().isValue()) return std::uint64_t{0};
    return log.lineCount();
  };
  const auto search = [&] {
    const auto found = view.firstError(0);
    const auto last = view.find("line 19999", 0, false);
    if (!found.isValue() || !found.value() || !last.isValue() || !last.value()) return std::uint64_t{0};
    return *found.value() + *last.value() + view.lines(100, 50).size();
  };
  const auto [lines, places] = tasks::both(grow, search);
  return lines == 6U * kLines + 1 && places == kLines + (kLines - 1) + 50;
}

runs::Run someRun(const std::string& folder) {
  runs::Run run;
  run.id = "20260101-000000-abcd";
  run.folder = folder;
  run.spec.kind = runs::RunKind::TorchCache;
  run.spec.checkout = "/src/pytorch";
  run.spec.suite = runs::torchCacheSuites().front();
  run.spec.repeats = 3;
  if (const auto plan = runs::planRun(run.spec)) run.plan = *plan;
  run.tasks.resize(run.plan.tasks.size());
  return run;
}

/// readTogether lets two threads plan, keep and replay one snapshot, which is how window and queue hold it.
bool readTogether(const std::string& folder) {
  const auto work = [&] {
    const runs::Run run = someRun(folder);
    const auto again = runs::replayRun(runs::journalQueued(run) + runs::journalTask(run, 1), folder);
    return again && !run.plan.tasks.empty() ? again->plan.tasks.size() + runs::commandLines(again->plan, folder).size() : 0;
  };
  const auto [first, second] = tasks::both(work, work);  // both fill the tables of words
  const runs::Run shared = someRun(folder);
  const auto read = [&] { return runs::journalQueued(shared).size() + runs::stateWord(runs::stateOf(shared)).size(); };
  const auto [left, right] = tasks::both(read, read);
  return first > 0 && first == second && left == right;
}

}  // namespace

int main() {
  std::string folder = (std::filesystem::temp_directory_path() / "plumbline-threads-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return 1;
  const bool good = readTogether(folder) && searchWhileItGrows(folder + "/cold.log");
  std::filesystem::remove_all(folder);
  std::puts(good ? "two threads agree with one" : "two threads do not agree with one");
  return good ? 0 : 1;
}
