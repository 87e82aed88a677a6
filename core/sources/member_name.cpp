// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string>

#include "core/sources/zip_reader.h"
#include "core/text/utf8.h"

namespace plumbline::sources {
namespace {

constexpr std::size_t kLongestName = 4096, kLongestPart = 255;  // what file systems take

base::Result<void> bad(std::string text) {
  return base::fail(
      {base::ErrorCode::BadFormat, std::move(text), "It was passed over; everything else in the zip was read."});
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool beginsWith(std::string_view text, std::string_view lowerCase) {
  if (text.size() < lowerCase.size()) return false;
  for (std::size_t i = 0; i < lowerCase.size(); ++i)
    if (lower(text[i]) != lowerCase[i]) return false;
  return true;
}

}  // namespace

base::Result<void> safeMemberName(std::string_view name) {
  if (name.empty()) return bad("This member has no name.");
  if (name.size() > kLongestName) return bad("The name of this member is longer than a path may be.");
  for (const char c : name) {
    if (c == '\0') return bad("The name of this member holds a NUL byte.");
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return bad("The name of this member holds a control character.");
    if (c == '\\')
      return bad("The name of this member holds a backslash, which leads to another folder on some systems.");
  }
  if (text::firstInvalidUtf8(name)) return bad("The name of this member is no UTF-8.");
  if (name.front() == '/') return bad("The name of this member is absolute: it begins with \"/\".");
  if (name.size() > 1 && name[1] == ':' && isLetter(name[0]))
    return bad("The name of this member is absolute: it begins with a drive letter.");
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "..") return bad("The name of this member leads out of the zip with \"..\".");
    if (part.size() > kLongestPart) return bad("A part of the name of this member is longer than a file name may be.");
    begin = end + 1;
  }
  return {};
}

std::string_view webPageWords(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  while (!bytes.empty() &&
         (bytes.front() == ' ' || bytes.front() == '\n' || bytes.front() == '\r' || bytes.front() == '\t'))
    bytes.remove_prefix(1);
  for (const std::string_view html : std::array<std::string_view, 4>{"<!doctype html", "<html", "<head", "<!--"})
    if (beginsWith(bytes, html)) return "a web page";
  if (beginsWith(bytes, "<?xml") || beginsWith(bytes, "<error")) return "an error answer of a web server";
  return {};
}

}  // namespace plumbline::sources
