// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_model.h"

#include <algorithm>
#include <utility>
#include <string>
#include <unordered_map>

#include "core/verdicts/view/row_view.h"
#include "ui/overview/group_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

GroupModel::GroupModel(GroupController& controller, QObject* parent) : FilteredModel(parent), m_controller(controller) {
  connect(&controller, &GroupController::changed, this, [this] {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
  });
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
  endShowRows(filteredRows(), &newRows);
}

void GroupModel::setFilter(const GroupFilter& filter) {
  if (filter != std::exchange(m_filter, filter)) showRows(filteredRows());
}

std::vector<std::uint32_t> GroupModel::filteredRows() {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; snapshot() && i < snapshot()->groups.size(); ++i)
    if (fits(i)) rows.push_back(i);
  return rows;
}

bool GroupModel::fits(std::size_t group) {
  if (m_filter.classes != 0 && (m_filter.classes & verdicts::classBit(snapshot()->groups[group].cls)) == 0)
    return false;
  return std::ranges::all_of(m_filter.words, [&](const QString& word) { return words(group).contains(word); });
}

const QString& GroupModel::words(std::size_t group) {
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

QVariant GroupModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const overview::Group& shown = group(index.row());
  const GroupController::GroupState& state = m_controller.state(sourceRow(index.row()));
  switch (role) {
    case Qt::DisplayRole: return titleText(shown);
    case Qt::ToolTipRole: return groupTooltip(*snapshot()->view, shown, state);
    case Qt::AccessibleTextRole: return groupAccessibleText(*snapshot()->view, shown, state);
    default: return {};
  }
}

}  // namespace plumbline::ui
