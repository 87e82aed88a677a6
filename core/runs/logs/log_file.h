// SPDX-License-Identifier: GPL-3.0-or-later
// A log of any size as lines, without holding it in memory: an index of line ends, and lines read from the disk on
// demand. The file may grow meanwhile, or be truncated and restarted. Not thread-safe; a copy made by `shared` may be
// searched on another thread.
//
//   LogFile log(path);
//   log.update(progress);                 // reads what is new; call it again whenever the file grew
//   for (const LogLine& line : log.lines(from, 60)) paint(line);
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/files/descriptor.h"

namespace plumbline::runs {

/// openLog opens regular files alone, and not through a link: in a folder of others a pipe would block and a device would not end.
std::ifstream openLog(const std::string& path);

// The positions of lines in a large file: the number of line feeds before each block of 64 KiB, 128 KB for a file of 1
// GB; a line is found by reading one block.
//
//   index.add(bytes);                                   // as they are read, in order
//   auto position = index.positionOfLine(1000);               // then skip `position.skip` line feeds from
//   position.offset on

inline constexpr std::uint64_t kEachByte = 0x0101010101010101ULL;  ///< 1 in each byte of a word

/// countLineFeeds is as fast as memory, also where every second byte is one.
std::uint64_t countLineFeeds(std::string_view bytes);

class LogIndex {
 public:
  static constexpr std::uint64_t kBlockBytes = 64 << 10;

  void add(std::string_view bytes);
  std::uint64_t bytes() const { return m_bytes; }
  std::uint64_t lineFeeds() const { return m_lineFeeds; }
  bool endsInLineFeed() const { return m_endsInLineFeed; }

  /// Position: the line begins after `skip` line feeds from `offset` on, within the block that begins there.
  struct Position {
    std::uint64_t offset = 0;
    std::uint64_t skip = 0;
  };
  /// positionOfLine is for lines up to lineFeeds(), which is the one after the last line feed.
  Position positionOfLine(std::uint64_t line) const;
  /// lineFeedsBefore counts those before the block that holds `offset`.
  std::uint64_t lineFeedsBefore(std::uint64_t offset) const { return m_before[offset / kBlockBytes]; }

 private:
  std::vector<std::uint64_t> m_before{0};  ///< line feeds before block i; one entry more than there are full blocks
  std::uint64_t m_bytes = 0, m_lineFeeds = 0;
  bool m_endsInLineFeed = false;
};

// An open log with the index of what was read of it so far: from lines to offsets and back, and the bytes there.
//
//   if (auto start = bytes.startOf(1000)) bytes.read(*start, buffer);

struct LogBytes {
  files::Descriptor file{-1};
  LogIndex index;

  std::uint64_t size() const { return index.bytes(); }
  std::uint64_t lineCount() const;
  /// read fills `buffer` with at most `length` bytes from `offset`, never past what is indexed; shorter at the end, or
  /// when the file was cut meanwhile, or cannot be read.
  void read(std::uint64_t offset, std::size_t length, std::string& buffer) const;
  /// startOf is where a line begins, up to lineCount(); none when the file no longer has it.
  std::optional<std::uint64_t> startOf(std::uint64_t line) const;
  /// lineAt is the line that holds an offset.
  std::optional<std::uint64_t> lineAt(std::uint64_t offset) const;
};

/// readAt is pread until `length` bytes or the end; -1 with errno on an error.
std::int64_t readAt(int file, std::uint64_t offset, char* out, std::size_t length);

// Looking through a log of any size in pieces that fit into the processor's cache.
//
//   TextFinder finder("out of memory");
//   auto line = searchForward(bytes, 0, [&](std::string_view text, bool) { return finder.first(text); }, {});

/// TextFinder finds a text; without regard to ASCII case when it holds no capital. Not thread-safe.
class TextFinder {
 public:
  explicit TextFinder(std::string_view text);
  /// Offsets of the first and the last place; an empty text is nowhere.
  std::optional<std::size_t> first(std::string_view bytes) const;
  std::optional<std::size_t> last(std::string_view bytes) const;
  std::size_t length() const { return m_text.size(); }

 private:
  std::string_view prepared(std::string_view bytes) const;
  std::string m_text;
  bool m_foldsCase;
  mutable std::string m_folded;
};

/// TextPlace is a stretch of a line that matches, in bytes.
struct TextPlace {
  std::size_t begin = 0, length = 0;
  bool operator==(const TextPlace&) const = default;
};
/// placesOf are all places of `text` in a line, not overlapping: what LogFile::find stopped for.
std::vector<TextPlace> placesOf(std::string_view text, std::string_view line);

/// LineMatch returns an offset in the matching line. The text is whole lines without control sequences; very long lines
/// come in pieces: `goesOn` means that the text begins inside a line.
using LineMatch = std::function<std::optional<std::size_t>(std::string_view text, bool goesOn)>;
using FoundLine = base::Outcome<std::optional<std::uint64_t>>;

/// searchForward searches from the line `from` to the end, searchBackward from the end of `from` to the beginning.
/// Pieces of a long line share kSharedBytes, so that a text up to half as long is not missed.
inline constexpr std::size_t kSharedBytes = 8 << 10;
FoundLine searchForward(const LogBytes& log, std::uint64_t from, const LineMatch& match,
                        const base::Progress& progress);
FoundLine searchBackward(const LogBytes& log, std::uint64_t from, const LineMatch& match,
                         const base::Progress& progress);

/// kMaxLogLine: bytes of a line that are shown; a longer one ends in a mark with the number of bytes left out.
inline constexpr std::size_t kMaxLogLine = 4096;

struct LogLine {
  std::uint64_t number = 0;   ///< from 0
  std::string text;           ///< without line end and mark; valid UTF-8, NUL and other control bytes shown as symbols,
                              ///< except those that readAnsi interprets: ESC, CR, tab, backspace, BEL
  std::uint64_t bytesLeftOut =
      0;  ///< at its end. Of a long progress bar only what was written last is there, and 0 here
};

class LogFile {
 public:
  explicit LogFile(std::string path);
  ~LogFile();
  LogFile(LogFile&&) noexcept;
  LogFile& operator=(LogFile&&) noexcept;

  const std::string& path() const;
  /// update indexes what was added since, at most `maxBytes` at a time. True when there is more to do. Errors:
  /// NotFound, NotReadable. A file that became shorter, or another one under this name, is begun anew.
  base::Outcome<bool> update(const base::Progress& progress = {}, std::uint64_t maxBytes = std::uint64_t{64} << 20);
  std::uint64_t lineCount() const;
  /// byteCount is how far the index goes; fileBytes how long the file was at the last update.
  std::uint64_t byteCount() const;
  std::uint64_t fileBytes() const;
  /// generation changes when the file was begun anew: line numbers of an older one mean nothing.
  std::uint64_t generation() const;
  /// lines reads at most `count` lines; fewer at the end, or when the file can no longer be read.
  std::vector<LogLine> lines(std::uint64_t from, std::size_t count) const;

  /// find searches for `text` (case ignored for ASCII when it holds no capital) from line `from`, forwards or
  /// backwards, to the end; nothing when it is not there. Colours inside the text do not hide it. Errors: NotReadable.
  base::Outcome<std::optional<std::uint64_t>> find(std::string_view text, std::uint64_t from, bool backwards,
                                                   const base::Progress& progress = {}) const;
  /// firstError is the first line that looks like an error (resources/runs/log_errors.toml). Errors: NotReadable.
  base::Outcome<std::optional<std::uint64_t>> firstError(std::uint64_t from, const base::Progress& progress = {}) const;
  /// shared is a second view of the same file with the index as it is now.
  LogFile shared() const;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

/// looksLikeError tests whether firstError stops at a line (without colours).
bool looksLikeError(std::string_view line);

}  // namespace plumbline::runs
