// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overview/sibling_proposals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/baselines/baseline_edit.h"
#include "core/baselines/wide_baseline.h"
#include "core/text/quantities.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::overview {

using baselines::BaselineTable;
using baselines::Drafts;
using verdicts::Comparison;

namespace {

/// asNarrow returns the table a config is about: the file itself, or one column of a wide one.
base::Result<BaselineTable> asNarrow(const ConfigResult& config, const std::string& bytes) {
  auto table = BaselineTable::of(bytes, config.baselinePath);
  return table && !config.valueColumn.empty() ? baselines::narrowTable(*table, config.valueColumn) : table;
}

/// Side is one config with its pending baseline, and its run by model.
class Side {
 public:
  Side(const ConfigResult& config, BaselineTable table) : m_table(std::move(table)), m_comparison(config.comparison.get()) {
    if (m_comparison == nullptr) return;
    std::string scratch;
    for (std::uint32_t row = 0; row < m_comparison->rowCount(); ++row)
      m_rows.emplace(m_comparison->modelName(row, scratch), row);
  }

  const BaselineTable& table() const { return m_table; }

  /// style looks at a column once: many edits ask for it.
  const baselines::ColumnStyle& style(const std::string& column) const {
    const auto known = m_styles.find(column);
    return known != m_styles.end() ? known->second : m_styles.emplace(column, baselines::styleOf(m_table, column)).first->second;
  }

  /// measured returns what the run says; nothing where it was not run or the value is padding.
  std::optional<std::string> measured(const std::string& model, const std::string& column) const {
    const auto found = m_rows.find(model);
    if (found == m_rows.end()) return std::nullopt;
    const verdicts::ComparedRow& row = m_comparison->row(found->second);
    if (row.actualRow == verdicts::kNoRow || row.has(verdicts::Finding::DuplicateActual)) return std::nullopt;
    const tables::CsvTable& run = **m_comparison->input().actual;
    const auto at = run.columnOf(column);
    if (!at) return std::nullopt;
    std::string scratch;
    std::string text(run.cell(row.actualRow, *at, scratch));
    const bool padding = row.has(verdicts::Finding::NotMeasured) && baselines::isUnmeasuredZero(column, text);
    return padding || tables::isNaWord(text) ? std::nullopt : std::optional(std::move(text));
  }

 private:
  BaselineTable m_table;
  const Comparison* m_comparison;
  std::unordered_map<std::string, std::uint32_t> m_rows;
  mutable std::map<std::string, baselines::ColumnStyle> m_styles;
};

/// Sides keeps what was read already: many edits ask for the same siblings.
class Sides {
 public:
  Sides(const CommitView& view, Drafts& drafts) : m_view(view), m_drafts(drafts) {}

  const Side* of(std::uint32_t index) {
    const auto known = m_sides.find(index);
    if (known != m_sides.end()) return known->second ? &*known->second : nullptr;
    auto& side = m_sides[index];
    const ConfigResult& config = m_view.configs()[index];
    if (const auto file = m_drafts.open(config.baselinePath))
      if (auto table = asNarrow(config, (*file)->pending)) side.emplace(config, std::move(*table));
    return side ? &*side : nullptr;
  }

 private:
  const CommitView& m_view;
  Drafts& m_drafts;
  std::map<std::uint32_t, std::optional<Side>> m_sides;
};

/// judge finds out what the sibling's run says about cells that are not there yet.
void judge(SiblingProposal& proposal, const Side& side) {
  const auto isThere = [](const SiblingCell& cell) { return baselines::sameValue(cell.column, cell.now, cell.proposed); };
  if (!side.table().recordOf(proposal.model)) {
    proposal.evidence = Evidence::NoRow;
    return;
  }
  if (std::ranges::all_of(proposal.cells, isThere)) {
    proposal.evidence = Evidence::AlreadyThere;
    return;
  }
  std::size_t same = 0;
  std::size_t other = 0;
  for (const SiblingCell& cell : proposal.cells)
    if (!cell.actual.empty()) ++(baselines::sameValue(cell.column, cell.actual, cell.proposed) ? same : other);
  // What is there already is evidence of nothing new: the run must show something that the baseline does not.
  const bool news = std::ranges::any_of(
      proposal.cells, [&](const SiblingCell& cell) { return !cell.actual.empty() && !isThere(cell); });
  proposal.evidence = same + other == 0 || (other == 0 && !news) ? Evidence::NotRun
                      : other > 0                                ? Evidence::Differs
                                                                 : Evidence::SameChange;
  if (proposal.evidence != Evidence::SameChange) return;
  // Padding speaks for nothing: what was not measured is not taken over with the rest.
  std::erase_if(proposal.cells, [&](const SiblingCell& cell) { return cell.actual.empty() && !isThere(cell); });
}

std::optional<SiblingProposal> propose(const ModelEdit& edit, std::uint32_t index, const std::string& words,
                                       const Side& side) {
  const auto record = side.table().recordOf(edit.model);
  if (!record && record.error().code != base::ErrorCode::NotFound) return std::nullopt;  // twice: it cannot be edited
  SiblingProposal proposal{.config = index, .words = words, .model = edit.model, .evidence = Evidence::NotRun, .cells = {}};
  for (const auto& [column, text] : edit.cells) {
    if (column == "name" || !side.table().columnIndex(column)) continue;
    proposal.cells.push_back({column, side.table().value(edit.model, column).value_or(""),
                              side.measured(edit.model, column).value_or(""),
                              baselines::styled(side.style(column), text)});
  }
  if (proposal.cells.empty()) return std::nullopt;
  judge(proposal, side);
  return proposal;
}

/// guardOf is the guard of a value that replaces another; zeros of a baseline row that failed were never counted.
baselines::Guard guardOf(const BaselineTable& table, const std::string& model, const SiblingCell& cell) {
  const std::string word = table.value(model, "accuracy").value_or("");
  const bool wasCounted = tables::isNaWord(word) || verdicts::hasCounters(word);
  const bool padding = !wasCounted && baselines::isUnmeasuredZero(cell.column, cell.now);
  return padding ? baselines::Guard::None : baselines::guardFor(cell.column, cell.now, cell.proposed);
}

}  // namespace

std::string_view evidenceWord(Evidence evidence) {
  switch (evidence) {
    case Evidence::SameChange: return "same change seen";
    case Evidence::NotRun: return "not run";
    case Evidence::Differs: return "differs";
    case Evidence::AlreadyThere: return "already there";
    case Evidence::NoRow: return "no row";
  }
  return "";
}

std::vector<SiblingProposal> proposeSiblings(const CommitView& view, const std::vector<ModelEdit>& edits, Drafts& drafts) {
  std::vector<configs::Config> all;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < view.configs().size(); ++i) {
    if (view.configs()[i].baselinePath.empty()) continue;
    all.push_back(view.configs()[i].config);
    indices.push_back(i);
  }
  Sides sides(view, drafts);
  std::vector<SiblingProposal> proposals;
  std::map<configs::Config, std::vector<configs::Sibling>> siblings;
  for (const ModelEdit& edit : edits) {
    const auto [known, isNew] = siblings.try_emplace(edit.config);
    if (isNew) known->second = configs::siblingsOf(edit.config, all);
    for (const configs::Sibling& sibling : known->second) {
      const std::uint32_t index = indices[sibling.index];
      const Side* side = sides.of(index);
      if (side == nullptr) continue;
      if (auto proposal = propose(edit, index, sibling.words, *side)) proposals.push_back(std::move(*proposal));
    }
  }
  return proposals;
}

std::vector<ModelEdit> editsIn(const CommitView& view, const Drafts& drafts, const configs::Config& config) {
  std::vector<ModelEdit> out;
  const ConfigResult* result = view.find(config);
  const Drafts::File* file = result == nullptr ? nullptr : drafts.find(result->baselinePath);
  if (file == nullptr || !file->isChanged()) return out;
  const auto saved = asNarrow(*result, file->saved);
  const auto pending = asNarrow(*result, file->pending);
  if (!saved || !pending) return out;
  std::map<std::string, std::size_t> places;
  const auto editOf = [&](const std::string& model) -> ModelEdit& {
    const auto [at, isNew] = places.try_emplace(model, out.size());
    if (isNew) out.push_back({config, model, {}});
    return out[at->second];
  };
  for (const baselines::BaselineEdit& edit : baselines::editsBetween(*saved, *pending)) {
    if (const auto* set = std::get_if<baselines::SetValue>(&edit)) {
      editOf(set->model).cells.emplace_back(set->column, set->text);
    } else if (const auto* added = std::get_if<baselines::AddModel>(&edit)) {
      std::string model;
      for (const auto& [column, text] : added->cells)
        if (column == "name") model = text;
      for (const auto& [column, text] : added->cells)
        if (column != "name" && !text.empty()) editOf(model).cells.emplace_back(column, text);
    }
  }
  return out;
}

std::vector<SiblingProposal> sameEvidence(const std::vector<SiblingProposal>& proposals) {
  std::vector<SiblingProposal> same;
  std::copy_if(proposals.begin(), proposals.end(), std::back_inserter(same),
               [](const SiblingProposal& proposal) { return proposal.evidence == Evidence::SameChange; });
  return same;
}

base::Result<baselines::Change> applySiblings(const CommitView& view, const std::vector<SiblingProposal>& chosen,
                                              Drafts& drafts, const std::string& reason) {
  std::map<std::uint32_t, baselines::FilePlan> plans;
  std::set<std::tuple<std::uint32_t, std::string, std::string>> seen;  // two edits may ask the same sibling: the first holds
  std::map<std::uint32_t, BaselineTable> tables;
  std::uint32_t row = 0;
  for (const SiblingProposal& proposal : chosen) {
    if (proposal.evidence == Evidence::NoRow || proposal.config >= view.configs().size()) continue;
    const ConfigResult& config = view.configs()[proposal.config];
    if (!tables.contains(proposal.config)) {
      const auto file = drafts.open(config.baselinePath);
      if (!file) return base::fail(file.error());
      auto read = asNarrow(config, (*file)->pending);
      if (!read) return base::fail(read.error());
      tables.emplace(proposal.config, *std::move(read));
    }
    const BaselineTable& table = tables.at(proposal.config);
    baselines::FilePlan& plan = plans[proposal.config];
    plan.config = proposal.config;
    plan.valueColumn = config.valueColumn;
    plan.plan.baselinePath = config.baselinePath;
    for (SiblingCell cell : proposal.cells) {
      const auto now = table.value(proposal.model, cell.column);
      if (!now) return base::fail(now.error());
      if (baselines::sameValue(cell.column, *now, cell.proposed)) continue;
      if (!seen.emplace(proposal.config, proposal.model, cell.column).second) continue;
      cell.now = *now;
      plan.plan.edits.push_back({row, proposal.model, baselines::SetValue{proposal.model, cell.column, cell.proposed},
                                 cell.column, *now, cell.proposed, guardOf(table, proposal.model, cell)});
    }
    ++row;
  }
  baselines::AcceptPlan all;
  for (auto& [index, plan] : plans) {
    if (plan.plan.edits.empty()) continue;
    plan.table = tables.at(index);
    if (!plan.valueColumn.empty()) {
      auto wide = BaselineTable::of(drafts.find(plan.plan.baselinePath)->pending, plan.plan.baselinePath);
      if (!wide) return base::fail(wide.error());
      plan.plan = baselines::toWideColumns(std::move(plan.plan), *wide, plan.valueColumn);
      plan.table = *std::move(wide);
    }
    all.files.push_back(std::move(plan));
  }
  auto decided = baselines::decideAccept(std::move(all), drafts, {.reason = reason});
  if (!decided) return base::fail(decided.error());
  return std::move(decided->change);
}

SiblingOffer offerOf(const std::vector<SiblingProposal>& proposals) {
  SiblingOffer offer;
  std::set<std::string_view> models;
  std::set<std::uint32_t> same;
  for (const SiblingProposal& proposal : proposals) {
    models.insert(proposal.model);
    switch (proposal.evidence) {
      case Evidence::SameChange:
        ++offer.same;
        same.insert(proposal.config);
        break;
      case Evidence::NotRun: ++offer.notRun; break;
      case Evidence::Differs: ++offer.differs; break;
      case Evidence::AlreadyThere: ++offer.alreadyThere; break;
      case Evidence::NoRow: break;
    }
  }
  offer.models = models.size();
  offer.sameConfigs = same.size();
  return offer;
}

std::string offerText(const SiblingOffer& offer) {
  if (offer.isEmpty()) return {};
  std::string rest;
  const auto add = [&rest](const std::string& words) { rest += (rest.empty() ? "" : ", ") + words; };
  if (offer.notRun > 0) add(std::to_string(offer.notRun) + " not run");
  if (offer.differs > 0) add(text::counted(offer.differs, "differs", "differ"));
  if (offer.same == 0 && rest.empty())
    return offer.alreadyThere > 0 ? "Every sibling that holds it has the new value" : "No sibling holds it";
  if (offer.same == 0 && offer.alreadyThere > 0)
    return (offer.models > 1 ? text::counted(offer.alreadyThere, "row of siblings has", "rows of siblings have")
                             : text::counted(offer.alreadyThere, "sibling has", "siblings have")) + " the new value, " + rest;
  if (offer.same == 0) return "No sibling shows the same change: " + rest;
  std::string text = text::counted(offer.same, "sibling shows", "siblings show") + " the same change";
  if (offer.models > 1)
    text = text::counted(offer.same, "row", "rows") + " of " + text::counted(offer.sameConfigs, "sibling", "siblings") +
           (offer.same == 1 ? " shows" : " show") + " the same change";
  return rest.empty() ? text : text + ", " + rest;
}

std::string sharedReason(const baselines::Decisions& decisions, const std::string& baseline,
                         const std::vector<SiblingProposal>& proposals) {
  std::string reason;
  for (const SiblingProposal& proposal : proposals) {
    const auto said = decisions.find({baseline, proposal.model});
    if (said == decisions.end() || said->second.reason.empty()) return {};
    if (!reason.empty() && reason != said->second.reason) return {};
    reason = said->second.reason;
  }
  return reason;
}

}  // namespace plumbline::overview
