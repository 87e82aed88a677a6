// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/lexer.h"

namespace plumbline::tables {

std::string_view unquoted(std::string_view raw, std::string& scratch) {
  const std::string_view body = raw.substr(1);
  const std::size_t quote = body.find('"');
  if (quote == std::string_view::npos) return body;             // never closed: the rest of the file
  if (quote + 1 == body.size()) return body.substr(0, quote);  // "plain": no copy needed
  scratch.clear();
  for (std::size_t at = 0;;) {
    const std::size_t next = body.find('"', at);
    if (next == std::string_view::npos) {
      scratch.append(body.substr(at));
      return scratch;
    }
    scratch.append(body.substr(at, next - at));
    if (next + 1 < body.size() && body[next + 1] == '"') {
      scratch.push_back('"');
      at = next + 2;
      continue;
    }
    scratch.append(body.substr(next + 1));  // after the closing quote everything is literal
    return scratch;
  }
}

std::string_view cellText(std::string_view raw, std::string& scratch) {
  const std::string_view text = !raw.empty() && raw.front() == '"' ? unquoted(raw, scratch) : raw;
  return text.substr(0, text.find('\0'));
}

}  // namespace plumbline::tables
