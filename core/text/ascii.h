// SPDX-License-Identifier: GPL-3.0-or-later
// Character classes and case of ASCII alone, in no locale. Bytes above 127 belong to no class.
//
//   if (text::isDigit(c)) ...
//   const std::string_view word = text::trimmed("  llama\n");   // "llama"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::text {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isLetter(char c) { return isUpper(c) || isLower(c); }
constexpr bool isAlphanumeric(char c) { return isLetter(c) || isDigit(c); }
constexpr bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
/// isWordPart: a letter, a digit or an underscore, as \w of an ASCII regular expression.
constexpr bool isWordPart(char c) { return isAlphanumeric(c) || c == '_'; }
constexpr bool isLineEnd(char c) { return c == '\n' || c == '\r'; }
constexpr char toLower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// toLower changes A to Z only; UTF-8 stays valid.
std::string toLower(std::string_view text);

/// equalsIgnoringCase compares with a text that is lower case already.
bool equalsIgnoringCase(std::string_view text, std::string_view lower);

/// hasOnlyDigits returns false for an empty text.
bool hasOnlyDigits(std::string_view text);

/// isHash: only lower-case hexadecimal digits, `min` to 64 of them.
bool isHash(std::string_view text, std::size_t min);
/// isWholeHash: the 40 or 64 digits of a hash of git, which cannot be an option on its command line either.
bool isWholeHash(std::string_view text);

/// appendHex writes the lowest `digits` hexadecimal digits of a number, in lower case.
void appendHex(std::string& out, std::uint32_t number, int digits);

/// The white space that separates words within and between lines.
inline constexpr std::string_view kBlanks = " \t";
inline constexpr std::string_view kWhitespace = " \t\r\n";

/// trimmed returns the part of `text` between the first and the last character that is not in `characters`.
std::string_view trimmed(std::string_view text, std::string_view characters = kWhitespace);

}  // namespace plumbline::text
