// SPDX-License-Identifier: GPL-3.0-or-later
// How a set display is laid out in a script: its entries with their commas, what stands alone on a line, and which
// comment belongs to which entry.
//
//   SetLayout layout = layoutOf(source, set);
//   Comment why = layout.commentOf(source, 2);     // "# times out (#123)" beside or above the third entry
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/flaky/python_sets.h"

namespace plumbline::flaky {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// Lines end in LF, CRLF or a lone CR. lineBegin and lineEnd give the line around a byte, without its end;
/// afterLine returns the first byte of the next line.
std::size_t lineBegin(std::string_view bytes, std::size_t at);
std::size_t lineEnd(std::string_view bytes, std::size_t at);
std::size_t afterLine(std::string_view bytes, std::size_t at);
/// skipBlanks returns the first byte from `at` on that is no space, tab or form feed.
std::size_t skipBlanks(std::string_view bytes, std::size_t at);

/// lineEndOf returns the bytes that end the line around `at`; the file's first line end when that line has none.
std::string lineEndOf(std::string_view bytes, std::size_t at);

/// Comment is a stretch of comment text. Rule of belonging: the comment beside an entry that has its line for itself is
/// the entry's own. So are comment lines directly above it when no other entry follows before the next comment, blank
/// line or end; and when they name an issue and every entry that follows explains itself beside it. Every other comment
/// above entries heads a group and belongs to no entry. On a line of several entries only "name: text" is an entry's
/// own.
struct Comment {
  enum class Kind : unsigned char { None, Beside, Above, Heading, Shared };
  Kind kind = Kind::None;
  std::size_t begin = 0, end = 0;  ///< Beside: from '#'; Above, Heading: whole lines; Shared: the part in the comment
  std::string text;                ///< without '#' and blanks around it; lines joined by one space
};

struct SetElement {
  std::size_t begin = 0, end = 0;  ///< of the literal
  std::size_t comma = kNowhere;    ///< byte of the comma after it
  std::size_t lineBegin = 0, lineEnd = 0;  ///< of the lines around `begin` and `end`
};

class SetLayout {
 public:
  /// The display of `set` in `source`; isPlain is false when something in it is no plain name.
  SetLayout(std::string_view source, const PythonSet& set);

  bool isPlain() const { return m_plain; }
  const std::vector<SetElement>& elements() const { return m_elements; }
  std::size_t open() const { return m_open; }
  std::size_t close() const { return m_close; }

  /// beginsLine: nothing but blanks before it on its line. endsLine: it has a comma, and after that nothing but a
  /// comment on the line. isAlone: both, or it is the last, without comma, and the bracket closes on a later line.
  bool beginsLine(std::string_view source, std::size_t i) const;
  bool endsLine(std::string_view source, std::size_t i) const;
  bool isAlone(std::string_view source, std::size_t i) const;
  /// afterIt returns the byte after an entry and its comma.
  std::size_t afterIt(std::size_t i) const;
  Comment commentOf(std::string_view source, std::size_t i, std::string_view name) const;
  /// ownsLinesAbove returns whether the comment lines directly above an entry are its own, whatever stands beside it.
  bool ownsLinesAbove(std::string_view source, std::size_t i) const;
  /// aboveBegin returns where the comment lines directly above an entry begin; its own line's begin when there are
  /// none.
  std::size_t aboveBegin(std::string_view source, std::size_t i) const;

 private:
  Comment besideComment(std::string_view source, std::size_t i) const;
  bool ownsAbove(std::string_view source, std::size_t i, std::string_view text) const;
  void findLines(std::string_view source);
  void readSharedComments(std::string_view source);

  /// By the comment's line end and a name: a line of a script may hold all of its entries, so that each line is read once.
  std::map<std::pair<std::size_t, std::string>, Comment> m_shared;
  std::vector<SetElement> m_elements;
  std::size_t m_open = 0, m_close = 0;
  bool m_plain = true;
};

/// endComment returns the byte of the '#' that ends the line on which `from` lies, kNowhere when there is none. `from`
/// lies outside texts and comments.
std::size_t endComment(std::string_view source, std::size_t from);

/// namesIssue returns whether a comment holds a link or a "#123".
bool namesIssue(std::string_view text);

}  // namespace plumbline::flaky
