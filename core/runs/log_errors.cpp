// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_errors.h"

#include <algorithm>

#include "core/runs/ansi_text.h"
#include "core/runs/log_file.h"
#include "core/runs/log_text.h"
#include "core/runs/word_scan.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kFile = "runs/log_errors.toml";
constexpr std::size_t kLongestBracket = 64;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordPart(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool isTime(std::string_view word) {
  return word.size() >= 5 && isDigit(word.front()) && word.find_first_of(":-") != word.npos &&
         word.find_first_not_of("0123456789-:.,TZ+") == word.npos;
}

bool beginsWith(std::string_view line, std::string_view pattern) {
  if (line.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '#' ? !isDigit(line[i]) : line[i] != pattern[i]) return false;
  return true;
}

bool startsIn(std::string_view line, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& p) { return beginsWith(line, p); });
}

/// startsBody looks at the line's beginning, and again after every blank, time and bracket there.
bool startsBody(std::string_view line, const std::vector<std::string>& patterns) {
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t:"), line.size()));
    if (line.empty()) return false;
    if (startsIn(line, patterns)) return true;
    const bool isBracket = line.front() == '[';
    const std::size_t end = line.find(isBracket ? ']' : ' ');
    if (end == line.npos || end > kLongestBracket) return false;
    if (!isBracket && !isTime(line.substr(0, end))) return false;
    line.remove_prefix(end + 1);
  }
}

bool holdsWord(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isWordPart(line[at - 1])) && (end == line.size() || !isWordPart(line[end]))) return true;
  }
  return false;
}

bool holdsAny(std::string_view line, const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& t) { return line.find(t) != line.npos; });
}

/// "torch.cuda.OutOfMemoryError: CUDA ...", also behind "[rank0]: ".
bool isException(std::string_view line, const std::vector<std::string>& endings) {
  if (line.starts_with('[')) {
    const std::size_t end = line.find("]: ");
    if (end == line.npos || end > kLongestBracket) return false;
    line.remove_prefix(end + 3);
  }
  std::size_t length = 0;
  while (length < line.size() && (isWordPart(line[length]) || (line[length] == '.' && length > 0))) ++length;
  const std::string_view name = line.substr(0, length);
  if (name.empty() || isDigit(name.front()) || (length < line.size() && line[length] != ':')) return false;
  return std::any_of(endings.begin(), endings.end(),
                     [&](const std::string& e) { return name.size() > e.size() && name.ends_with(e); });
}

const LogErrors& builtIn() {
  static const LogErrors kErrors =
      readLogErrors(resources::embeddedBytes(kFile).value_or("")).value_or(LogErrors{});
  return kErrors;
}

}  // namespace

bool LogErrors::matches(std::string_view line) const {
  const bool isError = holdsAny(line, anywhere) || startsBody(line, starts) || isException(line, exceptions) ||
                       std::any_of(words.begin(), words.end(), [&](const std::string& w) { return holdsWord(line, w); });
  return isError && !holdsAny(line, unless);
}

std::vector<std::string> LogErrors::candidates() const {
  std::vector<std::string> texts;
  for (const auto* list : {&anywhere, &words, &starts, &exceptions}) texts.insert(texts.end(), list->begin(), list->end());
  for (std::string& text : texts) std::replace(text.begin(), text.end(), '#', '0');
  return texts;
}

base::Result<LogErrors> readLogErrors(std::string_view toml) {
  const text::TomlFile file{std::string(kFile), "Put it right in the file of error patterns.", false};
  const auto root = text::parseToml(toml, file);
  if (!root) return base::fail(root.error());
  text::TomlReader reader(file);
  LogErrors errors;
  errors.anywhere = reader.texts(*root, "anywhere");
  errors.words = reader.texts(*root, "words");
  errors.starts = reader.texts(*root, "starts");
  errors.exceptions = reader.texts(*root, "exceptions");
  errors.unless = reader.texts(*root, "unless");
  if (reader.error()) return base::fail(*reader.error());
  return errors;
}

bool looksLikeError(std::string_view line) { return builtIn().matches(line); }

std::optional<std::size_t> firstErrorIn(std::string_view text, bool goesOn) {
  static const WordScan kScan(builtIn().candidates());
  std::size_t from = goesOn ? text.find('\n') : 0;
  while (from < text.size()) {
    const auto hit = kScan.firstEnd(text, from);
    if (!hit) return std::nullopt;
    const std::size_t begin = text.rfind('\n', *hit - 1) + 1;  // npos + 1 is 0
    const std::size_t end = std::min(text.find('\n', *hit), text.size());
    AnsiStyle state;
    const std::string_view line = text.substr(begin, std::min(end - begin, kMaxLogLine));
    if (looksLikeError(readAnsi(shownText(line), state).plain)) return begin;
    from = end;
  }
  return std::nullopt;
}

}  // namespace plumbline::runs
