// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/heat_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr double kMostCell = 56;       ///< px: a few cells need not fill the window
constexpr std::int64_t kPageCells = 8; ///< Page Up and Down
constexpr double kLeastGrid = 7;       ///< px of a cell from which lines part them

QString axisName(int axis) { return axis < 0 ? QString() : u"axis %1"_s.arg(axis); }

}  // namespace

HeatCanvas::HeatCanvas(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(u"Heat map of errors"_s);
  setTheme(theme);
}

void HeatCanvas::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Small));
  makeImage();
  update();
}

void HeatCanvas::showMap(const HeatMapPtr& map) {
  m_map = map;
  m_scale = map ? HeatScale(map->errors) : HeatScale();
  m_hovered.reset();
  const auto isInside = [&map](const HeatPlace& place) { return map && place.row < map->rows && place.column < map->columns; };
  if (m_current && !isInside(*m_current)) m_current.reset();
  makeImage();
  update();
  Q_EMIT pointedChanged();
}

/// makeImage has one pixel per cell; painting stretches it.
void HeatCanvas::makeImage() {
  m_image = {};
  if (!m_map || m_map->errors.empty()) return;
  m_image = QImage(static_cast<int>(m_map->columns), static_cast<int>(m_map->rows), QImage::Format_RGB32);
  for (int row = 0; row < m_image.height(); ++row) {
    auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(row));
    for (int column = 0; column < m_image.width(); ++column)
      line[column] = m_scale.color(m_map->errors[static_cast<std::size_t>(row * m_map->columns + column)], m_theme).rgb();
  }
}

void HeatCanvas::setCurrent(std::optional<HeatPlace> place) {
  if (place == m_current) return;
  m_current = place;
  update();
  Q_EMIT pointedChanged();
}

QRectF HeatCanvas::plot() const {
  if (!m_map) return {};
  const QFontMetricsF metrics(font());
  const double line = std::ceil(metrics.height());
  const double left = std::ceil(metrics.horizontalAdvance(QString::number(std::max<std::int64_t>(m_map->rowElements - 1, 0)))) +
                      (m_map->rowAxis >= 0 ? line + kGrid : 0) + kGrid;
  const QRectF room = QRectF(rect()).adjusted(left, kGrid, -2 * kGrid, -(2 * line + kGrid));
  const double width = std::min(room.width(), static_cast<double>(m_map->columns) * kMostCell);
  const double height = std::min(room.height(), static_cast<double>(m_map->rows) * kMostCell);
  return {std::round(room.left()), std::round(room.top()), std::max(1.0, std::floor(width)), std::max(1.0, std::floor(height))};
}

QRectF HeatCanvas::cellRect(HeatPlace place) const {
  if (!m_map) return {};
  const QRectF all = plot();
  const double width = all.width() / static_cast<double>(m_map->columns), height = all.height() / static_cast<double>(m_map->rows);
  return {all.left() + static_cast<double>(place.column) * width, all.top() + static_cast<double>(place.row) * height, width, height};
}

std::optional<HeatPlace> HeatCanvas::placeAt(QPointF pixel) const {
  const QRectF all = plot();
  if (!m_map || m_map->errors.empty() || !all.contains(pixel)) return std::nullopt;
  const auto at = [](double from, double size, std::int64_t cells) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(from / size * static_cast<double>(cells)), 0, cells - 1);
  };
  return HeatPlace{at(pixel.y() - all.top(), all.height(), m_map->rows), at(pixel.x() - all.left(), all.width(), m_map->columns)};
}

void HeatCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.color(Tone::Base));
  if (!m_image.isNull()) {
    const QRectF all = plot();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(all, m_image);
    paintLabels(painter, all);
    paintMarks(painter);
  }
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(Tone::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(3, 1, -3, -1), 4, 4);
  }
}

void HeatCanvas::paintLabels(QPainter& painter, const QRectF& all) const {
  const QFontMetricsF metrics(font());
  const double line = std::ceil(metrics.height());
  painter.setPen(m_theme.color(Tone::Border));
  painter.drawRect(all.adjusted(-0.5, -0.5, 0.5, 0.5));
  const QRectF cell = cellRect({0, 0});
  if (std::min(cell.width(), cell.height()) >= kLeastGrid) {
    for (std::int64_t row = 1; row < m_map->rows; ++row)
      painter.drawLine(QPointF(all.left(), std::round(cellRect({row, 0}).top())), QPointF(all.right(), std::round(cellRect({row, 0}).top())));
    for (std::int64_t column = 1; column < m_map->columns; ++column)
      painter.drawLine(QPointF(std::round(cellRect({0, column}).left()), all.top()), QPointF(std::round(cellRect({0, column}).left()), all.bottom()));
  }
  painter.setPen(m_theme.color(Tone::Muted));
  // Indices of every so many cells: evenly, so that they can be counted on.
  const std::int64_t most = std::max(m_map->rowElements, m_map->columnElements) - 1;
  const double room = metrics.horizontalAdvance(QString::number(most)) + 2 * kGrid;
  for (std::int64_t at = 0, step = heatLabelStep(all.width(), room, m_map->columns); at < m_map->columns; at += step) {
    const QRectF box = cellRect({0, at});
    const QString text = QString::number(numerics::heatCellStart(at, m_map->columnElements, m_map->columns));
    painter.drawText(QRectF(box.center().x() - 40, all.bottom() + 2, 80, line), Qt::AlignHCenter | Qt::AlignTop, text);
  }
  if (m_map->columnAxis >= 0)
    painter.drawText(QRectF(all.left(), all.bottom() + line + 2, std::max(all.width(), 60.0), line), Qt::AlignLeft | Qt::AlignTop, axisName(m_map->columnAxis) + u" \u2192"_s);
  if (m_map->rowAxis < 0) return;
  for (std::int64_t at = 0, step = heatLabelStep(all.height(), line * 1.4, m_map->rows); at < m_map->rows; at += step) {
    const QRectF box = cellRect({at, 0});
    const QString text = QString::number(numerics::heatCellStart(at, m_map->rowElements, m_map->rows));
    painter.drawText(QRectF(0, box.center().y() - line / 2, all.left() - kGrid / 2.0, line), Qt::AlignRight | Qt::AlignVCenter, text);
  }
  painter.save();
  painter.translate(kGrid / 2.0, all.top());
  painter.rotate(90);
  painter.drawText(QRectF(0, -line, std::max(all.height(), 60.0), line), Qt::AlignLeft | Qt::AlignTop, axisName(m_map->rowAxis) + u" \u2192"_s);
  painter.restore();
}

void HeatCanvas::paintMarks(QPainter& painter) const {
  const QRectF cell = cellRect({0, 0});
  if (m_scale.hasNotFinite() && std::min(cell.width(), cell.height()) >= 5) {
    for (std::int64_t row = 0; row < m_map->rows; ++row)
      for (std::int64_t column = 0; column < m_map->columns; ++column)
        if (!std::isfinite(m_map->errors[static_cast<std::size_t>(row * m_map->columns + column)]))
          paintNotFinite(painter, cellRect({row, column}), m_theme);
  }
  if (m_scale.hasErrors() || m_scale.hasNotFinite()) paintWorst(painter, cellRect({m_map->worstRow, m_map->worstColumn}), m_theme);
  const auto outline = [&](HeatPlace place, const QColor& color, double width) {
    const QRectF box = cellRect(place).adjusted(-1, -1, 1, 1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.color(Tone::Base), width + 2));
    painter.drawRect(box);
    painter.setPen(QPen(color, width));
    painter.drawRect(box);
  };
  if (m_hovered && m_hovered != m_current) outline(*m_hovered, m_theme.color(Tone::Text), 1);
  if (m_current) outline(*m_current, m_theme.color(Tone::Accent), 2);
}

void HeatCanvas::hover(std::optional<HeatPlace> place) {
  if (place == m_hovered) return;
  m_hovered = place;
  update();
  Q_EMIT pointedChanged();
}

void HeatCanvas::mouseMoveEvent(QMouseEvent* event) { hover(placeAt(event->position())); }
void HeatCanvas::leaveEvent(QEvent*) { hover({}); }

void HeatCanvas::mousePressEvent(QMouseEvent* event) {
  const auto place = placeAt(event->position());
  if (event->button() != Qt::LeftButton || !place) return;
  setCurrent(place);
  Q_EMIT chosen(*place);
}

void HeatCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto place = placeAt(event->position());
  if (event->button() == Qt::LeftButton && place) Q_EMIT wanted(*place);
}

void HeatCanvas::keyPressEvent(QKeyEvent* event) {
  if (!m_map || m_map->errors.empty() || (event->modifiers() & ~(Qt::KeypadModifier | Qt::ControlModifier))) return QWidget::keyPressEvent(event);
  HeatPlace to = m_current.value_or(HeatPlace{m_map->worstRow, m_map->worstColumn});
  const bool isFar = event->modifiers().testFlag(Qt::ControlModifier);
  const std::int64_t step = isFar ? kPageCells : 1;
  switch (event->key()) {
    case Qt::Key_Left: to.column -= step; break;
    case Qt::Key_Right: to.column += step; break;
    case Qt::Key_Up: to.row -= step; break;
    case Qt::Key_Down: to.row += step; break;
    case Qt::Key_PageUp: to.row -= kPageCells; break;
    case Qt::Key_PageDown: to.row += kPageCells; break;
    case Qt::Key_Home: to.column = 0; break;
    case Qt::Key_End: to.column = m_map->columns - 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT wanted(to); return;
    default: QWidget::keyPressEvent(event); return;
  }
  to.row = std::clamp<std::int64_t>(to.row, 0, m_map->rows - 1);
  to.column = std::clamp<std::int64_t>(to.column, 0, m_map->columns - 1);
  if (!m_current) to = {m_map->worstRow, m_map->worstColumn};
  if (to == m_current) return;
  setCurrent(to);
  Q_EMIT chosen(to);
}

void HeatCanvas::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void HeatCanvas::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace plumbline::ui
