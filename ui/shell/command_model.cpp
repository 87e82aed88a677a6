// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_model.h"

#include <algorithm>
#include <utility>

#include "ui/shell/command_match.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

CommandModel::CommandModel(const ActionRegistry& registry, QObject* parent)
    : QAbstractListModel(parent), m_registry(registry) {}

void CommandModel::setTyped(const QString& typed) {
  QList<std::pair<int, Line>> found;
  for (const ActionRegistry::Entry& entry : m_registry.entries()) {
    if (!m_registry.isActive(entry) || !canRunNow(entry.spec) || !entry.spec.run) continue;
    const auto own = matchCost(typed, entry.spec.text);
    const auto cost = own ? own : matchCost(typed, entry.spec.group + u' ' + entry.spec.text);
    if (cost) found.append({*cost, {entry.spec.id, entry.spec.text, entry.spec.group, shortcutText(entry.spec)}});
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  beginResetModel();
  m_lines.clear();
  for (auto& [cost, line] : found) m_lines.append(std::move(line));
  endResetModel();
}

int CommandModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant CommandModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const Line& line = m_lines.at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return line.text;
    case Qt::AccessibleTextRole:
      return line.keys.isEmpty() ? line.text : u"%1, key %2"_s.arg(line.text, line.keys);
    case IdRole:
      return line.id;
    case KeysRole:
      return line.keys;
    case GroupRole:
      return line.group;
    default:
      return {};
  }
}

}  // namespace plumbline::ui
