// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/side_labels.h"

#include <algorithm>
#include <set>

#include "core/diff/config_runs.h"
#include "core/text/utf8.h"

namespace plumbline::diff {
namespace {

using Labels = std::vector<std::string>;

constexpr std::size_t kLongest = 40;  // characters: a column's head

bool tellApart(const Labels& labels) {
  const std::set<std::string> different(labels.begin(), labels.end());
  return different.size() == labels.size() && !different.contains("");
}

Labels shortened(Labels labels) {
  for (std::string& label : labels)
    if (text::codePoints(label) > kLongest) label = std::string(text::prefixOf(label, kLongest - 3)) + "...";
  return labels;
}

Labels partsOf(const std::string& path) {
  Labels parts;
  std::size_t at = 0;
  while (at <= path.size()) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at && path.substr(at, end - at) != ".") parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// withoutEnding drops ".csv", ".json", ".zip" and the like: short, and letters only.
std::string withoutEnding(const std::string& name) {
  constexpr std::size_t kLongestEnding = 5;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || name.size() - dot > kLongestEnding) return name;
  const bool isEnding = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(),
                                    [](char c) { return c >= 'a' && c <= 'z'; });
  return isEnding ? name.substr(0, dot) : name;
}

bool isSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

bool hasLetter(const std::string& text) {
  return std::ranges::any_of(text, [](char c) { return !isSeparator(c) && (c < '0' || c > '9'); });
}

/// wordsLeft takes the words off the front that all names share: "inductor_before" and "inductor_after" differ in one.
/// A name that is nothing else stays whole: of "inductor" and "inductor__new" only the second has a word left.
Labels wordsLeft(const Labels& names) {
  const std::string& first = names.front();
  std::size_t cut = 0;
  for (std::size_t i = 0;; ++i) {
    // The end of a name ends its last word, too.
    const bool endsWord =
        std::ranges::all_of(names, [i](const std::string& n) { return i == n.size() || isSeparator(n[i]); });
    if (endsWord) cut = i;
    const bool isShared = i < first.size() && std::ranges::all_of(names, [&](const std::string& n) {
                            return i < n.size() && n[i] == first[i];
                          });
    if (!isShared) break;
  }
  Labels out;
  for (const std::string& name : names) {
    const std::string rest = name.substr(std::min(cut, name.size()));
    const auto word = std::ranges::find_if_not(rest, isSeparator);
    out.push_back(word == rest.end() ? name : std::string(word, rest.end()));
  }
  // "2" and "3" of "v1.2" and "v1.3" would say nothing.
  return std::ranges::all_of(out, hasLetter) ? out : names;
}

Labels byConfig(const std::vector<SideName>& sides, std::string (*words)(const configs::Config&)) {
  Labels out;
  for (const SideName& side : sides) out.push_back(side.config ? words(*side.config) : "");
  return out;
}

Labels byCommit(const std::vector<SideName>& sides) {
  Labels out;
  for (const SideName& side : sides) out.push_back(shortCommit(side.commit));
  return out;
}

/// byPath takes the last part of the paths in which all sides differ: file or folder.
Labels byPath(const std::vector<SideName>& sides) {
  std::vector<Labels> parts;
  std::size_t fewest = std::string::npos;
  for (const SideName& side : sides) {
    parts.push_back(side.paths.empty() ? Labels{} : partsOf(side.paths.front()));
    fewest = std::min(fewest, parts.back().size());
  }
  for (std::size_t fromEnd = 0; fromEnd < fewest; ++fromEnd) {
    Labels names;
    for (const Labels& path : parts) names.push_back(path[path.size() - 1 - fromEnd]);
    if (fromEnd == 0) std::ranges::transform(names, names.begin(), withoutEnding);
    if (!tellApart(names)) continue;
    Labels left = shortened(wordsLeft(names));
    if (tellApart(left)) return left;
    if (tellApart(shortened(names))) return shortened(names);
  }
  return {};
}

std::string platformAndColumn(const configs::Config& config) {
  return configs::platformTitle(config) + ' ' + configs::columnTitle(config);
}

std::string modeAndColumn(const configs::Config& config) {
  return configs::columnTitle(config) + ' ' + std::string(configs::modeName(config.mode));
}

Labels found(const std::vector<SideName>& sides) {
  const Labels offers[] = {byConfig(sides, configs::columnTitle),
                           byConfig(sides, platformAndColumn),
                           byConfig(sides, modeAndColumn),
                           byConfig(sides, configs::configName),
                           byCommit(sides),
                           byPath(sides)};
  for (const Labels& labels : offers)
    if (!labels.empty() && tellApart(shortened(labels))) return shortened(labels);
  Labels numbered;
  for (std::size_t i = 0; i < sides.size(); ++i) numbered.push_back("run " + std::to_string(i + 1));
  return numbered;
}

}  // namespace

std::vector<std::string> sideLabels(const std::vector<SideName>& sides) {
  if (sides.empty()) return {};
  Labels labels = found(sides);
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (!sides[i].wanted.empty()) labels[i] = sides[i].wanted;
  // What a person said may come twice, or be what another side would be called.
  std::set<std::string> taken;
  for (std::string& label : labels) {
    const std::string plain = label;
    for (std::size_t number = 2; !taken.insert(label).second; ++number)
      label = plain + " (" + std::to_string(number) + ')';
  }
  return labels;
}

}  // namespace plumbline::diff
