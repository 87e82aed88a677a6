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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace plumbline::runs {

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
