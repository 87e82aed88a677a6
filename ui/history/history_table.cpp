// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/history_table.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

namespace plumbline::ui {
namespace {

using verdicts::VerdictClass;

constexpr int kModelChars = 36, kConfigChars = 64, kDayChars = 11;  // average characters, at most
constexpr int kMeasuredRows = 200;
constexpr int kWheelStep = 120;  // as QWheelEvent has it
constexpr int kRunsAWheelStep = 3;

}  // namespace

void HistoryDelegate::setTheme(const Theme& theme) {
  FlatDelegate::setTheme(theme);
  m_strips.setTheme(theme);
}

void HistoryDelegate::setRuns(int hidden, int chosen, int row) {
  m_hidden = hidden;
  m_chosen = chosen;
  m_row = row;
}

QRect HistoryDelegate::roomOf(const QRect& cell) { return cell.adjusted(kGrid, 0, -kGrid, -1); }

void HistoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const HistoryModel*>(index.model());
  if (model == nullptr) return;
  painter->save();
  const bool stronger = paintGround(*painter, option, index, VerdictClass::Pass);
  const QRect room = roomOf(option.rect);
  const auto column = static_cast<HistoryColumn>(index.column());
  painter->setFont(theme().font(TextSize::Normal));
  if (column == HistoryColumn::Runs) {
    painter->setClipRect(room);
    if (const history::Strip* strip = model->strip(index.row()))
      m_strips.paint(*painter, room, strip->cells,
                     {.hidden = m_hidden, .chosen = index.row() == m_row ? m_chosen : -1});
  } else {
    const bool isRed = column == HistoryColumn::RedSince;
    painter->setPen(isRed                             ? theme().wordColor(VerdictClass::Fail, stronger)
                    : column == HistoryColumn::Config ? theme().mutedColor(stronger)
                                                      : theme().color(Tone::Text));
    const QFontMetrics metrics(theme().font(TextSize::Normal));
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width()));
  }
  painter->restore();
}

HistoryTable::HistoryTable(HistoryModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new HistoryDelegate(theme, this)) {
  setAccessibleName(tr("Models over their runs"));
  setModel(model);
  setRowDelegate(m_delegate);
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(tr("Columns of the history"));
  setSortingEnabled(true);
  keepPlaceByIndex(*model);
  connect(this, &RecordTable::currentMoved, this, [this] {
    m_run = std::clamp(m_run, 0, std::max(0, runCount() - 1));
    showRuns();
  });
  connect(model, &HistoryModel::stripsRead, this, [this] { showRuns(); });
  connect(model, &FilteredModel::rowsShown, this, [this] { readVisible(); });
  setTheme(theme);
}

void HistoryTable::setTheme(const Theme& theme) {
  m_isShaped = false;
  RecordTable::setTheme(theme);
}

void HistoryTable::shapeColumns() {
  if (m_isShaped || m_model->rowCount() == 0) return;
  m_isShaped = true;
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  const int character = metrics.averageCharWidth();
  const auto fit = [&](HistoryColumn column, int maxChars) {
    int width = metrics.horizontalAdvance(m_model->headerData(static_cast<int>(column), Qt::Horizontal).toString());
    for (int row = 0; row < std::min(m_model->rowCount(), kMeasuredRows); ++row)
      width = std::max(width, metrics.horizontalAdvance(m_model->index(row, static_cast<int>(column)).data().toString()));
    setColumnWidth(static_cast<int>(column), std::min(width, maxChars * character) + 3 * kGrid);
  };
  fit(HistoryColumn::Model, kModelChars);
  fit(HistoryColumn::Config, kConfigChars);
  setColumnWidth(static_cast<int>(HistoryColumn::RedSince), kDayChars * character + 3 * kGrid);
}

QRect HistoryTable::stripRoom(int row) const {
  return HistoryDelegate::roomOf(visualRect(m_model->index(row, static_cast<int>(HistoryColumn::Runs))));
}

int HistoryTable::visibleRuns() const {
  const int width = columnWidth(static_cast<int>(HistoryColumn::Runs)) - 2 * kGrid;
  return std::max(1, width / m_delegate->strips().cellWidth());
}

int HistoryTable::runCount() const {
  const history::Strip* strip = currentIndex().isValid() ? m_model->strip(currentIndex().row()) : nullptr;
  return strip == nullptr ? 0 : static_cast<int>(strip->cells.size());
}

const history::StripCell* HistoryTable::currentCell() const {
  if (m_run >= runCount()) return nullptr;
  const auto& cells = m_model->strip(currentIndex().row())->cells;
  return &cells[cells.size() - 1 - static_cast<std::size_t>(m_run)];
}

void HistoryTable::goToRun(int run) {
  m_run = std::clamp(run, 0, std::max(0, runCount() - 1));
  const int visible = visibleRuns();
  m_hidden = std::clamp(m_hidden, std::max(0, m_run - visible + 1), m_run);
  showRuns();
}

void HistoryTable::showRuns() {
  m_delegate->setRuns(m_hidden, m_run, currentIndex().row());
  viewport()->update();
  Q_EMIT runMoved();
}

void HistoryTable::keyPressEvent(QKeyEvent* event) {
  if ((event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return RecordTable::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left: return goToRun(m_run + 1);
    case Qt::Key_Right: return goToRun(m_run - 1);
    case Qt::Key_Home: return goToRun(runCount() - 1);
    case Qt::Key_End: return goToRun(0);
    default: RecordTable::keyPressEvent(event);
  }
}

void HistoryTable::mousePressEvent(QMouseEvent* event) {
  RecordTable::mousePressEvent(event);
  const QModelIndex index = indexAt(event->pos());
  if (!index.isValid() || index.column() != static_cast<int>(HistoryColumn::Runs)) return;
  const int run = m_delegate->strips().runAt(stripRoom(index.row()), event->pos().x(), m_hidden,
                                             static_cast<std::size_t>(runCount()));
  if (run >= 0) goToRun(run);
}

/// Shift or a sideways wheel goes through the runs, all rows together.
void HistoryTable::wheelEvent(QWheelEvent* event) {
  const int sideways = event->angleDelta().x() != 0                     ? event->angleDelta().x()
                       : event->modifiers().testFlag(Qt::ShiftModifier) ? event->angleDelta().y()
                                                                        : 0;
  if (sideways == 0) return RecordTable::wheelEvent(event);
  const int step = sideways / kWheelStep != 0 ? sideways / kWheelStep : sideways > 0 ? 1 : -1;
  m_hidden = std::clamp(m_hidden + step * kRunsAWheelStep, 0, std::max(0, runCount() - visibleRuns()));
  m_delegate->setRuns(m_hidden, m_run, currentIndex().row());
  viewport()->update();
  event->accept();
}

void HistoryTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  readVisible();
}

bool HistoryTable::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QModelIndex index = indexAt(help->pos());
    const history::Strip* strip = index.isValid() ? m_model->strip(index.row()) : nullptr;
    if (strip != nullptr && index.column() == static_cast<int>(HistoryColumn::Runs)) {
      const int run =
          m_delegate->strips().runAt(stripRoom(index.row()), help->pos().x(), m_hidden, strip->cells.size());
      if (run >= 0)
        QToolTip::showText(help->globalPos(),
                           stripTip(strip->cells[strip->cells.size() - 1 - static_cast<std::size_t>(run)]), viewport());
      else
        QToolTip::hideText();
      return true;
    }
  }
  return RecordTable::viewportEvent(event);
}

void HistoryTable::scrollContentsBy(int dx, int dy) {
  RecordTable::scrollContentsBy(dx, dy);
  readVisible();
}

void HistoryTable::readVisible() {
  if (m_model->rowCount() == 0) return;
  const int first = std::max(0, rowAt(0));
  const int last = rowAt(viewport()->height() - 1);
  m_model->showRange(first, last < 0 ? m_model->rowCount() - 1 : last);
}

}  // namespace plumbline::ui
