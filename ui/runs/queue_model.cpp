// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/queue_model.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "ui/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::RunPtr;

QueueModel::Row QueueModel::rowFor(const RunPtr& run) const {
  return {run, runs::stateOf(*run), runs::progressOf(*run, m_now)};
}

void QueueModel::setQueue(const runs::QueuePtr& queue, double now) {
  m_now = now;
  static const std::vector<RunPtr> kNone;
  const std::vector<RunPtr>& runs = queue ? queue->runs : kNone;
  removeGone(runs);
  insertNew(runs);
  order(runs);
  refresh(runs);
}

void QueueModel::removeGone(const std::vector<RunPtr>& runs) {
  std::unordered_set<std::string_view> ids;
  for (const RunPtr& run : runs) ids.insert(run->id);
  for (int last = static_cast<int>(m_rows.size()) - 1; last >= 0; --last) {
    if (ids.contains(run(last)->id)) continue;
    int first = last;
    while (first > 0 && !ids.contains(run(first - 1)->id)) --first;
    beginRemoveRows({}, first, last);
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
    endRemoveRows();
    last = first;
  }
}

/// insertNew inserts each new run behind its predecessor; order() corrects the rest.
void QueueModel::insertNew(const std::vector<RunPtr>& runs) {
  std::unordered_set<std::string_view> known;
  for (const Row& row : m_rows) known.insert(row.run->id);
  if (known.size() == runs.size()) return;
  int at = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (known.contains(runs[i]->id)) {
      at = std::min(at + 1, static_cast<int>(m_rows.size()));
      continue;
    }
    std::size_t end = i + 1;
    while (end < runs.size() && !known.contains(runs[end]->id)) ++end;
    std::vector<Row> made;
    for (std::size_t j = i; j < end; ++j) made.push_back(rowFor(runs[j]));
    beginInsertRows({}, at, at + static_cast<int>(made.size()) - 1);
    m_rows.insert(m_rows.begin() + at, made.begin(), made.end());
    endInsertRows();
    at += static_cast<int>(made.size());
    i = end - 1;
  }
}

void QueueModel::order(const std::vector<RunPtr>& runs) {
  const bool same =
      std::ranges::equal(m_rows, runs, [](const Row& row, const RunPtr& run) { return row.run->id == run->id; });
  if (same) return;
  std::unordered_map<std::string_view, int> places;
  for (std::size_t i = 0; i < runs.size(); ++i) places.emplace(runs[i]->id, static_cast<int>(i));
  Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
  const QModelIndexList before = persistentIndexList();
  QModelIndexList after;
  for (const QModelIndex& index : before) after << createIndex(places.at(run(index.row())->id), index.column());
  std::ranges::sort(m_rows, {}, [&](const Row& row) { return places.at(row.run->id); });
  changePersistentIndexList(before, after);
  Q_EMIT layoutChanged({}, VerticalSortHint);
}

/// refresh replaces the runs that changed, with one signal for neighbours.
void QueueModel::refresh(const std::vector<RunPtr>& runs) {
  int first = -1;
  const int count = static_cast<int>(m_rows.size());
  for (int row = 0; row <= count; ++row) {
    const bool differs =
        row < count && m_rows[static_cast<std::size_t>(row)].run != runs[static_cast<std::size_t>(row)];
    if (differs) {
      m_rows[static_cast<std::size_t>(row)] = rowFor(runs[static_cast<std::size_t>(row)]);
      if (first < 0) first = row;
    } else if (first >= 0) {
      Q_EMIT dataChanged(index(first, 0), index(row - 1, ColumnCount - 1));
      first = -1;
    }
  }
}

void QueueModel::setReproResults(const ReproResults* reproResults) {
  m_reproResults = reproResults;
  connect(reproResults, &ReproResults::changed, this, [this](const QString& id) {
    if (const int row = rowOf(id); row >= 0) Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
  });
}

/// repro is the result of a finished repro run.
std::optional<RunStyle> QueueModel::repro(const Row& row) const {
  return m_reproResults != nullptr && runs::isFinished(row.state) ? m_reproResults->styleOf(*row.run) : std::nullopt;
}

void QueueModel::tick(double now) {
  m_now = now;
  for (int row = 0; row < rowCount(); ++row) {
    Row& each = m_rows[static_cast<std::size_t>(row)];
    if (!isActive(each.state)) continue;
    each.progress = runs::progressOf(*each.run, now);
    Q_EMIT dataChanged(index(row, Elapsed), index(row, Left));
  }
}

void QueueModel::setSuiteText(const QString& run, const QString& text) {
  if (m_suiteTexts.value(run) == text) return;
  m_suiteTexts[run] = text;
  if (const int row = rowOf(run); row >= 0) Q_EMIT dataChanged(index(row, Outcome), index(row, Outcome));
}

int QueueModel::rowOf(const QString& id) const {
  const std::string wantedId = id.toStdString();
  const auto found = std::ranges::find(m_rows, wantedId, [](const Row& row) { return row.run->id; });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

bool QueueModel::hasActive() const {
  return std::ranges::any_of(m_rows, [](const Row& row) { return isActive(row.state); });
}

int QueueModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int QueueModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString QueueModel::text(const Row& row, int column) const {
  const double began = beganOf(*row.run), ended = endedOf(*row.run);
  switch (column) {
    case State:
      if (const auto style = repro(row)) return style->word;
      if (!runs::isFinished(row.state)) {
        if (row.run->access == runs::RunAccess::Abandoned) return tr("left behind");
        if (row.run->access == runs::RunAccess::Foreign) return tr("not yours");
        if (row.run->isPaused) return tr("paused");
      }
      return runStyle(row.state).word;
    case Title: return shortened(fromUtf8(row.run->title)).simplified();
    case Progress: return progressText(row.progress);
    case Target: return fromUtf8(runs::targetName(row.run->spec.target));
    case Began: return momentText(began, m_now);
    case Elapsed: return began > 0 ? spanText((ended > 0 ? ended : m_now) - began) : QString();
    case Left:
      if (!isActive(row.state) || row.progress.secondsLeft < 0) return {};
      return row.progress.secondsLeft < 1 ? u"< 1 s"_s
          : spanText(row.progress.secondsLeft);  // "0 s" would mean that it is over
    case Outcome:
      if (repro(row)) {
        const ReproReading& known = *m_reproResults->reading(fromUtf8(row.run->id));
        if (known.all) return countsText(*known.all);
        if (const QString evidence = evidenceText(known.tasks.begin()->second.outcome); !evidence.isEmpty()) return shortened(evidence);
      }
      if (isActive(row.state))
        if (const QString suite = m_suiteTexts.value(fromUtf8(row.run->id)); !suite.isEmpty()) return shortened(suite);
      return shortened(outcomeText(*row.run, row.progress));
    default: return {};
  }
}

QString QueueModel::tooltip(const Row& row, int column) const {
  const runs::Run& run = *row.run;
  switch (column) {
    case State: {
      QString tip = runStyle(row.state).word;
      if (const auto style = repro(row)) tip = style->word + u" ("_s + tip + u')';
      if (run.isPaused) tip += tr("; its waiting tasks are held back (P resumes)");
      if (run.isAdopted) tip += tr("; started by another window, and found again");
      if (run.access == runs::RunAccess::Abandoned) tip += tr("; its window is gone (Resume the runs continues it)");
      if (run.access == runs::RunAccess::Foreign) tip += tr("; of another user, or others may write to its folder: shown, never run");
      return tip;
    }
    case Title: return fromUtf8(run.title) + u"\n"_s + fromUtf8(run.id);
    case Began: return run.queued > 0 ? tr("queued %1").arg(momentText(run.queued, m_now)) : QString();
    case Left: return tr("Estimated from the tasks and models that are done");
    case Outcome: {
      QStringList lines{outcomeText(run, row.progress)};
      for (const std::string& file : run.results) lines << fromUtf8(file);
      lines.removeAll(QString());
      return lines.join(u'\n');
    }
    default: return text(row, column);
  }
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole: return tooltip(row, column);
    case Qt::TextAlignmentRole:
      return int(column == Elapsed || column == Left || column == Began ? Qt::AlignRight : Qt::AlignLeft) |
             int(Qt::AlignVCenter);
    case static_cast<int>(RunRole::State): return column == State ? QVariant(static_cast<int>(row.state)) : QVariant();
    case static_cast<int>(RunRole::Glyph):
      if (const auto style = column == State ? repro(row) : std::nullopt) return style->glyph;
      return {};
    case static_cast<int>(RunRole::Style):
      if (const auto style = column == State ? repro(row) : std::nullopt) return static_cast<int>(style->cls);
      return {};
    case static_cast<int>(RunRole::Tint):
      if (const auto style = repro(row)) return static_cast<int>(style->tint);
      return static_cast<int>(runStyle(row.state).tint);
    case static_cast<int>(RunRole::Quiet):
      return column == Target || column == Began || column == Left || row.state == runs::RunState::Cancelled;
    case static_cast<int>(RunRole::Share):
      if (column != Progress) return {};
      return row.progress.total > 0 ? double(row.progress.done - row.progress.cancelled) / row.progress.total : 0.0;
    case static_cast<int>(RunRole::FailedShare):
      if (column != Progress) return {};
      return row.progress.total > 0 ? double(row.progress.failed) / row.progress.total : 0.0;
    case static_cast<int>(RunRole::Detail):
      if (column != Title || row.run->spec.priority == 0 || runs::isFinished(row.state)) return {};
      return tr("priority %1%2").arg(row.run->spec.priority > 0 ? u"+"_s : u"\u2212"_s)
          .arg(std::abs(row.run->spec.priority));
    default: return {};
  }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
  static constexpr const char* kTitles[ColumnCount] = {QT_TR_NOOP("State"), QT_TR_NOOP("Run"),   QT_TR_NOOP("Progress"),
                                                       QT_TR_NOOP("Target"), QT_TR_NOOP("Began"), QT_TR_NOOP("Time"),
                                                       QT_TR_NOOP("Left"),   QT_TR_NOOP("Outcome")};
  if (role == Qt::DisplayRole) return tr(kTitles[section]);
  if (role == Qt::TextAlignmentRole)
    return int(section == Elapsed || section == Left || section == Began ? Qt::AlignRight : Qt::AlignLeft) |
           int(Qt::AlignVCenter);
  return {};
}

}  // namespace plumbline::ui
