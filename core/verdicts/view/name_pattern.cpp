// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/view/name_pattern.h"

#include <locale.h>
#include <regex.h>
#include <string.h>

#include <algorithm>
#include <array>

#include "core/text/ascii.h"

namespace plumbline::verdicts {
namespace {

/// Nested counts such as (x{300}){300}{300} would need gigabytes.
constexpr std::ptrdiff_t kMaxCounts = 2;

/// The C locale for this thread: the library's matcher is many times faster on bytes than on multi-byte text.
class ByteLocale {
 public:
  ByteLocale() : m_locale(newlocale(LC_ALL_MASK, "C", nullptr)), m_before(m_locale ? uselocale(m_locale) : nullptr) {}
  ~ByteLocale() {
    if (!m_locale) return;
    uselocale(m_before);
    freelocale(m_locale);
  }
  ByteLocale(const ByteLocale&) = delete;
  ByteLocale& operator=(const ByteLocale&) = delete;

 private:
  locale_t m_locale;
  locale_t m_before;
};

base::Error problem(std::string text, std::size_t column) {
  return {base::ErrorCode::BadArgument, std::move(text), {}, {}, 0, column};
}

/// Rewrites what people are used to into POSIX: \d, classes inside brackets, (?: ).
base::Result<std::string> toPosix(std::string_view pattern) {
  std::string out;
  bool inBrackets = false;
  std::size_t bracketAt = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\') {
      if (i + 1 == pattern.size()) return base::fail(problem("A backslash at the end escapes nothing.", i + 1));
      const char next = pattern[++i];
      if (!inBrackets) {
        if (next == 'd') out += "[0-9]";
        else if (next == 'D') out += "[^0-9]";
        else out += {'\\', next};
      } else {
        if (next == 'd') out += "0-9";
        else if (next == 'w') out += "[:alnum:]_";
        else if (next == 's') out += "[:space:]";
        else if (next == ']') return base::fail(problem("\"\\]\" cannot stand inside brackets; write \"]\" first in them.", i));
        else out += next;
      }
    } else if (inBrackets) {
      const bool first = i == bracketAt + 1 || (i == bracketAt + 2 && pattern[bracketAt + 1] == '^');
      if (c == ']' && !first) inBrackets = false;
      out += c;
    } else if (c == '[') {
      inBrackets = true;
      bracketAt = i;
      out += c;
    } else if (pattern.substr(i, 3) == "(?:") {
      out += '(';
      i += 2;
    } else if (pattern.substr(i, 2) == "(?") {
      return base::fail(problem("\"(?\" groups are not supported, except \"(?:\".", i + 1));
    } else {
      out += c;
    }
  }
  if (inBrackets) return base::fail(problem("The bracket \"[\" is not closed.", bracketAt + 1));
  return out;
}

struct Needle {
  std::string lower;
  std::string head;    ///< what stands behind a "^" at the very beginning
  std::string tail;    ///< what stands before a "$" at the very end
  bool whole = false;  ///< the pattern is nothing else
};

/// endOfBracket returns the place of the "]" that ends the bracket at `from`: not a first one, not that of "[:alpha:]".
std::size_t endOfBracket(std::string_view pattern, std::size_t from) {
  std::size_t i = from + (pattern.substr(from + 1, 1) == "^" ? 2 : 1);
  if (pattern.substr(i, 1) == "]") ++i;
  while (i < pattern.size() && pattern[i] != ']') {
    const bool named = pattern[i] == '[' && i + 1 < pattern.size() && std::string_view(":=.").find(pattern[i + 1]) < 3;
    if (named) i = std::min(pattern.find(std::string{pattern[i + 1], ']'}, i + 2), pattern.size()) + 2;
    else i += pattern[i] == '\\' ? 2 : 1;
  }
  return std::min(i, pattern.size());
}

/// endOfGroup returns the place after the group or bracket that opens at `from`.
std::size_t endOfGroup(std::string_view pattern, std::size_t from) {
  std::size_t depth = 0;
  for (std::size_t i = from; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '[') {
      i = endOfBracket(pattern, i);
    } else if (pattern[i] == '(') {
      ++depth;
    } else if (pattern[i] == ')') {
      --depth;
    }
    if (depth == 0) return i + 1;
  }
  return pattern.size();
}

/// needleOf takes the longest stretch of plain letters that no alternative and no count can leave out.
Needle needleOf(std::string_view pattern) {
  constexpr std::string_view kPlainWhenEscaped = ".[]{}()*+?^$|\\/-";
  Needle best;
  std::string run;
  bool whole = true;
  std::size_t runAt = 0;
  const auto endRun = [&] {
    if (!run.empty() && runAt == 1 && pattern.front() == '^') best.head = run;
    if (run.size() > best.lower.size()) best.lower = run;
    run.clear();
    whole = false;
  };
  for (std::size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == '|') return {};
    const bool counted = std::string_view("*?{+").find(pattern[std::min(i + 1, pattern.size() - 1)]) < 4;
    if (c == '*' || c == '?' || c == '{' || (c == '+' && counted && i + 1 < pattern.size())) {
      if (!run.empty()) run.pop_back();
      endRun();
      i = c == '{' ? std::min(pattern.find('}', i), pattern.size() - 1) + 1 : i + 1;
    } else if (c == '(' || c == '[') {
      endRun();
      i = endOfGroup(pattern, i);
    } else if (c == '\\' && kPlainWhenEscaped.find(pattern[i + 1]) != std::string_view::npos) {
      if (run.empty()) runAt = i;
      run += pattern[i + 1];
      i += 2;
    } else if (c == '\\') {
      endRun();
      i += 2;
    } else if (std::string_view(".^$+)]}").find(c) != std::string_view::npos) {
      if (c == '$' && i + 1 == pattern.size()) best.tail = run;
      endRun();
      ++i;
    } else {
      if (run.empty()) runAt = i;
      run += text::toLower(c);
      ++i;
    }
  }
  const bool isWhole = whole;
  endRun();
  best.whole = isWhole && !best.lower.empty();
  return best;
}

}  // namespace

struct NamePattern::Compiled {
  regex_t regex{};
  Needle needle;
  bool ready = false;
  ~Compiled() {
    if (ready) regfree(&regex);
  }
};

base::Result<NamePattern> NamePattern::compile(std::string_view pattern) {
  if (std::ranges::count(pattern, '{') > kMaxCounts)
    return base::fail(problem("More than two counts in braces are too costly.", pattern.rfind('{') + 1));
  auto posix = toPosix(pattern);
  if (!posix) return base::fail(posix.error());
  auto compiled = std::make_shared<Compiled>();
  const ByteLocale bytes;
  const int code = regcomp(&compiled->regex, posix->c_str(), REG_EXTENDED | REG_NOSUB | REG_ICASE);
  if (code != 0) {
    std::array<char, 120> why{};
    regerror(code, &compiled->regex, why.data(), why.size());
    return base::fail(problem(std::string(why.data()) + ".", 0));
  }
  compiled->ready = true;
  compiled->needle = needleOf(pattern);
  NamePattern made;
  made.m_compiled = std::move(compiled);
  return made;
}

const std::string& NamePattern::needle() const { return m_compiled->needle.lower; }
bool NamePattern::isNeedle() const { return m_compiled->needle.whole; }
bool NamePattern::mayMatch(std::string_view lower) const {
  // Of a name that is cut off, by its length or by a NUL, the end is somewhere else.
  if (lower.size() > kMatchedBytes || lower.find('\0') != std::string_view::npos) return true;
  return lower.starts_with(m_compiled->needle.head) && lower.ends_with(m_compiled->needle.tail);
}

bool NamePattern::matches(const char* text) const {
  const std::size_t length = strnlen(text, kMatchedBytes + 1);
  if (length <= kMatchedBytes) return regexec(&m_compiled->regex, text, 0, nullptr, 0) == 0;
  const std::string head(text, kMatchedBytes);
  return regexec(&m_compiled->regex, head.c_str(), 0, nullptr, 0) == 0;
}

}  // namespace plumbline::verdicts
