// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/member_model.h"

#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

MemberModel::MemberModel(GroupController& controller, QObject* parent)
    : QAbstractTableModel(parent), m_controller(controller) {
  connect(&controller, &GroupController::changed, this, [this] {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
  });
}

void MemberModel::showGroup(std::optional<std::size_t> group) {
  const overview::Group* wanted = group && m_controller.snapshot() ? &m_controller.snapshot()->groups[*group] : nullptr;
  if (wanted == m_group && m_snapshot == m_controller.snapshot()) return;
  beginResetModel();
  m_snapshot = m_controller.snapshot();
  m_group = wanted;
  makeLines();
  endResetModel();
}

void MemberModel::makeLines() {
  m_lines.clear();
  if (m_group == nullptr) return;
  m_byConfig = m_group->models.size() == 1 && m_group->configs.size() > 1;
  const bool both = m_group->models.size() > 1 && m_group->configs.size() > 1;
  m_lines.reserve(m_group->members.size() + (both ? m_group->configs.size() : 0));
  for (std::size_t i = 0; i < m_group->members.size(); ++i) {
    if (both && (i == 0 || m_group->members[i - 1].config != m_group->members[i].config)) m_lines.push_back({i, true});
    m_lines.push_back({i, false});
  }
}

void MemberModel::setShort(bool on) {
  if (on == m_short) return;
  m_short = on;
  Q_EMIT headerDataChanged(Qt::Horizontal, Decision, Decision);
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, Decision), index(rowCount() - 1, Decision));
}

QString MemberModel::configName(int row) const { return configText(*m_snapshot->view, member(row).config); }
QString MemberModel::modelName(int row) const { return fromUtf8(m_controller.modelOf(member(row))); }

int MemberModel::rowOf(const QString& config, const QString& model) const {
  for (int row = 0; row < rowCount(); ++row)
    if (!isConfig(row) && configName(row) == config && modelName(row) == model) return row;
  return -1;
}

int MemberModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QString MemberModel::text(int row, int column) const {
  if (isConfig(row)) return column == Name ? configName(row) : QString();
  switch (column) {
    case Name: return m_byConfig ? configName(row) : modelName(row);
    case Change: return changeText(*m_snapshot->view, *m_group, member(row));
    case Decision:
      return m_short ? markOf(m_controller.rowState(member(row))).left(1) : markOf(m_controller.rowState(member(row)));
    default: return {};
  }
}

QString MemberModel::accessibleText(int row) const {
  if (isConfig(row)) return tr("Config ") + configName(row);
  return tr("%1 in %2, %3, %4")
      .arg(modelName(row), configName(row), text(row, Change), stateWord(m_controller.rowState(member(row))));
}

QString MemberModel::tooltip(int row) const {
  if (isConfig(row)) return configName(row);
  const overview::RowRef ref = member(row);
  const verdicts::Comparison& comparison = *m_snapshot->view->configs()[ref.config].comparison;
  QStringList lines{modelName(row), configName(row), shortened(fromUtf8(comparison.sentence(ref.row)), 600)};
  if (const baselines::Decision* said = m_controller.decision(ref)) {
    lines << stateWord(m_controller.rowState(ref)) +
                 (said->what.empty() ? QString() : u": "_s + withArrows(said->what));
    if (!said->reason.empty()) lines << tr("Reason: ") + fromUtf8(said->reason);
    if (!said->note.empty()) lines << tr("Note: ") + fromUtf8(said->note);
  }
  lines.removeAll(QString());
  return lines.join(u'\n');
}

QVariant MemberModel::data(const QModelIndex& index, int role) const {
  // The controller may have moved on to another snapshot before this model is notified.
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_snapshot != m_controller.snapshot()) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return tooltip(index.row());
    case Qt::AccessibleTextRole: return accessibleText(index.row());
    case CellRole::Class: {
      const bool open =
          !isConfig(index.row()) && m_controller.rowState(member(index.row())) == overview::RowState::Undecided;
      return int(open ? m_group->cls : verdicts::VerdictClass::Pass);
    }
    case CellRole::Tone: return int(isConfig(index.row()) ? CellTone::Heading : CellTone::Plain);
    case CellRole::Indent: return m_lines.front().isConfig && !isConfig(index.row()) && index.column() == Name ? 2 : 0;
    default: return {};
  }
}

QVariant MemberModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  switch (section) {
    case Name: return m_byConfig ? tr("Config") : tr("Model");
    case Change: return tr("Expected \u2192 actual");
    case Decision: return m_short && role == Qt::DisplayRole ? QString() : tr("Decision");
    default: return {};
  }
}

}  // namespace plumbline::ui
