// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/watch/watcher.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/files/folders.h"
#include "core/text/sha256.h"

namespace plumbline::session {
namespace {

constexpr std::int64_t kFirstPauseS = 30;
constexpr std::int64_t kLongestPauseS = 1800;
constexpr int kMaxDoublings = 10;
constexpr std::size_t kMaxName = 60;
constexpr std::size_t kHashDigits = 8;

base::Result<files::LockedLog> lockState(const std::string& path) {
  auto lock = files::LockedLog::adopt(path);
  if (lock) return lock;
  if (lock.error().code == base::ErrorCode::NotFound) return files::LockedLog::create(path);
  if (lock.error().code == base::ErrorCode::Changed)
    return base::fail(base::ErrorCode::Changed, "Another watch works with this state.", "End it, or name another file with --state.", path);
  return lock;
}

}  // namespace

std::string defaultWatchFile(const std::string& sourceName) {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::string folder = state != nullptr && *state == '/' ? state : "";
  if (folder.empty() && home != nullptr && *home != '\0') folder = std::string(home) + "/.local/state";
  if (folder.empty()) return {};
  std::string name = sourceName;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  if (name.size() > kMaxName) name = name.substr(name.size() - kMaxName);
  return folder + "/plumbline/watch-" + name + '-' + text::sha256Hex(sourceName).substr(0, kHashDigits) + ".json";
}

base::Result<Watcher> Watcher::open(WatchOptions options, std::unique_ptr<WatchSource> source, std::vector<WatchOutput> outputs) {
  const std::filesystem::path folder = std::filesystem::path(options.stateFile).parent_path();
  if (auto made = files::makeFolders(folder.empty() ? "." : folder.string(), ""); !made) return base::fail(made.error());
  if (auto problem = files::saveProblem(options.stateFile)) return base::fail(*std::move(problem));
  auto lock = lockState(options.stateFile + ".lock");
  if (!lock) return base::fail(lock.error());
  auto state = readWatchState(options.stateFile);
  if (!state && state.error().code != base::ErrorCode::NotFound) return base::fail(state.error());
  WatchState known = state ? *std::move(state) : WatchState();
  if (known.source.empty()) known.source = source->name();
  if (known.source != source->name())
    return base::fail(base::ErrorCode::BadArgument, "This state is of the watch of " + known.source + ", not of " + source->name() + ".",
                      "Name another file with --state.", options.stateFile);
  return Watcher(std::move(options), std::move(source), std::move(outputs), *std::move(lock), std::move(known));
}

RoundEnd Watcher::round(const base::Progress& progress) {
  WatchRound round(m_options, m_outputs, m_state, progress);
  round.end().stopped = round.deliver();
  if (!round.end().stopped) round.end().stopped = round.storePending();
  if (!round.end().stopped) round.end().stopped = m_source->run(round);
  const bool isFailed = round.end().stopped && std::holds_alternative<base::Error>(*round.end().stopped);
  m_failures = isFailed ? m_failures + 1 : 0;
  return std::move(round.end());
}

std::int64_t Watcher::pauseAfter(const RoundEnd& end, std::int64_t intervalS) const {
  if (m_failures == 0) return intervalS;
  if (end.retryAfterS > 0) return end.retryAfterS;
  return std::min(kFirstPauseS << std::min(m_failures - 1, kMaxDoublings), std::max(intervalS, kLongestPauseS));
}

}  // namespace plumbline::session
