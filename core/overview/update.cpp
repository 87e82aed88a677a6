// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/update.h"

#include <algorithm>
#include <set>

#include "core/overview/new_baseline.h"

namespace plumbline::overview {

using baselines::Drafts;
using verdicts::kNoRow;

namespace {

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string listed(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

class Updater {
 public:
  Updater(const CommitView& view, const UpdateWish& wish, Drafts& drafts) : m_view(view), m_wish(wish), m_drafts(drafts) {}

  base::Result<UpdateReport> make() {
    if (m_wish.removeLost && m_wish.mode != UpdateMode::Replace)
      return base::fail({base::ErrorCode::BadArgument, "Models can leave the baselines only when these are replaced.",
                         "Ask for the mode replace as well."});
    tellOfTheView();
    for (std::uint32_t i = 0; i < m_view.configs().size(); ++i) {
      const ConfigResult& config = m_view.configs()[i];
      if (!config.run && config.shards.empty()) continue;
      if (const auto done = take(i, config); !done) return base::fail(done.error());
    }
    baselines::Wish wish;
    wish.removeLost = m_wish.removeLost;
    wish.takeUnmeasured = m_wish.takeUnmeasured;
    auto plan = planRows(m_view, m_rows, m_drafts, wish);
    if (!plan) return base::fail(plan.error());
    const bool allowed = m_wish.allowRegressions && m_wish.reason.find_first_not_of(" \t\r\n") != std::string::npos;
    if (!allowed) {
      m_report.heldBack = plan->onlyGuarded();
      m_report.heldBack.problems.clear();
    }
    m_report.done = allowed ? std::move(*plan) : plan->withoutGuarded();
    tellOfRows(m_report.done);
    auto change = acceptRows(m_report.done, m_drafts, m_wish.reason);
    if (!change) return base::fail(change.error());
    for (baselines::FileChange& file : m_newFiles) change->files.push_back(std::move(file));
    change->text = "Update " + counted(change->files.size(), "baseline", "baselines");
    m_report.change = std::move(*change);
    return std::move(m_report);
  }

 private:
  void note(std::string text) { m_report.notes.push_back(std::move(text)); }
  void refuse(std::string text) { m_report.refused.push_back(std::move(text)); }

  void tellOfTheView() {
    if (m_view.commits().size() > 1)
      note("Results of " + std::to_string(m_view.commits().size()) + " commits are open; those of " +
           (m_view.commit().empty() ? "no named commit" : m_view.commit()) + " are taken.");
    if (const std::size_t count = m_view.unnamed().size(); count > 0)
      refuse(counted(count, "file belongs", "files belong") + " to no config: " +
             m_view.opened().pieces[m_view.unnamed().front()].origin + (count > 1 ? " and others." : "."));
    for (const std::size_t piece : m_view.doubledBaselines())
      note(m_view.opened().pieces[piece].origin + " is a second baseline of its config and stays as it is.");
  }

  base::Result<void> take(std::uint32_t index, const ConfigResult& config) {
    const std::string name = configs::configName(config.config);
    for (const std::string& text : config.notes) note(name + ": " + text);
    for (const InTwoShards& twice : config.twice) {
      if (twice.sameRow) note(name + ": " + twice.model + " is in two shards.");
      else refuse(name + ": " + twice.model + " is in two shards with different rows, " + twice.keptOrigin + " and " +
                  twice.droppedOrigin + ". Nobody can tell which one is right" + (config.baseline ? "." : "; the first is taken."));
    }
    if (config.problem) {
      refuse(name + ": " + config.problem->text);
      return {};
    }
    if (!config.run) return {};
    if (!config.run->columnOf("accuracy")) {
      refuse(name + ": the run has no column accuracy.");
      return {};
    }
    if (!config.isComplete()) note(name + ": " + completenessText(config) + ". What the others have stays.");
    if (!config.baseline) return makeNew(config, name);
    if (!config.comparison) return {};
    takeRows(index, config, name);
    return {};
  }

  void takeRows(std::uint32_t index, const ConfigResult& config, const std::string& name) {
    const bool replaces = m_wish.mode == UpdateMode::Replace && config.isComplete();
    std::set<std::string> stay, unclear;
    for (const InTwoShards& twice : config.twice)
      if (!twice.sameRow) unclear.insert(twice.model);
    std::string scratch;
    for (std::uint32_t row = 0; row < config.comparison->rowCount(); ++row) {
      const bool ran = config.comparison->row(row).actualRow != kNoRow;
      if (ran && unclear.contains(std::string(config.comparison->modelName(row, scratch)))) continue;
      const bool lost = config.absentRow(row) == Absent::Lost;
      if (ran || (lost && replaces && m_wish.removeLost)) {
        m_rows.push_back({index, row});
      } else if (lost) {
        stay.emplace(config.comparison->modelName(row, scratch));
      }
    }
    if (!stay.empty()) note(name + ": " + listed(stay) + (stay.size() == 1 ? " was not run and stays." : " were not run and stay."));
  }

  base::Result<void> makeNew(const ConfigResult& config, const std::string& name) {
    if (m_wish.newTree.empty()) {
      note(name + " has no baseline, and none is made.");
      return {};
    }
    if (!config.config.dtype.empty()) {
      refuse(name + ": a baseline with one column per dtype cannot be made from one of them.");
      return {};
    }
    const std::string path = m_wish.newTree + '/' + configs::baselineFile(config.config);
    const auto file = m_drafts.open(path, true);
    if (!file) return base::fail(file.error());
    if (!(*file)->pending.empty()) {
      refuse(name + ": " + path + " is there already, and was not opened as a baseline.");
      return {};
    }
    std::string bytes = newBaseline(m_view, config);
    if (bytes.empty()) {
      note(name + " has no baseline, and none is made: its run has no row.");
      return {};
    }
    m_newFiles.push_back({path, {{0, 0, std::move(bytes)}}});
    m_report.newFiles.push_back(path);
    return {};
  }

  /// tellOfRows says what of the runs was not taken.
  void tellOfRows(const RowsPlan& plan) {
    for (const std::string& problem : plan.problems) refuse(problem);
    for (const FilePlan& file : plan.files) {
      const std::string name = configs::configName(m_view.configs()[file.config].config);
      for (const baselines::RowNote& said : file.plan.notes)
        (said.refused ? m_report.refused : m_report.notes).push_back(name + ": " + said.model + ": " + said.text);
    }
  }

  const CommitView& m_view;
  const UpdateWish& m_wish;
  Drafts& m_drafts;
  std::vector<RowRef> m_rows;
  std::vector<baselines::FileChange> m_newFiles;
  UpdateReport m_report;
};

}  // namespace

base::Result<UpdateReport> planUpdate(const CommitView& view, const UpdateWish& wish, Drafts& drafts) {
  return Updater(view, wish, drafts).make();
}

}  // namespace plumbline::overview
