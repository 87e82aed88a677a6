// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer and keys of a chart.
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "ui/charts/chart_view.h"

namespace plumbline::ui {
namespace {

constexpr double kWheelNotch = 120;
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanShare = 0.125;  ///< of the plot, per key

}  // namespace

bool ChartView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) hover({});
  return QChartView::viewportEvent(event);
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  event->accept();
  m_pressed = m_dragged = event->position();
  const bool isInPlot = m_map.plot().contains(m_pressed);
  if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
    m_drag = Drag::Pan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    m_drag = isInPlot ? Drag::Press : Drag::None;
    if (!isInPlot) setCurrent(m_finder.nearest(m_pressed, m_map), true);  // a name below the plot
  }
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  const QPointF at = event->position();
  if (m_drag == Drag::Pan) {
    changeView(m_map.panBy(at - m_dragged));
    m_dragged = at;
    return;
  }
  if (m_drag == Drag::Press && (at - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
    m_drag = Drag::Rubber;
    hover({});
  }
  if (m_drag == Drag::Rubber) {
    const QRectF before = rubberRect();
    m_dragged = at;
    viewport()->update((before | rubberRect()).toAlignedRect().adjusted(-2, -2, 2, 2));
    return;
  }
  const bool isBeside = at.x() < m_map.plot().left() || at.x() > m_map.plot().right() || at.y() < m_map.plot().top();
  const bool isOnNames = at.y() > m_map.plot().bottom() && (m_plan.names.empty() || at.y() > m_map.plot().bottom() + m_plan.labelRoom);
  hover(isBeside || isOnNames ? std::nullopt : m_finder.nearest(at, m_map));
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  const Drag was = std::exchange(m_drag, Drag::None);
  viewport()->unsetCursor();
  if (was == Drag::Press) {
    if (const auto at = m_finder.nearest(event->position(), m_map)) setCurrent(at, true);
  } else if (was == Drag::Rubber) {
    m_dragged = event->position();
    m_drag = Drag::Rubber;
    const QRectF wanted = rubberRect();
    m_drag = Drag::None;
    changeView(m_map.zoomTo(wanted));
    viewport()->update();
  }
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  if (event->button() != Qt::LeftButton) return;
  if (const auto at = m_finder.nearest(event->position(), m_map)) {
    setCurrent(at, true);
    say(&ChartView::itemWanted);
  }
}

void ChartView::wheelEvent(QWheelEvent* event) {
  event->accept();
  const QPoint turned = event->angleDelta();
  const int notches = turned.y() != 0 ? turned.y() : turned.x();
  if (notches == 0 || m_data->isEmpty()) return;
  changeView(m_map.zoomAt(event->position(), std::pow(kZoomPerNotch, notches / kWheelNotch)));
  hover(m_finder.nearest(event->position(), m_map));
}

QRectF ChartView::rubberRect() const {
  QRectF rect = QRectF(m_pressed, m_dragged).normalized();
  if (!m_map.zoomsY()) {
    rect.setTop(m_map.plot().top());
    rect.setBottom(m_map.plot().bottom());
  }
  return rect.intersected(m_map.plot());
}

bool ChartView::step(QKeyEvent* event) {
  const bool pans = event->modifiers().testFlag(Qt::ShiftModifier);
  if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
  const QSizeF room = m_map.plot().size() * kPanShare;
  const auto go = [this](std::optional<MarkAt> to) {
    if (to) setCurrent(to, true);
  };
  const auto move = [&](QPointF pan, auto next) {
    if (pans) changeView(m_map.panBy(pan));
    else go(m_current ? next() : m_finder.first());
    return true;
  };
  switch (event->key()) {
    case Qt::Key_Left: return move({room.width(), 0}, [this] { return m_finder.next(*m_current, -1); });
    case Qt::Key_Right: return move({-room.width(), 0}, [this] { return m_finder.next(*m_current, 1); });
    case Qt::Key_Up: return move({0, room.height()}, [this] { return m_finder.across(*m_current, 1); });
    case Qt::Key_Down: return move({0, -room.height()}, [this] { return m_finder.across(*m_current, -1); });
    case Qt::Key_Home: go(m_finder.first()); return true;
    case Qt::Key_End: go(m_finder.last()); return true;
    case Qt::Key_PageUp: Q_EMIT pageWanted(-1); return true;
    case Qt::Key_PageDown: Q_EMIT pageWanted(1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: say(&ChartView::itemWanted); return true;
    default: return false;
  }
}

void ChartView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->modifiers()) {
    if (!event->isAutoRepeat()) {
      m_spaceHeld = true;
      viewport()->setCursor(Qt::OpenHandCursor);
    }
    event->accept();
    return;
  }
  if (event->key() == Qt::Key_Escape && m_drag == Drag::Rubber) {
    m_drag = Drag::None;
    viewport()->update();
    event->accept();
    return;
  }
  event->setAccepted(step(event));
}

void ChartView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QChartView::keyReleaseEvent(event);
  m_spaceHeld = false;
  if (m_drag != Drag::Pan) viewport()->unsetCursor();
}

void ChartView::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent* event) {
  m_spaceHeld = false;
  if (m_drag != Drag::None) {
    m_drag = Drag::None;
    viewport()->unsetCursor();
  }
  QChartView::focusOutEvent(event);
  viewport()->update();
}

}  // namespace plumbline::ui
