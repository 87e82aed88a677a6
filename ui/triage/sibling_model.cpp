// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/sibling_model.h"

#include <algorithm>

#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::Evidence;
using overview::SiblingCell;

namespace {

constexpr qsizetype kMostShown = 200;

/// cellsText joins the cells: one alone needs no column name where `bare`.
QString cellsText(const std::vector<SiblingCell>& cells, std::string SiblingCell::* value) {
  QStringList parts;
  for (const SiblingCell& cell : cells) {
    const QString text = (cell.*value).empty() ? u"\u2013"_s : fromUtf8(cell.*value);
    parts << fromUtf8(cell.column) + u' ' + text;
  }
  return shortened(parts.join(u", "_s), kMostShown);
}

}  // namespace

void SiblingModel::setProposals(const SiblingDesk& desk) {
  beginResetModel();
  m_rows.clear();
  m_manyModels = false;
  for (const overview::SiblingProposal& proposal : desk.proposals()) {
    Row row{proposal, desk.fileOf(proposal), desk.pathOf(proposal), proposal.evidence == Evidence::SameChange};
    const auto known = m_ticks.find({proposal.config, proposal.model});
    if (known != m_ticks.end()) row.ticked = known->second;
    m_manyModels = m_manyModels || proposal.model != desk.proposals().front().model;
    m_rows.push_back(std::move(row));
  }
  endResetModel();
}

bool SiblingModel::canTake(int row) const {
  const Evidence evidence = m_rows[static_cast<std::size_t>(row)].proposal.evidence;
  return evidence != Evidence::AlreadyThere && evidence != Evidence::NoRow;
}

SiblingDesk::Proposals SiblingModel::chosen() const {
  SiblingDesk::Proposals out;
  for (int row = 0; row < rowCount(); ++row)
    if (canTake(row) && m_rows[static_cast<std::size_t>(row)].ticked)
      out.push_back(m_rows[static_cast<std::size_t>(row)].proposal);
  return out;
}

int SiblingModel::chosenCount() const { return static_cast<int>(chosen().size()); }

void SiblingModel::toggle(int row) {
  const QModelIndex cell = index(row, Sibling);
  if (cell.isValid())
    setData(cell, m_rows[static_cast<std::size_t>(row)].ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

int SiblingModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SiblingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

Qt::ItemFlags SiblingModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
  if (index.column() == Sibling && canTake(index.row())) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

bool SiblingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
  Row& row = m_rows[static_cast<std::size_t>(index.row())];
  row.ticked = value.toInt() == Qt::Checked;
  m_ticks[{row.proposal.config, row.proposal.model}] = row.ticked;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  return true;
}

QString SiblingModel::text(const Row& row, int column) const {
  switch (column) {
    case Sibling: return fromUtf8(row.proposal.words);
    case Model: return shortened(fromUtf8(row.proposal.model), kMostShown);
    case File: return row.file;
    case Expected: return cellsText(row.proposal.cells, &SiblingCell::now);
    case Actual: return cellsText(row.proposal.cells, &SiblingCell::actual);
    case Proposed: return cellsText(row.proposal.cells, &SiblingCell::proposed);
    case EvidenceColumn: return fromUtf8(overview::evidenceWord(row.proposal.evidence));
    default: return {};
  }
}

QVariant SiblingModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return index.column() == File ? row.path : text(row, index.column());
    case Qt::CheckStateRole:
      if (index.column() != Sibling || !canTake(index.row())) return {};
      return row.ticked ? Qt::Checked : Qt::Unchecked;
    case Qt::AccessibleTextRole:
      return u"%1 %2: expected %3, actual %4, proposed %5, %6"_s.arg(text(row, Sibling), text(row, Model), text(row, Expected),
                                                                    text(row, Actual), text(row, Proposed),
                                                                    text(row, EvidenceColumn));
    default: return {};
  }
}

QVariant SiblingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  switch (section) {
    case Sibling: return u"Sibling"_s;
    case Model: return u"Model"_s;
    case File: return u"Baseline"_s;
    case Expected: return u"Expects now"_s;
    case Actual: return u"Its run says"_s;
    case Proposed: return u"Would be written"_s;
    case EvidenceColumn: return u"Evidence"_s;
    default: return {};
  }
}

}  // namespace plumbline::ui
