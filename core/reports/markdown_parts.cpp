// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/markdown_parts.h"

#include <algorithm>

#include "core/reports/html_parts.h"
#include "core/reports/text_parts.h"

namespace plumbline::reports::markdown {
namespace {

/// Room for the note about omitted parts.
constexpr std::size_t kSpare = 400;

/// barEscaped escapes the bars of a cell. Behind a backslash an escaped bar would be a bar again, and end the cell with
/// the code span in it: there it is shown as \x7c.
std::string barEscaped(std::string_view shown) {
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] != '|') {
      out += shown[i];
    } else {
      out += i > 0 && shown[i - 1] == '\\' ? "\\x7c" : "\\|";
    }
  }
  return out;
}

std::string fenced(const std::string& shown, bool inTable) {
  if (shown.empty()) return "";
  const std::string inside = inTable ? barEscaped(shown) : shown;
  // The fence is longer than any run of backticks inside.
  std::size_t run = 0, longest = 0;
  for (const char c : inside) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const bool pad = inside.front() == '`' || inside.back() == '`' || inside.front() == ' ';
  return fence + (pad ? " " : "") + inside + (pad ? " " : "") + fence;
}

}  // namespace

std::string code(std::string_view utf8, bool inTable) { return fenced(printableText(utf8), inTable); }

std::string name(std::string_view utf8, bool inTable) {
  return fenced(elidedText(printableText(utf8), kNameCharacters), inTable);
}

std::string summaryName(std::string_view utf8) {
  return "<code>" + html::text(elidedText(printableText(utf8), kNameCharacters)) + "</code>";
}

std::string folded(const std::string& summary, const std::string& inside) {
  return "\n<details><summary>" + summary + "</summary>\n\n" + inside + "\n</details>\n";
}

bool Body::add(std::string_view block) {
  const bool fits = m_text.size() + block.size() + kSpare <= kCommentBytes;
  if (fits) m_text += block;
  m_isCut = m_isCut || !fits;
  return fits;
}

std::string Body::finish(std::string_view whenCut) {
  if (m_isCut) m_text += whenCut;
  return std::move(m_text);
}

}  // namespace plumbline::reports::markdown
