// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a flaky.toml: whole tables, and single lines of a table.
#include "core/flaky/toml_list.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/flaky/set_layout.h"
#include "core/text/toml_reader.h"
#include "core/text/utf8.h"

namespace plumbline::flaky {
namespace {

constexpr std::size_t kMaxEntries = 20'000;  // a real list has some hundreds
// Every pattern is tried on every name of a run: the time is that of all patterns' characters times that of all names.
constexpr std::size_t kMaxPatterns = 500, kMaxPatternBytes = 8192;
constexpr const char* kListHint = "Put it right in the flaky list.";

/// Offsets turns toml++'s line and column (of characters) into a byte offset.
class Offsets {
 public:
  explicit Offsets(std::string_view bytes) : m_bytes(bytes) {
    m_lines.push_back(0);
    for (std::size_t at = 0; at < bytes.size(); ++at)
      if (bytes[at] == '\n') m_lines.push_back(at + 1);
  }
  std::size_t line(std::size_t number) const { return m_lines[std::min(number, m_lines.size()) - 1]; }
  std::size_t at(const toml::source_position& place) const {
    const std::size_t begin = line(std::max<std::size_t>(place.line, 1));
    const std::size_t columns = std::max<std::size_t>(place.column, 1) - 1;
    return begin + text::prefixOf(m_bytes.substr(begin), columns).size();
  }

 private:
  std::string_view m_bytes;
  std::vector<std::size_t> m_lines;
};

template <std::size_t N>
bool isWord(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

template <std::size_t N>
std::string joined(const std::array<std::string_view, N>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

class ListReader {
 public:
  ListReader(std::string_view bytes, const std::string& path) : m_bytes(bytes), m_path(path), m_offsets(bytes) {}

  base::Result<TomlList> read() {
    const auto root = text::parseToml(m_bytes, {m_path, kListHint});
    if (!root) return base::fail(root.error());
    for (const auto& [key, node] : *root) {
      const toml::array* tables = key.str() == "flaky" ? node.as_array() : nullptr;
      if (tables == nullptr) {
        complain(key.source(),
                 "\"" + std::string(key.str()) + "\" is no part of a flaky list; entries are [[flaky]] tables.");
        break;
      }
      if (tables->size() > kMaxEntries)
        complain((*tables)[kMaxEntries].source(),
                 "A flaky list has at most " + std::to_string(kMaxEntries) + " entries.", base::ErrorCode::TooLarge);
      for (std::size_t i = 0; i < tables->size() && !m_error; ++i) readEntry((*tables)[i]);
    }
    if (m_error) return base::fail(*m_error);
    return std::move(m_list);
  }

 private:
  void complain(const toml::source_region& place, std::string text,
                base::ErrorCode code = base::ErrorCode::BadFormat) {
    if (m_error) return;
    m_error = base::Error{code, std::move(text), kListHint, m_path, place.begin.line, place.begin.column};
  }

  void readEntry(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return complain(node.source(), "A flaky entry must be a table.");
    FlakyEntry entry;
    entry.line = table->source().begin.line;
    TomlList::TablePlace place;
    place.isInline = table->is_inline();
    if (!place.isInline) {
      place.begin = m_offsets.line(entry.line);
      place.headerEnd = place.end = afterLine(m_bytes, place.begin);
    }
    for (const auto& [key, value] : *table) {
      const auto known = std::ranges::find(kTomlKeys, key.str());
      if (known == kTomlKeys.end())
        return complain(key.source(), "A flaky entry has no key \"" + std::string(key.str()) + "\" (it may have " +
                                          joined(kTomlKeys) + ").");
      take(entry, *known, value);
      if (place.isInline) continue;  // all of them may lie on one line, which is not looked through for each
      TomlList::KeyPlace& at = place.keys[static_cast<std::size_t>(known - kTomlKeys.begin())];
      at = {m_offsets.line(key.source().begin.line), 0, m_offsets.at(value.source().begin),
            m_offsets.at(value.source().end)};
      at.afterLine = afterLine(m_bytes, at.valueEnd);
      place.end = std::max(place.end, at.afterLine);
    }
    if (entry.name.empty() || (table->contains("name") && table->contains("pattern")))
      complain(table->source(), "A flaky entry needs one of name and pattern.");
    if (entry.isPattern) countPattern(entry, table->source());
    if (!place.isInline) includeCommentsBelow(place);
    m_list.entries.push_back(std::move(entry));
    m_list.places.push_back(place);
  }

  void countPattern(const FlakyEntry& entry, const toml::source_region& place) {
    m_patternBytes += entry.name.size();
    if (++m_patterns > kMaxPatterns || m_patternBytes > kMaxPatternBytes)
      complain(place, "A flaky list has at most " + std::to_string(kMaxPatterns) + " patterns, of " +
                          std::to_string(kMaxPatternBytes) + " bytes together.", base::ErrorCode::TooLarge);
  }

  /// Comment lines directly below belong to the table, unless another table follows them without a blank line.
  void includeCommentsBelow(TomlList::TablePlace& place) const {
    std::size_t at = place.end;
    const auto firstOf = [&](std::size_t begin) {
      const std::size_t text = skipBlanks(m_bytes, begin);
      return text < m_bytes.size() ? m_bytes[text] : '\n';
    };
    while (at < m_bytes.size() && firstOf(at) == '#') at = afterLine(m_bytes, at);
    if (at == m_bytes.size() || firstOf(at) != '[') place.end = at;
  }

  void take(FlakyEntry& entry, std::string_view key, const toml::node& value) {
    if (key == "added" || key == "expires") {
      (key == "added" ? entry.added : entry.expires) = date(key, value);
      return;
    }
    const auto text = value.value_exact<std::string>();
    if (!text) return complain(value.source(), "\"" + std::string(key) + "\" must be a text.");
    if (key == "check" && !text->empty() && !isWord(*text, kFlakyCheckNames))
      complain(value.source(), "There is no check \"" + *text + "\" (it may be " + joined(kFlakyCheckNames) + ").");
    if (key == "platform" && !text->empty() && !isWord(*text, kFlakyPlatformNames))
      complain(value.source(),
               "There is no platform \"" + *text + "\" (it may be " + joined(kFlakyPlatformNames) + ").");
    if (key == "name") entry.name = *text;
    if (key == "pattern") entry.name = *text, entry.isPattern = true;
    if (key == "check") entry.check = *text;
    if (key == "platform") entry.platform = *text;
    if (key == "config") entry.config = *text;
    if (key == "reason") entry.reason = *text;
    if (key == "issue") entry.issue = *text;
    if (key == "owner") entry.owner = *text;
  }

  std::optional<Date> date(std::string_view key, const toml::node& value) {
    std::optional<Date> found;
    if (const auto date = value.value_exact<toml::date>())
      found = Date{std::chrono::year(date->year), std::chrono::month(date->month), std::chrono::day(date->day)};
    if (const auto text = value.value_exact<std::string>()) found = parseDate(*text);
    if (!found || !found->ok()) {
      complain(value.source(), "\"" + std::string(key) + "\" must be a day such as 2026-11-30.");
      return std::nullopt;
    }
    return found;
  }

  std::string_view m_bytes;
  const std::string& m_path;
  Offsets m_offsets;
  std::size_t m_patterns = 0, m_patternBytes = 0;
  TomlList m_list;
  std::optional<base::Error> m_error;
};

base::Error unfit(std::string text, std::string hint) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint)};
}

std::string tomlString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04X", byte);
      out += code.data();
    } else {
      out.push_back(c);
    }
  }
  return out + "\"";
}

/// valueOf returns what stands after "key = "; "" for a key that is left out. `oldValue`: a day that was a text stays
/// one.
std::string valueOf(const FlakyEntry& entry, std::string_view key, std::string_view oldValue = {}) {
  const auto text = [](const std::string& value) { return value.empty() ? std::string() : tomlString(value); };
  const auto day = [&](const std::optional<Date>& date) {
    if (!date) return std::string();
    const bool wasText = !oldValue.empty() && (oldValue[0] == '"' || oldValue[0] == '\'');
    return wasText ? tomlString(dateText(*date)) : dateText(*date);
  };
  if (key == "name") return entry.isPattern ? "" : text(entry.name);
  if (key == "pattern") return entry.isPattern ? text(entry.name) : "";
  if (key == "check") return text(entry.check);
  if (key == "platform") return text(entry.platform);
  if (key == "config") return text(entry.config);
  if (key == "reason") return text(entry.reason);
  if (key == "issue") return text(entry.issue);
  if (key == "owner") return text(entry.owner);
  return day(key == "added" ? entry.added : entry.expires);
}

bool isBlankLine(std::string_view bytes, std::size_t begin) {
  const std::size_t at = skipBlanks(bytes, begin);
  return at == bytes.size() || bytes[at] == '\n' || bytes[at] == '\r';
}

/// lineAbove returns the begin of the line above the one at `begin` (> 0).
std::size_t lineAbove(std::string_view bytes, std::size_t begin) {
  std::size_t end = begin - 1;
  if (end > 0 && bytes[end] == '\n' && bytes[end - 1] == '\r') --end;
  return lineBegin(bytes, end);
}

/// leadingBegin returns where a table begins with its own comment lines; lines that open the file are the file's.
std::size_t leadingBegin(std::string_view bytes, std::size_t header) {
  std::size_t begin = header;
  while (begin > 0) {
    const std::size_t above = lineAbove(bytes, begin);
    const std::size_t at = skipBlanks(bytes, above);
    if (at >= bytes.size() || bytes[at] != '#') break;
    if (above == 0) return header;
    begin = above;
  }
  return begin;
}

/// parted returns whether the tables of the list have a blank line between them; a list of less than two has.
bool parted(std::string_view bytes, const TomlList& list) {
  if (list.places.size() < 2) return true;
  const std::size_t second = leadingBegin(bytes, list.places[1].begin);
  return second > 0 && isBlankLine(bytes, lineAbove(bytes, second));
}

base::Error inlineForm(std::size_t line) {
  return {base::ErrorCode::BadFormat,
          "This list is written as flaky = [...], which is not edited.",
          "Write its entries as [[flaky]] tables.",
          {},
          line};
}

}  // namespace

base::Result<TomlList> readTomlList(std::string_view bytes, const std::string& path) {
  return ListReader(bytes, path).read();
}

base::Result<void> checkTomlEntry(const FlakyEntry& entry) {
  for (const std::string* text : {&entry.name, &entry.config, &entry.reason, &entry.issue, &entry.owner})
    if (text::firstInvalidUtf8(*text))
      return base::fail(unfit("A text of this entry is not UTF-8.", "Check the texts."));
  if (entry.name.empty()) return base::fail(unfit("An entry needs a name or a pattern.", "Give one."));
  if (!entry.check.empty() && !isWord(entry.check, kFlakyCheckNames))
    return base::fail(
        unfit("There is no check \"" + entry.check + "\".", "Choose one of " + joined(kFlakyCheckNames) + "."));
  if (!entry.platform.empty() && !isWord(entry.platform, kFlakyPlatformNames))
    return base::fail(unfit("There is no platform \"" + entry.platform + "\".",
                            "Choose one of " + joined(kFlakyPlatformNames) + "."));
  for (const auto& date : {entry.added, entry.expires}) {
    const bool writable =
        !date || (date->ok() && static_cast<int>(date->year()) >= 0 && static_cast<int>(date->year()) <= 9999);
    if (!writable) return base::fail(unfit("A date of this entry does not exist.", "Give a day such as 2026-11-30."));
  }
  return {};
}

base::Result<text::ByteEdits> addToToml(std::string_view bytes, const TomlList& list, const FlakyEntry& entry) {
  if (const auto good = checkTomlEntry(entry); !good) return base::fail(good.error());
  for (std::size_t i = 0; i < list.places.size(); ++i)
    if (list.places[i].isInline) return base::fail(inlineForm(list.entries[i].line));
  const std::string eol = bytes.empty() ? "\n" : lineEndOf(bytes, 0);
  std::string with;
  const bool endsInLine = !bytes.empty() && bytes.back() != '\n';
  if (endsInLine) with += eol;
  const bool blankAlready = bytes.empty() || (!endsInLine && isBlankLine(bytes, lineAbove(bytes, bytes.size())));
  if (!blankAlready && parted(bytes, list)) with += eol;
  with += "[[flaky]]" + eol;
  for (const std::string_view key : kTomlKeys)
    if (const std::string value = valueOf(entry, key); !value.empty()) with += std::string(key) + " = " + value + eol;
  return text::ByteEdits{{bytes.size(), bytes.size(), std::move(with)}};
}

base::Result<text::ByteEdits> removeFromToml(std::string_view bytes, const TomlList& list, std::size_t index) {
  const TomlList::TablePlace& place = list.places[index];
  if (place.isInline) return base::fail(inlineForm(list.entries[index].line));
  std::size_t begin = leadingBegin(bytes, place.begin);
  std::size_t end = place.end;
  std::size_t blankEnd = end;
  while (blankEnd < bytes.size() && isBlankLine(bytes, blankEnd)) blankEnd = afterLine(bytes, blankEnd);
  if (blankEnd < bytes.size()) {
    end = blankEnd;  // the blank lines below go along, those above stay
  } else if (begin > 0 && isBlankLine(bytes, lineAbove(bytes, begin))) {
    begin = lineAbove(bytes, begin);  // the last table: the blank line that parted it goes
  }
  return text::ByteEdits{{begin, end, {}}};
}

base::Result<text::ByteEdits> replaceInToml(std::string_view bytes, const TomlList& list, std::size_t index,
                                            const FlakyEntry& entry) {
  if (const auto good = checkTomlEntry(entry); !good) return base::fail(good.error());
  const TomlList::TablePlace& place = list.places[index];
  if (place.isInline) return base::fail(inlineForm(list.entries[index].line));
  const std::string eol = lineEndOf(bytes, place.begin);
  text::ByteEdits edits;
  std::size_t after = place.headerEnd;  // where a line that is not there yet goes
  for (std::size_t k = 0; k < kTomlKeys.size(); ++k) {
    const TomlList::KeyPlace& at = place.keys[k];
    const bool there = at.afterLine != 0;
    const std::string_view old = there ? bytes.substr(at.valueBegin, at.valueEnd - at.valueBegin) : std::string_view{};
    const std::string value = valueOf(entry, kTomlKeys[k], old);
    const std::string was = valueOf(list.entries[index], kTomlKeys[k], old);
    if (value != was || (there && value.empty() && !was.empty())) {
      if (there && value.empty()) {
        edits.push_back({at.lineBegin, at.afterLine, {}});
      } else if (there) {
        edits.push_back({at.valueBegin, at.valueEnd, value});
      } else {
        const bool cut = after == bytes.size() && (bytes.empty() || bytes.back() != '\n');
        edits.push_back(
            {after, after,
             cut ? eol + std::string(kTomlKeys[k]) + " = " + value : std::string(kTomlKeys[k]) + " = " + value + eol});
      }
    }
    if (there) after = at.afterLine;
  }
  return text::sortEdits(std::move(edits));
}

}  // namespace plumbline::flaky
