// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/file_bytes.h"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "core/files/descriptor.h"
#include "core/files/write_target.h"

namespace plumbline::files {
namespace {

constexpr std::size_t kPipeChunk = 256U * 1024U;
constexpr std::uint64_t kMaxStreamBytes = 64U * 1024U * 1024U;  // pipes and devices, which may be endless
constexpr int kWriterMs = 2000;                                 // how long a pipe may be without a writer
constexpr std::size_t kReadChunk = 16U * 1024U * 1024U;         // a few milliseconds, after which a cancel is seen

base::Error tooLarge(const std::string& path, std::uint64_t size, std::uint64_t limit) {
  const std::string has = size == 0 ? "more than " + std::to_string(limit) : std::to_string(size);
  return {base::ErrorCode::TooLarge, "This file has " + has + " bytes; the limit is " + std::to_string(limit) + ".",
          "A results file has a few hundred kilobytes at most: is this the right file?", path};
}

/// readFully reads until `length` bytes, the end or an error; -1 with errno when the error came first.
ssize_t readFully(int fd, char* out, std::size_t length) {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = ::read(fd, out + done, std::min(length - done, kReadChunk));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && done == 0) return -1;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

/// appendUpTo makes `bytes` longer by what could be read, at most `length`; -1 with errno on an error.
ssize_t appendUpTo(std::string& bytes, int fd, std::size_t length) {
  const std::size_t old = bytes.size();
  ssize_t got = 0;
#if defined(__cpp_lib_string_resize_and_overwrite)
  bytes.resize_and_overwrite(old + length, [&](char* data, std::size_t) {
    got = readFully(fd, data + old, length);
    return old + static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  });
#else
  bytes.resize(old + length);
  got = readFully(fd, bytes.data() + old, length);
  bytes.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
#endif
  return got;
}

/// readStream reads what has no size beforehand: a pipe, a device, a file of /proc. `fd` was opened without blocking, so
/// that a pipe to which nothing ever writes is an error.
base::Outcome<std::string> readStream(const std::string& path, int fd, std::uint64_t maxBytes) {
  std::string bytes;
  enum class Writer { Unknown, Gone, None } writer = Writer::Unknown;
  for (;;) {
    const ssize_t got = appendUpTo(bytes, fd, std::max(kPipeChunk, bytes.capacity() - bytes.size()));
    if (got < 0 && errno == EAGAIN && ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0) continue;
    if (got < 0) return base::fail(readError(path, errno));
    if (bytes.size() > maxBytes) return base::fail(tooLarge(path, 0, maxBytes));
    if (got > 0) continue;
    struct stat info {};
    if (!bytes.empty() || ::fstat(fd, &info) != 0 || !S_ISFIFO(info.st_mode) || writer == Writer::Gone) break;
    if (writer == Writer::None)
      return base::fail(base::ErrorCode::NotReadable, "This is a pipe, and no program writes to it.", "Name a file.",
                        path);
    pollfd waiting{fd, POLLIN, {}};
    writer = ::poll(&waiting, 1, kWriterMs) == 0 ? Writer::None : Writer::Gone;
  }
  bytes.shrink_to_fit();
  return bytes;
}

base::Outcome<std::string> readRegular(const std::string& path, int fd, std::uint64_t size, const base::Progress& progress) {
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(size));
  while (bytes.size() < size) {
    if (!progress.report(bytes.size(), size)) return base::Cancelled{};
    const ssize_t got = appendUpTo(bytes, fd, std::min(kReadChunk, static_cast<std::size_t>(size) - bytes.size()));
    if (got < 0) return base::fail(readError(path, errno));
    if (got == 0) break;
  }
  struct stat now {};
  // Files of /sys claim a size that they do not have; only a size that went down means that the file was truncated.
  if (bytes.size() < size && (::fstat(fd, &now) != 0 || static_cast<std::uint64_t>(now.st_size) != size))
    return base::fail(base::ErrorCode::Changed, "This file became shorter while it was read.",
                      "Another program is writing it; open it again when that is done.", path);
  return bytes;
}

/// keepPermissions gives the new file the mode and, where allowed, the owner of the old one. What is set-user-ID loses
/// that: its new content is the caller's.
bool keepPermissions(int fd, const struct stat& old) {
  // Only root may change the owner; otherwise the file becomes the caller's, as with an editor.
  if (::fchown(fd, old.st_uid, old.st_gid) != 0 && errno != EPERM) return false;
  return ::fchmod(fd, old.st_mode & 0777U) == 0;
}

base::Error changedError(const std::string& path, const char* text) {
  return {base::ErrorCode::Changed, text, "Reload it and make the change again; nothing was written.", path};
}

/// PendingSave is one save in two steps: what can be handed to the disk early, and what has to be waited for.
class PendingSave {
 public:
  PendingSave(const std::string& path, const FileStamp* expected) : m_path(path), m_expected(expected) {}

  /// write looks at the target and writes the new content beside it.
  std::optional<base::Error> write(const std::string& bytes) {
    TargetName target(m_path);
    if (!target.isOpen()) return cannotWrite("No new file can be made in this folder", errno);
    struct stat old {};
    const bool exists = ::fstatat(target.folder.get(), target.name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (!exists && errno != ENOENT) return cannotWrite("The file cannot be looked at", errno);
    if (exists && S_ISLNK(old.st_mode)) return cannotWrite("The file cannot be written", ELOOP);
    if (exists && isSink(old) && (m_expected == nullptr || *m_expected == kNoFile)) return writeInPlace(target, bytes);
    if (exists && !S_ISREG(old.st_mode))
      return base::Error{base::ErrorCode::NotWritable, "This is not a regular file.", "Choose another path.", m_path};
    if (m_expected != nullptr && exists && *m_expected == kNoFile)
      return changedError(m_path, "There is a file of this name by now.");
    if (m_expected != nullptr && (exists ? stampFrom(old) : kNoFile) != *m_expected)
      return changedError(m_path, "The file on disk is no longer the one that was read.");

    removeStale(target);
    // Until the permissions are set, it is no more open to others than the file that it replaces.
    m_temporary.emplace(std::move(target), exists ? old.st_mode & 0777U : kNewFileMode);
    const int fd = m_temporary->fd();
    if (!m_temporary->isOpen()) return cannotWrite("No new file can be made in this folder", errno);
    if (exists && !keepPermissions(fd, old)) return cannotWrite("The permissions cannot be kept", errno);
    if (!writeFully(fd, bytes)) return cannotWrite("The new content cannot be written", errno);
    return std::nullopt;
  }

  /// startSync sets the disk to work without waiting for it; place() waits.
  void startSync() const {
    if (m_temporary) (void)::sync_file_range(m_temporary->fd(), 0, 0, SYNC_FILE_RANGE_WRITE);
  }

  /// place makes the content last and puts it in the target's place. The folder is still to be synced.
  base::Result<FileStamp> place(std::chrono::milliseconds& patience) {
    if (!m_temporary) return kNoFile;  // a device, and it is written
    const int fd = m_temporary->fd();
    // A full disk may say so only here. The file stays open, and with it locked, until it is in its place.
    if (::fsync(fd) != 0) return base::fail(cannotWrite("The new content does not reach the disk", errno));
    struct stat info {};
    if (::fstat(fd, &info) != 0) return base::fail(cannotWrite("The new file cannot be looked at", errno));
    switch (m_temporary->replace(m_expected, patience)) {
      case TemporaryFile::Replaced::Changed:
        return base::fail(changedError(m_path, "The file on disk was changed while it was being saved."));
      case TemporaryFile::Replaced::Failed: return base::fail(cannotWrite("The file cannot be replaced", errno));
      case TemporaryFile::Replaced::Done: break;
    }
    return stampFrom(info);
  }

  int folder() const { return m_temporary ? m_temporary->target().folder.get() : -1; }

 private:
  std::optional<base::Error> writeInPlace(const TargetName& target, const std::string& bytes) const {
    const Descriptor device = openSink(target);
    if (!device.isOpen()) return cannotWrite("The device cannot be opened", errno);
    if (!writeFully(device.get(), bytes)) return cannotWrite("The content cannot be written", errno);
    return std::nullopt;
  }
  base::Error cannotWrite(const char* what, int errorNumber) const {
    return writeError(m_path, what, errorNumber, "Nothing was changed.");
  }

  std::string m_path;
  const FileStamp* m_expected;
  std::optional<TemporaryFile> m_temporary;
};

}  // namespace

base::Result<FileBytes> readFile(const std::string& path, std::uint64_t maxBytes) {
  auto read = readFile(path, base::Progress(), maxBytes);
  if (read.isError()) return base::fail(read.error());
  return std::move(read.value());
}

base::Outcome<FileBytes> readFile(const std::string& path, const base::Progress& progress, std::uint64_t maxBytes) {
  // A path with a NUL would be cut there and name another file.
  if (path.find('\0') != std::string::npos) return base::fail(readError(path, ENOENT));
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.isOpen()) return base::fail(readError(path, errno));
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return base::fail(readError(path, errno));
  if (S_ISDIR(info.st_mode)) return base::fail(readError(path, EISDIR));

  FileBytes out{path, {}, stampFrom(info)};
  const bool sized = S_ISREG(info.st_mode) && info.st_size > 0;
  if (sized && out.stamp.size > maxBytes) return base::fail(tooLarge(path, out.stamp.size, maxBytes));
  base::Outcome<std::string> bytes =
      sized ? readRegular(path, file.get(), out.stamp.size, progress)
            : readStream(path, file.get(), S_ISREG(info.st_mode) ? maxBytes : std::min(maxBytes, kMaxStreamBytes));
  if (!bytes.isValue()) return bytes.failure();
  out.bytes = std::move(bytes.value());
  return out;
}

base::Result<FileStamp> stampOf(const std::string& path) {
  struct stat info {};
  if (path.find('\0') != std::string::npos) return base::fail(readError(path, ENOENT));
  if (::stat(path.c_str(), &info) != 0) return base::fail(readError(path, errno));
  return stampFrom(info);
}

base::Result<FileStamp> saveFile(const std::string& path, const std::string& bytes, const FileStamp* expected) {
  PendingSave save(path, expected);
  if (auto error = save.write(bytes)) return base::fail(*std::move(error));
  std::chrono::milliseconds patience = kLockPatience;
  auto stamp = save.place(patience);
  if (stamp) syncFolder(save.folder());
  return stamp;
}

std::optional<base::Error> saveProblem(const std::string& path) {
  const auto cannot = [&path](const char* what, int errorNumber) { return writeError(path, what, errorNumber, ""); };
  const TargetName target(path);
  if (!target.isOpen()) return cannot("No new file can be made in this folder", errno);
  struct stat info {};
  const bool exists = ::fstatat(target.folder.get(), target.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  if (!exists && errno != ENOENT) return cannot("The file cannot be looked at", errno);
  if (exists && S_ISLNK(info.st_mode)) return cannot("The file cannot be written", ELOOP);
  if (::faccessat(target.folder.get(), ".", W_OK | X_OK, AT_EACCESS) != 0)
    return cannot("No new file can be made in this folder", errno);
  return std::nullopt;
}

std::vector<base::Result<FileStamp>> saveFiles(const std::vector<SaveRequest>& requests) {
  constexpr std::size_t kAtOnce = 64;  // each holds a file open
  std::vector<base::Result<FileStamp>> results;
  std::chrono::milliseconds patience = kLockPatience;  // for all of them: the window waits
  for (std::size_t begin = 0; begin < requests.size(); begin += kAtOnce) {
    const std::size_t end = std::min(requests.size(), begin + kAtOnce);
    std::deque<PendingSave> saves;
    std::map<std::pair<dev_t, ino_t>, int> folders;
    for (std::size_t i = begin; i < end; ++i) {
      PendingSave& save = saves.emplace_back(requests[i].path, requests[i].expected);
      auto error = save.write(*requests[i].bytes);
      if (!error) save.startSync();
      results.push_back(error ? base::Result<FileStamp>(base::fail(*std::move(error))) : FileStamp{});
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (!results[i]) continue;
      results[i] = saves[i - begin].place(patience);
      struct stat folder {};
      if (results[i] && ::fstat(saves[i - begin].folder(), &folder) == 0)
        folders.emplace(std::pair(folder.st_dev, folder.st_ino), saves[i - begin].folder());
    }
    for (const auto& [identity, folder] : folders) syncFolder(folder);
  }
  return results;
}

}  // namespace plumbline::files
