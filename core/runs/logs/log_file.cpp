// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_errors.h"
#include "core/runs/logs/log_index.h"
#include "core/runs/logs/log_search.h"

namespace plumbline::runs {
namespace {

constexpr std::size_t kReadBytes = 256 << 10, kWindowBytes = LogIndex::kBlockBytes, kProofBytes = 64;

base::Error notReadable(const std::string& path, const std::string& text) {
  return {base::ErrorCode::NotReadable, text, "Look at the log's folder.", path};
}

std::int64_t timeOf(const struct stat& info) {
  return std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
}

/// cutAt is the largest length up to `most` that does not cut a UTF-8 character.
std::size_t cutAt(std::string_view text, std::size_t most) {
  std::size_t cut = most;
  while (cut + 3 > most && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return cut;
}

}  // namespace

struct LogFile::Private {
  std::string path;
  LogBytes bytes;
  dev_t device = 0;
  ino_t inode = 0;
  std::int64_t modified = 0;
  std::uint64_t fileBytes = 0, generation = 0;
  std::string head, tail;  ///< of what is indexed: a file that was cut and has grown again since has others

  bool isStillThere(const struct stat& named) const;
  base::Result<void> open();
  void note(std::string_view added);
  LogLine lineOf(std::uint64_t number, std::uint64_t start, std::uint64_t end, std::string_view beginning) const;
};

bool LogFile::Private::isStillThere(const struct stat& named) const {
  if (!bytes.file.isOpen() || named.st_dev != device || named.st_ino != inode) return false;
  if (static_cast<std::uint64_t>(named.st_size) < bytes.size()) return false;
  if (timeOf(named) == modified) return true;
  std::string now;
  bytes.read(0, head.size(), now);
  if (now != head) return false;
  bytes.read(bytes.size() - tail.size(), tail.size(), now);
  return now == tail;
}

base::Result<void> LogFile::Private::open() {
  // Not blocking: a pipe would wait for its writer.
  files::Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened.isOpen()) return base::fail(files::readError(path, errno));
  struct stat info {};
  if (::fstat(opened.get(), &info) != 0) return base::fail(files::readError(path, errno));
  if (!S_ISREG(info.st_mode)) return base::fail(notReadable(path, "This is not a regular file."));
  bytes.file = std::move(opened);
  bytes.index = {};
  device = info.st_dev;
  inode = info.st_ino;
  head.clear();
  tail.clear();
  ++generation;
  return {};
}

void LogFile::Private::note(std::string_view added) {
  if (head.size() < kProofBytes) head += added.substr(0, kProofBytes - head.size());
  tail += added.substr(added.size() - std::min(added.size(), kProofBytes));
  tail.erase(0, tail.size() - std::min(tail.size(), kProofBytes));
}

LogLine LogFile::Private::lineOf(std::uint64_t number, std::uint64_t start, std::uint64_t end,
                                 std::string_view beginning) const {
  const std::uint64_t length = end - start;
  if (length <= kMaxLogLine) {
    if (beginning.ends_with('\r')) beginning.remove_suffix(1);
    return {number, displayText(beginning), 0};
  }
  std::string last;
  bytes.read(end - kMaxLogLine, kMaxLogLine, last);
  if (last.ends_with('\r')) last.pop_back();
  // A progress bar: what was left out has been written over anyway.
  if (const std::size_t back = last.find('\r'); back != last.npos)
    return {number, displayText(std::string_view(last).substr(back + 1)), 0};
  const std::size_t cut = cutAt(beginning, kMaxLogLine);
  return {number, displayText(beginning.substr(0, cut)), length - cut};
}

LogFile::LogFile(std::string path) : d(std::make_unique<Private>()) { d->path = std::move(path); }
LogFile::~LogFile() = default;
LogFile::LogFile(LogFile&&) noexcept = default;
LogFile& LogFile::operator=(LogFile&&) noexcept = default;

const std::string& LogFile::path() const { return d->path; }
std::uint64_t LogFile::lineCount() const { return d->bytes.lineCount(); }
std::uint64_t LogFile::byteCount() const { return d->bytes.size(); }
std::uint64_t LogFile::fileBytes() const { return d->fileBytes; }
std::uint64_t LogFile::generation() const { return d->generation; }

base::Outcome<bool> LogFile::update(const base::Progress& progress, std::uint64_t maxBytes) {
  struct stat named {};
  if (::stat(d->path.c_str(), &named) != 0) return files::readError(d->path, errno);
  if (!d->isStillThere(named)) {
    if (auto opened = d->open(); !opened) return opened.error();
  }
  if (::fstat(d->bytes.file.get(), &named) != 0) return files::readError(d->path, errno);
  d->modified = timeOf(named);
  d->fileBytes = static_cast<std::uint64_t>(named.st_size);
  std::string buffer;
  for (std::uint64_t left = maxBytes; left > 0 && d->bytes.size() < d->fileBytes;) {
    if (!progress.report(d->bytes.size(), d->fileBytes)) return base::Cancelled{};
    const std::uint64_t wanted = std::min<std::uint64_t>({kReadBytes, left, d->fileBytes - d->bytes.size()});
    buffer.resize(static_cast<std::size_t>(wanted));
    const std::int64_t got = readAt(d->bytes.file.get(), d->bytes.size(), buffer.data(), buffer.size());
    if (got < 0) return files::readError(d->path, errno);
    if (got == 0) {  // cut this moment; the next update sees it
      d->fileBytes = d->bytes.size();
      break;
    }
    const std::string_view added(buffer.data(), static_cast<std::size_t>(got));
    d->bytes.index.add(added);
    d->note(added);
    left -= added.size();
  }
  return d->bytes.size() < d->fileBytes;
}

std::vector<LogLine> LogFile::lines(std::uint64_t from, std::size_t count) const {
  std::vector<LogLine> lines;
  const LogBytes& bytes = d->bytes;
  const std::uint64_t lineCount = bytes.lineCount();
  if (from >= lineCount || count == 0) return lines;
  auto start = bytes.startOf(from);
  std::string window;
  std::uint64_t windowStart = 0;
  const auto readWindow = [&] {
    windowStart = *start;
    bytes.read(windowStart, kWindowBytes, window);
  };
  for (std::uint64_t number = from; start && number < lineCount && lines.size() < count; ++number) {
    if (window.empty()) readWindow();
    std::size_t feed = window.find('\n', static_cast<std::size_t>(*start - windowStart));
    if (feed == window.npos && windowStart != *start) {
      readWindow();
      feed = window.find('\n');
    }
    if (window.empty()) break;
    std::optional<std::uint64_t> end = windowStart + feed;
    if (feed == window.npos) {
      // The last line, or one that is longer than the window.
      end = number < bytes.index.lineFeeds() ? bytes.startOf(number + 1) : bytes.size() + 1;
      if (!end) break;
      --*end;
    }
    const auto offset = static_cast<std::size_t>(*start - windowStart);
    const std::uint64_t shown = std::min<std::uint64_t>(*end - *start, kMaxLogLine + 1);
    if (offset + shown > window.size()) break;  // cut meanwhile
    lines.push_back(
        d->lineOf(number, *start, *end, std::string_view(window).substr(offset, static_cast<std::size_t>(shown))));
    start = *end + 1;
    if (*start - windowStart >= window.size()) window.clear();
  }
  return lines;
}

base::Outcome<std::optional<std::uint64_t>> LogFile::find(std::string_view text, std::uint64_t from, bool backwards,
                                                          const base::Progress& progress) const {
  if (!d->bytes.file.isOpen()) return notReadable(d->path, "This log is not open.");
  const TextFinder finder(text);
  if (backwards)
    return searchBackward(d->bytes, from, [&](std::string_view lines, bool) { return finder.last(lines); }, progress);
  return searchForward(d->bytes, from, [&](std::string_view lines, bool) { return finder.first(lines); }, progress);
}

base::Outcome<std::optional<std::uint64_t>> LogFile::firstError(std::uint64_t from,
                                                                const base::Progress& progress) const {
  if (!d->bytes.file.isOpen()) return notReadable(d->path, "This log is not open.");
  return searchForward(d->bytes, from, firstErrorIn, progress);
}

LogFile LogFile::shared() const {
  LogFile other(d->path);
  other.d->bytes.file =
      files::Descriptor(d->bytes.file.isOpen() ? ::fcntl(d->bytes.file.get(), F_DUPFD_CLOEXEC, 0) : -1);
  other.d->bytes.index = d->bytes.index;
  other.d->device = d->device;
  other.d->inode = d->inode;
  other.d->modified = d->modified;
  other.d->fileBytes = d->fileBytes;
  other.d->generation = d->generation;
  other.d->head = d->head;
  other.d->tail = d->tail;
  return other;
}

}  // namespace plumbline::runs
