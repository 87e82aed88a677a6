// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/task_model.h"

#include <algorithm>

#include "ui/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_text.h"
#include "ui/runs/run_text.h"
#include "ui/support/tables/filtered_model.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

bool looksAlike(const runs::TaskStatus& a, const runs::TaskStatus& b) {
  return a.state == b.state && a.attempt == b.attempt && a.reason == b.reason && a.began == b.began &&
         a.ended == b.ended && a.steps.size() == b.steps.size();
}

bool isRight(int column) {
  return column == TaskModel::Cold || column == TaskModel::Warm || column == TaskModel::Elapsed ||
         column == TaskModel::Attempt || column == TaskModel::Repeat;
}

QString stepText(const runs::StepEvents& step) {
  QString text = fromUtf8(step.name);
  if (step.ended > 0) text += u": "_s + spanText(step.ended - step.began);
  switch (step.end) {
    case runs::StepEnd::Running: text += TaskModel::tr(", running"); break;
    case runs::StepEnd::Exited: text += TaskModel::tr(", exit code %1").arg(step.code); break;
    case runs::StepEnd::Signalled: text += TaskModel::tr(", signal %1").arg(step.code); break;
    case runs::StepEnd::TimedOut: text += TaskModel::tr(", timed out"); break;
    case runs::StepEnd::Cancelled: text += TaskModel::tr(", cancelled"); break;
    case runs::StepEnd::NotStarted: text += TaskModel::tr(", not started: %1").arg(fromUtf8(step.problem)); break;
  }
  return text;
}

}  // namespace

void TaskModel::setRun(const runs::RunPtr& run, double now) {
  m_now = now;
  if (run == m_run) return;
  const bool same = run && m_run && run->id == m_run->id && run->tasks.size() == m_run->tasks.size();
  if (!same) {
    beginResetModel();
    m_run = run;
    m_reading = {};
    endResetModel();
    return;
  }
  const runs::RunPtr before = std::exchange(m_run, run);
  for (std::size_t i = 0; i < run->tasks.size(); ++i)
    if (!looksAlike(before->tasks[i], run->tasks[i]))
      Q_EMIT dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), ColumnCount - 1));
}

void TaskModel::setReading(const runs::RunReading& reading) {
  if (!m_run || reading.run != m_run->id) return;
  m_reading = reading;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, Cold), index(rowCount() - 1, Status));
}

void TaskModel::refreshOutcomes() { emitAllChanged(*this); }

const runs::ReproOutcome* TaskModel::outcome(std::size_t row) const {
  if (m_reproResults == nullptr || m_run->spec.kind != runs::RunKind::Repro) return nullptr;
  const ReproReading* known = m_reproResults->reading(fromUtf8(m_run->id));
  if (known == nullptr) return nullptr;
  const auto found = known->tasks.find(row);
  const bool isNow = found != known->tasks.end() && found->second.attempt == m_run->tasks[row].attempt &&
                     runs::isFinished(m_run->tasks[row].state) && found->second.problem.isEmpty();
  return isNow ? &found->second.outcome : nullptr;
}

void TaskModel::tick(double now) {
  m_now = now;
  for (int row = 0; row < rowCount(); ++row)
    if (isActive(m_run->tasks[static_cast<std::size_t>(row)].state))
      Q_EMIT dataChanged(index(row, Elapsed), index(row, Elapsed));
}

bool TaskModel::isUseful(int column) const {
  if (!m_run) return true;
  const bool cache = m_run->spec.kind == runs::RunKind::TorchCache;
  if (column == Cold || column == Warm) return cache;
  if (column == Repeat && m_run->spec.kind == runs::RunKind::Repro) return false;  // its name contains the repeat
  if (column == Status) return !cache && m_run->spec.kind != runs::RunKind::Repro && m_run->spec.form == runs::ResultForm::Csv;
  if (column == Repeat) return m_run->spec.repeats > 1;
  return true;
}

int TaskModel::activeTask() const {
  if (!m_run) return -1;
  const auto found =
      std::ranges::find_if(m_run->tasks, [](const runs::TaskStatus& task) { return isActive(task.state); });
  return found == m_run->tasks.end() ? -1 : static_cast<int>(found - m_run->tasks.begin());
}

int TaskModel::firstFailed() const {
  if (!m_run) return -1;
  using enum runs::RunState;
  const auto found = std::ranges::find_if(m_run->tasks, [](const runs::TaskStatus& task) {
    return task.state == Failed || task.state == TimedOut || task.state == Lost;
  });
  return found == m_run->tasks.end() ? -1 : static_cast<int>(found - m_run->tasks.begin());
}

const runs::TaskReading* TaskModel::reading(std::size_t row) const {
  const auto found = m_reading.tasks.find(row);
  return found == m_reading.tasks.end() ? nullptr : &found->second;
}

int TaskModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_run ? 0 : static_cast<int>(m_run->tasks.size());
}
int TaskModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString TaskModel::elapsed(const runs::TaskStatus& task) const {
  return task.began > 0 ? spanText((task.ended > 0 ? task.ended : m_now) - task.began) : QString();
}

QString TaskModel::text(std::size_t row, int column) const {
  const runs::TaskStatus& task = m_run->tasks[row];
  const runs::TaskReading* read = reading(row);
  switch (column) {
    case State:
      if (const runs::ReproOutcome* came = outcome(row)) return reproStyle(came->result).word;
      return runStyle(task.state).word;
    case Name: return shortened(taskTitle(*m_run, row)).simplified();
    case Repeat: return row < m_run->plan.tasks.size() ? QString::number(m_run->plan.tasks[row].repeat) : QString();
    case Cold: return read != nullptr && read->cold ? secondsText(*read->cold) : QString();
    case Warm: return read != nullptr && read->warm ? secondsText(*read->warm) : QString();
    case Status: return read != nullptr ? fromUtf8(read->status) : QString();
    case Elapsed: return elapsed(task);
    case Attempt: return task.attempt > 1 ? QString::number(task.attempt) : QString();
    case Reason: {
      if (const runs::ReproOutcome* came = outcome(row); came != nullptr && !came->evidence.empty())
        return shortened(evidenceText(*came));
      const std::string& text = task.reason.empty() && read != nullptr ? read->problem : task.reason;
      return shortened(fromUtf8(text)).simplified();
    }
    default: return {};
  }
}

QString TaskModel::tooltip(std::size_t row, int column) const {
  const runs::TaskStatus& task = m_run->tasks[row];
  if (column != State && column != Elapsed && column != Reason) return text(row, column);
  QStringList lines;
  if (column == Reason) lines << text(row, column);
  for (const runs::StepEvents& step : task.steps) lines << stepText(step);
  if (!task.handle.empty()) lines << tr("known as %1").arg(fromUtf8(task.handle));
  lines.removeAll(QString());
  return lines.join(u'\n');
}

QVariant TaskModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const runs::RunState state = m_run->tasks[row].state;
  switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return tooltip(row, index.column());
    case Qt::TextAlignmentRole:
      return int(isRight(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
    case static_cast<int>(RunRole::State):
      return index.column() == State ? QVariant(static_cast<int>(state)) : QVariant();
    case static_cast<int>(RunRole::Glyph):
      if (const auto* came = index.column() == State ? outcome(row) : nullptr) return reproStyle(came->result).glyph;
      return {};
    case static_cast<int>(RunRole::Style):
      if (const auto* came = index.column() == State ? outcome(row) : nullptr)
        return static_cast<int>(reproStyle(came->result).cls);
      return {};
    case static_cast<int>(RunRole::Tint):
      if (const runs::ReproOutcome* came = outcome(row)) return static_cast<int>(reproStyle(came->result).tint);
      return static_cast<int>(runStyle(state).tint);
    case static_cast<int>(RunRole::Quiet):
      return index.column() == Repeat || index.column() == Attempt || index.column() == Elapsed ||
             runStyle(state).isQuiet;
    default: return {};
  }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  static constexpr const char* kTitles[ColumnCount] = {
      QT_TR_NOOP("State"),    QT_TR_NOOP("Task"), QT_TR_NOOP("Repeat"),  QT_TR_NOOP("cold (s)"), QT_TR_NOOP("warm (s)"),
      QT_TR_NOOP("accuracy"), QT_TR_NOOP("Time"), QT_TR_NOOP("Attempt"), QT_TR_NOOP("Reason")};
  if (role == Qt::DisplayRole) return tr(kTitles[section]);
  if (role == Qt::TextAlignmentRole)
    return int(isRight(section) ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && (section == Cold || section == Warm))
    return tr("Compile time of the run, as its result file says");
  return {};
}

TextTable TaskModel::texts(const QList<int>& rows) const {
  QList<int> columns;
  for (int column = 0; column < ColumnCount; ++column)
    if (isUseful(column)) columns << column;
  return rowTexts(*this, rows, columns);
}

}  // namespace plumbline::ui
