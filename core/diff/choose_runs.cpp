// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/choose_runs.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/diff/config_runs.h"
#include "core/sources/git_history.h"
#include "core/text/ascii.h"

namespace plumbline::diff {
namespace {

bool hasColumn(const sources::Piece& piece, std::string_view name) { return piece.table->columnOf(name).has_value(); }

std::optional<configs::Config> configOf(const sources::Piece& piece) {
  if (!piece.identity) return std::nullopt;
  return configs::accuracyTwin(piece.identity->config);
}

/// belongTogether: an accuracy and a performance table of the same config, according to their names.
bool belongTogether(const sources::Piece& one, const sources::Piece& other) {
  const bool isPair = hasColumn(one, "speedup") != hasColumn(other, "speedup") &&
                      hasColumn(one, "accuracy") != hasColumn(other, "accuracy");
  return isPair && one.isBaseline == other.isBaseline && configOf(one) == configOf(other);
}

/// gapOf a table that is one of several shards according to its name.
std::optional<ShardGap> gapOf(const sources::Piece& piece) {
  if (piece.isBaseline || !piece.identity || piece.identity->shards < 2) return std::nullopt;
  return ShardGap{.table = piece.table,
                  .wanted = piece.identity->shards,
                  .here = {piece.identity->shard},
                  .ofRow = std::vector<int>(piece.table->rowCount(), piece.identity->shard)};
}

base::Error severalCommits(const overview::CommitView& view) {
  std::string others;
  for (const std::string& commit : view.commits())
    if (commit != view.commit())
      others += (others.empty() ? "" : ", ") + (commit.empty() ? "no commit" : shortCommit(commit));
  return {.code = base::ErrorCode::BadArgument,
          .text = "One side holds results of several commits; those of " +
                  (view.commit().empty() ? std::string("no commit") : shortCommit(view.commit())) +
                  " are compared, not those of " + others + ".",
          .hint = "Give each commit a side of its own."};
}

/// OpenedSide is one side of a comparison: either a single run, or runs by config.
class OpenedSide {
 public:
  /// open reads the paths of a side. Errors: those of sources::open.
  static base::Outcome<OpenedSide> open(const SideRequest& request, const base::SideBySide& sideBySide,
                                        const base::Progress& progress) {
    std::vector<sources::SourcePath> paths;
    for (const std::string& path : request.paths) paths.push_back({path});
    auto opened = sources::open(paths, {.sideBySide = sideBySide}, progress);
    if (!opened.isValue()) return opened.failure();
    auto shared = std::make_shared<const sources::Opened>(std::move(opened.value()));

    OpenedSide side;
    side.m_problems = shared->problems;
    side.addSingle(*shared);
    if (side.m_single) return side;
    overview::ViewOptions options;
    auto rules = verdicts::ruleSet(verdicts::kDefaultGeneration);
    if (!rules) return rules.error();
    options.rules = *std::move(rules);
    const auto view = overview::CommitView::make(shared, options, base::Progress(progress.stopToken()), sideBySide);
    if (!view.isValue()) return view.failure();
    side.addConfigs(*view.value());
    return side;
  }

  /// single is the run of a side with one table, or with an accuracy and a performance table of one config.
  const std::optional<Run>& single() const { return m_single; }
  /// byConfig has the runs by the config of their accuracy table, including a single run with a config.
  const std::map<configs::Config, Run>& byConfig() const { return m_byConfig; }
  /// find by a name as users write it; nullptr if there is none.
  const Run* find(const std::string& configName) const {
    const auto config = configs::configOfName(configName);
    const auto found = config ? m_byConfig.find(configs::accuracyTwin(*config)) : m_byConfig.end();
    if (found != m_byConfig.end()) return &found->second;
    const auto named = std::ranges::find_if(
        m_byConfig, [&](const auto& entry) { return configs::configName(entry.first) == configName; });
    return named == m_byConfig.end() ? nullptr : &named->second;
  }
  /// commit of all results; "" if it is unknown or there are several.
  const std::string& commit() const { return m_commit; }
  const std::vector<base::Error>& problems() const { return m_problems; }

 private:
  void addSingle(const sources::Opened& opened) {
    const auto& pieces = opened.pieces;
    const bool isOne = pieces.size() == 1 || (pieces.size() == 2 && belongTogether(pieces[0], pieces[1]));
    if (!isOne) return;
    Run run;
    run.config = configOf(pieces[0]);
    run.isBaseline = pieces[0].isBaseline;
    for (const sources::Piece& piece : pieces) {
      run.tables.push_back(piece.table);
      if (auto gap = gapOf(piece)) run.gaps.push_back(*std::move(gap));
      addNotes(run, piece);
      run.origin += (run.origin.empty() ? "" : ", ") + piece.origin;
      if (piece.identity && !run.isBaseline) run.commit = piece.identity->commit;
    }
    sortTables(run.tables);
    m_commit = run.commit;
    if (run.config) m_byConfig.emplace(*run.config, run);
    m_single = std::move(run);
  }
  void addConfigs(const overview::CommitView& view) {
    std::vector<ConfigRun> runs = configRuns(view, RunKind::Results);
    if (runs.empty()) runs = configRuns(view, RunKind::Baselines);
    for (ConfigRun& one : runs) m_byConfig.emplace(one.config, std::move(one.run));
    m_commit = view.commits().size() == 1 ? view.commit() : std::string();
    if (view.commits().size() > 1) m_problems.push_back(severalCommits(view));
    for (const std::size_t unnamed : view.unnamed()) {
      const sources::Piece& piece = view.opened().pieces[unnamed];
      m_problems.push_back({.code = base::ErrorCode::BadFormat,
                            .text = piece.unnamedReason,
                            .hint = "Give it a side of its own, or name it like its config.",
                            .file = piece.origin});
    }
    for (const overview::ConfigResult& config : view.configs())
      if (config.problem && config.run == nullptr && !config.shards.empty()) m_problems.push_back(*config.problem);
  }

  std::optional<Run> m_single;
  std::map<configs::Config, Run> m_byConfig;
  std::string m_commit;
  std::vector<base::Error> m_problems;
};

constexpr std::size_t kMaxListed = 8;  // configs in an error

base::Error error(base::ErrorCode code, std::string text, std::string hint) {
  return {.code = code, .text = std::move(text), .hint = std::move(hint)};
}

std::string namesOf(const OpenedSide& side) {
  std::string out;
  std::size_t named = 0;
  for (const auto& [config, run] : side.byConfig()) {
    if (named++ == kMaxListed) return out + " and " + std::to_string(side.byConfig().size() - kMaxListed) + " more";
    out += (out.empty() ? "" : ", ") + configs::configName(config);
  }
  if (!out.empty()) return out;
  return side.single() ? "one table without a config in its name" : "nothing that has a config";
}

std::optional<base::Error> countProblem(std::size_t sides, std::size_t maxSides) {
  if (sides >= 2 && sides <= maxSides) return std::nullopt;
  if (sides < 2)
    return error(base::ErrorCode::BadArgument, "A comparison takes at least two sides.", "Name what to compare with.");
  return error(base::ErrorCode::BadArgument,
               "There are " + std::to_string(sides) + " sides; at most " + std::to_string(maxSides) +
                   " can be compared.",
               "Choose fewer.");
}

class Chooser {
 public:
  Chooser(const std::vector<SideRequest>& requests, const base::Progress& progress, std::size_t maxSides)
      : m_requests(requests), m_progress(progress), m_maxSides(maxSides) {}

  base::Outcome<Diffs> choose(const base::SideBySide& sideBySide) {
    for (std::size_t i = 0; i < m_requests.size(); ++i) {
      if (!m_progress.report(i, m_requests.size())) return base::Cancelled{};
      auto opened = openSide(i, sideBySide);
      if (!opened.isValue()) return opened.failure();
      m_sides.push_back(std::move(opened.value()));
    }
    const bool byRequest =
        std::ranges::any_of(m_requests, [](const SideRequest& request) { return !request.config.empty(); });
    const bool allSingle = std::ranges::all_of(m_sides, [](const SidePtr& side) { return side->single().has_value(); });
    auto error = byRequest ? pairByRequest() : allSingle ? pairSingles() : pairByName();
    if (error) return *std::move(error);
    if (m_cancelled) return base::Cancelled{};
    return std::move(m_out);
  }

 private:
  using SidePtr = std::shared_ptr<const OpenedSide>;

  /// openSide reads the same paths once, for sides that are two configs of them.
  base::Outcome<SidePtr> openSide(std::size_t i, const base::SideBySide& sideBySide) {
    for (std::size_t other = 0; other < i; ++other)
      if (m_requests[other].paths == m_requests[i].paths) return m_sides[other];
    auto opened = OpenedSide::open(m_requests[i], sideBySide, base::Progress(m_progress.stopToken()));
    if (opened.isCancelled()) return base::Cancelled{};
    if (opened.isError()) {
      base::Error bad = opened.error();
      if (bad.file.empty() && !m_requests[i].paths.empty())
        bad.file = m_requests[i].paths.front();  // which side it was
      return bad;
    }
    const auto& problems = opened.value().problems();
    m_out.problems.insert(m_out.problems.end(), problems.begin(), problems.end());
    return std::make_shared<const OpenedSide>(std::move(opened.value()));
  }

  /// labels: `chosen` are the runs chosen by config, one per side, or none.
  std::vector<std::string> labels(const std::vector<Run>& chosen) const {
    std::vector<SideName> names;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
      names.push_back({.requested = m_requests[i].label, .paths = m_requests[i].paths, .commit = m_sides[i]->commit()});
      if (i < chosen.size()) names.back().config = chosen[i].config;
    }
    return sideLabels(names);
  }

  std::optional<base::Error> join(const std::string& config, std::vector<Run> runs) {
    auto made = RunDiff::make(std::move(runs), base::Progress(m_progress.stopToken()), m_maxSides);
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

  std::optional<base::Error> pairByRequest() {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
      const OpenedSide& side = *m_sides[i];
      const Run* run = m_requests[i].config.empty() ? defaultRun(i) : side.find(m_requests[i].config);
      // A table without a config matches any.
      if (run == nullptr && side.single() && !side.single()->config) run = &*side.single();
      if (run == nullptr) return unknownConfig(i);
      runs.push_back(*run);
    }
    const std::vector<std::string> labels = m_out.sides = this->labels(runs);
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i].label = labels[i];
    return join("", std::move(runs));
  }

  /// defaultRun of a side without a requested config: its only one, or that of the config requested for another side.
  const Run* defaultRun(std::size_t i) const {
    const OpenedSide& side = *m_sides[i];
    if (side.single()) return &*side.single();
    if (side.byConfig().size() == 1) return &side.byConfig().begin()->second;
    for (const SideRequest& request : m_requests)
      if (const Run* run = request.config.empty() ? nullptr : side.find(request.config)) return run;
    return nullptr;
  }

  base::Error unknownConfig(std::size_t i) const {
    const SideRequest& request = m_requests[i];
    const std::string path = request.paths.empty() ? std::string() : request.paths.front();
    base::Error out = error(base::ErrorCode::BadArgument,
                            request.config.empty() ? "This side has several configs."
                                                   : "There is no config \"" + request.config + "\" here.",
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
        joinOrReport(name, std::move(runs));
    }
    if (!m_out.configs.empty() || m_cancelled) return std::nullopt;
    // The first bad table explains why there is nothing to compare.
    if (m_firstBad) return m_firstBad;
    std::string there;
    for (std::size_t i = 0; i < m_sides.size(); ++i)
      there += (there.empty() ? "" : "; ") + labels[i] + " has " + namesOf(*m_sides[i]);
    return error(base::ErrorCode::NotFound, "No config is in two of the sides: " + there + ".",
                 "Choose one config for each side to compare them anyway.");
  }

  /// joinOrReport: a table that cannot be joined must not prevent the comparison of other configs.
  void joinOrReport(const std::string& name, std::vector<Run> runs) {
    auto bad = join(name, std::move(runs));
    if (!bad) return;
    if (!m_firstBad) m_firstBad = bad;
    m_out.problems.push_back(*std::move(bad));
  }

  const std::vector<SideRequest>& m_requests;
  const base::Progress& m_progress;
  std::size_t m_maxSides;
  std::vector<SidePtr> m_sides;
  Diffs m_out;
  std::optional<base::Error> m_firstBad;
  bool m_cancelled = false;
};

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// historyOf lists commits from old to new, beginning where the given ones diverge; nullopt if git lacks one of them.
std::optional<std::vector<std::string>> historyOf(const std::vector<std::string>& commits, const std::string& checkout,
                                                  const std::stop_token& stop) {
  sources::Git git(checkout, stop);
  std::vector<std::string> arguments = {"log", "--format=%H", "--topo-order", "--reverse"};
  arguments.insert(arguments.end(), commits.begin(), commits.end());
  std::vector<std::string> forBase = {"merge-base", "--octopus"};
  forBase.insert(forBase.end(), commits.begin(), commits.end());
  std::vector<std::string> out;
  if (const auto base = git.run(forBase)) {
    out = linesOf(*base);
    for (const std::string& commit : out) arguments.push_back("^" + commit);
  }
  arguments.emplace_back("--");
  const auto history = git.run(arguments);
  if (!history) return std::nullopt;
  const std::vector<std::string> later = linesOf(*history);
  out.insert(out.end(), later.begin(), later.end());
  return out;
}

std::string commitOf(const overview::ConfigResult& config) {
  const auto used = std::ranges::find(config.shards, true, &overview::ShardUse::used);
  return used == config.shards.end() ? std::string() : used->identity.commit;
}

/// withoutBaselines: the runs of a trend are not judged.
std::shared_ptr<const sources::Opened> withoutBaselines(const sources::Opened& opened) {
  auto out = std::make_shared<sources::Opened>();
  for (const sources::Piece& piece : opened.pieces)
    if (!piece.isBaseline) out->pieces.push_back(piece);
  return out;
}

}  // namespace

base::Outcome<Diffs> diffsOf(const std::vector<SideRequest>& sides, const base::Progress& progress,
                             const base::SideBySide& sideBySide, std::size_t maxSides) {
  if (auto problem = countProblem(sides.size(), maxSides)) return *std::move(problem);
  return Chooser(sides, progress, maxSides).choose(sideBySide);
}

std::vector<std::string> commitOrder(std::vector<std::string> commits, const std::string& checkout,
                                     const std::stop_token& stop) {
  if (checkout.empty() || commits.size() < 2 || !std::ranges::all_of(commits, text::isWholeHash)) return commits;
  const auto history = historyOf(commits, checkout, stop);
  if (!history) return commits;
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < history->size(); ++i) place.emplace((*history)[i], i);
  if (!std::ranges::all_of(commits, [&place](const std::string& commit) { return place.contains(commit); }))
    return commits;
  std::ranges::stable_sort(commits, {}, [&place](const std::string& commit) { return place.at(commit); });
  return commits;
}

std::vector<RunChoice> runChoices(const overview::CommitView& view) {
  std::vector<RunChoice> out;
  for (const RunKind kind : {RunKind::Results, RunKind::Baselines})
    for (ConfigRun& one : configRuns(view, kind)) out.push_back({std::move(one.run), configs::configName(one.config)});
  // A run and its baseline are adjacent.
  std::ranges::stable_sort(out, {}, &RunChoice::group);
  return out;
}

std::optional<std::vector<Run>> actualAgainstBaseline(const overview::ConfigResult& config) {
  if (config.run == nullptr || config.baseline == nullptr) return std::nullopt;
  Run baseline{.label = "baseline",
               .origin = config.baselinePath.empty() ? configs::configName(config.config) : config.baselinePath,
               .tables = {config.baseline},
               .config = config.config,
               .commit = {},
               .isBaseline = true,
               .notes = config.baselineNotes};
  Run actual{.label = "actual",
             .origin = configs::configName(config.config),
             .tables = {config.run},
             .config = config.config,
             .commit = commitOf(config),
             .notes = config.runNotes};
  if (!actual.commit.empty()) actual.label = shortCommit(actual.commit);
  if (auto gap = gapOf(config)) actual.gaps.push_back(*std::move(gap));
  if (config.shards.size() == 1) actual.origin = config.shards.front().origin;
  return std::vector<Run>{std::move(baseline), std::move(actual)};
}

base::Outcome<std::vector<Run>> trendRuns(const overview::CommitView& view, const configs::Config& config,
                                          const std::string& checkout, const base::Progress& progress) {
  const configs::Config requested = configs::accuracyTwin(config);
  const std::vector<std::string> commits = commitOrder(view.commits(), checkout, progress.stopToken());
  const auto results = withoutBaselines(view.opened());
  std::vector<Run> out;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (!progress.report(i, commits.size())) return base::Cancelled{};
    overview::ViewOptions options = view.options();
    options.commit = commits[i].empty() ? overview::kNoCommit : commits[i];
    auto one = overview::CommitView::make(results, options, base::Progress(progress.stopToken()));
    if (!one.isValue()) return one.failure();
    std::vector<ConfigRun> runs = configRuns(*one.value(), RunKind::Results);
    const auto found = std::ranges::find(runs, requested, &ConfigRun::config);
    if (found == runs.end()) continue;
    found->run.label = commits[i].empty() ? "no commit" : shortCommit(commits[i]);
    out.push_back(std::move(found->run));
  }
  return out;
}

}  // namespace plumbline::diff
