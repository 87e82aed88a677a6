// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/flaky_entry.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/flaky/toml_list.h"
#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace plumbline::flaky {
namespace {

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// afterCharacter returns the position after the character at `at`; a stray byte counts as one.
std::size_t afterCharacter(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && continuesCharacter(text[at])) ++at;
  return at;
}

/// hasWord finds a whole word; "_", "/", "-" and "." part words.
bool hasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    if ((at == 0 || !text::isAlphanumeric(text[at - 1])) &&
        (after == text.size() || !text::isAlphanumeric(text[after])))
      return true;
  }
  return false;
}

std::string_view fileNameOf(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

std::string_view configOf(std::string_view path) {
  std::string_view name = fileNameOf(path);
  if (name.ends_with(".csv")) name.remove_suffix(4);
  return name;
}

int digitsOf(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// issueIn returns the first link or "#123" of a text, "" without one.
std::string_view issueIn(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest[0] == '#' && rest.size() > 1 && text::isDigit(rest[1])) {
      std::size_t size = 2;
      while (size < rest.size() && text::isDigit(rest[size])) ++size;
      return rest.substr(0, size);
    }
    if (rest.starts_with("https://") || rest.starts_with("http://")) {
      std::string_view link = rest.substr(0, rest.find_first_of(" \t\"'<>)]"));
      while (!link.empty() && std::string_view(".,;:").find(link.back()) != std::string_view::npos)
        link.remove_suffix(1);
      return link;
    }
  }
  return {};
}

std::string withoutSemicolons(std::string text) {
  std::replace(text.begin(), text.end(), ';', ',');
  return text;
}

constexpr std::string_view kScriptPlatform = "rocm";

bool isScript(Origin form) { return form != Origin::Toml; }

}  // namespace

bool matchesGlob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last star met, and how much of the text it has taken
  std::size_t taken = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t = afterCharacter(text, t);
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::optional<Date> parseDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = digitsOf(text.substr(0, 4));
  const int month = digitsOf(text.substr(5, 2));
  const int day = digitsOf(text.substr(8, 2));
  if (year < 0 || month < 0 || day < 0) return std::nullopt;
  const Date date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                  std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return date;
}

std::string dateText(Date date) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return {text.data(), static_cast<std::size_t>(size)};
}

std::string_view originName(Origin origin) {
  switch (origin) {
    case Origin::Toml: return "toml";
    case Origin::AccuracyScript: return "accuracy";
    case Origin::GraphBreaksScript: return "graph-breaks";
  }
  return {};
}

bool FlakyEntry::appliesTo(std::string_view model, std::string_view baselinePath) const {
  if (isPattern ? !matchesGlob(name, model) : name != model) return false;
  if (!platform.empty() && platform != platformOf(baselinePath)) return false;
  return config.empty() || matchesGlob(config, configOf(baselinePath));
}

std::string_view platformOf(std::string_view baselinePath) {
  if (matchesRocm(baselinePath)) return "rocm";
  if (hasWord(baselinePath, "xpu")) return "xpu";
  // A folder called cpu far above says nothing; the baseline's own folder and its name do.
  const std::string_view file = fileNameOf(baselinePath);
  std::string_view folder = baselinePath.substr(0, baselinePath.size() - file.size());
  if (!folder.empty()) folder = fileNameOf(folder.substr(0, folder.size() - 1));
  return hasWord(file, "cpu") || hasWord(folder, "cpu") ? "cpu" : "cuda";
}

bool isPlainText(std::string_view text) {
  return !text::firstInvalidUtf8(text) && std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
}

base::Result<std::string> commentFor(const FlakyEntry& entry, bool shared) {
  if (!isPlainText(entry.reason) || !isPlainText(entry.issue))
    return base::fail(base::ErrorCode::BadArgument, "A reason or an issue has a line end or another control character.",
                      "Write it in one line.");
  std::string text = entry.reason;
  if (!entry.issue.empty() && text.find(entry.issue) == std::string::npos)
    text += text.empty() ? entry.issue : " (" + entry.issue + ")";
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return std::string();
  text = text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
  return shared ? withoutSemicolons(entry.name + ": " + text) : text;
}

void readComment(std::string_view text, FlakyEntry& entry) {
  const std::string_view issue = issueIn(text);
  entry.issue = std::string(issue);
  const std::string atEnd = " (" + entry.issue + ")";
  if (!issue.empty() && text == issue) {
    entry.reason.clear();
  } else if (!issue.empty() && text.ends_with(atEnd)) {
    entry.reason = std::string(text.substr(0, text.size() - atEnd.size()));
  } else {
    entry.reason = std::string(text);
  }
}

std::string_view baseName(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

NameSet FlakyModels::namesFor(std::string_view expectedPath) const {
  NameSet names(base.begin(), base.end());
  if (matchesRocm(expectedPath)) names.insert(rocm.begin(), rocm.end());
  for (const FileExtra& extra : files) {
    const bool excluded =
        !extra.unlessContains.empty() && expectedPath.find(extra.unlessContains) != std::string_view::npos;
    if (!excluded && baseName(expectedPath) == extra.fileName) names.insert(extra.names.begin(), extra.names.end());
  }
  return names;
}

std::string_view unsupportedReason(Origin form, EntryField field) {
  if (!isScript(form)) return {};
  switch (field) {
    case EntryField::Pattern: return "A set in a check script holds whole names; a pattern needs flaky.toml.";
    case EntryField::Check: return "A check script excuses in its own check only.";
    case EntryField::Owner: return "A set in a check script has no place for an owner; flaky.toml has.";
    case EntryField::Added: return "A set in a check script has no place for a date; flaky.toml has.";
    case EntryField::Expires: return "An entry of a check script never expires; one of flaky.toml may.";
    case EntryField::Platform:
    case EntryField::Config:
    case EntryField::Reason:
    case EntryField::Issue: return {};
  }
  return {};
}

std::vector<std::string_view> checkNames() { return {kFlakyCheckNames.begin(), kFlakyCheckNames.end()}; }
std::vector<std::string_view> platformNamesOf(Origin form) {
  if (isScript(form)) return {kScriptPlatform};
  return {kFlakyPlatformNames.begin(), kFlakyPlatformNames.end()};
}

FlakyEntry toForm(Origin form, FlakyEntry entry) {
  entry.origin = form;
  entry.line = 0;
  if (!isScript(form)) return entry;
  entry.check = originName(form);
  entry.owner.clear();
  entry.added.reset();
  entry.expires.reset();
  return entry;
}

std::vector<std::string> lostFields(Origin form, const FlakyEntry& entry) {
  std::vector<std::string> lost;
  if (!isScript(form)) return lost;
  if (entry.check.empty()) lost.emplace_back("every other check");
  if (!entry.owner.empty()) lost.push_back("owner " + entry.owner);
  if (entry.expires) lost.push_back("expires " + dateText(*entry.expires));
  return lost;
}

std::string refusalReason(Origin form, const FlakyEntry& entry) {
  if (!isScript(form)) return {};
  if (entry.isPattern) return std::string(unsupportedReason(form, EntryField::Pattern));
  if (!entry.check.empty() && entry.check != originName(form))
    return "The entry is about " + entry.check + ", and this script checks " + std::string(originName(form)) + ".";
  if (entry.config.find_first_of("*?") != std::string::npos)
    return "A check script names single files; the config " + entry.config + " is a pattern.";
  if (!entry.platform.empty() && entry.platform != kScriptPlatform && entry.config.empty())
    return "A check script has no set for " + entry.platform + " alone.";
  return {};
}

}  // namespace plumbline::flaky
