// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/config_runs.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/text/ascii.h"
#include "core/text/utf8.h"

namespace plumbline::diff {
namespace {

void addWord(std::string& text, const std::string& word) {
  if (!text.empty() && !word.empty()) text += ' ';
  text += word;
}

std::string originOf(const overview::CommitView& view, const overview::ConfigResult& result, RunKind kind) {
  if (kind == RunKind::Baselines && !result.baselinePath.empty()) return result.baselinePath;
  if (kind == RunKind::Results && result.shards.size() == 1) return result.shards.front().origin;
  std::string origin = configs::configName(result.config);
  if (kind == RunKind::Results && !view.commit().empty()) origin += " of " + shortCommit(view.commit());
  return origin;
}

Run emptyRun(const overview::CommitView& view, const configs::Config& config, RunKind kind) {
  Run run;
  run.config = config;
  run.isBaseline = kind == RunKind::Baselines;
  if (!run.isBaseline) run.commit = view.commit();
  run.label = configs::columnTitle(config);
  addWord(run.label, run.isBaseline ? "baseline" : shortCommit(run.commit));
  return run;
}

using Labels = std::vector<std::string>;

constexpr std::size_t kMaxLength = 40;  // characters, for a column header

bool areDistinct(const Labels& labels) {
  const std::set<std::string> different(labels.begin(), labels.end());
  return different.size() == labels.size() && !different.contains("");
}

Labels shortened(Labels labels) {
  for (std::string& label : labels)
    if (text::codePoints(label) > kMaxLength) label = std::string(text::prefixOf(label, kMaxLength - 3)) + "...";
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

/// withoutExtension drops ".csv", ".json", ".zip" and the like: short, letters only.
std::string withoutExtension(const std::string& name) {
  constexpr std::size_t kMaxExtension = 5;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || name.size() - dot > kMaxExtension) return name;
  const bool isExtension = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(),
                                    [](char c) { return text::isLower(c); });
  return isExtension ? name.substr(0, dot) : name;
}

bool isSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

bool hasLetter(const std::string& text) {
  return std::ranges::any_of(text, [](char c) { return !isSeparator(c) && !text::isDigit(c); });
}

/// withoutSharedWords removes the words at the front that all names share: "inductor_before" and "inductor_after"
/// become "before" and "after". A name that would become empty stays: "inductor" and "inductor__new" become "inductor"
/// and "new".
Labels withoutSharedWords(const Labels& names) {
  const std::string& first = names.front();
  std::size_t cut = 0;
  for (std::size_t i = 0;; ++i) {
    // The end of a name also ends a word.
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
  // "2" and "3" of "v1.2" and "v1.3" would be meaningless.
  return std::ranges::all_of(out, hasLetter) ? out : names;
}

Labels byConfig(const std::vector<SideName>& sides, std::string (*labelOf)(const configs::Config&)) {
  Labels out;
  for (const SideName& side : sides) out.push_back(side.config ? labelOf(*side.config) : "");
  return out;
}

Labels byCommit(const std::vector<SideName>& sides) {
  Labels out;
  for (const SideName& side : sides) out.push_back(shortCommit(side.commit));
  return out;
}

/// byPath uses the last part of the paths in which all sides differ: file or folder.
Labels byPath(const std::vector<SideName>& sides) {
  std::vector<Labels> parts;
  std::size_t minParts = std::string::npos;
  for (const SideName& side : sides) {
    parts.push_back(side.paths.empty() ? Labels{} : partsOf(side.paths.front()));
    minParts = std::min(minParts, parts.back().size());
  }
  for (std::size_t fromEnd = 0; fromEnd < minParts; ++fromEnd) {
    Labels names;
    for (const Labels& path : parts) names.push_back(path[path.size() - 1 - fromEnd]);
    if (fromEnd == 0) std::ranges::transform(names, names.begin(), withoutExtension);
    if (!areDistinct(names)) continue;
    Labels left = shortened(withoutSharedWords(names));
    if (areDistinct(left)) return left;
    if (areDistinct(shortened(names))) return shortened(names);
  }
  return {};
}

std::string platformAndColumn(const configs::Config& config) {
  return configs::platformTitle(config) + ' ' + configs::columnTitle(config);
}

std::string modeAndColumn(const configs::Config& config) {
  return configs::columnTitle(config) + ' ' + std::string(configs::modeName(config.mode));
}

Labels firstDistinct(const std::vector<SideName>& sides) {
  const Labels candidates[] = {byConfig(sides, configs::columnTitle),
                           byConfig(sides, platformAndColumn),
                           byConfig(sides, modeAndColumn),
                           byConfig(sides, configs::configName),
                           byCommit(sides),
                           byPath(sides)};
  for (const Labels& labels : candidates)
    if (!labels.empty() && areDistinct(shortened(labels))) return shortened(labels);
  Labels numbered;
  for (std::size_t i = 0; i < sides.size(); ++i) numbered.push_back("run " + std::to_string(i + 1));
  return numbered;
}

}  // namespace

void addNotes(Run& run, const sources::Piece& piece) {
  sources::joinNotes(run.notes, piece.notes, piece.table->columnOf(kCompileColumn).has_value());
}

std::string shortCommit(const std::string& commit) {
  constexpr std::size_t kDigits = 7;
  return commit.substr(0, kDigits);
}

std::optional<ShardGap> gapOf(const overview::ConfigResult& result) {
  if (result.run == nullptr || result.isComplete()) return std::nullopt;
  ShardGap gap{.table = result.run, .wanted = result.shardsWanted, .here = {}, .ofRow = {}};
  for (const overview::ShardUse& use : result.shards)
    if (use.used) gap.here.insert(use.identity.shard);
  gap.ofRow.reserve(result.origins.size());
  for (const tables::RowOrigin& origin : result.origins)
    gap.ofRow.push_back(result.shards[origin.shard].identity.shard);
  return gap;
}

void sortTables(std::vector<std::shared_ptr<const tables::CsvTable>>& tables) {
  std::stable_partition(tables.begin(), tables.end(),
                        [](const auto& table) { return table->columnOf("speedup").has_value(); });
}

std::vector<ConfigRun> configRuns(const overview::CommitView& view, RunKind kind) {
  std::vector<ConfigRun> out;
  std::map<configs::Config, std::size_t> at;
  for (const overview::ConfigResult& result : view.configs()) {
    const auto& table = kind == RunKind::Results ? result.run : result.baseline;
    if (table == nullptr) continue;
    const configs::Config config = configs::accuracyTwin(result.config);
    const auto [found, isNew] = at.try_emplace(config, out.size());
    if (isNew) out.push_back({config, emptyRun(view, config, kind)});
    Run& run = out[found->second].run;
    run.tables.push_back(table);
    auto gap = kind == RunKind::Results ? gapOf(result) : std::nullopt;
    if (gap) run.gaps.push_back(*std::move(gap));
    for (const overview::ShardUse& use : result.shards)
      if (use.used && kind == RunKind::Results) addNotes(run, view.opened().pieces[use.piece]);
    run.origin += (run.origin.empty() ? "" : ", ") + originOf(view, result, kind);
  }
  for (ConfigRun& one : out) sortTables(one.run.tables);
  return out;
}

std::vector<std::string> sideLabels(const std::vector<SideName>& sides) {
  if (sides.empty()) return {};
  Labels labels = firstDistinct(sides);
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (!sides[i].requested.empty()) labels[i] = sides[i].requested;
  // A requested label may occur twice, or be the label of another side.
  std::set<std::string> taken;
  for (std::string& label : labels) {
    const std::string plain = label;
    for (std::size_t number = 2; !taken.insert(label).second; ++number)
      label = plain + " (" + std::to_string(number) + ')';
  }
  return labels;
}

}  // namespace plumbline::diff
