// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/svg_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

namespace plumbline::charts {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD", kEllipsis = "\xE2\x80\xA6";

struct Character {
  std::uint32_t code = 0;
  std::string_view bytes;  ///< empty for what is no character
};

/// The next character of a text that may hold anything; a byte that begins none is one of its own.
Character next(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, text.substr(0, 1)};
  const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first >= 0xF5 || text.size() < length) return {};
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool isOverlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool isForbidden = (code >= 0xD800 && code < 0xE000) || code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  if (isOverlong || isForbidden) return {};
  return {code, text.substr(0, length)};
}

/// turnsDirection: a name with one of these in it would be read as another, and so would what stands beside it.
bool turnsDirection(std::uint32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F ||
         code == 0x061C;
}

/// Widths in parts of the font size, those of the widest of the usual fonts.
double widthOf(std::uint32_t code) {
  if (code >= 0x1100) return code >= 0x2000 && code < 0x2100 ? 1.0 : 1.1;
  if (code >= 0x80) return 0.85;
  const char c = static_cast<char>(code);
  constexpr std::string_view kNarrow = "ijl.,:;'|!I ", kMiddling = "frt()[]{}-/\\\"", kWide = "mwMW@%";
  if (kNarrow.find(c) != kNarrow.npos) return 0.34;
  if (kMiddling.find(c) != kMiddling.npos) return 0.44;
  if (kWide.find(c) != kWide.npos) return 1.0;
  return c >= 'A' && c <= 'Z' ? 0.76 : 0.645;
}

}  // namespace

std::string svgEscaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const Character c = next(text);
    text.remove_prefix(c.bytes.empty() ? 1 : c.bytes.size());
    if (!c.bytes.empty() && (c.code == '\t' || c.code == '\n' || c.code == '\r')) {
      out += ' ';
    } else if (c.bytes.empty() || c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0) || turnsDirection(c.code)) {
      out += kReplacement;
    } else if (c.code == '&') {
      out += "&amp;";
    } else if (c.code == '<') {
      out += "&lt;";
    } else if (c.code == '>') {
      out += "&gt;";
    } else if (c.code == '"') {
      out += "&quot;";
    } else if (c.code == '\'') {
      out += "&#39;";
    } else {
      out += c.bytes;
    }
  }
  return out;
}

std::string svgNumber(double value) {
  if (!std::isfinite(value)) return "0";
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 1).ptr;
  std::string out(text.data(), end);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

double textWidth(std::string_view text, double fontSize) {
  double width = 0;
  while (!text.empty()) {
    const Character c = next(text);
    text.remove_prefix(c.bytes.empty() ? 1 : c.bytes.size());
    width += c.bytes.empty() ? 1.0 : widthOf(c.code);
  }
  return width * fontSize;
}

std::string elided(std::string_view text, double width, double fontSize) {
  if (textWidth(text, fontSize) <= width) return std::string(text);
  std::vector<std::string_view> characters;
  for (std::string_view rest = text; !rest.empty();) {
    const Character c = next(rest);
    const std::size_t size = c.bytes.empty() ? 1 : c.bytes.size();
    characters.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  std::string front, back;
  double left = width - fontSize;  // the ellipsis
  std::size_t taken = 0;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const bool isFront = i % 2 == 0;
    const std::string_view c = isFront ? characters[i / 2] : characters[characters.size() - 1 - i / 2];
    left -= textWidth(c, fontSize);
    if (left < 0) break;
    if (isFront) {
      front += c;
    } else {
      back.insert(0, c);
    }
    ++taken;
  }
  return taken < 3 ? std::string() : front + std::string(kEllipsis) + back;
}

}  // namespace plumbline::charts
