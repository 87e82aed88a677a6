// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_text.h"

#include <algorithm>

#include "core/runs/ansi_text.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kForReadAnsi = "\x1B\r\t\b\a";

bool isControl(unsigned char c) { return c < 0x20 || c == 0x7F; }

/// The picture of a control byte: U+2400 and on, U+2421 for DEL.
void addSymbol(unsigned char c, std::string& out) {
  out += "\xE2\x90";
  out += static_cast<char>(0x80U + (c == 0x7F ? 0x21U : c));
}

/// C1 controls (C2 80 - C2 9F); marks and overrides of direction and line separators (E2 80 8E - 8F, A8 - AE;
/// E2 81 A6 - A9). A log comes from anywhere: it must not look like something else.
std::size_t hiddenLength(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (at(0) == 0xC2 && at(1) >= 0x80 && at(1) <= 0x9F) return 2;
  if (at(0) != 0xE2) return 0;
  if (at(1) == 0x80 && (at(2) == 0x8E || at(2) == 0x8F || (at(2) >= 0xA8 && at(2) <= 0xAE))) return 3;
  if (at(1) == 0x81 && at(2) >= 0xA6 && at(2) <= 0xA9) return 3;
  return 0;
}

void addValid(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (const std::size_t hidden = hiddenLength(text.substr(at)); hidden > 0) {
      out += kReplacement;
      at += hidden;
      continue;
    }
    if (isControl(c) && kForReadAnsi.find(text[at]) == kForReadAnsi.npos) addSymbol(c, out);
    else out += text[at];
    ++at;
  }
}

}  // namespace

std::string shownText(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t valid = text::firstInvalidUtf8(bytes).value_or(bytes.size());
    addValid(bytes.substr(0, valid), out);
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    out += kReplacement;
    bytes.remove_prefix(1);
  }
  return out;
}

std::string_view withoutSequences(std::string_view bytes, std::string& room) {
  std::size_t escape = bytes.find('\x1B');
  if (escape == bytes.npos) return bytes;
  room.clear();
  while (escape != bytes.npos) {
    room += bytes.substr(0, escape);
    bytes.remove_prefix(escape);
    bytes.remove_prefix(sequenceLength(bytes));
    escape = bytes.find('\x1B');
  }
  room += bytes;
  return room;
}

}  // namespace plumbline::runs
