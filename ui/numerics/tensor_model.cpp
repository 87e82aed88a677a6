// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/support/tables/filtered_model.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using numerics::Decision;

namespace {

ColumnHead headOf(TensorColumn column) {
  switch (column) {
    case TensorColumn::Name:
      return {TensorModel::tr("Tensor"), TensorModel::tr("Its path in the file, in the order in which torch compares")};
    case TensorColumn::Verdict:
      return {TensorModel::tr("Verdict"),
              TensorModel::tr("The decision of same(); in brackets when torch does not get there because it stops at "
                              "the first failure")};
    case TensorColumn::Step: return {TensorModel::tr("Decided by"), TensorModel::tr("The test of same() that decided")};
    case TensorColumn::Margin:
      return {TensorModel::tr("Margin"),
              TensorModel::tr("res error / (multiplier x ref error + tol / 10): over 1 fails, from 0.8 on it is near")};
    case TensorColumn::RefError:
      return {TensorModel::tr("ref error"), TensorModel::tr("Root of the mean squared difference of ref and fp64")};
    case TensorColumn::ResError:
      return {TensorModel::tr("res error"), TensorModel::tr("Root of the mean squared difference of res and fp64")};
    case TensorColumn::Bound:
      return {TensorModel::tr("Bound"), TensorModel::tr("Limit of the res error: multiplier x ref error + tol / 10")};
    case TensorColumn::Shape: return {TensorModel::tr("Shape"), TensorModel::tr("Of ref; of both where they differ")};
    case TensorColumn::Dtype: return {TensorModel::tr("dtype"), TensorModel::tr("Of ref; of both where they differ")};
    case TensorColumn::MaxAbs:
      return {TensorModel::tr("Max abs"), TensorModel::tr("Largest |res - fp64|, or |res - ref| without fp64")};
  }
  return {};
}

bool isNumeric(TensorColumn column) {
  return column == TensorColumn::RefError || column == TensorColumn::ResError || column == TensorColumn::Bound ||
         column == TensorColumn::MaxAbs;
}

QString both(const QString& ref, const QString& res) {
  if (ref == res || res.isEmpty()) return ref;
  return ref.isEmpty() ? res : ref + u" \u2192 "_s + res;
}

}  // namespace

TensorModel::TensorModel(QObject* parent) : QAbstractItemModel(parent) {}

void TensorModel::setRows(TensorRowsPtr rows) {
  Q_EMIT rowsAboutToChange();
  beginResetModel();
  m_rows = std::move(rows);
  m_maxAbs.assign(m_rows ? m_rows->result().decisions.size() : 0, std::numeric_limits<double>::quiet_NaN());
  refresh();
  endResetModel();
  Q_EMIT rowsShown();
}

void TensorModel::setFilter(const TensorFilter& filter) {
  if (filter == m_filter) return;
  Q_EMIT rowsAboutToChange();
  beginResetModel();
  m_filter = filter;
  refresh();
  endResetModel();
  Q_EMIT rowsShown();
}

void TensorModel::sort(int column, Qt::SortOrder order) {
  const bool isDescending = order == Qt::DescendingOrder;
  if (column == m_column && (column < 0 || isDescending == m_isDescending)) return;
  Q_EMIT rowsAboutToChange();
  beginResetModel();
  m_column = column;
  m_isDescending = isDescending;
  refresh();
  endResetModel();
  Q_EMIT rowsShown();
}

void TensorModel::setMaxAbs(std::size_t first, const std::vector<double>& errors) {
  for (std::size_t i = 0; i < errors.size() && first + i < m_maxAbs.size(); ++i) m_maxAbs[first + i] = errors[i];
  const int column = static_cast<int>(TensorColumn::MaxAbs);
  for (std::size_t i = first; i < std::min(first + errors.size(), m_maxAbs.size()); ++i) {
    const QModelIndex cell = indexOf(m_rows->nodeOf(i), column);
    if (cell.isValid()) Q_EMIT dataChanged(cell, cell, {Qt::DisplayRole});
  }
}

/// refresh determines what is shown, in which order.
void TensorModel::refresh() {
  m_list.clear();
  const auto nodes = static_cast<std::size_t>(m_rows ? m_rows->nodeCount() : 0);
  m_below.assign(nodes, {});
  m_row.assign(nodes, -1);
  if (!m_rows) return;
  for (std::size_t i = 0; i < m_rows->result().decisions.size(); ++i)
    if (const int node = m_rows->nodeOf(i); m_rows->matches(node, m_filter)) m_list.push_back(node);
  if (!isTree()) {
    const auto column = static_cast<TensorColumn>(m_column);
    std::ranges::stable_sort(m_list, [&](int a, int b) { return m_rows->less(a, b, column, m_isDescending, m_maxAbs); });
    m_below[TensorRows::kRoot] = m_list;
    for (std::size_t i = 0; i < m_list.size(); ++i) m_row[static_cast<std::size_t>(m_list[i])] = static_cast<int>(i);
    return;
  }
  std::vector<char> isShown(nodes, 0);
  for (const int leaf : m_list)
    for (int node = leaf; node > TensorRows::kRoot && isShown[static_cast<std::size_t>(node)] == 0; node = m_rows->node(node).parent)
      isShown[static_cast<std::size_t>(node)] = 1;
  for (std::size_t node = 1; node < nodes; ++node) {  // children stand behind their parents, in torch's order
    if (isShown[node] == 0) continue;
    std::vector<int>& below = m_below[static_cast<std::size_t>(m_rows->node(static_cast<int>(node)).parent)];
    m_row[node] = static_cast<int>(below.size());
    below.push_back(static_cast<int>(node));
  }
}

int TensorModel::nodeAt(const QModelIndex& index) { return index.isValid() ? static_cast<int>(index.internalId()) : -1; }

QModelIndex TensorModel::indexOf(int node, int column) const {
  if (node <= TensorRows::kRoot || static_cast<std::size_t>(node) >= m_row.size()) return {};
  const int row = m_row[static_cast<std::size_t>(node)];
  return row < 0 ? QModelIndex() : createIndex(row, column, static_cast<quintptr>(node));
}

int TensorModel::step(int node, int direction, bool (*which)(TensorVerdict verdict)) const {
  // The position of the node, or of the first below a container.
  const auto count = static_cast<std::ptrdiff_t>(m_list.size());
  std::ptrdiff_t at = direction > 0 ? -1 : count;
  if (const auto found = std::ranges::find(m_list, node); found != m_list.end()) {
    at = found - m_list.begin();
  } else if (isTree() && node > 0) {  // nodes are numbered in the order of the tree
    const auto next = std::ranges::lower_bound(m_list, node);
    at = (next - m_list.begin()) - (direction > 0 ? 1 : 0);
  }
  for (at += direction; at >= 0 && at < count; at += direction) {
    const int candidate = m_list[static_cast<std::size_t>(at)];
    if (which(verdictOf(*m_rows->decisionOf(candidate)))) return candidate;
  }
  return -1;
}

QModelIndex TensorModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= kTensorColumns || row >= rowCount(parent)) return {};
  const int above = parent.isValid() ? nodeAt(parent) : TensorRows::kRoot;
  return createIndex(row, column, static_cast<quintptr>(m_below[static_cast<std::size_t>(above)][static_cast<std::size_t>(row)]));
}

QModelIndex TensorModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || !isTree()) return {};
  return indexOf(m_rows->node(nodeAt(child)).parent);
}

int TensorModel::rowCount(const QModelIndex& parent) const {
  if (!m_rows || parent.column() > 0 || (parent.isValid() && !isTree())) return 0;
  return static_cast<int>(m_below[static_cast<std::size_t>(parent.isValid() ? nodeAt(parent) : TensorRows::kRoot)].size());
}

int TensorModel::columnCount(const QModelIndex&) const { return kTensorColumns; }

QString TensorModel::holderText(int id, TensorColumn column) const {
  const TensorRows::Node& node = m_rows->node(id);
  const auto count = [](int number) { return grouped(static_cast<std::size_t>(number)); };
  switch (column) {
    case TensorColumn::Name: return node.name;
    case TensorColumn::Verdict: return node.failing > 0 ? tr("%1 differ").arg(count(node.failing)) : node.near > 0
        ? tr("%1 near").arg(count(node.near)) : tr("same");
    case TensorColumn::Shape: return valueCountText(static_cast<std::size_t>(node.tensors));
    default: return {};
  }
}

QString TensorModel::cellText(int id, TensorColumn column) const {
  const Decision* decision = m_rows->decisionOf(id);
  if (decision == nullptr) return holderText(id, column);
  switch (column) {
    case TensorColumn::Name: return isTree() ? m_rows->node(id).name : m_rows->path(id);
    case TensorColumn::Verdict: {
      const QString word = styleOf(verdictOf(*decision)).word;
      return decision->reached ? word : u'(' + word.toLower() + u')';
    }
    case TensorColumn::Step:
      return decision->reached ? stepLabel(*decision) : tr("%1 \u00b7 not reached").arg(stepLabel(*decision));
    case TensorColumn::Margin: return decision->margin ? marginText(*decision->margin) : QString();
    case TensorColumn::RefError: return numberText(decision->refError);
    case TensorColumn::ResError: return numberText(decision->resError);
    case TensorColumn::Bound: return numberText(decision->bound);
    case TensorColumn::Shape: return both(shapeOf(decision->ref), shapeOf(decision->res));
    case TensorColumn::Dtype: return both(dtypeOf(decision->ref), dtypeOf(decision->res));
    case TensorColumn::MaxAbs: {
      const double error = m_maxAbs[static_cast<std::size_t>(m_rows->node(id).decision)];
      return std::isnan(error) ? QString() : numberText(error);
    }
  }
  return {};
}

QString TensorModel::tooltip(int id, TensorColumn column) const {
  const Decision* decision = m_rows->decisionOf(id);
  if (decision == nullptr || column == TensorColumn::Name) return m_rows->path(id);
  if (column == TensorColumn::Verdict || column == TensorColumn::Step) {
    QString text = shortened(fromUtf8(decision->text), 600);
    if (!decision->reached)
      text += (text.isEmpty() ? u""_s : u"\n"_s) + tr("torch does not get here: it stops at the first failure.");
    return text.isEmpty() ? cellText(id, TensorColumn::Step) : text;
  }
  if (column == TensorColumn::Margin && decision->margin && decision->bound && decision->resError)
    return u"%1 = %2 / %3"_s.arg(marginText(*decision->margin), numberText(*decision->resError), numberText(*decision->bound)) +
           (decision->step == numerics::Step::Rmse ? QString() : u'\n' + tr("Not what decided here."));
  return cellText(id, column);
}

QVariant TensorModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_rows) return {};
  const int id = nodeAt(index);
  const auto column = static_cast<TensorColumn>(index.column());
  const Decision* decision = m_rows->decisionOf(id);
  switch (role) {
    case Qt::DisplayRole: return cellText(id, column);
    case Qt::ToolTipRole: return tooltip(id, column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole:
      if (column == TensorColumn::Margin && decision && decision->margin)
        return (*decision->margin > 1 ? tr("margin %1, over the limit") : tr("margin %1")).arg(cellText(id, column));
      if (column == TensorColumn::Verdict && decision && !decision->reached)
        return tr("%1, not reached by torch").arg(styleOf(verdictOf(*decision)).word);
      return cellText(id, column);
    case VerdictRole:
      if (decision) return static_cast<int>(verdictOf(*decision));
      return static_cast<int>(m_rows->node(id).failing > 0 ? TensorVerdict::Differs
                              : m_rows->node(id).near > 0  ? TensorVerdict::Near
                                                           : TensorVerdict::Same);
    case MarginRole: return decision && decision->margin ? QVariant(*decision->margin) : QVariant();
    case ReachedRole: return decision ? decision->reached : m_rows->node(id).hasReached;
    case DecidesRole: return decision && decision->step == numerics::Step::Rmse;
    case QuietRole: return decision == nullptr;
    default: return {};
  }
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kTensorColumns) return {};
  const auto column = static_cast<TensorColumn>(section);
  if (role == Qt::DisplayRole) return headOf(column).title;
  if (role == Qt::ToolTipRole) return headOf(column).tooltip;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace plumbline::ui
