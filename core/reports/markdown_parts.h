// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown for comments. Nothing from a file can become markup, a link, a mention or a reference. Private to core/reports.
//
//   out += "- " + markdown::code(model) + '\n';
//   out += markdown::folded("rows", table);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::reports::markdown {

/// kCommentBytes is what a comment on GitHub may hold.
inline constexpr std::size_t kCommentBytes = 60'000;
/// kNameCharacters: longer names are elided in the middle.
inline constexpr std::size_t kNameCharacters = 200;

/// code writes text as a code span, in which nothing is markup. In a table's cell bars are escaped.
std::string code(std::string_view utf8, bool inTable = false);
/// name is code for a name, elided in the middle where it is very long.
std::string name(std::string_view utf8, bool inTable = false);
/// summaryName is a name for folded(): HTML, since Markdown does not reach into a summary.
std::string summaryName(std::string_view utf8);
/// folded puts Markdown under a line that opens it; `summary` holds our own words and summaryName only.
std::string folded(const std::string& summary, const std::string& inside);

/// Body collects blocks while they fit into a comment and remembers whether some did not.
class Body {
 public:
  explicit Body(std::string head) : m_text(std::move(head)) {}
  /// add leaves a block out that does not fit; false then.
  bool add(std::string_view block);
  bool isCut() const { return m_isCut; }
  /// finish returns the text, with `whenCut` below it where something was left out.
  std::string finish(std::string_view whenCut);

 private:
  std::string m_text;
  bool m_isCut = false;
};

}  // namespace plumbline::reports::markdown
