// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/flaky_entry.h"

#include <array>
#include <cstdio>

#include "core/flaky/flaky_models.h"
#include "core/flaky/name_glob.h"

namespace plumbline::flaky {
namespace {

bool isWordPart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// hasWord finds a whole word; "_", "/", "-" and "." part words.
bool hasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    if ((at == 0 || !isWordPart(text[at - 1])) && (after == text.size() || !isWordPart(text[after]))) return true;
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

}  // namespace

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

std::string_view originWord(Origin origin) {
  switch (origin) {
    case Origin::Toml:
      return "toml";
    case Origin::AccuracyScript:
      return "accuracy";
    case Origin::GraphBreaksScript:
      return "graph-breaks";
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

}  // namespace plumbline::flaky
