// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/log_errors.h"

#include <algorithm>
#include <queue>
#include <toml++/toml.h>

#include "core/runs/logs/ansi_text.h"
#include "core/runs/logs/log_file.h"
#include "core/text/ascii.h"
#include "core/text/toml_reader.h"
#include "resources/embedded.h"

namespace plumbline::runs {
namespace {

constexpr std::string_view kPatternFile = "runs/log_errors.toml";
constexpr std::size_t kLongestBracket = 64;

bool isTime(std::string_view word) {
  return word.size() >= 5 && text::isDigit(word.front()) && word.find_first_of(":-") != word.npos &&
         word.find_first_not_of("0123456789-:.,TZ+") == word.npos;
}

bool beginsWith(std::string_view line, std::string_view pattern) {
  if (line.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (pattern[i] == '#' ? !text::isDigit(line[i]) : line[i] != pattern[i]) return false;
  return true;
}

bool startsIn(std::string_view line, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(patterns, [&](const std::string& p) { return beginsWith(line, p); });
}

/// startsBody compares the line's beginning, and again after each blank, time and bracket there.
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
    if ((at == 0 || !text::isWordPart(line[at - 1])) && (end == line.size() || !text::isWordPart(line[end]))) return true;
  }
  return false;
}

/// "torch.cuda.OutOfMemoryError: CUDA ...", also behind "[rank0]: ".
bool isException(std::string_view line, const std::vector<std::string>& endings) {
  if (line.starts_with('[')) {
    const std::size_t end = line.find("]: ");
    if (end == line.npos || end > kLongestBracket) return false;
    line.remove_prefix(end + 3);
  }
  std::size_t length = 0;
  while (length < line.size() && (text::isWordPart(line[length]) || (line[length] == '.' && length > 0))) ++length;
  const std::string_view name = line.substr(0, length);
  if (name.empty() || text::isDigit(name.front()) || (length < line.size() && line[length] != ':')) return false;
  return std::ranges::any_of(endings,
                             [&](const std::string& e) { return name.size() > e.size() && name.ends_with(e); });
}

const LogErrors& builtIn() {
  static const LogErrors kErrors =
      readLogErrors(resources::embeddedBytes(kPatternFile).value_or("")).value_or(LogErrors{});
  return kErrors;
}

}  // namespace

std::size_t MultiTextFinder::addState() {
  m_next.resize(m_next.size() + m_classes);
  return m_next.size() / m_classes - 1;
}

MultiTextFinder::MultiTextFinder(const std::vector<std::string>& texts) {
  for (const std::string& text : texts)
    for (const char c : text) {
      std::uint8_t& cls = m_class[static_cast<unsigned char>(text::isDigit(c) ? '0' : c)];
      if (cls == 0) cls = static_cast<std::uint8_t>(m_classes++);
    }
  for (char c = '1'; c <= '9'; ++c) m_class[static_cast<unsigned char>(c)] = m_class[static_cast<unsigned char>('0')];

  // A tree of all texts; 0 is "no such child".
  std::vector<bool> ends;
  addState();
  ends.push_back(false);
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    std::size_t state = 0;
    for (const char c : text) {
      const std::size_t at = state * m_classes + classOf(c);
      if (m_next[at] == 0) {
        const std::size_t added = addState();  // moves m_next
        ends.push_back(false);
        m_next[at] = static_cast<std::uint32_t>(added);
      }
      state = m_next[at];
    }
    ends[state] = true;
  }

  // By depth: what has no child goes on where the longest end of it that begins a text would.
  std::vector<std::size_t> fallback(ends.size(), 0);
  std::queue<std::size_t> waiting;
  for (std::size_t c = 0; c < m_classes; ++c)
    if (m_next[c] != 0) waiting.push(m_next[c]);
  for (; !waiting.empty(); waiting.pop()) {
    const std::size_t state = waiting.front();
    if (ends[fallback[state]]) ends[state] = true;
    for (std::size_t c = 0; c < m_classes; ++c) {
      std::uint32_t& next = m_next[state * m_classes + c];
      const std::uint32_t other = m_next[fallback[state] * m_classes + c];
      if (next == 0) {
        next = other;
      } else {
        fallback[next] = other;
        waiting.push(next);
      }
    }
  }
  // For the scan the entries hold the row itself, and whether a text ends there.
  for (std::uint32_t& next : m_next) next = static_cast<std::uint32_t>(next * m_classes * 2 + (ends[next] ? 1 : 0));
}

std::optional<std::size_t> MultiTextFinder::firstEnd(std::string_view bytes, std::size_t from) const {
  if (from >= bytes.size()) return std::nullopt;
  // Plain pointers: this loop sees every byte of a log, in debug builds too.
  const std::uint8_t* classes = m_class.data();
  const std::uint32_t* next = m_next.data();
  const char* end = bytes.data() + bytes.size();
  std::uint32_t entry = 0;
  for (const char* at = bytes.data() + from; at != end; ++at) {
    entry = next[(entry >> 1U) + classes[static_cast<unsigned char>(*at)]];
    if ((entry & 1U) != 0) return static_cast<std::size_t>(at - bytes.data()) + 1;
  }
  return std::nullopt;
}

bool LogErrors::matches(std::string_view line) const {
  const bool isError = containsAny(line, anywhere) || startsBody(line, starts) || isException(line, exceptions) ||
                       std::ranges::any_of(words, [&](const std::string& w) { return holdsWord(line, w); });
  return isError && !containsAny(line, unless);
}

std::vector<std::string> LogErrors::candidates() const {
  std::vector<std::string> texts;
  for (const auto* list : {&anywhere, &words, &starts, &exceptions})
    texts.insert(texts.end(), list->begin(), list->end());
  for (std::string& text : texts) std::replace(text.begin(), text.end(), '#', '0');
  return texts;
}

base::Result<LogErrors> readLogErrors(std::string_view toml) {
  const text::TomlFile file{std::string(kPatternFile), "Put it right in the file of error patterns.", false};
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

bool containsAny(std::string_view line, const std::vector<std::string>& texts) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return line.find(text) != line.npos; });
}

bool looksLikeError(std::string_view line) { return builtIn().matches(line); }

std::optional<std::size_t> firstErrorIn(std::string_view text, bool goesOn) {
  static const MultiTextFinder kScan(builtIn().candidates());
  std::size_t from = goesOn ? text.find('\n') : 0;
  while (from < text.size()) {
    const auto hit = kScan.firstEnd(text, from);
    if (!hit) return std::nullopt;
    const std::size_t begin = text.rfind('\n', *hit - 1) + 1;  // npos + 1 is 0
    const std::size_t end = std::min(text.find('\n', *hit), text.size());
    AnsiStyle state;
    const std::string_view line = text.substr(begin, std::min(end - begin, kMaxLogLine));
    if (looksLikeError(readAnsi(displayText(line), state).plain)) return begin;
    from = end;
  }
  return std::nullopt;
}

}  // namespace plumbline::runs
