// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/local/processes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/files/file_bytes.h"

namespace plumbline::runs {
namespace {

constexpr std::uint64_t kMaxAbout = std::uint64_t{4} << 20;  ///< of a file in /proc
constexpr int kPasses = 20;  ///< a process that forked meanwhile is killed in the next pass

std::string about(std::int64_t id, const char* what) {
  const auto file = files::readFile("/proc/" + std::to_string(id) + "/" + what, kMaxAbout);
  return file ? file->bytes : std::string();
}

std::vector<std::int64_t> allIds() {
  std::vector<std::int64_t> ids;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::int64_t id = 0;
    const auto [rest, problem] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (problem == std::errc() && rest == name.data() + name.size()) ids.push_back(id);
  }
  return ids;
}

bool isMine(std::int64_t id) {
  struct stat info {};
  return ::stat(("/proc/" + std::to_string(id)).c_str(), &info) == 0 && info.st_uid == ::geteuid();
}

bool carries(std::int64_t id, std::string_view token) {
  if (token.empty()) return false;
  const std::string entry = "PLUMBLINE_TASK=" + std::string(token);
  std::string_view environment;
  const std::string bytes = about(id, "environ");
  for (environment = bytes; !environment.empty();) {
    const std::size_t end = std::min(environment.find('\0'), environment.size());
    if (environment.substr(0, end) == entry) return true;
    environment.remove_prefix(std::min(end + 1, environment.size()));
  }
  return false;
}

/// isOfStep: a member of a step's group whose leader is the recorded one, or gone. A group's number cannot be
/// another's as long as it has members, so that only one with an older start, or of a foreign session, is a stranger.
bool isOfStep(const Process& process, const StepEvents& step) {
  if (step.group <= 1 || step.start == 0 || process.group != step.group || process.session != step.group) return false;
  if (process.start < step.start) return false;
  const auto leader = processOf(step.group);
  return !leader || leader->start == step.start;
}

}  // namespace

std::optional<Process> processOf(std::int64_t id) {
  const std::string stat = about(id, "stat");
  const std::size_t name = stat.rfind(')');  // the name may hold anything, brackets and blanks too
  if (id <= 0 || name == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(name + 1));
  Process process{.id = id};
  char state = 0;
  std::int64_t parent = 0;
  std::string skipped;
  fields >> state >> parent >> process.group >> process.session;
  for (int field = 7; field < 22; ++field) fields >> skipped;
  fields >> process.start;
  if (!fields) return std::nullopt;
  process.isDead = state == 'Z' || state == 'X';
  return process;
}

std::string bootId() {
  const auto file = files::readFile("/proc/sys/kernel/random/boot_id", kMaxAbout);
  std::string id = file ? file->bytes : std::string();
  while (!id.empty() && id.back() == '\n') id.pop_back();
  return id;
}

bool isAlive(std::int64_t id, std::uint64_t start) {
  const auto process = processOf(id);
  return process && process->start == start && !process->isDead;
}

void sendTerminate(std::int64_t id, std::uint64_t start) {
  if (id > 1 && isAlive(id, start)) ::kill(static_cast<pid_t>(id), SIGTERM);
}

int killLeftovers(const TaskEvents& events) {
  if (events.boot.empty() || events.boot != bootId()) return 0;
  int ended = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    int found = 0;
    for (const std::int64_t id : allIds()) {
      const auto process = processOf(id);
      if (!process || process->isDead || id == ::getpid() || id <= 1 || !isMine(id)) continue;
      const bool isOurs = std::any_of(events.steps.begin(), events.steps.end(),
                                      [&](const StepEvents& step) { return isOfStep(*process, step); });
      if ((isOurs || carries(id, events.token)) && ::kill(static_cast<pid_t>(id), SIGKILL) == 0) ++found;
    }
    if (found == 0) break;
    ended += found;
  }
  return ended;
}

}  // namespace plumbline::runs
