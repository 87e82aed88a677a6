// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_legend.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace plumbline::ui {
namespace {

constexpr double kBetween = 2 * kGrid;

}  // namespace

ChartLegend::ChartLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  fit();
}

void ChartLegend::setEntries(std::vector<LegendEntry> entries, const Theme& theme) {
  m_theme = theme;
  m_entries = std::move(entries);
  setFont(theme.font(TextSize::Small));
  QStringList words;
  for (const LegendEntry& entry : m_entries) words << entry.text;
  setAccessibleName(words.join(QStringLiteral(", ")));
  fit();
  updateGeometry();
  update();
}

std::vector<QRectF> ChartLegend::boxes(int width, int* height) const {
  std::vector<QRectF> made;
  const double line = std::ceil(QFontMetricsF(font()).height()) + kGrid * 0.5;
  QPointF at(0, 0);
  for (const LegendEntry& entry : m_entries) {
    const double wanted = std::min<double>(legendEntryWidth(entry, font()), width);
    if (at.x() > 0 && at.x() + wanted > width) at = {0, at.y() + line};
    made.emplace_back(at, QSizeF(wanted, line));
    at.rx() += wanted + kBetween;
  }
  *height = static_cast<int>(at.y() + line);
  return made;
}

void ChartLegend::fit() {
  int wanted = 0;
  boxes(width(), &wanted);
  setFixedHeight(wanted);
}

bool ChartLegend::isWhole() const {
  int wanted = 0;
  boxes(width(), &wanted);
  return wanted <= height();
}

void ChartLegend::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  int wanted = 0;
  boxes(width(), &wanted);
  // A layout at work does not hear of a new height.
  if (wanted != height()) QMetaObject::invokeMethod(this, &ChartLegend::fit, Qt::QueuedConnection);
}

QSize ChartLegend::sizeHint() const {
  double width = 0;
  for (const LegendEntry& entry : m_entries) width += legendEntryWidth(entry, font()) + kBetween;
  return {static_cast<int>(width), height()};
}

void ChartLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(font());
  int height = 0;
  const std::vector<QRectF> places = boxes(width(), &height);
  for (std::size_t i = 0; i < places.size(); ++i) paintLegendEntry(painter, places[i], m_entries[i], m_theme);
}

}  // namespace plumbline::ui
