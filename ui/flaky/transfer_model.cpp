// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/transfer_model.h"

#include <QStringList>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

}  // namespace

void TransferModel::setPlan(std::vector<flaky::Transfer> plan) {
  beginResetModel();
  m_plan = std::move(plan);
  m_ticks.clear();
  for (const flaky::Transfer& item : m_plan) m_ticks.push_back(item.canBeDone());
  endResetModel();
}

std::vector<flaky::Transfer> TransferModel::chosen() const {
  std::vector<flaky::Transfer> out;
  for (std::size_t i = 0; i < m_plan.size(); ++i)
    if (m_ticks[i]) out.push_back(m_plan[i]);
  return out;
}

int TransferModel::chosenCount() const { return static_cast<int>(std::ranges::count(m_ticks, true)); }
int TransferModel::possibleCount() const {
  return static_cast<int>(std::ranges::count_if(m_plan, &flaky::Transfer::canBeDone));
}

void TransferModel::toggle(int row) {
  const QModelIndex cell = index(row, Name);
  if (!cell.isValid()) return;
  const bool on = m_ticks[static_cast<std::size_t>(row)];
  setData(cell, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

int TransferModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_plan.size());
}
int TransferModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

Qt::ItemFlags TransferModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const bool can = m_plan[static_cast<std::size_t>(index.row())].canBeDone();
  Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
  if (index.column() == Name && can) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

bool TransferModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
  m_ticks[static_cast<std::size_t>(index.row())] = value.toInt() == Qt::Checked;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  return true;
}

QString TransferModel::outcome(const flaky::Transfer& item) const {
  if (!item.refusal.empty()) return text(item.refusal);
  if (item.isThere) return u"is there already"_s;
  QStringList lost;
  for (const std::string& word : item.lost) lost << text(word);
  return lost.isEmpty() ? u"as it is"_s : u"loses "_s + lost.join(u", "_s);
}

QVariant TransferModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const flaky::Transfer& item = m_plan[row];
  if (role == CanBeDoneRole) return item.canBeDone();
  if (role == Qt::CheckStateRole && index.column() == Name && item.canBeDone())
    return m_ticks[row] ? Qt::Checked : Qt::Unchecked;
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case Name:
      return text(item.entry.name);
    case Check:
      return item.entry.check.empty() ? u"all"_s : text(item.entry.check).replace(u'-', u' ');
    case Scope: {
      QStringList parts;
      if (!item.entry.platform.empty()) parts << text(item.entry.platform);
      if (!item.entry.config.empty()) parts << text(item.entry.config);
      return parts.isEmpty() ? u"everywhere"_s : parts.join(u" \u00b7 "_s);
    }
    case Outcome:
      return outcome(item);
    default:
      return {};
  }
}

QVariant TransferModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  switch (section) {
    case Name:
      return u"Name"_s;
    case Check:
      return u"Check"_s;
    case Scope:
      return u"Scope"_s;
    case Outcome:
      return u"In the other list"_s;
    default:
      return {};
  }
}

}  // namespace plumbline::ui
