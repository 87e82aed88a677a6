// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/file_bytes.h"
#include "core/files/locked_log.h"
#include "core/runs/local_executor.h"
#include "core/runs/processes.h"

namespace plumbline::runs {
namespace {

constexpr std::uint64_t kMostEvents = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostWords = std::uint64_t{1} << 20;

/// lastWords are what a keeper that could not even begin said.
std::string lastWords(const std::string& folder) {
  const auto said = files::readFile(folder + "/keeper.out", kMostWords);
  std::string text = said ? said->bytes : std::string();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

TaskLook lookHere(const std::string& folder) {
  const auto at = [&folder](std::string_view name) { return folder + "/" + std::string(name); };
  // The lock first: a keeper says "finished" before it lets go of it.
  const bool isHeld = files::isHeld(at(kLockFile));
  const auto file = files::readFile(at(kEventsFile), kMostEvents);
  if (!file) {
    if (isHeld) return {.life = TaskLife::Alive, .text = {}};
    const std::string words = lastWords(folder);
    return {.life = TaskLife::Gone, .text = words.empty() ? "Its keeper never began." : "Its keeper never began: " + words};
  }
  const auto events = readEvents(file->bytes, at(kEventsFile));
  if (events && events->finished) return {.life = TaskLife::Over, .text = {}};
  if (isHeld) return {.life = TaskLife::Alive, .text = {}};
  // Where a file system has no locks, the keeper goes on without one.
  if (events && events->boot == bootId() && isAlive(events->keeper, events->start)) return {.life = TaskLife::Alive, .text = {}};
  if (!events) return {.life = TaskLife::Gone, .text = "Its keeper is gone, and its events cannot be read: " + base::describe(events.error())};
  endLeftovers(*events);
  const std::string words = lastWords(folder);
  return {.life = TaskLife::Gone,
          .text = words.empty() ? "Its keeper was ended from outside." : "Its keeper ended early: " + words};
}

}  // namespace plumbline::runs
