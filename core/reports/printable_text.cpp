// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/printable_text.h"

#include "core/python/unicode_classes.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace plumbline::reports {

std::string printableText(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const python::CodePoint point = python::firstCodePoint(utf8);
    const bool strayByte = point.bytes == 1 && point.code >= 0x80;
    if (!strayByte && python::isPrintable(point.code)) {
      out += utf8.substr(0, point.bytes);
    } else if (point.code == U'\n') {
      out += "\\n";
    } else if (point.code == U'\t') {
      out += "\\t";
    } else {
      const bool isByte = point.code < 0x100, isShort = point.code < 0x10000;
      out += isByte ? "\\x" : isShort ? "\\u" : "\\U";
      text::appendHex(out, point.code, isByte ? 2 : isShort ? 4 : 8);
    }
    utf8.remove_prefix(point.bytes);
  }
  return out;
}

std::string elidedText(const std::string& shown, std::size_t width) {
  constexpr std::string_view kGap = "...";
  const std::size_t length = text::codePoints(shown);
  if (length <= width || width <= kGap.size()) return shown;
  const std::size_t tail = (width - kGap.size()) / 2;
  const std::string_view head = text::prefixOf(shown, width - kGap.size() - tail);
  return std::string(head) + std::string(kGap) + shown.substr(text::prefixOf(shown, length - tail).size());
}

std::string wrappedText(std::string_view sentence, std::size_t width, std::size_t indent) {
  if (width == 0) return std::string(sentence);
  std::string out;
  std::size_t column = indent;
  while (!sentence.empty()) {
    const std::size_t end = sentence.find(' ');
    const std::string_view word = sentence.substr(0, end);
    const std::size_t length = text::codePoints(word);
    if (column != indent && column + 1 + length > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column != indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
    sentence.remove_prefix(end == std::string_view::npos ? sentence.size() : end + 1);
  }
  return out;
}

}  // namespace plumbline::reports
