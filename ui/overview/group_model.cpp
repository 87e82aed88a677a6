// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_model.h"

#include <algorithm>

#include "core/verdicts/row_view.h"
#include "ui/overview/group_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

GroupModel::GroupModel(GroupDesk& desk, QObject* parent) : QAbstractListModel(parent), m_desk(desk) {
  connect(&desk, &GroupDesk::changed, this, [this] {
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
  });
}

void GroupModel::setSnapshot(const session::CommitSnapshotPtr& snapshot) { rearrange(snapshot); }

void GroupModel::setFilter(const GroupFilter& filter) {
  if (filter == m_filter) return;
  m_filter = filter;
  rearrange(snapshot());
}

void GroupModel::rearrange(const session::CommitSnapshotPtr& snapshot) {
  Q_EMIT rowsAboutToChange();
  Q_EMIT layoutAboutToBeChanged();
  const QModelIndexList indexes = persistentIndexList();
  std::vector<std::string> wanted;  // the group that each index shall stand at
  for (const QModelIndex& index : indexes) wanted.push_back(group(index.row()).id);
  if (snapshot != m_desk.snapshot()) {
    m_desk.setSnapshot(snapshot);
    m_words.clear();
  }
  m_rows.clear();
  for (std::size_t i = 0; snapshot && i < snapshot->groups.size(); ++i)
    if (fits(i)) m_rows.push_back(i);
  QModelIndexList after;
  for (qsizetype i = 0; i < indexes.size(); ++i) {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](std::size_t row) {
      return snapshot->groups[row].id == wanted[static_cast<std::size_t>(i)];
    });
    after << (found == m_rows.end() ? QModelIndex() : index(static_cast<int>(found - m_rows.begin())));
  }
  changePersistentIndexList(indexes, after);
  Q_EMIT layoutChanged();
  Q_EMIT rowsShown();
}

bool GroupModel::fits(std::size_t group) {
  if (m_filter.classes != 0 && (m_filter.classes & verdicts::classBit(snapshot()->groups[group].cls)) == 0) return false;
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

int GroupModel::rowOf(std::size_t group) const {
  const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), group);
  return found == m_rows.end() || *found != group ? -1 : static_cast<int>(found - m_rows.begin());
}

int GroupModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

QVariant GroupModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const overview::Group& shown = group(index.row());
  const GroupDesk::GroupState& state = m_desk.state(sourceRow(index.row()));
  switch (role) {
    case Qt::DisplayRole: return titleText(shown);
    case Qt::ToolTipRole: return groupTooltip(*snapshot()->view, shown, state);
    case Qt::AccessibleTextRole: return groupSaid(*snapshot()->view, shown, state);
    default: return {};
  }
}

}  // namespace plumbline::ui
