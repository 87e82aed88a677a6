// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_model.h"

#include <algorithm>
#include <chrono>

#include "core/tasks/latest_runner.h"
#include "ui/triage/decision_desk.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/metric_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

using verdicts::Comparison;

namespace {

struct Answer {
  std::vector<std::uint32_t> rows;
  double ms = 0;
};

base::Outcome<Answer> compute(const verdicts::RowKeys& keys, const verdicts::RowFilter& filter,
                              const verdicts::RowOrder& order, const base::Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  auto rows = verdicts::viewRows(keys, filter, order, progress);
  if (!rows) return base::Cancelled{};
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  return Answer{std::move(*rows), took.count()};
}

}  // namespace

struct TriageModel::Background {
  tasks::LatestRunner<Answer> runner;
  /// Prepares the keys of a large table before somebody asks for them, so that the first keystroke is as quick as the next.
  tasks::LatestRunner<bool> warmer{[](const base::Outcome<bool>&) {}};
  explicit Background(std::function<void(base::Outcome<Answer>)> done) : runner(std::move(done)) {}
};

TriageModel::TriageModel(QObject* parent)
    : QAbstractTableModel(parent), m_background(std::make_unique<Background>([this](base::Outcome<Answer> answer) {
        if (answer.isValue()) {
          m_lastMs = answer.value().ms;
          showRows(std::move(answer.value().rows));
        }
        Q_EMIT busyChanged(false);
      })) {}
TriageModel::~TriageModel() = default;

bool TriageModel::isBusy() const { return m_background->runner.isBusy(); }

void TriageModel::setSnapshot(const session::SnapshotPtr& snapshot) {
  const bool wasBusy = isBusy();
  m_background->runner.cancel();
  m_background->warmer.cancel();
  if (wasBusy) Q_EMIT busyChanged(false);
  Q_EMIT rowsAboutToChange();
  beginResetModel();
  // Metrics are numbered per comparison: an order by metric is carried over by the metric's name.
  const int sorted = m_columns.columnOf(m_order);
  const QString sortedKey = sorted >= 0 ? m_columns.at(sorted).key : QString();
  m_snapshot = snapshot;
  m_rows.clear();
  m_keys.reset();
  m_columns = TriageColumns();
  m_filter.query = {};  // it names metrics by number too; whoever made it parses again
  if (const Comparison* now = comparison()) {
    m_keys = std::make_shared<const verdicts::RowKeys>(m_snapshot->comparison);
    m_columns = TriageColumns(*now, m_desk != nullptr);
    m_filter.decided = m_desk ? m_desk->decided() : nullptr;
    const int column = m_columns.indexOf(sortedKey);
    if (m_order.by == verdicts::OrderBy::Metric && column < 0) m_order = {};
    else if (column >= 0) m_order.metric = m_columns.at(column).metric;
    // The default order needs no keys and is quick at any size; others may take a moment over very many rows.
    const bool quick = m_keys->size() <= kBackgroundRows || m_order.by == verdicts::OrderBy::Verdict;
    auto answer = compute(*m_keys, m_filter, quick ? m_order : verdicts::RowOrder{}, {});
    if (answer.isValue()) {
      m_rows = std::move(answer.value().rows);
      m_lastMs = answer.value().ms;
    }
    if (!quick) QMetaObject::invokeMethod(this, [this] { refresh(); }, Qt::QueuedConnection);
  }
  endResetModel();
  Q_EMIT rowsShown();
  if (m_keys && m_keys->size() > kBackgroundRows)
    m_background->warmer.run([keys = m_keys](const base::Progress& progress) -> base::Outcome<bool> {
      return keys->names(progress) && keys->nameOrder(progress);
    });
}

void TriageModel::setDesk(const DecisionDesk* desk) {
  m_desk = desk;
  connect(desk, &DecisionDesk::changed, this, &TriageModel::showDecisions);
  if (m_snapshot) setSnapshot(m_snapshot);
}

void TriageModel::showDecisions() {
  m_filter.decided = m_desk->decided();
  if (m_rows.empty() && !m_filter.query.asksForDecisions()) return;
  if (m_filter.query.asksForDecisions()) {
    refresh();
  } else {
    const int column = m_columns.indexOf(QStringLiteral("decision"));
    Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column));
  }
}

void TriageModel::cancel() {
  if (!isBusy()) return;
  m_background->runner.cancel();
  Q_EMIT busyChanged(false);
  Q_EMIT cancelled();
}

void TriageModel::setFilter(const verdicts::RowFilter& filter) {
  m_filter = filter;
  m_filter.decided = m_desk ? m_desk->decided() : nullptr;
  refresh();
}

void TriageModel::setOrder(const verdicts::RowOrder& order) {
  if (order == m_order) return;
  m_order = order;
  refresh();
  Q_EMIT orderChanged();
}

void TriageModel::sort(int column, Qt::SortOrder order) {
  setOrder(m_columns.orderFor(column, order == Qt::DescendingOrder));
}

void TriageModel::refresh() {
  if (!m_keys) return;
  if (m_keys->size() <= kBackgroundRows) {
    auto answer = compute(*m_keys, m_filter, m_order, {});
    if (!answer.isValue()) return;
    m_lastMs = answer.value().ms;
    showRows(std::move(answer.value().rows));
    return;
  }
  const bool wasBusy = isBusy();
  m_background->runner.run([keys = m_keys, filter = m_filter, order = m_order](const base::Progress& progress) {
    return compute(*keys, filter, order, progress);
  });
  if (!wasBusy) Q_EMIT busyChanged(true);
}

void TriageModel::showRows(std::vector<std::uint32_t> rows) {
  Q_EMIT rowsAboutToChange();
  Q_EMIT layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  QModelIndexList after;
  if (!before.isEmpty()) {
    std::vector<int> places(m_keys->size(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i]] = static_cast<int>(i);
    after.reserve(before.size());
    for (const QModelIndex& index : before) {
      const int place = places[sourceRow(index.row())];
      after << (place < 0 ? QModelIndex() : createIndex(place, index.column()));
    }
  }
  m_rows = std::move(rows);
  if (!before.isEmpty()) changePersistentIndexList(before, after);
  Q_EMIT layoutChanged();
  Q_EMIT rowsShown();
}

int TriageModel::rowOf(std::uint32_t source) const {
  const auto found = std::find(m_rows.begin(), m_rows.end(), source);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString TriageModel::modelName(int row) const { return nameText(*comparison(), sourceRow(row)); }
bool TriageModel::isOpen(int row) const {
  if (m_desk) return m_desk->isUndecided(sourceRow(row));
  return verdicts::needsDecision(comparison()->row(sourceRow(row)));
}

int TriageModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int TriageModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_columns.count(); }

QVariant TriageModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Comparison& now = *comparison();
  const std::uint32_t row = sourceRow(index.row());
  const TriageColumn& column = m_columns.at(index.column());
  const auto metric = [&] { return metricText(now.cell(row, column.metric), now.metrics()[column.metric].info); };
  const bool isMetric = column.kind == ColumnKind::Metric;
  if (column.kind == ColumnKind::Decision) {
    switch (role) {
      case Qt::DisplayRole: return decisionText(*m_desk, row);
      case Qt::ToolTipRole: return decisionTooltip(*m_desk, row);
      case Qt::AccessibleTextRole: return accessibleText(now, column, row) + QChar(u' ') + decisionSaid(*m_desk, row);
      case SortKeyRole: return static_cast<int>(m_desk->state(row));
      default: break;
    }
  }
  switch (role) {
    case Qt::DisplayRole: return displayText(now, column, row);
    case Qt::ToolTipRole: return tooltipText(now, column, row);
    case Qt::AccessibleTextRole: return accessibleText(now, column, row);
    case Qt::TextAlignmentRole: return int((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case ClassRole: return static_cast<int>(now.row(row).cls);
    case SortKeyRole: return sortValue(now, column, row);
    case MetricTextRole: return isMetric ? QVariant::fromValue(metric()) : QVariant();
    case ExpectedRole: return isMetric ? metric().expected : QVariant();
    case ActualRole: return isMetric ? metric().actual : QVariant();
    case DeltaRole: return isMetric ? metric().delta : QVariant();
    case ChangedRole: return isMetric ? metric().changed : now.row(row).changed;
    case FlakyRole: return now.row(row).flaky;
    case FindingsRole: return static_cast<int>(now.row(row).findings);
    case NeedsDecisionRole: return verdicts::needsDecision(now.row(row));
    case OpenRole: return isOpen(index.row());
    case SourceRowRole: return row;
    default: return {};
  }
}

QVariant TriageModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= m_columns.count()) return {};
  const TriageColumn& column = m_columns.at(section);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return column.title;
    case Qt::ToolTipRole: return column.tooltip;
    case Qt::TextAlignmentRole: return int((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
  }
}

}  // namespace plumbline::ui
