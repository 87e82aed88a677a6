// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/name_glob.h"

#include <cstddef>

namespace plumbline::flaky {
namespace {

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// afterCharacter gives the position after the character at `at`; a stray byte counts as one.
std::size_t afterCharacter(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && continuesCharacter(text[at])) ++at;
  return at;
}

}  // namespace

bool matchesGlob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last star met, and how much of the text it has taken
  std::size_t taken = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t = afterCharacter(text, t);
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace plumbline::flaky
