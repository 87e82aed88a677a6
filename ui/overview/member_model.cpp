// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/member_model.h"

#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

MemberModel::MemberModel(GroupDesk& desk, QObject* parent) : QAbstractTableModel(parent), m_desk(desk) {
  connect(&desk, &GroupDesk::changed, this, [this] {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
  });
}

void MemberModel::showGroup(std::optional<std::size_t> group) {
  const overview::Group* wanted = group && m_desk.snapshot() ? &m_desk.snapshot()->groups[*group] : nullptr;
  if (wanted == m_group && m_snapshot == m_desk.snapshot()) return;
  beginResetModel();
  m_snapshot = m_desk.snapshot();
  m_group = wanted;
  endResetModel();
}

QString MemberModel::configName(int row) const { return configText(*m_snapshot->view, member(row).config); }
QString MemberModel::modelName(int row) const { return fromUtf8(m_desk.modelOf(member(row))); }

int MemberModel::rowOf(const QString& config, const QString& model) const {
  for (int row = 0; row < rowCount(); ++row)
    if (configName(row) == config && modelName(row) == model) return row;
  return -1;
}

int MemberModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || m_group == nullptr ? 0 : static_cast<int>(m_group->members.size());
}

QString MemberModel::text(int row, int column) const {
  switch (column) {
    case Config: return configName(row);
    case Model: return modelName(row);
    case Change: return changeText(*m_snapshot->view, *m_group, member(row));
    case Decision: return markOf(m_desk.rowState(member(row)));
    default: return {};
  }
}

QString MemberModel::tooltip(int row) const {
  const overview::RowRef ref = member(row);
  const verdicts::Comparison& comparison = *m_snapshot->view->configs()[ref.config].comparison;
  QStringList lines{modelName(row), configName(row), shortened(fromUtf8(comparison.sentence(ref.row)), 600)};
  if (const baselines::Decision* said = m_desk.decision(ref)) {
    lines << stateWord(m_desk.rowState(ref)) + (said->what.empty() ? QString() : u": "_s + withArrows(said->what));
    if (!said->reason.empty()) lines << u"Reason: "_s + fromUtf8(said->reason);
    if (!said->note.empty()) lines << u"Note: "_s + fromUtf8(said->note);
  }
  lines.removeAll(QString());
  return lines.join(u'\n');
}

QVariant MemberModel::data(const QModelIndex& index, int role) const {
  // The desk may have moved on to another snapshot a moment before this model is told.
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_snapshot != m_desk.snapshot()) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row());
    case Qt::AccessibleTextRole:
      return u"%1 in %2, %3, %4"_s.arg(modelName(index.row()), configName(index.row()), text(index.row(), Change),
                                       stateWord(m_desk.rowState(member(index.row()))));
    case CellRole::Class: return int(m_desk.rowState(member(index.row())) == overview::RowState::Undecided ? m_group->cls : verdicts::VerdictClass::Pass);
    case CellRole::Tone: return int(index.column() == Config ? CellTone::Muted : CellTone::Plain);
    default: return {};
  }
}

QVariant MemberModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  static constexpr std::array kTitles = {u"Config", u"Model", u"Expected \u2192 actual", u"Decision"};
  if (section < 0 || section >= ColumnCount || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)) return {};
  return QString::fromUtf16(kTitles[static_cast<std::size_t>(section)]);
}

}  // namespace plumbline::ui
