// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/files/descriptor.h"
#include "core/text/quantities.h"

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
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('='));
    const auto isUnwanted = [&](const std::string& begin) { return variable.starts_with(begin); };
    const auto isReplaced = [&](const std::string& own) { return own.substr(0, own.find('=')) == name; };
    const auto& without = request.environmentWithout;
    const auto& with = request.environmentWith;
    if (!isSecret(name, Secrets::All) && std::ranges::none_of(without, isUnwanted) &&
        std::ranges::none_of(with, isReplaced))
      out.emplace_back(variable);
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
  pid_t child;  ///< -1: there is none, for `error`
  int error;
};

/// Start is what the child needs between fork and exec, where only async-signal-safe calls are allowed.
struct Start {
  const char* program;
  char* const* words;
  char* const* environment;
  std::array<int, 3> streams;
  rlim_t maxMemory;
  pid_t parent;
  bool outlives;
};

/// becomeChild replaces the forked process by the program; it returns only with the errno of a failure.
int becomeChild(const Start& start) {
  ::setpgid(0, 0);
  // The kernel ends the child when the thread that waits for it is gone, which also covers a kill of this process.
  if (!start.outlives && ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  if (::getppid() != start.parent) return ECHILD;
  // First out of the way: one of the three may itself be number 0, 1 or 2 where this process has those closed.
  std::array<int, 3> streams{};
  for (std::size_t i = 0; i < 3; ++i) streams[i] = ::fcntl(start.streams[i], F_DUPFD_CLOEXEC, 3);
  for (std::size_t i = 0; i < 3; ++i)
    if (::dup2(streams[i], static_cast<int>(i)) < 0) return errno;
  const rlimit memory{start.maxMemory, start.maxMemory};
  const rlimit noCore{0, 0};
  if (start.maxMemory != RLIM_INFINITY && ::setrlimit(RLIMIT_AS, &memory) != 0) return errno;
  ::setrlimit(RLIMIT_CORE, &noCore);
  // A child that writes into a closed pipe must die of it, and Ctrl-C must reach it, whatever this process does with
  // those signals.
  sigset_t none;
  ::sigemptyset(&none);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD}) ::signal(signal, SIG_DFL);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  ::execve(start.program, start.words, start.environment);
  return errno;
}

/// spawn starts the program in a process group of its own, so that what it starts itself can be ended with it.
Spawned spawn(const ChildRequest& request, const std::string& program, std::array<int, 3> streams) {
  std::vector<std::string> words{request.program};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  std::vector<std::string> environment = environmentFor(request);
  const std::vector<char*> wordList = pointersTo(words), environmentList = pointersTo(environment);
  const Start start{program.c_str(), wordList.data(), environmentList.data(), streams,
                    request.maxMemory == 0 ? RLIM_INFINITY : rlim_t{request.maxMemory}, ::getpid(), request.outlives};
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {-1, errno};
  const Descriptor fromChild(ends[0]);
  Descriptor toParent(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return {-1, errno};
  if (child == 0) {
    const int problem = becomeChild(start);
    (void)!::write(toParent.get(), &problem, sizeof problem);
    ::_exit(127);
  }
  ::setpgid(child, child);  // whichever of the two comes first: a kill must find the group
  toParent = Descriptor(-1);
  int problem = 0;
  ssize_t got = 0;
  while ((got = ::read(fromChild.get(), &problem, sizeof problem)) < 0 && errno == EINTR) {
  }
  if (got == 0) return {child, 0};  // closed by exec
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return {-1, problem};
}

enum class Ended { Closed, Stopped, TooLate, TooMuch, Failed };

/// Reader reads both pipes until the child closes them.
class Reader {
 public:
  Reader(const ChildRequest& request, int out, int err)
      : m_request(request), m_waiting{pollfd{out, POLLIN, {}}, pollfd{err, POLLIN, {}}}, m_begin(Clock::now()) {}

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
    pollfd waiting{handle.get(), POLLIN, {}};
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

/// askToEnd lets the child clean up after itself, as long as `grace`.
void askToEnd(pid_t child, std::chrono::milliseconds grace) {
  ::kill(-child, SIGTERM);
  const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  pollfd waiting{handle.get(), POLLIN, {}};
  while (::poll(&waiting, 1, static_cast<int>(grace.count())) < 0 && errno == EINTR) {
  }
}

/// endOf waits for the child, ends what it left running in its group, and returns its exit code.
int endOf(pid_t child) {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  ::kill(-child, SIGKILL);  // the group's number is taken as long as the child is not reaped
  int status = 0;
  if (::waitpid(child, &status, WNOHANG) != child) return -1;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}

base::Error notStarted(const ChildRequest& request, int problem) {
  return {base::ErrorCode::NotReadable,
          request.program + " cannot be started: " + std::generic_category().message(problem) + ".",
          problem == ENOEXEC || problem == EACCES ? "Check that it is a program for this machine." : "Close other programs, then try again."};
}

bool isProgram(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// isBelow compares resolved paths, the folder that holds the program before the program itself: a link in the tree is
/// of the tree, wherever it leads, and so is a link from outside into it.
bool isBelow(const std::string& path, const std::string& folder) {
  namespace fs = std::filesystem;
  if (folder.empty()) return false;
  std::error_code error;
  const std::string root = (fs::weakly_canonical(folder, error) / "").string();
  const std::string held = (fs::weakly_canonical(fs::path(path).parent_path(), error) / "").string();
  const std::string real = fs::weakly_canonical(path, error).string();
  return held.starts_with(root) || real.starts_with(root);
}

}  // namespace

base::Outcome<ChildAnswer> runChild(const ChildRequest& request, const std::stop_token& stop) {
  if (stop.stop_requested()) return base::Cancelled{};
  const auto program = findProgram(request.program, request.untrusted);
  if (!program) return program.error();
  const Descriptor input = inMemory(request.input);
  std::array<int, 2> outEnds{};
  std::array<int, 2> errEnds{};
  if (!input.isOpen() || ::pipe2(outEnds.data(), O_CLOEXEC) != 0) return notStarted(request, errno);
  const Descriptor out(outEnds[0]);
  Descriptor outWrite(outEnds[1]);
  if (::pipe2(errEnds.data(), O_CLOEXEC) != 0) return notStarted(request, errno);
  const Descriptor err(errEnds[0]);
  Descriptor errWrite(errEnds[1]);
  const bool isPassed = request.isOutputPassed;
  const Spawned spawned = spawn(request, *program, {input.get(), isPassed ? STDOUT_FILENO : outWrite.get(),
                                                    isPassed ? STDERR_FILENO : errWrite.get()});
  if (spawned.child < 0) return notStarted(request, spawned.error);
  outWrite = Descriptor(-1);  // only the child's own ends are left, so that its end is seen
  errWrite = Descriptor(-1);

  ChildAnswer answer;
  Reader reader(request, out.get(), err.get());
  Ended ended = reader.read(answer, stop);
  if (ended == Ended::Closed) ended = reader.end(spawned.child, stop);
  if (ended == Ended::Stopped && request.grace.count() > 0) askToEnd(spawned.child, request.grace);
  if (ended != Ended::Closed) ::kill(-spawned.child, SIGKILL);
  answer.exitCode = endOf(spawned.child);
  switch (ended) {
    case Ended::Closed: return answer;
    case Ended::Stopped: return base::Cancelled{};
    case Ended::TooLate:
      return base::fail(base::ErrorCode::NotReadable,
                        request.program + " took longer than " +
                            text::durationText(static_cast<double>(request.patience.count()) / 1000) +
                            " and was ended.");
    case Ended::TooMuch:
      return base::fail(base::ErrorCode::TooLarge,
                        request.program + " wrote more than " + std::to_string(request.maxOutput) + " bytes.");
    case Ended::Failed: break;
  }
  return notStarted(request, ENOMEM);
}

base::Result<std::string> findProgram(const std::string& name, const std::string& untrusted) {
  if (name.empty() || name.find('\0') != std::string::npos)
    return base::fail(base::ErrorCode::BadArgument, "A program has no name.", "Name the program or its whole path.");
  if (name.find('/') != std::string::npos) {
    if (name.front() != '/')
      return base::fail(base::ErrorCode::BadArgument, name + " is not a whole path.",
                        "Write the path from the root, or the bare name of a program in PATH.");
    if (isProgram(name)) return name;
    return base::fail(
        {base::ErrorCode::NotFound, "There is no program " + name + ".", "Check the path and its permissions."});
  }
  const char* variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    std::string program = std::string(folder) + "/" + name;
    if (folder.starts_with('/') && isProgram(program) && !isBelow(program, untrusted)) return program;
  }
  return base::fail(
      {base::ErrorCode::NotFound, "There is no program " + name + " in PATH.", "Install it, or write its whole path."});
}

void dropRelativePath() {
  const char* variable = std::getenv("PATH");
  std::string kept;
  for (std::string_view path = variable == nullptr ? "" : variable; !path.empty();) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    if (folder.starts_with('/')) kept += (kept.empty() ? "" : ":") + std::string(folder);
  }
  if (kept.empty()) (void)::unsetenv("PATH");  // an empty one is the current folder for execvp
  else (void)::setenv("PATH", kept.c_str(), 1);
}

bool isSecret(std::string_view spelled, Secrets which) {
  constexpr std::array<std::string_view, 7> kOurs = {"GITHUB_TOKEN",        "GH_TOKEN",   "GITHUB_ENTERPRISE_TOKEN",
                                                     "GH_ENTERPRISE_TOKEN", "GITHUB_PAT", "ACTIONS_RUNTIME_TOKEN",
                                                     "ACTIONS_ID_TOKEN_REQUEST_TOKEN"};
  constexpr std::array<std::string_view, 11> kEnds = {"TOKEN",   "PASSWORD",   "PASSWD",     "SECRET",      "_PASS", "_PAT",
                                                      "API_KEY", "ACCESS_KEY", "SECRET_KEY", "PRIVATE_KEY", "CREDENTIALS"};
  std::string name(spelled);
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  const auto isEnd = [&](std::string_view end) { return name.ends_with(end); };
  if (std::ranges::find(kOurs, name) != kOurs.end()) return true;
  return (which == Secrets::All || name.starts_with("PLUMBLINE_")) && std::ranges::any_of(kEnds, isEnd);
}

}  // namespace plumbline::files
