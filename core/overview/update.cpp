// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/update.h"

#include <map>
#include <set>

#include "core/baselines/baseline_edit.h"
#include "core/configs/config.h"
#include "core/sources/formats/source_text.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::overview {

using baselines::Drafts;
using verdicts::kNoRow;

namespace {

constexpr const char* kGap = "\n\n\n\n";  // SPEC 8: patches of neighbouring rows then never meet

bool isCount(std::string_view column) {
  const std::uint8_t metric = verdicts::metricIndex(column);
  return metric != verdicts::kNoMetric && column != "accuracy" && verdicts::metricCatalogue()[metric].decimals == 0;
}

std::vector<std::string> columnsFor(const CommitView& view, const ConfigResult& config) {
  std::vector<configs::Config> all;
  for (const ConfigResult& other : view.configs())
    if (other.baseline && other.valueColumn.empty() && other.baseline->columnOf("name") && other.baseline->columnOf("accuracy"))
      all.push_back(other.config);
  std::vector<std::string> columns{"name", "accuracy", "graph_breaks"};
  if (const auto siblings = configs::siblingsOf(config.config, all); !siblings.empty())
    columns = view.find(siblings.front().config)->baseline->columnNames();
  std::erase_if(columns, [&](const std::string& column) { return !config.run->columnOf(column); });
  return columns;
}

/// newBaseline returns the bytes: the columns of the closest sibling's baseline as far as the run has them (name,
/// accuracy and graph_breaks without one), rows sorted by name, whole numbers for counts, three empty lines between
/// rows. Rows that no check could find (no name, a comment, a name that occurs twice) are left out. "" when no row is
/// left.
std::string newBaseline(const CommitView& view, const ConfigResult& config) {
  const tables::CsvTable& run = *config.run;
  const auto name = run.columnOf("name");
  if (!name || run.pandasError() || run.leadingColumns() > 0) return {};
  const std::vector<std::string> columns = columnsFor(view, config);
  std::map<std::string, std::pair<std::string, std::size_t>> rows;  // line and how often, by model
  std::string scratch;
  for (std::size_t row = 0; row < run.rowCount(); ++row) {
    if (run.isComment(row) || run.isConflictMarker(row)) continue;
    const std::string model(run.cell(row, *name, scratch));
    if (tables::isNaWord(model) || model.find_first_of("\r\n") != std::string::npos) continue;
    std::string line;
    bool fits = true;
    for (const std::string& column : columns) {
      const std::string_view text = run.cell(row, *run.columnOf(column), scratch);
      const baselines::ColumnStyle style{isCount(column) ? baselines::ColumnStyle::Kind::Whole
                                                         : baselines::ColumnStyle::Kind::AsWritten, 0};
      const std::string cell = tables::isNaWord(text) ? std::string() : baselines::styled(style, text);
      fits = fits && cell.find_first_of("\r\n") == std::string::npos;
      line += (&column == &columns.front() ? "" : ",") + sources::csvCell(cell, &column == &columns.front());
    }
    if (!fits) continue;
    auto& [bytes, count] = rows[model];
    bytes = std::move(line);
    ++count;
  }
  std::string header;
  for (const std::string& column : columns) header += (header.empty() ? "" : ",") + sources::csvCell(column, header.empty());
  std::string out;
  for (const auto& [model, row] : rows)
    if (row.second == 1) out += kGap + row.first;
  return out.empty() ? out : header + out + '\n';
}

class Updater {
 public:
  Updater(const CommitView& view, const UpdateRequest& request, Drafts& drafts) : m_view(view), m_request(request), m_drafts(drafts) {}

  base::Result<UpdateReport> make() {
    if (m_request.removeLost && m_request.mode != UpdateMode::Replace)
      return base::fail(base::ErrorCode::BadArgument, "Models can leave the baselines only when these are replaced.",
                        "Ask for the mode replace as well.");
    noteViewProblems();
    for (std::uint32_t i = 0; i < m_view.configs().size(); ++i) {
      const ConfigResult& config = m_view.configs()[i];
      if (!config.run && config.shards.empty()) continue;
      if (const auto done = take(i, config); !done) return base::fail(done.error());
    }
    baselines::AcceptRequest request;
    request.removeLost = m_request.removeLost;
    request.acceptUnmeasured = m_request.acceptUnmeasured;
    const auto parts = chosenParts();
    if (!parts) return base::fail(parts.error());
    auto plan = planGroups(m_view, *parts, m_drafts, request);
    if (!plan) return base::fail(plan.error());
    auto decided = baselines::decideAccept(
        *std::move(plan), m_drafts, baselines::AcceptTerms::ofCommand(m_request.allowRegressions, m_request.reason, m_request.evidence));
    if (!decided) return base::fail(decided.error());
    m_report.heldBack = std::move(decided->heldBack);
    m_report.heldBack.problems.clear();
    m_report.done = std::move(decided->done);
    noteRowsLeftOut(m_report.done);
    baselines::Change& change = decided->change;
    for (baselines::FileChange& file : m_newFiles) change.files.push_back(std::move(file));
    change.text = "Update " + text::counted(change.files.size(), "baseline", "baselines");
    m_report.change = std::move(change);
    return std::move(m_report);
  }

 private:
  void note(std::string text) { m_report.notes.push_back(std::move(text)); }
  void refuse(std::string text) { m_report.refused.push_back(std::move(text)); }

  /// chosenParts are the taken rows, of the requested group only.
  base::Result<std::vector<GroupRows>> chosenParts() const {
    if (m_request.group.empty()) return std::vector<GroupRows>{{m_rows, {}}};
    std::vector<GroupRows> parts;
    std::vector<std::string> known;
    for (const Group& group : groupsOf(m_view)) {
      known.push_back(group.id);
      if (!hasName(group, m_request.group)) continue;
      GroupRows& part = parts.emplace_back();
      if (!m_request.wholeRows) part.metrics = groupMetrics(group);
      std::ranges::copy_if(group.members, std::back_inserter(part.rows),
                           [&](const RowRef& row) { return std::ranges::binary_search(m_rows, row); });
    }
    if (!parts.empty()) return parts;
    return base::fail(base::ErrorCode::BadArgument, "There is no group \"" + m_request.group + "\".",
                      known.empty() ? "Nothing differs." : "The groups are: " + text::joined(known) + ".");
  }

  void noteViewProblems() {
    if (m_view.commits().size() > 1)
      note("Results of " + std::to_string(m_view.commits().size()) + " commits are open; those of " +
           (m_view.commit().empty() ? "no named commit" : m_view.commit()) + " are taken.");
    if (const std::size_t count = m_view.unnamed().size(); count > 0)
      refuse(text::counted(count, "file belongs", "files belong") + " to no config: " +
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
                  twice.droppedOrigin + ". Which one is right is unknown" + (config.baseline ? "." : "; the first is taken."));
    }
    if (config.problem && !config.comparison) {
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
    const bool replaces = m_request.mode == UpdateMode::Replace && config.isComplete();
    std::set<std::string> stay, unclear, excused;
    for (const InTwoShards& twice : config.twice)
      if (!twice.sameRow) unclear.insert(twice.model);
    std::string scratch;
    for (std::uint32_t row = 0; row < config.comparison->rowCount(); ++row) {
      const bool ran = config.comparison->row(row).actualRow != kNoRow;
      if (ran && unclear.contains(std::string(config.comparison->modelName(row, scratch)))) continue;
      if (config.comparison->row(row).excused) {
        excused.emplace(config.comparison->modelName(row, scratch));
        continue;
      }
      const bool lost = config.absentRow(row) == Absent::Lost;
      if (ran || (lost && replaces && m_request.removeLost)) {
        m_rows.push_back({index, row});
      } else if (lost) {
        stay.emplace(config.comparison->modelName(row, scratch));
      }
    }
    if (!excused.empty())
      note(name + ": " + text::joined({excused.begin(), excused.end()}) + (excused.size() == 1 ? " is" : " are") + " excused by our flaky list and stay" +
           (excused.size() == 1 ? "s." : "."));
    if (!stay.empty()) note(name + ": " + text::joined({stay.begin(), stay.end()}) + (stay.size() == 1 ? " was not run and stays." : " were not run and stay."));
  }

  base::Result<void> makeNew(const ConfigResult& config, const std::string& name) {
    if (!m_request.group.empty()) return {};
    if (m_request.newTree.empty()) {
      note(name + " has no baseline, and none is made.");
      return {};
    }
    if (!config.config.dtype.empty()) {
      refuse(name + ": a baseline with one column per dtype cannot be made from one of them.");
      return {};
    }
    const std::string path = m_request.newTree + '/' + configs::baselineFile(config.config);
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

  /// noteRowsLeftOut describes what of the runs was not taken.
  void noteRowsLeftOut(const baselines::AcceptPlan& plan) {
    for (const std::string& problem : plan.problems) refuse(problem);
    for (const baselines::FilePlan& file : plan.files) {
      const std::string name = configs::configName(m_view.configs()[file.config].config);
      for (const baselines::RowNote& said : file.plan.notes)
        (said.refused ? m_report.refused : m_report.notes).push_back(name + ": " + said.model + ": " + said.text);
    }
  }

  const CommitView& m_view;
  const UpdateRequest& m_request;
  Drafts& m_drafts;
  std::vector<RowRef> m_rows;
  std::vector<baselines::FileChange> m_newFiles;
  UpdateReport m_report;
};

}  // namespace

base::Result<UpdateReport> planUpdate(const CommitView& view, const UpdateRequest& request, Drafts& drafts) {
  return Updater(view, request, drafts).make();
}

}  // namespace plumbline::overview
