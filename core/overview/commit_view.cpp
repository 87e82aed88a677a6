// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/commit_view.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/files/file_bytes.h"
#include "core/overview/shard_choice.h"

namespace plumbline::overview {
namespace {

using verdicts::ComparedRow;
using verdicts::kNoRow;

/// runWord is the status word of a row in the run, "" where the run has none for it.
std::string runWord(const verdicts::Comparison& comparison, std::size_t i) {
  const auto& metrics = comparison.metrics();
  for (std::size_t m = 0; m < metrics.size(); ++m)
    if (metrics[m].info.name == "accuracy") return comparison.cell(i, m).actualText;
  return {};
}

/// Place is one model of the baseline: its first row there and the shard that ran it, 0 for an absent one.
struct Place {
  std::uint32_t baselineRow = 0;
  int shard = 0;
  std::string name;
};

/// Answer is by baseline row.
using Answer = std::map<std::uint32_t, Absent>;

std::vector<Place> placesOf(const ConfigResult& result) {
  std::map<std::uint32_t, Place> byRow;
  std::string scratch;
  const verdicts::Comparison& comparison = *result.comparison;
  for (std::size_t i = 0; i < comparison.rowCount(); ++i) {
    const ComparedRow& row = comparison.row(i);
    if (row.expectedRow == kNoRow || row.has(verdicts::Finding::ConflictMarker)) continue;
    Place place{row.expectedRow, 0, std::string(comparison.modelName(i, scratch))};
    if (row.actualRow != kNoRow) place.shard = result.shards[result.origins[row.actualRow].shard].identity.shard;
    byRow.emplace(row.expectedRow, std::move(place));
  }
  std::vector<Place> places;
  places.reserve(byRow.size());
  for (auto& [row, place] : byRow) places.push_back(std::move(place));
  return places;
}

std::set<int> shardsHere(const ConfigResult& result) {
  std::set<int> here;
  for (const ShardUse& use : result.shards)
    if (use.used) here.insert(use.identity.shard);
  return here;
}

/// byPartition cuts the list as the benchmark does; nullopt when a model that ran does not lie in its shard's part.
std::optional<Answer> byPartition(const std::vector<Place>& places, int shards, const std::set<int>& here) {
  const auto wanted = static_cast<std::size_t>(shards);
  const std::size_t part = places.size() / wanted;
  if (part == 0) return std::nullopt;
  Answer answer;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int owner = static_cast<int>(std::min(i / part, wanted - 1)) + 1;
    if (places[i].shard == 0) {
      answer[places[i].baselineRow] = here.contains(owner) ? Absent::Lost : Absent::MissingShard;
    } else if (places[i].shard != owner) {
      return std::nullopt;
    }
  }
  return answer;
}

/// byNeighbours looks at the stretch of each shard: a model inside one, or between two that follow each other, is lost.
/// nullopt when the stretches overlap.
std::optional<Answer> byNeighbours(const std::vector<Place>& places, int shards, const std::set<int>& here) {
  std::vector<int> before(places.size());
  int last = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].shard != 0) {
      if (places[i].shard < last) return std::nullopt;
      last = places[i].shard;
    }
    before[i] = last;
  }
  Answer answer;
  int next = shards + 1;
  for (std::size_t i = places.size(); i-- > 0;) {
    if (places[i].shard != 0) {
      next = places[i].shard;
      continue;
    }
    bool gap = false;
    for (int shard = before[i] + 1; shard < next && !gap; ++shard) gap = !here.contains(shard);
    answer[places[i].baselineRow] = gap ? Absent::MissingShard : Absent::Lost;
  }
  return answer;
}

std::optional<Answer> answerOf(const std::vector<Place>& places, int shards, const std::set<int>& here) {
  std::vector<Place> sorted = places;
  std::ranges::stable_sort(sorted, {}, &Place::name);
  // The file's order first, then the sorted one: the updater sorts files that the benchmark does not run in that order.
  for (const auto& order : {places, sorted})
    if (auto answer = byPartition(order, shards, here)) return answer;
  for (const auto& order : {places, sorted})
    if (auto answer = byNeighbours(order, shards, here)) return answer;
  return std::nullopt;
}

using configs::Config;
using verdicts::Comparison;

auto displayOrder(const Config& c) { return std::tie(c.suite, c.mode, c.platform, c.test, c.dtype); }

base::Error bad(std::string text, std::string hint) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

/// folderOf returns the keys of ViewOptions::ownFlaky.
std::string folderOf(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

std::size_t distinctModels(const tables::CsvTable& table) {
  const auto column = table.columnOf("name");
  if (!column) return 0;
  std::unordered_set<std::string> names;
  std::string scratch, last;
  std::array<std::string_view, 1024> first, cells;  // whole pieces of a column: a look-up for each cell costs far more
  for (std::size_t begin = 0; begin < table.rowCount(); begin += cells.size()) {
    table.rawCells(begin, 0, first);
    table.rawCells(begin, *column, cells);
    for (std::size_t i = 0; i < std::min(cells.size(), table.rowCount() - begin); ++i) {
      const bool maybeProse = table.leadingColumns() > 0 || first[i].find_first_of("#<=>") == 0;
      if (maybeProse && (table.isComment(begin + i) || table.isConflictMarker(begin + i))) continue;
      const std::string_view name = table.textOf(cells[i], scratch);
      if (!names.empty() && name == last) continue;
      names.emplace(last = name);
    }
  }
  return names.size();
}

base::Error tableError(const ConfigResult& config, const std::string& what, const char* hint) {
  return {base::ErrorCode::NotFound, configs::configName(config.config) + what, hint, config.baselinePath, 0, 0};
}

}  // namespace

std::optional<std::vector<Absent>> absentAmong(const std::vector<ListedModel>& models, int shards,
                                               const std::set<int>& here) {
  std::vector<Place> places;
  places.reserve(models.size());
  for (const ListedModel& model : models)
    places.push_back({static_cast<std::uint32_t>(places.size()), model.shard, model.name});
  const auto answer = answerOf(places, shards, here);
  if (!answer) return std::nullopt;
  std::vector<Absent> out(models.size(), Absent::Lost);
  for (const auto& [at, absent] : *answer) out[at] = absent;
  return out;
}

std::vector<Absent> absentModels(const ConfigResult& result) {
  std::vector<Absent> absent;
  const verdicts::Comparison& comparison = *result.comparison;
  std::size_t first = comparison.rowCount();
  while (first > 0 && comparison.row(first - 1).actualRow == kNoRow) --first;
  if (first == comparison.rowCount()) return absent;
  absent.assign(comparison.rowCount() - first, Absent::Lost);
  if (result.isComplete()) return absent;
  const auto answer = answerOf(placesOf(result), result.shardsWanted, shardsHere(result));
  for (std::size_t i = first; i < comparison.rowCount(); ++i) {
    const auto found = answer ? answer->find(comparison.row(i).expectedRow) : Answer::const_iterator{};
    absent[i - first] = answer && found != answer->end() ? found->second : Absent::MissingShard;
  }
  return absent;
}

using verdicts::Finding;
using verdicts::kNoRow;
using verdicts::VerdictClass;

const sources::FailureCause* ConfigResult::causeOf(std::size_t i) const {
  if (causes.empty()) return nullptr;
  std::string scratch;
  const auto [begin, end] = causes.equal_range(std::string(comparison->modelName(i, scratch)));
  if (begin == end) return nullptr;
  const std::string word = runWord(*comparison, i);
  if (word.empty() && comparison->row(i).cls == VerdictClass::Pass) return nullptr;
  const auto found = std::find_if(begin, end, [&](const auto& known) {
    return !known.second.text.empty() && (word.empty() || known.second.status == word);
  });
  return found == end ? nullptr : &found->second;
}

std::optional<Absent> ConfigResult::absentRow(std::size_t i) const {
  if (comparison == nullptr) return std::nullopt;
  const std::size_t first = comparison->rowCount() - absent.size();
  if (i < first || i >= comparison->rowCount() || !comparison->row(i).has(Finding::Lost)) return std::nullopt;
  return absent[i - first];
}

namespace {
std::size_t countAbsent(const ConfigResult& config, Absent kind) {
  if (config.comparison == nullptr) return 0;
  const std::size_t rows = config.comparison->rowCount();
  std::size_t count = 0;
  for (std::size_t i = rows - config.absent.size(); i < rows; ++i) count += config.absentRow(i) == kind ? 1 : 0;
  return count;
}

std::string modelCount(std::size_t models) { return std::to_string(models) + (models == 1 ? " model" : " models"); }
}  // namespace

std::size_t ConfigResult::lost() const { return countAbsent(*this, Absent::Lost); }
std::size_t ConfigResult::inMissingShards() const { return countAbsent(*this, Absent::MissingShard); }

VerdictClass ConfigResult::worst() const {
  VerdictClass worst = VerdictClass::Pass;
  if (comparison == nullptr) return worst;
  for (std::size_t i = 0; i < comparison->rowCount(); ++i)
    if (absentRow(i) != Absent::MissingShard) worst = std::min(worst, comparison->row(i).cls);
  return worst;
}

bool ConfigResult::needsDecision(std::size_t row) const {
  return comparison != nullptr && verdicts::needsDecision(comparison->row(row)) &&
         absentRow(row) != Absent::MissingShard;
}

std::string completenessText(const ConfigResult& config) {
  if (config.run == nullptr) return config.baseline == nullptr ? "" : "not run";
  std::string text;
  if (!config.isComplete())
    text = std::to_string(config.shardsHere) + " of " + std::to_string(config.shardsWanted) + " shards: ";
  if (config.comparison == nullptr) return text + modelCount(config.modelsJudged);
  if (config.isUnjudged()) return text + "0 of " + modelCount(config.modelsExpected) + " judged";
  const std::size_t lost = config.lost();
  if (config.isComplete() && lost == 0) return modelCount(config.modelsJudged);
  text += std::to_string(config.modelsJudged) + " of " + modelCount(config.modelsJudged + config.absent.size()) +
          " judged";
  if (lost > 0) text += ", " + std::to_string(lost) + " lost";
  return text;
}

bool ConfigResult::isUnjudged() const {
  return (comparison != nullptr && problem) || std::ranges::any_of(shards, [](const ShardUse& use) { return use.ciExit == 2; });
}

const ConfigResult* CommitView::find(const configs::Config& config) const {
  const auto index = indexOf(config);
  return index ? &m_configs[*index] : nullptr;
}

std::optional<std::size_t> CommitView::indexOf(const configs::Config& config) const {
  const auto found = m_index.find(config);
  return found == m_index.end() ? std::nullopt : std::optional(found->second);
}

int CommitView::ciExit() const {
  return std::ranges::any_of(m_configs, [](const ConfigResult& c) { return c.ciExit != 0; }) ? 1 : 0;
}

int CommitView::exitStatus() const { return std::ranges::any_of(m_configs, &ConfigResult::isUnjudged) ? 2 : ciExit(); }

class CommitViewMaker {
 public:
  CommitViewMaker(std::shared_ptr<const sources::Opened> opened, const ViewOptions& options) : m_view(new CommitView) {
    m_view->m_opened = std::move(opened);
    m_view->m_options = options;
  }

  std::optional<base::Error> chooseCommit() {
    for (const sources::Piece& piece : pieces()) {
      if (piece.isBaseline || !piece.identity) continue;
      auto& commits = m_view->m_commits;
      if (std::ranges::find(commits, piece.identity->commit) == commits.end())
        commits.push_back(piece.identity->commit);
    }
    const std::string& wanted = m_view->m_options.commit;
    if (wanted.empty()) {
      if (!m_view->m_commits.empty()) m_view->m_commit = m_view->m_commits.back();
      return std::nullopt;
    }
    std::vector<std::string> fitting;
    for (const std::string& commit : m_view->m_commits)
      if (wanted == kNoCommit ? commit.empty() : commit.starts_with(wanted)) fitting.push_back(commit);
    if (fitting.size() == 1) {
      m_view->m_commit = fitting.front();
      return std::nullopt;
    }
    std::string known;
    for (const std::string& commit : m_view->m_commits)
      known += (known.empty() ? "" : ", ") + (commit.empty() ? kNoCommit : commit);
    return bad(fitting.empty() ? "No result is of the commit \"" + wanted + "\"."
                               : "Several commits begin with \"" + wanted + "\".",
               known.empty() ? "Open results first." : "Those opened are: " + known + ".");
  }

  void sortPieces() {
    const auto& all = pieces();
    std::map<Config, std::size_t> baselines;
    std::map<Config, std::vector<std::size_t>> results;
    std::vector<std::size_t> ofCommit;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].identity) {
        m_view->m_unnamed.push_back(i);
      } else if (all[i].isBaseline) {
        if (!baselines.emplace(all[i].identity->config, i).second) m_view->m_doubled.push_back(i);
      } else if (all[i].identity->commit == m_view->m_commit) {
        results[all[i].identity->config].push_back(i);
        ofCommit.push_back(i);
      }
    }
    const JobFiles jobs(*m_view->m_opened, ofCommit);
    std::set<Config> configs;
    for (const auto& [config, piece] : baselines) configs.insert(config);
    for (const auto& [config, list] : results) configs.insert(config);
    for (const Config& config : configs) {
      ConfigResult result;
      result.config = config;
      if (const auto baseline = baselines.find(config); baseline != baselines.end()) {
        const sources::Piece& piece = all[baseline->second];
        result.baselinePath = piece.path;
        if (!piece.path.empty()) result.saveProblem = files::saveProblem(piece.path);
        result.valueColumn = piece.valueColumn;
        result.baseline = piece.table;
        result.baselineNotes = piece.notes;
        m_words[config] = piece.path.empty() ? piece.origin : piece.path;
      }
      if (const auto list = results.find(config); list != results.end()) {
        ShardChoice choice = chooseShards(*m_view->m_opened, list->second, jobs, m_view->m_options.attempts,
                                          m_view->m_options.choices);
        result.shards = std::move(choice.shards);
        result.notes = std::move(choice.notes);
        result.shardsWanted = choice.wanted;
        if (choice.unreadable) result.ciExit = 1;
        const auto isUsed = [&](std::size_t piece) {
          return std::ranges::any_of(result.shards, [&](const ShardUse& use) { return use.piece == piece && use.used; });
        };
        for (const std::size_t piece : list->second) {
          const bool hasTimes = isUsed(piece) && all[piece].table->columnOf(sources::kCompileTimeColumn);
          sources::joinNotes(result.runNotes, all[piece].notes, hasTimes);
        }
        // The shards in use first: a log that is not used says why only where they do not.
        for (const bool used : {true, false})
          for (const std::size_t piece : list->second)
            if (isUsed(piece) == used)
              for (const sources::FailureCause& cause : all[piece].causes) result.causes.emplace(cause.model, cause);
      }
      m_view->m_configs.push_back(std::move(result));
    }
    std::ranges::sort(m_view->m_configs, [](const ConfigResult& a, const ConfigResult& b) {
      return displayOrder(a.config) < displayOrder(b.config);
    });
    for (std::size_t i = 0; i < m_view->m_configs.size(); ++i) m_view->m_index[m_view->m_configs[i].config] = i;
  }

  /// judgeAll fills every config; false when stopped.
  bool judgeAll(const base::Progress& progress, const base::SideBySide& sideBySide) {
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::vector<ConfigResult>& configs = m_view->m_configs;
    const auto work = [&] {
      for (std::size_t i = next++; i < configs.size(); i = next++) {
        if (progress.stopRequested()) return;
        judge(configs[i], progress);
        (void)progress.report(++done, configs.size());
      }
    };
    if (sideBySide) {
      sideBySide(work, work);
    } else {
      work();
    }
    baselines::DecisionLogs logs(m_view->m_options.decisions);
    for (ConfigResult& config : configs)
      if (config.comparison) config.earlier = logs.answersFor(*config.comparison, config.baselinePath, config.valueColumn);
    for (const base::Error& problem : logs.problems()) configs.front().notes.push_back(base::describe(problem));
    return !progress.stopRequested();
  }

  std::shared_ptr<const CommitView> take() { return std::move(m_view); }

 private:
  const std::vector<sources::Piece>& pieces() const { return m_view->m_opened->pieces; }

  void judge(ConfigResult& result, const base::Progress& progress) const {
    if (result.baseline != nullptr) result.modelsExpected = distinctModels(*result.baseline);
    if (result.shards.empty()) return;
    if (!merge(result)) return;
    result.modelsJudged = distinctModels(*result.run);
    if (result.baseline == nullptr) return;
    auto made = compare(result, result.run, progress);
    if (made.isCancelled()) return;
    if (made.isError()) {
      result.problem = made.error();
      result.ciExit = 1;
      return;
    }
    result.comparison = std::move(made.value());
    result.problem = result.comparison->unjudged();
    result.absent = absentModels(result);
    judgeShards(result, progress);
  }

  /// merge makes one table of the used shards; false when there is none.
  bool merge(ConfigResult& result) const {
    std::vector<std::shared_ptr<const tables::CsvTable>> parts;
    std::vector<std::uint32_t> useOfPart;
    std::set<int> numbers;
    for (std::size_t i = 0; i < result.shards.size(); ++i) {
      const ShardUse& use = result.shards[i];
      if (!use.used) continue;
      parts.push_back(pieces()[use.piece].table);
      useOfPart.push_back(static_cast<std::uint32_t>(i));
      numbers.insert(use.identity.shard);
    }
    result.shardsHere = static_cast<int>(numbers.size());
    // Numbers without a total: those below the highest must exist.
    if (result.shardsWanted == 0 && !numbers.empty()) result.shardsWanted = *numbers.rbegin();
    if (parts.empty()) {
      result.problem = base::Error{base::ErrorCode::BadFormat,
                                   "No result of " + configs::configName(result.config) + " can be read: " +
                                       result.shards.front().why,
                                   "Look whether the job that writes it came to its end.",
                                   result.shards.front().origin,
                                   0,
                                   0};
      return false;
    }
    if (parts.size() == 1) {
      result.run = parts.front();
      result.origins.resize(result.run->rowCount());
      for (std::uint32_t row = 0; row < result.origins.size(); ++row) result.origins[row] = {useOfPart.front(), row};
      return true;
    }
    auto merged = tables::mergeShards(parts, configs::configName(result.config));
    if (!merged.isValue()) {
      if (merged.isError()) result.problem = merged.error();
      result.ciExit = 1;
      return false;
    }
    result.run = std::move(merged.value().table);
    result.origins = std::move(merged.value().origins);
    for (tables::RowOrigin& origin : result.origins) origin.shard = useOfPart[origin.shard];
    for (const tables::RepeatedName& name : merged.value().repeated)
      result.twice.push_back({name.name, result.shards[useOfPart[name.kept.shard]].origin,
                              result.shards[useOfPart[name.dropped.shard]].origin, name.sameBytes});
    return true;
  }

  base::Outcome<std::shared_ptr<const Comparison>> compare(const ConfigResult& result,
                                                           const std::shared_ptr<const tables::CsvTable>& run,
                                                           const base::Progress& progress) const {
    static const auto kNoLists = std::make_shared<const flaky::OwnFlaky>();
    const std::string& baseline = m_words.at(result.config);
    const auto& lists = m_view->m_options.ownFlaky;
    const auto own = lists.find(folderOf(baseline));
    return verdicts::judgePair({.actual = run,
                                .expected = result.baseline,
                                .actualPath = run->fileName(),
                                .expectedPath = baseline,
                                .rules = m_view->m_options.rules,
                                .sha = m_view->m_options.sha,
                                .ownFlaky = own == lists.end() ? kNoLists : own->second},
                               base::Progress(progress.stopToken()));
  }

  /// judgeShards returns each shard CI's exit status: a job checks its own part against the whole baseline.
  void judgeShards(ConfigResult& result, const base::Progress& progress) const {
    for (ShardUse& use : result.shards) {
      if (!use.used) continue;
      if (result.run == pieces()[use.piece].table) {
        use.ciExit = result.problem ? 2 : result.comparison->ciExit();
      } else {
        const auto made = compare(result, pieces()[use.piece].table, progress);
        use.ciExit = !made.isValue() ? 1 : made.value()->unjudged() ? 2 : made.value()->ciExit();
      }
      if (use.ciExit == 1) result.ciExit = 1;
    }
  }

  std::shared_ptr<CommitView> m_view;
  std::map<Config, std::string> m_words;  ///< the baseline's path as the check's command line would have it
};

std::vector<base::Error> CommitView::flakyProblems() const {
  std::vector<base::Error> found;
  for (const auto& [folder, own] : m_options.ownFlaky)
    for (base::Error& problem : own->problems())
      if (std::ranges::find(found, problem.file, &base::Error::file) == found.end())
        found.push_back(std::move(problem));
  return found;
}

base::Outcome<std::shared_ptr<const CommitView>> CommitView::make(std::shared_ptr<const sources::Opened> opened,
                                                                  const ViewOptions& options,
                                                                  const base::Progress& progress,
                                                                  const base::SideBySide& sideBySide) {
  if (opened == nullptr || options.rules == nullptr) return bad("There are no rules to judge by.", "");
  CommitViewMaker maker(std::move(opened), options);
  if (auto error = maker.chooseCommit()) return *std::move(error);
  maker.sortPieces();
  if (!maker.judgeAll(progress, sideBySide)) return base::Cancelled{};
  return maker.take();
}

std::optional<base::Error> tableProblem(const ConfigResult& config) {
  if (config.problem && !config.comparison) return config.problem;
  if (!config.run) return tableError(config, " was not run: there is a baseline, and no result.", "Open its shards as well.");
  if (!config.baseline)
    return tableError(config, " has no baseline.", "Open the tree of baselines that holds it, or make one with update.");
  if (!config.valueColumn.empty())
    return tableError(config, " is one column of a wide baseline, which has no table of its own.",
                "Decide about its rows on the overview.");
  if (config.baselinePath.empty())
    return tableError(config, " has a baseline that is no file of its own.", "Unpack it to look at its rows.");
  return std::nullopt;
}

std::optional<std::uint32_t> worstTable(const CommitView& view) {
  std::optional<std::uint32_t> found;
  verdicts::VerdictClass worst = verdicts::VerdictClass::Pass;
  for (std::uint32_t i = 0; i < view.configs().size(); ++i) {
    if (tableProblem(view.configs()[i])) continue;
    const verdicts::VerdictClass here = view.configs()[i].worst();
    if (found && here >= worst) continue;
    found = i;
    worst = here;
  }
  return found;
}

}  // namespace plumbline::overview
