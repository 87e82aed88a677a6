// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_model.h"

#include <chrono>
#include <utility>

#include "core/tasks/latest_runner.h"
#include "ui/triage/decision_controller.h"
#include "ui/support/tables/strip_painter.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/run_history.h"
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
  /// Prepares the keys of a large table in advance, so that the first keystroke in the filter is not slow.
  tasks::LatestRunner<bool> warmer{[](const base::Outcome<bool>&) {}};
  explicit Background(std::function<void(base::Outcome<Answer>)> done) : runner(std::move(done)) {}
};

TriageModel::TriageModel(QObject* parent)
    : FilteredModel(parent), m_background(std::make_unique<Background>([this](base::Outcome<Answer> answer) {
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
  beginResetRows();
  std::vector<std::uint32_t> rows;
  // Metrics are numbered per comparison: an order by metric is carried over by the metric's name.
  const int sorted = m_columns.columnOf(m_order);
  const QString sortedKey = sorted >= 0 ? m_columns.at(sorted).key : QString();
  m_snapshot = snapshot;
  m_keys.reset();
  m_columns = TriageColumns();
  m_filter.query = {};  // it names metrics by number too; its owner parses again
  if (const Comparison* now = comparison()) {
    m_keys = std::make_shared<const verdicts::RowKeys>(m_snapshot->comparison);
    m_columns = TriageColumns(*now, m_controller != nullptr);
    if (m_controller) m_columns.setShown(ColumnKind::Decision, m_controller->isUsed());
    if (m_history) m_columns.setShown(ColumnKind::Runs, m_history->hasRuns());
    m_filter.decided = m_controller ? m_controller->decided() : nullptr;
    m_filter.redSince = m_history ? m_history->redSince() : nullptr;
    const int column = m_columns.indexOf(sortedKey);
    if (m_order.by == verdicts::OrderBy::Metric && column < 0) m_order = {};
    else if (column >= 0) m_order.metric = m_columns.at(column).metric;
    // The default order needs no keys and is quick at any size; others are slow over very many rows.
    const bool quick = m_keys->size() <= kBackgroundRows || m_order.by == verdicts::OrderBy::Verdict;
    auto answer = compute(*m_keys, m_filter, quick ? m_order : verdicts::RowOrder{}, {});
    if (answer.isValue()) {
      rows = std::move(answer.value().rows);
      m_lastMs = answer.value().ms;
    }
    if (!quick) QMetaObject::invokeMethod(this, [this] { refresh(); }, Qt::QueuedConnection);
  }
  endResetRows(std::move(rows));
  if (m_keys && m_keys->size() > kBackgroundRows)
    m_background->warmer.run([keys = m_keys](const base::Progress& progress) -> base::Outcome<bool> {
      return keys->names(progress) && keys->nameOrder(progress);
    });
}

void TriageModel::setController(const DecisionController* controller) {
  m_controller = controller;
  connect(controller, &DecisionController::changed, this, &TriageModel::showDecisions);
  if (m_snapshot) setSnapshot(m_snapshot);
}

void TriageModel::showDecisions() {
  m_filter.decided = m_controller->decided();
  if (m_columns.setShown(ColumnKind::Decision, m_controller->isUsed())) Q_EMIT columnsChanged();
  if (rowCount() == 0 && !m_filter.query.needsDecisions()) return;
  if (m_filter.query.needsDecisions()) {
    refresh();
  } else {
    emitAllChanged(*this);  // a decided row fades as a whole
  }
}

void TriageModel::setHistory(const RunHistory* history) {
  m_history = history;
  connect(history, &RunHistory::changed, this, &TriageModel::showRuns);
  if (m_snapshot) setSnapshot(m_snapshot);
}

void TriageModel::showRuns() {
  m_filter.redSince = m_history->redSince();
  if (!m_snapshot) return;
  if (m_columns.setShown(ColumnKind::Runs, m_history->hasRuns())) Q_EMIT columnsChanged();
  if (m_order.by == verdicts::OrderBy::RedSince) refresh();
  else emitAllChanged(*this);
}

void TriageModel::cancel() {
  if (!isBusy()) return;
  m_background->runner.cancel();
  Q_EMIT busyChanged(false);
  Q_EMIT cancelled();
}

void TriageModel::setHiddenColumns(const QStringList& keys) {
  if (std::exchange(m_hidden, keys) != keys && rowCount() > 0) emitAllChanged(*this);
}

void TriageModel::setFilter(const verdicts::RowFilter& filter) {
  m_filter = filter;
  m_filter.decided = m_controller ? m_controller->decided() : nullptr;
  m_filter.redSince = m_history ? m_history->redSince() : nullptr;
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

std::string_view TriageModel::sourceName(std::uint32_t sourceRow, std::string& scratch) const {
  return comparison()->modelName(sourceRow, scratch);
}

QString TriageModel::modelName(int row) const { return nameText(*comparison(), sourceRow(row)); }
bool TriageModel::isOpen(int row) const {
  if (m_controller) return m_controller->isUndecided(sourceRow(row));
  return verdicts::needsDecision(comparison()->row(sourceRow(row)));
}

bool TriageModel::isDecided(int row) const {
  return m_controller && m_controller->state(sourceRow(row)) > DecisionController::State::Undecided;
}

int TriageModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_columns.count(); }

QVariant TriageModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Comparison& now = *comparison();
  const std::uint32_t row = sourceRow(index.row());
  const TriageColumn& column = m_columns.at(index.column());
  if (column.kind == ColumnKind::Decision) {
    switch (role) {
      case Qt::DisplayRole: return decisionText(*m_controller, row);
      case Qt::ToolTipRole: return decisionTooltip(*m_controller, row);
      case Qt::AccessibleTextRole:
        return accessibleText(now, column, row) + QChar(u' ') + decisionAccessibleText(*m_controller, row);
      default: break;
    }
  }
  if (column.kind == ColumnKind::Runs && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)) {
    const history::Strip* runs = m_history ? m_history->strip(row) : nullptr;
    const QString text = runs ? stripSummary(*runs) : tr("no runs in the history");
    return role == Qt::ToolTipRole ? text : accessibleText(now, column, row) + QChar(u' ') + text;
  }
  // Else nothing on screen says why "changed only" keeps the row.
  const auto withHidden = [&](const QString& text) {
    const QString hidden = column.kind == ColumnKind::Reason ? hiddenChangeText(now, m_columns, m_hidden, row) : QString();
    return hidden.isEmpty() ? text : hidden + u' ' + text;
  };
  switch (role) {
    case Qt::DisplayRole: return withHidden(displayText(now, column, row));
    case Qt::ToolTipRole: return withHidden(tooltipText(now, column, row));
    case Qt::AccessibleTextRole: return withHidden(accessibleText(now, column, row));
    case Qt::TextAlignmentRole: return alignmentOf(column.numeric);
    case MetricTextRole:
      if (column.kind != ColumnKind::Metric) return {};
      return QVariant::fromValue(metricText(now.cell(row, column.metric), now.metrics()[column.metric].info));
    default: return {};
  }
}

ColumnHead TriageModel::columnHead(int column) const {
  const TriageColumn& head = m_columns.at(column);
  return {head.title, head.tooltip, head.numeric};
}

}  // namespace plumbline::ui
