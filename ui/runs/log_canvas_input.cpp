// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and mouse of the log's lines.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/runs/log_canvas.h"

namespace plumbline::ui {
namespace {

constexpr int kDragInterval = 50;  // ms

}  // namespace

void LogCanvas::moveTo(quint64 line, bool extends) {
  if (lineCount() == 0) return;
  m_current = std::min(line, lineCount() - 1);
  if (!extends || !m_anchor) m_anchor = m_current;
  setFollows(false);
  bringIntoView(*m_current);
  viewport()->update();
  if (!m_saying.isActive()) m_saying.start();
  Q_EMIT moved();
}

/// step moves the current line; without one it begins on screen.
void LogCanvas::step(qint64 by, bool extends) {
  if (lineCount() == 0) return;
  if (!m_current) return moveTo(by > 0 ? m_first : shown().last, false);
  const quint64 distance = by < 0 ? static_cast<quint64>(-by) : static_cast<quint64>(by);
  moveTo(by < 0 ? *m_current - std::min(*m_current, distance) : *m_current + distance, extends);
}

bool LogCanvas::runKey(const QKeyEvent& event) {
  const bool extends = event.modifiers().testFlag(Qt::ShiftModifier);
  const auto most = static_cast<qint64>(page());
  if (event.matches(QKeySequence::Copy)) Q_EMIT copyWanted();
  else if (event.matches(QKeySequence::Find) || event.key() == Qt::Key_Slash) Q_EMIT searchWanted();
  else if (event.key() == Qt::Key_F3) Q_EMIT stepWanted(extends);
  else if (event.matches(QKeySequence::SelectAll) && lineCount() > 0) {
    m_anchor = 0;
    m_current = lineCount() - 1;
    viewport()->update();
    Q_EMIT moved();
  } else if (event.key() == Qt::Key_Up) step(-1, extends);
  else if (event.key() == Qt::Key_Down) step(1, extends);
  else if (event.key() == Qt::Key_PageUp) step(-most, extends);
  else if (event.key() == Qt::Key_PageDown || event.key() == Qt::Key_Space) step(most, extends);
  else if (event.key() == Qt::Key_Home) moveTo(0, extends);
  else if (event.key() == Qt::Key_End && extends) moveTo(lineCount(), true);
  else if (event.key() == Qt::Key_End) goToEnd();
  else if (event.key() == Qt::Key_Left) horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
  else if (event.key() == Qt::Key_Right) horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
  else if (event.key() == Qt::Key_Escape) {
    Q_EMIT stopWanted();
    if (!m_current) return false;
    m_current.reset();
    m_anchor.reset();
    viewport()->update();
    Q_EMIT moved();
  } else {
    return false;
  }
  return true;
}

void LogCanvas::keyPressEvent(QKeyEvent* event) {
  const bool hasLetterKeys = event->modifiers() == Qt::NoModifier;
  if (runKey(*event)) return;
  if (hasLetterKeys && event->key() == Qt::Key_I) Q_EMIT errorWanted();
  else if (hasLetterKeys && event->key() == Qt::Key_L) goToEnd();
  else event->ignore();
}

/// Copying and searching here are of the log, whoever else has these keys.
bool LogCanvas::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::Find) || key->matches(QKeySequence::SelectAll)) {
      event->accept();
      return true;
    }
  }
  return QAbstractScrollArea::event(event);
}

quint64 LogCanvas::lineAt(int y) const {
  const int row = y < 0 ? -1 : std::max(0, y - kTop) / m_painter.rowHeight();
  if (row < 0) return m_first - std::min<quint64>(m_first, 1);
  return std::min(m_first + static_cast<quint64>(row), lineCount() == 0 ? 0 : lineCount() - 1);
}

void LogCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || lineCount() == 0) return;
  moveTo(lineAt(static_cast<int>(event->position().y())), event->modifiers().testFlag(Qt::ShiftModifier));
}

void LogCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton) || !m_current) return;
  m_dragY = static_cast<int>(event->position().y());
  const bool isOutside = m_dragY < 0 || m_dragY >= viewport()->height();
  if (isOutside && !m_dragging.isActive()) m_dragging.start(kDragInterval, this);
  if (isOutside) return;
  m_dragging.stop();
  if (const quint64 line = lineAt(m_dragY); line != *m_current) moveTo(line, true);
}

void LogCanvas::mouseReleaseEvent(QMouseEvent*) { m_dragging.stop(); }

void LogCanvas::timerEvent(QTimerEvent* event) {
  if (event->timerId() != m_dragging.timerId()) return QAbstractScrollArea::timerEvent(event);
  // The farther outside, the faster.
  const int outside = m_dragY < 0 ? m_dragY : m_dragY - viewport()->height();
  step(outside < 0 ? outside / m_painter.rowHeight() - 1 : outside / m_painter.rowHeight() + 1, true);
}

void LogCanvas::scrollContentsBy(int, int dy) {
  if (m_placing) return;
  if (dy != 0) {
    const QScrollBar* bar = verticalScrollBar();
    const bool isEnd = bar->value() == bar->maximum();
    m_first = isEnd ? lastFirst() : static_cast<quint64>(bar->value()) * m_linesPerUnit;
    setFollows(isEnd);
    refresh();
  }
  viewport()->update();
  Q_EMIT moved();
}

void LogCanvas::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  refresh();
}

void LogCanvas::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void LogCanvas::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace plumbline::ui
