// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>

#include "core/files/descriptor.h"

namespace plumbline::files {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice{50};  // the longest delay of a stop request
constexpr std::size_t kMaxErrors = 8192;

/// inMemory stores the input in an unnamed file, so that nothing is written to a disk and no pipe can fill up.
Descriptor inMemory(const std::string& bytes) {
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  for (std::size_t done = 0; file.isOpen() && done < bytes.size();) {
    const ssize_t wrote = ::pwrite(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return Descriptor(-1);
    done += static_cast<std::size_t>(wrote);
  }
  return file;
}

std::vector<std::string> environmentFor(const ChildRequest& request) {
  std::vector<std::string> out;
  const auto replaced = [&](std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return std::any_of(request.environmentWith.begin(), request.environmentWith.end(),
                       [&](const std::string& own) { return std::string_view(own).starts_with(name); });
  };
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const bool unwanted =
        std::any_of(request.environmentWithout.begin(), request.environmentWithout.end(),
                    [&](const std::string& prefix) { return variable.starts_with(prefix); });
    if (!unwanted && !replaced(variable)) out.emplace_back(variable);
  }
  out.insert(out.end(), request.environmentWith.begin(), request.environmentWith.end());
  return out;
}

std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

struct Spawned {
  pid_t child = -1;
  int error = 0;
};

/// spawn starts the program in a process group of its own, so that what it starts itself can be ended with it.
Spawned spawn(const ChildRequest& request, int input, int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&actions) != 0) return {-1, ENOMEM};
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&actions);
    return {-1, ENOMEM};
  }
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  // A child that writes into a closed pipe must die of it, whatever this program does with that signal.
  sigset_t broken;
  ::sigemptyset(&broken);
  ::sigaddset(&broken, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &broken);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF));

  std::vector<std::string> words{request.program};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  std::vector<std::string> environment = environmentFor(request);
  Spawned spawned;
  spawned.error = ::posix_spawnp(&spawned.child, request.program.c_str(), &actions, &attributes,
                                 pointersTo(words).data(), pointersTo(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return spawned;
}

enum class Ended { Closed, Stopped, TooLate, TooMuch, Failed };

/// Reader reads both pipes until the child closes them.
class Reader {
 public:
  Reader(const ChildRequest& request, int out, int err)
      : m_request(request), m_waiting{pollfd{out, POLLIN, 0}, pollfd{err, POLLIN, 0}}, m_begin(Clock::now()) {}

  Ended read(ChildAnswer& answer, const std::stop_token& stop) {
    while (m_waiting[0].fd >= 0 || m_waiting[1].fd >= 0) {
      const auto ready = wait(m_waiting.data(), m_waiting.size(), stop);
      if (!ready) return m_why;
      if (*ready == 0) continue;
      if (!take(m_waiting[0], answer.out, m_request.maxOutput)) return Ended::TooMuch;
      take(m_waiting[1], answer.err, kMaxErrors);
    }
    return Ended::Closed;
  }

  /// end waits for a child that has closed both pipes but still runs.
  Ended end(pid_t child, const std::stop_token& stop) {
    const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    if (!handle.isOpen()) return Ended::Closed;
    pollfd waiting{handle.get(), POLLIN, 0};
    while (true) {
      const auto ready = wait(&waiting, 1, stop);
      if (!ready) return m_why;
      if (*ready > 0) return Ended::Closed;
    }
  }

 private:
  /// wait returns how many are ready after at most one slice; nullopt, with the cause in m_why, when the wait ends.
  std::optional<int> wait(pollfd* waiting, std::size_t count, const std::stop_token& stop) {
    m_why = stop.stop_requested() ? Ended::Stopped : Ended::TooLate;
    if (stop.stop_requested()) return std::nullopt;
    if (m_request.patience.count() > 0 && Clock::now() - m_begin >= m_request.patience) return std::nullopt;
    const int ready = ::poll(waiting, count, static_cast<int>(slice().count()));
    if (ready >= 0 || errno == EINTR) return std::max(ready, 0);
    m_why = Ended::Failed;
    return std::nullopt;
  }

  std::chrono::milliseconds slice() const {
    if (m_request.patience.count() == 0) return kSlice;
    const auto left = m_request.patience - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_begin);
    return std::clamp(left, std::chrono::milliseconds{1}, kSlice);
  }

  /// take returns false when more came than fits; the rest is dropped.
  bool take(pollfd& from, std::string& into, std::size_t limit) {
    if (from.fd < 0 || from.revents == 0) return true;
    const ssize_t got = ::read(from.fd, m_buffer.data(), m_buffer.size());
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) {
      from.fd = -1;  // poll passes over it
      return true;
    }
    const auto size = static_cast<std::size_t>(got);
    const std::size_t room = limit - std::min(limit, into.size());
    into.append(m_buffer.data(), std::min(size, room));
    return size <= room;
  }

  const ChildRequest& m_request;
  std::array<pollfd, 2> m_waiting;
  Clock::time_point m_begin;
  Ended m_why = Ended::Closed;
  std::array<char, 65536> m_buffer;
};

int exitCodeOf(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}

base::Error noMeans(const ChildRequest& request) {
  return {base::ErrorCode::NotReadable, request.program + " cannot be started: the system has no room for it.",
          "Close other programs, then try again."};
}

}  // namespace

base::Outcome<ChildAnswer> runChild(const ChildRequest& request, const std::stop_token& stop) {
  if (stop.stop_requested()) return base::Cancelled{};
  const Descriptor input = inMemory(request.input);
  std::array<int, 2> outEnds{};
  std::array<int, 2> errEnds{};
  if (!input.isOpen() || ::pipe2(outEnds.data(), O_CLOEXEC) != 0) return noMeans(request);
  const Descriptor out(outEnds[0]);
  Descriptor outWrite(outEnds[1]);
  if (::pipe2(errEnds.data(), O_CLOEXEC) != 0) return noMeans(request);
  const Descriptor err(errEnds[0]);
  Descriptor errWrite(errEnds[1]);
  const Spawned spawned = spawn(request, input.get(), outWrite.get(), errWrite.get());
  if (spawned.child < 0) {
    if (spawned.error != ENOENT && spawned.error != EACCES && spawned.error != ENOTDIR && spawned.error != ENOEXEC)
      return noMeans(request);
    return base::Error{base::ErrorCode::NotFound, "There is no program " + request.program + " here.",
                       "Install it, or put it into PATH."};
  }
  outWrite = Descriptor(-1);  // only the child's own ends are left, so that its end is seen
  errWrite = Descriptor(-1);

  ChildAnswer answer;
  Reader reader(request, out.get(), err.get());
  Ended ended = reader.read(answer, stop);
  if (ended == Ended::Closed) ended = reader.end(spawned.child, stop);
  if (ended != Ended::Closed) ::kill(-spawned.child, SIGKILL);
  answer.exitCode = exitCodeOf(spawned.child);
  switch (ended) {
    case Ended::Closed: return answer;
    case Ended::Stopped: return base::Cancelled{};
    case Ended::TooLate:
      return base::Error{base::ErrorCode::NotReadable, request.program + " took too long and was ended.", ""};
    case Ended::TooMuch:
      return base::Error{base::ErrorCode::TooLarge,
                         request.program + " wrote more than " + std::to_string(request.maxOutput) + " bytes.", ""};
    case Ended::Failed: break;
  }
  return noMeans(request);
}

}  // namespace plumbline::files
