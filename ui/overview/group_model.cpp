// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_model.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <string>
#include <unordered_map>

#include "core/verdicts/view/row_view.h"
#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

GroupModel::GroupModel(GroupController& controller, QObject* parent) : FilteredModel(parent), m_controller(controller) {
  connect(&controller, &GroupController::changed, this, [this] { emitAllChanged(*this); });
}

bool GroupModel::hasPast() const {
  return std::ranges::any_of(m_controller.past().groups, [](const auto& past) { return !overview::sinceText(past).empty(); });
}

bool GroupModel::hasNoise() const {
  return std::ranges::any_of(m_controller.past().groups, [](const auto& past) { return !overview::noiseText(past).empty(); });
}

bool GroupModel::hasDecisions() const {
  const std::size_t count = snapshot() ? snapshot()->groups.size() : 0;
  for (std::size_t group = 0; group < count; ++group)
    if (!stateText(m_controller.state(group)).isEmpty()) return true;
  return false;
}

void GroupModel::setSnapshot(const session::CommitSnapshotPtr& snapshot) {
  beginShowRows();
  std::vector<int> newRows;  // a group is known by its id
  if (const auto& before = m_controller.snapshot(); before && snapshot) {
    std::unordered_map<std::string, int> numbers;
    for (std::size_t i = 0; i < snapshot->groups.size(); ++i)
      numbers.emplace(snapshot->groups[i].id, static_cast<int>(i));
    for (const overview::Group& group : before->groups) {
      const auto found = numbers.find(group.id);
      newRows.push_back(found == numbers.end() ? -1 : found->second);
    }
  }
  if (snapshot != m_controller.snapshot()) {
    m_controller.setSnapshot(snapshot);
    m_words.clear();
  }
  endShowRows(matchingRows(), &newRows);
}

void GroupModel::setFilter(const GroupFilter& filter) {
  if (filter != std::exchange(m_filter, filter)) showRows(matchingRows());
}

std::vector<std::uint32_t> GroupModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; snapshot() && i < snapshot()->groups.size(); ++i)
    if (fits(i)) rows.push_back(i);
  if (sortColumn() >= 0) sortRows(rows, [this](std::uint32_t group) { return sortKey(group); }, sortOrder());
  return rows;
}

QVariant GroupModel::sortKey(std::uint32_t group) const {
  const overview::Group& shown = snapshot()->groups[group];
  switch (sortColumn()) {
    case Change: return changeOf(shown).toLower();
    case RedSince: {
      const QString since = fromUtf8(overview::sinceText(m_controller.pastOf(group)));
      return since.isEmpty() ? QVariant() : QVariant(since);  // "this commit" is later than any day
    }
    case Noise: {
      const double q = overview::minQ(m_controller.pastOf(group));
      return std::isnan(q) ? QVariant() : QVariant(q);
    }
    case Models: return static_cast<qulonglong>(shown.models.size());
    case Configs: return static_cast<qulonglong>(shown.configs.size());
    case Rows: return static_cast<qulonglong>(shown.members.size());
    case Decision: return static_cast<qulonglong>(m_controller.state(group).decided);
    default: return group;  // kind by kind
  }
}

bool GroupModel::fits(std::size_t group) const {
  if (m_filter.classes != 0 && (m_filter.classes & verdicts::classBit(snapshot()->groups[group].cls)) == 0)
    return false;
  const overview::CommitPast& past = m_controller.past();
  if (!past.commit.empty() && fromUtf8(past.commit) == m_filter.newSince && m_controller.pastOf(group).newRows() == 0) return false;
  return std::ranges::all_of(m_filter.words, [&](const QString& word) { return words(group).contains(word); });
}

const QString& GroupModel::words(std::size_t group) const {
  if (m_words.empty()) m_words.resize(snapshot()->groups.size());
  QString& text = m_words[group];
  if (!text.isEmpty()) return text;
  const overview::Group& shown = snapshot()->groups[group];
  text = kindWord(shown) + u' ' + titleText(shown) + u' ' + fromUtf8(shown.metric) + u' ' + fromUtf8(shown.change);
  for (const std::string& model : shown.models) text += u'\n' + fromUtf8(model);
  for (const std::uint32_t config : shown.configs) text += u'\n' + configText(*snapshot()->view, config);
  text = text.toLower();
  return text;
}

ColumnHead GroupModel::columnHead(int column) const {
  switch (column) {
    case Verdict: return {tr("Verdict"), tr("What CI says about the rows of the group")};
    case Change: return {tr("Change"), tr("What the rows have in common: the metric and how it moved")};
    case RedSince: return {tr("Red since"), tr("Day of the first of the runs in a row that are red, and their number; from the history")};
    case Noise: return {tr("q"), tr("Of the group's rows the smallest q-value of their numbers, against the runs before this commit: of those up to 0.05 at most 5 % are expected to be noise")};
    case Models: return {tr("Models"), tr("The models that moved so; sorted by their number")};
    case Configs: return {tr("Configs"), tr("The configs in which they did; sorted by their number")};
    case Rows: return {tr("Rows"), tr("Rows of all configs in this group"), true};
    case Decision: return {m_short ? QString() : tr("Decision"), tr("How many of the rows are decided, and how")};
    default: return {};
  }
}

/// rowCountText is the number of rows, or how many of them are new where only groups with new ones are shown.
QString GroupModel::rowCountText(std::size_t group) const {
  const QString all = grouped(snapshot()->groups[group].members.size());
  return m_filter.newSince.isEmpty() ? all : tr("%1 of %2").arg(grouped(m_controller.pastOf(group).newRows()), all);
}

QString GroupModel::cellText(std::size_t number, int column) const {
  constexpr std::size_t kNamesWidth = 400;
  const overview::Group& group = snapshot()->groups[number];
  switch (column) {
    case Verdict: return kindWord(group);
    case Change: return changeOf(group);
    case Models: return fromUtf8(overview::groupModels(group, kNamesWidth));
    case Configs: return fromUtf8(overview::groupConfigs(*snapshot()->view, group, kNamesWidth));
    case RedSince: return fromUtf8(overview::sinceText(m_controller.pastOf(number)));
    case Noise: return noiseWord(m_controller.pastOf(number));
    case Rows: return rowCountText(number);
    case Decision: return m_short ? shortStateText(m_controller.state(number)) : stateText(m_controller.state(number));
    default: return {};
  }
}

void GroupModel::setShort(bool on) {
  if (on == std::exchange(m_short, on)) return;
  Q_EMIT headerDataChanged(Qt::Horizontal, Decision, Decision);
  emitAllChanged(*this);
}

QVariant GroupModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::size_t number = sourceRow(index.row());
  const overview::Group& shown = group(index.row());
  const GroupController::GroupState& state = m_controller.state(number);
  const bool isDone = state.asked > 0 && !state.isOpen();
  const bool isName = index.column() == Models || index.column() == Configs;
  switch (role) {
    case Qt::DisplayRole: return cellText(number, index.column());
    case Qt::ToolTipRole: return groupTooltip(m_controller, number);
    case Qt::AccessibleTextRole:
      return index.column() == Verdict ? groupAccessibleText(m_controller, number)
             : index.column() == Decision ? tr("Decision: %1").arg(stateText(state))
                                          : columnHead(index.column()).title + u": "_s + cellText(number, index.column());
    case Qt::TextAlignmentRole: return alignmentOf(columnHead(index.column()).isNumeric);
    case CellRole::Class: return static_cast<int>(shown.cls);
    case CellRole::Ground: return static_cast<int>(isDone ? verdicts::VerdictClass::Pass : shown.cls);
    case CellRole::Tone:
      return static_cast<int>(index.column() == Verdict ? CellTone::ClassWord
                              : isName || isDone        ? CellTone::Muted
                                                        : CellTone::Plain);
    default: return {};
  }
}

}  // namespace plumbline::ui
