// SPDX-License-Identifier: GPL-3.0-or-later
// All configs of a commit, judged: which shards and attempts stand for each config, the merged run against its
// baseline, what is missing. Immutable once made; shared between threads.
//
//   auto view = CommitView::make(opened, {.rules = rules}, progress);
//   for (const ConfigResult& c : view.value()->configs()) show(configName(c.config), c.counts(), c.ciExit);
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/baselines/earlier_decisions.h"
#include "core/configs/config.h"
#include "core/sources/open.h"
#include "core/tables/shard_merge.h"
#include "core/verdicts/comparison.h"

namespace plumbline::overview {

inline constexpr const char* kNoCommit = "none";

/// AttemptRule chooses among several results of one shard: CI may run a job again.
enum class AttemptRule : std::uint8_t {
  LatestComplete,  ///< the highest attempt that has every file its siblings have and can be read; the default
  First,           ///< the oldest attempt with a file, as PyTorch's updater does (SPEC 9.3)
};

/// AttemptChoice makes a piece stand for its shard.
struct AttemptChoice {
  std::string origin;  ///< sources::Piece::origin
  bool operator==(const AttemptChoice&) const = default;
};

struct ViewOptions {
  std::shared_ptr<const verdicts::RuleSet> rules = {};
  std::optional<std::string> sha = {};  ///< the SHA1 variable, for the scripts' words
  AttemptRule attempts = AttemptRule::LatestComplete;
  std::vector<AttemptChoice> choices = {};
  /// ownFlaky holds our own flaky lists by the folder of a baseline ("tree/rocm"), since each folder may have its own;
  /// ownListsOf in core/overview/open_commit.h reads them.
  std::map<std::string, std::shared_ptr<const flaky::OwnFlaky>> ownFlaky = {};
  /// commit is the one of those opened to show, its first digits will do; "": the only one, or the one opened last;
  /// kNoCommit: the results that name none.
  std::string commit = {};
  baselines::DecisionStore decisions = {};  ///< earlier ones are read from it, too
};

/// ShardUse is one result CSV that says it belongs to a config.
struct ShardUse {
  std::size_t piece = 0;       ///< index into Opened::pieces
  configs::Identity identity;
  std::string origin;
  std::size_t rows = 0;
  bool used = false;
  std::string why;             ///< "attempt 2 of 2: the latest complete one", "only attempt", "chosen by hand"
  int ciExit = 0;              ///< of the checks over this shard alone, as CI runs them, 2 when none applies; 0 when not used
};

/// InTwoShards is a model that two used shards bring: a finding, since CI partitions the models.
struct InTwoShards {
  std::string model;
  std::string keptOrigin, droppedOrigin;
  bool sameRow = false;
};

/// Absent separates lost models from those whose shard is not here.
enum class Absent : std::uint8_t { Lost, MissingShard };

struct ConfigResult {
  configs::Config config;
  std::string baselinePath;  ///< file that can be edited; "" when there is none
  std::optional<base::Error> saveProblem = {};  ///< why the baseline cannot be saved
  std::string valueColumn;   ///< of a wide baseline: the column that stands for "accuracy"
  std::shared_ptr<const tables::CsvTable> baseline;  ///< null: a config without a baseline
  std::shared_ptr<const tables::CsvTable> run;       ///< shards merged; null: no run of this config was opened
  std::vector<tables::RowOrigin> origins;            ///< per row of `run`; `shard` is an index into `shards`
  std::vector<ShardUse> shards;                      ///< all attempts, by shard, then attempt
  std::vector<InTwoShards> twice;
  std::shared_ptr<const verdicts::Comparison> comparison;  ///< null: a side is missing, or `problem` says why
  std::optional<base::Error> problem;  ///< beside a comparison: no check applies to it
  int ciExit = 0;            ///< 1 when a check of any used shard exits non-zero, judged shard by shard as CI does
  int shardsHere = 0;        ///< distinct shards with a used file
  int shardsWanted = 0;      ///< 0: no name says how many there are
  std::size_t modelsJudged = 0;    ///< distinct models of the run
  std::size_t modelsExpected = 0;  ///< models of the baseline
  std::vector<Absent> absent;      ///< one per lost row of the comparison, in its order (rows after the actual ones)
  sources::RunNotes baselineNotes, runNotes;  ///< graph breaks, compile phases and caches of the baseline and of the shards
  std::multimap<std::string, sources::FailureCause> causes;  ///< by model, those of shards in use first: why it failed
  std::vector<std::string> notes;  ///< what to know of the shards: two runs, double or unreadable files
  baselines::EarlierAnswers earlier;  ///< what the decision log says about its rows

  bool isComplete() const { return shardsWanted == 0 || shardsHere >= shardsWanted; }
  std::size_t lost() const;            ///< absent models of shards that are here
  std::size_t inMissingShards() const;
  /// isUnjudged: no check applies to a used shard, although the baseline has accuracy or graph_breaks. Its rows are no
  /// passes.
  bool isUnjudged() const;
  /// exitStatus is 2 when isUnjudged, else ciExit.
  int exitStatus() const { return isUnjudged() ? 2 : ciExit; }
  /// causeOf is why the model of row i failed; null where no log says so of the row's status word, and for a row that passes.
  const sources::FailureCause* causeOf(std::size_t i) const;
  /// worst class over all rows that are not of a missing shard; Pass without rows.
  verdicts::VerdictClass worst() const;
  /// isLostRow returns whether row i of the comparison is a lost model, and of which kind.
  std::optional<Absent> absentRow(std::size_t i) const;
  /// needsDecision is verdicts::needsDecision without the models of missing shards.
  bool needsDecision(std::size_t row) const;
};

/// completenessText: "2 of 4 shards: 31 of 62 models judged"; "62 models" when nothing is missing.
std::string completenessText(const ConfigResult& config);

class CommitView {
 public:
  /// make assembles and judges. Work is spread with `sideBySide` of the caller's choice (see ComparisonOptions); linear
  /// in rows. Errors: none for a bad config (it carries its problem); BadArgument when there are no rules, or no such
  /// commit among the results (the text names those that are).
  static base::Outcome<std::shared_ptr<const CommitView>> make(std::shared_ptr<const sources::Opened> opened,
                                                               const ViewOptions& options,
                                                               const base::Progress& progress = {},
                                                               const base::SideBySide& sideBySide = {});

  const sources::Opened& opened() const { return *m_opened; }
  const std::shared_ptr<const sources::Opened>& openedPtr() const { return m_opened; }
  const ViewOptions& options() const { return m_options; }
  /// configs are sorted by suite, mode, platform, test. Those with a baseline and no run are among them.
  const std::vector<ConfigResult>& configs() const { return m_configs; }
  const ConfigResult* find(const configs::Config& config) const;
  std::optional<std::size_t> indexOf(const configs::Config& config) const;
  /// flakyProblems lists the flaky lists that cannot be used, each once.
  std::vector<base::Error> flakyProblems() const;
  /// unnamed lists the pieces (by index) that no config could be found for.
  const std::vector<std::size_t>& unnamed() const { return m_unnamed; }
  /// doubled lists baselines of a config that came twice (two trees opened); the first one is used.
  const std::vector<std::size_t>& doubledBaselines() const { return m_doubled; }
  /// commits lists those among the results, in the order of opening; "" stands for results that name none.
  const std::vector<std::string>& commits() const { return m_commits; }
  const std::string& commit() const { return m_commit; }
  int ciExit() const;
  /// exitStatus is 2 when a config isUnjudged, else ciExit.
  int exitStatus() const;

 private:
  CommitView() = default;
  friend class CommitViewMaker;
  std::shared_ptr<const sources::Opened> m_opened;
  ViewOptions m_options;
  std::vector<ConfigResult> m_configs;
  std::map<configs::Config, std::size_t> m_index;
  std::vector<std::size_t> m_unnamed, m_doubled;
  std::vector<std::string> m_commits;
  std::string m_commit;
};
using CommitPtr = std::shared_ptr<const CommitView>;

/// RowRef is one row of one config.
struct RowRef {
  std::uint32_t config = 0;  ///< index into CommitView::configs()
  std::uint32_t row = 0;     ///< of its comparison
  auto operator<=>(const RowRef&) const = default;
};

/// A lost row is a lost model, or one of a shard that is not here. The benchmark cuts the list of models into
/// contiguous parts (SPEC 11.1), so the order of the models shows which shard one belongs to.
/// absentModels answers for each lost row of result.comparison, in order. Where shards are missing and the order is
/// not conclusive, a model counts as one of a missing shard, which needs no decision.
std::vector<Absent> absentModels(const ConfigResult& result);

/// ListedModel is one of the models that the benchmark cuts into parts.
struct ListedModel {
  std::string name;
  int shard = 0;  ///< that ran it; 0: none
};
/// absentAmong answers for each of `models`, in the order in which the benchmark has them; the value for one that ran
/// has no meaning. Returns nullopt where the positions are not conclusive.
std::optional<std::vector<Absent>> absentAmong(const std::vector<ListedModel>& models, int shards,
                                               const std::set<int>& here);

/// tableProblem describes why not, and what to do instead; nothing for a config that can be shown.
std::optional<base::Error> tableProblem(const ConfigResult& config);
/// worstTable is the config to look at first: of those whose rows can be shown the first with the worst class.
std::optional<std::uint32_t> worstTable(const CommitView& view);

}  // namespace plumbline::overview
