// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/script_compiles.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>

#include "core/files/descriptor.h"

namespace plumbline::flaky {

namespace {

using files::Descriptor;

constexpr std::chrono::milliseconds kPatience{5000};
constexpr std::chrono::milliseconds kSlice{50};  // how long a wish to stop may wait
constexpr int kDoesNotCompile = 9;  // an exit code that Python itself does not use

/// compile() reads the source as the interpreter would, coding line included, and runs nothing of it.
constexpr const char* kAsk =
    "import sys\n"
    "try:\n"
    "    compile(sys.stdin.buffer.read(), 'script', 'exec')\n"
    "except (SyntaxError, ValueError) as problem:\n"
    "    print('%d %s' % (getattr(problem, 'lineno', 0) or 0, getattr(problem, 'msg', problem)))\n"
    "    sys.exit(9)\n";

/// inMemory holds the script as a file without a name, so that nothing is written to a disk and no pipe can fill up.
Descriptor inMemory(const std::string& bytes) {
  Descriptor file(::memfd_create("script", MFD_CLOEXEC));
  for (std::size_t done = 0; file.isOpen() && done < bytes.size();) {
    const ssize_t wrote = ::pwrite(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return Descriptor(-1);
    done += static_cast<std::size_t>(wrote);
  }
  return file;
}

pid_t spawn(const std::string& program, int input, int output) {
  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return -1;
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, STDERR_FILENO);  // its warnings are not for here
  std::array<std::string, 5> words = {program, "-I", "-S", "-c", kAsk};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = -1;
  const int failed = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? child : -1;
}

/// readAll gives what comes until the other end closes; nullopt when that takes too long or is not wanted any more.
std::optional<std::string> readAll(int fd, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd waiting{fd, POLLIN, 0};
    if (left.count() <= 0 || stop.stop_requested()) return std::nullopt;
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min(left, kSlice).count()));
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    if (ready < 0) return std::nullopt;
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

/// complaint gives Python's words about a script ("12 invalid syntax"); nullopt when it compiles or nobody can tell.
std::optional<std::string> complaint(const std::string& bytes, const std::string& program, const std::stop_token& stop) {
  const Descriptor script = inMemory(bytes);
  std::array<int, 2> ends{};
  if (!script.isOpen() || ::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const Descriptor answer(ends[0]);
  pid_t child = -1;
  {
    const Descriptor output(ends[1]);
    child = spawn(program, script.get(), output.get());
  }
  if (child < 0) return std::nullopt;
  const auto words = readAll(answer.get(), stop);
  if (!words) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  const bool broken = words && WIFEXITED(status) && WEXITSTATUS(status) == kDoesNotCompile;
  return broken ? words : std::nullopt;
}

}  // namespace

std::optional<CompileProblem> compileProblem(const std::string& saved, const std::string& pending,
                                             const std::string& program, const std::stop_token& stop) {
  const auto words = complaint(pending, program, stop);
  // A script that this Python does not understand anyway (newer or older words) is not ours to judge.
  if (!words || stop.stop_requested() || complaint(saved, program, stop)) return std::nullopt;
  const std::size_t blank = std::min(words->find(' '), words->size());
  const std::size_t begin = std::min(blank + 1, words->size());
  return CompileProblem{static_cast<std::size_t>(std::max(0, std::atoi(words->c_str()))),
                        words->substr(begin, words->find('\n', begin) - begin)};
}

}  // namespace plumbline::flaky
