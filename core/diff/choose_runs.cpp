// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/choose_runs.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/diff/opened_side.h"
#include "core/diff/side_labels.h"

namespace plumbline::diff {
namespace {

constexpr std::size_t kNamed = 8;  // configs that an error lists

base::Error error(base::ErrorCode code, std::string text, std::string hint) {
  return {.code = code, .text = std::move(text), .hint = std::move(hint)};
}

std::string namesOf(const OpenedSide& side) {
  std::string out;
  std::size_t named = 0;
  for (const auto& [config, run] : side.byConfig()) {
    if (named++ == kNamed) return out + " and " + std::to_string(side.byConfig().size() - kNamed) + " more";
    out += (out.empty() ? "" : ", ") + configs::configName(config);
  }
  if (!out.empty()) return out;
  return side.single() ? "one table whose name says no config" : "nothing that has a config";
}

std::optional<base::Error> countProblem(std::size_t sides) {
  if (sides >= 2 && sides <= kMostRuns) return std::nullopt;
  if (sides < 2)
    return error(base::ErrorCode::BadArgument, "A comparison takes at least two sides.", "Name what to compare with.");
  return error(base::ErrorCode::BadArgument,
               "There are " + std::to_string(sides) + " sides; at most " + std::to_string(kMostRuns) +
                   " can be held beside each other.",
               "Choose fewer.");
}

class Chooser {
 public:
  Chooser(const std::vector<SideWish>& wishes, const base::Progress& progress)
      : m_wishes(wishes), m_progress(progress) {}

  base::Outcome<Diffs> choose(const sources::SideBySide& sideBySide) {
    for (std::size_t i = 0; i < m_wishes.size(); ++i) {
      if (!m_progress.report(i, m_wishes.size())) return base::Cancelled{};
      auto opened = openSide(i, sideBySide);
      if (opened.isCancelled()) return base::Cancelled{};
      if (opened.isError()) return opened.error();
      m_sides.push_back(std::move(opened.value()));
    }
    const bool byWish = std::ranges::any_of(m_wishes, [](const SideWish& wish) { return !wish.config.empty(); });
    const bool allSingle = std::ranges::all_of(m_sides, [](const SidePtr& side) { return side->single().has_value(); });
    auto error = byWish ? pairByWish() : allSingle ? pairSingles() : pairByName();
    if (error) return *std::move(error);
    if (m_cancelled) return base::Cancelled{};
    return std::move(m_out);
  }

 private:
  using SidePtr = std::shared_ptr<const OpenedSide>;

  /// openSide reads the same paths once: two variants of one run are two sides of it.
  base::Outcome<SidePtr> openSide(std::size_t i, const sources::SideBySide& sideBySide) {
    for (std::size_t other = 0; other < i; ++other)
      if (m_wishes[other].paths == m_wishes[i].paths) return m_sides[other];
    auto opened = OpenedSide::open(m_wishes[i], sideBySide, base::Progress(m_progress.stopToken()));
    if (opened.isCancelled()) return base::Cancelled{};
    if (opened.isError()) {
      base::Error bad = opened.error();
      if (bad.file.empty() && !m_wishes[i].paths.empty()) bad.file = m_wishes[i].paths.front();  // which side it was
      return bad;
    }
    const auto& problems = opened.value().problems();
    m_out.problems.insert(m_out.problems.end(), problems.begin(), problems.end());
    return std::make_shared<const OpenedSide>(std::move(opened.value()));
  }

  /// labels: `chosen` are the runs that were chosen by config, one per side; none otherwise.
  std::vector<std::string> labels(const std::vector<Run>& chosen) const {
    std::vector<SideName> names;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
      names.push_back({.wanted = m_wishes[i].label, .paths = m_wishes[i].paths, .commit = m_sides[i]->commit()});
      if (i < chosen.size()) names.back().config = chosen[i].config;
    }
    return sideLabels(names);
  }

  std::optional<base::Error> join(const std::string& config, std::vector<Run> runs) {
    auto made = RunDiff::make(std::move(runs), base::Progress(m_progress.stopToken()));
    m_cancelled = m_cancelled || made.isCancelled();
    if (made.isError()) return made.error();
    if (made.isValue()) m_out.configs.push_back({config, std::move(made.value())});
    return std::nullopt;
  }

  std::optional<base::Error> pairSingles() {
    const std::vector<std::string> labels = m_out.sides = this->labels({});
    std::vector<Run> runs;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
      runs.push_back(*m_sides[i]->single());
      runs.back().label = labels[i];
    }
    return join("", std::move(runs));
  }

  std::optional<base::Error> pairByWish() {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
      const OpenedSide& side = *m_sides[i];
      const Run* run = m_wishes[i].config.empty() ? unchosen(i) : side.find(m_wishes[i].config);
      // A table that says no config is whatever it is said to be.
      if (run == nullptr && side.single() && !side.single()->config) run = &*side.single();
      if (run == nullptr) return unknownConfig(i);
      runs.push_back(*run);
    }
    const std::vector<std::string> labels = m_out.sides = this->labels(runs);
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i].label = labels[i];
    return join("", std::move(runs));
  }

  /// unchosen is the run of a side without a wish, where another side has one: its only one, or the one they ask for.
  const Run* unchosen(std::size_t i) const {
    const OpenedSide& side = *m_sides[i];
    if (side.single()) return &*side.single();
    if (side.byConfig().size() == 1) return &side.byConfig().begin()->second;
    for (const SideWish& wish : m_wishes)
      if (const Run* run = wish.config.empty() ? nullptr : side.find(wish.config)) return run;
    return nullptr;
  }

  base::Error unknownConfig(std::size_t i) const {
    const SideWish& wish = m_wishes[i];
    const std::string path = wish.paths.empty() ? std::string() : wish.paths.front();
    base::Error out = error(
        base::ErrorCode::BadArgument,
        wish.config.empty() ? "This side has several configs." : "There is no config \"" + wish.config + "\" here.",
        "Choose one of: " + namesOf(*m_sides[i]) + ".");
    out.file = path;
    return out;
  }

  std::optional<base::Error> pairByName() {
    const std::vector<std::string> labels = m_out.sides = this->labels({});
    std::set<configs::Config> all;
    for (const SidePtr& side : m_sides)
      for (const auto& [config, run] : side->byConfig()) all.insert(config);
    std::vector<std::pair<std::string, configs::Config>> named;
    for (const configs::Config& config : all) named.emplace_back(configs::configName(config), config);
    std::ranges::sort(named);
    for (const auto& [name, config] : named) {
      std::vector<Run> runs;
      std::size_t last = 0;
      for (std::size_t i = 0; i < m_sides.size(); ++i) {
        const auto found = m_sides[i]->byConfig().find(config);
        if (found == m_sides[i]->byConfig().end()) continue;
        last = i;
        runs.push_back(found->second);
        runs.back().label = labels[i];
      }
      const auto has = [&, &config = config](const SidePtr& side) { return side->byConfig().contains(config); };
      if (has(m_sides.front()) && !has(m_sides.back())) m_out.gone.push_back(name);
      if (runs.size() == 1)
        m_out.onlyIn.push_back(labels[last] + ": " + name);
      else
        joinOrTell(name, std::move(runs));
    }
    if (!m_out.configs.empty() || m_cancelled) return std::nullopt;
    // One config whose table is no good is the error itself.
    if (m_firstBad) return m_firstBad;
    std::string there;
    for (std::size_t i = 0; i < m_sides.size(); ++i)
      there += (there.empty() ? "" : "; ") + labels[i] + " has " + namesOf(*m_sides[i]);
    return error(base::ErrorCode::NotFound, "No config is in two of the sides: " + there + ".",
                 "Choose one config for each side to compare them all the same.");
  }

  /// joinOrTell: a table that cannot be joined must not keep the other configs from being compared.
  void joinOrTell(const std::string& name, std::vector<Run> runs) {
    auto bad = join(name, std::move(runs));
    if (!bad) return;
    if (!m_firstBad) m_firstBad = bad;
    m_out.problems.push_back(*std::move(bad));
  }

  const std::vector<SideWish>& m_wishes;
  const base::Progress& m_progress;
  std::vector<SidePtr> m_sides;
  Diffs m_out;
  std::optional<base::Error> m_firstBad;
  bool m_cancelled = false;
};

}  // namespace

base::Outcome<Diffs> diffsOf(const std::vector<SideWish>& sides, const base::Progress& progress,
                             const sources::SideBySide& sideBySide) {
  if (auto problem = countProblem(sides.size())) return *std::move(problem);
  return Chooser(sides, progress).choose(sideBySide);
}

}  // namespace plumbline::diff
