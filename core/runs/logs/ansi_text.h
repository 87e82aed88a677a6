// SPDX-License-Identifier: GPL-3.0-or-later
// Terminal colours in a line (SGR sequences) as spans over plain text; all other sequences are dropped.
//
//   AnsiText text = readAnsi(line.text, state);   // text.plain, text.spans; state is carried from line to line
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::runs {

struct AnsiStyle {
  int colour =
      -1;  ///< 0-15: the terminal's sixteen; -1: the text's own. 256 colours and RGB map to the nearest of them
  int background = -1;
  bool bold = false, faint = false, italic = false, underline = false, inverse = false;
  bool operator==(const AnsiStyle&) const = default;
};
struct AnsiSpan {
  std::size_t begin = 0, length = 0;  ///< bytes of `plain`
  AnsiStyle style;
};
struct AnsiText {
  std::string plain;            ///< a carriage return inside a line overwrites from its beginning, as progress bars do
  std::vector<AnsiSpan> spans;  ///< only where the style is not the default; in order, not overlapping
};
/// readAnsi reads a line of valid UTF-8. Tabs become blanks up to the next eighth column, a backspace goes one back,
/// and "erase the line" (CSI K) is applied, since progress bars use it.
AnsiText readAnsi(std::string_view line, AnsiStyle& state);

/// sequenceLength is how many bytes the control sequence takes that `text` begins with (its first byte is ESC); never
/// past a line feed. An incomplete sequence is its introducer alone, so that no text is lost.
std::size_t sequenceLength(std::string_view text);

// The bytes of a log as text that can be shown and searched.

/// displayText is valid UTF-8: a stray byte becomes U+FFFD, and so does what would turn the direction of writing or
/// break the line; control bytes become their symbols, except those that readAnsi interprets. Tokens are masked.
std::string displayText(std::string_view bytes);

/// withoutSequences leaves out control sequences; line feeds all stay. `room` holds the text when there were any.
std::string_view withoutSequences(std::string_view bytes, std::string& room);

}  // namespace plumbline::runs
