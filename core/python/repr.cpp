// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/python/repr.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/python/unicode_classes.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace plumbline::python {
namespace {

// Python leaves the plain notation above 16 digits before the point and below 4 zeros after it.
constexpr int kMinPlainExponent = -4;
constexpr int kMaxPlainExponent = 16;
// The longest double in fixed notation has 309 digits before the point.
constexpr std::size_t kFixedBuffer = 400;

bool appendSpecial(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return true;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
    return true;
  }
  return false;
}

void appendEscape(std::string& out, char32_t code) {
  if (code == '\t' || code == '\n' || code == '\r') {
    out += '\\';
    out += code == '\t' ? 't' : code == '\n' ? 'n' : 'r';
    return;
  }
  const bool byte = code < 0x100;
  const bool plane0 = code < 0x10000;
  out += byte ? "\\x" : plane0 ? "\\u" : "\\U";
  text::appendHex(out, code, byte ? 2 : plane0 ? 4 : 8);
}

}  // namespace

void appendReal(std::string& out, double value) {
  if (appendSpecial(out, value)) return;
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  if (text.front() == '-') {
    out += '-';
    text.remove_prefix(1);
  }
  const auto e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
  std::string digits(1, text.front());
  if (e > 2) digits += text.substr(2, e - 2);

  if (exponent < kMinPlainExponent || exponent >= kMaxPlainExponent) {
    out += digits.front();
    if (digits.size() > 1) (out += '.').append(digits, 1);
    out += 'e';
    out += exponent < 0 ? '-' : '+';
    if (std::abs(exponent) < 10) out += '0';
    out += std::to_string(std::abs(exponent));
    return;
  }
  if (exponent < 0) {
    (out += "0.").append(static_cast<std::size_t>(-exponent - 1), '0');
    out += digits;
    return;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) {
    out += digits;
    out.append(whole - digits.size(), '0');
    out += ".0";
    return;
  }
  out.append(digits, 0, whole);
  (out += '.').append(digits, whole);
}

void appendFixed(std::string& out, double value, int decimals) {
  if (appendSpecial(out, value)) return;
  std::array<char, kFixedBuffer> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr;
  out.append(buffer.data(), end);
}

void appendRepr(std::string& out, std::string_view utf8) {
  const bool hasSingle = utf8.find('\'') != std::string_view::npos;
  const bool hasDouble = utf8.find('"') != std::string_view::npos;
  const char quote = hasSingle && !hasDouble ? '"' : '\'';
  out += quote;
  while (!utf8.empty()) {
    const CodePoint next = firstCodePoint(utf8);
    if (next.code == static_cast<unsigned char>(quote) || next.code == '\\') {
      out += '\\';
      out += static_cast<char>(next.code);
    } else if (isPrintable(next.code)) {
      out += utf8.substr(0, next.bytes);
    } else {
      appendEscape(out, next.code);
    }
    utf8.remove_prefix(next.bytes);
  }
  out += quote;
}

void appendPadded(std::string& out, std::string_view utf8, std::size_t width) {
  out += utf8;
  const std::size_t length = text::codePoints(utf8);
  if (length < width) out.append(width - length, ' ');
}

}  // namespace plumbline::python
