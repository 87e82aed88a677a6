// SPDX-License-Identifier: GPL-3.0-or-later
// Looking through a log of any size in pieces that fit into the processor's cache.
//
//   TextFinder finder("out of memory");
//   auto line = searchForward(bytes, 0, [&](std::string_view text, bool) { return finder.first(text); }, {});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/runs/logs/log_index.h"

namespace plumbline::runs {

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

}  // namespace plumbline::runs
