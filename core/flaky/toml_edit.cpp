// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a flaky.toml: whole tables, and single lines of a table.
#include <algorithm>
#include <cstdio>

#include "core/flaky/python_edit.h"
#include "core/flaky/set_layout.h"
#include "core/flaky/toml_list.h"

namespace plumbline::flaky {
namespace {

std::string quoted(std::string_view text) {
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

/// valueOf gives what stands after "key = "; "" for a key that is left out. `oldValue`: a day that was a text stays
/// one.
std::string valueOf(const FlakyEntry& entry, std::string_view key, std::string_view oldValue = {}) {
  const auto text = [](const std::string& value) { return value.empty() ? std::string() : quoted(value); };
  const auto day = [&](const std::optional<Date>& date) {
    if (!date) return std::string();
    const bool wasText = !oldValue.empty() && (oldValue[0] == '"' || oldValue[0] == '\'');
    return wasText ? quoted(dateText(*date)) : dateText(*date);
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

/// lineAbove gives the begin of the line above the one at `begin` (> 0).
std::size_t lineAbove(std::string_view bytes, std::size_t begin) {
  std::size_t end = begin - 1;
  if (end > 0 && bytes[end] == '\n' && bytes[end - 1] == '\r') --end;
  return lineBegin(bytes, end);
}

/// leadingBegin gives where a table begins with its own comment lines; lines that open the file are the file's.
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

/// parted tells whether the tables of the list have a blank line between them; a list of less than two has.
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
