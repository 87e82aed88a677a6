// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_errors.h"
#include "core/text/ascii.h"

namespace plumbline::runs {
namespace {

constexpr std::uint64_t kLow7 = 0x7F7F7F7F7F7F7F7FULL;
constexpr std::uint64_t kLineFeeds = kEachByte * '\n';

constexpr std::size_t kPiece = 256 << 10;

/// foldInto writes `bytes` in small ASCII letters, eight at a time.
void foldInto(std::string_view bytes, std::string& out) {
  out.resize(bytes.size());
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    const std::uint64_t low = word & (kEachByte * 0x7F);
    const std::uint64_t aboveZ = low + kEachByte * (0x7F - 'Z');
    const std::uint64_t fromA = low + kEachByte * (0x80 - 'A');
    word |= ((fromA ^ aboveZ) & ~word & (kEachByte * 0x80)) >> 2;
    std::memcpy(out.data() + at, &word, sizeof word);
  }
  for (; at < bytes.size(); ++at) out[at] = text::toLower(bytes[at]);
}

std::optional<std::size_t> firstPlace(std::string_view bytes, std::string_view text) {
  const void* hit = ::memmem(bytes.data(), bytes.size(), text.data(), text.size());
  if (hit == nullptr) return std::nullopt;
  return static_cast<std::size_t>(static_cast<const char*>(hit) - bytes.data());
}

FoundLine foundAt(const LogBytes& log, std::uint64_t offset, std::string_view before) {
  const auto line = log.lineAt(offset);
  if (!line) return std::optional<std::uint64_t>();  // cut meanwhile: what was found is no longer there
  return std::optional<std::uint64_t>(*line + countLineFeeds(before));
}

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

std::ifstream openLog(const std::string& path) {
  // Opened once to look at it, without waiting for a writer; the stream opens that very file again.
  const files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  struct stat info {};
  if (!file.isOpen() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  return std::ifstream("/proc/self/fd/" + std::to_string(file.get()), std::ios::binary);
}

std::uint64_t countLineFeeds(std::string_view bytes) {
  std::uint64_t count = 0;
  const char* at = bytes.data();
  std::size_t words = bytes.size() / 8;
  while (words > 0) {
    // Eight counters of a byte each, added up before one of them can run over.
    const std::size_t round = std::min<std::size_t>(words, 255);
    std::uint64_t counters = 0;
    for (std::size_t i = 0; i < round; ++i, at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      word ^= kLineFeeds;                                          // zero where a line feed is
      const std::uint64_t other = ((word & kLow7) + kLow7) | word;  // top bit set where none is
      counters += (~other >> 7) & kEachByte;
    }
    words -= round;
    const std::uint64_t pairs = (counters & 0x00FF00FF00FF00FFULL) + ((counters >> 8) & 0x00FF00FF00FF00FFULL);
    count += (pairs * 0x0001000100010001ULL) >> 48;
  }
  return count + static_cast<std::uint64_t>(std::count(at, bytes.data() + bytes.size(), '\n'));
}

void LogIndex::add(std::string_view bytes) {
  if (!bytes.empty()) m_endsInLineFeed = bytes.back() == '\n';
  while (!bytes.empty()) {
    const std::uint64_t left = kBlockBytes - m_bytes % kBlockBytes;
    const std::string_view part =
        bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size())));
    m_lineFeeds += countLineFeeds(part);
    m_bytes += part.size();
    if (m_bytes % kBlockBytes == 0) m_before.push_back(m_lineFeeds);
    bytes.remove_prefix(part.size());
  }
}

LogIndex::Position LogIndex::positionOfLine(std::uint64_t line) const {
  if (line == 0) return {};
  // The first block with that many line feeds before it comes after the one that holds the last of them.
  const auto after = std::lower_bound(m_before.begin(), m_before.end(), line);
  const auto block = static_cast<std::uint64_t>(after - m_before.begin()) - 1;
  return {block * kBlockBytes, line - m_before[block]};
}

std::int64_t readAt(int file, std::uint64_t offset, char* out, std::size_t length) {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got = ::pread(file, out + done, length - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<std::int64_t>(done);
}

std::uint64_t LogBytes::lineCount() const {
  // A last line without a line feed is one, too.
  return index.lineFeeds() + (size() == 0 || index.endsInLineFeed() ? 0 : 1);
}

void LogBytes::read(std::uint64_t offset, std::size_t length, std::string& buffer) const {
  const std::uint64_t left = offset < size() ? size() - offset : 0;
  buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(length, left)));
  const std::int64_t got = buffer.empty() ? 0 : readAt(file.get(), offset, buffer.data(), buffer.size());
  buffer.resize(static_cast<std::size_t>(std::max<std::int64_t>(got, 0)));
}

std::optional<std::uint64_t> LogBytes::startOf(std::uint64_t line) const {
  const LogIndex::Position position = index.positionOfLine(std::min(line, index.lineFeeds()));
  if (line > index.lineFeeds()) return size();
  if (position.skip == 0) return position.offset;
  std::string block;
  read(position.offset, LogIndex::kBlockBytes, block);
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < position.skip; ++i) {
    at = block.find('\n', at);
    if (at == block.npos) return std::nullopt;
    ++at;
  }
  return position.offset + at;
}

std::optional<std::uint64_t> LogBytes::lineAt(std::uint64_t offset) const {
  const std::uint64_t begin = offset / LogIndex::kBlockBytes * LogIndex::kBlockBytes;
  std::string block;
  read(begin, static_cast<std::size_t>(offset - begin), block);
  if (block.size() != offset - begin) return std::nullopt;
  return index.lineFeedsBefore(offset) + countLineFeeds(block);
}

TextFinder::TextFinder(std::string_view text) : m_text(text), m_foldsCase(std::ranges::none_of(text, text::isUpper)) {}

std::string_view TextFinder::prepared(std::string_view bytes) const {
  if (!m_foldsCase) return bytes;
  foldInto(bytes, m_folded);
  return m_folded;
}

std::optional<std::size_t> TextFinder::first(std::string_view bytes) const {
  if (m_text.empty()) return std::nullopt;
  return firstPlace(prepared(bytes), m_text);
}

std::optional<std::size_t> TextFinder::last(std::string_view bytes) const {
  if (m_text.empty()) return std::nullopt;
  const std::string_view room = prepared(bytes);
  // Once there is any, the nearest to the end is looked for in steps that grow backwards.
  const auto any = firstPlace(room, m_text);
  if (!any) return std::nullopt;
  for (std::size_t window = 4096;; window *= 2) {
    const std::size_t begin = room.size() > window + m_text.size() ? room.size() - window - m_text.size() : 0;
    std::optional<std::size_t> last;
    for (std::size_t at = begin; const auto hit = firstPlace(room.substr(at), m_text);) {
      last = at + *hit;
      at = *last + 1;
    }
    if (last) return last;
    if (begin == 0) return any;
  }
}

std::vector<TextPlace> placesOf(std::string_view text, std::string_view line) {
  std::vector<TextPlace> places;
  const TextFinder finder(text);
  for (std::size_t at = 0; at < line.size();) {
    const auto hit = finder.first(line.substr(at));
    if (!hit) break;
    places.push_back({at + *hit, text.size()});
    at += *hit + text.size();
  }
  return places;
}

FoundLine searchForward(const LogBytes& log, std::uint64_t from, const LineMatch& match,
                        const base::Progress& progress) {
  const auto start = log.startOf(from);
  if (!start) return std::optional<std::uint64_t>();
  std::string piece, room;
  bool goesOn = false;
  for (std::uint64_t at = *start; at < log.size();) {
    if (!progress.report(at - *start, log.size() - *start)) return base::Cancelled{};
    log.read(at, kPiece, piece);
    if (piece.empty()) break;
    const bool isEnd = at + piece.size() >= log.size() || piece.size() < kPiece;
    const std::size_t lastEnd = std::string_view(piece).rfind('\n');
    const bool isLong = !isEnd && lastEnd == piece.npos;
    const std::string_view lines =
        isEnd || isLong ? std::string_view(piece) : std::string_view(piece).substr(0, lastEnd + 1);
    const std::string_view text = withoutSequences(lines, room);
    if (const auto hit = match(text, goesOn)) return foundAt(log, at, text.substr(0, *hit));
    if (isEnd) break;
    goesOn = isLong;
    at += isLong ? piece.size() - kSharedBytes : lastEnd + 1;
  }
  return std::optional<std::uint64_t>();
}

FoundLine searchBackward(const LogBytes& log, std::uint64_t from, const LineMatch& match,
                         const base::Progress& progress) {
  const auto end = log.startOf(from + 1);
  if (!end) return std::optional<std::uint64_t>();
  std::string piece, room;
  for (std::uint64_t at = *end; at > 0;) {
    if (!progress.report(*end - at, *end)) return base::Cancelled{};
    const std::uint64_t begin = at > kPiece ? at - kPiece : 0;
    log.read(begin, static_cast<std::size_t>(at - begin), piece);
    if (piece.size() != at - begin) break;
    // What stands before the first line end belongs to a line that begins further up.
    const std::size_t firstEnd = begin == 0 ? piece.npos : piece.find('\n');
    const bool isLong = begin > 0 && (firstEnd == piece.npos || firstEnd + 1 == piece.size());
    const std::size_t skip = begin == 0 || isLong ? 0 : firstEnd + 1;
    const std::string_view text = withoutSequences(std::string_view(piece).substr(skip), room);
    if (const auto hit = match(text, isLong)) return foundAt(log, begin + skip, text.substr(0, *hit));
    if (begin == 0) break;
    at = begin + (isLong ? kSharedBytes : skip);
  }
  return std::optional<std::uint64_t>();
}

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
  // Not blocking: a pipe would wait for its writer. A link may lead out of a folder that others may write to.
  files::Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
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
