// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/toml_list.h"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "core/flaky/set_layout.h"
#include "core/text/utf8.h"

namespace plumbline::flaky {
namespace {

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
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t N>
std::string joined(const std::array<std::string_view, N>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& path) : m_bytes(bytes), m_path(path), m_offsets(bytes) {}

  base::Result<TomlList> read() {
    try {
      const toml::table root = toml::parse(m_bytes, m_path);
      for (const auto& [key, node] : root) {
        const toml::array* tables = key.str() == "flaky" ? node.as_array() : nullptr;
        if (tables == nullptr) {
          complain(key.source(),
                   "\"" + std::string(key.str()) + "\" is no part of a flaky list; entries are [[flaky]] tables.");
          break;
        }
        for (const toml::node& entry : *tables) readEntry(entry);
      }
    } catch (const toml::parse_error& e) {
      complain(e.source(), "This is not TOML: " + std::string(e.description()) + ".");
    }
    if (m_error) return base::fail(*m_error);
    return std::move(m_list);
  }

 private:
  void complain(const toml::source_region& place, std::string text) {
    if (m_error) return;
    m_error = base::Error{base::ErrorCode::BadFormat, std::move(text),   "Put it right in the flaky list.", m_path,
                          place.begin.line,           place.begin.column};
  }

  void readEntry(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return complain(node.source(), "A flaky entry must be a table.");
    FlakyEntry entry;
    entry.line = table->source().begin.line;
    TomlList::TablePlace place;
    place.isInline = table->is_inline();
    place.begin = m_offsets.line(entry.line);
    place.headerEnd = place.end = afterLine(m_bytes, place.begin);
    for (const auto& [key, value] : *table) {
      const auto known = std::find(kTomlKeys.begin(), kTomlKeys.end(), key.str());
      if (known == kTomlKeys.end())
        return complain(key.source(), "A flaky entry has no key \"" + std::string(key.str()) + "\" (it may have " +
                                          joined(kTomlKeys) + ").");
      take(entry, *known, value);
      TomlList::KeyPlace& at = place.keys[static_cast<std::size_t>(known - kTomlKeys.begin())];
      at = {m_offsets.line(key.source().begin.line), 0, m_offsets.at(value.source().begin),
            m_offsets.at(value.source().end)};
      at.afterLine = afterLine(m_bytes, at.valueEnd);
      if (!place.isInline) place.end = std::max(place.end, at.afterLine);
    }
    if (entry.name.empty() || (table->contains("name") && table->contains("pattern")))
      complain(table->source(), "A flaky entry needs one of name and pattern.");
    takeCommentsBelow(place);
    m_list.entries.push_back(std::move(entry));
    m_list.places.push_back(place);
  }

  /// Comment lines directly below belong to the table, unless another table follows them without a blank line.
  void takeCommentsBelow(TomlList::TablePlace& place) const {
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
    if (key == "check" && !text->empty() && !isWord(*text, kCheckWords))
      complain(value.source(), "There is no check \"" + *text + "\" (it may be " + joined(kCheckWords) + ").");
    if (key == "platform" && !text->empty() && !isWord(*text, kPlatformWords))
      complain(value.source(), "There is no platform \"" + *text + "\" (it may be " + joined(kPlatformWords) + ").");
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
  TomlList m_list;
  std::optional<base::Error> m_error;
};

base::Error unfit(std::string text, std::string hint) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint)};
}

}  // namespace

base::Result<TomlList> readTomlList(std::string_view bytes, const std::string& path) {
  return Reader(bytes, path).read();
}

base::Result<void> checkTomlEntry(const FlakyEntry& entry) {
  for (const std::string* text : {&entry.name, &entry.config, &entry.reason, &entry.issue, &entry.owner})
    if (text::firstInvalidUtf8(*text))
      return base::fail(unfit("A text of this entry is not UTF-8.", "Check the texts."));
  if (entry.name.empty()) return base::fail(unfit("An entry needs a name or a pattern.", "Give one."));
  if (!entry.check.empty() && !isWord(entry.check, kCheckWords))
    return base::fail(
        unfit("There is no check \"" + entry.check + "\".", "Choose one of " + joined(kCheckWords) + "."));
  if (!entry.platform.empty() && !isWord(entry.platform, kPlatformWords))
    return base::fail(
        unfit("There is no platform \"" + entry.platform + "\".", "Choose one of " + joined(kPlatformWords) + "."));
  for (const auto& date : {entry.added, entry.expires}) {
    const bool writable =
        !date || (date->ok() && static_cast<int>(date->year()) >= 0 && static_cast<int>(date->year()) <= 9999);
    if (!writable) return base::fail(unfit("A date of this entry does not exist.", "Give a day such as 2026-11-30."));
  }
  return {};
}

}  // namespace plumbline::flaky
