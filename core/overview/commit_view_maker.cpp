// SPDX-License-Identifier: GPL-3.0-or-later
// CommitView::make: pieces sorted by config, shards chosen and merged, every config judged.
#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/overview/absent_models.h"
#include "core/overview/commit_view.h"
#include "core/overview/shard_choice.h"

namespace plumbline::overview {
namespace {

using configs::Config;
using verdicts::Comparison;

auto displayOrder(const Config& c) { return std::tie(c.suite, c.mode, c.platform, c.test, c.dtype); }

base::Error bad(std::string text, std::string hint) {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

/// folderOf gives the keys of ViewOptions::ownFlaky.
std::string folderOf(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

std::size_t distinctModels(const tables::CsvTable& table) {
  const auto column = table.columnOf("name");
  if (!column) return 0;
  std::unordered_set<std::string> names;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row)
    if (!table.isComment(row) && !table.isConflictMarker(row)) names.emplace(table.cell(row, *column, scratch));
  return names.size();
}

}  // namespace

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
      if (std::find(commits.begin(), commits.end(), piece.identity->commit) == commits.end())
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
        result.valueColumn = piece.valueColumn;
        result.baseline = piece.table;
        m_words[config] = piece.path.empty() ? piece.origin : piece.path;
      }
      if (const auto list = results.find(config); list != results.end()) {
        ShardChoice choice = chooseShards(*m_view->m_opened, list->second, jobs, m_view->m_options.attempts,
                                          m_view->m_options.choices);
        result.shards = std::move(choice.shards);
        result.notes = std::move(choice.notes);
        result.shardsWanted = choice.wanted;
        if (choice.unreadable) result.ciExit = 1;
      }
      m_view->m_configs.push_back(std::move(result));
    }
    std::sort(m_view->m_configs.begin(), m_view->m_configs.end(), [](const ConfigResult& a, const ConfigResult& b) {
      return displayOrder(a.config) < displayOrder(b.config);
    });
    for (std::size_t i = 0; i < m_view->m_configs.size(); ++i) m_view->m_index[m_view->m_configs[i].config] = i;
  }

  /// judgeAll fills every config; false when stopped.
  bool judgeAll(const base::Progress& progress, const verdicts::SideBySide& sideBySide) {
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
    // Numbers without a total still tell that those below the highest must exist.
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
    verdicts::ComparisonOptions options;
    options.rules = m_view->m_options.rules;
    options.words = {run->fileName(), m_words.at(result.config), m_view->m_options.sha};
    const auto& lists = m_view->m_options.ownFlaky;
    if (const auto own = lists.find(folderOf(options.words.expectedPath)); own != lists.end())
      options.ownFlaky = own->second;
    return Comparison::make({{run}, {result.baseline}}, options, base::Progress(progress.stopToken()));
  }

  /// judgeShards gives each shard CI's exit status: a job checks its own part against the whole baseline.
  void judgeShards(ConfigResult& result, const base::Progress& progress) const {
    for (ShardUse& use : result.shards) {
      if (!use.used) continue;
      if (result.run == pieces()[use.piece].table) {
        use.ciExit = result.comparison->ciExit();
      } else {
        const auto made = compare(result, pieces()[use.piece].table, progress);
        use.ciExit = made.isValue() ? made.value()->ciExit() : 1;
      }
      if (use.ciExit != 0) result.ciExit = 1;
    }
  }

  std::shared_ptr<CommitView> m_view;
  std::map<Config, std::string> m_words;  ///< the baseline's path as the check's command line would have it
};

base::Outcome<std::shared_ptr<const CommitView>> CommitView::make(std::shared_ptr<const sources::Opened> opened,
                                                                  const ViewOptions& options,
                                                                  const base::Progress& progress,
                                                                  const verdicts::SideBySide& sideBySide) {
  if (opened == nullptr || options.rules == nullptr) return bad("There are no rules to judge by.", "");
  CommitViewMaker maker(std::move(opened), options);
  if (auto error = maker.chooseCommit()) return *std::move(error);
  maker.sortPieces();
  if (!maker.judgeAll(progress, sideBySide)) return base::Cancelled{};
  return maker.take();
}

}  // namespace plumbline::overview
